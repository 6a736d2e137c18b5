//! Filling a tier sheet by sheet gives what filling it at once gives, on tiers small enough for both.

use super::block_set::Set8;
use super::coset::{Coordinates, CosetSpace};
use super::fill::{FillPlan, FillSpace, fill};
use super::row_moves::RowMoves;

/// A tier with a sheet for each kind of corners.
#[derive(Clone, Copy)]
struct Split<const CORNERS: usize, const FLIPS: usize>;

impl<const CORNERS: usize, const FLIPS: usize> CosetSpace for Split<CORNERS, FLIPS> {
    const CORNERS: usize = CORNERS;
    const FLIPS: usize = FLIPS;
    const BASE: u8 = 8;
    const MEAN: i32 = 0;
}

impl<const CORNERS: usize, const FLIPS: usize> FillSpace for Split<CORNERS, FLIPS> {
    type Set = Set8<1, FLIPS>;
    const PARTS: usize = CORNERS;
}

fn check<T: FillSpace>(_: T, base: u8, expected: &[u64]) {
    let coordinates = Coordinates::new();
    let row_moves = RowMoves::new(&coordinates);
    let filled = fill::<T>(&coordinates, &row_moves, FillPlan { row_multiple: 1, base }, &|_, _| true);
    assert_eq!(filled.expect("nobody cancels").distribution, expected);
}

/// Known levels as far as it takes all ways of filling: those from lists, and the last one from whole rows. (Six sheets of
/// four flips, filled to the end, give all levels of the tier with 24 entries too, in a minute.)
#[test]
fn sheets_are_filled_together() {
    check(Split::<2, 1>, 5, &[1, 1, 4, 34, 331, 3617, 41836, 481_967]);
}
