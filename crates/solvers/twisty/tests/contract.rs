//! Defined puzzles through the interface for front ends: options, texts, counts and errors, with the texts of the
//! command line.

use std::sync::Arc;

use deepen_twisty::TwistySolver;
use search::{Limits, Sequential};
use serde_json::{Map, Value};
use solver::{
    CountResult, CountSpec, Entry, Error, ErrorKind, Input, LimitsSpec, OptionValue, Purpose, PuzzleRef,
    Replay, Request, Solution, Solver, Task, TaskSpec, Text,
};
use testkit::limited;

const CUBE2: &str = include_str!("../../../../testdata/definitions/2x2x2.tws");
const CUBE3: &str = include_str!("../../../../testdata/definitions/3x3x3.tws");
const TURNTABLE: &str = include_str!("data/turntable.tws");
const RULES: &str = include_str!("data/rules.tws");
const MASK: &str = include_str!("data/mask.txt");

/// A puzzle by its name, or by the text of a file.
fn puzzle(name: &str) -> PuzzleRef {
    let text = match name {
        "2.tws" => CUBE2,
        "3.tws" => CUBE3,
        "turntable.tws" => TURNTABLE,
        "rules.tws" => RULES,
        "bad.tws" => include_str!("data/bad.tws"),
        _ => return PuzzleRef::Named(name.to_string()),
    };
    PuzzleRef::Definition(Text::of_file(name, text))
}

