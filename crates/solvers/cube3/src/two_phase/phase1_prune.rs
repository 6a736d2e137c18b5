//! How far edges and corners are from the subgroup of U, D, R2, L2, F2, B2: flips, slice places and twists together,
//! 64,430 classes x 2,187 twists, two bits each (35 MB), filled level by level in the background while searches use what is there.
//!
//! States are kept as their class's representative sees them: a class, a twist and the symmetry that leads there. A
//! move made there is the image of a move of the cube, and all moves of a class lie side by side in memory.

mod descent_masks;

pub use descent_masks::DescentMasks;

use std::ops::Range;
use std::sync::{Mutex, OnceLock};

use rayon::prelude::*;
use search::Cost;
use search::hardware::prefetch;
use search::table::TwoBitTable;
use search::table::two_bit::UNREACHED;

use crate::coords::flip_slice::FlipSlice;
use crate::coords::twist::{ConjugateTable, N_TWIST, Twists};
use crate::moves::{MoveSet, Moves};
use crate::symmetry::N_SYM;
use solver::bits::members;

/// Before the first search levels are filled as long as there are no more entries than this to go on from.
const FIRST_ENTRIES: usize = 100_000;
/// With more entries than this to go on from, going through the whole table is faster than a list.
const MAX_LISTED: usize = 1 << 18;
/// The last level filled. A search that began when fewer levels were complete may take an entry for one three levels
/// nearer; it then looks at more than it has to, and must not believe that an entry it takes for the goal is one.
pub const LAST_LEVEL: Cost = 9;
/// Up to this distance the moves that come closer are known without a look at where they lead.
const DESCENT_LEVEL: Cost = 7;
const _: () = assert!(LAST_LEVEL <= DESCENT_LEVEL + 3);

/// Flips, slice places and twists: coordinates and distances.
pub struct Phase1Prune<const ROW: usize> {
    /// Flips and slice places.
    pub edges: FlipSlice,
    /// Twists.
    pub twists: Twists<ROW>,
    /// The distances.
    pub distances: TwoBitTable,
    /// Where the moves lead from each class: the first entry of that class in the table, and in the four bits above
    /// it the symmetry that takes what the move leads to to the class's representative. Row by row without a gap, and
    /// so many zeros behind the last that every row can be read as one of `ROW`.
    rows: Vec<u32>,
    moves: MoveSet,
    n_moves: usize,
    descent_masks: OnceLock<DescentMasks>,
    /// Entries of the last complete level, as long as they are needed.
    level: Mutex<Vec<u32>>,
}

/// Where a class and twist are in the table.
#[inline(always)]
pub fn index(class: u16, twist: u16) -> usize {
    usize::from(class) * N_TWIST + usize::from(twist)
}

#[inline(always)]
fn class_of(entry: usize) -> u16 {
    (entry / N_TWIST) as u16
}

#[inline(always)]
fn twist_of(entry: usize) -> u16 {
    (entry % N_TWIST) as u16
}

impl<const ROW: usize> Phase1Prune<ROW> {
    /// With levels up to `first` filled, unless that would take long.
    pub fn new(moves: &Moves, first: Cost) -> Self {
        let pack = |class, symmetry| (class * N_TWIST as u32) | symmetry << 28;
        let ((edges, rows), twists) = rayon::join(|| FlipSlice::new(moves, ROW, pack), || Twists::new(moves));
        let distances = TwoBitTable::new(edges.n_classes() * N_TWIST);
        distances.reach(0, 0);
        distances.complete_level(0);
        let phase1_prune = Phase1Prune {
            edges,
            twists,
            distances,
            rows,
            moves: moves.phase1,
            n_moves: moves.count(),
            descent_masks: OnceLock::new(),
            level: Mutex::new(vec![0]),
        };
        phase1_prune.grow(first, FIRST_ENTRIES);
        phase1_prune
    }

