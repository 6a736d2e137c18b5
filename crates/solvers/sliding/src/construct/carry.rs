//! How a tile is carried, step by step. After each the blank is behind it: straight on there are two ways around the tile,
//! to either side, and one if it turns.

use super::line::{Line, Part};
use super::side::{Spot, Way};
use super::worth::{BARRED, MOVE, worth};

/// No way that may be gone costs as much.
const TOO_MUCH: i32 = -BARRED / 2;

/// The next step of a tile.
#[derive(Clone, Copy)]
enum Step {
    /// On, with the blank going around it on the side that is this way.
    On(Way),
    /// To another direction.
    Turn(Way),
    /// The same, by the longest way around.
    Around(Way),
}

impl Line<'_> {
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
        let Some(mut last) = self.first_step(at, to) else { return self.settle_one(home, to, into) };
        at = at.go(last);
        while !has_come(at) {
            let Some(step) = self.next_step(at, to, last) else { return self.settle_one(home, to, into) };
            match step {
                Step::On(aside) => self.go_all([aside, last, last, aside.back(), last.back()]),
                Step::Turn(way) => {
                    self.go_all([way, last, way.back()]);
                    last = way;
                }
                Step::Around(way) => {
                    self.go_all([way.back(), last, last, way, way, last.back(), way.back()]);
                    last = way;
                }
            }
            at = at.go(last);
        }
    }

    #[inline]
    fn go_all<const N: usize>(&mut self, ways: [Way; N]) {
        let slides = ways.map(|way| self.side().slide(way));
        self.field.slide(&slides);
    }

    /// Whether a tile may step there on its way: not into a gap that does not lead to where it goes.
    #[inline]
    fn may_enter(&self, next: Spot, to: Spot) -> bool {
        next.deep > 0 || self.is_open(next.along, to.along)
    }

    /// Brings the blank in front of a tile and makes its first step; the way of that.
    fn first_step(&mut self, at: Spot, to: Spot) -> Option<Way> {
        let blank = self.blank();
        let cost = |way: &Way| {
            let front = at.go(*way);
            // Behind the tile in a straight line it is in the way.
            let is_behind = blank.distance(front) == blank.distance(at) + 1
                && (blank.deep == at.deep && !way.is_deep() || blank.along == at.along && way.is_deep());
            blank.distance(front) + if is_behind { 2 } else { 0 } + carrying(front, to, *way)
        };
        let leads_nearer = |way: &Way| {
            let next = at.go(*way);
            next.distance(to) < at.distance(to) && self.is_free(next) && self.may_enter(next, to)
        };
        let way = Way::ALL.into_iter().filter(leads_nearer).min_by_key(cost)?;
        self.walk_to(at.go(way), Some(at)).then(|| {
            self.go(way.back());
            way
        })
    }

    /// The best next step of a tile that has just gone the way `last`. None if every step is barred.
    #[inline]
    fn next_step(&self, at: Spot, to: Spot, last: Way) -> Option<Step> {
        let (deep, along) = (to.deep - at.deep, to.along - at.along);
        let (ahead, aside) = if last.is_deep() { (deep, along) } else { (along, deep) };
        let (mut on, mut on_cost) = (Step::On(last), TOO_MUCH);
        if ahead * last.sign() > 0 && self.may_enter(at.go(last), to) {
            let [first, second] = last.across();
            let [by_first, by_second] = self.gains_on(at, last, [first, second]);
            on = Step::On(if by_second > by_first { second } else { first });
            on_cost = MOVE * (5 + carrying(at.go(last), to, last)) - by_first.max(by_second);
        }
        let (mut turn, mut turn_cost) = (Step::On(last), TOO_MUCH);
        if aside != 0 {
            let way = last.across()[usize::from(aside > 0)];
            if self.may_enter(at.go(way), to) {
                let gain = self.gain_of_turn(at, way, last);
                let carrying = carrying(at.go(way), to, way);
                (turn, turn_cost) = (Step::Turn(way), MOVE * (3 + carrying) - gain);
                // For want of a better one.
                if turn_cost >= TOO_MUCH && self.can_go_around(at, way, last) {
                    (turn, turn_cost) = (Step::Around(way), MOVE * (7 + carrying));
                }
            }
        }
        let is_turn = turn_cost < on_cost || turn_cost == on_cost && !last.is_deep();
        let (step, cost) = if is_turn { (turn, turn_cost) } else { (on, on_cost) };
        (cost < TOO_MUCH).then_some(step)
    }

    /// What the other tiles gain if the tile at `at` goes straight on, by the side on which the blank goes around it.
    #[inline]
    fn gains_on(&self, at: Spot, way: Way, across: [Way; 2]) -> [i32; 2] {
        let (cell, ahead) = (self.side().cell(at), self.side().stride(way));
        let front = self.field.pull(cell + ahead);
        let on = self.side().slide(way);
        let [out, back] = across.map(|aside| self.side().slide(aside));
        let gain = |beside: i32, out, back| {
            let pull = |cell| self.field.pull(cell);
            worth(out, pull(beside - ahead))
                + worth(on, pull(beside))
                + worth(on, pull(beside + ahead))
                + worth(back, front)
        };
        let [first, second] = across.map(|aside| cell + self.side().stride(aside));
        [gain(first, out, back), gain(second, back, out)]
    }

    /// The same if it turns.
    #[inline]
    fn gain_of_turn(&self, at: Spot, way: Way, last: Way) -> i32 {
        let front = self.side().cell(at) + self.side().stride(way);
        let corner = self.field.pull(front - self.side().stride(last));
        worth(self.side().slide(way), corner) + worth(self.side().slide(last), self.field.pull(front))
    }

    /// Whether the blank can go around a tile that turns by the longest way.
    fn can_go_around(&self, at: Spot, way: Way, last: Way) -> bool {
        let mut spot = at.go(last.back());
        [way.back(), last, last, way, way, last.back()].into_iter().all(|way| {
            spot = spot.go(way);
            self.is_free(spot)
        })
    }
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
