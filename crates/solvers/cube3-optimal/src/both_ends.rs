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
//! [`WhichEnd`] knows.

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Turn};
use search::simd::{Level, Simd};
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::bounds::Bounds;
use super::coset::{Coordinates, Index};
use super::likeness::Likeness;
use super::packed::{Packed, PackedTurn, TURNS};
use super::which_end::WhichEnd;
use solver::bits::members;
use solver::cube::Metric;

/// Faces.
const N_FACES: usize = 6;
/// Turns at both ends.
pub const N_MOVES: usize = 2 * Turn::COUNT;

/// A cube and its inverse.
#[derive(Clone, Copy, Debug)]
pub struct Twin {
    sides: [Packed; 2],
    /// A lower bound for each.
    bounds: [u8; 2],
    /// How often the node has waited.
    waited: u8,
}

/// What a node finds out while it waits.
pub struct Lookups {
    /// Which of the two is turned.
    side: u8,
    /// Faces that may be turned.
    faces: u8,
    n_kids: u8,
    /// Faces whose quarter turns may be made.
    quarters: u8,
    /// Where the other one goes by a quarter turn of each face, and what its bound is there.
    fresh: [Index; N_FACES],
    fresh_bounds: [u8; N_FACES],
    /// Turns that may be made and where they lead.
    kids: [(u8, Index); Turn::COUNT],
}

impl Default for Lookups {
    fn default() -> Self {
        let nowhere = Index { cell: 0, offset: 0 };
        Lookups {
            side: 0,
            faces: 0,
            n_kids: 0,
            quarters: 0,
            fresh: [nowhere; N_FACES],
            fresh_bounds: [0; N_FACES],
            kids: [(0, nowhere); Turn::COUNT],
        }
    }
}

/// The problem of solving a cube in fewest turns.
pub struct BothEnds<'t, B, S> {
    coordinates: &'t Coordinates,
    bounds: &'t B,
    simd: S,
    turns: &'static [PackedTurn; Turn::COUNT],
    order: MoveOrder,
    /// Turns that may be made of the cube, and of its inverse.
    usable: [u32; 2],
    /// By the state of the order, for both sides: faces that may be turned.
    faces: Vec<[u8; 2]>,
    which_end: WhichEnd,
    /// What a half turn costs.
    half: Cost,
    /// Symmetries of the start, if of solutions that they make of each other one is enough.
    likeness: Option<Likeness>,
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

impl<'t, B: Bounds, S: Simd> BothEnds<'t, B, S> {
    /// With some of the turns.
    pub fn new(coordinates: &'t Coordinates, bounds: &'t B, simd: S, turns: TurnSet, metric: Metric) -> Self {
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
        let half = if metric == Metric::QuarterTurn { 2 } else { 1 };
        BothEnds {
            coordinates,
            bounds,
            simd,
            turns: &TURNS,
            order: automaton,
            usable,
            faces: order,
            which_end: WhichEnd::new(B::MEAN),
            half,
            likeness: None,
            cube: None,
        }
    }

    /// For one solution of a cube that may look the same from several sides. All turns must be allowed.
    #[must_use]
    pub fn for_one_of(mut self, cube: &Cube3) -> Self {
        self.likeness = Likeness::of(cube);
        self
    }

    /// For all solutions of a cube, those included that are longer than the shortest.
    #[must_use]
    pub fn for_longer_of(mut self, cube: &Cube3) -> Self {
        self.cube = Some(*cube);
        self
    }

    /// Where a search for the solutions of a cube starts.
    pub fn start(&self, cube: &Cube3) -> Twin {
        let sides = [Packed::from(cube), Packed::from(&cube.inverse())];
        let mut bounds = sides.map(|side| self.bound(&side));
        // Quarter turns change parity, so all solutions of a cube have that of its pieces.
        let higher = usize::from(bounds[1] > bounds[0]);
        bounds[higher] += u8::from(self.half == 2 && (bounds[higher] % 2 == 1) != is_odd(cube));
        Twin { sides, bounds, waited: 0 }
    }

    fn bound(&self, cube: &Packed) -> u8 {
        let index = self.coordinates.index::<B::Tier, S>(self.simd, cube);
        self.bounds.value(index)
    }

    /// Finds out where the other one of the two goes by a quarter turn of each face.
    #[inline(always)]
    fn ask_fresh(&self, node: &Node<Twin>, lookups: &mut Lookups) {
        let (twin, togo) = (&node.state, node.left - 1);
        let both = self.faces[node.order().0 as usize];
        let side = self.which_end.choose(twin.bounds, node.left, self.half, both);
        // The last turn has neighbours on both sides.
        let faces = if togo == 0 { both[0] & both[1] } else { both[side] };
        let mut quarters = 0;
        for face in members(faces.into()) {
            let other = twin.sides[1 - side].before(self.simd, &self.turns[3 * face % Turn::COUNT]);
            let corner = self.coordinates.corner(&other);
            if Cost::from(corner.distance()) > togo {
                continue;
            }
            let index = self.coordinates.rest::<B::Tier, S>(self.simd, &other, corner);
            self.bounds.prefetch(index);
            lookups.fresh[face % N_FACES] = index;
            quarters |= 1 << face;
        }
        (lookups.side, lookups.faces, lookups.quarters) = (side as u8, faces, quarters);
    }

