//! Faults of stored tables: each is injected into a table of each kind, and the program must find it, use a right table all
//! the same, and store a sound one. Prints the table of `docs/testing.md`. Arguments: names of tables (default: one of each
//! kind that is built in seconds). The fault of a full disk needs the right to mount.
//!
//! `cargo bench -p deepen-cli --bench faults`

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Tables, with a search that uses each and the length of its answer.
const KINDS: [(&str, &[&str], &str); 4] = [
    ("3x3x3-corners-half-turn", &["solve", "3x3x3", CUBE, "--optimal", "--heuristic", "corners"], "13 moves"),
    ("3x3x3-coset-59m", &["solve", "3x3x3", CUBE, "--optimal", "--heuristic", "coset-59m"], "13 moves"),
    ("3x3x3-coset-289m", &["solve", "3x3x3", CUBE, "--optimal", "--heuristic", "coset-289m"], "13 moves"),
    (
        "sliding-4x4-0-1.4.5.8.9.12.13",
        &["solve", "sliding", BOARD, "--goal", "first", "--heuristic", "pattern", "--pattern", "7-8"],
        "57 moves",
    ),
];
/// Too far for the tables of easy cubes.
const CUBE: &str = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2";
/// The first of Korf's boards.
const BOARD: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
/// Header of a stored table.
const PAGE: u64 = 4096;
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
/// A search that takes longer than this bench waits, with a shared table.
const LONG: [&str; 6] = ["solve", "3x3x3", SUPERFLIP, "--optimal", "--heuristic", "coset-59m"];

struct Bench {
    folder: PathBuf,
    rows: Vec<[String; 4]>,
}

impl Bench {
    fn deepen(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
        command.args(arguments).args(["--tables"]).arg(&self.folder).env_remove("DEEPEN_TABLES");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.deepen(arguments).output().expect("the program starts")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.table"))
    }

    fn row(&mut self, kind: &str, fault: &str, found: &str, after: &str) {
        println!("| {kind} | {fault} | {found} | {after} |");
        self.rows.push([kind, fault, found, after].map(str::to_string));
    }

    /// Verifies a table and asserts the exit code. Returns the verdict.
    fn verify(&self, name: &str, code: i32) -> String {
        let output = self.run(&["tables", "verify", name]);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{out}{err}");
        let line = out.lines().chain(err.lines()).find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_once(": ").map_or(line, |(_, verdict)| verdict).to_string()
    }

