//! The solvers of all families under one roof.

pub use cube3_optimal::korf;
pub use {cube2, cube4, shuffdle, sliding, square1, twisty as defined};

/// The 3x3x3.
pub mod cube3 {
    pub use cube3::*;
    pub use cube3_optimal as optimal;
    pub use cube3_optimal::korf;
}
