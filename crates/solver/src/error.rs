//! Why a request cannot be carried out.

use puzzle::shuffdle::{Line, Lines, Missing};
use puzzle::{Goal, TurnSet};
use search::StopReason;
use thiserror::Error;

use crate::family::{Family, STEP_ALGORITHMS};
use crate::parts::Parts;
use crate::request::{Algorithm, Estimate};
use crate::twist::Metric;

/// A table is not wanted any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("filling a table was cancelled")]
pub struct Cancelled;

/// Why a request cannot be carried out.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// Parity: half of all boards cannot reach a given goal.
    #[error("this board cannot reach the goal {goal}{}", elsewhere(.reachable))]
    Unsolvable {
        /// The goal's name, or the goal itself if it has none.
        goal: String,
        /// The named goals it can reach.
        reachable: Vec<Goal>,
    },
    /// The turns that may be used are too few.
    #[error("no sequence of the turns {turns} leads from this cube to the goal")]
    Unreachable {
        /// The turns that may be used.
        turns: TurnSet,
    },
    /// There is nothing to turn.
    #[error("no turn may be used, expected at least one")]
    NoTurns,
    /// Board and goal have different sizes.
    #[error("the board is {board} and the goal {goal}; they must be of one size")]
    SizeMismatch {
        /// Size of the board.
        board: String,
        /// Size of the goal.
        goal: String,
    },
    /// The board is beyond what can be searched.
    #[error(
        "a {size} board is too large to search; at most {most} cells, expected for example 16x16 or less, or the algorithm \
         construct"
    )]
    TooLarge {
        /// Size of the board.
        size: String,
        /// The most cells.
        most: usize,
    },
    /// An estimate that counts single tiles.
    #[error("{} counts single tiles; expected none, manhattan or, up to 4x4, walking-distance where tiles slide together", .0.name())]
    NoMultiTile(Estimate),
    /// There are too many positions to count them.
    #[error("the positions of {} are too many to count", .0.name())]
    TooMany(Family),
    /// Positions are counted from one goal.
    #[error("positions are counted from one goal, found several")]
    SeveralGoals,
    /// Positions are counted in moves of one cost.
    #[error(
        "positions are counted in moves that cost 1 or are several of these, expected single turns among the moves"
    )]
    WeightedCount,
    /// A phase would undo what one before it has done.
    #[error(
        "phase {phase} has the move {mv}, which changes what phase {earlier} has done; expected moves that leave it"
    )]
    PhaseUndoes {
        /// The phase with the move.
        phase: String,
        /// The move.
        mv: String,
        /// The phase whose work it would undo.
        earlier: String,
    },
    /// What a phase sees of a sum after a move does not follow from what it saw before.
    #[error(
        "phase {phase} has the move {mv}, which takes places of a sum to places that count differently; expected moves that \
         make each sum of a view one of that view"
    )]
    PhaseMixes {
        /// The phase.
        phase: String,
        /// The move.
        mv: String,
    },
    /// A phase leads away from the solved position, and no later one may change what it looks at.
    #[error("no goal of phase {phase} looks like the solved puzzle, expected one of them to")]
    PhaseLeadsElsewhere {
        /// The phase.
        phase: String,
    },
    /// After a phase the next one cannot always go on.
    #[error(
        "phase {phase} tells {found} positions apart, expected {expected}: what it leads to {}", cannot_go_on(.next)
    )]
    PhaseIncomplete {
        /// The phase.
        phase: String,
        /// The next one; None if it is the last.
        next: Option<String>,
        /// How many things it sees.
        found: String,
        /// How many it would have to see.
        expected: String,
    },
    /// A phase looks at too much at once.
    #[error(
        "a view of phase {phase} has more than {most} looks, expected less in one view; divide it into several"
    )]
    PhaseTooLarge {
        /// The phase.
        phase: String,
        /// The most.
        most: usize,
    },
    /// Phases know nothing of rules.
    #[error("the puzzle has illegal positions, expected none for declared phases")]
    PhasesWithRules,
    /// Phases lead to one goal.
    #[error("declared phases lead to one goal, found several")]
    PhasesWithGoals,
    /// A defined puzzle has more places than a position has bytes.
    #[error("the puzzle has {n_places} places, expected at most {most}")]
    TooManyPlaces {
        /// How many it has.
        n_places: usize,
        /// The most that fit.
        most: usize,
    },
    /// A defined puzzle has more kinds of pieces than a byte has values.
    #[error("the pieces of orbit {orbit} in all their orientations are too many, expected at most 256")]
    TooManyKinds {
        /// The orbit.
        orbit: String,
    },
    /// Moves bring pieces only to some places.
    #[error(
        "the position cannot reach the goal: its pieces are in places where no move brings them from there"
    )]
    ForeignPieces,
    /// No moves lead there, as their group says.
    #[error("the position cannot reach the goal: no sequence of the moves leads there")]
    OutOfReach,
    /// A move that every solution should have is illegal where it would be made.
    #[error("the forced move {name} leads to or from a position that is illegal, expected none on the way")]
    ForcedIllegal {
        /// The move.
        name: String,
    },
    /// Only some searches can leave out what is shorter.
    #[error("{} of {} finds no solutions of a least length; ida of defined puzzles does", .algorithm.name(), .family.name())]
    NoLeastLength {
        /// Which.
        algorithm: Algorithm,
        /// The kind of puzzle.
        family: Family,
    },
    /// A defined puzzle has more moves than a search takes. Beyond that they are not counted.
    #[error("the puzzle has more than {most} moves, powers of moves included; expected fewer")]
    TooManyMoves {
        /// The most that there may be.
        most: usize,
    },
    /// The work was stopped before it was known whether the request can be carried out.
    #[error("stopped before there was an answer")]
    Stopped(StopReason),
    /// The estimate does not exist for this size.
    #[error("the estimate {} does not exist for a {size} board; {}", .estimate.name(), .estimate.summary())]
    NoEstimate {
        /// Which.
        estimate: Estimate,
        /// Size of the board.
        size: String,
    },
    /// The groups do not have every tile once, or cannot be had.
    #[error(
        "groups of {parts} are not for a {size} board; expected every tile in one, and up to two groups (four on more \
         than 16 cells) if one has more than six tiles or they know the blank"
    )]
    BadParts {
        /// As asked for.
        parts: Parts,
        /// Size of the board.
        size: String,
    },
    /// The groups name fewer tiles than the board has, or more.
    #[error("{}", other_tiles(*.parts, .size, *.n_tiles))]
    OtherTiles {
        /// As asked for.
        parts: Parts,
        /// Size of the board.
        size: String,
        /// Tiles of the board.
        n_tiles: usize,
    },
    /// The estimate does not exist for this kind of puzzle.
    #[error("the heuristic {} does not exist for {}{}", .estimate.name(), .family.name(), estimates_of(*.family))]
    ForeignEstimate {
        /// Which.
        estimate: Estimate,
        /// The kind of puzzle.
        family: Family,
    },
    /// The search does not exist for this kind of puzzle.
    #[error("{} does not exist for {}; expected {}", .algorithm.name(), .family.name(), algorithms_of(*.family))]
    ForeignAlgorithm {
        /// Which.
        algorithm: Algorithm,
        /// The kind of puzzle.
        family: Family,
    },
    /// Steps are found by one search.
    #[error("{} does not find steps of the 3x3x3; expected {}", .0.name(), names_of(STEP_ALGORITHMS))]
    NoStepsBy(Algorithm),
    /// There is such a step, but not there.
    #[error("there is no step {name}; expected {}", .known.join(", "))]
    NoSuchStep {
        /// What was asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// On the inverse of a cube its pieces are elsewhere.
    #[error(
        "the goal {goal} is no group, so a cube may be in it and its inverse not; moves on the inverse say nothing"
    )]
    NoGroup {
        /// Its name or stickers.
        goal: String,
    },
    /// A full solution on the inverse is one on the scramble.
    #[error(
        "moves on the inverse are for steps of the 3x3x3: whatever solves the inverse, inverted, solves the cube"
    )]
    NoInverse,
    /// Only some searches go on after the shortest solutions.
    #[error("{} of {} finds no solutions longer than the shortest; ida of the 3x3x3 does", .algorithm.name(), .family.name())]
    OnlyShortest {
        /// Which.
        algorithm: Algorithm,
        /// The kind of puzzle.
        family: Family,
    },
    /// Symmetries of others are not known.
    #[error("solutions up to symmetry are known of the 3x3x3 only, solved and not by steps")]
    NoSymmetry,
    /// The metric does not exist for this kind of puzzle.
    #[error("the metric {} does not exist for {}; {reason}", .metric.name(), .family.name())]
    ForeignMetric {
        /// Which.
        metric: Metric,
        /// The kind of puzzle.
        family: Family,
        /// Why it does not, and what does.
        reason: &'static str,
    },
    /// The phases of Square-1 are tables of twists.
    #[error("two-phase of square-1 counts twists; expected ida for the metric face-turn")]
    TwistsOnly,
    /// Only iterative deepening enumerates.
    #[error("{} finds one solution; all optimal solutions are found by ida and dfid", .0.name())]
    FindsOne(Algorithm),
    /// Only a chain of phases goes on after its first solution.
    #[error("{} ends with its first solution and cannot improve it", .0.name())]
    CannotImprove(Algorithm),
    /// Too few tiles can become some letter of the word.
    #[error("{}", unspellable(*.lines, *.line, *.missing))]
    Unspellable {
        /// Where the word might stand.
        lines: Lines,
        /// One of these lines.
        line: Line,
        /// What is missing there.
        missing: Missing,
    },
    /// Making the table takes more memory than is allowed.
    #[error("making the table {} takes {needed} bytes, and {allowed} may be used", .estimate.name())]
    NoRoom {
        /// Which.
        estimate: Estimate,
        /// What it takes at its height.
        needed: u64,
        /// What may be used.
        allowed: u64,
    },
    /// Depth-first search needs to know where to turn back.
    #[error("depth-first search needs a cut-off; expected a length limit")]
    NoCutOff,
}

