//! The search for shortest solutions: IDA* that extends a solution at both ends. A node holds a cube and its inverse.
//! Turning the cube extends the solution at its beginning, turning the inverse extends it at its end. Every solution
//! has a first and a last turn, so at each node one side is enough, and the side with fewer expected children is
//! expanded.
//!
//! Three facts about coset tables decide the cost of a look-up. A turn of a cube changes the distance of its coset by
//! one at most. A half turn leaves the inverse in its coset. A quarter turn sends the inverse to an almost unrelated
//! coset, which is the same for both quarter turns of a face because they differ by a half turn. So a node first looks
//! up its other side, once for each face; most faces are pruned there. Only the remaining turns are looked up on the
//! turned side. While either look-up is fetched from memory the search works on other lanes.
//!
//! If the bound of a cube leaves no turn to spare, its inverse cannot be given a half turn, because that does not
//! change the bound of the cube; and if the cube itself is turned, the turn must lower its bound. [`SideChoice`]
//! estimates which side has fewer children.

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Turn};
use search::simd::{Level, Simd};
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::coset::{Coordinates, Index};
use super::packed_cube::{PackedCube, PackedTurn, TURNS};
use super::prune_table::PruneTable;
use super::side_choice::SideChoice;
use super::symmetry_key::StartSymmetries;
use solver::bits::members;
use solver::cube::Metric;

const N_FACES: usize = 6;
/// Number of moves: all turns at either end.
pub const N_MOVES: usize = 2 * Turn::COUNT;

/// Search state: a cube and its inverse.
#[derive(Clone, Copy, Debug)]
pub struct State {
    cubes: [PackedCube; 2],
    /// A lower bound from either one.
    bounds: [u8; 2],
    /// Number of prefetch stages done.
    stage: u8,
}

/// Table look-ups of a node, filled during its prefetch stages.
pub struct Lookups {
    /// The side that is turned: 0 for the cube, 1 for its inverse.
    side: u8,
    /// Faces that may be turned on that side, as bits.
    faces: u8,
    n_children: u8,
    /// Faces whose quarter turns are not pruned by the other side, as bits.
    quarter_faces: u8,
    /// By face: index of the other side after a quarter turn, and its bound.
    other_indices: [Index; N_FACES],
    other_bounds: [u8; N_FACES],
    /// Turns of the turned side that are left, with its index after each.
    children: [(u8, Index); Turn::COUNT],
}

impl Default for Lookups {
    fn default() -> Self {
        let nowhere = Index { cell: 0, offset: 0 };
        Lookups {
            side: 0,
            faces: 0,
            n_children: 0,
            quarter_faces: 0,
            other_indices: [nowhere; N_FACES],
            other_bounds: [0; N_FACES],
            children: [(0, nowhere); Turn::COUNT],
        }
    }
}

/// Problem of solving a cube in fewest turns, searched from both ends with a prune table.
pub struct Bidirectional<'t, B, S> {
    coordinates: &'t Coordinates,
    table: &'t B,
    simd: S,
    turns: &'static [PackedTurn; Turn::COUNT],
    order: MoveOrder,
    /// Allowed turns of the cube and of its inverse, as bits.
    usable: [u32; 2],
    /// By state of the move order and side: faces that may be turned, as bits.
    faces: Vec<[u8; 2]>,
    side_choice: SideChoice,
    /// 1, or 2 in the quarter-turn metric.
    half_turn_cost: Cost,
    /// Symmetries of the start, if one solution of each symmetry class is enough.
    start_symmetries: Option<StartSymmetries>,
    /// The start, if solutions longer than the shortest are searched.
    cube: Option<Cube3>,
}

/// Returns the state of the move order after these last faces, one for each side; 6 if there is none.
const fn order_state(faces: [usize; 2]) -> OrderState {
    OrderState((6 - faces[0] + 7 * (6 - faces[1])) as u32)
}