    /// Takes in where the other one goes, and finds out where the turns lead that are left.
    #[inline(always)]
    fn ask_own(&self, node: &Node<Twin>, lookups: &mut Lookups) {
        let (twin, togo) = (&node.state, node.left - 1);
        let side = usize::from(lookups.side & 1);
        let mut turns = 0;
        for face in members(lookups.quarters.into()) {
            let bound = self.bounds.value(lookups.fresh[face % N_FACES]);
            lookups.fresh_bounds[face % N_FACES] = bound;
            turns |= u32::from(Cost::from(bound) <= togo) * (0b101 << (3 * face));
        }
        if Cost::from(twin.bounds[1 - side]) + self.half <= node.left {
            // A half turn that spends all that is left is the last turn, with neighbours on both sides.
            let both = self.faces[node.order().0 as usize];
            let faces = if node.left == self.half { both[0] & both[1] } else { lookups.faces };
            members(faces.into()).for_each(|face| turns |= 0b010 << (3 * face));
        }
        let mut n_kids = 0;
        for turn in members((turns & self.usable[side]).into()) {
            let own = twin.sides[side].after(self.simd, &self.turns[turn % Turn::COUNT]);
            let corner = self.coordinates.corner(&own);
            if Cost::from(corner.distance()) > togo {
                continue;
            }
            let index = self.coordinates.rest::<B::Tier, S>(self.simd, &own, corner);
            self.bounds.prefetch(index);
            lookups.kids[n_kids % Turn::COUNT] = (turn as u8, index);
            n_kids += 1;
        }
        lookups.n_kids = n_kids as u8;
    }

    /// Offers what is left.
    #[inline(always)]
    fn offer_kids(&self, node: &Node<Twin>, lookups: &Lookups, children: &mut Children<'_, Twin>) {
        let twin = &node.state;
        let side = usize::from(lookups.side & 1);
        let mut n_offered = 0;
        // Backwards, because the search goes on with the last child first.
        for &(turn, index) in lookups.kids[..usize::from(lookups.n_kids).min(Turn::COUNT)].iter().rev() {
            let bound = self.bounds.value(index);
            let cost = if turn % 3 == 1 { self.half } else { 1 };
            if Cost::from(bound) + cost > node.left {
                continue;
            }
            let (turn, face) = (usize::from(turn) % Turn::COUNT, usize::from(turn) / 3 % N_FACES);
            let inverse = 3 * face + 2 - turn % 3;
            let other_bound = if turn % 3 == 1 { twin.bounds[1 - side] } else { lookups.fresh_bounds[face] };
            let mut child = Twin { sides: twin.sides, bounds: twin.bounds, waited: 0 };
            child.sides[side] = twin.sides[side].after(self.simd, &self.turns[turn]);
            child.sides[1 - side] = twin.sides[1 - side].before(self.simd, &self.turns[inverse]);
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
        children.count_pruned(n_turns - n_offered, node.left + self.half);
    }
}

impl<B: Bounds, S: Simd> Problem for BothEnds<'_, B, S> {
    type State = Twin;
    type Prefetched = Lookups;
    const LANES: usize = 16;
    const LEVEL: Level = S::LEVEL;
    const BIDIRECTIONAL: bool = true;

    fn n_moves(&self) -> usize {
        N_MOVES
    }

    fn step(&self, from: &Twin, mv: Move, to: &mut Twin) -> bool {
        let (side, turn) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
        *to = *from;
        to.sides[side] = from.sides[side].after(self.simd, &self.turns[turn]);
        to.sides[1 - side] = from.sides[1 - side].before(self.simd, &self.turns[turn / 3 * 3 + 2 - turn % 3]);
        (to.bounds, to.waited) = (to.sides.map(|side| self.bound(&side)), 0);
        self.usable[side] >> turn & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, twin: &Twin) -> bool {
        twin.bounds == [0, 0] && twin.sides[0] == Packed::SOLVED
    }

    #[inline(always)]
    fn lower_bound(&self, twin: &Twin) -> Cost {
        Cost::from(twin.bounds[0].max(twin.bounds[1]))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        if mv.0 % 3 == 1 { self.half } else { 1 }
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

    fn symmetry_key(&self, node: &Node<Twin>) -> Option<u128> {
        let likeness = self.likeness.as_ref()?;
        let [cube, inverse] = node.state.sides.map(|side| Cube3::from(&side));
        Some(likeness.name([&cube, &inverse], self.faces[node.order().0 as usize]))
    }

    #[inline(always)]
    fn prefetch_stage(&self, node: &mut Node<Twin>, lookups: &mut Lookups) -> bool {
        if node.left == 0 {
            return false;
        }
        match node.state.waited {
            0 => self.ask_fresh(node, lookups),
            1 => self.ask_own(node, lookups),
            _ => return false,
        }
        node.state.waited += 1;
        true
    }

    /// Offers children at one end only.
    #[inline(always)]
    fn expand(&self, node: &Node<Twin>, children: &mut Children<'_, Twin>) {
        let (mut node, mut lookups) = (*node, Lookups::default());
        while self.prefetch_stage(&mut node, &mut lookups) {}
        self.expand_prefetched(&node, &mut lookups, children);
    }

    #[inline(always)]
    fn expand_prefetched(&self, node: &Node<Twin>, lookups: &mut Lookups, children: &mut Children<'_, Twin>) {
        if node.left > 0 {
            self.offer_kids(node, lookups, children);
        } else {
            children.count_pruned(0, self.half);
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
