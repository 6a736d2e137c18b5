//! Answers as JSON: the only types that are serialised. Field names and values are a promise to scripts.
//!
//! ```
//! let mut line = Vec::new();
//! let error = deepen::solve("3x3x3", "R Q").expect_err("Q is no move");
//! deepen::json::write(&mut line, &deepen::json::Failed { error: (&error).into() })?;
//! assert!(line.starts_with(br#"{"schema":1,"error":{"code":"invalid""#));
//! # Ok::<(), std::io::Error>(())
//! ```
#![expect(missing_docs, reason = "the field names are the documentation")]

pub mod bench;
pub mod progress;

use std::io::{self, Write};

use search::{Cost, Move, StopReason};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use solver::{
    Algorithm, ErrorKind, Field, Instance, Named, Names, PuzzleInfo, Request, Solution, SolverInfo, Status,
    UpToSymmetry,
};

use crate::items::Item;
use crate::plan::Plan;
use crate::registry::Registry;
use crate::session::Timed;
use crate::status::{contradicts, has_all, status, stopped_by};

/// Version of all objects. It increases when a field is removed, renamed or changes its meaning, not when one is added.
pub const SCHEMA: u32 = 1;

/// An object with the version of the schema as its first field.
#[derive(Serialize)]
pub struct Versioned<T> {
    schema: u32,
    #[serde(flatten)]
    object: T,
}

impl<T: Serialize> Versioned<T> {
    /// Adds the current version to an object.
    pub fn new(object: T) -> Versioned<T> {
        Versioned { schema: SCHEMA, object }
    }
}

/// Writes one object with its version on one line.
///
/// # Errors
/// If writing to `out` fails.
pub fn write(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Versioned::new(object))?;
    writeln!(out)
}

/// Begins an object whose first field after the version is a text that is written piece by piece. [`end_object`]
/// completes it.
///
/// # Errors
/// If writing to `out` fails.
pub fn begin_object(out: &mut dyn Write, field: &str) -> io::Result<()> {
    write!(out, "{{\"schema\":{SCHEMA},\"{field}\":\"")
}

/// Ends the text of [`begin_object`] and writes the other fields of the object.
///
/// # Errors
/// If writing to `out` fails.
pub fn end_object(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    let object = serde_json::to_string(object)?;
    writeln!(out, "\",{}", object.trim_start_matches('{'))
}

/// Fields that a solver provides.
pub struct Fields(pub Vec<Field>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An error before any puzzle was processed.
#[derive(Serialize)]
pub struct Failed<'a> {
    /// The error.
    pub error: Error<'a>,
}

/// The error.
#[derive(Serialize)]
pub struct Error<'a> {
    /// `usage`, `invalid`, `unsolvable`, `limit`, `io` or `internal`.
    pub code: &'static str,
    /// The fact and the expectation.
    pub message: &'a str,
    /// Place: an option, a file, a line, a column.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<&'a str>,
    /// Suggested remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'a str>,
    /// Indices of the wrong stickers of a cube, counted from 0 in facelet order.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub stickers: &'a [usize],
}

impl<'a> Error<'a> {
    /// Creates an error without place and hint.
    pub fn new(code: &'static str, message: &'a str) -> Error<'a> {
        Error { code, message, place: None, hint: None, stickers: &[] }
    }
}

impl<'a> From<&'a solver::Error> for Error<'a> {
    fn from(error: &'a solver::Error) -> Error<'a> {
        Error {
            code: code(error.kind),
            message: &error.message,
            place: error.place.as_deref(),
            hint: error.hint.as_deref(),
            stickers: &error.stickers,
        }
    }
}

/// Returns the code of a kind of error.
pub fn code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Usage => "usage",
        ErrorKind::Invalid => "invalid",
        ErrorKind::Unsolvable => "unsolvable",
        ErrorKind::Limit => "limit",
        ErrorKind::Io => "io",
        ErrorKind::Internal => "internal",
    }
}

