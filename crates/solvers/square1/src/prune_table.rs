//! Prune table: a hash table of positions near the goal, four bytes each, which hold the distance and a part of the
//! hash.
//!
//! Positions with equal hashes share an entry, and the smallest distance counts. So the table errs only downwards,
//! which keeps it admissible, and that about once in millions of lookups. A hash belongs to a bucket of sixteen entries
//! (one cache line) or, if that is full, to the next bucket: one cache line nearly always decides. The last level is
//! written into the table only, which takes a quarter of the memory of storing its positions whole.

use puzzle::Square1;
use rayon::prelude::*;
use search::table::hash_levels::{N_SHARDS, Shard, shard_of};
use search::{Control, Cost, hardware};

use super::bfs_levels::{BfsLevels, Packed};
use super::symmetry::{CanonicalState, SymmetryReduction};

/// Entries per bucket: one cache line.
const BUCKET_SIZE: usize = 16;

/// Bits of the distance. An entry of distance d stores d + 1, so that 0 marks an empty entry.
const DISTANCE_BITS: u32 = 5;
const DISTANCE_MASK: u32 = (1 << DISTANCE_BITS) - 1;

/// Mean number of entries in a bucket.
const LOAD: u64 = 9;

/// Positions whose buckets are prefetched together.
const PREFETCH_BATCH: usize = 32;

/// Distances of all positions within a radius.
pub struct PruneTable {
    shards: Vec<Vec<u32>>,
    n_buckets: u64,
    radius: Cost,
}

/// The hash of a position, which gives the place of its entry.
#[derive(Clone, Copy, Default)]
pub struct Slot(u64);

impl PruneTable {
    /// Bytes of a table of this many positions.
    pub fn bytes_for(n_stored: u64) -> u64 {
        PruneTable::buckets_for(n_stored) * (N_SHARDS * BUCKET_SIZE * size_of::<u32>()) as u64
    }

    /// Number of buckets per shard.
    fn buckets_for(n_stored: u64) -> u64 {
        n_stored.div_ceil(LOAD * N_SHARDS as u64) + 4
    }

    /// Builds the table of one level more than `levels` has; `n_stored` is the number of positions with that level.
    /// None if it was stopped.
    pub fn new<M: SymmetryReduction>(
        levels: &BfsLevels<M>,
        n_stored: u64,
        control: &Control<'_>,
    ) -> Option<PruneTable> {
        let n_buckets = PruneTable::buckets_for(n_stored);
        let empty = || hardware::filled(n_buckets as usize * BUCKET_SIZE, 0_u32);
        let mut table = PruneTable {
            shards: (0..N_SHARDS).map(|_| empty()).collect(),
            n_buckets,
            radius: levels.radius() + 1,
        };
        let (last, before) = (table.radius, levels.radius());
        table.shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
            // In the order of their distances, because of equal hashes the first one counts.
            levels.with_shard(i, |known| {
                for distance in 0..=before {
                    let at_distance = known.iter().filter(|&(_, &level)| Cost::from(level) == distance);
                    let hashes = at_distance.map(|(packed, _)| CanonicalState::unpacked(packed).hash());
                    add(shard, n_buckets, hashes, distance);
                }
            });
        });
        for first in (0..N_SHARDS).step_by(4) {
            if control.stopped().is_some() {
                return None;
            }
            let by_shard: Vec<Vec<Vec<u64>>> = (first..first + 4)
                .into_par_iter()
                .map(|i| levels.with_shard(i, |shard| successors::<M>(shard, before)))
                .collect();
            // One thread fills each shard in a fixed order, so the table is deterministic.
            table.shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
                add(shard, n_buckets, by_shard.iter().flat_map(|hashes| hashes[i].iter().copied()), last);
            });
        }
        Some(table)
    }

    /// Distance up to which all positions are in the table.
    #[inline(always)]
    pub fn radius(&self) -> Cost {
        self.radius
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| size_of_val(&shard[..]) as u64).sum()
    }

    /// Returns the slot of a position.
    #[inline(always)]
    pub fn slot<M: SymmetryReduction>(state: &Square1) -> Slot {
        Slot(M::canonical(state).hash())
    }

    /// Prefetches an entry's cache line.
    #[inline(always)]
    pub fn prefetch(&self, slot: Slot) {
        hardware::prefetch(&self.shards[shard_of(slot.0)][bucket_of(slot.0, self.n_buckets) * BUCKET_SIZE]);
    }

    /// Returns a lower bound of a position's distance, nearly always exact; None if it is beyond the radius.
    #[inline(always)]
    pub fn distance(&self, slot: Slot) -> Option<Cost> {
        find(&self.shards[shard_of(slot.0)], self.n_buckets, slot.0)
    }
}

