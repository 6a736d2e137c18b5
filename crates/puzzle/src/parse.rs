//! Readers of the texts people keep puzzles in. Each works on a string and answers with values or with errors that
//! name line, column and what was expected; where the text came from is not known here.

mod place;

pub mod board;

pub mod alg;

pub mod cube;

pub mod turns;

pub mod shuffdle;

pub mod square1;

mod json;

mod lines;

pub mod definition;

pub mod tws;

pub mod kpuzzle;

pub mod sequence;

pub mod scramble;

pub mod phases;

pub(crate) use lines::is_orbit_name;
pub use place::Place;
