//! The marriage of puzzles and searches: a [`Request`] goes in, a recipe makes it a problem with its tables, a search
//! runs, and a [`Report`] with replayed solutions comes out. Reads no clock and prints nothing, and of files only
//! the tables of its [`store`].

pub mod bits;
mod error;
mod kept;
mod lazy_table;
pub mod phases;
mod question;
pub mod recipe;
mod report;
mod request;
mod searching;
mod solver;
pub mod store;

pub use error::{Cancelled, Error};
pub use kept::KeptTable;
pub use question::{
    Defined, Family, Forced, Held, Metric, Names, Played, Question, STEP_ALGORITHMS, Spelling, Twist,
};
pub use recipe::cube3::steps::{Aim, Spoken, StepGoal, Steps};
pub use recipe::sliding::pattern::partition::Parts;
pub use recipe::sliding::{MAX_CELLS, SlideMetric};
pub use recipe::square1::{Slashing, Square1Metric};
pub use report::{Census, Proof, Report, Status, UpToSymmetry};
pub use request::{Algorithm, Estimate, Method, Request};
pub use solver::{Demand, Outlay, Solver};
pub use store::Store;
