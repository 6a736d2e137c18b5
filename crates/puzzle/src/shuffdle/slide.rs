//! A move: a letter slides one cell and becomes the next or the previous letter.

use std::fmt;

use super::{CELLS, Letter, SIDE, cell_name};
use crate::Direction;

/// A move of the letter in a cell by one cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shift {
    /// The cell before the move.
    pub from: usize,
    /// The direction of the slide.
    pub way: Direction,
}

impl Shift {
    /// Number of move indices; some of them would leave the board.
    pub const COUNT: usize = 4 * CELLS;

    /// Returns the move with this index, below [`Shift::COUNT`].
    pub fn from_index(index: usize) -> Shift {
        Shift { from: index / 4, way: Direction::ALL[index % 4] }
    }

    /// The index of the move.
    pub fn index(self) -> usize {
        4 * self.from + self.way as usize
    }

    /// The cell after the move; None off the board.
    pub fn to(self) -> Option<usize> {
        // The cell from which a tile would slide in the opposite direction into this cell.
        self.way.inverse().source(self.from, SIDE, SIDE)
    }

    /// Returns the letter after the move: the next one to the right and downwards, the previous one to the left and
    /// upwards.
    pub fn changed(self, letter: Letter) -> Letter {
        let step = match self.way {
            Direction::Right | Direction::Down => 1,
            Direction::Left | Direction::Up => 25,
        };
        Letter::from_index((letter.index() + step) % 26)
    }

    /// `<`, `>`, `^` or `v`.
    pub fn sign(self) -> char {
        match self.way {
            Direction::Left => '<',
            Direction::Right => '>',
            Direction::Up => '^',
            Direction::Down => 'v',
        }
    }

    /// Parses `b3>`, in letters of either case.
    pub fn parse(text: &str) -> Option<Shift> {
        let mut chars = text.chars();
        let column = "abcde".find(chars.next()?.to_ascii_lowercase())?;
        let row = "12345".find(chars.next()?)?;
        let way = match chars.next()? {
            '<' => Direction::Left,
            '>' => Direction::Right,
            '^' => Direction::Up,
            'v' | 'V' => Direction::Down,
            _ => return None,
        };
        chars.next().is_none().then_some(Shift { from: row * SIDE + column, way })
    }
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", cell_name(self.from), self.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts() {
        for index in 0..Shift::COUNT {
            let shift = Shift::from_index(index);
            assert_eq!(shift.index(), index);
            assert_eq!(Shift::parse(&shift.to_string()), Some(shift));
        }
        assert_eq!(Shift::parse("b3>"), Some(Shift { from: 11, way: Direction::Right }));
        assert_eq!(Shift::parse("E1V").map(|shift| shift.to_string()), Some("e1v".to_string()));
        for text in ["", "b", "b3", "f3>", "b6>", "b0>", "b3x", "b3>>", "3b>", "b3 >"] {
            assert_eq!(Shift::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn edges_end_the_board() {
        let to = |text: &str| Shift::parse(text).unwrap().to();
        assert_eq!([to("b3>"), to("b3<"), to("b3^"), to("b3v")], [Some(12), Some(10), Some(6), Some(16)]);
        assert_eq!([to("a1<"), to("a1^"), to("e5>"), to("e5v"), to("e1>"), to("a5<")], [None; 6]);
        let inside = (0..Shift::COUNT).filter(|&i| Shift::from_index(i).to().is_some()).count();
        assert_eq!(inside, 80);
    }
}
