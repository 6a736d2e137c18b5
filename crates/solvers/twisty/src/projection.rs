//! Projections of one part of a puzzle: kinds in one block become identical, and orientations are kept or ignored. The
//! projection after a move depends only on the projection before it, so a projection is a coordinate.

use puzzle::definition::{Generator, Pattern};

use super::state_layout::{Encoding, Layout, Part};
use crate::TwistyQuery;

/// A projection of one part; all other parts are ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Projection {
    /// Index of the part.
    part: usize,
    /// By kind, its block.
    blocks: Vec<u8>,
    /// True if orientations are kept.
    is_oriented: bool,
}

/// Returns the projections of a part that are worth considering; only some of them if `goes_on` returned false.
/// `images` are the images of its kinds under the symmetries.
pub fn projections(
    part: usize,
    kinds: &Part,
    images: &[Vec<u8>],
    goes_on: &dyn Fn() -> bool,
) -> Vec<Projection> {
    let n = kinds.kinds.len();
    let mut partitions: Vec<Vec<u8>> = Vec::new();
    let mut add = |partition: Vec<u8>| {
        if !partitions.contains(&partition) {
            partitions.push(partition);
        }
    };
    // The finest partitions that symmetries preserve and in which the first kind is identical to another; then the
    // joins of two.
    let finest: Vec<Vec<u8>> = (0..n).map(|other| merge_kinds(n, &[(0, other)], images)).collect();
    for partition in &finest {
        add(partition.clone());
    }
    for (i, first) in finest.iter().enumerate().take_while(|_| goes_on()) {
        for second in &finest[..i] {
            let pairs: Vec<(usize, usize)> = (0..n)
                .flat_map(|kind| [(usize::from(first[kind]), kind), (usize::from(second[kind]), kind)])
                .collect();
            add(merge_kinds(n, &pairs, &[]));
        }
    }
    // The first few kinds, and one block for the rest.
    for n_distinct in 1..n {
        add((0..n).map(|kind| kind.min(n_distinct) as u8).collect());
    }
    add(vec![0; n]);
    let modulus = kinds.kinds[0].1;
    let has_orientation = modulus > 1 && kinds.kinds.iter().all(|&(_, other)| other == modulus);
    let both = |blocks: Vec<u8>| {
        let projection = move |is_oriented| Projection { part, blocks: blocks.clone(), is_oriented };
        [Some(false), has_orientation.then_some(true)].into_iter().flatten().map(projection)
    };
    partitions.into_iter().flat_map(both).collect()
}

/// Returns the finest partition that joins these pairs and that symmetries preserve. A block is named by its first
/// kind.
fn merge_kinds(n: usize, pairs: &[(usize, usize)], images: &[Vec<u8>]) -> Vec<u8> {
    let mut blocks: Vec<usize> = (0..n).collect();
    let mut pending = pairs.to_vec();
    while let Some((a, b)) = pending.pop() {
        let (a, b) = (blocks[a], blocks[b]);
        if a == b {
            continue;
        }
        for block in &mut blocks {
            if *block == a.max(b) {
                *block = a.min(b);
            }
        }
        for kind in 0..n {
            if blocks[kind] == a.min(b) {
                let first = a.min(b);
                pending
                    .extend(images.iter().map(|image| (usize::from(image[first]), usize::from(image[kind]))));
            }
        }
    }
    blocks.into_iter().map(|block| block as u8).collect()
}

impl Projection {
    /// Index of the part.
    pub fn part(&self) -> usize {
        self.part
    }

    /// True if it distinguishes orientations.
    #[cfg(test)]
    pub fn is_oriented(&self) -> bool {
        self.is_oriented
    }

    /// Upper bound of the number of projected positions.
    pub fn size(&self, layout: &Layout, query: &TwistyQuery) -> f64 {
        let part = &layout.parts()[self.part];
        let n_places = part.places.len();
        let mut counts = vec![0_u32; self.blocks.len()];
        for (kind, &block) in self.blocks.iter().enumerate() {
            counts[usize::from(block)] += part.count(kind) as u32;
        }
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let n_arrangements = factorial(n_places as u32) / counts.into_iter().map(factorial).product::<f64>();
        if !self.is_oriented {
            return n_arrangements;
        }
        let modulus = part.kinds.iter().map(|&(_, modulus)| modulus).max().unwrap_or(1);
        let keeps_sum = |mv: &Generator| {
            let turns = &mv.transform.orbits[part.orbit].turns;
            let sum: u32 = part.places.iter().map(|&place| u32::from(turns[usize::from(place)])).sum();
            sum.is_multiple_of(u32::from(modulus))
        };
        // Usually the last orientation follows from the others. A puzzle may have moves that turn a single piece.
        let is_last_fixed =
            part.kinds.iter().all(|&(_, other)| other == modulus) && query.moves.iter().all(keeps_sum);
        n_arrangements * f64::from(modulus).powi(n_places as i32 - i32::from(is_last_fixed))
    }

    /// Projects a position.
    pub fn project(&self, layout: &Layout, position: &Pattern) -> Pattern {
        let mut projected = position.clone();
        for (i, part) in layout.parts().iter().enumerate() {
            let orbit = &mut projected.orbits[part.orbit];
            for place in part.places.iter().map(|&place| usize::from(place)) {
                let is_projected = i == self.part;
                let kind = part.kinds.binary_search(&(orbit.pieces[place], orbit.moduli[place]));
                orbit.pieces[place] = match kind {
                    Ok(kind) if is_projected => self.blocks[kind],
                    _ => 0,
                };
                if !is_projected || !self.is_oriented {
                    (orbit.moduli[place], orbit.orientations[place]) = (1, 0);
                }
            }
        }
        projected
    }

    /// Returns the projected byte of a kind and orientation, in a row with this encoding.
    pub fn project_byte(
        &self,
        layout: &Layout,
        projected: &Part,
        encoding: Encoding,
        kind: usize,
        orientation: u8,
    ) -> u8 {
        let (block, modulus) = (self.blocks[kind], layout.parts()[self.part].kinds[kind].1);
        let (modulus, orientation) = if self.is_oriented { (modulus, orientation) } else { (1, 0) };
        let projected = projected.kinds.binary_search(&(block, modulus)).expect("every block has a kind");
        encoding.byte(projected as u8, modulus, orientation)
    }

    /// Returns the query with all positions projected.
    pub fn query(&self, layout: &Layout, query: &TwistyQuery) -> TwistyQuery {
        let project = |position: &Pattern| self.project(layout, position);
        TwistyQuery {
            start: project(&query.start),
            goals: query.goals.iter().map(project).collect(),
            ..query.clone()
        }
    }
}
