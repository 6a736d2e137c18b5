//! Definitions of puzzles, whatever format they are written in. A reader of a format makes a draft, words with their places;
//! whether these words are a puzzle, or a position of one, is decided here, once for all formats.

mod error;

mod draft;

mod validate;

mod derived_moves;

mod parts;

mod position;

pub use error::{DefinitionError, Fault};
pub(super) use error::{one_of, quoted};

pub(super) use draft::{
    Block, DerivedDraft, Draft, ForbiddenDraft, Located, Numbering, OrbitDraft, OrbitEntry, Token, TokenList,
};
pub(crate) use parts::Parts;
pub(super) use position::{validate_mask, validate_position};
pub(super) use validate::{move_name, validate};
