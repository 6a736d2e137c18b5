//! Random questions about puzzles by their definitions: some that the program makes itself, and random ones.

use std::collections::BTreeMap;

use serde_json::Value;

use super::compare::{Ask, Judged, Oracle, Truth};
use super::defined::{ANY, Definition, Orbit, Transform, Turn, Twisty};
use super::model::{Ball, Distance, Enumerator, Model, Sequence, State, normal_form};
use super::rng::Rng;
use super::{BUDGET, Group, engine, option};

struct DefinedOracle {
    twisty: Twisty,
    ball: Ball,
    starts: Vec<State>,
    /// Moves that every solution begins and ends with.
    first: Vec<Turn>,
    last: Vec<Turn>,
    most: u32,
    is_lenient: bool,
}

impl DefinedOracle {
    fn forced_cost(&self) -> u32 {
        self.first.iter().chain(&self.last).map(|turn| turn.cost).sum()
    }

    fn forced(&self, state: &[u8], turns: &[Turn]) -> State {
        turns
            .iter()
            .fold(state.to_vec(), |state, turn| self.twisty.definition.applied(&state, &turn.transform))
    }

    /// True if no order of the moves passes a goal or has two neighbours that are one move or none.
    fn is_required(&self, start: &[u8], sequence: &[u16]) -> bool {
        !self.twisty.is_goal(start) && self.all_orders(start, sequence, None)
            || sequence.is_empty() && self.twisty.is_goal(start)
    }

    fn all_orders(&self, state: &[u8], left: &[u16], last: Option<u16>) -> bool {
        if left.is_empty() {
            return true;
        }
        if last.is_some() && self.twisty.is_goal(state) {
            return false;
        }
        (0..left.len()).all(|i| {
            let mv = left[i];
            let commutes = |&other: &u16| self.twisty.commute(usize::from(other), usize::from(mv));
            if !left[..i].iter().all(commutes) {
                return true;
            }
            if last.is_some_and(|last| self.twisty.combine(usize::from(last), usize::from(mv))) {
                return false;
            }
            let mut rest = left.to_vec();
            rest.remove(i);
            // An order that is illegal does not count.
            let next = self.twisty.apply(state, usize::from(mv));
            next.is_none_or(|next| self.all_orders(&next, &rest, Some(mv)))
        })
    }

    /// Solutions of a cost, forced moves left out, and whether each must be listed.
    fn of_cost(
        &self,
        enumerator: &mut Enumerator<'_>,
        start: &[u8],
        cost: u32,
    ) -> Option<Vec<(Sequence, bool)>> {
        let found = enumerator.sequences(start, cost)?;
        let judged = found.into_iter().map(|found| {
            let is_required = self.is_required(start, &found.sequence);
            (normal_form(&self.twisty, &found.sequence), is_required)
        });
        Some(judged.collect())
    }
}

impl Oracle for DefinedOracle {
    fn truth(&self, input: usize, ask: &Ask) -> Truth {
        let start = self.forced(&self.starts[input], &self.first);
        let forced = self.forced_cost();
        let mut enumerator =
            Enumerator { model: &self.twisty, ball: &self.ball, budget: BUDGET, ends_at_goal: true };
        let none = |distance: Distance| Truth { distance, solutions: None, n_up_to_symmetry: None };
        let least = ask.min_length.saturating_sub(forced);
        let shortest = match enumerator.distance(&start, least, self.most) {
            Distance::Known(shortest) => shortest,
            Distance::AtLeast(cost) => return none(Distance::AtLeast(cost + forced)),
            // Longer solutions than the shortest may not exist, which only the whole search can tell.
            Distance::Never if ask.min_length > 0 => return none(Distance::AtLeast(0)),
            Distance::Never => return none(Distance::Never),
        };
        let known = Distance::Known(shortest + forced);
        // From here on sequences that pass a goal in this order are seen, too: in another they may not.
        enumerator.ends_at_goal = false;
        let (mut solutions, mut is_first) = (BTreeMap::new(), true);
        let most = ask.max_length.map_or(u32::MAX, |most| most.saturating_sub(forced));
        let last = if ask.all { (shortest + ask.within).min(most).max(shortest) } else { shortest };
        for cost in shortest..=last {
            let Some(found) = self.of_cost(&mut enumerator, &start, cost) else { return none(known) };
            if std::mem::take(&mut is_first) && !found.iter().any(|(_, is_required)| *is_required) {
                // The order of sequences decides if there is one of this length.
                return none(Distance::AtLeast(shortest + forced));
            }
            for (sequence, is_required) in found {
                let entry =
                    solutions.entry((String::new(), sequence)).or_insert((cost + forced, is_required));
                entry.1 &= is_required;
            }
        }
        Truth { distance: known, solutions: Some(solutions), n_up_to_symmetry: None }
    }

