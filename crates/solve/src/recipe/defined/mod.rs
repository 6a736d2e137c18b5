//! Twisty puzzles by their definitions: positions packed into bytes, and how many there are at every distance.

mod packed;

pub mod count;

pub use packed::Packed;
