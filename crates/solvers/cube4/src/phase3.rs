//! Phase 3: the two wings of every edge are paired, and the centres come to their faces. F and B turn by half turns,
//! like Uw, Rw and Fw; the other faces turn by quarters. What is left is a solvable 3x3x3 cube.
//!
//! The wings are a permutation: for the wing in each place of the first class, the place of its partner in the second
//! class ([`super::wing_pairs`]). The centres are coordinates axis by axis; the parity of corners against wings is part
//! of the coordinate of F and B.

use std::sync::Arc;

use puzzle::{Cube4, Face, Turn4};
use search::simd::{Level, Simd};
use search::table::levels::assert_levels;
use search::{Children, Cost, Move, MoveOrder, Node, Problem, ProductTable, Step, enumerate};

use super::moves::{self, CentreMoves, ORDER, Places, places_of};
use super::near_goal_filter::{self, NearGoalFilter, Neighbours};
use super::symmetry_key::CentreSymmetries;
use super::wing_pairs::{self, SymIndex, WingPairMoves, WingPairTable, WingPairs};
use solver::phases::Phase;

/// True if phase 3 uses a turn.
pub fn allows(turn: Turn4) -> bool {
    moves::is_half(turn.turn()) || !turn.is_wide() && turn.turn().face().axis() != Face::F.axis()
}

/// Lower bound of a state that has no solution: more than any solution costs.
const UNREACHABLE: Cost = 1000;

/// Coordinate of one axis: the places of one of its colours, and a parity.
pub type AxisView = (Places, bool);

/// Prune table of the centres.
pub struct CentreTable {
    /// Coordinates of U, R and F, sorted, with their numbers.
    numbers: [Vec<(AxisView, u32)>; 3],
    product: ProductTable<3>,
    /// By axis and coordinate: the coordinate after each move of phase 3, in their order.
    next: [Vec<[u8; 32]>; 3],
    /// Distances of the product table as a plain array, which is possible because every move can be made and
    /// coordinates are few.
    distances: Vec<u8>,
    symmetries: CentreSymmetries,
}

/// Number of combinations at each distance.
const LEVELS: [u64; 11] = [4, 12, 136, 952, 4472, 14_876, 27_964, 33_440, 26_400, 8832, 512];

impl CentreTable {
    /// Computes all distances.
    pub fn new() -> CentreTable {
        let centres = CentreMoves::new();
        let faces = [Face::U, Face::R, Face::F];
        let coordinates = faces.map(|face| {
            let start = (places_of(&Cube4::SOLVED, |colour| colour == face), false);
            enumerate(start, moves::COUNT, |&(places, is_odd): &AxisView, mv| {
                let turn = moves::turn(mv);
                let is_odd = is_odd ^ (face == Face::F && changes_parity(turn));
                allows(turn).then(|| (centres.after(places, usize::from(mv.0)), is_odd))
            })
        });
        let numbers = coordinates.each_ref().map(|coordinate| {
            let mut numbers: Vec<(AxisView, u32)> = coordinate.views().iter().copied().zip(0..).collect();
            numbers.sort_unstable();
            numbers
        });
        // Each colour is on its own face, or on two axes each is on the opposite face.
        let at = |face: Face, is_across: bool| {
            let face = if is_across { face.opposite() } else { face };
            (places_of(&Cube4::SOLVED, |colour| colour == face), false)
        };
        let goals =
            [[false; 3], [false, true, true], [true, false, true], [true, true, false]].map(|across| {
                let number = |axis: usize| coordinates[axis].number(&at(faces[axis], across[axis]));
                [0, 1, 2].map(|axis| number(axis).expect("opposite centres can be exchanged"))
            });
        let tables = coordinates.each_ref().map(|coordinate| coordinate.moves().clone());
        let usable = moves::usable(allows);
        let next = tables.each_ref().map(|table| {
            let after = |view: u32, mv: Move| table.after(view, mv).expect("every move can be made") as u8;
            let row = |view: u32| {
                let mut row = [0; 32];
                usable.iter().zip(&mut row).for_each(|(&(mv, _), to)| *to = after(view, mv));
                row
            };
            (0..table.len() as u32).map(row).collect()
        });
        let product = ProductTable::new(tables, usable, &goals);
        assert_levels("4x4x4 phase 3, centres", &product.distribution(), &LEVELS);
        let distance = |index| product.distance(&product.coords(index)).map_or(u8::MAX, |known| known as u8);
        let distances = (0..product.len()).map(distance).collect();
        let [up, right, front] = &coordinates;
        let symmetries =
            CentreSymmetries::new(&wing_pairs::symmetries(), [up.views(), right.views(), front.views()]);
        CentreTable { numbers, product, next, distances, symmetries }
    }

