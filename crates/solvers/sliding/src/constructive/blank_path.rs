//! Paths of the blank: of those near the straight line the one with the best score of the other tiles for its length,
//! and a detour where an obstacle is in the way.

use puzzle::Direction;

use super::layer::LayerSolver;
use super::rotation::{Dir, Pos};
use super::scoring::{BLOCKED, Heading, MOVE, score};

/// Maximum deviation of a path from the straight line. 2, 3, 4, 6 and 9 cells take 1.72, 1.69, 1.68, 1.66 and 1.66 n³
/// moves for 50x50 boards; the time to find paths grows in proportion.
const MAX_DEVIATION: usize = 4;
const WIDTH: usize = 2 * MAX_DEVIATION + 1;

/// The score that a step must gain for the other tiles to pay off. Found by experiment: 10 to 14 sixteenths of a move
/// are about equal, and with 16 or 24 solutions are 1 and 2 % longer.
const STEP_COST: i32 = 3 * MOVE / 4;

/// The score of a path. An integer, exact as long as no wall is in the way; stored as a float only because the maximum
/// of two floats needs no branch, which would be mispredicted one time in four.
type Value = f32;

/// The score of a cell that no path reaches, or only one through walls.
const UNREACHABLE: Value = 512.0 * BLOCKED as Value;

/// A row of the dynamic program: the best scores of paths to the cells of one line across the straight line.
#[derive(Clone, Copy)]
struct Row {
    /// Ending with the forward step into the row.
    entered: [Value; WIDTH],
    /// With any number of sideways steps after it, to higher cells.
    out: [Value; WIDTH],
    /// With any number of sideways steps after it, to lower cells.
    back: [Value; WIDTH],
    /// The sideways offset of the first cell from that of the row before.
    shift: usize,
}

/// Buffers of the path search, and the path found last.
#[derive(Default)]
pub struct PathBuffers {
    slides: Vec<Direction>,
    rows: Vec<Row>,
    seen: Vec<u8>,
    queue: Vec<Pos>,
}

/// Returns the maximum. `f32::max` also handles NaN, which takes longer.
#[inline(always)]
fn larger(a: Value, b: Value) -> Value {
    if a > b { a } else { b }
}

/// Returns the score of a step minus its cost.
#[inline(always)]
fn profit(slide: Direction, heading: Heading) -> Value {
    (score(slide, heading) - STEP_COST) as Value
}

