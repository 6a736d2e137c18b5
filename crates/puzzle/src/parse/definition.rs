//! Puzzle definitions, independent of the text format. The parser of a format (`.tws`, KPuzzle JSON) produces a draft:
//! an AST of tokens with their line and column. The validation of a draft, as a definition or as a position of one, is
//! here, once for all formats.

mod error;

mod draft;

mod validate;

mod derived_moves;

mod parts;

mod position;

pub use error::{DefinitionError, Fault};
pub(super) use error::{one_of, one_of_few, quoted};

pub(super) use draft::{
    Block, DerivedDraft, Draft, ForbiddenDraft, Located, Numbering, OrbitDraft, OrbitEntry, Token, TokenList,
};
pub(crate) use parts::Parts;
pub(super) use position::{validate_mask, validate_position};
pub(super) use validate::{move_name, validate};
