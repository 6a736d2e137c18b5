//! Solver of the 3x3x3 cube by chains of phases, and of steps on the way to a solved cube. [`PhaseSolver`] holds the
//! tables of the phases: [`two_phase`] is Kociemba's algorithm, `four_phase` Thistlethwaite's. [`steps`] finds the
//! shortest sequences into a set of cubes, such as edge orientation (EO), domino reduction (DR) and half-turn reduction
//! (HTR), also with NISS. Shortest solutions are proved by another crate, which implements [`OptimalSolver`].
//!
//! A first answer needs only small tables, built in milliseconds. The large prune tables grow in the background and
//! make the same searches faster; which solution is found does not depend on how far they have grown.
//!
//! [`Cube3Solver`] implements the solver interface of the front ends.

mod answer;
pub mod canonical_sequences;
pub mod coords;
pub mod count;
mod four_phase;
pub mod moves;
pub mod one_way_turns;
mod phase_solver;
pub mod reachability;
pub mod solution_symmetry;
pub mod steps;
pub mod symmetry;
pub mod two_phase;

mod errors;
pub mod info;
mod instance;
mod optimal_solver;
mod options;
mod scramble;
mod solver;
mod task;

pub use self::answer::{SearchBounds, already_solved, answer, difference};
pub use self::errors::Cube3Error;
pub use self::info::INFO;
pub use self::instance::Cube3Instance;
pub use self::optimal_solver::OptimalSolver;
pub use self::options::Cube3Options;
pub use self::phase_solver::PhaseSolver;
pub use self::solver::Cube3Solver;
pub use self::task::Cube3Task;