    /// Fills levels up to `last`, and keeps the descents as soon as their levels are there.
    pub fn grow_to(&self, last: Cost) {
        self.grow(last, usize::MAX);
    }

    /// The same, but stops where there are more entries to go on from than `most`.
    fn grow(&self, last: Cost, most: usize) {
        let mut entries = self.level.lock().expect("filling does not panic");
        while let Some(level) =
            self.distances.complete().map(|level| level + 1).filter(|&level| level <= last.min(LAST_LEVEL))
        {
            if entries.len() > most {
                return;
            }
            if level == DESCENT_LEVEL + 1 && self.n_moves <= DescentMasks::MAX_MOVES {
                // Now, while nothing farther is reached.
                self.descent_masks.get_or_init(|| DescentMasks::new(self));
            }
            if entries.is_empty() || entries.len() > MAX_LISTED {
                *entries = Vec::new();
                self.scan_level(level);
            } else {
                let chunk = entries.len().div_ceil(4 * rayon::current_num_threads()).max(256);
                let parts: Vec<Vec<u32>> = entries
                    .par_chunks(chunk)
                    .map(|entries| self.expand_list(entries, level, level < DESCENT_LEVEL))
                    .collect();
                *entries = parts.concat();
            }
            self.distances.complete_level(level);
        }
    }

    /// Reaches everything one move from `entries`. What was not reached before, if it is to be kept; of entries that a
    /// symmetry of their class takes to each other only one.
    fn expand_list(&self, entries: &[u32], level: Cost, keep: bool) -> Vec<u32> {
        let mut reached = Vec::with_capacity(if keep { entries.len() * 14 } else { 0 });
        // What one entry leads to is asked for while what the one before it leads to is reached.
        let (mut ahead, mut n_ahead) = ([0; MoveSet::BITS as usize], 0);
        for &entry in entries.iter().chain(&[0]) {
            let successors = self.successors(class_of(entry as usize), twist_of(entry as usize));
            let (mut next, mut n_next) = ([0; MoveSet::BITS as usize], 0);
            for mv in members(self.moves) {
                let (to, _) = successors.successor(mv);
                self.distances.prefetch(to);
                next[n_next] = to;
                n_next += 1;
            }
            for &to in &ahead[..n_ahead] {
                if !self.distances.reach(to, level) {
                    continue;
                }
                if keep {
                    reached.push(to as u32);
                }
                let stabiliser = self.edges.stabiliser(class_of(to));
                if stabiliser != 1 {
                    let first = to - to % N_TWIST;
                    for s in members(MoveSet::from(stabiliser)) {
                        let same = first + usize::from(self.twists.conjugate(twist_of(to), s as u32));
                        self.distances.reach(same, level);
                    }
                }
            }
            (ahead, n_ahead) = (next, n_next);
        }
        reached
    }

    /// Reaches a level by going through all entries, class by class: what leads to a class by one move lies side by
    /// side in another, so that everything is marked in the nearest cache and each word is written by one thread.
    fn scan_level(&self, level: Cost) {
        let (lists, inverses) = (
            TwistLists::new(&self.distances, (level - 1) % 3),
            InverseTwists::new(&self.twists, self.n_moves),
        );
        let n_classes = self.edges.n_classes();
        (0..n_classes.div_ceil(GROUP)).into_par_iter().for_each_init(
            || vec![0; GROUP * N_TWIST + WINDOW],
            |marks, group| {
                marks.fill(0);
                for (i, class) in (group * GROUP..n_classes.min((group + 1) * GROUP)).enumerate() {
                    let marks: &mut [u8; WINDOW] =
                        marks[i * N_TWIST..][..WINDOW].as_mut_array().expect("a slice of that length");
                    let row = self.row(class as u16);
                    members(self.moves).for_each(|mv| lists.prefetch(class_of_packed(row[mv % ROW])));
                    for mv in members(self.moves) {
                        let packed = row[mv % ROW];
                        let (inverse_symmetry, inverse_move) = inverses.of((packed >> 28) as usize, mv);
                        for &twist in lists.of(class_of_packed(packed)) {
                            let twist = inverse_symmetry[usize::from(twist) % WINDOW];
                            marks[usize::from(inverse_move[usize::from(twist) % WINDOW]) % WINDOW] = 3;
                        }
                    }
                }
                self.distances.reach_marked(group * GROUP * N_TWIST, &marks[..GROUP * N_TWIST], level);
            },
        );
    }

