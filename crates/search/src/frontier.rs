//! The search frontier: numbered tasks, the units of parallel work. A task is a canonical prefix of moves, the root of
//! a subtree. Nothing here knows how tasks are run.
//!
//! The frontier begins with the starts and grows where the last round spent most nodes, so small searches stay one task
//! and large ones come in pieces that keep many workers busy to the end of a round. Tasks and their order are functions
//! of the problem, the start and the counts of completed rounds, never of threads or time.
//!
//! Where one solution is wanted, the next round begins with the tasks in which the last round was densest: more nodes at
//! equal cost. Solutions lie where many nodes come close to one, so the last round, which has more nodes than all rounds
//! before it together, ends earlier (ADR 19). Where all solutions are wanted tasks stay in the order in which one thread
//! would meet them. In either case the first solution by task number is the one that a single thread finds.

use std::collections::HashSet;

use crate::node::{Node, UNBOUNDED, children_of};
use crate::outcome::Counts;
use crate::problem::{Cost, Move, Problem};
use crate::round::Want;

/// Granularity of the split of rounds into tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// A task that generated fewer nodes than this is not split.
    pub grain: u64,
    /// A task is not split below the fraction 1 / `max_tasks` of a round.
    pub max_tasks: u64,
}

impl Default for Split {
    fn default() -> Self {
        Split::DEFAULT
    }
}

impl Split {
    /// 30,000 nodes are a fraction of a millisecond, hundreds of times what claiming a task costs. Some hundred
    /// thousand tasks feed a thousand workers, which wait for the longest task less than a tenth of the round, and take
    /// tens of megabytes; only rounds that take a worker a minute and more have that many.
    pub const DEFAULT: Split = Split { grain: 30_000, max_tasks: 1 << 17 };

    /// The number of nodes from which a task is split, in a round of `round` nodes.
    pub(crate) fn threshold(&self, round: u64) -> u64 {
        self.grain.max(round / self.max_tasks.max(1)).max(1)
    }
}

/// Parameters of the split for one round.
pub(crate) struct SplitParams {
    /// Tasks of at least this many nodes are split.
    pub threshold: u64,
    /// Bound of the round.
    pub bound: Cost,
    /// The solutions that the round searches for.
    pub want: Want,
}

/// A subtree to search.
pub(crate) struct Task<S> {
    pub node: Node<S>,
    /// Cost of the prefix (g).
    pub spent: Cost,
    /// Pathmax: the largest f = g + h on the path to this node. Rounds with a lower bound do not reach the subtree. The
    /// maximum over the path matters if the heuristic is inconsistent, so that f falls along the path.
    pub pathmax: Cost,
    /// Number of the start of this subtree.
    pub start: usize,
    /// The density of the last round here, or at the task that this one was split from; see [`Frontier::weigh`].
    density: u64,
    parent: Option<usize>,
}

/// A node above the tasks. It is not searched again, but every round counts it.
struct InnerNode {
    mv: Move,
    parent: Option<usize>,
}

pub(crate) struct Frontier<S> {
    pub tasks: Vec<Task<S>>,
    inner: Vec<InnerNode>,
    /// Counts of the inner nodes, which every later round would expand, because bounds only rise.
    pub inner_counts: Counts,
    /// Symmetry keys met so far, with their costs. A node equivalent to one of them is skipped: the first one is still
    /// a task or is covered by the tasks it was split into.
    seen: HashSet<(u128, Cost)>,
}

impl<S: Copy> Frontier<S> {
    /// Creates one task per start, in their order.
    pub fn new<P: Problem<State = S>>(problem: &P, starts: &[S]) -> Self {
        let root = |(start, state): (usize, &S)| Task {
            node: Node::root(*state),
            spent: 0,
            pathmax: problem.lower_bound(state),
            start,
            density: 0,
            parent: None,
        };
        let tasks = starts.iter().enumerate().map(root).collect();
        Frontier { tasks, inner: Vec::new(), inner_counts: Counts::default(), seen: HashSet::new() }
    }

