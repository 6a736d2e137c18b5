//! Every goal at one exact cost, handed to a visitor: what a chain of searches is made of, where the goals of one are the
//! starts of the next. The node loop is the one of all searches; only what happens at a goal differs.
//!
//! A goal met before the cost is spent is passed through, because the way may lead out of the goals and back.
//!
//! A problem that asks for lanes gets them: the starts are expanded once and their children, the tasks, are walked
//! several at a time. So goals do not come in the order of a plain depth-first search; each comes with the number of
//! its task, and inside a task they are in order.

use crate::control::{Control, StopReason};
use crate::cpu_dispatch::drive_at_best;
use crate::move_order::OrderState;
use crate::node::{Children, Node, Tally, mv_of};
use crate::node_loop::{Lane, LaneSearch, LaneStep, new_lanes};
use crate::outcome::Counts;
use crate::problem::{Cost, Move, Problem, cheapest_move};

/// A goal and the way to it.
pub struct Goal<'a, S> {
    /// Which of the starts it was reached from.
    pub start: usize,
    /// Which task it belongs to. Tasks of one start are numbered in a row.
    pub task: usize,
    node: &'a Node<S>,
    tags: &'a [u64],
}

impl<S> Goal<'_, S> {
    /// What is left of the cost that was given.
    pub fn spare(&self) -> Cost {
        self.node.left
    }

    /// Where it is.
    pub fn state(&self) -> &S {
        &self.node.state
    }

    /// Which moves are canonical after it.
    pub fn order(&self) -> OrderState {
        self.node.order()
    }

    /// The moves that lead to it.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.tags.iter().map(|&tag| mv_of(tag))
    }
}

/// Whether a visitor wants more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on.
    On,
    /// Nothing after this goal is of interest: the rest of its task and all later tasks.
    Enough,
    /// Nothing is of interest any more, not even earlier tasks.
    Stop,
}

/// A reusable walk: it keeps its stacks from one start to the next, so that short walks cost no allocation.
pub struct Visit<P: Problem> {
    lanes: Vec<Lane<P>>,
    tasks: Vec<(usize, Node<P::State>)>,
    scratch: Vec<Node<P::State>>,
    counts: Counts,
    /// Nodes that the control does not know of yet.
    unreported: u64,
}

/// Nodes between two looks at the stop flag when walks are too short for the loop to look around by itself.
const POLL_INTERVAL: u64 = 8192;

impl<P: Problem> Visit<P> {
    /// For `problem`; any state of it will do as a filler.
    pub fn new(problem: &P, filler: P::State) -> Self {
        let filler = Node::root(filler);
        let mut lanes = new_lanes();
        lanes.iter_mut().for_each(|lane: &mut Lane<P>| lane.allocate_stack(filler, problem.n_moves()));
        Visit {
            lanes,
            tasks: Vec::new(),
            scratch: vec![filler; problem.n_moves()],
            counts: Counts::default(),
            unreported: 0,
        }
    }

