//! Replays slides on a separate board to verify that they are possible and to find the final position. Shares nothing
//! with the board on which they were found, and checks of each slide only the edges.

use puzzle::{Board, Direction};

/// A board for replaying slides, with the blank by row and column: a division for every slide would take longer than
/// finding it.
pub struct ReplayBoard {
    rows: u32,
    cols: u32,
    /// Row by row, 0 for the blank.
    tiles: Vec<u32>,
    row: u32,
    col: u32,
}

impl ReplayBoard {
    pub fn new(board: &Board) -> ReplayBoard {
        let (rows, cols) = (board.rows() as u32, board.cols() as u32);
        let blank = board.blank() as u32;
        ReplayBoard { rows, cols, tiles: board.tiles().to_vec(), row: blank / cols, col: blank % cols }
    }

    /// Makes slides one after the other. Returns whether all were possible.
    #[must_use]
    pub fn slide(&mut self, slides: &[Direction]) -> bool {
        let (mut row, mut col) = (self.row, self.col);
        let mut to = (row * self.cols + col) as usize;
        for &slide in slides {
            // The blank moves the opposite way; beyond the edge the number wraps around and is too large.
            let (down, right) = match slide {
                Direction::Up => (1, 0),
                Direction::Down => (u32::MAX, 0),
                Direction::Left => (0, 1),
                Direction::Right => (0, u32::MAX),
            };
            (row, col) = (row.wrapping_add(down), col.wrapping_add(right));
            if row >= self.rows || col >= self.cols {
                return false;
            }
            let from = (row * self.cols + col) as usize;
            self.tiles.swap(from, to);
            to = from;
        }
        (self.row, self.col) = (row, col);
        true
    }

    /// True if the position equals `goal`.
    pub fn has_reached(&self, goal: &Board) -> bool {
        self.tiles == goal.tiles()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sequences of a few slides on a small board, against the board's own slides.
    #[test]
    fn slides_lead_where_they_do_on_a_board() {
        let start = Board::new(2, 3, vec![3, 1, 5, 4, 0, 2]).expect("a permutation");
        let n_walks = 4_usize.pow(6);
        for code in 0..n_walks {
            let slides: Vec<Direction> = (0..6).map(|i| Direction::ALL[code >> (2 * i) & 3]).collect();
            let mut board = start.clone();
            let are_possible = slides.iter().all(|&slide| board.slide(slide).is_some());
            let mut replay = ReplayBoard::new(&start);
            let (first, then) = slides.split_at(code % 7);
            assert_eq!(replay.slide(first) && replay.slide(then), are_possible, "{slides:?}");
            if are_possible {
                assert!(replay.has_reached(&board), "{slides:?}");
                assert_eq!(replay.has_reached(&start), board == start, "{slides:?}");
            }
        }
    }
}
