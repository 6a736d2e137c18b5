//! Search algorithms by name, and what each can do. The engine has eight that work on any puzzle with a lower bound; a
//! solver may have others of its own, which it declares as data in its [`crate::SolverInfo`].

use serde::Serialize;

/// A search algorithm, by the name it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Algorithm(pub &'static str);

impl Algorithm {
    /// Iterative deepening A*: complete rounds with a rising bound.
    pub const IDA_STAR: Algorithm = Algorithm("ida");
    /// Depth-first iterative deepening: the same without a heuristic.
    pub const DFID: Algorithm = Algorithm("dfid");
    /// Depth-first search with a cut-off at the length limit.
    pub const DEPTH_FIRST: Algorithm = Algorithm("dfs");
    /// Breadth-first search, level by level.
    pub const BREADTH_FIRST: Algorithm = Algorithm("bfs");
    /// Best-first by moves made plus moves estimated.
    pub const A_STAR: Algorithm = Algorithm("astar");
    /// A* that trusts its heuristic more than it should: faster, and never worse than the weight times the optimum.
    pub const WEIGHTED_A_STAR: Algorithm = Algorithm("weighted-astar");
    /// Best-first by the heuristic alone.
    pub const GREEDY: Algorithm = Algorithm("greedy");
    /// Best-first by the moves made alone.
    pub const UNIFORM: Algorithm = Algorithm("uniform");
    /// Into a subgroup, from there to the goal, and again for less.
    pub const TWO_PHASE: Algorithm = Algorithm("two-phase");

    /// Returns its name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// True if it is a solver's own and none of the engine's searches.
    pub fn is_puzzle_specific(self) -> bool {
        !AlgorithmInfo::GENERIC.iter().any(|info| info.algorithm == self)
    }

    /// True if it is one of the engine's searches that ask for a heuristic.
    pub fn uses_heuristic(self) -> bool {
        matches!(
            self,
            Algorithm::IDA_STAR | Algorithm::A_STAR | Algorithm::WEIGHTED_A_STAR | Algorithm::GREEDY
        )
    }
}

/// What an algorithm of a solver is and can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AlgorithmInfo {
    /// Its name.
    #[serde(rename = "name")]
    pub algorithm: Algorithm,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its solutions are proved shortest.
    pub optimal: bool,
    /// It asks for a heuristic.
    pub uses_heuristic: bool,
    /// It runs on more than one thread.
    pub uses_threads: bool,
    /// It searches by complete rounds, whose tasks can be shared out and written to a journal.
    pub has_rounds: bool,
    /// It can go on to shorter solutions after its first.
    pub improves: bool,
    /// It can find every optimal solution.
    pub finds_all: bool,
    /// It can find solutions longer than the shortest.
    pub finds_longer: bool,
    /// It can leave out solutions shorter than a given length.
    pub has_min_length: bool,
}

impl AlgorithmInfo {
    /// An algorithm that finds some solution on one thread; others are made of it by what they can do beside that.
    pub const fn new(algorithm: Algorithm, summary: &'static str) -> AlgorithmInfo {
        AlgorithmInfo {
            algorithm,
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

    /// The same, which can go on to shorter solutions.
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
    };

    /// The searches of the engine that work on any puzzle with a lower bound, in the order in which they are listed.
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
        },
        AlgorithmInfo {
            has_rounds: true,
            ..AlgorithmInfo::new(Algorithm::DEPTH_FIRST, "depth-first up to --max-length: any solution")
        },
        AlgorithmInfo {
            optimal: true,
            ..AlgorithmInfo::new(
                Algorithm::BREADTH_FIRST,
                "breadth-first: level by level, remembers every state, optimal",
            )
        },
        AlgorithmInfo {
            optimal: true,
            uses_heuristic: true,
            ..AlgorithmInfo::new(Algorithm::A_STAR, "A*: best estimate first, remembers every state, optimal")
        },
        AlgorithmInfo {
            uses_heuristic: true,
            ..AlgorithmInfo::new(
                Algorithm::WEIGHTED_A_STAR,
                "weighted A*: at most --weight times the optimum, much faster",
            )
        },
        AlgorithmInfo {
            uses_heuristic: true,
            ..AlgorithmInfo::new(Algorithm::GREEDY, "greedy best-first: by the estimate alone, fast and long")
        },
        AlgorithmInfo {
            optimal: true,
            ..AlgorithmInfo::new(Algorithm::UNIFORM, "uniform cost: cheapest first, no estimate, optimal")
        },
    ];

    /// Returns its name.
    pub fn name(&self) -> &'static str {
        self.algorithm.name()
    }
}