impl LayerSolver<'_> {
    /// Moves the blank to `to` without moving the tile at `tile`. Returns whether there is a path.
    pub(super) fn move_blank_to(&mut self, to: Pos, tile: Option<Pos>) -> bool {
        let mut walk = std::mem::take(&mut self.scratch.walk);
        let tile = tile.map(|pos| self.rotation().cell(pos));
        tile.into_iter().for_each(|cell| self.board.set_wall(cell, true));
        let is_found = self.monotone_path(to, &mut walk) || self.detour(to, &mut walk);
        tile.into_iter().for_each(|cell| self.board.set_wall(cell, false));
        if is_found {
            self.board.slide(&walk.slides);
        }
        self.scratch.walk = walk;
        is_found
    }

    /// Finds the best path that never goes back along the longer axis, by dynamic programming: forward steps, and
    /// between two of them as many sideways steps as pay off. A step moves the tile of the cell it leads to, and no
    /// such path visits a cell twice, so the effect of a step on the other tiles does not depend on the steps before
    /// it.
    fn monotone_path(&self, to: Pos, walk: &mut PathBuffers) -> bool {
        let from = self.blank();
        let (n_rows, n_cols) = ((to.row - from.row).abs(), (to.col - from.col).abs());
        let row = (n_rows, if to.row < from.row { Dir::UP } else { Dir::DOWN });
        let col = (n_cols, if to.col < from.col { Dir::LEFT } else { Dir::RIGHT });
        let ((n_on, on), (n_aside, aside)) = if n_rows > n_cols { (row, col) } else { (col, row) };
        let (per_on, per_aside) = (self.rotation().stride(on), self.rotation().stride(aside));
        let [on, out, back] = [on, aside, aside.opposite()].map(|dir| self.rotation().slide(dir));
        let PathBuffers { slides, rows, .. } = walk;
        rows.clear();
        let mut cell = self.rotation().cell(from) - MAX_DEVIATION as i32 * per_aside;
        let mut entered = [UNREACHABLE; WIDTH];
        entered[MAX_DEVIATION] = 0.0;
        let mut shift = 0;
        // The sideways offset of the straight line so far, and the remainder of the division.
        let (mut gone_aside, mut rest) = (0, n_on / 2);
        for step in 0..=n_on {
            let headings: [_; WIDTH] =
                std::array::from_fn(|i| self.board.heading_or_wall(cell + i as i32 * per_aside));
            if step > 0 {
                for (entered, heading) in entered.iter_mut().zip(headings) {
                    *entered = larger(*entered + profit(on, heading), UNREACHABLE);
                }
            }
            let mut row = Row { entered, out: entered, back: entered, shift };
            for i in 1..WIDTH {
                row.out[i] = larger(row.out[i], row.out[i - 1] + profit(out, headings[i]));
                let i = WIDTH - 1 - i;
                row.back[i] = larger(row.back[i], row.back[i + 1] + profit(back, headings[i]));
            }
            rows.push(row);
            rest += n_aside;
            let is_aside = rest >= n_on;
            rest -= if is_aside { n_on } else { 0 };
            shift = usize::from(is_aside);
            gone_aside += i32::from(is_aside && step < n_on);
            cell += per_on + if is_aside { per_aside } else { 0 };
            // A select instead of a branch, which would be mispredicted.
            let best: [Value; WIDTH] = std::array::from_fn(|i| larger(row.out[i], row.back[i]));
            entered = std::array::from_fn(|i| {
                let next = if i + 1 < WIDTH { best[i + 1] } else { UNREACHABLE };
                if is_aside { next } else { best[i] }
            });
        }
        // Backtracking from the last row to the first.
        let mut i = (n_aside - gone_aside) as usize + MAX_DEVIATION;
        let is_found =
            rows.last().is_some_and(|row| larger(row.out[i], row.back[i]) > BLOCKED as Value / 2.0);
        slides.clear();
        for row in rows.iter().rev().filter(|_| is_found) {
            if row.back[i] > row.out[i] {
                while row.back[i] > row.entered[i] {
                    slides.push(back);
                    i += 1;
                }
            } else {
                while row.out[i] > row.entered[i] {
                    slides.push(out);
                    i -= 1;
                }
            }
            slides.push(on);
            i += row.shift;
        }
        // No step leads into the first row.
        slides.pop();
        slides.reverse();
        is_found
    }

    /// Finds a shortest path around obstacles, by breadth-first search.
    fn detour(&self, to: Pos, walk: &mut PathBuffers) -> bool {
        const UNSEEN: u8 = 9;
        const START: u8 = 8;
        let from = self.blank();
        let first = Pos { row: from.row.min(to.row) - 2, col: from.col.min(to.col) - 2 };
        let end = Pos { row: from.row.max(to.row) + 3, col: from.col.max(to.col) + 3 };
        let width = end.col - first.col;
        let at = |pos: Pos| ((pos.row - first.row) * width + pos.col - first.col) as usize;
        let is_near =
            |pos: Pos| (first.row..end.row).contains(&pos.row) && (first.col..end.col).contains(&pos.col);
        let PathBuffers { slides, seen, queue, .. } = walk;
        slides.clear();
        seen.clear();
        seen.resize((width * (end.row - first.row)) as usize, UNSEEN);
        queue.clear();
        queue.push(from);
        seen[at(from)] = START;
        let mut next = 0;
        while seen[at(to)] == UNSEEN {
            let Some(&pos) = queue.get(next) else { return false };
            next += 1;
            for dir in Dir::ALL {
                let to = pos.step(dir);
                if is_near(to) && self.is_free(to) && seen[at(to)] == UNSEEN {
                    seen[at(to)] = dir.0;
                    queue.push(to);
                }
            }
        }
        let mut pos = to;
        while pos != from {
            let dir = Dir(seen[at(pos)]);
            slides.push(self.rotation().slide(dir));
            pos = pos.step(dir.opposite());
        }
        slides.reverse();
        true
    }
}
