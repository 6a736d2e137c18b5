//! The two phases as a list given to the chain: into squares, and home by slashes that keep them.

use std::sync::{Arc, Mutex};

use puzzle::Square1;
use search::{Answer, Control, Cost, Counts, End, Move, MoveOrder, StopReason};

use super::home::{Home, Squares};
use super::into::{Into, Shapes};
use super::moves;
use crate::phases::{Chain, Found, Hunt};
use crate::request::Method;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    /// Second phases are given up beyond this: to find the short ones among many pays more than to find a long one.
    longest: Cost,
    /// Solutions of the even number of twists that is looked for first; of odd ones, one more.
    ceiling: Cost,
    /// First phases that are tried.
    probes: u64,
}

/// One after the other until there is a solution: the first finds one nearly always.
const EFFORTS: [Effort; 5] = [
    Effort { longest: 6, ceiling: 12, probes: 1500 },
    Effort { longest: 7, ceiling: 14, probes: 1500 },
    Effort { longest: 8, ceiling: 16, probes: 1500 },
    Effort { longest: 9, ceiling: 18, probes: 1500 },
    COMPLETE,
];

/// Leaves nothing out.
const COMPLETE: Effort = Effort { longest: Cost::MAX, ceiling: LONGEST, probes: u64::MAX };

/// Every position has a solution of 13 twists, and one of two phases is never longer than this.
const LONGEST: Cost = 40;

/// The phases with their tables.
pub struct Phases {
    shapes: Arc<Shapes>,
    squares: Arc<Squares>,
    order: Arc<MoveOrder>,
    /// Chains that nobody uses at the moment.
    idle: Mutex<Vec<(Cost, Chain<Square1>)>>,
}

impl Phases {
    /// Bytes of all tables, about.
    pub const BYTES: u64 = 17_000_000;

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

    /// The table of the first phase.
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// The tables of the second phase.
    pub fn squares(&self) -> &Squares {
        &self.squares
    }

    /// Solves a position in which a slash is possible. `written` makes a whole solution of the slashes that were found.
    pub fn solve(
        &self,
        start: &Square1,
        method: &Method,
        control: &Control<'_>,
        written: &dyn Fn(&[Move]) -> Vec<Move>,
    ) -> Answer {
        let heard = |found: &Found| {
            if method.improve {
                control.observer.improved(found.cost, &written(&found.moves));
            }
        };
        let most = control.limits.max_cost.min(LONGEST);
        let mut hunt = Hunt {
            best: None,
            ceiling: most,
            floor: 0,
            chain: 0,
            first: false,
            probes: 0,
            hidden: Cost::MAX,
            control,
            heard: &heard,
            stopped: None,
        };
        let (mut proved, mut counts) = (0, Counts::default());
        for effort in EFFORTS {
            let ceiling = effort.ceiling.saturating_add(start.is_flipped.into());
            hunt.ceiling = hunt.best.as_ref().map_or(most.min(ceiling), |best| best.cost - 1);
            hunt.probes = method.max_probes.unwrap_or(if method.improve { u64::MAX } else { effort.probes });
            (hunt.hidden, hunt.stopped) = (Cost::MAX, None);
            // Where nothing else ends it, the first solution does.
            hunt.first = !method.improve && effort == COMPLETE;
            let (complete, taken) = self.hunt(start, effort, &mut hunt);
            proved = proved.max(complete.min(hunt.hidden));
            counts += taken;
            let is_over = control.stopped().is_some() || control.nodes() > control.limits.max_nodes;
            let is_enough = hunt.best.as_ref().is_some_and(|best| !method.improve || best.cost <= proved);
            if is_over || is_enough || method.max_probes.is_some() && hunt.best.is_some() {
                break;
            }
        }
        let best = hunt.best.as_ref().map(|found| (found.cost, written(&found.moves)));
        let end = match (&best, hunt.stopped) {
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
    fn hunt(&self, start: &Square1, effort: Effort, hunt: &mut Hunt<'_>) -> (Cost, Counts) {
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = {
            let mut idle = lock();
            idle.iter().position(|(longest, _)| *longest == effort.longest).map(|at| idle.swap_remove(at).1)
        };
        let mut chain = idle.unwrap_or_else(|| self.chain(effort.longest));
        let before = chain.counts();
        // No solution is shorter than the shortest first phase.
        let (mut complete, _) = chain.begin(&[*start]);
        while complete <= hunt.ceiling && chain.round(&[*start], complete, hunt) {
            complete += 1;
        }
        let after = chain.counts();
        lock().push((effort.longest, chain));
        let counts = Counts {
            generated: after.generated - before.generated,
            expanded: after.expanded - before.expanded,
        };
        (complete, counts)
    }

    fn chain(&self, longest: Cost) -> Chain<Square1> {
        let step: fn(&Square1, Move) -> Square1 =
            |state, mv| moves::made(state, mv).expect("phases make moves that are possible");
        Chain::new(step)
            .then(Into::new(self.shapes.clone(), self.order.clone()), &Square1::SOLVED)
            .then(Home::new(self.squares.clone(), self.order.clone(), longest), &Square1::SOLVED)
    }
}
