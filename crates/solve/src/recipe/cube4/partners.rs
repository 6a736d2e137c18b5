//! Where the second wing of every edge is, seen from the first: a permutation of twelve. A turn of a face carries both
//! wings along, so it renames the places on both sides; a turn of a half pulls them apart.
//!
//! Only even permutations come up, 12! / 2 = 239,500,800, each of which has two bits in a table that grows level by level.

use puzzle::{Cube4, Turn4};
use rayon::prelude::*;
use search::hardware::Shuffle;
use search::table::packed2::{Packed2, UNREACHED};
use search::{Cost, Move};

use super::{moves, pairs};

/// 12! / 2.
const N_EVEN: usize = 239_500_800;

/// By place of the first class, the place of the second class, from 0 to 11, where the partner is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partners([u8; 16]);

impl Partners {
    /// All pairs together.
    pub const TOGETHER: Partners = Partners([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    /// Of a cube that has one wing of each edge in the first class.
    pub fn of(cube: &Cube4) -> Partners {
        let (first, second) = cube.wings().split_at(12);
        let mut partners = Partners::TOGETHER;
        for (partner, &wing) in partners.0.iter_mut().zip(first) {
            let at = second.iter().position(|&other| other % 12 == wing % 12);
            *partner = at.expect("one wing of each edge in each class") as u8;
        }
        partners
    }

    /// Its number among the even permutations: where each of the first ten is among those that are left.
    #[inline(always)]
    pub fn index(&self) -> u32 {
        // A nibble for every place: how many of those left are before it.
        let mut before = 0xBA98_7654_3210_u64;
        let mut index = 0;
        let mut i = 0;
        while i < 10 {
            let at = 4 * u32::from(self.0[i]);
            index = index * (12 - i as u32) + (before >> at & 15) as u32;
            // Those behind it have one less before them.
            before = before.wrapping_sub(0x1111_1111_1110_u64 << at);
            i += 1;
        }
        index
    }
}

/// What moves do.
pub struct PartnerMoves {
    /// By move: from which place of the first class each comes, and to which of the second class each goes.
    moves: Vec<([u8; 16], [u8; 16])>,
}

impl PartnerMoves {
    /// Of the moves of the third phase; others are there too and mean nothing.
    pub fn new() -> PartnerMoves {
        let both = |turn: Turn4| {
            let sources = turn.wing_sources();
            let mut from = Partners::TOGETHER.0;
            let mut to = Partners::TOGETHER.0;
            for place in 0..12 {
                from[place] = sources[place] % 12;
                to[usize::from(sources[place + 12] % 12)] = place as u8;
            }
            (from, to)
        };
        PartnerMoves { moves: moves::all().map(|mv| both(moves::turn(mv))).collect() }
    }

    /// After a move.
    #[inline(always)]
    pub fn after(&self, shuffle: Shuffle, partners: &Partners, mv: usize) -> Partners {
        let (from, to) = &self.moves[mv];
        Partners(shuffle.apply(*to, shuffle.apply(partners.0, *from)))
    }
}

/// How far the wings are from being together.
pub struct PartnerTable {
    entries: Packed2,
    usable: Vec<usize>,
}

/// The levels that are filled before anything is searched, those that are filled at all, and the last one whose permutations are
/// kept in a list while that is done.
pub const FIRST_LEVELS: Cost = 8;
const LAST_LEVEL: Cost = 8;
const LISTED: Cost = 7;

impl PartnerTable {
    /// Filled as far as is quick, and what it takes to go on.
    pub fn new(part: &PartnerMoves) -> (PartnerTable, Vec<Partners>) {
        let usable = moves::all().filter(|&mv| pairs::may(moves::turn(mv))).map(|mv| usize::from(mv.0)).collect();
        let table = PartnerTable { entries: Packed2::new(N_EVEN), usable };
        table.entries.reach(Partners::TOGETHER.index() as usize, 0);
        table.entries.complete_level(0);
        let mut list = vec![Partners::TOGETHER];
        for level in 1..=LISTED {
            list = table.next_level(part, &list, level);
            table.entries.complete_level(level);
        }
        (LISTED + 1..=FIRST_LEVELS).for_each(|level| table.mark(part, &list, level));
        (table, list)
    }

    /// Goes on to the last level.
    pub fn grow(&self, part: &PartnerMoves, list: &[Partners]) {
        (FIRST_LEVELS + 1..=LAST_LEVEL).for_each(|level| self.mark(part, list, level));
    }

    /// All that are reached for the first time by a move from these.
    fn next_level(&self, part: &PartnerMoves, list: &[Partners], level: Cost) -> Vec<Partners> {
        let shuffle = Shuffle::new();
        let next = |from: &Partners| {
            let after = |&mv: &usize| part.after(shuffle, from, mv);
            self.usable.iter().map(after).filter(|p| self.entries.reach(p.index() as usize, level)).collect::<Vec<_>>()
        };
        list.par_iter().flat_map_iter(next).collect()
    }

    /// Reaches all of a level from a list of those of an earlier one.
    fn mark(&self, part: &PartnerMoves, list: &[Partners], level: Cost) {
        list.par_iter().for_each(|from| self.mark_from(part, Shuffle::new(), from, LISTED, level));
        self.entries.complete_level(level);
    }

    fn mark_from(&self, part: &PartnerMoves, shuffle: Shuffle, from: &Partners, at: Cost, level: Cost) {
        for &mv in &self.usable {
            let next = part.after(shuffle, from, mv);
            let index = next.index() as usize;
            if at + 1 == level {
                self.entries.reach(index, level);
            } else if self.entries.code(index) == (at + 1) % 3 {
                self.mark_from(part, shuffle, &next, at + 1, level);
            }
        }
    }

    /// What one that is not reached needs at least.
    fn beyond(&self) -> Cost {
        self.entries.complete().map_or(0, |level| level + 1)
    }

    /// The distance, or what is known of it.
    pub fn distance(&self, part: &PartnerMoves, partners: &Partners) -> Cost {
        let beyond = self.beyond();
        let shuffle = Shuffle::new();
        let (mut at, mut steps) = (*partners, 0);
        let mut code = self.entries.code(at.index() as usize);
        if code == UNREACHED {
            return beyond;
        }
        // Some move leads nearer, until all are together.
        while at != Partners::TOGETHER {
            let nearer = (code + 2) % 3;
            let next = self.usable.iter().map(|&mv| part.after(shuffle, &at, mv));
            at = { next }.find(|p| self.entries.code(p.index() as usize) == nearer).expect("some move leads nearer");
            (code, steps) = (nearer, steps + 1);
        }
        steps
    }

    /// Has an entry fetched.
    #[inline(always)]
    pub fn prefetch(&self, index: u32) {
        self.entries.prefetch(index as usize);
    }

    /// The distance of a neighbour of one whose distance, or what is known of it, is `from`.
    #[inline(always)]
    pub fn beside(&self, from: Cost, index: u32) -> Cost {
        match self.entries.code(index as usize) {
            UNREACHED => self.beyond(),
            code => Packed2::beside(from, code),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes()
    }

    /// How many there are at each distance that is complete.
    #[cfg(test)]
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.usable.iter().map(|&mv| Move(mv as u16))
    }
}