    fn judge(&self, input: usize, solution: &str, _label: &str) -> Result<Judged, String> {
        let words: Vec<&str> = solution.split_whitespace().collect();
        let n_forced = self.first.len() + self.last.len();
        if words.len() < n_forced {
            return Err("shorter than the moves that are forced".to_string());
        }
        let (first, rest) = words.split_at(self.first.len());
        let (middle, last) = rest.split_at(rest.len() - self.last.len());
        let are =
            |words: &[&str], turns: &[Turn]| words.iter().zip(turns).all(|(word, turn)| *word == turn.name);
        if !are(first, &self.first) || !are(last, &self.last) {
            return Err("does not have the moves that are forced".to_string());
        }
        let mut state = self.forced(&self.starts[input], &self.first);
        let mut sequence: Sequence = Vec::new();
        for word in middle {
            let number = self.twisty.turns.iter().position(|turn| turn.name == *word);
            let number = number.ok_or_else(|| format!("{word} may not be made"))?;
            if self.twisty.is_goal(&state) {
                return Err("passes the goal".to_string());
            }
            let combines = |&last: &u16| self.twisty.combine(usize::from(last), number);
            if !self.is_lenient && sequence.last().is_some_and(combines) {
                return Err(format!("{word} and the move before it are one move or none"));
            }
            state = self.twisty.apply(&state, number).ok_or_else(|| format!("{word} is illegal"))?;
            sequence.push(number as u16);
        }
        if !self.twisty.is_goal(&state) {
            return Err("does not lead to the goal".to_string());
        }
        let made: u32 = sequence.iter().map(|&mv| self.twisty.turns[usize::from(mv)].cost).sum();
        let key = (String::new(), normal_form(&self.twisty, &sequence));
        Ok(Judged { key, cost: made + self.forced_cost() })
    }
}

/// Puzzles that the program defines.
const NAMED: [&str; 7] =
    ["pyraminx", "tetraminx", "skewb", "dino", "helicopter", "lights-out-3x3", "loopover-3x3"];

/// A definition that the program makes.
fn named(name: &str) -> Definition {
    let arguments = ["convert", name, "--to", "kpuzzle"].map(str::to_string);
    let text = engine::text(&arguments);
    let json: Value = serde_json::from_str(&text).expect("definitions are JSON");
    Definition::from_kpuzzle(&json).expect("definitions are complete")
}

/// A few small orbits and moves of low order, no two of which are powers of each other.
pub fn draw_definition(rng: &mut Rng, has_odd: bool) -> Definition {
    let orbits: Vec<Orbit> = (0..rng.within(1, 2))
        .map(|i| {
            let (n_pieces, n_orientations) = (rng.within(3, 6), rng.within(1, 3) as u8);
            let is_alike = has_odd && rng.chance(30);
            let mut pieces: Vec<u8> = (0..n_pieces as u8).map(|i| if is_alike { i / 2 } else { i }).collect();
            if is_alike {
                rng.shuffle(&mut pieces);
            }
            let is_free = has_odd && n_orientations > 1 && !is_alike && rng.chance(20);
            let orientations = (0..n_pieces).map(|i| if is_free && i < 2 { ANY } else { 0 }).collect();
            Orbit {
                name: ["EDGES", "CORNERS"][i].to_string(),
                n_pieces,
                n_orientations,
                pieces,
                orientations,
            }
        })
        .collect();
    let mut definition = Definition { orbits, moves: Vec::new(), illegal: Vec::new() };
    let n_moves = rng.within(2, 4);
    while definition.moves.len() < n_moves {
        let transform = Transform(definition.orbits.iter().map(|orbit| draw_turn(rng, orbit)).collect());
        let powers = definition.powers(&transform);
        let is_known = definition
            .moves
            .iter()
            .any(|(_, known)| definition.powers(known).iter().any(|power| powers.contains(power)));
        if (1..=5).contains(&powers.len()) && !is_known {
            let name = ["A", "B", "C", "D"][definition.moves.len()].to_string();
            definition.moves.push((name, transform));
        }
    }
    if has_odd && rng.chance(15) {
        let orbit = rng.below(definition.orbits.len());
        let pieces = &definition.orbits[orbit].pieces;
        let (place, piece) = (rng.below(pieces.len()), pieces[rng.below(pieces.len())]);
        if pieces[place] != piece {
            definition.illegal.push((orbit, place, vec![piece]));
        }
    }
    definition
}

