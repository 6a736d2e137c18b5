//! Processes on many machines, by MPI: starting, and the transport of messages between them. The messages themselves
//! are defined in [`search::ranks`].
//!
//! Only with the feature `mpi`, which needs an MPI library and clang; without it the crate is empty.
//!
//! Only the main thread of a process communicates. No collective operation is used while a search runs, so that a late
//! rank does not delay the others.

#[cfg(feature = "mpi")]
mod cluster;

#[cfg(feature = "mpi")]
pub use cluster::{Cluster, MpiTransport, abort};