    /// Where a move of the representative leads: class, twist and the symmetry that takes it there.
    #[inline(always)]
    pub fn step(&self, class: u16, twist: u16, mv: usize) -> (u16, u16, u8) {
        let (entry, symmetry) = self.successors(class, twist).successor(mv);
        (class_of(entry), twist_of(entry), symmetry)
    }

    /// All moves of an entry.
    #[inline(always)]
    pub fn successors(&self, class: u16, twist: u16) -> Successors<'_, ROW> {
        Successors {
            row: self.row(class),
            twists: self.twists.row(twist),
            conjugate: self.twists.conjugates(),
        }
    }

    #[inline(always)]
    fn row(&self, class: u16) -> &[u32; ROW] {
        let start = usize::from(class) * self.n_moves;
        self.rows[start..start + ROW].try_into().expect("a slice of that length")
    }

    /// Has the moves of a class fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch_row(&self, class: u16) {
        let row = self.row(class);
        prefetch(&row[0]);
        prefetch(&row[(self.n_moves - 1) % ROW]);
    }

    /// The distance of an entry; one more than the last complete level if it is beyond.
    pub fn distance(&self, class: u16, twist: u16, complete: Cost) -> Cost {
        let (mut entry, mut steps) = (index(class, twist), 0);
        let mut code = self.distances.code(entry);
        if let Some(descent_masks) = self.descent_masks()
            && code != UNREACHED
            && descent_masks.descending(entry) == 0
            && entry != 0
        {
            // Beyond the levels that descents are kept for there are fewer than three others.
            return TwoBitTable::beside(DESCENT_LEVEL + 2, code);
        }
        // Down to the goal.
        while entry != 0 {
            let successors = self.successors(class_of(entry), twist_of(entry));
            let below = (code + 2) % 3;
            let next = members(self.moves)
                .map(|mv| successors.successor(mv).0)
                .find(|&to| self.distances.code(to) == below);
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
    pub fn descent_masks(&self) -> Option<&DescentMasks> {
        self.descent_masks.get()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.edges.bytes()
            + self.twists.bytes()
            + self.distances.bytes()
            + size_of_val(&self.rows[..]) as u64
            + self.descent_masks().map_or(0, DescentMasks::bytes)
    }
}

/// Where the moves of one entry lead. Rows are powers of two long and numbers are cut to fit, so that no index has to
/// be checked.
#[derive(Clone, Copy)]
pub struct Successors<'t, const ROW: usize> {
    row: &'t [u32; ROW],
    twists: &'t [u16; ROW],
    conjugate: &'t ConjugateTable,
}

impl<const ROW: usize> Successors<'_, ROW> {
    /// The entry that a move leads to, and the symmetry that takes it there.
    #[inline(always)]
    pub fn successor(&self, mv: usize) -> (usize, u8) {
        let packed = self.row[mv % ROW];
        let twist = self.conjugate[usize::from(self.twists[mv % ROW] << 4 | (packed >> 28) as u16)];
        ((packed & 0x0FFF_FFFF) as usize + usize::from(twist), (packed >> 28) as u8)
    }
}

/// Classes whose entries begin and end where words of the table do.
const GROUP: usize = 16;
/// A power of two above all twists: numbers cut to it need not be checked.
const WINDOW: usize = 4096;

#[inline(always)]
fn class_of_packed(packed: u32) -> usize {
    (packed & 0x0FFF_FFFF) as usize / N_TWIST
}

