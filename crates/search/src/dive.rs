//! The node loop. Walks the subtrees of tasks depth first on an explicit stack, several of them in turn where the
//! problem asks for it, and knows nothing of rounds, threads or what is being solved.
//!
//! A node is popped, tested and expanded; its surviving children are pushed. There is no recursion and no allocation,
//! and whatever is rare (a task ends, a goal, the stack must grow, time to look around) leaves the loop by an
//! [`Event`], so that what is common stays in registers.

use std::array;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::control::Control;
use crate::execute::Claims;
use crate::frontier::Frontier;
use crate::node::{Children, Node, Step, Tally, UNBOUNDED, mv_of};
use crate::order::OrderState;
use crate::outcome::{Counts, Found, Outcome};
use crate::problem::{Cost, Move, Problem, cheapest_move};
use crate::result::TaskResult;

/// Nodes a lane expands between two looks at the stop flag: well under a millisecond.
const FUEL: u16 = 8192;

/// Which solutions of a round are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// The first in the order of the search.
    First,
    /// Every one.
    All,
}

/// What all workers of a round share.
pub(crate) struct RoundPlan<'a, P: Problem> {
    pub problem: &'a P,
    pub frontier: &'a Frontier<P::State>,
    /// Task number -> index in the frontier.
    pub live: &'a [usize],
    pub bound: Cost,
    pub want: Want,
    /// From how many nodes on a task is reported as heavy.
    pub heavy: u64,
    pub control: &'a Control<'a>,
    /// The lowest task that has an answer. Tasks above it are of no interest any more.
    pub answered: AtomicUsize,
}

impl<P: Problem> RoundPlan<'_, P> {
    /// How many solutions are kept.
    pub fn room(&self) -> usize {
        match self.want {
            Want::First => 1,
            // One is kept in any case: it is the answer.
            Want::All => self.control.limits.max_solutions.max(1),
        }
    }
}

/// One subtree under way.
pub(crate) struct Lane<P: Problem> {
    task: usize,
    /// `slots[..len]` is the stack; all slots are initialised, so that no unsafe code is needed to write any.
    slots: Vec<Node<P::State>>,
    len: usize,
    ahead: P::Ahead,
    /// `path[d]` is the tag of the node at depth d on the current path; as long as any path of this round can be.
    path: Vec<u64>,
    tally: Tally,
    /// Counts of this task taken out of the tally, and known to the control.
    counts: Counts,
    /// Slots ever written: the most nodes held at once, give or take a child that did not stay. Read off the slots
    /// when a task ends, because counting it in the loop would cost every node two instructions.
    high_water: usize,
    /// Solutions of this task, as many as are kept, and how many there are.
    found: Vec<Found>,
    n_found: u64,
    /// What is left of this task is of no interest any more.
    is_given_up: bool,
}

/// The part of a lane that the loop works on. A local copy without addresses taken, so that it lives in registers.
struct Hot<'a, P: Problem> {
    slots: &'a mut [Node<P::State>],
    ahead: &'a mut P::Ahead,
    path: &'a mut [u64],
    len: usize,
    tally: Tally,
}

/// Why the loop was left.
pub(crate) enum Event {
    /// The stack is empty.
    Empty,
    /// The node just popped is a goal.
    Goal,
    /// The stack must grow before the next node is expanded.
    Full,
    /// Enough nodes since the last time.
    LookAround,
}

/// Walks `lanes[..active]` in turn until something rare happens; says what and in which lane. If `exact`, a goal counts
/// only where nothing is left to spend, and is passed through elsewhere.
#[inline(always)]
pub(crate) fn walk<P: Problem, const N: usize>(
    problem: &P,
    lanes: &mut [Lane<P>; N],
    active: usize,
    exact: bool,
) -> (usize, Event) {
    // With one lane the compiler must see that it is one.
    let active = if N == 1 { 1 } else { active };
    let n_moves = problem.n_moves();
    let mut hot: [Hot<'_, P>; N] = lanes.each_mut().map(|lane| Hot {
        slots: &mut lane.slots[..],
        ahead: &mut lane.ahead,
        path: &mut lane.path,
        len: lane.len,
        tally: lane.tally,
    });
    let event = 'walk: loop {
        for (i, lane) in hot.iter_mut().enumerate().take(active) {
            if lane.len == 0 {
                break 'walk (i, Event::Empty);
            }
            if lane.len + n_moves > lane.slots.len() {
                break 'walk (i, Event::Full);
            }
            lane.len -= 1;
            let mut node = lane.slots[lane.len];
            if N > 1 && problem.waits(&mut node, lane.ahead) {
                lane.slots[lane.len] = node;
                lane.len += 1;
                continue;
            }
            let late = problem.late_bound(&mut node);
            if late > node.left {
                lane.tally.weigh(late, node.left);
                continue;
            }
            lane.path[usize::from(node.depth())] = node.tag;
            if (!(exact || P::PASSES_GOALS) || node.left == 0) && problem.is_goal(&node.state) {
                break 'walk (i, Event::Goal);
            }
            let mut children = Children::new(lane.slots, lane.len, &node, lane.tally);
            if N > 1 {
                problem.expand_ahead(&node, lane.ahead, &mut children);
            } else {
                problem.expand(&node, &mut children);
            }
            (lane.len, lane.tally) = children.finish();
            if lane.tally.expanded() == FUEL {
                break 'walk (i, Event::LookAround);
            }
        }
    };
    let cold = hot.map(|h| (h.len, h.tally));
    for (lane, (len, tally)) in lanes.iter_mut().zip(cold) {
        (lane.len, lane.tally) = (len, tally);
    }
    event
}

