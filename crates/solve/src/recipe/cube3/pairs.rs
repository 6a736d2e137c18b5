//! Corners and edges of the U and D layers together, inside the subgroup: 2,768 classes x 40,320 orders, two bits each
//! (28 MB), filled level by level like the distances outside.

use rayon::prelude::*;
use search::Cost;
use search::table::Packed2;
use search::table::packed2::UNREACHED;
use std::sync::Mutex;

use super::inside::Inside;
use super::moves::{MoveSet, members};
use super::perm8::N_PERM8;

/// The last level filled.
pub const LAST_LEVEL: Cost = 11;

/// Distances of corners with edges.
pub struct Pairs {
    /// The distances.
    pub distances: Packed2,
    level: Mutex<Vec<u32>>,
}

impl Pairs {
    /// With nothing but the goal.
    pub fn new(inside: &Inside) -> Pairs {
        let distances = Packed2::new(inside.corner_classes.representatives.len() * N_PERM8);
        distances.reach(0, 0);
        distances.complete_level(0);
        Pairs { distances, level: Mutex::new(vec![0]) }
    }

    /// Where corners and edges are in the table.
    #[inline(always)]
    pub fn index(&self, inside: &Inside, corners: u16, edges: u16) -> usize {
        let (class, symmetry) = inside.corner_classes.of(corners);
        self.index_of(class, inside.edge_image(edges, symmetry))
    }

    /// The same for a class of corners, with the edges as its representative sees them.
    #[inline(always)]
    pub fn index_of(&self, class: usize, edges: u16) -> usize {
        class * N_PERM8 + usize::from(edges)
    }

    /// Fills levels up to `last`.
    pub fn grow_to(&self, inside: &Inside, last: Cost) {
        let mut entries = self.level.lock().expect("filling does not panic");
        while let Some(level) =
            self.distances.complete().map(|level| level + 1).filter(|&level| level <= last)
        {
            let chunk = entries.len().div_ceil(4 * rayon::current_num_threads()).max(256);
            let parts: Vec<Vec<u32>> = entries
                .par_chunks(chunk)
                .map(|entries| self.reach_from(inside, entries, level, level < last))
                .collect();
            self.distances.complete_level(level);
            *entries = parts.concat();
        }
    }

    fn reach_from(&self, inside: &Inside, entries: &[u32], level: Cost, keep: bool) -> Vec<u32> {
        let mut reached = Vec::with_capacity(if keep { entries.len() * 4 } else { 0 });
        let mut ahead: Vec<(usize, u16)> = Vec::with_capacity(64);
        let mut reach = |class: usize, edges: u16| {
            let stabiliser = inside.corner_classes.stabiliser[class];
            for s in members(MoveSet::from(stabiliser)) {
                let entry = class * N_PERM8 + usize::from(inside.edge_image(edges, s));
                if self.distances.reach(entry, level) && keep {
                    reached.push(entry as u32);
                }
            }
        };
        for &entry in entries {
            let (class, edges) = (entry as usize / N_PERM8, (entry as usize % N_PERM8) as u16);
            ahead.drain(..).for_each(|(class, edges)| reach(class, edges));
            let corners = inside.corners.row(inside.corner_classes.representatives[class]);
            for (&mv, &edges) in inside.moves.iter().zip(inside.edges.row(edges)) {
                let (class, symmetry) = inside.corner_classes.of(corners[usize::from(mv)]);
                let edges = inside.edge_image(edges, symmetry);
                self.distances.prefetch(class * N_PERM8 + usize::from(edges));
                ahead.push((class, edges));
            }
        }
        ahead.into_iter().for_each(|(class, edges)| reach(class, edges));
        reached
    }

    /// The least distance from `floor` on that an entry with this code can have.
    #[inline(always)]
    pub fn at_least(floor: Cost, code: u32) -> Cost {
        floor + (code + 3 - floor % 3) % 3
    }

    /// The distance; one more than the last complete level if it is beyond. Goes down until no other distance with
    /// the same remainder is possible, which is a few moves.
    pub fn distance(&self, inside: &Inside, corners: u16, edges: u16, complete: Cost) -> Cost {
        // The level after the last complete one may be under way.
        let farthest = if complete >= LAST_LEVEL { complete } else { complete + 1 };
        let (mut corners, mut edges, mut steps) = (corners, edges, 0);
        let mut code = self.distances.code(self.index(inside, corners, edges));
        loop {
            if code == UNREACHED {
                return complete + 1;
            }
            let least = Self::at_least(inside.corners_alone(corners), code);
            if steps + least + 3 > farthest {
                return steps + least;
            }
            let (corner_row, edge_row) = (inside.corners.row(corners), inside.edges.row(edges));
            let mut ahead = [(0, 0, 0); 24];
            for ((&mv, &edges), slot) in inside.moves.iter().zip(edge_row).zip(&mut ahead) {
                let corners = corner_row[usize::from(mv)];
                let index = self.index(inside, corners, edges);
                self.distances.prefetch(index);
                *slot = (corners, edges, index);
            }
            code = (code + 2) % 3;
            let mut below = ahead[..inside.moves.len()].iter();
            let Some(&next) = below.find(|&&(_, _, index)| self.distances.code(index) == code) else {
                // At the goal; or just being reached, from an entry that is not there yet.
                return if (corners, edges) == (0, 0) { steps } else { complete + 1 };
            };
            (corners, edges, steps) = (next.0, next.1, steps + 1);
        }
    }
}
