//! Shuffdle as 25 letters, and random questions about it.

use super::compare::{Ask, Judged, Oracle, Truth};
use super::model::{Ball, Model, State, normal_form};
use super::rng::Rng;
use super::{Group, enumerated};

const SIDE: usize = 5;
const HOLE: u8 = b'_';
/// Column, row and letter change by so much; the sign as it is written.
const WAYS: [(char, i32, i32, u8); 4] = [('<', -1, 0, 25), ('>', 1, 0, 1), ('^', 0, -1, 25), ('v', 0, 1, 1)];

/// Boards on which a word is to be spelled.
struct Letters {
    word: Vec<u8>,
    /// In any row or column, not in the bottom row alone.
    is_hard: bool,
}

fn target(mv: usize) -> Option<usize> {
    let (cell, (_, right, down, _)) = (mv / 4, WAYS[mv % 4]);
    let (col, row) = ((cell % SIDE) as i32 + right, (cell / SIDE) as i32 + down);
    let is_inside = (0..SIDE as i32).contains(&col) && (0..SIDE as i32).contains(&row);
    is_inside.then(|| row as usize * SIDE + col as usize)
}

impl Letters {
    fn reads(&self, state: &[u8], cells: impl Iterator<Item = usize>) -> bool {
        cells.map(|cell| state[cell]).eq(self.word.iter().copied())
    }

    fn parse(word: &str) -> Option<usize> {
        let [col, row, sign] = word.as_bytes() else { return None };
        let cell = usize::from(row.checked_sub(b'1')?) * SIDE + usize::from(col.checked_sub(b'a')?);
        let way = WAYS.iter().position(|way| way.0 == char::from(*sign))?;
        (cell < SIDE * SIDE).then_some(4 * cell + way)
    }
}

impl Model for Letters {
    fn n_moves(&self) -> usize {
        4 * SIDE * SIDE
    }
    fn cost(&self, _mv: usize) -> u32 {
        1
    }
    fn apply(&self, state: &[u8], mv: usize) -> Option<State> {
        let (from, to) = (mv / 4, target(mv)?);
        if state[from] == HOLE || state[to] != HOLE {
            return None;
        }
        let mut next = state.to_vec();
        next[to] = b'A' + (state[from] - b'A' + WAYS[mv % 4].3) % 26;
        next[from] = HOLE;
        Some(next)
    }
    fn unapply(&self, state: &[u8], mv: usize) -> Option<State> {
        let to = target(mv)?;
        self.apply(state, 4 * to + ((mv % 4) ^ 1))
    }
    fn may_follow(&self, last: usize, next: usize) -> bool {
        let is_taken_back = target(last) == Some(next / 4) && target(next) == Some(last / 4);
        !(is_taken_back || next < last && self.commute(last, next))
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        let bottom = self.reads(state, SIDE * (SIDE - 1)..SIDE * SIDE);
        let anywhere = || {
            (0..SIDE).any(|i| {
                let row = self.reads(state, i * SIDE..(i + 1) * SIDE);
                row || self.reads(state, (i..SIDE * SIDE).step_by(SIDE))
            })
        };
        bottom || self.is_hard && anywhere()
    }
    fn goals(&self) -> Vec<State> {
        Vec::new()
    }
    fn commute(&self, a: usize, b: usize) -> bool {
        let cells = [Some(a / 4), target(a)];
        !cells.contains(&Some(b / 4)) && !cells.contains(&target(b))
    }
}

struct ShuffdleOracle {
    puzzles: Vec<(Letters, State)>,
}

impl Oracle for ShuffdleOracle {
    fn truth(&self, input: usize, ask: &Ask) -> Truth {
        let (letters, start) = &self.puzzles[input];
        enumerated(letters, &Ball::unknown(), start, ask, 4)
    }

