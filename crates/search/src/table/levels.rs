//! Known numbers of entries at each distance. A fill that was disturbed, by an error of the program or of the machine,
//! almost never counts the right number of entries at every distance, so a table is compared with published or
//! recorded counts before it is used.

use std::fmt::{self, Display, Formatter};

/// A distance at which a table has another number of entries than it must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongLevel {
    /// The distance.
    pub distance: usize,
    /// The number of entries in the table.
    pub found: u64,
    /// The number of entries that there are.
    pub expected: u64,
}

impl Display for WrongLevel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let WrongLevel { distance, found, expected } = self;
        write!(f, "{found} entries at distance {distance}, expected {expected}")
    }
}

/// Returns the first distance at which a table differs from the known counts. These may end before the table does.
pub fn wrong_level(found: &[u64], known: &[u64]) -> Option<WrongLevel> {
    (0..).zip(known).find_map(|(distance, &expected)| {
        let found = found.get(distance).copied().unwrap_or(0);
        (found != expected).then_some(WrongLevel { distance, found, expected })
    })
}

/// Checks a table that was just filled.
///
/// # Panics
/// Panics if a count is wrong: no answer may depend on such a table.
pub fn assert_levels(table: &str, found: &[u64], known: &[u64]) {
    if let Some(wrong) = wrong_level(found, known) {
        panic!("table {table} was filled wrong: {wrong}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(wrong_level(&[1, 18, 243], &[1, 18]), None);
        assert_eq!(wrong_level(&[1, 18, 243], &[]), None);
        let wrong = wrong_level(&[1, 17, 243], &[1, 18, 243]).expect("one differs");
        assert_eq!(wrong.to_string(), "17 entries at distance 1, expected 18");
        let missing = WrongLevel { distance: 2, found: 0, expected: 243 };
        assert_eq!(wrong_level(&[1, 18], &[1, 18, 243]), Some(missing));
    }
}
