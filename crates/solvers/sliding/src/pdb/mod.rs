//! Additive pattern databases (Korf and Felner): the tiles are parted into groups; for every placing of a group's tiles a
//! table knows how many moves of these tiles it takes to bring them home, whatever the others do. A move moves a tile of
//! one group, so the groups' values add up to a lower bound.
//!
//! A placing is two things ([`sets`], [`permutations`]): the cells that the tiles take, and the order in which they stand there.
//! A slide along a row keeps the order, and one along a column moves a tile past those between. Tables hold what is needed
//! beyond the Manhattan distance, halved, in four bits ([`table`]), and are filled level by level, many placings at a time
//! ([`fill`]). The same tables are asked again about the image of a board under a symmetry that keeps the blank's goal
//! ([`reflections`]); the largest sum counts.

pub mod build;
pub mod direct_pdb;
pub mod escalation;
pub mod fill;
pub mod lookup;
pub mod partition;
pub mod ranked_pdb;
pub mod table;

mod bit_permutation;
mod combination_rank;
mod direct_table;
mod entry_writer;
mod grid;
mod packed_sums;
mod permutation_rank;
pub mod reflection;
