//! How the program behaves as a process: interrupts, closed pipes, files it writes.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};

/// One of Korf and Taylor's 24-puzzles: hours of work with a weak estimate.
const HARD: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

fn deepen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
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
fn an_interrupt_ends_a_search_with_what_is_known() {
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
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: no/such/folder/plot.svg: no such file\n");
}

#[test]
fn completions_are_scripts() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = deepen(&["completions", shell]).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).contains("deepen"), "{shell}");
    }
}
