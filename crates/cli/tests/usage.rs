//! Help, man pages, completion scripts, color and environment variables of the program as a process.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program with variables and without those of the caller.
fn deepen(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    for name in
        ["DEEPEN_THREADS", "DEEPEN_MAX_MEMORY", "DEEPEN_COLOR", "DEEPEN_TOKEN", "NO_COLOR", "CLICOLOR_FORCE"]
    {
        command.env_remove(name);
    }
    command.env("DEEPEN_TABLES", "none").envs(variables.iter().copied());
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("stdout is text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("stderr is text")
}

const BOARD: &str = "8 2 0/4 6 1/3 7 5";

#[test]
fn help_goes_to_stdout() {
    for arguments in [
        &["help"][..],
        &["help", "solve"],
        &["help", "solve", "3x3x3"],
        &["solve", "-h"],
        &["solve", "3x3x3", "--help"],
        &["help", "tables", "build"],
    ] {
        let output = deepen(arguments, &[]);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).contains("Usage: deepen") && output.stderr.is_empty(), "{arguments:?}");
    }
    assert_eq!(deepen(&["help", "nonsense"], &[]).status.code(), Some(2));
}

#[test]
fn man_pages_are_written_for_all_commands() {
    let top = deepen(&["man"], &[]);
    assert!(
        stdout(&top).contains(".TH deepen 1") && stdout(&top).contains("DEEPEN_THREADS"),
        "{}",
        stdout(&top)
    );
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("man-{}", std::process::id()));
    let output = deepen(&["man", dir.to_str().expect("a path of letters")], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for page in ["deepen", "deepen-solve", "deepen-man", "deepen-tables-build", "deepen-alg-few"] {
        let text =
            std::fs::read_to_string(dir.join(format!("{page}.1"))).unwrap_or_else(|e| panic!("{page}: {e}"));
        assert!(text.contains(".SH NAME") && !text.contains('\u{1b}'), "{page}");
    }
    std::fs::remove_dir_all(&dir).expect("the directory exists");
    let output = deepen(&["man", "/dev/null/man"], &[]);
    assert_eq!(output.status.code(), Some(6), "{}", stderr(&output));
    // Missing parents are not created: the path may be mistyped.
    let deep = dir.join("sub/man");
    let output = deepen(&["man", deep.to_str().expect("a path of letters")], &[]);
    let expected = format!("error: cannot write {}: no such directory\nhint: ", deep.display());
    assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
    assert!(output.status.code() == Some(6) && !dir.exists());
}

#[test]
fn completions_know_names() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&deepen(&["completions", shell], &[]));
        for name in ["two-phase", "walking-distance", "quarter-turn", "f2l", "max-phase1"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
        // Scripts for fish have the values of options only.
        for name in ["megaminx", "333bf"] {
            assert!(shell == "fish" || script.contains(name), "{shell}: {name}");
        }
        assert!(!script.contains("probes"), "{shell}");
    }
}

/// The heading of a result has the number of threads.
#[test]
fn variables_are_defaults_of_options() {
    let solve = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = deepen(
            &[&["solve", "sliding", BOARD, "--heuristic", "manhattan"], arguments].concat(),
            variables,
        );
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let threads = [("DEEPEN_THREADS", "3")];
    assert!(solve(&[], &threads).contains("manhattan, 3 threads\n"));
    assert!(solve(&["--threads", "2"], &threads).contains("manhattan, 2 threads\n"));
    assert!(solve(&["--threads", "2"], &[("DEEPEN_THREADS", "many")]).contains("manhattan, 2 threads\n"));
    // So little memory that only the variable can be the reason.
    let board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let astar = ["solve", "sliding", board, "--goal", "first", "--algorithm", "a*", "--heuristic", "none"];
    let memory = [("DEEPEN_MAX_MEMORY", "1M")];
    assert_eq!(deepen(&astar, &memory).status.code(), Some(5));
}

