//! A definition as it was read and before anything in it was checked.

use super::error::{DefinitionError, Fault};
use crate::alg::Alg;
use crate::parse::LineColumn;

/// Something and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::parse) struct Located<T> {
    pub value: T,
    pub place: LineColumn,
}

/// A word of the text: a name, or a number that is yet to be read.
pub(in crate::parse) type Token = Located<String>;

impl<T> Located<T> {
    /// An error at this place.
    pub fn error(&self, fault: Fault) -> DefinitionError {
        DefinitionError { place: self.place, fault }
    }
}

/// All parts of a definition.
#[derive(Debug)]
pub(in crate::parse) struct Draft {
    pub name: String,
    pub orbits: Vec<OrbitDraft>,
    pub start: Block,
    pub moves: Vec<(Token, Block)>,
    pub derived: Vec<DerivedDraft>,
    pub forbidden: Vec<ForbiddenDraft>,
}

#[derive(Debug)]
pub(in crate::parse) struct OrbitDraft {
    pub name: Token,
    pub n_pieces: Token,
    pub n_orientations: Token,
}

/// A position or a transformation.
#[derive(Debug)]
pub(in crate::parse) struct Block {
    pub numbering: Numbering,
    pub entries: Vec<OrbitEntry>,
}

/// How the numbers of a block are to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::parse) enum Numbering {
    /// Places and pieces from 1; turns are written where the piece comes from.
    FromOne,
    /// Places and pieces from 0; turns are written where the piece goes to.
    FromZero,
}

/// What a block says of one orbit.
#[derive(Debug)]
pub(in crate::parse) struct OrbitEntry {
    pub orbit: Token,
    /// Pieces or a permutation.
    pub values: TokenList,
    /// Orientations or turns; zeros if missing.
    pub orientations: Option<TokenList>,
    /// The moduli of the pieces, 0 for that of the orbit; all 0 if missing.
    pub moduli: Option<TokenList>,
}

/// Words that belong together. The place is that of the whole list.
pub(in crate::parse) type TokenList = Located<Vec<Token>>;

/// A move that is given by others.
#[derive(Debug)]
pub(in crate::parse) struct DerivedDraft {
    pub name: Token,
    pub alg: Alg,
    /// Of the moves in it, in the order of the text.
    pub places: Vec<LineColumn>,
}

/// Pieces that must not be in a place, all numbered from 1.
#[derive(Debug)]
pub(in crate::parse) struct ForbiddenDraft {
    pub orbit: Token,
    pub place: Token,
    pub pieces: Vec<Token>,
}

impl Numbering {
    /// The number of the first place or piece.
    pub fn first(self) -> u8 {
        match self {
            Numbering::FromOne => 1,
            Numbering::FromZero => 0,
        }
    }
}
