//! Descent masks: for entries near the subgroup, the moves that lower the distance.

use rayon::prelude::*;
use search::Cost;
use search::hardware::{filled, prefetch};
use search::table::two_bit::UNREACHED;

use super::{
    DESCENT_LEVEL, GROUP, InverseTwists, N_TWIST, Phase1Prune, TwistLists, WINDOW, class_of_packed, split,
};
use crate::moves::MoveSet;
use solver::bits::members;

/// By entry near the subgroup, the moves that lower the distance: one look-up instead of one per move.
///
/// A hash table whose buckets are cache lines of sixteen slots. A slot has the moves in its lowest 18 bits; above them
/// a tag that distinguishes the entries of a bucket, and the number of buckets between the slot and its own bucket if
/// that was full. 0 is a free slot; no entry is 0, because every entry except the goal has a move that lowers the
/// distance.
pub struct DescentMasks {
    /// Three more than `n_buckets`, so that an overflow of the last bucket stays within the array.
    buckets: Vec<Bucket>,
    n_buckets: u64,
    shift: u32,
}

#[derive(Clone)]
#[repr(align(64))]
struct Bucket([u32; 16]);

impl DescentMasks {
    /// Moves that fit into a slot.
    pub const MAX_MOVES: usize = 18;
    /// Entries up to this distance are stored.
    pub const LEVEL: Cost = DESCENT_LEVEL;
    /// Bits of the tag that distinguishes the entries of a bucket.
    const TAG_BITS: u32 = 12;
    /// Largest distance of a slot from its own bucket.
    const MAX_OFFSET: usize = 3;
    /// Bits of entries and of the hash multiplier.
    const ENTRY_BITS: u32 = 28;

    /// Builds the masks of all reached entries, which must be exactly those up to [`DescentMasks::LEVEL`].
    pub(super) fn new<const ROW: usize>(phase1_prune: &Phase1Prune<ROW>) -> DescentMasks {
        let lists = TwistLists::new(&phase1_prune.distances, UNREACHED);
        let closer = all_descending(phase1_prune, &lists);
        let mut n_buckets = (closer.len() / 10).max(1 << (Self::ENTRY_BITS - Self::TAG_BITS));
        loop {
            if let Some(table) = DescentMasks::with_buckets(n_buckets, &lists, &closer) {
                return table;
            }
            n_buckets += n_buckets / 8;
        }
    }

    /// Returns None if a slot would be too far from its bucket.
    fn with_buckets(n_buckets: usize, lists: &TwistLists, closer: &[u32]) -> Option<DescentMasks> {
        let mut buckets = filled(n_buckets + Self::MAX_OFFSET, Bucket([0; 16]));
        let mut table =
            DescentMasks { buckets: Vec::new(), n_buckets: n_buckets as u64, shift: n_buckets.ilog2() };
        // Every thread scans all entries and fills a part of the buckets; entries that overflow the end of a part are
        // inserted into the next part afterwards.
        let part = buckets.len().div_ceil(rayon::current_num_threads().min(8));
        let n_classes = lists.starts.len() - 1;
        let fill = |(number, buckets): (usize, &mut [Bucket])| {
            let (mut left_over, mut here) = (Vec::new(), Vec::new());
            for class in 0..n_classes {
                for at in lists.range(class) {
                    let entry = class * N_TWIST + usize::from(lists.twists[at]) % WINDOW;
                    let (bucket, tag) = table.place(entry);
                    let bucket = bucket.wrapping_sub(number * part);
                    if bucket < buckets.len() && closer[at] != 0 {
                        prefetch(&buckets[bucket]);
                        here.push((bucket, tag, closer[at]));
                    }
                }
                // In batches, so that the prefetched buckets have arrived.
                if here.len() >= 64 || class == n_classes - 1 {
                    for (bucket, tag, moves) in here.drain(..) {
                        if !insert(&mut buckets[bucket..], tag, moves) {
                            left_over.push((number * part + bucket, tag, moves));
                        }
                    }
                }
            }
            left_over
        };
        let left_over: Vec<(usize, u32, u32)> =
            buckets.par_chunks_mut(part).enumerate().flat_map_iter(fill).collect();
        for (bucket, tag, moves) in left_over {
            if !insert(&mut buckets[bucket..], tag, moves) {
                return None;
            }
        }
        table.buckets = buckets;
        Some(table)
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.buckets[..]) as u64
    }

    /// Returns the bucket of an entry and the tag of its slot.
    ///
    /// Multiplication by an odd number scatters the entries; the position within the range gives the bucket. The
    /// remainders of two entries in one bucket differ by at least the number of buckets, so that their upper bits are
    /// different tags.
    #[inline(always)]
    fn place(&self, entry: usize) -> (usize, u32) {
        const RANGE: u64 = 1 << DescentMasks::ENTRY_BITS;
        let random = (entry as u64).wrapping_mul(0x9E3_779B) % RANGE;
        let share = random * self.n_buckets;
        ((share >> Self::ENTRY_BITS) as usize, ((share % RANGE) >> self.shift) as u32)
    }

    /// Prefetches the bucket of an entry.
    #[inline(always)]
    pub fn prefetch(&self, entry: usize) {
        prefetch(&self.buckets[self.place(entry).0]);
    }

    /// Returns the moves of the representative that lower the distance; none for an entry farther than
    /// [`DescentMasks::LEVEL`].
    #[inline(always)]
    pub fn descending(&self, entry: usize) -> MoveSet {
        let (at, mut tag) = self.place(entry);
        for Bucket(slots) in &self.buckets[at..] {
            // All slots at once rather than one after the other: the position of the slot cannot be predicted.
            let found = slots.iter().map(|&slot| if slot >> Self::MAX_MOVES == tag { slot } else { 0 });
            let moves = found.fold(0, |all, slot| all | slot) & ((1 << Self::MAX_MOVES) - 1);
            if moves != 0 || slots[15] == 0 {
                return MoveSet::from(moves);
            }
            tag += 1 << Self::TAG_BITS;
        }
        0
    }
}

