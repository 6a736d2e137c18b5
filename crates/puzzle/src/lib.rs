//! Puzzles as data: states, moves, goals, solvability, and parsers for the text notations that people use.
//!
//! This crate does not search, store tables, start threads, read files, look at a clock or print. A caller passes text
//! in and gets values or errors that name the place in the text. The families are sliding tiles on a rectangle, cubes,
//! Shuffdle, Square-1, and twisty puzzles given by a definition.

pub mod sliding;

pub mod alg;

pub mod group;

pub mod cube;

pub mod shuffdle;

pub mod square1;

pub mod definition;

mod geometry;

pub mod builtin;

pub mod puzzle_names;

pub mod parse;

pub use cube::{Cube2, Cube3, Cube4, Face, Symmetry, Turn, Turn4, TurnSet};
pub use definition::Definition;
pub use shuffdle::Shuffdle;
pub use sliding::{Board, BoardError, Direction, Goal};
pub use square1::Square1;
