//! Declared phases of a solving method: the features that a phase looks at, its moves and its goals. The search for
//! them is elsewhere.
//!
//! A view of a position consists of classes of pieces and orientations, place by place, and of sums of orientations
//! that moves map to such sums; so the view after a move depends only on the view before it.

use super::{Generator, OrbitTransform, Pattern, Transform};

/// A chain of phases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phases {
    /// In the order in which they are solved.
    pub list: Vec<Phase>,
}

/// A phase leads to a smaller set of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The name in the declaration.
    pub name: String,
    /// The allowed moves; None for all moves of the puzzle.
    pub moves: Option<Vec<Generator>>,
    /// The goals: the views of the solved position after these transformations, at least one.
    pub goals: Vec<Transform>,
    /// Maximum length, if declared.
    pub longest: Option<u32>,
    /// The features that it looks at, each a coordinate of its own.
    pub views: Vec<PhaseView>,
}

/// The features of a position that together are one coordinate.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PhaseView {
    /// At most one per orbit.
    pub masks: Vec<OrbitMask>,
    /// Orbits whose permutation parity counts.
    pub parities: Vec<usize>,
    /// Weighted sums of orientations; the single orientations do not count.
    pub sums: Vec<Sum>,
}

/// A weighted sum of the orientations in some places. It counts modulo the greatest common divisor of the orientation
/// moduli of the pieces of the orbit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The index of the orbit.
    pub orbit: usize,
    /// By place, its weight, below the number of orientations.
    pub multiples: Vec<u8>,
}

/// The features of an orbit that count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrbitMask {
    /// The index of the orbit.
    pub orbit: usize,
    /// By piece, its class: pieces of one class are identical.
    pub classes: Vec<u8>,
    /// By piece, true if its orientation counts.
    pub is_oriented: Vec<bool>,
}

impl OrbitMask {
    /// A mask that ignores everything in an orbit whose pieces have numbers below `n_pieces`.
    pub fn ignoring_all(orbit: usize, n_pieces: usize) -> OrbitMask {
        OrbitMask { orbit, classes: vec![0; n_pieces], is_oriented: vec![false; n_pieces] }
    }
}

impl Sum {
    /// Returns its value in a position.
    pub fn of(&self, pattern: &Pattern) -> u8 {
        let orbit = &pattern.orbits[self.orbit];
        let terms = self.multiples.iter().zip(&orbit.orientations);
        let sum: u32 = terms.map(|(&times, &turned)| u32::from(times) * u32::from(turned)).sum();
        (sum % u32::from(common_modulus(&orbit.moduli))) as u8
    }

    /// Returns the sum whose value before a move is that of this one after it, apart from a constant that the move
    /// adds.
    #[must_use]
    pub fn before(&self, mv: &OrbitTransform) -> Sum {
        let mut multiples = vec![0; self.multiples.len()];
        for (&times, &source) in self.multiples.iter().zip(&mv.permutation) {
            multiples[usize::from(source)] = times;
        }
        Sum { orbit: self.orbit, multiples }
    }
}

/// The modulus of sums over pieces with these orientation moduli: their greatest common divisor.
pub fn common_modulus(moduli: &[u8]) -> u8 {
    fn common(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { common(b, a % b) }
    }
    moduli.iter().copied().fold(0, common).max(1)
}

impl PhaseView {
    /// True if at least one feature counts.
    pub fn is_nonempty(&self) -> bool {
        !(self.masks.is_empty() && self.parities.is_empty() && self.sums.is_empty())
    }

    /// True if the sums after a move depend only on the sums before it.
    pub fn is_closed_under(&self, mv: &Transform) -> bool {
        self.sums.iter().all(|sum| self.sums.contains(&sum.before(&mv.orbits[sum.orbit])))
    }

    /// True if two positions have the same value of this view.
    pub fn is_equivalent(&self, a: &Pattern, b: &Pattern) -> bool {
        let is_same = |mask: &OrbitMask| {
            let seen = |pattern: &Pattern| -> Vec<(u8, Option<u8>)> {
                let orbit = &pattern.orbits[mask.orbit];
                let places = orbit.pieces.iter().zip(&orbit.orientations);
                let seen = |(&piece, &orientation): (&u8, &u8)| {
                    let piece = usize::from(piece);
                    (mask.classes[piece], mask.is_oriented[piece].then_some(orientation))
                };
                places.map(seen).collect()
            };
            seen(a) == seen(b)
        };
        let is_odd = |pattern: &Pattern, orbit: usize| is_odd(&pattern.orbits[orbit].pieces);
        self.masks.iter().all(is_same)
            && self.parities.iter().all(|&orbit| is_odd(a, orbit) == is_odd(b, orbit))
            && self.sums.iter().all(|sum| sum.of(a) == sum.of(b))
    }
}

impl Phase {
    /// True if two positions agree in all views.
    pub fn is_equivalent(&self, a: &Pattern, b: &Pattern) -> bool {
        self.views.iter().all(|view| view.is_equivalent(a, b))
    }
}

/// True if the permutation of the pieces is odd: it has an odd number of inversions.
pub fn is_odd(pieces: &[u8]) -> bool {
    let pairs = (0..pieces.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
    pairs.filter(|&(i, j)| pieces[i] > pieces[j]).count() % 2 == 1
}