/// Options as they are typed: `--goal X`, `--metric X`, `--moves X`, and the solver's own options.
fn spec(name: &str, purpose: Purpose, options: &[(&'static str, &str)]) -> TaskSpec {
    let mut spec = TaskSpec::new(puzzle(name), purpose);
    for &(option, value) in options {
        let text = || match value.strip_prefix('@') {
            Some("mask.txt") => Text::of_file("mask.txt", MASK),
            Some(other) => panic!("there is no file {other}"),
            None => Text::given(value),
        };
        match option {
            "goal" => spec.goals.push(text()),
            "metric" => spec.metric = Some(value.to_string()),
            "moves" => spec.moves = Some(value.to_string()),
            "algorithm" => spec.method.algorithm = Some(value.to_string()),
            "min_length" => spec.method.min_length = value.parse().expect("a number"),
            "optimal" => spec.method.optimal = true,
            "order" | "sequences" => spec.options.set(option, OptionValue::Flag),
            "omit" | "ignore_orientation" | "ignore_permutation" => {
                spec.options.set(option, OptionValue::Texts(vec![value.to_string()]));
            }
            _ => spec.options.set(option, OptionValue::Text(text())),
        }
    }
    spec
}

fn task(spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
    Arc::new(TwistySolver::new()).task(spec)
}

fn read(task: &dyn Task, text: &str) -> Vec<Entry> {
    task.read(&Input { source: &Text::given(text), text, is_one: true })
}

/// Solves as `deepen solve` does: returns the heading's notes, the solution, and its length and nodes.
fn solved(
    name: &str,
    scramble: &str,
    options: &[(&'static str, &str)],
) -> Result<(String, String, u32, u64), Error> {
    let spec = spec(name, Purpose::Solve, options);
    let task = task(&spec)?;
    let method = spec.method.resolve(&*task, &LimitsSpec::default())?;
    let instance = read(&*task, scramble).remove(0).puzzle?;
    let control = limited(Limits { max_memory: 1 << 30, ..Limits::default() });
    let report =
        Request { task: task.clone(), instance: instance.clone(), method }.solve(&Sequential, &control)?;
    let heading = [vec![task.goal_description()], task.notes()].concat().join(", ");
    let solution = Solution(&*instance, &report.solutions[0]).to_string();
    Ok((heading, solution, report.length.expect("solved"), report.counts.generated))
}

#[test]
fn solutions_with_their_headings() {
    let check =
        |name: &str, scramble: &str, options: &[(&'static str, &str)], expected: (&str, &str, u32, u64)| {
            let (heading, solution, length, nodes) =
                solved(name, scramble, options).expect("it can be solved");
            assert_eq!((&heading[..], &solution[..], length, nodes), expected, "{name} {scramble}");
        };
    check("3.tws", "R U2 F' L D", &[], ("solved", "D' L' F U2 R'", 5, 72));
    check("2.tws", "CPOS 61E3JFB", &[], ("solved", "U2 R'", 2, 15));
    check("2.tws", "F2 R", &[("moves", "U,R,F1")], ("solved, moves U,R,F1", "R' F F", 3, 18));
    check("2.tws", "F2 R", &[("metric", "quantum")], ("solved, quantum", "R' F2", 3, 21));
    let weights = "solved, weights F=4,R2=3 (counted)";
    check("2.tws", "F2 R", &[("weights", "F=4,R2=3")], (weights, "R' F2", 5, 16));
    check("2.tws", "R U F", &[("goal", "moves: R U"), ("goal", "moves: R2 F2")], ("any of 2", "F'", 1, 9));
    check(
        "3.tws",
        "R U F' L2 D",
        &[("omit", "CORNERS"), ("ignore_orientation", "EDGES")],
        ("solved, any orientation of EDGES, without CORNERS", "D' L2 F U' R'", 5, 87),
    );
    check("2.tws", "R U F' U2", &[("mask", "@mask.txt")], ("solved, mask mask.txt", "U", 1, 9));
    check(
        "2.tws",
        "R U F",
        &[("first", "R' U'"), ("last", "F2")],
        ("solved, first R' U' (counted), last F2 (counted)", "R' U' R' F' R' U F' F2", 8, 33),
    );
    check("2.tws", "R U F", &[("min_length", "5")], ("solved", "U R F' R' U' F' U'", 7, 519));
    let phases = "Phase corners\nView\nPieces CORNERS\nView\nOrientations CORNERS\n";
    let (heading, _, length, _) = solved("2.tws", "R U F", &[("phases", phases)]).expect("it can be solved");
    assert_eq!((&heading[..], length), ("solved, phases of the text", 3));
    check(
        "clock",
        "CPOS 08010B020706030B09010404000109030109",
        &[],
        (
            "solved, phases of clock",
            "U4+ ALL5- UR1+ DR6+ UL1- y2 UR2- DR2+ DL6+ UL5- U5- R1- D5- L5- ALL2+",
            14,
            374,
        ),
    );
    check(
        "clock",
        "UR3+ U2- all4+",
        &[("moves", "UR,U,all")],
        ("solved, moves UR,U,all", "UR3- U2+ y2 ALL4-", 3, 66),
    );
}

#[test]
fn faults_with_their_places() {
    let check =
        |name: &str, scramble: &str, options: &[(&'static str, &str)], kind: ErrorKind, expected: &str| {
            let error = solved(name, scramble, options).expect_err("it is refused");
            assert_eq!((error.kind, &error.to_string()[..]), (kind, expected));
            error.hint
        };
    let (usage, invalid, unsolvable) = (ErrorKind::Usage, ErrorKind::Invalid, ErrorKind::Unsolvable);
    let expected = "there is no move Q, expected one of this puzzle like U, R, F";
    let hint = check("3.tws", "R U2 Q", &[], invalid, &format!("line 1, column 6: {expected}"));
    let input = "INPUT is a file, - for standard input, moves of the puzzle, or a pattern";
    assert_eq!(hint.as_deref(), Some(input));
    check("2.tws", "R", &[("moves", "U,Q")], usage, &format!("--moves, line 1, column 3: {expected}"));
    let unreachable = "the position cannot reach the goal: no sequence of the moves leads there";
    check("2.tws", "CPOS 1369CFI", &[], unsolvable, unreachable);
    let foreign = "the position cannot reach the goal: some pieces are in places that no move connects with their goal places";
    check("3.tws", "R F", &[("moves", "U,R")], unsolvable, foreign);
    let weight = "--weights: found \"F\", expected a move and a weight from 1 to 1000, like R=2";
    check("2.tws", "R", &[("weights", "F")], usage, weight);
    let orbit = "--omit: there is no orbit \"CENTRES\", expected CORNERS or EDGES";
    check("3.tws", "R", &[("omit", "CENTRES")], usage, orbit);
    let hint =
        check("2.tws", "R", &[("metric", "half-turn")], usage, "the metric half-turn is for built-in cubes");
    assert_eq!(hint.as_deref(), Some("defined puzzles have move and quantum"));
    let hint = check("2.tws", "R U", &[("algorithm", "phases")], usage, "2x2x2 has no phases of its own");
    assert_eq!(hint.as_deref(), Some("declare some in a file and name it with --phases"));
    let bad = "bad.tws, line 10, column 7: move T takes 4 twice in orbit SEATS, expected a permutation";
    check("bad.tws", "R", &[], invalid, bad);
    let goal = "--goal: \"R U\" is no goal, expected solved, a pattern, CPOS or a file";
    let hint = check("2.tws", "R", &[("goal", "R U")], usage, goal);
    assert_eq!(hint.as_deref(), Some("a goal given as moves is written --goal \"moves: R U\""));
    check(
        "2.tws",
        "UUUURRRRFFFFDDDDLLLLBBBB",
        &[],
        invalid,
        "these look like facelets, which are not read for this puzzle; expected moves or a pattern",
    );
    let broken = "Phase a\nMoves U\nView\nPieces WINGS\n";
    let place = "the text, line 4, column 8: there is no orbit \"WINGS\", expected CORNERS or EDGES";
    check("3.tws", "R", &[("phases", broken)], invalid, place);
    let algorithm = "two-phase does not exist for defined puzzles; expected ida, dfid, dfs, bfs, astar, weighted-astar, greedy, \
        uniform";
    check("2.tws", "R", &[("algorithm", "two-phase")], usage, algorithm);
}

#[test]
fn json_fields() {
    let options = [("moves", "U,R"), ("weights", "U=2"), ("first", "U"), ("last", "R")];
    let task = task(&spec("2.tws", Purpose::Solve, &options)).expect("a task");
    let fields = [("turns", "U,R"), ("weights", "U=2"), ("first", "U"), ("last", "R")];
    assert_eq!(task.fields(), fields.map(|(name, value)| (name, Value::from(value))));
    let instance = read(&*task, "R U F").remove(0).puzzle.expect("a position");
    assert_eq!(instance.fields(), [("position", "CPOS CH360KB".into())]);
    assert_eq!((instance.label(), instance.metric()), ("defined puzzles, weighted".to_string(), "weighted"));
    assert_eq!((task.puzzle_name(), instance.forced_cost()), ("2x2x2", 3));
}

#[test]
fn solutions_are_judged() {
    let check = |name: &str, scramble: &str, moves: &str, options: &[(&'static str, &str)]| {
        let task = task(&spec(name, Purpose::Check, options))?;
        let instance = read(&*task, scramble).remove(0).puzzle?;
        let read = instance.read_moves(moves)?;
        let instance = read.instance.unwrap_or(instance);
        Ok::<_, Error>((instance.replay(&read.moves), instance.cost(&read.moves)))
    };
    assert_eq!(check("2.tws", "R U F", "(R U F)'", &[]), Ok((Replay::Solved, 3)));
    assert_eq!(check("2.tws", "R U F", "F' U'", &[]), Ok((Replay::Unsolved, 2)));
    // Rotations cost nothing.
    assert_eq!(check("3x3x3", "R U", "x U' R' x", &[]).map(|(_, cost)| cost), Ok(2));
    let refused = check("2.tws", "R U F", "F' U'", &[("moves", "U,R")]).expect_err("F is not allowed");
    assert_eq!(refused.to_string(), "move 1: F' is none of the moves that may be made");
}

fn counted(
    name: &str,
    options: &[(&'static str, &str)],
    max_length: Option<u32>,
) -> Result<CountResult, Error> {
    let task = task(&spec(name, Purpose::Count, options))?;
    let max_cost = max_length.unwrap_or(Limits::default().max_cost);
    let control = limited(Limits { max_cost, ..Limits::default() });
    task.count(&CountSpec { max_length, is_endless: max_length.is_none() }, &control)
}

/// JSON and text of properties that need no count of positions.
fn facts(name: &str, options: &[(&'static str, &str)], max_length: Option<u32>) -> (String, String) {
    match counted(name, options, max_length).expect("it can be found out") {
        CountResult::Facts { fields, text, .. } => {
            let fields: Map<String, Value> =
                fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
            (Value::Object(fields).to_string(), text)
        }
        CountResult::Positions { .. } | CountResult::Sequences { .. } => panic!("nothing is counted"),
    }
}

#[test]
fn counts() {
    let check = |name: &str, max_length, expected: (&[u64], &str, Option<&str>)| {
        let counted = counted(name, &[], max_length).expect("it can be counted");
        let CountResult::Positions { census, what, group_order, .. } = counted else { panic!("positions") };
        assert_eq!((&census.per_depth[..], &what[..], group_order.as_deref()), expected);
    };
    check("turntable.tws", None, (&[1, 6, 1], "6 moves of turntable, a group of 8", Some("8")));
    check("rules.tws", Some(1), (&[1, 3], "6 moves of turntable, a group of 8", Some("8")));
    let skewb = "8 moves of skewb, a group of 3,149,280";
    check("Skewb", Some(3), (&[1, 8, 48, 288], skewb, Some("3149280")));
    let order = [("order", "")];
    let (json, text) = facts("fto", &order, None);
    assert_eq!(
        text,
        "16 moves of fto: a group of 158,260,810,061,489,362,698,240,000,000 = 2^35 3^17 5^7 7^3 11^3\n\
         31,408,133,379,194,880,000,000 positions: identical pieces are not distinguished, its 12 orientations count once\n"
    );
    assert_eq!(
        json,
        "{\"puzzle\":\"fto\",\"moves\":16,\"group_order\":\"158260810061489362698240000000\",\"factors\":[[2,35],[3,17],[5,7],\
         [7,3],[11,3]],\"positions_at_most\":\"376897600550338560000000\",\"positions\":\"31408133379194880000000\",\
         \"orientations\":12,\"has_rules\":false}"
    );
    let text = "18 moves of 3x3x3: a group of 43,252,003,274,489,856,000 = 2^27 3^14 5^3 7^2 11\n";
    assert_eq!(facts("3x3x3", &order, None).1, text);
}

/// Built-in cubes keep the metrics of cubes.
#[test]
fn canonical_sequences_of_cubes() {
    let sequences =
        |name, metric, max_length| counted(name, &[("sequences", ""), ("metric", metric)], max_length);
    let per_depth = vec![1, 18, 243];
    let what = "18 moves of 3x3x3".to_string();
    assert_eq!(
        sequences("3x3x3", "htm", Some(2)),
        Ok(CountResult::Sequences { per_depth, metric: "move", what })
    );
    let per_depth = vec![1, 6, 27];
    let what = "9 moves of 2x2x2".to_string();
    let quarters = CountResult::Sequences { per_depth, metric: "quantum", what };
    assert_eq!(sequences("2x2x2", "quarter-turn", Some(2)), Ok(quarters));
    let Ok(CountResult::Sequences { per_depth, .. }) = sequences("3x3x3", "htm", Some(20)) else {
        panic!("sequences")
    };
    // More than 64 bits hold, exactly: Singmaster's recurrence is a(n) = 12 a(n - 1) + 18 a(n - 2).
    let expected = (3..=20).fold([18, 243], |[before, last], _| [last, 12 * last + 18 * before])[1];
    assert_eq!((per_depth[20], per_depth[20] > u128::from(u64::MAX)), (expected, true));
    let refused = sequences("3x3x3", "axial", None).expect_err("several turns");
    assert_eq!(refused.message, "axial moves are several turns, expected another metric");
    let refused =
        counted("3x3x3", &[("metric", "half-turn")], None).expect_err("positions have another metric");
    assert_eq!(refused.message, "the metric half-turn is for built-in cubes");
}

#[test]
fn lines_and_lists() {
    let task = task(&spec("3.tws", Purpose::Batch, &[])).expect("a task");
    let source = Text::of_file("x.txt", "");
    let entries = task.read_line(&source, 3, "[\"R\",\"U2\"]");
    assert_eq!((entries.len(), entries[0].line, entries[0].puzzle.is_ok()), (1, 3, true));
    let faulty = task.read_line(&source, 3, "R Q").remove(0).puzzle.expect_err("no move");
    assert_eq!(faulty.place.as_deref(), Some("x.txt, line 3, column 3"));
    let words = ["R", "U2", "R U", "x.txt", "-", "F"].map(ToString::to_string);
    assert_eq!(task.join_words(&words, &|word| word == "x.txt"), ["R U2", "R U", "x.txt", "-", "F"]);
}

#[test]
fn puzzles_are_listed() {
    let puzzles = TwistySolver::new().puzzles();
    let of = |name: &str| {
        puzzles.iter().find(|puzzle| puzzle.name == name).map(|puzzle| (puzzle.phases, puzzle.large))
    };
    assert_eq!((puzzles.len(), of("kilominx"), of("clock")), (20, Some((true, true)), Some((true, false))));
    assert_eq!((of("skewb"), of("fto"), of("sliding")), (Some((false, false)), Some((false, true)), None));
}
