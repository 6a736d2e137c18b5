//! Tables of distances: filled once, read by millions. What an index means is for whoever fills them.

pub mod held;
pub mod packed2;

pub use held::{Held, Line};
pub use packed2::Packed2;
