//! Processes on many machines, by MPI: how they find each other, and how messages travel between them. What they say is
//! [`search::ranks`]' matter.
//!
//! Built with the feature `mpi` only, which needs an MPI library and clang; without it there is nothing here.
//!
//! One thread of a process talks to the others, the one that began it. No collective operation is used while a search runs,
//! so that a rank that is late holds up nobody.

#[cfg(feature = "mpi")]
mod cluster;

#[cfg(feature = "mpi")]
pub use cluster::{Cluster, MpiTransport, abort};