    fn place(&self, cube: &Cube4) -> Option<[u32; 3]> {
        let is_odd = is_odd_corners(cube) ^ is_odd_first_class(cube);
        let view = |axis: usize| {
            let face = [Face::U, Face::R, Face::F][axis];
            (places_of(cube, |colour| colour == face), is_odd && face == Face::F)
        };
        let number = |axis: usize| {
            let numbers = &self.numbers[axis];
            numbers.binary_search_by_key(&view(axis), |&(known, _)| known).ok().map(|at| numbers[at].1)
        };
        Some([number(0)?, number(1)?, number(2)?])
    }

    /// Returns the distance of the centres from their faces.
    #[inline(always)]
    fn distance(&self, centres: [u8; 3]) -> Cost {
        Cost::from(self.distances[self.index(centres)])
    }

    /// Returns, by axis, the coordinates after each move.
    #[inline(always)]
    fn after(&self, centres: [u8; 3]) -> [&[u8; 32]; 3] {
        std::array::from_fn(|axis| &self.next[axis][usize::from(centres[axis])])
    }

    /// Returns the index of an arrangement.
    #[inline(always)]
    fn index(&self, [up, right, front]: [u8; 3]) -> usize {
        (usize::from(up) * self.next[1].len() + usize::from(right)) * self.next[2].len() + usize::from(front)
    }

    /// Returns the key of centres and wing pairs together up to symmetry, given the symmetry index of the wing pairs.
    #[inline(always)]
    fn key(&self, centres: [u8; 3], (index, symmetry): SymIndex) -> u64 {
        u64::from(self.symmetries.key(usize::from(symmetry), centres)) << 32 | u64::from(index)
    }

    /// Builds the filter of the states near the end of the phase.
    pub fn near_goal_filter(&self) -> NearGoalFilter {
        NearGoalFilter::new(&self.goals(), &self.joint_moves())
    }

    fn goals(&self) -> Vec<CentresAndWings> {
        let places = (0..self.product.len()).map(|index| self.product.coords(index));
        places
            .filter(|place| self.product.distance(place) == Some(0))
            .map(|place| CentresAndWings { centres: place.map(|view| view as u8), pairs: WingPairs::SOLVED })
            .collect()
    }

    fn joint_moves(&self) -> JointMoves<'_> {
        let moves = moves::usable(allows).into_iter().map(|(mv, _)| mv).collect();
        JointMoves { centres: self, moves, wing_pair_moves: WingPairMoves::new() }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.product.bytes()
    }
}

/// Centres and wing pairs.
#[derive(Clone, Copy)]
struct CentresAndWings {
    centres: [u8; 3],
    pairs: WingPairs,
}

/// Moves of both together.
struct JointMoves<'a> {
    centres: &'a CentreTable,
    moves: Vec<Move>,
    wing_pair_moves: WingPairMoves,
}

impl Neighbours for JointMoves<'_> {
    type State = CentresAndWings;

    #[inline(always)]
    fn keys<S: Simd>(&self, simd: S, state: &CentresAndWings, found: &mut Vec<u64>) {
        let mut places = [(0, 0); wing_pairs::N_SYMMETRIES];
        for &place in state.pairs.sym_indices(simd, &mut places) {
            found.push(self.centres.key(state.centres, place));
        }
    }

    #[inline(always)]
    fn after<S: Simd>(&self, simd: S, state: &CentresAndWings, found: &mut Vec<CentresAndWings>) {
        let [up, right, front] = self.centres.after(state.centres);
        for (at, &mv) in self.moves.iter().enumerate() {
            let pairs = self.wing_pair_moves.after(simd, &state.pairs, usize::from(mv.0));
            found.push(CentresAndWings { centres: [up[at], right[at], front[at]], pairs });
        }
    }
}

fn is_odd_by_order(items: &[u8]) -> bool {
    let larger_before = |i: usize| items[..i].iter().filter(|&&item| item > items[i]).count();
    (0..items.len()).map(larger_before).sum::<usize>() % 2 != 0
}

/// True if the corners are permuted oddly.
fn is_odd_corners(cube: &Cube4) -> bool {
    is_odd_by_order(&cube.corner_bytes().map(|corner| corner & 7))
}

/// True if the edges of the wings in the first class are permuted oddly.
fn is_odd_first_class(cube: &Cube4) -> bool {
    let edges: [u8; 12] = std::array::from_fn(|place| cube.wings()[place] % 12);
    is_odd_by_order(&edges)
}

