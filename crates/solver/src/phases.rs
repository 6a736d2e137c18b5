//! Chains of phases: solvers in the style of the two-phase algorithm (Kociemba) and Thistlethwaite's four phases, for
//! any number of phases. Each phase is a search [`Problem`] that leads the puzzle into a smaller set of states (usually
//! a subgroup); the last phase leads to the goal. Phase 1 yields its solutions by increasing cost. For each of them the
//! next phase is searched within what the best known total leaves, and so on. Solvers only list their phases.
//!
//! The caller runs a chain by [`Chain::round`] with a rising cost of phase 1. If phase 1 may use all moves, these
//! rounds also prove optimality: a complete solution of cost c reaches the first set of states too, namely with all its
//! moves, so it is a phase 1 solution of cost c with nothing left to do. When all rounds up to c are complete, no
//! solution of cost c or less has been missed, unless a later phase was cut off at its maximum cost
//! ([`ChainSearch::incomplete_from`]). So the proved lower bound is the smaller of the first incomplete round's cost
//! and `incomplete_from`.

mod beam;

use search::{
    Control, Cost, Counts, Flow, Move, MultiCoord, Node, OrderState, Problem, StopReason, TableProblem, Visit,
};

pub use self::beam::{Beam, Ending, Finish, Width};

/// A search problem that is one phase of a chain over the puzzle's full states `W`. All phases of a chain number their
/// moves alike and share one move order.
pub trait Phase<W>: Problem {
    /// Called before every round: updates a phase whose tables grow while they are used. Returns true if they have
    /// grown, so that states encoded before are stale.
    fn refresh(&mut self) -> bool {
        false
    }

    /// Encodes a full state as a state of this phase: its phase coordinates.
    fn enter(&self, whole: &W) -> Self::State;

    /// Announces that the later phases together may cost at most `cost`. The phase may then drop solutions that are
    /// known to need more, which is cheaper here than in the later phases.
    fn limit_later_phases(&self, _cost: Cost) {}

    /// True if any solution within the remaining bound is accepted instead of the cheapest: for the last phase of a
    /// search for a first solution.
    fn is_first_only(&self) -> bool {
        false
    }

    /// Returns the maximum cost of this phase: it is not searched deeper.
    fn max_cost(&self) -> Cost {
        Cost::MAX
    }

    /// True if this phase may have solutions beyond [`Self::max_cost`], so that the cutoff can hide solutions of the
    /// chain.
    fn is_truncated(&self) -> bool {
        true
    }

    /// Returns the rank of a first move among all moves from `start`, in search order. It must not depend on which
    /// moves a prune table rejects. Only called for phases with several lanes.
    fn first_move_rank(&self, _start: &Self::State, mv: Move) -> usize {
        usize::from(mv.0)
    }
}

/// A problem with an exact distance table is a phase. Its maximum cost is the largest distance in the table.
impl<W, const N: usize> Phase<W> for TableProblem<W, N> {
    fn enter(&self, whole: &W) -> [u32; N] {
        self.encode(whole)
    }

    fn max_cost(&self) -> Cost {
        self.product().farthest()
    }
}

/// A problem over several coordinates is a phase. Its maximum cost is declared, or the largest cost that any state
/// needs.
impl<W> Phase<W> for MultiCoord<W> {
    fn enter(&self, whole: &W) -> Self::State {
        self.encode(whole)
    }

    fn max_cost(&self) -> Cost {
        self.longest()
    }

    fn is_truncated(&self) -> bool {
        self.is_truncated()
    }
}

