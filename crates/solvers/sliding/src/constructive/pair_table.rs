//! A table for the last two tiles of a gap: for all positions of them and the blank in the few cells around, the
//! blank's next direction on a shortest path, found by breadth-first search from the goal.

use super::rotation::{Dir, Pos};

/// Number of rows of the area.
pub const DEPTH: i32 = 3;

/// The directions for all states of an area of one shape: two cells of the layer, and the cells below these and up to
/// one to the left and the right.
pub struct PairTable {
    /// Number of columns to the left of the two.
    left: i32,
    width: i32,
    n_positions: usize,
    /// By state.
    dirs: Vec<u8>,
}

/// Positions of both tiles and of the blank.
pub type PairState = [Pos; 3];

const UNSEEN: u8 = 9;
const GOAL: u8 = 8;

impl PairTable {
    /// Builds the table for a gap with `left` and `right` columns on its sides, 0 or 1 each.
    pub fn new(left: i32, right: i32) -> PairTable {
        let width = 2 + left + right;
        let n_positions = (width * DEPTH) as usize;
        let mut pairs = PairTable {
            left,
            width,
            n_positions,
            dirs: vec![UNSEEN; n_positions * n_positions * n_positions],
        };
        let homes = [Pos { row: 0, col: 0 }, Pos { row: 0, col: 1 }];
        let all = (0..n_positions as i32).map(|n| Pos { row: n / width, col: n % width - left });
        let mut queue: Vec<PairState> = Vec::new();
        for blank in all.filter(|pos| !homes.contains(pos)) {
            if pairs.contains(blank) {
                let state = [homes[0], homes[1], blank];
                let code = pairs.code(state);
                pairs.dirs[code] = GOAL;
                queue.push(state);
            }
        }
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            for dir in Dir::ALL {
                let before = after_step(state, dir);
                if !pairs.contains(before[2]) {
                    continue;
                }
                let code = pairs.code(before);
                if pairs.dirs[code] == UNSEEN {
                    pairs.dirs[code] = dir.opposite().0;
                    queue.push(before);
                }
            }
        }
        pairs
    }

    /// True if a position belongs to the area, relative to the first of the two cells. Of the layer itself only these
    /// two do: the other tiles are placed.
    pub fn contains(&self, pos: Pos) -> bool {
        (0..DEPTH).contains(&pos.row)
            && (-self.left..self.width - self.left).contains(&pos.col)
            && (pos.row > 0 || pos.col == 0 || pos.col == 1)
    }

    /// Returns the blank's next direction; None if both tiles are placed.
    pub fn next(&self, state: PairState) -> Option<Dir> {
        match self.dirs[self.code(state)] {
            GOAL => None,
            dir => Some(Dir(dir)),
        }
    }

    fn code(&self, state: PairState) -> usize {
        let number = |pos: Pos| (pos.row * self.width + pos.col + self.left) as usize;
        state.iter().fold(0, |code, &pos| code * self.n_positions + number(pos))
    }
}

/// Returns the state after the blank moves.
pub fn after_step(state: PairState, dir: Dir) -> PairState {
    let [a, b, blank] = state;
    let to = blank.step(dir);
    let moved = |tile: Pos| if tile == to { blank } else { tile };
    [moved(a), moved(b), to]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From all states both tiles come home.
    #[test]
    fn all_states_lead_home() {
        for (left, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let pairs = PairTable::new(left, right);
            let positions: Vec<Pos> = (0..DEPTH)
                .flat_map(|row| (-left..2 + right).map(move |col| Pos { row, col }))
                .filter(|&pos| pairs.contains(pos))
                .collect();
            let mut longest = 0;
            for &a in &positions {
                for &b in positions.iter().filter(|&&b| b != a) {
                    for &blank in positions.iter().filter(|&&blank| blank != a && blank != b) {
                        let mut state = [a, b, blank];
                        let mut n = 0;
                        while let Some(dir) = pairs.next(state) {
                            state = after_step(state, dir);
                            assert!(pairs.contains(state[2]));
                            n += 1;
                            assert!(n <= 40, "{a:?} {b:?} {blank:?} never ends");
                        }
                        assert_eq!(state[..2], [Pos { row: 0, col: 0 }, Pos { row: 0, col: 1 }]);
                        longest = longest.max(n);
                    }
                }
            }
            assert!((10..=21).contains(&longest), "{left} {right}: {longest}");
        }
    }
}
