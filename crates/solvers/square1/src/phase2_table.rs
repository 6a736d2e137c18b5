//! How far all positions of two squares are from solved by slashes that keep squares: an exact table.
//!
//! There are 40,320 * 20,160 * 2 orders of corners, of edges and of the middle layer, since corners and edges are always
//! both odd or both even. Layers turn freely, pieces may be counted on round each layer, and there are the mirror and the
//! view from below: 1,024 ways to see a position. One that shows the corners as the order which stands for their class
//! tells where its entry is; there are 72 classes.

use super::piece_order::{Kind, N_ROWS, Row, Slash, Symmetry};

/// Orders of the edges that go with an order of the corners.
const N_EDGES: usize = N_ROWS / 2;

/// What was not reached.
const FAR: u8 = u8::MAX;

/// A level of more entries than this is found from what is left.
const FEW: usize = 500_000;

/// Where the order of the corners belongs: its class, and the symmetry that shows the order which stands for it.
#[derive(Clone, Copy)]
struct Placed {
    class: u16,
    symmetry: u16,
}

/// Orders of the corners up to symmetry.
struct Class {
    corners: Row,
    /// The symmetries that leave it as it is.
    fixing: Vec<Symmetry>,
    /// Where slashes lead.
    after: Vec<(Slash, Placed)>,
}

/// The distances.
pub struct Squares {
    /// By order of the corners.
    placed: Vec<Placed>,
    /// By the middle layer, the class and the order of the edges.
    distances: [Vec<u8>; 2],
}

impl Squares {
    /// Finds all distances.
    pub fn filled() -> Squares {
        let edges = by_parity();
        let (placed, classes) = classes(&edges);
        let mut distances = [0, 1].map(|_| vec![FAR; classes.len() * N_EDGES]);
        // The solved order stands for the first class.
        distances[0][Row::SOLVED.number() / 2] = 0;
        let mut last = vec![(0, Row::SOLVED)];
        for level in 1.. {
            // A slash turns the middle layer over.
            let [even, odd] = &mut distances;
            let (before, now) = if level % 2 == 1 { (even, odd) } else { (odd, even) };
            let n_new = if last.len() <= FEW {
                last = forwards(&classes, &last, level, now);
                last.len()
            } else {
                let rows = now.chunks_mut(N_EDGES).zip(&classes);
                rows.map(|(row, class)| backwards(class, level, before, row, &edges)).sum()
            };
            if n_new == 0 {
                break;
            }
        }
        Squares { placed, distances }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let entries = self.distances.iter().map(Vec::len).sum::<usize>();
        (entries + size_of_val(&self.placed[..])) as u64
    }

    /// How many positions there are at each distance, however their layers are turned.
    pub fn distribution(&self) -> Vec<u64> {
        let n_classes = self.distances[0].len() / N_EDGES;
        let mut orders = vec![0; n_classes];
        self.placed.iter().for_each(|placed| orders[usize::from(placed.class)] += 1);
        let mut counts = Vec::new();
        for (i, &distance) in self.distances.iter().flat_map(|entries| entries.iter().enumerate()) {
            counts.resize(counts.len().max(usize::from(distance) + 1), 0);
            counts[usize::from(distance)] += orders[i / N_EDGES];
        }
        // Both layers have four ways to be turned.
        counts.iter().map(|n| n / 16).collect()
    }

    /// How many slashes a position needs. Corners and edges must both be even or odd.
    #[inline(always)]
    pub fn distance(&self, corners: Row, edges: Row, is_flipped: bool) -> u8 {
        let Placed { class, symmetry } = self.placed[corners.number()];
        let seen = Symmetry::new(symmetry).applied(edges, Kind::Edges);
        self.distances[usize::from(is_flipped)][usize::from(class) * N_EDGES + seen.number() / 2]
    }
}

/// All classes of orders of the corners, that of the solved one first, and where each order belongs.
fn classes(rows: &[Vec<Row>; 2]) -> (Vec<Placed>, Vec<Class>) {
    const NOWHERE: u16 = u16::MAX;
    let mut placed = vec![Placed { class: NOWHERE, symmetry: 0 }; N_ROWS];
    let mut classes: Vec<Class> = Vec::new();
    for &corners in [Row::SOLVED].iter().chain(rows.iter().flatten()) {
        if placed[corners.number()].class != NOWHERE {
            continue;
        }
        let mut fixing = Vec::new();
        for symmetry in (0..Symmetry::COUNT).map(Symmetry::new) {
            let image = symmetry.applied(corners, Kind::Corners);
            let place = &mut placed[image.number()];
            if place.class == NOWHERE {
                *place = Placed { class: classes.len() as u16, symmetry: symmetry.inverse() };
            }
            if image == corners {
                fixing.push(symmetry);
            }
        }
        classes.push(Class { corners, fixing, after: Vec::new() });
    }
    for class in &mut classes {
        let after = |slash: Slash| (slash, placed[slash.applied(class.corners, Kind::Corners).number()]);
        class.after = Slash::all().map(after).collect();
    }
    (placed, classes)
}

/// All orders by half their number, first those that are even.
fn by_parity() -> [Vec<Row>; 2] {
    let mut rows = [0, 1].map(|_| vec![Row::SOLVED; N_EDGES]);
    all_rows(0, 0, &mut |row| rows[usize::from(row.is_odd())][row.number() / 2] = row);
    rows
}

/// Hands over all orders that go on from some slots.
fn all_rows(row: u32, n_slots: u32, found: &mut dyn FnMut(Row)) {
    if n_slots == 8 {
        return found(Row(row));
    }
    let is_used = |piece: u32| (0..n_slots).any(|slot| row >> (4 * slot) & 15 == piece);
    for piece in (0..8).filter(|&piece| !is_used(piece)) {
        all_rows(row | piece << (4 * n_slots), n_slots + 1, found);
    }
}

/// Finds a level from the one before, each as classes and edges.
fn forwards(classes: &[Class], last: &[(u16, Row)], level: u8, now: &mut [u8]) -> Vec<(u16, Row)> {
    let mut found = Vec::new();
    for &(class, edges) in last {
        for (slash, to) in &classes[usize::from(class)].after {
            let edges = Symmetry::new(to.symmetry).applied(slash.applied(edges, Kind::Edges), Kind::Edges);
            let row = &mut now[usize::from(to.class) * N_EDGES..][..N_EDGES];
            // Whatever leaves the corners as they are makes more entries of one position.
            for symmetry in &classes[usize::from(to.class)].fixing {
                let edges = symmetry.applied(edges, Kind::Edges);
                let entry = &mut row[edges.number() / 2];
                if *entry == FAR {
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
fn backwards(class: &Class, level: u8, before: &[u8], row: &mut [u8], edges: &[Vec<Row>; 2]) -> usize {
    let edges = &edges[usize::from(class.corners.is_odd())];
    let mut open: Vec<u16> = (0..N_EDGES as u16).filter(|&at| row[usize::from(at)] == FAR).collect();
    let n_open = open.len();
    for (slash, to) in &class.after {
        let symmetry = Symmetry::new(to.symmetry);
        let to = &before[usize::from(to.class) * N_EDGES..][..N_EDGES];
        open.retain(|&at| {
            let next = symmetry.applied(slash.applied(edges[usize::from(at)], Kind::Edges), Kind::Edges);
            let is_found = to[next.number() / 2] == level - 1;
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
        let distribution = Squares::filled().distribution();
        assert_eq!(distribution.iter().sum::<u64>(), 40_320 * 20_160 * 2 / 16);
        assert_eq!(distribution.len(), 11, "{distribution:?}");
    }
}
