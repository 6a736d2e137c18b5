//! Steps of the 3x3x3 against a slow and simple program that tries all sequences, and against groups that turns generate.

use std::collections::BTreeSet;
use std::sync::Arc;

use deepen_cube3::steps::piece_coordinates::{Layout, PieceCoordinates};
use deepen_cube3::steps::{StepGoal, StepQuery, StepTarget};
use deepen_cube3::{Cube3Error, Cube3Solver};
use puzzle::cube::{Generated, Pattern, TurnSet};
use puzzle::parse::cube::{scramble3, stickers3};
use puzzle::{Cube3, Face, Symmetry, Turn};
use search::{Cost, Limits, Sequential, StopReason, Threads};
use solver::cube::Metric;
use solver::{Algorithm, Error, ErrorKind, Method, Proof, Report, Status};
use testkit::{Lcg, limited};

use crate::common::new;

fn goal(name: &str) -> StepGoal {
    match StepGoal::named(name) {
        Some(goal) => goal.expect("a step"),
        None => StepGoal::stickers(&stickers3(name).expect("stickers")),
    }
}

fn query(name: &str, start: Cube3) -> StepQuery {
    StepQuery {
        start,
        goal: Arc::new(goal(name)),
        metric: Metric::HalfTurn,
        turns: TurnSet::ALL,
        niss: false,
    }
}

fn ask(
    solver: &Arc<Cube3Solver>,
    query: &StepQuery,
    method: Method,
    limits: Limits,
) -> Result<Report, Error> {
    solver.step_request(query, method).solve(&Threads::new(2), &limited(limits))
}

/// All solutions up to `within` longer than the shortest, on both sides if asked.
fn within(solver: &Arc<Cube3Solver>, query: &StepQuery, within: Cost, niss: bool) -> Report {
    let method = Method { all: true, within, ..Method::default() };
    let limits = Limits { max_solutions: usize::MAX, ..Limits::default() };
    ask(solver, &StepQuery { niss, ..query.clone() }, method, limits).expect("a sound request")
}

/// A solution in an order that does not depend on who wrote it: which aim, then the moves on either side, where turns of
/// opposite faces go by their names.
type Written = (String, Vec<Turn>, Vec<Turn>);

fn sorted(mut moves: Vec<Turn>) -> Vec<Turn> {
    for i in 1..moves.len() {
        if moves[i - 1].face().opposite() == moves[i].face() && moves[i] < moves[i - 1] {
            moves.swap(i - 1, i);
        }
    }
    moves
}

fn written(query: &StepQuery, report: &Report) -> BTreeSet<Written> {
    let written: BTreeSet<Written> = report
        .solutions
        .iter()
        .map(|solution| {
            let decode = query.decode(solution);
            let name = decode.target.expect("there are moves").name().to_string();
            (name, sorted(decode.moves), sorted(decode.inverse_moves))
        })
        .collect();
    assert_eq!(written.len(), report.solutions.len(), "a solution is there twice");
    written
}

fn cost(metric: Metric, moves: &[Turn]) -> Cost {
    let one = |turn: &Turn| if metric == Metric::QuarterTurn && turn.quarters() == 2 { 2 } else { 1 };
    moves.iter().map(one).sum()
}

/// All sequences up to a cost: a face is not turned twice in a row, and of turns of opposite faces those that keep the
/// goal come last, otherwise those of the lower face first.
fn sequences(metric: Metric, turns: TurnSet, most: Cost, keeps: &dyn Fn(Turn) -> bool) -> Vec<Vec<Turn>> {
    let mut all = vec![Vec::new()];
    let mut at = 0;
    while at < all.len() {
        let sequence: Vec<Turn> = all[at].clone();
        for turn in turns.iter() {
            let axis = turn.face().axis();
            let tail = sequence.iter().rev().take_while(|last| last.face().axis() == axis).count();
            let key = |turn: Turn| (keeps(turn), turn.face());
            let follows = match tail {
                0 => true,
                1 => {
                    let last = sequence[sequence.len() - 1];
                    last.face() != turn.face() && key(last) < key(turn)
                }
                _ => false,
            };
            let longer = [&sequence[..], &[turn]].concat();
            if follows && cost(metric, &longer) <= most {
                all.push(longer);
            }
        }
        at += 1;
    }
    all
}