    /// The lower bound of the frontier: no solution costs less. None if there is no start.
    pub fn least_pathmax(&self) -> Option<Cost> {
        self.tasks.iter().map(|task| task.pathmax).min()
    }

    /// The least pathmax above `bound`: the smallest bound that reaches a task which the round up to `bound` does not.
    pub fn least_pathmax_above(&self, bound: Cost) -> Option<Cost> {
        self.tasks.iter().map(|task| task.pathmax).filter(|&pathmax| pathmax > bound).min()
    }

    /// Indices of the tasks that a round up to `bound` reaches, in order.
    pub fn live(&self, bound: Cost) -> Vec<usize> {
        (0..self.tasks.len()).filter(|&i| self.tasks[i].pathmax <= bound).collect()
    }

    /// Computes the density of each task: the nodes of a task are divided by those that a task of its cost has on
    /// average, and the average falls by the same factor from cost to cost by which rounds grow from bound to bound. All
    /// of it as binary logarithms, without the part that is the same for all tasks. `nodes` are those of the last round;
    /// tasks that are not in the list had none. `growth` is the logarithm of the factor.
    ///
    /// Nodes alone say nothing, because tasks are split until all have about equally many.
    pub fn weigh(&mut self, nodes: &[(usize, u64)], growth: u64) {
        self.tasks.iter_mut().for_each(|task| task.density = 0);
        for &(i, nodes) in nodes {
            let task = &mut self.tasks[i];
            task.density = log2(nodes) + u64::from(task.spent) * growth;
        }
    }

    /// Sorts the tasks by their density, the densest first. Of equals the first stays first.
    pub fn sort_by_density(&mut self) {
        self.tasks.sort_by_key(|task| std::cmp::Reverse(task.density));
    }

    /// The moves that lead to a task.
    pub fn prefix(&self, task: &Task<S>) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut mv = task.node.mv();
        let mut parent = task.parent;
        while let Some(i) = parent {
            moves.push(mv);
            mv = self.inner[i].mv;
            parent = self.inner[i].parent;
        }
        moves.reverse();
        moves
    }

    /// Splits the tasks with more nodes than the threshold until each piece is expected to have fewer, but no further
    /// than the round reaches. `nodes` lists the nodes of tasks in the last round, sorted by task.
    pub fn split<P: Problem<State = S>>(
        &mut self,
        problem: &P,
        nodes: &[(usize, u64)],
        params: &SplitParams,
    ) {
        if nodes.iter().all(|&(_, nodes)| nodes < params.threshold) {
            return;
        }
        let mut nodes = nodes.iter().peekable();
        let old = std::mem::take(&mut self.tasks);
        for (i, task) in old.into_iter().enumerate() {
            match nodes.next_if(|&&(number, _)| number == i) {
                Some(&(_, nodes)) => self.push_split(problem, task, nodes, params),
                None => self.tasks.push(task),
            }
        }
    }

    fn push_split<P: Problem<State = S>>(
        &mut self,
        problem: &P,
        task: Task<S>,
        nodes: u64,
        params: &SplitParams,
    ) {
        if nodes < params.threshold || problem.is_goal(&task.node.state) {
            return self.tasks.push(task);
        }
        let mut node = Node { left: UNBOUNDED, ..task.node };
        // Evaluated before the expansion, as in the node loop.
        let late_pathmax = task.pathmax.max(task.spent + problem.late_bound(&mut node));
        let mut slots = vec![node; problem.n_moves()];
        let (n_children, mut tally) = children_of(problem, &node, &mut slots);
        let cost_and_pathmax = |child: &Node<S>| {
            let spent = task.spent + (UNBOUNDED - child.left);
            (spent, late_pathmax.max(spent + problem.lower_bound(&child.state)))
        };
        // If the round prunes every child there is nothing to distribute. Nor would the counts be right: the late bound
        // may prune the node itself, and a problem may generate no children if none fits.
        if !slots[..n_children].iter().any(|child| cost_and_pathmax(child).1 <= params.bound) {
            return self.tasks.push(task);
        }
        let parent = Some(self.inner.len());
        self.inner.push(InnerNode { mv: task.node.mv(), parent: task.parent });
        self.inner_counts += Counts { expanded: 1, ..tally.take_counts() };
        // The last child offered is searched first.
        for child in slots[..n_children].iter().rev() {
            let (spent, pathmax) = cost_and_pathmax(child);
            if params.want == Want::First
                && let Some(symmetry_key) = problem.symmetry_key(child)
                && !self.seen.insert((symmetry_key, spent))
            {
                continue;
            }
            let child =
                Task { node: *child, spent, pathmax, start: task.start, density: task.density, parent };
            self.push_split(problem, child, nodes / n_children as u64, params);
        }
    }
}

