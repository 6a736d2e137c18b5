//! A chain that goes on with the best of what it has found. Where [`super::Chain`] follows every solution of a phase to
//! the end before it looks at the next one, a beam collects many of them, keeps those that promise the least total and
//! only then asks the next phase: for puzzles whose phases are so many, or so long, that the first solutions of the
//! first phase say little about the total.
//!
//! The end of the way may be left to a solver of its own ([`Finish`]): a chain is a solver, and a solver is a link.

use search::{Control, Cost, Counts, Move, OrderState};

use super::{ChainSearch, DynPhase, Feedback, Phase, boxed_phase};

/// What leads from where the last phase ends to the goal.
pub trait Finish<W> {
    /// The best solution from any of some states that is found before the control ends it, if one costs at most `most`.
    fn finish(&mut self, wholes: &[W], most: Cost, control: &Control<'_>) -> Option<Ending>;

    /// Everything searched up to now.
    fn counts(&self) -> Counts;
}

/// The end of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Which of the states it begins with.
    pub from: usize,
    /// Its moves,
    pub moves: Vec<Move>,
    /// and what they cost.
    pub cost: Cost,
}

/// How much of a phase is looked at, and how much of it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// So many solutions are collected, unless fewer are found in so many nodes.
    pub found: usize,
    /// Nodes after which what has been found must do, if there is anything.
    pub nodes: u64,
    /// So many of them go on.
    pub kept: usize,
}

/// Phases in a row and what comes after them.
pub struct Beam<W> {
    phases: Vec<Box<dyn DynPhase<W> + Send>>,
    step: fn(&W, Move) -> W,
    finish: Box<dyn Finish<W> + Send>,
}

/// A way that is done in part.
#[derive(Clone)]
struct PartialSolution<W> {
    whole: W,
    order: OrderState,
    start: usize,
    moves: Vec<Move>,
    cost: Cost,
    /// The cost, and the least that the next phase needs.
    estimate: Cost,
}

impl<W: Copy + 'static> Beam<W> {
    /// Without phases yet; `step` makes a move on the full state.
    pub fn new(step: fn(&W, Move) -> W, finish: impl Finish<W> + Send + 'static) -> Self {
        Beam { phases: Vec::new(), step, finish: Box::new(finish) }
    }

    /// Adds a phase behind the others.
    #[must_use]
    pub fn then<P: Phase<W> + Send + 'static>(mut self, phase: P, solved: &W) -> Self {
        self.phases.push(boxed_phase(phase, solved));
        self
    }

    /// Looks for solutions from some states, with a width for every phase. The ends of ways that cost the same are left to
    /// what finishes them together, with so many nodes.
    ///
    /// # Panics
    /// If there is not one width for every phase.
    pub fn search(&mut self, starts: &[W], widths: &[Width], nodes: u64, chain_search: &mut ChainSearch<'_>) {
        assert_eq!(widths.len(), self.phases.len(), "a width for every phase");
        self.phases.iter_mut().for_each(|phase_runner| {
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
            // Of those that promise the same, the one with less to come is the better.
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

    /// The least that phase number `phase` needs from here; what comes after the phases does not say.
    fn estimate(&mut self, phase: usize, whole: &W, order: OrderState) -> Cost {
        match self.phases.get_mut(phase) {
            Some(phase_runner) => phase_runner.enter(&[*whole], order).0,
            None => 0,
        }
    }

    /// Collects solutions of a phase by rising total.
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

    /// Everything searched, by all phases together.
    pub fn counts(&self) -> Counts {
        let mut total = self.finish.counts();
        self.phases.iter().for_each(|phase_runner| total += phase_runner.counts());
        total
    }
}
