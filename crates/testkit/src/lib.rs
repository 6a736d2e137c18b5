//! Random number generators and helpers that tests and benches share. No crate may have this one as a normal
//! dependency: it is for `[dev-dependencies]` only.
//!
//! Without features there are only the generators, and no dependencies. The feature `solver` adds what tests of puzzle
//! families share.

mod lcg;
mod splitmix;
mod xorshift;

#[cfg(feature = "solver")]
mod solving;

pub use lcg::Lcg;
pub use splitmix::SplitMix;
pub use xorshift::XorShift;

#[cfg(feature = "solver")]
pub use solving::{limited, silent, solve};
