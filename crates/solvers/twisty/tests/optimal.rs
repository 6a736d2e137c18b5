//! Optimal solutions of defined puzzles, against known lengths and against brute force.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use deepen_twisty::{ForcedMoves, TwistyError, TwistyQuery, TwistySolver};
use puzzle::Definition;
use puzzle::definition::{Generator, Pattern, Transform};
use puzzle::parse::scramble::position;
use puzzle::parse::sequence::{move_set, moves};
use puzzle::parse::tws;
use search::{Cost, Limits, Threads};
use solver::{Algorithm, Error, Heuristic, Method, Proof, Report, Solution, Status};
use testkit::{Lcg, limited};

const CUBE2: &str = include_str!("../../../../testdata/definitions/2x2x2.tws");
const CUBE3: &str = include_str!("../../../../testdata/definitions/3x3x3.tws");
const PYRAMINX: &str = include_str!("../../../../testdata/definitions/pyraminx.tws");

/// Two orbits with identical pieces and ignored orientations, and moves of different orders.
const SMALL: &str = "Set A 6 2\nSet B 4 6\nSolved\nA\n1 1 2 2 3 3\n0 ? 0 0 ? 1\nB\n1 2 1 1\nEnd\n\
    Move R\nA\n2 3 4 1 5 6\n1 0 0 1 0 0\nB\n2 1 3 4\n5 0 0 1\nEnd\nMove U\nA\n1 2 4 5 6 3\n0 0 1 1 0 0\nEnd\n";

/// Places where some pieces are illegal.
const BANDAGED: &str = "Illegal A 5 1\nIllegal A 2 3 2\nIllegal B 1 2\n";

fn definition(text: &str) -> Arc<Definition> {
    Arc::new(tws::definition(text).expect("a sound definition"))
}

fn query(definition: &Arc<Definition>, scramble: &str) -> TwistyQuery {
    TwistyQuery::new(definition.clone(), position(scramble, definition).expect("moves of the puzzle"))
}

fn new_solver() -> Arc<TwistySolver> {
    Arc::new(Default::default())
}

/// Restricts a query to some moves, each of cost 1.
fn in_moves(query: TwistyQuery, names: &str) -> TwistyQuery {
    let moves: Arc<[Generator]> = move_set(names, &query.puzzle).expect("moves").into();
    let costs = moves.iter().map(|_| 1).collect();
    TwistyQuery { moves, costs, ..query }
}

fn try_solve(solver: &Arc<TwistySolver>, query: &TwistyQuery, method: Method) -> Result<Report, Error> {
    let limits = Limits { max_memory: 64 << 20, max_solutions: 1_000_000, ..Limits::default() };
    let control = limited(limits);
    solver.request(query.clone(), method).solve(&Threads::new(2), &control)
}

fn solve(solver: &Arc<TwistySolver>, query: &TwistyQuery, method: Method) -> Report {
    try_solve(solver, query, method).expect("can be asked")
}

/// Returns the length of an optimal solution.
fn length(solver: &Arc<TwistySolver>, query: &TwistyQuery) -> Cost {
    let report = solve(solver, query, Method::default());
    assert_eq!(report.status, Status::Solved(Proof::Optimal));
    report.length.expect("solved")
}

/// A random walk of legal moves.
fn walk(query: &TwistyQuery, n_moves: usize, random: &mut impl FnMut(usize) -> usize) -> Pattern {
    let mut at = query.puzzle.start().clone();
    for _ in 0..n_moves {
        let after = query.moves[random(query.moves.len())].transform.apply(&at);
        at = if query.puzzle.is_legal(&after) { after } else { at };
    }
    at
}

/// Returns the distance of every position from the nearest goal, by a search backwards from the goals.
fn distances(query: &TwistyQuery) -> HashMap<Pattern, Cost> {
    let mut distances = HashMap::new();
    let mut open: BTreeMap<Cost, Vec<Pattern>> = BTreeMap::new();
    open.insert(0, query.goals.to_vec());
    while let Some((distance, positions)) = open.pop_first() {
        for position in positions {
            if distances.contains_key(&position) {
                continue;
            }
            for (mv, &cost) in query.moves.iter().zip(query.costs.iter()) {
                let after = mv.transform.inverse().apply(&position);
                if query.puzzle.is_legal(&after) && !distances.contains_key(&after) {
                    open.entry(distance + cost).or_default().push(after);
                }
            }
            distances.insert(position, distance);
        }
    }
    distances
}

