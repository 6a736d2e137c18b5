//! Sliding tiles as rows of numbers, and random questions about them.

use super::compare::{Ask, Judged, Oracle, Truth};
use super::model::{Ball, Model, State};
use super::rng::Rng;
use super::{Group, enumerated, option};

/// The direction of the gap when a tile slides up, down, left or right.
const WAYS: [(char, i32, i32); 4] = [('U', 1, 0), ('D', -1, 0), ('L', 0, 1), ('R', 0, -1)];

/// Boards of one size. A move slides one tile or more of a line.
pub struct Boards {
    pub rows: usize,
    pub cols: usize,
    pub goal: State,
    /// The maximum distance of the gap in one move.
    pub longest: usize,
}

impl Boards {
    fn slide(&self, state: &[u8], way: usize, n: usize) -> Option<State> {
        let gap = state.iter().position(|&tile| tile == 0)?;
        let (mut row, mut col) = ((gap / self.cols) as i32, (gap % self.cols) as i32);
        let mut next = state.to_vec();
        for _ in 0..n {
            let (_, down, right) = WAYS[way];
            let from = row as usize * self.cols + col as usize;
            (row, col) = (row + down, col + right);
            if row < 0 || col < 0 || row >= self.rows as i32 || col >= self.cols as i32 {
                return None;
            }
            next.swap(from, row as usize * self.cols + col as usize);
        }
        Some(next)
    }

    fn parse(&self, word: &str) -> Option<usize> {
        let way = WAYS.iter().position(|way| word.starts_with(way.0))?;
        let n: usize = if word.len() == 1 { 1 } else { word[1..].parse().ok()? };
        (1..=self.longest).contains(&n).then(|| (n - 1) * 4 + way)
    }
}

impl Model for Boards {
    fn n_moves(&self) -> usize {
        4 * self.longest
    }
    fn cost(&self, _mv: usize) -> u32 {
        1
    }
    fn apply(&self, state: &[u8], mv: usize) -> Option<State> {
        self.slide(state, mv % 4, mv / 4 + 1)
    }
    fn unapply(&self, state: &[u8], mv: usize) -> Option<State> {
        self.slide(state, (mv % 4) ^ 1, mv / 4 + 1)
    }
    fn may_follow(&self, last: usize, next: usize) -> bool {
        match self.longest {
            1 => next % 4 != (last % 4) ^ 1,
            _ => last % 4 / 2 != next % 4 / 2,
        }
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        state == self.goal
    }
    fn goals(&self) -> Vec<State> {
        vec![self.goal.clone()]
    }
}

struct SlidingOracle {
    boards: Boards,
    ball: Ball,
    starts: Vec<State>,
}

impl Oracle for SlidingOracle {
    fn truth(&self, input: usize, ask: &Ask) -> Truth {
        enumerated(&self.boards, &self.ball, &self.starts[input], ask, 40)
    }

    fn judge(&self, input: usize, solution: &str, _label: &str) -> Result<Judged, String> {
        let (mut state, mut sequence) = (self.starts[input].clone(), Vec::new());
        for word in solution.split_whitespace() {
            let mv = self.boards.parse(word).ok_or_else(|| format!("no slide: {word:?}"))?;
            state = self.boards.apply(&state, mv).ok_or_else(|| format!("{word} leads off the board"))?;
            sequence.push(mv as u16);
        }
        let cost = sequence.len() as u32;
        match self.boards.is_goal(&state) {
            true => Ok(Judged { key: (String::new(), sequence), cost }),
            false => Err("does not lead to the goal".to_string()),
        }
    }
}

fn text(state: &[u8], cols: usize) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    state.chunks(cols).map(row).collect::<Vec<_>>().join("/")
}

/// The board that a name stands for.
pub fn named_goal(name: &str, rows: usize, cols: usize) -> State {
    let n = rows * cols;
    match name {
        "first" => (0..n as u8).collect(),
        "snail" => {
            let (mut goal, mut row, mut col, mut way) = (vec![0; n], 0, 0, 0);
            let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            let mut is_set = vec![false; n];
            for tile in 1..=n {
                goal[row * cols + col] = (tile % n) as u8;
                is_set[row * cols + col] = true;
                for _ in 0..2 {
                    let (r, c) = (row as i32 + steps[way].0, col as i32 + steps[way].1);
                    let is_free = (0..rows as i32).contains(&r) && (0..cols as i32).contains(&c);
                    if is_free && !is_set[r as usize * cols + c as usize] {
                        (row, col) = (r as usize, c as usize);
                        break;
                    }
                    way = (way + 1) % 4;
                }
            }
            goal
        }
        _ => (1..n as u8).chain([0]).collect(),
    }
}

