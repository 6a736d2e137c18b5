//! Square-1: positions per depth against published numbers, both searches against each other and against the slow generic
//! one.

use std::sync::Arc;

use puzzle::parse::square1::puzzles;
use puzzle::square1::Step;
use puzzle::{Square1, builtin};
use search::{Control, End, Limits, Sequential, Silent, Stop, StopReason, Threads};
use solve::recipe::square1::moves;
use solve::recipe::square1::serve::{KEPT_TURNS, KEPT_TWISTS};
use solve::{
    Algorithm, Defined, Error, Estimate, Method, Played, Proof, Question, Report, Request, Slashing, Solver,
    Square1Metric, Status,
};

/// Solved, then so many random turns with a slash.
fn slashed(seed: u64, n: usize) -> (Square1, Vec<Step>) {
    let lots = Square1::drawn(seed, n);
    let (mut state, mut steps) = (Square1::SOLVED, Vec::new());
    for lot in lots {
        let choose = |free: Vec<u32>, lot: u64| free[(lot >> 20) as usize % free.len()];
        let upper = choose(state.upper.free_turns().collect(), lot.upper.word());
        let lower = choose(state.lower.free_turns().collect(), lot.lower.word());
        for step in moves::steps(moves::slash_after(upper, lower)) {
            state = state.stepped(step).expect("the turns are free");
            steps.push(step);
        }
    }
    (state, steps)
}

fn solve(solver: &Solver, start: Square1, metric: Square1Metric, method: Method, limits: Limits) -> Report {
    let stop = Stop::default();
    let control = Control::new(limits, &Silent, &stop);
    let request = Request { question: Question::Square1(Slashing { start, metric }), method };
    let report = solver.solve(&request, &Sequential, &control).expect("a good request");
    for solution in &report.solutions {
        assert!(request.question.replay(solution), "{start}");
        let cost: u32 = solution.iter().map(|&mv| moves::cost(metric, mv)).sum();
        assert_eq!(Some(cost), report.length, "{start}");
    }
    report
}

fn ida() -> Method {
    Method::default()
}

fn two_phase() -> Method {
    Method { algorithm: Algorithm::TwoPhase, ..Method::default() }
}

fn count(metric: Square1Metric, max_cost: u32) -> Vec<u64> {
    let stop = Stop::default();
    let control = Control::new(Limits { max_cost, ..Limits::default() }, &Silent, &stop);
    let question = Question::Square1(Slashing { start: Square1::SOLVED, metric });
    let census = Solver::new().count(&question, &control).expect("it can be counted");
    assert_eq!(census.end, End::Stopped(StopReason::Cost));
    census.per_depth
}

/// Positions however their layers are turned, the middle layer counted: published for all depths up to 13.
#[test]
fn positions_by_twists_are_the_published_ones() {
    assert_eq!(count(Square1Metric::Twist, 6), [1, 64, 1153, 17_050, 235_144, 3_091_458, 38_893_230]);
}

/// The definition of the same puzzle, whose moves are single turns of any amount and slashes, counts the same positions.
#[test]
fn positions_by_turns_are_those_of_the_definition() {
    let puzzle = Arc::new(builtin::find("square-1").expect("it is built in").definition());
    let question = Question::Defined(Defined::new(puzzle.clone(), puzzle.start().clone()));
    let stop = Stop::default();
    let control = Control::new(Limits { max_cost: 6, ..Limits::default() }, &Silent, &stop);
    let census = Solver::new().count(&question, &control).expect("it can be counted");
    assert_eq!(count(Square1Metric::FaceTurn, 6), census.per_depth);
}

/// The sizes that tables are made by.
#[test]
fn as_many_positions_are_kept_as_foreseen() {
    use solve::recipe::square1::alike::{Turns, Twists};
    use solve::recipe::square1::ball::Ball;
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let sums = |kept: Vec<u64>| {
        let add = |sum: &mut u64, n: u64| {
            *sum += n;
            Some(*sum)
        };
        kept.into_iter().scan(0, add).collect::<Vec<u64>>()
    };
    let mut twists = Ball::<Twists>::at_goal();
    (0..6).for_each(|_| assert!(twists.grow(&control)));
    assert_eq!(sums(twists.n_kept()), KEPT_TWISTS[..=6]);
    let mut turns = Ball::<Turns>::at_goal();
    (0..10).for_each(|_| assert!(turns.grow(&control)));
    assert_eq!(sums(turns.n_kept()), KEPT_TURNS[..=10]);
}

