//! Where the second wing of every edge is, seen from the first: a permutation of twelve. A turn of a face carries both
//! wings along, so it renames the places on both sides; a turn of a half pulls them apart.
//!
//! Only even permutations come up, 12! / 2 = 239,500,800. Eight symmetries of the cube leave the classes of wings and the
//! moves of the phase as they are, and the four edges that touch neither F nor B among themselves. So the partners of these
//! four are taken up to symmetry, 1,538 classes of 11,880, and those of the other eight as the class sees them, 8! / 2 of
//! them: 31 million entries of two bits. (The numbers are those of Shuang Chen.)

use std::sync::LazyLock;

use puzzle::cube::EDGES;
use puzzle::{Cube4, Face, Symmetry, Turn4};
use rayon::prelude::*;
use search::Cost;
use search::hardware::Shuffle;
use search::table::packed2::{Packed2, UNREACHED};

use super::{moves, pairs};

/// Even orders of eight things: 8! / 2.
const N_REST: usize = 20_160;
/// Places of four different partners: 12 * 11 * 10 * 9.
const N_FOURS: usize = 11_880;

/// By place of the first class, the place of the second class, from 0 to 11, where the partner is. Edges are counted in
/// an order of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partners([u8; 16]);

impl Partners {
    /// All pairs together.
    pub const TOGETHER: Partners = Partners([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    /// Of a cube that has one wing of each edge in the first class.
    pub fn of(cube: &Cube4) -> Partners {
        let (first, second) = cube.wings().split_at(12);
        let mut partners = Partners::TOGETHER;
        for (partner, place) in partners.0.iter_mut().zip(ORDER) {
            let edge = first[usize::from(place)] % 12;
            let at = second.iter().position(|&other| other % 12 == edge);
            *partner = counted(at.expect("one wing of each edge in each class") as u8);
        }
        partners
    }

    /// A number for each of them, not without gaps: eleven of the twelve places, four bits each.
    #[inline(always)]
    pub fn number(&self) -> u64 {
        let word = u128::from_le_bytes(self.0);
        let (low, high) = (word as u64, (word >> 64) as u64 & 0x00FF_FFFF);
        // Bytes whose upper halves are free are pushed together by twos, by fours and by eights.
        let low = (low | low >> 4) & 0x00FF_00FF_00FF_00FF;
        let low = (low | low >> 8) & 0x0000_FFFF_0000_FFFF;
        let low = (low | low >> 16) & 0xFFFF_FFFF;
        let high = (high | high >> 4) & 0x00FF_00FF;
        low | ((high | high >> 8) & 0xFFFF) << 32
    }

    /// As seen after a symmetry.
    #[inline(always)]
    fn seen(&self, shuffle: Shuffle, (from, to): &([u8; 16], [u8; 16])) -> Partners {
        Partners(shuffle.apply(*to, shuffle.apply(self.0, *from)))
    }

    /// Its number up to symmetry.
    #[inline(always)]
    pub fn index(&self, shuffle: Shuffle) -> u32 {
        let classes = &*CLASSES;
        let (class, symmetry) = classes.of[self.four().0 as usize];
        let seen = self.seen(shuffle, &classes.symmetries[usize::from(symmetry)]);
        u32::from(class) * N_REST as u32 + seen.rest(classes.left[usize::from(class)])
    }

    /// The number of the first four, and what is left for the others: a nibble for every place says how many of those left
    /// are before it.
    #[inline(always)]
    fn four(&self) -> (u32, u64) {
        let (mut before, mut index) = (0xBA98_7654_3210_u64, 0);
        for (i, &place) in self.0[..4].iter().enumerate() {
            let at = 4 * u32::from(place);
            index = index * (12 - i as u32) + (before >> at & 15) as u32;
            // Those behind it have one less before them.
            before = before.wrapping_sub(0x1111_1111_1110_u64 << at);
        }
        (index, before)
    }

    /// The number of the other eight among the even permutations, given what the first four leave: the last two follow.
    #[inline(always)]
    fn rest(&self, mut before: u64) -> u32 {
        let mut index = 0;
        for (i, &place) in self.0[4..10].iter().enumerate() {
            let at = 4 * u32::from(place);
            index = index * (8 - i as u32) + (before >> at & 15) as u32;
            before = before.wrapping_sub(0x1111_1111_1110_u64 << at);
        }
        index
    }
}

/// The partners of four edges up to symmetry.
struct Classes {
    /// By symmetry: from which place each comes, and to which each partner goes.
    symmetries: Vec<([u8; 16], [u8; 16])>,
    /// By the number of the four, the class and a symmetry that takes them to the one that stands for it.
    of: Vec<(u16, u8)>,
    /// By class, what the four that stand for it leave for the others.
    left: Vec<u64>,
    /// By class, the symmetries that leave the one that stands for it as it is.
    stays: Vec<Vec<u8>>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::new);

/// Edges in the order in which they are counted here: those that touch neither F nor B first.
const ORDER: [u8; 12] = [0, 2, 4, 6, 1, 3, 5, 7, 8, 9, 10, 11];

/// Where an edge is counted here.
fn counted(edge: u8) -> u8 {
    ORDER.iter().position(|&known| known == edge).expect("one of twelve") as u8
}

impl Classes {
    fn new() -> Classes {
        let symmetries = symmetries();
        let shuffle = Shuffle::new();
        let mut classes =
            Classes { symmetries, of: vec![(u16::MAX, 0); N_FOURS], left: Vec::new(), stays: Vec::new() };
        let mut inverses = Vec::new();
        for (from, to) in &classes.symmetries {
            let undone = |other: &([u8; 16], [u8; 16])| {
                Partners::TOGETHER.seen(shuffle, &(*from, *to)).seen(shuffle, other) == Partners::TOGETHER
                    && shuffle.apply(*from, other.0) == Partners::TOGETHER.0
            };
            inverses.push(classes.symmetries.iter().position(undone).expect("a group") as u8);
        }
        for four in all_fours() {
            let (number, left) = four.four();
            let number = number as usize;
            if classes.of[number].0 != u16::MAX {
                continue;
            }
            classes.left.push(left);
            let class = classes.stays.len() as u16;
            let mut stays = Vec::new();
            for (symmetry, &inverse) in inverses.iter().enumerate() {
                let image = four.seen(shuffle, &classes.symmetries[symmetry]).four().0 as usize;
                if classes.of[image].0 == u16::MAX {
                    classes.of[image] = (class, inverse);
                }
                if image == number {
                    stays.push(symmetry as u8);
                }
            }
            classes.stays.push(stays);
        }
        classes
    }
}

/// Partners with any first four; the others come in order.
fn all_fours() -> impl Iterator<Item = Partners> {
    let digits = |number: usize| [number / 990, number / 90 % 11, number / 9 % 10, number % 9];
    (0..N_FOURS).map(move |number| {
        let mut left: Vec<u8> = (0..12).collect();
        let mut partners = Partners::TOGETHER;
        for (place, digit) in digits(number).into_iter().enumerate() {
            partners.0[place] = left.remove(digit);
        }
        partners.0[4..12].copy_from_slice(&left);
        partners
    })
}

/// The symmetries that leave classes, moves of the phase and the first four places as they are.
fn symmetries() -> Vec<([u8; 16], [u8; 16])> {
    let image = |symmetry: Symmetry, place: usize| {
        let [x, y] = EDGES[place % 12].map(|face| symmetry.face(face));
        // A place of the second class has the faces the other way round, and so has every place in a mirror: what comes first if
        // one goes round clockwise comes last there.
        let faces = if symmetry.is_mirror() ^ (place >= 12) { [y, x] } else { [x, y] };
        let find = |faces: [Face; 2]| EDGES.iter().position(|&edge| edge == faces);
        let across = || find([faces[1], faces[0]]).map(|edge| edge + 12);
        find(faces).or_else(across).expect("symmetries send edges to edges")
    };
    let keeps = |symmetry: &Symmetry| {
        symmetry.face(Face::F).axis() == Face::F.axis() && (0..12).all(|place| image(*symmetry, place) < 12)
    };
    let both = |symmetry: Symmetry| {
        let (mut from, mut to) = (Partners::TOGETHER.0, Partners::TOGETHER.0);
        for place in 0..12 {
            let counted_here = usize::from(counted(place as u8));
            from[usize::from(counted(image(symmetry, place) as u8))] = counted_here as u8;
            to[counted_here] = counted((image(symmetry, place + 12) - 12) as u8);
        }
        (from, to)
    };
    Symmetry::all().filter(keeps).map(both).collect()
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
            for (here, place) in ORDER.into_iter().map(usize::from).enumerate() {
                from[here] = counted(sources[place] % 12);
                to[usize::from(counted(sources[place + 12] % 12))] = here as u8;
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

/// The last level that is filled. The next one would take three times as long as all before it.
const LAST_LEVEL: Cost = 9;

impl PartnerTable {
    /// Filled up to the last level.
    pub fn new(part: &PartnerMoves) -> PartnerTable {
        let usable =
            moves::all().filter(|&mv| pairs::may(moves::turn(mv))).map(|mv| usize::from(mv.0)).collect();
        let table = PartnerTable { entries: Packed2::new(CLASSES.stays.len() * N_REST), usable };
        table.reach(Shuffle::new(), &Partners::TOGETHER, 0);
        table.entries.complete_level(0);
        let mut list = vec![Partners::TOGETHER];
        for level in 1..=LAST_LEVEL {
            list = table.next_level(part, &list, level);
        }
        table
    }

    /// All that are reached for the first time by a move from these, one of those that are alike.
    fn next_level(&self, part: &PartnerMoves, list: &[Partners], level: Cost) -> Vec<Partners> {
        let shuffle = Shuffle::new();
        let next = |from: &Partners| {
            let after = |&mv: &usize| part.after(shuffle, from, mv);
            self.usable.iter().map(after).filter(|p| self.reach(shuffle, p, level)).collect::<Vec<_>>()
        };
        let next = list.par_iter().flat_map_iter(next).collect();
        self.entries.complete_level(level);
        next
    }

    /// Reaches an entry, and those that are alike though they have other numbers: where the first four look the same from
    /// several sides. Whether it is the first time.
    fn reach(&self, shuffle: Shuffle, partners: &Partners, level: Cost) -> bool {
        let classes = &*CLASSES;
        let (class, symmetry) = classes.of[partners.four().0 as usize];
        let seen = partners.seen(shuffle, &classes.symmetries[usize::from(symmetry)]);
        let row = usize::from(class) * N_REST;
        let mut is_new = false;
        for &stay in &classes.stays[usize::from(class)] {
            let alike = seen.seen(shuffle, &classes.symmetries[usize::from(stay)]);
            is_new |= self.entries.reach(row + alike.rest(classes.left[usize::from(class)]) as usize, level);
        }
        is_new
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
        let mut code = self.entries.code(at.index(shuffle) as usize);
        if code == UNREACHED {
            return beyond;
        }
        // Some move leads nearer, until all are together.
        while at != Partners::TOGETHER {
            let nearer = (code + 2) % 3;
            let next = self.usable.iter().map(|&mv| part.after(shuffle, &at, mv));
            at = { next }
                .find(|p| self.entries.code(p.index(shuffle) as usize) == nearer)
                .expect("some move leads nearer");
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
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The levels counted up to symmetry against those of permutations one by one, and what is read of each.
    #[test]
    fn distances_are_those_without_symmetry() {
        assert_eq!(CLASSES.stays.len(), 1538);
        let (part, shuffle) = (PartnerMoves::new(), Shuffle::new());
        let table = PartnerTable::new(&part);
        let mut level = vec![Partners::TOGETHER];
        let mut seen: HashSet<[u8; 16]> = HashSet::from([Partners::TOGETHER.0]);
        for distance in 1..=5 {
            let mut next = Vec::new();
            for from in &level {
                for after in table.usable.iter().map(|&mv| part.after(shuffle, from, mv)) {
                    assert!(table.distance(&part, &after) <= distance);
                    let from = distance - 1;
                    assert_eq!(table.beside(from, after.index(shuffle)), table.distance(&part, &after));
                    if seen.insert(after.0) {
                        next.push(after);
                    }
                }
            }
            assert!(next.iter().all(|after| table.distance(&part, after) == distance));
            level = next;
        }
    }

    /// Partners move as the wings of cubes do.
    #[test]
    fn moves_are_those_of_cubes() {
        let (part, shuffle) = (PartnerMoves::new(), Shuffle::new());
        let mut cube = Cube4::SOLVED;
        let mut lot = 1_u64;
        for _ in 0..1000 {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = search::Move((lot >> 33) as u16 % moves::COUNT as u16);
            if pairs::may(moves::turn(mv)) {
                let next = moves::stepped(&cube, mv);
                assert_eq!(part.after(shuffle, &Partners::of(&cube), usize::from(mv.0)), Partners::of(&next));
                cube = next;
            }
        }
    }
}
