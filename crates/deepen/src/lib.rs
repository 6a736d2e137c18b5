//! Finds provably shortest solutions of puzzles: cubes of 2, 3 and 4 layers, Square-1, any twisty puzzle given by a
//! definition, sliding tiles, Shuffdle.
//!
//! ```
//! let solution = deepen::solve("3x3x3", "R U F")?;
//! assert_eq!(solution.moves, "F' U' R'");
//! # Ok::<(), deepen::Error>(())
//! ```
//!
//! [`Solve`] has options for everything else: the method, limits, threads, progress, all solutions, improvements as they are
//! found. An [`Engine`] keeps the tables of several requests. [`search`] is the engine below, for programs that bring a
//! [`search::Problem`] of their own; [`puzzle`] has the puzzles, their notations and definitions.
//!
//! [`front`] is for front ends such as the command line and the web app: requests with places in their inputs, plans, sessions.
//! [`answer`] has a function for each kind of request, [`json`] the answers as JSON.

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
