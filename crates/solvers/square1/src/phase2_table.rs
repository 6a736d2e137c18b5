//! How far all positions of two squares are from solved by slashes that keep squares: an exact table.
//!
//! There are 40,320 * 20,160 * 2 orders of corners, of edges and of the middle layer, since corners and edges are always
//! both odd or both even. Layers turn freely, pieces may be counted on round each layer, and there are the mirror and the
//! view from below: 1,024 ways to see a position. One that shows the corners as the order which stands for their class
//! tells where its entry is; there are 72 classes.

use super::phase2_coords::{N_PERMS, Perm8, PieceType, SquareSlash, Symmetry};

/// Orders of the edges that go with an order of the corners.
const N_EDGE_PERMS: usize = N_PERMS / 2;

/// What was not reached.
const UNREACHED: u8 = u8::MAX;

/// A level of more entries than this is found from what is left.
const MAX_FORWARD: usize = 500_000;

/// Where the order of the corners belongs: its class, and the symmetry that shows the order which stands for it.
#[derive(Clone, Copy)]
struct SymCoord {
    class: u16,
    symmetry: u16,
}

/// Orders of the corners up to symmetry.
struct Class {
    corners: Perm8,
    /// The symmetries that leave it as it is.
    stabilizer: Vec<Symmetry>,
    /// Where slashes lead.
    after: Vec<(SquareSlash, SymCoord)>,
}

/// The distances.
pub struct Phase2Table {
    /// By order of the corners.
    sym_coords: Vec<SymCoord>,
    /// By the middle layer, the class and the order of the edges.
    distances: [Vec<u8>; 2],
}

impl Phase2Table {
    /// Finds all distances.
    pub fn build() -> Phase2Table {
        let edges = perms_by_parity();
        let (sym_coords, classes) = classes(&edges);
        let mut distances = [0, 1].map(|_| vec![UNREACHED; classes.len() * N_EDGE_PERMS]);
        // The solved order stands for the first class.
        distances[0][Perm8::SOLVED.rank() / 2] = 0;
        let mut last = vec![(0, Perm8::SOLVED)];
        for level in 1.. {
            // A slash turns the middle layer over.
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

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let entries = self.distances.iter().map(Vec::len).sum::<usize>();
        (entries + size_of_val(&self.sym_coords[..])) as u64
    }

    /// How many positions there are at each distance, however their layers are turned.
    pub fn distribution(&self) -> Vec<u64> {
        let n_classes = self.distances[0].len() / N_EDGE_PERMS;
        let mut class_sizes = vec![0; n_classes];
        self.sym_coords.iter().for_each(|coord| class_sizes[usize::from(coord.class)] += 1);
        let mut counts = Vec::new();
        for (i, &distance) in self.distances.iter().flat_map(|entries| entries.iter().enumerate()) {
            counts.resize(counts.len().max(usize::from(distance) + 1), 0);
            counts[usize::from(distance)] += class_sizes[i / N_EDGE_PERMS];
        }
        // Both layers have four ways to be turned.
        counts.iter().map(|n| n / 16).collect()
    }

    /// How many slashes a position needs. Corners and edges must both be even or odd.
    #[inline(always)]
    pub fn distance(&self, corners: Perm8, edges: Perm8, is_flipped: bool) -> u8 {
        let SymCoord { class, symmetry } = self.sym_coords[corners.rank()];
        let image = Symmetry::new(symmetry).applied(edges, PieceType::Edges);
        self.distances[usize::from(is_flipped)][usize::from(class) * N_EDGE_PERMS + image.rank() / 2]
    }
}

/// All classes of orders of the corners, that of the solved one first, and where each order belongs.
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

/// All orders by half their number, first those that are even.
fn perms_by_parity() -> [Vec<Perm8>; 2] {
    let mut perms = [0, 1].map(|_| vec![Perm8::SOLVED; N_EDGE_PERMS]);
    for_each_perm(0, 0, &mut |perm| perms[usize::from(perm.is_odd())][perm.rank() / 2] = perm);
    perms
}

/// Hands over all orders that go on from some slots.
fn for_each_perm(perm: u32, n_slots: u32, found: &mut dyn FnMut(Perm8)) {
    if n_slots == 8 {
        return found(Perm8(perm));
    }
    let is_used = |piece: u32| (0..n_slots).any(|slot| perm >> (4 * slot) & 15 == piece);
    for piece in (0..8).filter(|&piece| !is_used(piece)) {
        for_each_perm(perm | piece << (4 * n_slots), n_slots + 1, found);
    }
}

/// Finds a level from the one before, each as classes and edges.
fn fill_forwards(classes: &[Class], last: &[(u16, Perm8)], level: u8, now: &mut [u8]) -> Vec<(u16, Perm8)> {
    let mut found = Vec::new();
    for &(class, edges) in last {
        for (slash, to) in &classes[usize::from(class)].after {
            let edges =
                Symmetry::new(to.symmetry).applied(slash.applied(edges, PieceType::Edges), PieceType::Edges);
            let row = &mut now[usize::from(to.class) * N_EDGE_PERMS..][..N_EDGE_PERMS];
            // Whatever leaves the corners as they are makes more entries of one position.
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

/// Finds the part of a level that belongs to a class: what was not reached and has a neighbour on the level before. How much
/// that is.
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

    /// Everything that has corners and edges both even or both odd is reached.
    #[test]
    fn all_positions_have_distances() {
        let distribution = Phase2Table::build().distribution();
        assert_eq!(distribution.iter().sum::<u64>(), 40_320 * 20_160 * 2 / 16);
        assert_eq!(distribution.len(), 11, "{distribution:?}");
    }
}
