//! The draft of a definition: the AST that the parser of a format produces, before validation. Names and numbers are
//! still tokens.

use super::error::{DefinitionError, Fault, quoted};
use crate::alg::Alg;
use crate::parse::LineColumn;

/// A value with the line and column where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::parse) struct Located<T> {
    pub value: T,
    pub place: LineColumn,
}

/// A token: a name, or a number that validation parses.
pub(in crate::parse) type Token = Located<String>;

impl<T> Located<T> {
    /// Returns an error at this place.
    pub fn error(&self, fault: Fault) -> DefinitionError {
        DefinitionError { place: self.place, fault }
    }
}

impl Located<String> {
    /// Returns a name that will be printed, into drawings too: it must not contain characters that steer a terminal or
    /// reverse the direction of a text.
    ///
    /// # Errors
    /// If it contains one.
    pub fn printable(self) -> Result<Located<String>, DefinitionError> {
        // Controls of bidirectional text, which `is_control` does not include.
        let is_bidi = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        match self.value.contains(|c: char| c.is_control() || is_bidi(c)) {
            true => {
                let expected = "a name without control characters".to_string();
                Err(self.error(Fault::Unexpected { found: quoted(&self.value), expected }))
            }
            false => Ok(self),
        }
    }
}

/// The draft of a whole definition.
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

/// A block of orbit entries: a position or a transformation.
#[derive(Debug)]
pub(in crate::parse) struct Block {
    pub numbering: Numbering,
    pub entries: Vec<OrbitEntry>,
}

/// The numbering convention of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::parse) enum Numbering {
    /// Places and pieces from 1; orientation changes are listed by the place that the piece comes from.
    FromOne,
    /// Places and pieces from 0; orientation changes are listed by the place that the piece goes to.
    FromZero,
}

/// The part of a block about one orbit.
#[derive(Debug)]
pub(in crate::parse) struct OrbitEntry {
    pub orbit: Token,
    /// The pieces of a position, or the permutation of a transformation.
    pub values: TokenList,
    /// Orientations of a position, or orientation changes of a transformation; all 0 if missing.
    pub orientations: Option<TokenList>,
    /// The orientation modulus of each piece, 0 for that of the orbit; all 0 if missing.
    pub moduli: Option<TokenList>,
}

/// A list of tokens; its place is the beginning of the list.
pub(in crate::parse) type TokenList = Located<Vec<Token>>;

/// A move defined by a sequence of other moves.
#[derive(Debug)]
pub(in crate::parse) struct DerivedDraft {
    pub name: Token,
    pub alg: Alg,
    /// Places of the moves in the sequence, in the order of the text.
    pub places: Vec<LineColumn>,
}

/// Pieces that a place must not hold; all numbers from 1.
#[derive(Debug)]
pub(in crate::parse) struct ForbiddenDraft {
    pub orbit: Token,
    pub place: Token,
    pub pieces: Vec<Token>,
}

impl Numbering {
    /// Returns the number of the first place or piece.
    pub fn first(self) -> u8 {
        match self {
            Numbering::FromOne => 1,
            Numbering::FromZero => 0,
        }
    }
}
