//! Wing pairs: for the first wing of every edge, the place of the second, as a permutation of twelve. A turn of a face
//! moves both wings together, so it renames the places on both sides; a wide turn separates them.
//!
//! Only even permutations occur, 12! / 2 = 239,500,800. Eight symmetries of the cube preserve the classes of wings, the
//! moves of phase 3, and the set of the four edges that touch neither F nor B. So the pairs of these four are taken up
//! to symmetry, 1,538 classes of 11,880, and those of the other eight relative to the representative of the class, 8! /
//! 2 of them: 31 million entries of two bits. (The numbers are those of Shuang Chen.)

use std::sync::LazyLock;

use puzzle::cube::EDGES;
use puzzle::{Cube4, Face, Symmetry, Turn4};
use rayon::prelude::*;
use search::Cost;
use search::simd::{Kernel, Plain, Simd, at_best};
use search::table::levels::assert_levels;
use search::table::two_bit::{TwoBitTable, UNREACHED};

use super::{moves, phase3};

/// Even permutations of eight: 8! / 2.
const N_REST: usize = 20_160;

/// By place of the first class: the place of the second class, from 0 to 11, of the partner. Edges are numbered in an
/// order of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WingPairs([u8; 16]);

impl WingPairs {
    /// All wings paired.
    pub const SOLVED: WingPairs = WingPairs([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    /// Returns the wing pairs of a cube that has one wing of each edge in the first class.
    pub fn of(cube: &Cube4) -> WingPairs {
        let (first, second) = cube.wings().split_at(12);
        let mut pairs = WingPairs::SOLVED;
        for (partner, place) in pairs.0.iter_mut().zip(ORDER) {
            let edge = first[usize::from(place)] % 12;
            let at = second.iter().position(|&other| other % 12 == edge);
            *partner = numbered(at.expect("one wing of each edge in each class") as u8);
        }
        pairs
    }

    /// Returns the permutation.
    #[cfg(test)]
    pub fn bytes(&self) -> [u8; 16] {
        self.0
    }

    /// Returns the image under a symmetry or a move.
    #[inline(always)]
    fn image<S: Simd>(&self, simd: S, (from, to): &([u8; 16], [u8; 16])) -> WingPairs {
        WingPairs(simd.shuffle(*to, simd.shuffle(self.0, *from)))
    }

    /// Returns the index up to symmetry, and the symmetry to the representative.
    #[inline(always)]
    pub fn sym_index<S: Simd>(&self, simd: S) -> SymIndex {
        let classes = &*CLASSES;
        let (class, symmetry) = classes.of[self.four(simd)];
        let representative = self.image(simd, &classes.symmetries[usize::from(symmetry)]);
        (classes.number(simd, class, &representative), symmetry)
    }

    /// Returns all indices of symmetric images, the one of [`WingPairs::sym_index`] first: several if the first four
    /// are self-symmetric.
    #[inline(always)]
    pub fn sym_indices<'a, S: Simd>(
        &self,
        simd: S,
        room: &'a mut [SymIndex; N_SYMMETRIES],
    ) -> &'a [SymIndex] {
        let classes = &*CLASSES;
        let (class, symmetry) = classes.of[self.four(simd)];
        let representative = self.image(simd, &classes.symmetries[usize::from(symmetry)]);
        room[0] = (classes.number(simd, class, &representative), symmetry);
        // The first symmetry of a stabilizer is the identity.
        let stabilizers = &classes.stabilizers[usize::from(class)];
        for (place, &stabilizer) in room[1..].iter_mut().zip(&stabilizers[1..]) {
            let image = representative.image(simd, &classes.symmetries[usize::from(stabilizer)]);
            let symmetry = classes.then[usize::from(symmetry)][usize::from(stabilizer)];
            *place = (classes.number(simd, class, &image), symmetry);
        }
        &room[..stabilizers.len()]
    }

    /// Returns the first four, four bits each.
    #[inline(always)]
    fn four<S: Simd>(&self, simd: S) -> usize {
        simd.extract(u128::from_le_bytes(self.0) as u64, 0x0F0F_0F0F) as usize
    }
}

/// Number of symmetries used.
pub const N_SYMMETRIES: usize = 8;

/// Index of wing pairs up to symmetry, and the number of a symmetry.
pub type SymIndex = (u32, u8);

