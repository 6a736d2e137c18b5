//! The declared data of the solver of Shuffdle.

use solver::{AlgorithmInfo, Heuristic, HeuristicInfo, OptionInfo, OptionKind, Purpose, SolverInfo};

/// Manhattan distance of the targets.
pub const MANHATTAN: Heuristic = Heuristic("manhattan");
/// Manhattan distance plus the blockers on the paths.
pub const PATH_CLEARING: Heuristic = Heuristic("path-clearing");
/// Pattern databases of single targets: each target with all blockers, solved exactly.
pub const P1: Heuristic = Heuristic("p1");
/// Pattern databases of pairs of targets.
pub const P2: Heuristic = Heuristic("p2");

/// The name of the solver.
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
    summary: "Word to spell (shuffdle) [default: random from a list]",
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
    summary: "Length of a shortest solution in moves, like 18-30 (shuffdle)",
    purposes: &[Purpose::Scramble],
};

/// The declared data of the solver.
pub static INFO: SolverInfo = SolverInfo {
    name: NAME,
    summary: "Shuffdle: letters that change as they slide must spell a word",
    unit: "position",
    algorithms: &ALGORITHMS,
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo {
            aliases: &["md"],
            ..HeuristicInfo::new(MANHATTAN.0, "sum of the tiles' Manhattan distances")
        },
        HeuristicInfo::new(PATH_CLEARING.0, "manhattan plus the letters that stand in the way (shuffdle)"),
        HeuristicInfo::new(P1.0, "pattern databases of single letters, 52 MB, built in about 3 s (shuffdle)"),
        HeuristicInfo::new(
            P2.0,
            "pattern databases of pairs of letters, up to 680 MB, built in about a minute (shuffdle)",
        ),
    ],
    metrics: &[],
    goals: &[],
    options: &[HARD, WORD, DATE, DIFFICULTY],
    formats: &[],
    reads_definitions: false,
    shares_tables: true,
};

/// The generic search algorithms, A* first: duplicate detection is decisive here.
static ALGORITHMS: [AlgorithmInfo; 8] = {
    let [ida, dfid, dfs, bfs, a_star, weighted, greedy, uniform] = AlgorithmInfo::GENERIC;
    [a_star, ida, dfid, dfs, bfs, weighted, greedy, uniform]
};
