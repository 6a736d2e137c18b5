//! The declared data of the solver.

use solver::cube::FORMATS;
use solver::{Algorithm, AlgorithmInfo, SolverInfo};

/// Reduction: three phases to a 3x3x3, which the two-phase algorithm solves.
pub const REDUCTION: Algorithm = Algorithm("reduction");

/// Name of the metric: turns of one outer layer or of two.
pub(crate) const METRIC: &str = "block-turn";

/// Declared data of the 4x4x4 solver.
pub static INFO: SolverInfo = SolverInfo {
    name: "4x4x4",
    summary: "the 4x4x4 cube: a scramble, 96 facelets or a net",
    unit: "position",
    algorithms: &[AlgorithmInfo::new(
        REDUCTION,
        "three phases to a 3x3x3, then two: shorter with time (4x4x4)",
    )
    .also_called(&["reduce"])
    .improving()],
    heuristics: &[],
    metrics: &[],
    goals: &[],
    options: &[],
    formats: FORMATS,
    reads_definitions: false,
    shares_tables: true,
};
