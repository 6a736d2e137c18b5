//! Solver of the 2x2x2 cube. A position is a normalised cube: the corner DBL is fixed, so turns of U, R and F suffice.
//! It has two coordinates, permutation and twist ([`coords`]), and few enough positions for a table of all distances
//! ([`exact_table`]).
//!
//! [`Cube2Solver`] implements the solver interface of the front ends; [`Tables`] holds the tables and searches.

pub mod coords;
pub mod exact_table;
mod problem;

mod count;
mod reachability;
mod tables;

mod info;
mod instance;
mod scramble;
mod solver;
mod task;

pub use self::count::count;
pub use self::exact_table::{ExactTable, TableSolution};
pub use self::info::{EXACT, INFO, PATTERN};
pub use self::instance::Cube2Instance;
pub use self::problem::Cube2Problem;
pub use self::reachability::{check, replay, turn};
pub use self::solver::Cube2Solver;
pub use self::tables::Tables;
pub use self::task::Cube2Task;