/// A table changes how long a search takes, never what it finds; nor does the order of sequences.
#[test]
fn shortest_solutions_with_and_without_a_table() {
    let solver = Solver::new();
    for seed in 0..12 {
        let (start, _) = slashed(seed, 3);
        for metric in Square1Metric::ALL {
            let plain = Method { estimate: Some(Estimate::Zero), ..ida() };
            let slow = solve(&solver, start, metric, plain, Limits::default());
            let quick = solve(&solver, start, metric, ida(), Limits::default());
            assert_eq!(slow.length, quick.length, "{start}");
            assert_eq!(quick.status, Status::Solved(Proof::Optimal));
            let all = solve(&solver, start, metric, Method { all: true, ..ida() }, Limits::default());
            assert_eq!(all.length, quick.length, "{start}");
            assert!(metric == Square1Metric::Twist || all.solutions.contains(&quick.solutions[0]), "{start}");
        }
    }
}

/// The generic search on the definition finds the same lengths, a turn of a layer or a slash being a move.
#[test]
fn shortest_in_turns_as_the_definition_says() {
    let puzzle = Arc::new(builtin::find("square-1").expect("it is built in").definition());
    let named = |name: &str| {
        let mut all = puzzle.generators().into_iter();
        all.find(|mv| mv.name.to_string() == name).expect("a move").transform
    };
    let (upper, lower, slash) = (named("U"), named("D"), named("S"));
    let solver = Solver::new();
    for seed in 20..28 {
        let (start, steps) = slashed(seed, 2);
        let mut position = puzzle.start().clone();
        for step in steps {
            match step {
                Step::Turn(turn) => {
                    (0..turn.upper.twelfths()).for_each(|_| position = upper.apply(&position));
                    (0..turn.lower.twelfths()).for_each(|_| position = lower.apply(&position));
                }
                Step::Slash => position = slash.apply(&position),
            }
        }
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let question = Question::Defined(Defined::new(puzzle.clone(), position));
        let slow =
            solver.solve(&Request { question, method: ida() }, &Sequential, &control).expect("solvable");
        let quick = solve(&solver, start, Square1Metric::FaceTurn, ida(), Limits::default());
        assert_eq!(quick.length, slow.length, "{start}");
    }
}

/// Jaap Scherphuis' example, whose solution of seven twists is published.
#[test]
fn a_published_position() {
    let start = puzzles("A2B3C1D45E6F7G8H/")[0].as_ref().expect("a position").state;
    let report = solve(&Solver::new(), start, Square1Metric::Twist, ida(), Limits::default());
    assert_eq!((report.length, report.status), (Some(7), Status::Solved(Proof::Optimal)));
    let question = Question::Square1(Slashing { start, metric: Square1Metric::Twist });
    assert!(!question.replay(&report.solutions[0][..6]), "it is solved before its end");
}

#[test]
fn moves_are_played_as_far_as_they_are_possible() {
    let question = Question::Square1(Slashing { start: Square1::SOLVED, metric: Square1Metric::Twist });
    let slash = moves::slash_after(0, 0);
    assert_eq!(question.play(&[slash, slash]), Played::Solved);
    assert_eq!(question.play(&[slash]), Played::Unsolved);
    // A corner is in the way of the third slash.
    assert_eq!(question.play(&[slash, slash, slash, moves::slash_after(1, 0)]), Played::Impossible { at: 3 });
}

/// As many solutions as there are sequences that solve it.
#[test]
fn all_shortest_solutions() {
    let solver = Solver::new();
    let slashes = || (0..144).map(search::Move);
    // Where layers are exchanged the order of sequences for one solution leaves others out.
    let exchanged = puzzles("/ (6,6) /")[0].as_ref().expect("moves").state;
    for start in (60..63).map(|seed| slashed(seed, 2).0).chain([exchanged]) {
        let all =
            solve(&solver, start, Square1Metric::Twist, Method { all: true, ..ida() }, Limits::default());
        assert_eq!(all.length, Some(2), "{start}");
        let ends = slashes().filter_map(|mv| moves::made(&start, mv)).flat_map(|state| {
            // Without a turn between them the second slash would undo the first.
            slashes().skip(1).filter_map(move |mv| moves::made(&state, mv))
        });
        let n_solutions = ends.filter(|state| state.last_turn().is_some()).count();
        assert_eq!(all.solutions.len(), n_solutions, "{start}");
    }
}

/// Memory bounds what is counted.
#[test]
fn counting_keeps_to_its_memory() {
    let stop = Stop::default();
    let control = Control::new(Limits { max_memory: 1_000_000, ..Limits::default() }, &Silent, &stop);
    let question = Question::Square1(Slashing { start: Square1::SOLVED, metric: Square1Metric::Twist });
    let census = Solver::new().count(&question, &control).expect("it can be counted");
    assert_eq!(census.end, End::Stopped(StopReason::Memory));
    assert_eq!(census.per_depth[..4], [1, 64, 1153, 17_050]);
}

