//! Numbers the elements of a permutation group without gaps: the stabilizer chain (Schreier-Sims) fixes one base point
//! after the other, and an element is determined by the images of the base points. There is one digit per level, with
//! as many values as the base point's orbit has points.

use std::ops::Range;

use puzzle::group::{Group, Permutation};

/// A stabilizer chain that numbers elements. Elements are passed as the images of the base points.
pub(super) struct StabilizerChain {
    levels: Vec<Level>,
}

struct Level {
    base: u16,
    /// By point, its index in the orbit of the base point.
    digits: Vec<u16>,
    /// By digit, an element that maps the base point there, and its inverse.
    paths: Vec<Permutation>,
    inverses: Vec<Permutation>,
}

impl StabilizerChain {
    /// Returns the chain of a group.
    pub fn of(group: &Group) -> StabilizerChain {
        let level = |(idx, base): (usize, u16)| {
            let mut digits = vec![u16::MAX; group.n_points()];
            let back = |&end: &u16| {
                group.to_base(idx, end).expect("every point of the orbit has a way back").clone()
            };
            for (digit, &end) in group.orbit(idx).iter().enumerate() {
                digits[usize::from(end)] = digit as u16;
            }
            let inverses: Vec<Permutation> = group.orbit(idx).iter().map(back).collect();
            Level { base, digits, paths: inverses.iter().map(inverse).collect(), inverses }
        };
        StabilizerChain { levels: group.base().enumerate().map(level).collect() }
    }

    /// Number of levels, and of base points.
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// Number of elements that some levels distinguish; None if it overflows.
    pub fn size(&self, levels: Range<usize>) -> Option<u64> {
        let sizes = self.levels[levels].iter().map(|level| level.paths.len() as u64);
        sizes.into_iter().try_fold(1, |product: u64, size| product.checked_mul(size))
    }

    /// Returns the digits of an element at some levels as a number. The element must fix the base points before them.
    /// Leaves in `images` an element that also fixes the base points of these levels; followed by the numbered one it
    /// gives the original.
    pub fn number(&self, levels: Range<usize>, images: &mut [u16]) -> u64 {
        let mut number = 0;
        for idx in levels {
            let level = &self.levels[idx];
            let digit = level.digits[usize::from(images[idx])];
            follow(&mut images[idx..], &level.inverses[usize::from(digit)]);
            number = number * level.paths.len() as u64 + u64::from(digit);
        }
        number
    }

    /// Writes the images of all base points under the element with a number at some levels.
    pub fn images(&self, levels: Range<usize>, mut number: u64, images: &mut [u16]) {
        images.iter_mut().zip(&self.levels).for_each(|(image, level)| *image = level.base);
        for idx in levels.rev() {
            let level = &self.levels[idx];
            let n_digits = level.paths.len() as u64;
            // The base points before this one stay fixed.
            follow(&mut images[idx..], &level.paths[(number % n_digits) as usize]);
            number /= n_digits;
        }
    }
}

/// Maps points by a permutation.
pub(super) fn follow(points: &mut [u16], permutation: &Permutation) {
    for point in points {
        *point = permutation[usize::from(*point)];
    }
}

fn inverse(permutation: &Permutation) -> Permutation {
    let mut inverse = vec![0; permutation.len()];
    for (point, &to) in permutation.iter().enumerate() {
        inverse[usize::from(to)] = point as u16;
    }
    inverse
}
