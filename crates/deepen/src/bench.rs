//! Benchmarks: fixed searches with reproducible node counts.
//!
//! ```
//! let suite = deepen::bench::suite::suite(&deepen::Registry::default())?;
//! assert!(suite.len() > 10);
//! # Ok::<(), deepen::Error>(())
//! ```

mod korf;
pub mod scaling;
pub mod suite;
