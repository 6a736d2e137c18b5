//! Domino reduction by the table of Kociemba's first phase, and half-turn reduction, which is that on all three axes with
//! the corners placed as half turns can place them.

use std::sync::Arc;

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Face, Symmetry, Turn};
use search::table::TwoBitTable;
use search::table::two_bit::UNREACHED;
use search::{Coordinate, Cost, Move, ProductTable};

use super::goal::{half_turn_corners, places_of_corners};
use super::parts::numbered;
use super::scope::Scope;
use crate::into::views;
use crate::moves;
use crate::outside::{LAST_LEVEL, Outside};
use crate::symmetry::{AXIAL16, COUNT};
use crate::twist::{N_TWIST, Twists};
use solver::cube::Metric;

/// The table of the first phase with what is needed to walk on it.
pub struct Field {
    outside: Outside<32>,
    /// `seen[symmetry][turn]`: which turn of the representative a turn of the cube is.
    seen: [Vec<u8>; COUNT],
    /// A half turn is two moves of the table, which changes by one distance at a time.
    halves_count_twice: bool,
}

/// Where a cube is in the table, as its class's representative sees it.
#[derive(Clone, Copy, Debug)]
struct Way {
    entry: u32,
    symmetry: u8,
    /// Distance, or one more than the last level if it is at least that.
    distance: u8,
}

impl Field {
    /// Bytes held, about.
    pub const BYTES: u64 = 50 << 20;

    /// For a metric in which turns of two faces are two moves.
    pub fn new(metric: Metric) -> Field {
        let moves = moves::of(metric);
        let outside = Outside::new(moves, LAST_LEVEL);
        outside.grow_to(LAST_LEVEL);
        Field { outside, seen: views(moves).1, halves_count_twice: metric == Metric::QuarterTurn }
    }

    fn enter(&self, cube: &Cube3) -> Way {
        let (class, symmetry) = self.outside.edges.of(cube);
        let twist = self.outside.twists.image(Twists::<32>::of(cube), u32::from(symmetry));
        let entry = u32::from(class) * N_TWIST as u32 + u32::from(twist);
        Way { entry, symmetry, distance: self.outside.distance(class, twist, LAST_LEVEL) as u8 }
    }

    #[inline(always)]
    fn turned(&self, way: Way, turn: usize) -> Way {
        match self.halves_count_twice && turn % 3 == 1 {
            true => self.moved(self.moved(way, turn - 1), turn - 1),
            false => self.moved(way, turn),
        }
    }

    #[inline(always)]
    fn moved(&self, way: Way, turn: usize) -> Way {
        let (class, twist) = (way.entry / N_TWIST as u32, way.entry % N_TWIST as u32);
        let mv = usize::from(self.seen[usize::from(way.symmetry)][turn]);
        let (entry, symmetry) = self.outside.ways(class as u16, twist as u16).lead(mv);
        let distance = match self.outside.distances.code(entry) {
            UNREACHED => LAST_LEVEL + 1,
            code => TwoBitTable::neighbour_distance(Cost::from(way.distance), code),
        };
        let symmetry = AXIAL16.product[usize::from(way.symmetry)][usize::from(symmetry)];
        Way { entry: entry as u32, symmetry, distance: distance as u8 }
    }

    fn bytes(&self) -> u64 {
        self.outside.bytes()
    }
}

/// On `N` axes: one for domino reduction, three for half-turn reduction.
pub struct Domino<const N: usize> {
    field: Arc<Field>,
    /// What brings each axis to U and D, and which turn each turn is then.
    axes: [(Symmetry, [u8; Turn::COUNT]); N],
    corners: Option<Corners>,
}

/// Where the corners are, but for what half turns exchange.
struct Corners {
    coordinate: Coordinate<[u8; 8]>,
    distances: ProductTable<1>,
}

/// What is seen of a cube.
#[derive(Clone, Copy, Debug)]
pub struct State<const N: usize> {
    ways: [Way; N],
    corners: u32,
}

