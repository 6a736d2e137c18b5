//! Coordinates and distances inside the subgroup of U, D, R2, L2, F2, B2: the order of the corners, of the edges of
//! the U and D layers, and of the slice edges. All that a search reads at every node fits the second cache: 60 KB for where
//! moves lead, 90 KB for the edges, 150 KB for how far corners and edges are at least with the slice edges.
//!
//! States are kept as the representative of their corners' class sees them, like those outside.

use puzzle::Symmetry;
use search::Cost;

use crate::coords::perm8::{Halves, N_PERM8, Perm8, Perm8Classes, Placements};
use crate::coords::slice_permutation::{N_SLICE_PERM, SlicePermutations};
use crate::moves::Moves;
use crate::symmetry::{AXIAL16, N_SYM};
use solver::bits::members;

/// Everything known about the inside.
pub struct Phase2Coords {
    /// Moves made inside, by their numbers among all. Everything else here numbers them as they come in this list.
    pub moves: Vec<u16>,
    /// What they cost.
    pub costs: Vec<Cost>,
    /// Classes of the corners.
    pub corner_classes: Perm8Classes,
    /// Edges of the U and D layers.
    pub edges: Placements,
    edge_classes: Perm8Classes,
    corner_slice: Vec<u8>,
    edge_slice: Vec<u8>,
    /// Moves that each class needs at least, whatever they cost.
    corner_distance: Vec<u8>,
    edge_distance: Vec<u8>,
}

/// Corners and edges as the representative of the corners' class sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornerEdge {
    /// The class of the corners.
    pub class: u16,
    /// The edges.
    pub edges: Halves,
}

impl CornerEdge {
    /// Everything at home.
    pub const SOLVED: CornerEdge = CornerEdge { class: 0, edges: Halves::SOLVED };

    /// Its number, below 2,768 x 40,320.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.class) * N_PERM8 + usize::from(self.edges.perm())
    }

    /// In the lower 48 bits of a word.
    #[inline(always)]
    pub fn pack(self) -> u64 {
        u64::from(self.class) | u64::from(self.edges.first) << 16 | u64::from(self.edges.last) << 32
    }

    /// From the lower 48 bits of a word.
    #[inline(always)]
    pub fn unpack(word: u64) -> CornerEdge {
        let edges = Halves { first: (word >> 16) as u16, last: (word >> 32) as u16 };
        CornerEdge { class: word as u16, edges }
    }
}

/// Where the moves of one pair lead.
#[derive(Clone, Copy)]
pub struct Successors<'t> {
    phase2_coords: &'t Phase2Coords,
    corners: &'t [u16],
    first: &'t [u16],
    last: &'t [u16],
}

impl Successors<'_> {
    /// The pair that a move of the representative leads to, and the symmetry that takes it there.
    #[inline(always)]
    pub fn successor(&self, mv: usize) -> (CornerEdge, usize) {
        let packed = self.corners[mv];
        let symmetry = usize::from(packed & 15);
        let moved = Halves { first: self.first[mv], last: self.last[mv] };
        let edges = self.phase2_coords.corner_classes.conjugate(&self.phase2_coords.edges, moved, symmetry);
        (CornerEdge { class: packed >> 4, edges }, symmetry)
    }
}

impl Phase2Coords {
    /// For the moves of a metric.
    pub fn new(moves: &Moves, slice_perms: &SlicePermutations) -> Phase2Coords {
        let numbers: Vec<usize> = members(moves.phase2).collect();
        let generators = || numbers.iter().map(|&mv| &moves.generators[mv]);
        let costs: Vec<Cost> = generators().map(|g| g.cost).collect();
        let corner_moves: Vec<Perm8> = generators().map(|g| to_places(|i| g.cube.corner(i).0)).collect();
        let edge_moves: Vec<Perm8> = generators().map(|g| to_places(|i| g.cube.edge(i).0)).collect();
        let corner_symmetries = AXIAL16.all.map(|s| places(s, &puzzle::cube::CORNERS));
        let edge_symmetries = AXIAL16.all.map(|s| places(s, &puzzle::cube::EDGES));
        let actions = SlicePreimages::new(slice_perms, costs.len());
        let with_classes = |moves: &[Perm8], symmetries: &[Perm8; N_SYM]| {
            let placements = Placements::new(moves, symmetries);
            let classes = Perm8Classes::new(&placements, symmetries);
            let (with_slice, separate_bound) =
                (distances(&classes, &actions, &costs), fewest_moves(&classes));
            (placements, classes, with_slice, separate_bound)
        };
        let (
            (_, corner_classes, corner_slice, corner_distance),
            (edges, edge_classes, edge_slice, edge_distance),
        ) = rayon::join(
            || with_classes(&corner_moves, &corner_symmetries),
            || with_classes(&edge_moves, &edge_symmetries),
        );
        Phase2Coords {
            moves: numbers.into_iter().map(|mv| mv as u16).collect(),
            costs,
            corner_classes,
            edges,
            edge_classes,
            corner_slice,
            edge_slice,
            corner_distance,
            edge_distance,
        }
    }

