//! Fuzz targets of all parsers of this crate. Each asserts that the places of errors are in the text, that messages are
//! short, that printed values parse to the same value, and what else its format allows to check. `hostile.rs` has texts
//! made to take too long. A long run is described in `docs/testing.md`.

mod algs;
mod boards;
mod cubes;
mod definitions;
mod hostile;

use deepen_puzzle::parse::LineColumn;
use testkit::fuzz::{assert_message, assert_place, shape};

/// Checks the message and the place of an error and returns the shape of the message.
fn refused(text: &str, error: &impl std::error::Error, place: Option<LineColumn>) -> u64 {
    let message = error.to_string();
    assert_message(&message);
    if let Some(place) = place {
        assert_place(text, (place.line, place.column), &message);
    }
    shape(&message)
}

/// The shape of a valid input, by a number that tells small values apart and large ones roughly.
fn accepted(size: usize) -> u64 {
    shape("accepted") ^ (if size < 16 { size } else { 16 + size.ilog2() as usize }) as u64
}