/// True if a face may be turned after `last` in a canonical sequence. Of two consecutive turns of opposite faces the
/// face with the lower number comes first in the solution, so it comes last on the side that builds the solution from
/// its end.
const fn may_follow(side: usize, last: usize, face: usize) -> bool {
    let (first, second) = if side == 0 { (last, face) } else { (face, last) };
    last == 6 || (last != face && first != second + 3)
}

impl<'t, B: PruneTable, S: Simd> Bidirectional<'t, B, S> {
    /// Returns the problem of solving a cube by the given turns.
    pub fn new(coordinates: &'t Coordinates, table: &'t B, simd: S, turns: TurnSet, metric: Metric) -> Self {
        let usable = [turns, turns.inverse()].map(|turns| {
            Turn::all().filter(|&turn| turns.contains(turn)).fold(0, |set, turn| set | 1 << turn.index())
        });
        let mut order = vec![[0; 2]; 49];
        for last in (0..49).map(|i| [i % 7, i / 7]) {
            let faces = |side: usize| {
                (0..N_FACES)
                    .filter(|&face| may_follow(side, last[side], face))
                    .fold(0, |set, face| set | 1 << face)
            };
            order[order_state(last).0 as usize] = [faces(0), faces(1)];
        }
        let automaton = MoveOrder::automaton(N_MOVES, 49, |state, mv| {
            let (side, face) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT / 3);
            let mut last = [6 - state.0 as usize % 7, 6 - state.0 as usize / 7];
            may_follow(side, last[side], face).then(|| {
                last[side] = face;
                order_state(last)
            })
        });
        let half_turn_cost = if metric == Metric::QuarterTurn { 2 } else { 1 };
        Bidirectional {
            coordinates,
            table,
            simd,
            turns: &TURNS,
            order: automaton,
            usable,
            faces: order,
            side_choice: SideChoice::new(B::MEAN),
            half_turn_cost,
            start_symmetries: None,
            cube: None,
        }
    }

    /// Searches one node of each class under the symmetries of the start. Only for a single solution and with all turns
    /// allowed.
    #[must_use]
    pub fn up_to_symmetry_of(mut self, cube: &Cube3) -> Self {
        self.start_symmetries = StartSymmetries::of(cube);
        self
    }

    /// Also accepts solutions longer than the shortest, for a search that lists all of them.
    #[must_use]
    pub fn with_longer_solutions_of(mut self, cube: &Cube3) -> Self {
        self.cube = Some(*cube);
        self
    }

    /// Returns the start state of the search for a cube.
    pub fn start(&self, cube: &Cube3) -> State {
        let cubes = [PackedCube::from(cube), PackedCube::from(&cube.inverse())];
        let mut bounds = cubes.map(|cube| self.bound(&cube));
        // A quarter turn changes the permutation parity, so the length of every solution has the parity of the cube.
        let higher = usize::from(bounds[1] > bounds[0]);
        bounds[higher] += u8::from(self.half_turn_cost == 2 && (bounds[higher] % 2 == 1) != is_odd(cube));
        State { cubes, bounds, stage: 0 }
    }

    fn bound(&self, cube: &PackedCube) -> u8 {
        let index = self.coordinates.index::<B::Space, S>(self.simd, cube);
        self.table.value(index)
    }

    /// First prefetch stage: computes and prefetches the index of the other side after a quarter turn of each face.
    #[inline(always)]
    fn probe_other_side(&self, node: &Node<State>, lookups: &mut Lookups) {
        let (state, left_after) = (&node.state, node.left - 1);
        let both = self.faces[node.order().0 as usize];
        let side = self.side_choice.choose(state.bounds, node.left, self.half_turn_cost, both);
        // The last turn of a search has neighbours on both sides.
        let faces = if left_after == 0 { both[0] & both[1] } else { both[side] };
        let mut quarter_faces = 0;
        for face in members(faces.into()) {
            let other = state.cubes[1 - side].before(self.simd, &self.turns[3 * face % Turn::COUNT]);
            let corner = self.coordinates.corner(&other);
            if Cost::from(corner.distance()) > left_after {
                continue;
            }
            let index = self.coordinates.index_with_corner::<B::Space, S>(self.simd, &other, corner);
            self.table.prefetch(index);
            lookups.other_indices[face % N_FACES] = index;
            quarter_faces |= 1 << face;
        }
        (lookups.side, lookups.faces, lookups.quarter_faces) = (side as u8, faces, quarter_faces);
    }

    /// Second prefetch stage: reads the bounds of the other side, and prefetches the entries of the turned side for all
    /// turns that are left.
    #[inline(always)]
    fn probe_turned_side(&self, node: &Node<State>, lookups: &mut Lookups) {
        let (state, left_after) = (&node.state, node.left - 1);
        let side = usize::from(lookups.side & 1);
        let mut turns = 0;
        for face in members(lookups.quarter_faces.into()) {
            let bound = self.table.value(lookups.other_indices[face % N_FACES]);
            lookups.other_bounds[face % N_FACES] = bound;
            turns |= u32::from(Cost::from(bound) <= left_after) * (0b101 << (3 * face));
        }
        if Cost::from(state.bounds[1 - side]) + self.half_turn_cost <= node.left {
            // A half turn that uses up all that is left is the last turn, with neighbours on both sides.
            let both = self.faces[node.order().0 as usize];
            let faces = if node.left == self.half_turn_cost { both[0] & both[1] } else { lookups.faces };
            members(faces.into()).for_each(|face| turns |= 0b010 << (3 * face));
        }
        let mut n_children = 0;
        for turn in members((turns & self.usable[side]).into()) {
            let own = state.cubes[side].after(self.simd, &self.turns[turn % Turn::COUNT]);
            let corner = self.coordinates.corner(&own);
            if Cost::from(corner.distance()) > left_after {
                continue;
            }
            let index = self.coordinates.index_with_corner::<B::Space, S>(self.simd, &own, corner);
            self.table.prefetch(index);
            lookups.children[n_children % Turn::COUNT] = (turn as u8, index);
            n_children += 1;
        }
        lookups.n_children = n_children as u8;
    }

    /// Offers the children whose own bound fits as well.
    #[inline(always)]
    fn offer_children(&self, node: &Node<State>, lookups: &Lookups, children: &mut Children<'_, State>) {
        let state = &node.state;
        let side = usize::from(lookups.side & 1);
        let mut n_offered = 0;
        // In reverse, because the search continues with the last child first.
        for &(turn, index) in
            lookups.children[..usize::from(lookups.n_children).min(Turn::COUNT)].iter().rev()
        {
            let bound = self.table.value(index);
            let cost = if turn % 3 == 1 { self.half_turn_cost } else { 1 };
            if Cost::from(bound) + cost > node.left {
                continue;
            }
            let (turn, face) = (usize::from(turn) % Turn::COUNT, usize::from(turn) / 3 % N_FACES);
            let inverse = 3 * face + 2 - turn % 3;
            let other_bound = if turn % 3 == 1 { state.bounds[1 - side] } else { lookups.other_bounds[face] };
            let mut child = State { cubes: state.cubes, bounds: state.bounds, stage: 0 };
            child.cubes[side] = state.cubes[side].after(self.simd, &self.turns[turn]);
            child.cubes[1 - side] = state.cubes[1 - side].before(self.simd, &self.turns[inverse]);
            child.bounds[side] = bound;
            child.bounds[1 - side] = other_bound;
            let mv = Move((side * Turn::COUNT + turn) as u16);
            let order = self.order.after(node.order(), mv).expect("only canonical turns are considered");
            children.offer(child, Cost::from(bound.max(other_bound)), Step::new(mv, order), cost);
            n_offered += 1;
        }
        let n_turns = u64::from((lookups.faces.count_ones()) * 3);
        // The bounds of different children are unrelated, so all that is known of the pruned ones is that they exceed
        // the limit. (In quarter turns they exceed it by two, because of parity.)
        children.count_pruned(n_turns - n_offered, node.left + self.half_turn_cost);
    }
}