/// The twists that have a code, class by class; or all that are reached, with their codes above twelve bits.
struct TwistLists {
    /// Where each class begins, and where the last one ends.
    starts: Vec<u32>,
    twists: Vec<u16>,
}

impl TwistLists {
    fn new(distances: &TwoBitTable, code: u32) -> TwistLists {
        const SPAN: usize = GROUP * N_TWIST;
        let n_classes = distances.len() / N_TWIST;
        let span = |group: usize| group * SPAN..distances.len().min((group + 1) * SPAN);
        let counts: Vec<usize> = (0..n_classes.div_ceil(GROUP))
            .into_par_iter()
            .map(|group| distances.count(span(group), code))
            .collect();
        // In one piece, so that the memory is given back as a whole.
        let total = counts.iter().sum();
        let (mut starts, mut twists) = (vec![total as u32; n_classes + 1], vec![0; total]);
        let mut begins = 0;
        let groups: Vec<_> = starts[..n_classes]
            .chunks_mut(GROUP)
            .zip(split(&mut twists, counts.iter().copied()))
            .map(|(starts, twists)| {
                begins += twists.len();
                (begins - twists.len(), starts, twists)
            })
            .collect();
        groups.into_par_iter().enumerate().for_each(|(group, (begins, starts, twists))| {
            let (first, mut n, mut class) = (span(group).start, 0, 0);
            starts.fill((begins + twists.len()) as u32);
            starts[0] = begins as u32;
            distances.for_each(span(group), code, |entry| {
                while entry - first >= (class + 1) * N_TWIST {
                    class += 1;
                    starts[class] = (begins + n) as u32;
                }
                let twist = (entry - first - class * N_TWIST) as u16;
                let code = if code == UNREACHED { distances.code(entry) as u16 } else { 0 };
                twists[n] = twist | code << WINDOW.ilog2();
                n += 1;
            });
        });
        TwistLists { starts, twists }
    }

    /// Where in the list a class is.
    #[inline(always)]
    fn range(&self, class: usize) -> Range<usize> {
        self.starts[class] as usize..self.starts[class + 1] as usize
    }

    #[inline(always)]
    fn of(&self, class: usize) -> &[u16] {
        &self.twists[self.range(class)]
    }

    #[inline(always)]
    fn prefetch(&self, class: usize) {
        // Two lines are enough to get the processor's own going.
        let list = self.of(class);
        if let (Some(first), Some(second)) = (list.first(), list.get(32).or(list.last())) {
            prefetch(first);
            prefetch(second);
        }
    }
}

/// A slice in pieces of these lengths.
fn split<T>(mut slice: &mut [T], lengths: impl Iterator<Item = usize>) -> impl Iterator<Item = &mut [T]> {
    lengths.map(move |length| slice.split_off_mut(..length).expect("as long as all pieces"))
}

/// What undoes moves and symmetries of twists, each by itself.
struct InverseTwists {
    inverse_move: Vec<[u16; WINDOW]>,
    inverse_symmetry: Vec<[u16; WINDOW]>,
}

impl InverseTwists {
    fn new<const ROW: usize>(twists: &Twists<ROW>, n_moves: usize) -> InverseTwists {
        let mut inverse_move = vec![[0; WINDOW]; n_moves];
        let mut inverse_symmetry = vec![[0; WINDOW]; N_SYM];
        for twist in 0..N_TWIST as u16 {
            let row = twists.row(twist);
            inverse_move.iter_mut().zip(row).for_each(|(inverses, &to)| inverses[usize::from(to)] = twist);
            for (s, inverses) in inverse_symmetry.iter_mut().enumerate() {
                inverses[usize::from(twists.conjugate(twist, s as u32))] = twist;
            }
        }
        InverseTwists { inverse_move, inverse_symmetry }
    }

    #[inline(always)]
    fn of(&self, symmetry: usize, mv: usize) -> (&[u16; WINDOW], &[u16; WINDOW]) {
        (&self.inverse_symmetry[symmetry], &self.inverse_move[mv])
    }
}