/// Compares some positions with brute force. Returns the largest distance.
fn check_distances(query: &TwistyQuery, n_positions: usize) -> Cost {
    let known = distances(query);
    let solver = new_solver();
    let random = &mut Lcg::new(1).into_below();
    let check = |start: &Pattern| {
        let query = TwistyQuery { start: start.clone(), ..query.clone() };
        match known.get(start) {
            Some(&distance) => {
                assert_eq!(length(&solver, &query), distance, "{start:?}");
                distance
            }
            None => {
                let report = try_solve(&solver, &query, Method::default());
                let is_none =
                    report.is_err() || report.is_ok_and(|report| report.status == Status::NoSolution);
                assert!(is_none, "{start:?}");
                0
            }
        }
    };
    (0..n_positions).map(|_| check(&walk(query, 40, random))).max().unwrap_or(0)
}

#[test]
fn known_lengths() {
    let cube = definition(CUBE3);
    let solver = new_solver();
    let check = |scramble: &str, expected: Cost| {
        assert_eq!(length(&solver, &query(&cube, scramble)), expected, "{scramble}");
    };
    check("", 0);
    check("R", 1);
    check("R L' F B' U D' R L'", 8);
    // Optimal lengths as twsearch found them.
    check("L R' B' D2 B' R' D' F' D F2 D'", 11);
    check("B' L2 D2 R2 B U' R F2 L' R2 U'", 11);
}

/// Positions by turns of two corners, with one goal and with several, with and without weights.
#[test]
fn two_corners_of_the_pyraminx() {
    let pyraminx = definition(PYRAMINX);
    // Turns of two corners reach few enough positions for a brute-force table.
    let mut two = in_moves(query(&pyraminx, ""), "U,R");
    assert!(check_distances(&two, 100) > 5);
    // A goal that rotations of the puzzle change, and another.
    two.goals = ["U R' U", "R U R"].map(|goal| position(goal, &pyraminx).expect("moves")).into();
    assert!(check_distances(&two, 100) > 4);
    // Expensive turns and cheap ones.
    two.costs = two.moves.iter().map(|mv| if mv.name.family == "U" { 3 } else { 2 }).collect();
    assert!(check_distances(&two, 100) > 10);
}

/// Moves without inverses: distances there and back differ.
#[test]
fn one_way_turns() {
    let two = in_moves(query(&definition(PYRAMINX), ""), "U1,R'");
    assert!(check_distances(&two, 60) > 8);
}

/// Parts of a puzzle.
#[test]
fn views() {
    let cube = definition(CUBE2);
    let unoriented = Arc::new(cube.ignoring_orientation("CORNERS").expect("there are corners"));
    assert!(check_distances(&query(&unoriented, ""), 60) > 5);
    let orientations = Arc::new(cube.ignoring_permutation("CORNERS").expect("there are corners"));
    assert!(check_distances(&query(&orientations, ""), 60) > 4);
    let mut solver_goals = query(&unoriented, "");
    solver_goals.goals =
        ["R U", "F2 R' U", ""].map(|goal| position(goal, &unoriented).expect("moves")).into();
    assert!(check_distances(&solver_goals, 60) > 4);
    let mut weighted = query(&unoriented, "");
    weighted.costs = weighted.moves.iter().map(|mv| 1 + mv.family as Cost).collect();
    assert!(check_distances(&weighted, 60) > 8);
}

