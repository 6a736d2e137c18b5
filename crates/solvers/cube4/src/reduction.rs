//! The phases as a list given to a beam, and how much is tried with them.

use std::sync::{Arc, Mutex};

use puzzle::{Cube3, Cube4};
use search::simd::{Kernel, Simd, at_best};
use search::{Answer, Control, Cost, Counts, End, Limits, Move, Silent, Stop, StopReason};
use solver::lazy_table::{FillProgress, LazyTable};
use solver::phases::{Beam, ChainSearch, Ending, Finish, Width};
use solver::{Cancelled, Demand, Heuristic, Method, SolveOutcome};

use crate::axis::{self, Axis, AxisTable};
use crate::directions::{self, Direction};
use crate::moves::{self, stepped};
use crate::near::Near;
use crate::pairs::{CentreTable, Pairs};
use crate::partners::{PartnerMoves, PartnerTable};
use crate::sides::{Sides, SidesTable};

/// Solves 4x4x4 cubes and keeps what it made for them.
pub struct Reduction {
    tables: LazyTable<(), Tables>,
    threes: Arc<cube3::Cubes>,
    /// Beams that are not in use.
    idle: Mutex<Vec<Beam<Cube4>>>,
}

/// What the phases know.
struct Tables {
    axis: Arc<AxisTable>,
    sides: Arc<SidesTable>,
    centres: Arc<CentreTable>,
    near: Arc<Near>,
    partners: Arc<PartnerTable>,
}

/// How much is tried: a width for each phase, and nodes for each length of what is left to the 3x3x3 solver.
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
/// and for one that is worth waiting for. Of first phases it pays to look at more than are gone on with; there are most of
/// them, and they are the cheapest.
const USUAL: Effort = Effort {
    widths: [
        Width { found: 4000, nodes: 400_000, kept: 2000 },
        Width { found: 300, nodes: 4_500_000, kept: 60 },
        Width { found: 50, nodes: 800_000, kept: 50 },
    ],
    nodes: 300_000,
};
/// The longest solution that is looked for.
const LONGEST: Cost = 1000;
/// To improve a solution twice as much is tried each time, up to so many times as much as usual.
const MOST: usize = 1 << 12;

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

/// The 3x3x3 cube that is left.
struct Three {
    cubes: Arc<cube3::Cubes>,
    counts: Counts,
}

impl Finish<Cube4> for Three {
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
    /// Makes all of them, and those of the 3x3x3, on all cores. None grows while it is used: how much is tried is measured in
    /// nodes, so the answers would depend on it.
    fn new(threes: &cube3::Cubes, share: &FillProgress) -> Tables {
        share.set_total(6);
        let pairs = || {
            let centres = CentreTable::new();
            share.step();
            let near = centres.near();
            share.step();
            let partners = PartnerTable::new(&PartnerMoves::new());
            share.step();
            (centres, near, partners)
        };
        let sides = || {
            let axis = AxisTable::new();
            share.step();
            let sides = SidesTable::new();
            share.step();
            (axis, sides)
        };
        let ((axis, sides), (centres, near, partners)) = rayon::join(sides, pairs);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        threes.prepare_two_phase(true, &control).expect("the stop flag is not raised");
        Tables {
            axis: Arc::new(axis),
            sides: Arc::new(sides),
            centres: Arc::new(centres),
            near: Arc::new(near),
            partners: Arc::new(partners),
        }
    }

    fn bytes(&self) -> u64 {
        self.axis.bytes()
            + self.sides.bytes()
            + self.centres.bytes()
            + self.near.bytes()
            + self.partners.bytes()
    }
}

/// The phases, made for what this processor can do.
struct Phases<'a> {
    tables: &'a Tables,
    three: Three,
}

