//! Optimal solver of the 3x3x3 cube: IDA* from both ends with coset prune tables, after the ideas of H48.
//!
//! [`packed_cube`] is the cube that the search turns, [`coset`] its coset coordinate (from [`corner_cosets`] and
//! [`edge_cosets`]). A table has a row for each symmetry class of corner cosets, a cell for each edge coset in it, and a
//! block of two-bit entries for each cell. [`h0_table`] is the prune table over the cells; its entries are also the
//! block minima. [`fill`] fills the blocks, as [`block_set`]s that [`RowMoves`] permute, and [`layout_small`] and
//! [`layout_large`] pack them into cache lines. [`prune_table`] is their common interface, [`bidirectional`] the search
//! problem, [`coset_tables`] the choice of a table by memory. [`korf`] is an independent solver for comparison.

pub mod coset;
pub mod packed_cube;

pub mod corner_cosets;
pub mod edge_cosets;

pub mod h0_table;
mod row_moves;

pub mod bidirectional;
pub mod prune_table;
mod side_choice;
pub mod symmetry_key;

mod adapter;
pub mod coset_tables;
pub mod known_levels;
mod optimal;
pub mod table_builder;
pub mod verify;

pub mod korf;

pub mod block_set;
pub mod block_set_2048;
pub mod block_set_256;
pub mod fill;
pub mod fold;
pub mod layout_large;
pub mod layout_small;

pub use adapter::MemoryError;
pub use bidirectional::{Bidirectional, solution};
pub use coset::{
    Coordinates, CosetSpace, H0, Index, N_CELLS, X2, X4, X6, X8, X24, X64, X128, X256, X512, X1536, X2048,
};
pub use h0_table::H0Table;
pub use layout_large::LargeBlockTable;
pub use layout_small::SmallBlockTable;
pub use optimal::Optimal;
pub use packed_cube::{PackedCube, PackedTurn, TURNS};
pub use prune_table::{LargePruneTable, PruneTable};
pub use row_moves::RowMoves;
pub use solver::Cancelled;

#[cfg(test)]
mod block_set_tests;
#[cfg(test)]
mod fill_tests;
