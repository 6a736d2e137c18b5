//! Which search answers a question about Square-1, and the tables made so far.

use std::sync::Arc;

use puzzle::Square1;
use puzzle::square1::Turn;
use search::{Answer, Control, End, Executor, Move};
use solver::lazy_table::LazyTable;
use solver::{Algorithm, Cancelled, Demand, Heuristic, Method, SolveOutcome};

use super::moves;
use super::near_table::Near;
use super::phase1::freeing;
use super::symmetry::{Turns, Twists};
use super::tables::{Sizes, TableCache};
use super::two_phase::Phases;
use super::{Question, Square1Metric};

/// Solves positions and keeps the tables it has made.
#[derive(Default)]
pub struct Engine {
    phases: LazyTable<(), Phases>,
    twists: TableCache<Twists>,
    turns: TableCache<Turns>,
}

impl Engine {
    /// Searches for a solution.
    pub fn solve(
        &self,
        question: &Question,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let Question { start, metric } = question;
        match (method.algorithm, metric) {
            (Algorithm::TWO_PHASE, _) => match self.phases(control) {
                Ok(phases) => {
                    let answer = by_phases(&phases, start, method, control);
                    SolveOutcome::new(answer, Heuristic::NONE, phases.bytes())
                }
                Err(Cancelled) => SolveOutcome::stopped(control, Heuristic::NONE),
            },
            (_, Square1Metric::Twist) => self.twists.solve(start, method, executor, control, &|_| None),
            (_, Square1Metric::FaceTurn) => {
                let beside = |control: &Control<'_>| self.beside(Demand::One, control);
                self.turns.solve(start, method, executor, control, &beside)
            }
        }
    }

    /// Makes the tables that a request needs.
    pub fn prepare(&self, question: &Question, method: &Method, demand: Demand, control: &Control<'_>) {
        if method.algorithm == Algorithm::TWO_PHASE {
            // Without them the answer is that the search was stopped.
            let _ = self.phases(control);
        } else if demand == Demand::Many && method.heuristic != Some(Heuristic::NONE) {
            let hints = Sizes::of(question.metric).large;
            match question.metric {
                Square1Metric::Twist => {
                    self.twists.table(hints, control);
                }
                Square1Metric::FaceTurn => {
                    self.turns.table(hints, control);
                    self.beside(demand, control);
                }
            }
        }
    }

    /// The table of twists that helps where turns count: the largest there is, or the one that such a demand is worth.
    fn beside(&self, demand: Demand, control: &Control<'_>) -> Option<Arc<Near>> {
        let sizes = Sizes::of(Square1Metric::Twist);
        let hints = if demand == Demand::Many { sizes.large } else { sizes.usual };
        self.twists
            .known()
            .filter(|near| near.radius() >= hints)
            .or_else(|| self.twists.table(hints, control))
    }

    fn phases(&self, control: &Control<'_>) -> Result<Arc<Phases>, Cancelled> {
        self.phases.get_or_fill(&(), ("two-phase", Phases::BYTES), control, |_| Phases::filled())
    }
}

/// Two phases, from where a slash is possible.
fn by_phases(phases: &Phases, start: &Square1, method: &Method, control: &Control<'_>) -> Answer {
    if let Some(turn) = start.last_turn() {
        let moves = if turn == Turn::NONE { Vec::new() } else { vec![moves::last(turn)] };
        return Answer {
            end: End::Solved,
            solutions: vec![moves],
            n_solutions: 1,
            cost: Some(0),
            ..Answer::unknown(0)
        };
    }
    let free = freed(start);
    phases.solve(&start.turned(free), method, control, &|slashes| written(start, free, slashes))
}

/// Returns the turn after which a slash is possible.
pub fn freed(start: &Square1) -> Turn {
    Turn::by(freeing(start.upper), freeing(start.lower))
}

/// Returns a whole solution: the first turn begins where the puzzle lies, and the last one, which is free, comes behind.
pub fn written(start: &Square1, first: Turn, slashes: &[Move]) -> Vec<Move> {
    let steps = std::iter::once(puzzle::square1::Step::Turn(first))
        .chain(slashes.iter().flat_map(|&mv| moves::steps(mv)));
    let mut moves = moves::of_steps(steps);
    let end =
        moves.iter().try_fold(*start, |state, &mv| moves::made(&state, mv)).expect("moves are possible");
    let turn = end.last_turn().expect("slashes lead to where turns solve it");
    moves.extend((turn != Turn::NONE).then(|| moves::last(turn)));
    moves
}
