//! Random cubes, with a solution by reduction backwards. For blindfolded events the cube is held in a random orientation.

use std::sync::Arc;

use puzzle::Cube4;
use puzzle::cube::Orientation;
use puzzle::puzzle_names::Event;
use search::{Control, Cost, Limits, Move, Sequential};
use solver::cube::{Format, RandomCube, inverse_turns};
use solver::{Demand, Error, Method, Names, PuzzleRef, RandomBelow, ScrambleSpec, Scrambled, Scrambler};

use crate::info::{INFO, REDUCTION};
use crate::moves::stepped;
use crate::solver::Cube4Solver;

/// Cubes of fewer moves are drawn again.
const LEAST: Cost = 2;

/// Draws random cubes.
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

    /// Returns the cube that turns make, with the turns that hold it in a random orientation if that is asked for.
    fn told(&self, scramble: String, turns: &[Move], below: RandomBelow<'_>) -> RandomCube {
        // It may be solved held in another way than the one it is scrambled from.
        let cube = turns.iter().fold(Cube4::SOLVED, |cube, &mv| stepped(&cube, mv));
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
            if report.length >= Some(LEAST) {
                let turns = inverse_turns(solution);
                let scramble = Names(&*request.instance, &turns).to_string();
                return Ok(Some(self.told(scramble, &turns, below).into_scrambled(INFO.name, self.format)));
            }
        }
    }
}
