//! A chain that goes on with the best of what it has found. Where [`super::Chain`] follows every solution of a phase to
//! the end before it looks at the next one, a beam collects many of them, keeps those that promise the least total and
//! only then asks the next phase: for puzzles whose phases are so many, or so long, that the first solutions of the
//! first phase say little about the total.
//!
//! The end of the way may be left to a solver of its own ([`Finish`]): a chain is a solver, and a solver is a link.

use search::{Control, Cost, Counts, Move, OrderState};

use super::{ChainSearch, Link, Phase, Solved, linked};

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
    links: Vec<Box<dyn Link<W> + Send>>,
    step: fn(&W, Move) -> W,
    finish: Box<dyn Finish<W> + Send>,
}

/// A way that is done in part.
#[derive(Clone)]
struct Partial<W> {
    whole: W,
    order: OrderState,
    start: usize,
    moves: Vec<Move>,
    cost: Cost,
    /// The cost, and the least that the next phase needs.
    promise: Cost,
}

impl<W: Copy + 'static> Beam<W> {
    /// Without phases yet; `step` makes a move on the full state.
    pub fn new(step: fn(&W, Move) -> W, finish: impl Finish<W> + Send + 'static) -> Self {
        Beam { links: Vec::new(), step, finish: Box::new(finish) }
    }

    /// Adds a phase behind the others.
    #[must_use]
    pub fn then<P: Phase<W> + Send + 'static>(mut self, phase: P, solved: &W) -> Self {
        self.links.push(linked(phase, solved));
        self
    }

    /// Looks for solutions from some states, with a width for every phase. The ends of ways that cost the same are left to
    /// what finishes them together, with so many nodes.
    ///
    /// # Panics
    /// If there is not one width for every phase.
    pub fn chain_search(
        &mut self,
        starts: &[W],
        widths: &[Width],
        nodes: u64,
        chain_search: &mut ChainSearch<'_>,
    ) {
        assert_eq!(widths.len(), self.links.len(), "a width for every phase");
        self.links.iter_mut().for_each(|link| {
            link.refresh();
        });
        let order = OrderState::START;
        let mut partials: Vec<Partial<W>> = Vec::new();
        for (start, &whole) in starts.iter().enumerate() {
            let promise = self.promise(0, &whole, order);
            partials.push(Partial { whole, order, start, moves: Vec::new(), cost: 0, promise });
        }
        for (phase, width) in widths.iter().enumerate() {
            partials.sort_by_key(|partial| partial.promise);
            partials = self.stage(phase, &partials, width, chain_search);
            if chain_search.stopped.is_some() && chain_search.best.is_some() {
                return;
            }
            // Of those that promise the same, the one with less to come is the better.
            partials.sort_by_key(|partial| (partial.promise, std::cmp::Reverse(partial.cost)));
            partials.truncate(width.kept);
        }
        partials.sort_by_key(|partial| partial.cost);
        for group in partials.chunk_by(|a, b| a.cost == b.cost) {
            let Some(most) = chain_search.upper_bound.checked_sub(group[0].cost) else { return };
            let wholes: Vec<W> = group.iter().map(|partial| partial.whole).collect();
            let found =
                chain_search.control.part(nodes, |control| self.finish.finish(&wholes, most, control));
            if let Some(ending) = found {
                let Partial { start, moves, cost, .. } = &group[ending.from];
                let moves = moves.iter().chain(&ending.moves).copied().collect();
                chain_search.improve_by(cost + ending.cost, *start, moves);
            }
            chain_search.stopped = chain_search.stopped.or(chain_search.control.stopped());
            if chain_search.stopped.is_some() {
                return;
            }
        }
    }

    /// The least that phase number `phase` needs from here; what comes after the phases does not say.
    fn promise(&mut self, phase: usize, whole: &W, order: OrderState) -> Cost {
        match self.links.get_mut(phase) {
            Some(link) => link.enter(&[*whole], order).0,
            None => 0,
        }
    }

    /// Collects solutions of a phase by rising total.
    fn stage(
        &mut self,
        phase: usize,
        partials: &[Partial<W>],
        width: &Width,
        chain_search: &mut ChainSearch<'_>,
    ) -> Vec<Partial<W>> {
        let mut ends: Vec<Partial<W>> = Vec::new();
        let Some(first) = partials.first() else { return ends };
        let before = self.links[phase].counts().generated;
        for total in first.promise..=chain_search.upper_bound {
            for partial in partials.iter().take_while(|partial| partial.promise <= total) {
                let n_ends = ends.len();
                let link = &mut self.links[phase];
                link.enter(&[partial.whole], partial.order);
                let stopped =
                    link.solutions(total - partial.cost, Cost::MAX, chain_search.control, &mut |solution| {
                        let step = |whole: W, mv: &Move| (self.step)(&whole, *mv);
                        let moves: Vec<Move> = partial.moves.iter().chain(solution.moves).copied().collect();
                        ends.push(Partial {
                            whole: solution.moves.iter().fold(partial.whole, step),
                            order: solution.order,
                            start: partial.start,
                            moves,
                            cost: total - solution.spare,
                            promise: 0,
                        });
                        if ends.len() < width.found { Solved::On(Cost::MAX) } else { Solved::Stop }
                    });
                chain_search.stopped = chain_search.stopped.or(stopped);
                for end in &mut ends[n_ends..] {
                    end.promise = end.cost + self.promise(phase + 1, &end.whole, end.order);
                }
                let spent = self.links[phase].counts().generated - before;
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
        self.links.iter().for_each(|link| total += link.counts());
        total
    }
}
