//! Stored tables: several processes, one that is killed while it builds, and directories that cannot be used.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Few enough turns for the smallest table.
const SCRAMBLE: &str = "R U2 F' L D B2 R' U F2";
/// The smallest of the stored tables.
const NAME: &str = "3x3x3-coset-59m";

/// A directory that is removed when the test ends.
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

    /// A search with the smallest table that reports its progress.
    fn solve(&self) -> Command {
        let how = ["--algorithm", "ida", "--all", "--heuristic", "coset-59m", "--progress", "json", "--json"];
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

/// Checks that a search succeeded. Returns the number of times it reported an event.
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
    // A damaged table is reported and not used.
    let file = fs::OpenOptions::new().write(true).open(folder.table()).expect("it is there");
    std::os::unix::fs::FileExt::write_all_at(&file, b"damage", 30_000_000).expect("it can be written");
    let verified = run(folder.deepen(&["tables", "verify"]));
    assert_eq!(verified.status.code(), Some(6));
    assert!(text(&verified.stdout).starts_with("3x3x3-coset-59m: damaged: its content is damaged in bytes "));
    let fourth = run(folder.solve());
    assert_eq!((count(&fourth, "table_trouble"), count(&fourth, "table_kept")), (1, 1));
    assert_eq!(run(folder.deepen(&["tables", "verify", NAME])).status.code(), Some(0));
    assert_eq!(text(&run(folder.deepen(&["tables", "remove", NAME])).stdout), "3x3x3-coset-59m: removed\n");
    assert_eq!(state(&folder), "absent");
}

#[test]
fn a_process_killed_while_building_leaves_no_broken_table() {
    let folder = Folder::new("killed");
    for event in ["table_progress", "table_kept"] {
        let mut child = folder.solve().spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("stderr is piped")).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line.contains(event))), "{event} never happens");
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
        // The table is complete or absent, whenever the process was killed.
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

