//! The placements of two targets in a set of ten cells, as a bit set: a row for the rank of the first target's cell in
//! the set, a column for the rank of the second's. One bit per placement, so a whole set is one word, and a move
//! changes all placements at once by a few operations on it.
//!
//! ```text
//! bit 10 * first + second,   0..100;   the diagonal, both in one cell, is impossible
//! ```

use super::combination_rank::SET_SIZE;

/// A set of placements.
pub(super) type Placements = u128;

/// Number of placements.
pub(super) const N_PLACEMENTS: u32 = (SET_SIZE * (SET_SIZE - 1)) as u32;

/// The first row.
const ROW: Placements = (1 << SET_SIZE) - 1;

/// The first column.
const COLUMN: Placements = every(SET_SIZE);

/// All placements.
pub(super) const ALL: Placements = ((1 << (SET_SIZE * SET_SIZE)) - 1) & !every(SET_SIZE + 1);

/// Returns ten bits at distances of `step`.
const fn every(step: usize) -> Placements {
    let (mut bits, mut i) = (0, 0);
    while i < SET_SIZE {
        bits |= 1 << (step * i);
        i += 1;
    }
    bits
}

/// Returns the number of a placement.
#[inline(always)]
pub(super) fn placement(first: u32, second: u32) -> u32 {
    SET_SIZE as u32 * first + second
}

/// Returns the ranks of the two targets.
#[inline(always)]
pub(super) fn ranks(placement: u32) -> (usize, usize) {
    (placement as usize / SET_SIZE, placement as usize % SET_SIZE)
}

/// Returns all placements that one target's move between the cells of two ranks makes of `placements`, including
/// impossible ones.
#[inline(always)]
pub(super) fn moved(placements: Placements, (a, b): (usize, usize)) -> Placements {
    let rows = (placements >> (SET_SIZE * a) & ROW) << (SET_SIZE * b)
        | (placements >> (SET_SIZE * b) & ROW) << (SET_SIZE * a);
    let columns = (placements >> a & COLUMN) << b | (placements >> b & COLUMN) << a;
    rows | columns
}

/// The change of placements when a set loses one cell and gains another. No target may be in the lost cell; the ranks
/// between the two shift by one.
#[derive(Clone, Copy, Default)]
struct RankShift {
    stays: Placements,
    up: [Placements; 2],
    down: [Placements; 2],
    kept: [Placements; 2],
}

/// [`RankShift`] for all pairs of ranks.
pub(super) struct RankShifts(Box<[[RankShift; SET_SIZE]; SET_SIZE]>);

impl RankShifts {
    pub fn new() -> RankShifts {
        let shift = |lost: usize, got: usize| {
            let is_up = |rank: usize| got <= rank && rank < lost;
            let is_down = |rank: usize| lost < rank && rank <= got;
            let union = |is_in: &dyn Fn(usize) -> bool| {
                let ranks = || (0..SET_SIZE).filter(|&rank| is_in(rank));
                [
                    ranks().fold(0, |all, r| all | ROW << (SET_SIZE * r)),
                    ranks().fold(0, |all, r| all | COLUMN << r),
                ]
            };
            let [row, column] = union(&|rank| rank == lost);
            RankShift {
                stays: !(row | column),
                up: union(&is_up),
                down: union(&is_down),
                kept: union(&|rank| !is_up(rank) && !is_down(rank)),
            }
        };
        let from = |lost: usize| std::array::from_fn(|got| shift(lost, got));
        RankShifts(Box::new(std::array::from_fn(from)))
    }

    /// Returns `placements` after the set lost its cell of rank `lost` and gained one that now has rank `got`.
    #[inline(always)]
    pub fn shifted(&self, placements: Placements, lost: usize, got: usize) -> Placements {
        let RankShift { stays, up, down, kept } = &self.0[lost][got];
        let placements = placements & stays;
        // In a horizontal move no other cell lies between the two.
        if lost == got {
            return placements;
        }
        let placements =
            placements & kept[0] | (placements & up[0]) << SET_SIZE | (placements & down[0]) >> SET_SIZE;
        placements & kept[1] | (placements & up[1]) << 1 | (placements & down[1]) >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::combination_rank::rank_in_set;
    use super::*;

    const SET: u32 = 0b00000_01001_10110_00111_01010;

    fn cells(set: u32) -> impl Iterator<Item = usize> {
        (0..25).filter(move |cell| set >> cell & 1 == 1)
    }

    fn of(set: u32, first: usize, second: usize) -> Placements {
        1 << placement(rank_in_set(set, first), rank_in_set(set, second))
    }

    #[test]
    fn there_are_ninety() {
        assert_eq!((ALL.count_ones(), N_PLACEMENTS), (90, 90));
        assert!((0..100).all(|i| (ALL >> i & 1 == 1) == (ranks(i).0 != ranks(i).1)));
    }

    /// Both targets keep their cells whatever cell is exchanged for another, unless one of them is in it.
    #[test]
    fn targets_keep_their_cells() {
        let shifts = RankShifts::new();
        for lost in cells(SET) {
            for got in cells(!SET & ((1 << 25) - 1)) {
                let after = SET ^ 1 << lost ^ 1 << got;
                let (from, to) = (rank_in_set(SET, lost) as usize, rank_in_set(after, got) as usize);
                for (a, b) in cells(SET).flat_map(|a| cells(SET).map(move |b| (a, b))).filter(|(a, b)| a != b)
                {
                    let expected = if a == lost || b == lost { 0 } else { of(after, a, b) };
                    assert_eq!(shifts.shifted(of(SET, a, b), from, to), expected, "{a} {b} {lost} {got}");
                }
            }
        }
    }

    #[test]
    fn one_target_moves_at_a_time() {
        let (a, b, c) = (1, 3, 5);
        let rank = |cell| rank_in_set(SET, cell) as usize;
        let moves = |first, second| moved(of(SET, first, second), (rank(a), rank(b))) & ALL;
        assert_eq!(moves(a, c), of(SET, b, c));
        assert_eq!(moves(c, b), of(SET, c, a));
        assert_eq!(moves(a, b), 0);
        assert_eq!(moves(c, 6), 0);
    }
}
