//! Random-state scrambles: a random position in which a slash is possible, and the inverse of a two-phase solution.
//! Positions within five twists of the solved one are rejected: at competitions at least eleven moves are required
//! (regulation 4b3), and six slashes with the turns between them are eleven.

use std::sync::Arc;

use puzzle::Square1;
use puzzle::square1::{Step, Steps};
use search::{Control, Cost, Limits, Sequential};
use solver::{Algorithm, Error, Method, Purpose, RandomBelow, Report, ScrambleSpec, Scrambled, Scrambler};

use crate::info::{INFO, NAME};
use crate::moves;
use crate::solver::Square1Solver;
use crate::{Square1Metric, Square1Query};

/// Positions within this many twists are rejected.
const NEAR: Cost = 5;

/// Generates random-state scrambles.
pub struct Square1Scrambler {
    solver: Arc<Square1Solver>,
    /// True if positions are printed instead of moves.
    are_letters: bool,
    memory: u64,
}

impl Square1Scrambler {
    /// Reads the options of a scramble request.
    pub(crate) fn new(solver: Arc<Square1Solver>, spec: &ScrambleSpec) -> Result<Square1Scrambler, Error> {
        let are_letters = match spec.format.as_deref() {
            None | Some("moves") => false,
            Some("letters") => true,
            Some(name) => {
                let message = format!("--format {name} is not for {NAME}, expected moves or letters");
                return Err(Error::usage(message));
            }
        };
        spec.options.check(NAME, INFO.options, Purpose::Scramble)?;
        if spec.goal.is_some() {
            return Err(Error::usage(format!("--goal is not for scrambles of {NAME}")));
        }
        Ok(Square1Scrambler { solver, are_letters, memory: spec.memory })
    }

    /// Draws positions until one is far enough from solved. None if the search was stopped.
    fn position(
        &self,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<(Square1, Vec<Step>)>, Error> {
        loop {
            let start = Square1::random(below);
            let solve = |algorithm: Algorithm, max_cost: Cost| -> Result<Report, Error> {
                let query = Square1Query { start, metric: Square1Metric::Twist };
                let limits = Limits { max_cost, max_memory: self.memory, ..Limits::default() };
                let request = self.solver.request(query, Method::by(algorithm));
                request.solve(&Sequential, &control.within(limits))
            };
            let report = solve(Algorithm::TWO_PHASE, Limits::default().max_cost)?;
            let Some(solution) = report.solutions.first() else { return Ok(None) };
            // The solution's length is an upper bound only; a complete search decides whether a position is too near.
            if report.length <= Some(NEAR) || !solve(Algorithm::IDA_STAR, NEAR)?.solutions.is_empty() {
                continue;
            }
            let steps: Vec<Step> = solution.iter().flat_map(|&mv| moves::steps(mv)).collect();
            return Ok(Some((start, steps.into_iter().rev().map(Step::inverse).collect())));
        }
    }
}

impl Scrambler for Square1Scrambler {
    fn draw(
        &mut self,
        _seed: u64,
        _number: u64,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<Scrambled>, Error> {
        let Some((state, steps)) = self.position(below, control)? else { return Ok(None) };
        // Competition notation writes a slash directly behind its turn.
        let scramble = Steps(&steps).to_string().replace(" /", "/");
        let length = steps.iter().filter(|step| **step == Step::Slash).count();
        let position = state.to_string();
        let text = if self.are_letters { format!("{position}\n") } else { format!("{scramble}\n") };
        let fields = vec![
            ("puzzle", NAME.into()),
            ("scramble", scramble.into()),
            ("length", length.into()),
            ("position", position.into()),
        ];
        Ok(Some(Scrambled { text, fields }))
    }
}
