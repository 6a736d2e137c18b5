//! One module per recipe: a puzzle and a method made into a problem with its tables.

pub mod sliding;
