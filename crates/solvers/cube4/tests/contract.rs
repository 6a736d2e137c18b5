//! The 4x4x4 solver as front ends use it: the requests it serves, and scrambles of a seed.

use std::sync::Arc;

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use deepen_cube4::Cube4Solver;
use puzzle::parse::cube::scramble4;
use solver::{
    Input, MethodSpec, OptionValue, Options, Purpose, PuzzleRef, Replay, ScrambleSpec, Scrambled, Solver,
    TaskSpec, Text,
};
use testkit::silent;

fn new() -> Arc<Cube4Solver> {
    Arc::new(Cube4Solver::new(Arc::default()))
}

#[test]
fn other_requests_are_not_served() {
    let solver = new();
    let named = || TaskSpec::named("4x4x4");
    let method = |method: MethodSpec| TaskSpec { method, ..named() };
    let purpose = |purpose| TaskSpec { purpose, ..named() };
    let by = |name: &str| method(MethodSpec { algorithm: Some(name.to_string()), ..MethodSpec::default() });
    let with = |name: &str| method(MethodSpec { heuristic: Some(name.to_string()), ..MethodSpec::default() });
    for spec in [
        named(),
        by("reduction"),
        with("auto"),
        purpose(Purpose::Batch),
        purpose(Purpose::Hint),
        purpose(Purpose::Check),
        TaskSpec { goals: vec![Text::given("solved")], ..named() },
    ] {
        assert!(solver.supports(&spec), "{spec:?}");
    }
    let mut forced = named();
    forced.options.set("first", OptionValue::Text(Text::given("R")));
    let optimal = MethodSpec { optimal: true, ..MethodSpec::default() };
    for spec in [
        by("ida"),
        with("none"),
        purpose(Purpose::Compare),
        purpose(Purpose::Count),
        TaskSpec { goals: vec![Text::given("moves: R")], ..named() },
        TaskSpec { moves: Some("R,U".to_string()), ..named() },
        TaskSpec { metric: Some("quantum".to_string()), ..named() },
        method(MethodSpec { all: true, ..MethodSpec::default() }),
        method(MethodSpec { within: Some(0), ..MethodSpec::default() }),
        method(MethodSpec { min_length: 1, ..MethodSpec::default() }),
        method(optimal.clone()),
        TaskSpec { method: optimal, ..purpose(Purpose::Check) },
        forced,
    ] {
        assert!(!solver.supports(&spec), "{spec:?}");
    }
}

#[test]
fn solutions_are_judged() {
    let task = new().task(&TaskSpec::named("4x4x4")).expect("a task");
    let text = "Rw U2 F'";
    let source = Text::given(text);
    let entries = task.read(&Input { source: &source, text, is_one: true });
    let cube = entries[0].puzzle.as_ref().expect("a cube");
    let judge = |text: &str| cube.replay(&cube.read_moves(text).expect("moves").moves);
    assert_eq!(judge("F U2 Rw'"), Replay::Solved);
    assert_eq!(judge("F U2 R'"), Replay::Unsolved);
    assert_eq!((cube.metric(), &cube.label()[..]), ("block-turn", "4x4x4, block-turn"));
}

fn drawn(event: &str, seed: u64) -> Scrambled {
    let spec = ScrambleSpec {
        puzzle: PuzzleRef::Named(event.to_string()),
        format: None,
        goal: None,
        many: false,
        details: true,
        memory: u64::MAX,
        options: Options::default(),
    };
    let control = silent();
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    let mut below = |n: u32| {
        let fair = u32::MAX - u32::MAX % n;
        loop {
            let number = rng.next_u32();
            if number < fair {
                return number % n;
            }
        }
    };
    let mut scrambler = new().scrambler(&spec, &control).expect("a scrambler");
    scrambler.draw(seed, 1, &mut below, &control).expect("drawn").expect("not stopped")
}

/// Scrambles of a seed never change.
#[test]
fn a_seed_gives_the_same_scramble() {
    let scramble = "F2 R2 B R U2 F B' U2 D' B L U' L2 B2 R2 U' F2 L2 Rw2 F L2 Fw2 Rw2 Uw2 U F2 D' B2 D' B Uw' R2 B2 \
                    Rw2 F2 D' Rw Fw' Rw2 Uw2 R' D B'";
    let scrambled = drawn("4x4x4", 7);
    assert_eq!(scrambled.text, format!("{scramble}\n"));
    let cube =
        "FLLLBFRULRUFURBBRRBUURLRRFFDRFLDRFRUBRBBUBDULDFFFBUDDDBDFLBFLRBBLDDFFFULULULBLFDBDUUBDLURUDRRLDD";
    assert_eq!(
        scrambled.fields,
        [
            ("puzzle", "4x4x4".into()),
            ("scramble", scramble.into()),
            ("length", 43.into()),
            ("cube", cube.into())
        ]
    );
}

/// For blindfolded events the last moves are rotations.
#[test]
fn blindfolded_cubes_are_as_their_scrambles_make_them() {
    let scrambled = drawn("444bf", 5);
    let expected = "F B R2 D2 L' B' R' F U D' F2 L2 B' R2 D2 F' U2 F' Fw2 L U2 Fw2 F2 L' D' B2 Rw2 Uw2 D' Rw2 U Rw' D B Rw' \
                    R U L' Fw R D' Fw' D Fw x\n";
    assert_eq!(scrambled.text, expected);
    assert_eq!(scrambled.fields[2], ("length", 45.into()));
    let cube = scramble4(&scrambled.text).expect("moves").to_facelets();
    assert_eq!(scrambled.fields[3], ("cube", cube.into()));
}
