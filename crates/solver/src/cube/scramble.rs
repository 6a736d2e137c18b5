//! Random cubes with a scramble. The scramble is the inverse of a solution, so it does not reveal how the cube was
//! drawn. As in competitions, cubes that are nearly solved are drawn again (regulation 4b3 of the World Cube
//! Association).

use search::Move;

use crate::error::Error;
use crate::info::{Named, SolverInfo};
use crate::options::Purpose;
use crate::scramble::{ScrambleSpec, Scrambled};

/// Output formats of cube scrambles.
pub const FORMATS: &[Named] = &[
    Named {
        name: "moves",
        summary: "Moves that lead there from the solved position (events, puzzles with phases of their own, and small ones)",
    },
    Named { name: "facelets", summary: "Facelets (2x2x2, 3x3x3, 4x4x4)" },
];

/// Output format of cube scrambles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The scramble.
    Moves,
    /// The facelets.
    Facelets,
}

impl Format {
    /// Parses the format and rejects options that cubes do not have.
    ///
    /// # Errors
    /// If an option is for other puzzles.
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
    /// Scramble from the solved cube, in the current orientation.
    pub scramble: String,
    /// Number of moves.
    pub length: usize,
    /// The facelets.
    pub facelets: String,
}

impl RandomCube {
    /// Converts the cube into its output.
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

/// Returns the inverse of a solution. Turns are numbered in threes: one, two and three quarter turns of each layer.
pub fn inverse_turns(solution: &[Move]) -> Vec<Move> {
    solution.iter().rev().map(|&Move(mv)| Move(mv - mv % 3 + (2 - mv % 3))).collect()
}