fn unspellable(lines: Lines, line: Line, missing: Missing) -> String {
    let Missing { at, letter, found, needed } = missing;
    let somewhere = match lines {
        Lines::Bottom => String::new(),
        Lines::Any => format!("no row or column can spell the word; in {line} "),
    };
    let place = at + 1;
    match found {
        0 => format!("{somewhere}no letter of the board can become the {letter} in place {place}"),
        _ => format!(
            "{somewhere}only {found} of the letters can become the {letter} in place {place}, and {needed} places need one \
             like it"
        ),
    }
}

fn other_tiles(parts: Parts, size: &str, n_tiles: usize) -> String {
    let named = parts.n_tiles();
    match named < n_tiles {
        true => format!(
            "tile {} is in no group of {parts}; expected all tiles of a {size} board, 1 to {n_tiles}",
            named + 1
        ),
        false => format!(
            "tile {} in the groups {parts} is not on a {size} board; expected tiles 1 to {n_tiles}",
            n_tiles + 1
        ),
    }
}

fn cannot_go_on(next: &Option<String>) -> String {
    match next {
        Some(next) => format!("is not always within reach of phase {next}"),
        None => "is not always solved".to_string(),
    }
}

fn names_of(algorithms: &[Algorithm]) -> String {
    let names: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.name()).collect();
    names.join(", ")
}

fn elsewhere(reachable: &[Goal]) -> String {
    let names: Vec<&str> = reachable.iter().map(Goal::name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; it can reach the goal {}", names.join(" and the goal ")),
    }
}

fn algorithms_of(family: Family) -> String {
    names_of(family.algorithms())
}

fn estimates_of(family: Family) -> String {
    let names: Vec<&str> = family.estimates().iter().map(|estimate| estimate.name()).collect();
    match names.is_empty() {
        true => ", whose searches ask for none".to_string(),
        false => format!("; expected {}", names.join(", ")),
    }
}
