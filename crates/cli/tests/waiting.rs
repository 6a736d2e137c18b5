//! Time limits and threads: the promises of `--timeout` and `--threads`, of JSON output, and of `deepen batch -` for a program
//! that drives it. The limits are generous, so that a busy machine does not fail them.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A random cube, 18 moves from solved.
const HARD: &str = "D F' U2 D2 F' L2 D' F2 L' U F2 D2 L' F2 R U2 L D2 R' D2";

/// Much longer than anything here should take, and much shorter than the tables that must not be waited for.
const SLACK: Duration = Duration::from_secs(10);

fn deepen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command.env("DEEPEN_TABLES", "none");
    command
}

/// Returns the output of a command and its time.
fn run(arguments: &[&str]) -> (Output, Duration) {
    let started = Instant::now();
    let output = deepen(arguments).output().expect("the program starts");
    (output, started.elapsed())
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("stdout is text")
}

fn json(output: &Output) -> Vec<Value> {
    let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    stdout(output).lines().map(parse).collect()
}

fn number(object: &Value, name: &str) -> f64 {
    object[name].as_f64().unwrap_or_else(|| panic!("no number {name} in {object}"))
}

/// The seconds of an answer are wall-clock time, and tables are separated from the search.
fn check_seconds(object: &Value, waited: Duration) {
    let (all, search, tables) =
        (number(object, "seconds"), number(object, "search_seconds"), number(object, "table_seconds"));
    assert!((all - search - tables).abs() < 1e-5, "{object}");
    // A process takes a moment to start and to end.
    let waited = waited.as_secs_f64();
    assert!(all <= waited && waited - all < 1.0 + waited / 4.0, "{waited} s waited: {object}");
}

/// Tables that take seconds to build do not delay an answer after its time limit: the best known answer is printed.
#[test]
fn a_time_limit_counts_tables() {
    let arguments =
        ["solve", "3x3x3", HARD, "--optimal", "--heuristic", "coset-752m", "--timeout", "1", "--json"];
    let (output, waited) = run(&arguments);
    assert_eq!(output.status.code(), Some(5));
    assert!(waited < SLACK, "{waited:?}");
    let answers = json(&output);
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    assert!(number(answer, "length") <= 22.0 && number(answer, "lower_bound") >= 1.0, "{answer}");
    assert!(number(answer, "table_seconds") > 0.0, "{answer}");
    check_seconds(answer, waited);
}

/// The time limit holds for every kind of table: the best known answer is printed soon after it, and a search without its
/// table reports that it was stopped.
#[test]
fn no_table_outlasts_a_time_limit() {
    let shuffdle = "VVXKD NGTSV PXLSF YIDSU _____";
    let board = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";
    let cube4 = "F2 L' F2 R2 F2 U2 B U' B D R2 D2 U' B2 D U' F Rw2 Uw2 D2 B D' Fw2 B F' U' Fw2 L2";
    for arguments in [
        &["solve", "3x3x3", HARD, "--optimal"][..],
        &["solve", "3x3x3", HARD, "--all"],
        &["solve", "3x3x3", HARD, "--max-phase1", "1000000000"],
        &["solve", "3x3x3", HARD, "--algorithm", "four-phase"],
        &["solve", "3x3x3", HARD, "--optimal", "--heuristic", "corners"],
        &["solve", "3x3x3", HARD, "--goal", "f2l"],
        &["solve", "3x3x3", HARD, "--goal", "htr", "--niss"],
        &["solve", "4x4x4", cube4],
        &["solve", "square-1", "(0,-4) / (1,-2) / (-3,0) / (-4,-4) / (0,3) / (1,-2) / (-1,-4) / (1,0)"],
        &["solve", "sliding", board, "--goal", "first"],
        &["solve", "shuffdle", "LATCH", shuffdle, "--heuristic", "p2"],
        &["batch", "3x3x3", HARD, "--optimal", "--heuristic", "coset-752m"],
        &["hint", "shuffdle", "LATCH", shuffdle],
    ] {
        let (output, waited) = run(&[arguments, &["--timeout", "0.05", "--json"]].concat());
        let answers = json(&output);
        let [answer] = &answers[..] else { panic!("{arguments:?}: {answers:?}") };
        assert!(waited < SLACK, "{arguments:?}: {waited:?}");
        let code = output.status.code();
        match answer["status"].as_str() {
            Some("timeout") => assert_eq!(code, Some(5), "{arguments:?}: {answer}"),
            Some("optimal" | "upper_bound") => assert!(code == Some(0) || code == Some(5), "{answer}"),
            _ => panic!("{arguments:?}: {answer}"),
        }
    }
}

