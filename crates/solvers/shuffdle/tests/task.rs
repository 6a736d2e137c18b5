//! Requests as front ends make them: options, positions and random boards as texts.

use std::sync::Arc;

use deepen_shuffdle::{P1, PATH_CLEARING, ShuffdleSolver};
use puzzle::parse::shuffdle::puzzles;
use solver::{
    Algorithm, CountSpec, Input, LimitsSpec, OptionValue, PuzzleRef, Replay, ScrambleSpec, Show, Solver,
    TaskSpec, Text,
};
use testkit::{Lcg, silent};

fn solver() -> Arc<ShuffdleSolver> {
    Arc::new(ShuffdleSolver::new())
}

#[test]
fn options_that_do_not_belong_are_refused() {
    let refused = |change: &dyn Fn(&mut TaskSpec)| {
        let mut spec = TaskSpec::named("shuffdle");
        change(&mut spec);
        let error = solver().task(&spec).map(|_| ()).expect_err("options that do not belong");
        (error.to_string(), error.hint)
    };
    let check = |change: &dyn Fn(&mut TaskSpec), message: &str, hint: Option<&str>| {
        assert_eq!(refused(change), (message.to_string(), hint.map(str::to_string)));
    };
    check(
        &|spec| spec.metric = Some("quarter-turn".to_string()),
        "--metric is for cubes; shuffdle has one kind of move",
        None,
    );
    check(
        &|spec| spec.moves = Some("U".to_string()),
        "--moves is for cubes; shuffdle has one kind of move",
        None,
    );
    check(
        &|spec| spec.goals.push(Text::given("last")),
        "the goal of shuffdle is its word, so it takes no --goal",
        Some("--hard accepts the word in any row or column"),
    );
}

#[test]
fn several_solutions_are_found_by_rounds() {
    let mut spec = TaskSpec::named("shuffdle");
    spec.goals.push(Text::given("solved"));
    spec.options.set("hard", OptionValue::Flag);
    let task = solver().task(&spec).expect("a sound task");
    let algorithm = |spec: &TaskSpec| {
        spec.method.resolve(&*task, &LimitsSpec::default()).expect("a sound method").algorithm
    };
    assert_eq!(algorithm(&spec), Algorithm::A_STAR);
    spec.method.all = true;
    assert_eq!(algorithm(&spec), Algorithm::IDA_STAR);
    assert_eq!(
        (task.goal_name().as_str(), task.fallback_algorithm()),
        ("any row or column", Some(Algorithm::GREEDY))
    );
    assert_eq!(task.compared(), (vec![P1], vec![PATH_CLEARING, P1]));
    let control = silent();
    let error = task.count(&CountSpec::default(), &control).map(|_| ()).expect_err("too many");
    assert_eq!(error.to_string(), "the positions of shuffdle are too many to count");
}

#[test]
fn words_are_joined_with_their_boards() {
    let task = solver().task(&TaskSpec::named("shuffdle")).expect("a sound task");
    let arguments = ["LATCH", "VVXKD NGTSV PXLSF", "YIDSU", "_____", "a.txt", "CRATE"].map(str::to_string);
    assert_eq!(
        task.join_words(&arguments, &|argument| argument.ends_with(".txt")),
        ["LATCH VVXKD NGTSV PXLSF YIDSU _____", "a.txt", "CRATE"]
    );
    assert_eq!(
        task.normalize(r#"["LATCH", "VVXKD NGTSV PXLSF YIDSU _____"]"#),
        "LATCH VVXKD NGTSV PXLSF YIDSU _____"
    );
}

/// Descriptions of moves for users.
#[test]
fn moves_are_described() {
    let task = solver().task(&TaskSpec::named("shuffdle")).expect("a sound task");
    let text = "LATCH _BCDE AB___ ABCDE ABSDE LA_CH";
    let source = Text::given(text);
    let read = task.read(&Input { source: &source, text, is_one: true }).remove(0);
    assert_eq!(read.name.as_deref(), Some("LATCH"));
    let instance = read.puzzle.expect("a board");
    assert!(instance.has_name_in_fields());
    let moves = instance.read_moves("C4v").expect("a move").moves;
    assert_eq!(instance.describe_move(moves[0]), "c4v moves S down to c5, where it is T");
    let fields = instance.solution_fields(&moves);
    assert_eq!(
        fields[0].1.to_string(),
        r#"[{"row":4,"column":3,"direction":"down","before":"S","after":"T"}]"#
    );
    let shown = instance.show(Show::Boards, Some(&moves)).expect("boards are shown");
    assert!(
        shown.ends_with("\n1: c4v moves S down to c5, where it is T\n_BCDE\nAB___\nABCDE\nAB_DE\nLATCH\n")
    );
    let impossible = instance.read_moves("b4v").expect("a move").moves;
    assert_eq!(instance.replay(&impossible), Replay::Impossible { at: 0 });
    assert_eq!(instance.illegal_move_reason(&impossible, 0), ": there is no hole");
    let error = instance.read_moves("c4 c4v").map(|_| ()).expect_err("no move");
    assert_eq!(error.to_string(), "move 1: \"c4\" is no move, expected one like a1^, a1v, a1<, a1>");
}

/// Random boards have the requested difficulty and report their day.
#[test]
fn boards_of_a_day() {
    let mut spec = ScrambleSpec {
        puzzle: PuzzleRef::Named("shuffdle".to_string()),
        format: None,
        goal: None,
        many: false,
        details: true,
        memory: u64::MAX,
        options: Default::default(),
    };
    for (name, text) in [("word", "latch"), ("date", "2026-11-15"), ("difficulty", "2-3")] {
        spec.options.set(name, OptionValue::Text(Text::given(text)));
    }
    let control = silent();
    let mut scrambler = solver().scrambler(&spec, &control).expect("a sound request");
    assert_eq!(scrambler.implied_seed(), Some(20_261_115));
    let mut below = Lcg::new(20_261_115).into_below_u32();
    let drawn =
        scrambler.draw(20_261_115, 1, &mut below, &control).expect("there are some").expect("not stopped");
    let read = puzzles(drawn.text.trim()).remove(0).expect("what is drawn can be read");
    assert!(matches!(read.known_length, Some(2 | 3)) && read.word.to_string() == "LATCH", "{}", drawn.text);
    let names: Vec<&str> = drawn.fields.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["puzzle", "word", "board", "length", "date"]);
    spec.options = Default::default();
    spec.options.set("word", OptionValue::Text(Text::given("LATCHES")));
    let error = solver().scrambler(&spec, &control).map(|_| ()).expect_err("no word");
    assert_eq!(
        error.to_string(),
        "invalid value 'LATCHES' for '--word <WORD>': expected a word of 5 letters from A to Z"
    );
}
