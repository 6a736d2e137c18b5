//! Tables of distances: filled once, read by millions. What an index means is for whoever fills them.

pub mod data;
pub mod two_bit;

pub use data::{Line, TableData};
pub use two_bit::TwoBitTable;