    /// Corners and edges as the representative sees them, and the symmetry that takes them there.
    pub fn pair(&self, corners: u16, edges: u16) -> (CornerEdge, usize) {
        let (class, symmetry) = self.corner_classes.class_of(corners);
        let edges = self.corner_classes.conjugate(&self.edges, Halves::of(edges), symmetry);
        (CornerEdge { class: class as u16, edges }, symmetry)
    }

    /// All moves of a pair.
    #[inline(always)]
    pub fn successors(&self, pair: CornerEdge) -> Successors<'_> {
        Successors {
            phase2_coords: self,
            corners: self.corner_classes.row(pair.class),
            first: self.edges.row(pair.edges.first),
            last: self.edges.row(pair.edges.last),
        }
    }

    /// At least so many moves from solved, whatever they cost, by the corners alone and by the edges alone.
    #[inline(always)]
    pub fn separate_bound(&self, pair: CornerEdge) -> Cost {
        let (edges, _) = self.edge_classes.class_of(pair.edges.perm());
        Cost::from(self.corner_distance[usize::from(pair.class)].max(self.edge_distance[edges]))
    }

    /// At least so far from solved, by the corners of a class's representative and the slice edges.
    #[inline(always)]
    pub fn corner_slice_distance(&self, class: usize, slice: usize) -> Cost {
        Cost::from(self.corner_slice[class * N_SLICE_PERM + slice])
    }

    /// At least so far from solved, by the other edges and the slice edges.
    #[inline(always)]
    pub fn edge_slice(&self, edges: u16, slice: usize, slice_perms: &SlicePermutations) -> Cost {
        let (class, symmetry) = self.edge_classes.class_of(edges);
        Cost::from(self.edge_slice[class * N_SLICE_PERM + slice_perms.conjugate(slice, symmetry)])
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let small = self.corner_slice.len() + self.edge_slice.len();
        self.edges.bytes() + self.corner_classes.bytes() + self.edge_classes.bytes() + small as u64
    }

    /// How many classes with orders of the slice there are at each distance: corners, edges.
    pub fn distributions(&self) -> [Vec<usize>; 2] {
        [&self.corner_slice, &self.edge_slice].map(|table| {
            let deepest = table.iter().max().map_or(0, |&d| usize::from(d));
            (0..=deepest).map(|d| table.iter().filter(|&&e| usize::from(e) == d).count()).collect()
        })
    }
}

/// Where each place's content goes, from where each place is filled.
fn to_places(from: impl Fn(usize) -> u8) -> Perm8 {
    let mut to = [0; 8];
    (0..8).for_each(|place| to[usize::from(from(place))] = place as u8);
    to
}

/// Where a symmetry takes the first eight of some places.
fn places<const N: usize>(symmetry: Symmetry, all: &[[puzzle::Face; N]]) -> Perm8 {
    std::array::from_fn(|i| {
        let faces = all[i].map(|face| symmetry.face(face));
        all.iter().position(|p| faces.iter().all(|f| p.contains(f))).expect("places go to places") as u8
    })
}

/// Sets of orders of the slice, as bits.
type SlicePermSet = u32;
const ALL_SLICE_PERMS: SlicePermSet = (1 << N_SLICE_PERM) - 1;

/// From which orders a move and then a symmetry lead into a set of them, four bits of the set at a time.
struct SlicePreimages {
    /// For each move the number of the first that does the same to the slice: most do nothing.
    kinds: Vec<usize>,
    tables: Vec<[[SlicePermSet; 16]; N_SLICE_PERM / 4]>,
}

impl SlicePreimages {
    fn new(slice_perms: &SlicePermutations, n_moves: usize) -> SlicePreimages {
        let same =
            |a: usize, b: usize| (0..N_SLICE_PERM).all(|o| slice_perms.row(o)[a] == slice_perms.row(o)[b]);
        let first_of = |mv: usize| (0..mv).find(|&other| same(other, mv)).unwrap_or(mv);
        let distinct: Vec<usize> = (0..n_moves).filter(|&mv| first_of(mv) == mv).collect();
        let kind = |mv: usize| distinct.iter().position(|&d| d == first_of(mv)).expect("it is one of them");
        let table = |mv: usize, s: usize| {
            let mut table = [[0; 16]; N_SLICE_PERM / 4];
            for order in 0..N_SLICE_PERM {
                let to = slice_perms.conjugate(usize::from(slice_perms.row(order)[mv]), s);
                let cells = table[to / 4].iter_mut().enumerate();
                cells.filter(|(bits, _)| bits >> (to % 4) & 1 != 0).for_each(|(_, cell)| *cell |= 1 << order);
            }
            table
        };
        let tables = distinct.iter().flat_map(|&mv| (0..N_SYM).map(move |s| table(mv, s))).collect();
        SlicePreimages { kinds: (0..n_moves).map(kind).collect(), tables }
    }

