//! Breadth-first search (BFS): all states at one distance, then all at the next, by number of moves. The plainest of
//! the complete searches; without a goal it counts a whole state space.
//!
//! Every state is stored in a `state_arena` (duplicate detection), where a level is a range of indices, so no open list
//! is needed. Lower bounds are not used.

use std::hash::Hash;
use std::ops::Range;

use crate::blind::Blind;
use crate::control::{Control, StopReason};
use crate::memory_budget::{MemoryBudget, OutOfMemory};
use crate::node::{Node, UNBOUNDED, children_of};
use crate::outcome::{Answer, Counts, End, Round};
use crate::problem::{Cost, Move, Problem, cheapest_move};
use crate::state_arena::{Entry, Lookup, NO_PARENT, StateArena, start_as_move};

/// Number of nodes expanded between two polls of the stop flag.
const POLL_INTERVAL: u64 = 1024;

/// Searches for a solution of the fewest moves.
///
/// It is a cheapest one if all moves cost the same, and is then proved to be. If costs differ it is still proved that
/// no solution has fewer moves, so the lower bound is that many of the cheapest move; if the solution is above the cost
/// limit the search ends there. Use [`crate::best_first()`] with [`crate::Rank::Uniform`] for a cheapest one. A
/// completed round is a level, all of whose states were expanded; its bound is their depth.
///
/// `start` may be a goal: the answer is then the empty sequence.
pub fn breadth_first<P: Problem>(problem: &P, start: &P::State, control: &Control<'_>) -> Answer
where
    P::State: Eq + Hash,
{
    breadth_first_from(problem, std::slice::from_ref(start), control)
}

/// Breadth-first search from several starts: level 0 is all of them, and each state is stored once. The answer contains
/// the start of its solution; of equal starts the one listed first.
pub fn breadth_first_from<P: Problem>(problem: &P, starts: &[P::State], control: &Control<'_>) -> Answer
where
    P::State: Eq + Hash,
{
    let mut answer = Answer::unknown(0);
    let Some(first) = starts.first() else { return answer };
    let mut levels = Levels::new(problem, first, control);
    answer.end = match levels.add_starts(starts, |state| problem.is_goal(state)) {
        Err(stop) => End::Stopped(stop),
        Ok(Some(goal)) => levels.record_solution(goal, &mut answer),
        Ok(None) => loop {
            answer.lower_bound = levels.next_level_cost();
            match levels.expand_level(|state| problem.is_goal(state)) {
                Ok(Next::Goal(index)) => break levels.record_solution(index, &mut answer),
                Ok(Next::Level) => {}
                Ok(Next::Nothing) => break End::Exhausted,
                Err(stop) => break End::Stopped(stop),
            }
        },
    };
    levels.poll();
    answer.counts = levels.counts;
    answer.held = levels.arena.len() as u64;
    answer.rounds = levels.rounds;
    answer
}

/// Maximum number of states in [`Census::deepest`].
pub const MAX_DEEPEST: usize = 1000;

/// Number of states by depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census<S> {
    /// Distinct states by number of moves from the start; complete levels only.
    pub per_depth: Vec<u64>,
    /// Nodes of the search, the unfinished level included.
    pub counts: Counts,
    /// [`End::Exhausted`] if all states were counted.
    pub end: End,
    /// The states of the last level counted, the first [`MAX_DEEPEST`] of them.
    pub deepest: Vec<S>,
}

/// Counts the distinct states that can be reached from `start` by their depth, goals or not. Levels that only solutions
/// above the cost limit would visit are not expanded.
pub fn count_states<P: Problem>(problem: &P, start: &P::State, control: &Control<'_>) -> Census<P::State>
where
    P::State: Eq + Hash,
{
    let mut per_depth = Vec::new();
    let mut levels = Levels::new(problem, start, control);
    let end = match levels.add_starts(std::slice::from_ref(start), |_| false) {
        Err(stop) => End::Stopped(stop),
        Ok(_) => loop {
            per_depth.push(levels.level.len() as u64);
            match levels.expand_level(|_| false) {
                Ok(Next::Level) => {}
                Ok(Next::Goal(_) | Next::Nothing) => break End::Exhausted,
                Err(stop) => break End::Stopped(stop),
            }
        },
    };
    levels.poll();
    let deepest = levels.level.clone().take(MAX_DEEPEST).map(|i| levels.arena[i].state).collect();
    Census { per_depth, counts: levels.counts, end, deepest }
}

/// The state of a search whose next step is to expand `level`, which contains no goal.
struct Levels<'a, P: Problem> {
    problem: Blind<'a, P>,
    control: &'a Control<'a>,
    cheapest_move: Cost,
    memory: MemoryBudget,
    arena: StateArena<P::State>,
    level: Range<u32>,
    depth: Cost,
    /// Receives children; as many as there are moves.
    slots: Vec<Node<P::State>>,
    counts: Counts,
    rounds: Vec<Round>,
    /// Nodes already reported to the control.
    polled: u64,
}

/// Result of the expansion of a level.
enum Next {
    /// A state of the next level is a goal.
    Goal(u32),
    /// The next level is complete.
    Level,
    /// There is no next level.
    Nothing,
}

impl<'a, P: Problem> Levels<'a, P>
where
    P::State: Eq + Hash,
{
    /// Any state will do as a filler.
    fn new(problem: &'a P, filler: &P::State, control: &'a Control<'a>) -> Self {
        Levels {
            cheapest_move: cheapest_move(problem),
            problem: Blind::new(problem),
            control,
            memory: MemoryBudget::new(control.limits.max_memory),
            arena: StateArena::new(),
            level: 0..0,
            depth: 0,
            slots: vec![Node::root(*filler); problem.n_moves()],
            counts: Counts::default(),
            rounds: Vec::new(),
            polled: 0,
        }
    }

    /// Creates the first level. Returns the first start that is a goal, if any.
    fn add_starts(
        &mut self,
        starts: &[P::State],
        is_goal: impl Fn(&P::State) -> bool,
    ) -> Result<Option<u32>, StopReason> {
        for (number, start) in starts.iter().enumerate() {
            let new = self.insert_if_new(start, 0, NO_PARENT, start_as_move(number));
            if let Some(index) = new.map_err(|OutOfMemory| StopReason::Memory)?.filter(|_| is_goal(start)) {
                return Ok(Some(index));
            }
        }
        self.level = 0..self.arena.len() as u32;
        Ok(None)
    }

    /// Lower bound on the cost of a goal beyond this level.
    fn next_level_cost(&self) -> Cost {
        self.cheapest_move.saturating_mul(self.depth + 1)
    }

    /// Expands the level, and moves on to the next one if it is complete, not empty and without a goal.
    fn expand_level(&mut self, is_goal: impl Fn(&P::State) -> bool) -> Result<Next, StopReason> {
        if self.next_level_cost() > self.control.limits.max_cost {
            return Err(StopReason::Cost);
        }
        self.control.observer.round_started(self.depth, 1);
        let before = self.counts;
        for index in self.level.clone() {
            if let Some(goal) = self.expand(index, &is_goal).map_err(|OutOfMemory| StopReason::Memory)? {
                return Ok(Next::Goal(goal));
            }
            if self.counts.expanded.is_multiple_of(POLL_INTERVAL)
                && let Some(stop) = self.poll()
            {
                return Err(stop);
            }
        }
        let counts = Counts {
            generated: self.counts.generated - before.generated,
            expanded: self.counts.expanded - before.expanded,
        };
        let round = Round { bound: self.depth, counts };
        self.rounds.push(round);
        self.control.observer.round_finished(&round);
        let next = self.level.end..self.arena.len() as u32;
        if next.is_empty() {
            return Ok(Next::Nothing);
        }
        self.level = next;
        self.depth += 1;
        Ok(Next::Level)
    }

    /// Stores the new children of an entry. Returns the first of them that is a goal, if any.
    fn expand(
        &mut self,
        index: u32,
        is_goal: impl Fn(&P::State) -> bool,
    ) -> Result<Option<u32>, OutOfMemory> {
        let Entry { state, g, .. } = self.arena[index];
        // The root's order state, in which every move is canonical; see `best_first` for why.
        let node = Node { left: UNBOUNDED, ..Node::root(state) };
        let (n_children, mut tally) = children_of(&self.problem, &node, &mut self.slots);
        self.counts += Counts { expanded: 1, ..tally.take_counts() };
        // The child offered last is the first, as in every search.
        for i in (0..n_children).rev() {
            let child = self.slots[i];
            let mv = child.mv();
            let g = g.saturating_add(self.problem.cost(mv));
            if let Some(new) = self.insert_if_new(&child.state, g, index, mv)?
                && is_goal(&child.state)
            {
                return Ok(Some(new));
            }
        }
        Ok(None)
    }

    /// Stores a state. Returns its index, or None if it was known.
    fn insert_if_new(
        &mut self,
        state: &P::State,
        g: Cost,
        parent: u32,
        mv: Move,
    ) -> Result<Option<u32>, OutOfMemory> {
        match self.arena.look_up(state) {
            Lookup::Known(_) => Ok(None),
            Lookup::Absent(absent) => {
                let entry = Entry { state: *state, g, parent, mv, closed: false };
                self.arena.insert(absent, entry, &mut self.memory).map(Some)
            }
        }
    }

    fn record_solution(&self, goal: u32, answer: &mut Answer) -> End {
        let cost = self.arena[goal].g;
        if cost > self.control.limits.max_cost {
            return End::Stopped(StopReason::Cost);
        }
        answer.cost = Some(cost);
        let (path, start) = self.arena.path(goal);
        (answer.solutions, answer.starts) = (vec![path], vec![start]);
        answer.n_solutions = 1;
        End::Solved
    }

    fn poll(&mut self) -> Option<StopReason> {
        let generated = self.counts.generated;
        let nodes = generated - std::mem::replace(&mut self.polled, generated);
        self.control.poll(nodes)
    }
}
