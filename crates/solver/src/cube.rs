//! Code that the solvers of the 2x2x2, 3x3x3 and 4x4x4 share: a cube with its goal ([`CubeQuery`]), metrics, parsing of
//! cubes and goals, their errors, scrambles and nets. Nothing here searches.

mod count;
mod cube_trait;
mod error;
mod goal;
mod metric;
mod net;
mod query;
mod read;
mod scramble;
mod turn_options;
mod write;

pub use count::count_result;
pub use cube_trait::Cube;
pub use error::{CubeQueryError, no_boards, parse_error};
pub use goal::{GoalForms, goal_argument, read_goal};
pub use metric::Metric;
pub use net::net;
pub use query::{CubeQuery, key};
pub use read::{join_words, read, read_line};
pub use scramble::{FORMATS, Format, RandomCube, inverse_turns};
pub use turn_options::{metric, needs_definition, notes, turn_fields, turns};
pub use write::write_joined;
