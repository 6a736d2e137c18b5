//! One side of the rectangle being solved: which of its tiles comes next, and how it is carried home.
//!
//! A tile is carried by bringing the blank in front of it and swapping them, again and again. Going straight on takes 5
//! moves a step, because the blank has to go around the tile; turning takes 3. What is moved on the way besides the tile is
//! where moves are won or lost: a tile that is as far as (x, y) from its home will cost about 5 max(x, y) + min(x, y), so
//! every move of the blank brings another tile a little nearer in that sense or takes it further away. Whatever can be
//! chosen (the walk to the tile, where it turns, on which side the blank goes around it) is chosen by the moves it takes,
//! less a share of what the other tiles gain.

use super::field::{Field, Packed};
use super::pairs::Pairs;
use super::settle::Settling;
use super::side::{Side, Spot, Way};
use super::walk::Walk;

/// Weights are in fractions of a move.
const MOVE: i32 = 16;
/// What it is worth to bring a tile nearer by its longer coordinate, and by the shorter one. Found by trying: around these
/// values the number of moves hardly changes.
const LONGER: i32 = 22;
const SHORTER: i32 = 9;
/// What it costs to leave a gap between tiles that are home: each is closed by moves of its own.
const GAP: i32 = 10 * MOVE;
/// How much the cost of a tile counts when the next one is chosen; else it is the one nearest to the blank, seen along the
/// side. One part in so many.
const COST_SHARE: i32 = 10;

/// A side on its way to being solved.
pub struct Line<'a> {
    field: &'a mut Field,
    side: Side,
    blank: Spot,
    /// Which spots along the side have their tile.
    is_home: Vec<bool>,
    /// A spot that must be left alone for a while.
    pub(super) kept: Option<Spot>,
    pub(super) tools: &'a mut Tools,
}