/// A cycle of some places with random turns, or nothing.
fn draw_turn(rng: &mut Rng, orbit: &Orbit) -> (Vec<u8>, Vec<u8>) {
    let mut permutation: Vec<u8> = (0..orbit.n_pieces as u8).collect();
    let mut delta = vec![0; orbit.n_pieces];
    if rng.chance(85) {
        let mut places: Vec<usize> = (0..orbit.n_pieces).collect();
        rng.shuffle(&mut places);
        places.truncate(rng.within(1, 4.min(orbit.n_pieces)));
        for (i, &place) in places.iter().enumerate() {
            permutation[place] = places[(i + 1) % places.len()] as u8;
            delta[place] = rng.below(usize::from(orbit.n_orientations)) as u8;
        }
    }
    (permutation, delta)
}

/// All powers of a move with their names: up to half its order in both directions.
fn turns_of(definition: &Definition, name: &str, transform: &Transform) -> Vec<(usize, Turn)> {
    let powers = definition.powers(transform);
    let order = powers.len() + 1;
    let mut turns = Vec::new();
    for times in 1..=order / 2 {
        let amount = if times == 1 { String::new() } else { times.to_string() };
        let (there, back) = (powers[times - 1].clone(), powers[order - times - 1].clone());
        let turn = |name: String, transform: &Transform, back: &Transform| {
            (times, Turn { name, transform: transform.clone(), back: back.clone(), cost: 1 })
        };
        turns.push(turn(format!("{name}{amount}"), &there, &back));
        if 2 * times != order {
            turns.push(turn(format!("{name}{amount}'"), &back, &there));
        }
    }
    turns
}

/// All moves of a definition.
pub fn turns_made(definition: &Definition) -> Vec<Turn> {
    let moves = definition.moves.iter();
    moves.flat_map(|(name, transform)| turns_of(definition, name, transform)).map(|(_, turn)| turn).collect()
}

/// Options that say what is seen of a puzzle, and the puzzle that is left.
fn draw_view(rng: &mut Rng, definition: &Definition, options: &mut Vec<String>) -> Definition {
    let mut seen = definition.clone();
    let at = rng.below(seen.orbits.len());
    let orbit = &mut seen.orbits[at];
    match rng.below(3) {
        0 if definition.orbits.len() > 1 => {
            options.extend(option("--omit", &orbit.name));
            seen.orbits.remove(at);
            seen.moves.iter_mut().for_each(|(_, transform)| {
                transform.0.remove(at);
            });
        }
        1 => {
            options.extend(option("--ignore-permutation", &orbit.name));
            orbit.pieces.fill(0);
        }
        _ => {
            options.extend(option("--ignore-orientation", &orbit.name));
            orbit.orientations.fill(ANY);
        }
    }
    seen
}

/// A state of the whole puzzle as it is seen.
fn seen_state(whole: &Definition, seen: &Definition, state: &[u8]) -> State {
    let (mut at, mut result) = (0, Vec::new());
    for orbit in &whole.orbits {
        let (pieces, orientations) =
            (&state[at..at + orbit.n_pieces], &state[at + orbit.n_pieces..at + 2 * orbit.n_pieces]);
        at += 2 * orbit.n_pieces;
        let Some(view) = seen.orbits.iter().find(|view| view.name == orbit.name) else { continue };
        let is_uniform = |values: &[u8], value: u8| values.iter().all(|&v| v == value);
        let hides_pieces = is_uniform(&view.pieces, 0) && !is_uniform(&orbit.pieces, 0);
        let hides_turns = is_uniform(&view.orientations, ANY);
        result.extend(pieces.iter().map(|&piece| if hides_pieces { 0 } else { piece }));
        result.extend(orientations.iter().map(|&o| if hides_turns { ANY } else { o }));
    }
    result
}