/// Whether the pair leads into the aim: the inverse of `b` before the scramble, `a` after it.
fn leads(target: &StepTarget, start: &Cube3, a: &[Turn], b: &[Turn]) -> bool {
    let before = Cube3::SOLVED.turned_by(b.iter().rev().map(|turn| turn.inverse()));
    target.contains(&before.then(start).turned_by(a.iter().copied()))
}

/// Everything that leads into the goal and cannot be cut short on one side, up to `within` above the least cost, which is
/// no more than `most`.
fn by_trial(query: &StepQuery, niss: bool, most: Cost, within: Cost) -> (Cost, BTreeSet<Written>) {
    let StepQuery { start, goal, metric, turns, .. } = query;
    let mut found: BTreeSet<(Cost, Written)> = BTreeSet::new();
    for target in goal.targets() {
        let all = sequences(*metric, *turns, most + within, &|turn| target.is_preserved_by(turn));
        let costs: Vec<Cost> = all.iter().map(|moves| cost(*metric, moves)).collect();
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                if costs[i] + costs[j] > most + within || !(niss || b.is_empty()) {
                    break;
                }
                if !leads(target, start, a, b) {
                    continue;
                }
                let is_cut = (0..a.len()).any(|n| leads(target, start, &a[..n], b))
                    || (0..b.len()).any(|n| leads(target, start, a, &b[..n]));
                if !is_cut {
                    let name = target.name().to_string();
                    found.insert((costs[i] + costs[j], (name, sorted(a.clone()), sorted(b.clone()))));
                }
            }
        }
    }
    let least = found.first().expect("within reach").0;
    let near = found.into_iter().take_while(|(cost, _)| *cost <= least + within);
    (least, near.map(|(_, written)| written).collect())
}

/// A cube of the goal, or something like it, and a few turns away from it.
fn near(goal: &StepGoal, turns: TurnSet, n: usize, below: &mut dyn FnMut(u32) -> u32) -> Cube3 {
    let turns: Vec<Turn> = turns.iter().collect();
    let keeping: Vec<Turn> =
        turns.iter().copied().filter(|&turn| goal.targets()[0].is_preserved_by(turn)).collect();
    let mut cube = match goal.contains(&Cube3::SOLVED) {
        true => Cube3::SOLVED,
        // Stickers of another cube: far away is one of them.
        false => return scramble3("R U").expect("moves"),
    };
    for _ in 0..12 {
        if !keeping.is_empty() {
            cube = cube.turned(keeping[below(keeping.len() as u32) as usize]);
        }
    }
    (0..n).fold(cube, |cube, _| cube.turned(turns[below(turns.len() as u32) as usize]))
}

fn check(solver: &Arc<Cube3Solver>, query: &StepQuery, niss: bool, most: Cost, more: Cost) {
    if query.goal.contains(&query.start) {
        let report = within(solver, query, more, niss);
        assert_eq!((report.length, report.n_solutions), (Some(0), 1));
        return;
    }
    let (least, expected) = by_trial(query, niss, most, more);
    let name = query.goal.name();
    let report = within(solver, query, more, niss);
    assert_eq!((report.status, report.length), (Status::Solved(Proof::Optimal), Some(least)), "{name}");
    assert_eq!(report.n_solutions, expected.len() as u64, "{name} {:?}", query.start);
    assert_eq!(written(query, &report), expected, "{name}");
    let all = within(solver, query, 0, niss);
    let longer: u64 = report.longer.iter().sum();
    assert_eq!(all.n_solutions + longer, report.n_solutions, "{name}");
    assert_eq!(all.solutions, report.solutions[..all.solutions.len()], "{name}");
    let sides = StepQuery { niss, ..query.clone() };
    let one = ask(solver, &sides, Method::default(), Limits::default()).expect("sound");
    assert_eq!((one.length, &one.solutions[0]), (Some(least), &report.solutions[0]), "{name}");
}

