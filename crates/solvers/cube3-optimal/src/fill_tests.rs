//! Filling a coset space part by part gives the same levels as filling it at once, on spaces small enough for both.

use super::block_set::Set8;
use super::coset::{Coordinates, CosetSpace};
use super::fill::{FillPlan, FillSpace, fill};
use super::row_moves::RowMoves;

/// A coset space with a part for each corner class.
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
    assert_eq!(filled.expect("not cancelled").distribution, expected);
}

/// Known levels up to where all ways of filling are used: from lists, and the last one from whole rows. (Six parts of
/// four flips, filled to the end, also give all levels of the space with 24 entries, in a minute.)
#[test]
fn parts_are_filled_together() {
    check(Split::<2, 1>, 5, &[1, 1, 4, 34, 331, 3617, 41836, 481_967]);
}