/// A group about one definition.
pub fn group(rng: &mut Rng, number: u64) -> Group {
    let mut options = Vec::new();
    let is_named = rng.chance(30);
    let (puzzle, whole) = if is_named {
        let name = rng.pick(&NAMED);
        (name.to_string(), named(name))
    } else {
        let definition = draw_definition(rng, true);
        let is_tws = !definition.illegal.is_empty() || rng.chance(50);
        let (ending, text) =
            if is_tws { ("tws", definition.to_tws()) } else { ("json", definition.to_kpuzzle()) };
        (engine::file(&format!("drawn-{number}.{ending}"), &text), definition)
    };
    let has_any = whole.orbits.iter().any(|orbit| orbit.orientations.contains(&ANY));
    let has_view = !is_named && !has_any && whole.illegal.is_empty() && rng.chance(15);
    let seen = if has_view { draw_view(rng, &whole, &mut options) } else { whole.clone() };
    let mut turns = draw_turns(rng, &seen, is_named, &mut options);
    turns.retain(|turn| turn.transform != seen.identity());
    let mut ask = Ask { is_proof: true, may_repeat: true, ..Ask::default() };
    let is_plain = turns.iter().all(|turn| turn.cost == 1);
    draw_method(rng, &mut ask, &mut options, is_plain);
    // Breadth-first search counts moves, whatever they cost.
    ask.is_proof &= is_plain || !options.iter().any(|word| word == "bfs");
    let is_ida = !options.iter().any(|word| word == "--algorithm");
    let (mut first, mut last) = (Vec::new(), Vec::new());
    if !is_named && whole.illegal.is_empty() && rng.chance(20) && !turns.is_empty() {
        for (name, forced) in [("--first", &mut first), ("--last", &mut last)] {
            if rng.chance(60) {
                *forced = (0..rng.within(1, 2)).map(|_| turns[rng.below(turns.len())].clone()).collect();
                let words: Vec<&str> = forced.iter().map(|turn| &turn.name[..]).collect();
                options.extend(option(name, words.join(" ")));
            }
        }
    }
    if !is_named && is_ida && ask.is_proof && rng.chance(20) {
        ask.min_length = rng.within(1, 5) as u32;
        options.extend(option("--min-length", ask.min_length));
    }
    ask.is_lenient = has_view;
    // Scrambles are made of all moves, so some have no solution in those that may be made.
    let all_moves: Vec<(String, Transform)> =
        turns_made(&whole).into_iter().map(|turn| (turn.name, turn.transform)).collect();
    let depth = if is_named { 3 } else { 6 };
    let (mut inputs, mut starts) = (Vec::new(), Vec::new());
    let (n_inputs, is_placed) = (rng.within(3, 6), !has_any && !is_named && rng.chance(25));
    while inputs.len() < n_inputs {
        if let Some((text, state)) = draw_position(rng, &whole, &all_moves, depth, is_placed) {
            inputs.push(text);
            starts.push(seen_state(&whole, &seen, &state));
        }
    }
    let mut goals = vec![seen.start()];
    if !has_any && !has_view && rng.chance(25) {
        goals.clear();
        for _ in 0..rng.within(1, 2) {
            if let Some((_, state)) = draw_position(rng, &whole, &all_moves, 2, false) {
                options.extend(option("--goal", whole.cpos(&state)));
                goals.push(state);
            }
        }
        if goals.is_empty() {
            goals.push(seen.start());
        }
    }
    // The moves that are forced at the end are undone before it.
    let undone = |goal: &State| {
        last.iter().rev().fold(goal.clone(), |state, turn: &Turn| seen.applied(&state, &turn.back))
    };
    let goals = goals.iter().map(undone).collect();
    let twisty = Twisty::new(seen, turns, goals);
    let ball = Ball::around(&twisty, if is_named { 10_000 } else { 30_000 });
    let is_lenient = has_view || !ask.is_proof;
    let oracle = Box::new(DefinedOracle { twisty, ball, starts, first, last, most: 12, is_lenient });
    Group { family: "defined", puzzle, options, inputs, ask, oracle }
}