/// Returns the hashes of the successors of a shard's positions at a distance, by the shard they belong to.
fn successors<M: SymmetryReduction>(shard: &Shard<Packed>, distance: Cost) -> Vec<Vec<u64>> {
    let mut by_shard = vec![Vec::new(); N_SHARDS];
    for (packed, _) in shard.iter().filter(|&(_, &level)| Cost::from(level) == distance) {
        M::for_each_successor(&CanonicalState::unpacked(packed).state(), |next| {
            let hash = M::canonical(next).hash();
            by_shard[shard_of(hash)].push(hash);
        });
    }
    by_shard
}

fn bucket_of(hash: u64, n_buckets: u64) -> usize {
    (((hash >> 26 & 0xFFFF_FFFF) * n_buckets) >> 32) as usize
}

/// The part of a hash that an entry stores.
#[inline(always)]
fn tag_of(hash: u64) -> u32 {
    (hash as u32) << DISTANCE_BITS
}

/// Returns the smallest distance stored under a hash.
#[inline(always)]
fn find(shard: &[u32], n_buckets: u64, hash: u64) -> Option<Cost> {
    let tag = tag_of(hash);
    let mut at = bucket_of(hash, n_buckets);
    let mut nearest = u32::MAX;
    loop {
        let bucket = &shard[at * BUCKET_SIZE..][..BUCKET_SIZE];
        // An entry with another tag keeps some tag bits, so the difference is large.
        bucket.iter().for_each(|&entry| nearest = nearest.min((entry ^ tag).wrapping_sub(1)));
        if bucket[BUCKET_SIZE - 1] == 0 || nearest < DISTANCE_MASK {
            // An empty entry under tag 0 gives distance -1, which wraps to a large number.
            return (nearest < DISTANCE_MASK).then_some(nearest);
        }
        at = (at + 1) % n_buckets as usize;
    }
}

/// Inserts hashes with a distance, unless they are present with a smaller one.
fn add(shard: &mut [u32], n_buckets: u64, hashes: impl Iterator<Item = u64>, distance: Cost) {
    let mut hashes = hashes.peekable();
    let mut batch = [0_u64; PREFETCH_BATCH];
    while hashes.peek().is_some() {
        let mut n = 0;
        for hash in hashes.by_ref().take(PREFETCH_BATCH) {
            hardware::prefetch(&shard[bucket_of(hash, n_buckets) * BUCKET_SIZE]);
            batch[n] = hash;
            n += 1;
        }
        for &hash in &batch[..n] {
            if find(shard, n_buckets, hash).is_none() {
                let first = bucket_of(hash, n_buckets) * BUCKET_SIZE;
                let len = shard.len();
                let free = (first..first + len).map(|at| at % len).find(|&at| shard[at] == 0);
                shard[free.expect("there is more room than positions")] = tag_of(hash) | (distance + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::symmetry::{FaceTurnMetric, TwistMetric};
    use super::*;
    use search::{Limits, Silent, Stop};

    /// Every position within the radius has its distance, also those that overflow from a full bucket to the next.
    fn check<M: SymmetryReduction>(radius: Cost) {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut levels = BfsLevels::<M>::solved();
        (1..radius).for_each(|_| assert!(levels.add_level(&control)));
        let mut whole = BfsLevels::<M>::solved();
        (0..radius).for_each(|_| assert!(whole.add_level(&control)));
        let n_stored = whole.n_stored().iter().sum();
        let table = PruneTable::new(&levels, n_stored, &control).expect("it is not stopped");
        assert_eq!((table.radius(), table.bytes()), (radius, PruneTable::bytes_for(n_stored)));
        for i in 0..N_SHARDS {
            whole.with_shard(i, |shard| {
                for (packed, &distance) in shard {
                    let state = CanonicalState::unpacked(packed).state();
                    let found = table.distance(PruneTable::slot::<M>(&state));
                    assert_eq!(found, Some(distance.into()), "{state}");
                }
            });
        }
        let far = Square1::drawn(1, 1000)
            .into_iter()
            .filter(|state| table.distance(PruneTable::slot::<M>(state)).is_none());
        assert!(far.count() > 990);
    }

    #[test]
    fn distances_are_those_of_the_levels() {
        check::<TwistMetric>(5);
        check::<FaceTurnMetric>(8);
    }
}
