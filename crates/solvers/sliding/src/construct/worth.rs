//! What it is worth that a tile moves one step, by where its home is: the scale on which the other tiles weigh.

use puzzle::Direction;

use super::field::Packed;

/// Weights are in fractions of a move.
pub const MOVE: i32 = 16;
/// What it is worth to bring a tile nearer by its longer coordinate, and by the shorter one. Found by trying: around these
/// values the number of moves hardly changes.
const LONGER: i32 = 22;
const SHORTER: i32 = 9;

/// What it is worth to go where the blank may not: so little that no gain makes up for it.
pub const BARRED: i32 = -1 << 20;

/// All that counts of where a tile's home lies, seen from where it is, one bit each: below, above, to the right, to the left,
/// further by rows than by columns, at least as far by rows. Another one says that the blank may not come there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pull(u8);

const N_BITS: u32 = 7;
const N_PULLS: usize = 1 << N_BITS;

impl Pull {
    /// Of a tile that must stay, and beyond the edges of the board.
    pub const WALL: Pull = Pull(1 << (N_BITS - 1));

    pub fn is_wall(self) -> bool {
        self.0 & Pull::WALL.0 != 0
    }

    /// The same for a tile that must stay, or need not any more.
    pub fn walled(self, is_wall: bool) -> Pull {
        if is_wall { Pull(self.0 | Pull::WALL.0) } else { Pull(self.0 & !Pull::WALL.0) }
    }
}

/// How a tile at `place` is drawn to its home. Half of all tiles come nearer by a step: a branch would be guessed wrong as
/// often as not, so there is none.
#[inline]
pub fn pull(place: Packed, home: Packed) -> Pull {
    let (down, right) = (home.row() - place.row(), home.col() - place.col());
    let (by_rows, by_cols) = (down.abs(), right.abs());
    let bits = [down > 0, down < 0, right > 0, right < 0, by_rows > by_cols, by_rows >= by_cols];
    Pull(bits.into_iter().enumerate().fold(0, |pull, (bit, is_set)| pull | u8::from(is_set) << bit))
}

/// What a slide is worth to a tile.
#[inline(always)]
pub fn worth(slide: Direction, Pull(pull): Pull) -> i32 {
    static WORTH: [i32; 4 * N_PULLS] = table();
    WORTH[((slide as usize) << N_BITS | usize::from(pull)) % (4 * N_PULLS)]
}

/// By slide and pull.
const fn table() -> [i32; 4 * N_PULLS] {
    let mut table = [0; 4 * N_PULLS];
    let mut i = 0;
    while i < table.len() {
        let (slide, pull) = (Direction::ALL[i >> N_BITS], i % N_PULLS);
        let (is_below, is_above) = (pull & 1 != 0, pull & 2 != 0);
        let (is_right, is_left) = (pull & 4 != 0, pull & 8 != 0);
        let (rows_lead, cols_lead) = (pull & 16 != 0, pull & 32 == 0);
        let (is_nearer, leads, trails) = match slide {
            Direction::Down => (is_below, rows_lead, cols_lead),
            Direction::Up => (is_above, rows_lead, cols_lead),
            Direction::Right => (is_right, cols_lead, rows_lead),
            Direction::Left => (is_left, cols_lead, rows_lead),
        };
        // The longer coordinate is the one that is longer in the nearer of both places.
        table[i] = match (is_nearer, leads, trails) {
            _ if pull & Pull::WALL.0 as usize != 0 => BARRED,
            (true, true, _) => LONGER,
            (true, false, _) => SHORTER,
            (false, _, false) => -LONGER,
            (false, _, true) => -SHORTER,
        };
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as it is meant: what the estimate of [`super::super::line`] loses, in a coarse scale.
    #[test]
    fn the_longer_coordinate_counts_more() {
        for down in -3_i32..=3 {
            for right in -3_i32..=3 {
                let (place, home) =
                    (Packed::new(5, 5), Packed::new((5 + down) as usize, (5 + right) as usize));
                for (slide, ahead, aside) in [
                    (Direction::Down, down, right),
                    (Direction::Up, -down, right),
                    (Direction::Right, right, down),
                    (Direction::Left, -right, down),
                ] {
                    let longer = |ahead: i32| 5 * ahead.abs().max(aside.abs()) + ahead.abs().min(aside.abs());
                    let expected = match longer(ahead) - longer(ahead - 1) {
                        5 => LONGER,
                        1 => SHORTER,
                        -1 => -SHORTER,
                        -5 => -LONGER,
                        other => panic!("a step changes it by {other}"),
                    };
                    let found = worth(slide, pull(place, home));
                    assert_eq!(found, expected, "{down} {right} {slide:?}");
                }
            }
        }
    }
}
