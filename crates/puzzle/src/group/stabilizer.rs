//! One subgroup of a chain: those elements that fix the base points of all levels before.

use super::budget::{Meter, Unfinished};
use super::{Permutation, identity, inverse, then};

/// A subgroup, its base, and how to come back to it.
#[derive(Clone, Debug)]
pub(super) struct Stabilizer {
    /// The point that the next level fixes.
    pub base: u16,
    pub generators: Vec<Permutation>,
    /// What undoes the generators.
    inverses: Vec<Permutation>,
    /// By point, an element that brings it to the base.
    to_base: Vec<Option<Permutation>>,
    /// The points that can be brought there.
    pub orbit: Vec<u16>,
}

impl Stabilizer {
    /// Without generators.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(n_points: usize, base: u16, meter: &mut Meter<'_>) -> Result<Stabilizer, Unfinished> {
        meter.reserve_level()?;
        meter.reserve(1)?;
        let mut to_base = vec![None; n_points];
        to_base[usize::from(base)] = Some(identity(n_points));
        Ok(Stabilizer { base, generators: Vec::new(), inverses: Vec::new(), to_base, orbit: vec![base] })
    }

    /// Adds a generator, and ways from all points that can now be reached.
    ///
    /// # Errors
    /// If there is no time or no memory for it. The level is then of no use.
    pub fn add(&mut self, generator: Permutation, meter: &mut Meter<'_>) -> Result<(), Unfinished> {
        meter.reserve(2)?;
        self.inverses.push(inverse(&generator));
        self.generators.push(generator);
        let n_old = self.orbit.len();
        let newest = self.generators.len() - 1;
        let mut idx = 0;
        while idx < self.orbit.len() {
            // The old points have gone by all generators but the new one.
            let untried = if idx < n_old { newest..newest + 1 } else { 0..newest + 1 };
            let from = self.orbit[idx];
            for generator in untried {
                let to = self.generators[generator][usize::from(from)];
                if self.to_base[usize::from(to)].is_none() {
                    meter.reserve(1)?;
                    let from_to_base = self.to_base(from).expect("points of the orbit have a way");
                    self.to_base[usize::from(to)] = Some(then(&self.inverses[generator], from_to_base));
                    self.orbit.push(to);
                }
            }
            idx += 1;
        }
        Ok(())
    }

    /// An element that brings a point to the base, if there is one.
    pub fn to_base(&self, point: u16) -> Option<&Permutation> {
        self.to_base[usize::from(point)].as_ref()
    }

    /// Goes on from a permutation by the way back from a point. False, and nothing changed, if there is none.
    pub fn map_to_base(&self, point: u16, permutation: &mut Permutation) -> bool {
        let Some(to_base) = self.to_base(point) else { return false };
        if point != self.base {
            for to in permutation {
                *to = to_base[usize::from(*to)];
            }
        }
        true
    }
}
