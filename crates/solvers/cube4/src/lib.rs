//! The 4x4x4 cube by reduction: three phases reduce it to a 3x3x3 cube, which the two-phase algorithm solves. The metric
//! counts turns of one outer layer or of two.
//!
//! | phase    | turns                                          | leads to                                              |
//! |----------|------------------------------------------------|-------------------------------------------------------|
//! | `phase1` | all                                            | centres of R and L on R and L                         |
//! | `phase2` | Uw and Fw by half turns                        | centres on their axes, wings in their classes, evenly |
//! | `phase3` | Uw, Rw, Fw, F and B by half turns              | centres on their faces, wings paired, no parity       |
//! | 3x3x3    | faces                                          | solved                                                |
//!
//! The phases are those of Shuang Chen's three-phase reduction. They form a chain for a beam search (`solver::phases`):
//! hundreds of partial solutions go from one phase to the next, those with the least estimated total first, from 36
//! variants of the cube; and all ends of one length are given to the 3x3x3 solver together, which solves the one that is
//! easiest.
//!
//! [`Cube4Solver`] is the solver as front ends use it, [`Reduction`] the algorithm.

mod moves;
mod near_goal_filter;
mod phase1;
mod phase2;
mod phase2_wings;
mod phase3;
mod reduction;
mod symmetry_key;
mod variants;
mod wing_pairs;

mod info;
mod instance;
mod scramble;
mod solver;
mod task;

pub use self::info::{INFO, REDUCTION};
pub use self::instance::Cube4Instance;
pub use self::reduction::{Reduction, replay, turn};
pub use self::solver::Cube4Solver;
pub use self::task::Cube4Task;
