//! Chooses the search for a query and caches the tables.

use std::sync::Arc;

use puzzle::Square1;
use puzzle::square1::Turn;
use search::{Answer, Control, End, Executor, Move};
use solver::lazy_table::LazyTable;
use solver::{Algorithm, Cancelled, Demand, Heuristic, Method, SolveOutcome};

use super::moves;
use super::optimal::{OptimalSolver, TableSizes};
use super::phase1::unblocking_turn;
use super::prune_table::PruneTable;
use super::symmetry::{FaceTurnMetric, TwistMetric};
use super::two_phase::TwoPhase;
use super::{Square1Metric, Square1Query};

/// Chooses the search for a query and caches the tables it has built.
#[derive(Default)]
pub struct Dispatcher {
    phases: LazyTable<(), TwoPhase>,
    twists: OptimalSolver<TwistMetric>,
    turns: OptimalSolver<FaceTurnMetric>,
}

impl Dispatcher {
    /// Solves a query by a method.
    pub fn solve(
        &self,
        query: &Square1Query,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let Square1Query { start, metric } = query;
        match (method.algorithm, metric) {
            (Algorithm::TWO_PHASE, _) => match self.phases(control) {
                Ok(phases) => {
                    let answer = solve_two_phase(&phases, start, method, control);
                    SolveOutcome::new(answer, Heuristic::NONE, phases.bytes())
                }
                Err(Cancelled) => SolveOutcome::stopped(control, Heuristic::NONE),
            },
            (_, Square1Metric::Twist) => self.twists.solve(start, method, executor, control, &|_| None),
            (_, Square1Metric::FaceTurn) => {
                let twist_table = |control: &Control<'_>| self.twist_table(Demand::One, control);
                self.turns.solve(start, method, executor, control, &twist_table)
            }
        }
    }

    /// Builds the tables that a request needs.
    pub fn prepare(&self, query: &Square1Query, method: &Method, demand: Demand, control: &Control<'_>) {
        if method.algorithm == Algorithm::TWO_PHASE {
            // If the build is cancelled, solving reports that it was stopped.
            let _ = self.phases(control);
        } else if demand == Demand::Many && method.heuristic != Some(Heuristic::NONE) {
            let radius = TableSizes::of(query.metric).large_radius;
            match query.metric {
                Square1Metric::Twist => {
                    self.twists.table(radius, control);
                }
                Square1Metric::FaceTurn => {
                    self.turns.table(radius, control);
                    self.twist_table(demand, control);
                }
            }
        }
    }

    /// Returns the prune table in twists that supports a search in face turns: the largest one built so far if its
    /// radius is enough for the demand, otherwise a new one.
    fn twist_table(&self, demand: Demand, control: &Control<'_>) -> Option<Arc<PruneTable>> {
        let sizes = TableSizes::of(Square1Metric::Twist);
        let radius = if demand == Demand::Many { sizes.large_radius } else { sizes.default_radius };
        self.twists
            .largest_table()
            .filter(|table| table.radius() >= radius)
            .or_else(|| self.twists.table(radius, control))
    }

    fn phases(&self, control: &Control<'_>) -> Result<Arc<TwoPhase>, Cancelled> {
        self.phases.get_or_fill(&(), ("two-phase", TwoPhase::BYTES), control, |_| TwoPhase::build())
    }
}

/// Solves by two phases, from a position in which a slash is possible.
fn solve_two_phase(phases: &TwoPhase, start: &Square1, method: &Method, control: &Control<'_>) -> Answer {
    if let Some(turn) = start.last_turn() {
        let moves = if turn == Turn::NONE { Vec::new() } else { vec![moves::closing_turn(turn)] };
        return Answer {
            end: End::Solved,
            solutions: vec![moves],
            n_solutions: 1,
            cost: Some(0),
            ..Answer::unknown(0)
        };
    }
    let first = unblocking_turns(start);
    phases.solve(&start.turned(first), method, control, &|slashes| full_solution(start, first, slashes))
}

/// Returns a turn of both layers after which no corner blocks a slash.
pub fn unblocking_turns(start: &Square1) -> Turn {
    Turn::by(unblocking_turn(start.upper), unblocking_turn(start.lower))
}

/// Returns the full solution of `start`: merges the turn that unblocks the first slash into the first move, and appends
/// the final turn of the layers, which is free in twists.
pub fn full_solution(start: &Square1, first: Turn, slashes: &[Move]) -> Vec<Move> {
    let steps = std::iter::once(puzzle::square1::Step::Turn(first))
        .chain(slashes.iter().flat_map(|&mv| moves::steps(mv)));
    let mut moves = moves::from_steps(steps);
    let end =
        moves.iter().try_fold(*start, |state, &mv| moves::apply(&state, mv)).expect("the moves are legal");
    let turn = end.last_turn().expect("the slashes solve it up to turns");
    moves.extend((turn != Turn::NONE).then(|| moves::closing_turn(turn)));
    moves
}
