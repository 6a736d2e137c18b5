//! Enumerates every goal at one exact cost and passes it to a visitor. Multi-phase solvers are chains of such searches,
//! where the goals of one phase are the starts of the next. The node loop is the one of all searches; only the handling
//! of goals differs.
//!
//! A goal met with budget left is expanded like any node, because a path may lead out of the goals and back.
//!
//! A problem with several lanes uses them: the starts are expanded once and their children, the tasks, are searched
//! several at a time. So goals do not come in the order of a plain depth-first search; each comes with the number of
//! its task, and inside a task they are in order.

use crate::control::{Control, StopReason};
use crate::cpu_dispatch::drive_at_best;
use crate::move_order::OrderState;
use crate::node::{Children, Node, Tally, mv_of};
use crate::node_loop::{Lane, LaneSearch, LaneStep, new_lanes};
use crate::outcome::Counts;
use crate::problem::{Cost, Move, Problem, cheapest_move};

/// A goal and the path to it.
pub struct Goal<'a, S> {
    /// Index of the start it was reached from.
    pub start: usize,
    /// Number of its task. Tasks of one start are numbered consecutively.
    pub task: usize,
    node: &'a Node<S>,
    tags: &'a [u64],
}

impl<S> Goal<'_, S> {
    /// Remaining budget.
    pub fn spare(&self) -> Cost {
        self.node.left
    }

    /// The goal state.
    pub fn state(&self) -> &S {
        &self.node.state
    }

    /// The move-order state at the goal, which decides which moves are canonical after it.
    pub fn order(&self) -> OrderState {
        self.node.order()
    }

    /// The moves from the start to the goal.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.tags.iter().map(|&tag| mv_of(tag))
    }
}

/// Decision of a visitor whether the visit continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Continue.
    On,
    /// Skip the rest of this task and all later tasks.
    Enough,
    /// End the visit, earlier tasks included.
    Stop,
}

/// A reusable enumeration of goals: it keeps its stacks from one call to the next, so that short searches cost no
/// allocation. A search may consist of many calls; [`Visit::begin_search`] separates it from the one before.
pub struct Visit<P: Problem> {
    lanes: Vec<Lane<P>>,
    tasks: Vec<(usize, Node<P::State>)>,
    scratch: Vec<Node<P::State>>,
    counts: Counts,
    /// Nodes of this search not yet reported to its control.
    unreported: u64,
}

/// Number of nodes between two polls of the stop flag when searches are too short for the node loop to poll.
const POLL_INTERVAL: u64 = 8192;

impl<P: Problem> Visit<P> {
    /// Creates a visit for `problem`. Any of its states will do as a filler.
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

    /// Begins another search, possibly with another control. Nodes of the last search that were not reported are
    /// dropped: counted for the next one, they would make its node limit depend on what was searched before.
    pub fn begin_search(&mut self) {
        self.unreported = 0;
    }

    /// Passes every goal that costs exactly `cost` from one of the starts, or at most `cost` if `within`, to `visitor`.
    /// Returns the reason if it was stopped. With `within`, paths through one goal to another are not searched.
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

    /// Creates the tasks: the starts, or their children if there are several lanes to fill. A start is then treated as
    /// the node loop treats a node.
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
            // The search continues with the last child first.
            self.tasks.extend(self.scratch[..n].iter().rev().map(|&child| (start, child)));
        }
        self.tasks.drain(..n_roots);
    }

    /// Nodes of all calls up to now.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

/// The lane search of one call of [`Visit::goals`].
struct GoalWalk<'a, S> {
    within: bool,
    /// Maximum number of moves of a path.
    depth: usize,
    control: &'a Control<'a>,
    visitor: &'a mut dyn FnMut(Goal<'_, S>) -> Flow,
    tasks: &'a [(usize, Node<S>)],
    /// Tasks `next..end` have not been started.
    next: usize,
    end: usize,
    counts: &'a mut Counts,
    unreported: &'a mut u64,
    stop: Option<StopReason>,
}

impl<S: Copy> GoalWalk<'_, S> {
    /// Adds the counts of a lane since the last call. Returns the reason if the visit must stop.
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
