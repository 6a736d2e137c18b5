//! Random questions about the 2x2x2, the 3x3x3 and the 4x4x4.

use super::compare::{Ask, Judged, Oracle, Truth};
use super::cube::{Cube, Goal, LETTERS, Metric, Stickers, face_costs, is_closed, moved};
use super::model::{Ball, Distance, Model, State};
use super::rng::Rng;
use super::symmetry::n_up_to_symmetry;
use super::{Group, enumerated, option};

/// Turns as `(face, quarters)`.
pub type Turns = Vec<(usize, usize)>;

/// All eighteen.
pub fn all_turns() -> Turns {
    (0..6).flat_map(|face| (1..4).map(move |quarters| (face, quarters))).collect()
}

fn name((face, quarters): (usize, usize)) -> String {
    format!("{}{}", &LETTERS[face..=face], ["", "2", "'"][quarters - 1])
}

/// Allowed turns, and the value of `--moves` for them.
pub struct Allowed {
    pub turns: Turns,
    pub option: Option<String>,
    /// Every turn can be taken back by one that costs the same, and half turns are there with quarter turns.
    pub is_closed: bool,
}

/// All turns in most cases, else some of them.
pub fn draw_turns(rng: &mut Rng, percent_all: usize) -> Allowed {
    if rng.chance(percent_all) {
        return Allowed { turns: all_turns(), option: None, is_closed: true };
    }
    let mut faces: Vec<usize> = (0..6).collect();
    rng.shuffle(&mut faces);
    faces.truncate(rng.within(1, 5));
    let only_closed = rng.chance(60);
    let (mut turns, mut words) = (Vec::new(), Vec::new());
    for face in faces {
        let letter = &LETTERS[face..=face];
        let quarters: &[usize] = match (only_closed, rng.below(5)) {
            (true, 0) => &[2],
            (true, _) | (false, 0) => &[1, 2, 3],
            (false, 1) => &[1],
            (false, 2) => &[3],
            (false, 3) => &[1, 3],
            (false, _) => &[1, 2],
        };
        turns.extend(quarters.iter().map(|&quarters| (face, quarters)));
        match quarters {
            [1, 2, 3] => words.push(letter.to_string()),
            _ => words.extend(quarters.iter().map(|&q| format!("{letter}{}", ["1", "2", "'"][q - 1]))),
        }
    }
    let is_closed = is_closed(&turns);
    Allowed { turns, option: Some(words.join(",")), is_closed }
}

