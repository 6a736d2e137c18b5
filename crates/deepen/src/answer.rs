//! One function for each kind of request. Each returns a value that front ends only have to display.
//!
//! ```
//! use deepen::answer::definition;
//! use deepen::solver::PuzzleRef;
//!
//! let pyraminx = definition(&PuzzleRef::Named("pyraminx".to_string()))?;
//! assert_eq!(pyraminx.name, "pyraminx");
//! # Ok::<(), deepen::Error>(())
//! ```

mod check;
mod compare;
mod count;
mod definition;
mod hint;
pub(crate) mod scramble;

pub use check::{Checked, Judged, check};
pub use compare::{CompareSpec, Run, check_agreement, compare};
pub use count::{CountAnswer, SHOWN, count};
pub use definition::definition;
pub use hint::hint;
pub use scramble::{DrawnScramble, Scrambles};
