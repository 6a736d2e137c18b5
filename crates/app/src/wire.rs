//! Results as JSON: the only types that are serialised. Names and values here are a promise to scripts.

pub mod bench;

use std::io::{self, Write};

use serde::Serialize;

use puzzle::Board;
use puzzle::parse::board::Entry;
use search::StopReason;
use solve::{Algorithm, Request, Status};

use crate::failure::Failure;
use crate::input::Item;
use crate::plan::Plan;
use crate::session::Timed;
use crate::text::{goal, moves, size};
use crate::verdict::{contradicts, has_all, status, stopped_by};

/// Writes one object on one line.
///
/// # Errors
/// If nobody takes it.
pub fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Something failed before any puzzle was looked at.
#[derive(Serialize)]
pub struct Failed<'a> {
    pub error: Error<'a>,
}

/// What failed.
#[derive(Serialize)]
pub struct Error<'a> {
    /// `usage`, `invalid`, `unsolvable`, `limit`, `io` or `internal`.
    pub code: &'static str,
    pub message: &'a str,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'a str>,
}

impl<'a> From<&'a Failure> for Error<'a> {
    fn from(failure: &'a Failure) -> Error<'a> {
        Error {
            code: failure.code(),
            message: &failure.message,
            place: failure.place.as_deref(),
            hint: failure.hint.as_deref(),
        }
    }
}

/// Which puzzle of the input it is about.
#[derive(Serialize)]
pub struct Subject<'a> {
    puzzle: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// `last`, `first`, `snail` or the board that is the goal.
    goal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// A puzzle of the input.
    pub fn new(item: &'a Item, plan: &Plan) -> Subject<'a> {
        let entry: Option<&Entry> = item.entry.as_ref().ok();
        let board: Option<&Board> = entry.map(|entry| &entry.board);
        Subject {
            puzzle: "sliding",
            size: board.map(size),
            board: board.map(Board::to_line),
            goal: goal(&plan.goal),
            file: item.file.as_deref(),
            line: entry.filter(|_| item.file.is_some()).map(|entry| entry.line),
            name: entry.and_then(|entry| entry.name.as_deref()),
        }
    }
}

/// A puzzle that could not be searched.
#[derive(Serialize)]
pub struct Refused<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    pub status: &'static str,
    pub error: Error<'a>,
}

impl<'a> Refused<'a> {
    /// For this reason.
    pub fn new(subject: Subject<'a>, failure: &'a Failure) -> Refused<'a> {
        Refused { subject, status: failure.code(), error: failure.into() }
    }
}

/// How a search went.
#[derive(Serialize)]
pub struct Run {
    method: &'static str,
    /// `none` where none is asked for.
    heuristic: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    metric: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    lower_bound: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_solutions: Option<u64>,
    /// Whether `n_solutions` is all there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    nodes: u64,
    expanded: u64,
    held: u64,
    seconds: f64,
    threads: usize,
    table_bytes: u64,
    table_seconds: f64,
    /// The solution was replayed on the full board.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

impl Run {
    /// The search of `request` as planned.
    pub fn new(timed: &Timed, request: &Request, plan: &Plan) -> Run {
        let report = &timed.report;
        let all = request.method.all;
        let found = !report.solutions.is_empty();
        Run {
            method: report.algorithm.name(),
            heuristic: report.estimate.name(),
            weight: (report.algorithm == Algorithm::WeightedAStar)
                .then(|| f64::from(request.method.weight) / 100.0),
            metric: "single-tile",
            status: status(report),
            stopped_by: stop(report.status).map(stopped_by),
            moves: report.solutions.first().map(|solution| moves(solution)),
            length: report.length,
            lower_bound: report.lower_bound,
            n_solutions: all.then_some(report.n_solutions),
            all_found: (all && found).then(|| has_all(report)),
            solutions: all.then(|| report.solutions.iter().map(|solution| moves(solution)).collect()),
            nodes: report.counts.generated,
            expanded: report.counts.expanded,
            held: report.held,
            seconds: rounded(timed.seconds),
            threads: plan.threads_for(report.algorithm),
            table_bytes: report.table_bytes,
            table_seconds: rounded(timed.table_seconds),
            verified: found.then_some(true),
        }
    }
}

/// A puzzle that was searched.
#[derive(Serialize)]
pub struct Solved<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    /// The length the input claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    known_length: Option<u32>,
    /// Whether the result contradicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<bool>,
    #[serde(flatten)]
    run: Run,
}

impl<'a> Solved<'a> {
    /// The result for an item.
    pub fn new(item: &'a Item, timed: &Timed, request: &Request, plan: &Plan) -> Solved<'a> {
        let known_length = item.entry.as_ref().ok().and_then(|entry| entry.known_length);
        Solved {
            subject: Subject::new(item, plan),
            known_length,
            mismatch: known_length.map(|known| contradicts(&timed.report, known)),
            run: Run::new(timed, request, plan),
        }
    }
}

fn stop(status: Status) -> Option<StopReason> {
    match status {
        Status::Stopped(reason) => Some(reason),
        _ => None,
    }
}

/// Microseconds are all that a clock is good for.
pub fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// `deepen compare`.
#[derive(Serialize)]
pub struct Comparison<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    pub runs: Vec<Run>,
}

/// `deepen count`.
#[derive(Serialize)]
pub struct Counted {
    pub puzzle: &'static str,
    pub size: String,
    pub goal: String,
    pub metric: &'static str,
    /// `complete`, `timeout`, `cancelled` or `limit`.
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<&'static str>,
    /// By distance from the goal; complete levels only.
    pub per_depth: Vec<u64>,
    pub total: u64,
    /// The largest distance, if all were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gods_number: Option<usize>,
    /// Some of the boards at the largest distance counted.
    pub deepest: Vec<String>,
    pub nodes: u64,
    pub seconds: f64,
}

/// `deepen list`.
#[derive(Serialize)]
pub struct Listed {
    pub puzzles: Vec<Named>,
    pub goals: Vec<Named>,
    pub algorithms: Vec<Named>,
    pub heuristics: Vec<Named>,
}

/// A name and what it stands for.
#[derive(Serialize)]
pub struct Named {
    pub name: &'static str,
    pub summary: &'static str,
}
