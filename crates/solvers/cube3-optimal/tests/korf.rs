//! Korf's solver of the 3x3x3 against his counts, proved lengths, and a recursion that uses nothing but
//! [`Cube3::turned`].

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use cube3::canonical_sequences as order;
use cube3::moves;
use deepen_cube3_optimal::Cancelled;
use deepen_cube3_optimal::korf::corner_coords::{CornerCoord, CornerMoves};
use deepen_cube3_optimal::korf::corner_pdb::{HALF_TURNS, N_POSITIONS, QUARTER_TURNS};
use deepen_cube3_optimal::korf::{CornerPdb, search_korf};
use puzzle::cube::TurnSet;
use puzzle::parse::cube::scramble3;
use puzzle::{Cube3, Face, Turn};
use search::{Answer, Cost, End, Executor, Limits, OrderState, Sequential, StopReason, Threads};
use solver::Method;
use solver::cube::Metric;
use testkit::{Lcg, limited};

const KNOWN: &str = include_str!("../../../../testdata/cube3_optimal_dev.txt");

fn fill(metric: Metric) -> CornerPdb {
    CornerPdb::fill(metric, &|_, _| true).expect("not cancelled")
}

static IN_HALF_TURNS: LazyLock<CornerPdb> = LazyLock::new(|| fill(Metric::HalfTurn));
static IN_QUARTER_TURNS: LazyLock<CornerPdb> = LazyLock::new(|| fill(Metric::QuarterTurn));

fn cube(scramble: &str) -> Cube3 {
    scramble3(scramble).expect("a scramble")
}

/// Returns the cubes of the list with an optimal length up to `longest`.
fn known(longest: Cost) -> Vec<(Cost, &'static str)> {
    let lines = KNOWN.lines().filter_map(|line| line.split_once('\t'));
    let cubes = lines.filter_map(|(length, scramble)| Some((length.parse().ok()?, scramble)));
    cubes.filter(|&(length, _)| length <= longest).collect()
}

fn turns(names: &str) -> TurnSet {
    let turn = |name: &str| Turn::all().find(|turn| turn.name() == name).expect("a turn");
    names.split(' ').map(turn).collect()
}

/// A request to the solver.
struct Ask<'a> {
    pdb: Option<&'a CornerPdb>,
    turns: TurnSet,
    metric: Metric,
    method: Method,
}

impl Ask<'_> {
    fn of(&self, start: &Cube3, executor: &dyn Executor) -> (Answer, Vec<u64>) {
        // A limit, so that a wrong solver fails instead of running on.
        let limits = Limits { max_cost: 20, max_nodes: 300_000_000, ..Limits::default() };
        let control = limited(limits);
        let (answer, longer) =
            search_korf(self.pdb, start, self.turns, self.metric, &self.method, executor, &control);
        for solution in &answer.solutions {
            let turns = solution.iter().flat_map(|&mv| moves::turns_of(self.metric, mv)).copied();
            assert_eq!(start.turned_by(turns), Cube3::SOLVED, "{solution:?}");
        }
        (answer, longer)
    }
}

fn half_turns(pdb: Option<&CornerPdb>, method: Method) -> Ask<'_> {
    Ask { pdb, turns: TurnSet::ALL, metric: Metric::HalfTurn, method }
}

/// Every shortest solution.
fn all() -> Method {
    Method { all: true, ..Method::default() }
}

#[test]
fn distances_have_their_published_distribution() {
    assert_eq!(IN_HALF_TURNS.distribution(), HALF_TURNS);
    assert_eq!(IN_QUARTER_TURNS.distribution(), QUARTER_TURNS);
    assert_eq!(HALF_TURNS.iter().sum::<u64>(), N_POSITIONS as u64);
    assert_eq!(QUARTER_TURNS.iter().sum::<u64>(), N_POSITIONS as u64);
}

