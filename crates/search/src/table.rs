//! Storage of prune tables: filled once, read by millions of nodes. The solver that fills a table defines the meaning
//! of an index.

pub mod data;
pub mod levels;
pub mod two_bit;

pub use data::{Line, TableData};
pub use two_bit::TwoBitTable;
