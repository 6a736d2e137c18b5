//! The program as a process: interrupts, closed pipes, and the files it writes.
#![cfg(unix)]

use crate::hard_definitions;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// One of Korf and Taylor's 24-puzzles: hours of work with a weak estimate.
const HARD: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

fn deepen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command.env("DEEPEN_TABLES", "none");
    command
}

/// Reads stderr up to a line with `text` in it.
fn wait_for(child: &mut Child, text: &str) {
    let stderr = child.stderr.as_mut().expect("stderr is piped");
    let found =
        BufReader::new(stderr).lines().map(|line| line.expect("stderr is text")).any(|l| l.contains(text));
    assert!(found, "{text:?} never appears");
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill exists").success());
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("stdout is text")
}

#[test]
fn an_interrupt_ends_a_search_with_the_known_bound() {
    let mut child = deepen(&["solve", "sliding", HARD, "--goal", "first", "--heuristic", "manhattan", "-vv"])
        .spawn()
        .expect("the program starts");
    wait_for(&mut child, "round to 81 begins");
    interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(5));
    let text = stdout(&output);
    assert!(text.contains("stopped (cancelled): at least "), "{text}");
}

/// A file that is removed when the test ends.
struct Definition(std::path::PathBuf);

impl Definition {
    fn new(name: &str, text: &str) -> Definition {
        let path = std::env::temp_dir().join(format!("deepen-{name}-{}.tws", std::process::id()));
        std::fs::write(&path, text).expect("it can be written");
        Definition(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a name in ASCII")
    }
}

impl Drop for Definition {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Waits for the end of a process, with a time limit.
fn ended(mut child: Child) -> Output {
    let end = Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("it has ended")
}

/// A move that changes nothing after 2310 times only has 2309 powers, each of which is a move.
#[test]
fn a_move_of_high_order_is_no_trouble() {
    let puzzle = Definition::new("order", &hard_definitions::cycles(&[2, 3, 5, 7, 11]));
    let output = ended(deepen(&["solve", puzzle.path(), "A7 B A"]).spawn().expect("the program starts"));
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("3 moves, optimal"), "{text}");
    let puzzle = Definition::new("higher", &hard_definitions::cycles(&[2, 3, 5, 7, 11, 13]));
    let output = ended(deepen(&["solve", puzzle.path(), "A B"]).spawn().expect("the program starts"));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("more than 4096 moves"), "{error}");
    // By the move itself, without its powers.
    let output =
        ended(deepen(&["solve", puzzle.path(), "A B", "--moves", "A1,A',B"]).spawn().expect("it starts"));
    assert!(stdout(&output).contains("2 moves, optimal"), "{}", stdout(&output));
}

/// An interrupt ends every computation before the search.
#[test]
fn an_interrupt_ends_preparations_of_a_search() {
    let large = Definition::new("large", &hard_definitions::cube(14));
    let mixed = Definition::new("mixed", &hard_definitions::exchanges(4, 255));
    let powers = Definition::new("powers", &hard_definitions::cycles(&[2, 3, 5, 7, 19, 19, 19, 19, 19, 19]));
    for arguments in [
        vec!["solve", mixed.path(), "Ma Mb Mc"],
        vec!["check", mixed.path(), "Ma Mb Mc"],
        vec!["scramble", large.path(), "--seed", "1"],
        vec!["count", large.path(), "--order"],
        vec!["solve", powers.path(), "A B A B A B"],
        vec!["count", powers.path(), "--sequences"],
    ] {
        let child = deepen(&arguments).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(300));
        let began = Instant::now();
        interrupt(&child);
        let output = ended(child);
        assert!(matches!(output.status.code(), Some(0 | 5)), "{arguments:?}: {output:?}");
        assert!(began.elapsed() < Duration::from_secs(10), "{arguments:?} took {:?}", began.elapsed());
    }
}

