//! Prune table of phase 2: the exact distance of every position in cube shape, by slashes that preserve it.
//!
//! There are 40,320 * 20,160 * 2 states of corners, edges and the middle layer, since the parities of corners and edges
//! are equal. Turns of the layers, relabellings of each layer, the reflection and turning over are 1,024 symmetries.
//! The entry of a position is found by a symmetry that maps its corners to the representative of their symmetry class;
//! there are 72 classes.

use search::table::nibble::{MAX_DISTANCE, UNREACHED};
use search::table::{ColumnMap, NibbleTable, Progress, RowFill, RowGraph};

use super::phase2_coords::{N_PERMS, Perm8, PieceType, SquareSlash, Symmetry};

/// Number of edge permutations that match the parity of a corner permutation.
const N_EDGE_PERMS: usize = N_PERMS / 2;

/// Number of entries at each distance. Entries of corners that a symmetry fixes are counted as often as they are stored.
const LEVELS: [u64; 11] = [1, 2, 37, 230, 1754, 14_166, 116_604, 711_796, 1_318_002, 725_326, 15_122];

/// Symmetry coordinate of a corner permutation: its class, and the symmetry that maps it to the representative.
#[derive(Clone, Copy)]
struct SymCoord {
    class: u16,
    symmetry: u16,
}

/// A symmetry class of corner permutations, by its representative.
struct Class {
    corners: Perm8,
    /// For every slash, the symmetry coordinate of the result.
    after: Vec<(SquareSlash, SymCoord)>,
}

/// The exact distances.
pub struct Phase2Table {
    /// By rank of the corner permutation.
    sym_coords: Vec<SymCoord>,
    /// By the class and the middle layer, then half the rank of the edge permutation.
    distances: NibbleTable<Vec<u8>>,
}

impl Phase2Table {
    /// Computes all distances by breadth-first search.
    pub fn build() -> Phase2Table {
        let edges = perms_by_parity();
        let (sym_coords, classes) = classes(&edges);
        // The solved permutation represents the first class.
        let fill = RowFill {
            name: "Square-1 phase 2",
            goals: &[(row(0, false), edge_col(Perm8::SOLVED))],
            last: MAX_DISTANCE,
            known: &LEVELS,
            n_threads: rayon::current_num_threads(),
        };
        let filled = fill.run(&SquareShapes { classes, edges }, &Progress::new(0, &|_, _| true));
        Phase2Table { sym_coords, distances: filled.expect("the fill is not cancelled").table }
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        self.distances.bytes() + size_of_val(&self.sym_coords[..]) as u64
    }

    /// Number of positions at each distance, up to turns of the layers.
    pub fn distribution(&self) -> Vec<u64> {
        let n_classes = self.distances.bytes() as usize / (N_EDGE_PERMS / 2) / 2;
        let mut class_sizes = vec![0; n_classes];
        self.sym_coords.iter().for_each(|coord| class_sizes[usize::from(coord.class)] += 1);
        let mut counts = [0; UNREACHED as usize + 1];
        for (row, col) in
            (0..2 * n_classes).flat_map(|row| (0..N_EDGE_PERMS as u16).map(move |col| (row, col)))
        {
            counts[usize::from(self.distances.get(row, col))] += class_sizes[row / 2];
        }
        let n_levels = counts.iter().rposition(|&n| n > 0).map_or(0, |last| last + 1);
        // Each layer can be turned in four ways.
        counts[..n_levels].iter().map(|n| n / 16).collect()
    }

    /// Returns the number of slashes that a position needs. The caller must pass corners and edges of equal parity.
    #[inline(always)]
    pub fn distance(&self, corners: Perm8, edges: Perm8, is_flipped: bool) -> u8 {
        let SymCoord { class, symmetry } = self.sym_coords[corners.rank()];
        let image = Symmetry::new(symmetry).applied(edges, PieceType::Edges);
        self.distances.get(row(class, is_flipped), edge_col(image))
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
        for symmetry in (0..Symmetry::COUNT).map(Symmetry::new) {
            let image = symmetry.applied(corners, PieceType::Corners);
            let coord = &mut sym_coords[image.rank()];
            if coord.class == UNCLASSIFIED {
                *coord = SymCoord { class: classes.len() as u16, symmetry: symmetry.inverse() };
            }
        }
        classes.push(Class { corners, after: Vec::new() });
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

/// Returns the row of a class and a middle layer.
#[inline(always)]
fn row(class: u16, is_flipped: bool) -> usize {
    2 * usize::from(class) + usize::from(is_flipped)
}

/// Returns the column of an edge permutation.
#[inline(always)]
fn edge_col(edges: Perm8) -> u16 {
    (edges.rank() / 2) as u16
}

/// Positions in cube shape: a row for each class and middle layer, a column for each edge permutation.
struct SquareShapes {
    classes: Vec<Class>,
    /// Edge permutations by their columns, those that go with even corners first.
    edges: [Vec<Perm8>; 2],
}

/// A slash and the symmetry to the representative after it, or both undone.
struct SlashMap<'a> {
    slash: SquareSlash,
    symmetry: Symmetry,
    is_undone: bool,
    /// The edge permutations that are mapped.
    edges: &'a [Perm8],
}

impl ColumnMap for SlashMap<'_> {
    #[inline(always)]
    fn image(&self, col: u16) -> u16 {
        let edges = self.edges[usize::from(col)];
        edge_col(if self.is_undone {
            self.slash.undone(self.symmetry.applied(edges, PieceType::Edges), PieceType::Edges)
        } else {
            self.symmetry.applied(self.slash.applied(edges, PieceType::Edges), PieceType::Edges)
        })
    }
}

impl SquareShapes {
    fn edges_of(&self, class: u16) -> &[Perm8] {
        &self.edges[usize::from(self.classes[usize::from(class)].corners.is_odd())]
    }
}

impl RowGraph for SquareShapes {
    type Map<'a> = SlashMap<'a>;

    fn n_rows(&self) -> usize {
        2 * self.classes.len()
    }

    fn n_cols(&self) -> usize {
        N_EDGE_PERMS
    }

    fn n_moves(&self) -> usize {
        SquareSlash::COUNT
    }

    /// A slash flips the middle layer.
    fn row_after(&self, from: usize, slash: usize) -> usize {
        row(self.classes[from / 2].after[slash].1.class, from.is_multiple_of(2))
    }

    fn forwards(&self, from: usize, slash: usize) -> SlashMap<'_> {
        let (slash, to) = self.classes[from / 2].after[slash];
        let edges = self.edges_of((from / 2) as u16);
        SlashMap { slash, symmetry: Symmetry::new(to.symmetry), is_undone: false, edges }
    }

    fn backwards(&self, from: usize, slash: usize) -> SlashMap<'_> {
        let (slash, to) = self.classes[from / 2].after[slash];
        let symmetry = Symmetry::new(Symmetry::new(to.symmetry).inverse());
        SlashMap { slash, symmetry, is_undone: true, edges: self.edges_of(to.class) }
    }
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
