//! Journals: a resumed run ends with the answer and the counts of an uninterrupted run, and files that are not its journal are
//! rejected.
#![cfg(unix)]

use crate::runs;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use runs::{Essence, INCIDENTAL, SEARCHES, folder, lines, run, solve, start_until};
use serde_json::Value;
use testkit::Lcg;

fn deepen(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.current_dir(folder).args(arguments).env("DEEPEN_TABLES", "none");
    command
}

fn resume(folder: &Path, more: &[&str]) -> Output {
    run(deepen(folder, &[&["resume", "journal"], more].concat()))
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

/// Killed repeatedly at random moments of a fixed seed, and resumed with any number of threads.
#[test]
fn a_killed_run_is_resumed() {
    for (i, search) in SEARCHES.iter().enumerate() {
        let folder = folder(&format!("killed-{i}"));
        let journal = folder.join("journal");
        let expected = Essence::of(&run(deepen(&folder, &solve(search, &["--threads", "1"]))));
        assert!(expected.rounds.len() > 3, "{expected:?}");
        let kept = run(deepen(&folder, &solve(search, &["--journal", "journal"])));
        assert_eq!(Essence::of(&kept), expected);
        let n_lines = lines(&journal);
        assert!(n_lines > 50, "only {n_lines} lines for {search:?}");
        fs::remove_file(&journal).expect("it was just written");
        let mut random = Lcg::new(12_345 + i as u64);
        let mut command = deepen(&folder, &solve(search, &["--journal", "journal", "--threads", "2"]));
        for threads in ["1", "2", "7"] {
            let at = lines(&journal) + 1 + random.below(n_lines / 3);
            let mut child = start_until(command, &journal, at);
            let _ = child.kill();
            child.wait().expect("it can be waited for");
            command = deepen(&folder, &["resume", "journal", "--threads", threads]);
        }
        assert_eq!(Essence::of(&run(command)), expected, "{search:?}");
        // And once more, when there is nothing left to do.
        let again = resume(&folder, &[]);
        assert_eq!(Essence::of(&again), expected);
    }
}

/// SIGTERM ends a run with the best known answer, and the journal is complete.
#[test]
fn a_terminated_run_reports_it_and_is_resumed() {
    let folder = folder("terminated");
    let search = SEARCHES[0];
    let expected = Essence::of(&run(deepen(&folder, &solve(search, &[]))));
    let command = deepen(&folder, &solve(search, &["--journal", "journal"]));
    let mut child = start_until(command, &folder.join("journal"), 100);
    assert!(child.try_wait().expect("it can be waited for").is_none(), "it was too fast");
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(sent.expect("kill exists").success());
    assert_eq!(child.wait().expect("it can be waited for").code(), Some(5));
    let bytes = fs::read(folder.join("journal")).expect("it is there");
    assert!(bytes.ends_with(b"\n"));
    let output = resume(&folder, &[]);
    assert!(!complaint(&output).contains("incomplete"), "{}", complaint(&output));
    assert_eq!(Essence::of(&output), expected);
}

/// A journal is truncated or changed at any byte: the answer is the same, or the journal is rejected.
#[test]
fn no_damage_leads_to_another_answer() {
    let folder = folder("damaged");
    let search = ["sliding", "8 6 7/2 5 4/3 0 1", "--heuristic", "none"];
    let journal = folder.join("journal");
    let kept = run(deepen(&folder, &solve(&search, &["--journal", "journal"])));
    let expected = Essence::of(&kept);
    let whole = fs::read(&journal).expect("it was just written");
    let last: usize = whole.split_inclusive(|&byte| byte == b'\n').rev().take(2).map(<[u8]>::len).sum();
    for length in (whole.len() - last..whole.len()).step_by(testkit::samples(5, 1)) {
        fs::write(&journal, &whole[..length]).expect("it can be written");
        let output = resume(&folder, &[]);
        assert_eq!(Essence::of(&output), expected, "cut at {length} of {}", whole.len());
        assert_eq!(fs::read(&journal).expect("it is there").last(), Some(&b'\n'));
    }
    let (mut n_refused, mut n_right) = (0, 0);
    for at in (0..whole.len()).step_by(whole.len() / testkit::samples(30, 200)) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 7);
        fs::write(&journal, &changed).expect("it can be written");
        let output = resume(&folder, &[]);
        if output.status.code() == Some(6) {
            let complaint = complaint(&output);
            assert!(complaint.contains("damaged") || complaint.contains("not a journal"), "{complaint}");
            assert_eq!(fs::read(&journal).expect("it is there"), changed, "a rejected journal is unchanged");
            n_refused += 1;
        } else {
            assert_eq!(Essence::of(&output), expected, "byte {at} changed");
            n_right += 1;
        }
    }
    assert!(n_refused > 15, "{n_refused} refused, {n_right} right");
}

