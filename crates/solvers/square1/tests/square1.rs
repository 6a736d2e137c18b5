//! Square-1: positions per depth against published numbers; the two algorithms against each other and against a
//! brute-force search of the definition.

use std::collections::HashMap;
use std::sync::Arc;

use deepen_square1::count::count as census;
use deepen_square1::moves;
use deepen_square1::optimal::{CLASSES_WITHIN_TURNS, CLASSES_WITHIN_TWISTS};
use deepen_square1::{Square1Error, Square1Metric, Square1Query, Square1Solver};
use puzzle::definition::Pattern;
use puzzle::parse::square1::puzzles;
use puzzle::square1::Step;
use puzzle::{Definition, Square1, builtin};
use search::{End, Limits, Sequential, StopReason, Threads};
use solver::{Algorithm, Heuristic, Instance, Method, Proof, Replay, Report, Status};
use testkit::{limited, silent};

fn new_solver() -> Arc<Square1Solver> {
    Arc::new(Square1Solver::new())
}

/// Applies random turns with a slash to the solved position.
fn slashed(seed: u64, n: usize) -> (Square1, Vec<Step>) {
    let random = Square1::drawn(seed, n);
    let (mut state, mut steps) = (Square1::SOLVED, Vec::new());
    for drawn in random {
        let choose = |free: Vec<u32>, number: u64| free[(number >> 20) as usize % free.len()];
        let upper = choose(state.upper.free_turns().collect(), drawn.upper.word());
        let lower = choose(state.lower.free_turns().collect(), drawn.lower.word());
        for step in moves::steps(moves::slash_after(upper, lower)) {
            state = state.stepped(step).expect("the turns are free");
            steps.push(step);
        }
    }
    (state, steps)
}

fn solve(
    solver: &Arc<Square1Solver>,
    start: Square1,
    metric: Square1Metric,
    method: Method,
    limits: Limits,
) -> Report {
    let control = limited(limits);
    let request = solver.request(Square1Query { start, metric }, method);
    let report = request.solve(&Sequential, &control).expect("a good request");
    for solution in &report.solutions {
        assert_eq!(request.instance.replay(solution), Replay::Solved, "{start}");
        assert_eq!(Some(request.instance.cost(solution)), report.length.map(u64::from), "{start}");
    }
    report
}

fn ida() -> Method {
    Method::default()
}

fn two_phase() -> Method {
    Method::by(Algorithm::TWO_PHASE)
}

fn count(metric: Square1Metric, max_cost: u32) -> Vec<u64> {
    let control = limited(Limits { max_cost, ..Limits::default() });
    let census = census(metric, &control);
    assert_eq!(census.end, End::Stopped(StopReason::Cost));
    census.per_depth
}

/// Positions up to turns of their layers, the middle layer included: published for all depths up to 13.
#[test]
fn positions_by_twists_are_the_published_ones() {
    assert_eq!(count(Square1Metric::Twist, 6), [1, 64, 1153, 17_050, 235_144, 3_091_458, 38_893_230]);
}

/// Returns the distance of every position of the definition within some moves of its start: turns of any amount and
/// slashes.
fn distances(puzzle: &Definition, max: u32) -> HashMap<Pattern, u32> {
    let generators = puzzle.generators();
    let mut distances = HashMap::from([(puzzle.start().clone(), 0)]);
    let mut level = vec![puzzle.start().clone()];
    for depth in 1..=max {
        let after = level.iter().flat_map(|from| generators.iter().map(|mv| mv.transform.apply(from)));
        let mut next = Vec::new();
        for position in after {
            if puzzle.is_legal(&position) && !distances.contains_key(&position) {
                distances.insert(position.clone(), depth);
                next.push(position);
            }
        }
        level = next;
    }
    distances
}

/// The definition of the puzzle has the same positions.
#[test]
fn positions_by_turns_are_those_of_the_definition() {
    let puzzle = builtin::definition("square-1").expect("it is built in");
    let mut per_depth = vec![0; 7];
    distances(&puzzle, 6).values().for_each(|&depth| per_depth[depth as usize] += 1);
    assert_eq!(count(Square1Metric::FaceTurn, 6), per_depth);
}

