//! Twisty puzzles by their definitions: shortest solutions, solutions by declared phases, counts of positions, random positions,
//! and tools for sequences of moves.
//!
//! Reading order: [`TwistyQuery`] what can be asked; [`TwistySolver`] and [`TwistyInstance`] how front ends ask it, with what options
//! say in `target`; `engine` which search answers it. A search runs on `compiled` moves over a byte `layout` of positions, with
//! the distances of `table` and of `pdb`; `chained` are declared phases, `count` is everything about all positions.

mod errors;
mod format;
mod info;
mod query;

mod input;
mod instance;
mod key_text;
mod move_costs;
mod query_template;
mod random_moves;
mod scramble;
mod solver;
mod task;

mod bfs_levels;
mod bfs_problem;
mod canonical;
mod compiled_puzzle;
mod dispatch;
mod few_piece_algs;
mod goal_orientation;
mod growing_prune_table;
mod hash;
mod hashed_problem;
mod inverse_coords;
mod move_action;
mod move_order;
mod optimal;
mod pdb;
mod pdb_problem;
mod phases;
mod projection;
mod prune_table;
mod reachability;
mod shorten;
mod state_layout;
mod symmetry;
mod tables;

pub mod count;

pub use self::solver::TwistySolver;
pub use bfs_problem::BfsProblem;
pub use errors::{TwistyError, definition_error, group_error};
pub use few_piece_algs::{Few, Sequence, Wanted, few, few_moves};
pub use info::{HASHED, PDB, PHASES};
pub use input::{definition as read_definition, scrambles as read_scrambles, sequences as read_sequences};
pub use instance::TwistyInstance;
pub use query::{ForcedMoves, GoalOrientations, TwistyQuery};
pub use scramble::TwistyScrambler;
pub use shorten::Shortening;
pub use task::TwistyTask;
