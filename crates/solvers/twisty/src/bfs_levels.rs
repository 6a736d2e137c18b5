//! Breadth-first search backwards from the goals: all positions within some distance, level by level. One position is
//! stored per symmetry class.

use search::simd::{Kernel, Simd, at_best};
use search::table::hash_levels::Shard;
use search::table::{Found, HashLevels, StateGraph};
use search::{Control, Cost, Move};

use super::compiled_puzzle::CompiledPuzzle;
use super::hash::hash;

/// Positions by their distance from the goals, one per symmetry class.
pub struct BfsLevels<const N: usize> {
    levels: HashLevels<[u8; N]>,
    n_moves: u64,
}

/// Positions as a graph.
struct Positions<'a, const N: usize> {
    compiled: &'a CompiledPuzzle<N>,
    /// In ascending order, each once.
    costs: Vec<Cost>,
}

impl<'a, const N: usize> Positions<'a, N> {
    fn new(compiled: &'a CompiledPuzzle<N>) -> Self {
        let mut costs = compiled.costs.clone();
        costs.sort_unstable();
        costs.dedup();
        Positions { compiled, costs }
    }
}

impl<const N: usize> StateGraph for Positions<'_, N> {
    type State = [u8; N];

    fn costs(&self) -> &[Cost] {
        &self.costs
    }

    fn hash(&self, state: &[u8; N]) -> u64 {
        hash(state)
    }

    fn expand(&self, states: &[[u8; N]], cost: Cost, found: &mut Found<[u8; N]>) {
        at_best(Expand { compiled: self.compiled, states, cost, found });
    }
}

impl<const N: usize> BfsLevels<N> {
    /// Returns the level of the goals alone.
    pub fn new(compiled: &CompiledPuzzle<N>) -> BfsLevels<N> {
        let goals = compiled.goals.iter().map(|goal| compiled.canonicalizer.canonical(goal));
        let levels = HashLevels::new(&Positions::new(compiled), goals);
        BfsLevels { levels, n_moves: compiled.n_moves() as u64 }
    }

    /// Distance up to which all positions are known.
    pub fn depth(&self) -> Cost {
        self.levels.depth()
    }

    /// Estimates the ratio of the sizes of two consecutive levels.
    pub fn growth(&self) -> u64 {
        match self.levels.n_stored()[..] {
            [.., before, last] if before > 0 => last.div_ceil(before).max(1),
            _ => self.n_moves,
        }
    }

    /// Estimates the size of the next level.
    pub fn n_next(&self) -> u64 {
        let last = self.levels.n_stored().iter().rev().find(|&&n| n > 0).copied().unwrap_or(0);
        last.saturating_mul(self.growth())
    }

    /// True if all positions that can reach a goal are known.
    pub fn is_exhausted(&self) -> bool {
        self.levels.is_exhausted()
    }

    /// Passes the positions of a shard with their distances to a function.
    pub fn with_shard<T>(&self, shard: usize, use_it: impl FnOnce(&Shard<[u8; N]>) -> T) -> T {
        self.levels.with_shard(shard, use_it)
    }

    /// Returns the distance of a canonical position, if it is known.
    pub fn distance(&self, canonical: &[u8; N]) -> Option<Cost> {
        self.levels.distance(hash(canonical), canonical)
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        self.levels.bytes()
    }

    /// Upper bound of the memory in bytes after a level of `n_new` positions.
    pub fn bytes_with(&self, n_new: u64) -> u64 {
        self.levels.bytes_with(n_new)
    }

    /// Computes the next level. Returns false if it was stopped; that level does not count as known then.
    pub fn add_level(&mut self, compiled: &CompiledPuzzle<N>, control: &Control<'_>) -> bool {
        self.levels.add_level(&Positions::new(compiled), rayon::current_num_threads(), control)
    }
}

/// Generates the predecessors of some positions by moves of one cost.
struct Expand<'a, const N: usize> {
    compiled: &'a CompiledPuzzle<N>,
    states: &'a [[u8; N]],
    cost: Cost,
    found: &'a mut Found<[u8; N]>,
}

impl<const N: usize> Kernel for Expand<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Expand { compiled, states, cost, found } = self;
        for state in states {
            for mv in (0..compiled.n_moves()).filter(|&mv| compiled.costs[mv] == cost) {
                let before = compiled.before(simd, state, Move(mv as u16));
                if compiled.is_legal(&before) {
                    let canonical = compiled.canonicalizer.canonical(&before);
                    found.push(hash(&canonical), canonical);
                }
            }
        }
    }
}
