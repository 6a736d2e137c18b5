//! Coordinates of the 3x3x3: parts of a cube as numbers, with move tables and conjugation under the 16 symmetries that
//! preserve the U-D axis.
//!
//! Phase 1 of Kociemba's algorithm uses [`flip_slice`] and [`twist`]; phase 2 uses permutations of eight pieces
//! ([`perm8`]) and of the four slice edges ([`slice_permutation`]).

mod bit_permutation;
pub mod flip_slice;
pub mod perm4;
pub mod perm8;
pub mod piece_permutation;
pub mod slice_permutation;
pub mod twist;
