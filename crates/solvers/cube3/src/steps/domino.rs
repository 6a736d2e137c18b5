//! Domino reduction (DR) by the prune table of Kociemba's phase 1, and half-turn reduction (HTR): domino reduction on
//! all three axes, with a corner permutation that half turns can produce.

use std::sync::Arc;

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Face, Symmetry, Turn};
use search::table::TwoBitTable;
use search::table::two_bit::UNREACHED;
use search::{Coordinate, Cost, Move, ProductTable};

use super::coordinates::StepCoordinates;
use super::goal::{corner_permutation, half_turn_corners};
use super::piece_coordinates::enumerate_cube_views;
use crate::coords::twist::{N_TWIST, Twists};
use crate::moves;
use crate::symmetry::{AXIAL16, N_SYM};
use crate::two_phase::phase1::move_conjugates;
use crate::two_phase::phase1_prune::{LAST_LEVEL, Phase1Prune};
use solver::cube::Metric;

/// The prune table of phase 1 with the tables needed to follow moves in it.
pub struct Phase1Table {
    phase1_prune: Phase1Prune<32>,
    /// `move_to_rep[symmetry][turn]`: the turn of the representative for a turn of the cube.
    move_to_rep: [Vec<u8>; N_SYM],
    /// True if a half turn is two moves of the table, in which distances change by at most one per move.
    half_turns_cost_two: bool,
}

/// The entry of a cube in the prune table, conjugated to the representative of its class.
#[derive(Clone, Copy, Debug)]
struct AxisState {
    entry: u32,
    symmetry: u8,
    /// Distance, or one more than the last level if it is at least that.
    distance: u8,
}

impl Phase1Table {
    /// Approximate memory in bytes.
    pub const BYTES: u64 = 50 << 20;

    /// Fills the table for a metric in which turns of two faces are two moves.
    pub fn new(metric: Metric) -> Phase1Table {
        let moves = moves::of(metric);
        let phase1_prune = Phase1Prune::new(moves, LAST_LEVEL);
        phase1_prune.grow_to(LAST_LEVEL);
        Phase1Table {
            phase1_prune,
            move_to_rep: move_conjugates(moves).1,
            half_turns_cost_two: metric == Metric::QuarterTurn,
        }
    }

    fn enter(&self, cube: &Cube3) -> AxisState {
        let (class, symmetry) = self.phase1_prune.edges.class_of(cube);
        let twist = self.phase1_prune.twists.conjugate(Twists::<32>::of(cube), u32::from(symmetry));
        let entry = u32::from(class) * N_TWIST as u32 + u32::from(twist);
        AxisState { entry, symmetry, distance: self.phase1_prune.distance(class, twist, LAST_LEVEL) as u8 }
    }

    #[inline(always)]
    fn turned(&self, axis_state: AxisState, turn: usize) -> AxisState {
        match self.half_turns_cost_two && turn % 3 == 1 {
            true => self.moved(self.moved(axis_state, turn - 1), turn - 1),
            false => self.moved(axis_state, turn),
        }
    }

    #[inline(always)]
    fn moved(&self, axis_state: AxisState, turn: usize) -> AxisState {
        let (class, twist) = (axis_state.entry / N_TWIST as u32, axis_state.entry % N_TWIST as u32);
        let mv = usize::from(self.move_to_rep[usize::from(axis_state.symmetry)][turn]);
        let (entry, symmetry) = self.phase1_prune.successors(class as u16, twist as u16).successor(mv);
        let distance = match self.phase1_prune.distances.code(entry) {
            UNREACHED => LAST_LEVEL + 1,
            code => TwoBitTable::neighbour_distance(Cost::from(axis_state.distance), code),
        };
        let symmetry = AXIAL16.product[usize::from(axis_state.symmetry)][usize::from(symmetry)];
        AxisState { entry: entry as u32, symmetry, distance: distance as u8 }
    }

    fn bytes(&self) -> u64 {
        self.phase1_prune.bytes()
    }
}

/// Coordinates on `N` axes: one for domino reduction, three for half-turn reduction.
pub struct DominoCoordinates<const N: usize> {
    phase1_table: Arc<Phase1Table>,
    /// The rotation that takes each axis to U and D, and the image of each turn under it.
    axes: [(Symmetry, [u8; Turn::COUNT]); N],
    corners: Option<Corners>,
}

/// The corner permutation up to half turns, with its distances.
struct Corners {
    coordinate: Coordinate<[u8; 8]>,
    distances: ProductTable<1>,
}

/// The coordinates of one cube.
#[derive(Clone, Copy, Debug)]
pub struct DominoState<const N: usize> {
    axes: [AxisState; N],
    corners: u32,
}

