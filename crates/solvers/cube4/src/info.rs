//! What the solver is, as data.

use solver::cube::FORMATS;
use solver::{Algorithm, AlgorithmInfo, SolverInfo};

/// Three phases that make a 3x3x3 of the cube, and two that solve it.
pub const REDUCTION: Algorithm = Algorithm("reduction");

/// Turns of one outer layer or two.
pub(crate) const METRIC: &str = "block-turn";

/// The solver of the 4x4x4.
pub static INFO: SolverInfo = SolverInfo {
    name: "4x4x4",
    summary: "the 4x4x4 cube: a scramble, 96 facelets or a net",
    unit: "position",
    algorithms: &[AlgorithmInfo::new(
        REDUCTION,
        "three phases to a 3x3x3, then two: shorter with time (4x4x4)",
    )
    .improving()],
    heuristics: &[],
    metrics: &[],
    goals: &[],
    options: &[],
    formats: FORMATS,
    reads_definitions: false,
    shares_tables: true,
};
