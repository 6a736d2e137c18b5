//! Prune table of phase 2: the exact distance of every position in cube shape, by slashes that preserve it.
//!
//! There are 40,320 * 20,160 * 2 states of corners, edges and the middle layer, since the parities of corners and edges
//! are equal. Turns of the layers, relabellings of each layer, the reflection and turning over are 1,024 symmetries.
//! The entry of a position is found by a symmetry that maps its corners to the representative of their symmetry class;
//! there are 72 classes.

use super::phase2_coords::{N_PERMS, Perm8, PieceType, SquareSlash, Symmetry};

/// Number of edge permutations that match the parity of a corner permutation.
const N_EDGE_PERMS: usize = N_PERMS / 2;

/// Marks an entry without a distance.
const UNREACHED: u8 = u8::MAX;

/// After a level with more entries than this, levels are filled backwards, from the unreached entries.
const MAX_FORWARD: usize = 500_000;

/// Symmetry coordinate of a corner permutation: its class, and the symmetry that maps it to the representative.
#[derive(Clone, Copy)]
struct SymCoord {
    class: u16,
    symmetry: u16,
}

/// A symmetry class of corner permutations, by its representative.
struct Class {
    corners: Perm8,
    /// The symmetries that fix the representative.
    stabilizer: Vec<Symmetry>,
    /// For every slash, the symmetry coordinate of the result.
    after: Vec<(SquareSlash, SymCoord)>,
}

/// The exact distances.
pub struct Phase2Table {
    /// By rank of the corner permutation.
    sym_coords: Vec<SymCoord>,
    /// By the middle layer, then the class and half the rank of the edge permutation.
    distances: [Vec<u8>; 2],
}

impl Phase2Table {
    /// Computes all distances by breadth-first search.
    pub fn build() -> Phase2Table {
        let edges = perms_by_parity();
        let (sym_coords, classes) = classes(&edges);
        let mut distances = [0, 1].map(|_| vec![UNREACHED; classes.len() * N_EDGE_PERMS]);
        // The solved permutation represents the first class.
        distances[0][Perm8::SOLVED.rank() / 2] = 0;
        let mut last = vec![(0, Perm8::SOLVED)];
        for level in 1.. {
            // A slash flips the middle layer.
            let [even, odd] = &mut distances;
            let (before, now) = if level % 2 == 1 { (even, odd) } else { (odd, even) };
            let n_new = if last.len() <= MAX_FORWARD {
                last = fill_forwards(&classes, &last, level, now);
                last.len()
            } else {
                let rows = now.chunks_mut(N_EDGE_PERMS).zip(&classes);
                rows.map(|(row, class)| fill_backwards(class, level, before, row, &edges)).sum()
            };
            if n_new == 0 {
                break;
            }
        }
        Phase2Table { sym_coords, distances }
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        let entries = self.distances.iter().map(Vec::len).sum::<usize>();
        (entries + size_of_val(&self.sym_coords[..])) as u64
    }

    /// Number of positions at each distance, up to turns of the layers.
    pub fn distribution(&self) -> Vec<u64> {
        let n_classes = self.distances[0].len() / N_EDGE_PERMS;
        let mut class_sizes = vec![0; n_classes];
        self.sym_coords.iter().for_each(|coord| class_sizes[usize::from(coord.class)] += 1);
        let mut counts = Vec::new();
        for (i, &distance) in self.distances.iter().flat_map(|entries| entries.iter().enumerate()) {
            counts.resize(counts.len().max(usize::from(distance) + 1), 0);
            counts[usize::from(distance)] += class_sizes[i / N_EDGE_PERMS];
        }
        // Each layer can be turned in four ways.
        counts.iter().map(|n| n / 16).collect()
    }

    /// Returns the number of slashes that a position needs. The caller must pass corners and edges of equal parity.
    #[inline(always)]
    pub fn distance(&self, corners: Perm8, edges: Perm8, is_flipped: bool) -> u8 {
        let SymCoord { class, symmetry } = self.sym_coords[corners.rank()];
        let image = Symmetry::new(symmetry).applied(edges, PieceType::Edges);
        self.distances[usize::from(is_flipped)][usize::from(class) * N_EDGE_PERMS + image.rank() / 2]
    }
}

