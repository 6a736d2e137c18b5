//! How fast a machine is, and what this program searches: fixed searches whose nodes can be counted.
//!
//! ```
//! let suite = deepen::bench::suite::suite(&deepen::Registry::default())?;
//! assert!(suite.len() > 10);
//! # Ok::<(), deepen::Error>(())
//! ```

mod korf;
pub mod scaling;
pub mod suite;
