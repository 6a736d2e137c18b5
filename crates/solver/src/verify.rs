//! Verification of stored tables by the laws of distances, independent of how a table was filled: a goal is at
//! distance 0 and nothing else is, neighbours differ by at most 1, and every other entry has a nearer neighbour.

use std::fmt::{self, Display, Formatter};

/// Number of entries that are checked unless all are.
pub const N_SAMPLES: u64 = 1_000_000;

/// The entries to be checked.
pub struct VerifySpec<'a> {
    /// Check all entries instead of [`N_SAMPLES`] random ones.
    pub is_full: bool,
    /// Returns a random number below its argument.
    pub below: &'a mut dyn FnMut(u32) -> u32,
}

/// Result of a verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// So many entries were checked, and all obey the laws.
    Right(u64),
    /// An entry does not.
    Wrong(BrokenLaw),
    /// The table cannot be read; the reason was reported to the observer.
    Unreadable,
    /// The work was stopped.
    Stopped,
}

/// The distances that a table distinguishes. Its entries are clamped: the floor means at most that distance, the
/// ceiling at least that. Clamped distances of neighbours differ by at most 1, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DistanceRange {
    /// The least value.
    pub floor: u32,
    /// The greatest value.
    pub ceiling: u32,
}

/// An entry that breaks a law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrokenLaw {
    /// The value cannot occur.
    Range(u32),
    /// The goal is not at distance 0, or something else is.
    Goal {
        /// True for the goal.
        is_goal: bool,
        /// The value of the entry.
        value: u32,
    },
    /// A neighbour differs by more than 1.
    Step {
        /// The value of the entry.
        value: u32,
        /// The value of the neighbour.
        neighbour: u32,
    },
    /// No neighbour is nearer.
    NoDescent(u32),
}

impl Display for BrokenLaw {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BrokenLaw::Range(value) => write!(f, "an entry has the value {value}, which does not occur"),
            BrokenLaw::Goal { is_goal: true, value } => write!(f, "the goal is at distance {value}"),
            BrokenLaw::Goal { is_goal: false, value } => {
                write!(f, "an entry that is no goal is at distance {value}")
            }
            BrokenLaw::Step { value, neighbour } => {
                write!(f, "an entry at distance {value} has a neighbour at distance {neighbour}")
            }
            BrokenLaw::NoDescent(value) => {
                write!(f, "no neighbour of an entry at distance {value} is nearer")
            }
        }
    }
}

impl DistanceRange {
    /// Checks the value of an entry against those of all its neighbours.
    ///
    /// # Errors
    /// The law that it breaks.
    pub fn check(
        self,
        is_goal: bool,
        value: u32,
        neighbours: impl IntoIterator<Item = u32>,
    ) -> Result<(), BrokenLaw> {
        let DistanceRange { floor, ceiling } = self;
        if !(floor..=ceiling).contains(&value) {
            return Err(BrokenLaw::Range(value));
        }
        if if floor == 0 { is_goal != (value == 0) } else { is_goal && value != floor } {
            return Err(BrokenLaw::Goal { is_goal, value });
        }
        let mut has_nearer = false;
        for neighbour in neighbours {
            if value.abs_diff(neighbour) > 1 {
                return Err(BrokenLaw::Step { value, neighbour });
            }
            has_nearer |= neighbour < value;
        }
        if value > floor && value < ceiling && !has_nearer {
            return Err(BrokenLaw::NoDescent(value));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_of_distances() {
        let all = DistanceRange { floor: 0, ceiling: 20 };
        assert_eq!(all.check(true, 0, [1, 1]), Ok(()));
        assert_eq!(all.check(false, 3, [4, 3, 2]), Ok(()));
        assert_eq!(all.check(false, 0, [1]), Err(BrokenLaw::Goal { is_goal: false, value: 0 }));
        assert_eq!(all.check(true, 1, [0]), Err(BrokenLaw::Goal { is_goal: true, value: 1 }));
        assert_eq!(all.check(false, 3, [2, 5]), Err(BrokenLaw::Step { value: 3, neighbour: 5 }));
        assert_eq!(all.check(false, 3, [3, 4]), Err(BrokenLaw::NoDescent(3)));
        assert_eq!(all.check(false, 21, [20]), Err(BrokenLaw::Range(21)));
        let clamped = DistanceRange { floor: 8, ceiling: 11 };
        assert_eq!(clamped.check(true, 8, [8, 9]), Ok(()), "no descent is visible at the floor");
        assert_eq!(clamped.check(false, 11, [11, 11]), Ok(()), "nor at the ceiling");
        assert_eq!(clamped.check(true, 9, [8]), Err(BrokenLaw::Goal { is_goal: true, value: 9 }));
        assert_eq!(clamped.check(false, 10, [10, 11]), Err(BrokenLaw::NoDescent(10)));
    }
}
