//! All tests of this crate in one program: it is compiled and linked once, and its tests share tables.

mod common;
mod contract;
mod count;
mod laws;
mod phase1_prune;
mod phase2_prune;
mod steps;
mod two_phase;
