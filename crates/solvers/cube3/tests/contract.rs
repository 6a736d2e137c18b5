//! The solver interface of the 3x3x3: goals and cubes as texts, errors with their kinds and hints, moves on the
//! inverse, scrambles of events.

use std::sync::Arc;

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use puzzle::Cube3;
use puzzle::parse::cube::scramble3;
use search::{Limits, Sequential};
use solver::{
    Algorithm, CountSpec, Entry, Error, ErrorKind, Input, Instance, LimitsSpec, MethodHints, MethodSpec,
    OptionValue, Options, Purpose, PuzzleRef, Replay, Request, ScrambleSpec, Show, Solution, Solver, Task,
    TaskSpec, Text,
};
use testkit::{limited, silent};

use crate::common::new;

fn task(spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
    new().task(spec)
}

fn named() -> TaskSpec {
    TaskSpec::named("3x3x3")
}

fn with_goal(goal: &str) -> TaskSpec {
    TaskSpec { goals: vec![Text::given(goal)], ..named() }
}

fn with_options(spec: TaskSpec, flags: &[&'static str], after: Option<&str>) -> TaskSpec {
    let mut options = Options::default();
    flags.iter().for_each(|flag| options.set(flag, OptionValue::Flag));
    if let Some(after) = after {
        options.set("after", OptionValue::Text(Text::given(after)));
    }
    TaskSpec { options, ..spec }
}

fn read(task: &Arc<dyn Task>, source: &Text) -> Vec<Entry> {
    task.read(&Input { source, text: &source.text, is_one: source.file.is_none() })
}

fn only(task: &Arc<dyn Task>, text: &str) -> Result<Arc<dyn Instance>, Error> {
    read(task, &Text::given(text)).remove(0).puzzle
}

/// Solves the only cube of a text. Returns the solution, the target it reaches, and the JSON fields.
fn solve(spec: &TaskSpec, text: &str) -> Result<String, Error> {
    let task = task(spec)?;
    let method = spec.method.resolve(&*task, &LimitsSpec::default())?;
    let request = Request { instance: only(&task, text)?, task, method };
    let report = request.solve(&Sequential, &silent())?;
    let moves = &report.solutions[0];
    let reached = request.instance.reached(moves).map(|name| format!(" // {name}")).unwrap_or_default();
    let fields: Vec<String> = request
        .instance
        .solution_fields(moves)
        .into_iter()
        .map(|(name, value)| format!("; {name} {value}"))
        .collect();
    Ok(format!("{}{reached}{}", Solution(&*request.instance, moves), fields.concat()))
}

fn check_error(spec: &TaskSpec, kind: ErrorKind, text: &str, hint: Option<&str>) {
    let error = solve(spec, "R U F").expect_err(text);
    assert_eq!((error.kind, error.to_string(), error.hint.as_deref()), (kind, text.to_string(), hint));
}

const GOALS: &str =
    "a goal is solved, a step like eo or dr, \"moves: R U F\", facelets (. for any color) or a file";

#[test]
fn goals_are_read() {
    let check =
        |goal: &str, expected: &str| assert_eq!(solve(&with_goal(goal), "R U F"), Ok(expected.to_string()));
    check("solved", "F' U' R'");
    check("moves: R U", "F'");
    check("eo", "F // eo-fb; step \"eo-fb\"");
    check("EO-FB", "F; step \"eo-fb\"");
    check("DR", "F' U // dr-rl; step \"dr-rl\"");
    let stickers = "....U..U.....R.....F..F........D........L........B....";
    check(stickers, &format!("U'; step \"{stickers}\""));
    assert_eq!(
        task(&with_goal("dr")).expect("a step").goal_description(),
        "domino reduction on any axis (dr)"
    );
    // A step name takes precedence over a file of the same name.
    let file = TaskSpec { goals: vec![Text::of_file("eo", "R U")], ..named() };
    assert_eq!(task(&file).expect("a step").goal_name(), "eo");
    let file = TaskSpec { goals: vec![Text::of_file("cube.txt", "R U")], ..named() };
    assert_eq!(solve(&file, "R U F"), Ok("F'".to_string()));
    assert!(new().is_text(stickers) && !new().is_text("cube.txt") && !new().is_text(&stickers[1..]));
}

#[test]
fn unknown_goals_are_reported() {
    let steps = "eo, dr, htr, cross, f2l, 2x2x2, 2x2x3, corners, edges";
    let check = |goal: &str, hint: &str| {
        let text =
            format!("--goal: {goal:?} is no goal, expected solved, a step ({steps}), facelets or a file");
        check_error(&with_goal(goal), ErrorKind::Usage, &text, Some(hint));
    };
    check("R U", "a goal given as moves is written --goal \"moves: R U\"");
    check("R Q", "a goal given as moves is written --goal \"moves: R U F\"");
    check("f2b", "did you mean f2l? a goal given as moves is written --goal \"moves: f2b\"");
    check("crosss", "did you mean cross?");
    let text = "there is no step eo-x; expected eo, eo-fb, eo-rl, eo-ud";
    check_error(&with_goal("eo-x"), ErrorKind::Usage, text, None);
    check_error(&with_goal("snail"), ErrorKind::Usage, "the goal snail is one of sliding tiles", Some(GOALS));
    check_error(
        &with_goal("UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"),
        ErrorKind::Unsolvable,
        "the goal: the edge UF is flipped, which turns cannot fix: they flip edges in pairs",
        Some(GOALS),
    );
    check_error(
        &with_goal("....U.......R....................."),
        ErrorKind::Invalid,
        "the goal, line 1, column 35: found 34 facelets, expected 54",
        Some(GOALS),
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let niss = |spec| with_options(spec, &["niss"], None);
    check_error(
        &niss(named()),
        ErrorKind::Usage,
        "moves on the inverse are for steps of the 3x3x3: a solution of the inverse, inverted, solves the cube",
        Some("try --goal eo"),
    );
    let pattern = ".....U................................................";
    check_error(
        &niss(with_goal(pattern)),
        ErrorKind::Usage,
        "moves on the inverse need a goal that is a group, like eo or dr, found \
         ....UU.......R........F........D........L........B....",
        None,
    );
    check_error(
        &with_options(with_goal(pattern), &["niss"], Some("(R)")),
        ErrorKind::Usage,
        "--after: moves on the inverse need the goal solved, or a step like eo or dr",
        None,
    );
    check_error(
        &with_options(named(), &["niss"], Some("(R) M")),
        ErrorKind::Invalid,
        "--after, line 1, column 5: \"M\" is no move of this cube, expected a turn of one face",
        None,
    );
    check_error(
        &with_options(with_goal("eo"), &["up_to_symmetry"], None),
        ErrorKind::Usage,
        "solutions up to symmetry are not supported for steps, expected a cube as the goal",
        Some("leave out --up-to-symmetry"),
    );
    let compared = TaskSpec { purpose: Purpose::Compare, ..with_goal("eo") };
    check_error(
        &compared,
        ErrorKind::Usage,
        "steps are found by one search, so there is nothing to compare",
        Some("try deepen solve"),
    );
    let within =
        MethodSpec { within: Some(1), algorithm: Some("two-phase".to_string()), ..MethodSpec::default() };
    let error = solve(&TaskSpec { method: within, ..named() }, "R").expect_err("phases find one");
    assert!(error.message.starts_with("two-phase of 3x3x3 finds no solutions longer"), "{error}");
}

#[test]
fn the_usual_algorithm_depends_on_what_is_wanted() {
    let usual = |spec: &TaskSpec, hints: MethodHints| task(spec).expect("a task").default_algorithm(hints);
    let any = MethodHints::default();
    let axial = TaskSpec { metric: Some("atm".to_string()), ..named() };
    for (spec, hints, expected) in [
        (named(), any, Algorithm::TWO_PHASE),
        (named(), MethodHints { optimal: true, ..any }, Algorithm::IDA_STAR),
        (named(), MethodHints { several: true, ..any }, Algorithm::IDA_STAR),
        (named(), MethodHints { has_heuristic: true, ..any }, Algorithm::IDA_STAR),
        (named(), MethodHints { hint: true, ..any }, Algorithm::IDA_STAR),
        (axial.clone(), MethodHints { optimal: true, ..any }, Algorithm::TWO_PHASE),
        (axial, MethodHints { hint: true, ..any }, Algorithm::IDA_STAR),
        (with_goal("eo"), any, Algorithm::IDA_STAR),
    ] {
        assert_eq!(usual(&spec, hints), expected, "{spec:?} {hints:?}");
    }
    assert_eq!(task(&named()).expect("a task").fallback_algorithm(), Some(Algorithm::TWO_PHASE));
    assert_eq!(task(&with_goal("eo")).expect("a task").fallback_algorithm(), None);
}

#[test]
fn solutions_continue_after_moves() {
    let check = |spec: TaskSpec, scramble: &str, expected: &str| {
        assert_eq!(solve(&spec, scramble), Ok(expected.to_string()));
    };
    check(with_options(named(), &["niss"], Some("(R)")), "R U F", "F' U'; in_all \"F' U' R'\"");
    check(with_options(named(), &["niss"], Some("D' (R)")), "R U F D", "F' U'; in_all \"D' F' U' R'\"");
    check(
        with_options(with_goal("dr"), &["niss"], Some("D' (R)")),
        "R U F D",
        "F // dr-ud; inverse_moves \"\"; in_all \"D' F (R)\"; step \"dr-ud\"",
    );
    // The reported position is the scramble.
    let spec = with_options(named(), &[], Some("F'"));
    let cube = only(&task(&spec).expect("a task"), "R U F").expect("a cube");
    assert_eq!(cube.fields(), [("cube", scramble3("R U F").expect("moves").to_facelets().into())]);
    let net = cube.show(Show::Net { coloured: false }, None).expect("a net");
    assert_eq!(net, format!("{}\n", scramble3("R U").expect("moves").net()));
}

/// Node counts of fixed searches: they change with the algorithm only.
#[test]
fn node_counts_of_fixed_searches() {
    let all = MethodSpec { all: true, ..MethodSpec::default() };
    let several = |spec: TaskSpec| TaskSpec { method: all.clone(), ..spec };
    let quarter = |spec: TaskSpec| TaskSpec { metric: Some("quarter-turn".to_string()), ..spec };
    let longer = MethodSpec { within: Some(1), ..MethodSpec::default() };
    for (spec, scramble, expected) in [
        (named(), "R U F", 203),
        (with_goal("moves: R U"), "R U F", 10),
        (with_options(named(), &["niss"], Some("D' (R)")), "R U F D", 113),
        (with_goal("eo"), "R U F", 54),
        (with_goal("eo-fb"), "R U F", 18),
        (with_goal("dr"), "R U F", 69),
        (several(with_goal("dr-ud")), "R U F L", 61),
        (several(with_options(with_goal("dr"), &["niss"], None)), "R U F", 649),
        (
            TaskSpec { method: longer.clone(), ..with_options(with_goal("eo-fb"), &["niss"], None) },
            "R U F",
            414,
        ),
        (TaskSpec { method: longer, ..quarter(with_goal("htr")) }, "R U2 F", 152),
    ] {
        let task = task(&spec).expect("a task");
        let method = spec.method.resolve(&*task, &LimitsSpec::default()).expect("a method");
        let request = Request { instance: only(&task, scramble).expect("a cube"), task, method };
        let control = silent();
        let report = request.solve(&Sequential, &control).expect("solvable");
        assert_eq!(report.counts.generated, expected, "{spec:?}");
    }
}

/// Checks a solution. Returns its replay, its cost, and whether there is a note.
fn check_solution(spec: TaskSpec, scramble: &str, solution: &str) -> Result<(Replay, u64, bool), Error> {
    let spec = TaskSpec { purpose: Purpose::Check, ..spec };
    let cube = only(&task(&spec)?, scramble)?;
    let read = cube.read_moves(solution)?;
    let cube = read.instance.as_ref().unwrap_or(&cube);
    Ok((cube.replay(&read.moves), read.cost_before + cube.cost(&read.moves), read.note.is_some()))
}

#[test]
fn solutions_are_checked() {
    use Replay::{Solved, Unsolved};
    let niss = |spec| with_options(spec, &["niss"], None);
    for (spec, scramble, solution, expected) in [
        (niss(with_goal("eo")), "R U F", "(R)", (Solved, 1, false)),
        (niss(with_goal("dr-fb")), "R U F", "(R U) // dr-fb", (Solved, 2, false)),
        (with_goal("eo"), "R U F", "(R)", (Unsolved, 1, true)),
        (named(), "R U R U", "(U' R')2", (Solved, 4, false)),
        (niss(named()), "R U F", "F' (R U)", (Solved, 3, false)),
        (named(), "Rw U", "U' Rw'", (Solved, 2, false)),
        (named(), "R U F", "x U' F' R'", (Unsolved, 3, false)),
        (named(), "R U F", "x U' B' R'", (Solved, 3, false)),
        (named(), "M", "M' x2", (Solved, 2, false)),
        (
            TaskSpec { metric: Some("quarter-turn".to_string()), ..named() },
            "R2 U",
            "U' R2",
            (Solved, 3, false),
        ),
    ] {
        assert_eq!(check_solution(spec, scramble, solution), Ok(expected), "{scramble}, {solution}");
    }
    let some = TaskSpec { moves: Some("U,R".to_string()), ..named() };
    let error = check_solution(some, "R U", "U' F").expect_err("not allowed");
    assert_eq!(error.to_string(), "the solution: F is not one of the allowed moves");
}

/// The lines at which the cubes of a text start.
#[test]
fn a_text_of_cubes() {
    let task = task(&named()).expect("a task");
    let net = Cube3::SOLVED.net().to_string();
    let facelets = Cube3::SOLVED.to_facelets();
    let cut = format!("{}\n{}", &facelets[..20], &facelets[20..]);
    let short = format!("{}\n{}", &facelets[..20], &facelets[21..]);
    for (text, expected) in [
        ("R U F", &[1][..]),
        ("R U // first\n\n# comment\nF2 L", &[1]),
        (&net, &[1]),
        (&format!("# a net\n\n{net}\n"), &[3]),
        (&cut, &[1]),
        (&short, &[1]),
        ("R U\nR Q", &[1]),
        (&format!("{facelets}\nR U\n{facelets}"), &[1, 2, 3]),
        ("# nothing", &[1]),
    ] {
        let lines: Vec<usize> = read(&task, &Text::given(text)).iter().map(|entry| entry.line).collect();
        assert_eq!(lines, expected, "{text}");
    }
    let text = Text { label: Some("input 2".to_string()), ..Text::given(short) };
    let error = read(&task, &text).remove(0).puzzle.expect_err("a facelet is missing");
    assert_eq!(error.to_string(), "input 2, line 2, column 34: found 53 facelets, expected 54");
    let flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let error = only(&task, flipped).expect_err("flipped");
    assert_eq!((error.kind, &error.stickers[..]), (ErrorKind::Unsolvable, &[7, 19][..]));
    let error = read(&task, &Text::of_file("empty.txt", "")).remove(0).puzzle.expect_err("nothing");
    assert_eq!(error.to_string(), "empty.txt: no cube found, expected moves or facelets");
    let line = task.read_line(&Text::of_file("a.txt", ""), 7, "R Q").remove(0);
    assert_eq!((line.line, line.column), (7, Some(3)));
    assert!(line.puzzle.expect_err("no move").to_string().starts_with("a.txt, line 7, column 3: \"Q\""));
}

#[test]
fn counts_need_a_limit() {
    let control = limited(Limits { max_cost: 2, ..Limits::default() });
    let count = |spec: &TaskSpec, is_endless| {
        task(spec).expect("a task").count(&CountSpec { is_endless, ..CountSpec::default() }, &control)
    };
    let error = count(&named(), true).expect_err("too many");
    assert_eq!(error.message, "the positions of 3x3x3 are too many to count");
    assert_eq!(error.hint.as_deref(), Some("try --max-length 6"));
    assert!(count(&named(), false).is_ok());
    let error = count(&with_goal("eo"), false).expect_err("a set");
    assert_eq!(error.message, "positions are counted from one goal, found several");
}

/// Scrambles make the cubes they come with and follow the rules of their events. The scrambles of a seed must never
/// change.
#[test]
fn a_seed_gives_the_same_scrambles() {
    let plain = [
        "U' R2 B2 F2 U' R2 D2 L2 U L2 U B2 L' F L2 U' R2 D2 F L' D B",
        "U L2 B2 U L2 B2 U R2 D2 B2 F2 R' U' F2 D' F D' L D' F' L",
        "U' B2 U' F2 U2 L2 D2 U L2 U L2 B2 L' D' B U2 R' F R B2 F2 L2",
    ];
    let blindfolded = [
        "U' R2 B2 F2 U' R2 D2 L2 U L2 U B2 L' F L2 U' R2 D2 F L' D B Rw' Uw",
        "U2 L2 B2 R2 B2 D' B2 D2 F2 L2 D L2 R D2 B' L2 B2 L U B2 D Rw' Uw",
        "D' B2 L2 B2 D U L2 D' F2 U' L2 U F' U F L' D' F R' U' L2 F U Rw2 Uw2",
    ];
    let fewest_moves = [
        "R' U' F D R2 B2 D L2 U' R2 D2 L2 F2 D F2 R' D L' B' F' R D' F' L' F' U' R' U' F",
        "R' U' F L2 F2 D2 R2 D2 B R2 U2 R2 U2 F' U2 L' D' U2 L R2 F' L F' R' U' F",
        "R' U' F R2 U' R2 F2 D' F2 L2 U L2 F2 R2 U' F' R2 F L' D2 U B L D' B' R' U' F",
    ];
    let events = [("3x3x3", plain), ("333bf", blindfolded), ("333mbf", blindfolded), ("333fm", fewest_moves)];
    let control = silent();
    for ((event, expected), many) in events.into_iter().zip([true, false].into_iter().cycle()) {
        let spec = ScrambleSpec {
            puzzle: PuzzleRef::Named(event.to_string()),
            format: None,
            goal: None,
            many,
            details: true,
            memory: u64::MAX,
            options: Options::default(),
        };
        let mut rng = ChaCha12Rng::seed_from_u64(5);
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
        for (number, expected) in (1..).zip(expected) {
            let drawn = scrambler.draw(5, number, &mut below, &control).expect("drawn").expect("not stopped");
            assert_eq!(drawn.text, format!("{expected}\n"), "{event}");
            let cube = scramble3(&drawn.text).expect("moves").to_facelets();
            assert_eq!(drawn.fields[3], ("cube", cube.into()), "{event}");
        }
    }
}
