//! Sets of cells as bit masks, row by row, and shifts of them.

use puzzle::Direction;
use puzzle::shuffdle::{CELLS, SIDE};

/// All cells.
pub(super) const ALL: u32 = (1 << CELLS) - 1;

/// All cells except those of the first column.
const NOT_FIRST: u32 = 0b11110_11110_11110_11110_11110;

/// All cells except those of the last column.
const NOT_LAST: u32 = 0b01111_01111_01111_01111_01111;

/// Returns the cells from which a step in `dir` leads into `cells`.
#[inline(always)]
pub(super) fn behind(cells: u32, dir: Direction) -> u32 {
    match dir {
        Direction::Right => (cells & NOT_FIRST) >> 1,
        Direction::Left => (cells & NOT_LAST) << 1,
        Direction::Down => cells >> SIDE,
        Direction::Up => cells << SIDE & ALL,
    }
}

/// Returns the neighbours of `cells`.
#[inline(always)]
pub(super) fn around(cells: u32) -> u32 {
    (cells << SIDE | cells >> SIDE | (cells & NOT_LAST) << 1 | (cells & NOT_FIRST) >> 1) & ALL
}

/// Returns the cell one step further, which must be on the board.
#[inline(always)]
pub(super) fn beside(cell: usize, dir: Direction) -> usize {
    match dir {
        Direction::Right => cell + 1,
        Direction::Left => cell - 1,
        Direction::Down => cell + SIDE,
        Direction::Up => cell - SIDE,
    }
}

/// Returns all pairs of adjacent cells, the lower number first.
pub(super) fn edges() -> impl Iterator<Item = (usize, usize)> {
    (0..CELLS).flat_map(|cell| {
        let right = (cell % SIDE + 1 < SIDE).then_some((cell, cell + 1));
        let below = (cell + SIDE < CELLS).then_some((cell, cell + SIDE));
        right.into_iter().chain(below)
    })
}