#[test]
fn an_interrupt_ends_a_batch_after_those_under_way() {
    let boards = vec![HARD; 50].join("\n");
    let arguments =
        ["batch", "sliding", &boards, "--goal", "first", "--heuristic", "manhattan", "--threads", "2", "-vv"];
    let mut child = deepen(&arguments).spawn().expect("the program starts");
    wait_for(&mut child, "round to 81 begins");
    interrupt(&child);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(5));
    let text = stdout(&output);
    assert!((1..=2).contains(&text.lines().count()), "{text}");
    assert!(text.lines().all(|line| line.contains("stopped (cancelled): at least ")), "{text}");
}

/// Lines of moves that differ from each other, and the turns of each.
fn scrambles(n: usize) -> impl Iterator<Item = String> {
    let turns = ["U", "R", "F", "U'", "R2", "F'", "U2", "R'", "F2"];
    (0..n).map(move |i| {
        let digits = [i % 9, i / 9 % 9, i / 81 % 9, i / 729 % 9, i / 6561 % 9, i / 59_049 % 9];
        digits.map(|digit| turns[digit]).join(" ")
    })
}

/// Runs a command with `lines` on standard input while it works. Returns its output, and its peak memory in KiB where the
/// system reports it.
fn piped(arguments: &[&str], lines: impl Iterator<Item = String> + Send) -> (Output, Option<u64>) {
    let mut child = deepen(arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let status = format!("/proc/{}/status", child.id());
    let mut stdout = child.stdout.take().expect("stdout is piped");
    let mut stderr = child.stderr.take().expect("stderr is piped");
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            for line in lines {
                writeln!(stdin, "{line}").expect("the program reads to the end");
            }
            // Before the end of input, because a process that has ended has no status.
            let text = std::fs::read_to_string(status).ok()?;
            let peak = text.lines().find(|line| line.starts_with("VmHWM:"))?;
            peak.split_whitespace().nth(1)?.parse().ok()
        });
        let errors = scope.spawn(move || {
            let mut errors = Vec::new();
            stderr.read_to_end(&mut errors).expect("stderr can be read");
            errors
        });
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).expect("stdout can be read");
        let peak = writer.join().expect("writing succeeds");
        let status = child.wait().expect("the program ends");
        let stderr = errors.join().expect("reading succeeds");
        (Output { status, stdout: output, stderr }, peak)
    })
}

/// More lines than any buffer holds: all are answered in order with any number of threads, in the memory of the tables.
#[test]
fn a_batch_streams_in_order_and_in_little_memory() {
    const N: usize = 200_000;
    // 60 MB in all.
    let lines = || scrambles(N).map(|moves| format!("{moves:300}"));
    let mut first = None;
    for threads in ["1", "2"] {
        let (output, peak) = piped(&["batch", "2x2x2", "-", "--threads", threads], lines());
        assert_eq!(output.status.code(), Some(0));
        let text = stdout(&output);
        assert_eq!(text.lines().count(), N);
        for (i, line) in text.lines().enumerate() {
            assert!(line.starts_with(&format!("line {}: ", i + 1)), "{line}");
        }
        let errors = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(errors.starts_with("200,000 of 200,000 solved; "), "{errors}");
        if let Some(peak) = peak {
            assert!(peak < 48 << 10, "{peak} KiB");
        }
        // Times differ, everything else is the same.
        let timeless: Vec<String> = text.lines().map(without_seconds).collect();
        assert_eq!(*first.get_or_insert_with(|| timeless.clone()), timeless);
    }
}

/// `line 1: 5 moves, optimal, 5 nodes, 0.012 s, tables 0.011 s: U R` without the seconds.
fn without_seconds(line: &str) -> String {
    let (found, rest) = line.split_once(" node").expect("every line has its nodes");
    let moves = rest.split_once(" s: ").map_or("", |(_, moves)| moves);
    format!("{found} node {moves}")
}

/// Lines are answered before more input arrives.
#[test]
fn a_batch_answers_while_its_input_is_open() {
    let mut child =
        deepen(&["batch", "2x2x2", "-", "--quiet"]).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    for (line, expected) in [
        ("R", "line 1: 1 move"),
        ("# comment\n\nR U2 R", "line 4: 3 moves"),
        ("R Q", "line 5, column 3: invalid"),
    ] {
        writeln!(stdin, "{line}").expect("it reads");
        let answer = answers.next().expect("there is an answer").expect("it is text");
        assert!(answer.starts_with(expected), "{answer}");
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().expect("the program ends").code(), Some(3));
}

