//! A table of distances with four bits per entry, in rows: entry `col` of a row is in byte `col / 2`, an even one in
//! the lower half. A row begins with a byte of its own, so that one thread may write it while others write other rows.

use std::ops::Deref;

use crate::hardware;
use crate::problem::Cost;

/// Code of an entry that has not been reached: more than any distance.
pub const UNREACHED: u8 = 15;

/// The greatest distance that an entry holds.
pub const MAX_DISTANCE: u8 = 14;

/// Rows of four-bit entries, owned or borrowed, for example from a stored table.
#[derive(Clone, Debug)]
pub struct NibbleTable<B> {
    bytes: B,
    row_bytes: usize,
}

/// Bytes of a row of `n_cols` entries. If their number is odd, half of the last byte is not used.
pub const fn row_bytes(n_cols: usize) -> usize {
    n_cols.div_ceil(2)
}

impl NibbleTable<Vec<u8>> {
    /// Creates a table in which no entry is reached.
    pub fn new(n_rows: usize, n_cols: usize) -> Self {
        let row_bytes = row_bytes(n_cols);
        NibbleTable { bytes: hardware::filled(n_rows * row_bytes, UNREACHED | UNREACHED << 4), row_bytes }
    }

    /// Returns the bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes the distance of an entry that was not reached before.
    pub(super) fn reach(&mut self, row: usize, col: u16, distance: u8) {
        reach(&mut self.bytes[row * self.row_bytes..][..self.row_bytes], col, distance);
    }

    /// Splits the table into parts of `n_rows` rows each, the last of them may be smaller.
    pub(super) fn parts_mut(&mut self, n_rows: usize) -> impl Iterator<Item = &mut [u8]> {
        self.bytes.chunks_mut(n_rows * self.row_bytes)
    }
}

impl<B: Deref<Target = [u8]>> NibbleTable<B> {
    /// Wraps the bytes of a table whose rows have `n_cols` entries.
    pub fn from_bytes(bytes: B, n_cols: usize) -> Self {
        NibbleTable { bytes, row_bytes: row_bytes(n_cols) }
    }

    /// The distance of an entry, or [`UNREACHED`].
    #[inline(always)]
    pub fn get(&self, row: usize, col: u16) -> u8 {
        self.bytes[row * self.row_bytes + usize::from(col / 2)] >> (col % 2 * 4) & 15
    }

    /// The distance of an entry as a cost, or [`UNREACHED`].
    #[inline(always)]
    pub fn distance(&self, row: usize, col: u16) -> Cost {
        Cost::from(self.get(row, col))
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, row: usize, col: u16) {
        hardware::prefetch(&self.bytes[row * self.row_bytes + usize::from(col / 2)]);
    }

    /// The bytes of a row.
    pub fn row(&self, row: usize) -> &[u8] {
        &self.bytes[row * self.row_bytes..][..self.row_bytes]
    }

    /// Size of the table in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// Writes the distance of an entry of a row that was not reached before.
#[inline(always)]
pub(super) fn reach(row: &mut [u8], col: u16, distance: u8) {
    row[usize::from(col / 2)] ^= (UNREACHED ^ distance) << (col % 2 * 4);
}

/// Writes every entry of a row to a byte of its own.
pub(super) fn unpack(row: &[u8], bytes: &mut [u8]) {
    for (pair, nibbles) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(row) {
        *pair = [nibbles & 15, nibbles >> 4];
    }
}

/// Inverse of [`unpack`].
pub(super) fn pack(bytes: &[u8], row: &mut [u8]) {
    for (pair, nibbles) in bytes.as_chunks::<2>().0.iter().zip(row) {
        *nibbles = pair[0] | pair[1] << 4;
    }
}