    fn judge(&self, input: usize, solution: &str, _label: &str) -> Result<Judged, String> {
        let (letters, start) = &self.puzzles[input];
        let (mut state, mut sequence) = (start.clone(), Vec::new());
        for word in solution.split_whitespace() {
            let mv = Letters::parse(word).ok_or_else(|| format!("no slide: {word:?}"))?;
            state = letters.apply(&state, mv).ok_or_else(|| format!("{word} is impossible"))?;
            sequence.push(mv as u16);
        }
        let cost = sequence.len() as u32;
        match letters.is_goal(&state) {
            true => Ok(Judged { key: (String::new(), normal_form(letters, &sequence)), cost }),
            false => Err("does not spell the word".to_string()),
        }
    }
}

/// A group of boards with words of their own.
pub fn group(rng: &mut Rng) -> Group {
    let mut options = Vec::new();
    let is_hard = rng.chance(30);
    options.extend(is_hard.then(|| "--hard".to_string()));
    let mut ask = Ask { is_proof: true, ..Ask::default() };
    let algorithms = ["ida", "dfid", "bfs", "astar", "weighted-astar", "greedy", "uniform", "dfs"];
    let algorithm = if rng.chance(30) { "" } else { rng.pick(&algorithms) };
    let is_searched = matches!(algorithm, "ida" | "astar" | "weighted-astar" | "greedy");
    options.extend(
        (!algorithm.is_empty()).then(|| super::option("--algorithm", algorithm)).into_iter().flatten(),
    );
    if is_searched || rng.chance(50) && algorithm.is_empty() {
        // Greedy search without an estimate goes anywhere; the table of `p1` takes seconds to make.
        let estimates = ["none", "manhattan", "manhattan", "path-clearing", "path-clearing", "path-clearing"];
        let estimate =
            if rng.chance(4) { "p1" } else { rng.pick(&estimates[usize::from(algorithm == "greedy")..]) };
        options.extend(super::option("--heuristic", estimate));
    }
    match algorithm {
        "dfs" => {
            ask = Ask { max_length: Some(4), ..Ask::default() };
            options.extend(super::option("--max-length", 4));
        }
        "weighted-astar" => ask = Ask { percent: Some(150), ..Ask::default() },
        "greedy" => ask = Ask::default(),
        _ => {
            if matches!(algorithm, "" | "ida" | "dfid") && rng.chance(60) {
                ask.all = true;
                options.push("--all".to_string());
                options.extend(super::option("--max-solutions", 100_000));
                // Sequences that differ in the order of slides far apart are not all told from each other.
                ask.may_repeat = true;
            }
            if rng.chance(15) {
                ask.max_length = Some(rng.within(1, 4) as u32);
                options.extend(super::option("--max-length", ask.max_length.unwrap_or(1)));
            }
        }
    }
    // A batch makes the table of targets first, unless an estimate is named.
    if !options.iter().any(|word| word == "--heuristic") && matches!(algorithm, "" | "ida" | "astar") {
        options.extend(super::option("--heuristic", "path-clearing"));
    }
    let puzzles: Vec<(Letters, State)> = (0..rng.within(3, 6))
        .map(|_| {
            // Few letters, so that a word can be spelled in several ways.
            let letter = |rng: &mut Rng| b'A' + rng.within(0, 6) as u8;
            let word: Vec<u8> = (0..SIDE).map(|_| letter(rng)).collect();
            let mut state: State = (0..SIDE * SIDE).map(|_| letter(rng)).collect();
            let mut cells: Vec<usize> = (0..SIDE * (SIDE - 1)).collect();
            rng.shuffle(&mut cells);
            cells[..SIDE].iter().for_each(|&cell| state[cell] = HOLE);
            state[SIDE * (SIDE - 1)..].copy_from_slice(&word);
            let letters = Letters { word, is_hard };
            for _ in 0..rng.within(8, 35) {
                let slide = rng.below(4 * SIDE * SIDE);
                state = letters.unapply(&state, slide).unwrap_or(state);
            }
            (letters, state)
        })
        .collect();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    let input = |(letters, state): &(Letters, State)| {
        let rows: Vec<String> = state.chunks(SIDE).map(text).collect();
        format!("{} {}", text(&letters.word), rows.join(" "))
    };
    let inputs = puzzles.iter().map(input).collect();
    let oracle = Box::new(ShuffdleOracle { puzzles });
    Group { family: "shuffdle", puzzle: "shuffdle".to_string(), options, inputs, ask, oracle }
}
