//! Solver of twisty puzzles given by their definitions: optimal solutions, solutions by declared phases, counts of
//! positions, random-state scrambles, and tools for sequences of moves.
//!
//! Reading order: [`TwistyQuery`] is a search query; [`TwistySolver`] and [`TwistyInstance`] are the interface for
//! front ends, and `query_template` reads its options; `dispatch` chooses the search for a query. A search runs on a
//! `compiled_puzzle`, whose positions are packed into bytes by a `state_layout`, with the bounds of a hashed
//! `prune_table` and of a `pdb` (pattern database). `phases` solves by declared phases, and `count` counts positions.

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
