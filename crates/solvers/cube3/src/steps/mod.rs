//! Steps of the 3x3x3: the shortest sequences into a set of cubes, as needed in Fewest Moves: edge orientation (EO),
//! domino reduction (DR), half-turn reduction (HTR), blocks and others.
//!
//! [`goal`] defines the sets. A search works on [`coordinates`] of a cube: [`piece_coordinates`] are pattern databases
//! of pieces, [`domino`] uses the prune table of Kociemba's phase 1. [`problem`] is the search problem for all targets
//! of a step, on one side of the scramble or on both (NISS), and [`move_order`] defines its moves and canonical
//! sequences. `query` is a request, and `step_solver` caches the tables and runs the searches.

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