/// What is needed again and again.
pub struct Tools {
    walk: Walk,
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

/// The next step of a tile, and how the blank comes in front of it.
#[derive(Clone, Copy)]
struct Step {
    way: Way,
    walk: [Way; 6],
    n: usize,
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
        let blank = side.spot(field.blank());
        let is_home = vec![false; side.width as usize];
        Line { field, side, blank, is_home, kept: None, tools }
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
                self.is_home[along as usize] = true;
            }
            Some(Next::Two(along)) => {
                self.settle_pair(along);
                self.is_home[along as usize] = true;
                self.is_home[along as usize + 1] = true;
            }
        }
        true
    }

    /// Of the tiles that may come next the one that seems cheapest. A gap of one spot could not be entered, so none is left.
    fn next(&self) -> Option<Next> {
        let mut best = None;
        let mut offer = |next: Next, score: i32| {
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, next));
            }
        };
        let width = self.side.width;
        let mut begin = 0;
        while begin < width {
            if self.is_home[begin as usize] {
                begin += 1;
                continue;
            }
            let end = (begin..width).find(|&along| self.is_home[along as usize]).unwrap_or(width);
            if end - begin == 2 {
                offer(Next::Two(begin), self.score(begin) + 2 * GAP);
            } else {
                for along in begin..end {
                    let (before, after) = (along - begin, end - 1 - along);
                    if before != 1 && after != 1 {
                        let gap = if before > 0 && after > 0 { GAP } else { 0 };
                        offer(Next::One(along), self.score(along) + gap);
                    }
                }
            }
            begin = end;
        }
        best.map(|(_, next)| next)
    }

    /// How much speaks against bringing this tile home next. How deep it lies does not: the blank has to go there sooner or
    /// later.
    fn score(&self, along: i32) -> i32 {
        let home = Spot { deep: 0, along };
        let at = self.find(home);
        let aside = self.blank.distance(at) - at.deep;
        MOVE * aside + MOVE * (self.blank.distance(at) + roughly(at, home)) / COST_SHARE
    }

    pub(super) fn side(&self) -> &Side {
        &self.side
    }

    #[inline]
    pub(super) fn blank(&self) -> Spot {
        self.blank
    }

    /// Where the tile is that belongs here.
    pub(super) fn find(&self, home: Spot) -> Spot {
        self.side.spot(self.field.place_of(self.side.cell(home)))
    }

    /// Whether the blank may go there.
    #[inline]
    pub(super) fn is_free(&self, spot: Spot) -> bool {
        self.side.contains(spot) && self.is_open_to_blank(spot)
    }

    /// The same for a spot of the rectangle.
    #[inline]
    pub(super) fn is_open_to_blank(&self, spot: Spot) -> bool {
        (spot.deep > 0 || !self.is_home[spot.along as usize]) && self.kept != Some(spot)
    }

    /// Whether no tile between these two places along the side is home.
    fn is_open(&self, a: i32, b: i32) -> bool {
        !self.is_home[a.min(b) as usize..=a.max(b) as usize].contains(&true)
    }

    #[inline]
    pub(super) fn tile_at(&self, spot: Spot) -> Packed {
        self.field.tile(self.side.cell(spot))
    }

    /// What it is worth that the blank comes to `spot`, which is `cell`, along one axis, downwards or to the right if `sign` is 1: the tile
    /// that is there goes the other way.
    #[inline(always)]
    fn gain_by<const DEEP: bool>(&self, spot: Spot, cell: i32, sign: i32) -> i32 {
        let home = self.side.spot(self.field.tile(cell as usize));
        let (deep, along) = (home.deep - spot.deep, home.along - spot.along);
        let (ahead, aside) = if DEEP { (deep, along) } else { (along, deep) };
        worth(-sign * ahead, aside.abs())
    }

    /// The same along both axes.
    #[inline]
    pub(super) fn gains_of(&self, tile: Packed, spot: Spot, down: i32, right: i32) -> (i32, i32) {
        let home = self.side.spot(tile);
        let (deep, along) = (home.deep - spot.deep, home.along - spot.along);
        (worth(-down * deep, along.abs()), worth(-right * along, deep.abs()))
    }

    /// Moves the blank.
    #[inline]
    pub(super) fn go(&mut self, way: Way) {
        self.blank = self.blank.go(way);
        self.field.slide(self.side.slide(way));
    }

    /// Carries the tile that belongs to `home` as far as `to`, or into the part of the side that is to be settled.
    pub(super) fn carry(&mut self, home: Spot, to: Spot, into: Option<Part>) {
        let at = self.find(home);
        if at.deep == 0 && at != to && !self.is_open(at.along, to.along) {
            // Out of another gap first.
            self.carry_freely(home, at.go(Way::DOWN), into);
        }
        self.carry_freely(home, to, into);
    }

    /// The same where no tile that is home is in the way.
    fn carry_freely(&mut self, home: Spot, to: Spot, into: Option<Part>) {
        let mut at = self.find(home);
        let has_come = |at: Spot| at == to || into.is_some_and(|part| part.contains(at));
        if has_come(at) {
            return;
        }
        let Some(mut way) = self.first_step(at, to) else { return self.settle_one(home, to, into) };
        at = at.go(way);
        while !has_come(at) {
            let Some(step) = self.next_step(at, to, way) else { return self.settle_one(home, to, into) };
            for &way in &step.walk[..step.n] {
                self.go(way);
            }
            way = step.way;
            self.go(way.back());
            at = at.go(way);
        }
    }

    /// Whether a tile at `at` comes nearer by going this way, and may.
    fn leads_nearer(&self, at: Spot, to: Spot, way: Way) -> bool {
        let next = at.go(way);
        let is_nearer = next.distance(to) < at.distance(to) && self.is_free(next);
        is_nearer && (next.deep > 0 || self.is_open(next.along, to.along))
    }

    /// Brings the blank in front of a tile and makes its first step; the way of that.
    fn first_step(&mut self, at: Spot, to: Spot) -> Option<Way> {
        let cost = |way: &Way| {
            let front = at.go(*way);
            // Behind the tile in a straight line it is in the way.
            let is_behind = self.blank.distance(front) == self.blank.distance(at) + 1
                && (self.blank.deep == at.deep && !way.is_deep()
                    || self.blank.along == at.along && way.is_deep());
            self.blank.distance(front) + if is_behind { 2 } else { 0 } + carrying(front, to, *way)
        };
        let ways = Way::ALL.into_iter().filter(|&way| self.leads_nearer(at, to, way));
        let way = ways.min_by_key(cost)?;
        self.walk_to(at.go(way), at).then(|| {
            self.go(way.back());
            way
        })
    }

    /// Takes the blank somewhere without touching the tile at `tile`. Whether there is a way.
    pub(super) fn walk_to(&mut self, to: Spot, tile: Spot) -> bool {
        let mut walk = std::mem::take(&mut self.tools.walk);
        let is_found = self.find_walk(to, tile, &mut walk);
        if is_found {
            for &way in &walk.ways {
                self.go(way);
            }
        }
        self.tools.walk = walk;
        is_found
    }

    /// The best next step of a tile that has just gone the way `last`, so that the blank is behind it. None if every step
    /// is barred.
    fn next_step(&self, at: Spot, to: Spot, last: Way) -> Option<Step> {
        // Far from everything nothing is barred.
        let is_roomy = self.kept.is_none()
            && at.deep >= 2
            && at.deep + 1 < self.side.depth
            && at.along >= 1
            && at.along + 1 < self.side.width;
        let deep = if to.deep < at.deep { Way::UP } else { Way::DOWN };
        let along = if to.along < at.along { Way::LEFT } else { Way::RIGHT };
        let mut best = None;
        if to.deep != at.deep {
            self.offer_steps(at, to, [deep, last], is_roomy, &mut best);
        }
        if to.along != at.along {
            self.offer_steps(at, to, [along, last], is_roomy, &mut best);
        }
        best.map(|(_, step)| step)
    }

    /// Offers the ways to take a tile one step further in a direction, `way`, after the one it came.
    #[inline]
    fn offer_steps(
        &self,
        at: Spot,
        to: Spot,
        [way, last]: [Way; 2],
        is_roomy: bool,
        best: &mut Option<(i32, Step)>,
    ) {
        if way == last.back() || !is_roomy && !self.leads_nearer(at, to, way) {
            return;
        }
        let carrying = carrying(at.go(way), to, way);
        let mut offer = |step: Step, gain: i32| {
            let cost = MOVE * (step.n as i32 + 1 + carrying) - gain;
            if best.is_none_or(|(least, _)| cost < least) && (is_roomy || !self.is_barred(at, last, &step)) {
                *best = Some((cost, step));
            }
        };
        if way == last {
            let [first, second] = way.across();
            let gains = self.straight_gains(at, way);
            offer(Step { way, walk: [first, way, way, second, way, way], n: 4 }, gains[0]);
            offer(Step { way, walk: [second, way, way, first, way, way], n: 4 }, gains[1]);
            return;
        }
        let corner = Step { way, walk: [way, last, way, way, way, way], n: 2 };
        if is_roomy || !self.is_barred(at, last, &corner) {
            offer(corner, self.turn_gain(at, way, last));
        } else {
            // The long way around, for want of a better one.
            offer(Step { way, walk: [way.back(), last, last, way, way, last.back()], n: 6 }, 0);
        }
    }

    /// What the other tiles gain if the tile at `at` goes straight on and the blank around it, on either side. Off the board
    /// there is nothing to gain, and nothing to be looked at.
    #[inline]
    fn straight_gains(&self, at: Spot, way: Way) -> [i32; 2] {
        let ahead = way.sign();
        match way.is_deep() {
            true => [self.gain_around::<true>(at, ahead, -1), self.gain_around::<true>(at, ahead, 1)],
            false => [self.gain_around::<false>(at, ahead, -1), self.gain_around::<false>(at, ahead, 1)],
        }
    }

    #[inline(always)]
    fn gain_around<const DEEP: bool>(&self, at: Spot, ahead: i32, aside: i32) -> i32 {
        let front = at.by::<DEEP>(ahead);
        let beside = if DEEP { at.by::<false>(aside) } else { at.by::<true>(aside) };
        if !self.side.contains(beside) {
            return 0;
        }
        let (behind, before) = (beside.by::<DEEP>(-ahead), beside.by::<DEEP>(ahead));
        // The cells of these spots lie as they do.
        let (per_ahead, per_aside) = self.side.strides::<DEEP>();
        let (cell, step, beside_it) = (self.side.cell(at) as i32, per_ahead * ahead, per_aside * aside);
        let along = self.gain_by::<DEEP>(beside, cell + beside_it, ahead)
            + self.gain_by::<DEEP>(before, cell + beside_it + step, ahead);
        let (back, front_cell) = (cell + beside_it - step, cell + step);
        let across = match DEEP {
            true => {
                self.gain_by::<false>(behind, back, aside) + self.gain_by::<false>(front, front_cell, -aside)
            }
            false => {
                self.gain_by::<true>(behind, back, aside) + self.gain_by::<true>(front, front_cell, -aside)
            }
        };
        along + across
    }

    /// The same if it turns.
    #[inline]
    fn turn_gain(&self, at: Spot, way: Way, last: Way) -> i32 {
        let front = at.go(way);
        let corner = front.go(last.back());
        let (cell, front_cell) = (self.side.cell(corner) as i32, self.side.cell(front) as i32);
        let (sign, last) = (way.sign(), last.sign());
        match way.is_deep() {
            true => self.gain_by::<true>(corner, cell, sign) + self.gain_by::<false>(front, front_cell, last),
            false => {
                self.gain_by::<false>(corner, cell, sign) + self.gain_by::<true>(front, front_cell, last)
            }
        }
    }

    /// Whether the blank cannot go as a step wants it to.
    fn is_barred(&self, at: Spot, last: Way, step: &Step) -> bool {
        let mut spot = at.go(last.back());
        step.walk[..step.n].iter().any(|&way| {
            spot = spot.go(way);
            !self.is_free(spot) || spot == at
        })
    }
}

/// What it is worth that a tile goes one step ahead when its home is `ahead` in front of it (or behind, if negative) and
/// `aside` to its side.
#[inline]
fn worth(ahead: i32, aside: i32) -> i32 {
    // Half of all tiles come nearer: a branch would be guessed wrong as often as not.
    let is_nearer = i32::from(ahead > 0);
    let is_longer = i32::from(ahead.abs() - is_nearer >= aside);
    (SHORTER + is_longer * (LONGER - SHORTER)) * (2 * is_nearer - 1)
}

/// What it takes to carry a tile on when it has just gone the way `last`: 5 for each step straight on, 3 for each turn, with
/// as many turns as can be.
#[inline]
fn carrying(at: Spot, to: Spot, last: Way) -> i32 {
    let (deep, along) = ((at.deep - to.deep).abs(), (at.along - to.along).abs());
    let (ahead, aside) = if last.is_deep() { (deep, along) } else { (along, deep) };
    let turns = if aside > ahead { 2 * ahead + 1 } else { 2 * aside };
    5 * (ahead + aside) - 2 * turns
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
