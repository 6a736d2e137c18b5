//! What a search tells while it runs, for programs that watch it.
#![expect(missing_docs, reason = "fields say what they are by their names")]

use search::{Cost, TableNote};
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
    /// It was made at an earlier time.
    TableFound { table: &'a str, bytes: u64 },
    /// Another process makes it, and is waited for.
    TableAwaited { table: &'a str },
    /// A folder was made to keep tables in.
    TableFolderMade { table: &'a str, path: &'a str },
    /// It will be kept.
    TableKept { table: &'a str, bytes: u64, path: &'a str },
    /// An older version has kept a table of the same role, which is not used.
    TableOutdated { table: &'a str, bytes: u64, path: &'a str },
    /// It cannot be used or kept; the work goes on without.
    TableTrouble { table: &'a str, message: &'a str },
}

/// The server has taken a job on.
#[derive(Serialize)]
pub struct Accepted {
    /// Its number, by which it can be cancelled.
    pub job: String,
}

/// A job waits for its turn.
#[derive(Serialize)]
pub struct Queued {
    /// Jobs before it.
    pub ahead: usize,
}

impl<'a> Event<'a> {
    /// What happens to a table beside its being made.
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