impl Kernel for Phases<'_> {
    type Output = Beam<Cube4>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Beam<Cube4> {
        let Tables { axis, sides, centres, near, partners } = self.tables;
        Beam::new(stepped, self.three)
            .then(Axis::new(axis.clone()), &Cube4::SOLVED)
            .then(Sides::new(simd, sides.clone()), &Cube4::SOLVED)
            .then(Pairs::new(simd, centres.clone(), partners.clone(), near.clone()), &Cube4::SOLVED)
    }
}

impl Reduction {
    /// Returns a solver without tables; what is left of a cube is solved by `threes`.
    pub fn new(threes: Arc<cube3::Cubes>) -> Reduction {
        Reduction { tables: LazyTable::default(), threes, idle: Mutex::default() }
    }

    fn tables(&self, control: &Control<'_>) -> Result<Arc<Tables>, Cancelled> {
        let threes = self.threes.clone();
        self.tables.get_or_fill(&(), ("reduction", BYTES), control, move |share| Tables::new(&threes, share))
    }

    /// Makes the tables.
    pub fn prepare(&self, cube: &Cube4, demand: Demand, control: &Control<'_>) {
        if !cube.is_solved() || demand == Demand::Many {
            // Without them the answer is that the search was stopped.
            let _ = self.tables(control);
        }
    }

    fn beam(&self, tables: &Tables) -> Beam<Cube4> {
        let three = Three { cubes: self.threes.clone(), counts: Counts::default() };
        at_best(Phases { tables, three })
    }

    /// Solves a cube.
    pub fn solve(&self, cube: &Cube4, method: &Method, control: &Control<'_>) -> SolveOutcome {
        let answer = match cube.is_solved() {
            true => cube3::answer(End::Solved, Some((0, Vec::new())), 0, Counts::default()),
            false => self.answer(cube, method, control),
        };
        let bytes = self.tables.get().map_or(0, |tables| tables.bytes()) + self.threes.two_phase_bytes();
        SolveOutcome::new(answer, Heuristic::NONE, bytes)
    }

    fn answer(&self, cube: &Cube4, method: &Method, control: &Control<'_>) -> Answer {
        let Ok(tables) = self.tables(control) else {
            let reason = control.stopped().unwrap_or(StopReason::Cancelled);
            return cube3::answer(End::Stopped(reason), None, 1, Counts::default());
        };
        let directions: Vec<Direction> = directions::all().collect();
        let starts: Vec<Cube4> = directions.iter().map(|direction| direction.seen(cube)).collect();
        let proved = axis::nearest(&tables.axis, &starts).max(1);
        let heard = |found: &solver::phases::ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &directions[found.start].unseen(&found.moves));
            }
        };
        let mut chain_search = ChainSearch {
            lower_bound: proved,
            ..ChainSearch::new(control.limits.max_cost.min(LONGEST), control, &heard)
        };
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = lock().pop();
        let mut beam = idle.unwrap_or_else(|| self.beam(&tables));
        let before = beam.counts();
        let (mut times, mut tried) = (1, 0);
        // Where every improvement is told the first one should come soon.
        if method.improve {
            beam.search(&starts, &QUICK.widths, QUICK.nodes, &mut chain_search);
            tried += QUICK.widths[0].kept as u64;
        }
        // A length that is asked for may take more than usual.
        while chain_search.stopped.is_none()
            && !chain_search.first
            && times <= MOST
            && method.max_phase1.is_none_or(|most| tried < most)
        {
            let effort = USUAL.times(times);
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
            .map(|found| (found.cost, directions[found.start].unseen(&found.moves)));
        let end = match (&best, chain_search.stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        cube3::answer(end, best, proved, counts)
    }
}

/// What the tables take, those of the 3x3x3 included.
const BYTES: u64 = 102_000_000;

/// Returns the turn of a move.
pub fn turn(mv: Move) -> puzzle::Turn4 {
    moves::turn(mv)
}

/// True if moves solve a cube.
pub fn replay(cube: &Cube4, moves: &[Move]) -> bool {
    moves.iter().fold(*cube, |cube, &mv| stepped(&cube, mv)).is_solved()
}
