//! Sequences of moves (algs) of twisty puzzles as people write them, with groups, commutators and conjugates. This
//! module is the syntax tree and its printing; the parser is [`crate::parse::alg`], and the effect of a move is defined
//! elsewhere.

mod expand;

mod inverse;

mod display;

pub use expand::{Leaf, TooLong};

/// A sequence of nodes. Prints as text that parses to the same sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Alg {
    /// From first to last.
    pub nodes: Vec<Node>,
}

/// A node of the syntax tree.
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
    /// A repeated sequence, `(R U)3`; inverted if the number is negative.
    Group(Alg, i32),
    /// `[A, B]`, which is `A B A' B'`, repeated.
    Commutator(Alg, Alg, i32),
    /// `[A: B]`, which is `A B A'`, repeated.
    Conjugate(Alg, Alg, i32),
}

/// A move: layers, family and amount.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The number before the family.
    pub layers: Layers,
    /// The name: letters and underscores, at least one.
    pub family: String,
    /// The amount after the family.
    pub amount: Amount,
}

/// The layers that a move turns, counted from 1 at the outside. The meaning depends on the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layers {
    /// No number: `R`.
    Plain,
    /// One number: `2R`.
    One(u32),
    /// A range whose end is not smaller than its start: `2-3r`.
    Range(u32, u32),
}

/// The amount of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// A number of repetitions, negative for the inverse: `R`, `R2`, `R'`.
    Times(i32),
    /// A big turn of a megaminx scramble, `R++` for true and `R--` for false.
    Twice(bool),
    /// Hours of a clock, clockwise (true) `UR3+` or counterclockwise `UR3-`.
    Hours(u32, bool),
}

impl Move {
    /// Returns a move without layers.
    pub fn new(family: &str, times: i32) -> Move {
        Move { layers: Layers::Plain, family: family.to_string(), amount: Amount::Times(times) }
    }

    /// The inverse move.
    #[must_use]
    pub fn inverse(&self) -> Move {
        Move { amount: self.amount.inverse(), ..self.clone() }
    }
}

impl Amount {
    /// The inverse amount.
    #[must_use]
    pub const fn inverse(self) -> Amount {
        match self {
            // The parsers accept only numbers that can be negated; `i32::MIN` cannot.
            Amount::Times(times) => Amount::Times(times.saturating_neg()),
            Amount::Twice(forwards) => Amount::Twice(!forwards),
            Amount::Hours(hours, forwards) => Amount::Hours(hours, !forwards),
        }
    }

    /// The exponent, as a power of the move without an amount. None for the big turns of a megaminx (`R++`), which are
    /// not powers of the small one.
    pub const fn times(self) -> Option<i64> {
        match self {
            Amount::Times(times) => Some(times as i64),
            Amount::Hours(hours, true) => Some(hours as i64),
            Amount::Hours(hours, false) => Some(-(hours as i64)),
            Amount::Twice(_) => None,
        }
    }
}

impl From<Vec<Node>> for Alg {
    fn from(nodes: Vec<Node>) -> Alg {
        Alg { nodes }
    }
}
