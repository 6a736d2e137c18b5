//! Random-state scrambles: the inverse of a shortest solution.

use std::sync::Arc;

use puzzle::Cube2;
use puzzle::cube::TurnSet;
use search::{Control, Cost, Limits, Sequential};
use solver::cube::{CubeQuery, Format, Metric, RandomCube, inverse_turns};
use solver::{Algorithm, Demand, Error, Method, Names, RandomBelow, ScrambleSpec, Scrambled, Scrambler};

use crate::info::INFO;
use crate::solver::Cube2Solver;

/// A random cube with a shorter solution is rejected.
const MIN_LENGTH: Cost = 4;

/// Generates random cubes.
pub(crate) struct RandomCubes {
    solver: Arc<Cube2Solver>,
    format: Format,
    demand: Demand,
}

impl RandomCubes {
    pub(crate) fn new(solver: Arc<Cube2Solver>, spec: &ScrambleSpec) -> Result<RandomCubes, Error> {
        let demand = if spec.many { Demand::Many } else { Demand::One };
        Ok(RandomCubes { solver, format: Format::of_spec(spec, &INFO)?, demand })
    }
}

impl Scrambler for RandomCubes {
    fn draw(
        &mut self,
        _seed: u64,
        _number: u64,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<Scrambled>, Error> {
        let method = Method { small_tables: true, ..Method::by(Algorithm::IDA_STAR) };
        let control = control.within(Limits::default());
        loop {
            let start = Cube2::random(&mut *below);
            let query =
                CubeQuery { start, goal: Cube2::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL };
            let request = self.solver.request(query, method);
            request.prepare(self.demand, &control)?;
            let report = request.solve(&Sequential, &control)?;
            let Some(solution) = report.solutions.first() else { return Ok(None) };
            if report.length >= Some(MIN_LENGTH) {
                let turns = inverse_turns(solution);
                let scramble = Names(&*request.instance, &turns).to_string();
                let facelets = start.to_facelets();
                let cube = RandomCube { scramble, length: turns.len(), facelets };
                return Ok(Some(cube.into_scrambled(INFO.name, self.format)));
            }
        }
    }
}
