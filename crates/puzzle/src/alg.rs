//! Sequences of moves of twisty puzzles as people write them, with groups, commutators and conjugates. What a move does is
//! not known here, and the notation is read in [`crate::parse::alg`]; this is what was read, and how it is printed.

mod expand;

mod inverse;

mod display;

pub use expand::{Leaf, TooLong};

/// A sequence of nodes. Prints as text that reads as the same sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Alg {
    /// From first to last.
    pub nodes: Vec<Node>,
}

/// One thing in a sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A move like `R2'`.
    Move(Move),
    /// The two turns of a Square-1, `(1, 0)`: upper and lower layer, in twelfths.
    Twelfths(i32, i32),
    /// The slice of a Square-1, `/`.
    Slash,
    /// A pause, `.`, which does nothing.
    Pause,
    /// A sequence done several times, `(R U)3`; backwards if the number is negative.
    Group(Alg, i32),
    /// `[A, B]`, which is `A B A' B'`, done several times.
    Commutator(Alg, Alg, i32),
    /// `[A: B]`, which is `A B A'`, done several times.
    Conjugate(Alg, Alg, i32),
}

/// A move: which layers, of what, how far.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The number before the family.
    pub layers: Layers,
    /// The name: letters and underscores, at least one.
    pub family: String,
    /// How far.
    pub amount: Amount,
}

/// Which layers a move turns, counted from 1 at the outside. What it means depends on the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layers {
    /// No number: `R`.
    Plain,
    /// One number: `2R`.
    One(u32),
    /// From one to another that is not smaller: `2-3r`.
    Range(u32, u32),
}

/// How far a move goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// So many times, backwards if negative: `R`, `R2`, `R'`.
    Times(i32),
    /// The big turns of a megaminx scramble, `R++` for true and `R--` for false.
    Twice(bool),
    /// Hours of a clock, forwards `UR3+` or backwards `UR3-`.
    Hours(u32, bool),
}

impl Move {
    /// A move without layers.
    pub fn new(family: &str, times: i32) -> Move {
        Move { layers: Layers::Plain, family: family.to_string(), amount: Amount::Times(times) }
    }

    /// The move that undoes it.
    #[must_use]
    pub fn inverse(&self) -> Move {
        Move { amount: self.amount.inverse(), ..self.clone() }
    }
}

impl Amount {
    /// As far back.
    #[must_use]
    pub const fn inverse(self) -> Amount {
        match self {
            // The readers keep to numbers with an inverse; the smallest of all has none.
            Amount::Times(times) => Amount::Times(times.saturating_neg()),
            Amount::Twice(forwards) => Amount::Twice(!forwards),
            Amount::Hours(hours, forwards) => Amount::Hours(hours, !forwards),
        }
    }
}

impl From<Vec<Node>> for Alg {
    fn from(nodes: Vec<Node>) -> Alg {
        Alg { nodes }
    }
}