/// True if a turn changes the parity of the first class but not that of the corners, or the reverse.
fn changes_parity(turn: Turn4) -> bool {
    let cube = Cube4::SOLVED.turned(turn);
    is_odd_corners(&cube) != is_odd_first_class(&cube)
}

/// Search state of phase 3.
#[derive(Clone, Copy, Debug)]
pub struct Phase3State {
    centres: [u8; 3],
    /// Lower bound for the moves that the wings need.
    wing_distance: u8,
    pairs: WingPairs,
    /// Index of the wing pairs up to symmetry, and the symmetry to the representative.
    sym_index: SymIndex,
}

/// A move of phase 3.
struct Phase3Move {
    mv: Move,
    /// True if it may be the last one: turns of faces are left to the 3x3x3 solver.
    may_end: bool,
}

/// The search problem of phase 3.
pub struct Phase3<S> {
    centres: Arc<CentreTable>,
    table: Arc<WingPairTable>,
    near: Arc<NearGoalFilter>,
    wing_pair_moves: WingPairMoves,
    simd: S,
    moves: Vec<Phase3Move>,
}

impl<S: Simd> Phase3<S> {
    /// Returns the problem with its tables.
    pub fn new(
        simd: S,
        centres: Arc<CentreTable>,
        table: Arc<WingPairTable>,
        near: Arc<NearGoalFilter>,
    ) -> Phase3<S> {
        let phase_move = |mv: Move| Phase3Move { mv, may_end: moves::turn(mv).is_wide() };
        Phase3 {
            centres,
            table,
            near,
            wing_pair_moves: WingPairMoves::new(),
            simd,
            moves: moves::all().filter(|&mv| allows(moves::turn(mv))).map(phase_move).collect(),
        }
    }
}

/// Centres that this phase cannot solve.
const UNREACHABLE_CENTRES: [u8; 3] = [u8::MAX; 3];

impl<S: Simd> Phase<Cube4> for Phase3<S> {
    fn enter(&self, cube: &Cube4) -> Phase3State {
        let centres =
            self.centres.place(cube).map_or(UNREACHABLE_CENTRES, |place| place.map(|view| view as u8));
        let pairs = WingPairs::of(cube);
        let wing_distance = self.table.distance(self.simd, &self.wing_pair_moves, &pairs) as u8;
        Phase3State { centres, wing_distance, pairs, sym_index: pairs.sym_index(self.simd) }
    }
}

impl<S: Simd> Problem for Phase3<S> {
    type State = Phase3State;
    type Prefetched = ();
    const LEVEL: Level = S::LEVEL;

    fn n_moves(&self) -> usize {
        moves::COUNT
    }

    fn step(&self, from: &Phase3State, mv: Move, to: &mut Phase3State) -> bool {
        let Some(centres) = self.centres.product.after(&from.centres.map(u32::from), mv) else {
            return false;
        };
        let pairs = self.wing_pair_moves.after(self.simd, &from.pairs, usize::from(mv.0));
        let sym_index = pairs.sym_index(self.simd);
        let wing_distance = self.table.beside(Cost::from(from.wing_distance), sym_index.0) as u8;
        *to = Phase3State { centres: centres.map(|view| view as u8), wing_distance, pairs, sym_index };
        self.moves.iter().any(|phase_move| phase_move.mv == mv)
    }

    #[inline(always)]
    fn is_goal(&self, state: &Phase3State) -> bool {
        state.pairs == WingPairs::SOLVED
            && state.centres != UNREACHABLE_CENTRES
            && self.centres.distance(state.centres) == 0
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Phase3State) -> Cost {
        if state.centres == UNREACHABLE_CENTRES {
            return UNREACHABLE;
        }
        self.centres.distance(state.centres).max(Cost::from(state.wing_distance))
    }

    fn move_order(&self) -> &MoveOrder {
        &ORDER
    }

