//! How a row of cells (all those of one corner class) is tied to others by turns. For one row and one turn everything
//! but the edges is the same: the row at the other end, the symmetry seen through, what becomes of the kinds of corners.
//! So filling a table is copying rows through permutations of 34,650 edge cosets, one for each turn and symmetry.

use puzzle::{Symmetry, Turn};
use rayon::prelude::*;
use search::simd::Plain;

use super::corner_cosets::N_CLASSES;
use super::coset::{Coordinates, TRIPLES, X4, X6};
use super::edge_cosets::N_EDGES;
use super::packed_cube::{PackedCube, TURNS};
use solver::Cancelled;

/// Where an edge coset goes, in two bytes, the lower one first; then by what parities of flips are changed before the
/// slices change places; then nothing. Four single bytes, because rows of them are loaded as vectors of bytes.
pub type Transition = [u8; 4];

/// The edge coset that a link leads to.
#[inline(always)]
pub fn target(transition: Transition) -> u16 {
    u16::from_le_bytes([transition[0], transition[1]])
}

/// The change of flip parities that goes with it, below 4.
#[inline(always)]
pub fn flip_change(transition: Transition) -> usize {
    usize::from(transition[2])
}

/// A turn, and then a symmetry: what it does to the edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSym(u16);

impl TurnSym {
    fn new(turn: usize, symmetry: usize) -> TurnSym {
        TurnSym((turn * Symmetry::COUNT + symmetry) as u16)
    }

    /// Below turns times symmetries.
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
    /// On the way back: what becomes of each kind of corner permutation.
    pub corner_map: [u8; 6],
}

/// All rows and turns, and what passages do to edges and the parities of their flips.
pub struct RowMoves {
    rows: Vec<[RowMove; Turn::COUNT]>,
    transitions: Vec<Transition>,
    /// By symmetry: what becomes of flip parities, see [`flip_map`].
    flip_map: [[u8; 4]; Symmetry::COUNT],
}

impl RowMoves {
    /// Bytes held while tables are filled.
    pub const BYTES: u64 = (Turn::COUNT * Symmetry::COUNT * N_EDGES * size_of::<Transition>()) as u64;

    /// Makes them: 120 MB.
    pub fn new(coordinates: &Coordinates) -> RowMoves {
        RowMoves::build(coordinates, &|| true).expect("the build is not cancelled")
    }

    /// Makes them while `should_continue` says that the build is not cancelled.
    ///
    /// # Errors
    /// If they are not.
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
        let moved: Vec<Vec<(u16, u8)>> = (0..Turn::COUNT)
            .into_par_iter()
            .map(|turn| {
                check()?;
                Ok(cubes.iter().map(|cube| find(&cube.after(Plain, &TURNS[turn]), 0)).collect())
            })
            .collect::<Result<_, _>>()?;
        let seen: Vec<Vec<(u16, u8)>> = (0..Symmetry::COUNT)
            .into_par_iter()
            .map(|symmetry| {
                check()?;
                // What is added after the flip_map map is undone to be added before it.
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
            let (moved, seen) = (&moved[turn_sym.turn()], &seen[turn_sym.symmetry()]);
            for (transition, &(middle, first)) in transitions.iter_mut().zip(moved) {
                let (to, second) = seen[usize::from(middle)];
                let [low, high] = to.to_le_bytes();
                *transition = [low, high, first ^ second, 0];
            }
            Ok(())
        })?;
        Ok(RowMoves { rows, transitions, flip_map })
    }

    /// All turns that lead to a row.
    #[inline]
    pub fn of_row(&self, row: usize) -> &[RowMove; Turn::COUNT] {
        &self.rows[row]
    }

    /// What a passage does to each edge coset.
    #[inline]
    pub fn transitions(&self, turn_sym: TurnSym) -> &[Transition; N_EDGES] {
        let start = usize::from(turn_sym.0) * N_EDGES;
        self.transitions[start..].first_chunk().expect("one for each passage")
    }

    /// What a turn alone does to each edge coset.
    pub(super) fn turn_transitions(&self, turn: usize) -> &[Transition; N_EDGES] {
        self.transitions(TurnSym::new(turn, Symmetry::IDENTITY.index()))
    }

    /// What a passage makes of flip parities, apart from what is added before.
    #[inline]
    pub fn flip_map(&self, turn_sym: TurnSym) -> [u8; 4] {
        self.flip_map[turn_sym.symmetry()]
    }
}

fn row_moves(coordinates: &Coordinates, row: usize) -> [RowMove; Turn::COUNT] {
    std::array::from_fn(|turn| {
        let after = coordinates.corners.after(row, turn);
        // The cube x turned by m and seen through s is y; then x is y turned by the inverse of s(m), seen through the
        // inverse of s.
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

/// A representative's corners with a kind of permutation.
fn with_corner_class(coordinates: &Coordinates, row: usize, corner_class: usize) -> u64 {
    let corners = coordinates.corners.representative(row).to_le_bytes();
    u64::from_le_bytes(corners.map(|corner| match corner & 7 {
        // In a representative the corners of a tetrad are in order. Those of the second come in the order 0 and then
        // the triple of the kind.
        place @ 5..8 => (corner & !3) | TRIPLES[corner_class][usize::from(place) - 5],
        _ => corner,
    }))
}

/// What a symmetry makes of flip parities: that of the middle slice in bit 0, of the last in bit 1; that of the first is
/// their sum.
fn flip_map(coordinates: &Coordinates, symmetry: usize) -> [u8; 4] {
    let edge_to = &coordinates.conjugation(symmetry).edge_to;
    std::array::from_fn(|parities| {
        let parities = [(parities ^ parities >> 1) & 1, parities & 1, parities >> 1];
        let mut image = [0; 3];
        (0..3).for_each(|slice| image[usize::from(edge_to[4 * slice] >> 2)] = parities[slice]);
        (image[1] | image[2] << 1) as u8
    })
}