/// Bits of the fraction of [`log2`].
const FRACTION: u32 = 16;

/// The binary logarithm of a number, at least 1, with a fraction of 16 bits. Computed with integers, so that it is the
/// same on every machine.
pub(crate) fn log2(n: u64) -> u64 {
    let n = n.max(1);
    let whole = n.ilog2();
    // From 1 to 2, with 31 bits after the point.
    let mut x = if whole >= 31 { n >> (whole - 31) } else { n << (31 - whole) };
    let mut log = u64::from(whole);
    for _ in 0..FRACTION {
        // From 1 to 4: the bit above is the next of the logarithm.
        let square = (x * x) >> 31;
        let bit = square >> 32;
        log = log << 1 | bit;
        x = square >> bit;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::move_order::MoveOrder;

    /// Numbers that both moves double; none is a goal.
    struct Numbers(MoveOrder);

    impl Problem for Numbers {
        type State = u32;
        type Prefetched = ();

        fn n_moves(&self) -> usize {
            2
        }

        fn step(&self, from: &u32, mv: Move, to: &mut u32) -> bool {
            *to = 2 * from + u32::from(mv.0);
            true
        }

        fn is_goal(&self, _: &u32) -> bool {
            false
        }

        fn lower_bound(&self, _: &u32) -> Cost {
            1
        }

        fn move_order(&self) -> &MoveOrder {
            &self.0
        }
    }

    /// Most nodes first at equal cost, tasks without nodes last; fewer nodes at a higher cost may be denser, and pieces
    /// inherit the density of their task.
    #[test]
    fn dense_tasks_come_first() {
        let problem = Numbers(MoveOrder::free(2));
        let states = |frontier: &Frontier<u32>| -> Vec<u32> {
            frontier.tasks.iter().map(|task| task.node.state).collect()
        };
        let mut frontier = Frontier::new(&problem, &[1, 5, 7]);
        frontier.weigh(&[(1, 50), (2, 100)], log2(4));
        let params = SplitParams { threshold: 100, bound: 9, want: Want::First };
        frontier.split(&problem, &[(1, 50), (2, 100)], &params);
        frontier.sort_by_density();
        let mut pieces = states(&frontier);
        pieces[..2].sort_unstable();
        assert_eq!(pieces, [14, 15, 5, 1]);
        // Four times as many nodes are expected for each unit of cost less.
        let at = |state: u32| states(&frontier).iter().position(|&found| found == state).expect("a task");
        let mut nodes = vec![(at(14), 20), (at(15), 10), (at(5), 60), (at(1), 30)];
        nodes.sort_unstable();
        frontier.weigh(&nodes, log2(4));
        frontier.sort_by_density();
        assert_eq!(states(&frontier), [14, 5, 15, 1]);
    }

    #[test]
    fn logarithms_are_those_of_floating_point() {
        assert_eq!([0, 1, 2, 1 << 40].map(log2), [0, 0, 1 << FRACTION, 40 << FRACTION]);
        for n in [3, 7, 1000, 123_456_789, (1 << 33) + 12_345, u64::MAX] {
            let exact = (n as f64).log2() * f64::from(1 << FRACTION);
            assert!((log2(n) as f64 - exact).abs() < 2.0, "{n}");
        }
    }
}
