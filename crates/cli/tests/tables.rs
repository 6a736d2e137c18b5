//! Kept tables from outside: several processes, one that is ended while it works, folders that cannot be used.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Few enough turns for the smallest table.
const SCRAMBLE: &str = "R U2 F' L D B2 R' U F2";
/// The smallest of the tables that are kept.
const NAME: &str = "3x3x3-instant";

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("deepen-tables-{name}-{}", std::process::id())))
    }

    fn deepen(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
        command.args(arguments).env("DEEPEN_TABLES", &self.0);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
        command
    }

    /// A search with the smallest table that tells what it does.
    fn solve(&self) -> Command {
        let how = ["--algorithm", "ida", "--all", "--heuristic", "instant", "--progress", "json", "--json"];
        let mut command = self.deepen(&["solve", "3x3x3", SCRAMBLE]);
        command.args(how);
        command
    }

    fn table(&self) -> PathBuf {
        self.0.join(NAME).with_extension("table")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(mut command: Command) -> Output {
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

/// Sees that a search ended well. How often it told of an event.
fn count(output: &Output, event: &str) -> usize {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(out.contains("\"status\":\"optimal\"") && out.contains("\"length\":9"), "{out}");
    err.matches(&format!("\"event\":\"{event}\"")).count()
}

fn state(folder: &Folder) -> String {
    let listed = text(&run(folder.deepen(&["tables"])).stdout);
    let line = listed.lines().find(|line| line.starts_with(NAME)).expect("it is listed");
    line.split_whitespace().last().expect("a state").to_string()
}

#[test]
fn a_table_is_made_once_and_used_by_all() {
    let folder = Folder::new("once");
    assert_eq!(state(&folder), "absent");
    let both: Vec<_> = (0..2).map(|_| folder.solve().spawn().expect("the program starts")).collect();
    let both = both.into_iter().map(|child| child.wait_with_output().expect("it ends"));
    let both: Vec<Output> = both.collect();
    let made: Vec<usize> = both.iter().map(|output| count(output, "table_kept")).collect();
    assert_eq!(made.iter().sum::<usize>(), 1, "{made:?}");
    let found: usize = both.iter().map(|output| count(output, "table_found")).sum();
    assert_eq!(found, 1);
    assert_eq!(state(&folder), "ready");
    let third = run(folder.solve());
    assert_eq!((count(&third, "table_found"), count(&third, "table_kept")), (1, 0));
    // What is damaged is told, and not used.
    let file = fs::OpenOptions::new().write(true).open(folder.table()).expect("it is there");
    std::os::unix::fs::FileExt::write_all_at(&file, b"damage", 30_000_000).expect("it can be written");
    let verified = run(folder.deepen(&["tables", "verify"]));
    assert_eq!(verified.status.code(), Some(6));
    assert!(text(&verified.stdout).starts_with("3x3x3-instant: damaged: its content is damaged in bytes "));
    let fourth = run(folder.solve());
    assert_eq!((count(&fourth, "table_trouble"), count(&fourth, "table_kept")), (1, 1));
    assert_eq!(run(folder.deepen(&["tables", "verify", NAME])).status.code(), Some(0));
    assert_eq!(text(&run(folder.deepen(&["tables", "remove", NAME])).stdout), "3x3x3-instant: removed\n");
    assert_eq!(state(&folder), "absent");
}

#[test]
fn who_is_killed_while_making_a_table_leaves_no_broken_one() {
    let folder = Folder::new("killed");
    for event in ["table_progress", "table_kept"] {
        let mut child = folder.solve().spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("stderr is piped")).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line.contains(event))), "{event} never happens");
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
        // It is whole or not there, whenever the end came.
        let verified = run(folder.deepen(&["tables", "verify"]));
        assert_eq!(verified.status.code(), Some(0), "{}", text(&verified.stdout));
        if event == "table_progress" {
            assert_eq!(state(&folder), "absent");
        }
    }
    let next = run(folder.solve());
    assert_eq!(count(&next, "table_found") + count(&next, "table_kept"), 1);
    assert_eq!(count(&next, "table_trouble"), 0);
    assert!(!folder.0.join(NAME).with_extension("part").exists());
    assert_eq!(state(&folder), "ready");
}

/// Even who may write everywhere cannot make a folder in what is none.
#[test]
fn a_folder_that_cannot_be_written_is_told_and_done_without() {
    let folder = Folder::new("unwritable");
    let inside = Path::new("/dev/null/tables");
    let mut command = folder.solve();
    command.env("DEEPEN_TABLES", inside);
    let output = run(command);
    assert_eq!((count(&output, "table_trouble"), count(&output, "table_kept")), (1, 0));
    let mut command = folder.deepen(&["tables", "build", NAME]);
    command.env("DEEPEN_TABLES", inside);
    let output = run(command);
    assert_eq!(output.status.code(), Some(6));
    let err = text(&output.stderr);
    assert!(
        err.starts_with("warning: table 3x3x3-instant: it cannot be kept in /dev/null/tables: "),
        "{err}"
    );
}

/// A first answer by the phases is no reason to write anything.
#[test]
fn small_tables_are_not_kept() {
    let folder = Folder::new("small");
    let output = run(folder.deepen(&["solve", "3x3x3", SCRAMBLE]));
    assert_eq!(output.status.code(), Some(0));
    assert!(!folder.0.exists());
}