/// The first four wing pairs up to symmetry.
struct Classes {
    /// By symmetry: the source of each place, and the image of each partner.
    symmetries: Vec<([u8; 16], [u8; 16])>,
    /// By the first four: the class, and a symmetry to its representative.
    of: Vec<(u16, u8)>,
    /// By class and place: the number of lower places that the first four of the representative leave free.
    left: Vec<[u8; 16]>,
    /// By four of eight, three bits each: their rank among all ordered choices of four of eight,
    first: Vec<u16>,
    /// and the rank of their order among the even ones, or among the odd ones.
    last: Vec<u8>,
    /// By class: the symmetries that fix the representative.
    stabilizers: Vec<Vec<u8>>,
    /// Product of two symmetries.
    then: Vec<Vec<u8>>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::new);

/// Edges in the order used here: those that touch neither F nor B first.
const ORDER: [u8; 12] = [0, 2, 4, 6, 1, 3, 5, 7, 8, 9, 10, 11];

/// Returns the number of an edge here.
fn numbered(edge: u8) -> u8 {
    ORDER.iter().position(|&known| known == edge).expect("one of twelve") as u8
}

impl Classes {
    fn new() -> Classes {
        let group = symmetries();
        let number =
            |symmetry: Symmetry| group.iter().position(|&known| known == symmetry).expect("a group") as u8;
        let inverses: Vec<u8> = group.iter().map(|symmetry| number(symmetry.inverse())).collect();
        let mut classes = Classes {
            symmetries: group.iter().map(|&symmetry| action(symmetry)).collect(),
            of: vec![(u16::MAX, 0); 1 << 16],
            left: Vec::new(),
            first: vec![0; 1 << 12],
            last: vec![0; 1 << 12],
            stabilizers: Vec::new(),
            then: { group.iter() }
                .map(|one| group.iter().map(|&other| number(one.then(other))).collect())
                .collect(),
        };
        let fours = orders_of(8);
        for (number, four) in fours.iter().enumerate() {
            let key = four.iter().rev().fold(0, |key, &at| key << 3 | usize::from(at));
            classes.first[key] = number as u16;
            // Lehmer code: the first two digits; the last two places follow by parity.
            let larger = |i: usize| four[i + 1..].iter().filter(|&&at| at < four[i]).count();
            classes.last[key] = (larger(0) * 3 + larger(1)) as u8;
        }
        for four in all_fours() {
            if classes.of[four.four(Plain)].0 != u16::MAX {
                continue;
            }
            let mut left = [0; 16];
            for (rank, &place) in four.0[4..12].iter().enumerate() {
                left[usize::from(place)] = rank as u8;
            }
            classes.left.push(left);
            let class = classes.stabilizers.len() as u16;
            let mut stabilizers = Vec::new();
            for (symmetry, &inverse) in inverses.iter().enumerate() {
                let image = four.image(Plain, &classes.symmetries[symmetry]).four(Plain);
                if classes.of[image].0 == u16::MAX {
                    classes.of[image] = (class, inverse);
                }
                if image == four.four(Plain) {
                    stabilizers.push(symmetry as u8);
                }
            }
            classes.stabilizers.push(stabilizers);
        }
        classes
    }

    /// Returns the index of wing pairs whose first four are the representative of their class. The others are a
    /// permutation of eight of known parity: the first four of them in any order, then the last four up to the last
    /// two.
    #[inline(always)]
    fn number<S: Simd>(&self, simd: S, class: u16, pairs: &WingPairs) -> u32 {
        let left = simd.shuffle(self.left[usize::from(class)], pairs.0);
        let eight = (u128::from_le_bytes(left) >> 32) as u64;
        let fours = simd.extract(eight, 0x0707_0707_0707_0707) as usize;
        let (first, last) = (self.first[fours & 0xFFF], self.last[fours >> 12]);
        u32::from(class) * N_REST as u32 + u32::from(first) * 12 + u32::from(last)
    }
}

/// Returns all ordered choices of four of `n`.
fn orders_of(n: u8) -> Vec<[u8; 4]> {
    let mut orders = Vec::new();
    for a in 0..n {
        for b in (0..n).filter(|&b| b != a) {
            for c in (0..n).filter(|&c| c != a && c != b) {
                orders.extend((0..n).filter(|&d| d != a && d != b && d != c).map(|d| [a, b, c, d]));
            }
        }
    }
    orders
}

/// Returns wing pairs with any first four; the others are in order.
fn all_fours() -> impl Iterator<Item = WingPairs> {
    orders_of(12).into_iter().map(|four| {
        let mut pairs = WingPairs::SOLVED;
        let others = (0..12).filter(|place| !four.contains(place));
        four.into_iter().chain(others).zip(&mut pairs.0).for_each(|(from, to)| *to = from);
        pairs
    })
}