/// State of a search by chains: bounds, budget and the best solution so far.
pub struct ChainSearch<'a> {
    /// The best solution so far (the incumbent).
    pub best: Option<ChainSolution>,
    /// Upper bound: only solutions of at most this cost are searched for.
    pub upper_bound: Cost,
    /// Lower bound: a solution of this cost is optimal and ends the search.
    pub lower_bound: Cost,
    /// Number of the chain that is searching now, where several take turns.
    pub chain: usize,
    /// Stop at the first solution.
    pub first: bool,
    /// Budget: how often phases after the first may still be entered. With two phases this is the number of phase 1
    /// solutions that may still be tried.
    pub entries_left: u64,
    /// Solutions of this cost or more may have been missed, because a phase was cut off at its maximum cost.
    pub incomplete_from: Cost,
    /// Limits and stop flag.
    pub control: &'a Control<'a>,
    /// Callback for every solution that is better than those before it.
    pub on_improved: &'a dyn Fn(&ChainSolution),
    /// Reason why the search was stopped.
    pub stopped: Option<StopReason>,
}

/// Cost of phase 1, chain and task in which a solution was found.
type Rank = (Cost, usize, usize);

/// A solution of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainSolution {
    /// Total cost.
    pub cost: Cost,
    /// Number of the chain that found it.
    pub chain: usize,
    /// Index of the start state that it solves.
    pub start: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// Round and task that found it. Of equally good solutions the one with the lowest rank stays, so that the order in
    /// which tasks finish does not matter.
    rank: Rank,
}

/// A sequence of phases with the state of their searches.
pub struct Chain<W> {
    phases: Vec<Box<dyn DynPhase<W> + Send>>,
    step: Box<ApplyMove<W>>,
    path: Vec<Move>,
    is_in_order: bool,
}

/// Applies a move to a full state.
type ApplyMove<W> = dyn Fn(&W, Move) -> W + Send;

impl<W: Copy + 'static> Chain<W> {
    /// Creates an empty chain; `step` applies a move to a full state.
    pub fn new(step: impl Fn(&W, Move) -> W + Send + 'static) -> Self {
        Chain { phases: Vec::new(), step: Box::new(step), path: Vec::new(), is_in_order: false }
    }

    /// Makes searches for a first solution return the first one in task order, even if a later task has found a shorter
    /// one in the meantime. The answer then does not depend on the speed of each task, which changes while tables grow.
    #[must_use]
    pub fn in_order(mut self) -> Self {
        self.is_in_order = true;
        self
    }

    /// Appends a phase.
    #[must_use]
    pub fn then<P: Phase<W> + Send + 'static>(mut self, phase: P, solved: &W) -> Self {
        self.phases.push(boxed_phase(phase, solved));
        self
    }

    /// Begins a search from the start states, any of which may be solved. Returns the lower bound of phase 1 from the nearest and from
    /// the farthest of them.
    pub fn begin(&mut self, starts: &[W]) -> (Cost, Cost) {
        self.phases.iter_mut().for_each(|phase_runner| phase_runner.begin_search());
        self.refresh();
        self.phases[0].enter(starts, OrderState::START)
    }

    fn refresh(&mut self) -> bool {
        self.phases.iter_mut().fold(false, |grown, phase_runner| phase_runner.refresh() | grown)
    }

    /// Searches from the start states for all solutions whose phase 1 costs exactly `cost`. Returns true if the round
    /// is complete.
    pub fn round(&mut self, starts: &[W], cost: Cost, chain_search: &mut ChainSearch<'_>) -> bool {
        if self.refresh() {
            self.phases[0].enter(starts, OrderState::START);
        }
        let Chain { phases, step, path, is_in_order } = self;
        path.clear();
        let n_phases = phases.len();
        let wants_first = *is_in_order && chain_search.first;
        let mut walk = Walk {
            step: &**step,
            n_phases,
            path,
            spent: 0,
            start: 0,
            rank: (cost, chain_search.chain, 0),
            in_order: wants_first.then_some(chain_search.upper_bound),
        };
        let before = chain_search.best.as_ref().map(|best| best.rank);
        walk.run_phases(phases, starts, cost..=cost, chain_search);
        // Only now is it known which of several is the first.
        let is_new = |best: &&ChainSolution| wants_first && Some(best.rank) != before;
        if let Some(best) = chain_search.best.as_ref().filter(is_new) {
            (chain_search.on_improved)(best);
        }
        chain_search.stopped.is_none()
    }

    /// Returns the nodes of all phases together.
    pub fn counts(&self) -> Counts {
        let mut total = Counts::default();
        self.phases.iter().for_each(|phase_runner| total += phase_runner.counts());
        total
    }
}

