//! Transformations of a puzzle: every place receives a piece from some place with a change of orientation.
//!
//! Place i receives the piece from place `permutation[i]`, its orientation increased by `turns[i]`. So "first a, then
//! b" looks up b's source in a, and the transformations of a definition form a group.

use super::{Orbit, Pattern};

/// A transformation, orbit by orbit in the order of the definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    /// By orbit.
    pub orbits: Vec<OrbitTransform>,
}

/// The transformation of one orbit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrbitTransform {
    /// By place, the place that its new piece comes from: a permutation.
    pub permutation: Vec<u8>,
    /// By place, the change of orientation of its new piece, less than `n_orientations`.
    pub turns: Vec<u8>,
    /// The number of orientations of the orbit, modulo which orientations are added.
    pub n_orientations: u8,
}

impl Transform {
    /// The identity.
    pub fn identity(orbits: &[Orbit]) -> Transform {
        Transform { orbits: orbits.iter().map(OrbitTransform::identity).collect() }
    }

    /// The product: this one, then `other`, which must be of the same definition.
    #[must_use]
    pub fn then(&self, other: &Transform) -> Transform {
        let pairs = self.orbits.iter().zip(&other.orbits);
        Transform { orbits: pairs.map(|(first, second)| first.then(second)).collect() }
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(&self) -> Transform {
        Transform { orbits: self.orbits.iter().map(OrbitTransform::inverse).collect() }
    }

    /// The power, of the inverse if `times` is negative.
    #[must_use]
    pub fn power(&self, times: i64) -> Transform {
        let mut square = if times < 0 { self.inverse() } else { self.clone() };
        let mut power = Transform { orbits: self.orbits.iter().map(OrbitTransform::same_identity).collect() };
        let mut left = times.unsigned_abs();
        while left > 0 {
            if left % 2 == 1 {
                power = power.then(&square);
            }
            left /= 2;
            if left > 0 {
                square = square.then(&square);
            }
        }
        power
    }

    /// True if it is the identity.
    pub fn is_identity(&self) -> bool {
        self.orbits.iter().all(OrbitTransform::is_identity)
    }

    /// The order: the smallest positive number of repetitions that is the identity; saturates at `u64::MAX`.
    pub fn order(&self) -> u64 {
        self.orbits.iter().map(OrbitTransform::order).fold(1, least_common_multiple)
    }

    /// Returns the position after it.
    #[must_use]
    pub fn apply(&self, pattern: &Pattern) -> Pattern {
        let mut after = pattern.clone();
        self.apply_to(pattern, &mut after);
        after
    }

    /// Writes the position after it over `to`, a position of the same definition.
    pub fn apply_to(&self, from: &Pattern, to: &mut Pattern) {
        for ((transform, from), to) in self.orbits.iter().zip(&from.orbits).zip(&mut to.orbits) {
            for (place, (&source, &turn)) in transform.permutation.iter().zip(&transform.turns).enumerate() {
                let source = usize::from(source);
                let modulus = from.moduli[source];
                to.pieces[place] = from.pieces[source];
                to.moduli[place] = modulus;
                to.orientations[place] = (from.orientations[source] + turn) % modulus;
            }
        }
    }
}

impl OrbitTransform {
    /// The identity of an orbit.
    pub fn identity(orbit: &Orbit) -> OrbitTransform {
        // An orbit has at most 255 places, so their numbers are bytes.
        let permutation = (0..orbit.n_pieces).map(|place| place as u8).collect();
        let turns = vec![0; orbit.n_pieces];
        OrbitTransform { permutation, turns, n_orientations: orbit.n_orientations }
    }

    /// The identity of the same orbit.
    fn same_identity(&self) -> OrbitTransform {
        let permutation = (0..self.permutation.len()).map(|place| place as u8).collect();
        OrbitTransform { permutation, turns: vec![0; self.turns.len()], n_orientations: self.n_orientations }
    }

    fn then(&self, other: &OrbitTransform) -> OrbitTransform {
        // A loop, because groups of a definition multiply millions of these.
        let mut product = other.clone();
        for place in 0..product.permutation.len() {
            let source = usize::from(other.permutation[place]);
            product.permutation[place] = self.permutation[source];
            let turn = self.turns[source] + other.turns[place];
            product.turns[place] = if turn < self.n_orientations { turn } else { turn - self.n_orientations };
        }
        product
    }

    fn inverse(&self) -> OrbitTransform {
        let mut inverse = self.clone();
        for (place, (&source, &turn)) in self.permutation.iter().zip(&self.turns).enumerate() {
            inverse.permutation[usize::from(source)] = place as u8;
            inverse.turns[usize::from(source)] = (self.n_orientations - turn) % self.n_orientations;
        }
        inverse
    }

    /// True if it is the identity.
    pub fn is_identity(&self) -> bool {
        let stays = |(place, &source): (usize, &u8)| place == usize::from(source);
        self.permutation.iter().enumerate().all(stays) && self.turns.iter().all(|&turn| turn == 0)
    }
}

/// Saturates at `u64::MAX`.
pub(super) fn least_common_multiple(a: u64, b: u64) -> u64 {
    (a / greatest_common_divisor(a, b)).saturating_mul(b)
}

pub(super) fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