/// Returns the symmetries that preserve the classes of wings, the moves of phase 3 and the first four places. The first
/// is the identity.
pub fn symmetries() -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| {
        symmetry.face(Face::F).axis() == Face::F.axis() && (0..12).all(|place| image(*symmetry, place) < 12)
    };
    Symmetry::all().filter(keeps).collect()
}

/// Returns the image of a wing place under a symmetry.
fn image(symmetry: Symmetry, place: usize) -> usize {
    let [x, y] = EDGES[place % 12].map(|face| symmetry.face(face));
    // A place of the second class has its faces in the other order, and a reflection reverses the order of every place:
    // clockwise becomes anticlockwise.
    let faces = if symmetry.is_mirror() ^ (place >= 12) { [y, x] } else { [x, y] };
    let find = |faces: [Face; 2]| EDGES.iter().position(|&edge| edge == faces);
    let across = || find([faces[1], faces[0]]).map(|edge| edge + 12);
    find(faces).or_else(across).expect("symmetries send edges to edges")
}

/// Returns the source of each place of the first class, and the image of each of the second.
fn action(symmetry: Symmetry) -> ([u8; 16], [u8; 16]) {
    let (mut from, mut to) = (WingPairs::SOLVED.0, WingPairs::SOLVED.0);
    for place in 0..12 {
        let counted_here = usize::from(numbered(place as u8));
        from[usize::from(numbered(image(symmetry, place) as u8))] = counted_here as u8;
        to[counted_here] = numbered((image(symmetry, place + 12) - 12) as u8);
    }
    (from, to)
}

/// Action of the moves.
pub struct WingPairMoves {
    /// By move: the source of each place of the first class, and the image of each of the second.
    moves: Vec<([u8; 16], [u8; 16])>,
}

impl WingPairMoves {
    /// Builds the tables of all moves; only those of phase 3 are meaningful.
    pub fn new() -> WingPairMoves {
        let both = |turn: Turn4| {
            let sources = turn.wing_sources();
            let mut from = WingPairs::SOLVED.0;
            let mut to = WingPairs::SOLVED.0;
            for (here, place) in ORDER.into_iter().map(usize::from).enumerate() {
                from[here] = numbered(sources[place] % 12);
                to[usize::from(numbered(sources[place + 12] % 12))] = here as u8;
            }
            (from, to)
        };
        WingPairMoves { moves: moves::all().map(|mv| both(moves::turn(mv))).collect() }
    }

    /// Returns the wing pairs after a move.
    #[inline(always)]
    pub fn after<S: Simd>(&self, simd: S, pairs: &WingPairs, mv: usize) -> WingPairs {
        pairs.image(simd, &self.moves[mv])
    }
}

/// Prune table of the wing pairs.
pub struct WingPairTable {
    entries: TwoBitTable,
    usable: Vec<usize>,
}

/// Expands some wing pairs. Returns the successors reached for the first time, one of each symmetry class.
struct Reach<'a> {
    table: &'a WingPairTable,
    wing_pair_moves: &'a WingPairMoves,
    from: &'a [WingPairs],
    level: Cost,
}

impl Kernel for Reach<'_> {
    type Output = Vec<WingPairs>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<WingPairs> {
        let WingPairTable { entries, usable } = self.table;
        // Entries are scattered over memory, so many are prefetched at once.
        let mut reached = Vec::with_capacity(self.from.len() * usable.len());
        let mut places = Vec::with_capacity(reached.capacity());
        let mut room = [(0, 0); N_SYMMETRIES];
        for from in self.from {
            for &mv in usable {
                let after = self.wing_pair_moves.after(simd, from, mv);
                for &(index, _) in after.sym_indices(simd, &mut room) {
                    entries.prefetch(index as usize);
                    places.push(index as usize);
                }
                reached.push((after, places.len()));
            }
        }
        // All indices of a class are reached together, so the first tells whether the class is new.
        let mut next = Vec::new();
        let mut first = 0;
        for (after, end) in reached {
            if entries.reach(places[first], self.level) {
                next.push(after);
            }
            for &index in &places[first + 1..end] {
                entries.reach(index, self.level);
            }
            first = end;
        }
        next
    }
}

/// The last level that is filled. It is a quarter of all entries, and the slowest to fill; with it a search needs half
/// the nodes.
const LAST_LEVEL: Cost = 10;

/// Number of entries by their distance modulo 3, up to the last level.
const BY_CODE: [u64; 3] = [2_303_231, 9_029_865, 409_329];

