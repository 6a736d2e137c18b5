//! Additive pattern databases (PDB; Korf and Felner): the tiles are partitioned into groups; for every placement of a
//! group's tiles, a table holds the number of moves of these tiles that bring them to their goal cells, whatever the
//! other tiles do. A move moves a tile of one group, so the groups' values add up to a lower bound.
//!
//! A placement has two parts: the set of cells that the tiles occupy ([`combination_rank`]), and the order of the tiles
//! in them ([`permutation_rank`]). A slide along a row preserves the order, and one along a column moves a tile past
//! those between. Tables hold the excess over the Manhattan distance, halved, in four bits ([`table`]), and are filled
//! level by level, many placements at a time ([`fill`]). The same tables are also used for the image of a board under a
//! symmetry that fixes the blank's goal ([`reflection`]); the bound is the maximum of the sums.

pub mod build;
pub mod direct_pdb;
pub mod escalation;
pub mod fill;
mod known_levels;
pub mod lookup;
pub mod partition;
pub mod ranked_pdb;
pub mod table;
pub mod verify;

mod bit_permutation;
mod combination_rank;
mod direct_table;
mod entry_writer;
mod grid;
mod packed_sums;
mod permutation_rank;
pub mod reflection;
