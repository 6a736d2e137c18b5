//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod contract;
mod count;
mod laws;
mod optimal;
mod phases;
mod scrambles;
mod sequences;
