//! Definitions that people write and that cubing.js ships, against a plain breadth-first search: how long shortest solutions
//! are, which positions cannot be solved, how many positions there are. A puzzle counts as solved however it is held.

mod cubing;
mod model;
mod toys;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use testkit::Lcg;

use model::{Model, State};
use toys::Toy;

/// Scrambles of each puzzle.
const N_SCRAMBLES: usize = 40;

/// Positions of each puzzle, of which many cannot be solved.
const N_POSITIONS: usize = 40;

/// The largest number of moves of a scramble of which not all positions are known.
const SHORT: usize = 4;

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("definitions");
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Returns the output of the program, one object for each puzzle.
fn deepen(arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    let output = command.args(arguments).env("DEEPEN_TABLES", "none").output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    let objects: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!(!objects.is_empty(), "{arguments:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    objects
}

/// Solves all inputs of a text, one after another.
fn solved(definition: &Path, inputs: &str, n_inputs: usize) -> Vec<Value> {
    let file = definition.with_extension("inputs");
    fs::write(&file, inputs).expect("a file can be written");
    let [definition, file] = [definition, &file].map(|path| path.to_str().expect("a path of letters"));
    let mut answers = deepen(&["batch", definition, file, "--json", "--threads", "1"]);
    answers.retain(|answer| answer.get("status").is_some() && answer.get("solved").is_none());
    assert_eq!(answers.len(), n_inputs, "{definition}: {answers:?}");
    answers
}

/// Compares an answer with the known length of a shortest solution, or with the fact that there is none.
fn compare(
    model: &Model,
    goals: &HashSet<State>,
    position: &State,
    expected: Option<usize>,
    answer: &Value,
    what: &str,
) {
    let status = answer["status"].as_str().expect("a status");
    let Some(expected) = expected else {
        assert_eq!(status, "unsolvable", "{what}: {answer}");
        return;
    };
    assert_eq!((status, answer["length"].as_u64()), ("optimal", Some(expected as u64)), "{what}: {answer}");
    let moves = answer["moves"].as_str().expect("moves");
    let end = model.apply(&model.transform(moves), position);
    assert!(goals.contains(&end), "{what}: {moves} does not solve it");
}

/// A sequence of any moves, rotations among them, and how many of these count.
fn scramble(model: &Model, toy: &Toy, rng: &mut Lcg) -> (String, usize) {
    let names: Vec<&String> = model.moves.keys().collect();
    let (mut moves, mut length) = (Vec::new(), 0);
    for _ in 0..rng.below(if toy.is_small { 9 } else { SHORT + 2 }) {
        let name = names[rng.below(names.len())].as_str();
        length += match () {
            () if toy.rotations.contains(&name) => 0,
            () if toy.left_out.contains(&name) => 2,
            () => 1,
        };
        if !toy.is_small && length > SHORT {
            break;
        }
        let has_amount = name.ends_with(|c: char| c.is_ascii_digit());
        let amount = if has_amount { "" } else { ["", "2", "'"][rng.below(3)] };
        moves.push(format!("{name}{amount}"));
    }
    (moves.join(" "), length)
}

/// The definition as twsearch writes it, the only way to write rules.
fn tws(model: &Model, toy: &Toy) -> String {
    let list = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let n_orientations = toy.definition["orbits"][0]["numOrientations"].as_u64().expect("a number");
    let pieces: Vec<usize> = model.start[0].iter().map(|&(piece, ..)| piece.into()).collect();
    let mut text =
        format!("Set A {} {n_orientations}\nStartState\nA\n{}\nEnd\n", pieces.len(), list(&pieces));
    for (name, transform) in &model.moves {
        let turns: Vec<usize> = transform[0].1.iter().map(|&turn| turn.into()).collect();
        text += &format!("MoveTransformation {name}\nA\n{}\n{}\nEnd\n", list(&transform[0].0), list(&turns));
    }
    let rules = toy.illegal.iter().map(|(place, piece)| format!("Illegal A {} {}\n", place + 1, piece + 1));
    text + &rules.collect::<String>()
}

#[test]
fn odd_definitions_agree_with_breadth_first_search() {
    for (number, toy) in toys::all().iter().enumerate() {
        let mut model = Model::read(&toy.definition);
        model.illegal = toy.illegal.to_vec();
        let rotations: Vec<String> = toy.rotations.iter().map(ToString::to_string).collect();
        let is_move = |name: &&String| !rotations.contains(name) && !toy.left_out.contains(&name.as_str());
        let moves = model.powers(&model.moves.keys().filter(is_move).cloned().collect::<Vec<_>>());
        let goals = model.held(&rotations);
        let distances = toy.is_small.then(|| model.distances(&goals, &moves));
        let expected = |position: &State, length: usize| match &distances {
            Some(distances) => distances.get(position).copied(),
            None => model.distance(position, &goals, &moves, length),
        };
        let (extension, text) = match toy.illegal {
            [] => ("json", toy.definition.to_string()),
            _ => ("tws", tws(&model, toy)),
        };
        let file = folder().join(format!("toy-{number}.{extension}"));
        fs::write(&file, text).expect("a file can be written");

        let mut rng = Lcg::new(number as u64);
        let mut scrambles: Vec<(String, usize)> = Vec::new();
        while scrambles.len() < N_SCRAMBLES {
            let (moves, length) = scramble(&model, toy, &mut rng);
            // Rules hold on the way, too.
            let prefixes = (0..=moves.matches(' ').count())
                .map(|n| moves.split(' ').take(n + 1).collect::<Vec<_>>().join(" "));
            let is_legal =
                |moves: String| model.is_legal(&model.apply(&model.transform(&moves), &model.start));
            if !moves.is_empty() && prefixes.into_iter().all(is_legal) {
                scrambles.push((moves, length));
            }
        }
        let lines: Vec<&str> = scrambles.iter().map(|(moves, _)| moves.as_str()).collect();
        let answers = solved(&file, &lines.join("\n"), N_SCRAMBLES);
        for ((moves, length), answer) in scrambles.iter().zip(&answers) {
            let position = model.apply(&model.transform(moves), &model.start);
            let what = format!("{}: {moves}", toy.name);
            compare(&model, &goals, &position, expected(&position, *length), answer, &what);
        }

        if let Some(distances) = &distances {
            let positions: Vec<State> = (0..N_POSITIONS).map(|_| shuffled(&model, &mut rng)).collect();
            let positions: Vec<State> = positions.into_iter().filter(|state| model.is_legal(state)).collect();
            let patterns: Vec<Value> = positions.iter().map(|position| model.pattern(position)).collect();
            let answers = solved(&file, &Value::Array(patterns).to_string(), positions.len());
            for (position, answer) in positions.iter().zip(&answers) {
                let expected = distances.get(position).copied();
                compare(&model, &goals, position, expected, answer, &format!("{}: {position:?}", toy.name));
            }
        }
        if toy.is_small && toy.is_counted {
            let mut per_depth = Vec::new();
            // Moves of a count lead away from the start.
            let back: Vec<_> = moves.iter().map(|mv| model.inverse(mv)).collect();
            for depth in model.distances(&HashSet::from([model.start.clone()]), &back).into_values() {
                per_depth.resize(per_depth.len().max(depth + 1), 0_u64);
                per_depth[depth] += 1;
            }
            let counted = deepen(&["count", file.to_str().expect("a path of letters"), "--json"]);
            assert_eq!(counted[0]["per_depth"], Value::from(per_depth), "{}", toy.name);
        }
    }
}

/// A position with the pieces of the puzzle anywhere.
fn shuffled(model: &Model, rng: &mut Lcg) -> State {
    let mut state = model.start.clone();
    for orbit in &mut state {
        // Few exchanges, so that some of the positions are near.
        for _ in 0..rng.below(5) {
            let (a, b) = (rng.below(orbit.len()), rng.below(orbit.len()));
            orbit.swap(a, b);
        }
        let at = rng.below(orbit.len());
        let (piece, orientation, modulus) = orbit[at];
        orbit[at] = (piece, (orientation + rng.below(usize::from(modulus)) as u8) % modulus, modulus);
    }
    state
}
