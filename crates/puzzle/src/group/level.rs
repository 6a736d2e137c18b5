//! One subgroup of a chain: those elements that fix the base points of all levels before.

use super::budget::{Meter, Unfinished};
use super::{Permutation, identity, inverse, then};

/// A subgroup, its base, and how to come back to it.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The point that the next level fixes.
    pub base: u16,
    pub generators: Vec<Permutation>,
    /// What undoes the generators.
    undoing: Vec<Permutation>,
    /// By point, an element that brings it to the base.
    backs: Vec<Option<Permutation>>,
    /// The points that can be brought there.
    pub orbit: Vec<u16>,
}

impl Level {
    /// Without generators.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(n_points: usize, base: u16, meter: &mut Meter<'_>) -> Result<Level, Unfinished> {
        meter.take_level()?;
        meter.take(1)?;
        let mut backs = vec![None; n_points];
        backs[usize::from(base)] = Some(identity(n_points));
        Ok(Level { base, generators: Vec::new(), undoing: Vec::new(), backs, orbit: vec![base] })
    }

    /// Adds a generator, and ways from all points that can now be reached.
    ///
    /// # Errors
    /// If there is no time or no memory for it. The level is then of no use.
    pub fn add(&mut self, generator: Permutation, meter: &mut Meter<'_>) -> Result<(), Unfinished> {
        meter.take(2)?;
        self.undoing.push(inverse(&generator));
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
                if self.backs[usize::from(to)].is_none() {
                    meter.take(1)?;
                    let back = self.back(from).expect("points of the orbit have a way");
                    self.backs[usize::from(to)] = Some(then(&self.undoing[generator], back));
                    self.orbit.push(to);
                }
            }
            idx += 1;
        }
        Ok(())
    }

    /// An element that brings a point to the base, if there is one.
    pub fn back(&self, point: u16) -> Option<&Permutation> {
        self.backs[usize::from(point)].as_ref()
    }

    /// Goes on from a permutation by the way back from a point. False, and nothing changed, if there is none.
    pub fn go_back(&self, point: u16, permutation: &mut Permutation) -> bool {
        let Some(back) = self.back(point) else { return false };
        if point != self.base {
            for to in permutation {
                *to = back[usize::from(*to)];
            }
        }
        true
    }
}
