//! What a search tells while it runs, for programs that watch it.

use search::Cost;
use serde::Serialize;

/// Something has happened, or a second has passed.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event<'a> {
    /// A round begins: nothing shorter than its bound is left.
    RoundStarted { bound: Cost, tasks: usize },
    /// A round is complete.
    RoundFinished { bound: Cost, nodes: u64, seconds: f64 },
    /// How far it is, every second.
    Progress {
        bound: Option<Cost>,
        /// Of all rounds.
        nodes: u64,
        seconds: f64,
        /// About how much of the round is done, from 0 to 1.
        share: Option<f64>,
        /// About how long the round will still take.
        seconds_left: Option<f64>,
    },
    /// A shorter solution is known.
    Improved { length: Cost },
    /// A table is being made.
    TableStarted { table: &'a str, bytes: u64 },
    /// So much of it is made.
    TableProgress { table: &'a str, percent: u64 },
    /// It is ready.
    TableFinished { table: &'a str },
}
