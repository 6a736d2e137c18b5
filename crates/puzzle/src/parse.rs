//! Parsers of the text formats in which people write puzzles, positions and moves. Each parser takes a string and
//! returns values, or errors with line, column and the expected input. It does not know the source of the text (file,
//! command line, request).

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
pub(crate) use chars::cut;
pub(crate) use tws_lexer::is_orbit_name;
