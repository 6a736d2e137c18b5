//! One side of the rectangle being solved: which of its tiles comes next, and how it is carried home.
//!
//! A tile is carried by bringing the blank in front of it and swapping them, again and again. Going straight on takes 5
//! moves a step, because the blank has to go around the tile; turning takes 3. What is moved on the way besides the tile is
//! where moves are won or lost: a tile that is as far as (x, y) from its home will cost about 5 max(x, y) + min(x, y), so
//! every move of the blank brings another tile a little nearer in that sense or takes it further away. Whatever can be
//! chosen (the walk to the tile, where it turns, on which side the blank goes around it) is chosen by the moves it takes,
//! less a share of what the other tiles gain.

use super::field::Field;
use super::pairs::Pairs;
use super::settle::Settling;
use super::side::{Side, Spot, Way};
use super::walk::Walk;
use super::worth::MOVE;

/// What it costs to leave a gap between tiles that are home: each is closed by moves of its own.
const GAP: i32 = 10 * MOVE;
/// How much the cost of a tile counts when the next one is chosen; else it is the one nearest to the blank, seen along the
/// side. One part in so many.
const COST_SHARE: i32 = 10;

/// Marks the score of two tiles.
const IS_PAIR: i64 = 1;

/// A side on its way to being solved.
pub struct Line<'a> {
    pub(super) field: &'a mut Field,
    side: Side,
    /// Which spots along the side have their tile.
    is_home: Vec<bool>,
    /// A spot that must be left alone for a while.
    kept: Option<Spot>,
    pub(super) tools: &'a mut Tools,
}

/// What is needed again and again.
pub struct Tools {
    pub(super) walk: Walk,
    pub(super) settling: Settling,
    /// By the cells to the left and to the right of a gap.
    pub(super) pairs: [[Pairs; 2]; 2],
}

impl Default for Tools {
    fn default() -> Tools {
        let pairs = [0, 1].map(|left| [0, 1].map(|right| Pairs::new(left, right)));
        Tools { walk: Walk::default(), settling: Settling::default(), pairs }
    }
}

/// What is solved next.
#[derive(Clone, Copy)]
enum Next {
    One(i32),
    /// The last two of a gap, from here on.
    Two(i32),
}

impl<'a> Line<'a> {
    pub fn new(field: &'a mut Field, side: Side, tools: &'a mut Tools) -> Line<'a> {
        let is_home = vec![false; side.width as usize];
        Line { field, side, is_home, kept: None, tools }
    }

    pub fn field(&mut self) -> &mut Field {
        self.field
    }

    /// Brings one more tile home, or the last two of a gap. False if all are.
    pub fn place_one(&mut self) -> bool {
        match self.next() {
            None => return false,
            Some(Next::One(along)) => {
                let home = Spot { deep: 0, along };
                self.carry(home, home, None);
                self.set_home(along);
            }
            Some(Next::Two(along)) => {
                self.settle_pair(along);
                self.set_home(along);
                self.set_home(along + 1);
            }
        }
        true
    }

    /// Of the tiles that may come next the one that seems cheapest. A gap of one spot could not be entered, so none is left.
    fn next(&self) -> Option<Next> {
        let (width, blank) = (self.side.width, self.blank());
        // Each score with what it is of in the lower half, so that the least is found without a branch.
        let score =
            |along: i32, more: i32| i64::from(self.score(blank, along) + more) << 32 | i64::from(2 * along);
        let mut best = i64::MAX;
        let mut begin = 0;
        while begin < width {
            if self.is_home[begin as usize] {
                begin += 1;
                continue;
            }
            let end = (begin..width).find(|&along| self.is_home[along as usize]).unwrap_or(width);
            if end - begin == 2 {
                best = best.min(score(begin, 2 * GAP) | IS_PAIR);
            } else {
                best = best.min(score(begin, 0)).min(score(end - 1, 0));
                best = (begin + 2..end - 2).fold(best, |best, along| best.min(score(along, GAP)));
            }
            begin = end;
        }
        let along = best as i32 >> 1;
        match best {
            i64::MAX => None,
            best if best & IS_PAIR != 0 => Some(Next::Two(along)),
            _ => Some(Next::One(along)),
        }
    }

    /// How much speaks against bringing this tile home next. How deep it lies does not: the blank has to go there sooner or
    /// later.
    fn score(&self, blank: Spot, along: i32) -> i32 {
        let home = Spot { deep: 0, along };
        let at = self.find(home);
        let distance = blank.distance(at);
        MOVE * (distance - at.deep) + MOVE * (distance + roughly(at, home)) / COST_SHARE
    }

    pub(super) fn side(&self) -> &Side {
        &self.side
    }

    #[inline]
    pub(super) fn blank(&self) -> Spot {
        self.side.spot(self.field.blank())
    }

    /// Where the tile is that belongs here.
    pub(super) fn find(&self, home: Spot) -> Spot {
        self.side.spot(self.field.place_of(self.side.cell(home)))
    }

    /// Whether the blank may go there.
    #[inline]
    pub(super) fn is_free(&self, spot: Spot) -> bool {
        self.side.contains(spot) && !self.field.pull(self.side.cell(spot)).is_wall()
    }

    fn set_home(&mut self, along: i32) {
        self.is_home[along as usize] = true;
        self.field.wall(self.side.cell(Spot { deep: 0, along }), true);
    }

    /// Leaves a spot alone until another one is to be kept, or none.
    pub(super) fn keep(&mut self, spot: Option<Spot>) {
        let before = std::mem::replace(&mut self.kept, spot);
        for (spot, is_kept) in [(before, false), (spot, true)] {
            if let Some(spot) = spot {
                self.field.wall(self.side.cell(spot), is_kept);
            }
        }
    }

    /// Whether no tile between these two places along the side is home.
    pub(super) fn is_open(&self, a: i32, b: i32) -> bool {
        !self.is_home[a.min(b) as usize..=a.max(b) as usize].contains(&true)
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn go(&mut self, way: Way) {
        self.field.slide(&[self.side.slide(way)]);
    }
}

/// What it takes about to carry a tile all the way.
fn roughly(at: Spot, to: Spot) -> i32 {
    let (deep, along) = ((at.deep - to.deep).abs(), (at.along - to.along).abs());
    5 * deep.max(along) + deep.min(along)
}

/// A few spots close together, from `first` to before `end`.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub first: Spot,
    pub end: Spot,
}

impl Part {
    #[inline]
    pub fn contains(self, spot: Spot) -> bool {
        (self.first.deep..self.end.deep).contains(&spot.deep)
            && (self.first.along..self.end.along).contains(&spot.along)
    }

    /// The number of a spot, row by row.
    pub fn number(self, spot: Spot) -> usize {
        let width = self.end.along - self.first.along;
        ((spot.deep - self.first.deep) * width + spot.along - self.first.along) as usize
    }

    pub fn spots(self) -> impl Iterator<Item = Spot> {
        (self.first.deep..self.end.deep)
            .flat_map(move |deep| (self.first.along..self.end.along).map(move |along| Spot { deep, along }))
    }
}