/// The moves that may be made, with what they cost.
fn draw_turns(rng: &mut Rng, seen: &Definition, is_named: bool, options: &mut Vec<String>) -> Vec<Turn> {
    let is_quantum = !is_named && rng.chance(30);
    options.extend(is_quantum.then(|| option("--metric", "quantum")).into_iter().flatten());
    let is_subset = rng.chance(35);
    let mut chosen: Vec<&(String, Transform)> = seen.moves.iter().collect();
    if is_subset {
        rng.shuffle(&mut chosen);
        chosen.truncate(rng.within(1, seen.moves.len()));
    }
    let (mut turns, mut words, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    let is_weighed = !is_named && rng.chance(20);
    for (name, transform) in chosen {
        let mut all = turns_of(seen, name, transform);
        if all.is_empty() {
            continue;
        }
        if is_subset && !is_named && rng.chance(30) {
            let one = all.swap_remove(rng.below(all.len()));
            words.push(if one.1.name == *name { format!("{name}1") } else { one.1.name.clone() });
            all = vec![one];
        } else {
            words.push(name.clone());
        }
        let weight = if is_weighed { rng.within(1, 3) as u32 } else { 1 };
        // A weight of a name alone is that of all its powers.
        weights.push(format!("{name}={weight}"));
        turns.extend(all.into_iter().map(|(times, turn)| {
            let times = if is_quantum { times as u32 } else { 1 };
            Turn { cost: weight * times, ..turn }
        }));
    }
    if is_subset || is_named {
        options.extend(option("--moves", words.join(",")));
    }
    options.extend(is_weighed.then(|| option("--weights", weights.join(","))).into_iter().flatten());
    turns
}

/// The search, the estimate and which solutions are asked for.
fn draw_method(rng: &mut Rng, ask: &mut Ask, options: &mut Vec<String>, is_plain: bool) {
    let algorithms = ["dfid", "dfs", "bfs", "astar", "weighted-astar", "greedy", "uniform"];
    let algorithm = if rng.chance(70) { "" } else { rng.pick(&algorithms) };
    options.extend((!algorithm.is_empty()).then(|| option("--algorithm", algorithm)).into_iter().flatten());
    if matches!(algorithm, "" | "astar" | "weighted-astar" | "greedy") && rng.chance(60) {
        let estimates = ["none", "none", "hashed", "hashed", "looks"];
        // Greedy search without an estimate goes anywhere.
        let from = if algorithm == "greedy" { 2 } else { 0 };
        options.extend(option("--heuristic", rng.pick(&estimates[from..])));
    }
    match algorithm {
        "dfs" => {
            *ask = Ask { max_length: Some(6), may_repeat: true, ..Ask::default() };
            options.extend(option("--max-length", 6));
        }
        "weighted-astar" => *ask = Ask { percent: Some(150), may_repeat: true, ..Ask::default() },
        "greedy" => *ask = Ask { may_repeat: true, ..Ask::default() },
        _ => {
            if rng.chance(60) && matches!(algorithm, "" | "dfid") {
                ask.all = true;
                ask.within = if algorithm.is_empty() { rng.within(0, 2) as u32 } else { 0 };
                match ask.within {
                    0 => options.push("--all".to_string()),
                    n => options.extend(option("--within", n)),
                }
                options.extend(option("--max-solutions", 100_000));
            }
            if rng.chance(15) {
                let most = rng.within(1, if is_plain { 5 } else { 9 }) as u32;
                ask.max_length = Some(most);
                options.extend(option("--max-length", most));
            }
        }
    }
}

/// A position by moves, or if `is_placed` any placing of the pieces. None if it is illegal.
fn draw_position(
    rng: &mut Rng,
    whole: &Definition,
    moves: &[(String, Transform)],
    depth: usize,
    is_placed: bool,
) -> Option<(String, State)> {
    if is_placed {
        let (mut state, mut at) = (whole.start(), 0);
        for orbit in &whole.orbits {
            rng.shuffle(&mut state[at..at + orbit.n_pieces]);
            for orientation in &mut state[at + orbit.n_pieces..at + 2 * orbit.n_pieces] {
                *orientation = rng.below(usize::from(orbit.n_orientations)) as u8;
            }
            at += 2 * orbit.n_pieces;
        }
        return whole.is_legal(&state).then(|| (whole.cpos(&state), state));
    }
    let (mut state, mut words) = (whole.start(), Vec::new());
    for _ in 0..rng.within(1, depth) {
        let (name, transform) = &moves[rng.below(moves.len())];
        let next = whole.applied(&state, transform);
        if whole.is_legal(&next) {
            words.push(name.clone());
            state = next;
        }
    }
    (!words.is_empty()).then(|| (words.join(" "), state))
}
