//! Twisty puzzles given by a definition (`.tws` or KPuzzle): orbits of pieces, named moves, and the solved position.
//!
//! Definitions come only from a parser ([`crate::parse::tws`], [`crate::parse::kpuzzle`]) or from the list of built-in
//! puzzles ([`crate::builtin`]). Both check them completely, so the parts are consistent: every transformation is a
//! permutation of its orbit, every name has a meaning.

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

/// Maximum number of pieces in an orbit: a place is a byte.
pub const MAX_PIECES: usize = 255;

/// Maximum number of orientations of a piece: the sum of two is a byte.
pub const MAX_ORIENTATIONS: usize = 127;

/// A definition of a twisty puzzle. Two are equal if they have the same parts in the same order.
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

/// An orbit: pieces that moves can exchange with each other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Orbit {
    /// Never empty.
    pub name: String,
    /// Number of places, and so of pieces: 1 to [`MAX_PIECES`].
    pub n_pieces: usize,
    /// Number of orientations of a piece: 1 to [`MAX_ORIENTATIONS`].
    pub n_orientations: u8,
}

/// A move given by its transformation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefinedMove {
    /// The name in the definition.
    pub name: Move,
    /// The transformation that the name stands for.
    pub transform: Transform,
}

/// A move given by other moves: an alias of one of them, or a sequence of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DerivedMove {
    /// The name in the definition.
    pub name: Move,
    /// The sequence it stands for.
    pub alg: Alg,
    /// The transformation of the whole sequence.
    pub transform: Transform,
}

/// A rule that makes positions illegal: some pieces must not be in some place.
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
    /// The name of the puzzle; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The orbits, at least one.
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// The solved position. Identical pieces have the same number in it.
    pub fn start(&self) -> &Pattern {
        &self.start
    }

    /// The moves given by transformations, rotations included.
    pub fn moves(&self) -> &[DefinedMove] {
        &self.moves
    }

    /// The moves given by other moves.
    pub fn derived(&self) -> &[DerivedMove] {
        &self.derived
    }

    /// The rules about illegal positions.
    pub fn forbidden(&self) -> &[Forbidden] {
        &self.forbidden
    }

    /// True if a position breaks no rule.
    pub fn is_legal(&self, pattern: &Pattern) -> bool {
        self.forbidden.iter().all(|rule| rule.allows(pattern))
    }
}

impl Forbidden {
    /// True if a position does not break the rule.
    pub fn allows(&self, pattern: &Pattern) -> bool {
        !self.pieces.contains(&pattern.orbits[self.orbit].pieces[usize::from(self.place)])
    }
}

impl DefinedMove {
    /// True if its name is that of a rotation of the whole puzzle: `x`, `y`, `z`, or capitals with a `v` after them.
    /// [`Definition::rotations`] checks whether it is one.
    pub fn is_rotation(&self) -> bool {
        move_names::rotation_name(&self.name) == Some(move_names::RotationName::Sure)
    }
}
