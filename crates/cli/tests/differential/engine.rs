//! The program under test as a process: arguments in, JSON out. Nothing of its crates is used here.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// No group of small puzzles takes a tenth of this, tables included.
const PATIENCE: Duration = Duration::from_secs(240);

/// The output of the program.
pub struct Reply {
    /// Exit code; None if it was killed or crashed.
    pub code: Option<i32>,
    /// One object for each line of standard output.
    pub objects: Vec<Value>,
    /// Standard error.
    pub errors: String,
}

/// A folder for definitions, positions and tables of this run.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("differential");
    fs::create_dir_all(&folder).expect("the folder for temporary files can be made");
    folder
}

/// Begins the names of this process's files.
fn prefix() -> String {
    format!("{}-", std::process::id())
}

/// Removes what this process has written, but no tables.
pub fn clean() {
    for entry in fs::read_dir(folder()).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&prefix()) {
            // A file that is left over does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file that a command reads, and returns its path.
pub fn file(name: &str, text: &str) -> String {
    let path = folder().join(prefix() + name);
    fs::write(&path, text).expect("temporary files can be written");
    path.to_str().expect("paths are text").to_string()
}

/// Runs `deepen` and waits for its end, with a time limit.
pub fn run(arguments: &[String]) -> Reply {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("DEEPEN_TABLES", folder().join("tables"));
    let mut child = command.spawn().expect("the program starts");
    let mut stdout = child.stdout.take().expect("stdout is piped");
    let mut stderr = child.stderr.take().expect("stderr is piped");
    let output = thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text).unwrap_or_default()
    });
    let errors = thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).map(|_| text).unwrap_or_default()
    });
    let started = Instant::now();
    let code = loop {
        match child.try_wait().expect("the program can be waited for") {
            Some(status) => break status.code(),
            None if started.elapsed() > PATIENCE => {
                child.kill().expect("the program can be ended");
                child.wait().expect("the program ends");
                break None;
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    let text = output.join().expect("reading does not panic");
    let objects = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Reply { code, objects, errors: errors.join().expect("reading does not panic") }
}

/// Returns the output of `deepen` as one text.
pub fn text(arguments: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_deepen")).args(arguments).output();
    String::from_utf8(output.expect("the program starts").stdout).expect("output is text")
}

/// A command as it can be pasted into a shell.
pub fn command_line(arguments: &[String]) -> String {
    let quoted = |argument: &String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,".contains(c);
        match !argument.is_empty() && argument.chars().all(is_plain) {
            true => argument.clone(),
            false => format!("\"{argument}\""),
        }
    };
    let words: Vec<String> = arguments.iter().map(quoted).collect();
    format!("deepen {}", words.join(" "))
}
