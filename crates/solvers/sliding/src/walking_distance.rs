//! Walking distance (Takahashi): ignore the columns and count, for every row, how many of its tiles have their goal in
//! which row. This small puzzle, in which a vertical slide moves a tile of some goal row to a neighbouring row, is
//! solved exactly by a breadth-first search; likewise for columns. A slide changes one of the two, so their distances
//! add up.

use std::collections::HashMap;

use puzzle::Board;
use search::table::list_fill::distances;
use search::{Cost, Move, enumerate};

use super::goal_cells::GoalCells;
use super::multi_tile::alternating_bound;
use super::{Boards, Heuristic, SlideMetric};

/// Exact distances of rows and columns, each on their own.
pub struct WalkingDistance {
    goal_cells: GoalCells,
    /// Goal row and goal column by tile, for the search.
    goal_lines: [[u8; 2]; 16],
    vertical: LineTable,
    horizontal: LineTable,
    metric: SlideMetric,
}

/// Indices of the vertical and the horizontal configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    vertical: u16,
    horizontal: u16,
}

/// The configuration that a slide changes, and whether the tile moves to a lower-numbered line.
#[derive(Clone, Copy)]
pub struct SlideInfo {
    horizontal: bool,
    down: bool,
}

const MAX_LINES: usize = 4;

/// One of the two small puzzles: all its configurations, numbered in breadth-first order from the goal.
struct LineTable {
    number: HashMap<Config, u16>,
    distance: Vec<u8>,
    /// Index after a tile of a goal line moved to a neighbouring line, `[(number * 4 + goal_line) * 2 + down]`.
    next: Vec<u16>,
}

/// The number of tiles of each goal line in each line, and the blank's line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Config {
    tiles: [[u8; MAX_LINES]; MAX_LINES],
    blank: u8,
}

impl Config {
    /// Returns the configuration, given (line, goal line) of every tile and the blank's line.
    fn new(tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> Self {
        let mut config = Config { tiles: [[0; MAX_LINES]; MAX_LINES], blank: blank as u8 };
        tiles.for_each(|(line, goal_line)| config.tiles[line][goal_line] += 1);
        config
    }

    /// Returns the configuration after a tile of `goal_line` moved to the blank's line from the line below (or above)
    /// it.
    fn after(mut self, n_lines: usize, goal_line: usize, down: bool) -> Option<Config> {
        let blank = usize::from(self.blank);
        let from = if down { blank + 1 } else { blank.checked_sub(1)? };
        if from >= n_lines || self.tiles[from][goal_line] == 0 {
            return None;
        }
        self.tiles[from][goal_line] -= 1;
        self.tiles[blank][goal_line] += 1;
        self.blank = from as u8;
        Some(self)
    }
}

impl LineTable {
    fn new(goal: Config, n_lines: usize, metric: SlideMetric) -> LineTable {
        // The moves: tiles of a goal line from the line above the blank, or below it.
        let step = |config: &Config, mv: Move| config.after(n_lines, mv.0 as usize / 2, mv.0 % 2 == 1);
        let coordinate = enumerate(goal, 2 * MAX_LINES, step);
        let configs = coordinate.views();
        let number = |config: &Config| coordinate.number(config).expect("all are numbered") as u16;
        let next = configs.iter().flat_map(|config| {
            let after = |mv| step(config, Move(mv)).as_ref().map_or(0, number);
            // An impossible slide is never looked up.
            (0..2 * MAX_LINES as u16).map(after).collect::<Vec<_>>()
        });
        // Every slide is undone by a slide, and every run by a run.
        let distance = distances(
            configs.len(),
            [0_u16],
            |&number| usize::from(number),
            |&from, visit| {
                for down in [false, true] {
                    let mut last = vec![configs[usize::from(from)]];
                    while let Some(config) = last.pop() {
                        for after in (0..MAX_LINES).filter_map(|line| config.after(n_lines, line, down)) {
                            visit(number(&after));
                            // Any number of consecutive tiles that move in one direction are one step.
                            if metric == SlideMetric::MultiTile {
                                last.push(after);
                            }
                        }
                    }
                }
            },
        );
        LineTable {
            number: configs.iter().map(|config| (*config, number(config))).collect(),
            distance,
            next: next.collect(),
        }
    }

