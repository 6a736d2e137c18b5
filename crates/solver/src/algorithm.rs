//! Search algorithms by name, with their capabilities. Eight generic ones work on any puzzle; a solver may add its own
//! and declares them as data in its [`crate::SolverInfo`].

use serde::Serialize;

/// A search algorithm, identified by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Algorithm(pub &'static str);

impl Algorithm {
    /// Iterative deepening A* (IDA*): complete rounds with a rising cost bound.
    pub const IDA_STAR: Algorithm = Algorithm("ida");
    /// Depth-first iterative deepening (DFID): IDA* without a heuristic.
    pub const DFID: Algorithm = Algorithm("dfid");
    /// Depth-first search with a depth limit.
    pub const DEPTH_FIRST: Algorithm = Algorithm("dfs");
    /// Breadth-first search, level by level.
    pub const BREADTH_FIRST: Algorithm = Algorithm("bfs");
    /// A*: best-first search by cost so far plus heuristic.
    pub const A_STAR: Algorithm = Algorithm("astar");
    /// Weighted A*: faster, and the solution costs at most the weight times the optimum.
    pub const WEIGHTED_A_STAR: Algorithm = Algorithm("weighted-astar");
    /// Greedy best-first search: by the heuristic alone.
    pub const GREEDY: Algorithm = Algorithm("greedy");
    /// Uniform-cost search: by the cost so far alone.
    pub const UNIFORM: Algorithm = Algorithm("uniform");
    /// Two-phase algorithm (Kociemba): phase 1 reaches a subgroup, phase 2 solves within it; repeated for shorter
    /// totals.
    pub const TWO_PHASE: Algorithm = Algorithm("two-phase");

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// True if the algorithm belongs to one solver and is not a generic search.
    pub fn is_puzzle_specific(self) -> bool {
        !AlgorithmInfo::GENERIC.iter().any(|info| info.algorithm == self)
    }

    /// True for a generic search that uses a heuristic.
    pub fn uses_heuristic(self) -> bool {
        matches!(
            self,
            Algorithm::IDA_STAR | Algorithm::A_STAR | Algorithm::WEIGHTED_A_STAR | Algorithm::GREEDY
        )
    }
}

/// Description and capabilities of an algorithm that a solver offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AlgorithmInfo {
    /// The name.
    #[serde(rename = "name")]
    pub algorithm: Algorithm,
    /// Alternative names that are accepted.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// One-line description.
    pub summary: &'static str,
    /// True if its solutions are proved optimal.
    pub optimal: bool,
    /// True if it uses a heuristic.
    pub uses_heuristic: bool,
    /// True if it runs on several threads.
    pub uses_threads: bool,
    /// True if it searches in complete rounds, whose tasks can be distributed and written to a journal.
    pub has_rounds: bool,
    /// True if it can continue to shorter solutions after its first.
    pub improves: bool,
    /// True if it can find all optimal solutions.
    pub finds_all: bool,
    /// True if it can find suboptimal solutions too (`--within`).
    pub finds_longer: bool,
    /// True if it can skip solutions below a minimum length.
    pub has_min_length: bool,
}

impl AlgorithmInfo {
    /// Creates an algorithm that finds some solution on one thread; other capabilities are set by struct update.
    pub const fn new(algorithm: Algorithm, summary: &'static str) -> AlgorithmInfo {
        AlgorithmInfo {
            algorithm,
            aliases: &[],
            summary,
            optimal: false,
            uses_heuristic: false,
            uses_threads: false,
            has_rounds: false,
            improves: false,
            finds_all: false,
            finds_longer: false,
            has_min_length: false,
        }
    }

    /// Returns the algorithm with alternative names.
    #[must_use]
    pub const fn also_called(self, aliases: &'static [&'static str]) -> AlgorithmInfo {
        AlgorithmInfo { aliases, ..self }
    }

    /// Returns the algorithm with the capability to improve its solutions.
    #[must_use]
    pub const fn improving(self) -> AlgorithmInfo {
        AlgorithmInfo { improves: true, ..self }
    }

    /// Iterative deepening A*.
    pub const IDA_STAR: AlgorithmInfo = AlgorithmInfo {
        optimal: true,
        uses_heuristic: true,
        uses_threads: true,
        has_rounds: true,
        finds_all: true,
        ..AlgorithmInfo::new(
            Algorithm::IDA_STAR,
            "iterative deepening A*: little memory, all threads, optimal",
        )
        .also_called(&["ida*", "idastar", "ida-star"])
    };

    /// The generic search algorithms, in listing order.
    pub const GENERIC: [AlgorithmInfo; 8] = [
        AlgorithmInfo::IDA_STAR,
        AlgorithmInfo {
            optimal: true,
            uses_threads: true,
            has_rounds: true,
            finds_all: true,
            ..AlgorithmInfo::new(
                Algorithm::DFID,
                "depth-first iterative deepening: IDA* without an estimate, optimal",
            )
            .also_called(&["iddfs", "id-dfs", "iterative-deepening"])
        },
        AlgorithmInfo {
            has_rounds: true,
            ..AlgorithmInfo::new(Algorithm::DEPTH_FIRST, "depth-first up to --max-length: any solution")
                .also_called(&["depth-first"])
        },
        AlgorithmInfo {
            optimal: true,
            ..AlgorithmInfo::new(
                Algorithm::BREADTH_FIRST,
                "breadth-first: level by level, stores every state, optimal",
            )
            .also_called(&["breadth-first"])
        },
        AlgorithmInfo {
            optimal: true,
            uses_heuristic: true,
            ..AlgorithmInfo::new(Algorithm::A_STAR, "A*: best estimate first, stores every state, optimal")
                .also_called(&["a*", "a-star"])
        },
        AlgorithmInfo {
            uses_heuristic: true,
            ..AlgorithmInfo::new(
                Algorithm::WEIGHTED_A_STAR,
                "weighted A*: at most --weight times the optimum, much faster",
            )
            .also_called(&["wa*", "weighted-a*", "weighted-a-star", "wastar"])
        },
        AlgorithmInfo {
            uses_heuristic: true,
            ..AlgorithmInfo::new(Algorithm::GREEDY, "greedy best-first: by the estimate alone, fast and long")
                .also_called(&["best-first", "greedy-best-first", "gbfs"])
        },
        AlgorithmInfo {
            optimal: true,
            ..AlgorithmInfo::new(Algorithm::UNIFORM, "uniform cost: cheapest first, no estimate, optimal")
                .also_called(&["uniform-cost", "ucs", "dijkstra"])
        },
    ];

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.algorithm.name()
    }

    /// True if `name` is the name or an alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name() == name || self.aliases.contains(&name)
    }
}
