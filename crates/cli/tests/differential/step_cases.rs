//! Random questions about steps of the 3x3x3, on the scramble alone or on its inverse as well.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::compare::{Ask, Judged, Key, Oracle, Truth};
use super::cube::{Cube, Goal, Metric, Stickers, inverse, moved};
use super::cube_cases::{draw_scramble, draw_turns};
use super::model::{Ball, Distance, Enumerator, Model, Sequence, State};
use super::rng::Rng;
use super::steps::{Aim, NAMES, aims};
use super::{BUDGET, Group, option};

/// In the normal form of a solution, what follows is made on the inverse.
const INVERSE: u16 = u16::MAX;

struct StepOracle {
    /// By aim.
    cubes: Vec<(String, Cube)>,
    metric: Metric,
    starts: Vec<State>,
    has_inverse: bool,
    most: u32,
}

/// A name like `2x2x3-uf` with its letters in order.
fn sorted(name: &str) -> String {
    let (step, side) = name.split_once('-').unwrap_or((name, ""));
    let mut letters: Vec<char> = side.chars().collect();
    letters.sort_unstable();
    step.chars().chain(letters).collect()
}

/// All sequences of runs of a cost.
fn sequences(cube: &Cube, cost: u32) -> Vec<Sequence> {
    let mut all = Vec::new();
    grow(cube, cost, &mut Vec::new(), &mut all);
    all
}

fn grow(cube: &Cube, left: u32, path: &mut Sequence, all: &mut Vec<Sequence>) {
    if left == 0 {
        all.push(path.clone());
        return;
    }
    for run in 0..cube.n_moves() {
        let follows = path.last().is_none_or(|&last| cube.may_follow(usize::from(last), run));
        if follows && cube.cost(run) <= left {
            path.push(run as u16);
            grow(cube, left - cube.cost(run), path, all);
            path.pop();
        }
    }
}

/// The beginnings of a sequence, the sequence itself left out: whole runs, or a last run of one face only.
fn beginnings(cube: &Cube, sequence: &[u16]) -> Vec<Sequence> {
    let mut all = Vec::new();
    for end in 0..sequence.len() {
        all.push(sequence[..end].to_vec());
        let run = &cube.runs[usize::from(sequence[end])];
        let [a, b] = run.quarters;
        let parts = (0..cube.runs.len()).filter(|&other| {
            let other = &cube.runs[other];
            other.axis == run.axis && a > 0 && b > 0 && [[a, 0], [0, b]].contains(&other.quarters)
        });
        all.extend(parts.map(|part| [&sequence[..end], &[part as u16]].concat()));
    }
    all
}

impl StepOracle {
    /// The cube before which B was undone.
    fn premoved(&self, cube: &Cube, start: &[u8], inverse_part: &[u16]) -> State {
        let before = inverse(&cube.after(&cube.stickers.solved(), inverse_part));
        moved(&before, start)
    }

    /// Solutions of a cost for an aim, with whether nothing shorter is contained in them.
    fn of_cost(
        &self,
        aim: &Cube,
        start: &[u8],
        cost: u32,
        budget: &mut u64,
    ) -> Option<Vec<(Sequence, bool)>> {
        let ball = Ball::unknown();
        let mut all = Vec::new();
        if !self.has_inverse {
            let mut enumerator = Enumerator { model: aim, ball: &ball, budget: *budget, ends_at_goal: true };
            let found = enumerator.sequences(start, cost);
            *budget = enumerator.budget;
            return Some(found?.into_iter().map(|found| (found.sequence, found.is_required)).collect());
        }
        for first in 0..=cost {
            for inverse_part in sequences(aim, first) {
                let from = self.premoved(aim, start, &inverse_part);
                let mut enumerator =
                    Enumerator { model: aim, ball: &ball, budget: *budget, ends_at_goal: false };
                let found = enumerator.sequences(&from, cost - first);
                *budget = enumerator.budget;
                for found in found? {
                    let is_required = self.is_tight(aim, start, &found.sequence, &inverse_part);
                    let mut sequence = found.sequence;
                    if !inverse_part.is_empty() {
                        sequence.push(INVERSE);
                        sequence.extend(&inverse_part);
                    }
                    all.push((sequence, is_required));
                }
            }
        }
        Some(all)
    }

