//! The four directions in which a tile can slide, as arithmetic on row-major cell indices. [`super::Board`] applies
//! them.
//!
//! A direction is always the one in which the *tile* moves, as in most puzzle programs and as a finger would do it. The
//! blank moves in the opposite direction.

/// The direction in which a tile slides into the blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// The tile below the blank moves up.
    Up,
    /// The tile above the blank moves down.
    Down,
    /// The tile to the right of the blank moves left.
    Left,
    /// The tile to the left of the blank moves right.
    Right,
}

impl Direction {
    /// All directions, in the order of their numbers: `Direction::ALL[d as usize] == d`.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The opposite direction, which undoes a slide.
    pub const fn inverse(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// `U`, `D`, `L` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// Returns the direction with this [`letter`](Self::letter), which must be a capital.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Self::ALL.into_iter().find(|d| d.letter() == letter)
    }

    /// Returns the cell whose tile slides in this direction when the blank is in cell `blank` of a `rows` x `cols`
    /// board; None at the edge of the board.
    pub const fn source(self, blank: usize, rows: usize, cols: usize) -> Option<usize> {
        let (row, col) = (blank / cols, blank % cols);
        match self {
            Direction::Up if row + 1 < rows => Some(blank + cols),
            Direction::Down if row > 0 => Some(blank - cols),
            Direction::Left if col + 1 < cols => Some(blank + 1),
            Direction::Right if col > 0 => Some(blank - 1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_numbers_and_inverses_agree() {
        for (idx, d) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(d as usize, idx);
            assert_eq!(Direction::from_letter(d.letter()), Some(d));
            assert_ne!(d.inverse(), d);
            assert_eq!(d.inverse().inverse(), d);
        }
        let letters: String = Direction::ALL.into_iter().map(Direction::letter).collect();
        assert_eq!(letters, "UDLR");
        for letter in ['u', 'X', ' ', 'Ü'] {
            assert_eq!(Direction::from_letter(letter), None, "{letter}");
        }
    }

    /// Cells of a 2x3 board from which a tile slides up, down, left, right into `blank`; `-` where there is none.
    fn check(blank: usize, expected: &str) {
        let found: Vec<String> = Direction::ALL
            .into_iter()
            .map(|d| d.source(blank, 2, 3).map_or("-".to_string(), |cell| cell.to_string()))
            .collect();
        assert_eq!(found.join(" "), expected, "blank in cell {blank}");
    }

    #[test]
    fn sources_stop_at_the_edges() {
        check(0, "3 - 1 -");
        check(1, "4 - 2 0");
        check(2, "5 - - 1");
        check(3, "- 0 4 -");
        check(4, "- 1 5 3");
        check(5, "- 2 - 4");
    }

    #[test]
    fn the_inverse_leads_back() {
        for blank in 0..12 {
            for d in Direction::ALL {
                if let Some(cell) = d.source(blank, 3, 4) {
                    assert_eq!(d.inverse().source(cell, 3, 4), Some(blank));
                }
            }
        }
    }
}
