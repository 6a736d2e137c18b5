//! How far edges and corners are from the subgroup of U, D, R2, L2, F2, B2: flips, slice places and twists together,
//! 64,430 classes x 2,187 twists, two bits each (35 MB), filled level by level in the background while searches use what is there.
//!
//! States are kept as their class's representative sees them: a class, a twist and the symmetry that leads there. A
//! move made there is the image of a move of the cube, and all moves of a class lie side by side in memory.

use std::sync::OnceLock;

use rayon::prelude::*;
use search::Cost;
use search::hardware::{filled, prefetch};
use search::table::Packed2;
use search::table::packed2::UNREACHED;

use super::flip_slice::FlipSlice;
use super::moves::{MoveSet, Moves, members};
use super::twist::{Images, N_TWIST, Twists};

/// Levels that are filled before the first search.
pub const FIRST_LEVEL: Cost = 7;
/// The last level filled. No more than two above the first one: a search that began with that one must not take an
/// entry for one three levels nearer.
pub const LAST_LEVEL: Cost = 9;
const _: () = assert!(LAST_LEVEL <= FIRST_LEVEL + 2);
/// Up to this distance the moves that come closer are known without a look at where they lead.
const DESCENT_LEVEL: Cost = 7;
const _: () = assert!(LAST_LEVEL <= DESCENT_LEVEL + 3);

/// Flips, slice places and twists: coordinates and distances.
pub struct Outside<const ROW: usize> {
    /// Flips and slice places.
    pub edges: FlipSlice,
    /// Twists.
    pub twists: Twists<ROW>,
    /// The distances.
    pub distances: Packed2,
    /// Where the moves lead from each class: the first entry of that class in the table, and in the four bits above
    /// it the symmetry that takes what the move leads to to the class's representative.
    rows: Vec<[u32; ROW]>,
    moves: MoveSet,
    n_moves: usize,
    descents: OnceLock<Descents>,
    filling: std::sync::Mutex<Filling>,
}

struct Filling {
    /// Entries of the last complete level.
    level: Vec<u32>,
    /// Entries of all levels that descents are kept for.
    near: Vec<(Cost, Vec<u32>)>,
}

/// Where a class and twist are in the table.
#[inline(always)]
pub fn index(class: u16, twist: u16) -> usize {
    usize::from(class) * N_TWIST + usize::from(twist)
}

impl<const ROW: usize> Outside<ROW> {
    /// With the first levels filled.
    pub fn new(moves: &Moves) -> Self {
        let (edges, twists) = rayon::join(|| FlipSlice::new(moves), || Twists::new(moves));
        let mut rows = filled(edges.n_classes(), [0; ROW]);
        for (class, row) in rows.iter_mut().enumerate() {
            for (to, packed) in row.iter_mut().zip(edges.row(class as u16)) {
                *to = (packed >> 4) * N_TWIST as u32 | packed << 28;
            }
        }
        let distances = Packed2::new(edges.n_classes() * N_TWIST);
        distances.reach(0, 0);
        distances.complete_level(0);
        let filling = Filling { level: vec![0], near: vec![(0, vec![0])] };
        let outside = Outside {
            edges,
            twists,
            distances,
            rows,
            moves: moves.outside,
            n_moves: moves.count(),
            descents: OnceLock::new(),
            filling: filling.into(),
        };
        outside.grow_to(FIRST_LEVEL);
        outside
    }

    /// Fills levels up to `last`, then keeps the descents once all levels are there.
    pub fn grow_to(&self, last: Cost) {
        let mut filling = self.filling.lock().expect("filling does not panic");
        while self.distances.complete().is_some_and(|level| level < last.min(LAST_LEVEL)) {
            let level = self.distances.complete().map_or(0, |level| level + 1);
            let chunk = filling.level.len().div_ceil(4 * rayon::current_num_threads()).max(256);
            let parts: Vec<Vec<u32>> = filling
                .level
                .par_chunks(chunk)
                .map(|entries| self.reach_from(entries, level, level < LAST_LEVEL))
                .collect();
            self.distances.complete_level(level);
            filling.level = parts.concat();
            if level <= DESCENT_LEVEL {
                let entries = filling.level.clone();
                filling.near.push((level, entries));
            }
        }
        if last >= LAST_LEVEL && self.n_moves <= Descents::MAX_MOVES {
            self.descents.get_or_init(|| Descents::new(self, &std::mem::take(&mut filling.near)));
        }
    }

