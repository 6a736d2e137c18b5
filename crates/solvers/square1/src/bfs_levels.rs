//! Breadth-first search from the solved position: all positions within some distance, level by level. One position is
//! stored per symmetry class.

use std::marker::PhantomData;

use puzzle::Square1;
use search::table::hash_levels::Shard;
use search::table::{Found, HashLevels, StateGraph};
use search::{Control, Cost, Counts};

use super::symmetry::{CanonicalState, SymmetryReduction};

/// A canonical position in as few bytes as it needs.
pub type Packed = [u8; 16];

/// Positions by their distance from the solved one, one per symmetry class.
pub struct BfsLevels<M> {
    levels: HashLevels<Packed>,
    metric: PhantomData<M>,
}

/// Positions as a graph. Every move is undone by a move.
struct Positions<M>(PhantomData<M>);

impl<M: SymmetryReduction> StateGraph for Positions<M> {
    type State = Packed;

    fn costs(&self) -> &[Cost] {
        &[1]
    }

    fn hash(&self, state: &Packed) -> u64 {
        CanonicalState::unpacked(state).hash()
    }

    fn expand(&self, states: &[Packed], _cost: Cost, found: &mut Found<Packed>) {
        for packed in states {
            M::for_each_successor(&CanonicalState::unpacked(packed).state(), |next| {
                let canonical = M::canonical(next);
                found.push(canonical.hash(), canonical.packed());
            });
        }
    }

    fn class_size(&self, state: &Packed) -> u64 {
        M::class_size(CanonicalState::unpacked(state))
    }
}

impl<M: SymmetryReduction> BfsLevels<M> {
    /// Returns the level of the solved position alone.
    pub fn solved() -> BfsLevels<M> {
        let solved = M::canonical(&Square1::SOLVED).packed();
        BfsLevels { levels: HashLevels::new(&Positions::<M>(PhantomData), [solved]), metric: PhantomData }
    }

    /// Distance up to which all positions are known.
    pub fn radius(&self) -> Cost {
        self.levels.depth()
    }

    /// Number of positions at each distance.
    pub fn n_positions(&self) -> &[u64] {
        self.levels.n_states()
    }

    /// Number of symmetry classes stored at each distance.
    pub fn n_stored(&self) -> &[u64] {
        self.levels.n_stored()
    }

    /// Nodes generated and expanded so far.
    pub fn counts(&self) -> Counts {
        self.levels.counts()
    }

    /// Passes the positions of a shard with their distances to a function.
    pub fn with_shard<T>(&self, shard: usize, use_it: impl FnOnce(&Shard<Packed>) -> T) -> T {
        self.levels.with_shard(shard, use_it)
    }

    /// Upper bound of the memory in bytes for this many stored positions: a hash table may just have doubled.
    pub fn bytes_for(n_stored: u64) -> u64 {
        HashLevels::<Packed>::bytes_for(2 * n_stored)
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

    /// Computes the next level. Returns false if it was stopped; that level does not count as known then.
    pub fn add_level(&mut self, control: &Control<'_>) -> bool {
        self.levels.add_level(&Positions::<M>(PhantomData), rayon::current_num_threads(), control)
    }
}