fn check_refused(output: &Output, reason: &str) {
    assert_eq!(output.status.code(), Some(6), "{}", complaint(output));
    assert!(complaint(output).contains(reason), "{}", complaint(output));
}

#[test]
fn a_journal_of_another_search_is_rejected() {
    let folder = folder("foreign");
    let definition = |turn: &str| {
        let text = format!(
            "Name three\nSet P 6 1\nSolved\nP\n1 2 3 4 5 6\nEnd\n{turn}Move B\nP\n2 1 3 4 5 6\nEnd\n"
        );
        fs::write(folder.join("three.tws"), text).expect("it can be written");
    };
    let board = ["sliding", "board", "--heuristic", "none"];
    let three = ["three.tws", "A B A A B A B A A A B", "--algorithm", "dfid"];
    for search in [&board[..], &three[..]] {
        let _ = fs::remove_file(folder.join("journal"));
        fs::write(folder.join("board"), "8 6 7\n2 5 4\n3 0 1\n").expect("it can be written");
        definition("Move A\nP\n2 3 4 5 6 1\nEnd\n");
        let kept = run(deepen(&folder, &solve(search, &["--journal", "journal"])));
        assert_eq!(kept.status.code(), Some(0), "{}", complaint(&kept));
        assert_eq!(Essence::of(&resume(&folder, &[])), Essence::of(&kept));
        fs::write(folder.join("board"), "8 6 7\n2 5 4\n3 1 0\n").expect("it can be written");
        // The moves go the other way.
        definition("Move A\nP\n6 1 2 3 4 5\nEnd\n");
        check_refused(&resume(&folder, &[]), "the puzzles have changed");
    }
    let again = run(deepen(&folder, &solve(&board, &["--journal", "journal"])));
    check_refused(&again, "exists already");
    fs::write(folder.join("journal"), "something else\n").expect("it can be written");
    check_refused(&resume(&folder, &[]), "not a journal");
    check_refused(&run(deepen(&folder, &["resume", "nowhere"])), "nowhere");
}

/// Journals of format 1 are reported as such by every command and left unchanged, an incomplete last line included.
#[test]
fn an_old_format_is_refused_and_left_as_it_is() {
    let folder = folder("old-format");
    let old = include_bytes!("data/journals/format1.journal");
    fs::write(folder.join("journal"), old).expect("it can be written");
    let search = ["sliding", "8 6 7/2 5 4/3 0 1", "--heuristic", "manhattan"];
    let again = solve(&search, &["--journal", "journal"]);
    for arguments in [&["resume", "journal"][..], &["resume", "journal", "--quiet"], &again] {
        let output = run(deepen(&folder, arguments));
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", complaint(&output));
        for part in
            ["format 1, started by deepen 0.1.0", "reads format 2", "start again with another journal"]
        {
            assert!(complaint(&output).contains(part), "{arguments:?}: {}", complaint(&output));
        }
        assert_eq!(fs::read(folder.join("journal")).expect("it is there"), old);
    }
}

