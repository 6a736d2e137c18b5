//! One side of the rectangle being solved: which of its tiles comes next, and how it is carried home.
//!
//! A tile is carried by bringing the blank in front of it and swapping them, again and again. Going straight on takes 5
//! moves a step, because the blank has to go around the tile; turning takes 3. What is moved on the way besides the tile is
//! where moves are won or lost: a tile that is as far as (x, y) from its home will cost about 5 max(x, y) + min(x, y), so
//! every move of the blank brings another tile a little nearer in that sense or takes it further away. Whatever can be
//! chosen (the walk to the tile, where it turns, on which side the blank goes around it) is chosen by the moves it takes,
//! less a share of what the other tiles gain.

use super::blank_path::PathBuffers;
use super::board::PaddedBoard;
use super::corner_cases::SearchBuffers;
use super::pair_table::PairTable;
use super::rotation::{Dir, Pos, Rotation};
use super::scoring::MOVE;

/// What it costs to leave a gap between tiles that are home: each is closed by moves of its own.
const GAP_COST: i32 = 10 * MOVE;
/// How much the cost of a tile counts when the next one is chosen; else it is the one nearest to the blank, seen along the
/// side. One part in so many.
const COST_SHARE: i32 = 10;

/// Marks the score of two tiles.
const IS_PAIR: i64 = 1;

/// A side on its way to being solved.
pub struct LayerSolver<'a> {
    pub(super) board: &'a mut PaddedBoard,
    rotation: Rotation,
    /// Which spots along the side have their tile.
    is_home: Vec<bool>,
    /// A spot that must be left alone for a while.
    locked: Option<Pos>,
    pub(super) scratch: &'a mut Scratch,
}

/// What is needed again and again.
pub struct Scratch {
    pub(super) walk: PathBuffers,
    pub(super) buffers: SearchBuffers,
    /// By the cells to the left and to the right of a gap.
    pub(super) pairs: [[PairTable; 2]; 2],
}

impl Default for Scratch {
    fn default() -> Scratch {
        let pairs = [0, 1].map(|left| [0, 1].map(|right| PairTable::new(left, right)));
        Scratch { walk: PathBuffers::default(), buffers: SearchBuffers::default(), pairs }
    }
}

/// What is solved next.
#[derive(Clone, Copy)]
enum Next {
    One(i32),
    /// The last two of a gap, from here on.
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

    /// Brings one more tile home, or the last two of a gap. False if all are.
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

    /// Of the tiles that may come next the one that seems cheapest. A gap of one spot could not be entered, so none is left.
    fn next(&self) -> Option<Next> {
        let (width, blank) = (self.rotation.width, self.blank());
        // Each score with what it is of in the lower half, so that the least is found without a branch.
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

    /// How much speaks against bringing this tile home next. How deep it lies does not: the blank has to go there sooner or
    /// later.
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

    /// Where the tile is that belongs here.
    pub(super) fn find(&self, home: Pos) -> Pos {
        self.rotation.pos(self.board.position_of(self.rotation.cell(home)))
    }

    /// Whether the blank may go there.
    #[inline]
    pub(super) fn is_free(&self, pos: Pos) -> bool {
        self.rotation.contains(pos) && !self.board.heading(self.rotation.cell(pos)).is_wall()
    }

    fn set_home(&mut self, col: i32) {
        self.is_home[col as usize] = true;
        self.board.set_wall(self.rotation.cell(Pos { row: 0, col }), true);
    }

    /// Leaves a spot alone until another one is to be kept, or none.
    pub(super) fn lock(&mut self, pos: Option<Pos>) {
        let before = std::mem::replace(&mut self.locked, pos);
        for (pos, is_locked) in [(before, false), (pos, true)] {
            if let Some(pos) = pos {
                self.board.set_wall(self.rotation.cell(pos), is_locked);
            }
        }
    }

    /// Whether no tile between these two places along the side is home.
    pub(super) fn is_gap(&self, a: i32, b: i32) -> bool {
        !self.is_home[a.min(b) as usize..=a.max(b) as usize].contains(&true)
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn move_blank(&mut self, dir: Dir) {
        self.board.slide(&[self.rotation.slide(dir)]);
    }
}

/// What it takes about to carry a tile all the way.
fn transport_estimate(at: Pos, to: Pos) -> i32 {
    let (row, col) = ((at.row - to.row).abs(), (at.col - to.col).abs());
    5 * row.max(col) + row.min(col)
}

/// A few spots close together, from `first` to before `end`.
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

    /// The number of a spot, row by row.
    pub fn number(self, pos: Pos) -> usize {
        let width = self.end.col - self.first.col;
        ((pos.row - self.first.row) * width + pos.col - self.first.col) as usize
    }

    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (self.first.row..self.end.row)
            .flat_map(move |row| (self.first.col..self.end.col).map(move |col| Pos { row, col }))
    }
}
