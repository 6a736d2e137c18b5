//! What the solver of sliding tiles says of itself, as data.

use solver::{
    Algorithm, AlgorithmInfo, Heuristic, HeuristicInfo, MetricInfo, Named, OptionInfo, OptionKind, Purpose,
    SolverInfo,
};

use crate::metric::SlideMetric;

/// Tile by tile, side after side: any board at once.
pub const CONSTRUCT: Algorithm = Algorithm("construct");
/// The most promising positions of every length, more and more of them.
pub const BEAM: Algorithm = Algorithm("beam");

/// Tiles that are not in their place.
pub const MISPLACED: Heuristic = Heuristic("misplaced");
/// Sum of the tiles' distances.
pub const MANHATTAN: Heuristic = Heuristic("manhattan");
/// Manhattan plus what tiles in each other's way in a line must add.
pub const LINEAR_CONFLICT: Heuristic = Heuristic("linear-conflict");
/// Rows and columns counted apart, each solved exactly.
pub const WALKING_DISTANCE: Heuristic = Heuristic("walking-distance");
/// Additive pattern databases.
pub const PATTERN: Heuristic = Heuristic("pattern");

/// Its name.
pub(crate) const NAME: &str = "sliding";

/// The option for groups of tiles.
pub(crate) const PATTERN_OPTION: OptionInfo = OptionInfo {
    name: "pattern",
    kind: OptionKind::Text,
    value: "GROUPS",
    summary: "Groups of tiles for pattern databases: their sizes, such as 6-6-3 or 7-8+blank, or the tiles of each, \
              such as 1,2,3/4,5,6,7,8 (sliding, up to 25 cells)",
    purposes: Purpose::SOLVING,
};

/// The size of the boards that are counted.
pub(crate) const SIZE_OPTION: OptionInfo = OptionInfo {
    name: "size",
    kind: OptionKind::Text,
    value: "RxC",
    summary: "Rows and columns of sliding tiles, like 3x3; not needed if the goal is a board",
    purposes: &[Purpose::Count],
};

/// What the solver of sliding tiles is.
pub static INFO: SolverInfo = SolverInfo {
    name: NAME,
    summary: "sliding tiles on a rectangle: optimal up to 25 cells, by beams up to 16x16, tile by tile up to 999x999",
    unit: "board",
    algorithms: &ALGORITHMS,
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo::new(MISPLACED.0, "tiles not in their place"),
        HeuristicInfo::new(MANHATTAN.0, "sum of the tiles' distances"),
        HeuristicInfo::new(
            LINEAR_CONFLICT.0,
            "manhattan plus 2 for each tile that must step out of its line",
        ),
        HeuristicInfo::new(WALKING_DISTANCE.0, "rows and columns solved exactly on their own (up to 4x4)"),
        HeuristicInfo::new(PATTERN.0, "pattern databases: additive and mirrored (up to 25 cells)"),
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

/// The searches of the engine, then those of its own.
static ALGORITHMS: [AlgorithmInfo; 10] = {
    let [ida, dfid, dfs, bfs, a_star, weighted, greedy, uniform] = AlgorithmInfo::GENERIC;
    let construct = AlgorithmInfo::new(CONSTRUCT, "tile by tile: boards of any size at once, long (sliding)");
    let beam =
        AlgorithmInfo::new(BEAM, "beams, each wider than the last: shorter with time (sliding, up to 16x16)");
    [ida, dfid, dfs, bfs, a_star, weighted, greedy, uniform, construct, beam.improving()]
};

const fn metric(metric: SlideMetric) -> MetricInfo {
    MetricInfo::new(metric.name(), metric.summary())
}

/// Returns what a heuristic is, in a line.
pub(crate) fn summary(heuristic: Heuristic) -> &'static str {
    INFO.heuristics.iter().find(|info| info.heuristic == heuristic).map_or("", |info| info.summary)
}
