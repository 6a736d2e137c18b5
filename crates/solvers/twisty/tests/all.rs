//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod contract;
mod declared;
mod defined;
mod defined_shortest;
mod laws;
mod scrambles;
mod sequences;