    /// Damages a table in a way, searches, and asserts that the answer is right and the table sound again.
    fn check_search(&mut self, name: &str, fault: &str, damage: &dyn Fn(&Path)) {
        let (_, search, answer) = KINDS.iter().find(|(kind, ..)| *kind == name).expect("a kind");
        damage(&self.path(name));
        let output = self.run(search);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success() && out.contains(answer), "{name}, {fault}: {out}{err}");
        assert!(err.contains("is not used"), "{name}, {fault}: {err}");
        self.verify(name, 0);
        self.row(name, fault, "warning before the search", "right answer, built again, verified");
    }
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    let folder = std::env::temp_dir().join(format!("deepen-faults-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut bench = Bench { folder, rows: Vec::new() };
    println!("| table | fault | found | afterwards |\n|---|---|---|---|");
    let kinds = KINDS.iter().map(|(name, ..)| *name);
    for name in kinds.filter(|name| named.is_empty() || named.iter().any(|one| one == name)) {
        damaged(&mut bench, name);
    }
    killed_builder(&mut bench);
    two_builders(&mut bench);
    cut_while_shared(&mut bench);
    full_disk(&mut bench);
    println!("{} faults, all found, no wrong answer", bench.rows.len());
    fs::remove_dir_all(&bench.folder).expect("it is there");
}

/// Damages a table in many ways.
fn damaged(bench: &mut Bench, name: &str) {
    let built = bench.run(&["tables", "build", name]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    let (path, whole) = (bench.path(name), bench.folder.join("whole"));
    fs::copy(&path, &whole).expect("it can be copied");
    let len = fs::metadata(&path).expect("it is there").len();
    let other = bench.folder.join("other");
    fs::write(&other, vec![b'x'; len as usize]).expect("it can be written");
    let flips = [10, PAGE - 1, PAGE, len / 4, len / 2, len - len / 7, len - 5];
    let damages = flips.map(|at| {
        (format!("bit of byte {at} wrong"), Box::new(move |path: &Path| flip(path, at)) as Box<dyn Fn(&Path)>)
    });
    let cuts = [0, 100, PAGE, len / 2, len - 1].map(|len| {
        (format!("cut to {len} bytes"), Box::new(move |path: &Path| cut(path, len)) as Box<dyn Fn(&Path)>)
    });
    let longer = (
        "a byte too long".to_string(),
        Box::new(move |path: &Path| cut(path, len + 1)) as Box<dyn Fn(&Path)>,
    );
    let text = (
        "another file".to_string(),
        Box::new(move |path: &Path| fs::copy(&other, path).map(|_| ()).expect("it can be copied"))
            as Box<dyn Fn(&Path)>,
    );
    for (fault, damage) in damages.into_iter().chain(cuts).chain([longer, text]) {
        damage(&path);
        let verdict = bench.verify(name, 6);
        bench.row(name, &fault, &verdict, "refused by tables verify");
        fs::copy(&whole, &path).expect("it can be copied");
    }
    bench.verify(name, 0);
    bench.check_search(name, "bit in the middle wrong", &|path| flip(path, len / 2));
    bench.check_search(name, "cut to half", &|path| cut(path, len / 2));
}

/// Kills a process while it builds, and one while it writes.
fn killed_builder(bench: &mut Bench) {
    let name = "3x3x3-coset-59m";
    for (fault, is_time) in
        [("builder killed while it fills", false), ("builder killed while it writes", true)]
    {
        let _ = fs::remove_file(bench.path(name));
        let part = bench.folder.join(format!("{name}.part"));
        let mut child = bench.deepen(&["tables", "build", name]).spawn().expect("the program starts");
        for _ in 0..10_000 {
            if is_time && part.exists() || !is_time && bench.folder.join(format!("{name}.lock")).exists() {
                break;
            }
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(if is_time { 0 } else { 500 }));
        child.kill().and_then(|()| child.wait()).expect("it can be killed");
        let left = if part.exists() { "an unfinished file is left" } else { "nothing is left" };
        assert!(!bench.path(name).exists() || is_time, "no table may have its name");
        let built = bench.run(&["tables", "build", name]);
        assert!(built.status.success());
        bench.verify(name, 0);
        assert!(!part.exists());
        bench.row(name, fault, left, "built by the next process, verified");
    }
}

fn two_builders(bench: &mut Bench) {
    let name = "3x3x3-coset-59m";
    fs::remove_file(bench.path(name)).expect("it is there");
    let start = || bench.deepen(&["tables", "build", name, "-v"]).spawn().expect("the program starts");
    let outputs = [start(), start()].map(|child| child.wait_with_output().expect("it ends"));
    assert!(outputs.iter().all(|output| output.status.success()));
    bench.verify(name, 0);
    bench.row(name, "two builders at once", "both end well", "one file, verified");
}

/// Two processes share a table as the ranks of a job do, and the file is cut meanwhile.
fn cut_while_shared(bench: &mut Bench) {
    let name = "3x3x3-coset-59m";
    let rank = || -> Child {
        let mut command = bench.deepen(&LONG);
        command.env("OMPI_COMM_WORLD_LOCAL_SIZE", "2").args(["--threads", "1", "--timeout", "20"]);
        command.spawn().expect("the program starts")
    };
    let ranks = [rank(), rank()];
    // Not before both have the copy.
    let has_copy = |rank: &Child| {
        let files = fs::read_dir(format!("/proc/{}/fd", rank.id())).into_iter().flatten().flatten();
        let is_copy = |to: PathBuf| to.to_string_lossy().starts_with(&format!("/memfd:deepen-{name}-"));
        files.filter_map(|file| fs::read_link(file.path()).ok()).any(is_copy)
    };
    for _ in 0..1000 {
        if ranks.iter().all(has_copy) {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    assert!(ranks.iter().all(has_copy), "both ranks share a copy");
    sleep(Duration::from_secs(1));
    flip(&bench.path(name), PAGE + 12_345);
    cut(&bench.path(name), PAGE);
    for rank in ranks {
        let output = rank.wait_with_output().expect("it ends");
        // Stopped by its time limit, not by a signal.
        let code = output.status.code();
        assert!(code == Some(5) || code == Some(0), "{:?} {}", output.status, text(&output.stderr));
    }
    bench.row(
        name,
        "changed and cut while two ranks share it",
        "does not reach the copy in memory",
        "both ranks search on",
    );
    assert!(bench.run(&["tables", "build", name]).status.success());
    bench.verify(name, 0);
}

/// A disk that is too small, and one that another program fills while the table is built.
fn full_disk(bench: &mut Bench) {
    let (name, search, answer) = KINDS[1];
    for (fault, size) in [("disk too small", "20m"), ("disk filled while it builds", "100m")] {
        let disk = bench.folder.join("disk");
        fs::create_dir_all(&disk).expect("a folder");
        let options = format!("size={size}");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(&disk).status();
        if !mount.is_ok_and(|status| status.success()) {
            println!("the right to mount is missing: no full disk");
            return;
        }
        let small = Bench { folder: disk.clone(), rows: Vec::new() };
        let child = small.deepen(search).spawn().expect("the program starts");
        if size == "100m" {
            while !disk.join(format!("{name}.lock")).exists() {
                sleep(Duration::from_millis(5));
            }
            sleep(Duration::from_millis(300));
            fs::write(disk.join("filler"), vec![1; 70 << 20]).expect("it can be written");
        }
        let output = child.wait_with_output().expect("it ends");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let files: Vec<_> =
            fs::read_dir(&disk).expect("it is there").flatten().map(|file| file.file_name()).collect();
        let unmounted = Command::new("umount").arg(&disk).status();
        assert!(unmounted.is_ok_and(|status| status.success()));
        assert!(output.status.success() && out.contains(answer), "{out}{err}");
        assert!(err.contains("cannot be stored"), "{err}");
        assert!(!files.iter().any(|file| file.to_string_lossy().ends_with(".part")), "{files:?}");
        bench.row(name, fault, "warning", "right answer from memory, no file left");
    }
}

fn flip(path: &Path, at: u64) {
    let file = File::options().read(true).write(true).open(path).expect("it is there");
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).expect("it is as long");
    file.write_all_at(&[byte[0] ^ 4], at).expect("it can be written");
}

fn cut(path: &Path, len: u64) {
    File::options().write(true).open(path).and_then(|file| file.set_len(len)).expect("it can be cut");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
