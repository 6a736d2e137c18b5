//! Breadth-first search backwards from the goals, level by level, with whole states in hash tables: for puzzles whose
//! states have no useful numbers. Duplicate detection is exact, because states are compared, not hashes. Usually one
//! state is stored for each symmetry class.
//!
//! States are divided into shards by their hash. Threads expand some shards at a time, which bounds the memory of the
//! states found, and each shard is then extended by one thread.

use std::hash::Hash;
use std::sync::Mutex;

use hashbrown::HashMap;

use crate::control::Control;
use crate::outcome::Counts;
use crate::parallel::map_parts;
use crate::problem::Cost;

/// The states and moves of a puzzle.
pub trait StateGraph: Sync {
    /// A state, canonical under the symmetries.
    type State: Copy + Eq + Hash + Send + Sync;

    /// The costs of moves, in ascending order, each once.
    fn costs(&self) -> &[Cost];

    /// The hash of a state. Its uppermost bits choose the shard.
    fn hash(&self, state: &Self::State) -> u64;

    /// Finds the predecessors of some states by moves of one cost.
    fn expand(&self, states: &[Self::State], cost: Cost, found: &mut Found<Self::State>);

    /// Number of states in the symmetry class of a stored one.
    fn class_size(&self, _state: &Self::State) -> u64 {
        1
    }
}

/// Number of shards.
pub const N_SHARDS: usize = 64;

/// Shards that are expanded together.
const BATCH: usize = 4;

/// States that are expanded between two checks of the stop flag.
const POLL_INTERVAL: usize = 1024;

/// States with their distances. Memory of a table of a capacity: see [`HashLevels::bytes_for`].
pub type Shard<S> = HashMap<S, u8>;

/// Returns the shard of a hash. The lower bits are left to the tables inside a shard.
#[inline(always)]
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// States that were found, by shard.
pub struct Found<S>(Vec<Vec<S>>);

impl<S> Found<S> {
    fn new() -> Self {
        Found((0..N_SHARDS).map(|_| Vec::new()).collect())
    }

    /// Adds a state with its hash.
    #[inline(always)]
    pub fn push(&mut self, hash: u64, state: S) {
        self.0[shard_of(hash)].push(state);
    }

    fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }
}

/// All states within some distance of the goals.
pub struct HashLevels<S> {
    shards: Vec<Mutex<Shard<S>>>,
    /// Number of states stored at each distance; complete levels only.
    n_stored: Vec<u64>,
    /// The same with all members of a symmetry class.
    n_states: Vec<u64>,
    counts: Counts,
    max_move_cost: Cost,
}

impl<S: Copy + Eq + Hash + Send + Sync> HashLevels<S> {
    /// Returns the level of the goals alone.
    pub fn new<G: StateGraph<State = S>>(graph: &G, goals: impl IntoIterator<Item = S>) -> Self {
        let mut levels = HashLevels {
            shards: (0..N_SHARDS).map(|_| Mutex::default()).collect(),
            n_stored: vec![0],
            n_states: vec![0],
            counts: Counts::default(),
            max_move_cost: graph.costs().last().copied().unwrap_or(1),
        };
        for goal in goals {
            let shard = levels.shards[shard_of(graph.hash(&goal))].get_mut();
            if shard.expect("nothing panics while it is held").insert(goal, 0).is_none() {
                levels.n_stored[0] += 1;
                levels.n_states[0] += graph.class_size(&goal);
            }
        }
        levels
    }

    /// Distance up to which all states are known.
    pub fn depth(&self) -> Cost {
        self.n_stored.len() as Cost - 1
    }

    /// Number of states stored at each distance.
    pub fn n_stored(&self) -> &[u64] {
        &self.n_stored
    }

    /// Number of states at each distance; all members of a symmetry class count.
    pub fn n_states(&self) -> &[u64] {
        &self.n_states
    }

    /// Nodes generated and expanded so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the distance of a canonical state with this hash, if it is known.
    pub fn distance(&self, hash: u64, state: &S) -> Option<Cost> {
        self.with_shard(shard_of(hash), |shard| shard.get(state).map(|&level| Cost::from(level)))
    }

