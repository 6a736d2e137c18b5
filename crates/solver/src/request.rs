//! What can be asked: a puzzle, how to search it and what to estimate it with.

use search::Cost;

use crate::parts::Parts;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Iterative deepening A*: complete rounds with a rising bound.
    IdaStar,
    /// Depth-first iterative deepening: the same without an estimate.
    Dfid,
    /// Depth-first search with a cut-off at the length limit.
    DepthFirst,
    /// Breadth-first search, level by level.
    BreadthFirst,
    /// Best-first by moves made plus moves estimated.
    AStar,
    /// A* that trusts its estimate more than it should: faster, and never worse than the weight times the optimum.
    WeightedAStar,
    /// Best-first by the estimate alone.
    Greedy,
    /// Best-first by the moves made alone.
    Uniform,
    /// Kociemba's: into a subgroup, from there to the goal, and again for less.
    TwoPhase,
    /// Thistlethwaite's: through four subgroups, each stage as short as can be.
    FourPhase,
    /// Three phases that make a 3x3x3 of a larger cube, and two that solve it.
    Reduction,
    /// Phases that somebody has declared for a defined puzzle.
    Phases,
    /// Tile by tile, side after side: any board at once.
    Construct,
    /// The most promising positions of every length, more and more of them.
    Beam,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 14] = [
        Algorithm::IdaStar,
        Algorithm::Dfid,
        Algorithm::DepthFirst,
        Algorithm::BreadthFirst,
        Algorithm::AStar,
        Algorithm::WeightedAStar,
        Algorithm::Greedy,
        Algorithm::Uniform,
        Algorithm::TwoPhase,
        Algorithm::FourPhase,
        Algorithm::Reduction,
        Algorithm::Phases,
        Algorithm::Construct,
        Algorithm::Beam,
    ];

    /// Those that work on any puzzle with a lower bound.
    pub const GENERIC: &[Algorithm] = Algorithm::ALL.split_at(8).0;

    /// The same with A* first, where remembering states decides.
    pub const NEAREST_FIRST: &[Algorithm] = &[
        Algorithm::AStar,
        Algorithm::IdaStar,
        Algorithm::Dfid,
        Algorithm::DepthFirst,
        Algorithm::BreadthFirst,
        Algorithm::WeightedAStar,
        Algorithm::Greedy,
        Algorithm::Uniform,
    ];

    /// Those of sliding tiles.
    pub const SLIDING: &[Algorithm] = &[
        Algorithm::IdaStar,
        Algorithm::Dfid,
        Algorithm::DepthFirst,
        Algorithm::BreadthFirst,
        Algorithm::AStar,
        Algorithm::WeightedAStar,
        Algorithm::Greedy,
        Algorithm::Uniform,
        Algorithm::Construct,
        Algorithm::Beam,
    ];

    /// What solves a board of so many cells if nobody says how: what is too large to be searched to the end is solved tile
    /// by tile, and with time to spend by beams.
    pub fn usual_for(n_cells: usize, has_time: bool) -> Algorithm {
        match n_cells {
            0..=25 => Algorithm::IdaStar,
            26..=100 if has_time => Algorithm::Beam,
            _ => Algorithm::Construct,
        }
    }

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::IdaStar => "ida",
            Algorithm::Dfid => "dfid",
            Algorithm::DepthFirst => "dfs",
            Algorithm::BreadthFirst => "bfs",
            Algorithm::AStar => "astar",
            Algorithm::WeightedAStar => "weighted-astar",
            Algorithm::Greedy => "greedy",
            Algorithm::Uniform => "uniform",
            Algorithm::TwoPhase => "two-phase",
            Algorithm::FourPhase => "four-phase",
            Algorithm::Reduction => "reduction",
            Algorithm::Phases => "phases",
            Algorithm::Construct => "construct",
            Algorithm::Beam => "beam",
        }
    }

    /// What it does, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Algorithm::IdaStar => "iterative deepening A*: little memory, all threads, optimal",
            Algorithm::Dfid => "depth-first iterative deepening: IDA* without an estimate, optimal",
            Algorithm::DepthFirst => "depth-first up to --max-length: any solution",
            Algorithm::BreadthFirst => "breadth-first: level by level, remembers every state, optimal",
            Algorithm::AStar => "A*: best estimate first, remembers every state, optimal",
            Algorithm::WeightedAStar => "weighted A*: at most --weight times the optimum, much faster",
            Algorithm::Greedy => "greedy best-first: by the estimate alone, fast and long",
            Algorithm::Uniform => "uniform cost: cheapest first, no estimate, optimal",
            Algorithm::TwoPhase => {
                "two phases, Kociemba's for the 3x3x3: short at once, shorter with time (also square-1)"
            }
            Algorithm::FourPhase => "Thistlethwaite's four phases: at once, longer (3x3x3)",
            Algorithm::Reduction => "three phases to a 3x3x3, then two: shorter with time (4x4x4)",
            Algorithm::Phases => "phases of your own, by --phases (defined puzzles)",
            Algorithm::Construct => "tile by tile: boards of any size at once, long (sliding)",
            Algorithm::Beam => "beams, each wider than the last: shorter with time (sliding, up to 16x16)",
        }
    }

    /// Whether its solutions are proved shortest.
    pub fn is_optimal(self) -> bool {
        !matches!(
            self,
            Algorithm::DepthFirst
                | Algorithm::WeightedAStar
                | Algorithm::Greedy
                | Algorithm::TwoPhase
                | Algorithm::FourPhase
                | Algorithm::Reduction
                | Algorithm::Phases
                | Algorithm::Construct
                | Algorithm::Beam
        )
    }

    /// Whether it asks for an estimate at all.
    pub fn uses_heuristic(self) -> bool {
        matches!(self, Algorithm::IdaStar | Algorithm::AStar | Algorithm::WeightedAStar | Algorithm::Greedy)
    }

    /// Whether it runs on more than one thread.
    pub fn uses_threads(self) -> bool {
        matches!(self, Algorithm::IdaStar | Algorithm::Dfid | Algorithm::Phases)
    }

    /// Whether it searches by complete rounds whose tasks can be shared out and taken down.
    pub fn has_rounds(self) -> bool {
        matches!(self, Algorithm::IdaStar | Algorithm::Dfid | Algorithm::DepthFirst)
    }

    /// Whether it can go on to shorter solutions after its first.
    pub fn improves(self) -> bool {
        matches!(
            self,
            Algorithm::TwoPhase
                | Algorithm::FourPhase
                | Algorithm::Reduction
                | Algorithm::Phases
                | Algorithm::Beam
        )
    }

    /// Whether it can find every optimal solution.
    pub fn finds_all(self) -> bool {
        matches!(self, Algorithm::IdaStar | Algorithm::Dfid)
    }
}

