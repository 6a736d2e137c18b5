//! Cubes of any size as stickers, by geometry: a sticker is a point in space, a turn rotates the points of some layers.
//! Turns of one axis are taken together, so that every solution is written in one way only.

use super::model::{Model, State};

type Point = [i32; 3];

/// Normal, direction to the right and direction down of U R F D L B as they are drawn.
const FACES: [[Point; 3]; 6] = [
    [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
    [[1, 0, 0], [0, 0, -1], [0, -1, 0]],
    [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
    [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
    [[-1, 0, 0], [0, 0, 1], [0, -1, 0]],
    [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
];
/// Their letters.
pub const LETTERS: &str = "URFDLB";

fn dot(a: Point, b: Point) -> i32 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The stickers of a cube with n layers, numbered as facelets are.
#[derive(Clone)]
pub struct Stickers {
    pub n: usize,
    points: Vec<Point>,
}

impl Stickers {
    pub fn new(n: usize) -> Stickers {
        let offset = |i: usize| 2 * i as i32 - (n as i32 - 1);
        let mut points = Vec::new();
        for [normal, right, down] in FACES {
            for row in 0..n {
                for column in 0..n {
                    points.push(std::array::from_fn(|i| {
                        normal[i] * n as i32 + right[i] * offset(column) + down[i] * offset(row)
                    }));
                }
            }
        }
        Stickers { n, points }
    }

    pub fn solved(&self) -> State {
        (0..self.points.len() as u8).collect()
    }

    fn at(&self, point: Point) -> usize {
        self.points.iter().position(|&p| p == point).expect("rotations send stickers to stickers")
    }

    /// For every place, the place its sticker comes from if layers `first..=last` of a face are turned clockwise.
    pub fn turn(&self, face: usize, first: usize, last: usize, quarters: usize) -> Vec<u8> {
        let normal = FACES[face][0];
        let most = self.n as i32 - 1;
        let mut from = self.solved();
        for (i, &point) in self.points.iter().enumerate() {
            let depth = ((most - dot(point, normal).clamp(-most, most)) / 2) as usize + 1;
            if (first..=last).contains(&depth) {
                let mut moved = point;
                for _ in 0..quarters {
                    let along = dot(moved, normal);
                    let side = cross(normal, moved);
                    moved = std::array::from_fn(|k| normal[k] * along - side[k]);
                }
                from[self.at(moved)] = i as u8;
            }
        }
        from
    }

    /// A move as it is written: `R`, `2U'`, `Fw2`, `r`, `M`, `x`.
    pub fn parse(&self, word: &str) -> Option<Vec<u8>> {
        let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
        let prefix: Option<usize> = digits.parse().ok();
        let rest = &word[digits.len()..];
        let name = rest.chars().next()?;
        let mut tail = &rest[name.len_utf8()..];
        let is_wide = name.is_lowercase() && !"xyz".contains(name) || tail.starts_with('w');
        tail = tail.strip_prefix('w').unwrap_or(tail);
        let quarters = match tail {
            "" => 1,
            "2" | "2'" => 2,
            "'" | "3" => 3,
            _ => return None,
        };
        let (face, first, last) = match name {
            'M' => (4, 2, self.n - 1),
            'E' => (3, 2, self.n - 1),
            'S' => (2, 2, self.n - 1),
            'x' => (1, 1, self.n),
            'y' => (0, 1, self.n),
            'z' => (2, 1, self.n),
            _ => {
                let face = LETTERS.find(name.to_ascii_uppercase())?;
                match (is_wide, prefix) {
                    (true, depth) => (face, 1, depth.unwrap_or(2)),
                    (false, depth) => (face, depth.unwrap_or(1), depth.unwrap_or(1)),
                }
            }
        };
        Some(self.turn(face, first, last, quarters))
    }

    /// Makes the moves of a text.
    pub fn play(&self, state: &[u8], text: &str) -> Option<State> {
        let mut state = state.to_vec();
        for word in text.split_whitespace() {
            state = moved(&state, &self.parse(word)?);
        }
        Some(state)
    }

    /// All ways to hold the cube, as moves of the whole.
    pub fn rotations(&self) -> Vec<Vec<u8>> {
        let mut all = vec![self.solved()];
        let mut at = 0;
        while at < all.len() {
            for face in [0, 1] {
                let next = moved(&all[at], &self.turn(face, 1, self.n, 1));
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            at += 1;
        }
        all
    }

    /// A 3x3x3 held as its centres say: the same position with the centres at home.
    pub fn upright(&self, state: &[u8]) -> State {
        let is_center = |i: usize| self.n == 3 && i % 9 == 4;
        let fits = |held: &&Vec<u8>| (0..state.len()).all(|i| !is_center(i) || held[i] == state[i]);
        let rotations = self.rotations();
        let held = rotations.iter().find(fits).expect("centres are held in one of 24 ways");
        let mut names = vec![0; state.len()];
        held.iter().enumerate().for_each(|(place, &sticker)| names[usize::from(sticker)] = place as u8);
        state.iter().map(|&sticker| names[usize::from(sticker)]).collect()
    }

    /// Letters of the colours.
    pub fn facelets(&self, state: &[u8]) -> String {
        let letters: Vec<char> = LETTERS.chars().collect();
        state.iter().map(|&sticker| letters[self.color(sticker)]).collect()
    }

    /// The face that a sticker belongs to.
    pub fn color(&self, sticker: u8) -> usize {
        usize::from(sticker) / (self.n * self.n)
    }

    /// Coordinates of the small cube that a sticker is on, and the directions that it is at the surface in.
    pub fn cubie(&self, sticker: usize) -> Point {
        let most = self.n as i32 - 1;
        self.points[sticker].map(|x| x.clamp(-most, most))
    }

    /// The images of all stickers under a rotation or mirror that sends the axes to `axes` with `signs`.
    pub fn image(&self, axes: [usize; 3], signs: [i32; 3]) -> Vec<u8> {
        let image = |p: &Point| self.at(std::array::from_fn(|i| signs[i] * p[axes[i]])) as u8;
        self.points.iter().map(image).collect()
    }
}

/// The state after a move.
pub fn moved(state: &[u8], from: &[u8]) -> State {
    from.iter().map(|&i| state[usize::from(i)]).collect()
}

/// The permutation that undoes another.
pub fn inverse(from: &[u8]) -> Vec<u8> {
    let mut to = vec![0; from.len()];
    from.iter().enumerate().for_each(|(i, &j)| to[usize::from(j)] = i as u8);
    to
}

/// A metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    HalfTurn,
    QuarterTurn,
    Axial,
}

impl Metric {
    pub fn name(self) -> &'static str {
        match self {
            Metric::HalfTurn => "half-turn",
            Metric::QuarterTurn => "quarter-turn",
            Metric::Axial => "axial",
        }
    }
}

/// Turns of both faces of an axis by some quarters.
#[derive(Clone)]
pub struct Run {
    pub axis: usize,
    pub quarters: [usize; 2],
    pub cost: u32,
    pub from: Vec<u8>,
    pub back: Vec<u8>,
    /// One of the faces only, if both are turned.
    parts: Vec<Vec<u8>>,
}

/// The goal positions.
pub enum Goal {
    States(Vec<State>),
    Test(super::steps::Test),
}

/// A cube in some turns, of which each is `(face, quarters)`.
pub struct Cube {
    pub stickers: Stickers,
    turns: Vec<(usize, usize)>,
    pub runs: Vec<Run>,
    pub goal: Goal,
}

/// True if no turn that may be made is missed where two of a face are made in a row.
pub fn is_closed(turns: &[(usize, usize)]) -> bool {
    (0..6).all(|face| {
        let has = |quarters: usize| turns.contains(&(face, quarters));
        matches!([has(1), has(2), has(3)], [false, _, false] | [true, true, true])
    })
}

/// The lowest cost of turning a face by 0, 1, 2 and 3 quarters with the turns that there are.
pub fn face_costs(turns: &[(usize, usize)], face: usize, metric: Metric) -> [Option<u32>; 4] {
    let mut costs = [Some(0), None, None, None];
    for _ in 0..4 {
        for &(_, quarters) in turns.iter().filter(|turn| turn.0 == face) {
            let price = if metric == Metric::QuarterTurn && quarters == 2 { 2 } else { 1 };
            for from in 0..4 {
                let to = (from + quarters) % 4;
                if let Some(cost) = costs[from].map(|cost: u32| cost + price)
                    && costs[to].is_none_or(|known| cost < known)
                {
                    costs[to] = Some(cost);
                }
            }
        }
    }
    costs
}

impl Cube {
    pub fn new(stickers: Stickers, turns: &[(usize, usize)], metric: Metric, goal: Goal) -> Cube {
        let mut runs = Vec::new();
        for axis in 0..3 {
            let costs = [axis, axis + 3].map(|face| face_costs(turns, face, metric));
            for (a, b) in (1..16).map(|i| (i / 4, i % 4)) {
                let (Some(first), Some(second)) = (costs[0][a], costs[1][b]) else { continue };
                let one = |face: usize, quarters: usize| stickers.turn(face, 1, 1, quarters);
                let from = moved(&one(axis, a), &one(axis + 3, b));
                let cost = if metric == Metric::Axial { first.max(second) } else { first + second };
                let parts = match a > 0 && b > 0 {
                    true => vec![one(axis, a), one(axis + 3, b)],
                    false => Vec::new(),
                };
                let back = inverse(&from);
                runs.push(Run { axis, quarters: [a, b], cost, from, back, parts });
            }
        }
        // Turns that are made of others pass what lies between.
        if !is_closed(turns) {
            for i in 0..runs.len() {
                let Run { axis, cost, .. } = runs[i];
                let cheaper = runs.iter().filter(|other| other.axis == axis && other.cost < cost);
                runs[i].parts = cheaper.map(|other| other.from.clone()).collect();
            }
        }
        Cube { stickers, turns: turns.to_vec(), runs, goal }
    }

    /// A solution as numbers of runs, with what its turns cost.
    ///
    /// # Errors
    /// If turns next to each other come to nothing or to less than they cost.
    pub fn read(&self, text: &str, metric: Metric, is_strict: bool) -> Result<(Vec<u16>, u32), String> {
        let mut runs: Vec<(usize, [usize; 2], u32)> = Vec::new();
        for group in words(text) {
            let mut cost = 0;
            for word in group.split_whitespace() {
                let face = word.chars().next().and_then(|c| LETTERS.find(c));
                let face = face.ok_or_else(|| format!("no turn: {word:?}"))?;
                let quarters = match &word[1..] {
                    "" => 1,
                    "2" => 2,
                    "'" => 3,
                    _ => return Err(format!("no turn: {word:?}")),
                };
                if !self.turns.contains(&(face, quarters)) {
                    return Err(format!("{word} may not be made"));
                }
                cost += if metric == Metric::QuarterTurn && quarters == 2 { 2 } else { 1 };
                if runs.last().is_none_or(|run| run.0 != face % 3) {
                    runs.push((face % 3, [0, 0], 0));
                }
                let run = runs.last_mut().expect("there is one");
                run.1[face / 3] = (run.1[face / 3] + quarters) % 4;
            }
            let run = runs.last_mut().ok_or("an empty group")?;
            run.2 += if metric == Metric::Axial { 1 } else { cost };
        }
        let mut sequence = Vec::new();
        for &(axis, quarters, cost) in &runs {
            if !is_strict && quarters == [0, 0] {
                continue;
            }
            let fits = |run: &Run| run.axis == axis && run.quarters == quarters;
            let Some(number) = self.runs.iter().position(fits) else {
                return Err("turns that cancel each other".to_string());
            };
            if is_strict && self.runs[number].cost != cost {
                return Err(format!("turns for {cost} that could be had for {}", self.runs[number].cost));
            }
            sequence.push(number as u16);
        }
        Ok((sequence, runs.iter().map(|run| run.2).sum()))
    }

    /// The position after a sequence of runs.
    pub fn after(&self, state: &[u8], sequence: &[u16]) -> State {
        sequence.iter().fold(state.to_vec(), |state, &run| moved(&state, &self.runs[usize::from(run)].from))
    }
}

/// Words, and groups in brackets as one.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut group): (Vec<String>, Option<Vec<&str>>) = (Vec::new(), None);
    for word in text.split_whitespace() {
        let bare = word.trim_matches(['(', ')']);
        if word.starts_with('(') {
            group = Some(Vec::new());
        }
        match &mut group {
            Some(group) => group.push(bare),
            None => words.push(bare.to_string()),
        }
        if word.ends_with(')') {
            words.extend(group.take().map(|group| group.join(" ")));
        }
    }
    words
}

impl Model for Cube {
    fn n_moves(&self) -> usize {
        self.runs.len()
    }
    fn cost(&self, mv: usize) -> u32 {
        self.runs[mv].cost
    }
    fn apply(&self, state: &[u8], mv: usize) -> Option<State> {
        Some(moved(state, &self.runs[mv].from))
    }
    fn unapply(&self, state: &[u8], mv: usize) -> Option<State> {
        Some(moved(state, &self.runs[mv].back))
    }
    fn may_follow(&self, last: usize, next: usize) -> bool {
        self.runs[last].axis != self.runs[next].axis
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        match &self.goal {
            Goal::States(states) => states.iter().any(|goal| goal == state),
            Goal::Test(test) => test(state),
        }
    }
    fn goals(&self) -> Vec<State> {
        match &self.goal {
            Goal::States(states) => states.clone(),
            Goal::Test(_) => Vec::new(),
        }
    }
    fn passes(&self, state: &[u8], mv: usize) -> bool {
        self.runs[mv].parts.iter().any(|part| self.is_goal(&moved(state, part)))
    }
}
