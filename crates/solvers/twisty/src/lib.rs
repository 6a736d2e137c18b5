//! Twisty puzzles by their definitions: shortest solutions, solutions by declared phases, counts of positions, random positions,
//! and tools for sequences of moves.
//!
//! Reading order: [`Defined`] what can be asked; [`TwistySolver`] and [`TwistyInstance`] how front ends ask it, with what options
//! say in `target`; `engine` which search answers it. A search runs on `compiled` moves over a byte `layout` of positions, with
//! the distances of `table` and of `pdb`; `chained` are declared phases, `count` is everything about all positions.

mod errors;
mod format;
mod info;
mod question;

mod instance;
mod key;
mod move_costs;
mod random_moves;
mod reading;
mod scrambler;
mod solver;
mod target;
mod task;

mod action;
mod canonical;
mod chained;
mod compiled;
mod distances;
mod engine;
mod few;
mod hash;
mod layout;
mod move_order;
mod near_positions;
mod orientation;
mod packed;
mod pdb;
mod pdb_problem;
mod problem;
mod projection;
mod reach;
mod reverse;
mod rounds;
mod shorten;
mod symmetry;
mod table;
mod tables;

pub mod count;

pub use self::solver::TwistySolver;
pub use errors::{TwistyError, definition_error, group_error};
pub use few::{Few, Sequence, Wanted, few, few_moves};
pub use info::{HASHED, LOOKS, PHASES};
pub use instance::TwistyInstance;
pub use packed::Packed;
pub use question::{Defined, Forced, TableData};
pub use reading::{definition as read_definition, scrambles as read_scrambles, sequences as read_sequences};
pub use scrambler::TwistyScrambler;
pub use shorten::Shortening;
pub use task::TwistyTask;
