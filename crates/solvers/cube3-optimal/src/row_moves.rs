//! Move tables of rows, a row being all cells of one corner class. For one row and one turn everything but the edges is
//! the same in all cells: the row at the other end, the symmetry to its representative, and the permutation of corner
//! classes. So filling a table copies rows through permutations of 34,650 edge cosets, one for each turn and symmetry.

use puzzle::{Symmetry, Turn};
use rayon::prelude::*;
use search::simd::Plain;

use super::corner_cosets::N_CLASSES;
use super::coset::{Coordinates, TRIPLES, X4, X6};
use super::edge_cosets::N_EDGES;
use super::packed_cube::{PackedCube, TURNS};
use solver::Cancelled;

/// Transition of an edge coset: the target coset in two bytes, the lower one first; then the change of flip parities
/// before slices are exchanged; then an unused byte. Four single bytes, because rows of them are loaded as vectors of
/// bytes.
pub type Transition = [u8; 4];

/// Returns the target edge coset.
#[inline(always)]
pub fn target(transition: Transition) -> u16 {
    u16::from_le_bytes([transition[0], transition[1]])
}

/// Returns the change of flip parities, below 4.
#[inline(always)]
pub fn flip_change(transition: Transition) -> usize {
    usize::from(transition[2])
}

/// A turn followed by a symmetry, as it acts on edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSym(u16);

impl TurnSym {
    fn new(turn: usize, symmetry: usize) -> TurnSym {
        TurnSym((turn * Symmetry::COUNT + symmetry) as u16)
    }

    /// Returns its number, below the number of turns times that of symmetries.
    pub(super) fn number(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn turn(self) -> usize {
        usize::from(self.0) / Symmetry::COUNT
    }

    pub(super) fn symmetry(self) -> usize {
        usize::from(self.0) % Symmetry::COUNT
    }
}

/// One row and one turn that leads to it.
#[derive(Clone, Copy, Debug)]
pub struct RowMove {
    /// The row at the other end of the turn.
    pub row: u16,
    /// From this row to the other.
    pub forward: TurnSym,
    /// From the other row to this one.
    pub back: TurnSym,
    /// On the way back: the image of each corner permutation class.
    pub corner_map: [u8; 6],
}

/// Move tables of all rows.
pub struct RowMoves {
    rows: Vec<[RowMove; Turn::COUNT]>,
    transitions: Vec<Transition>,
    /// By symmetry: the map of flip parities, see [`flip_map`].
    flip_map: [[u8; 4]; Symmetry::COUNT],
}

impl RowMoves {
    /// Bytes held while tables are filled.
    pub const BYTES: u64 = (Turn::COUNT * Symmetry::COUNT * N_EDGES * size_of::<Transition>()) as u64;

    /// Builds the tables: 120 MB.
    pub fn new(coordinates: &Coordinates) -> RowMoves {
        RowMoves::build(coordinates, &|| true).expect("the build is not cancelled")
    }

