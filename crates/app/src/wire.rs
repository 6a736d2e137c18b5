//! Results as JSON: the only types that are serialised. Names and values here are a promise to scripts.

pub mod bench;
pub mod progress;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use puzzle::Turn;
use puzzle::shuffdle::SIDE;
use search::{Cost, Move, StopReason};
use solve::recipe::shuffdle::shift;
use solve::{Algorithm, Question, Request, Status, UpToSymmetry};

use crate::failure::Failure;
use crate::input::{Item, Puzzle};
use crate::plan::{Plan, Target};
use crate::session::Timed;
use crate::text::{in_all, size, word};
use crate::verdict::{contradicts, has_all, status, stopped_by};

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
/// If nobody takes it.
pub fn write(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Versioned::new(object))?;
    writeln!(out)
}

/// Begins an object whose first field after the version is a text that is written piece by piece. [`go_on`] ends it.
///
/// # Errors
/// If nobody takes it.
pub fn begin(out: &mut dyn Write, field: &str) -> io::Result<()> {
    write!(out, "{{\"schema\":{SCHEMA},\"{field}\":\"")
}

/// Ends the text that [`begin`] began, and writes the other fields of the object.
///
/// # Errors
/// If nobody takes it.
pub fn go_on(out: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    let object = serde_json::to_string(object)?;
    writeln!(out, "\",{}", object.trim_start_matches('{'))
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

impl<'a> From<&'a Failure> for Error<'a> {
    fn from(failure: &'a Failure) -> Error<'a> {
        Error {
            code: failure.code(),
            message: &failure.message,
            place: failure.place.as_deref(),
            hint: failure.hint.as_deref(),
            stickers: &failure.stickers,
        }
    }
}

/// Which puzzle of the input it is about.
#[derive(Serialize)]
pub struct Subject<'a> {
    /// `sliding`, `2x2x2`, `3x3x3`, `shuffdle`, or the name of a defined puzzle.
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    /// What is to be spelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// The facelets of a cube as held.
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<String>,
    /// The position of a defined puzzle, as it can be read again.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// `last`, `first`, `snail`, `solved`, or the board or facelets that are the goal.
    goal: &'a str,
    /// The turns that may be used, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<&'a str>,
    /// What they cost, if not 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<&'a str>,
    /// What every solution begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<&'a str>,
    /// What every solution ends with.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// What was read there; of a batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
}

