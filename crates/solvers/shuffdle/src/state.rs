//! A state in one word: the holes as bits by cell, the cells of the five targets in five bits each, and the line they
//! aim at.
//!
//! ```text
//! bits  0..25  holes
//!      25..50  target 0, target 1, … in the order of the word
//!      50..54  line
//! ```

use puzzle::shuffdle::{CELLS, Line, SIDE};

/// Bits of a cell's number.
const CELL: usize = 5;

const TARGETS: usize = CELLS;
const LINE: usize = TARGETS + SIDE * CELL;
const CELLS_MASK: u64 = (1 << CELLS) - 1;

/// The positions of holes and targets, and the goal line of the targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State(u64);

impl State {
    /// Returns the state with these targets, in the order of the word.
    pub fn new(holes: u32, targets: &[usize; SIDE], line: Line) -> State {
        State(u64::from(holes) | u64::from(packed(targets)) << TARGETS | (line.index() as u64) << LINE)
    }

    /// Returns the holes as a bit mask of cells.
    #[inline(always)]
    pub fn holes(self) -> u32 {
        (self.0 & CELLS_MASK) as u32
    }

    /// Returns the cells of all targets, packed.
    #[inline(always)]
    pub fn targets(self) -> u32 {
        (self.0 >> TARGETS & CELLS_MASK) as u32
    }

    /// Returns the cell of a target.
    #[inline(always)]
    pub fn target(self, i: usize) -> usize {
        (self.0 >> (TARGETS + i * CELL)) as usize & 31
    }

    /// Returns the number of the line.
    #[inline(always)]
    pub fn line(self) -> usize {
        (self.0 >> LINE) as usize
    }

    /// Returns the targets as a bit mask of cells.
    #[inline(always)]
    pub fn target_cells(self) -> u32 {
        (0..SIDE).fold(0, |cells, i| cells | 1 << self.target(i))
    }

    /// Returns the state after the tile in cell `from` moves to the hole in cell `to`.
    #[inline(always)]
    pub fn after_move(self, from: usize, to: usize) -> State {
        let mut after = self.0 ^ 1 << from ^ 1 << to;
        for i in 0..SIDE {
            let differs = ((from ^ to) as u64) << (TARGETS + i * CELL);
            after ^= if self.target(i) == from { differs } else { 0 };
        }
        State(after)
    }
}

/// Packs cells in five bits each, the first lowest.
pub(super) fn packed(cells: &[usize; SIDE]) -> u32 {
    (0..SIDE).fold(0, |packed, i| packed | (cells[i] as u32) << (i * CELL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_apart() {
        let targets = [24, 0, 7, 19, 3];
        let state = State::new(0b11111 << 10, &targets, Line::ALL[9]);
        assert_eq!((state.holes(), state.line()), (0b11111 << 10, 9));
        assert_eq!(std::array::from_fn(|i| state.target(i)), targets);
        let after = state.after_move(7, 12);
        assert_eq!((after.target(2), after.holes()), (12, 0b11011 << 10 | 1 << 7));
        assert_eq!((after.target(0), after.line()), (24, 9));
        assert_eq!(after.after_move(12, 7), state);
        // A blocker does not change the targets.
        assert_eq!(state.after_move(9, 10).targets(), state.targets());
    }
}
