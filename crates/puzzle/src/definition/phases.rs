//! Phases as people declare them: what a phase looks at, which moves it allows, and where it should lead. How a phase is searched is
//! not known here.
//!
//! What a view sees of a position are classes of pieces and orientations, place by place, and sums of orientations that moves take
//! to such sums; so what it sees after a move depends on nothing but what it saw before.

use super::{Generator, OrbitTransform, Pattern, Transform};

/// Phases one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phases {
    /// In the order in which they are made.
    pub list: Vec<Phase>,
}

/// What leads a puzzle into a smaller set of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// What it is called.
    pub name: String,
    /// The moves that may be made; all of the puzzle if it does not say.
    pub moves: Option<Vec<Generator>>,
    /// It leads to what the solved position looks like after one of these, of which there is at least one.
    pub goals: Vec<Transform>,
    /// It is given up beyond so many moves, if it says so.
    pub longest: Option<u32>,
    /// What it looks at, each by itself.
    pub views: Vec<PhaseView>,
}

/// What is looked at together.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PhaseView {
    /// By orbit; none is there twice.
    pub masks: Vec<OrbitMask>,
    /// Orbits of which it is seen whether their pieces are permuted evenly.
    pub parities: Vec<usize>,
    /// Sums of orientations, of which nothing but the sum is seen.
    pub sums: Vec<Sum>,
}

/// How the pieces in some places are turned together: each orientation so many times, added up. It counts modulo the greatest
/// number that divides in how many ways each piece of the orbit can be seen to be turned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The index of the orbit.
    pub orbit: usize,
    /// By place, how many times, below the number of orientations.
    pub multiples: Vec<u8>,
}

/// What is seen of an orbit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrbitMask {
    /// The index of the orbit.
    pub orbit: usize,
    /// By piece, its class: pieces of one class look alike.
    pub classes: Vec<u8>,
    /// By piece, whether its orientation is seen.
    pub is_oriented: Vec<bool>,
}

impl OrbitMask {
    /// Nothing of an orbit whose pieces have numbers below `n_pieces`.
    pub fn ignoring_all(orbit: usize, n_pieces: usize) -> OrbitMask {
        OrbitMask { orbit, classes: vec![0; n_pieces], is_oriented: vec![false; n_pieces] }
    }
}

impl Sum {
    /// What it comes to in a position.
    pub fn of(&self, pattern: &Pattern) -> u8 {
        let orbit = &pattern.orbits[self.orbit];
        let terms = self.multiples.iter().zip(&orbit.orientations);
        let sum: u32 = terms.map(|(&times, &turned)| u32::from(times) * u32::from(turned)).sum();
        (sum % u32::from(common_modulus(&orbit.moduli))) as u8
    }

    /// The sum before a move which this one is after it, but for what the move adds to it.
    #[must_use]
    pub fn before(&self, mv: &OrbitTransform) -> Sum {
        let mut multiples = vec![0; self.multiples.len()];
        for (&times, &source) in self.multiples.iter().zip(&mv.permutation) {
            multiples[usize::from(source)] = times;
        }
        Sum { orbit: self.orbit, multiples }
    }
}

/// What sums count to where pieces have these numbers of orientations: the greatest common divisor.
pub fn common_modulus(moduli: &[u8]) -> u8 {
    fn common(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { common(b, a % b) }
    }
    moduli.iter().copied().fold(0, common).max(1)
}

impl PhaseView {
    /// Whether it sees something.
    pub fn is_nonempty(&self) -> bool {
        !(self.masks.is_empty() && self.parities.is_empty() && self.sums.is_empty())
    }

    /// Whether what is seen of sums after a move depends on nothing but what was seen before it.
    pub fn is_closed_under(&self, mv: &Transform) -> bool {
        self.sums.iter().all(|sum| self.sums.contains(&sum.before(&mv.orbits[sum.orbit])))
    }

    /// Whether two positions look alike.
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
    /// Whether two positions look alike in all views.
    pub fn is_equivalent(&self, a: &Pattern, b: &Pattern) -> bool {
        self.views.iter().all(|view| view.is_equivalent(a, b))
    }
}

/// Whether pieces are permuted oddly: they stand in wrong order an odd number of times.
pub fn is_odd(pieces: &[u8]) -> bool {
    let pairs = (0..pieces.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
    pairs.filter(|&(i, j)| pieces[i] > pieces[j]).count() % 2 == 1
}
