//! The positions of one level written out row by row: every row is moved by all moves, and looking for its positions among
//! two bits each takes longer than moving them.

use rayon::prelude::*;
use search::table::two_bit::TwoBitTable;

use super::rows::stride;

/// Rows whose lists are kept together.
const ROWS_AT_ONCE: usize = 64;

/// By row, the positions with some code.
pub(super) struct Lists(Vec<Together>);

/// Lists one after the other, and where each begins; the last entry is where they end.
struct Together {
    begins: Vec<u32>,
    positions: Vec<u16>,
}

impl Lists {
    /// Of all rows that have positions of a level.
    pub fn new(
        codes: &TwoBitTable,
        code: u32,
        width: usize,
        n_rows: usize,
        has_any: impl Fn(usize) -> bool + Sync,
    ) -> Lists {
        let chunk = |i: usize| {
            let mut positions = Vec::new();
            let mut begins = Vec::with_capacity(ROWS_AT_ONCE + 1);
            for row in (i * ROWS_AT_ONCE..n_rows).take(ROWS_AT_ONCE) {
                begins.push(positions.len() as u32);
                if has_any(row) {
                    let first = row * stride(width);
                    codes.for_each(first..first + width, code, |i| positions.push((i - first) as u16));
                }
            }
            begins.push(positions.len() as u32);
            positions.shrink_to_fit();
            Together { begins, positions }
        };
        Lists((0..n_rows.div_ceil(ROWS_AT_ONCE)).into_par_iter().map(chunk).collect())
    }

    /// The positions of a row.
    pub fn of(&self, row: usize) -> &[u16] {
        let Together { begins, positions } = &self.0[row / ROWS_AT_ONCE];
        let i = row % ROWS_AT_ONCE;
        &positions[begins[i] as usize..begins[i + 1] as usize]
    }
}