/// What to estimate with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Estimate {
    /// Nothing: 0 everywhere.
    Zero,
    /// Tiles not in their place.
    Misplaced,
    /// Sum of the tiles' distances.
    Manhattan,
    /// Manhattan plus what tiles in each other's way in a line must add.
    LinearConflict,
    /// Rows and columns counted apart, each solved exactly.
    WalkingDistance,
    /// Pattern databases: parts of the puzzle solved exactly on their own.
    Pattern,
    /// The true distance, from a table of all positions.
    Exact,
    /// Korf's: the corners of the 3x3x3 solved exactly on their own.
    Corners,
    /// Cosets of the 3x3x3: corners in their tetrads, edges in their slices.
    AtOnce,
    /// The same with the parities of corners and of flips.
    Medium,
    /// The same with corners up to half turns.
    Standard,
    /// Cosets with nearly all flips.
    Large,
    /// The same with the parity of corners.
    Huge,
    /// The same with corners up to half turns.
    Giant,
    /// Cosets with all flips.
    Vast,
    /// Shuffdle: distances, and letters that stand on the ways.
    PathClearing,
    /// Shuffdle: each target with all other letters, solved exactly.
    P1,
    /// Shuffdle: the same for two targets at a time.
    P2,
    /// Distances near the goal, by the hash of a position.
    Hashed,
    /// Two looks at a puzzle, the distances of all their combinations.
    Looks,
}

impl Estimate {
    /// All of them, weakest first.
    pub const ALL: [Estimate; 20] = [
        Estimate::Zero,
        Estimate::Misplaced,
        Estimate::Manhattan,
        Estimate::LinearConflict,
        Estimate::WalkingDistance,
        Estimate::Pattern,
        Estimate::Exact,
        Estimate::Corners,
        Estimate::AtOnce,
        Estimate::Medium,
        Estimate::Standard,
        Estimate::Large,
        Estimate::Huge,
        Estimate::Giant,
        Estimate::Vast,
        Estimate::PathClearing,
        Estimate::P1,
        Estimate::P2,
        Estimate::Hashed,
        Estimate::Looks,
    ];

    /// Those of Shuffdle, weakest first.
    pub const SHUFFDLE: &[Estimate] =
        &[Estimate::Zero, Estimate::Manhattan, Estimate::PathClearing, Estimate::P1, Estimate::P2];

