//! The declared data of the solver: algorithms, heuristics and options.

use solver::cube::{FORMATS, GoalForms, Metric};
use solver::{
    Algorithm, AlgorithmInfo, Heuristic, HeuristicInfo, OptionInfo, OptionKind, Purpose, SolverInfo,
};

use crate::steps::StepGoal;

/// Thistlethwaite's four-phase algorithm through a chain of subgroups, each phase solved in fewest moves.
pub const FOUR_PHASE: Algorithm = Algorithm("four-phase");

/// Pattern databases over the pieces of a step.
pub const PATTERN: Heuristic = Heuristic("pattern");
/// Korf's pattern database of the corners.
pub const CORNERS: Heuristic = Heuristic("corners");

// Coset prune tables of the optimal solver, each named after its size in memory. The subgroup is that of H48: corners in
// their tetrads and untwisted, edges in their slices.

/// The cosets of that subgroup (`h0` of H48).
pub const COSET_H0: Heuristic = Heuristic("coset-59m");
/// Times 8: with the parity of the corners and of the edge flips of each slice.
pub const COSET_X8: Heuristic = Heuristic("coset-289m");
/// Times 24: with corner permutations up to half turns and the parity of the edge flips of each slice.
pub const COSET_X24: Heuristic = Heuristic("coset-752m");
/// Times 256: with edge flips up to flipping all edges of a slice.
pub const COSET_X256: Heuristic = Heuristic("coset-7.6g");
/// Times 512: the same with the parity of the corners.
pub const COSET_X512: Heuristic = Heuristic("coset-15g");
/// Times 1536: the same with corner permutations up to half turns.
pub const COSET_X1536: Heuristic = Heuristic("coset-45g");
/// Times 2048: with all edge flips (`h11` of H48).
pub const COSET_X2048: Heuristic = Heuristic("coset-60g");

/// Prefix of the names of stored tables.
pub const TABLE_PREFIX: &str = "3x3x3-";

/// Name of the option that allows moves on the inverse of the scramble.
pub const NISS: &str = "niss";
/// Name of the option with moves already made, which solutions continue.
pub const AFTER: &str = "after";
/// Name of the option that keeps one solution of each symmetry class.
pub const UP_TO_SYMMETRY: &str = "up_to_symmetry";

/// IDA*, which also finds solutions longer than the shortest.
const IDA_STAR: AlgorithmInfo = AlgorithmInfo { finds_longer: true, ..AlgorithmInfo::IDA_STAR };

const fn flag(name: &'static str, summary: &'static str, purposes: &'static [Purpose]) -> OptionInfo {
    OptionInfo { name, kind: OptionKind::Flag, value: "", summary, purposes }
}

/// A coset table. Its earlier name is an alias, so that scripts keep working.
const fn coset(
    heuristic: Heuristic,
    aliases: &'static [&'static str],
    summary: &'static str,
) -> HeuristicInfo {
    HeuristicInfo { heuristic, aliases, summary }
}

/// Returns the present name of a stored table that is given by its present or its earlier name.
pub fn table_name(name: &str) -> String {
    let heuristic = name.strip_prefix(TABLE_PREFIX);
    let found = heuristic.and_then(|name| INFO.heuristics.iter().find(|info| info.aliases.contains(&name)));
    found.map_or_else(|| name.to_string(), |info| format!("{TABLE_PREFIX}{}", info.name()))
}

/// Declared data of the 3x3x3 solver.
pub static INFO: SolverInfo = SolverInfo {
    name: "3x3x3",
    summary: "the 3x3x3 cube: a scramble, 54 facelets or a net",
    unit: "position",
    algorithms: &[
        AlgorithmInfo::new(
            Algorithm::TWO_PHASE,
            "Kociemba's two-phase algorithm: short at once, shorter with time (also square-1)",
        )
        .also_called(&["kociemba", "twophase", "2-phase"])
        .improving(),
        AlgorithmInfo::new(FOUR_PHASE, "Thistlethwaite's four-phase algorithm: at once, longer (3x3x3)")
            .also_called(&["thistlethwaite", "fourphase", "4-phase"])
            .improving(),
        IDA_STAR,
    ],
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo::new(CORNERS.0, "Korf's corner pattern database, 44 MB, built in about 2 s (3x3x3)"),
        coset(
            COSET_H0,
            &["instant"],
            "coset prune table, 59 MB, built in about 3 s on two cores; 16 moves take 8 s (3x3x3)",
        ),
        coset(COSET_X8, &["medium"], "finer cosets, 289 MB, built in about 5 s; 16 moves take 1 s (3x3x3)"),
        coset(
            COSET_X24,
            &["standard"],
            "still finer cosets, 752 MB, built in about 10 s; a random cube takes 10 s (3x3x3)",
        ),
        coset(
            COSET_X256,
            &["large"],
            "cosets with nearly all edge flips, 7.6 GB, built in about 2 minutes; a random cube takes 2 s (3x3x3)",
        ),
        coset(COSET_X512, &["huge"], "the same with the parity of the corners, 15 GB (3x3x3)"),
        coset(COSET_X1536, &["giant"], "the same with corner permutations up to half turns, 45 GB (3x3x3)"),
        coset(
            COSET_X2048,
            &["vast"],
            "cosets with all edge flips, 60 GB, built in 45 s on 16 cores; superflip takes 10 s there (3x3x3)",
        ),
    ],
    metrics: &[Metric::HalfTurn.info(), Metric::QuarterTurn.info(), Metric::Axial.info()],
    goals: &StepGoal::NAMED,
    options: &[
        flag(
            NISS,
            "Allow a part of the solution on the inverse of the scramble, written in brackets (steps of the 3x3x3); \
             brackets in --after are read the same way",
            Purpose::SOLVING,
        ),
        flag(
            NISS,
            "Read brackets in --after as moves on the inverse of the scramble; without it they are groups",
            &[Purpose::Hint],
        ),
        flag(
            NISS,
            "Read brackets in --solution as moves on the inverse of the scramble, as solve --niss writes them; without \
             it they are groups (3x3x3)",
            &[Purpose::Check],
        ),
        OptionInfo {
            name: AFTER,
            kind: OptionKind::Text,
            value: "MOVES",
            summary: "Moves already made, to continue from; with --niss those in brackets are on the inverse, like \
                      \"R U (F' L)\" (3x3x3)",
            purposes: &[Purpose::Solve, Purpose::Hint],
        },
        flag(
            UP_TO_SYMMETRY,
            "With --all or --within, one solution of each class under the symmetries of the cube (3x3x3)",
            Purpose::SOLVING,
        ),
    ],
    formats: FORMATS,
    reads_definitions: false,
    shares_tables: true,
};

/// Algorithms for steps.
pub(crate) static STEP_ALGORITHMS: [AlgorithmInfo; 1] = [IDA_STAR];

/// Heuristics for steps.
pub(crate) static STEP_HEURISTICS: [HeuristicInfo; 1] = [HeuristicInfo::new(
    PATTERN.0,
    "pattern databases: additive and mirrored (up to 25 cells), places and twists (2x2x2)",
)];

/// Forms in which a goal can be given.
pub(crate) const GOALS: GoalForms = GoalForms {
    named: &StepGoal::NAMED,
    hint: "a goal is solved, a step like eo or dr, \"moves: R U F\", facelets (. for any color) or a file",
};