#[test]
fn shortest_and_longer_ones_are_those_of_a_plain_search() {
    let mut below = Lcg::new(7).into_below_u32();
    let solver = new();
    for name in ["eo", "eo-rl", "dr", "dr-fb", "htr", "cross", "2x2x2", "corners"] {
        for n in [1, 2] {
            let mut query = query(name, Cube3::SOLVED);
            query.start = near(&query.goal, TurnSet::ALL, n, &mut below);
            check(&solver, &query, false, 2, 1);
        }
    }
    // Deeper, where there are few sequences to try: one aim, and none longer.
    for name in ["eo-ud", "dr-ud", "htr", "cross-d"] {
        let mut query = query(name, Cube3::SOLVED);
        query.start = near(&query.goal, TurnSet::ALL, 4, &mut below);
        check(&solver, &query, false, 4, 0);
    }
}

/// Those with large tables.
#[test]
fn blocks_and_layers_are_those_of_a_plain_search() {
    let mut below = Lcg::new(5).into_below_u32();
    let solver = new();
    for name in ["f2l-l", "edges"] {
        let mut query = query(name, Cube3::SOLVED);
        query.start = near(&query.goal, TurnSet::ALL, 3, &mut below);
        check(&solver, &query, false, 3, 0);
    }
}

#[test]
fn both_sides_are_those_of_a_plain_search() {
    let mut below = Lcg::new(11).into_below_u32();
    let solver = new();
    for name in ["eo-fb", "dr", "htr", "cross-d", "2x2x2-urf", "corners"] {
        let mut query = query(name, Cube3::SOLVED);
        let keeping = |n, below: &mut dyn FnMut(u32) -> u32| near(&query.goal, TurnSet::ALL, n, below);
        // Two turns before and one after what is in the goal: most need both sides.
        query.start = keeping(1, &mut below).inverse().turned(Turn::new(Face::R, 1));
        check(&solver, &query, true, 2, 1);
        let more = keeping(2, &mut below).inverse().turned(Turn::new(Face::F, 3));
        check(&solver, &StepQuery { start: more, ..query.clone() }, true, 3, 0);
    }
}

/// Where the other side alone does it, everything useless on this side must be left out.
#[test]
fn nothing_useless_comes_first() {
    let solver = new();
    for (name, scramble, most) in [("eo-fb", "F R U", 1), ("eo-fb", "F R U F", 2), ("dr", "F U R2 F", 2)] {
        check(&solver, &query(name, scramble3(scramble).expect("moves")), true, most, 1);
    }
}

#[test]
fn quarter_turns_and_some_turns() {
    let mut below = Lcg::new(13).into_below_u32();
    let solver = new();
    // A half turn comes closer by two.
    for name in ["dr-ud", "dr-rl", "htr"] {
        let start = scramble3("R U2 F").expect("moves");
        check(&solver, &StepQuery { metric: Metric::QuarterTurn, ..query(name, start) }, false, 4, 0);
    }
    let some: TurnSet =
        Turn::all().filter(|turn| matches!(turn.face(), Face::U | Face::R | Face::F)).collect();
    let odd: TurnSet = some.iter().filter(|turn| turn.quarters() == 2 || turn.face() == Face::U).collect();
    for name in ["eo", "dr-ud", "htr", "2x2x2-dbl"] {
        let mut query = StepQuery { metric: Metric::QuarterTurn, ..query(name, Cube3::SOLVED) };
        query.start = near(&query.goal, TurnSet::ALL, 2, &mut below);
        check(&solver, &query, false, 4, 0);
        for turns in [some, odd] {
            let mut query = StepQuery { metric: Metric::HalfTurn, turns, ..query.clone() };
            query.start = near(&query.goal, turns, 3, &mut below);
            check(&solver, &query, false, 3, 1);
        }
    }
}