/// The identity of a search in the first line of a journal.
fn identity(folder: &Path, search: &[&str]) -> String {
    let _ = fs::remove_file(folder.join("journal"));
    let output = run(deepen(folder, &solve(search, &["--journal", "journal"])));
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    let text = fs::read_to_string(folder.join("journal")).expect("it was just written");
    let (_, head) = text.lines().next().and_then(|line| line.split_once(' ')).expect("a first line");
    let head: Value = serde_json::from_str(head).expect("it is JSON");
    assert_eq!(head["deepen journal"], 2);
    head["identity"].as_str().expect("a text").to_string()
}

/// Golden values: journals that exist can be resumed only as long as these stay. If one must change, so must the format.
#[test]
fn a_fixed_search_has_a_fixed_identity() {
    let folder = folder("identity");
    let check = |search: &[&str], expected: &str| {
        assert_eq!(identity(&folder, search), expected, "{search:?}");
        // Neither threads nor memory change what is searched.
        let more = [search, &["--threads", "2", "--max-memory", "2G"]].concat();
        assert_eq!(identity(&folder, &more), expected, "{more:?}");
    };
    check(
        &["sliding", "1 2 3/4 5 6/0 7 8", "--heuristic", "manhattan"],
        "866e9db0a8b539c36034f9126db8117ea3633683fb7ceda866adf9b458253020",
    );
    check(
        &["2x2x2", "R U F2", "--heuristic", "none", "--moves", "U,R,F", "--all"],
        "6d5704b396e09831affe72410913b53298a3b23b67a8a5caa50a88596d232f19",
    );
    check(
        &["pyraminx", "U L R", "--algorithm", "dfid", "--max-length", "9"],
        "c58940c9328f6484250bbfce256021355470dea27c0ad8334e65d826827a7e1a",
    );
}

#[test]
fn two_runs_do_not_write_one_journal() {
    let folder = folder("twice");
    let command = deepen(&folder, &solve(SEARCHES[0], &["--journal", "journal"]));
    let mut child = start_until(command, &folder.join("journal"), 30);
    let output = resume(&folder, &[]);
    let is_running = child.try_wait().expect("it can be waited for").is_none();
    let _ = child.kill();
    child.wait().expect("it can be waited for");
    assert!(is_running, "it was too fast");
    check_refused(&output, "another process is writing");
}

#[test]
fn searches_without_rounds_have_no_journal() {
    let folder = folder("no-rounds");
    let output = run(deepen(&folder, &["solve", "3x3x3", "R U F", "--journal", "journal"]));
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("two-phase has no rounds"), "{}", complaint(&output));
    assert!(!folder.join("journal").exists());
}

/// The results of a batch, without fields that differ from run to run.
fn results(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let result = |line: &str| {
        let mut value: Value = serde_json::from_str(line).expect("results are JSON");
        for key in INCIDENTAL {
            value.as_object_mut().expect("results are objects").remove(key);
        }
        value
    };
    text.lines().map(result).collect()
}

#[test]
fn a_killed_batch_is_resumed() {
    let folder = folder("batch");
    let journal = folder.join("journal");
    let korf = include_str!("../../../testdata/korf100_15puzzle.txt");
    let easy: Vec<&str> = korf.lines().filter(|line| !line.starts_with('#')).take(20).collect();
    fs::write(folder.join("boards"), easy.join("\n")).expect("it can be written");
    let batch = ["batch", "sliding", "boards", "--goal", "first", "--max-nodes", "2M", "--json"];
    let expected = run(deepen(&folder, &batch));
    assert_eq!(results(&expected).len(), 20);
    let mut command = deepen(&folder, &[&batch[..], &["--journal", "journal"]].concat());
    for n_lines in [5, 9, 15] {
        let mut child = start_until(command, &journal, n_lines);
        let _ = child.kill();
        child.wait().expect("it can be waited for");
        command = deepen(&folder, &["resume", "journal"]);
    }
    let output = run(command);
    assert_eq!(results(&output), results(&expected));
    assert_eq!(output.status.code(), expected.status.code());
    assert!(complaint(&output).contains("resuming with 1"), "{}", complaint(&output));
}