impl<const N: usize> Domino<N> {
    fn new(field: &Arc<Field>, corners: Option<Corners>) -> Self {
        let axes = [Face::U, Face::R, Face::F];
        let brings = |axis: Face| move |view: &Symmetry| view.face(axis).axis() == Face::U.axis();
        let axes = std::array::from_fn(|axis| {
            let view =
                Symmetry::rotations().find(brings(axes[axis])).expect("rotations bring any axis anywhere");
            (view, std::array::from_fn(|turn| image(view, turn)))
        });
        Domino { field: field.clone(), axes, corners }
    }
}

/// The number of a turn after a symmetry.
pub(super) fn image(view: Symmetry, turn: usize) -> u8 {
    view.turn(Turn::from_index(turn).expect("one of 18")).index() as u8
}

/// Into the group of U, D, R2, L2, F2, B2.
pub fn domino(field: &Arc<Field>) -> Domino<1> {
    Domino::new(field, None)
}

/// Into the group of half turns, by turns with their costs by number.
pub fn half_turns(field: &Arc<Field>, turns: TurnSet, costs: &[Cost; Turn::COUNT]) -> Domino<3> {
    let coordinate = numbered(tetrads);
    let usable = turns.iter().map(|turn| (Move(turn.index() as u16), costs[turn.index()])).collect();
    let distances = ProductTable::new([coordinate.moves().clone()], usable, &[[0]]);
    Domino::new(field, Some(Corners { coordinate, distances }))
}

/// Places of corners, where those that half turns alone can exchange look alike.
fn tetrads(cube: &Cube3) -> [u8; 8] {
    let places = places_of_corners(cube);
    let renamed = half_turn_corners().iter().map(|names| places.map(|corner| names[usize::from(corner)]));
    renamed.min().expect("there is one that changes nothing")
}

impl<const N: usize> Scope for Domino<N> {
    type State = State<N>;

    fn enter(&self, cube: &Cube3) -> State<N> {
        let corners = self.corners.as_ref().map_or(0, |corners| {
            corners.coordinate.number(&tetrads(cube)).expect("turns lead to every cube")
        });
        State { ways: std::array::from_fn(|axis| self.field.enter(&self.axes[axis].0.cube(cube))), corners }
    }

    #[inline(always)]
    fn turned(&self, state: &State<N>, turn: usize) -> State<N> {
        let ways = std::array::from_fn(|axis| {
            self.field.turned(state.ways[axis], usize::from(self.axes[axis].1[turn]))
        });
        let corners = self.corners.as_ref().map_or(0, |corners| {
            let next = corners.coordinate.moves().after(state.corners, Move(turn as u16));
            next.expect("every turn is legal")
        });
        State { ways, corners }
    }

    #[inline(always)]
    fn turned_within(
        &self,
        state: &State<N>,
        turn: usize,
        most: Cost,
    ) -> Result<(State<N>, Cost), Option<Cost>> {
        let mut next = *state;
        let mut bound = 0;
        if let Some(corners) = &self.corners {
            let after = corners.coordinate.moves().after(state.corners, Move(turn as u16));
            next.corners = after.expect("every turn is legal");
            bound = corners.distances.distance(&[next.corners]).ok_or(None)?;
        }
        // The axis that is farthest first: it is the likeliest to be too far.
        let farthest = (0..N).max_by_key(|&axis| state.ways[axis].distance).unwrap_or(0);
        for axis in (farthest..N).chain(0..farthest) {
            next.ways[axis] = self.field.turned(state.ways[axis], usize::from(self.axes[axis].1[turn]));
            bound = bound.max(Cost::from(next.ways[axis].distance));
            if bound > most {
                return Err(Some(bound));
            }
        }
        Ok((next, bound))
    }

    #[inline(always)]
    fn bound(&self, state: &State<N>) -> Option<Cost> {
        let farthest = state.ways.iter().map(|way| Cost::from(way.distance)).max().unwrap_or(0);
        match &self.corners {
            Some(corners) => Some(farthest.max(corners.distances.distance(&[state.corners])?)),
            None => Some(farthest),
        }
    }

    #[inline(always)]
    fn is_goal(&self, state: &State<N>) -> bool {
        state.corners == 0 && state.ways.iter().all(|way| way.entry == 0)
    }

    fn bytes(&self) -> u64 {
        let corners = self.corners.as_ref().map_or(0, |corners| corners.distances.bytes());
        self.field.bytes() + corners
    }
}
