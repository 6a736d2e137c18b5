//! Defined puzzles by declared phases.

use std::sync::Arc;

use puzzle::definition::{DefinedGroup, Pattern, View};
use puzzle::parse::{alg, phases, tws};
use puzzle::{Definition, builtin};
use search::{Control, Executor, Limits, Sequential, Silent, Stop, Threads};
use solve::{Algorithm, Defined, Demand, Error, Method, Question, Report, Request, Solver, Status};

const CUBE3: &str = include_str!("../../../testdata/definitions/3x3x3.tws");
const TWO_PHASES: &str = include_str!("../../../testdata/phases/3x3x3.phases");

fn cube3() -> Arc<Definition> {
    Arc::new(tws::definition(CUBE3).expect("sound"))
}

fn by_phases(definition: &Arc<Definition>, text: &str, start: &Pattern) -> Question {
    let phases = phases::phases(text, definition).expect("sound phases");
    Question::Defined(Defined::new(definition.clone(), start.clone()).by_phases(Arc::new(phases)))
}

fn scrambled(definition: &Definition, scramble: &str) -> Pattern {
    let moves = alg::alg(scramble).expect("a scramble");
    definition.transform_of(&moves).expect("moves of the puzzle").apply(definition.start())
}

/// Positions of a puzzle, each as likely as any other.
fn random(definition: &Definition, n: usize) -> Vec<Pattern> {
    let group = DefinedGroup::of(definition, &definition.generators()).expect("not too many points");
    let mut state = 11_u64;
    let mut below = move |n: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(n)) >> 64) as u32
    };
    (0..n).map(|_| group.random(&mut below).apply(definition.start())).collect()
}

fn ask(
    solver: &Solver,
    question: Question,
    improve: bool,
    limits: Limits,
    executor: &dyn Executor,
) -> Result<Report, Error> {
    let stop = Stop::default();
    let control = Control::new(limits, &Silent, &stop);
    let method = Method { algorithm: Algorithm::Phases, improve, ..Method::default() };
    solver.solve(&Request { question, method }, executor, &control)
}

fn first(solver: &Solver, question: Question) -> Report {
    ask(solver, question, false, Limits::default(), &Sequential).expect("it can be asked")
}

/// Every solution is replayed by the façade; here they are only counted.
#[test]
fn two_phases_of_the_cube() {
    let definition = cube3();
    let solver = Solver::new();
    for start in random(&definition, 6) {
        let report = first(&solver, by_phases(&definition, TWO_PHASES, &start));
        let length = report.length.expect("all cubes can be solved");
        assert!((14..=30).contains(&length), "{length}");
        // Better ones are found when there is time, the same by several threads.
        let limits = Limits { max_cost: 21, ..Limits::default() };
        let question = || by_phases(&definition, TWO_PHASES, &start);
        let alone = ask(&solver, question(), false, limits, &Sequential).expect("it can be asked");
        assert!(alone.length.is_some_and(|length| length <= 21));
        let several = ask(&solver, question(), false, limits, &Threads::new(3)).expect("it can be asked");
        assert_eq!((alone.solutions, alone.length), (several.solutions, several.length));
    }
}

/// When it has looked at everything below, it says that a solution is a shortest one.
#[test]
fn rounds_are_a_proof() {
    let definition = cube3();
    let solver = Solver::new();
    for (scramble, length) in [("", 0), ("R", 1), ("R U F' L2", 4), ("D B2 R F U' L F", 7)] {
        let question = by_phases(&definition, TWO_PHASES, &scrambled(&definition, scramble));
        let report = ask(&solver, question, true, Limits::default(), &Sequential).expect("it can be asked");
        assert_eq!((report.length, report.lower_bound), (Some(length), length), "{scramble}");
        assert!(matches!(report.status, Status::Solved(solve::Proof::Optimal)), "{scramble}");
    }
}