impl<const N: usize> DominoCoordinates<N> {
    fn new(phase1_table: &Arc<Phase1Table>, corners: Option<Corners>) -> Self {
        let axes = [Face::U, Face::R, Face::F];
        let brings = |axis: Face| move |rotation: &Symmetry| rotation.face(axis).axis() == Face::U.axis();
        let axes = std::array::from_fn(|axis| {
            let rotation =
                Symmetry::rotations().find(brings(axes[axis])).expect("rotations bring any axis anywhere");
            (rotation, std::array::from_fn(|turn| turn_image(rotation, turn)))
        });
        DominoCoordinates { phase1_table: phase1_table.clone(), axes, corners }
    }
}

/// Returns the image of a turn under a symmetry.
pub(super) fn turn_image(rotation: Symmetry, turn: usize) -> u8 {
    rotation.turn(Turn::from_index(turn).expect("one of 18")).index() as u8
}

/// Returns the coordinates of domino reduction: into the subgroup generated by U, D, R2, L2, F2, B2.
pub fn dr_coordinates(phase1_table: &Arc<Phase1Table>) -> DominoCoordinates<1> {
    DominoCoordinates::new(phase1_table, None)
}

/// Returns the coordinates of half-turn reduction: into the subgroup of half turns. `costs` is indexed by turn.
pub fn htr_coordinates(
    phase1_table: &Arc<Phase1Table>,
    turns: TurnSet,
    costs: &[Cost; Turn::COUNT],
) -> DominoCoordinates<3> {
    let coordinate = enumerate_cube_views(corner_tetrads);
    let usable = turns.iter().map(|turn| (Move(turn.index() as u16), costs[turn.index()])).collect();
    let distances = ProductTable::new([coordinate.moves().clone()], usable, &[[0]]);
    DominoCoordinates::new(phase1_table, Some(Corners { coordinate, distances }))
}

/// Returns the corner permutation, where corners that half turns alone can exchange are identified.
fn corner_tetrads(cube: &Cube3) -> [u8; 8] {
    let places = corner_permutation(cube);
    let renamed = half_turn_corners().iter().map(|names| places.map(|corner| names[usize::from(corner)]));
    renamed.min().expect("there is one that changes nothing")
}

impl<const N: usize> StepCoordinates for DominoCoordinates<N> {
    type State = DominoState<N>;

    fn enter(&self, cube: &Cube3) -> DominoState<N> {
        let corners = self.corners.as_ref().map_or(0, |corners| {
            corners.coordinate.number(&corner_tetrads(cube)).expect("turns lead to every cube")
        });
        DominoState {
            axes: std::array::from_fn(|axis| self.phase1_table.enter(&self.axes[axis].0.cube(cube))),
            corners,
        }
    }

    #[inline(always)]
    fn turned(&self, state: &DominoState<N>, turn: usize) -> DominoState<N> {
        let axes = std::array::from_fn(|axis| {
            self.phase1_table.turned(state.axes[axis], usize::from(self.axes[axis].1[turn]))
        });
        let corners = self.corners.as_ref().map_or(0, |corners| {
            let next = corners.coordinate.moves().after(state.corners, Move(turn as u16));
            next.expect("every turn is legal")
        });
        DominoState { axes, corners }
    }

    #[inline(always)]
    fn turned_within(
        &self,
        state: &DominoState<N>,
        turn: usize,
        max_bound: Cost,
    ) -> Result<(DominoState<N>, Cost), Option<Cost>> {
        let mut next = *state;
        let mut bound = 0;
        if let Some(corners) = &self.corners {
            let after = corners.coordinate.moves().after(state.corners, Move(turn as u16));
            next.corners = after.expect("every turn is legal");
            bound = corners.distances.distance(&[next.corners]).ok_or(None)?;
        }
        // The farthest axis first: it is the most likely to exceed the bound.
        let farthest = (0..N).max_by_key(|&axis| state.axes[axis].distance).unwrap_or(0);
        for axis in (farthest..N).chain(0..farthest) {
            next.axes[axis] =
                self.phase1_table.turned(state.axes[axis], usize::from(self.axes[axis].1[turn]));
            bound = bound.max(Cost::from(next.axes[axis].distance));
            if bound > max_bound {
                return Err(Some(bound));
            }
        }
        Ok((next, bound))
    }

    #[inline(always)]
    fn bound(&self, state: &DominoState<N>) -> Option<Cost> {
        let farthest = state.axes.iter().map(|axis_state| Cost::from(axis_state.distance)).max().unwrap_or(0);
        match &self.corners {
            Some(corners) => Some(farthest.max(corners.distances.distance(&[state.corners])?)),
            None => Some(farthest),
        }
    }

    #[inline(always)]
    fn is_goal(&self, state: &DominoState<N>) -> bool {
        state.corners == 0 && state.axes.iter().all(|axis_state| axis_state.entry == 0)
    }

    fn bytes(&self) -> u64 {
        let corners = self.corners.as_ref().map_or(0, |corners| corners.distances.bytes());
        self.phase1_table.bytes() + corners
    }
}
