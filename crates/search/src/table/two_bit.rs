//! A prune table with two bits per entry, filled by breadth-first search while other threads read it.
//!
//! An entry is the distance modulo 3, or "not reached". Neighbours differ by at most 1, so from the distance of one
//! node and the two bits of its neighbour follows the distance of the neighbour; and an entry that is not reached when
//! levels up to d are complete is at least d + 1 away, so the table may be used after every level: it is admissible.
//!
//! An entry changes only once, from "not reached" to its value, and readers can see which levels are complete
//! ([`TwoBitTable::complete`]). Entries of later levels are right as well, only not complete yet.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use crate::hardware;
use crate::problem::Cost;

/// Code of an entry that has not been reached.
pub const UNREACHED: u32 = 3;

/// A table of two-bit entries.
pub struct TwoBitTable {
    /// Codes are stored inverted, so that memory fresh from the system, which is zero, means that nothing is reached.
    words: Vec<AtomicU32>,
    len: usize,
    /// One more than the last complete level; 0 before the first.
    levels: AtomicU8,
}

impl TwoBitTable {
    /// Creates a table of `len` entries, none of them reached.
    pub fn new(len: usize) -> TwoBitTable {
        TwoBitTable { words: hardware::zeroed(len.div_ceil(16)), len, levels: AtomicU8::new(0) }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// Distance modulo 3, or [`UNREACHED`].
    #[inline(always)]
    pub fn code(&self, index: usize) -> u32 {
        let word = self.words[index / 16].load(Ordering::Relaxed);
        !(word >> (index % 16 * 2)) & 3
    }

    /// A run of consecutive entries, to be read one after the other.
    ///
    /// # Panics
    /// Panics if the run does not begin at a multiple of 16, or exceeds the table.
    pub fn part(&self, first: usize, len: usize) -> Part<'_> {
        assert!(first.is_multiple_of(16), "begins inside a word");
        Part { words: &self.words[first / 16..][..len.div_ceil(16)] }
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        hardware::prefetch(&self.words[index / 16]);
    }

    /// Marks an entry as reached at `distance`. Returns true if it was not reached before.
    #[inline(always)]
    pub fn reach(&self, index: usize, distance: Cost) -> bool {
        let (word, shift) = (&self.words[index / 16], index % 16 * 2);
        if word.load(Ordering::Relaxed) >> shift & 3 != 0 {
            return false;
        }
        // Two threads at once write the same value: both are on the same level.
        word.fetch_or((!(distance % 3) & 3) << shift, Ordering::Relaxed) >> shift & 3 == 0
    }

    /// Like [`TwoBitTable::reach`], if no other thread reaches any of the sixteen entries around it.
    #[inline(always)]
    pub fn reach_alone(&self, index: usize, distance: Cost) -> bool {
        let (word, shift) = (&self.words[index / 16], index % 16 * 2);
        let before = word.load(Ordering::Relaxed);
        let is_new = before >> shift & 3 == 0;
        // Written in any case: a branch would be mispredicted too often.
        word.store(before | if is_new { (!(distance % 3) & 3) << shift } else { 0 }, Ordering::Relaxed);
        is_new
    }

    /// Marks as reached at `distance` all entries from `first` on whose byte in `marks` is 3 (not 0). No other thread
    /// may reach entries there at the same time. Returns the number of new entries.
    ///
    /// # Panics
    /// Panics if `first` or the number of marks is not a multiple of 16.
    pub fn reach_marked(&self, first: usize, marks: &[u8], distance: Cost) -> usize {
        let (marks, []) = marks.as_chunks::<8>() else { panic!("marks in part of a word") };
        let (marks, []) = marks.as_chunks::<2>() else { panic!("marks in part of a word") };
        assert!(first.is_multiple_of(16), "begins inside a word");
        let value = !(distance % 3) & 3;
        let mut n_new = 0;
        for (word, &[low, high]) in self.words[first / 16..].iter().zip(marks) {
            let (low, high) = (u64::from_le_bytes(low), u64::from_le_bytes(high));
            let old = word.load(Ordering::Relaxed);
            let free = !spread(old | old >> 1);
            let new = (join(low) | join(high) << 16) & free & (value * FIELDS);
            if new != 0 {
                word.store(old | new, Ordering::Relaxed);
                n_new += ((new | new >> 1) & FIELDS).count_ones() as usize;
            }
        }
        n_new
    }

