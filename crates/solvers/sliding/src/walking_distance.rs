//! Walking distance (Takahashi): forget the columns and count, for every row, how many of its tiles belong in which row.
//! That small puzzle, in which a vertical slide brings a tile of some home row to a neighbouring row, is solved exactly
//! by a breadth-first search; likewise for columns. A slide changes one of the two, so their distances add.

use std::collections::HashMap;

use puzzle::Board;
use search::Cost;

use super::homes::Homes;
use super::multi::in_turns;
use super::{Boards, Heuristic, SlideMetric};

/// Exact distances of rows and columns taken apart.
pub struct WalkingDistance {
    homes: Homes,
    /// Home row and home column by tile, for the search.
    home_lines: [[u8; 2]; 16],
    vertical: Walk,
    horizontal: Walk,
    metric: SlideMetric,
}

/// Numbers of the vertical and the horizontal configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    vertical: u16,
    horizontal: u16,
}

/// Which of the two a slide changes, and whether the tile goes to a lower line.
#[derive(Clone, Copy)]
pub struct Row {
    horizontal: bool,
    down: bool,
}

const MAX_LINES: usize = 4;

/// One of the two small puzzles: all its configurations, numbered as the search from the goal met them.
struct Walk {
    number: HashMap<Config, u16>,
    distance: Vec<u8>,
    /// Number after a tile of a home line went to a neighbouring line, `[(number * 4 + home) * 2 + down]`.
    next: Vec<u16>,
}

/// How many tiles of each home line are in each line, and the blank's line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Config {
    tiles: [[u8; MAX_LINES]; MAX_LINES],
    blank: u8,
}

impl Config {
    /// From (line, home line) of every tile and the line of the blank.
    fn new(tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> Self {
        let mut config = Config { tiles: [[0; MAX_LINES]; MAX_LINES], blank: blank as u8 };
        tiles.for_each(|(line, home)| config.tiles[line][home] += 1);
        config
    }

    /// After a tile of `home` came to the blank's line from the line below (or above) it.
    fn after(mut self, n_lines: usize, home: usize, down: bool) -> Option<Config> {
        let blank = usize::from(self.blank);
        let from = if down { blank + 1 } else { blank.checked_sub(1)? };
        if from >= n_lines || self.tiles[from][home] == 0 {
            return None;
        }
        self.tiles[from][home] -= 1;
        self.tiles[blank][home] += 1;
        self.blank = from as u8;
        Some(self)
    }
}

impl Walk {
    fn new(goal: Config, n_lines: usize, metric: SlideMetric) -> Walk {
        let mut walk = Walk { number: HashMap::from([(goal, 0)]), distance: vec![0], next: Vec::new() };
        let mut queue = vec![goal];
        let mut head = 0;
        while head < queue.len() {
            for slot in 0..2 * MAX_LINES {
                let after = queue[head].after(n_lines, slot / 2, slot % 2 == 1);
                // A slide that cannot happen here is never asked for.
                let number = after.map_or(0, |config| {
                    let number = queue.len() as u16;
                    *walk.number.entry(config).or_insert_with(|| {
                        queue.push(config);
                        walk.distance.push(walk.distance[head] + 1);
                        number
                    })
                });
                walk.next.push(number);
            }
            head += 1;
        }
        if metric == SlideMetric::MultiTile {
            walk.count_together(&queue, n_lines);
        }
        walk
    }

    /// Counts distances anew: any number of tiles that go one way, one after the other, are one step.
    fn count_together(&mut self, configs: &[Config], n_lines: usize) {
        const UNSEEN: u8 = u8::MAX;
        self.distance.fill(UNSEEN);
        self.distance[0] = 0;
        let mut queue = vec![0];
        let mut head = 0;
        while head < queue.len() {
            for down in [false, true] {
                let mut further = vec![configs[queue[head]]];
                while let Some(config) = further.pop() {
                    for after in (0..MAX_LINES).filter_map(|home| config.after(n_lines, home, down)) {
                        let number = usize::from(self.number[&after]);
                        if self.distance[number] == UNSEEN {
                            self.distance[number] = self.distance[queue[head]] + 1;
                            queue.push(number);
                        }
                        further.push(after);
                    }
                }
            }
            head += 1;
        }
    }