/// Runs claimed tasks to their ends, with as many lanes as the problem asks for. Inlined into each of the versions that
/// [`crate::levels`] makes of it.
#[inline(always)]
pub(crate) fn work<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    match P::LANES {
        1 => work_lanes::<P, 1>(plan, claims),
        2 => work_lanes::<P, 2>(plan, claims),
        4 => work_lanes::<P, 4>(plan, claims),
        8 => work_lanes::<P, 8>(plan, claims),
        16 => work_lanes::<P, 16>(plan, claims),
        32 => work_lanes::<P, 32>(plan, claims),
        n => unreachable!("a problem asks for {n} lanes; see Problem::LANES"),
    }
}

#[inline(always)]
fn work_lanes<P: Problem, const N: usize>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    let room = plan.room();
    let mut outcome = Outcome { room, ..Outcome::NONE };
    let mut lanes: [Lane<P>; N] = array::from_fn(|_| Lane::new());
    let mut active = 0;
    while active < N && lanes[active].start(plan, claims) {
        active += 1;
    }
    while active > 0 {
        let (i, event) = walk(plan.problem, &mut lanes, active, false);
        let stop = match event {
            Event::Full => {
                lanes[i].grow();
                None
            }
            Event::Goal => {
                lanes[i].record(plan, room);
                None
            }
            Event::Empty => {
                // Asked here too: tasks may be too small for any lane ever to look around.
                let stop = plan.control.poll(lanes[i].settle());
                lanes[i].finish(plan, claims, &mut outcome);
                if !lanes[i].start(plan, claims) {
                    active -= 1;
                    lanes.swap(i, active);
                }
                stop
            }
            Event::LookAround => {
                let nodes = lanes[..active].iter_mut().map(Lane::settle).sum();
                let heard = claims.heard();
                let answered = heard.answered.min(plan.answered.fetch_min(heard.answered, Ordering::Relaxed));
                lanes[..active].iter_mut().filter(|lane| lane.task > answered).for_each(Lane::give_up);
                plan.control.poll(nodes).or(heard.stop)
            }
        };
        // Who has nothing left to do was not stopped.
        if stop.is_some() && active > 0 {
            outcome.stopped = stop;
            for lane in &mut lanes[..active] {
                lane.give_up();
                lane.finish(plan, claims, &mut outcome);
            }
            break;
        }
    }
    outcome.held = lanes.iter().map(|lane| lane.high_water as u64).sum();
    // Tasks of several lanes end in any order.
    outcome.heavy.sort_unstable();
    outcome
}

/// No node has this left: budgets are lower, and what a child that did not fit wraps to is higher.
const UNWRITTEN: Cost = UNBOUNDED + 1;

fn unwritten<S>(node: Node<S>) -> Node<S> {
    Node { left: UNWRITTEN, ..node }
}

impl<P: Problem> Lane<P> {
    /// Without room for anything: it is made when there is a task, because short rounds have fewer tasks than lanes.
    fn new() -> Self {
        Lane {
            task: 0,
            slots: Vec::new(),
            len: 0,
            ahead: P::Ahead::default(),
            path: Vec::new(),
            tally: Tally::ZERO,
            counts: Counts::default(),
            high_water: 0,
            found: Vec::new(),
            n_found: 0,
            is_given_up: false,
        }
    }

    /// Empty, with room for paths of any length that is asked for. Any node will do as a filler.
    pub fn with_room(filler: Node<P::State>, n_moves: usize) -> Self {
        let mut lane = Lane::new();
        lane.make_room(filler, n_moves);
        lane
    }

    /// Makes the stack, if there is none.
    fn make_room(&mut self, filler: Node<P::State>, n_moves: usize) {
        if self.slots.is_empty() {
            self.slots = vec![unwritten(filler); 64 * n_moves.max(1)];
        }
    }

