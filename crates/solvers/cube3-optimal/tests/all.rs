//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod all_solutions;
mod common;
mod coset;
mod korf;
mod optimal;
mod up_to_symmetry;
