//! A chain of phases is itself a solver. Each phase is a problem that leads the puzzle into a smaller set of states,
//! the last one to the goal. The first phase yields its solutions in increasing cost; for each of them the next phase
//! is asked within what is left of the best total, and so on. Recipes only list their phases.
//!
//! Whoever runs a chain calls [`Chain::round`] with a rising cost of the first phase. That is a proof too: a solution
//! of cost c leads into the first set of states with all of its moves, so when the rounds up to c are complete nothing
//! of cost c or less has been missed, unless a phase that ends early gave up ([`ChainSearch::incomplete_from`]).

mod beam;

use search::{
    Control, Cost, Counts, Flow, Move, MultiCoord, Node, OrderState, Problem, StopReason, TableProblem, Visit,
};

pub use self::beam::{Beam, Ending, Finish, Width};

/// A problem that is one phase of a chain over the puzzle's full states `W`. All phases of a chain number their moves
/// alike and share one move order.
pub trait Phase<W>: Problem {
    /// Asked before every round: what grows while it is used is looked at anew. Whether it has grown, so that views of
    /// states from before are stale.
    fn refresh(&mut self) -> bool {
        false
    }

    /// The phase's own view of a state.
    fn enter(&self, whole: &W) -> Self::State;

    /// The chain will spend no more than `cost` after this phase. A phase may drop solutions that are known to need
    /// more: cheaper here than in the phases to come.
    fn limit_later_phases(&self, _cost: Cost) {}

    /// Whether any solution within what is left will do, rather than the cheapest: as the last phase of a hunt for the
    /// first solution.
    fn is_first_only(&self) -> bool {
        false
    }

    /// The phase is given up beyond this cost.
    fn max_cost(&self) -> Cost {
        Cost::MAX
    }

    /// Whether there may be solutions beyond that.
    fn is_truncated(&self) -> bool {
        true
    }

    /// The place of a first move among all that could be made from `start`, in the order in which they are followed. Must not
    /// depend on which of them a table turns away. Only asked of phases with several lanes.
    fn first_move_rank(&self, _start: &Self::State, mv: Move) -> usize {
        usize::from(mv.0)
    }
}

/// A question that a table answers is a phase. It is given up beyond the farthest that any state needs.
impl<W, const N: usize> Phase<W> for TableProblem<W, N> {
    fn enter(&self, whole: &W) -> [u32; N] {
        self.place(whole)
    }

    fn max_cost(&self) -> Cost {
        self.product().farthest()
    }
}

/// The same with several coordinates, given up beyond the farthest that any state needs or what was declared.
impl<W> Phase<W> for MultiCoord<W> {
    fn enter(&self, whole: &W) -> Self::State {
        self.place(whole)
    }

    fn max_cost(&self) -> Cost {
        self.longest()
    }

    fn is_truncated(&self) -> bool {
        self.is_truncated()
    }
}

/// What a chain has found and may still do.
pub struct ChainSearch<'a> {
    /// The best solution up to now.
    pub best: Option<ChainSolution>,
    /// Only solutions of at most this cost are looked for.
    pub upper_bound: Cost,
    /// A solution of this cost cannot be beaten: the hunt ends with it.
    pub lower_bound: Cost,
    /// Number of the chain that is hunting now, where several take turns.
    pub chain: usize,
    /// Stop at the first solution.
    pub first: bool,
    /// How often phases after the first may still be asked.
    pub entries_left: u64,
    /// Solutions of this cost or more may have been passed over, because a phase gave up early.
    pub incomplete_from: Cost,
    /// Limits and the stop.
    pub control: &'a Control<'a>,
    /// Hears of every solution that is better than those before it.
    pub on_improved: &'a dyn Fn(&ChainSolution),
    /// Why it was stopped.
    pub stopped: Option<StopReason>,
}

/// The cost of the first phase, the chain and the task in which a solution was found.
type Rank = (Cost, usize, usize);

/// A solution of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainSolution {
    /// What it costs.
    pub cost: Cost,
    /// Which chain found it.
    pub chain: usize,
    /// Which of that chain's starts it solves.
    pub start: usize,
    /// Its moves.
    pub moves: Vec<Move>,
    /// The round and task that found it. Of equally good solutions the one with the lowest stays, so that the order in
    /// which tasks come to their ends is no matter.
    rank: Rank,
}

/// Phases in a row.
pub struct Chain<W> {
    phases: Vec<Box<dyn DynPhase<W> + Send>>,
    step: Box<ApplyMove<W>>,
    path: Vec<Move>,
    is_in_order: bool,
}

/// Makes a move on a full state.
type ApplyMove<W> = dyn Fn(&W, Move) -> W + Send;

