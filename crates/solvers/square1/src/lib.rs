//! Square-1: by two phases, and shortest solutions in twists or in turns.
//!
//! Reading order: [`moves`] how moves are numbered; the two phases [`into`] and [`home`], whose distances are in
//! [`squares`] over [`row`], with their chain in [`two_phase`]; for shortest solutions [`words`] and [`alike`] what is
//! alike, [`ball`] and [`near`] what is near, and [`problem`]; [`serve`] the façade.

pub mod alike;
pub mod ball;
pub mod home;
pub mod into;
pub mod moves;
pub mod near;
pub mod problem;
pub mod row;
pub mod serve;
pub mod squares;
pub mod two_phase;
pub mod words;

use puzzle::Square1;

pub use serve::Recipes;

/// A position of Square-1 to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slashing {
    /// Where it starts.
    pub start: Square1,
    /// What counts as one move.
    pub metric: Square1Metric,
}

/// What counts as one move of Square-1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Square1Metric {
    /// A slash; turns of the layers are free.
    #[default]
    Twist,
    /// A slash, or any turn of one layer.
    FaceTurn,
}

impl Square1Metric {
    /// All of them.
    pub const ALL: [Square1Metric; 2] = [Square1Metric::Twist, Square1Metric::FaceTurn];

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Square1Metric::Twist => "twist",
            Square1Metric::FaceTurn => "face-turn",
        }
    }

    /// What it counts, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Square1Metric::Twist => "a slash is one move, turns of the layers are free (square-1)",
            Square1Metric::FaceTurn => "a slash is one move, and so is any turn of one layer (square-1)",
        }
    }
}