/// Inserts an entry into the first free slot of its buckets. True if there was one.
fn insert(buckets: &mut [Bucket], tag: u32, moves: u32) -> bool {
    for (behind, Bucket(slots)) in (0..).zip(buckets.iter_mut().take(DescentMasks::MAX_OFFSET + 1)) {
        if let Some(free) = slots.iter_mut().find(|slot| **slot == 0) {
            *free = (tag | behind << DescentMasks::TAG_BITS) << DescentMasks::MAX_MOVES | moves;
            return true;
        }
    }
    false
}

/// Returns the moves that lower the distance for all listed entries, class by class as in [`Phase1Prune::scan_level`].
fn all_descending<const ROW: usize>(phase1_prune: &Phase1Prune<ROW>, lists: &TwistLists) -> Vec<u32> {
    let inverses = InverseTwists::new(&phase1_prune.twists, phase1_prune.n_moves);
    let n_classes = phase1_prune.edges.n_classes();
    let mut closer = vec![0; lists.twists.len()];
    let groups = (0..n_classes)
        .step_by(GROUP)
        .map(|first| (lists.starts[n_classes.min(first + GROUP)] - lists.starts[first]) as usize);
    let groups: Vec<&mut [u32]> = split(&mut closer, groups).collect();
    let fill = |marks: &mut [u32; WINDOW], (group, mut closer): (usize, &mut [u32])| {
        for class in group * GROUP..n_classes.min((group + 1) * GROUP) {
            let (here, row) = (lists.of(class), phase1_prune.row(class as u16));
            let closer = closer.split_off_mut(..here.len()).expect("as long as the lists");
            for mv in members(if here.is_empty() { 0 } else { phase1_prune.moves }) {
                // Marks of different moves and classes are different, so that nothing has to be cleared.
                let mark = (class as u32 * MoveSet::BITS + mv as u32 + 1) << 2;
                let packed = row[mv % ROW];
                let (inverse_symmetry, inverse_move) = inverses.of((packed >> 28) as usize, mv);
                for &there in lists.of(class_of_packed(packed)) {
                    let twist = inverse_symmetry[usize::from(there) % WINDOW];
                    let twist = inverse_move[usize::from(twist) % WINDOW];
                    marks[usize::from(twist) % WINDOW] = mark | (u32::from(there) / WINDOW as u32);
                }
                for (moves, &twist) in closer.iter_mut().zip(here) {
                    let below = (u32::from(twist) / WINDOW as u32 + 2) % 3;
                    *moves |= u32::from(marks[usize::from(twist) % WINDOW] == mark | below) << mv;
                }
            }
        }
    };
    groups.into_par_iter().enumerate().for_each_init(|| [0; WINDOW], fill);
    closer
}
