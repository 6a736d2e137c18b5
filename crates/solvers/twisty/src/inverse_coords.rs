//! Inverse coordinates: two projections of the inverse of a position, computed without constructing the inverse. The
//! inverse is as far from the goal as the position itself, but its projections are quite different, so they give a
//! second bound.
//!
//! If the piece of place x is in place i, then in the inverse the piece of place i is in x. So the content of place i
//! alone determines the projected content of x in the inverse, and the whole coordinate is a sum with one term for each
//! place. The sum is an index into a table of coordinate numbers, most of which are unused.
//!
//! A move changes that sum by terms of the pieces it moves. Moves fall into classes: those that only exchange identical
//! pieces of the projection change nothing, and two moves that differ by such a one lead to the same sum. So a node
//! needs one lookup per class, six on a cube with eighteen moves whose half turns change nothing.

use puzzle::definition::{OrbitTransform, Pattern};
use search::Move;
use search::hardware;
use search::sym_table::SymCombination;

use super::projection::Projection;
use super::state_layout::{Encoding, Layout, Part};
use crate::TwistyQuery;

/// Maximum number of sums.
const MAX_SUMS: usize = 1 << 24;

/// Upper bound of the bytes of a row of kinds and orientations.
const STRIDE: usize = 128;

/// A set of moves with numbers up to 63.
pub type Moves = u64;

/// The inverse coordinates of two projections.
pub struct InverseCoords {
    row: InverseProjection,
    col: InverseProjection,
    /// Moves that change neither coordinate.
    unchanged: Moves,
    classes: Vec<MoveClass>,
    /// By move, its class, if it changes a coordinate.
    class_by_move: Vec<Option<u8>>,
}

/// The inverse coordinates of a position as unnumbered sums, one for each projection.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct InverseIndex {
    row: u32,
    col: u32,
}

/// A class of moves with the same effect.
struct MoveClass {
    moves: Moves,
    row: Vec<IndexChange>,
    col: Vec<IndexChange>,
}

/// The change of a sum, by the byte in one place.
struct IndexChange {
    at: usize,
    by_byte: Box<[u32; STRIDE]>,
}

/// One projection of the inverse.
pub struct InverseProjection {
    /// Offset of the part's row.
    first: usize,
    orbit: usize,
    places: Vec<u8>,
    /// Kind, modulus and orientation of every possible content of a place.
    pieces: Vec<(u8, u8, u8)>,
    encoding: Encoding,
    /// Terms by place and byte.
    terms: Vec<u32>,
    /// Numbers of the projected positions, by sum.
    codes: Vec<u32>,
}

impl InverseProjection {
    /// Builds the tables. `views` are the projected positions as bytes, with their numbers. None if positions have no
    /// inverse, because some pieces are identical, or there are too many sums.
    pub fn new<'v>(
        whole: &Layout,
        goal: &Pattern,
        projection: &Projection,
        projected: &Layout,
        views: impl Iterator<Item = (&'v [u8], u32)> + Clone,
    ) -> Option<InverseProjection> {
        let (part, projected_part) =
            (&whole.parts()[projection.part()], &projected.parts()[projection.part()]);
        let (row, projected_row) = (only_row(part)?, only_row(projected_part)?);
        let n_places = part.places.len();
        if part.kinds.len() != n_places {
            return None;
        }
        // The possible bytes of a place, as digits.
        let mut digits: Vec<u8> = Vec::new();
        for (view, _) in views.clone() {
            for &byte in &view[projected_row.0..][..n_places] {
                if !digits.contains(&byte) {
                    digits.push(byte);
                }
            }
        }
        let digit = |byte: u8| digits.iter().position(|&known| known == byte).map(|digit| digit as u32);
        let n_sums = digits.len().checked_pow(n_places as u32).filter(|&n| n <= MAX_SUMS)?;
        let weight = |place: usize| (digits.len() as u32).pow(place as u32);
        // By place: kind and orientation at the goal.
        let orbit = &goal.orbits[part.orbit];
        let at_goal: Vec<(usize, u8)> = part
            .places
            .iter()
            .map(|&place| {
                let place = usize::from(place);
                let kind = part.kinds.binary_search(&(orbit.pieces[place], orbit.moduli[place]));
                (kind.expect("the layout is that of the goal"), orbit.orientations[place])
            })
            .collect();
        let mut pieces = Vec::new();
        let mut terms = vec![0; n_places * STRIDE];
        for (home, &(kind, home_orientation)) in at_goal.iter().enumerate() {
            let modulus = part.kinds[kind].1;
            for orientation in 0..modulus {
                let turned = (orientation + modulus - home_orientation) % modulus;
                let byte = row.1.byte(kind as u8, modulus, orientation);
                pieces.push((kind as u8, modulus, orientation));
                for (place, &(other, other_orientation)) in at_goal.iter().enumerate() {
                    // In the inverse the piece of this place is in place `home`, with the opposite turn.
                    let modulus = part.kinds[other].1;
                    let inverse_orientation = (other_orientation + modulus - turned % modulus) % modulus;
                    let projected = projection.project_byte(
                        whole,
                        projected_part,
                        projected_row.1,
                        other,
                        inverse_orientation,
                    );
                    terms[place * STRIDE + usize::from(byte)] = digit(projected)? * weight(home);
                }
            }
        }
        let mut codes = hardware::filled(n_sums, 0);
        for (view, code) in views {
            let bytes = view[projected_row.0..][..n_places].iter().enumerate();
            let sum: u32 = bytes
                .map(|(place, &byte)| digit(byte).map(|digit| digit * weight(place)))
                .sum::<Option<_>>()?;
            codes[sum as usize] = code;
        }
        let (first, encoding) = row;
        let places = part.places.clone();
        Some(InverseProjection { first, orbit: part.orbit, places, pieces, encoding, terms, codes })
    }

