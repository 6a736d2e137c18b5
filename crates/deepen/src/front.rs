//! What front ends are made of: a [`Request`] becomes a [`Plan`], its inputs are read as [`Item`]s, and a [`Session`] solves
//! them under the eyes of a [`Watch`].

pub use crate::items::{Item, Label, Layout, items, on_line};
pub use crate::plan::{HINT_TIME, Plan, all_threads};
pub use crate::registry::{catalog, expected_names};
pub use crate::request::{LimitSpec, Request};
pub use crate::session::{Allowance, Progress, Runner, Session, Timed};
pub use crate::watch::{Guard, Watch};
pub use solver::Demand;
