//! Ranks under MPI, on this machine: the same answers and the same counts for any number of them, and a run that loses a rank, or
//! all of them, can be resumed.
//!
//! A separate program rather than a list of tests, because it needs an MPI library. Without one it reports what is missing and passes.

mod packages;
mod runs;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use packages::{Needed, has_argument, may_install, skip};
use runs::{Essence, SEARCHES, folder, lines, run, solve, start_until};

/// The MPI library, and the compiler that its bindings are generated with.
const NEEDED: Needed = Needed {
    programs: &[
        ("mpirun", &["openmpi-bin"]),
        ("mpicc", &["libopenmpi-dev"]),
        ("clang", &["clang", "libclang-dev"]),
    ],
    what: "MPI ranks",
};

/// The tests of the program with MPI.
type Test = fn(&Path);

fn main() -> ExitCode {
    let can_test = || NEEDED.is_installed() && has_crates();
    if has_argument("--list") || !can_test() || has_argument("--install") {
        return ExitCode::SUCCESS;
    }
    let deepen = build();
    let tests: [(&str, Test); 8] = [
        ("any number of ranks finds the same", any_number_of_ranks),
        ("a batch is shared, in order", batch),
        ("a run that loses a rank goes on", lost_rank),
        ("a run that loses all ranks goes on", lost_job),
        ("a run that loses its launcher goes on", lost_launcher),
        ("a rank that searches something else is found out", other_board),
        ("a panic in one rank ends the job with its message", panic),
        ("mistakes are reported once", mistakes),
    ];
    for (name, test) in tests {
        print!("test {name} ... ");
        test(&deepen);
        println!("ok");
    }
    println!("{} passed, 0 failed", tests.len());
    ExitCode::SUCCESS
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).args(["--locked", "--workspace"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Returns true if the crates that only ranks need are on this machine, if need be by this call. Otherwise reports that.
fn has_crates() -> bool {
    // Listing them has cargo download those that are missing, unless it is offline.
    let lists = |arguments: &[&str]| {
        let mut command = cargo(&["tree", "--features", "deepen-cli/mpi"]);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let has_all = lists(&["--offline"]) || may_install() && lists(&[]);
    if !has_all {
        skip(NEEDED.what, "a crate of the feature mpi");
    }
    has_all
}

/// Builds the program with ranks, and puts the usual one back in its place.
///
/// Packages are selected as `cargo test --workspace` selects them, and a test is among the targets, so that the features that
/// dev-dependencies ask for count. All dependencies are then those that are built already, and only what depends on MPI is compiled.
fn build() -> PathBuf {
    let build = |features: &[&str]| {
        let mut command = cargo(&["build", "--offline", "--bin", "deepen", "--test", "mpi"]);
        // In the profile of this test.
        let profile: &[&str] = if cfg!(debug_assertions) { &[] } else { &["--release"] };
        let status = command.args(profile).args(features).status().expect("cargo starts");
        assert!(status.success(), "deepen cannot be built with {features:?}");
    };
    build(&["--features", "deepen-cli/mpi"]);
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("deepen-mpi");
    fs::copy(env!("CARGO_BIN_EXE_deepen"), &copy).expect("it can be copied");
    build(&[]);
    copy
}

/// On ranks of this machine, more of them than it has cores.
fn mpirun(deepen: &Path, folder: &Path, n_ranks: usize, arguments: &[&str]) -> Command {
    let mut command = mpirun_of(folder);
    command.args(["-n", &n_ranks.to_string()]).arg(deepen).args(arguments);
    command
}

/// Returns the launcher; the ranks to start must be added.
fn mpirun_of(folder: &Path) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--oversubscribe", "--bind-to", "none"]).current_dir(folder).env("DEEPEN_TABLES", "none");
    // Containers have no other user.
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    // Waiting ranks must yield their core.
    command.env("OMPI_MCA_mpi_yield_when_idle", "1").env("OMPI_MCA_btl_base_warn_component_unused", "0");
    command
}

fn alone(deepen: &Path, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(deepen);
    command.args(arguments).current_dir(folder).env("DEEPEN_TABLES", "none");
    command
}

fn any_number_of_ranks(deepen: &Path) {
    let folder = folder("ranks");
    for search in SEARCHES {
        let expected = Essence::of(&run(alone(deepen, &folder, &solve(search, &["--threads", "1"]))));
        for (n_ranks, threads) in [(1, "2"), (2, "1"), (3, "1"), (4, "1"), (2, "2")] {
            let output = run(mpirun(deepen, &folder, n_ranks, &solve(search, &["--threads", threads])));
            assert_eq!(Essence::of(&output), expected, "{n_ranks} ranks of {threads} threads, {search:?}");
        }
    }
}

fn batch(deepen: &Path) {
    let folder = folder("ranks-batch");
    let korf = include_str!("../../../testdata/korf100_15puzzle.txt");
    let easy: Vec<&str> = korf.lines().filter(|line| !line.starts_with('#')).take(12).collect();
    fs::write(folder.join("boards"), easy.join("\n")).expect("it can be written");
    // Results and their order, without nodes and seconds, which are those of the round that found something.
    let results = |command: Command| -> Vec<String> {
        let text = String::from_utf8(run(command).stdout).expect("results are text");
        let parts = |line: &str| {
            let moves = line.rsplit_once(": ").map(|(_, moves)| moves.to_string()).unwrap_or_default();
            line.split(',').next().unwrap_or_default().to_string() + " " + &moves
        };
        text.lines().map(parts).collect()
    };
    let batch = ["batch", "sliding", "boards", "--goal", "first"];
    let expected = results(alone(deepen, &folder, &batch));
    assert_eq!(expected.len(), 12);
    for n_ranks in [2, 3] {
        assert_eq!(results(mpirun(deepen, &folder, n_ranks, &batch)), expected, "{n_ranks} ranks");
    }
}

/// The processes that run the program from this folder, other than mpirun.
fn processes(deepen: &Path) -> Vec<String> {
    let output = Command::new("pgrep").arg("-f").arg(format!("^{}", deepen.display())).output();
    let text = output.map_or(String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.lines().map(str::to_string).collect()
}

fn kill(process: &str) {
    let _ = Command::new("kill").args(["-9", process]).stderr(Stdio::null()).status();
}

/// Kills the process that `victim` returns when the journal has a number of lines, resumes, and repeats.
fn kill_and_go_on(deepen: &Path, name: &str, victim: impl Fn(u32) -> Vec<String>) {
    let folder = folder(name);
    let journal = folder.join("journal");
    for (i, search) in SEARCHES.iter().enumerate().take(3) {
        let expected = Essence::of(&run(alone(deepen, &folder, &solve(search, &[]))));
        let _ = fs::remove_file(&journal);
        let mut command =
            mpirun(deepen, &folder, 3, &solve(search, &["--journal", "journal", "--threads", "1"]));
        for step in 0..2 {
            let at = lines(&journal) + 20 + 37 * (i + step);
            let mut child = start_until(command, &journal, at);
            victim(child.id()).iter().for_each(|process| kill(process));
            child.wait().expect("it can be waited for");
            // Ranks that mpirun has not yet ended must not write any more.
            while !processes(deepen).is_empty() {
                thread::sleep(Duration::from_millis(20));
            }
            command = mpirun(deepen, &folder, 2 + step, &["resume", "journal", "--threads", "1"]);
        }
        assert_eq!(Essence::of(&run(command)), expected, "{search:?}");
    }
}

fn lost_rank(deepen: &Path) {
    kill_and_go_on(deepen, "ranks-lost", |_| processes(deepen).into_iter().next_back().into_iter().collect());
}

fn lost_job(deepen: &Path) {
    kill_and_go_on(deepen, "ranks-job", |mpirun| {
        let mut all = vec![mpirun.to_string()];
        all.extend(processes(deepen));
        all
    });
}

fn lost_launcher(deepen: &Path) {
    // Its ranks detect it and exit; or they are done by then, and the resumed journal is complete.
    kill_and_go_on(deepen, "ranks-launcher", |mpirun| vec![mpirun.to_string()]);
}

/// Takes minutes on one thread: an earlier end is due to the message of a rank.
const LONG: [&str; 4] = ["--goal", "first", "--heuristic", "manhattan"];
const KORF_88: &str = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4";

fn other_board(deepen: &Path) {
    let folder = folder("ranks-other");
    fs::write(folder.join("one"), KORF_88).expect("it can be written");
    fs::write(folder.join("two"), KORF_88.replace("15 2 12 11", "2 15 11 12")).expect("it can be written");
    // Every rank reads its third file, which is not the same for all.
    let rank = |file: &str| {
        ["-n", "1", "sh", "-c", &format!("exec 3<{file}; exec \"$0\" \"$@\"")].map(str::to_string)
    };
    let arguments = [&["solve", "sliding", "/dev/fd/3", "--threads", "1"][..], &LONG].concat();
    let mut command = mpirun_of(&folder);
    command.args(rank("one")).arg(deepen).args(&arguments);
    command.arg(":").args(rank("two")).arg(deepen).args(&arguments);
    let output = run(command);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("rank 1 has other tasks than rank 0"), "{text}");
    assert!(text.contains("rank 0 ends the job"), "{text}");
}

fn panic(deepen: &Path) {
    let folder = folder("ranks-panic");
    let arguments = [&["solve", "sliding", KORF_88, "--threads", "1"][..], &LONG].concat();
    let mut command = mpirun_of(&folder);
    command.args(["-n", "2"]).arg(deepen).args(&arguments);
    // A rank that cannot start a thread may panic.
    let stack = format!("RUST_MIN_STACK={}", 1_u64 << 46);
    command.args([":", "-n", "1", "env", &stack]).arg(deepen).args(&arguments);
    let output = run(command);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("panicked at") && text.contains("failed to spawn thread"), "{text}");
    assert!(text.contains("rank 2 ends the job"), "{text}");
    assert!(processes(deepen).is_empty(), "all ranks have ended");
}

fn mistakes(deepen: &Path) {
    let folder = folder("ranks-mistakes");
    for (arguments, code, message) in [
        (&["solve", "3x3x3", "R X"][..], 3, "is no move of this cube"),
        (&["solve", "3x3x3"][..], 2, "INPUT"),
        (&["solve", "sliding", "nowhere.txt"][..], 6, "nowhere.txt"),
        (&["list"][..], 0, ""),
        // Printed by rank 0 only.
        (&["solve", "3x3x3", "R U F"][..], 0, "F' U' R'"),
    ] {
        let output = run(mpirun(deepen, &folder, 3, arguments));
        let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
        if !message.is_empty() {
            let n_told = text.lines().filter(|line| line.starts_with("error: ")).count();
            assert!(n_told <= 1, "{arguments:?}: {text}");
        }
    }
}
