//! Best-first search: of all states in the open list, the one with the lowest rank is expanded next. A*, weighted A*,
//! greedy search and uniform-cost search (Dijkstra) are this with different ranks. Every state is stored (duplicate
//! detection), so it needs memory where iterative deepening needs time, and it ends on any finite problem, solvable or
//! not.
//!
//! Runs on one thread, without tables. The states are in `state_arena`, the open list in `open_list`.

use std::hash::Hash;

use crate::control::{Control, StopReason};
use crate::memory_budget::{MemoryBudget, OutOfMemory};
use crate::node::{Children, Node, Tally, UNBOUNDED};
use crate::open_list::OpenList;
use crate::outcome::{Answer, Counts, End, Round};
use crate::problem::{Cost, Move, Problem};
use crate::simd::{Kernel, Level, Simd, at_best};
use crate::state_arena::{Entry, Lookup, NO_PARENT, StateArena, StateHash, start_as_move};

/// The order of expansion: the state with the lowest rank is next, where g is the cost to reach it and h its lower
/// bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// g + h. The answer is a cheapest solution.
    AStar,
    /// g + h, and among equals the lowest h. The answer is a cheapest solution. Pays off if many states have the same g
    /// + h and the last layer is the largest; each pair of g and h then has its own bucket.
    AStarNearest,
    /// g + h times a weight. The cost of the answer is at most that many times the optimum.
    Weighted {
        /// The weight as a percentage. Less than 100 counts as 100, which is A*.
        percent: u32,
    },
    /// h alone. Finds some solution quickly.
    Greedy,
    /// g alone; lower bounds are not used. The answer is a cheapest solution. With unit costs this is breadth-first
    /// search.
    Uniform,
}

/// Number of nodes expanded between two polls of the stop flag.
const POLL_INTERVAL: u64 = 1024;

/// Searches for a path from `start` to a goal, the best ranked state first.
///
/// The lower bound of the answer is proved whether the search ended or was stopped: with [`Rank::AStar`] and
/// [`Rank::Uniform`] it equals the cost of a solution; with [`Rank::Weighted`] it is the cost over the weight or
/// better; with [`Rank::Greedy`] it is the bound at the start. A completed round is a layer of equal f = g + h, or with
/// [`Rank::Weighted`] the nodes that raised the lower bound by one step; a greedy search has none.
///
/// `start` may be a goal: the answer is then the empty sequence.
pub fn best_first<P: Problem>(problem: &P, start: &P::State, rank: Rank, control: &Control<'_>) -> Answer
where
    P::State: Eq + Hash,
{
    best_first_from(problem, std::slice::from_ref(start), rank, control)
}

/// Best-first search from several starts: each state is stored once, with the cheapest path to it from any start, so
/// the answer is a cheapest from any. It contains its start; of equal starts the one listed first.
pub fn best_first_from<P: Problem>(
    problem: &P,
    starts: &[P::State],
    rank: Rank,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    let plain = Weights { g: 1, h: 1, nearest_first: false, is_blind: false };
    match rank {
        Rank::AStar => Search::run(problem, starts, plain, control),
        Rank::AStarNearest => Search::run(problem, starts, Weights { nearest_first: true, ..plain }, control),
        Rank::Weighted { percent } => {
            let weights = Weights { g: 100, h: u64::from(percent.max(100)), ..plain };
            Search::run(problem, starts, weights, control)
        }
        Rank::Greedy => Search::run(problem, starts, Weights { g: 0, ..plain }, control),
        Rank::Uniform => Search::run(problem, starts, Weights { is_blind: true, ..plain }, control),
    }
}

/// A rank is `g` times the cost so far plus `h` times the lower bound, with `g <= h`.
#[derive(Clone, Copy)]
struct Weights {
    g: u64,
    h: u64,
    /// Break ties by the lowest lower bound, which is stored in the low bits of the rank.
    nearest_first: bool,
    /// Lower bounds count as 0. Decided at run time: a [`crate::Blind`] would double the compiled searches.
    is_blind: bool,
}

/// Number of bits for the lower bound below a rank. Higher bounds count as equal.
const H_BITS: u32 = 16;

impl Weights {
    fn rank(self, g: Cost, h: Cost) -> u64 {
        let rank = self.g * u64::from(g) + self.h * u64::from(h);
        match self.nearest_first {
            true => rank << H_BITS | u64::from(h).min((1 << H_BITS) - 1),
            false => rank,
        }
    }

    /// The lower bound on all solutions when `rank` is the lowest in the open list.
    ///
    /// As long as no goal was popped, the open list contains some state on a cheapest path with its true g: the first
    /// on the path that was not expanded with it. Its predecessor was, and reopening takes care of the rest, also when
    /// bounds are inconsistent. With C the cost of the path, C >= g + h there, so `self.h` * C >= `self.g` * g +
    /// `self.h` * h >= `rank`. If the cost limit pruned that state, C is above the limit, and nothing in the open list
    /// proves as much.
    fn lower_bound_at(self, rank: u64) -> Cost {
        let rank = if self.nearest_first { rank >> H_BITS } else { rank };
        if self.g == 0 { 0 } else { rank.div_ceil(self.h) as Cost }
    }
}

/// [`Search::run_loop`], compiled for the best available instructions.
struct SearchKernel<'s, 'a, P: Problem>(&'s mut Search<'a, P>);

impl<P: Problem> Kernel for SearchKernel<'_, '_, P>
where
    P::State: Eq + Hash,
{
    type Output = Result<End, OutOfMemory>;
    const LEVEL: Level = P::LEVEL;

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) -> Result<End, OutOfMemory> {
        self.0.run_loop()
    }
}

