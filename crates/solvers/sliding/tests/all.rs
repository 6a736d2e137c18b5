//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod common;
mod large_boards;
mod laws;
mod problems;
mod searches;
mod task;
