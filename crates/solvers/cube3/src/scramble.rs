//! Random-state scrambles: the inverse of the first solution that two-phase finds. Events of the World Cube Association
//! have rules of their own: see [`end_axes`].

mod end_axes;

use std::sync::Arc;

use puzzle::Cube3;
use puzzle::cube::{Orientation, TurnSet};
use puzzle::puzzle_names::Event;
use search::{Control, Cost, Limits, Sequential};
use solver::cube::{CubeQuery, Format, Metric, RandomCube, inverse_turns};
use solver::{
    Algorithm, Demand, Error, Method, Names, PuzzleRef, RandomBelow, Report, Request, ScrambleSpec,
    Scrambled, Scrambler,
};

use self::end_axes::{AvoidedAxes, padded};
use crate::info::INFO;
use crate::solver::Cube3Solver;

/// A random cube with a shorter solution is rejected. Two-phase finds solutions of fewer than two moves if there are
/// any.
const MIN_LENGTH: Cost = 2;

/// Generates random cubes.
pub(crate) struct RandomCubes {
    solver: Arc<Cube3Solver>,
    event: Option<Event>,
    format: Format,
    demand: Demand,
}

impl RandomCubes {
    pub(crate) fn new(solver: Arc<Cube3Solver>, spec: &ScrambleSpec) -> Result<RandomCubes, Error> {
        let event = match &spec.puzzle {
            PuzzleRef::Named(name) => Event::find(name),
            PuzzleRef::Definition(_) => None,
        };
        let demand = if spec.many { Demand::Many } else { Demand::One };
        Ok(RandomCubes { solver, event, format: Format::of_spec(spec, &INFO)?, demand })
    }

    /// Solves a cube by two-phase.
    fn solved(&self, start: Cube3, control: &Control<'_>) -> Result<(Request, Report), Error> {
        let query = CubeQuery { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL };
        let method = Method { small_tables: true, ..Method::by(Algorithm::TWO_PHASE) };
        let request = self.solver.request(query, method);
        let control = control.within(Limits::default());
        request.prepare(self.demand, &control)?;
        let report = request.solve(&Sequential, &control)?;
        Ok((request, report))
    }

    /// Draws random cubes until one is far enough from solved. None if the search is interrupted.
    fn random_cube(
        &self,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<RandomCube>, Error> {
        loop {
            let cube = Cube3::random(&mut *below);
            let (request, report) = self.solved(cube, control)?;
            let Some(solution) = report.solutions.first() else { return Ok(None) };
            if report.length < Some(MIN_LENGTH) {
                continue;
            }
            let facelets = cube.to_facelets();
            return match self.event {
                Some(Event::Cube333FewestMoves) => {
                    let turns = padded(&cube, self, control)?;
                    Ok(turns.map(|turns| RandomCube {
                        scramble: end_axes::names(&turns),
                        length: turns.len(),
                        facelets,
                    }))
                }
                Some(Event::Cube333Blindfolded | Event::Cube333MultiBlind) => {
                    self.blindfolded(&cube, below, control)
                }
                _ => {
                    let turns = inverse_turns(solution);
                    let scramble = Names(&*request.instance, &turns).to_string();
                    Ok(Some(RandomCube { scramble, length: turns.len(), facelets }))
                }
            };
        }
    }

    /// Returns a cube in a random orientation, which the last turns of its scramble bring about.
    fn blindfolded(
        &self,
        cube: &Cube3,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<RandomCube>, Error> {
        let orientation = Orientation::random(3, below);
        let avoided = AvoidedAxes { last: orientation.first_axis(), ..AvoidedAxes::default() };
        let Some(turns) = end_axes::scramble(cube, avoided, self, control)? else { return Ok(None) };
        let held = orientation.layer_turns().fold(*cube, |cube, turn| turn.apply3(&cube));
        let names: Vec<String> = [end_axes::names(&turns)].into_iter().chain(orientation.names()).collect();
        Ok(Some(RandomCube {
            scramble: names.join(" "),
            length: turns.len() + orientation.len(),
            facelets: held.to_facelets(),
        }))
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
        let cube = self.random_cube(below, control)?;
        Ok(cube.map(|cube| cube.into_scrambled(INFO.name, self.format)))
    }
}
