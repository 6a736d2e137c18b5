//! Prune tables: filled once, read by millions of nodes. The solver that fills a table defines the meaning of an index.
//!
//! Storage: [`NibbleTable`] has four bits per entry, [`TwoBitTable`] the distance modulo 3 in two; [`TableData`] is
//! memory that may be a mapped file; [`HashedTable`] serves states without numbers. Fills: [`row_fill`] for tables of
//! rows and columns, on all threads; [`list_fill`] for small ones; [`hash_levels`] for states without numbers. Every
//! fill is compared with known counts ([`levels`]). Tables over coordinates without formulas are in
//! [`crate::product_table`], with symmetry in [`crate::sym_table`].

pub mod data;
pub mod hash_levels;
pub mod hashed;
pub mod levels;
pub mod list_fill;
pub mod nibble;
pub mod progress;
pub mod row_fill;
pub mod two_bit;

pub use data::{Line, TableData};
pub use hash_levels::{Found, HashLevels, StateGraph};
pub use hashed::HashedTable;
pub use nibble::NibbleTable;
pub use progress::{Progress, Report};
pub use row_fill::{ColumnMap, FilledRows, RowFill, RowGraph};
pub use two_bit::TwoBitTable;