/// A 3x3x3 is solved within any time limit: a first solution takes milliseconds.
#[test]
fn next_to_no_time_is_enough_for_a_first_solution() {
    for time in ["0", "0.001"] {
        let (output, _) = run(&["solve", "3x3x3", HARD, "--timeout", time, "--json"]);
        let answers = json(&output);
        let [answer] = &answers[..] else { panic!("{answers:?}") };
        assert!(number(answer, "length") <= 24.0, "{answer}");
    }
}

/// Seconds are wall-clock time, whichever puzzle built the tables.
#[test]
fn seconds_are_seconds_waited() {
    for arguments in [
        &["solve", "3x3x3", HARD, "--goal", "dr"][..],
        &["solve", "2x2x2", "R U F2 R' U2 F R", "--all"],
        &["solve", "skewb", "DFR' URF' DRB DBL ULB'"],
        &["solve", "sliding", "8 6 7/2 5 4/3 0 1"],
        &["batch", "4x4x4", "R U Fw2 D L' Uw"],
    ] {
        let (output, waited) = run(&[arguments, &["--json"]].concat());
        let answers = json(&output);
        let [answer] = &answers[..] else { panic!("{arguments:?}: {answers:?}") };
        check_seconds(answer, waited);
    }
}

/// Processor time of all children that have ended, in ticks, as Linux reports it.
#[cfg(target_os = "linux")]
fn ticks_of_children() -> u64 {
    let text = fs::read_to_string("/proc/self/stat").expect("/proc is there");
    // Behind the name, which may hold spaces: cutime and cstime are the 14th and 15th field from there.
    let fields: Vec<&str> = text.rsplit_once(')').expect("a name").1.split_whitespace().collect();
    fields[13..15].iter().map(|field| field.parse::<u64>().expect("a number")).sum()
}

/// One thread is one thread, for tables as well.
#[test]
#[cfg(target_os = "linux")]
fn one_thread_fills_tables_on_one_core() {
    // In a separate process, because children of other tests would count.
    if std::env::var_os("DEEPEN_TEST_ONE_THREAD").is_none() {
        let status = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "one_thread_fills_tables_on_one_core"])
            .env("DEEPEN_TEST_ONE_THREAD", "1")
            .status();
        assert!(status.expect("this program starts").success());
        return;
    }
    for arguments in [
        &["solve", "3x3x3", HARD, "--optimal", "--heuristic", "coset-59m", "--timeout", "2"][..],
        &["solve", "3x3x3", HARD, "--timeout", "2"],
        &["solve", "4x4x4", "R U Fw2 D L' Uw", "--timeout", "2"],
    ] {
        let before = ticks_of_children();
        let (_, waited) = run(&[arguments, &["--threads", "1"]].concat());
        // A tick is a hundredth of a second.
        let used = (ticks_of_children() - before) as f64 / 100.0;
        assert!(used <= 1.3 * waited.as_secs_f64() + 0.1, "{arguments:?}: {used} s used in {waited:?}");
    }
}

/// One object for each puzzle, however often its solution was improved, unless --stream is given.
#[test]
fn json_is_one_object_for_each_puzzle() {
    let solve = |more: &[&str]| {
        json(&run(&[&["solve", "3x3x3", HARD, "R U F", "--timeout", "0.5", "--json"], more].concat()).0)
    };
    let answers = solve(&[]);
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(answers.iter().all(|answer| answer["status"] != "improved"));
    let streamed = solve(&["--stream"]);
    assert!(streamed.len() > 2, "{streamed:?}");
    let is_last = |answer: &&Value| answer["status"] != "improved";
    assert_eq!(streamed.iter().filter(is_last).count(), 2, "{streamed:?}");
}

