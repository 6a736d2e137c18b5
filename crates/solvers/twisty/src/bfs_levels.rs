//! Breadth-first search backwards from the goals: all positions within some distance, level by level. Duplicate
//! detection is exact because whole positions are stored, not hashes. One position is stored per symmetry class.

use hashbrown::HashMap;
use rayon::prelude::*;
use search::simd::{Kernel, Simd, at_best};
use search::{Control, Cost, Move};

use super::compiled_puzzle::CompiledPuzzle;
use super::hash::hash;

/// Shards of the hash table; each is filled by one thread.
const N_SHARDS: usize = 64;

/// Shards that are expanded together before their predecessors are inserted. Bounds the memory of the predecessors.
const BATCH: usize = 4;

/// Positions between two checks of the stop flag.
const POLL_INTERVAL: usize = 1024;

/// Positions by their distance from the goals, one per symmetry class.
pub struct BfsLevels<const N: usize> {
    shards: Vec<HashMap<[u8; N], u8>>,
    /// Number of positions at each distance; complete levels only.
    per_level: Vec<u64>,
    max_move_cost: Cost,
    n_moves: u64,
}

impl<const N: usize> BfsLevels<N> {
    /// Returns the level of the goals alone.
    pub fn new(compiled: &CompiledPuzzle<N>) -> BfsLevels<N> {
        let mut levels = BfsLevels {
            shards: vec![HashMap::new(); N_SHARDS],
            per_level: Vec::new(),
            max_move_cost: compiled.costs.iter().copied().max().unwrap_or(1),
            n_moves: compiled.n_moves() as u64,
        };
        for goal in &compiled.goals {
            let canonical = compiled.canonicalizer.canonical(goal);
            levels.shards[shard_of(hash(&canonical))].insert(canonical, 0);
        }
        levels.per_level.push(levels.at(0).count() as u64);
        levels
    }

    /// Distance up to which all positions are known.
    pub fn depth(&self) -> Cost {
        self.per_level.len() as Cost - 1
    }

    /// Estimates the ratio of the sizes of two consecutive levels.
    pub fn growth(&self) -> u64 {
        match self.per_level[..] {
            [.., before, last] if before > 0 => last.div_ceil(before).max(1),
            _ => self.n_moves,
        }
    }

    /// Estimates the size of the next level.
    pub fn n_next(&self) -> u64 {
        let last = self.per_level.iter().rev().find(|&&n| n > 0).copied().unwrap_or(0);
        last.saturating_mul(self.growth())
    }

    /// True if all positions that can reach a goal are known.
    pub fn is_exhausted(&self) -> bool {
        let n_levels = self.max_move_cost as usize;
        self.per_level.len() > n_levels && self.per_level.iter().rev().take(n_levels).all(|&n| n == 0)
    }

    /// Returns all positions with their distances, by shard.
    pub fn shards(&self) -> &[HashMap<[u8; N], u8>] {
        &self.shards
    }

    /// Returns the distance of a canonical position, if it is known.
    pub fn distance(&self, canonical: &[u8; N]) -> Option<Cost> {
        self.shards[shard_of(hash(canonical))].get(canonical).map(|&distance| Cost::from(distance))
    }

    /// Upper bound of the memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| bytes_for(shard.capacity() as u64, N)).sum()
    }

    /// Upper bound of the memory in bytes after a level of `n_new` positions.
    pub fn bytes_with(&self, n_new: u64) -> u64 {
        let n: u64 = self.per_level.iter().sum::<u64>() + n_new;
        // A hash table may just have doubled.
        bytes_for(2 * n, N)
    }

    fn at(&self, level: u8) -> impl Iterator<Item = &[u8; N]> {
        let all = self.shards.iter().flat_map(HashMap::iter);
        all.filter(move |(_, found)| **found == level).map(|(state, _)| state)
    }

    /// Computes the next level. Returns false if it was stopped; that level does not count as known then.
    pub fn add_level(&mut self, compiled: &CompiledPuzzle<N>, control: &Control<'_>) -> bool {
        let level = self.per_level.len() as u8;
        let mut costs = compiled.costs.clone();
        costs.sort_unstable();
        costs.dedup();
        let mut found = 0;
        for cost in costs.into_iter().filter(|&cost| cost <= Cost::from(level)) {
            for batch in 0..N_SHARDS / BATCH {
                if control.stopped().is_some() {
                    return false;
                }
                let sources = &self.shards[batch * BATCH..(batch + 1) * BATCH];
                let from = level - cost as u8;
                let by_shard: Vec<Vec<Vec<[u8; N]>>> = sources
                    .par_iter()
                    .map(|shard| at_best(Expand { compiled, shard, from, cost, control }))
                    .collect();
                // A batch that was stopped is incomplete.
                if control.stopped().is_some() {
                    return false;
                }
                found += self
                    .shards
                    .par_iter_mut()
                    .enumerate()
                    .map(|(i, shard)| insert_new(shard, by_shard.iter().map(|found| &found[i]), level))
                    .sum::<u64>();
            }
        }
        self.per_level.push(found);
        true
    }
}

/// Inserts new positions into a shard. Returns their number.
fn insert_new<'a, const N: usize>(
    shard: &mut HashMap<[u8; N], u8>,
    by_shard: impl Iterator<Item = &'a Vec<[u8; N]>>,
    level: u8,
) -> u64 {
    let mut found = 0;
    for state in by_shard.flatten() {
        shard.entry(*state).or_insert_with(|| {
            found += 1;
            level
        });
    }
    found
}

/// Generates the predecessors of one level by moves of one cost, sorted by the shard they belong to.
struct Expand<'a, const N: usize> {
    compiled: &'a CompiledPuzzle<N>,
    shard: &'a HashMap<[u8; N], u8>,
    from: u8,
    cost: Cost,
    control: &'a Control<'a>,
}

impl<const N: usize> Kernel for Expand<'_, N> {
    type Output = Vec<Vec<[u8; N]>>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let Expand { compiled, shard, from, cost, control } = self;
        let mut by_shard = vec![Vec::new(); N_SHARDS];
        for (i, (state, &level)) in shard.iter().enumerate() {
            if i % POLL_INTERVAL == 0 && control.stopped().is_some() {
                break;
            }
            if level != from {
                continue;
            }
            for mv in 0..compiled.n_moves() {
                if compiled.costs[mv] != cost {
                    continue;
                }
                let before = compiled.before(simd, state, Move(mv as u16));
                if compiled.is_legal(&before) {
                    let canonical = compiled.canonicalizer.canonical(&before);
                    by_shard[shard_of(hash(&canonical))].push(canonical);
                }
            }
        }
        by_shard
    }
}

/// Returns the shard of a position by the upper bits of its hash; the lower bits choose the place in the shard.
fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// Memory of a hash table with this capacity: the position, its distance and a byte of the hash, at a load of at most
/// 7/8.
fn bytes_for(capacity: u64, n_bytes: usize) -> u64 {
    capacity * (n_bytes as u64 + 2) * 8 / 7
}