/// The puzzle of the input that an object describes: its name, position, goal and place in the input.
pub struct Subject<'a> {
    puzzle: &'a str,
    position: Vec<Field>,
    goal: &'a str,
    task: Vec<Field>,
    file: Option<&'a str>,
    line: Option<usize>,
    /// The input text; in a batch only.
    input: Option<&'a str>,
    name: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// Creates the subject for an item of the input.
    pub fn new(item: &'a Item<'a>, plan: &'a Plan) -> Subject<'a> {
        let position = item.puzzle.as_ref().map_or_else(|_| Vec::new(), |puzzle| puzzle.fields());
        let file = item.source.file.as_deref();
        let is_told = item.puzzle.as_ref().is_ok_and(|puzzle| puzzle.has_name_in_fields());
        Subject {
            puzzle: &plan.puzzle_name,
            goal: &plan.goal_name,
            task: plan.task.fields(),
            file,
            line: file.map(|_| item.line),
            input: None,
            name: item.name.as_deref().filter(|_| !is_told),
            position,
        }
    }

    /// Creates the subject for an item of a batch, always with its line and input text.
    pub fn of_batch(item: &'a Item<'a>, plan: &'a Plan) -> Subject<'a> {
        Subject { line: Some(item.line), input: item.text, ..Subject::new(item, plan) }
    }
}

impl Serialize for Subject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("puzzle", self.puzzle)?;
        for (name, value) in &self.position {
            map.serialize_entry(name, value)?;
        }
        map.serialize_entry("goal", self.goal)?;
        for (name, value) in &self.task {
            map.serialize_entry(name, value)?;
        }
        if let Some(file) = self.file {
            map.serialize_entry("file", file)?;
        }
        if let Some(line) = self.line {
            map.serialize_entry("line", &line)?;
        }
        if let Some(input) = self.input {
            map.serialize_entry("input", input)?;
        }
        if let Some(name) = self.name {
            map.serialize_entry("name", name)?;
        }
        map.end()
    }
}

/// An intermediate solution that may still be improved.
#[derive(Serialize)]
pub struct Improved<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    method: &'static str,
    metric: &'static str,
    /// Always `improved`.
    status: &'static str,
    moves: String,
    length: Cost,
}

impl<'a> Improved<'a> {
    /// Creates the object for an item.
    pub fn new(
        item: &'a Item<'a>,
        plan: &'a Plan,
        instance: &dyn Instance,
        length: Cost,
        moves: &[Move],
    ) -> Self {
        Improved {
            subject: Subject::new(item, plan),
            method: plan.method.algorithm.name(),
            metric: instance.metric(),
            status: "improved",
            moves: Names(instance, moves).to_string(),
            length,
        }
    }
}

/// A puzzle that was rejected.
#[derive(Serialize)]
pub struct Refused<'a> {
    /// The puzzle.
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// The code of the error.
    pub status: &'static str,
    /// The reason.
    pub error: Error<'a>,
}

impl<'a> Refused<'a> {
    /// Creates the object for an error.
    pub fn new(subject: Subject<'a>, error: &'a solver::Error) -> Refused<'a> {
        Refused { subject, status: code(error.kind), error: error.into() }
    }
}

