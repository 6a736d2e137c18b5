//! All puzzles of cubing.js, as its package defines them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testkit::Lcg;

use super::model::Model;
use super::{compare, deepen, folder, solved};

/// Scrambles of each puzzle.
const N_SCRAMBLES: usize = 2;

/// Nodes that a breadth-first search may have.
const MAX_NODES: usize = 50_000;

/// Positions: as published, times the orientations that moves bring the whole to, and those of centres where they show.
const POSITIONS: [(&str, &str); 6] = [
    ("2x2x2", "3674160"),
    // 43,252,003,274,489,856,000 held in 24 ways, because slices are moves.
    ("3x3x3", "1038048078587756544000"),
    // 75,582,720 held in 12 ways.
    ("pyraminx", "906992640"),
    // 3,149,280 with six centres that turn by halves, of which five are free.
    ("skewb", "100776960"),
    // 25! / 2.
    ("loopover", "7755605021665492992000000"),
    // 8! 3^7 24! 24! / 2: all centres differ.
    ("4x4x4", "16972688908618238933770849245964147960401887232000000000"),
];

/// Puzzles beyond what is searched, and why.
const REFUSED: [(&str, &str); 1] = [("40x40x40", "places")];

fn is_rotation(name: &str) -> bool {
    let family = name.trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(family, "x" | "y" | "z") || family.len() > 1 && family.ends_with('v')
}

#[test]
fn definitions_of_cubing_js_agree_with_breadth_first_search() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/web");
    let definitions = folder().join("cubing");
    fs::create_dir_all(&definitions).expect("a folder can be made");
    let script = Command::new("node").arg("test/kpuzzles.mjs").arg(&definitions).current_dir(&web).output();
    if !web.join("node_modules/cubing").is_dir() || script.as_ref().is_err() {
        let skipped = "skipped: definitions of cubing.js; the packages of crates/server/web are not installed; .ci/run installs them\n";
        std::io::stderr().write_all(skipped.as_bytes()).expect("stderr is open");
        return;
    }
    let script = script.expect("node starts");
    assert!(script.status.success(), "{}", String::from_utf8_lossy(&script.stderr));
    let names = String::from_utf8(script.stdout).expect("names are text");
    assert!(names.lines().count() >= 20, "{names}");
    for (number, name) in names.lines().enumerate() {
        let file = definitions.join(format!("{name}.json"));
        let text = fs::read_to_string(&file).expect("it was just written");
        let model = Model::read(&serde_json::from_str(&text).expect("JSON"));
        let (rotations, moves): (Vec<String>, Vec<String>) =
            model.moves.keys().cloned().partition(|name| is_rotation(name));
        let path = file.to_str().expect("a path of letters");
        if let Some((_, why)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
            let refused = deepen(&["solve", path, &moves[0], "--json"]);
            assert!(
                refused[0]["error"]["message"].as_str().is_some_and(|said| said.contains(why)),
                "{refused:?}"
            );
            continue;
        }
        let powers = model.powers(&moves);
        let length = if powers.len().pow(3) <= MAX_NODES { 3 } else { 2 };
        let goals = model.held(&rotations);
        let mut rng = Lcg::new(number as u64);
        let any = |names: &[String], rng: &mut Lcg| names[rng.below(names.len())].clone();
        let scrambles: Vec<String> = (0..N_SCRAMBLES)
            .map(|_| {
                let mut scramble: Vec<String> = (0..length).map(|_| any(&moves, &mut rng)).collect();
                if !rotations.is_empty() {
                    scramble.insert(rng.below(length + 1), any(&rotations, &mut rng));
                }
                scramble.join(" ")
            })
            .collect();
        let answers = solved(&file, &scrambles.join("\n"), N_SCRAMBLES);
        for (scramble, answer) in scrambles.iter().zip(&answers) {
            let position = model.apply(&model.transform(scramble), &model.start);
            let expected = model.distance(&position, &goals, &powers, length);
            assert!(expected.is_some(), "{name}: {scramble} is undone by as many moves");
            compare(&model, &goals, &position, expected, answer, &format!("{name}: {scramble}"));
        }
        if let Some((_, n_positions)) = POSITIONS.iter().find(|(known, _)| *known == name) {
            let facts = deepen(&["count", path, "--order", "--json"]);
            assert_eq!(facts[0]["positions_at_most"], Value::from(*n_positions), "{name}");
        }
    }
}
