//! Readers of the texts people keep puzzles in. Each works on a string and answers with values or with errors that
//! name line, column and what was expected; where the text came from is not known here.

mod chars;

pub mod board;

pub mod alg;

pub mod cube;

pub mod turn_set;

pub mod shuffdle;

pub mod square1;

mod json;

mod tws_lexer;

pub mod definition;

pub mod tws;

pub mod kpuzzle;

pub mod sequence;

pub mod scramble;

pub mod phases;

pub use chars::LineColumn;
pub(crate) use tws_lexer::is_orbit_name;
