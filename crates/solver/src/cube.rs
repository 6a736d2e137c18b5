//! What the solvers of the 2x2x2, 3x3x3 and 4x4x4 share: a cube with its goal ([`Twist`]), metrics, how cubes and goals
//! are read, what is wrong with them, and how they are shown. Nothing here searches.

mod count;
mod error;
mod goal;
mod kind;
mod metric;
mod net;
mod read;
mod scramble;
mod spec;
mod twist;
mod write;

pub use count::counted;
pub use error::{TwistError, no_boards, parse_error};
pub use goal::{GoalForms, goal_argument, read_goal};
pub use kind::Cube;
pub use metric::Metric;
pub use net::net;
pub use read::{join_words, read, read_line};
pub use scramble::{FORMATS, Format, RandomCube, undone};
pub use spec::{metric, needs_definition, notes, turn_fields, turns};
pub use twist::{Twist, key};
pub use write::write_joined;
