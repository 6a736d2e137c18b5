//! The phases of all metrics together, with the tables they share. Solvers of other puzzles that come down to a 3x3x3 ask
//! here.

use std::sync::atomic::Ordering;

use puzzle::Cube3;
use search::{Answer, Control, Cost, Counts, Move};
use solver::cube::{CubeQuery, Metric};
use solver::{Cancelled, Demand, Heuristic, Method, SolveOutcome};

use crate::answer::{SearchBounds, already_solved, difference};
use crate::four_phase::FourPhase;
use crate::info::FOUR_PHASE;
use crate::one_way_turns;
use crate::two_phase::{MetricSolver, is_counted};

/// Solves 3x3x3 cubes in phases and keeps the tables it has made for them.
#[derive(Default)]
pub struct PhaseSolver {
    half_turn: MetricSolver<32>,
    quarter_turn: MetricSolver<32>,
    axial: MetricSolver<64>,
    four_phase: FourPhase,
}

impl PhaseSolver {
    /// With nothing made yet, and nothing kept.
    pub fn new() -> Self {
        PhaseSolver::default()
    }

    /// Solves a cube in phases.
    ///
    /// # Panics
    /// For an algorithm that has no phases.
    pub fn solve(&self, query: &CubeQuery<Cube3>, method: &Method, control: &Control<'_>) -> SolveOutcome {
        let answer = self.answer(query, method, control);
        SolveOutcome::new(answer, Heuristic::NONE, self.table_bytes())
    }

    fn answer(&self, query: &CubeQuery<Cube3>, method: &Method, control: &Control<'_>) -> Answer {
        let cube = difference(query);
        if cube == Cube3::SOLVED {
            return already_solved();
        }
        if method.algorithm == FOUR_PHASE {
            return self.four_phase.solve(&cube, query, method, control);
        }
        // A face that can be turned one way can be turned any way; the phases count on it.
        let closure = CubeQuery { turns: one_way_turns::closure(query.turns), ..*query };
        let answer = self.two_phase(&cube, &closure, method, SearchBounds::NONE, control);
        match closure.turns == query.turns {
            true => answer,
            false => one_way_turns::rewrite(answer, query, control.limits.max_cost),
        }
    }

    /// Solves a cube in two phases, with turns that make up whole faces.
    pub fn two_phase(
        &self,
        cube: &Cube3,
        query: &CubeQuery<Cube3>,
        method: &Method,
        bounds: SearchBounds,
        control: &Control<'_>,
    ) -> Answer {
        match query.metric {
            Metric::HalfTurn => self.half_turn.solve(cube, query, method, bounds, control),
            Metric::QuarterTurn => self.quarter_turn.solve(cube, query, method, bounds, control),
            Metric::Axial => self.axial.solve(cube, query, method, bounds, control),
        }
    }

    /// Solves one of several cubes in at most `most` turns of faces, and goes on to shorter solutions of any of them until
    /// the control ends it or there are none: which of them, and how.
    pub fn solve_one_of(
        &self,
        cubes: &[Cube3],
        most: Cost,
        control: &Control<'_>,
    ) -> (Option<(usize, Vec<Move>)>, Counts) {
        self.half_turn.solve_one_of(cubes, most, control)
    }

    /// The tables of turns of faces, small ones at once; the others grow in the background, or before this returns if they
    /// are wanted `in_full`.
    ///
    /// # Errors
    /// If the stop flag is raised before they have grown.
    pub fn prepare_two_phase(&self, in_full: bool, control: &Control<'_>) -> Result<(), Cancelled> {
        self.half_turn.prepare(Metric::HalfTurn, in_full, control)
    }

    /// From now on first solutions are looked for as for one of many cubes.
    fn expect_many(&self, metric: Metric) {
        match metric {
            Metric::HalfTurn => self.half_turn.for_many.store(true, Ordering::Relaxed),
            Metric::QuarterTurn => self.quarter_turn.for_many.store(true, Ordering::Relaxed),
            Metric::Axial => self.axial.for_many.store(true, Ordering::Relaxed),
        }
    }

    /// Bytes of the tables of turns of faces.
    pub fn two_phase_bytes(&self) -> u64 {
        self.half_turn.bytes()
    }

    /// Waits until the tables of the phases have their full size.
    ///
    /// # Errors
    /// If the stop flag is raised first.
    pub fn grow_phases(&self, metric: Metric, control: &Control<'_>) -> Result<(), Cancelled> {
        match metric {
            Metric::HalfTurn => self.half_turn.grow(metric, control),
            Metric::QuarterTurn => self.quarter_turn.grow(metric, control),
            Metric::Axial => self.axial.grow(metric, control),
        }
    }

    /// Makes the tables that a request needs, the large ones too if many are to come.
    pub fn prepare(&self, query: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>) {
        if query.start == query.goal && demand == Demand::One {
            return;
        }
        if method.algorithm == FOUR_PHASE {
            return self.four_phase.prepare(query, control);
        }
        let in_full = demand == Demand::Many || is_counted(method, control);
        if demand == Demand::Many {
            self.expect_many(query.metric);
        }
        // Where they could not grow in time, the small ones answer.
        let _ = match query.metric {
            Metric::HalfTurn => self.half_turn.prepare(query.metric, in_full, control),
            Metric::QuarterTurn => self.quarter_turn.prepare(query.metric, in_full, control),
            Metric::Axial => self.axial.prepare(query.metric, in_full, control),
        };
    }

    /// Bytes of tables held.
    pub fn table_bytes(&self) -> u64 {
        self.half_turn.bytes() + self.quarter_turn.bytes() + self.axial.bytes() + self.four_phase.bytes()
    }
}