/// The constants that size the tables.
#[test]
fn table_sizes_are_the_declared_ones() {
    use deepen_square1::bfs_levels::BfsLevels;
    use deepen_square1::symmetry::{FaceTurnMetric, TwistMetric};
    let control = silent();
    let sums = |n_stored: &[u64]| {
        let add = |sum: &mut u64, n: &u64| {
            *sum += n;
            Some(*sum)
        };
        n_stored.iter().scan(0, add).collect::<Vec<u64>>()
    };
    let mut twists = BfsLevels::<TwistMetric>::solved();
    (0..6).for_each(|_| assert!(twists.add_level(&control)));
    assert_eq!(sums(twists.n_stored()), CLASSES_WITHIN_TWISTS[..=6]);
    let mut turns = BfsLevels::<FaceTurnMetric>::solved();
    (0..10).for_each(|_| assert!(turns.add_level(&control)));
    assert_eq!(sums(turns.n_stored()), CLASSES_WITHIN_TURNS[..=10]);
}

/// A prune table changes the number of nodes, never the solution length; nor does the canonical order.
#[test]
fn shortest_solutions_with_and_without_a_table() {
    let solver = new_solver();
    for seed in 0..12 {
        let (start, _) = slashed(seed, 3);
        for metric in Square1Metric::ALL {
            let plain = Method { heuristic: Some(Heuristic::NONE), ..ida() };
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

/// A brute-force search of the definition finds the same lengths in the face-turn metric.
#[test]
fn optimal_in_face_turns_agrees_with_the_definition() {
    let puzzle = builtin::definition("square-1").expect("it is built in");
    let named = |name: &str| {
        let mut all = puzzle.generators().into_iter();
        all.find(|mv| mv.name.to_string() == name).expect("a move").transform
    };
    let (upper, lower, slash) = (named("U"), named("D"), named("S"));
    let (solver, distances) = (new_solver(), distances(&puzzle, 6));
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
        let quick = solve(&solver, start, Square1Metric::FaceTurn, ida(), Limits::default());
        // Every sequence has an inverse of the same length.
        assert_eq!(quick.length, distances.get(&position).copied(), "{start}");
    }
}

/// Jaap Scherphuis' example, whose solution of seven twists is published.
#[test]
fn a_published_position() {
    let start = puzzles("A2B3C1D45E6F7G8H/")[0].as_ref().expect("a position").state;
    let report = solve(&new_solver(), start, Square1Metric::Twist, ida(), Limits::default());
    assert_eq!((report.length, report.status), (Some(7), Status::Solved(Proof::Optimal)));
    let instance = new_solver().instance(Square1Query { start, metric: Square1Metric::Twist });
    assert_eq!(instance.replay(&report.solutions[0][..6]), Replay::Unsolved, "it is solved before its end");
}

#[test]
fn moves_are_played_as_far_as_they_are_possible() {
    let instance =
        new_solver().instance(Square1Query { start: Square1::SOLVED, metric: Square1Metric::Twist });
    let slash = moves::slash_after(0, 0);
    assert_eq!(instance.replay(&[slash, slash]), Replay::Solved);
    assert_eq!(instance.replay(&[slash]), Replay::Unsolved);
    // A corner blocks the last slash.
    assert_eq!(
        instance.replay(&[slash, slash, slash, moves::slash_after(1, 0)]),
        Replay::Impossible { at: 3 }
    );
}

/// The number of solutions is the number of sequences that solve the position.
#[test]
fn all_shortest_solutions() {
    let solver = new_solver();
    let slashes = || (0..144).map(search::Move);
    // Where layers are exchanged, the canonical order for one solution skips others.
    let exchanged = puzzles("/ (6,6) /")[0].as_ref().expect("moves").state;
    for start in (60..63).map(|seed| slashed(seed, 2).0).chain([exchanged]) {
        let all =
            solve(&solver, start, Square1Metric::Twist, Method { all: true, ..ida() }, Limits::default());
        assert_eq!(all.length, Some(2), "{start}");
        let ends = slashes().filter_map(|mv| moves::apply(&start, mv)).flat_map(|state| {
            // Without a turn between them the second slash would undo the first.
            slashes().skip(1).filter_map(move |mv| moves::apply(&state, mv))
        });
        let n_solutions = ends.filter(|state| state.last_turn().is_some()).count();
        assert_eq!(all.solutions.len(), n_solutions, "{start}");
    }
}

/// The memory limit stops the count.
#[test]
fn counting_respects_the_memory_limit() {
    let control = limited(Limits { max_memory: 1_000_000, ..Limits::default() });
    let census = census(Square1Metric::Twist, &control);
    assert_eq!(census.end, End::Stopped(StopReason::Memory));
    assert_eq!(census.per_depth[..4], [1, 64, 1153, 17_050]);
}

/// Two phases solve every position, never in fewer twists than the optimum, and report a valid lower bound.
#[test]
fn two_phases_solve_random_positions() {
    let solver = new_solver();
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
    // The mean of all positions is 10.6, and of two-phase solutions 11.3.
    let mean = f64::from(total) / states.len() as f64;
    assert!(mean < 11.6, "mean {mean}");
    assert!((8 * 9..8 * 13).contains(&shortest));
}

/// With a limit on length, two phases search until they find a solution within it or prove that there is none.
#[test]
fn two_phases_respect_a_length_limit() {
    let solver = new_solver();
    let within = |start, max_cost| {
        solve(&solver, start, Square1Metric::Twist, two_phase(), Limits { max_cost, ..Limits::default() })
    };
    // A solution of 13 twists is found first, and one of 11 takes long.
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

/// Both algorithms solve and prove positions near the goal.
#[test]
fn two_phases_prove_near_positions() {
    let solver = new_solver();
    for seed in 40..46 {
        let (start, _) = slashed(seed, 2);
        let best = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default());
        let improved = Method { improve: true, ..two_phase() };
        let report = solve(&solver, start, Square1Metric::Twist, improved, Limits::default());
        assert_eq!((report.length, report.status), (best.length, Status::Solved(Proof::Optimal)), "{start}");
    }
}

/// Turned layers cost nothing in twists, and one each in face turns.
#[test]
fn turned_layers() {
    let turned = |text: &str| puzzles(text)[0].as_ref().expect("moves").state;
    let solver = new_solver();
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

/// The number of threads and the memory do not change the answer.
#[test]
fn threads_and_memory_change_nothing() {
    let solver = new_solver();
    let start = Square1::drawn(1, 7)[6];
    let one = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default());
    let control = silent();
    let request = solver.request(Square1Query { start, metric: Square1Metric::Twist }, ida());
    let two = request.solve(&Threads::new(2), &control).expect("a good request");
    assert_eq!((two.length, &two.solutions), (one.length, &one.solutions));
    // Less than the smallest default table needs.
    let little = Limits { max_memory: 200_000, ..Limits::default() };
    let (start, _) = slashed(3, 4);
    let poor = solve(&new_solver(), start, Square1Metric::Twist, ida(), little);
    assert!((1..=200_000).contains(&poor.table_bytes), "{}", poor.table_bytes);
    let rich = solve(&solver, start, Square1Metric::Twist, ida(), Limits::default());
    assert_eq!(poor.length, rich.length);
}

#[test]
fn phases_count_twists_only() {
    let control = silent();
    let query = Square1Query { start: Square1::drawn(1, 1)[0], metric: Square1Metric::FaceTurn };
    let refused = new_solver().request(query, two_phase()).solve(&Sequential, &control);
    assert_eq!(refused.err(), Some(Square1Error::TwistsOnly.into()));
}

/// One solution of the fewest twists is searched among fewer sequences than all of them. Turns of one layer by quarters are those that
/// the shorter list must not take for turns by halves.
#[test]
fn the_first_solution_is_as_short_as_all() {
    let solver = new_solver();
    let all = Method { all: true, ..ida() };
    let mut farthest = 0;
    for seed in 1..25_u32 {
        const TURNS: [(u32, u32); 4] = [(0, 3), (3, 0), (0, 9), (9, 0)];
        let turns = (0..6).map(|i| TURNS[(((seed * 83) >> i) & 3) as usize]);
        let start = turns.fold(Square1::SOLVED, |state, (upper, lower)| {
            moves::apply(&state, moves::slash_after(upper, lower)).expect("quarters do not block a slash")
        });
        let length = |method| {
            let report = solve(&solver, start, Square1Metric::Twist, method, Limits::default());
            assert_eq!(report.status, Status::Solved(Proof::Optimal), "{start}");
            report.length
        };
        assert_eq!(length(ida()), length(all), "{start}");
        farthest = farthest.max(length(ida()).expect("it is solved"));
    }
    assert!(farthest >= 6, "{farthest}");
}
