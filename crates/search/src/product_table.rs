//! Coordinates side by side, with the exact distance of every combination from the goals: a question so small that it is
//! answered completely in advance.
//!
//! The distances are found level by level against the moves, so they are right even where moves cannot be undone, and a
//! combination from which no goal can be reached is known as such.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::coordinate::{Backwards, Crew, MoveTable};
use crate::problem::{Cost, Move};

/// The numbers of `N` coordinates.
pub type Place<const N: usize> = [u32; N];

/// `N` coordinates, the moves that may be made on them, and how far every combination is from a goal.
#[derive(Clone, Debug)]
pub struct ProductTable<const N: usize> {
    tables: [MoveTable; N],
    /// Views of each: the tables would have to divide to know.
    lens: [usize; N],
    moves: Vec<(Move, Cost)>,
    distances: Vec<u8>,
    farthest: Cost,
    is_complete: bool,
}

/// The entry of a combination from which no goal can be reached.
pub(crate) const UNREACHED: u8 = u8::MAX;

impl<const N: usize> ProductTable<N> {
    /// Of coordinates whose moves are numbered alike, under some of their moves with their costs, which are at least 1.
    ///
    /// # Panics
    /// If a combination is more than 254 away from the goals.
    pub fn new(tables: [MoveTable; N], moves: Vec<(Move, Cost)>, goals: &[Place<N>]) -> ProductTable<N> {
        let lens = tables.each_ref().map(MoveTable::len);
        let goals: Vec<&[u32]> = goals.iter().map(|goal| &goal[..]).collect();
        let distances = distances(&tables.each_ref(), &moves, &goals, &Crew::ALONE).expect("nobody stops it");
        let mut product = ProductTable { tables, lens, moves, distances, farthest: 0, is_complete: false };
        product.farthest = product.distribution().len().saturating_sub(1) as Cost;
        product.is_complete = !product.distances.contains(&UNREACHED);
        product
    }

    /// Number of combinations.
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.tables.iter().map(MoveTable::bytes).sum::<u64>() + self.distances.len() as u64
    }

    /// The number of a combination: the last coordinate counts fastest.
    #[inline(always)]
    pub fn index(&self, place: &Place<N>) -> usize {
        self.lens.iter().zip(place).fold(0, |index, (len, &view)| index * len + view as usize)
    }

    /// The combination of a number.
    pub fn place(&self, mut index: usize) -> Place<N> {
        let mut place = [0; N];
        for (view, len) in place.iter_mut().zip(&self.lens).rev() {
            *view = (index % len) as u32;
            index /= len;
        }
        place
    }

    /// The moves that may be made, with their costs.
    pub fn moves(&self) -> &[(Move, Cost)] {
        &self.moves
    }

    /// How moves are numbered: `0..n_moves`, those that may not be made among them.
    pub fn n_moves(&self) -> usize {
        self.tables.iter().map(MoveTable::n_moves).max().unwrap_or(0)
    }

    /// The combination after a move; None if one of the coordinates has it illegal.
    #[inline(always)]
    pub fn after(&self, place: &Place<N>, mv: Move) -> Option<Place<N>> {
        let mut next = *place;
        for (view, table) in next.iter_mut().zip(&self.tables) {
            *view = table.after(*view, mv)?;
        }
        Some(next)
    }

    /// What the cheapest way to a goal costs; None if there is no way.
    #[inline(always)]
    pub fn distance(&self, place: &Place<N>) -> Option<Cost> {
        let distance = self.distances[self.index(place)];
        (distance != UNREACHED).then_some(Cost::from(distance))
    }

    /// How many combinations there are at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        let mut counts = [0; UNREACHED as usize + 1];
        self.distances.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        let reached = &counts[..usize::from(UNREACHED)];
        let levels = reached.iter().rposition(|&n| n > 0).map_or(0, |last| last + 1);
        reached[..levels].to_vec()
    }

    /// The greatest distance from which a goal can be reached.
    pub fn farthest(&self) -> Cost {
        self.farthest
    }

    /// Whether a goal can be reached from every combination.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// How far every combination of coordinates is from the goals, 255 where there is no way. The last coordinate counts fastest.
