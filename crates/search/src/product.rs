//! Coordinates side by side, with the exact distance of every combination from the goals: a question so small that it is
//! answered completely in advance.
//!
//! The distances are found level by level against the moves, so they are right even where moves cannot be undone, and a
//! combination from which no goal can be reached is known as such.

use crate::coord::{Backwards, MoveTable};
use crate::problem::{Cost, Move};

/// The numbers of `N` coordinates.
pub type Place<const N: usize> = [u32; N];

/// `N` coordinates, the moves that may be made on them, and how far every combination is from a goal.
#[derive(Clone, Debug)]
pub struct Product<const N: usize> {
    tables: [MoveTable; N],
    /// Views of each: the tables would have to divide to know.
    lens: [usize; N],
    moves: Vec<(Move, Cost)>,
    distances: Vec<u8>,
    farthest: Cost,
    is_complete: bool,
}

/// The entry of a combination from which no goal can be reached.
const UNREACHED: u8 = u8::MAX;

impl<const N: usize> Product<N> {
    /// Of coordinates whose moves are numbered alike, under some of their moves with their costs, which are at least 1.
    ///
    /// # Panics
    /// If a combination is more than 254 away from the goals.
    pub fn new(tables: [MoveTable; N], moves: Vec<(Move, Cost)>, goals: &[Place<N>]) -> Product<N> {
        let lens = tables.each_ref().map(MoveTable::len);
        let len = lens.iter().product();
        let distances = vec![UNREACHED; len];
        let mut product = Product { tables, lens, moves, distances, farthest: 0, is_complete: false };
        product.fill(goals);
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

    /// Finds all distances. An entry may be lowered until its level has come; after that nothing cheaper can turn up.
    fn fill(&mut self, goals: &[Place<N>]) {
        let backwards = self.tables.each_ref().map(MoveTable::backwards);
        for goal in goals {
            let index = self.index(goal);
            self.distances[index] = 0;
        }
        let (mut level, mut last) = (0, 0);
        while level <= last {
            assert!(level < Cost::from(UNREACHED), "a distance is more than a byte holds");
            for index in 0..self.distances.len() {
                if Cost::from(self.distances[index]) == level {
                    let place = self.place(index);
                    for i in 0..self.moves.len() {
                        let (mv, cost) = self.moves[i];
                        if self.lower(&backwards, &place, mv, level + cost) {
                            last = last.max(level + cost);
                        }
                    }
                }
            }
            level += 1;
        }
    }

    /// Lowers the entries from which `mv` leads to `place` to `distance`. Whether there were any to lower.
    #[inline(always)]
    fn lower(&mut self, backwards: &[Backwards; N], place: &Place<N>, mv: Move, distance: Cost) -> bool {
        let sources: [&[u32]; N] = std::array::from_fn(|i| backwards[i].before(place[i], mv));
        let mut lowered = false;
        let mut lower = |source: Place<N>| {
            let index = self.index(&source);
            let entry = &mut self.distances[index];
            if Cost::from(*entry) > distance {
                *entry = distance as u8;
                lowered = true;
            }
        };
        match sources.iter().map(|list| list.len()).product() {
            // A move that can be undone comes from one place: worth a shorter way.
            1 => lower(sources.map(|list| list[0])),
            n => (0..n).for_each(|mut nth: usize| {
                lower(sources.map(|list| {
                    let view = list[nth % list.len()];
                    nth /= list.len();
                    view
                }));
            }),
        }
        lowered
    }
}
