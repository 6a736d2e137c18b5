//! What the solver is, as data: algorithms, heuristics and options.

use solver::cube::{FORMATS, GoalForms, Metric};
use solver::{
    Algorithm, AlgorithmInfo, Heuristic, HeuristicInfo, OptionInfo, OptionKind, Purpose, SolverInfo,
};

use crate::steps::StepGoal;

/// Thistlethwaite's four phases: through four subgroups, each stage as short as can be.
pub const FOUR_PHASE: Algorithm = Algorithm("four-phase");

/// Pieces of a step, each solved by itself.
pub const PATTERN: Heuristic = Heuristic("pattern");
/// Korf's: the corners solved exactly on their own.
pub const CORNERS: Heuristic = Heuristic("corners");
/// Cosets: corners in their tetrads, edges in their slices.
pub const INSTANT: Heuristic = Heuristic("instant");
/// The same with the parities of corners and of flips.
pub const MEDIUM: Heuristic = Heuristic("medium");
/// The same with corners up to half turns.
pub const STANDARD: Heuristic = Heuristic("standard");
/// Cosets with nearly all flips.
pub const LARGE: Heuristic = Heuristic("large");
/// The same with the parity of corners.
pub const HUGE: Heuristic = Heuristic("huge");
/// The same with corners up to half turns.
pub const GIANT: Heuristic = Heuristic("giant");
/// Cosets with all flips.
pub const VAST: Heuristic = Heuristic("vast");

/// The option that allows moves on the inverse of the scramble.
pub const NISS: &str = "niss";
/// The option with moves that solutions go on from.
pub const AFTER: &str = "after";
/// The option that asks for one of each set of symmetric solutions.
pub const UP_TO_SYMMETRY: &str = "up_to_symmetry";

/// Rounds of a search for shortest solutions, and for those a little longer.
const IDA_STAR: AlgorithmInfo = AlgorithmInfo { finds_longer: true, ..AlgorithmInfo::IDA_STAR };

const fn flag(name: &'static str, summary: &'static str, purposes: &'static [Purpose]) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Flag, value: "", summary, purposes }
}

/// The solver of the 3x3x3.
pub static INFO: SolverInfo = SolverInfo {
    name: "3x3x3",
    summary: "the 3x3x3 cube: a scramble, 54 facelets or a net",
    unit: "position",
    algorithms: &[
        AlgorithmInfo::new(
            Algorithm::TWO_PHASE,
            "two phases, Kociemba's for the 3x3x3: short at once, shorter with time (also square-1)",
        )
        .improving(),
        AlgorithmInfo::new(FOUR_PHASE, "Thistlethwaite's four phases: at once, longer (3x3x3)").improving(),
        IDA_STAR,
    ],
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo::new(CORNERS.0, "Korf's pattern database of the corners, 44 MB, about 2 s (3x3x3)"),
        HeuristicInfo::new(
            INSTANT.0,
            "cosets, 59 MB, made in about 3 s on two cores; 16 moves take 8 s (3x3x3)",
        ),
        HeuristicInfo::new(MEDIUM.0, "finer cosets, 289 MB, about 5 s; 16 moves take 1 s (3x3x3)"),
        HeuristicInfo::new(
            STANDARD.0,
            "still finer cosets, 752 MB, about 10 s; a random cube takes 10 s (3x3x3)",
        ),
        HeuristicInfo::new(
            LARGE.0,
            "cosets with nearly all flips, 7.6 GB, about 2 minutes; a random cube takes 2 s (3x3x3)",
        ),
        HeuristicInfo::new(HUGE.0, "the same with the parity of corners, 15 GB (3x3x3)"),
        HeuristicInfo::new(GIANT.0, "the same with corners up to half turns, 45 GB (3x3x3)"),
        HeuristicInfo::new(
            VAST.0,
            "cosets with all flips, 60 GB, 45 s on 16 cores; superflip takes 10 s there (3x3x3)",
        ),
    ],
    metrics: &[Metric::HalfTurn.info(), Metric::QuarterTurn.info(), Metric::Axial.info()],
    goals: &StepGoal::NAMED,
    options: &[
        flag(
            NISS,
            "Allow a part of the solution on the inverse of the scramble, written in brackets (steps of the 3x3x3); \
             brackets of --after are read so, too",
            Purpose::SOLVING,
        ),
        flag(
            NISS,
            "Brackets of --after hold moves on the inverse of the scramble; without, they are groups",
            &[Purpose::Hint],
        ),
        flag(
            NISS,
            "Brackets of --solution hold moves on the inverse of the scramble, as solve --niss writes them; without, \
             they are groups (3x3x3)",
            &[Purpose::Check],
        ),
        OptionInfo {
            name: AFTER,
            kind: OptionKind::Text,
            value: "MOVES",
            summary: "Moves made already, to go on from; with --niss those in brackets on the inverse, like \
                      \"R U (F' L)\" (3x3x3)",
            purposes: &[Purpose::Solve, Purpose::Hint],
        },
        flag(
            UP_TO_SYMMETRY,
            "With --all or --within, one of each set of solutions that symmetries of the cube send to each other \
             (3x3x3)",
            Purpose::SOLVING,
        ),
    ],
    formats: FORMATS,
    reads_definitions: false,
    shares_tables: true,
};

/// The algorithms that find steps.
pub(crate) static STEP_ALGORITHMS: [AlgorithmInfo; 1] = [IDA_STAR];

/// What steps are estimated with.
pub(crate) static STEP_HEURISTICS: [HeuristicInfo; 1] = [HeuristicInfo::new(
    PATTERN.0,
    "pattern databases: additive and mirrored (up to 25 cells), places and twists (2x2x2)",
)];

/// The forms of its goals.
pub(crate) const GOALS: GoalForms = GoalForms {
    named: &StepGoal::NAMED,
    hint: "a goal is solved, a step like eo or dr, \"moves: R U F\", facelets (. for any colour) or a file",
};