/// Object-safe view of a phase with its search, which hides the state type.
trait DynPhase<W> {
    /// Forgets the search before, so that the next one does not depend on it.
    fn begin_search(&mut self);
    fn refresh(&mut self) -> bool;
    /// Sets the start states. Returns the lower bound of this phase from the nearest and from the farthest of them.
    fn enter(&mut self, starts: &[W], order: OrderState) -> (Cost, Cost);
    fn max_cost(&self) -> Cost;
    fn is_truncated(&self) -> bool;
    fn is_first_only(&self) -> bool;
    /// Passes every solution of exactly `cost` from the start states to `found`.
    fn solutions(
        &mut self,
        cost: Cost,
        after: Cost,
        control: &Control<'_>,
        found: &mut dyn FnMut(PhaseSolution<'_>) -> Feedback,
    ) -> Option<StopReason>;
    fn counts(&self) -> Counts;
}

/// A solution of one phase.
struct PhaseSolution<'a> {
    start: usize,
    /// Task number: start state and rank of the first move, among all tasks that might exist.
    task: usize,
    /// Unused part of the searched cost.
    spare: Cost,
    moves: &'a [Move],
    order: OrderState,
}

/// Reaction of the rest of the chain to a solution of a phase.
enum Feedback {
    /// Continue; the later phases may cost this much.
    Continue(Cost),
    Enough,
    Stop,
}

struct PhaseRunner<P: Problem> {
    phase: P,
    visit: Visit<P>,
    starts: Vec<Node<P::State>>,
    moves: Vec<Move>,
}

/// Boxes a phase with its search.
fn boxed_phase<W, P: Phase<W> + Send + 'static>(phase: P, solved: &W) -> Box<dyn DynPhase<W> + Send> {
    let solved_state = phase.enter(solved);
    let visit = Visit::new(&phase, solved_state);
    Box::new(PhaseRunner { phase, visit, starts: Vec::new(), moves: Vec::new() })
}

impl<W, P: Phase<W>> DynPhase<W> for PhaseRunner<P> {
    fn begin_search(&mut self) {
        self.visit.begin_search();
    }

    fn refresh(&mut self) -> bool {
        self.phase.refresh()
    }

    fn enter(&mut self, starts: &[W], order: OrderState) -> (Cost, Cost) {
        self.starts.clear();
        self.starts.extend(starts.iter().map(|whole| Node::after(self.phase.enter(whole), order)));
        let bounds = self.starts.iter().map(|start| self.phase.lower_bound(&start.state));
        bounds.fold((Cost::MAX, 0), |(least, most), bound| (least.min(bound), most.max(bound)))
    }

    fn max_cost(&self) -> Cost {
        self.phase.max_cost()
    }

    fn is_truncated(&self) -> bool {
        self.phase.is_truncated()
    }

    fn is_first_only(&self) -> bool {
        self.phase.is_first_only()
    }

