//! The contract between puzzle families and everything else. A family implements [`Solver`]. A solver turns a
//! [`TaskSpec`] (puzzle, goal, metric, allowed moves) into a [`Task`]; a task parses positions into [`Instance`]s; a
//! [`Request`] solves one instance by a [`Method`] and returns a [`Report`]. A solver declares its names, algorithms,
//! heuristics, metrics and options as data ([`SolverInfo`]).
//!
//! The crate also holds the code that solvers share: the generic search algorithms by name ([`search()`]), chains of
//! [`phases`] and beam search over phases, tables that are filled on first use ([`lazy_table`]) and tables stored in a
//! cache directory ([`store`]). Nothing here reads a clock or prints, and the table store is the only code that
//! accesses files.

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
pub mod verify;

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
