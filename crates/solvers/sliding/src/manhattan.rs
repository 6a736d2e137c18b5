//! The Manhattan distance: every tile needs at least as many moves as its cell is away from its goal cell, and a move
//! moves one tile by one cell, so a slide changes the sum by exactly 1. All that must be known of a slide is for which
//! tiles it leads closer: one bit each.

use std::marker::PhantomData;

use puzzle::Board;
use search::Cost;

use super::cells::{Cells, TileSet};
use super::homes::Homes;
use super::{Boards, Heuristic};

/// Sum over the tiles of their distances.
pub struct Manhattan<C> {
    homes: Homes,
    cells: PhantomData<C>,
}

impl<C: Cells> Manhattan<C> {
    /// Towards `goal`.
    pub fn new(goal: &Board) -> Self {
        Manhattan { homes: Homes::new(goal), cells: PhantomData }
    }
}

impl<C: Cells> Heuristic<C> for Manhattan<C> {
    type Value = Cost;
    /// The tiles that the slide brings closer.
    type Row = C::Tiles;

    fn row(&self, from: usize, to: usize) -> C::Tiles {
        self.homes.closer(from, to)
    }

    fn start(&self, board: &Board) -> Cost {
        self.homes.distances(board)
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
