//! Number of samples of random tests.

use std::env;

/// Returns `few`, or `many` if `DEEPEN_TEST_MANY` is set: the extra minute finds little that the first samples do not,
/// and is for changes of the code under test.
pub fn samples(few: usize, many: usize) -> usize {
    if env::var_os("DEEPEN_TEST_MANY").is_some() { many } else { few }
}
