//! Totals of a batch.

use deepen::front::Item;
use deepen::solver::Status;
use deepen::status::Wanted;
use serde::{Deserialize, Serialize};

use super::{Outcome, mismatch};
use crate::exit::Exit;
use crate::text::{count_of, grouped};

/// Numbers of puzzles by the way they ended.
#[derive(Clone, Copy, Default, Serialize, Deserialize, Debug)]
pub struct Totals {
    /// All results.
    pub printed: u64,
    solved: u64,
    unsolvable: u64,
    invalid: u64,
    stopped: u64,
    /// Proved to have no solution within --max-length.
    #[serde(default)]
    none_within: u64,
    mismatched: u64,
    moves: u64,
    nodes: u64,
}

impl Totals {
    /// Adds a result and returns its exit code.
    pub fn add_result(&mut self, item: &Item<'_>, outcome: &Outcome, wanted: Wanted) -> Exit {
        self.printed += 1;
        let mut exit = match outcome {
            Ok((_, timed)) => {
                self.nodes += timed.report.counts.generated;
                Exit::of_report(&timed.report, wanted)
            }
            Err(error) => Exit::of(error),
        };
        match (exit, outcome) {
            (Exit::Done, Ok((_, timed))) if matches!(timed.report.status, Status::Solved(_)) => {
                self.solved += 1;
                self.moves += u64::from(timed.report.length.unwrap_or(0));
            }
            (Exit::Unsolvable, _) => self.unsolvable += 1,
            (Exit::Limit, _) => self.stopped += 1,
            (Exit::NoneWithin, _) => self.none_within += 1,
            _ => self.invalid += 1,
        }
        if mismatch(item, outcome).is_some() {
            self.mismatched += 1;
            exit = exit.worst(Exit::Invalid);
        }
        exit
    }

    /// Adds other totals.
    pub fn add(&mut self, other: &Totals) {
        self.printed += other.printed;
        self.solved += other.solved;
        self.unsolvable += other.unsolvable;
        self.invalid += other.invalid;
        self.stopped += other.stopped;
        self.none_within += other.none_within;
        self.mismatched += other.mismatched;
        self.moves += other.moves;
        self.nodes += other.nodes;
    }

    /// `5 of 8 solved, …`. The number of puzzles of an interrupted stream is unknown.
    pub fn summary(&self, n_items: Option<usize>, is_cut_short: bool, seconds: f64) -> String {
        let n = n_items.map_or(self.printed, |n| n as u64);
        let mut text = format!("{} of {} solved", grouped(self.solved), grouped(n));
        for (n, what) in [
            (self.unsolvable, "unsolvable"),
            (self.invalid, "invalid"),
            (self.stopped, "stopped"),
            (self.none_within, "without a solution within --max-length"),
            (self.mismatched, "with a wrong length in the input"),
            (n - self.printed, "not started"),
        ] {
            if n > 0 {
                text += &format!(", {} {what}", grouped(n));
            }
        }
        if n_items.is_none() && is_cut_short {
            text += ", the rest not started";
        }
        let (moves, nodes) = (count_of(self.moves, "move"), count_of(self.nodes, "node"));
        format!("{text}; {moves}, {nodes} in {seconds:.3} s")
    }
}