/// Goals that are no groups: stickers of a cube that is not solved, of which some may be anything.
#[test]
fn stickers_are_those_of_a_plain_search() {
    let solver = new();
    let cube = scramble3("F2 D L").expect("moves").to_facelets();
    for seed in 0..2 {
        let mut below = Lcg::new(seed).into_below_u32();
        let kept = [4, 8][seed as usize];
        let facelet = |(i, letter): (usize, char)| if i % 9 == 4 || below(100) < kept { letter } else { '.' };
        let text: String = cube.char_indices().map(facelet).collect();
        let start = scramble3(["F2", "F2 D R2", "F2 U D"][seed as usize % 3]).expect("moves");
        check(&solver, &query(&text, start), false, 3, 0);
    }
}

/// Sets by name against groups that turns generate, and stickers that are at home.
#[test]
fn sets_are_what_they_are_called() {
    let without = |axis: usize| {
        Generated::by(Turn::all().filter(move |turn| turn.face().axis() != axis || turn.quarters() == 2))
    };
    let with = |axis: usize| {
        Generated::by(Turn::all().filter(move |turn| turn.face().axis() == axis || turn.quarters() == 2))
    };
    let groups = [
        ("eo-ud", without(0)),
        ("eo-rl", without(1)),
        ("eo-fb", without(2)),
        ("dr-ud", with(0)),
        ("dr-rl", with(1)),
        ("dr-fb", with(2)),
        ("htr", Generated::by(Turn::all().filter(|turn| turn.quarters() == 2))),
    ];
    let mut below = Lcg::new(3).into_below_u32();
    for (name, group) in &groups {
        let target = &goal(name).targets()[0].clone();
        let (mut n_inside, mut cube) = (0, Cube3::SOLVED);
        for _ in 0..400 {
            cube = match below(4) {
                0 => near(&goal(name), TurnSet::ALL, 0, &mut below),
                _ => cube.turned(Turn::from_index(below(18) as usize).expect("one of 18")),
            };
            assert_eq!(target.contains(&cube), group.contains(&cube), "{name}");
            n_inside += usize::from(target.contains(&cube));
        }
        assert!((60..390).contains(&n_inside), "{name}: {n_inside}");
    }
    let facelets = |cube: &Cube3, at: &[usize]| at.iter().all(|&i| cube.facelets()[i] == Face::ALL[i / 9]);
    let pieces: [(&str, &[usize]); 4] = [
        ("cross-d", &[28, 30, 32, 34, 16, 25, 43, 52]),
        ("2x2x2-dbl", &[33, 30, 34, 42, 43, 39, 53, 50, 52]),
        ("2x2x3-uf", &[3, 5, 6, 7, 8, 9, 10, 12, 18, 19, 20, 21, 23, 37, 38, 41]),
        ("corners", &[0, 2, 6, 8, 9, 11, 15, 17, 18, 20, 24, 26, 27, 29, 33, 35, 36, 38, 42, 44]),
    ];
    for (name, at) in pieces {
        let goal = goal(name);
        let mut cube = Cube3::SOLVED;
        for _ in 0..2000 {
            cube = match below(3) {
                0 => near(&goal, TurnSet::ALL, 0, &mut below),
                _ => cube.turned(Turn::from_index(below(18) as usize).expect("one of 18")),
            };
            assert_eq!(goal.contains(&cube), facelets(&cube, at), "{name}");
        }
    }
    // Any side is one of its sides, and a rotated cube is on the rotated side.
    for (name, n) in [("eo", 3), ("dr", 3), ("cross", 6), ("f2l", 6), ("2x2x2", 8), ("2x2x3", 12), ("htr", 1)]
    {
        let goal = goal(name);
        assert_eq!(goal.targets().len(), n, "{name}");
        let cube = near(&goal, TurnSet::ALL, 1, &mut below);
        let met = |cube: &Cube3| goal.targets().iter().filter(|target| target.contains(cube)).count();
        for rotation in Symmetry::rotations() {
            assert_eq!(met(&rotation.cube(&cube)), met(&cube), "{name}");
        }
        for target in goal.targets() {
            assert_eq!(goal_of(target), Some(Ok(target.name().to_string())));
            assert!(target.is_group());
        }
    }
}

fn goal_of(target: &StepTarget) -> Option<Result<String, Cube3Error>> {
    Some(StepGoal::named(target.name())?.map(|goal| goal.name().to_string()))
}

