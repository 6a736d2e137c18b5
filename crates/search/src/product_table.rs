//! A product table: the exact distance of every combination of some coordinates from the goals. It is a prune table for
//! the full problem and solves the projected problem completely.
//!
//! The distances are found by breadth-first search backwards from the goals, so they are right even if moves cannot be
//! undone, and combinations from which no goal can be reached are known.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::coordinate::{InverseMoveTable, MoveTable, Workers};
use crate::parallel::map_parts;
use crate::problem::{Cost, Move};

/// The values of `N` coordinates.
pub type Coords<const N: usize> = [u32; N];

/// `N` coordinates, their usable moves, and the distance of every combination from the goals.
#[derive(Clone, Debug)]
pub struct ProductTable<const N: usize> {
    tables: [MoveTable; N],
    /// Number of views of each coordinate: the move tables would have to divide to know.
    lens: [usize; N],
    moves: Vec<(Move, Cost)>,
    distances: Vec<u8>,
    farthest: Cost,
    is_complete: bool,
}

/// Entry of a combination from which no goal can be reached.
pub(crate) const UNREACHED: u8 = u8::MAX;

impl<const N: usize> ProductTable<N> {
    /// Computes the table of coordinates whose moves are numbered alike, under some of these moves with their costs,
    /// which are at least 1.
    ///
    /// # Panics
    /// Panics if the distance of a combination is above 254.
    pub fn new(tables: [MoveTable; N], moves: Vec<(Move, Cost)>, goals: &[Coords<N>]) -> ProductTable<N> {
        let lens = tables.each_ref().map(MoveTable::len);
        let goals: Vec<&[u32]> = goals.iter().map(|goal| &goal[..]).collect();
        let distances = distances(&tables.each_ref(), &moves, &goals, &Workers::ONE_THREAD)
            .expect("the callback never stops it");
        let mut product = ProductTable { tables, lens, moves, distances, farthest: 0, is_complete: false };
        product.farthest = product.distribution().len().saturating_sub(1) as Cost;
        product.is_complete = !product.distances.contains(&UNREACHED);
        product
    }

    /// Number of combinations.
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// True if there are no combinations.
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(MoveTable::bytes).sum::<u64>() + self.distances.len() as u64
    }

    /// The index of a combination: the last coordinate varies fastest.
    #[inline(always)]
    pub fn index(&self, coords: &Coords<N>) -> usize {
        self.lens.iter().zip(coords).fold(0, |index, (len, &view)| index * len + view as usize)
    }

    /// The combination with an index (inverse of [`ProductTable::index`]).
    pub fn coords(&self, mut index: usize) -> Coords<N> {
        let mut coords = [0; N];
        for (view, len) in coords.iter_mut().zip(&self.lens).rev() {
            *view = (index % len) as u32;
            index /= len;
        }
        coords
    }

    /// The usable moves, with their costs.
    pub fn moves(&self) -> &[(Move, Cost)] {
        &self.moves
    }

    /// Number of moves, usable or not: moves are numbered `0..n_moves`.
    pub fn n_moves(&self) -> usize {
        self.tables.iter().map(MoveTable::n_moves).max().unwrap_or(0)
    }

    /// The combination after a move; None if it is illegal for one of the coordinates.
    #[inline(always)]
    pub fn after(&self, coords: &Coords<N>, mv: Move) -> Option<Coords<N>> {
        let mut next = *coords;
        for (view, table) in next.iter_mut().zip(&self.tables) {
            *view = table.after(*view, mv)?;
        }
        Some(next)
    }

    /// The distance to the goals; None if no goal can be reached.
    #[inline(always)]
    pub fn distance(&self, coords: &Coords<N>) -> Option<Cost> {
        let distance = self.distances[self.index(coords)];
        (distance != UNREACHED).then_some(Cost::from(distance))
    }

    /// Number of combinations at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        let mut counts = [0; UNREACHED as usize + 1];
        self.distances.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        let reached = &counts[..usize::from(UNREACHED)];
        let levels = reached.iter().rposition(|&n| n > 0).map_or(0, |last| last + 1);
        reached[..levels].to_vec()
    }

    /// The greatest finite distance.
    pub fn farthest(&self) -> Cost {
        self.farthest
    }

    /// True if a goal can be reached from every combination.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// Computes the distance of every combination of coordinates from the goals, 255 if no goal can be reached. The last
