//! The declared data of the solver of sliding tiles.

use solver::{
    Algorithm, AlgorithmInfo, Heuristic, HeuristicInfo, MetricInfo, Named, OptionInfo, OptionKind, Purpose,
    SolverInfo,
};

use crate::metric::SlideMetric;

/// The constructive solver, layer by layer: solves boards of any size at once.
pub const CONSTRUCT: Algorithm = Algorithm("construct");
/// Beam search with wider and wider beams.
pub const BEAM: Algorithm = Algorithm("beam");

/// Number of misplaced tiles.
pub const MISPLACED: Heuristic = Heuristic("misplaced");
/// Manhattan distance.
pub const MANHATTAN: Heuristic = Heuristic("manhattan");
/// Manhattan distance plus linear conflict.
pub const LINEAR_CONFLICT: Heuristic = Heuristic("linear-conflict");
/// Walking distance: rows and columns solved exactly, each on its own.
pub const WALKING_DISTANCE: Heuristic = Heuristic("walking-distance");
/// Additive pattern databases (PDB).
pub const PATTERN: Heuristic = Heuristic("pattern");

/// The name of the solver.
pub(crate) const NAME: &str = "sliding";

/// The option for the groups of tiles of pattern databases.
pub(crate) const PATTERN_OPTION: OptionInfo = OptionInfo {
    name: "pattern",
    kind: OptionKind::Text,
    value: "GROUPS",
    summary: "Groups of tiles for pattern databases: their sizes, such as 6-6-3 or 7-8+blank, or the tiles of each, \
              such as 1,2,3/4,5,6,7,8 (sliding, up to 25 cells)",
    purposes: Purpose::SOLVING,
};

/// The option for the size of the boards to count.
pub(crate) const SIZE_OPTION: OptionInfo = OptionInfo {
    name: "size",
    kind: OptionKind::Text,
    value: "RxC",
    summary: "Rows and columns of sliding tiles, like 3x3; not needed if the goal is a board",
    purposes: &[Purpose::Count],
};

/// The declared data of the solver.
pub static INFO: SolverInfo = SolverInfo {
    name: NAME,
    summary: "sliding tiles on a rectangle: optimal up to 25 cells, by beams up to 16x16, tile by tile up to 999x999",
    unit: "board",
    algorithms: &ALGORITHMS,
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo::new(MISPLACED.0, "number of misplaced tiles"),
        with_aliases(&["md"], MANHATTAN.0, "sum of the tiles' Manhattan distances"),
        with_aliases(&["lc"], LINEAR_CONFLICT.0, "manhattan plus 2 for each tile that must leave its line"),
        with_aliases(&["wd"], WALKING_DISTANCE.0, "rows and columns solved exactly on their own (up to 4x4)"),
        with_aliases(&["pdb"], PATTERN.0, "pattern databases: additive and mirrored (up to 25 cells)"),
    ],
    metrics: &[metric(SlideMetric::SingleTile), metric(SlideMetric::MultiTile)],
    goals: &[
        Named { name: "last", summary: "1 2 3/4 5 6/7 8 0: in order, the blank last" },
        Named { name: "first", summary: "0 1 2/3 4 5/6 7 8: in order, the blank first" },
        Named { name: "snail", summary: "1 2 3/8 0 4/7 6 5: along a spiral, the blank at its end" },
    ],
    options: &[
        PATTERN_OPTION,
        SIZE_OPTION,
        OptionInfo {
            summary: "Rows and columns, like 4x4; not needed if the goal is a board (sliding)",
            purposes: &[Purpose::Scramble],
            ..SIZE_OPTION
        },
        OptionInfo {
            name: "unsolvable",
            kind: OptionKind::Flag,
            value: "",
            summary: "Boards that cannot reach the goal (sliding)",
            purposes: &[Purpose::Scramble],
        },
    ],
    formats: &[],
    reads_definitions: false,
    shares_tables: false,
};

/// The generic search algorithms, then the solver's own.
static ALGORITHMS: [AlgorithmInfo; 10] = {
    let [ida, dfid, dfs, bfs, a_star, weighted, greedy, uniform] = AlgorithmInfo::GENERIC;
    let construct = AlgorithmInfo::new(CONSTRUCT, "tile by tile: boards of any size at once, long (sliding)")
        .also_called(&["constructive"]);
    let beam =
        AlgorithmInfo::new(BEAM, "beams, each wider than the last: shorter with time (sliding, up to 16x16)")
            .also_called(&["beam-search"]);
    [ida, dfid, dfs, bfs, a_star, weighted, greedy, uniform, construct, beam.improving()]
};

/// Returns a heuristic with abbreviations that users may type.
const fn with_aliases(
    aliases: &'static [&'static str],
    name: &'static str,
    summary: &'static str,
) -> HeuristicInfo {
    HeuristicInfo { aliases, ..HeuristicInfo::new(name, summary) }
}

const fn metric(metric: SlideMetric) -> MetricInfo {
    MetricInfo::new(metric.name(), metric.summary())
}

/// Returns the one-line summary of a heuristic.
pub(crate) fn summary(heuristic: Heuristic) -> &'static str {
    INFO.heuristics.iter().find(|info| info.heuristic == heuristic).map_or("", |info| info.summary)
}
