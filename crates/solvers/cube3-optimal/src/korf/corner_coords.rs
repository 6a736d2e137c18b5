//! Corner coordinates: 8! permutations, the rows, of 3^7 twists each. A move takes all of a row to one other row, and
//! acts on twists in the same way in every row.

use std::sync::LazyLock;

use puzzle::Cube3;
use search::hardware::Shuffle;

use cube3::coords::perm8::{self, N_PERM8};
use cube3::coords::twist::Twists;
use cube3::moves;
use solver::cube::Metric;

/// Number of corner permutations.
pub const N_ROWS: usize = N_PERM8;
/// Number of corner twists.
pub const N_TWISTS: usize = cube3::coords::twist::N_TWIST;

/// Room for the moves of any metric.
const WIDTH: usize = 64;

/// Coordinates of the corners.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CornerCoord {
    /// Rank of their permutation.
    pub row: u16,
    /// Number of their twists.
    pub twist: u16,
}

impl CornerCoord {
    /// The solved corners.
    pub const SOLVED: CornerCoord = CornerCoord { row: 0, twist: 0 };

    /// Returns the coordinates of a cube's corners.
    pub fn of(cube: &Cube3) -> CornerCoord {
        let word = std::array::from_fn(|i| if i < 8 { cube.corner(i).0 } else { i as u8 });
        CornerCoord { row: perm8::rank(Shuffle::new(), word), twist: Twists::<WIDTH>::of(cube) }
    }
}

/// Move tables of the corner coordinates for one metric.
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
    /// Returns the tables for a metric, built once.
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

    /// Returns the row after each move, in order of the moves.
    #[inline(always)]
    pub fn rows(&self, row: u16) -> &[u16] {
        &self.rows[usize::from(row) * self.n_moves..][..self.n_moves]
    }

    /// Returns the twists after each move, in order of the moves.
    #[inline(always)]
    pub fn twists(&self, twist: u16) -> &[u16] {
        &self.twists[usize::from(twist) * self.n_moves..][..self.n_moves]
    }

    /// Returns the coordinates after a move.
    #[inline(always)]
    pub fn moved(&self, position: CornerCoord, mv: usize) -> CornerCoord {
        CornerCoord { row: self.rows(position.row)[mv], twist: self.twists(position.twist)[mv] }
    }
}