/// A group about one size of boards.
pub fn group(rng: &mut Rng) -> Group {
    let sizes = [
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (3, 3),
        (3, 3),
        (2, 4),
        (3, 4),
        (4, 3),
        (4, 4),
        (4, 4),
        (4, 5),
        (5, 5),
    ];
    let (rows, cols) = sizes[rng.below(sizes.len())];
    let n_cells = rows * cols;
    let mut options = Vec::new();
    let goal_name = rng.pick(&["", "", "last", "first", "snail", "own"]);
    let mut goal = named_goal(goal_name, rows, cols);
    if goal_name == "own" {
        rng.shuffle(&mut goal);
        options.extend(option("--goal", text(&goal, cols)));
    } else if !goal_name.is_empty() {
        options.extend(option("--goal", goal_name));
    }
    let is_multi = rng.chance(30);
    if is_multi || rng.chance(20) {
        options.extend(option("--metric", if is_multi { "multi-tile" } else { "single-tile" }));
    }
    let algorithms =
        ["ida", "dfid", "dfs", "bfs", "astar", "weighted-astar", "greedy", "uniform", "construct", "beam"];
    let algorithm = if rng.chance(45) { "" } else { rng.pick(&algorithms) };
    options.extend((!algorithm.is_empty()).then(|| option("--algorithm", algorithm)).into_iter().flatten());
    let estimates = ["none", "misplaced", "manhattan", "linear-conflict", "walking-distance", "pattern"];
    let takes_estimate = matches!(algorithm, "" | "ida" | "astar" | "weighted-astar" | "greedy");
    let estimate = match () {
        () if !takes_estimate || rng.chance(40) => "",
        // Greedy search without an estimate goes anywhere.
        () if is_multi => {
            rng.pick(&["none", "manhattan", "walking-distance"][usize::from(algorithm == "greedy")..])
        }
        () => rng.pick(&estimates[usize::from(algorithm == "greedy")..]),
    };
    options.extend((!estimate.is_empty()).then(|| option("--heuristic", estimate)).into_iter().flatten());
    let mut ask = Ask { is_proof: true, ..Ask::default() };
    match algorithm {
        "dfs" => {
            ask = Ask { max_length: Some(12), ..Ask::default() };
            options.extend(option("--max-length", 12));
        }
        "weighted-astar" => {
            ask = Ask { percent: Some(125), ..Ask::default() };
            options.extend(option("--weight", "1.25"));
        }
        "greedy" | "construct" | "beam" => ask = Ask::default(),
        _ => {
            if rng.chance(15) {
                let most = rng.within(1, 12) as u32;
                ask.max_length = Some(most);
                options.extend(option("--max-length", most));
            }
            if matches!(algorithm, "" | "ida" | "dfid") && rng.chance(50) {
                ask.all = true;
                options.push("--all".to_string());
                options.extend(option("--max-solutions", 100_000));
            }
        }
    }
    let longest = if is_multi { rows.max(cols) - 1 } else { 1 };
    let boards = Boards { rows, cols, goal, longest };
    let is_small = n_cells <= 8;
    let is_weak =
        matches!(estimate, "none" | "misplaced") || matches!(algorithm, "dfid" | "bfs" | "uniform" | "dfs");
    let walk = if is_weak { 8 } else { 14 };
    let starts: Vec<State> = (0..rng.within(3, 8))
        .map(|_| {
            let mut state = boards.goal.clone();
            if is_small && rng.chance(50) {
                // Half of these have no solution.
                rng.shuffle(&mut state);
                return state;
            }
            for _ in 0..rng.within(1, walk) {
                state = boards.apply(&state, rng.below(boards.n_moves())).unwrap_or(state);
            }
            if rng.chance(5) {
                let tiles: Vec<usize> = (0..n_cells).filter(|&cell| state[cell] != 0).collect();
                state.swap(tiles[0], tiles[1]);
            }
            state
        })
        .collect();
    let inputs = starts.iter().map(|state| text(state, cols)).collect();
    let ball = Ball::around(&boards, if is_small { usize::MAX } else { 20_000 });
    let oracle = Box::new(SlidingOracle { boards, ball, starts });
    Group { family: "sliding", puzzle: "sliding".to_string(), options, inputs, ask, oracle }
}