    /// Number of entries of a range that have this code or, for [`UNREACHED`], that do not.
    ///
    /// # Panics
    /// Panics if the range does not begin at a multiple of 16, or ends inside a word before the last.
    pub fn count(&self, range: std::ops::Range<usize>, code: u32) -> usize {
        assert!(range.start.is_multiple_of(16), "begins inside a word");
        assert!(range.end.is_multiple_of(16) || range.end == self.len, "ends inside a word");
        let words = &self.words[range.start / 16..range.end.div_ceil(16)];
        words.iter().map(|word| matching(word.load(Ordering::Relaxed), code).count_ones() as usize).sum()
    }

    /// Visits the entries of a range that have this code or, for [`UNREACHED`], all that do not.
    ///
    /// # Panics
    /// Panics if the range does not begin at a multiple of 16.
    #[inline]
    pub fn for_each(&self, range: std::ops::Range<usize>, code: u32, visit: impl FnMut(usize)) {
        self.for_each_field(range, |word| matching(word, code), visit);
    }

    /// Visits the entries of a range that are not reached.
    ///
    /// # Panics
    /// Panics if the range does not begin at a multiple of 16.
    #[inline]
    pub fn for_each_unreached(&self, range: std::ops::Range<usize>, visit: impl FnMut(usize)) {
        self.for_each_field(range, |word| !(word | word >> 1) & FIELDS, visit);
    }

    /// Visits the entries of a range whose lower bit is set in `fields` of their word.
    #[inline(always)]
    fn for_each_field(
        &self,
        range: std::ops::Range<usize>,
        fields: impl Fn(u32) -> u32,
        mut visit: impl FnMut(usize),
    ) {
        assert!(range.start.is_multiple_of(16), "begins inside a word");
        let words = &self.words[range.start / 16..range.end.div_ceil(16)];
        for (word, first) in words.iter().zip((range.start..).step_by(16)) {
            let mut found = fields(word.load(Ordering::Relaxed));
            while found != 0 {
                let index = first + found.trailing_zeros() as usize / 2;
                if index >= range.end {
                    return;
                }
                visit(index);
                found &= found - 1;
            }
        }
    }

    /// Declares that all entries up to `distance` are reached.
    pub fn complete_level(&self, distance: Cost) {
        self.levels.store(distance as u8 + 1, Ordering::Release);
    }

    /// The last complete level, if any.
    pub fn complete(&self) -> Option<Cost> {
        Cost::from(self.levels.load(Ordering::Acquire)).checked_sub(1)
    }

    /// The distance of an entry with this code next to one at `from`: one below, equal or one above. Also right for
    /// `from` = "at least `from`" if `from` is one more than the last complete level: the result then means "at least"
    /// when it is `from`.
    #[inline(always)]
    pub fn neighbour_distance(from: Cost, code: u32) -> Cost {
        // from - 1, from or from + 1, whichever is congruent to the code; nothing lies below 0.
        (from + (code + 4 - from % 3) % 3).saturating_sub(1)
    }
}

/// A run of consecutive entries.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    words: &'a [AtomicU32],
}

impl Part<'_> {
    /// Distance modulo 3, or [`UNREACHED`], of an entry counted from the start of the run.
    #[inline(always)]
    pub fn code(&self, index: usize) -> u32 {
        let word = self.words[index / 16].load(Ordering::Relaxed);
        !(word >> (index % 16 * 2)) & 3
    }
}

/// The lower bit of each entry in a word.
const FIELDS: u32 = 0x5555_5555;