/// Two phases solve everything, never in fewer twists than the shortest solution, and know what they prove.
#[test]
fn two_phases_solve_random_positions() {
    let solver = Solver::new();
    let states = Square1::drawn(1, 40);
    let mut total = 0;
    for &start in &states {
        let report = solve(&solver, start, Square1Metric::Twist, two_phase(), Limits::default());
        let length = report.length.expect("everything is solved");
        assert!(report.lower_bound <= length);
        total += length;
    }
    let mut shortest = 0;
    for &start in &states[..8] {
        let found = solve(&solver, start, Square1Metric::Twist, two_phase(), Limits::default());
        let best = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default());
        assert_eq!(best.status, Status::Solved(Proof::Optimal));
        assert!(found.lower_bound <= best.length.unwrap_or(0) && best.length <= found.length, "{start}");
        shortest += best.length.unwrap_or(0);
    }
    // The mean of all positions is 10.6, and of solutions in two phases 11.3.
    let mean = f64::from(total) / states.len() as f64;
    assert!(mean < 11.6, "mean {mean}");
    assert!((8 * 9..8 * 13).contains(&shortest));
}

/// A limit on length makes them go on until they find something within it, or know that there is nothing.
#[test]
fn two_phases_keep_to_a_length() {
    let solver = Solver::new();
    let within = |start, max_cost| {
        solve(&solver, start, Square1Metric::Twist, two_phase(), Limits { max_cost, ..Limits::default() })
    };
    // One for which a solution of 13 twists is found first and one of 11 takes long.
    let start = Square1::drawn(1, 1)[0];
    let usual = solve(&solver, start, Square1Metric::Twist, two_phase(), Limits::default());
    assert_eq!(usual.length, Some(13));
    let best = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default()).length.unwrap_or(0);
    let short = within(start, 11);
    assert_eq!(short.length, Some(11));
    assert!(short.lower_bound <= best, "{} is more than {best}", short.lower_bound);
    for seed in 50..54 {
        let (start, _) = slashed(seed, 4);
        let best = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default()).length.unwrap_or(0);
        assert_eq!(within(start, best).length, Some(best), "{start}");
        let none = within(start, best - 1);
        assert_eq!((none.length, none.lower_bound), (None, best), "{start}");
    }
}

/// Near positions are solved and proved by both.
#[test]
fn two_phases_prove_what_is_near() {
    let solver = Solver::new();
    for seed in 40..46 {
        let (start, _) = slashed(seed, 2);
        let best = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default());
        let improved = Method { improve: true, ..two_phase() };
        let report = solve(&solver, start, Square1Metric::Twist, improved, Limits::default());
        assert_eq!((report.length, report.status), (best.length, Status::Solved(Proof::Optimal)), "{start}");
    }
}

/// Layers that are only turned cost nothing in twists, and each one in turns.
#[test]
fn turned_layers() {
    let turned = |text: &str| puzzles(text)[0].as_ref().expect("moves").state;
    let solver = Solver::new();
    for (text, twists, turns) in
        [("A1B2C3D45E6F7G8H-", 0, 0), ("(2,0)", 0, 1), ("(1,-2)", 0, 2), ("(0,-1)/", 1, 2)]
    {
        for method in [ida(), two_phase()] {
            let report = solve(&solver, turned(text), Square1Metric::Twist, method, Limits::default());
            assert_eq!(report.length, Some(twists), "{text}");
        }
        let report = solve(&solver, turned(text), Square1Metric::FaceTurn, ida(), Limits::default());
        assert_eq!(report.length, Some(turns), "{text}");
    }
}

/// The same answer on any number of threads, and with little memory.
#[test]
fn threads_and_memory_change_nothing() {
    let solver = Solver::new();
    let start = Square1::drawn(1, 7)[6];
    let one = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default());
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let question = Question::Square1(Slashing { start, metric: Square1Metric::Twist });
    let request = Request { question, method: ida() };
    let two = solver.solve(&request, &Threads::new(2), &control).expect("a good request");
    assert_eq!((two.length, &two.solutions), (one.length, &one.solutions));
    // Less than the smallest table that is usual.
    let little = Limits { max_memory: 200_000, ..Limits::default() };
    let (start, _) = slashed(3, 4);
    let poor = solve(&Solver::new(), start, Square1Metric::Twist, ida(), little);
    assert!((1..=200_000).contains(&poor.table_bytes), "{}", poor.table_bytes);
    let rich = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default());
    assert_eq!(poor.length, rich.length);
}

#[test]
fn phases_count_twists_only() {
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let question =
        Question::Square1(Slashing { start: Square1::drawn(1, 1)[0], metric: Square1Metric::FaceTurn });
    let refused = Solver::new().solve(&Request { question, method: two_phase() }, &Sequential, &control);
    assert_eq!(refused.err(), Some(Error::TwistsOnly));
}
