//! All positions within some distance of the solved one, level by level, kept whole: no hash decides whether one is known.
//! One is kept of those that are alike.

use std::marker::PhantomData;

use hashbrown::HashSet;
use puzzle::Square1;
use rayon::prelude::*;
use search::{Control, Cost, Counts};

use super::symmetry::{CanonicalState, SymmetryReduction};

/// Parts that are filled independently.
pub const N_SHARDS: usize = 64;

/// Parts that are expanded together before what was found is taken in: bounds what waits.
const BATCH: usize = 8;

/// Bytes of a position in a set, with its byte of the hash, in a set that has just doubled.
const BYTES_PER_STATE: u64 = 2 * 17 * 8 / 7;

type Packed = [u32; 4];
type Shard = HashSet<Packed>;

/// Positions by their distance.
pub struct BfsLevels<M> {
    /// By distance and part.
    levels: Vec<Vec<Shard>>,
    /// How many positions there are at each distance, all that are alike counted.
    n_positions: Vec<u64>,
    counts: Counts,
    metric: PhantomData<M>,
}

/// What a position is found by.
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

impl<M: SymmetryReduction> BfsLevels<M> {
    /// The solved position alone.
    pub fn new() -> BfsLevels<M> {
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

    /// The distance up to which all are known.
    pub fn radius(&self) -> Cost {
        self.levels.len() as Cost - 1
    }

    /// How many positions there are at each distance.
    pub fn n_positions(&self) -> &[u64] {
        &self.n_positions
    }

    /// How many are kept at each distance.
    pub fn n_stored(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.iter().map(|shard| shard.len() as u64).sum()).collect()
    }

    /// What it took.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The positions at some distance, part by part.
    pub fn level(&self, distance: Cost) -> &[Shard] {
        &self.levels[distance as usize]
    }

    /// Bytes that it holds at most when so many are kept.
    pub fn bytes_for(n_stored: u64) -> u64 {
        n_stored * BYTES_PER_STATE
    }

    /// About how many are kept with one more level.
    pub fn n_stored_with_next(&self) -> u64 {
        let stored = self.n_stored();
        let growth = match stored[..] {
            [.., before, last] => last.div_ceil(before.max(1)),
            _ => 16,
        };
        stored.iter().sum::<u64>() + stored.last().unwrap_or(&0) * growth
    }

    /// Finds the next level. False if it was stopped, and then nothing counts as found.
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
            self.counts += Counts { generated: generated, expanded };
            control.poll(generated);
            // A neighbour is at most one nearer or farther, so it is new unless it is at one of two distances.
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

/// What moves make of the positions of a part, in heaps by part.
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