/// The last line counts, too, if nothing ends it.
#[test]
fn the_end_of_input_ends_a_batch() {
    let mut child =
        deepen(&["batch", "2x2x2", "-", "--quiet"]).stdin(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("stdin is piped").write_all(b"R U\nF").expect("it reads");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(
        text.starts_with("line 1: 2 moves, optimal") && text.contains("\nline 2: 1 move, optimal"),
        "{text}"
    );
}

#[test]
fn an_interrupt_ends_a_batch_that_waits_for_input() {
    let mut child = deepen(&["batch", "2x2x2", "-"]).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    writeln!(stdin, "R U").expect("it reads");
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    answers.read_line(&mut line).expect("there is an answer");
    interrupt(&child);
    let mut errors = String::new();
    child.stderr.take().expect("stderr is piped").read_to_string(&mut errors).expect("stderr is text");
    assert!(errors.starts_with("1 of 1 solved, the rest not started; "), "{errors}");
    assert_eq!(child.wait().expect("the program ends").code(), Some(5));
    // Open all the time.
    drop(stdin);
}

/// `head` has seen enough.
#[test]
fn a_closed_pipe_ends_a_stream_quietly() {
    let mut child = deepen(&["batch", "2x2x2", "-"]).stdin(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || {
        // Until the pipe is closed.
        scrambles(3_000_000).all(|line| writeln!(stdin, "{line}").is_ok())
    });
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped"));
    answers.read_line(&mut String::new()).expect("there is an answer");
    drop(answers);
    let mut errors = String::new();
    child.stderr.take().expect("stderr is piped").read_to_string(&mut errors).expect("stderr is text");
    assert_eq!((child.wait().expect("the program ends").code(), &errors[..]), (Some(141), ""));
    assert!(!writer.join().expect("writing ends"), "the program read everything");
}

#[test]
fn a_seed_gives_the_same_scrambles_again() {
    let scrambles = |arguments: &[&str]| {
        let output = deepen(&["scramble"]).args(arguments).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0));
        (stdout(&output), String::from_utf8_lossy(&output.stderr).to_string())
    };
    for puzzle in ["2x2x2", "3x3x3"] {
        let (drawn, told) = scrambles(&[puzzle, "--count", "5"]);
        assert_eq!(drawn.lines().count(), 5);
        let seed = told.trim().strip_prefix("seed ").expect("the seed is printed");
        assert_eq!(scrambles(&[puzzle, "--count", "5", "--seed", seed]), (drawn, String::new()));
    }
}

#[test]
fn a_closed_pipe_is_no_reason_to_panic() {
    // Far more than a pipe holds, so that the program must notice.
    let boards = vec!["8 6 7/2 5 4/3 0 1"; 5000].join("\n");
    for command in ["batch", "solve"] {
        let arguments =
            [command, "sliding", &boards, "--heuristic", "manhattan", "--threads", "2", "--quiet"];
        let mut child = deepen(&arguments).spawn().expect("the program starts");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("stdout is piped"));
        reader.read_line(&mut line).expect("there is a line");
        drop(reader);
        let mut errors = String::new();
        child.stderr.take().expect("stderr is piped").read_to_string(&mut errors).expect("stderr is text");
        assert_eq!(
            (child.wait().expect("the program ends").code(), &errors[..]),
            (Some(141), ""),
            "{command}"
        );
        assert!(line.contains("D D L U R R U"), "{line}");
    }
}