/// coordinate varies fastest. Returns None if it was stopped.
///
/// Backwards breadth-first search with costs: an entry may be lowered until its level is expanded; after that nothing
/// cheaper can turn up.
///
/// # Panics
/// Panics if the distance of a combination is above 254.
pub(crate) fn distances(
    tables: &[&MoveTable],
    moves: &[(Move, Cost)],
    goals: &[&[u32]],
    workers: &Workers<'_>,
) -> Option<Vec<u8>> {
    let lens: Vec<usize> = tables.iter().map(|table| table.len()).collect();
    let fill = DistanceFill {
        moves,
        inverse: tables.iter().map(|table| table.inverse()).collect(),
        entries: (0..lens.iter().product()).map(|_| AtomicU8::new(UNREACHED)).collect(),
        lens,
    };
    for goal in goals {
        fill.entries[fill.index(goal)].store(0, Ordering::Relaxed);
    }
    let (mut level, mut last) = (0, 0);
    while level <= last {
        assert!(level < Cost::from(UNREACHED), "a distance is more than a byte holds");
        if (workers.on_progress)(level as usize) {
            return None;
        }
        let n_shares = workers.n_threads.max(1);
        let share = fill.entries.len().div_ceil(n_shares).max(1);
        let range = |i: usize| fill.entries.len().min(i * share)..fill.entries.len().min((i + 1) * share);
        let farthest = map_parts(n_shares, n_shares, |i| fill.expand_level(level as u8, range(i)));
        last = farthest.into_iter().fold(last, Cost::max);
        level += 1;
    }
    Some(fill.entries.into_iter().map(AtomicU8::into_inner).collect())
}

/// Distances that are being computed.
struct DistanceFill<'a> {
    lens: Vec<usize>,
    moves: &'a [(Move, Cost)],
    inverse: Vec<InverseMoveTable>,
    entries: Vec<AtomicU8>,
}

impl DistanceFill<'_> {
    fn index(&self, coords: &[u32]) -> usize {
        self.lens.iter().zip(coords).fold(0, |index, (len, &view)| index * len + view as usize)
    }

    /// Expands the entries of a level in a range of indices: lowers their predecessors. Returns the greatest distance
    /// that was written.
    fn expand_level(&self, level: u8, entries: std::ops::Range<usize>) -> Cost {
        let mut farthest = 0;
        let mut coords = vec![0; self.lens.len()];
        let mut sources: Vec<&[u32]> = vec![&[]; self.lens.len()];
        for index in entries {
            if self.entries[index].load(Ordering::Relaxed) != level {
                continue;
            }
            let mut rest = index;
            for (view, len) in coords.iter_mut().zip(&self.lens).rev() {
                (*view, rest) = ((rest % len) as u32, rest / len);
            }
            for &(mv, cost) in self.moves {
                let distance = Cost::from(level) + cost;
                for ((source, table), &view) in sources.iter_mut().zip(&self.inverse).zip(&coords) {
                    *source = table.predecessors(view, mv);
                }
                if self.lower(&sources, distance.min(UNREACHED.into()) as u8) {
                    farthest = farthest.max(distance);
                }
            }
        }
        farthest
    }

    /// Lowers the entries of all combinations of predecessors. Returns true if any was lowered.
    #[inline(always)]
    fn lower(&self, sources: &[&[u32]], distance: u8) -> bool {
        let mut lowered = false;
        // A move that can be undone has one predecessor.
        for nth in 0..sources.iter().map(|list| list.len()).product() {
            let mut nth: usize = nth;
            let mut index = 0;
            for (list, len) in sources.iter().zip(&self.lens) {
                index = index * len + list[nth % list.len()] as usize;
                nth /= list.len();
            }
            let entry = &self.entries[index];
            // Loaded first, because most are lower already and writing is expensive.
            lowered |= entry.load(Ordering::Relaxed) > distance
                && entry.fetch_min(distance, Ordering::Relaxed) > distance;
        }
        lowered
    }
}