/// Every solution is printed once: the last improvement is the answer.
#[test]
fn the_last_solution_is_printed_once() {
    let (output, _) = run(&["solve", "3x3x3", HARD, "--timeout", "0.5"]);
    let text = stdout(&output);
    let mut solutions: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(" moves: ")).map(|(_, moves)| moves).collect();
    assert!(!solutions.is_empty(), "{text}");
    solutions.sort_unstable();
    let n = solutions.len();
    solutions.dedup();
    assert_eq!(solutions.len(), n, "{text}");
    assert!(solutions.iter().all(|moves| text.matches(moves).count() == 1), "{text}");
    // --quiet prints the answer only.
    let (output, _) = run(&["solve", "3x3x3", HARD, "--timeout", "0.2", "--quiet"]);
    assert_eq!(stdout(&output).lines().count(), 1);
}

/// A batch that is fed by another program answers each line while its input is open: the first at once, with the line and
/// what was on it.
#[test]
fn a_batch_can_be_driven_line_by_line() {
    let mut child = deepen(&["batch", "3x3x3", "-", "--json", "--quiet"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let mut ask = |line: &str| -> (Value, Duration) {
        let started = Instant::now();
        writeln!(stdin, "{line}").expect("it reads");
        let answer = answers.next().expect("there is an answer").expect("it is text");
        (serde_json::from_str(&answer).expect("it is JSON"), started.elapsed())
    };
    let (first, waited) = ask(&format!("  {HARD}"));
    // About 50 milliseconds where nothing else runs; all tables take ten times as long.
    assert!(waited < SLACK, "{waited:?}");
    assert_eq!((&first["line"], &first["input"]), (&Value::from(1), &Value::from(HARD)), "{first}");
    // The answer of `solve`.
    let (alone, _) = run(&["solve", "3x3x3", HARD, "--json"]);
    assert_eq!(first["moves"], json(&alone)[0]["moves"]);
    let (second, _) = ask("R U2 F'");
    assert_eq!((&second["line"], &second["input"]), (&Value::from(2), &Value::from("R U2 F'")), "{second}");
    assert_eq!(second["length"], 3);
    let (wrong, _) = ask("R Q");
    assert_eq!((&wrong["line"], &wrong["input"]), (&Value::from(3), &Value::from("R Q")), "{wrong}");
    assert_eq!(wrong["status"], "invalid");
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().expect("the program ends").code(), Some(3));
}

/// Puzzles that may span several lines are read line by line, too, if the writer waits for answers.
#[test]
fn every_puzzle_can_be_driven_line_by_line() {
    for (puzzle, lines, lengths) in [
        ("sliding", ["8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 0 8"], [31, 1]),
        ("pyraminx", ["R L", "B"], [2, 1]),
        ("square-1", ["(1,0) /", "(1,0) / (3,0) /"], [1, 2]),
    ] {
        let mut child = deepen(&["batch", puzzle, "-", "--json", "--quiet"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
        for (i, (line, length)) in lines.into_iter().zip(lengths).enumerate() {
            writeln!(stdin, "{line}").expect("it reads");
            let answer = answers.next().expect("there is an answer").expect("it is text");
            let answer: Value = serde_json::from_str(&answer).expect("it is JSON");
            assert_eq!(
                (&answer["line"], &answer["input"]),
                (&Value::from(i + 1), &Value::from(line)),
                "{answer}"
            );
            assert_eq!(answer["length"], length, "{puzzle}: {answer}");
        }
        writeln!(stdin, "? ?").expect("it reads");
        let answer = answers.next().expect("there is an answer").expect("it is text");
        let answer: Value = serde_json::from_str(&answer).expect("it is JSON");
        assert_eq!(
            (&answer["line"], &answer["status"]),
            (&Value::from(3), &Value::from("invalid")),
            "{answer}"
        );
        let place = answer["error"]["where"].as_str().unwrap_or_default();
        assert!(place.contains("line 3"), "{answer}");
        drop(stdin);
        assert_eq!(child.wait().expect("the program ends").code(), Some(3));
    }
}

/// The Python of the documentation runs as it is printed there.
#[test]
fn the_documented_python_runs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/scripting.md");
    let text = fs::read_to_string(path).expect("the page is there");
    let code = text.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    let code = code.expect("there is a block of Python");
    assert!(code.lines().filter(|line| !line.trim().is_empty()).count() <= 12, "{code}");
    let bin = Path::new(env!("CARGO_BIN_EXE_deepen")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let python = Command::new("python3")
        .args(["-c", code])
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("DEEPEN_TABLES", "none")
        .output();
    let Ok(output) = python else {
        eprintln!("SKIPPED: there is no python3 to run docs/guide/scripting.md with");
        return;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("1 6 ") && lines[1].starts_with("2 4 "), "{text}");
}

/// Published counts of distinct positions.
#[test]
fn cubes_are_counted_up_to_a_length() {
    for (metric, expected) in [
        ("half-turn", vec![1, 18, 243, 3240, 43_239, 574_908]),
        ("quarter-turn", vec![1, 12, 114, 1068, 10_011, 93_840, 878_880]),
        ("axial", vec![1, 45, 1347]),
    ] {
        let length = (expected.len() - 1).to_string();
        let (output, _) = run(&["count", "3x3x3", "--metric", metric, "--max-length", &length, "--json"]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(json(&output)[0]["per_depth"], Value::from(expected), "{metric}");
    }
    let (output, _) = run(&["count", "3x3x3", "--max-length", "5", "--max-memory", "1M"]);
    assert_eq!(output.status.code(), Some(5), "{}", stdout(&output));
    assert_eq!(run(&["count", "3x3x3"]).0.status.code(), Some(2));
}

/// A directory that is removed.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("deepen-waiting-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for this test");
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain name").to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A mistyped directory is reported, not created; a new one in an existing directory is created, and reported.
#[test]
fn folders_of_tables_are_not_made_in_silence() {
    let folder = Folder::new("tables");
    let solve = |tables: &str| {
        run(&["solve", "3x3x3", "R U F", "--optimal", "--heuristic", "corners", "--tables", tables]).0
    };
    let mistyped = folder.path("no/such/folder");
    let output = solve(&mistyped);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(errors.contains("no such directory") && errors.contains(&folder.path("no/such")), "{errors}");
    assert!(!folder.0.join("no").exists());
    let new = folder.path("new");
    let output = solve(&new);
    assert_eq!(output.status.code(), Some(0));
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(errors.contains(&format!("created the directory {new}")), "{errors}");
    let again = solve(&new);
    assert!(!String::from_utf8_lossy(&again.stderr).contains("created the directory"));
    fs::write(folder.path("file"), "").expect("a file");
    assert_eq!(solve(&folder.path("file")).status.code(), Some(2));
}

#[test]
fn verifying_no_tables_says_so() {
    let folder = Folder::new("verify");
    let path = folder.path("");
    for task in [&["verify"][..], &["remove", "--all"]] {
        let (output, _) = run(&[&["tables"], task, &["--tables", &path]].concat());
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).starts_with("no tables are stored in "), "{}", stdout(&output));
    }
}

/// Two runs have the same numbers except for the seconds.
#[test]
fn comparisons_are_reproducible_and_have_a_csv() {
    let folder = Folder::new("compare");
    let lines = |name: &str| -> Vec<String> {
        let path = folder.path(name);
        let (output, _) = run(&["compare", "sliding", "8 6 7/2 5 4/3 0 1", "--csv", &path]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(path).expect("the file is written");
        let timeless = |line: &str| line.rsplitn(3, ',').nth(2).unwrap_or_default().to_string();
        text.lines().map(timeless).collect()
    };
    let first = lines("first.csv");
    let header = "algorithm,heuristic,weight,status,length,lower_bound,nodes,expanded,held,threads";
    assert_eq!(first[0], header);
    assert!(first.len() > 2 && first[1..].iter().all(|line| line.ends_with(",1")), "{first:?}");
    assert_eq!(lines("second.csv"), first);
    let (output, _) = run(&["compare", "sliding", "8 6 7/2 5 4/3 0 1", "--algorithms", "ida", "--csv", "-"]);
    assert!(stdout(&output).starts_with(header), "{}", stdout(&output));
}