    /// Reaches everything one move from `entries`; what was not reached before.
    fn reach_from(&self, entries: &[u32], level: Cost, keep: bool) -> Vec<u32> {
        let mut reached = Vec::with_capacity(if keep { entries.len() * 8 } else { 0 });
        let mut reach = |entry: usize| {
            if self.distances.reach(entry, level) && keep {
                reached.push(entry as u32);
            }
        };
        // What one entry leads to is asked for while what the one before it leads to is reached.
        let (mut ahead, mut n_ahead) = ([0; MoveSet::BITS as usize], 0);
        for &entry in entries.iter().chain(&[0]) {
            let (class, twist) = ((entry as usize / N_TWIST) as u16, (entry as usize % N_TWIST) as u16);
            let ways = self.ways(class, twist);
            let (mut next, mut n_next) = ([0; MoveSet::BITS as usize], 0);
            for mv in members(self.moves) {
                let (to, _) = ways.lead(mv);
                self.distances.prefetch(to);
                next[n_next] = to;
                n_next += 1;
            }
            for &to in &ahead[..n_ahead] {
                let stabiliser = self.edges.stabiliser((to / N_TWIST) as u16);
                if stabiliser == 1 {
                    reach(to);
                    continue;
                }
                // Entries that a symmetry of the class takes to each other are one.
                let first = to - to % N_TWIST;
                for s in members(MoveSet::from(stabiliser)) {
                    reach(first + usize::from(self.twists.image((to % N_TWIST) as u16, s as u32)));
                }
            }
            (ahead, n_ahead) = (next, n_next);
        }
        reached
    }

    /// Where a move of the representative leads: class, twist and the symmetry that takes it there.
    #[inline(always)]
    pub fn step(&self, class: u16, twist: u16, mv: usize) -> (u16, u16, u8) {
        let (entry, symmetry) = self.ways(class, twist).lead(mv);
        ((entry / N_TWIST) as u16, (entry % N_TWIST) as u16, symmetry)
    }

    /// All moves of an entry.
    #[inline(always)]
    pub fn ways(&self, class: u16, twist: u16) -> Ways<'_, ROW> {
        Ways {
            row: &self.rows[usize::from(class)],
            twists: self.twists.row(twist),
            image: self.twists.images(),
        }
    }

    /// Has the moves of a class fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch_ways(&self, class: u16) {
        let row = &self.rows[usize::from(class)];
        prefetch(&row[0]);
        prefetch(&row[self.n_moves / 2]);
    }

    /// The distance of an entry; one more than the last complete level if it is beyond.
    pub fn distance(&self, class: u16, twist: u16, complete: Cost) -> Cost {
        let (mut entry, mut steps) = (index(class, twist), 0);
        let mut code = self.distances.code(entry);
        if let Some(descents) = self.descents()
            && code != UNREACHED
            && descents.closer(entry) == 0
            && entry != 0
        {
            // Beyond the levels that descents are kept for there are fewer than three others.
            return Packed2::beside(DESCENT_LEVEL + 2, code);
        }
        // Down to the goal.
        while entry != 0 {
            let ways = self.ways((entry / N_TWIST) as u16, (entry % N_TWIST) as u16);
            let below = (code + 2) % 3;
            let next =
                members(self.moves).map(|mv| ways.lead(mv).0).find(|&to| self.distances.code(to) == below);
            match next {
                Some(next) if code != UNREACHED => (entry, code, steps) = (next, below, steps + 1),
                // Not reached, or only just, from an entry that is not there yet.
                _ => return complete + 1,
            }
        }
        steps
    }

    /// The descents, once they are there.
    #[inline(always)]
    pub fn descents(&self) -> Option<&Descents> {
        self.descents.get()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.edges.bytes()
            + self.distances.bytes()
            + self.descents().map_or(0, |d| 8 * d.buckets.len() as u64 * 8)
    }
}