#[test]
fn scaling_counts_the_same_on_all_threads_and_plots_it() {
    let plot = std::env::temp_dir().join(format!("deepen-plot-{}.svg", std::process::id()));
    let path = plot.to_str().expect("the folder for temporary files has a plain name");
    let arguments =
        ["bench", "--scaling", "--board", "79", "--bound", "38", "--threads-list", "1,2,7", "--plot", path];
    let output = deepen(&arguments).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = stdout(&output);
    let first: Vec<&str> = text.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(first, ["sequential", "1", "2", "7"]);
    let svg = std::fs::read_to_string(&plot).expect("the plot is written");
    std::fs::remove_file(&plot).expect("the plot can go again");
    let document = roxmltree::Document::parse(&svg).expect("the plot is XML");
    let circles = document.descendants().filter(|node| node.tag_name().name() == "circle");
    assert_eq!(circles.count(), 3);
}

#[test]
fn a_plot_that_cannot_be_written_is_an_error() {
    let arguments = ["bench", "--scaling", "--board", "79", "--bound", "36", "--threads-list", "1"];
    let plot = ["--plot", "no/such/folder/plot.svg"];
    let output = deepen(&arguments).args(plot).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(6));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: cannot write no/such/folder/plot.svg: no such directory\n"
    );
}

/// Every error of a file is one sentence, `cannot VERB FILE: reason`, with exit code 6.
#[test]
#[cfg(target_os = "linux")]
fn errors_of_files_are_sentences() {
    let check = |arguments: &[&str], stdin: &str, stdout: &str, expected: &str| {
        let file = |path: &str, writes: bool| {
            let opened = std::fs::OpenOptions::new().read(!writes).write(writes).open(path);
            opened.expect("the file exists")
        };
        let output = deepen(arguments).stdin(file(stdin, false)).stdout(file(stdout, true)).output();
        let output = output.expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let error = stderr.lines().find(|line| line.starts_with("error: "));
        assert_eq!(error, Some(&format!("error: {expected}")[..]), "{arguments:?}: {stderr}");
        assert_eq!(output.status.code(), Some(6), "{arguments:?}");
    };
    let here = env!("CARGO_MANIFEST_DIR");
    let (below, beside) = (format!("{here}/Cargo.toml/x.txt"), format!("{here}/no/x.txt"));
    let null = "/dev/null";
    let read = |path: &str, reason: &str| {
        for command in
            [&["solve", "3x3x3", path][..], &["batch", "3x3x3", path], &["convert", path, "--to", "tws"]]
        {
            check(command, null, null, &format!("cannot read {path}: {reason}"));
        }
        check(&["resume", path], null, null, &format!("cannot read {path}: {reason}"));
    };
    read(&below, "not a directory");
    read(&beside, "no such file");
    read("/proc/self/mem", "input/output error");
    check(&["convert", here, "--to", "tws"], null, null, &format!("cannot read {here}: is a directory"));
    check(&["resume", here], null, null, &format!("cannot read {here}: is a directory"));
    let write = |path: &str, reason: &str| {
        let count = ["count", "2x2x2", "--max-length", "1", "--plot", path];
        let compare = ["compare", "sliding", "1 2 3/4 5 6/7 0 8", "--csv", path];
        let journal = ["solve", "2x2x2", "R", "--journal", path];
        for command in [&["convert", "2x2x2", path, "--to", "tws"][..], &count, &compare, &journal] {
            if path != "/dev/full" || command != journal {
                check(command, null, null, &format!("cannot write {path}: {reason}"));
            }
        }
    };
    write(&below, "not a directory");
    write(&beside, "no such directory");
    write("/dev/full", "no space left on device");
    write(here, "is a directory");
    check(&["man", &below], null, null, &format!("cannot write {below}: not a directory"));
    for command in [
        &["list"][..],
        &["list", "--json"],
        &["licenses"],
        &["man"],
        &["completions", "bash"],
        &["solve", "2x2x2", "R"],
    ] {
        check(command, null, "/dev/full", "cannot write standard output: no space left on device");
    }
    for command in [&["solve", "3x3x3", "-"], &["batch", "3x3x3", "-"]] {
        check(command, here, null, "cannot read standard input: is a directory");
    }
    check(
        &["serve", "--listen", "192.0.2.1", "--quiet"],
        null,
        null,
        "cannot listen on 192.0.2.1:7117: cannot assign requested address",
    );
}

