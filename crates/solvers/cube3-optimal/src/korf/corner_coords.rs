//! What the corners can be, by number: 8! permutations, the rows, of 3^7 twists each. A move takes all of a row to one
//! other row, and does the same to a twist whatever the row is.

use std::sync::LazyLock;

use puzzle::Cube3;
use search::hardware::Shuffle;

use cube3::moves;
use cube3::perm8::{self, N_PERM8};
use cube3::twist::Twists;
use solver::cube::Metric;

/// Permutations of the corners.
pub const N_ROWS: usize = N_PERM8;
/// Twists of the corners.
pub const N_TWISTS: usize = cube3::twist::N_TWIST;

/// Moves of any metric, and some room.
const WIDTH: usize = 64;

/// Where the corners are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CornerCoord {
    /// Their permutation.
    pub row: u16,
    /// Their twists.
    pub twist: u16,
}

impl CornerCoord {
    /// All at home.
    pub const SOLVED: CornerCoord = CornerCoord { row: 0, twist: 0 };

    /// Of a cube.
    pub fn of(cube: &Cube3) -> CornerCoord {
        let word = std::array::from_fn(|i| if i < 8 { cube.corner(i).0 } else { i as u8 });
        CornerCoord { row: perm8::rank(Shuffle::new(), word), twist: Twists::<WIDTH>::of(cube) }
    }
}

/// What the moves of a metric do to positions.
pub struct CornerMoves {
    n_moves: usize,
    /// `rows[row * n_moves + mv]`.
    rows: Vec<u16>,
    /// `twists[twist * n_moves + mv]`.
    twists: Vec<u16>,
}

static HALF_TURN: LazyLock<CornerMoves> = LazyLock::new(|| CornerMoves::new(Metric::HalfTurn));
static QUARTER_TURN: LazyLock<CornerMoves> = LazyLock::new(|| CornerMoves::new(Metric::QuarterTurn));
static AXIAL: LazyLock<CornerMoves> = LazyLock::new(|| CornerMoves::new(Metric::Axial));

impl CornerMoves {
    /// For the moves of a metric.
    pub fn of(metric: Metric) -> &'static CornerMoves {
        match metric {
            Metric::HalfTurn => &HALF_TURN,
            Metric::QuarterTurn => &QUARTER_TURN,
            Metric::Axial => &AXIAL,
        }
    }

    fn new(metric: Metric) -> CornerMoves {
        let (moves, shuffle) = (moves::of(metric), Shuffle::new());
        let n_moves = moves.count();
        let word =
            |things: &dyn Fn(usize) -> u8| std::array::from_fn(|i| if i < 8 { things(i) } else { i as u8 });
        let from: Vec<[u8; 16]> =
            moves.generators.iter().map(|generator| word(&|place| generator.cube.corner(place).0)).collect();
        let mut rows = Vec::with_capacity(N_ROWS * n_moves);
        for row in 0..N_ROWS as u16 {
            let things = perm8::unrank(row);
            let things = word(&|place| things[place]);
            rows.extend(from.iter().map(|&from| perm8::rank(shuffle, shuffle.apply(things, from))));
        }
        let table = Twists::<WIDTH>::new(moves);
        let twists = (0..N_TWISTS as u16).flat_map(|twist| table.row(twist)[..n_moves].to_vec()).collect();
        CornerMoves { n_moves, rows, twists }
    }

    /// Where the moves lead from a row, one after the other.
    #[inline(always)]
    pub fn rows(&self, row: u16) -> &[u16] {
        &self.rows[usize::from(row) * self.n_moves..][..self.n_moves]
    }

    /// Where the moves lead from a twist, one after the other.
    #[inline(always)]
    pub fn twists(&self, twist: u16) -> &[u16] {
        &self.twists[usize::from(twist) * self.n_moves..][..self.n_moves]
    }

    /// The position after a move.
    #[inline(always)]
    pub fn moved(&self, position: CornerCoord, mv: usize) -> CornerCoord {
        CornerCoord { row: self.rows(position.row)[mv], twist: self.twists(position.twist)[mv] }
    }
}
