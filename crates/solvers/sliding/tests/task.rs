//! Requests as front ends make them: options, positions, goals and random boards as texts.

use std::sync::Arc;

use deepen_sliding::{BEAM, CONSTRUCT, LINEAR_CONFLICT, MANHATTAN, PATTERN, SlidingSolver, WALKING_DISTANCE};
use search::{Control, Limits, Move, Silent, Stop};
use solver::{
    Error, ErrorKind, Input, LimitsSpec, Method, Names, OptionValue, Purpose, PuzzleRef, Replay, Request,
    ScrambleSpec, Show, Solver, Store, Task, TaskSpec, Text,
};

fn solver() -> Arc<SlidingSolver> {
    Arc::new(SlidingSolver::new(&Store::nowhere()))
}

fn spec() -> TaskSpec {
    TaskSpec::named("sliding")
}

fn task(spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
    solver().task(spec)
}

fn with_option(purpose: Purpose, name: &'static str, text: &str) -> TaskSpec {
    let mut spec = TaskSpec { purpose, ..spec() };
    spec.options.set(name, OptionValue::Text(Text::given(text)));
    spec
}

fn refused(spec: &TaskSpec) -> String {
    task(spec).map(|_| ()).expect_err("options that do not belong").to_string()
}

#[test]
fn options_that_do_not_belong_are_refused() {
    let with = |change: &dyn Fn(&mut TaskSpec)| {
        let mut spec = spec();
        change(&mut spec);
        refused(&spec)
    };
    assert_eq!(
        with(&|spec| spec.moves = Some("U,R".to_string())),
        "--moves is for cubes; sliding has one kind of move"
    );
    assert_eq!(
        with(&|spec| spec.metric = Some("quarter-turn".to_string())),
        "the metric quarter-turn is not for sliding, expected single-tile or multi-tile"
    );
    assert_eq!(with(&|spec| spec.options.set("hard", OptionValue::Flag)), "--hard is not for sliding");
    assert_eq!(
        with(&|spec| spec.goals = vec![Text::given("last"), Text::given("first")]),
        "sliding has one goal, found several"
    );
    assert_eq!(
        refused(&with_option(Purpose::Solve, "pattern", "9-3")),
        "invalid value '9-3' for '--pattern <GROUPS>': expected sizes of up to 8 groups of up to 8 tiles, such as 6-6-3 \
         or 7-8+blank, or the tiles of each, such as 1,2,3/4,5,6,7,8"
    );
    assert_eq!(
        refused(&with_option(Purpose::Count, "size", "3y3")),
        "invalid value '3y3' for '--size <RxC>': expected rows and columns like 3x4, or 3 for 3x3"
    );
    assert_eq!(refused(&with_option(Purpose::Count, "pattern", "4-4")), "--pattern is not for sliding");
    let multi =
        TaskSpec { metric: Some("multi-tile".to_string()), ..with_option(Purpose::Solve, "pattern", "4-4") };
    assert!(refused(&multi).starts_with("--pattern counts single tiles"));
}

#[test]
fn groups_imply_the_heuristic() {
    let spec = with_option(Purpose::Solve, "pattern", "4-4+blank");
    let method = spec.method.resolve(&*task(&spec).expect("sound"), &LimitsSpec::default());
    assert_eq!(method.expect("sound").heuristic, Some(PATTERN));
    let six = spec_board(&spec, &board_text(6));
    // Groups that do not fit are reported, not ignored.
    assert_eq!(six.instance.default_algorithm(false), None);
    let error = six.solve(&search::Sequential, &control(&Stop::default())).expect_err("no such groups");
    assert!(error.to_string().starts_with("groups of 4-4+blank are not for a 6x6 board"), "{error}");
    assert_eq!(
        (error.kind, error.hint.as_deref()),
        (ErrorKind::Usage, Some("try --pattern 6-6-3 on a 4x4 board"))
    );
}

