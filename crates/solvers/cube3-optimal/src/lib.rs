//! Shortest solutions of the 3x3x3 cube: the coordinates and tables that a search leans on. [`packed_cube`] is a cube to
//! compute with, [`coset`] says where it stands ([`corner_cosets`] and [`edge_cosets`] do the counting). [`RowMoves`] tie
//! the cells of a table together for filling: [`h0_table`] is the distance of every cell, and [`fill`] finds those of
//! the entries of cells ([`block_set`]) for [`layout_small`] and [`layout_large`], which is what a search reads.

pub mod coset;
pub mod packed_cube;

pub mod corner_cosets;
pub mod edge_cosets;

pub mod h0_table;
mod progress;
mod row_moves;

pub mod bidirectional;
pub mod prune_table;
mod side_choice;
pub mod symmetry_key;

mod adapter;
pub mod coset_tables;
mod optimal;
pub mod table_builder;

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
