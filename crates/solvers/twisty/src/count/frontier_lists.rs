//! The positions of one level as lists, coset by coset: every coset is moved by all moves, and finding its positions in
//! a two-bit table takes longer than moving them.

use rayon::prelude::*;
use search::table::two_bit::TwoBitTable;

use super::cosets::stride;

/// Cosets whose lists are stored together.
const COSETS_PER_CHUNK: usize = 64;

/// By coset, the positions with some code.
pub(super) struct FrontierLists(Vec<ChunkLists>);

/// Concatenated lists and their offsets; the last offset is the end.
struct ChunkLists {
    begins: Vec<u32>,
    positions: Vec<u16>,
}

impl FrontierLists {
    /// Lists the positions of a level in all cosets that have some.
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

    /// The positions of a coset.
    pub fn of(&self, coset: usize) -> &[u16] {
        let ChunkLists { begins, positions } = &self.0[coset / COSETS_PER_CHUNK];
        let i = coset % COSETS_PER_CHUNK;
        &positions[begins[i] as usize..begins[i + 1] as usize]
    }
}