impl<'a> Subject<'a> {
    /// A puzzle of the input.
    pub fn new(item: &'a Item<'a>, plan: &'a Plan) -> Subject<'a> {
        let puzzle = item.puzzle.as_ref().ok();
        let board = puzzle.and_then(|puzzle| match puzzle {
            Puzzle::Board(board) => Some(board),
            _ => None,
        });
        let letters = puzzle.and_then(|puzzle| match puzzle {
            Puzzle::Shuffdle(word, board) => Some((word, board)),
            _ => None,
        });
        let cube = puzzle.and_then(|puzzle| match puzzle {
            Puzzle::Board(_) | Puzzle::Shuffdle(..) | Puzzle::Square1(_) | Puzzle::Defined(_) => None,
            Puzzle::Cube2(cube) => Some(cube.to_facelets()),
            Puzzle::Cube3(cube) => Some(cube.to_facelets()),
            Puzzle::Cube4(cube) => Some(cube.to_facelets()),
        });
        let file = item.source.file.as_deref();
        let defined = match &plan.target {
            Target::Defined(defined) => Some(defined),
            _ => None,
        };
        Subject {
            puzzle: &plan.puzzle_name,
            size: board.map(size),
            word: letters.map(|(word, _)| word.to_string()),
            board: board.map(|board| board.to_line()).or_else(|| letters.map(|(_, board)| board.to_line())),
            cube,
            position: puzzle.and_then(|puzzle| plan.target.position_text(puzzle)),
            goal: &plan.goal_name,
            turns: plan.turns_name.as_deref(),
            weights: defined.and_then(|defined| defined.weights.as_deref()),
            first: defined.and_then(|defined| defined.first.as_deref()),
            last: defined.and_then(|defined| defined.last.as_deref()),
            file,
            line: file.map(|_| item.line),
            input: None,
            name: item.name.as_deref().filter(|_| letters.is_none()),
        }
    }
}

impl<'a> Subject<'a> {
    /// A puzzle of a batch: with its line and what was read there, whatever came out.
    pub fn of_batch(item: &'a Item<'a>, plan: &'a Plan) -> Subject<'a> {
        Subject { line: Some(item.line), input: item.text, ..Subject::new(item, plan) }
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
        question: &Question,
        length: Cost,
        moves: &[Move],
    ) -> Self {
        Improved {
            subject: Subject::new(item, plan),
            method: plan.method.algorithm.name(),
            metric: question.metric_name(),
            status: "improved",
            moves: question.move_names(moves),
            length,
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
    /// The moves of Shuffdle one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    slides: Option<Vec<Slide>>,
    /// The part that is made on the inverse of the scramble.
    #[serde(skip_serializing_if = "Option::is_none")]
    inverse_moves: Option<String>,
    /// The moves that the solution goes on from and its own, turns on the inverse in brackets.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_all: Option<String>,
    /// What the solution reaches, of all that the goal allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<String>,
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
        let all = request.method.all;
        let moves = |solution: &Vec<Move>| request.question.whole_names(solution).to_string();
        let found = !report.solutions.is_empty();
        let spoken = |solution: &Vec<Move>| match &request.question {
            Question::Steps(steps) => Some(steps.spoken(solution)),
            _ => None,
        };
        let step = |solution: &Vec<Move>| Some(spoken(solution)?.aim?.name().to_string());
        Run {
            method: report.algorithm.name(),
            heuristic: report.estimate.name(),
            weight: (report.algorithm == Algorithm::WeightedAStar)
                .then(|| f64::from(request.method.weight) / 100.0),
            metric: request.question.metric_name(),
            status: status(report),
            stopped_by: stop(report.status).map(stopped_by),
            moves: report.solutions.first().map(|solution| match spoken(solution) {
                Some(spoken) => alg(&spoken.moves),
                None => moves(solution),
            }),
            slides: report.solutions.first().and_then(|solution| slides(&request.question, solution)),
            inverse_moves: report
                .solutions
                .first()
                .and_then(spoken)
                .filter(|_| request.method.niss)
                .map(|spoken| alg(&spoken.inverse_moves)),
            in_all: report
                .solutions
                .first()
                .and_then(|first| in_all(plan, &request.question, first))
                .map(|(moves, _)| moves),
            step: report.solutions.first().and_then(step),
            length: report.length,
            lower_bound: report.lower_bound,
            n_solutions: all.then_some(report.n_solutions),
            n_up_to_symmetry: report.up_to_symmetry.map(|sets| sets.n_sets),
            all_found: (all && found).then(|| {
                let is_compared = |sets: UpToSymmetry| sets.n_compared == report.n_solutions;
                has_all(report) && report.up_to_symmetry.is_none_or(is_compared)
            }),
            solutions: all.then(|| report.solutions.iter().map(moves).collect()),
            steps: all.then(|| report.solutions.iter().map(step).collect()).flatten(),
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

/// A move of Shuffdle. Rows and columns count from 1, from the top and from the left.
#[derive(Serialize)]
pub struct Slide {
    row: usize,
    column: usize,
    /// `up`, `down`, `left` or `right`.
    direction: &'static str,
    before: char,
    after: char,
}

/// The moves of Shuffdle with what becomes of the letters; None for other puzzles.
pub fn slides(question: &Question, moves: &[Move]) -> Option<Vec<Slide>> {
    let Question::Shuffdle(spelling) = question else { return None };
    let mut board = spelling.board;
    let slide = |&mv: &Move| {
        let shift = shift(mv);
        let (before, after) = board.slide(shift)?;
        Some(Slide {
            row: shift.from / SIDE + 1,
            column: shift.from % SIDE + 1,
            direction: word(shift.way),
            before: before.char(),
            after: after.char(),
        })
    };
    moves.iter().map(slide).collect()
}

fn alg(turns: &[Turn]) -> String {
    turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
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

/// The group of some moves.
#[derive(Serialize)]
pub struct Ordered {
    pub puzzle: String,
    pub moves: usize,
    /// Digits, because it may be any number.
    pub group_order: String,
    /// Primes and how often each divides it.
    pub factors: Vec<(u64, u32)>,
    /// Fewer than the group has elements if pieces look alike.
    pub positions_at_most: String,
    /// Positions that look different and differ by more than how the puzzle is held, if their number is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// The number of orientations in which moves can bring the whole puzzle, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orientations: Option<u64>,
    /// Whether some positions are illegal.
    pub has_rules: bool,
}

/// Canonical sequences by their cost.
#[derive(Serialize)]
pub struct Sequences {
    pub puzzle: String,
    pub metric: &'static str,
    pub per_depth: Vec<u128>,
}

/// A line of `deepen alg`.
#[derive(Serialize)]
pub struct Sequence {
    /// The sequence as it was given.
    pub moves: String,
    /// What was made of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Moves of the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// After how many times everything is back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
}

/// A line of `deepen alg few`.
#[derive(Serialize)]
pub struct FewPieces {
    pub moves: String,
    pub length: usize,
    /// Pieces that are out of place or turned.
    pub out_of_place: usize,
}

/// A line of `deepen alg show`.
#[derive(Serialize)]
pub struct Effect {
    pub moves: String,
    pub length: u64,
    /// After how many times everything is back; missing if that is too many to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u64>,
    /// Pieces that are out of place or turned.
    pub out_of_place: usize,
    /// The position as a compact one, if there are digits enough for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpos: Option<String>,
    pub orbits: Vec<OrbitEffect>,
}

/// What happens in one orbit. All places and pieces from 0.
#[derive(Serialize)]
pub struct OrbitEffect {
    pub orbit: String,
    pub cycles: Vec<CycleOf>,
    pub permutation: Vec<u8>,
    #[serde(rename = "orientationDelta")]
    pub orientation_delta: Vec<u8>,
    pub pieces: Vec<u8>,
    pub orientation: Vec<u8>,
}

/// Places whose pieces go round, each to the next.
#[derive(Serialize)]
pub struct CycleOf {
    pub places: Vec<u8>,
    /// How far a piece has turned when it is back.
    pub turn: u8,
}

/// A line of `deepen scramble`.
#[derive(Serialize)]
pub struct Scrambled<'a> {
    pub puzzle: &'static str,
    /// The moves that make the cube from a solved one.
    pub scramble: &'a str,
    pub length: usize,
    /// The facelets it leads to.
    pub cube: &'a str,
    pub seed: u64,
    /// Its place among those of the same seed, from 1.
    pub number: u64,
}

/// A line of `deepen scramble sliding`.
#[derive(Serialize)]
pub struct Shuffled<'a> {
    pub puzzle: &'static str,
    pub size: String,
    pub board: String,
    /// What it can reach, or cannot.
    pub goal: &'a str,
    pub solvable: bool,
    pub seed: u64,
    /// Its place among those of the same seed, from 1.
    pub number: u64,
}

/// A line of `deepen scramble square-1`.
#[derive(Serialize)]
pub struct Slashed<'a> {
    pub puzzle: &'static str,
    /// The moves that make the position from the solved one.
    pub scramble: &'a str,
    /// Its twists.
    pub length: usize,
    /// The position they lead to.
    pub position: String,
    pub seed: u64,
    /// Its place among those of the same seed, from 1.
    pub number: u64,
}

/// A line of `deepen scramble` for a puzzle that a file defines.
#[derive(Serialize)]
pub struct DrawnPosition<'a> {
    pub puzzle: &'a str,
    /// The position as a compact one, if there are digits enough for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpos: Option<String>,
    /// The position as a KPuzzle pattern.
    pub pattern: serde_json::Value,
    /// Moves that lead to it, where they can be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scramble: Option<String>,
    pub seed: u64,
    /// Its place among those of the same seed, from 1.
    pub number: u64,
}

/// A line of `deepen scramble shuffdle`.
#[derive(Serialize)]
pub struct Dealt<'a> {
    pub puzzle: &'static str,
    pub word: String,
    pub board: String,
    /// Moves of a shortest solution.
    pub length: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<&'a str>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slides: Option<Vec<Slide>>,
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
pub struct Sound<'a> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slides: Option<Vec<Slide>>,
}

/// `deepen list`.
#[derive(Serialize)]
pub struct Listed {
    pub puzzles: Vec<Puzzles>,
    /// Twisty puzzles whose definitions have names.
    pub definitions: Vec<NamedDefinition>,
    pub goals: Vec<Named>,
    /// Steps of the 3x3x3, which are goals as well.
    pub steps: Vec<Named>,
    pub metrics: Vec<Named>,
    pub square1_metrics: Vec<Named>,
    pub sliding_metrics: Vec<Named>,
    pub defined_metrics: Vec<Named>,
    pub algorithms: Vec<Named>,
    pub heuristics: Vec<Named>,
}

/// A kind of puzzle and what exists for it.
#[derive(Serialize)]
pub struct Puzzles {
    #[serde(flatten)]
    pub named: Named,
    pub algorithms: Vec<&'static str>,
    pub heuristics: Vec<&'static str>,
}

/// A puzzle whose definition has a name, and how it can be solved.
#[derive(Serialize)]
pub struct NamedDefinition {
    #[serde(flatten)]
    pub named: Named,
    /// True if it has phases that solve every position (`--algorithm phases`).
    pub phases: bool,
    /// True if random positions are too far from solved for a search for shortest solutions.
    pub large: bool,
}

/// A name and what it stands for.
#[derive(Serialize)]
pub struct Named {
    pub name: &'static str,
    pub summary: &'static str,
}

/// A table that is or may be kept.
#[derive(Serialize)]
pub struct Shelved<'a> {
    pub table: &'a str,
    pub bytes: u64,
    /// `ready`, `absent` or `damaged`; after an order also `made`, `verified` or `removed`.
    pub state: &'static str,
    /// Why it is damaged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}
