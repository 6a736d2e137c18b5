//! The 4x4x4 cube by reduction: three phases make a 3x3x3 cube of it, which two more solve. Counted are turns of one outer
//! layer or two.
//!
//! | phase    | turns                                          | leads to                                              |
//! |----------|------------------------------------------------|-------------------------------------------------------|
//! | `axis` | all                                            | centres of R and L on R and L                         |
//! | `sides`| U and F with the layer below by halves         | centres on their axes, wings in their classes, evenly |
//! | `pairs`| so R too, and F and B by halves                | centres on their faces, wings in pairs, no parity     |
//! | 3x3x3    | faces                                          | solved                                                |
//!
//! The phases are those of Shuang Chen's three-phase reduction. They are a list given to a beam (`solver::phases`):
//! hundreds of ways go from one phase to the next, those first that promise the least total, from 36 ways to look at the
//! cube; and all ends of one length are given to the 3x3x3 solver together, which solves the one that is easiest.
//!
//! [`Cube4Solver`] is the solver as front ends know it, [`Reduction`] solves.

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
