//! Twisty puzzles that somebody has defined: orbits of pieces, named moves, and the position they start from.
//!
//! A definition is only made by a reader ([`crate::parse::tws`], [`crate::parse::kpuzzle`]) or by name
//! ([`crate::builtin`]). Either way it is checked completely, so all that is here fits together: every transformation
//! is a permutation of its orbit, every name has a meaning.

mod pattern;

mod transform;

mod move_names;

pub mod clock_notation;

mod lazy;

mod rotations;

mod default_moves;

mod scramble;

mod cycles;

mod simplify;

mod projection;

mod phases;

pub mod group;

pub mod print;

use self::lazy::Lazy;
pub use cycles::Cycle;
pub use group::{DefinedGroup, Reach};
pub use move_names::{Generator, MAX_GENERATORS};
pub(crate) use move_names::{Names, Source, evaluate, find, moves_of};
pub use pattern::{Kind, OrbitPattern, Pattern};
pub use phases::{OrbitMask, Phase, PhaseView, Phases, Sum, common_modulus, is_odd};
pub use projection::{Projection, ProjectionError};
pub use rotations::closure;
pub use scramble::{Given, Scramble, SequenceError};
pub use transform::{OrbitTransform, Transform};

use crate::alg::{Alg, Move};

/// Most pieces in an orbit: a place is a byte.
pub const MAX_PIECES: usize = 255;

/// Most orientations of a piece: the sum of two is a byte.
pub const MAX_ORIENTATIONS: usize = 127;

/// A puzzle. Two are equal if they have the same parts in the same order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    pub(crate) name: String,
    pub(crate) orbits: Vec<Orbit>,
    pub(crate) start: Pattern,
    pub(crate) moves: Vec<DefinedMove>,
    pub(crate) derived: Vec<DerivedMove>,
    pub(crate) forbidden: Vec<Forbidden>,
    pub(crate) names: Names,
    pub(crate) roles: Lazy<default_moves::Roles>,
}

/// Pieces that moves can exchange with each other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Orbit {
    /// What it is called; never empty.
    pub name: String,
    /// How many places it has, and so pieces: from 1 to [`MAX_PIECES`].
    pub n_pieces: usize,
    /// In how many ways a piece can sit in a place: from 1 to [`MAX_ORIENTATIONS`].
    pub n_orientations: u8,
}

/// A move that is given by what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefinedMove {
    /// What it is called.
    pub name: Move,
    /// What it does.
    pub transform: Transform,
}

/// A move that is given by other moves: another name for one of them, or a sequence of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DerivedMove {
    /// What it is called.
    pub name: Move,
    /// The moves it stands for.
    pub alg: Alg,
    /// What they do together.
    pub transform: Transform,
}

/// A rule that no position may break: some pieces must not be in some place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Forbidden {
    /// The index of the orbit.
    pub orbit: usize,
    /// The place in it, from 0.
    pub place: u8,
    /// The pieces that must not be there, from 0, as patterns name them.
    pub pieces: Vec<u8>,
}

impl Definition {
    /// What the puzzle is called; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The orbits, at least one.
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// The position that counts as solved. Pieces that cannot be told apart have the same number in it.
    pub fn start(&self) -> &Pattern {
        &self.start
    }

    /// The moves that are given by what they do, rotations included.
    pub fn moves(&self) -> &[DefinedMove] {
        &self.moves
    }

    /// The moves that are given by other moves.
    pub fn derived(&self) -> &[DerivedMove] {
        &self.derived
    }

    /// What no position may break.
    pub fn forbidden(&self) -> &[Forbidden] {
        &self.forbidden
    }

    /// Whether a position breaks none of the rules.
    pub fn is_legal(&self, pattern: &Pattern) -> bool {
        self.forbidden.iter().all(|rule| rule.allows(pattern))
    }
}

impl Forbidden {
    /// Whether a position keeps the rule.
    pub fn allows(&self, pattern: &Pattern) -> bool {
        !self.pieces.contains(&pattern.orbits[self.orbit].pieces[usize::from(self.place)])
    }
}

impl DefinedMove {
    /// True if its name is that of a rotation of the whole puzzle: `x`, `y`, `z`, or capitals with a `v` after them. Whether
    /// it is one [`Definition::rotations`] says.
    pub fn is_rotation(&self) -> bool {
        move_names::rotation_name(&self.name) == Some(move_names::RotationName::Sure)
    }
}
