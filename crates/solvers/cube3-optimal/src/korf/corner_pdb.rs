//! Korf's corner pattern database: the fewest moves that solve all corners, disregarding the edges. Exact for the
//! corners, hence admissible for the whole cube. Four bits each for 88,179,840 positions.
//!
//! The table is filled breadth first, a row at a time. Every row looks at the rows one move away and takes from them
//! what leads to it, so that each is written by one thread only and read by others only between levels.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use search::Cost;
use search::hardware::{filled, prefetch};

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

/// Code of a position that is not reached yet: more than any distance, of which the largest is 14, in quarter turns.
const UNREACHED: u8 = 15;
/// Bytes of a row. The number of twists is odd, and half of the last byte is not used.
const ROW: usize = N_TWISTS.div_ceil(2);
/// Rows between two progress reports.
const REPORT_INTERVAL: u64 = 256;

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
        let fill = PdbFill::new(metric, report);
        let mut nibbles = filled(N_ROWS * ROW, UNREACHED | UNREACHED << 4);
        let mut distribution = vec![1];
        set(&mut nibbles[..ROW], CornerCoord::SOLVED.twist, 0);
        let mut level: Vec<Vec<u16>> = vec![Vec::new(); N_ROWS];
        level[usize::from(CornerCoord::SOLVED.row)].push(CornerCoord::SOLVED.twist);
        let (mut reached, mut new, mut distance) = (1, 1, 0);
        while reached < N_POSITIONS {
            distance += 1;
            assert!(distance < UNREACHED, "every position is nearer");
            // Expands the smaller set: the positions just reached, or those not reached yet.
            level = if N_POSITIONS - reached < new {
                fill.pull(&mut nibbles, distance)
            } else {
                fill.push(&mut nibbles, &level, distance)
            };
            if fill.is_cancelled.load(Ordering::Relaxed) {
                return Err(Cancelled);
            }
            new = level.par_iter().map(Vec::len).sum();
            reached += new;
            distribution.push(new as u64);
        }
        Ok(CornerPdb { metric, table: FilledTable { items: nibbles.into(), distribution } })
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

/// Writes the distance of a position that was not reached before.
#[inline(always)]
fn set(row: &mut [u8], twist: u16, distance: u8) {
    row[usize::from(twist / 2)] ^= (UNREACHED ^ distance) << (twist % 2 * 4);
}

/// State of filling a table.
struct PdbFill<'w> {
    corners: &'static CornerMoves,
    /// Moves that cost 1, each with its inverse. More expensive ones are made of these.
    moves: Vec<(usize, usize)>,
    /// `twists[mv][twist]`: the table of [`CornerMoves`] transposed, so that the part that a row needs is contiguous.
    twists: Vec<Vec<u16>>,
    report: &'w (dyn Fn(u64, u64) -> bool + Sync),
    rows_done: AtomicU64,
    n_rows: u64,
    is_cancelled: AtomicBool,
}

impl<'w> PdbFill<'w> {
    fn new(metric: Metric, report: &'w (dyn Fn(u64, u64) -> bool + Sync)) -> Self {
        let (corners, moves) = (CornerMoves::of(metric), moves::of(metric));
        let inverse = |mv: usize| usize::from(moves.inverse(search::Move(mv as u16)).0);
        let column = |mv: usize| (0..N_TWISTS as u16).map(|twist| corners.twists(twist)[mv]).collect();
        let n_levels: u64 = if metric == Metric::QuarterTurn { 14 } else { 11 };
        PdbFill {
            corners,
            moves: members(moves.phase1).map(|mv| (mv, inverse(mv))).collect(),
            twists: (0..moves.count()).map(column).collect(),
            report,
            rows_done: AtomicU64::new(0),
            n_rows: n_levels * N_ROWS as u64,
            is_cancelled: AtomicBool::new(false),
        }
    }

    /// Counts another row and reports progress. False if filling is cancelled.
    fn begin_row(&self) -> bool {
        let done = self.rows_done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(REPORT_INTERVAL) && !(self.report)(done.min(self.n_rows), self.n_rows) {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
        !self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Adds a level by forward search. Returns the twists reached, by row.
    fn push(&self, nibbles: &mut [u8], before: &[Vec<u16>], distance: u8) -> Vec<Vec<u16>> {
        let rows = nibbles.par_chunks_mut(ROW).enumerate();
        let reach = |bytes: &mut [u8; 2 * ROW], (row, nibbles): (usize, &mut [u8])| {
            let others = self.corners.rows(row as u16);
            let before = |inverse: usize| &before[usize::from(others[inverse])];
            if !self.begin_row() || self.moves.iter().all(|&(_, inverse)| before(inverse).is_empty()) {
                return Vec::new();
            }
            unpack(nibbles, bytes);
            for &(mv, inverse) in &self.moves {
                let twists = &self.twists[mv][..N_TWISTS];
                for &twist in before(inverse) {
                    let to = usize::from(twists[usize::from(twist)]);
                    bytes[to] = bytes[to].min(distance);
                }
            }
            for (pair, nibbles) in bytes.as_chunks::<2>().0.iter().zip(nibbles) {
                *nibbles = pair[0] | pair[1] << 4;
            }
            positions(bytes, distance)
        };
        rows.map_init(|| [0; 2 * ROW], reach).collect()
    }

    /// Adds a level by backward search: every position not reached yet looks for a move to the level before.
    fn pull(&self, nibbles: &mut [u8], distance: u8) -> Vec<Vec<u16>> {
        let table = &*nibbles;
        let near =
            |row: u16, twist: u16| table[byte(CornerCoord { row, twist })] >> (twist % 2 * 4) & 15 < distance;
        let reach = |bytes: &mut [u8; 2 * ROW], row: usize| {
            if !self.begin_row() {
                return Vec::new();
            }
            unpack(&table[row * ROW..][..ROW], bytes);
            let (mut left, mut found) = (positions(bytes, UNREACHED), Vec::new());
            for &(mv, _) in &self.moves {
                let (other, twists) = (self.corners.rows(row as u16)[mv], &self.twists[mv]);
                left.retain(|&twist| {
                    let is_near = near(other, twists[usize::from(twist)]);
                    if is_near {
                        found.push(twist);
                    }
                    !is_near
                });
            }
            found
        };
        let level: Vec<Vec<u16>> = (0..N_ROWS).into_par_iter().map_init(|| [0; 2 * ROW], reach).collect();
        // Written afterwards, so that no thread reads a partial level.
        nibbles.par_chunks_mut(ROW).zip(&level).for_each(|(nibbles, level)| {
            level.iter().for_each(|&twist| set(nibbles, twist, distance));
        });
        level
    }
}

fn unpack(nibbles: &[u8], bytes: &mut [u8; 2 * ROW]) {
    for (pair, nibbles) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(nibbles) {
        *pair = [nibbles & 15, nibbles >> 4];
    }
}

/// Returns the twists of a row at a distance.
fn positions(bytes: &[u8; 2 * ROW], distance: u8) -> Vec<u16> {
    // Branch-free: every twist is written, and overwritten if it does not match.
    let mut positions = [0; N_TWISTS + 1];
    let mut n = 0;
    for (twist, &byte) in bytes[..N_TWISTS].iter().enumerate() {
        positions[n] = twist as u16;
        n += usize::from(byte == distance);
    }
    positions[..n].to_vec()
}
