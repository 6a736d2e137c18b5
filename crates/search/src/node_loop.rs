//! The node loop: depth-first search of the subtrees of tasks on an explicit stack, of several subtrees in turn if the
//! problem has several lanes. It knows nothing of rounds, threads or puzzles.
//!
//! A node is popped, tested and expanded; its surviving children are pushed. There is no recursion and no allocation.
//! Everything rare (a task ends, a goal, the stack must grow, time to poll the stop flag) leaves the loop by an
//! [`Event`], so that the common path stays in registers. A [`LaneSearch`] handles the events.

use crate::control::StopReason;
use crate::node::{Children, Node, Tally, UNBOUNDED};
use crate::outcome::{Counts, Found};
use crate::problem::{Cost, Problem};

/// Number of nodes that a lane expands between two polls of the stop flag: well under a millisecond.
const POLL_INTERVAL: u16 = 8192;

/// A subtree that is being searched.
pub(crate) struct Lane<P: Problem> {
    pub task: usize,
    /// `slots[..len]` is the stack; all slots are initialised, so that writing to any slot needs no unsafe code.
    slots: Vec<Node<P::State>>,
    len: usize,
    prefetched: P::Prefetched,
    /// `path[d]` is the tag of the node at depth d on the current path; as long as any path of this round can be.
    pub path: Vec<u64>,
    tally: Tally,
    /// Counts of this task that were taken out of the tally and reported to the control.
    pub counts: Counts,
    /// Number of slots ever written: the maximum stack size, give or take a child that was not pushed. Determined from
    /// the slots when a task ends, because counting it in the loop would cost every node two instructions.
    pub high_water: usize,
    /// Solutions of this task, as many as are stored, and their total number.
    pub found: Vec<Found>,
    pub n_found: u64,
    /// True if the rest of this task is not needed any more.
    pub is_abandoned: bool,
}

/// The part of a lane that the loop works on. A local copy whose address is not taken, so that it lives in registers.
struct HotLane<'a, P: Problem> {
    slots: &'a mut [Node<P::State>],
    prefetched: &'a mut P::Prefetched,
    path: &'a mut [u64],
    len: usize,
    tally: Tally,
}

/// The reason to leave the loop.
enum Event {
    /// The stack is empty: the task has ended.
    Empty,
    /// The node just popped is a goal.
    Goal,
    /// The stack must grow before the next node is expanded.
    StackFull,
    /// Time to poll the stop flag.
    Poll,
}

/// Searches `lanes[..active]` in turn until an event. Returns the lane and the event. If `exact`, a goal counts only
/// with no budget left; elsewhere it is expanded like any node.
#[inline(always)]
fn run_lanes<P: Problem, const N: usize>(
    problem: &P,
    lanes: &mut [Lane<P>; N],
    active: usize,
    exact: bool,
) -> (usize, Event) {
    // With one lane the compiler must see that `active` is 1.
    let active = if N == 1 { 1 } else { active };
    let n_moves = problem.n_moves();
    let mut hot: [HotLane<'_, P>; N] = lanes.each_mut().map(|lane| HotLane {
        slots: &mut lane.slots[..],
        prefetched: &mut lane.prefetched,
        path: &mut lane.path,
        len: lane.len,
        tally: lane.tally,
    });
    let event = 'run_lanes: loop {
        for (i, lane) in hot.iter_mut().enumerate().take(active) {
            if lane.len == 0 {
                break 'run_lanes (i, Event::Empty);
            }
            if lane.len + n_moves > lane.slots.len() {
                break 'run_lanes (i, Event::StackFull);
            }
            lane.len -= 1;
            let mut node = lane.slots[lane.len];
            if N > 1 && problem.prefetch_stage(&mut node, lane.prefetched) {
                lane.slots[lane.len] = node;
                lane.len += 1;
                continue;
            }
            let late = problem.late_bound(&mut node);
            if late > node.left {
                lane.tally.record_need(late, node.left);
                continue;
            }
            lane.path[usize::from(node.depth())] = node.tag;
            if (!exact || node.left == 0) && problem.is_goal(&node.state) {
                break 'run_lanes (i, Event::Goal);
            }
            let mut children = Children::new(lane.slots, lane.len, &node, lane.tally);
            if N > 1 {
                problem.expand_prefetched(&node, lane.prefetched, &mut children);
            } else {
                problem.expand(&node, &mut children);
            }
            (lane.len, lane.tally) = children.finish();
            if lane.tally.expanded() == POLL_INTERVAL {
                break 'run_lanes (i, Event::Poll);
            }
        }
    };
    let cold = hot.map(|h| (h.len, h.tally));
    for (lane, (len, tally)) in lanes.iter_mut().zip(cold) {
        (lane.len, lane.tally) = (len, tally);
    }
    event
}