/// Result and statistics of a search.
#[derive(Serialize)]
pub struct Run {
    method: &'static str,
    /// `none` if the algorithm does not use one.
    heuristic: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    metric: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    /// Fields of the solution that the solver provides.
    #[serde(flatten)]
    solution: Fields,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    lower_bound: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_solutions: Option<u64>,
    /// Number of equivalence classes of solutions under symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_up_to_symmetry: Option<u64>,
    /// True if `n_solutions` counts all solutions, and all were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// Name of the goal that each of them reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<String>>,
    /// Number of solutions longer than the shortest by 1, by 2 and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_longer: Option<Vec<u64>>,
    nodes: u64,
    expanded: u64,
    held: u64,
    /// Seconds from the request to the answer, tables included.
    seconds: f64,
    /// Seconds spent on the search.
    search_seconds: f64,
    threads: usize,
    /// Number of processes that shared the work, if several.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<usize>,
    table_bytes: u64,
    /// Seconds spent on tables.
    table_seconds: f64,
    /// True if the solution was replayed on the full puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

impl Run {
    /// Creates the object for the search of `request`.
    pub fn new(timed: &Timed, request: &Request, plan: &Plan) -> Run {
        let report = &timed.report;
        let instance = &*request.instance;
        let all = request.method.all;
        let found = !report.solutions.is_empty();
        let first = report.solutions.first();
        let whole = |solution: &Vec<Move>| Solution(instance, solution).to_string();
        Run {
            method: report.algorithm.name(),
            heuristic: report.heuristic.name(),
            weight: (report.algorithm == Algorithm::WEIGHTED_A_STAR)
                .then(|| f64::from(request.method.weight) / 100.0),
            metric: instance.metric(),
            status: status(report),
            stopped_by: stop(report.status).map(stopped_by),
            moves: first.map(|solution| {
                let mut text = String::new();
                // Writing to a string cannot fail.
                let _ = instance.write_json_moves(solution, &mut text);
                text
            }),
            solution: Fields(first.map(|solution| instance.solution_fields(solution)).unwrap_or_default()),
            length: report.length,
            lower_bound: report.lower_bound,
            n_solutions: all.then_some(report.n_solutions),
            n_up_to_symmetry: report.up_to_symmetry.map(|sets| sets.n_sets),
            all_found: (all && found).then(|| {
                let is_compared = |sets: UpToSymmetry| sets.n_compared == report.n_solutions;
                has_all(report) && report.up_to_symmetry.is_none_or(is_compared)
            }),
            solutions: all.then(|| report.solutions.iter().map(whole).collect()),
            steps: all
                .then(|| report.solutions.iter().map(|solution| step(instance, solution)).collect())
                .flatten(),
            n_longer: (request.method.within > 0).then(|| report.longer.clone()),
            nodes: report.counts.generated,
            expanded: report.counts.expanded,
            held: report.held,
            seconds: rounded(timed.seconds),
            search_seconds: rounded(timed.search_seconds()),
            threads: plan.threads_for(report.algorithm),
            ranks: (plan.ranks > 1).then_some(plan.ranks),
            table_bytes: report.table_bytes,
            table_seconds: rounded(timed.table_seconds),
            // Also true if the moves were streamed before all were known.
            verified: matches!(report.status, Status::Solved(_)).then_some(true).or(found.then_some(true)),
        }
    }
}

/// A puzzle that was searched.
#[derive(Serialize)]
pub struct Solved<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    /// Optimal length that the input claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    known_length: Option<u32>,
    /// True if the result contradicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<bool>,
    #[serde(flatten)]
    run: Run,
}

