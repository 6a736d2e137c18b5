//! Finds provably shortest solutions of puzzles.

mod registry;
mod request;

mod items;
mod plan;

pub mod memory;
pub mod progress;
mod session;
mod table_clock;
pub mod threads;
mod watch;

pub mod answer;
pub mod bench;
pub mod definitions;
pub mod json;
pub mod sequences;
pub mod status;

pub use items::{Item, Label, Layout, items, on_line};
pub use plan::{HINT_TIME, Plan, all_threads};
pub use puzzle;
pub use registry::{Registry, catalog, expected_names};
pub use request::{LimitSpec, Request};
pub use search;
pub use session::{Allowance, Progress, Runner, Session, Timed};
pub use solver::{self, Demand, Error, ErrorKind, Store};
pub use watch::{Guard, Watch};
