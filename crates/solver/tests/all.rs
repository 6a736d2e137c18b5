//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod beam;
mod fuzz;
mod phases;
