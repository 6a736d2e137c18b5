//! The two-phase algorithm: phase 1 reaches cube shape, phase 2 solves the permutation by slashes that preserve it.
//!
//! Only one direction is searched. Every symmetry preserves cube shape, so it gives the same phase 1 solutions; and
//! corners may block the moves of an inverse sequence, so a position has no inverse.

use std::sync::{Arc, Mutex};

use puzzle::Square1;
use search::{Answer, Control, Cost, Counts, End, Move, MoveOrder, StopReason};

use super::moves;
use super::phase1::{Phase1, Phase1Table};
use super::phase2::Phase2;
use super::phase2_table::Phase2Table;
use solver::Method;
use solver::phases::{Chain, ChainSearch, ChainSolution};

/// Phase 1 solutions tried for a short solution. They are cheap, since the phase 2 distance is read from a table; yet
/// twice as many make solutions only 0.04 twists shorter.
const MAX_PHASE1: u64 = 20_000;

/// An even number of twists that is good enough to stop at; one more for odd ones. Of positions solved in this length,
/// at most one in seven has a solution of two twists less.
const GOOD_LENGTH: Cost = 10;

/// Upper bound of the solution length. Every position has a solution of 13 twists, and two phases are never longer than
/// this.
const MAX_LENGTH: Cost = 40;

/// Both phases with their prune tables.
pub struct TwoPhase {
    phase1: Arc<Phase1Table>,
    phase2: Arc<Phase2Table>,
    order: Arc<MoveOrder>,
    /// Chains that are not in use.
    idle: Mutex<Vec<Chain<Square1>>>,
}

impl TwoPhase {
    /// Approximate size of all tables in bytes.
    pub const BYTES: u64 = 9_200_000;

    /// Builds all tables.
    pub fn build() -> TwoPhase {
        let (phase1, phase2) = rayon::join(Phase1Table::build, Phase2Table::build);
        TwoPhase {
            phase1: Arc::new(phase1),
            phase2: Arc::new(phase2),
            order: Arc::new(moves::canonical_order()),
            idle: Mutex::default(),
        }
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        self.phase1.bytes() + self.phase2.bytes()
    }

    /// Solves a position in which a slash is possible. `to_solution` converts the slashes found to a full solution.
    pub fn solve(
        &self,
        start: &Square1,
        method: &Method,
        control: &Control<'_>,
        to_solution: &dyn Fn(&[Move]) -> Vec<Move>,
    ) -> Answer {
        let on_solution = |found: &ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &to_solution(&found.moves));
            }
        };
        let is_quick = !method.improve && method.max_phase1.is_none();
        let mut chain_search = ChainSearch {
            lower_bound: if is_quick { GOOD_LENGTH + Cost::from(start.is_flipped) } else { 0 },
            entries_left: method.max_phase1.unwrap_or(if is_quick { MAX_PHASE1 } else { u64::MAX }),
            ..ChainSearch::new(control.limits.max_cost.min(MAX_LENGTH), control, &on_solution)
        };
        let (mut proved, mut counts) = self.chain_search(start, &mut chain_search);
        let is_over = control.stopped().is_some() || control.nodes() > control.limits.max_nodes;
        if is_quick && chain_search.best.is_none() && chain_search.stopped.is_some() && !is_over {
            // The limit allows so few twists that a solution is hard to find, so the first one is enough.
            (chain_search.first, chain_search.entries_left, chain_search.stopped) = (true, u64::MAX, None);
            let (complete, taken) = self.chain_search(start, &mut chain_search);
            proved = complete;
            counts += taken;
        }
        let best = chain_search.best.as_ref().map(|found| (found.cost, to_solution(&found.moves)));
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
            // Every twist flips the middle layer, so all solutions have the same parity.
            lower_bound: cost.unwrap_or(Cost::MAX).min(proved + (proved ^ Cost::from(start.is_flipped)) % 2),
            counts,
            ..Answer::unknown(0)
        }
    }

    /// Searches round by round. Returns the first length of phase 1 that was not searched completely, and the node
    /// counts.
    fn chain_search(&self, start: &Square1, chain_search: &mut ChainSearch<'_>) -> (Cost, Counts) {
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = lock().pop();
        let mut chain = idle.unwrap_or_else(|| self.chain());
        let before = chain.counts();
        // No solution is shorter than the shortest phase 1.
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
            |state, mv| moves::apply(state, mv).expect("phases make legal moves only");
        Chain::new(step)
            .then(Phase1::new(self.phase1.clone(), self.order.clone()), &Square1::SOLVED)
            .then(Phase2::new(self.phase2.clone(), self.order.clone()), &Square1::SOLVED)
    }
}