    #[inline(always)]
    fn preimage(&self, mv: usize, symmetry: usize, to: SlicePermSet) -> SlicePermSet {
        let table = &self.tables[self.kinds[mv] * N_SYM + symmetry];
        (0..N_SLICE_PERM / 4).fold(0, |from, i| from | table[i][(to >> (4 * i) & 15) as usize])
    }
}

/// Distances of every class with every order of the slice. All orders of a class at once: those from which a move
/// leads to what was reached before are reached now. Whatever a symmetry of a class takes to each other is so reached at
/// the same distance without being looked for.
fn distances(classes: &Perm8Classes, actions: &SlicePreimages, costs: &[Cost]) -> Vec<u8> {
    let n = classes.count();
    let dearest = costs.iter().copied().max().unwrap_or(1) as usize;
    let mut table = vec![0; n * N_SLICE_PERM];
    let mut reached: Vec<SlicePermSet> = vec![0; n];
    // What was reached one step of cost ago, two, and so on.
    let mut before: Vec<Vec<SlicePermSet>> = vec![vec![0; n]; dearest];
    (reached[0], before[0][0]) = (1, 1);
    let mut now = vec![0; n];
    for distance in 1.. {
        let mut any = false;
        for class in (0..n).filter(|&class| reached[class] != ALL_SLICE_PERMS) {
            let mut new = 0;
            for (mv, (&to, &cost)) in classes.row(class as u16).iter().zip(costs).enumerate() {
                let last = before[cost as usize - 1][usize::from(to >> 4)];
                if last != 0 {
                    new |= actions.preimage(mv, usize::from(to & 15), last);
                    if new | reached[class] == ALL_SLICE_PERMS {
                        break;
                    }
                }
            }
            new &= !reached[class];
            now[class] = new;
            any |= new != 0;
            members(new.into()).for_each(|order| table[class * N_SLICE_PERM + order] = distance);
        }
        reached.iter_mut().zip(&now).for_each(|(reached, now)| *reached |= now);
        before.rotate_right(1);
        std::mem::swap(&mut before[0], &mut now);
        now.fill(0);
        if !any && before.iter().flatten().all(|&set| set == 0) {
            return table;
        }
    }
    unreachable!("distances end")
}

/// The fewest moves from each class to the first.
fn fewest_moves(classes: &Perm8Classes) -> Vec<u8> {
    const UNKNOWN: u8 = u8::MAX;
    let mut fewest = vec![UNKNOWN; classes.count()];
    let mut level = vec![0_u16];
    fewest[0] = 0;
    for distance in 1.. {
        let mut next = Vec::new();
        for to in level.iter().flat_map(|&class| classes.row(class)).map(|&packed| packed >> 4) {
            let cell = &mut fewest[usize::from(to)];
            if *cell == UNKNOWN {
                *cell = distance;
                next.push(to);
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    fewest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves;
    use solver::cube::Metric;

    #[test]
    fn distances_are_distributed_as_known() {
        let moves = moves::of(Metric::HalfTurn);
        let phase2_coords = Phase2Coords::new(moves, &SlicePermutations::new(moves));
        // By an earlier version of this program, which kept every class and order apart.
        let corners = [1, 3, 10, 44, 214, 846, 2413, 5122, 8639, 12128, 12571, 12985, 7754, 3366, 336];
        let edges = [1, 3, 11, 47, 286, 1441, 6112, 19389, 28940, 8596, 1252, 270, 84];
        assert_eq!(phase2_coords.distributions(), [corners.to_vec(), edges.to_vec()]);
        assert_eq!([phase2_coords.corner_classes.count(), phase2_coords.edge_classes.count()], [2768, 2768]);
    }

    /// Weighted by how many orders a class stands for, the corners alone are the corners of the subgroup.
    #[test]
    fn corners_alone_are_all_orders() {
        let moves = moves::of(Metric::HalfTurn);
        let phase2_coords = Phase2Coords::new(moves, &SlicePermutations::new(moves));
        let mut counts = [0; 16];
        for perm in 0..N_PERM8 as u16 {
            counts[usize::from(
                phase2_coords.corner_distance[phase2_coords.corner_classes.class_of(perm).0],
            )] += 1;
        }
        // The same by plain search over orders of the corners.
        let generators: Vec<Perm8> = members(moves.phase2)
            .map(|mv| std::array::from_fn(|i| moves.generators[mv].cube.corner(i).0))
            .collect();
        let mut expected = [0; 16];
        let mut level: Vec<Perm8> = vec![std::array::from_fn(|i| i as u8)];
        let mut known: std::collections::HashSet<Perm8> = level.iter().copied().collect();
        for count in &mut expected {
            *count = level.len();
            let moved =
                level.iter().flat_map(|perm| generators.iter().map(|g| g.map(|i| perm[usize::from(i)])));
            level = moved.filter(|&perm| known.insert(perm)).collect();
        }
        assert_eq!(counts, expected);
    }
}
