//! Solves one layer (the row or column along one side) of the rectangle: chooses the next tile, and transports it home.
//!
//! A tile is transported by bringing the blank in front of it and swapping them, repeatedly. Going straight takes 5
//! moves a step, because the blank has to go around the tile; turning takes 3. The tiles that are moved on the way
//! decide the quality: a tile at offset (x, y) from its home will cost about 5 max(x, y) + min(x, y), so every move of
//! the blank lowers or raises the cost of another tile a little. All choices (the path to the tile, where it turns, on
//! which side the blank goes around it) are made by the number of moves, less a share of what the other tiles gain.

use super::blank_path::PathBuffers;
use super::board::PaddedBoard;
use super::corner_cases::SearchBuffers;
use super::pair_table::PairTable;
use super::rotation::{Dir, Pos, Rotation};
use super::scoring::MOVE;

/// The cost of leaving a gap between placed tiles: each gap is closed by moves of its own.
const GAP_COST: i32 = 10 * MOVE;
/// The weight of a tile's cost in the choice of the next one is 1 / `COST_SHARE`; otherwise the tile nearest to the
/// blank along the layer is chosen.
const COST_SHARE: i32 = 10;

/// Marks the score of a pair.
const IS_PAIR: i64 = 1;

/// A layer being solved.
pub struct LayerSolver<'a> {
    pub(super) board: &'a mut PaddedBoard,
    rotation: Rotation,
    /// By column: whether its tile is placed.
    is_home: Vec<bool>,
    /// A position that must not be changed for a while.
    locked: Option<Pos>,
    pub(super) scratch: &'a mut Scratch,
}

/// Buffers and tables that all layers share.
pub struct Scratch {
    pub(super) walk: PathBuffers,
    pub(super) buffers: SearchBuffers,
    /// By the number of cells to the left and to the right of a gap.
    pub(super) pairs: [[PairTable; 2]; 2],
}

impl Default for Scratch {
    fn default() -> Scratch {
        let pairs = [0, 1].map(|left| [0, 1].map(|right| PairTable::new(left, right)));
        Scratch { walk: PathBuffers::default(), buffers: SearchBuffers::default(), pairs }
    }
}

/// The next tile or pair to place.
#[derive(Clone, Copy)]
enum Next {
    One(i32),
    /// The last two tiles of a gap, starting at this column.
    Two(i32),
}

impl<'a> LayerSolver<'a> {
    pub fn new(board: &'a mut PaddedBoard, rotation: Rotation, scratch: &'a mut Scratch) -> LayerSolver<'a> {
        let is_home = vec![false; rotation.width as usize];
        LayerSolver { board, rotation, is_home, locked: None, scratch }
    }

    pub fn board(&mut self) -> &mut PaddedBoard {
        self.board
    }

    /// Places one more tile, or the last two of a gap. Returns false if all are placed.
    pub fn place_next(&mut self) -> bool {
        match self.next() {
            None => return false,
            Some(Next::One(col)) => {
                let home = Pos { row: 0, col };
                self.transport(home, home, None);
                self.set_home(col);
            }
            Some(Next::Two(col)) => {
                self.place_pair(col);
                self.set_home(col);
                self.set_home(col + 1);
            }
        }
        true
    }

    /// Returns the cheapest of the tiles that may come next. A gap of one cell could not be entered, so none is left.
    fn next(&self) -> Option<Next> {
        let (width, blank) = (self.rotation.width, self.blank());
        // Each score with its column in the lower half, so that the minimum is found without a branch.
        let score = |col: i32, more: i32| i64::from(self.score(blank, col) + more) << 32 | i64::from(2 * col);
        let mut best = i64::MAX;
        let mut begin = 0;
        while begin < width {
            if self.is_home[begin as usize] {
                begin += 1;
                continue;
            }
            let end = (begin..width).find(|&col| self.is_home[col as usize]).unwrap_or(width);
            if end - begin == 2 {
                best = best.min(score(begin, 2 * GAP_COST) | IS_PAIR);
            } else {
                best = best.min(score(begin, 0)).min(score(end - 1, 0));
                best = (begin + 2..end - 2).fold(best, |best, col| best.min(score(col, GAP_COST)));
            }
            begin = end;
        }
        let col = best as i32 >> 1;
        match best {
            i64::MAX => None,
            best if best & IS_PAIR != 0 => Some(Next::Two(col)),
            _ => Some(Next::One(col)),
        }
    }

    /// Returns the cost of placing this tile next. Its depth does not count: the blank has to go there sooner or later.
    fn score(&self, blank: Pos, col: i32) -> i32 {
        let home = Pos { row: 0, col };
        let at = self.find(home);
        let distance = blank.distance(at);
        MOVE * (distance - at.row) + MOVE * (distance + transport_estimate(at, home)) / COST_SHARE
    }

    pub(super) fn rotation(&self) -> &Rotation {
        &self.rotation
    }

    #[inline]
    pub(super) fn blank(&self) -> Pos {
        self.rotation.pos(self.board.blank())
    }

    /// Returns the position of the tile with this home.
    pub(super) fn find(&self, home: Pos) -> Pos {
        self.rotation.pos(self.board.position_of(self.rotation.cell(home)))
    }

    /// True if the blank may go there.
    #[inline]
    pub(super) fn is_free(&self, pos: Pos) -> bool {
        self.rotation.contains(pos) && !self.board.heading(self.rotation.cell(pos)).is_wall()
    }

    fn set_home(&mut self, col: i32) {
        self.is_home[col as usize] = true;
        self.board.set_wall(self.rotation.cell(Pos { row: 0, col }), true);
    }

    /// Locks a position and unlocks the one locked before.
    pub(super) fn lock(&mut self, pos: Option<Pos>) {
        let before = std::mem::replace(&mut self.locked, pos);
        for (pos, is_locked) in [(before, false), (pos, true)] {
            if let Some(pos) = pos {
                self.board.set_wall(self.rotation.cell(pos), is_locked);
            }
        }
    }

    /// True if no tile between these two columns of the layer is placed.
    pub(super) fn is_gap(&self, a: i32, b: i32) -> bool {
        !self.is_home[a.min(b) as usize..=a.max(b) as usize].contains(&true)
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn move_blank(&mut self, dir: Dir) {
        self.board.slide(&[self.rotation.slide(dir)]);
    }
}

/// Returns the approximate number of moves to transport a tile.
fn transport_estimate(at: Pos, to: Pos) -> i32 {
    let (row, col) = ((at.row - to.row).abs(), (at.col - to.col).abs());
    5 * row.max(col) + row.min(col)
}

/// A small area, from `first` to before `end`.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub first: Pos,
    pub end: Pos,
}

impl Area {
    #[inline]
    pub fn contains(self, pos: Pos) -> bool {
        (self.first.row..self.end.row).contains(&pos.row) && (self.first.col..self.end.col).contains(&pos.col)
    }

    /// Returns the number of a position, row by row.
    pub fn number(self, pos: Pos) -> usize {
        let width = self.end.col - self.first.col;
        ((pos.row - self.first.row) * width + pos.col - self.first.col) as usize
    }

    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (self.first.row..self.end.row)
            .flat_map(move |row| (self.first.col..self.end.col).map(move |col| Pos { row, col }))
    }
}
