//! How far positions near the solved one are, in four bytes each: their distance and a part of their hash.
//!
//! Of positions whose hashes are equal the nearest counts, so the table errs only downwards, and that once in millions. Each
//! hash has a line of sixteen entries to be in and, when that is full, the next: one line of memory tells nearly always. The
//! last level is written into the table alone, which needs a quarter of the memory of positions kept whole.

use puzzle::Square1;
use rayon::prelude::*;
use search::{Control, Cost, hardware};

use super::ball::{Ball, N_PARTS, part_of};
use super::symmetry::{Alike, Least};

/// Entries that are read at once.
const LINE: usize = 16;

/// Bits of a distance. An entry of distance d has d + 1 there, so that 0 is an empty one.
const LEVEL_BITS: u32 = 5;
const LEVEL: u32 = (1 << LEVEL_BITS) - 1;

/// How full the lines are on average, in entries.
const LOAD: u64 = 9;

/// Positions whose lines are fetched together.
const AHEAD: usize = 32;

/// Distances of all positions within a radius.
pub struct Near {
    parts: Vec<Vec<u32>>,
    n_lines: u64,
    radius: Cost,
}

/// Where a position has its entry.
#[derive(Clone, Copy, Default)]
pub struct Slot(u64);

impl Near {
    /// Bytes of a table of so many positions.
    pub fn bytes_for(n_kept: u64) -> u64 {
        Near::lines_for(n_kept) * (N_PARTS * LINE * size_of::<u32>()) as u64
    }

    /// Lines of each part.
    fn lines_for(n_kept: u64) -> u64 {
        n_kept.div_ceil(LOAD * N_PARTS as u64) + 4
    }

    /// One level more than `ball` has, which makes `n_kept` positions in all. None if it was stopped.
    pub fn new<A: Alike>(ball: &Ball<A>, n_kept: u64, control: &Control<'_>) -> Option<Near> {
        let n_lines = Near::lines_for(n_kept);
        let empty = || hardware::filled(n_lines as usize * LINE, 0_u32);
        let mut near =
            Near { parts: (0..N_PARTS).map(|_| empty()).collect(), n_lines, radius: ball.radius() + 1 };
        for distance in 0..=ball.radius() {
            let known = ball.level(distance);
            near.parts.par_iter_mut().zip(known).for_each(|(part, known)| {
                let hashes = known.iter().map(|packed| Least::unpacked(packed).hash());
                add(part, n_lines, hashes, distance);
            });
        }
        let last = near.radius;
        for sources in ball.level(ball.radius()).chunks(4) {
            if control.stopped().is_some() {
                return None;
            }
            let heaps: Vec<Vec<Vec<u64>>> = sources
                .par_iter()
                .map(|part| {
                    let mut heaps = vec![Vec::new(); N_PARTS];
                    for packed in part {
                        A::neighbours(&Least::unpacked(packed).state(), |next| {
                            let hash = A::least(next).hash();
                            heaps[part_of(hash)].push(hash);
                        });
                    }
                    heaps
                })
                .collect();
            // Each part is filled by one thread in a fixed order, so the table is always the same.
            near.parts.par_iter_mut().enumerate().for_each(|(i, part)| {
                add(part, n_lines, heaps.iter().flat_map(|heap| heap[i].iter().copied()), last);
            });
        }
        Some(near)
    }

    /// The distance up to which all are known.
    #[inline(always)]
    pub fn radius(&self) -> Cost {
        self.radius
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| size_of_val(&part[..]) as u64).sum()
    }

    /// Where a position has its entry.
    #[inline(always)]
    pub fn slot<A: Alike>(state: &Square1) -> Slot {
        Slot(A::least(state).hash())
    }

    /// Has an entry fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, slot: Slot) {
        hardware::prefetch(&self.parts[part_of(slot.0)][line_of(slot.0, self.n_lines) * LINE]);
    }

    /// How far a position is, or less; None if it is farther than the radius.
    #[inline(always)]
    pub fn distance(&self, slot: Slot) -> Option<Cost> {
        find(&self.parts[part_of(slot.0)], self.n_lines, slot.0)
    }
}

fn line_of(hash: u64, n_lines: u64) -> usize {
    (((hash >> 26 & 0xFFFF_FFFF) * n_lines) >> 32) as usize
}

/// The part of a hash that an entry keeps.
#[inline(always)]
fn mark_of(hash: u64) -> u32 {
    (hash as u32) << LEVEL_BITS
}

/// The least distance that stands under a hash.
#[inline(always)]
fn find(part: &[u32], n_lines: u64, hash: u64) -> Option<Cost> {
    let mark = mark_of(hash);
    let mut at = line_of(hash, n_lines);
    let mut least = u32::MAX;
    loop {
        let line = &part[at * LINE..][..LINE];
        // An entry with another mark keeps some of its bits, and is large.
        line.iter().for_each(|&entry| least = least.min((entry ^ mark).wrapping_sub(1)));
        if line[LINE - 1] == 0 || least < LEVEL {
            // An empty entry under the mark 0 looks like a distance below 0, which wraps to a large one.
            return (least < LEVEL).then_some(least);
        }
        at = (at + 1) % n_lines as usize;
    }
}

/// Adds hashes under a distance, unless they are known under a smaller one.
fn add(part: &mut [u32], n_lines: u64, hashes: impl Iterator<Item = u64>, distance: Cost) {
    let mut hashes = hashes.peekable();
    let mut ahead = [0_u64; AHEAD];
    while hashes.peek().is_some() {
        let mut n = 0;
        for hash in hashes.by_ref().take(AHEAD) {
            hardware::prefetch(&part[line_of(hash, n_lines) * LINE]);
            ahead[n] = hash;
            n += 1;
        }
        for &hash in &ahead[..n] {
            if find(part, n_lines, hash).is_none() {
                let first = line_of(hash, n_lines) * LINE;
                let len = part.len();
                let free = (first..first + len).map(|at| at % len).find(|&at| part[at] == 0);
                part[free.expect("there is more room than positions")] = mark_of(hash) | (distance + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::symmetry::{Turns, Twists};
    use super::*;
    use search::{Limits, Silent, Stop};

    /// Everything within the radius has its distance, also what a full line sent to the next one.
    fn check<A: Alike>(radius: Cost) {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut ball = Ball::<A>::at_goal();
        (1..radius).for_each(|_| assert!(ball.grow(&control)));
        let mut whole = Ball::<A>::at_goal();
        (0..radius).for_each(|_| assert!(whole.grow(&control)));
        let n_kept = whole.n_kept().iter().sum();
        let near = Near::new(&ball, n_kept, &control).expect("it is not stopped");
        assert_eq!((near.radius(), near.bytes()), (radius, Near::bytes_for(n_kept)));
        for distance in 0..=radius {
            for packed in whole.level(distance).iter().flatten() {
                let state = Least::unpacked(packed).state();
                assert_eq!(near.distance(Near::slot::<A>(&state)), Some(distance), "{state}");
            }
        }
        let far = Square1::drawn(1, 1000)
            .into_iter()
            .filter(|state| near.distance(Near::slot::<A>(state)).is_none());
        assert!(far.count() > 990);
    }

    #[test]
    fn distances_are_those_of_the_ball() {
        check::<Twists>(5);
        check::<Turns>(8);
    }
}