#[test]
fn faults_of_variables_are_reported_with_their_names() {
    let solve = ["solve", "sliding", BOARD];
    for (name, value) in [("DEEPEN_THREADS", "0"), ("DEEPEN_MAX_MEMORY", "lots"), ("DEEPEN_COLOR", "red")] {
        let output = deepen(&solve, &[(name, value)]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let expected =
            format!("error: invalid value '{value}' of the environment variable {name}: expected ");
        assert!(stderr(&output).starts_with(&expected), "{}", stderr(&output));
        let output = deepen(&["solve", "sliding", BOARD, "--json"], &[(name, value)]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stdout(&output).starts_with("{\"schema\":1,\"error\":{"), "{}", stdout(&output));
        assert!(stdout(&output).contains(name), "{}", stdout(&output));
        // An empty variable is not set, and help needs none.
        assert_eq!(deepen(&solve, &[(name, "")]).status.code(), Some(0), "{name}");
        assert_eq!(deepen(&["solve", "--help"], &[(name, value)]).status.code(), Some(0), "{name}");
    }
}

#[test]
fn color_follows_option_then_variables() {
    let is_colored = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = deepen(arguments, variables);
        stdout(&output).contains('\u{1b}') || stderr(&output).contains('\u{1b}')
    };
    // Help, an error in the command line, an error in a puzzle, and a net.
    let cases: [&[&str]; 4] = [
        &["solve", "--help"],
        &["solve", "3x3x3", "--nonsense"],
        &["solve", "3x3x3", "R Q"],
        &["solve", "2x2x2", "R", "--show", "net"],
    ];
    for arguments in cases {
        assert!(!is_colored(arguments, &[]), "{arguments:?}");
        assert!(
            is_colored(&[&["--color", "always"], arguments].concat(), &[("NO_COLOR", "1")]),
            "{arguments:?}"
        );
        assert!(is_colored(arguments, &[("DEEPEN_COLOR", "always"), ("NO_COLOR", "1")]), "{arguments:?}");
        assert!(is_colored(arguments, &[("CLICOLOR_FORCE", "1")]), "{arguments:?}");
        assert!(!is_colored(arguments, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), "{arguments:?}");
        assert!(
            !is_colored(&[arguments, &["--color=never"]].concat(), &[("CLICOLOR_FORCE", "1")]),
            "{arguments:?}"
        );
    }
}

#[test]
fn names_of_puzzles_imply_sizes() {
    let scramble = |puzzle: &[&str]| {
        let output = deepen(&[&["scramble"], puzzle, &["--seed", "7", "--json"]].concat(), &[]);
        assert_eq!(output.status.code(), Some(0), "{puzzle:?}: {}", stderr(&output));
        stdout(&output)
    };
    assert_eq!(scramble(&["15-puzzle"]), scramble(&["sliding", "--size", "4x4"]));
    assert_eq!(
        scramble(&["8-Puzzle", "--goal", "snail"]),
        scramble(&["sliding", "--size", "3x3", "--goal", "snail"])
    );
    assert_eq!(scramble(&["15-puzzle", "--size", "2x3"]), scramble(&["sliding", "--size", "2x3"]));
    let board = ["15-puzzle", "--goal", "1 2/3 0"];
    assert_eq!(scramble(&board), scramble(&["sliding", "--goal", "1 2/3 0"]));
    assert_eq!(scramble(&["rubik"]), scramble(&["3x3x3"]));
    let count = stdout(&deepen(&["count", "8-puzzle", "--max-length", "3"], &[]));
    assert!(count.contains("15 boards within 3 moves"), "{count}");
}

/// `--pattern` needs no `--heuristic`.
#[test]
fn groups_of_tiles_imply_the_heuristic() {
    let solve =
        |arguments: &[&str]| stdout(&deepen(&[&["solve", "sliding", BOARD], arguments].concat(), &[]));
    let text = solve(&["--pattern", "4-4", "--threads", "1"]);
    assert!(text.contains("ida with pattern"), "{text}");
}