/// None if it was stopped.
///
/// Level by level, against the moves. An entry may be lowered until its level has come; after that nothing cheaper can turn up.
///
/// # Panics
/// If a combination is more than 254 away from the goals.
pub(crate) fn distances(
    tables: &[&MoveTable],
    moves: &[(Move, Cost)],
    goals: &[&[u32]],
    crew: &Crew<'_>,
) -> Option<Vec<u8>> {
    let lens: Vec<usize> = tables.iter().map(|table| table.len()).collect();
    let filling = Filling {
        moves,
        backwards: tables.iter().map(|table| table.backwards()).collect(),
        entries: (0..lens.iter().product()).map(|_| AtomicU8::new(UNREACHED)).collect(),
        lens,
    };
    for goal in goals {
        filling.entries[filling.index(goal)].store(0, Ordering::Relaxed);
    }
    let (mut level, mut last) = (0, 0);
    while level <= last {
        assert!(level < Cost::from(UNREACHED), "a distance is more than a byte holds");
        if (crew.heard)(level as usize) {
            return None;
        }
        let share = filling.entries.len().div_ceil(crew.n_threads.max(1)).max(1);
        let farthest = std::thread::scope(|scope| {
            let filling = &filling;
            let first = |thread: usize| thread * share..filling.entries.len().min((thread + 1) * share);
            let others: Vec<_> = (1..crew.n_threads)
                .map(|thread| scope.spawn(move || filling.level(level as u8, first(thread))))
                .collect();
            let own = filling.level(level as u8, first(0));
            others.into_iter().map(|other| other.join().expect("filling does not panic")).fold(own, Cost::max)
        });
        last = last.max(farthest);
        level += 1;
    }
    Some(filling.entries.into_iter().map(AtomicU8::into_inner).collect())
}

/// Distances that are being found.
struct Filling<'a> {
    lens: Vec<usize>,
    moves: &'a [(Move, Cost)],
    backwards: Vec<Backwards>,
    entries: Vec<AtomicU8>,
}

impl Filling<'_> {
    fn index(&self, place: &[u32]) -> usize {
        self.lens.iter().zip(place).fold(0, |index, (len, &view)| index * len + view as usize)
    }

    /// Lowers what leads to some of the entries of a level; the farthest that anything was lowered to.
    fn level(&self, level: u8, entries: std::ops::Range<usize>) -> Cost {
        let mut farthest = 0;
        let mut place = vec![0; self.lens.len()];
        let mut sources: Vec<&[u32]> = vec![&[]; self.lens.len()];
        for index in entries {
            if self.entries[index].load(Ordering::Relaxed) != level {
                continue;
            }
            let mut rest = index;
            for (view, len) in place.iter_mut().zip(&self.lens).rev() {
                (*view, rest) = ((rest % len) as u32, rest / len);
            }
            for &(mv, cost) in self.moves {
                let distance = Cost::from(level) + cost;
                for ((source, table), &view) in sources.iter_mut().zip(&self.backwards).zip(&place) {
                    *source = table.before(view, mv);
                }
                if self.lower(&sources, distance.min(UNREACHED.into()) as u8) {
                    farthest = farthest.max(distance);
                }
            }
        }
        farthest
    }

    /// Lowers all combinations of some views. Whether there were any to lower.
    #[inline(always)]
    fn lower(&self, sources: &[&[u32]], distance: u8) -> bool {
        let mut lowered = false;
        // A move that can be undone comes from one place.
        for nth in 0..sources.iter().map(|list| list.len()).product() {
            let mut nth: usize = nth;
            let mut index = 0;
            for (list, len) in sources.iter().zip(&self.lens) {
                index = index * len + list[nth % list.len()] as usize;
                nth /= list.len();
            }
            let entry = &self.entries[index];
            // Asked first, because most are lower already and writing is dear.
            lowered |= entry.load(Ordering::Relaxed) > distance
                && entry.fetch_min(distance, Ordering::Relaxed) > distance;
        }
        lowered
    }
}
