//! The 3x3x3 cube by chains of phases, and steps on the way to a solved one. [`Cubes`] keeps the tables of the phases:
//! [`into`] and [`home`] make Kociemba's two, [`four_phase`] lists Thistlethwaite's four; [`steps`] leads into sets of
//! cubes. Shortest solutions are proved by another crate, which implements [`Shortest`].
//!
//! A first answer needs small tables only, made in milliseconds. The large ones grow in the background and make the same
//! searches faster; which solution is found does not depend on how far they are.
//!
//! [`Cube3Solver`] is the solver as front ends know it.

pub mod alike;
mod answer;
mod bits;
pub mod count;
mod cubes;
pub mod flip_slice;
mod four_phase;
pub mod home;
pub mod inside;
pub mod into;
pub mod moves;
pub mod outside;
pub mod pairs;
pub mod perm4;
pub mod perm8;
pub mod pieces;
pub mod reach;
pub mod run_order;
pub mod slice;
pub mod steps;
pub mod symmetry;
pub mod tables;
pub mod twist;
mod two_phase;
pub mod words;

mod context;
mod errors;
pub mod info;
mod instance;
mod scramble;
mod shortest;
mod solver;
mod task;

pub use self::answer::{Aim, already_solved, answer, difference};
pub use self::context::Context;
pub use self::cubes::Cubes;
pub use self::errors::Cube3Error;
pub use self::info::INFO;
pub use self::instance::Cube3Instance;
pub use self::shortest::Shortest;
pub use self::solver::Cube3Solver;
pub use self::task::Cube3Task;