/// Published by Kociemba and others; the cross is counted by many, here the total and the ends.
#[test]
fn distances_are_the_published_ones() {
    let distribution = |pattern: &Pattern| {
        PieceCoordinates::new(&Arc::new(Layout::new(pattern)), TurnSet::ALL, &[1; Turn::COUNT]).distribution()
    };
    let unflipped = Pattern::new(|_, _| true, |_, (_, flip)| flip == 0).expect("not empty");
    assert_eq!(distribution(&unflipped), [1, 2, 25, 202, 620, 900, 285, 13]);
    let cross = distribution(&Pattern::at_home(&[], &[4, 5, 6, 7]));
    assert_eq!(cross, [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
}

#[test]
fn what_is_done_needs_no_moves() {
    let solver = new();
    for name in ["eo", "dr", "htr", "cross", "2x2x2"] {
        for niss in [false, true] {
            let report = within(&solver, &query(name, Cube3::SOLVED), 0, niss);
            assert_eq!((report.length, &report.solutions[..]), (Some(0), &[vec![]][..]), "{name}");
        }
    }
}

#[test]
fn one_thread_or_two() {
    let solver = new();
    let start = scramble3("R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' U' R' B2 R' U' F").expect("moves");
    for (name, niss, length) in [("eo", false, 4), ("eo", true, 4), ("dr", false, 9), ("dr", true, 8)] {
        let method = Method { all: true, within: 1, ..Method::default() };
        let request = solver.step_request(&StepQuery { niss, ..query(name, start) }, method);
        let limits = Limits { max_solutions: 20, ..Limits::default() };
        let one = request.solve(&Sequential, &limited(limits)).expect("sound");
        let two = request.solve(&Threads::new(2), &limited(limits)).expect("sound");
        assert_eq!(one.length, Some(length), "{name}");
        let known = |report: &Report| {
            (report.n_solutions, report.longer.clone(), report.solutions.clone(), report.rounds.clone())
        };
        assert_eq!(known(&one), known(&two), "{name}");
    }
}

#[test]
fn limits_and_refusals() {
    let solver = new();
    let far = scramble3("R U F L B D R2 U' F").expect("moves");
    let limits = Limits { max_cost: 2, ..Limits::default() };
    let short = ask(&solver, &query("cross-d", far), Method::default(), limits).expect("sound");
    assert_eq!(short.status, Status::Stopped(StopReason::Cost));
    let turns: TurnSet = Turn::all().filter(|turn| turn.face() == Face::U).collect();
    for name in ["eo", "dr", "htr", "cross"] {
        let query = StepQuery { turns, ..query(name, far) };
        let none = ask(&solver, &query, Method::default(), Limits::default()).expect("sound");
        assert_eq!(none.status, Status::NoSolution, "{name}");
    }
    let refused =
        |query: &StepQuery, method: Method| ask(&solver, query, method, Limits::default()).unwrap_err();
    let axial = StepQuery { metric: Metric::Axial, ..query("eo", far) };
    let error = refused(&axial, Method::default());
    assert_eq!(
        (error.kind, &error.message[..]),
        (
            ErrorKind::Usage,
            "the metric axial does not exist for 3x3x3; its steps are counted in half-turn or quarter-turn"
        )
    );
    let none = StepQuery { turns: TurnSet::EMPTY, ..query("eo", far) };
    let error = refused(&none, Method::default());
    assert_eq!(error.message, "no turn may be used, expected at least one");
    let moved = query(&scramble3("R U").expect("moves").to_facelets().replace('D', "."), far);
    let error = refused(&StepQuery { niss: true, ..moved }, Method::default());
    assert!(error.message.ends_with("moves on the inverse say nothing"), "{error}");
    let error = refused(&query("eo", far), Method::by(Algorithm::TWO_PHASE));
    assert_eq!(error.message, "two-phase does not exist for steps of the 3x3x3; expected ida");
    assert!(matches!(StepGoal::named("eo-x"), Some(Err(Cube3Error::NoSuchStep { .. }))));
    assert!(StepGoal::named("solved").is_none());
}
