//! The marriage of puzzles and searches: a [`Request`] goes in, a recipe makes it a problem with its tables, a search
//! runs, and a [`Report`] with replayed solutions comes out. Reads no clock and no file and prints nothing.

mod error;
pub mod recipe;
mod report;
mod request;
mod solver;

pub use error::Error;
pub use report::{Census, Proof, Report, Status};
pub use request::{Algorithm, Estimate, Method, Request};
pub use solver::{MAX_CELLS, Solver};
