//! The misplaced-tiles heuristic: each misplaced tile needs at least one move, and a move moves one tile.

use std::marker::PhantomData;

use puzzle::Board;
use search::Cost;

use super::packed_board::{PackedBoard, TileSet};
use super::{Boards, Heuristic};

/// Number of misplaced tiles.
pub struct Misplaced<C> {
    /// The goal tile of each cell; 0 for the blank.
    goal: Vec<usize>,
    cells: PhantomData<C>,
}

impl<C: PackedBoard> Misplaced<C> {
    /// Returns the heuristic for `goal`.
    pub fn new(goal: &Board) -> Self {
        Misplaced { goal: goal.tiles().iter().map(|&tile| tile as usize).collect(), cells: PhantomData }
    }

    fn only(tile: usize) -> C::Tiles {
        let mut tiles = C::Tiles::default();
        if tile != 0 {
            tiles.insert(tile);
        }
        tiles
    }
}

impl<C: PackedBoard> Heuristic<C> for Misplaced<C> {
    type Value = Cost;
    /// The goal tile of the cell where the slide begins, and that of the cell where it ends.
    type SlideInfo = (C::Tiles, C::Tiles);

    fn slide_info(&self, from: usize, to: usize) -> Self::SlideInfo {
        (Self::only(self.goal[from]), Self::only(self.goal[to]))
    }

    fn start(&self, board: &Board) -> Cost {
        let cells = board.tiles().iter().zip(&self.goal);
        cells.filter(|&(&tile, &goal)| tile != 0 && tile as usize != goal).count() as Cost
    }

    #[inline(always)]
    fn after(
        &self,
        value: &Cost,
        (leaves, arrives): &Self::SlideInfo,
        tile: usize,
        _boards: Boards<'_, C>,
    ) -> Cost {
        value + leaves.count(tile) - arrives.count(tile)
    }

    #[inline(always)]
    fn bound(&self, value: &Cost) -> Cost {
        *value
    }
}
