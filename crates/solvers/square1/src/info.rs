//! The solver's declared data: names, algorithms, heuristics, metrics and formats.

use solver::{Algorithm, AlgorithmInfo, Heuristic, HeuristicInfo, MetricInfo, Named, SolverInfo};

use crate::Square1Metric;

/// The hash table of positions near the solved one, a prune table.
pub const HASHED: Heuristic = Heuristic("hashed");

/// Name of the puzzle.
pub const NAME: &str = "square-1";

const fn metric(metric: Square1Metric) -> MetricInfo {
    MetricInfo::new(metric.name(), metric.summary())
}

/// The solver's declared data.
pub static INFO: SolverInfo = SolverInfo {
    name: NAME,
    summary: "Square-1: a scramble like (1,0) / (-3,0) /, or a position like A1B2C3D45E6F7G8H-",
    unit: "position",
    algorithms: &[
        AlgorithmInfo::new(
            Algorithm::TWO_PHASE,
            "Kociemba's two-phase algorithm: short at once, shorter with time (also square-1)",
        )
        .also_called(&["kociemba", "twophase", "2-phase"])
        .improving(),
        AlgorithmInfo::IDA_STAR,
    ],
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo::new(HASHED.0, "distances near the goal up to symmetry (defined puzzles, square-1)"),
    ],
    metrics: &[metric(Square1Metric::Twist), metric(Square1Metric::FaceTurn)],
    goals: &[],
    options: &[],
    formats: &[
        Named { name: "moves", summary: "Moves that lead there from the solved position" },
        Named { name: "letters", summary: "Letters of the pieces (square-1)" },
    ],
    reads_definitions: false,
    shares_tables: true,
};
