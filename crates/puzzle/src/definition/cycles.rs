//! The effect of a sequence in numbers: its cycles, its order, and the number of unsolved places.

use super::transform::{greatest_common_divisor, least_common_multiple};
use super::{Definition, OrbitTransform, Pattern, Transform};

/// A cycle of places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cycle {
    /// Places from 0. The piece in each goes to the next, that in the last to the first.
    pub places: Vec<u8>,
    /// The orientation that a piece has gained when it is back in its place.
    pub turn: u8,
}

impl OrbitTransform {
    /// Returns the cycles of all places, in the order of their first places. A cycle of length 1 without a turn is a
    /// piece that is not moved.
    pub fn cycles(&self) -> Vec<Cycle> {
        let mut goes_to = vec![0; self.permutation.len()];
        for (place, &source) in self.permutation.iter().enumerate() {
            goes_to[usize::from(source)] = place;
        }
        let mut is_seen = vec![false; goes_to.len()];
        let mut cycles = Vec::new();
        for first in 0..goes_to.len() {
            let (mut place, mut places, mut turn) = (first, Vec::new(), 0);
            while !std::mem::replace(&mut is_seen[place], true) {
                places.push(place as u8);
                turn = (turn + self.turns[place]) % self.n_orientations;
                place = goes_to[place];
            }
            if !places.is_empty() {
                cycles.push(Cycle { places, turn });
            }
        }
        cycles
    }

    /// The order: a cycle of length n returns its pieces after n repetitions, turned by the sum of all its turns.
    pub(super) fn order(&self) -> u64 {
        let n_orientations = u64::from(self.n_orientations);
        let order = |cycle: Cycle| {
            let rounds = n_orientations / greatest_common_divisor(u64::from(cycle.turn), n_orientations);
            cycle.places.len() as u64 * rounds
        };
        self.cycles().into_iter().map(order).fold(1, least_common_multiple)
    }
}

impl Definition {
    /// Returns the smallest number of repetitions of a transformation that brings back the start. This may be smaller
    /// than its order as a transformation if there are identical pieces. None if it does not fit.
    pub fn order_of(&self, transform: &Transform) -> Option<u64> {
        let mut order = Some(transform.order()).filter(|&order| order < u64::MAX)?;
        let brings_back = |times: u64| {
            let times = i64::try_from(times).ok()?;
            (transform.power(times).apply(self.start()) == *self.start()).then_some(())
        };
        // The numbers of repetitions that bring back the start are the multiples of the smallest. No cycle has a prime
        // factor larger than its number of places or orientations.
        for prime in (2..=u64::from(u8::MAX)).filter(|n| (2..*n).all(|divisor| n % divisor > 0)) {
            while order.is_multiple_of(prime) && brings_back(order / prime).is_some() {
                order /= prime;
            }
        }
        Some(order)
    }

    /// Number of places that differ from the start.
    pub fn n_unsolved(&self, position: &Pattern) -> usize {
        let orbits = position.orbits.iter().zip(&self.start().orbits);
        let unsolved = orbits.map(|(orbit, start)| {
            let here = orbit.kinds().zip(&orbit.orientations);
            here.zip(start.kinds().zip(&start.orientations)).filter(|(here, start)| here != start).count()
        });
        unsolved.sum()
    }
}
