//! What the solver of Shuffdle says of itself, as data.

use solver::{AlgorithmInfo, Heuristic, HeuristicInfo, OptionInfo, OptionKind, Purpose, SolverInfo};

/// Sum of the targets' distances.
pub const MANHATTAN: Heuristic = Heuristic("manhattan");
/// Distances, and letters that stand on the ways.
pub const PATH_CLEARING: Heuristic = Heuristic("path-clearing");
/// Each target with all other letters, solved exactly.
pub const P1: Heuristic = Heuristic("p1");
/// The same for two targets at a time.
pub const P2: Heuristic = Heuristic("p2");

/// Its name.
pub(crate) const NAME: &str = "shuffdle";

/// The only metric.
pub(crate) const METRIC: &str = "single-letter";

/// The option for a word in any line.
pub(crate) const HARD: OptionInfo = OptionInfo {
    name: "hard",
    kind: OptionKind::Flag,
    value: "",
    summary: "Accept the word in any row or column, not only in the bottom row (shuffdle)",
    purposes: Purpose::TASKS,
};

/// The option for the word of random boards.
pub(crate) const WORD: OptionInfo = OptionInfo {
    name: "word",
    kind: OptionKind::Text,
    value: "WORD",
    summary: "What is to be spelled (shuffdle) [default: drawn from a list]",
    purposes: &[Purpose::Scramble],
};

/// The option for the boards of a day.
pub(crate) const DATE: OptionInfo = OptionInfo {
    name: "date",
    kind: OptionKind::Text,
    value: "DAY",
    summary: "The boards of a day, the same for everyone: year-month-day like 2026-11-15 (shuffdle)",
    purposes: &[Purpose::Scramble],
};

/// The option for the length of shortest solutions.
pub(crate) const DIFFICULTY: OptionInfo = OptionInfo {
    name: "difficulty",
    kind: OptionKind::Text,
    value: "MOVES",
    summary: "How many moves a shortest solution has, like 18-30 (shuffdle)",
    purposes: &[Purpose::Scramble],
};

/// What the solver of Shuffdle is.
pub static INFO: SolverInfo = SolverInfo {
    name: NAME,
    summary: "Shuffdle: letters that change as they slide must spell a word",
    unit: "position",
    algorithms: &ALGORITHMS,
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo::new(MANHATTAN.0, "sum of the tiles' distances"),
        HeuristicInfo::new(PATH_CLEARING.0, "manhattan plus the letters that stand in the way (shuffdle)"),
        HeuristicInfo::new(
            P1.0,
            "each target with all letters in its way, 52 MB, made in about 3 s (shuffdle)",
        ),
        HeuristicInfo::new(
            P2.0,
            "the same for two targets at a time, up to 680 MB, made in about a minute (shuffdle)",
        ),
    ],
    metrics: &[],
    goals: &[],
    options: &[HARD, WORD, DATE, DIFFICULTY],
    formats: &[],
    reads_definitions: false,
    shares_tables: true,
};

/// The searches of the engine with A* first: remembering states decides.
static ALGORITHMS: [AlgorithmInfo; 8] = {
    let [ida, dfid, dfs, bfs, a_star, weighted, greedy, uniform] = AlgorithmInfo::GENERIC;
    [a_star, ida, dfid, dfs, bfs, weighted, greedy, uniform]
};