/// Illegal positions are not on the way.
#[test]
fn rules() {
    assert!(check_distances(&query(&definition(SMALL), ""), 100) > 5);
    assert!(check_distances(&query(&definition(&format!("{SMALL}{BANDAGED}")), ""), 100) > 1);
    // Two rings of four with two places in common, each of which forbids a piece.
    let rings = "Set A 6 1\nSolved\nEnd\nMove R\nA\n2 3 4 1 5 6\nEnd\nMove U\nA\n1 2 4 5 6 3\nEnd\n";
    let free = query(&definition(rings), "");
    let bound = query(&definition(&format!("{rings}Illegal A 3 1\nIllegal A 4 6\n")), "");
    assert_eq!((check_distances(&free, 100), check_distances(&bound, 100)), (6, 7));
    // Some position is farther away than without rules.
    let (near, far) = (distances(&free), distances(&bound));
    let farther = far.iter().find(|(position, distance)| near[*position] < **distance);
    let (position, &distance) = farther.expect("the rules are in the way");
    let query = TwistyQuery { start: position.clone(), ..bound };
    assert_eq!(length(&new_solver(), &query), distance);
}

/// Bounds from the tables are admissible: no solution is lost.
#[test]
fn the_same_with_and_without_tables() {
    for (text, n_moves) in [(CUBE2, 5), (PYRAMINX, 6), (CUBE3, 4), (SMALL, 20)] {
        let definition = definition(text);
        let (solver, random) = (new_solver(), &mut Lcg::new(7).into_below());
        for _ in 0..20 {
            let mut query = query(&definition, "");
            query.start = walk(&query, n_moves, random);
            let all = Method { all: true, ..Method::default() };
            let with = solve(&solver, &query, all);
            let blind = Method { heuristic: Some(Heuristic::NONE), ..all };
            let without = solve(&solver, &query, blind);
            assert_eq!(with.length, without.length, "{:?}", query.start);
            assert_eq!(with.solutions, without.solutions);
            let others = [Algorithm::A_STAR, Algorithm::BREADTH_FIRST];
            for algorithm in others.into_iter().filter(|_| text != CUBE3) {
                let found = solve(&solver, &query, Method::by(algorithm));
                assert_eq!(found.length, with.length);
            }
        }
    }
}

/// Returns all sequences of this many moves that reach a goal at their end and not before; one of those that differ
/// only in the order of commuting moves, and none with adjacent moves of one family.
fn plain_solutions(query: &TwistyQuery, n_moves: usize) -> HashSet<Vec<usize>> {
    let transforms: Vec<&Transform> = query.moves.iter().map(|mv| &mv.transform).collect();
    let commute = |a: usize, b: usize| transforms[a].then(transforms[b]) == transforms[b].then(transforms[a]);
    let merge = |a: usize, b: usize| query.moves[a].family == query.moves[b].family;
    let mut found = HashSet::new();
    let mut open = vec![(query.start.clone(), Vec::new())];
    while let Some((at, path)) = open.pop() {
        let is_goal = query.goals.contains(&at);
        if is_goal && path.len() == n_moves {
            let mut normal: Vec<usize> = path.clone();
            while let Some(i) =
                (1..n_moves).find(|&i| normal[i] < normal[i - 1] && commute(normal[i], normal[i - 1]))
            {
                normal.swap(i, i - 1);
            }
            if !normal.windows(2).any(|pair| merge(pair[0], pair[1])) {
                found.insert(normal);
            }
        }
        if is_goal || path.len() == n_moves {
            continue;
        }
        for (mv, transform) in transforms.iter().enumerate() {
            let mut longer = path.clone();
            longer.push(mv);
            open.push((transform.apply(&at), longer));
        }
    }
    found
}

/// As many solutions of each length as brute force finds, also with a minimum length.
#[test]
fn all_solutions() {
    for (text, scramble) in [
        (CUBE2, "R U2 F"),
        (CUBE2, "R2 F2 R2"),
        (PYRAMINX, "U R L'"),
        (PYRAMINX, "U R' U'"),
        (CUBE3, "R L2"),
        (CUBE3, "R"),
    ] {
        let definition = definition(text);
        let query = query(&definition, scramble);
        let solver = new_solver();
        let least = length(&solver, &query);
        let within = if text == CUBE3 { 2 } else { 3 };
        let expected: Vec<u64> =
            (0..=within).map(|more| plain_solutions(&query, (least + more) as usize).len() as u64).collect();
        let report = solve(&solver, &query, Method { all: true, within, ..Method::default() });
        assert_eq!(
            (report.n_solutions, &report.longer[..]),
            (expected.iter().sum(), &expected[1..]),
            "{scramble}"
        );
        let distinct: HashSet<_> = report.solutions.iter().collect();
        assert_eq!(distinct.len() as u64, report.n_solutions);
        for (more, &n) in (0..).zip(&expected).filter(|&(_, &n)| n > 0) {
            let method = Method { min_length: least + more, ..Method::default() };
            let found = solve(&solver, &query, method);
            assert_eq!(
                (found.length, found.solutions[0].len()),
                (Some(least + more), (least + more) as usize)
            );
            let all = solve(&solver, &query, Method { all: true, ..method });
            assert_eq!(all.n_solutions, n, "{scramble}, {} moves", least + more);
        }
    }
}

