//! Progress events of a search as JSON, for programs that monitor it.
#![expect(missing_docs, reason = "the field names are the documentation")]

use search::{Cost, TableNote};
use serde::Serialize;

/// An event of a running search.
#[derive(Serialize, Debug)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event<'a> {
    /// A round starts: no solution is shorter than its bound.
    RoundStarted { bound: Cost, tasks: usize },
    /// A round is complete.
    RoundFinished { bound: Cost, nodes: u64, seconds: f64 },
    /// Progress at regular intervals.
    Progress {
        bound: Option<Cost>,
        /// Nodes of all rounds.
        nodes: u64,
        seconds: f64,
        /// Estimated share of the round that is done, from 0 to 1.
        share: Option<f64>,
        /// Estimated seconds left of the round.
        seconds_left: Option<f64>,
    },
    /// A shorter solution was found.
    Improved { length: Cost },
    /// A table is being filled.
    TableStarted { table: &'a str, bytes: u64 },
    /// Progress of the table.
    TableProgress { table: &'a str, percent: u64 },
    /// The table is ready.
    TableFinished { table: &'a str },
    /// The table was read from the cache directory.
    TableFound { table: &'a str, bytes: u64 },
    /// Another process or thread is building the table; the search waits for it.
    TableAwaited { table: &'a str },
    /// The cache directory was created.
    TableFolderMade { table: &'a str, path: &'a str },
    /// The table is being stored in the cache directory.
    TableKept { table: &'a str, bytes: u64, path: &'a str },
    /// An older version has stored a table of the same role, which is not used.
    TableOutdated { table: &'a str, bytes: u64, path: &'a str },
    /// The table cannot be used or stored; the work continues without.
    TableTrouble { table: &'a str, message: &'a str },
}

/// The server has accepted a job.
#[derive(Serialize)]
pub struct Accepted {
    /// Job number, by which it can be cancelled.
    pub job: String,
}

/// A job waits for its turn.
#[derive(Serialize)]
pub struct Queued {
    /// Number of jobs before it.
    pub ahead: usize,
}

impl<'a> Event<'a> {
    /// Creates the event for a note about a table.
    pub fn of(table: &'a str, note: &'a TableNote) -> Event<'a> {
        match note {
            TableNote::Found(bytes) => Event::TableFound { table, bytes: *bytes },
            TableNote::Awaited => Event::TableAwaited { table },
            TableNote::NewFolder(path) => Event::TableFolderMade { table, path },
            TableNote::Stored(bytes, path) => Event::TableKept { table, bytes: *bytes, path },
            TableNote::Outdated(bytes, path) => Event::TableOutdated { table, bytes: *bytes, path },
            TableNote::Trouble(message) => Event::TableTrouble { table, message },
        }
    }
}