/// Follows random turns through the coordinates and through the table: a distribution does not tell which position has
/// which distance.
#[test]
fn distances_are_one_more_than_the_least_around() {
    for pdb in [&*IN_HALF_TURNS, &*IN_QUARTER_TURNS] {
        let metric = pdb.metric();
        let (corners, moves) = (CornerMoves::of(metric), moves::of(metric));
        let (mut here, mut random) = (Cube3::SOLVED, Lcg::new(1));
        for _ in 0..20_000 {
            let position = CornerCoord::of(&here);
            let around = Turn::all().map(|turn| {
                let there = CornerCoord::of(&here.turned(turn));
                assert_eq!(corners.moved(position, turn.index()), there, "{turn}");
                pdb.distance(there) + moves.generators[turn.index()].cost
            });
            let least = around.min().expect("there are turns");
            let own = pdb.distance(position);
            assert_eq!(own == 0, position == CornerCoord::SOLVED);
            assert!(own == 0 || own == least, "{own} among {least}");
            here = here.turned(Turn::from_index(random.below(Turn::COUNT)).expect("one of 18"));
        }
    }
}

#[test]
fn filling_can_be_cancelled() {
    let heard = AtomicU64::new(0);
    let result = CornerPdb::fill(Metric::HalfTurn, &|done, total| {
        assert!(done <= total);
        heard.fetch_max(done, Ordering::Relaxed);
        3 * done < total
    });
    assert_eq!(result.err(), Some(Cancelled));
    assert!(heard.into_inner() > 0);
}

#[test]
fn lengths_are_those_that_others_proved() {
    let ask = half_turns(Some(&IN_HALF_TURNS), Method::default());
    let cubes = known(12);
    assert_eq!(cubes.len(), 3);
    for (length, scramble) in cubes {
        let (answer, longer) = ask.of(&cube(scramble), &Threads::new(2));
        assert_eq!(
            (answer.cost, answer.end, answer.n_solutions),
            (Some(length), End::Solved, 1),
            "{scramble}"
        );
        assert_eq!((answer.lower_bound, longer), (length, vec![]));
    }
}

#[test]
fn without_distances_every_short_scramble_is_solved() {
    let cases = [("", 0), ("R2", 1), ("U D'", 2), ("R U F'", 3), ("R U R' U'", 4), ("F2 L' D B2 U", 5)];
    for (scramble, length) in cases {
        let (answer, _) = half_turns(None, Method::default()).of(&cube(scramble), &Sequential);
        assert_eq!(answer.cost, Some(length), "{scramble}");
    }
}

/// Counts solutions that cost exactly `left` and do not pass through the solved cube before their end. A solution is a
/// sequence of axis moves; `cost` is the cost of turning the two faces of an axis by so many quarters.
fn count(cube: &Cube3, last_axis: usize, left: Cost, cost: &dyn Fn(u8, u8) -> Cost) -> u64 {
    if *cube == Cube3::SOLVED || left == 0 {
        return u64::from(*cube == Cube3::SOLVED && left == 0);
    }
    let mut n = 0;
    for face in [Face::U, Face::R, Face::F].into_iter().filter(|face| face.axis() != last_axis) {
        for (a, b) in (1..16).map(|both: u8| (both % 4, both / 4)) {
            let run = [(face, a), (face.opposite(), b)].into_iter().filter(|&(_, quarters)| quarters > 0);
            if cost(a, b) <= left {
                let after = cube.turned_by(run.map(|(face, quarters)| Turn::new(face, quarters)));
                n += count(&after, face.axis(), left - cost(a, b), cost);
            }
        }
    }
    n
}

/// Returns the least cost and the numbers of solutions by cost, as the recursion finds them.
fn by_hand(start: &Cube3, within: Cost, cost: &dyn Fn(u8, u8) -> Cost) -> (Cost, Vec<u64>) {
    const NO_AXIS: usize = 3;
    let least = (0..).find(|&bound| count(start, NO_AXIS, bound, cost) > 0).expect("turns solve it");
    (least, (least..=least + within).map(|bound| count(start, NO_AXIS, bound, cost)).collect())
}

