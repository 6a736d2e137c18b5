//! Twisty puzzles by their definitions: shortest solutions, and how many positions there are at every distance.

mod action;
mod chained;
mod compiled;
mod distances;
mod few;
mod hash;
mod layout;
mod likeness;
mod look;
mod near;
mod order;
mod orientation;
mod packed;
mod problem;
mod question;
mod reach;
mod reverse;
mod rounds;
pub mod serve;
mod shorten;
mod symmetry;
mod table;
mod tables;
mod viewed;
mod views;

pub mod count;

pub use few::{Few, Sequence, Wanted, few};
pub use packed::Packed;
pub use question::{Defined, Forced, Held};
pub use serve::Recipes;
pub use shorten::Shortening;