    /// Builds the tables unless `should_continue` returns false.
    ///
    /// # Errors
    /// If it does.
    pub fn build(
        coordinates: &Coordinates,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Result<RowMoves, Cancelled> {
        let check = || if should_continue() { Ok(()) } else { Err(Cancelled) };
        let rows = (0..N_CLASSES).into_par_iter().map(|row| check().map(|()| row_moves(coordinates, row)));
        let rows = rows.collect::<Result<_, _>>()?;
        let flip_map = std::array::from_fn(|symmetry| flip_map(coordinates, symmetry));
        let cubes: Vec<PackedCube> =
            coordinates.edges.all().map(|edges| PackedCube::SOLVED.with_edges(edges)).collect();
        let find = |cube: &PackedCube, symmetry: usize| {
            let masks = coordinates.slice_masks::<X4, _>(Plain, cube, symmetry);
            let edges = coordinates.edges.rank(Plain, masks) as u16;
            (edges, coordinates.flip_class::<X4, _>(Plain, masks) as u8)
        };
        let by_turn: Vec<Vec<(u16, u8)>> = (0..Turn::COUNT)
            .into_par_iter()
            .map(|turn| {
                check()?;
                Ok(cubes.iter().map(|cube| find(&cube.after(Plain, &TURNS[turn]), 0)).collect())
            })
            .collect::<Result<_, _>>()?;
        let by_symmetry: Vec<Vec<(u16, u8)>> = (0..Symmetry::COUNT)
            .into_par_iter()
            .map(|symmetry| {
                check()?;
                // The parities that are added after the map are converted to those added before it.
                let before =
                    |sum| flip_map[symmetry].iter().position(|&l: &u8| l == sum).expect("one to one") as u8;
                let find = |cube| {
                    let (edges, sum) = find(cube, symmetry);
                    (edges, before(sum))
                };
                Ok(cubes.iter().map(find).collect())
            })
            .collect::<Result<_, _>>()?;
        let mut transitions = search::hardware::filled(Turn::COUNT * Symmetry::COUNT * N_EDGES, [0; 4]);
        transitions.par_chunks_mut(N_EDGES).enumerate().try_for_each(|(turn_sym, transitions)| {
            check()?;
            let turn_sym = TurnSym(turn_sym as u16);
            let (moved, conjugated) = (&by_turn[turn_sym.turn()], &by_symmetry[turn_sym.symmetry()]);
            for (transition, &(middle, first)) in transitions.iter_mut().zip(moved) {
                let (to, second) = conjugated[usize::from(middle)];
                let [low, high] = to.to_le_bytes();
                *transition = [low, high, first ^ second, 0];
            }
            Ok(())
        })?;
        Ok(RowMoves { rows, transitions, flip_map })
    }

    /// Returns all row moves of a row, one for each turn.
    #[inline]
    pub fn of_row(&self, row: usize) -> &[RowMove; Turn::COUNT] {
        &self.rows[row]
    }

    /// Returns the transition of each edge coset.
    #[inline]
    pub fn transitions(&self, turn_sym: TurnSym) -> &[Transition; N_EDGES] {
        let start = usize::from(turn_sym.0) * N_EDGES;
        self.transitions[start..].first_chunk().expect("one for each turn and symmetry")
    }

    /// Returns the transition of each edge coset by a turn alone.
    pub(super) fn turn_transitions(&self, turn: usize) -> &[Transition; N_EDGES] {
        self.transitions(TurnSym::new(turn, Symmetry::IDENTITY.index()))
    }

    /// Returns the map of flip parities, applied after the change in a [`Transition`].
    #[inline]
    pub fn flip_map(&self, turn_sym: TurnSym) -> [u8; 4] {
        self.flip_map[turn_sym.symmetry()]
    }
}

fn row_moves(coordinates: &Coordinates, row: usize) -> [RowMove; Turn::COUNT] {
    std::array::from_fn(|turn| {
        let after = coordinates.corners.after(row, turn);
        // If the cube x turned by m and conjugated by s is y, then x is y turned by the inverse of s(m) and conjugated
        // by the inverse of s.
        let symmetry = Symmetry::from_index(after.symmetry()).expect("one of the 48");
        let undo = symmetry.turn(Turn::from_index(turn).expect("a turn")).inverse();
        let back = TurnSym::new(undo.index(), symmetry.inverse().index());
        let corner_map = std::array::from_fn(|class| {
            let cube = PackedCube::SOLVED.with_corners(with_corner_class(
                coordinates,
                after.class() as usize,
                class,
            ));
            let cube = cube.after(Plain, &TURNS[undo.index()]);
            coordinates.corner_class::<X6, _>(Plain, &cube, back.symmetry()) as u8
        });
        RowMove { row: after.class() as u16, forward: TurnSym::new(turn, after.symmetry()), back, corner_map }
    })
}

/// Returns the corners of a representative with a corner permutation class.
fn with_corner_class(coordinates: &Coordinates, row: usize, corner_class: usize) -> u64 {
    let corners = coordinates.corners.representative(row).to_le_bytes();
    u64::from_le_bytes(corners.map(|corner| match corner & 7 {
        // In a representative the corners of a tetrad are in order. Those of the second tetrad become 0 and then the
        // triple of the class.
        place @ 5..8 => (corner & !3) | TRIPLES[corner_class][usize::from(place) - 5],
        _ => corner,
    }))
}

/// Returns the map of flip parities by a symmetry: the parity of the middle slice is bit 0, that of the last is bit 1;
/// that of the first is their sum.
fn flip_map(coordinates: &Coordinates, symmetry: usize) -> [u8; 4] {
    let edge_to = &coordinates.conjugation(symmetry).edge_to;
    std::array::from_fn(|parities| {
        let parities = [(parities ^ parities >> 1) & 1, parities & 1, parities >> 1];
        let mut image = [0; 3];
        (0..3).for_each(|slice| image[usize::from(edge_to[4 * slice] >> 2)] = parities[slice]);
        (image[1] | image[2] << 1) as u8
    })
}
