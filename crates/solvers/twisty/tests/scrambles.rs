//! Random positions of defined puzzles: a seed always gives the same ones.

use std::sync::Arc;

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use deepen_twisty::TwistySolver;
use solver::{Error, PuzzleRef, ScrambleSpec, Scrambled, Solver, Text};
use testkit::silent;

const CUBE3: &str = include_str!("../../../../testdata/definitions/3x3x3.tws");
const TURNTABLE: &str = include_str!("data/turntable.tws");
const RULES: &str = include_str!("data/rules.tws");

fn drawn(name: &str, format: Option<&str>, seed: u64, n: u64) -> Result<Vec<Scrambled>, Error> {
    let text = |text: &str| PuzzleRef::Definition(Text::of_file(name, text));
    let puzzle = match name {
        "3.tws" => text(CUBE3),
        "turntable.tws" => text(TURNTABLE),
        "rules.tws" => text(RULES),
        _ => PuzzleRef::Named(name.to_string()),
    };
    let spec = ScrambleSpec {
        puzzle,
        format: format.map(str::to_string),
        goal: None,
        many: n > 1,
        details: true,
        memory: 1 << 30,
        options: Default::default(),
    };
    let control = silent();
    let mut scrambler = Arc::new(TwistySolver::new()).scrambler(&spec, &control)?;
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    let mut below = |n: u32| {
        // Numbers from the last multiple of n on would favour small results, so they are rejected.
        let fair = u32::MAX - u32::MAX % n;
        loop {
            let number = rng.next_u32();
            if number < fair {
                return number % n;
            }
        }
    };
    let draw = |number| Ok(scrambler.draw(seed, number, &mut below, &control)?.expect("it is not stopped"));
    (1..=n).map(draw).collect()
}

fn texts(name: &str, format: Option<&str>, seed: u64, n: u64) -> Vec<String> {
    drawn(name, format, seed, n).expect("they can be drawn").into_iter().map(|drawn| drawn.text).collect()
}

#[test]
fn seeds_give_the_same_positions() {
    assert_eq!(
        texts("3.tws", Some("cpos"), 7, 2),
        ["CPOS I8EAH31M0FM9I6C3KBG4\n", "CPOS GN36BEJ15MDF03GBK79J\n"]
    );
    assert_eq!(
        texts("3.tws", None, 7, 1),
        ["Scramble 7-1\nCORNERS\n7 3 5 4 6 2 1 8\n0 2 2 1 2 0 1 1\nEDGES\n1 8 12 5 10 4 7 2 11 6 9 3\n\
          0 1 0 1 0 0 0 1 0 1 0 0\nEnd\n"]
    );
    assert_eq!(texts("tetraminx", Some("moves"), 7, 2), ["R U L' R L' R' B'\n", "U R L R' B U R' U\n"]);
    let clock = "UR4+ DR6+ DL0+ UL2+ U3+ R6+ D5- L4- ALL6+ y2 U2- R0+ D2- L3+ ALL0+\n";
    assert_eq!(texts("clock", Some("moves"), 3, 1), [clock]);
    let pattern = "{\n  \"SEATS\": {\n    \"pieces\": [0, 0, 1, 1],\n    \"orientation\": [0, 0, 0, 0]\n  },\n  \
        \"LAMP\": {\n    \"pieces\": [0],\n    \"orientation\": [1]\n  }\n}\n";
    assert_eq!(texts("turntable.tws", Some("pattern"), 1, 1), [pattern]);
}

#[test]
fn json_fields() {
    let drawn = drawn("turntable.tws", None, 1, 3).expect("they can be drawn");
    let moves: Vec<&str> = drawn.iter().filter_map(|drawn| drawn.fields[3].1.as_str()).collect();
    assert_eq!(moves, ["S'", "T", "T2'"]);
    let fields: Vec<String> = drawn[0].fields.iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(
        fields,
        [
            "puzzle \"turntable\"",
            "cpos \"CPOS 00111\"",
            "pattern {\"LAMP\":{\"orientation\":[1],\"pieces\":[0]},\"SEATS\":{\"orientation\":[0,0,0,0],\"pieces\":[0,0,1,1]}}",
            "scramble \"S'\"",
        ]
    );
}

#[test]
fn refused_requests() {
    let refused = |name: &str, format| drawn(name, format, 7, 1).expect_err("it cannot be drawn").to_string();
    assert_eq!(
        refused("rules.tws", None),
        "rules.tws: a puzzle with illegal positions has no group to draw from, expected one without Illegal rules"
    );
    assert_eq!(
        refused("helicopter", Some("moves")),
        "helicopter has too many positions to solve them without phases"
    );
    assert_eq!(
        refused("3.tws", Some("facelets")),
        "--format facelets is not for defined puzzles, expected scramble, cpos, pattern or moves"
    );
}
