//! Steps of the 3x3x3: the shortest ways into a set of cubes, as solvers of Fewest Moves look for them.
//!
//! [`goal`] says which sets there are. A search sees of a cube what its [`scope`] is: [`parts`] watch pieces in places,
//! [`domino`] walks on the table of Kociemba's first phase. [`hunt`] makes a problem of all aims of a step, on one side
//! of the scramble or both, in the [`order`] of its moves; [`question`] is what is asked, and [`tables`] keeps what was
//! made and searches.

pub mod coordinates;
pub mod domino;
pub mod goal;
pub mod move_order;
pub mod piece_coordinates;
pub mod problem;
mod query;
mod step_solver;

mod instance;
mod task;

pub use goal::{StepGoal, StepTarget};
pub use instance::StepInstance;
pub use query::{StepQuery, StepSolution, is_group, replay};
pub use step_solver::StepSolver;
pub use task::StepTask;