fn check_counts(ask: &mut Ask<'_>, scrambles: &[&str], within: Cost, cost: &dyn Fn(u8, u8) -> Cost) {
    for scramble in scrambles {
        let start = cube(scramble);
        let (least, expected) = by_hand(&start, within, cost);
        ask.method = all();
        let (answer, _) = ask.of(&start, &Sequential);
        assert_eq!((answer.cost, answer.n_solutions), (Some(least), expected[0]), "{scramble}");
        ask.method.within = within;
        let (answer, longer) = ask.of(&start, &Threads::new(2));
        assert_eq!(answer.cost, Some(least), "{scramble}");
        assert_eq!((answer.n_solutions, &longer[..]), (expected.iter().sum(), &expected[1..]), "{scramble}");
    }
}

#[test]
fn solutions_are_as_many_as_a_recursion_counts() {
    let touched = |quarters: u8| Cost::from(quarters > 0);
    let half = |a, b| touched(a) + touched(b);
    let quarter = |a: u8, b: u8| [a, b].map(|q| [0, 1, 2, 1][usize::from(q)]).iter().sum();
    let scrambles = ["R2 L2 U2 D2", "U D' R2", "U2 R2 U2 R2", "F B' R L'", "R U R' U'"];
    for pdb in [None, Some(&*IN_HALF_TURNS)] {
        check_counts(&mut half_turns(pdb, all()), &scrambles, 1, &half);
        // An anticlockwise turn takes three turns here.
        let mut clockwise = half_turns(pdb, all());
        clockwise.turns = turns("U R F D L B");
        check_counts(&mut clockwise, &["U' R'", "F2 D", "U' D' R"], 1, &|a, b| Cost::from(a + b));
    }
    for pdb in [None, Some(&*IN_QUARTER_TURNS)] {
        let mut ask = half_turns(pdb, all());
        ask.metric = Metric::QuarterTurn;
        check_counts(&mut ask, &["U2 R2", "F B' R L'", "R U R' U'", "U2 D R"], 2, &quarter);
        // Without half turns, two quarter turns replace one.
        ask.turns = turns("U R F D L B U' R' F' D' L' B'");
        check_counts(&mut ask, &["U2 R2", "F B' R L'"], 2, &quarter);
    }
    let mut axial = half_turns(None, all());
    axial.metric = Metric::Axial;
    check_counts(&mut axial, &["U D' R2", "R L U2 D2", "F B' R L' U"], 1, &|_, _| 1);
}

/// With all turns allowed the canonical order is the usual one.
#[test]
fn sequences_are_as_many_as_published() {
    let order = order::order(Metric::HalfTurn, (1 << Turn::COUNT) - 1);
    let canonical_moves = order::canonical(&order, Turn::COUNT);
    let mut level = vec![OrderState::START];
    let counts = (0..=4).map(|_| {
        let n = level.len();
        level = level
            .iter()
            .flat_map(|state| &canonical_moves[state.0 as usize])
            .map(|&(_, after)| after)
            .collect();
        n
    });
    assert_eq!(counts.collect::<Vec<_>>(), [1, 18, 243, 3240, 43254]);
}

#[test]
fn threads_do_not_matter() {
    let (_, scramble) = known(11)[1];
    let start = cube(scramble);
    for (pdb, start) in [(Some(&*IN_HALF_TURNS), start), (None, cube("R U F' L D2"))] {
        let ask = half_turns(pdb, all());
        let (one, _) = ask.of(&start, &Sequential);
        assert!(one.counts.generated > 300_000, "split into tasks: {}", one.counts.generated);
        for n in [1, 2, 7] {
            let (many, _) = ask.of(&start, &Threads::new(n));
            assert_eq!(
                (&many.solutions, many.counts, &many.rounds),
                (&one.solutions, one.counts, &one.rounds)
            );
        }
    }
}

/// A cube that the turns cannot solve ends at the limit.
#[test]
fn the_cost_limit_holds() {
    let mut ask = half_turns(Some(&IN_HALF_TURNS), Method::default());
    ask.turns = turns("U2 R2");
    let (answer, _) = ask.of(&cube("U"), &Sequential);
    assert_eq!((answer.end, answer.cost), (End::Stopped(StopReason::Cost), None));
}