    /// Looks up the centres first, whose table is small. Children that pass prefetch their entry of a larger table,
    /// which is read when all of them are staged.
    #[inline(always)]
    fn expand(&self, node: &Node<Phase3State>, children: &mut Children<'_, Phase3State>) {
        let left = node.left - 1;
        let [up, right, front] = self.centres.after(node.state.centres);
        for (at, phase_move) in self.moves.iter().enumerate().rev() {
            let Some(order) = ORDER.after(node.order(), phase_move.mv) else { continue };
            if left == 0 && !phase_move.may_end {
                continue;
            }
            let centres = [up[at], right[at], front[at]];
            let distance = self.centres.distance(centres);
            if distance > left {
                children.count_pruned(1, distance + 1);
                continue;
            }
            let pairs =
                self.wing_pair_moves.after(self.simd, &node.state.pairs, usize::from(phase_move.mv.0));
            let (wing_distance, step) = (distance as u8, Step::new(phase_move.mv, order));
            let sym_index = pairs.sym_index(self.simd);
            self.table.prefetch(sym_index.0);
            children.stage(Phase3State { centres, wing_distance, pairs, sym_index }, step, 1);
        }
        let from = Cost::from(node.state.wing_distance);
        children.commit(|_, state| {
            let centres = Cost::from(state.wing_distance);
            let wing_distance = self.table.beside(from, state.sym_index.0);
            state.wing_distance = wing_distance as u8;
            let bound = centres.max(wing_distance);
            // The few that pass are looked up in the filter of near states when they are expanded.
            if bound <= left && left <= near_goal_filter::LAST_LEVEL {
                self.near.prefetch(self.centres.key(state.centres, state.sym_index), left);
            }
            bound
        });
    }

    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Phase3State>) -> Cost {
        let Phase3State { centres, sym_index, .. } = node.state;
        if node.left > near_goal_filter::LAST_LEVEL
            || self.near.may_be_within(self.centres.key(centres, sym_index), node.left)
        {
            return 0;
        }
        node.left + 1
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashSet;
    use search::simd::{Plain, at_best};
    use testkit::Lcg;

    use super::*;

    /// 70 arrangements for the centres of U and of R, 12 for those of F, each with both parities; all of them can be
    /// reached.
    #[test]
    fn every_arrangement_of_centres_can_be_solved() {
        let table = CentreTable::new();
        assert_eq!(table.numbers.each_ref().map(Vec::len), [70, 70, 24]);
        assert!(table.product.is_complete());
        assert_eq!(table.product.distribution()[0], 4);
    }

    /// The keys of near states, found up to symmetry, against an enumeration without symmetry.
    #[test]
    fn near_states_are_the_same_without_symmetry() {
        let table = CentreTable::new();
        let joint_moves = table.joint_moves();
        let keys = |state: &CentresAndWings| {
            let mut keys = Vec::new();
            joint_moves.keys(Plain, state, &mut keys);
            keys
        };
        let goals = table.goals();
        let mut up_to_symmetry: HashSet<u64> = goals.iter().flat_map(keys).collect();
        let mut level = goals.clone();
        let mut plain = goals;
        let mut n_seen = Vec::new();
        for _ in 0..5 {
            level = at_best(near_goal_filter::Next {
                neighbours: &joint_moves,
                level: &level,
                seen: &mut up_to_symmetry,
            });
            let mut next = Vec::new();
            for state in &plain {
                joint_moves.after(Plain, state, &mut next);
            }
            plain.extend(next);
            plain.sort_unstable_by_key(|state| (state.centres, state.pairs.bytes()));
            plain.dedup_by_key(|state| (state.centres, state.pairs.bytes()));
            let one_by_one: HashSet<u64> = plain.iter().flat_map(keys).collect();
            assert!(one_by_one == up_to_symmetry, "{} against {}", one_by_one.len(), up_to_symmetry.len());
            n_seen.push(plain.len());
        }
        assert_eq!(n_seen, [16, 152, 1576, 15848, 152_740]);
    }

    #[test]
    fn solutions_are_those_of_plain_enumeration() {
        let centres = Arc::new(CentreTable::new());
        let near = Arc::new(centres.near_goal_filter());
        let table = Arc::new(WingPairTable::new(&WingPairMoves::new()));
        let phase3 = Phase3::new(Plain, centres, table, near);
        let mut below = Lcg::new(3).into_below();
        let mut n_solutions = 0;
        for n in 0..12 {
            let mut cube = Cube4::SOLVED;
            for _ in 0..n % 6 {
                cube = moves::apply_move(&cube, phase3.moves[below(phase3.moves.len())].mv);
            }
            for cost in 0..=4 {
                let may_end = |mv| moves::turn(mv).is_wide();
                n_solutions +=
                    moves::test_support::check_solutions(&phase3, phase3.enter(&cube), cost, may_end);
            }
        }
        assert!(n_solutions > 20, "{n_solutions}");
        // A scramble of ten moves has a solution of ten moves at most.
        for n in 0..40 {
            let mut cube = Cube4::SOLVED;
            for _ in 0..10 {
                cube = moves::apply_move(&cube, phase3.moves[below(phase3.moves.len())].mv);
            }
            let n_solutions =
                (0..=10).map(|cost| moves::test_support::count_solutions(&phase3, phase3.enter(&cube), cost));
            assert!(n_solutions.into_iter().any(|n| n > 0), "cube {n}");
        }
    }
}