    /// Makes the path long enough for `depth` moves.
    fn lengthen(&mut self, depth: usize) {
        if self.path.len() <= depth {
            self.path.resize(depth + 1, 0);
        }
    }

    /// The number of the task under way.
    pub fn task(&self) -> usize {
        self.task
    }

    /// Puts the root of a task on the empty stack, for paths of up to `depth` moves.
    pub fn put(&mut self, task: usize, root: Node<P::State>, depth: usize) {
        self.task = task;
        self.slots[0] = root;
        self.len = 1;
        self.lengthen(depth);
    }

    /// What its nodes find out ahead.
    pub fn ahead(&mut self) -> &mut P::Ahead {
        &mut self.ahead
    }

    /// Gives up what is on the stack.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The node just popped, and the tags of the nodes on the way to it.
    pub fn here(&self) -> (&Node<P::State>, &[u64]) {
        let node = &self.slots[self.len];
        (node, &self.path[1..=usize::from(node.depth())])
    }

    /// Claims a task and puts its root on the stack.
    fn start(&mut self, plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> bool {
        let Some(number) = claims.next() else { return false };
        // All later claims are higher still.
        if number > plan.answered.load(Ordering::Relaxed) {
            return false;
        }
        let task = &plan.frontier.tasks[plan.live[number]];
        self.make_room(task.node, plan.problem.n_moves());
        self.lengthen((plan.bound / cheapest_move(plan.problem)) as usize);
        self.task = number;
        self.slots[0] = Node { left: plan.bound - task.spent, ..task.node };
        self.len = 1;
        for (slot, mv) in self.path[1..].iter_mut().zip(plan.frontier.prefix(task)) {
            *slot = Step::new(mv, OrderState::START).tag();
        }
        (self.tally, self.counts, self.n_found) = (Tally::ZERO, Counts::default(), 0);
        self.is_given_up = false;
        true
    }

    /// Makes the stack twice as large.
    pub fn grow(&mut self) {
        let filler = unwritten(self.slots[0]);
        self.slots.resize(2 * self.slots.len(), filler);
    }

    /// Takes the counts out of the tally; how many nodes were generated since the last time.
    fn settle(&mut self) -> u64 {
        let counts = self.take_counts();
        self.counts += counts;
        counts.generated
    }

    /// Takes the counts out of the tally.
    pub fn take_counts(&mut self) -> Counts {
        self.tally.take_counts()
    }

    /// By how much the nearest node since a round began missed its budget; None if none did.
    pub fn least_excess(&self) -> Option<Cost> {
        self.tally.least_excess()
    }

    /// A new round begins.
    pub fn forget_excess(&mut self) {
        self.tally = Tally::ZERO;
    }

    /// The node just popped is a goal.
    fn record(&mut self, plan: &RoundPlan<'_, P>, room: usize) {
        if P::TWO_ENDED {
            let path: Vec<Move> = self.here().1.iter().map(|&tag| mv_of(tag)).collect();
            if !plan.problem.is_solution(&path) {
                return;
            }
        }
        if self.found.len() < room {
            let (node, tags) = self.here();
            let path = tags.iter().map(|&tag| mv_of(tag)).collect();
            let start = plan.frontier.tasks[plan.live[self.task]].start;
            let found = Found { task: self.task, nth: self.n_found, spare: node.left, path, start };
            self.found.push(found);
        }
        self.n_found += 1;
        if plan.want == Want::First {
            plan.answered.fetch_min(self.task, Ordering::Relaxed);
            self.len = 0;
        }
    }

    /// The task is of no interest any more.
    fn give_up(&mut self) {
        (self.len, self.is_given_up) = (0, true);
    }

    /// The stack is empty: hands in what was counted and found.
    fn finish(&mut self, plan: &RoundPlan<'_, P>, claims: &dyn Claims, outcome: &mut Outcome) {
        plan.control.poll(self.settle());
        let written = self.slots[self.high_water..].iter().take_while(|slot| slot.left != UNWRITTEN);
        self.high_water += written.count();
        let (counts, least_excess, n_found) = (self.counts, self.tally.least_excess(), self.n_found);
        if !self.is_given_up {
            let line = || TaskResult { counts, least_excess, found: self.found.clone(), n_found }.to_line();
            claims.finished(self.task, n_found > 0, &line);
        }
        outcome.counts += counts;
        outcome.least_excess = [outcome.least_excess, least_excess].into_iter().flatten().min();
        if counts.generated >= plan.heavy {
            outcome.heavy.push((self.task, counts.generated));
        }
        if n_found > 0 {
            outcome.merge(Outcome { found: std::mem::take(&mut self.found), n_found, ..Outcome::NONE });
        }
    }
}
