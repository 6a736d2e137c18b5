//! The phases of all metrics together, with the tables they share. Solvers of other puzzles that come down to a 3x3x3 ask
//! here.

use std::sync::atomic::Ordering;

use puzzle::Cube3;
use search::{Answer, Control, Cost, Counts, Move};
use solver::cube::{CubeQuery, Metric};
use solver::{Cancelled, Demand, Heuristic, Method, SolveOutcome};

use crate::answer::{Aim, already_solved, difference};
use crate::four_phase::FourPhase;
use crate::info::FOUR_PHASE;
use crate::two_phase::{MetricSolver, is_counted};
use crate::words;

/// Solves 3x3x3 cubes in phases and keeps the tables it has made for them.
#[derive(Default)]
pub struct Cubes {
    half_turn: MetricSolver<32>,
    quarter_turn: MetricSolver<32>,
    axial: MetricSolver<64>,
    four_phase: FourPhase,
}

impl Cubes {
    /// With nothing made yet, and nothing kept.
    pub fn new() -> Self {
        Cubes::default()
    }

    /// Solves a cube in phases.
    ///
    /// # Panics
    /// For an algorithm that has no phases.
    pub fn solve(&self, twist: &CubeQuery<Cube3>, method: &Method, control: &Control<'_>) -> SolveOutcome {
        let answer = self.answer(twist, method, control);
        SolveOutcome::new(answer, Heuristic::NONE, self.table_bytes())
    }

    fn answer(&self, twist: &CubeQuery<Cube3>, method: &Method, control: &Control<'_>) -> Answer {
        let cube = difference(twist);
        if cube == Cube3::SOLVED {
            return already_solved();
        }
        if method.algorithm == FOUR_PHASE {
            return self.four_phase.solve(&cube, twist, method, control);
        }
        // A face that can be turned one way can be turned any way; the phases count on it.
        let closed = CubeQuery { turns: words::closed(twist.turns), ..*twist };
        let answer = self.two_phase(&cube, &closed, method, Aim::ANY, control);
        match closed.turns == twist.turns {
            true => answer,
            false => words::spelled(answer, twist, control.limits.max_cost),
        }
    }

    /// Solves a cube in two phases, with turns that make up whole faces.
    pub fn two_phase(
        &self,
        cube: &Cube3,
        twist: &CubeQuery<Cube3>,
        method: &Method,
        aim: Aim,
        control: &Control<'_>,
    ) -> Answer {
        match twist.metric {
            Metric::HalfTurn => self.half_turn.solve(cube, twist, method, aim, control),
            Metric::QuarterTurn => self.quarter_turn.solve(cube, twist, method, aim, control),
            Metric::Axial => self.axial.solve(cube, twist, method, aim, control),
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
    pub fn prepare(&self, twist: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>) {
        if twist.start == twist.goal && demand == Demand::One {
            return;
        }
        if method.algorithm == FOUR_PHASE {
            return self.four_phase.prepare(twist, control);
        }
        let in_full = demand == Demand::Many || is_counted(method, control);
        if demand == Demand::Many {
            self.expect_many(twist.metric);
        }
        // Where they could not grow in time, the small ones answer.
        let _ = match twist.metric {
            Metric::HalfTurn => self.half_turn.prepare(twist.metric, in_full, control),
            Metric::QuarterTurn => self.quarter_turn.prepare(twist.metric, in_full, control),
            Metric::Axial => self.axial.prepare(twist.metric, in_full, control),
        };
    }

    /// Bytes of tables held.
    pub fn table_bytes(&self) -> u64 {
        self.half_turn.bytes() + self.quarter_turn.bytes() + self.axial.bytes() + self.four_phase.bytes()
    }
}