impl<B: PruneTable, S: Simd> Problem for Bidirectional<'_, B, S> {
    type State = State;
    type Prefetched = Lookups;
    const LANES: usize = 16;
    const LEVEL: Level = S::LEVEL;
    const BIDIRECTIONAL: bool = true;

    fn n_moves(&self) -> usize {
        N_MOVES
    }

    fn step(&self, from: &State, mv: Move, to: &mut State) -> bool {
        let (side, turn) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
        *to = *from;
        to.cubes[side] = from.cubes[side].after(self.simd, &self.turns[turn]);
        to.cubes[1 - side] = from.cubes[1 - side].before(self.simd, &self.turns[turn / 3 * 3 + 2 - turn % 3]);
        (to.bounds, to.stage) = (to.cubes.map(|cube| self.bound(&cube)), 0);
        self.usable[side] >> turn & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, state: &State) -> bool {
        state.bounds == [0, 0] && state.cubes[0] == PackedCube::SOLVED
    }

    #[inline(always)]
    fn lower_bound(&self, state: &State) -> Cost {
        Cost::from(state.bounds[0].max(state.bounds[1]))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        if mv.0 % 3 == 1 { self.half_turn_cost } else { 1 }
    }

    /// True unless the path passes through the solved cube before its end.
    fn is_solution(&self, path: &[Move]) -> bool {
        let Some(mut cube) = self.cube else { return true };
        solution(path).into_iter().all(|turn| {
            let is_on_the_way = cube != Cube3::SOLVED;
            cube = cube.turned(turn);
            is_on_the_way
        })
    }

    fn symmetry_key(&self, node: &Node<State>) -> Option<u128> {
        let symmetries = self.start_symmetries.as_ref()?;
        let [cube, inverse] = node.state.cubes.map(|cube| Cube3::from(&cube));
        Some(symmetries.key([&cube, &inverse], self.faces[node.order().0 as usize]))
    }

    #[inline(always)]
    fn prefetch_stage(&self, node: &mut Node<State>, lookups: &mut Lookups) -> bool {
        if node.left == 0 {
            return false;
        }
        match node.state.stage {
            0 => self.probe_other_side(node, lookups),
            1 => self.probe_turned_side(node, lookups),
            _ => return false,
        }
        node.state.stage += 1;
        true
    }

    /// Offers the children of one side only.
    #[inline(always)]
    fn expand(&self, node: &Node<State>, children: &mut Children<'_, State>) {
        let (mut node, mut lookups) = (*node, Lookups::default());
        while self.prefetch_stage(&mut node, &mut lookups) {}
        self.expand_prefetched(&node, &mut lookups, children);
    }

    #[inline(always)]
    fn expand_prefetched(
        &self,
        node: &Node<State>,
        lookups: &mut Lookups,
        children: &mut Children<'_, State>,
    ) {
        if node.left > 0 {
            self.offer_children(node, lookups, children);
        } else {
            children.count_pruned(0, self.half_turn_cost);
        }
    }
}

/// Returns the solution that moves at both ends make.
pub fn solution(moves: &[Move]) -> Vec<Turn> {
    let turn = |mv: &Move| Turn::from_index(usize::from(mv.0) % Turn::COUNT).expect("a turn");
    let (front, back): (Vec<&Move>, Vec<&Move>) =
        moves.iter().partition(|mv| usize::from(mv.0) < Turn::COUNT);
    front.into_iter().map(turn).chain(back.into_iter().rev().map(|mv| turn(mv).inverse())).collect()
}

/// True if the corners are permuted oddly, and hence the edges too.
fn is_odd(cube: &Cube3) -> bool {
    let corner = |place: usize| cube.corner(place).0;
    let pairs = (0..8).flat_map(|i| (0..i).map(move |j| (j, i)));
    pairs.filter(|&(i, j)| corner(i) > corner(j)).count() % 2 == 1
}
