//! The contract between families of puzzles and everything else. A family implements [`Solver`], which makes a [`Task`] of
//! what is asked of all puzzles of a run, which reads each puzzle as an [`Instance`]; a [`Request`] solves it and comes
//! back with a [`Report`]. What a solver can do it says as data ([`SolverInfo`]).
//!
//! Beside the contract here is what solvers share: the engine's searches by name ([`search()`]), chains of [`phases`],
//! tables that are made while somebody waits ([`lazy_table`]) or kept from one run to the next ([`store`]). Nothing here
//! reads a clock or prints, and of files only those of the store.

mod algorithm;
mod heuristic;
mod info;
mod options;
mod text;

mod instance;
mod key;
pub mod method;
mod solver;
pub mod task;

mod count;
mod error;
mod report;
mod request;
mod scramble;
mod solve_outcome;

pub mod bits;
pub mod cube;
mod generic_search;
pub mod input_text;
pub mod lazy_table;
pub mod phases;
pub mod store;

pub use algorithm::{Algorithm, AlgorithmInfo};
pub use count::{Census, CountResult, CountSpec};
pub use error::{Cancelled, Error, ErrorKind};
pub use generic_search::{Roots, search, search_best_first, search_blind, search_from, search_informed};
pub use heuristic::{Heuristic, HeuristicInfo};
pub use info::{MetricInfo, Named, PuzzleInfo, SolverInfo};
pub use instance::{Field, Instance, MoveSink, Names, ReadMoves, Replay, Show, Solution};
pub use key::KeyText;
pub use method::{LimitsSpec, Method, MethodHints, MethodSpec};
pub use options::{OptionInfo, OptionKind, OptionValue, Options, Purpose};
pub use report::{Proof, Report, Status, UpToSymmetry};
pub use request::{Request, solve_each};
pub use scramble::{RandomBelow, ScrambleSpec, Scrambled, Scrambler};
pub use solve_outcome::{Demand, SolveOutcome};
pub use solver::{Solver, StoredTable};
pub use store::Store;
pub use task::{PuzzleRef, Task, TaskSpec};
pub use text::{Entry, Input, Text, is_blank};
