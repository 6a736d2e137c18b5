//! One module per recipe: a puzzle and a method made into a problem with its tables.

pub mod cube2;
pub mod cube3;
pub mod cube4;
pub mod defined;
pub mod shuffdle;
pub mod sliding;
pub mod square1;
pub(crate) mod twist;
