//! Reduction as a chain of phases for a beam search, and the effort spent on it.

use std::sync::{Arc, Mutex};

use puzzle::{Cube3, Cube4};
use search::simd::{Kernel, Simd, at_best};
use search::{Answer, Control, Cost, Counts, End, Limits, Move, Silent, Stop, StopReason};
use solver::lazy_table::{FillProgress, LazyTable};
use solver::phases::{Beam, ChainSearch, Ending, Finish, Width};
use solver::{Cancelled, Demand, Heuristic, Method, SolveOutcome};

use crate::moves::{self, apply_move};
use crate::near_goal_filter::NearGoalFilter;
use crate::phase1::{self, Phase1, Phase1Table};
use crate::phase2::{Phase2, Phase2Table};
use crate::phase3::{CentreTable, Phase3};
use crate::variants::{self, Variant};
use crate::wing_pairs::{WingPairMoves, WingPairTable};

/// Solves 4x4x4 cubes and holds the tables it has built.
pub struct Reduction {
    tables: LazyTable<(), Tables>,
    cube3: Arc<cube3::PhaseSolver>,
    /// Beams that are not in use.
    idle: Mutex<Vec<Beam<Cube4>>>,
}

/// Prune tables of the phases.
struct Tables {
    phase1: Arc<Phase1Table>,
    phase2: Arc<Phase2Table>,
    centres: Arc<CentreTable>,
    near: Arc<NearGoalFilter>,
    wing_pairs: Arc<WingPairTable>,
}

/// Search effort: a beam width for each phase, and a node budget for each length of the remaining 3x3x3 solution.
struct Effort {
    widths: [Width; 3],
    nodes: u64,
}

/// For a first solution, found in milliseconds,
const QUICK: Effort = Effort {
    widths: [
        Width { found: 400, nodes: 50_000, kept: 400 },
        Width { found: 20, nodes: 800_000, kept: 10 },
        Width { found: 1, nodes: 60_000, kept: 1 },
    ],
    nodes: 10_000,
};
/// and for the default one. It pays off to find more phase 1 solutions than are continued; there are many of them, and
/// they are cheap.
const DEFAULT: Effort = Effort {
    widths: [
        Width { found: 4000, nodes: 400_000, kept: 2000 },
        Width { found: 300, nodes: 4_500_000, kept: 60 },
        Width { found: 50, nodes: 800_000, kept: 50 },
    ],
    nodes: 300_000,
};
/// The longest solution that is searched.
const MAX_LENGTH: Cost = 1000;
/// To improve a solution the effort is doubled each time, up to this multiple of the default.
const MAX_EFFORT_FACTOR: usize = 1 << 12;

impl Effort {
    fn times(&self, n: usize) -> Effort {
        let wider = |width: &Width| Width {
            found: width.found * n,
            nodes: width.nodes * n as u64,
            kept: width.kept * n,
        };
        Effort { widths: self.widths.each_ref().map(wider), nodes: self.nodes * n as u64 }
    }
}

/// Solves the 3x3x3 cube that is left.
struct Cube3Finish {
    cubes: Arc<cube3::PhaseSolver>,
    counts: Counts,
}

impl Finish<Cube4> for Cube3Finish {
    fn finish(&mut self, wholes: &[Cube4], most: Cost, control: &Control<'_>) -> Option<Ending> {
        let reduced = |whole: &Cube4| whole.reduced().expect("the phases make a 3x3x3 cube of it").0;
        let cubes: Vec<Cube3> = wholes.iter().map(reduced).collect();
        if let Some(from) = cubes.iter().position(|&cube| cube == Cube3::SOLVED) {
            return Some(Ending { from, moves: Vec::new(), cost: 0 });
        }
        let (found, counts) = self.cubes.solve_one_of(&cubes, most, control);
        self.counts += counts;
        found.map(|(from, moves)| Ending { from, cost: moves.len() as Cost, moves })
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}

impl Tables {
    /// Builds all tables, and those of the 3x3x3, on all cores. None grows while it is used: the effort is measured in
    /// nodes, so the answers would depend on it.
    fn new(cube3: &cube3::PhaseSolver, share: &FillProgress) -> Tables {
        share.set_total(6);
        let phase_3 = || {
            let centres = CentreTable::new();
            share.step();
            let near = centres.near_goal_filter();
            share.step();
            let wing_pairs = WingPairTable::new(&WingPairMoves::new());
            share.step();
            (centres, near, wing_pairs)
        };
        let phases_1_and_2 = || {
            let phase1 = Phase1Table::new();
            share.step();
            let phase2 = Phase2Table::new();
            share.step();
            (phase1, phase2)
        };
        let ((phase1, phase2), (centres, near, wing_pairs)) = rayon::join(phases_1_and_2, phase_3);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        cube3.prepare_two_phase(true, &control).expect("the stop flag is not raised");
        Tables {
            phase1: Arc::new(phase1),
            phase2: Arc::new(phase2),
            centres: Arc::new(centres),
            near: Arc::new(near),
            wing_pairs: Arc::new(wing_pairs),
        }
    }

