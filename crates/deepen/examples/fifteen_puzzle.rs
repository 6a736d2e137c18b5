//! Solves a 15-puzzle within a time limit and prints progress.
//!
//!     cargo run --release -p deepen --example fifteen_puzzle

use std::time::Duration;

use deepen::ErrorKind;
use deepen::json::progress::Event;

/// The first of Korf's hundred boards (1985), 57 moves from its goal.
const BOARD: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";

fn main() -> Result<(), deepen::Error> {
    let progress = |event: &Event<'_>| match event {
        Event::RoundFinished { bound, nodes, .. } => eprintln!("no solution of {bound} moves, {nodes} nodes"),
        Event::TableStarted { table, bytes } => eprintln!("filling table {table}, {bytes} bytes"),
        _ => {}
    };
    let solve = deepen::Solve::new("15-puzzle")
        .goal("first")
        .heuristic("linear-conflict")
        .time_limit(Duration::from_secs(30))
        .on_progress(&progress);
    match solve.run(BOARD) {
        Ok(solution) => println!("{} moves: {}", solution.length, solution.moves),
        Err(error) if error.kind == ErrorKind::Limit => println!("{error}"),
        Err(error) => return Err(error),
    }
    Ok(())
}
