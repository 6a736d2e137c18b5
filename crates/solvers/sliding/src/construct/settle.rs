//! The last steps where they are tight: the last two tiles of a gap, neither of which can be home before the other, and
//! single tiles where no plain step is left.

use super::line::{Line, Part};
use super::pairs::{DEPTH, Places, gone};
use super::side::{Spot, Way};

/// Buffers for settling.
#[derive(Default)]
pub struct Settling {
    /// By places of the tile and the blank, the way the blank came.
    came: Vec<u8>,
    /// Both places.
    queue: Vec<[Spot; 2]>,
}

/// After so many vain attempts with two tiles both are searched for together. One or two are enough nearly always.
const ATTEMPTS: usize = 4;

const UNSEEN: u8 = 9;
const START: u8 = 8;

impl Line<'_> {
    /// Brings the two tiles home that belong next to each other from `along` on, all others of the side around them being
    /// home.
    pub(super) fn settle_pair(&mut self, along: i32) {
        let homes = [Spot { deep: 0, along }, Spot { deep: 0, along: along + 1 }];
        if homes.iter().all(|&home| self.find(home) == home) {
            return;
        }
        let width = self.side().width;
        let (left, right) = (i32::from(along > 0), i32::from(along + 2 < width));
        let part = Part {
            first: Spot { deep: 0, along: along - left },
            end: Spot { deep: DEPTH, along: along + 2 + right },
        };
        // The nearer one first: the other may push it about.
        let far = |home: &Spot| self.find(*home).distance(*home);
        let [first, second] = if far(&homes[0]) <= far(&homes[1]) { homes } else { [homes[1], homes[0]] };
        let is_inside = |line: &Self, home: Spot| part.contains(line.find(home));
        // In a strip of two cells two tiles abreast bar the way, so there the first goes all the way.
        let first_into = if width == 2 { None } else { Some(part) };
        for _ in 0..ATTEMPTS {
            if !(is_inside(self, first) && is_inside(self, second)) {
                self.carry(first, first, first_into);
                self.keep(Some(self.find(first)));
                self.carry(second, second, Some(part));
                self.keep(None);
            }
            if is_inside(self, first) && is_inside(self, second) && self.enter(part, homes) {
                let seen = |spot: Spot| Spot { along: spot.along - along, ..spot };
                let mut places = [seen(self.find(homes[0])), seen(self.find(homes[1])), seen(self.blank())];
                while let Some(way) = self.tools.pairs[left as usize][right as usize].next(places) {
                    places = gone(places, way);
                    self.go(way);
                }
                return;
            }
        }
        self.settle_two(homes);
    }

    /// Brings two tiles home that push each other about where it is tight, by a search of all places of both and of the blank.
    fn settle_two(&mut self, homes: [Spot; 2]) {
        let start: Places = [self.find(homes[0]), self.find(homes[1]), self.blank()];
        let part = self.part_around([start[0], start[1], start[2], homes[0], homes[1]], 2);
        let n_spots = part.number(part.end) + 1;
        let code = |places: Places| places.iter().fold(0, |code, &spot| code * n_spots + part.number(spot));
        let mut came = vec![UNSEEN; n_spots * n_spots * n_spots];
        let mut queue = vec![start];
        came[code(start)] = START;
        let mut next = 0;
        while queue[next][..2] != homes {
            let places = queue[next];
            next += 1;
            for way in Way::ALL {
                let to = places[2].go(way);
                if part.contains(to) && self.is_free(to) {
                    let there = gone(places, way);
                    let came = &mut came[code(there)];
                    if *came == UNSEEN {
                        *came = way.0;
                        queue.push(there);
                    }
                }
            }
            assert!(
                next < queue.len(),
                "two tiles can be brought anywhere where others are left to push about"
            );
        }
        let mut ways = Vec::new();
        let mut places = queue[next];
        while places != start {
            let way = Way(came[code(places)]);
            ways.push(way);
            places = gone(places, way.back());
        }
        ways.into_iter().rev().for_each(|way| self.go(way));
    }

    /// Brings the blank into a part without moving the two tiles there. If they bar the way it goes through them, and false
    /// is returned.
    fn enter(&mut self, part: Part, homes: [Spot; 2]) -> bool {
        if part.contains(self.blank()) {
            return true;
        }
        let tiles = homes.map(|home| self.find(home));
        let mut spots: Vec<Spot> = part.spots().filter(|&spot| !tiles.contains(&spot)).collect();
        spots.sort_by_key(|spot| spot.distance(self.blank()));
        self.keep(Some(tiles[0]));
        let is_inside = spots.iter().any(|&spot| self.is_free(spot) && self.walk_to(spot, Some(tiles[1])));
        self.keep(None);
        if !is_inside {
            let is_through = spots.iter().any(|&spot| self.is_free(spot) && self.walk_to(spot, None));
            assert!(is_through, "all that is not home is connected");
        }
        is_inside
    }

    /// Brings a tile to `to` or into `into` by a search of all there is around it; if what is kept bars every way, by
    /// moving that, too.
    pub(super) fn settle_one(&mut self, home: Spot, to: Spot, into: Option<Part>) {
        for margin in [1, 2] {
            if self.settle_within(margin, home, to, into) {
                return;
            }
        }
        self.keep(None);
        let is_there = self.settle_within(2, home, to, into);
        assert!(is_there, "a tile can be brought anywhere in a part of at least 3x3 cells");
    }

    /// Brings a tile to `to` or into `into` with moves that go no further than so many cells beyond where it is, where it
    /// goes and the blank. Whether that can be.
    fn settle_within(&mut self, margin: i32, home: Spot, to: Spot, into: Option<Part>) -> bool {
        let start = [self.find(home), self.blank()];
        let part = self.part_around([start[0], start[1], to], margin);
        let has_come = |at: Spot| at == to || into.is_some_and(|part| part.contains(at));
        let n_spots = part.number(part.end) + 1;
        let code = |[tile, blank]: [Spot; 2]| part.number(tile) * n_spots + part.number(blank);
        let after = |[tile, blank]: [Spot; 2], to: Spot| [if tile == to { blank } else { tile }, to];
        let mut settling = std::mem::take(&mut self.tools.settling);
        let Settling { came, queue } = &mut settling;
        came.clear();
        came.resize(n_spots * n_spots, UNSEEN);
        queue.clear();
        queue.push(start);
        came[code(start)] = START;
        let mut next = 0;
        let end = loop {
            let Some(&places) = queue.get(next) else { break None };
            next += 1;
            if has_come(places[0]) {
                break Some(places);
            }
            for way in Way::ALL {
                let to = places[1].go(way);
                if part.contains(to) && self.is_free(to) {
                    let there = after(places, to);
                    let came = &mut came[code(there)];
                    if *came == UNSEEN {
                        *came = way.0;
                        queue.push(there);
                    }
                }
            }
        };
        if let Some(mut places) = end {
            let mut ways = Vec::new();
            while places != start {
                let way = Way(came[code(places)]);
                ways.push(way);
                places = after(places, places[1].go(way.back()));
            }
            ways.into_iter().rev().for_each(|way| self.go(way));
        }
        self.tools.settling = settling;
        end.is_some()
    }

    /// The smallest part with these spots in it, and `margin` more on every side as far as there are any.
    fn part_around<const N: usize>(&self, spots: [Spot; N], margin: i32) -> Part {
        let deep = spots.map(|spot| spot.deep);
        let along = spots.map(|spot| spot.along);
        let least = |of: [i32; N]| (of.into_iter().min().unwrap_or(0) - margin).max(0);
        let most = |of: [i32; N]| of.into_iter().max().unwrap_or(0) + margin + 1;
        Part {
            first: Spot { deep: least(deep), along: least(along) },
            end: Spot { deep: most(deep).min(self.side().depth), along: most(along).min(self.side().width) },
        }
    }
}
