//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod boards;
mod common;
mod laws;
mod problems;
mod searches;
mod task;
