//! Square-1 through the interface for front ends: options, texts, counts and scrambles.

use std::sync::Arc;

use deepen_square1::Square1Solver;
use puzzle::Square1;
use puzzle::parse::square1::puzzles;
use search::{Limits, Sequential};
use solver::method::MethodSpec;
use solver::{
    CountResult, CountSpec, Error, ErrorKind, Input, LimitsSpec, MethodHints, Names, PuzzleRef, Replay,
    Request, ScrambleSpec, Solver, Task, TaskSpec, Text,
};
use testkit::{Lcg, limited, silent};

fn spec() -> TaskSpec {
    TaskSpec::named("square-1")
}

fn task(spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
    Arc::new(Square1Solver::new()).task(spec)
}

fn read(task: &dyn Task, text: &str) -> Vec<solver::Entry> {
    task.read(&Input { source: &Text::given(text), text, is_one: true })
}

fn solved(task: &Arc<dyn Task>, text: &str, spec: &MethodSpec) -> (String, u32) {
    let instance = read(&**task, text).remove(0).puzzle.expect("a position");
    let method = spec.resolve(&**task, &LimitsSpec::default()).expect("a method");
    let control = silent();
    let request = Request { task: task.clone(), instance: instance.clone(), method };
    let report = request.solve(&Sequential, &control).expect("a good request");
    let moves = &report.solutions[0];
    let text = Names(&*instance, moves).to_string();
    let again = instance.read_moves(&text).expect("moves are read as they are written");
    assert_eq!(&again.moves, moves);
    assert_eq!(instance.replay(moves), Replay::Solved);
    (text, report.length.expect("solved"))
}

#[test]
fn positions_are_read_and_solved() {
    let twists = task(&spec()).expect("a task");
    let optimal = MethodSpec { optimal: true, ..MethodSpec::default() };
    assert_eq!(solved(&twists, "(1,0) / (-3,0) /", &optimal).1, 2);
    assert_eq!(solved(&twists, "1,0/-3,0/0,3", &MethodSpec::default()).1, 2);
    let turns = task(&TaskSpec { metric: Some("face-turn".to_string()), ..spec() }).expect("a task");
    assert_eq!(solved(&turns, "1,0/-3,0/0,3", &MethodSpec::default()).1, 5);
    let entry = read(&*twists, "A1B2C3D45E6F7G8H-").remove(0);
    let instance = entry.puzzle.expect("a position");
    assert_eq!(instance.fields(), [("position", "A1B2C3D45E6F7G8H-".into())]);
    assert_eq!((instance.label(), instance.metric()), ("square-1, twist".to_string(), "twist"));
    let faulty = read(&*twists, "(1,0) x").remove(0);
    assert!(faulty.column.is_some());
    assert_eq!(faulty.puzzle.expect_err("no position").kind, ErrorKind::Invalid);
}

#[test]
fn default_algorithm() {
    let name = |metric: &str, hints: MethodHints| {
        let spec = TaskSpec { metric: Some(metric.to_string()), ..spec() };
        let task = task(&spec).expect("a task");
        (task.default_algorithm(hints).name(), task.fallback_algorithm().map(|algorithm| algorithm.name()))
    };
    assert_eq!(name("twist", MethodHints::default()), ("two-phase", Some("two-phase")));
    assert_eq!(name("face-turn", MethodHints::default()), ("ida", None));
    for hints in [
        MethodHints { optimal: true, ..MethodHints::default() },
        MethodHints { several: true, ..MethodHints::default() },
        MethodHints { has_heuristic: true, ..MethodHints::default() },
        MethodHints { hint: true, ..MethodHints::default() },
    ] {
        assert_eq!(name("twist", hints).0, "ida");
    }
}

#[test]
fn options_of_other_puzzles_are_refused() {
    let refused = |spec: TaskSpec| task(&spec).err().expect("it is refused").message;
    let goal = TaskSpec { goals: vec![Text::given("moves: /")], ..spec() };
    assert_eq!(refused(goal), "square-1 takes no --goal");
    assert_eq!(refused(TaskSpec { moves: Some("U".to_string()), ..spec() }), "square-1 takes no --moves");
    assert_eq!(
        refused(TaskSpec { metric: Some("quarter-turn".to_string()), ..spec() }),
        "the metric quarter-turn is not for square-1, expected twist or face-turn"
    );
    assert!(task(&TaskSpec { goals: vec![Text::given("solved")], ..spec() }).is_ok());
}

#[test]
fn arguments_are_joined_to_moves() {
    let task = task(&spec()).expect("a task");
    let words = ["(1,0)", "/", "(-3,0)", "/", "x.txt", "/"].map(ToString::to_string);
    assert_eq!(task.join_words(&words, &|_| true), ["(1,0) / (-3,0) /", "x.txt", "/"]);
    let solver = Square1Solver::new();
    assert!(solver.is_text("/") && solver.is_text("(1, 0) / ") && !solver.is_text("-"));
    assert!(!solver.is_text("a/b.txt"));
}

#[test]
fn counts() {
    let control = limited(Limits { max_cost: 3, ..Limits::default() });
    let counted = task(&spec()).expect("a task").count(&CountSpec::default(), &control).expect("a count");
    let CountResult::Positions { census, metric, what, .. } = counted else {
        panic!("positions are counted")
    };
    assert_eq!((&census.per_depth[..], metric, &what[..]), (&[1, 64, 1153, 17_050][..], "twist", "twist"));
}

/// A scramble leads to its position.
#[test]
fn scrambles() {
    let spec = ScrambleSpec {
        puzzle: PuzzleRef::Named("sq1".to_string()),
        format: None,
        goal: None,
        many: false,
        details: true,
        memory: 1 << 30,
        options: Default::default(),
    };
    let control = silent();
    let solver = Arc::new(Square1Solver::new());
    let mut scrambler = solver.clone().scrambler(&spec, &control).expect("a scrambler");
    let mut below = Lcg::new(1).into_scaled_u32();
    for number in 1..=3 {
        let drawn = scrambler.draw(1, number, &mut below, &control).expect("it is drawn").expect("one");
        let made: Square1 = puzzles(&drawn.text)[0].as_ref().expect("moves").state;
        let names: Vec<&str> = drawn.fields.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["puzzle", "scramble", "length", "position"]);
        assert_eq!(drawn.fields[3].1, made.to_string());
    }
    let facelets = ScrambleSpec { format: Some("facelets".to_string()), ..spec };
    let refused = solver.scrambler(&facelets, &control).err().expect("no such format");
    assert_eq!(refused.message, "--format facelets is not for square-1, expected moves or letters");
}