/// A search on lanes: it provides tasks and handles events. Called once per event, never per node.
pub(crate) trait LaneSearch<P: Problem> {
    /// True if a goal counts only with no budget left; elsewhere it is expanded like any node.
    #[inline(always)]
    fn is_exact(&self) -> bool {
        false
    }

    /// Starts the next task on a free lane; false if there is none.
    fn start(&mut self, lane: &mut Lane<P>) -> bool;

    /// Handles a goal: the node just popped from `lanes[i]`. `lanes` are the active ones.
    fn goal(&mut self, lanes: &mut [Lane<P>], i: usize) -> LaneStep;

    /// Handles the end of a task: the stack of the lane is empty.
    fn empty(&mut self, lane: &mut Lane<P>) -> LaneStep;

    /// Polls the stop flag after enough nodes on `lanes[i]`. Returns the reason if the search must stop.
    fn poll(&mut self, lanes: &mut [Lane<P>], i: usize) -> Option<StopReason>;

    /// Handles a stop while `lanes` are active.
    fn stopped(&mut self, lanes: &mut [Lane<P>], reason: StopReason);
}

/// Action of a lane after an event.
#[derive(Clone, Copy)]
pub(crate) struct LaneStep {
    /// True if the lane takes the next task, if there is one.
    pub is_done: bool,
    /// The reason to stop. Ignored if no lane is active any more.
    pub stop: Option<StopReason>,
}

impl LaneStep {
    /// The lane continues its task.
    pub const CONTINUE: LaneStep = LaneStep { is_done: false, stop: None };
    /// The lane takes the next task.
    pub const NEXT_TASK: LaneStep = LaneStep { is_done: true, stop: None };
}

/// Runs a search until it has no tasks left or stops. `lanes` must have the length that the problem requires. Inlined
/// into each of the versions that [`crate::cpu_dispatch`] compiles.
#[inline(always)]
pub(crate) fn drive<P: Problem, S: LaneSearch<P>>(problem: &P, lanes: &mut [Lane<P>], search: &mut S) {
    match P::LANES {
        1 => drive_lanes::<P, S, 1>(problem, lanes, search),
        2 => drive_lanes::<P, S, 2>(problem, lanes, search),
        4 => drive_lanes::<P, S, 4>(problem, lanes, search),
        8 => drive_lanes::<P, S, 8>(problem, lanes, search),
        16 => drive_lanes::<P, S, 16>(problem, lanes, search),
        32 => drive_lanes::<P, S, 32>(problem, lanes, search),
        n => unreachable!("a problem asks for {n} lanes; see Problem::LANES"),
    }
}

#[inline(always)]
fn drive_lanes<P: Problem, S: LaneSearch<P>, const N: usize>(
    problem: &P,
    lanes: &mut [Lane<P>],
    search: &mut S,
) {
    let lanes: &mut [Lane<P>; N] = lanes.as_mut_array().expect("as many lanes as the problem asks for");
    let exact = search.is_exact();
    let mut active = 0;
    while active < N && search.start(&mut lanes[active]) {
        active += 1;
    }
    while active > 0 {
        let (i, event) = run_lanes(problem, lanes, active, exact);
        let step = match event {
            Event::StackFull => {
                lanes[i].grow();
                LaneStep::CONTINUE
            }
            Event::Goal => search.goal(&mut lanes[..active], i),
            Event::Empty => search.empty(&mut lanes[i]),
            Event::Poll => LaneStep { is_done: false, stop: search.poll(&mut lanes[..active], i) },
        };
        if step.is_done && !search.start(&mut lanes[i]) {
            active -= 1;
            lanes.swap(i, active);
        }
        // A search without tasks left has ended, not stopped.
        if let Some(reason) = step.stop
            && active > 0
        {
            return search.stopped(&mut lanes[..active], reason);
        }
    }
}