impl<'a> Solved<'a> {
    /// Creates the result for an item.
    pub fn new(item: &'a Item<'a>, timed: &Timed, request: &Request, plan: &'a Plan) -> Solved<'a> {
        Solved::of(Subject::new(item, plan), item, timed, request, plan)
    }

    /// Creates the result for an item of a batch.
    pub fn of_batch(item: &'a Item<'a>, timed: &Timed, request: &Request, plan: &'a Plan) -> Solved<'a> {
        Solved::of(Subject::of_batch(item, plan), item, timed, request, plan)
    }

    fn of(
        subject: Subject<'a>,
        item: &Item<'_>,
        timed: &Timed,
        request: &Request,
        plan: &Plan,
    ) -> Solved<'a> {
        let known_length = item.known_length;
        Solved {
            subject,
            known_length,
            mismatch: known_length.map(|known| contradicts(&timed.report, known)),
            run: Run::new(timed, request, plan),
        }
    }
}

/// Returns the name of the goal that a solution reaches, if there are several.
fn step(instance: &dyn Instance, solution: &[Move]) -> Option<String> {
    let fields = instance.solution_fields(solution);
    let (_, step) = fields.into_iter().find(|(name, _)| *name == "step")?;
    step.as_str().map(str::to_string)
}

fn stop(status: Status) -> Option<StopReason> {
    match status {
        Status::Stopped(reason) => Some(reason),
        _ => None,
    }
}

/// Rounds seconds to microseconds, the resolution of the clock.
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

/// `deepen count --sequences`.
#[derive(Serialize)]
pub struct Sequences {
    pub puzzle: String,
    pub metric: &'static str,
    /// By cost; the numbers may need more than 64 bits.
    pub per_depth: Vec<u128>,
}

/// `deepen count`.
#[derive(Serialize)]
pub struct CountResult {
    pub puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    pub goal: String,
    /// The allowed turns, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<String>,
    pub metric: &'static str,
    /// `complete`, `timeout`, `cancelled` or `limit`.
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<&'static str>,
    /// By distance from the goal; complete levels only.
    pub per_depth: Vec<u64>,
    pub total: u64,
    /// Group order of a defined puzzle as decimal digits, because it may be any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_order: Option<String>,
    /// The largest distance, if all positions were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gods_number: Option<usize>,
    /// Some positions at the largest distance counted: boards, facelets, or the moves that lead to them.
    pub deepest: Vec<String>,
    pub nodes: u64,
    /// Size of the table of all positions in bytes, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_bytes: Option<u64>,
    pub seconds: f64,
}

/// A line of `deepen scramble`.
#[derive(Serialize)]
pub struct Scrambled {
    /// Fields that the solver provides.
    #[serde(flatten)]
    pub puzzle: Fields,
    /// Seed of the random number generator, unless options imply it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Number of the scramble for this seed, from 1.
    pub number: u64,
}

/// `deepen hint`.
#[derive(Serialize)]
pub struct Hinted<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// `optimal`, `upper_bound`, or how the search ended without a solution.
    pub status: &'static str,
    /// The next move; absent if the puzzle is solved or no solution was found.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Fields of the move that the solver provides.
    #[serde(flatten)]
    pub details: Fields,
    /// Moves left, including this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// Seconds from the request to the answer, tables included.
    pub seconds: f64,
    pub table_seconds: f64,
}

/// A defined puzzle, for programs that draw it.
#[derive(Serialize)]
pub struct Definition {
    pub name: String,
    /// Base moves; others are multiples of these.
    pub moves: Vec<String>,
    /// The definition in the KPuzzle format of cubing.js.
    pub kpuzzle: Box<RawValue>,
}

/// `deepen check` without moves.
#[derive(Serialize)]
pub struct Solvable<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// Always true; an unsolvable position is an error.
    pub valid: bool,
    /// True if the position is solved already.
    pub solved: bool,
}

/// `deepen check`.
#[derive(Serialize)]
pub struct Judged<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// `solved`, `unsolved` or `impossible`.
    pub verdict: &'static str,
    /// Number of moves checked.
    pub length: usize,
    /// Number of the first illegal move, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible_at: Option<usize>,
    /// Length of a shortest solution, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<u32>,
    /// Seconds from the request to the answer, and seconds spent on tables, if a search was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_seconds: Option<f64>,
    /// Fields of the moves that the solver provides.
    #[serde(flatten)]
    pub details: Fields,
}

/// `deepen list`: the declared data of all solvers.
#[derive(Serialize)]
pub struct Listed {
    /// Solvers with their data.
    pub puzzles: Vec<SolverInfo>,
    /// Twisty puzzles with built-in definitions.
    pub definitions: Vec<PuzzleInfo>,
}

impl Listed {
    /// Creates the list of a registry.
    pub fn new(registry: &Registry) -> Listed {
        let (definitions, special): (Vec<_>, Vec<_>) =
            registry.solvers().iter().partition(|solver| solver.info().reads_definitions);
        Listed {
            puzzles: special.iter().chain(&definitions).map(|solver| *solver.info()).collect(),
            definitions: definitions.iter().flat_map(|solver| solver.puzzles()).collect(),
        }
    }

    /// Returns all items of a list over all solvers, the first of each name.
    pub fn union<T: Copy>(
        &self,
        list: impl Fn(&SolverInfo) -> Vec<T>,
        name: impl Fn(&T) -> &'static str,
    ) -> Vec<T> {
        let mut all: Vec<T> = Vec::new();
        for item in self.puzzles.iter().flat_map(list) {
            if !all.iter().any(|known| name(known) == name(&item)) {
                all.push(item);
            }
        }
        all
    }
}

/// Creates a name with a description.
pub fn named(name: &'static str, summary: &'static str) -> Named {
    Named { name, summary }
}
