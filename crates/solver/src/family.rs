//! Kinds of puzzles, and which searches and estimates each has.

use crate::request::{Algorithm, Estimate};

/// The searches that find steps.
pub const STEP_ALGORITHMS: &[Algorithm] = &[Algorithm::IdaStar];

/// A kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// Sliding tiles on a rectangle.
    Sliding,
    /// The 2x2x2 cube.
    Cube2,
    /// The 3x3x3 cube.
    Cube3,
    /// The 4x4x4 cube.
    Cube4,
    /// Letters that change as they slide.
    Shuffdle,
    /// Square-1.
    Square1,
    /// Any twisty puzzle that somebody has defined.
    Defined,
}

impl Family {
    /// Those that have a name.
    pub const ALL: [Family; 6] =
        [Family::Sliding, Family::Cube2, Family::Cube3, Family::Cube4, Family::Shuffdle, Family::Square1];

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Family::Sliding => "sliding",
            Family::Cube2 => "2x2x2",
            Family::Cube3 => "3x3x3",
            Family::Cube4 => "4x4x4",
            Family::Shuffdle => "shuffdle",
            Family::Square1 => "square-1",
            Family::Defined => "defined puzzles",
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Family::Sliding => {
                "sliding tiles on a rectangle: searched from 2x2 to 16x16, tile by tile up to 999x999"
            }
            Family::Cube2 => "the 2x2x2 cube: a scramble, 24 facelets or a net",
            Family::Cube3 => "the 3x3x3 cube: a scramble, 54 facelets or a net",
            Family::Cube4 => "the 4x4x4 cube: a scramble, 96 facelets or a net",
            Family::Shuffdle => "Shuffdle: letters that change as they slide must spell a word",
            Family::Square1 => {
                "Square-1: a scramble like (1,0) / (-3,0) /, or a position like A1B2C3D45E6F7G8H-"
            }
            Family::Defined => "any twisty puzzle, by its definition",
        }
    }

    /// The searches it can be solved by, the one that is used if nobody says first.
    pub fn algorithms(self) -> &'static [Algorithm] {
        match self {
            Family::Sliding => Algorithm::SLIDING,
            Family::Cube2 | Family::Defined => Algorithm::GENERIC,
            Family::Cube3 => &[Algorithm::TwoPhase, Algorithm::FourPhase, Algorithm::IdaStar],
            Family::Cube4 => &[Algorithm::Reduction],
            Family::Shuffdle => Algorithm::NEAREST_FIRST,
            Family::Square1 => &[Algorithm::TwoPhase, Algorithm::IdaStar],
        }
    }

    /// What it can be estimated with, weakest first.
    pub fn estimates(self) -> &'static [Estimate] {
        match self {
            Family::Sliding => Estimate::ALL.split_at(6).0,
            Family::Cube2 => &[Estimate::Zero, Estimate::Pattern, Estimate::Exact],
            Family::Cube3 => Estimate::CUBE3,
            Family::Cube4 => &[],
            Family::Shuffdle => Estimate::SHUFFDLE,
            Family::Square1 => &[Estimate::Zero, Estimate::Hashed],
            Family::Defined => &[Estimate::Zero, Estimate::Hashed, Estimate::Looks],
        }
    }
}