    #[inline(always)]
    fn after(&self, number: u16, home: u8, down: bool) -> u16 {
        self.next[(usize::from(number) * MAX_LINES + usize::from(home)) * 2 + usize::from(down)]
    }

    fn table_bytes(&self) -> usize {
        self.distance.len() + 2 * self.next.len()
    }
}

impl WalkingDistance {
    /// The tables stay small only for short sides.
    pub fn exists_for(goal: &Board) -> bool {
        goal.rows() <= MAX_LINES && goal.cols() <= MAX_LINES
    }

    /// Towards `goal`.
    ///
    /// # Panics
    /// When it does not exist for this size.
    pub fn new(goal: &Board) -> Self {
        Self::counting(goal, SlideMetric::SingleTile)
    }

    /// The same in a metric: where tiles slide together, a walk of several tiles one way is one step.
    ///
    /// # Panics
    /// When it does not exist for this size.
    pub fn counting(goal: &Board, metric: SlideMetric) -> Self {
        assert!(Self::exists_for(goal), "the caller asks first");
        let homes = Homes::new(goal);
        let mut home_lines = [[0; 2]; 16];
        for (tile, lines) in home_lines.iter_mut().enumerate().take(homes.n_tiles()) {
            *lines = [homes.home(tile).0 as u8, homes.home(tile).1 as u8];
        }
        let (rows, columns) = configs(&homes, goal);
        let vertical = Walk::new(rows, goal.rows(), metric);
        let horizontal = Walk::new(columns, goal.cols(), metric);
        WalkingDistance { homes, home_lines, vertical, horizontal, metric }
    }
}

/// The vertical and the horizontal configuration of a board.
fn configs(homes: &Homes, board: &Board) -> (Config, Config) {
    let tiles = || board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let pairs = || tiles().map(|(cell, &tile)| (homes.place(cell), homes.home(tile as usize)));
    let blank = homes.place(board.blank());
    (
        Config::new(pairs().map(|(place, home)| (place.0, home.0)), blank.0),
        Config::new(pairs().map(|(place, home)| (place.1, home.1)), blank.1),
    )
}

impl<C> Heuristic<C> for WalkingDistance {
    type Value = Value;
    type Row = Row;

    fn row(&self, from: usize, to: usize) -> Row {
        let (start, end) = (self.homes.place(from), self.homes.place(to));
        let horizontal = start.0 == end.0;
        Row { horizontal, down: if horizontal { start.1 > end.1 } else { start.0 > end.0 } }
    }

    fn start(&self, board: &Board) -> Value {
        let (rows, columns) = configs(&self.homes, board);
        Value { vertical: self.vertical.number[&rows], horizontal: self.horizontal.number[&columns] }
    }

    #[inline(always)]
    fn after(&self, value: &Value, row: &Row, tile: usize, _boards: Boards<'_, C>) -> Value {
        let home = self.home_lines[tile & 15][usize::from(row.horizontal)];
        match row.horizontal {
            true => Value { horizontal: self.horizontal.after(value.horizontal, home, row.down), ..*value },
            false => Value { vertical: self.vertical.after(value.vertical, home, row.down), ..*value },
        }
    }

    #[inline(always)]
    fn bound(&self, value: &Value) -> Cost {
        let distance = |walk: &Walk, number: u16| Cost::from(walk.distance[usize::from(number)]);
        let (columns, rows) =
            (distance(&self.vertical, value.vertical), distance(&self.horizontal, value.horizontal));
        match self.metric {
            SlideMetric::SingleTile => columns + rows,
            SlideMetric::MultiTile => in_turns(columns, rows),
        }
    }

    fn table_bytes(&self) -> usize {
        self.vertical.table_bytes() + self.horizontal.table_bytes()
    }
}
