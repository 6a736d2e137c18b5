//! The phase algorithms in all metrics, with the tables they share. Solvers that reduce another puzzle to a 3x3x3 use
//! it as well.

use std::sync::atomic::Ordering;

use puzzle::Cube3;
use search::{Answer, Control, Cost, Counts, Move};
use solver::cube::{CubeQuery, Metric};
use solver::{Algorithm, Cancelled, Demand, Heuristic, Method, SolveOutcome};

use crate::answer::{SearchBounds, already_solved, difference};
use crate::four_phase::{self, FourPhase};
use crate::info::FOUR_PHASE;
use crate::one_way_turns;
use crate::two_phase::tables::Tables;
use crate::two_phase::{MetricSolver, is_counted};

/// Solves 3x3x3 cubes by two or four phases and caches the tables.
#[derive(Default)]
pub struct PhaseSolver {
    half_turn: MetricSolver<32>,
    quarter_turn: MetricSolver<32>,
    axial: MetricSolver<64>,
    four_phase: FourPhase,
}

impl PhaseSolver {
    /// Creates a solver without tables.
    pub fn new() -> Self {
        PhaseSolver::default()
    }

    /// Solves a cube by the algorithm of `method`.
    ///
    /// # Panics
    /// If the algorithm has no phases.
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
        // The phases assume that a face with a quarter turn can be turned any way.
        let closed = CubeQuery { turns: one_way_turns::closure(query.turns), ..*query };
        let answer = self.two_phase(&cube, &closed, method, SearchBounds::NONE, control);
        match closed.turns == query.turns {
            true => answer,
            false => one_way_turns::rewrite(answer, query, control.limits.max_cost),
        }
    }

    /// Solves a cube in two phases. The set of turns must be closed: see [`one_way_turns::closure`].
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

    /// Solves one of several cubes in at most `most` face turns, and searches for shorter solutions of any of them
    /// until the control stops it or none is left. Returns the number of the cube and its solution.
    pub fn solve_one_of(
        &self,
        cubes: &[Cube3],
        most: Cost,
        control: &Control<'_>,
    ) -> (Option<(usize, Vec<Move>)>, Counts) {
        self.half_turn.solve_one_of(cubes, most, control)
    }

    /// Builds the small tables of the half-turn metric. The large ones grow in the background, or before this returns
    /// if `in_full` is set.
    ///
    /// # Errors
    /// If the stop flag is raised before they have grown.
    pub fn prepare_two_phase(&self, in_full: bool, control: &Control<'_>) -> Result<(), Cancelled> {
        self.half_turn.prepare(Metric::HalfTurn, in_full, control)
    }

    /// Makes first solutions use the large tables from now on, as for many cubes.
    fn expect_many(&self, metric: Metric) {
        match metric {
            Metric::HalfTurn => self.half_turn.for_many.store(true, Ordering::Relaxed),
            Metric::QuarterTurn => self.quarter_turn.for_many.store(true, Ordering::Relaxed),
            Metric::Axial => self.axial.for_many.store(true, Ordering::Relaxed),
        }
    }

    /// Bytes of the two-phase tables of the half-turn metric.
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

    /// Builds the tables that a request needs, including the large ones if many requests are expected.
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
        // If the large tables are not filled in time, the small ones are used.
        let _ = match query.metric {
            Metric::HalfTurn => self.half_turn.prepare(query.metric, in_full, control),
            Metric::QuarterTurn => self.quarter_turn.prepare(query.metric, in_full, control),
            Metric::Axial => self.axial.prepare(query.metric, in_full, control),
        };
    }

    /// Approximate bytes of the tables of an algorithm; 0 if it has none here.
    pub(crate) fn needed_bytes(algorithm: Algorithm, metric: Metric) -> u64 {
        match algorithm {
            Algorithm::TWO_PHASE if metric == Metric::Axial => Tables::<64>::BYTES,
            Algorithm::TWO_PHASE => Tables::<32>::BYTES,
            FOUR_PHASE => four_phase::BYTES,
            _ => 0,
        }
    }

    /// Bytes of all tables in memory.
    pub fn table_bytes(&self) -> u64 {
        self.half_turn.bytes() + self.quarter_turn.bytes() + self.axial.bytes() + self.four_phase.bytes()
    }
}