    /// True if no part of a solution does as well.
    fn is_tight(&self, aim: &Cube, start: &[u8], normal: &[u16], inverse_part: &[u16]) -> bool {
        let with_whole = |sequence: &[u16]| {
            let mut all = beginnings(aim, sequence);
            all.push(sequence.to_vec());
            all
        };
        let normals = with_whole(normal);
        with_whole(inverse_part).iter().all(|b| {
            let from = self.premoved(aim, start, b);
            normals.iter().all(|a| {
                let is_whole = a.len() == normal.len() && a == normal && b == inverse_part;
                is_whole || !aim.is_goal(&aim.after(&from, a))
            })
        })
    }
}

impl Oracle for StepOracle {
    fn truth(&self, input: usize, ask: &Ask) -> Truth {
        let start = &self.starts[input];
        let at_once = BTreeMap::from([((String::new(), Vec::new()), (0, true))]);
        if self.cubes.iter().any(|(_, aim)| aim.is_goal(start)) {
            return Truth { distance: Distance::Known(0), solutions: Some(at_once), n_up_to_symmetry: None };
        }
        let (mut budget, mut solutions, mut shortest) = (BUDGET, BTreeMap::<Key, (u32, bool)>::new(), None);
        for cost in 1..=self.most {
            for (name, aim) in &self.cubes {
                let Some(found) = self.of_cost(aim, start, cost, &mut budget) else {
                    let distance = shortest.map_or(Distance::AtLeast(cost), Distance::Known);
                    return Truth { distance, solutions: None, n_up_to_symmetry: None };
                };
                solutions.extend(
                    found
                        .into_iter()
                        .map(|(sequence, is_required)| ((name.clone(), sequence), (cost, is_required))),
                );
            }
            if !solutions.is_empty() {
                let first = *shortest.get_or_insert(cost);
                let last = if ask.all { first + ask.within } else { first };
                if cost >= last.min(ask.max_length.unwrap_or(u32::MAX)).max(first) {
                    return Truth {
                        distance: Distance::Known(first),
                        solutions: Some(solutions),
                        n_up_to_symmetry: None,
                    };
                }
            }
        }
        let distance = shortest.map_or(Distance::AtLeast(self.most + 1), Distance::Known);
        Truth { distance, solutions: None, n_up_to_symmetry: None }
    }

    fn judge(&self, input: usize, solution: &str, label: &str) -> Result<Judged, String> {
        let (normal, inverse_part) = match solution.split_once('(') {
            Some((normal, rest)) => (normal, rest.trim_end().trim_end_matches(')')),
            None => (solution, ""),
        };
        if !self.has_inverse && solution.contains('(') {
            return Err("moves on the inverse, which was not allowed".to_string());
        }
        let is_empty = solution.trim().is_empty();
        let is_only = self.cubes.len() == 1;
        let named = |(name, _): &&(String, Cube)| {
            is_only || is_empty || label.is_empty() || sorted(name) == sorted(label)
        };
        let mut fault = format!("no such step: {label}");
        for (name, aim) in self.cubes.iter().filter(named) {
            let (a, a_cost) = aim.read(normal, self.metric, true)?;
            let (b, b_cost) = aim.read(inverse_part, self.metric, true)?;
            let end = aim.after(&self.premoved(aim, &self.starts[input], &b), &a);
            if !aim.is_goal(&end) {
                fault = format!("does not lead to {name}");
                continue;
            }
            let mut sequence = a;
            if !b.is_empty() {
                sequence.push(INVERSE);
                sequence.extend(b);
            }
            let label = if is_empty { String::new() } else { name.clone() };
            return Ok(Judged { key: (label, sequence), cost: a_cost + b_cost });
        }
        Err(fault)
    }
}

