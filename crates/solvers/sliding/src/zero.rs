//! The zero heuristic, for uninformed searches.

use puzzle::Board;
use search::Cost;

use super::{Boards, Heuristic};

/// The heuristic that is 0 everywhere.
pub struct Zero;

impl<C> Heuristic<C> for Zero {
    type Value = ();
    type SlideInfo = ();
    const IS_ZERO: bool = true;

    fn slide_info(&self, _from: usize, _to: usize) {}
    fn start(&self, _board: &Board) {}
    fn after(&self, _value: &(), _slide: &(), _tile: usize, _boards: Boards<'_, C>) {}

    #[inline(always)]
    fn bound(&self, _value: &()) -> Cost {
        0
    }
}
