//! Answers as JSON: the only types that are serialised. Names and values here are a promise to scripts.
//!
//! ```
//! let mut line = Vec::new();
//! let error = deepen::solve("3x3x3", "R Q").expect_err("Q is no move");
//! deepen::json::write(&mut line, &deepen::json::Failed { error: (&error).into() })?;
//! assert!(line.starts_with(br#"{"schema":1,"error":{"code":"invalid""#));
//! # Ok::<(), std::io::Error>(())
//! ```
#![expect(missing_docs, reason = "fields of answers say what they are by their names")]

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

/// The version of all objects. It grows when a field goes, gets another name or another meaning, not when one is added.
pub const SCHEMA: u32 = 1;

/// An object as programs get it: the version of the schema comes first.
#[derive(Serialize)]
pub struct Versioned<T> {
    schema: u32,
    #[serde(flatten)]
    object: T,
}

impl<T: Serialize> Versioned<T> {
    /// The object with the version of today.
    pub fn new(object: T) -> Versioned<T> {
        Versioned { schema: SCHEMA, object }
    }
}

/// Writes one object with its version on one line.
///
/// # Errors
/// If `out` takes no more.
pub fn write(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Versioned::new(object))?;
    writeln!(out)
}

/// Begins an object whose first field after the version is a text that is written piece by piece. [`end_object`] ends it.
///
/// # Errors
/// If `out` takes no more.
pub fn begin_object(out: &mut dyn Write, field: &str) -> io::Result<()> {
    write!(out, "{{\"schema\":{SCHEMA},\"{field}\":\"")
}

/// Ends the text that [`begin_object`] began, and writes the other fields of the object.
///
/// # Errors
/// If `out` takes no more.
pub fn end_object(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    let object = serde_json::to_string(object)?;
    writeln!(out, "\",{}", object.trim_start_matches('{'))
}

/// Fields whose names a solver knows.
pub struct Fields(pub Vec<Field>);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Something failed before any puzzle was looked at.
#[derive(Serialize)]
pub struct Failed<'a> {
    /// What failed.
    pub error: Error<'a>,
}

/// What failed.
#[derive(Serialize)]
pub struct Error<'a> {
    /// `usage`, `invalid`, `unsolvable`, `limit`, `io` or `internal`.
    pub code: &'static str,
    /// What happened, and what was expected.
    pub message: &'a str,
    /// Where.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<&'a str>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'a str>,
    /// The stickers of a cube that are at fault, counted from 0 in the order of facelets.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub stickers: &'a [usize],
}

impl<'a> Error<'a> {
    /// An error that says no more than this.
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

/// Returns the word for a kind of error.
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

/// Which puzzle of the input it is about: its name, the position, the goal, and where it was read.
pub struct Subject<'a> {
    puzzle: &'a str,
    position: Vec<Field>,
    goal: &'a str,
    task: Vec<Field>,
    file: Option<&'a str>,
    line: Option<usize>,
    /// What was read there; of a batch.
    input: Option<&'a str>,
    name: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// A puzzle of the input.
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

    /// A puzzle of a batch: with its line and what was read there, whatever came out.
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

/// A solution that will be improved if it can be.
#[derive(Serialize)]
pub struct Improved<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    method: &'static str,
    metric: &'static str,
    /// `improved`.
    status: &'static str,
    moves: String,
    length: Cost,
}

impl<'a> Improved<'a> {
    /// For an item.
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

/// A puzzle that could not be searched.
#[derive(Serialize)]
pub struct Refused<'a> {
    /// Which puzzle.
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// The code of the error.
    pub status: &'static str,
    /// Why.
    pub error: Error<'a>,
}

