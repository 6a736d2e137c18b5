//! Random number generators and helpers that tests and benches share. No crate may have this one as a normal
//! dependency: it is for `[dev-dependencies]` only.
//!
//! Without features there are only the generators and the fuzzer, and no dependencies. The feature `control` adds controls of searches
//! for the tests of puzzle families, and `contract` the laws that every family must keep.

pub mod fuzz;
mod lcg;
mod samples;
mod splitmix;
mod xorshift;

#[cfg(feature = "contract")]
mod contract;
#[cfg(feature = "control")]
mod control;
#[cfg(feature = "contract")]
mod wrong_solution;

pub use lcg::Lcg;
pub use samples::samples;
pub use splitmix::SplitMix;
pub use xorshift::XorShift;

#[cfg(feature = "contract")]
pub use contract::{Family, scramble};
#[cfg(feature = "control")]
pub use control::{limited, silent};
#[cfg(feature = "contract")]
pub use wrong_solution::check_replay;