#[test]
fn completions_are_scripts() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = deepen(&["completions", shell]).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("deepen"), "{shell}");
    }
}

/// A file is replaced atomically, also through a link, and invalid input leaves it unchanged.
#[test]
fn convert_replaces_files_as_a_whole() {
    let folder = std::env::temp_dir().join(format!("deepen-convert-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for this test");
    let path = |name: &str| folder.join(name).to_str().expect("a path of letters").to_string();
    let run = |input: &str, output: &str| {
        let output = deepen(&["convert", input, output, "--to", "tws"]).output().expect("the program ends");
        (output.status.code(), stdout(&output))
    };
    let read = || std::fs::read_to_string(path("out.tws")).expect("the file is there");
    assert_eq!(run("tests/data/turntable.json", &path("out.tws")), (Some(0), String::new()));
    let first = read();
    assert!(first.starts_with("Name turntable\n"), "{first}");
    std::os::unix::fs::symlink(path("out.tws"), path("link.tws")).expect("a link");
    assert_eq!(run("tests/data/rules.tws", &path("link.tws")).0, Some(0));
    let second = read();
    assert!(second.ends_with("\nIllegal SEATS 1 2\n"), "{second}");
    assert_eq!(run("tests/data/bad.tws", &path("out.tws")).0, Some(3));
    assert_eq!(read(), second);
    // No temporary file is left over.
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["link.tws", "out.tws"]);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// Threads take address space, too: under a limit there are fewer, and far too little is an error and no panic.
#[cfg(target_os = "linux")]
#[test]
fn a_small_address_space_has_fewer_threads() {
    let run = |kilobytes: u32| {
        let limited = format!("ulimit -v {kilobytes}; exec \"$0\" solve 3x3x3 'R U F' --threads 64");
        let mut command = std::process::Command::new("bash");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_deepen")]).env("DEEPEN_TABLES", "none");
        let output = command.output().expect("bash starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for kilobytes in [250_000, 400_000, 1_000_000] {
        let (code, messages) = run(kilobytes);
        assert_eq!(code, Some(0), "{kilobytes} KB: {messages}");
    }
    let (code, messages) = run(100_000);
    let expected = "error: the address space is limited to 97.7 MiB, expected at least 160.0 MiB";
    assert!(code == Some(2) && messages.starts_with(expected), "{code:?} {messages}");
}

/// Runs a command line of the program under a limit of the shell.
#[cfg(target_os = "linux")]
fn run_limited(limit: &str, arguments: &str) -> (Option<i32>, String) {
    let limited = format!("ulimit {limit}; exec \"$0\" {arguments}");
    let mut command = std::process::Command::new("bash");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_deepen")]).env("DEEPEN_TABLES", "none");
    let output = command.output().expect("bash starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A table that the address space has no room for ends the program with the exit code of limits. It was aborted.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_does_not_provide_is_an_error() {
    let solve = "solve 3x3x3 \"R U2 F' L D B2 R2 U F L2 D' B R F2\" --optimal";
    let (code, messages) = run_limited("-v 300000", solve);
    assert_eq!(code, Some(5), "{messages}");
    assert!(messages.contains("error: out of memory: the system does not provide"), "{messages}");
}

/// A table or a journal that exceeds the limit of files is not stored, and the program goes on or says so. It was killed by
/// a signal.
#[cfg(target_os = "linux")]
#[test]
fn files_that_may_not_grow_are_errors() {
    let folder = std::env::temp_dir().join(format!("deepen-file-limit-{}", std::process::id()));
    let tables = folder.display();
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let build = format!("tables build 3x3x3-corners-half-turn --tables {tables}");
    let (code, messages) = run_limited("-f 10000", &build);
    let left: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").flatten().map(|entry| entry.path()).collect();
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
    assert!(code.is_some_and(|code| code != 0), "{code:?} {messages}");
    assert!(left.iter().all(|path| path.extension().is_some_and(|kind| kind == "lock")), "{left:?}");
}
