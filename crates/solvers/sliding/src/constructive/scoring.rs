//! Scores of a step of a tile, given the direction of its home: the weight of the other tiles in all choices.

use puzzle::Direction;

use super::board::PackedCell;

/// The score of a move; scores are in fractions of it.
pub const MOVE: i32 = 16;
/// Scores for bringing a tile nearer along its longer coordinate, and along the shorter one. Found by experiment:
/// around these values the number of moves hardly changes.
const MAJOR_AXIS: i32 = 22;
const MINOR_AXIS: i32 = 9;

/// The score of a cell that the blank must not enter: no gain makes up for it.
pub const BLOCKED: i32 = -1 << 20;

/// The direction of a tile's home from its position, one bit each: below, above, to the right, to the left, further by
/// rows than by columns, at least as far by rows. One more bit marks a cell that the blank must not enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading(u8);

const N_BITS: u32 = 7;
const N_HEADINGS: usize = 1 << N_BITS;

impl Heading {
    /// The heading of a tile that must not move, and of cells beyond the edges of the board.
    pub const WALL: Heading = Heading(1 << (N_BITS - 1));

    pub fn is_wall(self) -> bool {
        self.0 & Heading::WALL.0 != 0
    }

    /// Returns the heading with the wall bit set or cleared.
    pub fn walled(self, is_wall: bool) -> Heading {
        if is_wall { Heading(self.0 | Heading::WALL.0) } else { Heading(self.0 & !Heading::WALL.0) }
    }
}

/// Returns the heading of a tile at `position`. Half of all tiles come nearer by a step: a branch would be mispredicted
/// half of the time, so there is none.
#[inline]
pub fn heading(position: PackedCell, home: PackedCell) -> Heading {
    let (down, right) = (home.row() - position.row(), home.col() - position.col());
    let (by_rows, by_cols) = (down.abs(), right.abs());
    let bits = [down > 0, down < 0, right > 0, right < 0, by_rows > by_cols, by_rows >= by_cols];
    Heading(bits.into_iter().enumerate().fold(0, |heading, (bit, is_set)| heading | u8::from(is_set) << bit))
}

/// Returns the score of a slide of a tile.
#[inline(always)]
pub fn score(slide: Direction, Heading(heading): Heading) -> i32 {
    static SCORES: [i32; 4 * N_HEADINGS] = table();
    SCORES[((slide as usize) << N_BITS | usize::from(heading)) % (4 * N_HEADINGS)]
}

/// Scores by slide and heading.
const fn table() -> [i32; 4 * N_HEADINGS] {
    let mut table = [0; 4 * N_HEADINGS];
    let mut i = 0;
    while i < table.len() {
        let (slide, heading) = (Direction::ALL[i >> N_BITS], i % N_HEADINGS);
        let (is_below, is_above) = (heading & 1 != 0, heading & 2 != 0);
        let (is_right, is_left) = (heading & 4 != 0, heading & 8 != 0);
        let (rows_lead, cols_lead) = (heading & 16 != 0, heading & 32 == 0);
        let (is_nearer, leads, trails) = match slide {
            Direction::Down => (is_below, rows_lead, cols_lead),
            Direction::Up => (is_above, rows_lead, cols_lead),
            Direction::Right => (is_right, cols_lead, rows_lead),
            Direction::Left => (is_left, cols_lead, rows_lead),
        };
        // The longer coordinate is the one that is longer in the position nearer to the home.
        table[i] = match (is_nearer, leads, trails) {
            _ if heading & Heading::WALL.0 as usize != 0 => BLOCKED,
            (true, true, _) => MAJOR_AXIS,
            (true, false, _) => MINOR_AXIS,
            (false, _, false) => -MAJOR_AXIS,
            (false, _, true) => -MINOR_AXIS,
        };
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By definition: the decrease of the estimate of [`super::super::layer`], on a coarse scale.
    #[test]
    fn the_longer_coordinate_counts_more() {
        for down in -3_i32..=3 {
            for right in -3_i32..=3 {
                let (position, home) =
                    (PackedCell::new(5, 5), PackedCell::new((5 + down) as usize, (5 + right) as usize));
                for (slide, ahead, aside) in [
                    (Direction::Down, down, right),
                    (Direction::Up, -down, right),
                    (Direction::Right, right, down),
                    (Direction::Left, -right, down),
                ] {
                    let longer = |ahead: i32| 5 * ahead.abs().max(aside.abs()) + ahead.abs().min(aside.abs());
                    let expected = match longer(ahead) - longer(ahead - 1) {
                        5 => MAJOR_AXIS,
                        1 => MINOR_AXIS,
                        -1 => -MINOR_AXIS,
                        -5 => -MAJOR_AXIS,
                        other => panic!("a step changes it by {other}"),
                    };
                    let found = score(slide, heading(position, home));
                    assert_eq!(found, expected, "{down} {right} {slide:?}");
                }
            }
        }
    }
}
