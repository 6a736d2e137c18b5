//! Corner cases: the last two tiles of a gap, neither of which can be placed before the other, and single tiles for
//! which no regular transport step is left.

use super::layer::{Area, LayerSolver};
use super::pair_table::{DEPTH, PairState, after_step};
use super::rotation::{Dir, Pos};

/// Buffers of the search.
#[derive(Default)]
pub struct SearchBuffers {
    /// By positions of the tile and the blank: the direction by which the blank came.
    came_by: Vec<u8>,
    /// Positions of the tile and the blank.
    queue: Vec<[Pos; 2]>,
}

/// Number of failed attempts with two tiles after which both are searched for together. One or two attempts nearly
/// always suffice.
const ATTEMPTS: usize = 4;

const UNSEEN: u8 = 9;
const START: u8 = 8;

impl LayerSolver<'_> {
    /// Places the two adjacent tiles whose homes start at `col`, after all other tiles of the layer around them.
    pub(super) fn place_pair(&mut self, col: i32) {
        let homes = [Pos { row: 0, col }, Pos { row: 0, col: col + 1 }];
        if homes.iter().all(|&home| self.find(home) == home) {
            return;
        }
        let width = self.rotation().width;
        let (left, right) = (i32::from(col > 0), i32::from(col + 2 < width));
        let area =
            Area { first: Pos { row: 0, col: col - left }, end: Pos { row: DEPTH, col: col + 2 + right } };
        // The nearer one first: the other may displace it.
        let distance_home = |home: &Pos| self.find(*home).distance(*home);
        let [first, second] =
            if distance_home(&homes[0]) <= distance_home(&homes[1]) { homes } else { [homes[1], homes[0]] };
        let is_inside = |line: &Self, home: Pos| area.contains(line.find(home));
        // In a strip of width two, two adjacent tiles block the path, so there the first tile goes all the way.
        let first_into = if width == 2 { None } else { Some(area) };
        for _ in 0..ATTEMPTS {
            if !(is_inside(self, first) && is_inside(self, second)) {
                self.transport(first, first, first_into);
                self.lock(Some(self.find(first)));
                self.transport(second, second, Some(area));
                self.lock(None);
            }
            if is_inside(self, first) && is_inside(self, second) && self.enter(area, homes) {
                let seen = |pos: Pos| Pos { col: pos.col - col, ..pos };
                let mut state = [seen(self.find(homes[0])), seen(self.find(homes[1])), seen(self.blank())];
                while let Some(dir) = self.scratch.pairs[left as usize][right as usize].next(state) {
                    state = after_step(state, dir);
                    self.move_blank(dir);
                }
                return;
            }
        }
        self.search_pair(homes);
    }

    /// Places two tiles that displace each other in tight space, by a breadth-first search over the positions of both
    /// and of the blank.
    fn search_pair(&mut self, homes: [Pos; 2]) {
        let start: PairState = [self.find(homes[0]), self.find(homes[1]), self.blank()];
        let area = self.area_around([start[0], start[1], start[2], homes[0], homes[1]], 2);
        let n_positions = area.number(area.end) + 1;
        let code =
            |state: PairState| state.iter().fold(0, |code, &pos| code * n_positions + area.number(pos));
        let mut came_by = vec![UNSEEN; n_positions * n_positions * n_positions];
        let mut queue = vec![start];
        came_by[code(start)] = START;
        let mut next = 0;
        while queue[next][..2] != homes {
            let state = queue[next];
            next += 1;
            for dir in Dir::ALL {
                let to = state[2].step(dir);
                if area.contains(to) && self.is_free(to) {
                    let there = after_step(state, dir);
                    let came_by = &mut came_by[code(there)];
                    if *came_by == UNSEEN {
                        *came_by = dir.0;
                        queue.push(there);
                    }
                }
            }
            assert!(
                next < queue.len(),
                "two tiles can be brought anywhere where others are left to push about"
            );
        }
        let mut dirs = Vec::new();
        let mut state = queue[next];
        while state != start {
            let dir = Dir(came_by[code(state)]);
            dirs.push(dir);
            state = after_step(state, dir.opposite());
        }
        dirs.into_iter().rev().for_each(|dir| self.move_blank(dir));
    }

    /// Moves the blank into an area without moving the two tiles there. If they block the path, the blank goes through
    /// them, and false is returned.
    fn enter(&mut self, area: Area, homes: [Pos; 2]) -> bool {
        if area.contains(self.blank()) {
            return true;
        }
        let tiles = homes.map(|home| self.find(home));
        let mut positions: Vec<Pos> = area.positions().filter(|&pos| !tiles.contains(&pos)).collect();
        positions.sort_by_key(|pos| pos.distance(self.blank()));
        self.lock(Some(tiles[0]));
        let is_inside =
            positions.iter().any(|&pos| self.is_free(pos) && self.move_blank_to(pos, Some(tiles[1])));
        self.lock(None);
        if !is_inside {
            let is_through = positions.iter().any(|&pos| self.is_free(pos) && self.move_blank_to(pos, None));
            assert!(is_through, "all cells without placed tiles are connected");
        }
        is_inside
    }

    /// Brings a tile to `to` or into `into` by a breadth-first search around it; if the locked tile blocks every path,
    /// it is moved, too.
    pub(super) fn search_single(&mut self, home: Pos, to: Pos, into: Option<Area>) {
        for margin in [1, 2] {
            if self.search_within(margin, home, to, into) {
                return;
            }
        }
        self.lock(None);
        let is_there = self.search_within(2, home, to, into);
        assert!(is_there, "a tile can be brought anywhere in an area of at least 3x3 cells");
    }

    /// Brings a tile to `to` or into `into` with moves that stay within `margin` cells of its position, its target and
    /// the blank. Returns whether it is possible.
    fn search_within(&mut self, margin: i32, home: Pos, to: Pos, into: Option<Area>) -> bool {
        let start = [self.find(home), self.blank()];
        let area = self.area_around([start[0], start[1], to], margin);
        let is_at_target = |at: Pos| at == to || into.is_some_and(|area| area.contains(at));
        let n_positions = area.number(area.end) + 1;
        let code = |[tile, blank]: [Pos; 2]| area.number(tile) * n_positions + area.number(blank);
        let after = |[tile, blank]: [Pos; 2], to: Pos| [if tile == to { blank } else { tile }, to];
        let mut buffers = std::mem::take(&mut self.scratch.buffers);
        let SearchBuffers { came_by, queue } = &mut buffers;
        came_by.clear();
        came_by.resize(n_positions * n_positions, UNSEEN);
        queue.clear();
        queue.push(start);
        came_by[code(start)] = START;
        let mut next = 0;
        let end = loop {
            let Some(&state) = queue.get(next) else { break None };
            next += 1;
            if is_at_target(state[0]) {
                break Some(state);
            }
            for dir in Dir::ALL {
                let to = state[1].step(dir);
                if area.contains(to) && self.is_free(to) {
                    let there = after(state, to);
                    let came_by = &mut came_by[code(there)];
                    if *came_by == UNSEEN {
                        *came_by = dir.0;
                        queue.push(there);
                    }
                }
            }
        };
        if let Some(mut state) = end {
            let mut dirs = Vec::new();
            while state != start {
                let dir = Dir(came_by[code(state)]);
                dirs.push(dir);
                state = after(state, state[1].step(dir.opposite()));
            }
            dirs.into_iter().rev().for_each(|dir| self.move_blank(dir));
        }
        self.scratch.buffers = buffers;
        end.is_some()
    }

    /// Returns the smallest area that contains these positions, extended by `margin` on every side within the
    /// rectangle.
    fn area_around<const N: usize>(&self, positions: [Pos; N], margin: i32) -> Area {
        let row = positions.map(|pos| pos.row);
        let col = positions.map(|pos| pos.col);
        let least = |of: [i32; N]| (of.into_iter().min().unwrap_or(0) - margin).max(0);
        let most = |of: [i32; N]| of.into_iter().max().unwrap_or(0) + margin + 1;
        Area {
            first: Pos { row: least(row), col: least(col) },
            end: Pos { row: most(row).min(self.rotation().depth), col: most(col).min(self.rotation().width) },
        }
    }
}
