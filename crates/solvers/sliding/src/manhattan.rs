//! The Manhattan distance: every tile needs at least as many moves as its cell is away from its goal cell, and a move
//! moves one tile by one cell, so a slide changes the sum by exactly 1. The only data of a slide is the set of tiles
//! that it brings closer: one bit each.

use std::marker::PhantomData;

use puzzle::Board;
use search::Cost;

use super::goal_cells::GoalCells;
use super::packed_board::{PackedBoard, TileSet};
use super::{Boards, Heuristic};

/// Manhattan distance: the sum of the tiles' distances to their goal cells.
pub struct Manhattan<C> {
    goal_cells: GoalCells,
    cells: PhantomData<C>,
}

impl<C: PackedBoard> Manhattan<C> {
    /// Returns the heuristic for `goal`.
    pub fn new(goal: &Board) -> Self {
        Manhattan { goal_cells: GoalCells::new(goal), cells: PhantomData }
    }
}

impl<C: PackedBoard> Heuristic<C> for Manhattan<C> {
    type Value = Cost;
    /// The tiles that the slide brings closer.
    type SlideInfo = C::Tiles;

    fn slide_info(&self, from: usize, to: usize) -> C::Tiles {
        self.goal_cells.closer(from, to)
    }

    fn start(&self, board: &Board) -> Cost {
        self.goal_cells.manhattan(board)
    }

    #[inline(always)]
    fn after(&self, value: &Cost, closer: &C::Tiles, tile: usize, _boards: Boards<'_, C>) -> Cost {
        value + 1 - closer.twice(tile)
    }

    #[inline(always)]
    fn bound(&self, value: &Cost) -> Cost {
        *value
    }
}
