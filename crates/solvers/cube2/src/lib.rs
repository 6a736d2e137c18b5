//! The 2x2x2 cube. A position is a normalised cube: the corner DBL is held still, so turns of U, R and F are all there
//! are. It is two numbers, where the corners lie ([`coords`]) and how they are twisted, and small enough
//! that every distance can be known ([`exact_table`]).
//!
//! [`Cube2Solver`] is the solver as front ends know it; [`Tables`] searches.

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
