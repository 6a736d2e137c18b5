//! Static description of the solver.

use solver::cube::{FORMATS, GoalForms, Metric};
use solver::{AlgorithmInfo, Heuristic, HeuristicInfo, SolverInfo};

/// Prune tables of permutation and twist, each coordinate alone.
pub const PATTERN: Heuristic = Heuristic("pattern");
/// The exact distance, from a table of all positions.
pub const EXACT: Heuristic = Heuristic("exact");

/// Description of the 2x2x2 solver.
pub static INFO: SolverInfo = SolverInfo {
    name: "2x2x2",
    summary: "the 2x2x2 cube: a scramble, 24 facelets or a net",
    unit: "position",
    algorithms: &AlgorithmInfo::GENERIC,
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo {
            aliases: &["pdb"],
            ..HeuristicInfo::new(
                PATTERN.0,
                "pattern databases: additive and mirrored (up to 25 cells), places and twists (2x2x2)",
            )
        },
        HeuristicInfo::new(EXACT.0, "the true distance, from a table of all positions (2x2x2)"),
    ],
    metrics: &[Metric::HalfTurn.info(), Metric::QuarterTurn.info()],
    goals: &[],
    options: &[],
    formats: FORMATS,
    reads_definitions: false,
    shares_tables: true,
};

/// The accepted forms of a goal.
pub(crate) const GOALS: GoalForms =
    GoalForms { named: &[], hint: "a goal of a cube is solved, \"moves: R U F\", facelets or a file" };