impl WingPairTable {
    /// Fills the table up to the last level.
    pub fn new(wing_pair_moves: &WingPairMoves) -> WingPairTable {
        let usable =
            moves::all().filter(|&mv| phase3::allows(moves::turn(mv))).map(|mv| usize::from(mv.0)).collect();
        let table = WingPairTable { entries: TwoBitTable::new(CLASSES.stabilizers.len() * N_REST), usable };
        let mut list = vec![WingPairs::SOLVED];
        for (index, _) in list[0].sym_indices(Plain, &mut [(0, 0); N_SYMMETRIES]) {
            table.entries.reach(*index as usize, 0);
        }
        table.entries.complete_level(0);
        for level in 1..=LAST_LEVEL {
            let reach = |from| at_best(Reach { table: &table, wing_pair_moves, from, level });
            // The last level is not expanded, so it needs no list.
            let wanted = |reached: Vec<WingPairs>| if level < LAST_LEVEL { reached } else { Vec::new() };
            list = list.par_chunks(16).map(reach).flat_map_iter(wanted).collect();
            table.entries.complete_level(level);
        }
        let by_code = [0, 1, 2].map(|code| table.entries.count(0..table.entries.len(), code) as u64);
        assert_levels("4x4x4 wing pairs, distances modulo 3", &by_code, &BY_CODE);
        table
    }

    /// Returns the lower bound of an entry that is not reached.
    fn beyond(&self) -> Cost {
        self.entries.complete().map_or(0, |level| level + 1)
    }

    /// Returns the distance, or a lower bound if it is beyond the last level.
    pub fn distance<S: Simd>(&self, simd: S, wing_pair_moves: &WingPairMoves, pairs: &WingPairs) -> Cost {
        let beyond = self.beyond();
        let (mut at, mut steps) = (*pairs, 0);
        let mut code = self.entries.code(at.sym_index(simd).0 as usize);
        if code == UNREACHED {
            return beyond;
        }
        // Some move leads nearer, until all wings are paired.
        while at != WingPairs::SOLVED {
            let nearer = (code + 2) % 3;
            let next = self.usable.iter().map(|&mv| wing_pair_moves.after(simd, &at, mv));
            at = { next }
                .find(|p| self.entries.code(p.sym_index(simd).0 as usize) == nearer)
                .expect("some move leads nearer");
            (code, steps) = (nearer, steps + 1);
        }
        steps
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: u32) {
        self.entries.prefetch(index as usize);
    }

    /// Returns the distance (or lower bound) of a neighbour of an entry whose distance (or lower bound) is `from`.
    #[inline(always)]
    pub fn beside(&self, from: Cost, index: u32) -> Cost {
        match self.entries.code(index as usize) {
            UNREACHED => self.beyond(),
            code => TwoBitTable::neighbour_distance(from, code),
        }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use testkit::Lcg;

    use super::*;

    /// The levels counted up to symmetry against those of single permutations, and the distances read from the table.
    #[test]
    fn distances_are_those_without_symmetry() {
        assert_eq!(CLASSES.stabilizers.len(), 1538);
        let wing_pair_moves = WingPairMoves::new();
        let table = WingPairTable::new(&wing_pair_moves);
        let mut level = vec![WingPairs::SOLVED];
        let mut seen: HashSet<[u8; 16]> = HashSet::from([WingPairs::SOLVED.0]);
        for distance in 1..=5 {
            let mut next = Vec::new();
            for from in &level {
                for after in table.usable.iter().map(|&mv| wing_pair_moves.after(Plain, from, mv)) {
                    assert!(table.distance(Plain, &wing_pair_moves, &after) <= distance);
                    let from = distance - 1;
                    assert_eq!(
                        table.beside(from, after.sym_index(Plain).0),
                        table.distance(Plain, &wing_pair_moves, &after)
                    );
                    if seen.insert(after.0) {
                        next.push(after);
                    }
                }
            }
            assert!(next.iter().all(|after| table.distance(Plain, &wing_pair_moves, after) == distance));
            level = next;
        }
    }

    /// Moves act on wing pairs as on the wings of cubes.
    #[test]
    fn moves_are_those_of_cubes() {
        let wing_pair_moves = WingPairMoves::new();
        let mut cube = Cube4::SOLVED;
        let mut random = Lcg::new(1);
        for _ in 0..1000 {
            let mv = search::Move(random.next_u31() as u16 % moves::COUNT as u16);
            if phase3::allows(moves::turn(mv)) {
                let next = moves::apply_move(&cube, mv);
                assert_eq!(
                    wing_pair_moves.after(Plain, &WingPairs::of(&cube), usize::from(mv.0)),
                    WingPairs::of(&next)
                );
                cube = next;
            }
        }
    }
}