#[test]
fn heuristics_have_abbreviations() {
    let task = task(&spec()).expect("sound");
    for (alias, heuristic) in
        [("pdb", PATTERN), ("md", MANHATTAN), ("lc", LINEAR_CONFLICT), ("wd", WALKING_DISTANCE)]
    {
        let mut spec = spec();
        spec.method.heuristic = Some(alias.to_string());
        let method = spec.method.resolve(&*task, &LimitsSpec::default()).expect("sound");
        assert_eq!(method.heuristic, Some(heuristic), "{alias}");
    }
}

fn control(stop: &Stop) -> Control<'_> {
    Control::new(Limits::default(), &Silent, stop)
}

/// A board one move before its goal.
fn board_text(side: usize) -> String {
    let mut board = puzzle::Goal::Last.board(side, side).expect("a legal size");
    board.slide(puzzle::Direction::Right);
    board.to_line()
}

fn spec_board(spec: &TaskSpec, text: &str) -> Request {
    let task = task(spec).expect("a sound task");
    let source = Text::given(text);
    let mut entries = task.read(&Input { source: &source, text, is_one: true });
    let instance = entries.remove(0).puzzle.expect("a board");
    Request { task, instance, method: Method::default() }
}

#[test]
fn sizes_decide_how_boards_are_solved() {
    let default_choice = |side: usize, has_time: bool| {
        let request = spec_board(&spec(), &board_text(side));
        (request.instance.default_algorithm(has_time), request.instance.is_large())
    };
    assert_eq!([default_choice(3, true), default_choice(5, true)], [(None, false), (None, true)]);
    assert_eq!(
        [default_choice(6, false), default_choice(6, true)],
        [(Some(CONSTRUCT), true), (Some(BEAM), true)]
    );
    assert_eq!(
        [default_choice(10, true), default_choice(11, true)],
        [(Some(BEAM), true), (Some(CONSTRUCT), true)]
    );
    let large = spec_board(&spec(), &board_text(101));
    let long = [CONSTRUCT, BEAM].map(|algorithm| large.instance.is_long(&Method::by(algorithm)));
    assert_eq!(long, [true, false]);
}

