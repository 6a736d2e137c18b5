//! The search for shortest solutions. A solution is found from both ends: a node holds a cube and its inverse, and what
//! is turned is one or the other, which makes the solution grow at its beginning or at its end. Every solution has a
//! first and a last turn, so at each node either end will do, and the one that promises fewer children is taken.
//!
//! Three facts about the tables decide what is cheap. Turning a cube changes the bound of its coset by one at most. A
//! half turn leaves the inverse in its coset. And a quarter turn sends the inverse to a coset that has little to do with
//! the one before: the same for both quarter turns of a face, which differ by a half turn. So a node asks first where
//! its inverse goes, one look-up for each face; most faces fail there. Only what is left is looked up itself. While
//! either is fetched from memory other lanes have their turns.
//!
//! If a cube's bound leaves no turn to spare then its inverse cannot be given a half turn, because that would leave the
//! bound as it is; and if the cube itself is turned, the turn must lower its bound. Which is the smaller choice
//! [`SideChoice`] knows.

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

/// Faces.
const N_FACES: usize = 6;
/// Turns at both ends.
pub const N_MOVES: usize = 2 * Turn::COUNT;

/// A cube and its inverse.
#[derive(Clone, Copy, Debug)]
pub struct State {
    cubes: [PackedCube; 2],
    /// A lower bound for each.
    bounds: [u8; 2],
    /// How often the node has stage.
    stage: u8,
}

/// What a node finds out while it waits.
pub struct Lookups {
    /// Which of the two is turned.
    side: u8,
    /// Faces that may be turned.
    faces: u8,
    n_children: u8,
    /// Faces whose quarter turns may be made.
    quarter_faces: u8,
    /// Where the other one goes by a quarter turn of each face, and what its bound is there.
    other_indices: [Index; N_FACES],
    other_bounds: [u8; N_FACES],
    /// Turns that may be made and where they lead.
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

/// The problem of solving a cube in fewest turns.
pub struct Bidirectional<'t, B, S> {
    coordinates: &'t Coordinates,
    table: &'t B,
    simd: S,
    turns: &'static [PackedTurn; Turn::COUNT],
    order: MoveOrder,
    /// Turns that may be made of the cube, and of its inverse.
    usable: [u32; 2],
    /// By the state of the order, for both cubes: faces that may be turned.
    faces: Vec<[u8; 2]>,
    side_choice: SideChoice,
    /// What a half turn costs.
    half_turn_cost: Cost,
    /// Symmetries of the start, if of solutions that they make of each other one is enough.
    start_symmetries: Option<StartSymmetries>,
    /// The cube, if solutions longer than the shortest are asked for.
    cube: Option<Cube3>,
}

/// The state of the order: the last face turned on either side, 6 where there is none.
const fn order_state(faces: [usize; 2]) -> OrderState {
    OrderState((6 - faces[0] + 7 * (6 - faces[1])) as u32)
}

/// Whether a face may be turned after another. Of two opposite faces turned one after the other the one with the lower
/// number comes first in the solution, so last where it is made from its end.
const fn may_follow(side: usize, last: usize, face: usize) -> bool {
    let (first, second) = if side == 0 { (last, face) } else { (face, last) };
    last == 6 || (last != face && first != second + 3)
}

impl<'t, B: PruneTable, S: Simd> Bidirectional<'t, B, S> {
    /// With some of the turns.
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

    /// For one solution of a cube that may look the same from several cubes. All turns must be allowed.
    #[must_use]
    pub fn up_to_symmetry_of(mut self, cube: &Cube3) -> Self {
        self.start_symmetries = StartSymmetries::of(cube);
        self
    }

    /// For all solutions of a cube, those included that are longer than the shortest.
    #[must_use]
    pub fn with_longer_solutions_of(mut self, cube: &Cube3) -> Self {
        self.cube = Some(*cube);
        self
    }

    /// Where a search for the solutions of a cube starts.
    pub fn start(&self, cube: &Cube3) -> State {
        let cubes = [PackedCube::from(cube), PackedCube::from(&cube.inverse())];
        let mut bounds = cubes.map(|cube| self.bound(&cube));
        // Quarter turns change parity, so all solutions of a cube have that of its pieces.
        let higher = usize::from(bounds[1] > bounds[0]);
        bounds[higher] += u8::from(self.half_turn_cost == 2 && (bounds[higher] % 2 == 1) != is_odd(cube));
        State { cubes, bounds, stage: 0 }
    }

    fn bound(&self, cube: &PackedCube) -> u8 {
        let index = self.coordinates.index::<B::Space, S>(self.simd, cube);
        self.table.value(index)
    }

    /// Finds out where the other one of the two goes by a quarter turn of each face.
    #[inline(always)]
    fn probe_other_side(&self, node: &Node<State>, lookups: &mut Lookups) {
        let (state, left_after) = (&node.state, node.left - 1);
        let both = self.faces[node.order().0 as usize];
        let side = self.side_choice.choose(state.bounds, node.left, self.half_turn_cost, both);
        // The last turn has neighbours on both cubes.
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

    /// Takes in where the other one goes, and finds out where the turns lead that are left.
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
            // A half turn that spends all that is left is the last turn, with neighbours on both cubes.
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

    /// Offers what is left.
    #[inline(always)]
    fn offer_children(&self, node: &Node<State>, lookups: &Lookups, children: &mut Children<'_, State>) {
        let state = &node.state;
        let side = usize::from(lookups.side & 1);
        let mut n_offered = 0;
        // Backwards, because the search goes on with the last child first.
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
            let order = self.order.after(node.order(), mv).expect("only canonical turns are looked at");
            children.offer(child, Cost::from(bound.max(other_bound)), Step::new(mv, order), cost);
            n_offered += 1;
        }
        let n_turns = u64::from((lookups.faces.count_ones()) * 3);
        // Bounds may err by any amount, so all that is known of the others is that they do not fit. (With quarter turns what
        // needs more needs two more.)
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

    /// A solution ends where it first meets the solved cube.
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

    /// Offers children at one end only.
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

/// The solution that moves at both ends make.
pub fn solution(moves: &[Move]) -> Vec<Turn> {
    let turn = |mv: &Move| Turn::from_index(usize::from(mv.0) % Turn::COUNT).expect("a turn");
    let (front, back): (Vec<&Move>, Vec<&Move>) =
        moves.iter().partition(|mv| usize::from(mv.0) < Turn::COUNT);
    front.into_iter().map(turn).chain(back.into_iter().rev().map(|mv| turn(mv).inverse())).collect()
}

/// Whether corners, and so edges too, are permuted oddly.
fn is_odd(cube: &Cube3) -> bool {
    let corner = |place: usize| cube.corner(place).0;
    let pairs = (0..8).flat_map(|i| (0..i).map(move |j| (j, i)));
    pairs.filter(|&(i, j)| corner(i) > corner(j)).count() % 2 == 1
}
