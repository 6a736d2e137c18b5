//! The solver's declared data: names, algorithms, heuristics, metrics, options and formats.

use solver::{
    Algorithm, AlgorithmInfo, Heuristic, HeuristicInfo, MetricInfo, Named, OptionInfo, OptionKind, Purpose,
    SolverInfo,
};

/// The hash table of positions near the goal, a prune table.
pub const HASHED: Heuristic = Heuristic("hashed");

/// The pattern database: two projections of a puzzle, with the distances of all their combinations.
pub const PDB: Heuristic = Heuristic("pdb");

/// The algorithm by declared phases.
pub const PHASES: Algorithm = Algorithm("phases");

/// Name of the solver's puzzles.
pub const NAME: &str = "defined puzzles";

/// The metric in which any move costs 1.
pub const MOVE: &str = "move";
/// The metric in which a move costs its amount: R2 costs 2.
pub const QUANTUM: &str = "quantum";

const GENERIC: [AlgorithmInfo; 8] = AlgorithmInfo::GENERIC;

static ALGORITHMS: [AlgorithmInfo; 9] = [
    AlgorithmInfo { finds_longer: true, has_min_length: true, ..GENERIC[0] },
    GENERIC[1],
    GENERIC[2],
    GENERIC[3],
    GENERIC[4],
    GENERIC[5],
    GENERIC[6],
    GENERIC[7],
    AlgorithmInfo {
        uses_threads: true,
        ..AlgorithmInfo::new(PHASES, "phases that a file declares, by --phases (defined puzzles)").improving()
    },
];

/// Returns the algorithms of a task, which depend on whether phases are declared for it.
pub fn algorithms(has_phases: bool) -> &'static [AlgorithmInfo] {
    let (searches, phases) = ALGORITHMS.split_at(GENERIC.len());
    if has_phases { phases } else { searches }
}

const fn option(name: &'static str, kind: OptionKind, value: &'static str) -> OptionInfo {
    OptionInfo { name, kind, value, summary: "", purposes: Purpose::TASKS }
}

static OPTIONS: [OptionInfo; 10] = [
    OptionInfo {
        summary: "A pattern in which pieces to be treated as identical have the same number (defined puzzles)",
        ..option("mask", OptionKind::File, "FILE")
    },
    OptionInfo {
        summary: "Ignore the pieces of an orbit (defined puzzles)",
        ..option("omit", OptionKind::Texts, "ORBIT")
    },
    OptionInfo {
        summary: "Ignore the orientation of the pieces of an orbit (defined puzzles)",
        ..option("ignore_orientation", OptionKind::Texts, "ORBIT")
    },
    OptionInfo {
        summary: "Ignore the permutation of the pieces of an orbit (defined puzzles)",
        ..option("ignore_permutation", OptionKind::Texts, "ORBIT")
    },
    OptionInfo {
        summary: "Costs of moves, like R=2,U=1; a name alone stands for all its turns (defined puzzles) [default: 1]",
        ..option("weights", OptionKind::Text, "LIST")
    },
    OptionInfo {
        summary: "Phases to solve by, declared in a file (defined puzzles; some have their own, see --algorithm phases)",
        purposes: Purpose::SOLVING,
        ..option("phases", OptionKind::File, "FILE")
    },
    OptionInfo {
        summary: "Moves that every solution begins with, included in its length (defined puzzles)",
        purposes: Purpose::SOLVING,
        ..option("first", OptionKind::Text, "MOVES")
    },
    OptionInfo {
        summary: "Moves that every solution ends with, included in its length (defined puzzles)",
        purposes: Purpose::SOLVING,
        ..option("last", OptionKind::Text, "MOVES")
    },
    OptionInfo {
        summary: "Print the order of the group of the moves instead of counting positions (twisty puzzles)",
        purposes: &[Purpose::Count],
        ..option("order", OptionKind::Flag, "")
    },
    OptionInfo {
        summary: "Count canonical sequences of moves, up to --max-length [default: 12] (twisty puzzles)",
        purposes: &[Purpose::Count],
        ..option("sequences", OptionKind::Flag, "")
    },
];

/// Formats of scrambles.
pub static FORMATS: [Named; 4] = [
    Named { name: "scramble", summary: "Scrambles of twsearch" },
    Named { name: "cpos", summary: "Compact positions of twsearch, a line each" },
    Named { name: "pattern", summary: "Patterns of cubing.js in JSON" },
    Named {
        name: "moves",
        summary: "Moves that lead there from the solved position (events, puzzles with phases of their own, and small ones)",
    },
];

/// The solver's declared data.
pub static INFO: SolverInfo = SolverInfo {
    name: NAME,
    summary: "any twisty puzzle, by its definition",
    unit: "position",
    algorithms: &ALGORITHMS,
    heuristics: &[
        HeuristicInfo::NONE,
        HeuristicInfo::new(HASHED.0, "distances near the goal up to symmetry (defined puzzles, square-1)"),
        HeuristicInfo {
            aliases: &["looks"],
            ..HeuristicInfo::new(
                PDB.0,
                "pattern database of two projections, all combinations up to symmetry (defined puzzles)",
            )
        },
    ],
    metrics: &[
        MetricInfo::new(MOVE, "any move is one, in any amount"),
        MetricInfo::new(QUANTUM, "R2 counts twice, R3' three times"),
    ],
    goals: &[],
    options: &OPTIONS,
    formats: &FORMATS,
    reads_definitions: true,
    shares_tables: false,
};
