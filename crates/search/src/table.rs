//! Tables of distances: filled once, read by millions. What an index means is for whoever fills them.

pub mod packed2;

pub use packed2::Packed2;
