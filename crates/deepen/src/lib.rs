//! Finds provably shortest solutions of puzzles: the 2x2x2, 3x3x3 and 4x4x4 cube, Square-1, any twisty puzzle given by
//! a definition, sliding tiles (8-, 15- and 24-puzzle and other boards), and Shuffdle.
//!
//! ```
//! let solution = deepen::solve("3x3x3", "R U F")?;
//! assert_eq!(solution.moves, "F' U' R'");
//! # Ok::<(), deepen::Error>(())
//! ```
//!
//! [`solve()`] uses default settings. [`Solve`] is a builder for everything else: algorithm and heuristic, optimality
//! proofs, limits, threads, progress, all solutions, improvements as they are found. An [`Engine`] holds the tables
//! that several requests share. A [`Cancel`] handle stops searches from another thread.
//!
//! Every solution is replayed on the full puzzle before it is returned, and [`Solution::is_optimal`] is true if it
//! is proved to be shortest.
//!
//! The layers below are public too: [`search`] has the search algorithms (IDA*, A*, breadth-first and others) for
//! programs that bring their own [`search::Problem`]; [`puzzle`] has the puzzles, their notations and definitions;
//! [`solver`] is the contract between puzzle families and front ends.
//!
//! [`front`] is for front ends such as the command line and the web app: requests with places in their inputs, plans,
//! sessions. [`answer`] has a function for each kind of request, [`json`] the answers as JSON.

mod cancel;
mod engine;
mod improvements;
mod solution;
mod solve;

mod registry;
mod request;

mod items;
mod plan;

mod session;
mod table_timer;
mod watch;

pub mod answer;
pub mod bench;
pub mod definitions;
pub mod front;
pub mod json;
pub mod memory;
pub mod progress;
pub mod sequences;
pub mod status;
pub mod threads;

pub use cancel::Cancel;
pub use engine::Engine;
pub use improvements::Improvements;
pub use puzzle;
pub use registry::Registry;
pub use search;
pub use solution::Solution;
pub use solve::{Solve, solve};
pub use solver::{self, Error, ErrorKind, Store};
