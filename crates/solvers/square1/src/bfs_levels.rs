//! Breadth-first search from the solved position: all positions within some distance, level by level. Duplicate
//! detection is exact because whole positions are stored, not hashes. One position is stored per symmetry class.

use std::marker::PhantomData;

use hashbrown::HashSet;
use puzzle::Square1;
use rayon::prelude::*;
use search::{Control, Cost, Counts};

use super::symmetry::{CanonicalState, SymmetryReduction};

/// Shards of a level; each is filled by one thread.
pub const N_SHARDS: usize = 64;

/// Shards that are expanded together before their successors are inserted. Bounds the memory of the successors.
const BATCH: usize = 8;

/// Bytes per position in a hash set: 16 for the position and 1 of its hash, at a load of at most 7/8, just after the
/// set has doubled.
const BYTES_PER_STATE: u64 = 2 * 17 * 8 / 7;

type Packed = [u32; 4];
type Shard = HashSet<Packed>;

/// Positions by their distance from the solved one, one per symmetry class.
pub struct BfsLevels<M> {
    /// By distance and shard.
    levels: Vec<Vec<Shard>>,
    /// Number of positions at each distance; all members of a symmetry class count.
    n_positions: Vec<u64>,
    counts: Counts,
    metric: PhantomData<M>,
}

/// Returns the shard of a position, by the upper bits of its hash.
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

impl<M: SymmetryReduction> BfsLevels<M> {
    /// Returns the level of the solved position alone.
    pub fn solved() -> BfsLevels<M> {
        let canonical = M::canonical(&Square1::SOLVED);
        let mut level = vec![Shard::new(); N_SHARDS];
        level[shard_of(canonical.hash())].insert(canonical.packed());
        BfsLevels {
            levels: vec![level],
            n_positions: vec![1],
            counts: Counts::default(),
            metric: PhantomData,
        }
    }

    /// Distance up to which all positions are known.
    pub fn radius(&self) -> Cost {
        self.levels.len() as Cost - 1
    }

    /// Number of positions at each distance.
    pub fn n_positions(&self) -> &[u64] {
        &self.n_positions
    }

    /// Number of symmetry classes stored at each distance.
    pub fn n_stored(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.iter().map(|shard| shard.len() as u64).sum()).collect()
    }

    /// Nodes generated and expanded so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the positions at a distance, by shard.
    pub fn level(&self, distance: Cost) -> &[Shard] {
        &self.levels[distance as usize]
    }

    /// Upper bound of the memory in bytes for this many stored positions.
    pub fn bytes_for(n_stored: u64) -> u64 {
        n_stored * BYTES_PER_STATE
    }

    /// Estimates the number of stored positions after one more level.
    pub fn n_stored_with_next(&self) -> u64 {
        let stored = self.n_stored();
        let growth = match stored[..] {
            [.., before, last] => last.div_ceil(before.max(1)),
            _ => 16,
        };
        stored.iter().sum::<u64>() + stored.last().unwrap_or(&0) * growth
    }

    /// Computes the next level. Returns false if it was stopped; the levels are unchanged then.
    pub fn add_level(&mut self, control: &Control<'_>) -> bool {
        let mut level = vec![Shard::new(); N_SHARDS];
        let mut n_positions = 0;
        let (last, before) = match &self.levels[..] {
            [.., before, last] => (last, Some(before)),
            [last] => (last, None),
            [] => unreachable!("there is always the solved position"),
        };
        for sources in last.chunks(BATCH) {
            if control.stopped().is_some() {
                return false;
            }
            let by_shard: Vec<Vec<Vec<Packed>>> = sources.par_iter().map(successors::<M>).collect();
            let generated = by_shard.iter().flatten().map(|found_by_shard| found_by_shard.len() as u64).sum();
            let expanded = sources.iter().map(|shard| shard.len() as u64).sum();
            self.counts += Counts { generated, expanded };
            control.poll(generated);
            // A successor is at most one level nearer or farther, so comparing with two levels detects all duplicates.
            let insert_new = |(i, shard): (usize, &mut Shard)| {
                let is_known = |packed: &Packed| {
                    last[i].contains(packed) || before.is_some_and(|before| before[i].contains(packed))
                };
                let mut found = 0;
                for packed in by_shard.iter().flat_map(|found_by_shard| &found_by_shard[i]) {
                    if !is_known(packed) && shard.insert(*packed) {
                        found += M::class_size(CanonicalState::unpacked(packed));
                    }
                }
                found
            };
            n_positions += level.par_iter_mut().enumerate().map(insert_new).sum::<u64>();
        }
        self.levels.push(level);
        self.n_positions.push(n_positions);
        true
    }
}

/// Generates the successors of a shard's positions, sorted by the shard they belong to.
fn successors<M: SymmetryReduction>(shard: &Shard) -> Vec<Vec<Packed>> {
    let mut by_shard = vec![Vec::new(); N_SHARDS];
    for packed in shard {
        M::for_each_successor(&CanonicalState::unpacked(packed).state(), |next| {
            let canonical = M::canonical(next);
            by_shard[shard_of(canonical.hash())].push(canonical.packed());
        });
    }
    by_shard
}
