//! How fast a machine is, and what this program searches: fixed searches whose nodes can be counted.

mod korf;
pub mod scaling;
pub mod suite;