/// The entries of a word that have this code or, for [`UNREACHED`], those that do not. Bits beyond the last entry of
/// the table look like entries that are not reached.
#[inline(always)]
fn matching(word: u32, code: u32) -> u32 {
    let other = word ^ ((!code & 3) * FIELDS);
    FIELDS & if code == UNREACHED { word | word >> 1 } else { !(other | other >> 1) }
}

/// Both bits of each entry whose lower one is set.
#[inline(always)]
fn spread(word: u32) -> u32 {
    (word & FIELDS) * 3
}

/// The lowest two bits of eight bytes, packed side by side: pairs, fours, then all.
#[inline(always)]
fn join(bytes: u64) -> u32 {
    let pairs = (bytes | bytes >> 6) & 0x000F_000F_000F_000F;
    let fours = (pairs | pairs >> 12) & 0x0000_00FF_0000_00FF;
    ((fours | fours >> 24) & 0xFFFF) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_the_first_distance() {
        let (table, alone) = (TwoBitTable::new(100), TwoBitTable::new(100));
        assert!(!table.is_empty() && TwoBitTable::new(0).is_empty());
        let mut expected = [UNREACHED; 100];
        for (i, distance) in (0..300).map(|n| (n * 7 % 100, n as Cost / 40)) {
            let is_new = expected[i] == UNREACHED;
            if is_new {
                expected[i] = distance % 3;
            }
            table.prefetch(i);
            assert_eq!((table.reach(i, distance), alone.reach_alone(i, distance)), (is_new, is_new), "{i}");
            let part = table.part(32, 68);
            for (k, &code) in expected.iter().enumerate() {
                assert_eq!((table.code(k), alone.code(k)), (code, code), "entry {k}");
                assert!(k < 32 || part.code(k - 32) == code, "entry {k} of a part");
            }
        }
    }

    #[test]
    fn neighbours_differ_by_at_most_one() {
        for from in 0..40 {
            for distance in from.max(1) - 1..=from + 1 {
                assert_eq!(TwoBitTable::neighbour_distance(from, distance % 3), distance, "next to {from}");
            }
        }
    }

    #[test]
    fn levels_become_complete_in_order() {
        let table = TwoBitTable::new(16);
        assert_eq!(table.complete(), None);
        for distance in 0..5 {
            table.complete_level(distance);
            assert_eq!(table.complete(), Some(distance));
        }
    }

    #[test]
    fn marks_reach_what_is_free() {
        let table = TwoBitTable::new(100);
        let one_by_one = TwoBitTable::new(100);
        for i in (0..100).step_by(7) {
            table.reach(i, 4);
            one_by_one.reach(i, 4);
        }
        let mut marks = [0; 64];
        for i in (0..64).filter(|i| i % 5 < 2) {
            marks[i] = 3;
            one_by_one.reach(16 + i, 5);
        }
        let before = table.count(0..100, UNREACHED);
        let n_new = table.reach_marked(16, &marks, 5);
        assert_eq!(before + n_new, table.count(0..100, UNREACHED));
        for i in 0..100 {
            assert_eq!(table.code(i), one_by_one.code(i), "entry {i}");
        }
        for code in [0, 1, 2] {
            let mut found = Vec::new();
            table.for_each(16..99, code, |i| found.push(i));
            let expected: Vec<usize> = (16..99).filter(|&i| table.code(i) == code).collect();
            assert_eq!(found, expected, "code {code}");
            let all = (0..100).filter(|&i| table.code(i) == code).count();
            assert_eq!(table.count(0..100, code), all, "code {code}");
        }
        let mut found = Vec::new();
        table.for_each(0..100, UNREACHED, |i| found.push(i));
        assert_eq!(found, (0..100).filter(|&i| table.code(i) != UNREACHED).collect::<Vec<_>>());
        found.clear();
        table.for_each_unreached(32..99, |i| found.push(i));
        assert_eq!(found, (32..99).filter(|&i| table.code(i) == UNREACHED).collect::<Vec<_>>());
    }
}
