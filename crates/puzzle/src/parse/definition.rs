//! Definitions of puzzles, whatever format they are written in. A reader of a format makes a draft, words with their places;
//! whether these words are a puzzle, or a position of one, is decided here, once for all formats.

mod error;

mod draft;

mod check;

mod sequences;

mod parts;

mod position;

pub use error::{DefinitionError, Fault};
pub(super) use error::{one_of, quoted};

pub(super) use check::{check, move_name};
pub(super) use draft::{
    At, Block, DerivedDraft, Draft, Entry, ForbiddenDraft, List, Numbering, OrbitDraft, Word,
};
pub(crate) use parts::Parts;
pub(super) use position::{mask, position};
