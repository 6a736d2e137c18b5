//! What the solvers of cubes share: which turns may be made, and what counts as one move.

use puzzle::cube::TurnSet;

use crate::error::Error;

/// A cube to be turned into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twist<C> {
    /// Where it starts.
    pub start: C,
    /// Where it should go.
    pub goal: C,
    /// What counts as one move.
    pub metric: Metric,
    /// The turns that may be used.
    pub turns: TurnSet,
}

impl<C> Twist<C> {
    /// Checks that there are turns and that they lead to the goal.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check_turns(&self, is_reachable: impl FnOnce() -> bool) -> Result<(), Error> {
        match self.turns {
            TurnSet::ALL => Ok(()),
            TurnSet::EMPTY => Err(Error::usage("no turn may be used, expected at least one")),
            _ if is_reachable() => Ok(()),
            turns => {
                let message = format!("no sequence of the turns {turns} leads from this cube to the goal");
                Err(Error::unsolvable(message).hint("allow more turns by --moves"))
            }
        }
    }
}

/// What counts as one move of a cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// Any turn of a face.
    #[default]
    HalfTurn,
    /// A quarter turn of a face; a half turn counts twice.
    QuarterTurn,
    /// Any turns of two opposite faces together.
    Axial,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::HalfTurn, Metric::QuarterTurn, Metric::Axial];

    /// The name it is asked for by.
    pub fn name(self) -> &'static str {
        match self {
            Metric::HalfTurn => "half-turn",
            Metric::QuarterTurn => "quarter-turn",
            Metric::Axial => "axial",
        }
    }

    /// The abbreviation that cubers use.
    pub fn short_name(self) -> &'static str {
        match self {
            Metric::HalfTurn => "htm",
            Metric::QuarterTurn => "qtm",
            Metric::Axial => "atm",
        }
    }

    /// What it counts, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Metric::HalfTurn => "any turn of a face is one move",
            Metric::QuarterTurn => "a quarter turn is one move, a half turn two",
            Metric::Axial => "turns of two opposite faces together are one move (3x3x3)",
        }
    }
}