#[test]
fn boards_are_read_with_their_places() {
    let task = task(&spec()).expect("sound");
    let source = Text::of_file("boards.txt", "");
    let read = |text: &str| {
        let entries = task.read_line(&source, 7, text);
        let reported = |entry: &solver::Entry| match &entry.puzzle {
            Ok(instance) => format!("{}: {instance:?}", entry.line),
            Err(error) => format!("{}, {:?}: {error}", entry.line, entry.column),
        };
        entries.iter().map(reported).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(read("[[1,2],[0,3]]"), "7: 1 2/0 3 to 1 2/3 0");
    assert_eq!(
        read("1 2/3 a"),
        "7, Some(7): boards.txt, line 7, column 7: found \"a\", expected a number, or 0 . _ x for the blank"
    );
    assert_eq!([task.is_puzzle_line("1 2/3 0"), task.is_puzzle_line("1 2 3 0")], [true, false]);
    let given = Text::given("easy");
    let entries = task.read(&Input { source: &given, text: "easy", is_one: true });
    let hint = entries[0].puzzle.as_ref().expect_err("no board").hint.clone();
    assert_eq!(
        hint.as_deref(),
        Some("INPUT is a file, - for standard input, or a board like \"8 2 0/4 6 1/3 7 5\"")
    );
}

#[test]
fn goal_of_another_size_is_reported() {
    let mut spec = spec();
    spec.goals.push(Text::given("1 2/3 0"));
    let task = task(&spec).expect("sound");
    assert_eq!(task.goal_name(), "1 2/3 0");
    let text = "1 2 3/4 5 6/7 0 8";
    let source = Text::given(text);
    let entry = task.read(&Input { source: &source, text, is_one: true }).remove(0);
    let error = entry.puzzle.expect_err("another size");
    assert_eq!(error.to_string(), "the goal has 2x2 cells, expected 3x3 like the board");
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert!(task.is_puzzle_line(text));
}

#[test]
fn moves_are_written_and_read() {
    let spec = TaskSpec { metric: Some("multi-tile".to_string()), ..spec() };
    let request = spec_board(&spec, "1 2 3/4 5 6/0 7 8");
    assert_eq!(request.task.notes(), ["multi-tile"]);
    let moves = request.instance.read_moves("l2").expect("a move").moves;
    assert_eq!(Names(&*request.instance, &moves).to_string(), "L2");
    assert_eq!(request.instance.replay(&moves), Replay::Solved);
    assert_eq!(
        request.instance.show(Show::Boards, Some(&moves)).as_deref(),
        Ok("1 2 3\n4 5 6\n. 7 8\n\n1: 7 8 left\n1 2 3\n4 5 6\n7 8 .\n")
    );
    assert_eq!(request.instance.replay(&[Move(0), Move(0), Move(0)]), Replay::Impossible { at: 0 });
    let error = request.instance.show(Show::Net { coloured: false }, None).expect_err("no cube");
    assert_eq!(
        (error.to_string().as_str(), error.hint.as_deref()),
        ("--show net is for cubes", Some("try --show boards"))
    );
    let fields: Vec<String> =
        request.instance.fields().iter().map(|(name, value)| format!("{name} {value}")).collect();
    assert_eq!(fields, ["size \"3x3\"", "board \"1 2 3/4 5 6/0 7 8\""]);
}

#[test]
fn random_boards() {
    let mut spec = ScrambleSpec {
        puzzle: PuzzleRef::Named("sliding".to_string()),
        format: None,
        goal: Some(Text::given("snail")),
        many: false,
        details: true,
        memory: u64::MAX,
        options: Default::default(),
    };
    let stop = Stop::default();
    let draw = |spec: &ScrambleSpec| {
        let mut scrambler = solver().scrambler(spec, &control(&stop))?;
        scrambler.draw(0, 1, &mut |_| 0, &control(&stop))
    };
    let error = draw(&spec).expect_err("no size");
    assert_eq!(
        (error.to_string().as_str(), error.hint.as_deref()),
        ("the size is missing", Some("try --size 3x3"))
    );
    spec.options.set("size", OptionValue::Text(Text::given("3x3")));
    spec.options.set("unsolvable", OptionValue::Flag);
    let drawn = draw(&spec).expect("sound").expect("not stopped");
    let names: Vec<&str> = drawn.fields.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["puzzle", "size", "board", "goal", "solvable"]);
    assert_eq!(drawn.fields[4].1, false);
    assert_eq!(drawn.text, format!("{}\n", drawn.fields[2].1.as_str().expect("a text")));
}

#[test]
fn tables_have_names() {
    let solver = SlidingSolver::new(&Store::nowhere());
    let tables = solver.stored_tables();
    assert!(tables.iter().all(|table| table.name().starts_with("sliding-") && table.peak > table.spec.bytes));
    assert_eq!(tables.len(), 12);
    assert!(!solver.build_table("none", &control(&Stop::default())));
}

/// Node counts of searches as published in the guide: if they change, the guide must change, too.
#[test]
fn node_counts_stay() {
    let stop = Stop::default();
    let solve = |metric: Option<&str>, groups: Option<&str>, goal: &str, text: &str, method: Method| {
        let mut spec = TaskSpec { metric: metric.map(str::to_string), ..spec() };
        spec.goals.push(Text::given(goal));
        if let Some(groups) = groups {
            spec.options.set("pattern", OptionValue::Text(Text::given(groups)));
        }
        let request = Request { method, ..spec_board(&spec, text) };
        let report = request.solve(&search::Sequential, &control(&stop)).expect("sound");
        (report.length, report.counts.generated)
    };
    let korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    assert_eq!(solve(None, Some("6-6-3"), "first", korf, Method::default()), (Some(57), 49_337));
    let far = "8 6 7/2 5 4/3 0 1";
    assert_eq!(solve(Some("multi-tile"), None, "last", far, Method::default()), (Some(20), 11_490));
    let six =
        "2 3 1 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 0 35";
    assert_eq!(solve(None, None, "last", six, Method::by(CONSTRUCT)), (Some(107), 119));
    let beams = Method { improve: true, max_phase1: Some(2), ..Method::by(BEAM) };
    assert_eq!(solve(None, None, "last", six, beams), (Some(57), 46_094));
}
