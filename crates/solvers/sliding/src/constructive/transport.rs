//! Transports a tile step by step. After each step the blank is behind the tile: to go straight there are two paths
//! around the tile, on either side, and one to turn.

use super::layer::{Area, LayerSolver};
use super::rotation::{Dir, Pos};
use super::scoring::{BLOCKED, MOVE, score};

/// Upper limit of the cost of a permitted path.
const MAX_COST: i32 = -BLOCKED / 2;

/// The next step of a tile.
#[derive(Clone, Copy)]
enum Step {
    /// Straight, with the blank going around the tile on this side.
    On(Dir),
    /// A turn to this direction.
    Turn(Dir),
    /// A turn to this direction, with the blank going the longest way around.
    Around(Dir),
}

impl LayerSolver<'_> {
    /// Transports the tile with this home to `to`, or into the area that is solved by a table.
    pub(super) fn transport(&mut self, home: Pos, to: Pos, into: Option<Area>) {
        let at = self.find(home);
        if at.row == 0 && at != to && !self.is_gap(at.col, to.col) {
            // Out of another gap first.
            self.transport_directly(home, at.step(Dir::DOWN), into);
        }
        self.transport_directly(home, to, into);
    }

    /// Transports a tile where no placed tile is in the way.
    fn transport_directly(&mut self, home: Pos, to: Pos, into: Option<Area>) {
        let mut at = self.find(home);
        let is_at_target = |at: Pos| at == to || into.is_some_and(|area| area.contains(at));
        if is_at_target(at) {
            return;
        }
        let Some(mut last) = self.first_step(at, to) else { return self.search_single(home, to, into) };
        at = at.step(last);
        while !is_at_target(at) {
            let Some(step) = self.next_step(at, to, last) else { return self.search_single(home, to, into) };
            match step {
                Step::On(aside) => {
                    self.move_blank_all([aside, last, last, aside.opposite(), last.opposite()]);
                }
                Step::Turn(dir) => {
                    self.move_blank_all([dir, last, dir.opposite()]);
                    last = dir;
                }
                Step::Around(dir) => {
                    self.move_blank_all([
                        dir.opposite(),
                        last,
                        last,
                        dir,
                        dir,
                        last.opposite(),
                        dir.opposite(),
                    ]);
                    last = dir;
                }
            }
            at = at.step(last);
        }
    }

    #[inline]
    fn move_blank_all<const N: usize>(&mut self, dirs: [Dir; N]) {
        let slides = dirs.map(|dir| self.rotation().slide(dir));
        self.board.slide(&slides);
    }

    /// True if a tile may step there: not into a gap that does not lead to its target.
    #[inline]
    fn may_enter(&self, next: Pos, to: Pos) -> bool {
        next.row > 0 || self.is_gap(next.col, to.col)
    }

    /// Brings the blank in front of a tile and makes its first step. Returns the direction of the step.
    fn first_step(&mut self, at: Pos, to: Pos) -> Option<Dir> {
        let blank = self.blank();
        let cost = |dir: &Dir| {
            let front = at.step(*dir);
            // If the blank is behind the tile in a straight line, the tile is in the way.
            let is_behind = blank.distance(front) == blank.distance(at) + 1
                && (blank.row == at.row && !dir.is_vertical() || blank.col == at.col && dir.is_vertical());
            blank.distance(front) + if is_behind { 2 } else { 0 } + transport_cost(front, to, *dir)
        };
        let leads_nearer = |dir: &Dir| {
            let next = at.step(*dir);
            next.distance(to) < at.distance(to) && self.is_free(next) && self.may_enter(next, to)
        };
        let dir = Dir::ALL.into_iter().filter(leads_nearer).min_by_key(cost)?;
        self.move_blank_to(at.step(dir), Some(at)).then(|| {
            self.move_blank(dir.opposite());
            dir
        })
    }

    /// Returns the best next step of a tile whose last step was in direction `last`. None if every step is blocked.
    #[inline]
    fn next_step(&self, at: Pos, to: Pos, last: Dir) -> Option<Step> {
        let (row, col) = (to.row - at.row, to.col - at.col);
        let (ahead, aside) = if last.is_vertical() { (row, col) } else { (col, row) };
        let (mut on, mut on_cost) = (Step::On(last), MAX_COST);
        if ahead * last.sign() > 0 && self.may_enter(at.step(last), to) {
            let [first, second] = last.perpendicular();
            let [by_first, by_second] = self.gains_on(at, last, [first, second]);
            on = Step::On(if by_second > by_first { second } else { first });
            on_cost = MOVE * (5 + transport_cost(at.step(last), to, last)) - by_first.max(by_second);
        }
        let (mut turn, mut turn_cost) = (Step::On(last), MAX_COST);
        if aside != 0 {
            let dir = last.perpendicular()[usize::from(aside > 0)];
            if self.may_enter(at.step(dir), to) {
                let gain = self.gain_of_turn(at, dir, last);
                let transport_cost = transport_cost(at.step(dir), to, dir);
                (turn, turn_cost) = (Step::Turn(dir), MOVE * (3 + transport_cost) - gain);
                // The last resort.
                if turn_cost >= MAX_COST && self.can_go_around(at, dir, last) {
                    (turn, turn_cost) = (Step::Around(dir), MOVE * (7 + transport_cost));
                }
            }
        }
        let is_turn = turn_cost < on_cost || turn_cost == on_cost && !last.is_vertical();
        let (step, cost) = if is_turn { (turn, turn_cost) } else { (on, on_cost) };
        (cost < MAX_COST).then_some(step)
    }

    /// Returns the gain of the other tiles if the tile at `at` goes straight, for each side on which the blank can go
    /// around it.
    #[inline]
    fn gains_on(&self, at: Pos, dir: Dir, perpendicular: [Dir; 2]) -> [i32; 2] {
        let (cell, ahead) = (self.rotation().cell(at), self.rotation().stride(dir));
        let front = self.board.heading(cell + ahead);
        let on = self.rotation().slide(dir);
        let [out, back] = perpendicular.map(|aside| self.rotation().slide(aside));
        let gain = |beside: i32, out, back| {
            let heading = |cell| self.board.heading(cell);
            score(out, heading(beside - ahead))
                + score(on, heading(beside))
                + score(on, heading(beside + ahead))
                + score(back, front)
        };
        let [first, second] = perpendicular.map(|aside| cell + self.rotation().stride(aside));
        [gain(first, out, back), gain(second, back, out)]
    }

    /// Returns the gain of the other tiles if the tile turns.
    #[inline]
    fn gain_of_turn(&self, at: Pos, dir: Dir, last: Dir) -> i32 {
        let front = self.rotation().cell(at) + self.rotation().stride(dir);
        let corner = self.board.heading(front - self.rotation().stride(last));
        score(self.rotation().slide(dir), corner)
            + score(self.rotation().slide(last), self.board.heading(front))
    }

    /// True if the blank can go the longest way around a tile that turns.
    fn can_go_around(&self, at: Pos, dir: Dir, last: Dir) -> bool {
        let mut pos = at.step(last.opposite());
        [dir.opposite(), last, last, dir, dir, last.opposite()].into_iter().all(|dir| {
            pos = pos.step(dir);
            self.is_free(pos)
        })
    }
}

/// Returns the number of moves to transport a tile whose last step was in direction `last`: 5 for each straight step, 3
/// for each turn, with as many turns as possible.
#[inline]
fn transport_cost(at: Pos, to: Pos, last: Dir) -> i32 {
    let (row, col) = ((at.row - to.row).abs(), (at.col - to.col).abs());
    let (ahead, aside) = if last.is_vertical() { (row, col) } else { (col, row) };
    let turns = if aside > ahead { 2 * ahead + 1 } else { 2 * aside };
    5 * (ahead + aside) - 2 * turns
}
