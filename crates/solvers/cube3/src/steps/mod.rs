//! Steps of the 3x3x3: the shortest ways into a set of cubes, as solvers of Fewest Moves look for them.
//!
//! [`goal`] says which sets there are. A search sees of a cube what its [`scope`] is: [`parts`] watch pieces in places,
//! [`domino`] walks on the table of Kociemba's first phase. [`hunt`] makes a problem of all aims of a step, on one side
//! of the scramble or both, in the [`order`] of its moves; [`question`] is what is asked, and [`tables`] keeps what was
//! made and searches.

pub mod domino;
pub mod goal;
pub mod hunt;
pub mod order;
pub mod parts;
mod question;
pub mod scope;
mod tables;

mod instance;
mod task;

pub use goal::{Aim, StepGoal};
pub use instance::StepInstance;
pub use question::{Spoken, Steps, is_group, replay};
pub use tables::StepTables;
pub use task::StepTask;
