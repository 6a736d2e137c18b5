//! How much tests try.

use std::env;

/// Returns `few`, or `many` where `DEEPEN_TEST_MANY` is set: what takes a minute more finds little that the first samples do not,
/// and is for changes of what is tested.
pub fn samples(few: usize, many: usize) -> usize {
    if env::var_os("DEEPEN_TEST_MANY").is_some() { many } else { few }
}
