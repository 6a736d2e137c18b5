//! The marriage of puzzles and searches: a [`Request`] goes in, a recipe makes it a problem with its tables, a search
//! runs, and a [`Report`] with replayed solutions comes out. Reads no clock and no file and prints nothing.

pub mod bits;
mod error;
pub mod phases;
mod question;
pub mod recipe;
mod report;
mod request;
mod searching;
mod solver;

pub use error::Error;
pub use question::{
    Defined, Family, Forced, Metric, Names, Played, Question, STEP_ALGORITHMS, Spelling, Twist,
};
pub use recipe::cube3::steps::{Aim, Spoken, StepGoal, Steps};
pub use recipe::sliding::MAX_CELLS;
pub use recipe::square1::{Slashing, Square1Metric};
pub use report::{Census, Proof, Report, Status, UpToSymmetry};
pub use request::{Algorithm, Estimate, Method, Request};
pub use solver::{Demand, Solver};