    fn solutions(
        &mut self,
        cost: Cost,
        after: Cost,
        control: &Control<'_>,
        found: &mut dyn FnMut(PhaseSolution<'_>) -> Feedback,
    ) -> Option<StopReason> {
        let PhaseRunner { phase, visit, starts, moves } = self;
        phase.limit_later_phases(after);
        visit.goals(phase, starts, cost, phase.is_first_only(), control, |goal| {
            moves.clear();
            moves.extend(goal.moves());
            let place = match moves.first() {
                Some(&mv) if P::LANES > 1 => phase.first_move_rank(&starts[goal.start].state, mv),
                _ => 0,
            };
            match found(PhaseSolution {
                start: goal.start,
                task: goal.start * phase.n_moves() + place,
                spare: goal.spare(),
                moves,
                order: goal.order(),
            }) {
                Feedback::Continue(after) => {
                    phase.limit_later_phases(after);
                    Flow::On
                }
                Feedback::Enough => Flow::Enough,
                Feedback::Stop => Flow::Stop,
            }
        })
    }

    fn counts(&self) -> Counts {
        self.visit.counts()
    }
}

/// Position of the depth-first walk through the phases: cost so far and moves.
struct Walk<'p, W> {
    step: &'p ApplyMove<W>,
    n_phases: usize,
    path: &'p mut Vec<Move>,
    spent: Cost,
    start: usize,
    rank: Rank,
    /// Upper bound at the beginning of the round, if the first solution in task order is wanted.
    in_order: Option<Cost>,
}

impl<W: Copy> Walk<'_, W> {
    /// Returns the upper bound for a solution of the current task: below the best cost; or equal to it if the task
    /// ranks before the best; or the bound at the beginning of the round where task order decides.
    fn upper_bound(&self, chain_search: &ChainSearch<'_>) -> Cost {
        self.upper_bound_for(self.rank, chain_search)
    }

    fn upper_bound_for(&self, rank: Rank, chain_search: &ChainSearch<'_>) -> Cost {
        match &chain_search.best {
            Some(best) if rank < best.rank => self.in_order.unwrap_or(best.cost),
            _ => chain_search.upper_bound,
        }
    }

    /// Returns the largest cost that any running task may spend after `cost`. A phase that dropped what exceeds the
    /// bound of the task seen last would drop equally good solutions of earlier tasks, depending on which task is
    /// faster.
    fn remaining_bound(&self, is_first: bool, cost: Cost, chain_search: &ChainSearch<'_>) -> Option<Cost> {
        let rank = if is_first { (self.rank.0, self.rank.1, 0) } else { self.rank };
        self.upper_bound_for(rank, chain_search).checked_sub(self.spent + cost)
    }

    /// Solves from `starts` by `phases`, the first of which has been entered and is searched with each of `costs`.
    fn run_phases(
        &mut self,
        phases: &mut [Box<dyn DynPhase<W> + Send>],
        starts: &[W],
        costs: std::ops::RangeInclusive<Cost>,
        chain_search: &mut ChainSearch<'_>,
    ) {
        let (phase_runner, rest) = phases.split_first_mut().expect("a chain has phases");
        let n_path = self.path.len();
        let is_first = rest.len() + 1 == self.n_phases;
        for cost in costs {
            let Some(after) = self.remaining_bound(is_first, cost, chain_search) else { return };
            let control = chain_search.control;
            let mut done = false;
            let stopped = phase_runner.solutions(cost, after, control, &mut |solution| {
                self.path.truncate(n_path);
                self.path.extend_from_slice(solution.moves);
                let from = starts[solution.start];
                let end = solution.moves.iter().fold(from, |whole, &mv| (self.step)(&whole, mv));
                if is_first {
                    (self.start, self.rank.2) = (solution.start, solution.task);
                }
                let cost = cost - solution.spare;
                self.spent += cost;
                let solved = self.next_phase(rest, &end, solution.order, chain_search);
                self.spent -= cost;
                if chain_search.stopped.is_some() {
                    return Feedback::Stop;
                }
                if solved && (chain_search.first || rest.is_empty()) {
                    done = true;
                    return Feedback::Enough;
                }
                match (
                    self.upper_bound(chain_search).checked_sub(self.spent + cost),
                    self.remaining_bound(is_first, cost, chain_search),
                ) {
                    (Some(_), Some(most)) => Feedback::Continue(most),
                    _ => Feedback::Enough,
                }
            });
            chain_search.stopped = chain_search.stopped.or(stopped);
            if done || chain_search.stopped.is_some() {
                return;
            }
        }
    }

    /// Continues from `whole`, where a phase has ended: enters the next phase, or records a solution at the end of the
    /// chain. Returns true if a solution was found.
    fn next_phase(
        &mut self,
        phases: &mut [Box<dyn DynPhase<W> + Send>],
        whole: &W,
        order: OrderState,
        chain_search: &mut ChainSearch<'_>,
    ) -> bool {
        let Some(next) = phases.first_mut() else {
            chain_search.record_path(self);
            return true;
        };
        match chain_search.entries_left.checked_sub(1) {
            Some(entries_left) => chain_search.entries_left = entries_left,
            None => {
                chain_search.stopped = Some(StopReason::Nodes);
                return false;
            }
        }
        let (lower_bound, _) = next.enter(&[*whole], order);
        let (max_cost, is_truncated, next_is_first_only) =
            (next.max_cost(), next.is_truncated(), next.is_first_only());
        let Some(left) = self.upper_bound(chain_search).checked_sub(self.spent) else { return false };
        if lower_bound > left.min(max_cost) {
            if lower_bound <= left {
                chain_search.incomplete_from = chain_search.incomplete_from.min(self.spent + max_cost + 1);
            }
            return false;
        }
        let before = chain_search.best.as_ref().map(|best| (best.cost, best.rank));
        let most = left.min(max_cost);
        let costs = if next_is_first_only { most..=most } else { lower_bound..=most };
        self.run_phases(phases, &[*whole], costs, chain_search);
        let solved = chain_search.best.as_ref().map(|best| (best.cost, best.rank)) != before;
        // Once the last phase has found a solution, longer ones are irrelevant.
        if max_cost < left && is_truncated && !(solved && phases.len() == 1) {
            chain_search.incomplete_from = chain_search.incomplete_from.min(self.spent + max_cost + 1);
        }
        solved
    }
}