impl<'a> Refused<'a> {
    /// For this reason.
    pub fn new(subject: Subject<'a>, error: &'a solver::Error) -> Refused<'a> {
        Refused { subject, status: code(error.kind), error: error.into() }
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
    /// What the solver says of the solution beside its moves.
    #[serde(flatten)]
    solution: Fields,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    lower_bound: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    n_solutions: Option<u64>,
    /// How many sets of solutions there are that symmetries send to each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_up_to_symmetry: Option<u64>,
    /// Whether `n_solutions` is all there are, and all were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_found: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// What each of them reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<String>>,
    /// How many of them are longer than the shortest by 1, by 2 and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_longer: Option<Vec<u64>>,
    nodes: u64,
    expanded: u64,
    held: u64,
    /// From the request to the answer, tables included.
    seconds: f64,
    /// The part of it that went into the search.
    search_seconds: f64,
    threads: usize,
    /// Processes that shared the work, if there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks: Option<usize>,
    table_bytes: u64,
    /// The part that went into tables.
    table_seconds: f64,
    /// The solution was replayed on the full puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

impl Run {
    /// The search of `request` as planned.
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
                // A string takes everything.
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
            // Also where the moves went out before all were known.
            verified: matches!(report.status, Status::Solved(_)).then_some(true).or(found.then_some(true)),
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
    pub fn new(item: &'a Item<'a>, timed: &Timed, request: &Request, plan: &'a Plan) -> Solved<'a> {
        Solved::of(Subject::new(item, plan), item, timed, request, plan)
    }

    /// The same for an item of a batch.
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

/// What a solution reaches, where it may be one of several goals.
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

/// `deepen count --sequences`.
#[derive(Serialize)]
pub struct Sequences {
    pub puzzle: String,
    pub metric: &'static str,
    /// By cost; these numbers may need more than 64 bits.
    pub per_depth: Vec<u128>,
}

/// `deepen count`.
#[derive(Serialize)]
pub struct CountResult {
    pub puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    pub goal: String,
    /// The turns that may be used, if not all.
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
    /// How large the group of a defined puzzle is: digits, because it may be any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_order: Option<String>,
    /// The largest distance, if all were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gods_number: Option<usize>,
    /// Some of the positions at the largest distance counted: boards, facelets, or the moves that
    /// make them.
    pub deepest: Vec<String>,
    pub nodes: u64,
    /// What a table of all positions took, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_bytes: Option<u64>,
    pub seconds: f64,
}

/// A line of `deepen scramble`.
#[derive(Serialize)]
pub struct Scrambled {
    /// What the solver says of it.
    #[serde(flatten)]
    pub puzzle: Fields,
    /// Where random numbers came from, unless something else says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its place among those of the same seed, from 1.
    pub number: u64,
}

/// `deepen hint`.
#[derive(Serialize)]
pub struct Hinted<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// `optimal`, `upper_bound`, or how the search ended without a solution.
    pub status: &'static str,
    /// The next move; none if there is nothing to do or none was found.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// What the solver says of the move.
    #[serde(flatten)]
    pub details: Fields,
    /// Moves left, this one included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// From the request to the answer, tables included.
    pub seconds: f64,
    pub table_seconds: f64,
}

/// A defined puzzle, for programs that draw it.
#[derive(Serialize)]
pub struct Definition {
    pub name: String,
    /// The moves that are made once; others are these several times.
    pub moves: Vec<String>,
    /// As cubing.js reads it.
    pub kpuzzle: Box<RawValue>,
}

/// `deepen check` without moves.
#[derive(Serialize)]
pub struct Solvable<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// It can be solved; whatever cannot is an error.
    pub valid: bool,
    /// It is.
    pub solved: bool,
}

/// `deepen check`.
#[derive(Serialize)]
pub struct Judged<'a> {
    #[serde(flatten)]
    pub subject: Subject<'a>,
    /// `solved`, `unsolved` or `impossible`.
    pub verdict: &'static str,
    /// Moves judged.
    pub length: usize,
    /// The first move that is not possible, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impossible_at: Option<usize>,
    /// Moves of a shortest solution, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<u32>,
    /// From the request to the answer, if something was searched, and the part that went into tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_seconds: Option<f64>,
    /// What the solver says of the moves.
    #[serde(flatten)]
    pub details: Fields,
}

/// `deepen list`: all that solvers say of themselves.
#[derive(Serialize)]
pub struct Listed {
    /// Solvers, each with what it has.
    pub puzzles: Vec<SolverInfo>,
    /// Twisty puzzles whose definitions have names.
    pub definitions: Vec<PuzzleInfo>,
}

impl Listed {
    /// Everything in a registry.
    pub fn new(registry: &Registry) -> Listed {
        let (definitions, special): (Vec<_>, Vec<_>) =
            registry.solvers().iter().partition(|solver| solver.info().reads_definitions);
        Listed {
            puzzles: special.iter().chain(&definitions).map(|solver| *solver.info()).collect(),
            definitions: definitions.iter().flat_map(|solver| solver.puzzles()).collect(),
        }
    }

    /// Returns all of a kind that have different names, the first of each.
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

/// What is listed without its details.
pub fn named(name: &'static str, summary: &'static str) -> Named {
    Named { name, summary }
}