    fn bytes(&self) -> u64 {
        self.phase1.bytes()
            + self.phase2.bytes()
            + self.centres.bytes()
            + self.near.bytes()
            + self.wing_pairs.bytes()
    }
}

/// The phases, compiled for the best SIMD level of the processor.
struct Phases<'a> {
    tables: &'a Tables,
    finish: Cube3Finish,
}

impl Kernel for Phases<'_> {
    type Output = Beam<Cube4>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Beam<Cube4> {
        let Tables { phase1, phase2, centres, near, wing_pairs } = self.tables;
        Beam::new(apply_move, self.finish)
            .then(Phase1::new(phase1.clone()), &Cube4::SOLVED)
            .then(Phase2::new(simd, phase2.clone()), &Cube4::SOLVED)
            .then(Phase3::new(simd, centres.clone(), wing_pairs.clone(), near.clone()), &Cube4::SOLVED)
    }
}

impl Reduction {
    /// Returns a solver without tables; the reduced cube is solved by `cube3`.
    pub fn new(cube3: Arc<cube3::PhaseSolver>) -> Reduction {
        Reduction { tables: LazyTable::default(), cube3, idle: Mutex::default() }
    }

    fn tables(&self, control: &Control<'_>) -> Result<Arc<Tables>, Cancelled> {
        let cube3 = self.cube3.clone();
        self.tables.get_or_fill(&(), ("reduction", BYTES), control, move |share| Tables::new(&cube3, share))
    }

    /// Builds the tables.
    pub fn prepare(&self, cube: &Cube4, demand: Demand, control: &Control<'_>) {
        if !cube.is_solved() || demand == Demand::Many {
            // If this is cancelled, solving reports that the search was stopped.
            let _ = self.tables(control);
        }
    }

    fn beam(&self, tables: &Tables) -> Beam<Cube4> {
        let finish = Cube3Finish { cubes: self.cube3.clone(), counts: Counts::default() };
        at_best(Phases { tables, finish })
    }

    /// Solves a cube.
    pub fn solve(&self, cube: &Cube4, method: &Method, control: &Control<'_>) -> SolveOutcome {
        let answer = match cube.is_solved() {
            true => cube3::answer(End::Solved, Some((0, Vec::new())), 0, Counts::default()),
            false => self.answer(cube, method, control),
        };
        let bytes = self.tables.get().map_or(0, |tables| tables.bytes()) + self.cube3.two_phase_bytes();
        SolveOutcome::new(answer, Heuristic::NONE, bytes)
    }

    fn answer(&self, cube: &Cube4, method: &Method, control: &Control<'_>) -> Answer {
        let Ok(tables) = self.tables(control) else {
            let reason = control.stopped().unwrap_or(StopReason::Cancelled);
            return cube3::answer(End::Stopped(reason), None, 1, Counts::default());
        };
        let variants: Vec<Variant> = variants::all().collect();
        let starts: Vec<Cube4> = variants.iter().map(|variant| variant.apply(cube)).collect();
        let proved = phase1::lower_bound(&tables.phase1, &starts).max(1);
        let report_solution = |found: &solver::phases::ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &variants[found.start].to_original(&found.moves));
            }
        };
        let mut chain_search = ChainSearch {
            lower_bound: proved,
            ..ChainSearch::new(control.limits.max_cost.min(MAX_LENGTH), control, &report_solution)
        };
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = lock().pop();
        let mut beam = idle.unwrap_or_else(|| self.beam(&tables));
        let before = beam.counts();
        let (mut times, mut tried) = (1, 0);
        // If improvements are reported, the first solution should come soon.
        if method.improve {
            beam.search(&starts, &QUICK.widths, QUICK.nodes, &mut chain_search);
            tried += QUICK.widths[0].kept as u64;
        }
        // A solution within a length limit may take more than the default effort.
        while chain_search.stopped.is_none()
            && !chain_search.first
            && times <= MAX_EFFORT_FACTOR
            && method.max_phase1.is_none_or(|most| tried < most)
        {
            let effort = DEFAULT.times(times);
            tried += effort.widths[0].kept as u64;
            beam.search(&starts, &effort.widths, effort.nodes, &mut chain_search);
            if !method.improve && chain_search.best.is_some() {
                break;
            }
            times *= 2;
        }
        let after = beam.counts();
        lock().push(beam);
        let counts = Counts {
            generated: after.generated - before.generated,
            expanded: after.expanded - before.expanded,
        };
        let best = chain_search
            .best
            .as_ref()
            .map(|found| (found.cost, variants[found.start].to_original(&found.moves)));
        let end = match (&best, chain_search.stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        cube3::answer(end, best, proved, counts)
    }
}

/// Size of the tables, including those of the 3x3x3.
const BYTES: u64 = 102_000_000;

/// Returns the turn of a move.
pub fn turn(mv: Move) -> puzzle::Turn4 {
    moves::turn(mv)
}

/// True if the moves solve a cube.
pub fn replay(cube: &Cube4, moves: &[Move]) -> bool {
    moves.iter().fold(*cube, |cube, &mv| apply_move(&cube, mv)).is_solved()
}
