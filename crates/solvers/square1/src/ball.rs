//! All positions within some distance of the solved one, level by level, kept whole: no hash decides whether one is known.
//! One is kept of those that are alike.

use std::marker::PhantomData;

use hashbrown::HashSet;
use puzzle::Square1;
use rayon::prelude::*;
use search::{Control, Cost, Counts};

use super::symmetry::{Alike, Least};

/// Parts that are filled independently.
pub const N_PARTS: usize = 64;

/// Parts that are expanded together before what was found is taken in: bounds what waits.
const BATCH: usize = 8;

/// Bytes of a position in a set, with its byte of the hash, in a set that has just doubled.
const BYTES_KEPT: u64 = 2 * 17 * 8 / 7;

type Packed = [u32; 4];
type Part = HashSet<Packed>;

/// Positions by their distance.
pub struct Ball<A> {
    /// By distance and part.
    levels: Vec<Vec<Part>>,
    /// How many positions there are at each distance, all that are alike counted.
    n_positions: Vec<u64>,
    counts: Counts,
    alike: PhantomData<A>,
}

/// What a position is found by.
pub fn part_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

impl<A: Alike> Ball<A> {
    /// The solved position alone.
    pub fn at_goal() -> Ball<A> {
        let least = A::least(&Square1::SOLVED);
        let mut level = vec![Part::new(); N_PARTS];
        level[part_of(least.hash())].insert(least.packed());
        Ball { levels: vec![level], n_positions: vec![1], counts: Counts::default(), alike: PhantomData }
    }

    /// The distance up to which all are known.
    pub fn radius(&self) -> Cost {
        self.levels.len() as Cost - 1
    }

    /// How many positions there are at each distance.
    pub fn n_positions(&self) -> &[u64] {
        &self.n_positions
    }

    /// How many are kept at each distance.
    pub fn n_kept(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.iter().map(|part| part.len() as u64).sum()).collect()
    }

    /// What it took.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The positions at some distance, part by part.
    pub fn level(&self, distance: Cost) -> &[Part] {
        &self.levels[distance as usize]
    }

    /// Bytes that it holds at most when so many are kept.
    pub fn bytes_for(n_kept: u64) -> u64 {
        n_kept * BYTES_KEPT
    }

    /// About how many are kept with one more level.
    pub fn n_kept_next(&self) -> u64 {
        let kept = self.n_kept();
        let growth = match kept[..] {
            [.., before, last] => last.div_ceil(before.max(1)),
            _ => 16,
        };
        kept.iter().sum::<u64>() + kept.last().unwrap_or(&0) * growth
    }

    /// Finds the next level. False if it was stopped, and then nothing counts as found.
    pub fn grow(&mut self, control: &Control<'_>) -> bool {
        let mut level = vec![Part::new(); N_PARTS];
        let mut n_positions = 0;
        let (last, before) = match &self.levels[..] {
            [.., before, last] => (last, Some(before)),
            [last] => (last, None),
            [] => unreachable!("there is always the solved position"),
        };
        for sources in last.chunks(BATCH) {
            if control.stopped().is_some() {
                return false;
            }
            let heaps: Vec<Vec<Vec<Packed>>> = sources.par_iter().map(neighbours::<A>).collect();
            let made = heaps.iter().flatten().map(|heap| heap.len() as u64).sum();
            let expanded = sources.iter().map(|part| part.len() as u64).sum();
            self.counts += Counts { generated: made, expanded };
            control.poll(made);
            // A neighbour is at most one nearer or farther, so it is new unless it is at one of two distances.
            let take_in = |(i, part): (usize, &mut Part)| {
                let is_old = |packed: &Packed| {
                    last[i].contains(packed) || before.is_some_and(|before| before[i].contains(packed))
                };
                let mut found = 0;
                for packed in heaps.iter().flat_map(|heap| &heap[i]) {
                    if !is_old(packed) && part.insert(*packed) {
                        found += A::n_alike(Least::unpacked(packed));
                    }
                }
                found
            };
            n_positions += level.par_iter_mut().enumerate().map(take_in).sum::<u64>();
        }
        self.levels.push(level);
        self.n_positions.push(n_positions);
        true
    }
}

/// What moves make of the positions of a part, in heaps by part.
fn neighbours<A: Alike>(part: &Part) -> Vec<Vec<Packed>> {
    let mut heaps = vec![Vec::new(); N_PARTS];
    for packed in part {
        A::neighbours(&Least::unpacked(packed).state(), |next| {
            let least = A::least(next);
            heaps[part_of(least.hash())].push(least.packed());
        });
    }
    heaps
}