    #[inline(always)]
    fn after(&self, number: u16, goal_line: u8, down: bool) -> u16 {
        self.next[(usize::from(number) * MAX_LINES + usize::from(goal_line)) * 2 + usize::from(down)]
    }

    fn table_bytes(&self) -> usize {
        self.distance.len() + 2 * self.next.len()
    }
}

impl WalkingDistance {
    /// True if the heuristic exists for this size: the tables are small only for short sides.
    pub fn exists_for(goal: &Board) -> bool {
        goal.rows() <= MAX_LINES && goal.cols() <= MAX_LINES
    }

    /// Returns the heuristic for `goal`.
    ///
    /// # Panics
    /// If it does not exist for this size.
    pub fn new(goal: &Board) -> Self {
        Self::counting(goal, SlideMetric::SingleTile)
    }

    /// Returns the heuristic in a metric: in the multi-tile metric, several tiles moving in one direction are one step.
    ///
    /// # Panics
    /// If it does not exist for this size.
    pub fn counting(goal: &Board, metric: SlideMetric) -> Self {
        assert!(Self::exists_for(goal), "the caller checks exists_for");
        let goal_cells = GoalCells::new(goal);
        let mut goal_lines = [[0; 2]; 16];
        for (tile, lines) in goal_lines.iter_mut().enumerate().take(goal_cells.n_tiles()) {
            *lines = [goal_cells.goal_row_col(tile).0 as u8, goal_cells.goal_row_col(tile).1 as u8];
        }
        let (rows, columns) = configs(&goal_cells, goal);
        let vertical = LineTable::new(rows, goal.rows(), metric);
        let horizontal = LineTable::new(columns, goal.cols(), metric);
        WalkingDistance { goal_cells, goal_lines, vertical, horizontal, metric }
    }
}

/// Returns the vertical and the horizontal configuration of a board.
fn configs(goal_cells: &GoalCells, board: &Board) -> (Config, Config) {
    let tiles = || board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let pairs =
        || tiles().map(|(cell, &tile)| (goal_cells.row_col(cell), goal_cells.goal_row_col(tile as usize)));
    let blank = goal_cells.row_col(board.blank());
    (
        Config::new(pairs().map(|(place, goal_line)| (place.0, goal_line.0)), blank.0),
        Config::new(pairs().map(|(place, goal_line)| (place.1, goal_line.1)), blank.1),
    )
}

impl<C> Heuristic<C> for WalkingDistance {
    type Value = Value;
    type SlideInfo = SlideInfo;

    fn slide_info(&self, from: usize, to: usize) -> SlideInfo {
        let (start, end) = (self.goal_cells.row_col(from), self.goal_cells.row_col(to));
        let horizontal = start.0 == end.0;
        SlideInfo { horizontal, down: if horizontal { start.1 > end.1 } else { start.0 > end.0 } }
    }

    fn start(&self, board: &Board) -> Value {
        let (rows, columns) = configs(&self.goal_cells, board);
        Value { vertical: self.vertical.number[&rows], horizontal: self.horizontal.number[&columns] }
    }

    #[inline(always)]
    fn after(&self, value: &Value, slide: &SlideInfo, tile: usize, _boards: Boards<'_, C>) -> Value {
        let goal_line = self.goal_lines[tile & 15][usize::from(slide.horizontal)];
        match slide.horizontal {
            true => {
                Value { horizontal: self.horizontal.after(value.horizontal, goal_line, slide.down), ..*value }
            }
            false => Value { vertical: self.vertical.after(value.vertical, goal_line, slide.down), ..*value },
        }
    }

    #[inline(always)]
    fn bound(&self, value: &Value) -> Cost {
        let distance = |walk: &LineTable, number: u16| Cost::from(walk.distance[usize::from(number)]);
        let (columns, rows) =
            (distance(&self.vertical, value.vertical), distance(&self.horizontal, value.horizontal));
        match self.metric {
            SlideMetric::SingleTile => columns + rows,
            SlideMetric::MultiTile => alternating_bound(columns, rows),
        }
    }

    fn table_bytes(&self) -> usize {
        self.vertical.table_bytes() + self.horizontal.table_bytes()
    }
}