    /// Passes a shard to a function.
    pub fn with_shard<T>(&self, shard: usize, use_it: impl FnOnce(&Shard<S>) -> T) -> T {
        use_it(&self.shards[shard].lock().expect("nothing panics while it is held"))
    }

    /// Memory of tables with this capacity in all: the state, its distance and a byte of its hash, at a load of at most
    /// 7/8.
    pub fn bytes_for(capacity: u64) -> u64 {
        capacity * (size_of::<(S, u8)>() as u64 + 1) * 8 / 7
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        let capacity = |shard: usize| self.with_shard(shard, Shard::capacity) as u64;
        (0..N_SHARDS).map(|shard| Self::bytes_for(capacity(shard))).sum()
    }

    /// Upper bound of the memory in bytes after a level of `n_new` states.
    pub fn bytes_with(&self, n_new: u64) -> u64 {
        // A table may just have doubled.
        Self::bytes_for(2 * (self.n_stored.iter().sum::<u64>() + n_new))
    }

    /// True if all states that can reach a goal are known: no move leads beyond so many empty levels.
    pub fn is_exhausted(&self) -> bool {
        let n_empty = self.max_move_cost as usize;
        self.n_stored.len() > n_empty && self.n_stored.iter().rev().take(n_empty).all(|&n| n == 0)
    }

    /// Computes the next level. Returns false if it was stopped: that level does not count as known then.
    pub fn add_level<G: StateGraph<State = S>>(
        &mut self,
        graph: &G,
        n_threads: usize,
        control: &Control<'_>,
    ) -> bool {
        let level = self.n_stored.len() as u8;
        let (mut n_stored, mut n_states) = (0, 0);
        for &cost in graph.costs().iter().filter(|&&cost| cost <= Cost::from(level)) {
            for batch in 0..N_SHARDS / BATCH {
                let expand =
                    |i: usize| self.expand(graph, batch * BATCH + i, level - cost as u8, cost, control);
                let found = map_parts(BATCH, n_threads, expand);
                // A batch that was stopped is incomplete.
                if control.stopped().is_some() {
                    return false;
                }
                let generated = found.iter().map(|(found, _)| found.len() as u64).sum();
                let expanded = found.iter().map(|&(_, expanded)| expanded).sum();
                self.counts += Counts { generated, expanded };
                control.poll(generated);
                let insert =
                    |i: usize| self.insert(graph, i, found.iter().flat_map(|(found, _)| &found.0[i]), level);
                for (stored, states) in map_parts(N_SHARDS, n_threads, insert) {
                    n_stored += stored;
                    n_states += states;
                }
            }
        }
        self.n_stored.push(n_stored);
        self.n_states.push(n_states);
        true
    }

    /// Finds the predecessors of the states of one level in a shard. Also returns the number of these states.
    fn expand<G: StateGraph<State = S>>(
        &self,
        graph: &G,
        shard: usize,
        level: u8,
        cost: Cost,
        control: &Control<'_>,
    ) -> (Found<S>, u64) {
        let (mut found, mut n_expanded) = (Found::new(), 0);
        self.with_shard(shard, |shard| {
            let mut states = shard.iter().filter(|&(_, &known)| known == level).map(|(&state, _)| state);
            let mut chunk = Vec::with_capacity(POLL_INTERVAL);
            while control.stopped().is_none() {
                chunk.clear();
                chunk.extend(states.by_ref().take(POLL_INTERVAL));
                if chunk.is_empty() {
                    break;
                }
                n_expanded += chunk.len() as u64;
                graph.expand(&chunk, cost, &mut found);
            }
        });
        (found, n_expanded)
    }

    /// Inserts new states into a shard. Returns their number, and that of the members of their classes.
    fn insert<'a, G: StateGraph<State = S>>(
        &self,
        graph: &G,
        shard: usize,
        found: impl Iterator<Item = &'a S>,
        level: u8,
    ) -> (u64, u64)
    where
        S: 'a,
    {
        let mut shard = self.shards[shard].lock().expect("nothing panics while it is held");
        let (mut n_stored, mut n_states) = (0, 0);
        for state in found {
            shard.entry(*state).or_insert_with(|| {
                n_stored += 1;
                n_states += graph.class_size(state);
                level
            });
        }
        (n_stored, n_states)
    }
}
