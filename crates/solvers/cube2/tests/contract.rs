//! The solver interface of the 2x2x2: goals and cubes as texts, errors with their kinds and hints, scrambles of a seed.

use std::sync::Arc;

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use deepen_cube2::Cube2Solver;
use solver::{
    Entry, Error, ErrorKind, Input, MethodSpec, Names, OptionValue, Options, PuzzleRef, Request,
    ScrambleSpec, Show, Solver, Task, TaskSpec, Text,
};
use testkit::silent;

fn task(spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
    Arc::new(Cube2Solver::new()).task(spec)
}

fn with_goal(goal: &str) -> TaskSpec {
    TaskSpec { goals: vec![Text::given(goal)], ..TaskSpec::named("2x2x2") }
}

fn read(task: &Arc<dyn Task>, text: &str) -> Vec<Entry> {
    let source = Text::given(text);
    task.read(&Input { source: &source, text, is_one: true })
}

/// Solves the only cube of a text, and writes the solution.
fn solve(spec: &TaskSpec, text: &str) -> Result<String, Error> {
    let task = task(spec)?;
    let instance = read(&task, text).remove(0).puzzle?;
    let method = spec.method.resolve(&*task, &solver::LimitsSpec::default())?;
    let request = Request { task, instance, method };
    let report = request.solve(&search::Sequential, &silent())?;
    Ok(Names(&*request.instance, &report.solutions[0]).to_string())
}

fn check_error(result: Result<String, Error>, kind: ErrorKind, text: &str, hint: Option<&str>) {
    let error = result.expect_err(text);
    assert_eq!((error.kind, error.to_string(), error.hint.as_deref()), (kind, text.to_string(), hint));
}

#[test]
fn goals_are_read() {
    for goal in ["solved", "Solved ", "moves:", "UUUURRRRFFFFDDDDLLLLBBBB"] {
        assert_eq!(solve(&with_goal(goal), "R U F"), Ok("F' U' R'".to_string()), "{goal}");
    }
    assert_eq!(solve(&with_goal("Moves: R U"), "R U F"), Ok("F'".to_string()));
    assert_eq!(task(&with_goal("Moves: R U")).expect("a goal").goal_name(), "UUFFUBRRRRFDDBDBFDLLLLUB");
    check_error(
        solve(&with_goal("R U"), "R"),
        ErrorKind::Usage,
        "--goal: \"R U\" is no goal, expected solved, facelets or a file",
        Some("a goal given as moves is written --goal \"moves: R U\""),
    );
    check_error(
        solve(&with_goal("snail"), "R"),
        ErrorKind::Usage,
        "the goal snail is one of sliding tiles",
        Some("a goal of a cube is solved, \"moves: R U F\", facelets or a file"),
    );
    let several = TaskSpec { goals: vec![Text::given("a"), Text::given("b")], ..TaskSpec::named("2x2x2") };
    check_error(solve(&several, "R"), ErrorKind::Usage, "2x2x2 has one goal, found several", None);
}

#[test]
fn errors_are_reported() {
    let named = TaskSpec::named("2x2x2");
    check_error(
        solve(&named, "R M"),
        ErrorKind::Invalid,
        "line 1, column 3: \"M\" is no move of this cube, expected a move of the 2x2x2 cube, which has no middle slice",
        Some("INPUT is a file, - for standard input, moves like \"R U2 F'\", or facelets"),
    );
    check_error(
        solve(&named, "UUURFRRRFUFFDDDDLLLLBBBB"),
        ErrorKind::Unsolvable,
        "the corner URF is twisted counter-clockwise, which turns cannot fix: their twists cancel each other",
        None,
    );
    let some_turns = TaskSpec { moves: Some("U,F".to_string()), ..named.clone() };
    check_error(
        solve(&some_turns, "R"),
        ErrorKind::Unsolvable,
        "no sequence of the turns U,F leads from this cube to the goal",
        Some("allow more turns by --moves"),
    );
    let no_turns = TaskSpec { moves: Some("U,X".to_string()), ..named.clone() };
    check_error(
        solve(&no_turns, "R"),
        ErrorKind::Usage,
        "--moves: line 1, column 3: found 'X', expected a face U R F D L B, with 2 or ' or 1 for one of its turns",
        None,
    );
    let metric = |name: &str| TaskSpec { metric: Some(name.to_string()), ..named.clone() };
    check_error(
        solve(&metric("axial"), "R"),
        ErrorKind::Usage,
        "the metric axial does not exist for 2x2x2; there, turns of two opposite faces are one turn of either; expected \
         half-turn",
        None,
    );
    check_error(
        solve(&metric("twist"), "R"),
        ErrorKind::Usage,
        "the metric twist is not for 2x2x2, expected half-turn or quarter-turn",
        None,
    );
    assert_eq!(solve(&metric("qtm"), "R2"), Ok("R2".to_string()));
    let method = MethodSpec { heuristic: Some("manhattan".to_string()), ..MethodSpec::default() };
    check_error(
        solve(&TaskSpec { method, ..named.clone() }, "R"),
        ErrorKind::Usage,
        "the heuristic manhattan does not exist for 2x2x2; expected none, pattern, exact",
        None,
    );
    let mut options = Options::default();
    options.set("after", OptionValue::Text(Text::given("R")));
    check_error(
        solve(&TaskSpec { options, ..named }, "R"),
        ErrorKind::Usage,
        "--after is not for 2x2x2",
        None,
    );
}

