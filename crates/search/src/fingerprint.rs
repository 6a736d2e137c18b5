//! A fingerprint of a round, so that machines that work together, or a search that is resumed, notice when they do not
//! search the same. It covers the tasks of the round with their costs, and the bounds that the tables give along a
//! pseudorandom walk from the first task.
//!
//! Equal fingerprints are no proof: they detect mistakes (another scramble, another version, tables of another size),
//! not forgeries.

use crate::frontier::Frontier;
use crate::node::{Node, UNBOUNDED, children_of};
use crate::problem::{Cost, Problem};
use crate::round::Want;

/// A hash that is being computed.
#[derive(Clone, Copy)]
pub(crate) struct Fingerprint(u64);

/// Number of positions whose bounds are hashed. Enough that tables with any relevant difference differ here.
const WALK_LENGTH: usize = 500;

impl Fingerprint {
    pub fn new() -> Fingerprint {
        Fingerprint(0x9E37_79B9_7F4A_7C15)
    }

    /// Hashes a number. The mixing is that of splitmix64.
    pub fn add(&mut self, number: u64) {
        let mut z = (self.0 ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = z ^ (z >> 31);
    }

    pub fn finish(self) -> u64 {
        self.0
    }

    /// The fingerprint of a round: its tasks and its problem.
    pub fn of_round<P: Problem>(
        problem: &P,
        frontier: &Frontier<P::State>,
        live: &[usize],
        bound: Cost,
        want: Want,
    ) -> u64 {
        let mut hash = Fingerprint::new();
        hash.add(live.len() as u64);
        hash.add(u64::from(bound) << 1 | u64::from(want == Want::All));
        for &i in live {
            let task = &frontier.tasks[i];
            hash.add(u64::from(task.spent) << 32 | u64::from(task.pathmax));
            hash.add(task.start as u64);
            frontier.prefix(task).into_iter().for_each(|mv| hash.add(mv.0.into()));
        }
        if let Some(&first) = live.first() {
            hash.walk(problem, &frontier.tasks[first].node);
        }
        hash.finish()
    }

    /// Hashes the bounds of a problem along a walk that the hash so far determines.
    fn walk<P: Problem>(&mut self, problem: &P, from: &Node<P::State>) {
        let n_moves = problem.n_moves();
        self.add(n_moves as u64);
        let mut node = Node { left: UNBOUNDED, ..*from };
        let mut slots = vec![node; n_moves.max(1)];
        for _ in 0..WALK_LENGTH {
            self.add(problem.late_bound(&mut node).into());
            let (n_children, _) = children_of(problem, &node, &mut slots);
            self.add(n_children as u64);
            if n_children == 0 {
                return;
            }
            node = Node { left: UNBOUNDED, ..slots[(self.0 % n_children as u64) as usize] };
            self.add(node.mv().0.into());
            self.add(problem.lower_bound(&node.state).into());
        }
    }
}
