//! One level of a stabilizer chain: the subgroup of the elements that fix the base points of all levels above.

use super::budget::{Meter, Unfinished};
use super::{Permutation, identity, inverse, then};

/// A stabilizer subgroup with its base point and a transversal of the orbit of that point.
#[derive(Clone, Debug)]
pub(super) struct Stabilizer {
    /// The base point, which the next level fixes.
    pub base: u16,
    pub generators: Vec<Permutation>,
    /// The inverses of the generators.
    inverses: Vec<Permutation>,
    /// By point of the orbit, an element that maps it to the base point: the inverse of its transversal element.
    to_base: Vec<Option<Permutation>>,
    /// The orbit of the base point.
    pub orbit: Vec<u16>,
}

impl Stabilizer {
    /// Returns the trivial group with a base point.
    ///
    /// # Errors
    /// If the memory budget does not suffice.
    pub fn new(n_points: usize, base: u16, meter: &mut Meter<'_>) -> Result<Stabilizer, Unfinished> {
        meter.reserve_level()?;
        meter.reserve(1)?;
        let mut to_base = vec![None; n_points];
        to_base[usize::from(base)] = Some(identity(n_points));
        Ok(Stabilizer { base, generators: Vec::new(), inverses: Vec::new(), to_base, orbit: vec![base] })
    }

    /// Adds a generator and extends the orbit and the transversal.
    ///
    /// # Errors
    /// If the budget of time or memory does not suffice. The level is then unusable.
    pub fn add(&mut self, generator: Permutation, meter: &mut Meter<'_>) -> Result<(), Unfinished> {
        meter.reserve(2)?;
        self.inverses.push(inverse(&generator));
        self.generators.push(generator);
        let n_old = self.orbit.len();
        let newest = self.generators.len() - 1;
        let mut idx = 0;
        while idx < self.orbit.len() {
            // The generators other than the new one have already been applied to the old points.
            let untried = if idx < n_old { newest..newest + 1 } else { 0..newest + 1 };
            let from = self.orbit[idx];
            for generator in untried {
                let to = self.generators[generator][usize::from(from)];
                if self.to_base[usize::from(to)].is_none() {
                    meter.reserve(1)?;
                    let from_to_base =
                        self.to_base(from).expect("every point of the orbit has a transversal element");
                    self.to_base[usize::from(to)] = Some(then(&self.inverses[generator], from_to_base));
                    self.orbit.push(to);
                }
            }
            idx += 1;
        }
        Ok(())
    }

    /// Returns an element that maps `point` to the base point, if `point` is in the orbit.
    pub fn to_base(&self, point: u16) -> Option<&Permutation> {
        self.to_base[usize::from(point)].as_ref()
    }

    /// Multiplies a permutation by the element that maps `point` to the base point. Returns false, and changes nothing,
    /// if `point` is not in the orbit.
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