#[test]
fn the_group_of_moves_is_for_the_definition() {
    let mut spec = TaskSpec::named("2x2x2");
    assert!(Cube2Solver::new().supports(&spec));
    spec.options.set("order", OptionValue::Flag);
    assert!(!Cube2Solver::new().supports(&spec));
}

#[test]
fn a_position_is_described() {
    let spec = TaskSpec { metric: Some("quarter-turn".to_string()), ..TaskSpec::named("2x2x2") };
    let task = task(&TaskSpec { moves: Some("R,U".to_string()), ..spec }).expect("a task");
    assert_eq!(task.notes(), ["quarter-turn", "turns U,R"]);
    let cube = read(&task, "R U2").remove(0).puzzle.expect("a cube");
    assert_eq!(cube.label(), "2x2x2, quarter-turn");
    let read = cube.read_moves("U2, R’").expect("moves");
    assert_eq!(cube.cost(&read.moves), 3);
    assert_eq!(cube.replay(&read.moves), solver::Replay::Solved);
    let error = cube.read_moves("U2 u").err().expect("no move");
    assert_eq!(error.to_string(), "move 2: \"u\" is no move, expected one like U, U2, U', R");
    assert!(cube.show(Show::Net { coloured: false }, None).is_ok());
    assert_eq!(cube.show(Show::Boards, None).expect_err("no board").hint.as_deref(), Some("try --show net"));
}

/// Scrambles of a seed must never change.
#[test]
fn a_seed_gives_the_same_scrambles() {
    let spec = |format: Option<&str>, many| ScrambleSpec {
        puzzle: PuzzleRef::Named("2x2x2".to_string()),
        format: format.map(ToString::to_string),
        goal: None,
        many,
        details: false,
        memory: u64::MAX,
        options: Options::default(),
    };
    let control = silent();
    let expected = ["F2 R2 U' F' U F2 R' F U\n", "F' U F R2 F R' U F2 U'\n", "F R2 F2 U F' R2 U2 F' R'\n"];
    for many in [false, true] {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let mut below = |n: u32| {
            let fair = u32::MAX - u32::MAX % n;
            loop {
                let number = rng.next_u32();
                if number < fair {
                    return number % n;
                }
            }
        };
        let mut scrambler =
            Arc::new(Cube2Solver::new()).scrambler(&spec(None, many), &control).expect("a scrambler");
        for (number, expected) in (1..).zip(expected) {
            let drawn = scrambler.draw(1, number, &mut below, &control).expect("drawn").expect("not stopped");
            assert_eq!(drawn.text, expected);
            if number == 1 {
                let fields: Vec<String> =
                    drawn.fields.iter().map(|(name, value)| format!("{name} {value}")).collect();
                assert_eq!(
                    fields,
                    [
                        "puzzle \"2x2x2\"",
                        "scramble \"F2 R2 U' F' U F2 R' F U\"",
                        "length 9",
                        "cube \"RFUFDDFBRLBUULDUBFLLRDRB\""
                    ]
                );
            }
        }
    }
    let refused = Arc::new(Cube2Solver::new()).scrambler(&spec(Some("cpos"), false), &control);
    let error = refused.err().expect("another format");
    assert_eq!(error.message, "--format cpos is not for 2x2x2, expected moves or facelets");
}