struct Search<'a, P: Problem> {
    problem: &'a P,
    control: &'a Control<'a>,
    weights: Weights,
    /// True if a state reached more cheaply after its expansion is expanded again (reopened).
    reopens: bool,
    memory: MemoryBudget,
    arena: StateArena<P::State>,
    open: OpenList,
    /// Receives children; as many as there are moves.
    slots: Vec<Node<P::State>>,
    /// Hashes of the children.
    hashes: Vec<StateHash>,
    answer: Answer,
    /// Counts of the current layer.
    layer: Counts,
    /// Nodes already reported to the control.
    polled: u64,
    /// The least f of the states that the cost limit pruned.
    least_pruned_f: Option<Cost>,
}

impl<'a, P: Problem> Search<'a, P>
where
    P::State: Eq + Hash,
{
    fn run(problem: &'a P, starts: &[P::State], weights: Weights, control: &'a Control<'a>) -> Answer {
        let bound = |start| if weights.is_blind { 0 } else { problem.lower_bound(start) };
        let (Some(first), Some(least)) = (starts.first(), starts.iter().map(bound).min()) else {
            return Answer::unknown(0);
        };
        let mut search = Search {
            problem,
            control,
            weights,
            // A greedy search accepts any path, unless a limit on the cost makes an expensive path a dead end.
            reopens: weights.g > 0 || control.limits.max_cost < UNBOUNDED,
            memory: MemoryBudget::new(control.limits.max_memory),
            arena: StateArena::new(),
            open: OpenList::new(),
            slots: vec![Node::root(*first); problem.n_moves()],
            hashes: vec![StateHash::default(); problem.n_moves()],
            answer: Answer::unknown(least),
            layer: Counts::default(),
            polled: 0,
            least_pruned_f: None,
        };
        if search.answer.lower_bound > control.limits.max_cost {
            search.answer.end = End::Stopped(StopReason::Cost);
            return search.answer;
        }
        control.observer.round_started(search.answer.lower_bound, 1);
        let seeded = starts.iter().enumerate().try_for_each(|(number, start)| {
            let hash = search.arena.hash(start);
            search.offer(start, hash, 0, NO_PARENT, start_as_move(number))
        });
        let end = seeded.and_then(|()| at_best(SearchKernel(&mut search)));
        search.answer.end = end.unwrap_or(End::Stopped(StopReason::Memory));
        search.answer.held = search.arena.len() as u64;
        search.poll();
        search.answer
    }

    #[inline(always)]
    fn run_loop(&mut self) -> Result<End, OutOfMemory> {
        while let Some((rank, index)) = self.open.pop() {
            // It was reached more cheaply later and has been expanded with that lower rank.
            if self.arena[index].closed {
                continue;
            }
            self.raise_lower_bound(rank);
            if self.problem.is_goal(&self.arena[index].state) {
                self.record_solution(index);
                return Ok(End::Solved);
            }
            self.expand(index)?;
            if self.answer.counts.expanded.is_multiple_of(POLL_INTERVAL)
                && let Some(reason) = self.poll()
            {
                return Ok(End::Stopped(reason));
            }
        }
        self.finish_layer();
        Ok(match self.least_pruned_f {
            Some(f) => {
                self.answer.lower_bound = self.answer.lower_bound.max(f);
                End::Stopped(StopReason::Cost)
            }
            None => End::Exhausted,
        })
    }

    /// `rank` is the lowest in the open list. With inconsistent bounds it may fall again; what was proved stays proved.
    fn raise_lower_bound(&mut self, rank: u64) {
        let proved = self.weights.lower_bound_at(rank);
        if proved > self.answer.lower_bound {
            self.finish_layer();
            self.answer.lower_bound = proved;
            self.control.observer.round_started(proved, 1);
        }
    }

    /// Ends a layer: no solution costs as little as the lower bound up to now.
    fn finish_layer(&mut self) {
        if self.weights.g > 0 {
            let counts = std::mem::take(&mut self.layer);
            let round = Round { bound: self.answer.lower_bound, counts };
            self.answer.rounds.push(round);
            self.control.observer.round_finished(&round);
        }
    }

    #[inline(always)]
    fn expand(&mut self, index: u32) -> Result<(), OutOfMemory> {
        let entry = &mut self.arena[index];
        entry.closed = true;
        let g = entry.g;
        // The root's order state, in which every move is canonical, whatever path led here. A canonical order must not
        // be combined with dropping duplicates: of two sequences to this state only the first is stored, and it may
        // forbid the continuation that the dropped one, just as cheap, allowed.
        let mut node = Node { left: UNBOUNDED, ..Node::root(entry.state) };
        // Called for what it may write into the node, which `Problem::expand` may rely on, in a blind search too.
        self.problem.late_bound(&mut node);
        let mut children = Children::new(&mut self.slots, 0, &node, Tally::ZERO);
        self.problem.successors(&node, &mut children);
        let (n_children, mut tally) = children.finish();
        let counts = Counts { expanded: 1, ..tally.take_counts() };
        self.layer += counts;
        self.answer.counts += counts;
        // Each look-up waits for memory twice, and the bound of a new state may wait, too. In three passes the waits
        // overlap.
        for i in 0..n_children {
            self.hashes[i] = self.arena.hash(&self.slots[i].state);
            self.arena.prefetch_slots(self.hashes[i]);
        }
        for i in 0..n_children {
            if !self.arena.prefetch_entry(self.hashes[i]) && !self.weights.is_blind {
                self.problem.prefetch_bound(&self.slots[i].state);
            }
        }
        for i in 0..n_children {
            let child = self.slots[i];
            let mv = child.mv();
            let g = g.saturating_add(self.problem.cost(mv));
            self.offer(&child.state, self.hashes[i], g, index, mv)?;
        }
        Ok(())
    }

    /// Stores a path to `state` of cost `g`, if it is the cheapest yet. `hash` is the hash of the state.
    #[inline(always)]
    fn offer(
        &mut self,
        state: &P::State,
        hash: StateHash,
        g: Cost,
        parent: u32,
        mv: Move,
    ) -> Result<(), OutOfMemory> {
        let (index, h) = match self.arena.look_up_hashed(state, hash) {
            Lookup::Known(index) => {
                let entry = &mut self.arena[index];
                if g >= entry.g || entry.closed && !self.reopens {
                    return Ok(());
                }
                let is_open = !entry.closed;
                *entry = Entry { state: *state, g, parent, mv, closed: false };
                // The rank of a greedy search does not depend on g.
                if is_open && self.weights.g == 0 {
                    return Ok(());
                }
                (index, self.bound(state))
            }
            Lookup::Absent(absent) => {
                let h = self.bound(state);
                let f = g.saturating_add(h);
                if f > self.control.limits.max_cost {
                    self.least_pruned_f = Some(self.least_pruned_f.map_or(f, |least| least.min(f)));
                    return Ok(());
                }
                let entry = Entry { state: *state, g, parent, mv, closed: false };
                (self.arena.insert(absent, entry, &mut self.memory)?, h)
            }
        };
        self.open.push(self.weights.rank(g, h), index, &mut self.memory)
    }

    #[inline(always)]
    fn bound(&self, state: &P::State) -> Cost {
        if self.weights.is_blind { 0 } else { self.problem.lower_bound(state) }
    }

    /// Records the solution that ends at an entry.
    fn record_solution(&mut self, index: u32) {
        let (path, start) = self.arena.path(index);
        // Summed up instead of the entry's g, so that it is right even if a state on the path was reached more cheaply
        // since.
        self.answer.cost = Some(path.iter().map(|&mv| self.problem.cost(mv)).sum());
        (self.answer.solutions, self.answer.starts) = (vec![path], vec![start]);
        self.answer.n_solutions = 1;
    }

    fn poll(&mut self) -> Option<StopReason> {
        let generated = self.answer.counts.generated;
        let nodes = generated - std::mem::replace(&mut self.polled, generated);
        self.control.poll(nodes)
    }
}
