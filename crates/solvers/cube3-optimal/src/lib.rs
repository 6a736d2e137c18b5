//! Shortest solutions of the 3x3x3 cube: the coordinates and tables that a search leans on. [`packed`] is a cube to
//! compute with, [`coset`] says where it stands ([`corners`] and [`edges`] do the counting). [`links`] tie the cells of
//! a table together for filling: [`nearest`] is the distance of every cell, and [`fill`] finds those of
//! the entries of cells ([`block`]) for [`lines`] and the larger [`blocks`], which is what a search reads.

pub mod coset;
pub mod packed;

pub mod corners;
pub mod edges;

pub mod likeness;
mod links;
pub mod nearest;
mod progress;

pub mod both_ends;
pub mod bounds;
mod which_end;

pub mod making;
mod optimal;
mod stored;
pub mod tiers;

pub mod korf;

pub mod block;
pub mod blocks;
pub mod fill;
pub mod fold;
pub mod full;
pub mod lines;
pub mod wide;

pub use blocks::{Blocks, Sheets};
pub use both_ends::{BothEnds, solution};
pub use bounds::{Bounds, Leaning, Wide};
pub use coset::{
    Coordinates, H0, Index, N_CELLS, Tier, X2, X4, X6, X8, X24, X64, X128, X256, X512, X1536, X2048,
};
pub use lines::Lines;
pub use links::Links;
pub use nearest::Nearest;
pub use optimal::Optimal;
pub use packed::{Packed, PackedTurn, TURNS};
pub use solver::Cancelled;
pub use stored::MemoryError;

#[cfg(test)]
mod carry_tests;
#[cfg(test)]
mod sheet_tests;