/// Even root cannot create a directory below a device.
#[test]
fn a_directory_that_cannot_be_written_is_reported_and_not_needed() {
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
        err.starts_with("warning: table 3x3x3-coset-59m: it cannot be stored in /dev/null/tables: "),
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

/// The first page of a table as [ADR 12](../../../docs/adr/0012-table-store.md) describes it.
fn page(format: u32, name: &str, version: u32, depends: &[u64], bytes: u64) -> Vec<u8> {
    let mut page = b"deepen\0T".to_vec();
    // The checksum is written later; an item has one byte.
    [format, 0, version, 1, 0].iter().for_each(|number| page.extend(number.to_le_bytes()));
    page.extend(bytes.to_le_bytes());
    page.extend((name.len() as u32).to_le_bytes());
    page.extend(name.as_bytes());
    for numbers in [depends, &[1, 18, 243]] {
        page.extend((numbers.len() as u32).to_le_bytes());
        numbers.iter().for_each(|number| page.extend(number.to_le_bytes()));
    }
    page.resize(4096, 0);
    let sum = crc32fast::hash(&page);
    page[12..16].copy_from_slice(&sum.to_le_bytes());
    page
}

/// A directory with a file for each reason not to be used, and with files of other programs.
fn folder_of_old_tables(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir_all(folder.0.join("folder.table")).expect("a folder");
    let write =
        |name: &str, bytes: Vec<u8>| fs::write(folder.0.join(name), bytes).expect("it can be written");
    write("3x3x3-ancient.table", page(1, "3x3x3-ancient", 1, &[1], 1000));
    write("3x3x3-coset-59m.table", page(1, NAME, 99, &[1], 1000));
    write("3x3x3-coset-289m.table", page(0, "3x3x3-coset-289m", 1, &[1], 1000));
    write("3x3x3-old.part", page(1, "3x3x3-old", 1, &[1], 1000));
    write("3x3x3-coset-7.6g.part", Vec::new());
    for foreign in FOREIGN {
        write(foreign, b"something else".to_vec());
    }
    write("backup.bak", page(1, "3x3x3-ancient", 1, &[1], 1000));
    fs::write(folder.0.join("folder.table/inner.table"), page(1, "inner", 1, &[], 10))
        .expect("it can be written");
    std::os::unix::fs::symlink(folder.0.join("folder.table/inner.table"), folder.0.join("link.table"))
        .expect("a link");
    folder
}

const FOREIGN: [&str; 4] = ["movie.part", "periodic.table", "notes.txt", "3x3x3-coset-752m.table"];
const UNUSED: [(&str, u64, &str); 5] = [
    ("3x3x3-ancient.table", 4096, "unknown name"),
    ("3x3x3-coset-289m.table", 4096, "other file format, 0"),
    ("3x3x3-coset-59m.table", 4096, "other layout version"),
    ("3x3x3-coset-7.6g.part", 0, "left by a process that was stopped"),
    ("3x3x3-old.part", 4096, "left by a process that was stopped"),
];

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn unused_tables_are_listed() {
    let folder = folder_of_old_tables("unused-listed");
    let before = names(&folder);
    let output = run(folder.deepen(&["tables"]));
    assert_eq!(output.status.code(), Some(0));
    let out = text(&output.stdout);
    let (used, unused) = out
        .split_once(
            "\n\nnot used by this version, 16.0 KiB in total; deepen tables remove --unused removes them\n",
        )
        .unwrap_or_else(|| panic!("no heading in {out}"));
    let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(unused.lines().next().map(words), Some(words("FILE SIZE REASON")));
    assert_eq!(unused.lines().count(), 1 + UNUSED.len(), "{unused}");
    for ((file, _, reason), line) in UNUSED.iter().zip(unused.lines().skip(1)) {
        assert!(line.starts_with(file) && line.ends_with(reason), "{line}");
    }
    // A file in the place of a table is not that table; a file of another program there is reported as damage.
    let state =
        |name: &str| used.lines().find(|line| line.starts_with(name)).map(words).expect("it is listed");
    assert_eq!(state(NAME)[3..], ["absent"]);
    assert_eq!(state("3x3x3-coset-752m")[3], "damaged:");
    let output = run(folder.deepen(&["tables", "--json"]));
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let listed: Vec<&serde_json::Value> = lines.iter().filter(|line| line["used"] == false).collect();
    assert_eq!(listed.len(), UNUSED.len());
    for ((file, bytes, reason), line) in UNUSED.iter().zip(listed) {
        assert_eq!((line["file"].as_str(), line["bytes"].as_u64()), (Some(*file), Some(*bytes)), "{line}");
        assert_eq!(
            (line["state"].as_str(), line["reason"].as_str()),
            (Some("unused"), Some(*reason)),
            "{line}"
        );
        assert_eq!(file.rsplit_once(".").map(|(name, _)| name), line["table"].as_str());
    }
    assert!(lines.iter().all(|line| line["used"] == false || line.get("used").is_none()));
    assert_eq!(names(&folder), before);
}

#[test]
fn unused_tables_are_removed_and_nothing_else() {
    for json in [false, true] {
        let folder = folder_of_old_tables("unused-removed");
        let before = names(&folder);
        let arguments = ["tables", "remove", "--unused", "--json"];
        let remove = || run(folder.deepen(if json { &arguments } else { &arguments[..3] }));
        let output = remove();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let out = text(&output.stdout);
        assert_eq!(out.lines().count(), UNUSED.len(), "{out}");
        for ((file, ..), line) in UNUSED.iter().zip(out.lines()) {
            match json {
                true => {
                    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
                    assert_eq!(
                        (line["file"].as_str(), line["state"].as_str()),
                        (Some(*file), Some("removed"))
                    );
                }
                false => assert!(line.starts_with(&format!("{file}: removed, ")), "{line}"),
            }
        }
        let is_left = |name: &String| UNUSED.iter().all(|(file, ..)| name != file);
        assert_eq!(names(&folder), before.into_iter().filter(is_left).collect::<Vec<_>>());
        for foreign in FOREIGN {
            assert_eq!(fs::read(folder.0.join(foreign)).expect("it is there"), b"something else");
        }
        assert!(
            folder.0.join("folder.table/inner.table").is_file() && folder.0.join("link.table").is_symlink()
        );
        // The second run has nothing to do.
        let output = remove();
        assert_eq!(output.status.code(), Some(0));
        let nothing = format!("no unused tables in {}\n", folder.0.display());
        assert_eq!(text(&output.stdout), if json { String::new() } else { nothing });
        assert!(!text(&run(folder.deepen(&["tables"])).stdout).contains("not used"));
    }
}

#[test]
fn nothing_is_unused_in_a_folder_that_is_not_there() {
    let folder = Folder::new("unused-nowhere");
    let output = run(folder.deepen(&["tables", "remove", "--unused"]));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), format!("no unused tables in {}\n", folder.0.display()));
    assert!(!folder.0.exists());
    for contradiction in [["--all", "--unused"], ["--unused", NAME]] {
        let arguments = [&["tables", "remove"][..], &contradiction].concat();
        assert_eq!(run(folder.deepen(&arguments)).status.code(), Some(2));
    }
}

/// A table under an older name is reported when the same one is built under its present name, and not afterwards.
#[test]
fn a_renamed_table_is_reported_once() {
    let folder = Folder::new("renamed");
    count(&run(folder.solve()), "table_kept");
    fs::rename(folder.table(), folder.0.join("3x3x3-first.table")).expect("it is there");
    let mut plain = folder.deepen(&["solve", "3x3x3", SCRAMBLE, "--all", "--heuristic", "coset-59m"]);
    plain.args(["--algorithm", "ida"]);
    let output = run(plain);
    assert_eq!(output.status.code(), Some(0));
    let err = text(&output.stderr);
    let expected = format!(
        "{} is a table of an older version, 56.1 MiB, and is not used: deepen tables remove --unused removes it\n",
        folder.0.join("3x3x3-first.table").display()
    );
    assert_eq!(err, expected);
    assert_eq!(count(&run(folder.solve()), "table_outdated"), 0);
    assert_eq!(text(&run(folder.deepen(&["tables", "remove", NAME])).stdout), "3x3x3-coset-59m: removed\n");
    assert_eq!(count(&run(folder.solve()), "table_outdated"), 1);
    let removed = text(&run(folder.deepen(&["tables", "remove", "--unused"])).stdout);
    assert_eq!(removed, "3x3x3-first.table: removed, 56.1 MiB\n");
    assert_eq!(state(&folder), "ready");
}
