//! Random-state scrambles: the inverse of a solution by reduction. For blindfolded events the cube is put in a random
//! orientation.

use std::sync::Arc;

use puzzle::Cube4;
use puzzle::cube::Orientation;
use puzzle::puzzle_names::Event;
use search::{Control, Cost, Limits, Move, Sequential};
use solver::cube::{Format, RandomCube, inverse_turns};
use solver::{Demand, Error, Method, Names, PuzzleRef, RandomBelow, ScrambleSpec, Scrambled, Scrambler};

use crate::info::{INFO, REDUCTION};
use crate::moves::apply_move;
use crate::solver::Cube4Solver;

/// Cubes with a shorter solution are drawn again.
const MIN_LENGTH: Cost = 2;

/// Generates random cubes.
pub(crate) struct RandomCubes {
    solver: Arc<Cube4Solver>,
    is_blindfolded: bool,
    format: Format,
    demand: Demand,
}

impl RandomCubes {
    pub(crate) fn new(solver: Arc<Cube4Solver>, spec: &ScrambleSpec) -> Result<RandomCubes, Error> {
        let is_blindfolded = match &spec.puzzle {
            PuzzleRef::Named(name) => Event::find(name) == Some(Event::Cube444Blindfolded),
            PuzzleRef::Definition(_) => false,
        };
        let demand = if spec.many { Demand::Many } else { Demand::One };
        Ok(RandomCubes { solver, is_blindfolded, format: Format::of_spec(spec, &INFO)?, demand })
    }

    /// Returns the cube after these turns, with the rotations to a random orientation for blindfolded events.
    fn random_cube(&self, scramble: String, turns: &[Move], below: RandomBelow<'_>) -> RandomCube {
        // The solution may leave the cube in another orientation than the one it is scrambled from.
        let cube = turns.iter().fold(Cube4::SOLVED, |cube, &mv| apply_move(&cube, mv));
        if !self.is_blindfolded {
            return RandomCube { scramble, length: turns.len(), facelets: cube.to_facelets() };
        }
        let orientation = Orientation::random(4, below);
        let held = orientation.layer_turns().fold(cube, |cube, turn| turn.apply4(&cube));
        let names: Vec<String> = [scramble].into_iter().chain(orientation.names()).collect();
        RandomCube {
            scramble: names.join(" "),
            length: turns.len() + orientation.len(),
            facelets: held.to_facelets(),
        }
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
        let method = Method { small_tables: true, ..Method::by(REDUCTION) };
        let control = control.within(Limits::default());
        loop {
            let request = self.solver.request(Cube4::random(&mut *below), method);
            request.prepare(self.demand, &control)?;
            let report = request.solve(&Sequential, &control)?;
            let Some(solution) = report.solutions.first() else { return Ok(None) };
            if report.length >= Some(MIN_LENGTH) {
                let turns = inverse_turns(solution);
                let scramble = Names(&*request.instance, &turns).to_string();
                return Ok(Some(
                    self.random_cube(scramble, &turns, below).into_scrambled(INFO.name, self.format),
                ));
            }
        }
    }
}
