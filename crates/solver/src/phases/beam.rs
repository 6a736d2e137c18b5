//! Beam search over phases. [`super::Chain`] follows every solution of a phase to the end before it looks at the next
//! one; a beam collects many solutions of a phase, keeps those with the lowest estimated total and only then enters the
//! next phase. This suits puzzles whose phases are so many, or so long, that the first solutions of phase 1 say little
//! about the total.
//!
//! The last part may be left to another solver ([`Finish`]).

use search::{Control, Cost, Counts, Move, OrderState};

use super::{ChainSearch, DynPhase, Feedback, Phase, boxed_phase};

/// A solver that leads from the end of the last phase to the goal.
pub trait Finish<W> {
    /// Returns the best solution from any of the states that is found before the control stops it, if it costs at most
    /// `most`.
    fn finish(&mut self, wholes: &[W], most: Cost, control: &Control<'_>) -> Option<Ending>;

    /// Returns the nodes so far.
    fn counts(&self) -> Counts;
}

/// The last part of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Index of the state it begins with.
    pub from: usize,
    /// The moves.
    pub moves: Vec<Move>,
    /// Cost of the moves.
    pub cost: Cost,
}

/// Beam width of a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// Number of solutions to collect, unless fewer are found within `nodes`.
    pub found: usize,
    /// Node budget after which the phase ends if it has found any solution.
    pub nodes: u64,
    /// Number of solutions that are kept for the next phase.
    pub kept: usize,
}

/// A sequence of phases and the solver that finishes the puzzle.
pub struct Beam<W> {
    phases: Vec<Box<dyn DynPhase<W> + Send>>,
    step: fn(&W, Move) -> W,
    finish: Box<dyn Finish<W> + Send>,
}

/// A partial solution at the end of a phase.
#[derive(Clone)]
struct PartialSolution<W> {
    whole: W,
    order: OrderState,
    start: usize,
    moves: Vec<Move>,
    cost: Cost,
    /// Cost so far plus the lower bound of the next phase.
    estimate: Cost,
}

impl<W: Copy + 'static> Beam<W> {
    /// Creates a beam without phases; `step` applies a move to a full state.
    pub fn new(step: fn(&W, Move) -> W, finish: impl Finish<W> + Send + 'static) -> Self {
        Beam { phases: Vec::new(), step, finish: Box::new(finish) }
    }

    /// Appends a phase.
    #[must_use]
    pub fn then<P: Phase<W> + Send + 'static>(mut self, phase: P, solved: &W) -> Self {
        self.phases.push(boxed_phase(phase, solved));
        self
    }

    /// Searches for solutions from the start states, with a width for every phase. Ends of equal cost are passed to the
    /// finishing solver together, with a budget of `nodes`.
    ///
    /// # Panics
    /// If the number of widths is not the number of phases.
    pub fn search(&mut self, starts: &[W], widths: &[Width], nodes: u64, chain_search: &mut ChainSearch<'_>) {
        assert_eq!(widths.len(), self.phases.len(), "a width for every phase");
        self.phases.iter_mut().for_each(|phase_runner| {
            phase_runner.begin_search();
            phase_runner.refresh();
        });
        let order = OrderState::START;
        let mut partials: Vec<PartialSolution<W>> = Vec::new();
        for (start, &whole) in starts.iter().enumerate() {
            let estimate = self.estimate(0, &whole, order);
            partials.push(PartialSolution { whole, order, start, moves: Vec::new(), cost: 0, estimate });
        }
        for (phase, width) in widths.iter().enumerate() {
            partials.sort_by_key(|partial| partial.estimate);
            partials = self.stage(phase, &partials, width, chain_search);
            if chain_search.stopped.is_some() && chain_search.best.is_some() {
                return;
            }
            // Of equal estimates, the one with less left to do is better.
            partials.sort_by_key(|partial| (partial.estimate, std::cmp::Reverse(partial.cost)));
            partials.truncate(width.kept);
        }
        partials.sort_by_key(|partial| partial.cost);
        for group in partials.chunk_by(|a, b| a.cost == b.cost) {
            let Some(most) = chain_search.upper_bound.checked_sub(group[0].cost) else { return };
            let wholes: Vec<W> = group.iter().map(|partial| partial.whole).collect();
            let found =
                chain_search.control.part(nodes, |control| self.finish.finish(&wholes, most, control));
            if let Some(ending) = found {
                let PartialSolution { start, moves, cost, .. } = &group[ending.from];
                let moves = moves.iter().chain(&ending.moves).copied().collect();
                chain_search.record(cost + ending.cost, *start, moves);
            }
            chain_search.stopped = chain_search.stopped.or(chain_search.control.stopped());
            if chain_search.stopped.is_some() {
                return;
            }
        }
    }

    /// Returns the lower bound of phase number `phase` from here; 0 after the last phase.
    fn estimate(&mut self, phase: usize, whole: &W, order: OrderState) -> Cost {
        match self.phases.get_mut(phase) {
            Some(phase_runner) => phase_runner.enter(&[*whole], order).0,
            None => 0,
        }
    }

    /// Collects solutions of a phase by rising total cost.
    fn stage(
        &mut self,
        phase: usize,
        partials: &[PartialSolution<W>],
        width: &Width,
        chain_search: &mut ChainSearch<'_>,
    ) -> Vec<PartialSolution<W>> {
        let mut ends: Vec<PartialSolution<W>> = Vec::new();
        let Some(first) = partials.first() else { return ends };
        let before = self.phases[phase].counts().generated;
        for total in first.estimate..=chain_search.upper_bound {
            for partial in partials.iter().take_while(|partial| partial.estimate <= total) {
                let n_ends = ends.len();
                let phase_runner = &mut self.phases[phase];
                phase_runner.enter(&[partial.whole], partial.order);
                let stopped = phase_runner.solutions(
                    total - partial.cost,
                    Cost::MAX,
                    chain_search.control,
                    &mut |solution| {
                        let step = |whole: W, mv: &Move| (self.step)(&whole, *mv);
                        let moves: Vec<Move> = partial.moves.iter().chain(solution.moves).copied().collect();
                        ends.push(PartialSolution {
                            whole: solution.moves.iter().fold(partial.whole, step),
                            order: solution.order,
                            start: partial.start,
                            moves,
                            cost: total - solution.spare,
                            estimate: 0,
                        });
                        if ends.len() < width.found { Feedback::Continue(Cost::MAX) } else { Feedback::Stop }
                    },
                );
                chain_search.stopped = chain_search.stopped.or(stopped);
                for end in &mut ends[n_ends..] {
                    end.estimate = end.cost + self.estimate(phase + 1, &end.whole, end.order);
                }
                let spent = self.phases[phase].counts().generated - before;
                let is_enough = ends.len() >= width.found || (spent > width.nodes && !ends.is_empty());
                if is_enough || chain_search.stopped.is_some() {
                    return ends;
                }
            }
        }
        ends
    }

    /// Returns the nodes of all phases and the finishing solver together.
    pub fn counts(&self) -> Counts {
        let mut total = self.finish.counts();
        self.phases.iter().for_each(|phase_runner| total += phase_runner.counts());
        total
    }
}