/// A scramble of turns that may be used, no two of one face in a row.
pub fn draw_scramble(rng: &mut Rng, turns: &[(usize, usize)], n: usize) -> String {
    let mut words: Vec<(usize, usize)> = Vec::new();
    for _ in 0..n {
        let turn = turns[rng.below(turns.len())];
        if words.last().is_none_or(|last| last.0 != turn.0) {
            words.push(turn);
        }
    }
    words.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Positions of a cube that go to listed goals.
struct CubeOracle {
    cube: Cube,
    metric: Metric,
    ball: Ball,
    starts: Vec<State>,
    is_strict: bool,
    most: u32,
}

impl Oracle for CubeOracle {
    fn truth(&self, input: usize, ask: &Ask) -> Truth {
        let start = &self.starts[input];
        let mut truth = enumerated(&self.cube, &self.ball, start, ask, self.most);
        if ask.up_to_symmetry
            && let Some(solutions) = &truth.solutions
        {
            let sequences: Vec<_> = solutions.keys().map(|(_, sequence)| sequence).collect();
            truth.n_up_to_symmetry = Some(n_up_to_symmetry(&self.cube, start, &sequences));
        }
        truth
    }

    fn judge(&self, input: usize, solution: &str, _label: &str) -> Result<Judged, String> {
        let (sequence, cost) = self.cube.read(solution, self.metric, self.is_strict)?;
        match self.cube.is_goal(&self.cube.after(&self.starts[input], &sequence)) {
            true => Ok(Judged { key: (String::new(), sequence), cost }),
            false => Err("does not lead to the goal".to_string()),
        }
    }
}

/// The inverse of a scramble costs at most so much.
fn highest_cost(turns: &[(usize, usize)], metric: Metric) -> u32 {
    let costs = (0..6).flat_map(|face| face_costs(turns, face, metric));
    costs.flatten().max().unwrap_or(1)
}

/// Scrambles in any notation of the 3x3x3 now and then.
fn add_rotations(rng: &mut Rng, scramble: &str) -> String {
    let mut words: Vec<String> = scramble.split_whitespace().map(str::to_string).collect();
    for _ in 0..rng.within(1, 2) {
        let word = rng.pick(&["x", "y'", "z2", "M", "E'", "S2", "Rw", "f'"]);
        words.insert(rng.below(words.len() + 1), word.to_string());
    }
    words.join(" ")
}

/// A group about the 3x3x3.
pub fn cube3(rng: &mut Rng) -> Group {
    let stickers = Stickers::new(3);
    let metric = match rng.below(10) {
        0..5 => Metric::HalfTurn,
        5..9 => Metric::QuarterTurn,
        _ => Metric::Axial,
    };
    let mut allowed = draw_turns(rng, 60);
    if metric == Metric::Axial && !allowed.is_closed {
        allowed = draw_turns(rng, 100);
    }
    let mut ask = Ask::default();
    let mut options = Vec::new();
    options.extend(
        (metric != Metric::HalfTurn || rng.chance(30))
            .then(|| option("--metric", metric.name()))
            .into_iter()
            .flatten(),
    );
    options.extend(allowed.option.iter().flat_map(|moves| option("--moves", moves)));
    let has_goal = rng.chance(20);
    let mut goal = stickers.solved();
    if has_goal {
        goal = stickers.play(&goal, &draw_scramble(rng, &allowed.turns, 2)).expect("turns can be made");
        options.extend(option("--goal", stickers.facelets(&goal)));
    }
    let mut n_inputs = rng.within(2, 5);
    let mut depth = if allowed.is_closed { 4 } else { 2 };
    match (metric, rng.below(20)) {
        (Metric::Axial, _) | (_, 0..3) => {
            // Two phases, because no other method is requested.
            options.extend(rng.chance(20).then(|| option("--probes", 100)).into_iter().flatten());
            n_inputs = 10;
        }
        (_, 3) => {
            options.extend(option("--algorithm", "four-phase"));
            // Its phases may need other turns.
            ask.may_miss = allowed.option.is_some();
        }
        (_, 4..6) => {
            options.push("--optimal".to_string());
            ask.is_proof = true;
            n_inputs = 10;
        }
        (_, kind) => {
            ask.is_proof = true;
            options.extend(match rng.below(20) {
                0..9 => option("--heuristic", "none"),
                9..12 => option("--algorithm", "ida"),
                12 => option("--heuristic", "corners"),
                13 => option("--heuristic", "coset-289m"),
                _ => option("--heuristic", "coset-59m"),
            });
            let is_table = !options.iter().any(|word| word == "none" || word == "ida");
            n_inputs = if is_table { 12 } else { 5 };
            depth += usize::from(is_table && allowed.is_closed && rng.chance(50));
            if kind > 7 {
                ask.all = true;
                match rng.below(4) {
                    0 => options.push("--all".to_string()),
                    n => {
                        ask.within =
                            if metric == Metric::QuarterTurn { 2 * n as u32 - 1 } else { n as u32 - 1 };
                        options.extend(option("--within", ask.within));
                    }
                }
                options.extend(option("--max-solutions", 100_000));
                // Symmetries are those of the turns, too.
                if !has_goal && allowed.option.is_none() && rng.chance(25) {
                    ask.up_to_symmetry = true;
                    options.push("--up-to-symmetry".to_string());
                }
            }
        }
    }
    if rng.chance(20) {
        let most = rng.within(1, 5) as u32;
        ask.max_length = Some(most);
        options.extend(option("--max-length", most));
        ask.may_miss |= !ask.is_proof;
    }
    let inputs: Vec<String> = (0..n_inputs)
        .map(|_| {
            let n = rng.within(0, depth).max(rng.below(2));
            let scramble = draw_scramble(rng, &allowed.turns, n);
            if allowed.option.is_none() && rng.chance(10) { add_rotations(rng, &scramble) } else { scramble }
        })
        .map(|scramble| if scramble.is_empty() { name(allowed.turns[0]) } else { scramble })
        .collect();
    let start = |scramble: &String| {
        stickers.upright(&stickers.play(&stickers.solved(), scramble).expect("turns can be made"))
    };
    let starts = inputs.iter().map(start).collect();
    let most = (depth as u32 + 2 * u32::from(has_goal)) * highest_cost(&allowed.turns, metric) + 1;
    let cube = Cube::new(stickers, &allowed.turns, metric, Goal::States(vec![goal]));
    let ball = Ball::around(&cube, 40_000);
    let oracle = CubeOracle { cube, metric, ball, starts, is_strict: ask.is_proof, most };
    Group { family: "3x3x3", puzzle: "3x3x3".to_string(), options, inputs, ask, oracle: Box::new(oracle) }
}

/// True if all turns of U, R and F may be made; half turns that count twice are two quarter turns.
pub fn has_three_faces(turns: &[(usize, usize)], metric: Metric) -> bool {
    let is_needed = |turn: &(usize, usize)| turn.0 < 3 && (metric == Metric::HalfTurn || turn.1 != 2);
    all_turns().iter().filter(|turn| is_needed(turn)).all(|turn| turns.contains(turn))
}

/// A group about the 2x2x2.
pub fn cube2(rng: &mut Rng) -> Group {
    let stickers = Stickers::new(2);
    let metric = if rng.chance(50) { Metric::HalfTurn } else { Metric::QuarterTurn };
    let mut allowed = draw_turns(rng, 40);
    let mut options = Vec::new();
    options.extend(
        (metric != Metric::HalfTurn).then(|| option("--metric", metric.name())).into_iter().flatten(),
    );
    options.extend(allowed.option.iter().flat_map(|moves| option("--moves", moves)));
    // Scrambles of other turns may be impossible to solve.
    let mixing = if rng.chance(20) { all_turns() } else { allowed.turns.clone() };
    let mut goal = stickers.solved();
    if rng.chance(20) {
        goal = stickers.play(&goal, &draw_scramble(rng, &allowed.turns, 3)).expect("turns can be made");
        options.extend(option("--goal", stickers.facelets(&goal)));
    }
    let mut ask = Ask { is_proof: true, ..Ask::default() };
    let algorithms = ["ida", "dfid", "dfs", "bfs", "astar", "weighted-astar", "greedy", "uniform"];
    let algorithm = if rng.chance(60) { "" } else { rng.pick(&algorithms) };
    options.extend((!algorithm.is_empty()).then(|| option("--algorithm", algorithm)).into_iter().flatten());
    let estimates = ["none", "pattern", "exact"];
    let takes_estimate = matches!(algorithm, "" | "ida" | "astar" | "weighted-astar" | "greedy");
    let estimate = if takes_estimate && rng.chance(60) {
        // Greedy search without an estimate goes anywhere.
        rng.pick(&estimates[usize::from(algorithm == "greedy")..])
    } else {
        ""
    };
    options.extend((!estimate.is_empty()).then(|| option("--heuristic", estimate)).into_iter().flatten());
    let is_slow = estimate == "none" || !matches!(algorithm, "" | "ida" | "astar");
    let depth = if is_slow { 4 } else { 9 };
    match algorithm {
        "dfs" => {
            ask = Ask { max_length: Some(6), ..Ask::default() };
            options.extend(option("--max-length", 6));
        }
        "weighted-astar" => ask = Ask { percent: Some(150), ..Ask::default() },
        "greedy" => ask = Ask::default(),
        _ => {
            if rng.chance(15) {
                let most = rng.within(1, 6) as u32;
                ask.max_length = Some(most);
                options.extend(option("--max-length", most));
            }
            if matches!(algorithm, "" | "ida" | "dfid") && rng.chance(60) {
                ask.all = true;
                options.push("--all".to_string());
                options.extend(option("--max-solutions", 100_000));
            }
        }
    }
    let length = |rng: &mut Rng| if mixing.len() < 4 { rng.within(1, 4) } else { rng.within(1, depth) };
    let inputs: Vec<String> = (0..rng.within(3, 8))
        .map(|_| {
            let n = length(rng);
            draw_scramble(rng, &mixing, n)
        })
        .collect();
    let play = |scramble: &String| stickers.play(&stickers.solved(), scramble).expect("turns can be made");
    let starts = inputs.iter().map(play).collect();
    let goals = stickers.rotations().iter().map(|rotation| moved(&goal, rotation)).collect();
    // Turns of three faces are enough, so the program makes no others where it may make all of these.
    if has_three_faces(&allowed.turns, metric) {
        allowed.turns.retain(|turn| turn.0 < 3);
    }
    let cube = Cube::new(stickers, &allowed.turns, metric, Goal::States(goals));
    let ball = Ball::around(&cube, 60_000);
    let is_strict = ask.is_proof;
    let oracle = CubeOracle { cube, metric, ball, starts, is_strict, most: 10 };
    Group { family: "2x2x2", puzzle: "2x2x2".to_string(), options, inputs, ask, oracle: Box::new(oracle) }
}

/// A 4x4x4 of which solutions are replayed: turns of one layer or two, a colour on every face in the end.
struct Cube4Oracle {
    stickers: Stickers,
    starts: Vec<State>,
}

impl Oracle for Cube4Oracle {
    fn truth(&self, _input: usize, _ask: &Ask) -> Truth {
        Truth { distance: Distance::AtLeast(0), solutions: None, n_up_to_symmetry: None }
    }

    fn judge(&self, input: usize, solution: &str, _label: &str) -> Result<Judged, String> {
        let end = self.stickers.play(&self.starts[input], solution).ok_or("no moves of a 4x4x4")?;
        let color = |place: usize| self.stickers.color(end[place]);
        let is_solved = (0..end.len()).all(|place| color(place) == color(place / 16 * 16));
        let cost = solution.split_whitespace().count() as u32;
        let key = (String::new(), Vec::new());
        if is_solved { Ok(Judged { key, cost }) } else { Err("a face has several colours".to_string()) }
    }
}

/// A group about the 4x4x4.
pub fn cube4(rng: &mut Rng) -> Group {
    let stickers = Stickers::new(4);
    let inputs: Vec<String> = (0..4)
        .map(|_| {
            let word = |rng: &mut Rng| {
                let face = rng.below(6);
                let layer = rng.pick(&["", "", "w"]);
                format!("{}{layer}{}", &LETTERS[face..=face], rng.pick(&["", "2", "'"]))
            };
            (0..rng.within(1, 20)).map(|_| word(rng)).collect::<Vec<_>>().join(" ")
        })
        .collect();
    let play = |scramble: &String| stickers.play(&stickers.solved(), scramble).expect("turns can be made");
    let starts = inputs.iter().map(play).collect();
    let oracle = Box::new(Cube4Oracle { stickers, starts });
    Group {
        family: "4x4x4",
        puzzle: "4x4x4".to_string(),
        options: Vec::new(),
        inputs,
        ask: Ask::default(),
        oracle,
    }
}
