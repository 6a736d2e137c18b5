//! Long phases of work, each started and interrupted: tables, group work, enumerations, symmetries, every solver. The
//! bench `interrupts` measures the time until they end.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A scramble of twenty turns, far from solved.
const CUBE: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
const FIFTEEN: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
const TWENTY_FOUR: &str = "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11";
const WORD: &str = "LATCH VVXKDNGTSVPXLSFYIDSU_____";

/// Commands by name, each of which would take seconds to hours. Arguments are divided by `|`.
pub const PHASES: [(&str, &str); 26] = [
    ("corner pattern database", "solve|3x3x3|CUBE|--optimal|--heuristic|corners"),
    ("coset-59m", "solve|3x3x3|CUBE|--optimal|--heuristic|coset-59m"),
    ("coset-752m", "solve|3x3x3|CUBE|--optimal|--heuristic|coset-752m|--max-memory|4G"),
    ("3x3x3, longer solutions", "solve|3x3x3|R U F L D B R2 U2|--within|6"),
    ("3x3x3 step, all solutions", "solve|3x3x3|R U F L D B R2 U2 F2 L2|--goal|f2l|--all|--within|3"),
    ("3x3x3, improvement", "solve|3x3x3|CUBE|--timeout|60"),
    ("4x4x4, improvement", "solve|4x4x4|R U F L D B Rw Uw Fw R2 U2 F2 Rw2 D Fw L B2|--timeout|60"),
    ("15-puzzle, 7-8 tables", "solve|sliding|FIFTEEN|--goal|first|--heuristic|pattern|--pattern|7-8"),
    ("15-puzzle, IDA*", "solve|sliding|FIFTEEN|--goal|first|--heuristic|manhattan"),
    ("15-puzzle, A*", "solve|sliding|FIFTEEN|--goal|first|--heuristic|manhattan|--algorithm|astar"),
    ("15-puzzle, breadth first", "solve|sliding|FIFTEEN|--goal|first|--algorithm|bfs"),
    ("24-puzzle", "solve|sliding|TWENTY_FOUR"),
    ("15-puzzle, comparison", "compare|sliding|FIFTEEN|--goal|first"),
    ("Shuffdle, tables of pairs", "solve|shuffdle|WORD|--heuristic|p2"),
    (
        "Square-1, optimal",
        "solve|square-1|(-2,0)/(2,5)/(0,-3)/(-3,-3)/(1,-2)/(-1,2)/(1,0)/(-3,0)/(0,-2)/(0,-1)/(0,4)/|--optimal|--metric|face-turn",
    ),
    ("megaminx", "solve|megaminx|R2 BL D BR2 U BL' F L A"),
    ("FTO", "solve|fto|BR' R BB' R F' R' BL' F' U R BL D F"),
    ("kilominx, phases", "solve|kilominx|R U F L BL BR R2 U2 F2 L A C"),
    ("7x7x7, group", "solve|7x7x7|3R U 2F L D"),
    ("7x7x7, order", "count|7x7x7|--order"),
    ("3x3x3, count", "count|3x3x3|--max-length|9"),
    ("pyraminx, count", "count|pyraminx"),
    ("Square-1, count", "count|square-1|--max-length|9"),
    ("helicopter, scrambles", "scramble|helicopter|--count|10000000"),
    ("4x4x4, scrambles", "scramble|4x4x4|--count|100000"),
    ("few pieces", "alg|few|megaminx|--length|8|--pieces|3"),
];

/// End of an interrupted command.
#[derive(Debug)]
pub struct Ended {
    /// The exit code; None if it was killed.
    pub code: Option<i32>,
    /// Time from the signal to the end.
    pub latency: Duration,
}

/// Starts a command and sends it a signal after `delay`. Returns None if it had ended before.
pub fn interrupt(arguments: &str, signal: &str, delay: Duration) -> Option<Ended> {
    let names = [("CUBE", CUBE), ("FIFTEEN", FIFTEEN), ("TWENTY_FOUR", TWENTY_FOUR), ("WORD", WORD)];
    let arguments = arguments
        .split('|')
        .map(|argument| names.iter().find(|(name, _)| *name == argument).map_or(argument, |(_, text)| text));
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(arguments).env("DEEPEN_TABLES", "none").stdin(Stdio::null());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    thread::sleep(delay);
    if child.try_wait().expect("it can be waited for").is_some() {
        return None;
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    let began = Instant::now();
    assert!(sent.expect("kill exists").success());
    while child.try_wait().expect("it can be waited for").is_none() {
        // Long enough for a machine with many other tests; the bench measures what is usual.
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it runs");
        }
        thread::sleep(Duration::from_millis(1));
    }
    Some(Ended { code: child.wait().expect("it has ended").code(), latency: began.elapsed() })
}