    /// Those of the 3x3x3, weakest first.
    pub const CUBE3: &[Estimate] = &[
        Estimate::Zero,
        Estimate::Corners,
        Estimate::AtOnce,
        Estimate::Medium,
        Estimate::Standard,
        Estimate::Large,
        Estimate::Huge,
        Estimate::Giant,
        Estimate::Vast,
    ];

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Estimate::Zero => "none",
            Estimate::Misplaced => "misplaced",
            Estimate::Manhattan => "manhattan",
            Estimate::LinearConflict => "linear-conflict",
            Estimate::WalkingDistance => "walking-distance",
            Estimate::Pattern => "pattern",
            Estimate::Exact => "exact",
            Estimate::Corners => "corners",
            Estimate::AtOnce => "instant",
            Estimate::Medium => "medium",
            Estimate::Standard => "standard",
            Estimate::Large => "large",
            Estimate::Huge => "huge",
            Estimate::Giant => "giant",
            Estimate::Vast => "vast",
            Estimate::PathClearing => "path-clearing",
            Estimate::P1 => "p1",
            Estimate::P2 => "p2",
            Estimate::Hashed => "hashed",
            Estimate::Looks => "looks",
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Estimate::Zero => "0 everywhere",
            Estimate::Misplaced => "tiles not in their place",
            Estimate::Manhattan => "sum of the tiles' distances",
            Estimate::LinearConflict => "manhattan plus 2 for each tile that must step out of its line",
            Estimate::WalkingDistance => "rows and columns solved exactly on their own (up to 4x4)",
            Estimate::Pattern => {
                "pattern databases: additive and mirrored (up to 25 cells), places and twists (2x2x2)"
            }
            Estimate::Exact => "the true distance, from a table of all positions (2x2x2)",
            Estimate::Corners => "Korf's pattern database of the corners, 44 MB, about 2 s (3x3x3)",
            Estimate::AtOnce => "cosets, 59 MB, made in about 3 s on two cores; 16 moves take 8 s (3x3x3)",
            Estimate::Medium => "finer cosets, 289 MB, about 5 s; 16 moves take 1 s (3x3x3)",
            Estimate::Standard => "still finer cosets, 752 MB, about 10 s; a random cube takes 10 s (3x3x3)",
            Estimate::Large => {
                "cosets with nearly all flips, 7.6 GB, about 2 minutes; a random cube takes 2 s (3x3x3)"
            }
            Estimate::Huge => "the same with the parity of corners, 15 GB (3x3x3)",
            Estimate::Giant => "the same with corners up to half turns, 45 GB (3x3x3)",
            Estimate::Vast => {
                "cosets with all flips, 60 GB, 45 s on 16 cores; superflip takes 10 s there (3x3x3)"
            }
            Estimate::PathClearing => "manhattan plus the letters that stand in the way (shuffdle)",
            Estimate::Hashed => "distances near the goal up to symmetry (defined puzzles, square-1)",
            Estimate::Looks => {
                "two looks at parts of a puzzle, all combinations up to symmetry (defined puzzles)"
            }
            Estimate::P1 => "each target with all letters in its way, 52 MB, made in about 3 s (shuffdle)",
            Estimate::P2 => {
                "the same for two targets at a time, up to 680 MB, made in about a minute (shuffdle)"
            }
        }
    }

    /// The strongest that is ready at once for a board of this size.
    pub fn best_for(rows: usize, cols: usize) -> Estimate {
        match rows * cols {
            0..=25 => Estimate::Pattern,
            _ => Estimate::LinearConflict,
        }
    }
}

/// How a puzzle is to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// How to search.
    pub algorithm: Algorithm,
    /// What to estimate with; None picks the strongest that is ready at once.
    pub estimate: Option<Estimate>,
    /// How the tiles of a board are parted for pattern databases; None picks what suits the board.
    pub parts: Option<Parts>,
    /// Weight of the estimate in weighted A*, in percent, at least 100.
    pub weight: u32,
    /// Every optimal solution rather than one.
    pub all: bool,
    /// Go on to shorter solutions until a limit or a proof ends it.
    pub improve: bool,
    /// Solutions up to so many moves longer than the shortest, too; then all of them are meant.
    pub within: Cost,
    /// Solutions of fewer moves do not count.
    pub min_length: Cost,
    /// One of each set of solutions that a symmetry of the puzzle sends to each other. Those that are kept are compared.
    pub up_to_symmetry: bool,
    /// Solutions may have a part on the inverse of the scramble.
    pub niss: bool,
    /// Stop improving after this many first phases, which unlike time gives the same answer on every machine.
    pub max_probes: Option<u64>,
    /// Use the small tables of two phases even if the large ones are there: the answer is then the same whatever was
    /// solved before.
    pub small_tables: bool,
}

impl Default for Method {
    fn default() -> Self {
        Method {
            algorithm: Algorithm::IdaStar,
            estimate: None,
            parts: None,
            weight: 150,
            all: false,
            improve: false,
            within: 0,
            min_length: 0,
            up_to_symmetry: false,
            niss: false,
            max_probes: None,
            small_tables: false,
        }
    }
}