    /// Hands every goal that costs exactly `cost` from one of the starts, or at most `cost` if `within`, to `visitor`.
    /// The reason if it was stopped. With `within`, ways through one goal to another are not looked for.
    pub fn goals(
        &mut self,
        problem: &P,
        starts: &[Node<P::State>],
        cost: Cost,
        within: bool,
        control: &Control<'_>,
        mut visitor: impl FnMut(Goal<'_, P::State>) -> Flow,
    ) -> Option<StopReason> {
        self.split_starts(problem, starts, cost, within);
        let mut walk = GoalWalk {
            within,
            depth: (cost / cheapest_move(problem)) as usize,
            control,
            visitor: &mut visitor,
            tasks: &self.tasks,
            next: 0,
            end: self.tasks.len(),
            counts: &mut self.counts,
            unreported: &mut self.unreported,
            stop: None,
        };
        drive_at_best(problem, &mut self.lanes, &mut walk);
        walk.stop
    }

    /// Makes tasks of the starts: their children if there are several lanes to fill. Until then a start is treated as the
    /// loop treats a node.
    fn split_starts(&mut self, problem: &P, starts: &[Node<P::State>], cost: Cost, within: bool) {
        let roots = starts.iter().map(|start| Node { left: cost, ..*start }).enumerate();
        self.tasks.clear();
        self.tasks.extend(roots.filter(|(_, root)| problem.lower_bound(&root.state) <= cost));
        if P::LANES == 1 || cost == 0 {
            return;
        }
        let n_roots = self.tasks.len();
        for i in 0..n_roots {
            let (start, whole) = self.tasks[i];
            if within && problem.is_goal(&whole.state) {
                self.tasks.push((start, whole));
                continue;
            }
            let mut root = whole;
            let prefetched = self.lanes[0].prefetched();
            while problem.prefetch_stage(&mut root, prefetched) {}
            if problem.late_bound(&mut root) > cost {
                continue;
            }
            let mut children = Children::new(&mut self.scratch, 0, &root, Tally::ZERO);
            problem.expand_prefetched(&root, prefetched, &mut children);
            let (n, mut tally) = children.finish();
            tally.expanded();
            self.counts += tally.take_counts();
            // The search goes on with the last child first.
            self.tasks.extend(self.scratch[..n].iter().rev().map(|&child| (start, child)));
        }
        self.tasks.drain(..n_roots);
    }

    /// Everything walked up to now.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// The lanes' view of one call of [`Visit::goals`].
struct GoalWalk<'a, S> {
    within: bool,
    /// The most moves on a path.
    depth: usize,
    control: &'a Control<'a>,
    visitor: &'a mut dyn FnMut(Goal<'_, S>) -> Flow,
    tasks: &'a [(usize, Node<S>)],
    /// Tasks `next..end` are still to be walked.
    next: usize,
    end: usize,
    counts: &'a mut Counts,
    unreported: &'a mut u64,
    stop: Option<StopReason>,
}

impl<S: Copy> GoalWalk<'_, S> {
    /// Takes in what was counted since the last time; the reason if the walk is to stop.
    fn take_counts_of<P: Problem<State = S>>(&mut self, lane: &mut Lane<P>) -> Option<StopReason> {
        let counts = lane.take_counts();
        *self.counts += counts;
        *self.unreported += counts.generated;
        if *self.unreported < POLL_INTERVAL {
            return None;
        }
        self.control.poll(std::mem::take(self.unreported))
    }
}

impl<P: Problem> LaneSearch<P> for GoalWalk<'_, P::State> {
    #[inline(always)]
    fn is_exact(&self) -> bool {
        !self.within
    }

    fn start(&mut self, lane: &mut Lane<P>) -> bool {
        if self.next >= self.end {
            return false;
        }
        lane.start_task(self.next, self.tasks[self.next].1, self.depth);
        self.next += 1;
        true
    }

    fn goal(&mut self, lanes: &mut [Lane<P>], i: usize) -> LaneStep {
        let task = lanes[i].task;
        let (node, tags) = lanes[i].current();
        let flow = (self.visitor)(Goal { start: self.tasks[task].0, task, node, tags });
        if flow != Flow::On {
            self.end = if flow == Flow::Stop { 0 } else { self.end.min(task) };
            lanes.iter_mut().filter(|lane| lane.task >= self.end).for_each(Lane::clear);
        }
        LaneStep::CONTINUE
    }

    fn empty(&mut self, lane: &mut Lane<P>) -> LaneStep {
        let stop = self.take_counts_of(lane);
        LaneStep { is_done: stop.is_none(), stop }
    }

    fn poll(&mut self, lanes: &mut [Lane<P>], i: usize) -> Option<StopReason> {
        self.take_counts_of(&mut lanes[i])
    }

    fn stopped(&mut self, lanes: &mut [Lane<P>], reason: StopReason) {
        for lane in lanes {
            lane.clear();
            *self.counts += lane.take_counts();
        }
        self.stop = Some(reason);
    }
}