/// Where the moves of one entry lead. Rows are powers of two long and numbers are cut to fit, so that no index has to
/// be checked.
#[derive(Clone, Copy)]
pub struct Ways<'t, const ROW: usize> {
    row: &'t [u32; ROW],
    twists: &'t [u16; ROW],
    image: &'t Images,
}

impl<const ROW: usize> Ways<'_, ROW> {
    /// The entry that a move leads to, and the symmetry that takes it there.
    #[inline(always)]
    pub fn lead(&self, mv: usize) -> (usize, u8) {
        let packed = self.row[mv % ROW];
        let twist = self.image[usize::from(self.twists[mv % ROW] << 4 | (packed >> 28) as u16)];
        ((packed & 0x0FFF_FFFF) as usize + usize::from(twist), (packed >> 28) as u8)
    }
}

/// For each entry near the subgroup the moves that come closer: one look-up instead of one per move.
///
/// A hash table whose buckets are cache lines of eight entries, each `entry << 24 | moves`; 0 is free, which no entry
/// is, because every entry but the goal has a move that comes closer.
pub struct Descents {
    buckets: Vec<[u64; 8]>,
    shift: u32,
}

impl Descents {
    /// Moves beyond the bits of an entry cannot be kept.
    pub const MAX_MOVES: usize = 24;
    /// Entries up to this distance are kept.
    pub const LEVEL: Cost = DESCENT_LEVEL;

    fn new<const ROW: usize>(outside: &Outside<ROW>, levels: &[(Cost, Vec<u32>)]) -> Descents {
        let n_entries: usize = levels.iter().map(|(_, entries)| entries.len()).sum();
        // About half full: five in eight is rare, and overflowing into the next bucket rarer.
        let bits = (n_entries / 4).next_power_of_two().trailing_zeros().max(1);
        let mut table = Descents { buckets: filled(1 << bits, [0; 8]), shift: 64 - bits };
        for (level, entries) in levels {
            let found: Vec<(u32, u64)> =
                entries.par_iter().map(|&entry| (entry, closer(outside, entry, *level))).collect();
            found
                .into_iter()
                .filter(|&(_, moves)| moves != 0)
                .for_each(|(entry, moves)| table.insert(entry, moves));
        }
        table
    }

    #[inline(always)]
    fn bucket(&self, entry: usize) -> usize {
        ((entry as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    fn insert(&mut self, entry: u32, moves: MoveSet) {
        let mut at = self.bucket(entry as usize);
        loop {
            if let Some(free) = self.buckets[at].iter_mut().find(|slot| **slot == 0) {
                *free = u64::from(entry) << 24 | moves;
                return;
            }
            at = (at + 1) & (self.buckets.len() - 1);
        }
    }

    /// Has an entry fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, entry: usize) {
        prefetch(&self.buckets[self.bucket(entry)]);
    }

    /// The moves of the representative that come closer; none for an entry farther away than those kept.
    #[inline(always)]
    pub fn closer(&self, entry: usize) -> MoveSet {
        let mut at = self.bucket(entry);
        loop {
            // All eight at once rather than one after the other: which one it is cannot be foretold.
            let bucket = &self.buckets[at];
            let found = bucket.iter().map(|&slot| if slot >> 24 == entry as u64 { slot } else { 0 });
            let moves = found.fold(0, |all, slot| all | slot) & 0xFF_FFFF;
            if moves != 0 || bucket[7] == 0 {
                return moves;
            }
            at = (at + 1) & (self.buckets.len() - 1);
        }
    }
}

/// The moves of an entry at `level` that lead one level down.
fn closer<const ROW: usize>(outside: &Outside<ROW>, entry: u32, level: Cost) -> MoveSet {
    if level == 0 {
        return 0;
    }
    let (class, twist) = ((entry as usize / N_TWIST) as u16, (entry as usize % N_TWIST) as u16);
    members(outside.moves)
        .filter(|&mv| {
            let (class, twist, _) = outside.step(class, twist, mv);
            outside.distances.code(index(class, twist)) == (level - 1) % 3
        })
        .fold(0, |set, mv| set | 1 << mv)
}
