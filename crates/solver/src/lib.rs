//! What every solver of Deepen has in common: what is asked of it ([`Method`]), what it answers ([`Report`], [`Error`]),
//! chains of [`phases`], and the tables that are kept from one run to the next ([`store`]). Reads no clock and prints
//! nothing, and of files only those of the store.

pub mod bits;
mod demand;
mod error;
mod family;
pub mod lazy_table;
mod parts;
pub mod phases;
mod report;
mod request;
mod searching;
pub mod store;
mod twist;

pub use demand::{Demand, Found, Outlay};
pub use error::{Cancelled, Error};
pub use family::{Family, STEP_ALGORITHMS};
pub use parts::Parts;
pub use report::{Census, Proof, Report, Status, UpToSymmetry};
pub use request::{Algorithm, Estimate, Method};
pub use searching::{Roots, search, search_from};
pub use store::Store;
pub use twist::{Metric, Twist};
