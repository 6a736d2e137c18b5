//! Which piece is where, without twists and flips, in two words of sixteen bytes: a move is a shuffle of each.

use puzzle::Cube3;
use puzzle::cube::EDGES;
use search::hardware::Shuffle;

use super::moves::Moves;
use super::perm4;
use super::perm8;
use super::symmetry::{AXIAL16, COUNT};

type Word = [u8; 16];

/// Corners and edges by their places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    corners: Word,
    edges: Word,
}

/// What moves do to pieces, and what symmetries do to edges.
pub struct PieceMoves {
    shuffle: Shuffle,
    moves: Vec<Pieces>,
    /// Where the edge in each place comes from, and what each edge becomes.
    symmetries: [(Word, Word); COUNT],
}

impl Pieces {
    /// Of a cube.
    pub fn of(cube: &Cube3) -> Pieces {
        Pieces {
            corners: std::array::from_fn(|i| if i < 8 { cube.corner(i).0 } else { i as u8 }),
            edges: std::array::from_fn(|i| if i < 12 { cube.edge(i).0 } else { i as u8 }),
        }
    }
}

impl PieceMoves {
    /// For the moves of a metric.
    pub fn new(moves: &Moves) -> PieceMoves {
        let moves = moves.generators.iter().map(|g| Pieces::of(&g.cube)).collect();
        let symmetries = AXIAL16.all.map(|symmetry| {
            let mut to: Word = std::array::from_fn(|i| i as u8);
            for (place, edge) in EDGES.iter().enumerate() {
                let faces = edge.map(|face| symmetry.face(face));
                let image = EDGES.iter().position(|e| faces.iter().all(|f| e.contains(f)));
                to[place] = image.expect("edges go to edges") as u8;
            }
            let mut from = to;
            (0..16).for_each(|place| from[usize::from(to[place])] = place as u8);
            (from, to)
        });
        PieceMoves { shuffle: Shuffle::new(), moves, symmetries }
    }

    /// After a move.
    #[inline(always)]
    pub fn moved(&self, pieces: &Pieces, mv: usize) -> Pieces {
        let by = &self.moves[mv];
        Pieces {
            corners: self.shuffle.apply(pieces.corners, by.corners),
            edges: self.shuffle.apply(pieces.edges, by.edges),
        }
    }

    /// The order of the corners.
    #[inline(always)]
    pub fn corners(&self, pieces: &Pieces) -> u16 {
        perm8::rank(self.shuffle, pieces.corners)
    }

    /// The order of the slice edges if they are at home.
    #[inline(always)]
    pub fn slice(&self, pieces: &Pieces) -> usize {
        let [.., a, b, c, d, _, _, _, _] = pieces.edges;
        usize::from(perm4::number([a & 3, b & 3, c & 3, d & 3]))
    }

    /// The order of the other edges, if the slice edges are at home, as seen after a symmetry.
    #[inline(always)]
    pub fn edges(&self, pieces: &Pieces, symmetry: usize) -> u16 {
        let (from, to) = self.symmetries[symmetry];
        perm8::rank(self.shuffle, self.shuffle.apply(to, self.shuffle.apply(pieces.edges, from)))
    }
}
