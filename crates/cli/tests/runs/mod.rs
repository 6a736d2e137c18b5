//! Runs of the program whose answers and counts are compared, for the tests of journals and of ranks.
#![allow(dead_code, reason = "each test uses some of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Searches of different families that take about a second, with rounds of many tasks, and all solutions, so that all counts
/// are certain.
pub const SEARCHES: [&[&str]; 4] = [
    &[
        "sliding",
        "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3",
        "--goal",
        "first",
        "--heuristic",
        "linear-conflict",
        "--all",
    ],
    &["3x3x3", "R U2 F' L D B2", "--heuristic", "none", "--all"],
    &["2x2x2", "R U F2 R' U2 F R2 U' F' R U", "--heuristic", "none", "--moves", "U,R,F", "--all"],
    &["pyraminx", "U L R B U' L' R' B' U L", "--algorithm", "dfid", "--all"],
];

/// The part of a result that is the same in every run: the answer, and the counts of its complete rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Essence {
    pub code: Option<i32>,
    pub answer: Vec<(String, Value)>,
    pub rounds: Vec<(u64, u64)>,
}

/// Fields that differ from run to run.
pub const INCIDENTAL: [&str; 9] = [
    "nodes",
    "expanded",
    "held",
    "seconds",
    "threads",
    "ranks",
    "search_seconds",
    "table_seconds",
    "table_bytes",
];

impl Essence {
    pub fn of(output: &Output) -> Essence {
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let answer: Value = serde_json::from_str(stdout.trim())
            .unwrap_or_else(|error| panic!("{error} in {stdout:?}, with {stderr}"));
        let answer = answer.as_object().expect("answers are objects").clone();
        let rounds = stderr.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let rounds = rounds.filter(|event| event["event"] == "round_finished");
        let number = |value: &Value| value.as_u64().expect("counts are numbers");
        Essence {
            code: output.status.code(),
            answer: answer.into_iter().filter(|(key, _)| !INCIDENTAL.contains(&key.as_str())).collect(),
            rounds: rounds.map(|event| (number(&event["bound"]), number(&event["nodes"]))).collect(),
        }
    }
}

/// The arguments of a search that prints the data to compare.
pub fn solve<'a>(search: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [&["solve"], search, &["--json", "--progress", "json"], more].concat()
}

pub fn run(mut command: Command) -> Output {
    command.stdin(Stdio::null()).output().expect("the program starts")
}

/// An empty directory for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("folders can be made");
    folder
}

/// Starts a program that writes a journal and waits until that has so many lines, or the program has ended.
pub fn start_until(mut command: Command, journal: &Path, n_lines: usize) -> Child {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let end = Instant::now() + Duration::from_secs(120);
    while child.try_wait().expect("it can be waited for").is_none() && lines(journal) < n_lines {
        assert!(Instant::now() < end, "the journal does not grow");
        thread::sleep(Duration::from_millis(2));
    }
    child
}

pub fn lines(journal: &Path) -> usize {
    fs::read(journal).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}
