//! The marriage of puzzles and searches: a [`Request`] goes in, a recipe makes it a problem with its tables, a search
//! runs, and a [`Report`] with replayed solutions comes out. Reads no clock and prints nothing, and of files only
//! the tables of its [`store`].

mod kept;
mod question;
pub mod recipe;
mod request;
mod solver;

pub use self::solver::Solver;
pub use ::solver::{
    Algorithm, Cancelled, Census, Demand, Error, Estimate, Family, Method, Metric, Outlay, Parts, Proof,
    Report, STEP_ALGORITHMS, Status, Store, Twist, UpToSymmetry, bits, phases, store,
};
pub use kept::KeptTable;
pub use question::{Names, Played, Question};
pub use recipe::cube3::steps::{Aim, Spoken, StepGoal, Steps};
pub use recipe::defined::{Defined, Forced, Held};
pub use recipe::shuffdle::Spelling;
pub use recipe::sliding::{MAX_CELLS, SlideMetric};
pub use recipe::square1::{Slashing, Square1Metric};
pub use request::Request;