    fn of(&self, bytes: &[u8]) -> u32 {
        let row = &bytes[self.first..][..self.places.len()];
        let term = |(place, &byte): (usize, &u8)| self.terms[place * STRIDE + usize::from(byte)];
        row.iter().enumerate().map(term).sum()
    }

    /// Returns the changes by a move, one for each place that it moves a piece from.
    fn changes(&self, transform: &OrbitTransform) -> Vec<IndexChange> {
        let mut changes = Vec::new();
        for (to, &place) in self.places.iter().enumerate() {
            let (source, turn) =
                (transform.permutation[usize::from(place)], transform.turns[usize::from(place)]);
            if source == place && turn == 0 {
                continue;
            }
            let from = self.places.binary_search(&source).expect("moves stay within parts");
            let mut by_byte = Box::new([0; STRIDE]);
            for &(kind, modulus, orientation) in &self.pieces {
                let byte = |orientation| usize::from(self.encoding.byte(kind, modulus, orientation));
                let (before, after) = (byte(orientation), byte((orientation + turn) % modulus));
                let term = |place: usize, byte: usize| self.terms[place * STRIDE + byte];
                by_byte[before] = term(to, after).wrapping_sub(term(from, before));
            }
            changes.push(IndexChange { at: self.first + from, by_byte });
        }
        changes
    }
}

impl InverseCoords {
    /// Returns the inverse coordinates of two projections. `key` identifies the projections of a transformed goal.
    pub fn new<K: PartialEq>(
        query: &TwistyQuery,
        row: InverseProjection,
        col: InverseProjection,
        key: impl Fn(&Pattern) -> K,
    ) -> InverseCoords {
        let goal = &query.goals[0];
        let unchanged = key(goal);
        let mut known: Vec<K> = Vec::new();
        let mut inverse =
            InverseCoords { row, col, unchanged: 0, classes: Vec::new(), class_by_move: Vec::new() };
        for (mv, generator) in query.moves.iter().enumerate() {
            // The inverse after a move is the inverse move followed by the inverse before it.
            let projected = key(&generator.transform.inverse().apply(goal));
            if projected == unchanged {
                inverse.unchanged |= 1 << mv;
                inverse.class_by_move.push(None);
                continue;
            }
            let class = known.iter().position(|other| *other == projected).unwrap_or_else(|| {
                let changes = |sum: &InverseProjection| sum.changes(&generator.transform.orbits[sum.orbit]);
                let (row, col) = (changes(&inverse.row), changes(&inverse.col));
                known.push(projected);
                inverse.classes.push(MoveClass { moves: 0, row, col });
                inverse.classes.len() - 1
            });
            inverse.classes[class].moves |= 1 << mv;
            inverse.class_by_move.push(Some(class as u8));
        }
        inverse
    }

    /// The moves that change neither inverse coordinate.
    #[inline(always)]
    pub fn unchanged(&self) -> Moves {
        self.unchanged
    }

    /// Returns the class of a move; None if it changes nothing.
    #[inline(always)]
    pub fn class_of(&self, mv: Move) -> Option<usize> {
        self.class_by_move[usize::from(mv.0)].map(usize::from)
    }

    /// Number of classes of moves that change a coordinate.
    #[inline(always)]
    pub fn n_classes(&self) -> usize {
        self.classes.len()
    }

    /// The moves of a class, which have the same effect.
    #[inline(always)]
    pub fn class_moves(&self, class: usize) -> Moves {
        self.classes[class].moves
    }

    /// Returns the sums of a position.
    pub fn index(&self, bytes: &[u8]) -> InverseIndex {
        InverseIndex { row: self.row.of(bytes), col: self.col.of(bytes) }
    }

    /// Returns the sums after a move of a class.
    #[inline(always)]
    pub fn after<const N: usize>(&self, index: InverseIndex, bytes: &[u8; N], class: usize) -> InverseIndex {
        let MoveClass { row, col, .. } = &self.classes[class];
        let add = |sum: u32, change: &IndexChange| {
            sum.wrapping_add(change.by_byte[usize::from(bytes[change.at % N]) % STRIDE])
        };
        InverseIndex { row: row.iter().fold(index.row, add), col: col.iter().fold(index.col, add) }
    }

    /// Prefetches the numbers of the coordinates.
    #[inline(always)]
    pub fn prefetch(&self, index: InverseIndex) {
        hardware::prefetch(&self.row.codes[index.row as usize]);
        hardware::prefetch(&self.col.codes[index.col as usize]);
    }

    /// Returns the location of the inverse in the pattern database.
    #[inline(always)]
    pub fn locate(&self, index: InverseIndex) -> SymCombination {
        SymCombination {
            sym_row: self.row.codes[index.row as usize],
            col: self.col.codes[index.col as usize],
        }
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        [&self.row, &self.col].map(|sum| size_of_val(&sum.codes[..]) as u64).iter().sum()
    }
}

/// Returns the offset and encoding of a part's only row; None if it has several or stores kinds apart from
/// orientations.
fn only_row(part: &Part) -> Option<(usize, Encoding)> {
    match part.rows[..] {
        [row] if matches!(row.encoding, Encoding::KindAndOrientation { .. }) => {
            Some((row.first, row.encoding))
        }
        _ => None,
    }
}