/// Returns all classes of corner permutations, that of the solved one first, and the symmetry coordinate of each
/// permutation.
fn classes(perms: &[Vec<Perm8>; 2]) -> (Vec<SymCoord>, Vec<Class>) {
    const UNCLASSIFIED: u16 = u16::MAX;
    let mut sym_coords = vec![SymCoord { class: UNCLASSIFIED, symmetry: 0 }; N_PERMS];
    let mut classes: Vec<Class> = Vec::new();
    for &corners in [Perm8::SOLVED].iter().chain(perms.iter().flatten()) {
        if sym_coords[corners.rank()].class != UNCLASSIFIED {
            continue;
        }
        let mut stabilizer = Vec::new();
        for symmetry in (0..Symmetry::COUNT).map(Symmetry::new) {
            let image = symmetry.applied(corners, PieceType::Corners);
            let coord = &mut sym_coords[image.rank()];
            if coord.class == UNCLASSIFIED {
                *coord = SymCoord { class: classes.len() as u16, symmetry: symmetry.inverse() };
            }
            if image == corners {
                stabilizer.push(symmetry);
            }
        }
        classes.push(Class { corners, stabilizer, after: Vec::new() });
    }
    for class in &mut classes {
        let after =
            |slash: SquareSlash| (slash, sym_coords[slash.applied(class.corners, PieceType::Corners).rank()]);
        class.after = SquareSlash::all().map(after).collect();
    }
    (sym_coords, classes)
}

/// All permutations by half their rank, the even ones first.
fn perms_by_parity() -> [Vec<Perm8>; 2] {
    let mut perms = [0, 1].map(|_| vec![Perm8::SOLVED; N_EDGE_PERMS]);
    for_each_perm(0, 0, &mut |perm| perms[usize::from(perm.is_odd())][perm.rank() / 2] = perm);
    perms
}

/// Calls `found` with every permutation that extends the first `n_slots` slots of `perm`.
fn for_each_perm(perm: u32, n_slots: u32, found: &mut dyn FnMut(Perm8)) {
    if n_slots == 8 {
        return found(Perm8(perm));
    }
    let is_used = |piece: u32| (0..n_slots).any(|slot| perm >> (4 * slot) & 15 == piece);
    for piece in (0..8).filter(|&piece| !is_used(piece)) {
        for_each_perm(perm | piece << (4 * n_slots), n_slots + 1, found);
    }
}

/// Fills a level from the level before, both as pairs of a class and edges. Returns the new level.
fn fill_forwards(classes: &[Class], last: &[(u16, Perm8)], level: u8, now: &mut [u8]) -> Vec<(u16, Perm8)> {
    let mut found = Vec::new();
    for &(class, edges) in last {
        for (slash, to) in &classes[usize::from(class)].after {
            let edges =
                Symmetry::new(to.symmetry).applied(slash.applied(edges, PieceType::Edges), PieceType::Edges);
            let row = &mut now[usize::from(to.class) * N_EDGE_PERMS..][..N_EDGE_PERMS];
            // Every symmetry that fixes the corners gives another entry of the same position.
            for symmetry in &classes[usize::from(to.class)].stabilizer {
                let edges = symmetry.applied(edges, PieceType::Edges);
                let entry = &mut row[edges.rank() / 2];
                if *entry == UNREACHED {
                    *entry = level;
                    found.push((to.class, edges));
                }
            }
        }
    }
    found
}

/// Fills the part of a level that belongs to a class: unreached entries with a successor on the level before. Returns
/// their number.
fn fill_backwards(class: &Class, level: u8, before: &[u8], row: &mut [u8], edges: &[Vec<Perm8>; 2]) -> usize {
    let edges = &edges[usize::from(class.corners.is_odd())];
    let mut open: Vec<u16> =
        (0..N_EDGE_PERMS as u16).filter(|&at| row[usize::from(at)] == UNREACHED).collect();
    let n_open = open.len();
    for (slash, to) in &class.after {
        let symmetry = Symmetry::new(to.symmetry);
        let to = &before[usize::from(to.class) * N_EDGE_PERMS..][..N_EDGE_PERMS];
        open.retain(|&at| {
            let next =
                symmetry.applied(slash.applied(edges[usize::from(at)], PieceType::Edges), PieceType::Edges);
            let is_found = to[next.rank() / 2] == level - 1;
            if is_found {
                row[usize::from(at)] = level;
            }
            !is_found
        });
    }
    n_open - open.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All positions with equal parities of corners and edges are reached.
    #[test]
    fn all_positions_have_distances() {
        let distribution = Phase2Table::build().distribution();
        assert_eq!(distribution.iter().sum::<u64>(), 40_320 * 20_160 * 2 / 16);
        assert_eq!(distribution.len(), 11, "{distribution:?}");
    }
}