/// Lanes without stacks, as many as the problem requires. A stack is allocated with the first task, because short
/// rounds have fewer tasks than lanes.
pub(crate) fn new_lanes<P: Problem>() -> Vec<Lane<P>> {
    (0..P::LANES).map(|_| Lane::new()).collect()
}

/// No node has this budget: real budgets are lower, and the wrapped budget of a child that did not fit is higher.
const UNWRITTEN: Cost = UNBOUNDED + 1;

fn unwritten<S>(node: Node<S>) -> Node<S> {
    Node { left: UNWRITTEN, ..node }
}

impl<P: Problem> Lane<P> {
    fn new() -> Self {
        Lane {
            task: 0,
            slots: Vec::new(),
            len: 0,
            prefetched: P::Prefetched::default(),
            path: Vec::new(),
            tally: Tally::ZERO,
            counts: Counts::default(),
            high_water: 0,
            found: Vec::new(),
            n_found: 0,
            is_abandoned: false,
        }
    }

    /// Allocates the stack, if there is none. Any node will do as a filler.
    pub fn allocate_stack(&mut self, filler: Node<P::State>, n_moves: usize) {
        if self.slots.is_empty() {
            self.slots = vec![unwritten(filler); 64 * n_moves.max(1)];
        }
    }

    /// Puts the root of a task on the empty stack, for paths of up to `depth` moves, and resets the counts.
    pub fn start_task(&mut self, task: usize, root: Node<P::State>, depth: usize) {
        self.task = task;
        self.slots[0] = root;
        self.len = 1;
        if self.path.len() <= depth {
            self.path.resize(depth + 1, 0);
        }
        (self.tally, self.counts, self.n_found) = (Tally::ZERO, Counts::default(), 0);
        self.is_abandoned = false;
    }

    /// The prefetched data of the lane.
    pub fn prefetched(&mut self) -> &mut P::Prefetched {
        &mut self.prefetched
    }

    /// Clears the stack.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Clears the stack and marks the task as abandoned, because its result is not needed any more.
    pub fn abandon(&mut self) {
        (self.len, self.is_abandoned) = (0, true);
    }

    /// The node just popped, and the tags of the nodes on the path to it.
    pub fn current(&self) -> (&Node<P::State>, &[u64]) {
        let node = &self.slots[self.len];
        (node, &self.path[1..=usize::from(node.depth())])
    }

    /// Rejects the goal just popped, because budget is left; a round with a higher bound may meet it with less left.
    pub fn reject_goal(&mut self) {
        let left = self.slots[self.len].left;
        self.tally.record_need(left + 1, left);
    }

    /// Doubles the stack.
    fn grow(&mut self) {
        let filler = unwritten(self.slots[0]);
        self.slots.resize(2 * self.slots.len(), filler);
    }

    /// Moves the counts from the tally to the task. Returns the number of nodes generated since the last call.
    pub fn flush_counts(&mut self) -> u64 {
        let counts = self.take_counts();
        self.counts += counts;
        counts.generated
    }

    /// Returns the counts of the tally and resets them.
    pub fn take_counts(&mut self) -> Counts {
        self.tally.take_counts()
    }

    /// The smallest amount by which a node of the task exceeded its budget; None if none did.
    pub fn least_excess(&self) -> Option<Cost> {
        self.tally.least_excess()
    }

    /// Updates the high-water mark.
    pub fn update_high_water(&mut self) {
        let written = self.slots[self.high_water..].iter().take_while(|slot| slot.left != UNWRITTEN);
        self.high_water += written.count();
    }
}