/// Forced moves are made, counted and replayed; the moves between them are optimal.
#[test]
fn forced_moves() {
    let cube = definition(CUBE2);
    let solver = new_solver();
    let sequence = |text: &str| -> Arc<[Generator]> { moves(text, &cube).expect("moves").into() };
    let plain = query(&cube, "R U2 F R'");
    let mut forced = plain.clone();
    forced.forced = ForcedMoves { first: sequence("R' U'"), last: sequence("F2"), cost: 3 };
    let report = solve(&solver, &forced, Method::default());
    // The search between the forced moves starts after the first ones and has the inverse image of the last one as
    // goal.
    let between = position("R U2 F R' R' U'", &cube).expect("moves");
    let goal = position("F2", &cube).expect("moves");
    let middle = TwistyQuery { start: between, goals: [goal].into(), ..plain.clone() };
    assert_eq!(report.length, Some(3 + length(&solver, &middle)));
    let instance = solver.instance(forced.clone());
    let text = Solution(&*instance, &report.solutions[0]).to_string();
    assert!(text.starts_with("R' U' ") && text.ends_with(" F2"), "{text}");
    let solved = moves(&text, &cube)
        .expect("moves")
        .iter()
        .fold(plain.start.clone(), |at, mv| mv.transform.apply(&at));
    assert_eq!(&solved, cube.start());
    // The limit on length includes them.
    let limits = Limits { max_cost: report.length.expect("solved") - 1, ..Limits::default() };
    let control = limited(limits);
    let request = solver.request(forced, Method::default());
    let short = request.solve(&Threads::new(1), &control).expect("can be asked");
    assert!(matches!(short.status, Status::Stopped(_)), "{:?}", short.status);
}

/// A forced move may be illegal in its place.
#[test]
fn forced_moves_keep_the_rules() {
    let small = definition(&format!("{SMALL}{BANDAGED}"));
    let query = query(&small, "");
    let illegal = query.moves.iter().find(|mv| !small.is_legal(&mv.transform.apply(small.start())));
    let illegal: Arc<[Generator]> = [illegal.expect("some move is illegal").clone()].into();
    let forced = ForcedMoves { first: illegal, cost: 1, ..ForcedMoves::default() };
    let refused = try_solve(&new_solver(), &TwistyQuery { forced, ..query }, Method::default());
    let message = refused.expect_err("the move is illegal").message;
    assert!(message.starts_with("the forced move "), "{message}");
}

/// Unreachable goals are reported before a search.
#[test]
fn out_of_reach() {
    let cube = definition(CUBE3);
    let solver = new_solver();
    let refused = |query: &TwistyQuery| try_solve(&solver, query, Method::default()).err();
    let mut twisted = query(&cube, "R U F");
    let corner = &mut twisted.start.orbits[0].orientations[3];
    *corner = (*corner + 1) % 3;
    assert_eq!(refused(&twisted), Some(TwistyError::OutOfReach.into()));
    let mut swapped = query(&cube, "R U F");
    swapped.start.orbits[1].pieces.swap(2, 7);
    assert_eq!(refused(&swapped), Some(TwistyError::OutOfReach.into()));
    let mut few = in_moves(query(&cube, "F"), "R,U");
    assert_eq!(refused(&few), Some(TwistyError::ForeignPieces.into()));
    // One reachable goal is enough.
    few.goals = ["", "F R"].map(|goal| position(goal, &cube).expect("moves")).into();
    assert_eq!(refused(&few), None);
    assert_eq!(length(&solver, &few), 1);
}
