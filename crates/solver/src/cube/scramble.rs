//! Random cubes with moves that make them. The moves are those of a solution backwards, so they say nothing about how the
//! cube was drawn. As at competitions, cubes that are nearly solved are drawn again (regulation 4b3 of the World Cube
//! Association).

use search::Move;

use crate::error::Error;
use crate::info::{Named, SolverInfo};
use crate::options::Purpose;
use crate::scramble::{ScrambleSpec, Scrambled};

/// The formats of scrambles of cubes.
pub const FORMATS: &[Named] = &[
    Named {
        name: "moves",
        summary: "Moves that lead there from the solved position (events, puzzles with phases of their own, and small ones)",
    },
    Named { name: "facelets", summary: "Facelets (2x2x2, 3x3x3, 4x4x4)" },
];

/// A format of scrambles of cubes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Moves that make the cube.
    Moves,
    /// Its facelets.
    Facelets,
}

impl Format {
    /// Reads the format, and checks that nothing is asked for that cubes do not have.
    ///
    /// # Errors
    /// If options are for other puzzles.
    pub fn of_spec(spec: &ScrambleSpec, info: &SolverInfo) -> Result<Format, Error> {
        spec.options.check(info.name, info.options, Purpose::Scramble)?;
        if spec.goal.is_some() {
            return Err(Error::usage(format!("--goal is not for {}", info.name)));
        }
        match spec.format.as_deref() {
            None | Some("moves") => Ok(Format::Moves),
            Some("facelets") => Ok(Format::Facelets),
            Some(other) => {
                let message =
                    format!("--format {other} is not for {}, expected moves or facelets", info.name);
                Err(Error::usage(message))
            }
        }
    }
}

/// A random cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomCube {
    /// Moves that make it from a solved one, as held.
    pub scramble: String,
    /// How many they are.
    pub length: usize,
    /// Its facelets.
    pub facelets: String,
}

impl RandomCube {
    /// Returns it as it is told.
    pub fn into_scrambled(self, puzzle: &'static str, format: Format) -> Scrambled {
        let RandomCube { scramble, length, facelets } = self;
        let text = match format {
            Format::Moves => &scramble,
            Format::Facelets => &facelets,
        };
        Scrambled {
            text: format!("{text}\n"),
            fields: vec![
                ("puzzle", puzzle.into()),
                ("scramble", scramble.into()),
                ("length", length.into()),
                ("cube", facelets.into()),
            ],
        }
    }
}

/// Returns the turns that undo a solution. They are numbered by threes: one, two and three quarters of each layer.
pub fn inverse_turns(solution: &[Move]) -> Vec<Move> {
    solution.iter().rev().map(|&Move(mv)| Move(mv - mv % 3 + (2 - mv % 3))).collect()
}