/// Tables up to symmetry find solutions with fewer nodes.
#[test]
fn folded_tables() {
    let definition = cube3();
    let [start] = random(&definition, 1).try_into().expect("one");
    let stop = Stop::default();
    let control = Control::new(Limits { max_cost: 20, ..Limits::default() }, &Silent, &stop);
    let method = Method { algorithm: Algorithm::Phases, ..Method::default() };
    let request = Request { question: by_phases(&definition, TWO_PHASES, &start), method };
    let plain = Solver::new().solve(&request, &Sequential, &control).expect("it can be asked");
    let solver = Solver::new();
    solver.prepare(&request, Demand::Many, &control).expect("nobody stops it");
    let folded = solver.solve(&request, &Sequential, &control).expect("it can be asked");
    assert!(
        plain.length.is_some_and(|length| length <= 20) && folded.length.is_some_and(|length| length <= 20)
    );
    assert!(folded.table_bytes > plain.table_bytes);
    assert!(folded.counts.expanded < plain.counts.expanded, "{:?} {:?}", folded.counts, plain.counts);
}

/// What does not fit together is refused with the reason.
#[test]
fn phases_that_do_not_fit() {
    let definition = cube3();
    let check = |text: &str, expected: &str| {
        let question = by_phases(&definition, text, &scrambled(&definition, "R U"));
        let refused = ask(&Solver::new(), question, false, Limits::default(), &Sequential);
        assert_eq!(refused.expect_err("it does not fit").to_string(), expected);
    };
    check(
        &TWO_PHASES.replace("R2", "R"),
        "phase inside has the move R, which changes what phase outside has done; expected moves that leave it",
    );
    check(
        &TWO_PHASES.replace("L2 F2 B2", ""),
        "phase outside tells 2217093120 positions apart, expected 26605117440: what it leads to is not always within \
         reach of phase inside",
    );
    check(
        &TWO_PHASES.replace("View\nPieces EDGES 9-12\n", ""),
        "phase inside tells 1625702400 positions apart, expected 19508428800: what it leads to is not always solved",
    );
}

/// A puzzle that is too large for shortest solutions of random positions comes with phases.
#[test]
fn kilominx() {
    let builtin = builtin::find("kilominx").expect("known");
    let definition = Arc::new(builtin.definition());
    let text = builtin.phases().expect("it has phases");
    let solver = Solver::new();
    for start in random(&definition, 3) {
        let report = first(&solver, by_phases(&definition, text, &start));
        assert!(report.length.is_some_and(|length| (20..=60).contains(&length)), "{:?}", report.length);
    }
}

/// A phase may end in several ways. Whether such phases are enough is not proved, so the end of the chain looks at the whole: what
/// the second phase cannot solve makes the first one go on.
#[test]
fn several_goals() {
    let definition = cube3();
    let corners = View::of(&definition).without_orbit("EDGES").expect("corners are left").into_definition();
    let corners = Arc::new(corners);
    let view = "View\nPieces CORNERS\nView\nOrientations CORNERS\n";
    let all_ways = format!(
        "Phase corners\nGoal\nGoal U\nGoal U2\nGoal U'\n{view}Phase top\nMoves U\nView\nPieces CORNERS\n"
    );
    // Too little is seen in the end, and only one way is right.
    let guesses =
        format!("Phase corners\nGoal\nGoal U2\n{view}Phase top\nMoves U2\nView\nPieces CORNERS 8\n");
    let solver = Solver::new();
    for scramble in ["", "U", "U2", "R U", "R U2 F", "R F' U D2 L U'"] {
        let start = scrambled(&corners, scramble);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let question = Question::Defined(Defined::new(corners.clone(), start.clone()));
        let shortest = solver.solve(&Request { question, method: Method::default() }, &Sequential, &control);
        let shortest = shortest.expect("it can be asked").length;
        for text in [&all_ways, &guesses] {
            let report =
                ask(&solver, by_phases(&corners, text, &start), true, Limits::default(), &Sequential);
            assert_eq!(report.expect("it can be asked").length, shortest, "{scramble} {text}");
        }
    }
}