impl<'a> ChainSearch<'a> {
    /// Creates a search for the best solution of at most `upper_bound`, with nothing found yet.
    pub fn new(
        upper_bound: Cost,
        control: &'a Control<'a>,
        on_improved: &'a dyn Fn(&ChainSolution),
    ) -> ChainSearch<'a> {
        ChainSearch {
            best: None,
            upper_bound,
            lower_bound: 0,
            chain: 0,
            first: false,
            entries_left: u64::MAX,
            incomplete_from: Cost::MAX,
            control,
            on_improved,
            stopped: None,
        }
    }
}

impl ChainSearch<'_> {
    /// Records a solution that was not found by rounds.
    fn record(&mut self, cost: Cost, start: usize, moves: Vec<Move>) {
        if self.best.as_ref().is_none_or(|best| cost < best.cost) {
            let rank = (0, self.chain, start);
            (self.on_improved)(self.best.insert(ChainSolution {
                cost,
                chain: self.chain,
                start,
                moves,
                rank,
            }));
            self.upper_bound = cost.saturating_sub(1);
            self.first |= cost <= self.lower_bound;
        }
    }

    fn record_path<W>(&mut self, walk: &Walk<'_, W>) {
        let cost = walk.spent;
        let old = self.best.as_ref().map(|best| (best.cost, best.rank));
        // An equal solution of the same task comes from an earlier task of a later phase and replaces the old one.
        let stays = |(best, rank): (Cost, Rank)| match walk.in_order {
            Some(_) if rank.0 == walk.rank.0 && rank.1 == walk.rank.1 => rank < walk.rank,
            _ => (best, rank) < (cost, walk.rank),
        };
        if old.is_some_and(stays) {
            return;
        }
        let is_better = old.is_none_or(|(best, _)| cost < best);
        let found = self.best.insert(ChainSolution {
            cost,
            chain: self.chain,
            start: walk.start,
            moves: walk.path.clone(),
            rank: walk.rank,
        });
        if is_better && walk.in_order.is_none() {
            (self.on_improved)(found);
        }
        // With cost 0 the upper bound stays 0, and `first` ends the search.
        self.upper_bound = cost.saturating_sub(1);
        self.first |= cost <= self.lower_bound;
    }
}
