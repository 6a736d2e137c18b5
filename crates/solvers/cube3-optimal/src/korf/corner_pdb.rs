//! Korf's corner pattern database: the fewest moves that solve all corners, disregarding the edges. Exact for the
//! corners, hence admissible for the whole cube. Four bits each for 88,179,840 positions.
//!
//! A row of the table has all twists of one permutation.

use search::Cost;
use search::hardware::prefetch;
use search::table::nibble::{MAX_DISTANCE, row_bytes};
use search::table::{FilledRows, Progress, RowFill, RowGraph};

use super::corner_coords::{CornerCoord, CornerMoves, N_ROWS, N_TWISTS};
use cube3::moves;
use solver::Cancelled;
use solver::bits::members;
use solver::cube::Metric;
use solver::store::{FilledTable, Spec};

/// Number of positions of the corners.
pub const N_POSITIONS: usize = N_ROWS * N_TWISTS; // 8! 3^7 = 88,179,840

/// Number of positions at each distance in half turns: Korf, "Finding optimal solutions to Rubik's Cube using pattern
/// databases", 1997.
pub const HALF_TURNS: [u64; 12] =
    [1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736];
/// The same in quarter turns, where the last five are those of the 2x2x2 in each of 24 orientations.
pub const QUARTER_TURNS: [u64; 15] = [
    1, 12, 114, 924, 6539, 39_528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112, 32_420_448,
    18_780_864, 2_166_720, 6624,
];

/// Bytes of a row. The number of twists is odd, and half of the last byte is not used.
const ROW: usize = row_bytes(N_TWISTS);

/// Format version of stored tables: to be raised if positions or their order change.
const VERSION: u32 = 1;

/// The corner pattern database for one metric.
pub struct CornerPdb {
    metric: Metric,
    table: FilledTable<u8>,
}

impl CornerPdb {
    /// Size of the table in bytes.
    pub const BYTES: u64 = (N_ROWS * ROW) as u64;

    /// Fills the table for a metric. `report` is called with the work done and the total; it returns false to cancel.
    ///
    /// # Errors
    /// If `report` cancels.
    pub fn fill(metric: Metric, report: &(dyn Fn(u64, u64) -> bool + Sync)) -> Result<CornerPdb, Cancelled> {
        let progress = Progress::new(PdbFill::n_levels(metric) * N_ROWS as u64, report);
        let CornerCoord { row, twist } = CornerCoord::SOLVED;
        let fill = RowFill {
            name: "corners",
            goals: &[(usize::from(row), twist)],
            last: MAX_DISTANCE,
            // The store compares the levels.
            known: &[],
            n_threads: rayon::current_num_threads(),
        };
        let FilledRows { table, distribution } =
            fill.run(&PdbFill::new(metric), &progress).ok_or(Cancelled)?;
        let table = FilledTable { items: table.into_bytes().into(), distribution };
        Ok(CornerPdb { metric, table })
    }

    /// Returns the description of the stored table.
    pub fn spec(metric: Metric) -> Spec {
        let name = format!("3x3x3-corners-{}", metric.name());
        Spec::of::<u8>(&name, VERSION, [N_ROWS, N_TWISTS].map(|n| n as u64).into(), N_ROWS * ROW)
    }

    /// Returns the published number of positions at each distance.
    pub fn known_levels(metric: Metric) -> &'static [u64] {
        match metric {
            Metric::HalfTurn => &HALF_TURNS,
            Metric::QuarterTurn => &QUARTER_TURNS,
            Metric::Axial => &[],
        }
    }

    /// Wraps a stored table.
    pub fn from_stored(metric: Metric, table: FilledTable<u8>) -> CornerPdb {
        CornerPdb { metric, table }
    }

    /// Returns the data to be stored.
    pub fn into_stored(self) -> FilledTable<u8> {
        self.table
    }

    /// Returns the metric of the distances.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of positions at each distance.
    pub fn distribution(&self) -> &[u64] {
        &self.table.distribution
    }

    /// Returns the fewest moves that solve the corners.
    #[inline(always)]
    pub fn distance(&self, position: CornerCoord) -> Cost {
        Cost::from(self.table.items[byte(position)] >> (position.twist % 2 * 4) & 15)
    }

    /// Prefetches a distance.
    #[inline(always)]
    pub fn prefetch(&self, position: CornerCoord) {
        prefetch(&self.table.items[byte(position)]);
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        CornerPdb::BYTES
    }
}

#[inline(always)]
fn byte(position: CornerCoord) -> usize {
    usize::from(position.row) * ROW + usize::from(position.twist / 2)
}

/// The corner positions as rows of twists.
struct PdbFill {
    corners: &'static CornerMoves,
    /// Moves that cost 1, each with its inverse. More expensive ones are made of these.
    moves: Vec<(usize, usize)>,
    /// `twists[mv][twist]`: the table of [`CornerMoves`] transposed, so that the part that a row needs is contiguous.
    twists: Vec<Vec<u16>>,
}

impl PdbFill {
    fn new(metric: Metric) -> Self {
        let (corners, moves) = (CornerMoves::of(metric), moves::of(metric));
        let inverse = |mv: usize| usize::from(moves.inverse(search::Move(mv as u16)).0);
        let column = |mv: usize| (0..N_TWISTS as u16).map(|twist| corners.twists(twist)[mv]).collect();
        PdbFill {
            corners,
            moves: members(moves.phase1).map(|mv| (mv, inverse(mv))).collect(),
            twists: (0..moves.count()).map(column).collect(),
        }
    }

    fn n_levels(metric: Metric) -> u64 {
        if metric == Metric::QuarterTurn { 14 } else { 11 }
    }
}

impl RowGraph for PdbFill {
    type Map<'a> = &'a [u16];

    fn n_rows(&self) -> usize {
        N_ROWS
    }

    fn n_cols(&self) -> usize {
        N_TWISTS
    }

    fn n_moves(&self) -> usize {
        self.moves.len()
    }

    fn row_after(&self, row: usize, nth: usize) -> usize {
        usize::from(self.corners.rows(row as u16)[self.moves[nth].0])
    }

    fn forwards(&self, _row: usize, nth: usize) -> &[u16] {
        &self.twists[self.moves[nth].0]
    }

    fn backwards(&self, _row: usize, nth: usize) -> &[u16] {
        &self.twists[self.moves[nth].1]
    }
}
