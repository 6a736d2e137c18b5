//! What a puzzle is: states, moves, goals, solvability, and the texts people write them in.
//!
//! Nothing here searches, keeps tables, starts threads, reads files, looks at a clock or prints. A caller hands in text
//! and gets values or errors that name the place in it. The families are sliding tiles on a
//! rectangle, cubes, Shuffdle, Square-1, and twisty puzzles that somebody has defined.

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