/// A group about a step.
pub fn group(rng: &mut Rng) -> Group {
    let stickers = Stickers::new(3);
    let metric = if rng.chance(60) { Metric::HalfTurn } else { Metric::QuarterTurn };
    let allowed = draw_turns(rng, 75);
    let mut options = Vec::new();
    options.extend(
        (metric != Metric::HalfTurn).then(|| option("--metric", metric.name())).into_iter().flatten(),
    );
    options.extend(allowed.option.iter().flat_map(|moves| option("--moves", moves)));
    let mut ask = Ask { is_proof: true, ..Ask::default() };
    let targets = draw_goal(rng, &stickers, &mut options);
    let has_inverse = rng.chance(35);
    options.extend(has_inverse.then(|| "--niss".to_string()));
    if rng.chance(75) {
        ask.all = true;
        ask.within = if rng.chance(50) { 0 } else { rng.within(1, 2) as u32 };
        match ask.within {
            0 => options.push("--all".to_string()),
            n => options.extend(option("--within", n)),
        }
        options.extend(option("--max-solutions", 100_000));
    }
    if rng.chance(15) {
        let most = rng.within(1, 4) as u32;
        ask.max_length = Some(most);
        options.extend(option("--max-length", most));
    }
    let depth = if has_inverse { 2 } else { 3 };
    let mut inputs: Vec<String> = Vec::new();
    for _ in 0..rng.within(5, 12) {
        let n = rng.within(1, depth);
        // A scramble of a few turns solves most steps; more turns that hardly matter make it look like others.
        let scramble = draw_scramble(rng, &allowed.turns, n);
        inputs.push(scramble);
    }
    let play = |scramble: &String| stickers.play(&stickers.solved(), scramble).expect("turns can be made");
    let starts = inputs.iter().map(play).collect();
    let make = |aim: Aim| {
        let goal = Goal::Test(aim.test);
        (aim.name, Cube::new(Stickers::new(3), &allowed.turns, metric, goal))
    };
    let cubes = targets.into_iter().map(make).collect();
    let oracle = Box::new(StepOracle { cubes, metric, starts, has_inverse, most: 5 });
    Group { family: "steps", puzzle: "3x3x3".to_string(), options, inputs, ask, oracle }
}

/// A step on all sides or on one, or facelets of which some may have any colour.
fn draw_goal(rng: &mut Rng, stickers: &Stickers, options: &mut Vec<String>) -> Vec<Aim> {
    if rng.chance(15) {
        let shown = rng.within(4, 20);
        let mut places: Vec<usize> = (0..54).collect();
        rng.shuffle(&mut places);
        places.truncate(shown);
        // Centres are always at home.
        let colors: Vec<Option<usize>> =
            (0..54).map(|i| (i % 9 == 4 || places.contains(&i)).then_some(i / 9)).collect();
        let letter = |color: &Option<usize>| color.map_or(".", |face| &super::cube::LETTERS[face..=face]);
        let text: String = colors.iter().map(letter).collect();
        options.extend(option("--goal", &text));
        let test = move |state: &[u8]| {
            colors
                .iter()
                .zip(state)
                .all(|(color, &sticker)| color.is_none_or(|c| c == usize::from(sticker) / 9))
        };
        return vec![Aim { name: text, test: Rc::new(test) }];
    }
    // The tables of the last two take seconds to make.
    let common = NAMES.len() - if rng.chance(90) { 2 } else { 0 };
    let step = rng.pick(&NAMES[..common]);
    let mut all = aims(stickers, step);
    if all.len() > 1 && rng.chance(40) {
        let aim = all.swap_remove(rng.below(all.len()));
        options.extend(option("--goal", &aim.name));
        return vec![aim];
    }
    options.extend(option("--goal", step));
    all
}
