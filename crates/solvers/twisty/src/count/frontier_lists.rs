//! The positions of one level written out row by row: every row is moved by all moves, and looking for its positions among
//! two bits each takes longer than moving them.

use rayon::prelude::*;
use search::table::two_bit::TwoBitTable;

use super::cosets::stride;

/// Rows whose lists are kept together.
const COSETS_PER_CHUNK: usize = 64;

/// By row, the positions with some code.
pub(super) struct FrontierLists(Vec<ChunkLists>);

/// Lists one after the other, and where each begins; the last entry is where they end.
struct ChunkLists {
    begins: Vec<u32>,
    positions: Vec<u16>,
}

impl FrontierLists {
    /// Of all rows that have positions of a level.
    pub fn new(
        codes: &TwoBitTable,
        code: u32,
        width: usize,
        n_cosets: usize,
        has_any: impl Fn(usize) -> bool + Sync,
    ) -> FrontierLists {
        let chunk = |i: usize| {
            let mut positions = Vec::new();
            let mut begins = Vec::with_capacity(COSETS_PER_CHUNK + 1);
            for coset in (i * COSETS_PER_CHUNK..n_cosets).take(COSETS_PER_CHUNK) {
                begins.push(positions.len() as u32);
                if has_any(coset) {
                    let first = coset * stride(width);
                    codes.for_each(first..first + width, code, |i| positions.push((i - first) as u16));
                }
            }
            begins.push(positions.len() as u32);
            positions.shrink_to_fit();
            ChunkLists { begins, positions }
        };
        FrontierLists((0..n_cosets.div_ceil(COSETS_PER_CHUNK)).into_par_iter().map(chunk).collect())
    }

    /// The positions of a row.
    pub fn of(&self, coset: usize) -> &[u16] {
        let ChunkLists { begins, positions } = &self.0[coset / COSETS_PER_CHUNK];
        let i = coset % COSETS_PER_CHUNK;
        &positions[begins[i] as usize..begins[i + 1] as usize]
    }
}