impl<W: Copy + 'static> Chain<W> {
    /// An empty chain; `step` makes a move on the full state.
    pub fn new(step: impl Fn(&W, Move) -> W + Send + 'static) -> Self {
        Chain { phases: Vec::new(), step: Box::new(step), path: Vec::new(), is_in_order: false }
    }

    /// Hunts for a first solution find the first one in the order of tasks, even if a later task has found a shorter one in
    /// the meantime. The answer then does not depend on how fast each task is, which changes while tables grow.
    #[must_use]
    pub fn in_order(mut self) -> Self {
        self.is_in_order = true;
        self
    }

    /// Adds a phase behind the others.
    #[must_use]
    pub fn then<P: Phase<W> + Send + 'static>(mut self, phase: P, solved: &W) -> Self {
        self.phases.push(boxed_phase(phase, solved));
        self
    }

    /// Starts from any of some states; the least the first phase can cost, from the nearest of them and from the
    /// farthest.
    pub fn begin(&mut self, starts: &[W]) -> (Cost, Cost) {
        self.refresh();
        self.phases[0].enter(starts, OrderState::START)
    }

    fn refresh(&mut self) -> bool {
        self.phases.iter_mut().fold(false, |grown, phase_runner| phase_runner.refresh() | grown)
    }

    /// Looks for solutions from the states it began with whose first phase costs exactly `cost`. Whether it ran to its
    /// end.
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

    /// Everything searched, by all phases together.
    pub fn counts(&self) -> Counts {
        let mut total = Counts::default();
        self.phases.iter().for_each(|phase_runner| total += phase_runner.counts());
        total
    }
}

/// A phase with what it needs to be walked, its own kind of state hidden.
trait DynPhase<W> {
    fn refresh(&mut self) -> bool;
    /// Starts from some states; the least this phase can cost, from the nearest of them and from the farthest.
    fn enter(&mut self, starts: &[W], order: OrderState) -> (Cost, Cost);
    fn max_cost(&self) -> Cost;
    fn is_truncated(&self) -> bool;
    fn is_first_only(&self) -> bool;
    /// Hands every solution of exactly `cost` from where it was entered to `found`.
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
    /// The start and the first move, by the place of its task among all that there might be.
    task: usize,
    /// What is left of the cost that it might have had.
    spare: Cost,
    moves: &'a [Move],
    order: OrderState,
}

/// What the rest of the chain says to a solution of a phase.
enum Feedback {
    /// Go on; the phases after this one may spend so much.
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

/// A phase as a link.
fn boxed_phase<W, P: Phase<W> + Send + 'static>(phase: P, solved: &W) -> Box<dyn DynPhase<W> + Send> {
    let solved_state = phase.enter(solved);
    let visit = Visit::new(&phase, solved_state);
    Box::new(PhaseRunner { phase, visit, starts: Vec::new(), moves: Vec::new() })
}

impl<W, P: Phase<W>> DynPhase<W> for PhaseRunner<P> {
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

/// Where a walk through the links is: what was spent, and by which moves.
struct Walk<'p, W> {
    step: &'p ApplyMove<W>,
    n_phases: usize,
    path: &'p mut Vec<Move>,
    spent: Cost,
    start: usize,
    rank: Rank,
    /// The ceiling at the beginning of the round, if the first solution in the order of tasks is wanted.
    in_order: Option<Cost>,
}

impl<W: Copy> Walk<'_, W> {
    /// The most that a solution of the task under way may cost: less than the best, or if it comes before the best as much,
    /// or what the round began with where the order of tasks decides.
    fn upper_bound(&self, chain_search: &ChainSearch<'_>) -> Cost {
        self.upper_bound_for(self.rank, chain_search)
    }

    fn upper_bound_for(&self, rank: Rank, chain_search: &ChainSearch<'_>) -> Cost {
        match &chain_search.best {
            Some(best) if rank < best.rank => self.in_order.unwrap_or(best.cost),
            _ => chain_search.upper_bound,
        }
    }

    /// What the tasks under way may spend after `cost`, any of them: a phase that drops what needs more than the task seen
    /// last may spend would drop equally good solutions of earlier tasks, or not, depending on which task is faster.
    fn remaining_bound(&self, is_first: bool, cost: Cost, chain_search: &ChainSearch<'_>) -> Option<Cost> {
        let rank = if is_first { (self.rank.0, self.rank.1, 0) } else { self.rank };
        self.upper_bound_for(rank, chain_search).checked_sub(self.spent + cost)
    }

    /// Solves from `starts` by `phases`, the first of which has been entered and may cost what `costs` says.
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

    /// A phase has led to `whole`: asks the next one, or the chain is at its end. Whether a solution came of it.
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
        // Where the last phase has found something, what is longer does not count.
        if max_cost < left && is_truncated && !(solved && phases.len() == 1) {
            chain_search.incomplete_from = chain_search.incomplete_from.min(self.spent + max_cost + 1);
        }
        solved
    }
}

impl<'a> ChainSearch<'a> {
    /// A search for the best solution of at most `upper_bound`, with nothing found yet.
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
    /// Takes down a solution that was not found by rounds.
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
        // An equal one of the same task comes from an earlier task of a later phase: it counts.
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
        // Nothing is better than nothing to do: the hunt is over.
        self.upper_bound = cost.saturating_sub(1);
        self.first |= cost <= self.lower_bound;
    }
}
