//! The two phases as a list given to the chain: into squares, and home by slashes that keep them.
//!
//! There is only one side to look from. Every symmetry leaves squares square, so that it shows the same first phases; and
//! moves made backwards from the solved position may be blocked by corners, so that there is no inverse position.

use std::sync::{Arc, Mutex};

use puzzle::Square1;
use search::{Answer, Control, Cost, Counts, End, Move, MoveOrder, StopReason};

use super::moves;
use super::phase1::{Phase1, Shapes};
use super::phase2::Phase2;
use super::phase2_table::Squares;
use solver::Method;
use solver::phases::{Chain, ChainSearch, ChainSolution};

/// First phases that are tried for a short solution. They are cheap, since the distance from where they end is read from a
/// table; yet twice as many make solutions only 0.04 twists shorter.
const PROBES: u64 = 20_000;

/// The even number of twists that is short enough to end with; of odd ones, one more. Of positions solved so, at most
/// one in seven has a solution of two twists less.
const SHORT: Cost = 10;

/// Every position has a solution of 13 twists, and one of two phases is never longer than this.
const LONGEST: Cost = 40;

/// The phases with their tables.
pub struct Phases {
    shapes: Arc<Shapes>,
    squares: Arc<Squares>,
    order: Arc<MoveOrder>,
    /// Chains that are not in use.
    idle: Mutex<Vec<Chain<Square1>>>,
}

impl Phases {
    /// Bytes of all tables, about.
    pub const BYTES: u64 = 9_200_000;

    /// Makes all tables.
    pub fn filled() -> Phases {
        let (shapes, squares) = rayon::join(Shapes::filled, Squares::filled);
        Phases {
            shapes: Arc::new(shapes),
            squares: Arc::new(squares),
            order: Arc::new(moves::order()),
            idle: Mutex::default(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.shapes.bytes() + self.squares.bytes()
    }

    /// Solves a position in which a slash is possible. `written` makes a whole solution of the slashes that were found.
    pub fn solve(
        &self,
        start: &Square1,
        method: &Method,
        control: &Control<'_>,
        written: &dyn Fn(&[Move]) -> Vec<Move>,
    ) -> Answer {
        let heard = |found: &ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &written(&found.moves));
            }
        };
        let is_brief = !method.improve && method.max_phase1.is_none();
        let mut chain_search = ChainSearch {
            lower_bound: if is_brief { SHORT + Cost::from(start.is_flipped) } else { 0 },
            entries_left: method.max_phase1.unwrap_or(if is_brief { PROBES } else { u64::MAX }),
            ..ChainSearch::new(control.limits.max_cost.min(LONGEST), control, &heard)
        };
        let (mut proved, mut counts) = self.chain_search(start, &mut chain_search);
        let is_over = control.stopped().is_some() || control.nodes() > control.limits.max_nodes;
        if is_brief && chain_search.best.is_none() && chain_search.stopped.is_some() && !is_over {
            // Only so few twists are allowed that a solution is hard to find: any will do.
            (chain_search.first, chain_search.entries_left, chain_search.stopped) = (true, u64::MAX, None);
            let (complete, taken) = self.chain_search(start, &mut chain_search);
            proved = complete;
            counts += taken;
        }
        let best = chain_search.best.as_ref().map(|found| (found.cost, written(&found.moves)));
        let end = match (&best, chain_search.stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        let cost = best.as_ref().map(|(cost, _)| *cost);
        Answer {
            end,
            n_solutions: u64::from(best.is_some()),
            solutions: best.into_iter().map(|(_, moves)| moves).collect(),
            cost,
            // A twist turns the middle layer over, which tells the parity of all solutions.
            lower_bound: cost.unwrap_or(Cost::MAX).min(proved + (proved ^ Cost::from(start.is_flipped)) % 2),
            counts,
            ..Answer::unknown(0)
        }
    }

    /// Hunts by rounds. The first length of a first phase that was not gone through, and what it took.
    fn chain_search(&self, start: &Square1, chain_search: &mut ChainSearch<'_>) -> (Cost, Counts) {
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = lock().pop();
        let mut chain = idle.unwrap_or_else(|| self.chain());
        let before = chain.counts();
        // No solution is shorter than the shortest first phase.
        let (mut complete, _) = chain.begin(&[*start]);
        while complete <= chain_search.upper_bound && chain.round(&[*start], complete, chain_search) {
            if chain_search.first && chain_search.best.is_some() {
                break;
            }
            complete += 1;
        }
        let after = chain.counts();
        lock().push(chain);
        let counts = Counts {
            generated: after.generated - before.generated,
            expanded: after.expanded - before.expanded,
        };
        (complete, counts)
    }

    fn chain(&self) -> Chain<Square1> {
        let step: fn(&Square1, Move) -> Square1 =
            |state, mv| moves::made(state, mv).expect("phases make moves that are possible");
        Chain::new(step)
            .then(Phase1::new(self.shapes.clone(), self.order.clone()), &Square1::SOLVED)
            .then(Phase2::new(self.squares.clone(), self.order.clone()), &Square1::SOLVED)
    }
}
