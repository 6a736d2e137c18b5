//! Sets of cells as bits, row by row, and how they shift.

use puzzle::Direction;
use puzzle::shuffdle::{CELLS, SIDE};

/// Every cell.
pub(super) const ALL: u32 = (1 << CELLS) - 1;

/// All cells but those of the first column.
const NOT_FIRST: u32 = 0b11110_11110_11110_11110_11110;

/// All cells but those of the last column.
const NOT_LAST: u32 = 0b01111_01111_01111_01111_01111;

/// The cells from which a step in `dir` leads into `cells`.
#[inline(always)]
pub(super) fn behind(cells: u32, dir: Direction) -> u32 {
    match dir {
        Direction::Right => (cells & NOT_FIRST) >> 1,
        Direction::Left => (cells & NOT_LAST) << 1,
        Direction::Down => cells >> SIDE,
        Direction::Up => cells << SIDE & ALL,
    }
}

/// The cells beside any of `cells`.
#[inline(always)]
pub(super) fn around(cells: u32) -> u32 {
    (cells << SIDE | cells >> SIDE | (cells & NOT_LAST) << 1 | (cells & NOT_FIRST) >> 1) & ALL
}

/// The cell one step further, which must be on the board.
#[inline(always)]
pub(super) fn beside(cell: usize, dir: Direction) -> usize {
    match dir {
        Direction::Right => cell + 1,
        Direction::Left => cell - 1,
        Direction::Down => cell + SIDE,
        Direction::Up => cell - SIDE,
    }
}

/// All pairs of cells side by side, the lower number first.
pub(super) fn edges() -> impl Iterator<Item = (usize, usize)> {
    (0..CELLS).flat_map(|cell| {
        let right = (cell % SIDE + 1 < SIDE).then_some((cell, cell + 1));
        let below = (cell + SIDE < CELLS).then_some((cell, cell + SIDE));
        right.into_iter().chain(below)
    })
}
