//! Defined puzzles by declared phases.

use std::sync::{Arc, LazyLock};

use deepen_twisty::{PHASES, TwistyQuery, TwistySolver};
use puzzle::definition::{DefinedGroup, Pattern, Projection};
use puzzle::parse::{alg, phases, tws};
use puzzle::{Definition, builtin};
use search::{Cost, Executor, Limits, Sequential, Threads};
use solver::{Demand, Error, Method, Proof, Report, Status};
use testkit::{Lcg, limited, samples, silent};

const CUBE3: &str = include_str!("../../../../testdata/definitions/3x3x3.tws");
const TWO_PHASES: &str = include_str!("../../../../testdata/phases/3x3x3.phases");

fn cube3() -> Arc<Definition> {
    Arc::new(tws::definition(CUBE3).expect("sound"))
}

/// The 3x3x3 without its edges.
fn corners() -> Arc<Definition> {
    Arc::new(Projection::of(&cube3()).without_orbit("EDGES").expect("corners are left").into_definition())
}

/// Returns the length of an optimal solution, found without phases.
fn shortest(definition: &Arc<Definition>, start: &Pattern) -> Cost {
    let control = silent();
    let query = TwistyQuery::new(definition.clone(), start.clone());
    let report = new_solver().request(query, Method::default()).solve(&Sequential, &control);
    report.expect("it can be asked").length.expect("it can be solved")
}

fn with_phases(definition: &Arc<Definition>, text: &str, start: &Pattern) -> TwistyQuery {
    let phases = phases::phases(text, definition).expect("sound phases");
    TwistyQuery::new(definition.clone(), start.clone()).with_phases(Arc::new(phases))
}

fn scrambled(definition: &Definition, scramble: &str) -> Pattern {
    let moves = alg::alg(scramble).expect("a scramble");
    definition.transform_of(&moves).expect("moves of the puzzle").apply(definition.start())
}

/// Random states of a puzzle.
fn random(definition: &Definition, n: usize) -> Vec<Pattern> {
    let group = DefinedGroup::of(definition, &definition.generators()).expect("not too many points");
    let mut below = Lcg::new(11).into_scaled_u32();
    (0..n).map(|_| group.random(&mut below).apply(definition.start())).collect()
}

fn ask(
    solver: &Arc<TwistySolver>,
    query: TwistyQuery,
    improve: bool,
    limits: Limits,
    executor: &dyn Executor,
) -> Result<Report, Error> {
    let control = limited(limits);
    let method = Method { improve, ..Method::by(PHASES) };
    solver.request(query, method).solve(executor, &control)
}

fn first(solver: &Arc<TwistySolver>, query: TwistyQuery) -> Report {
    ask(solver, query, false, Limits::default(), &Sequential).expect("it can be asked")
}

/// The cube by two phases, with tables that all tests share.
static CUBES: LazyLock<Arc<TwistySolver>> = LazyLock::new(new_solver);

fn new_solver() -> Arc<TwistySolver> {
    Arc::new(TwistySolver::new())
}

/// Every solution has been replayed by the solver; here only lengths are checked.
#[test]
fn two_phases_of_the_cube() {
    let definition = cube3();
    let solver = &*CUBES;
    for start in random(&definition, 6) {
        let report = first(solver, with_phases(&definition, TWO_PHASES, &start));
        let length = report.length.expect("all cubes can be solved");
        assert!((14..=30).contains(&length), "{length}");
        // A limit gives better solutions, the same with several threads.
        let limits = Limits { max_cost: 21, ..Limits::default() };
        let query = || with_phases(&definition, TWO_PHASES, &start);
        let alone = ask(solver, query(), false, limits, &Sequential).expect("it can be asked");
        assert!(alone.length.is_some_and(|length| length <= 21));
        let several = ask(solver, query(), false, limits, &Threads::new(3)).expect("it can be asked");
        assert_eq!((alone.solutions, alone.length), (several.solutions, several.length));
    }
}

/// Complete rounds prove that a solution is optimal.
#[test]
fn rounds_prove_optimality() {
    let definition = cube3();
    let solver = &*CUBES;
    let n = samples(3, 5);
    let cases = [("", 0), ("R", 1), ("R U F' L2", 4), ("D B2 R F U' L", 6), ("D B2 R F U' L F", 7)];
    for (scramble, length) in cases.into_iter().take(n) {
        let query = with_phases(&definition, TWO_PHASES, &scrambled(&definition, scramble));
        let report = ask(solver, query, true, Limits::default(), &Sequential).expect("it can be asked");
        assert_eq!((report.length, report.lower_bound), (Some(length), length), "{scramble}");
        assert!(matches!(report.status, Status::Solved(Proof::Optimal)), "{scramble}");
    }
}

/// Symmetry-reduced tables, here of all combinations, need fewer nodes and give the same lengths.
#[test]
fn symmetry_reduced_tables() {
    let corners = corners();
    let text = "Phase corners\nView\nPieces CORNERS\nView\nOrientations CORNERS\n";
    let control = silent();
    let (plain, folded) = (new_solver(), new_solver());
    for start in random(&corners, 3) {
        let requests = [&plain, &folded]
            .map(|solver| solver.request(with_phases(&corners, text, &start), Method::by(PHASES)));
        requests[1].prepare(Demand::Many, &control).expect("it is not stopped");
        let [plain, folded] =
            requests.map(|request| request.solve(&Sequential, &control).expect("it can be asked"));
        let shortest = shortest(&corners, &start);
        assert_eq!((plain.length, folded.length), (Some(shortest), Some(shortest)));
        assert!(folded.table_bytes > plain.table_bytes);
        assert!(folded.counts.expanded < plain.counts.expanded, "{:?} {:?}", folded.counts, plain.counts);
    }
}

/// A phase that makes the permutation even, and one whose moves keep it even.
#[test]
fn parities() {
    let text = "Set A 5 1\nSolved\nEnd\nMove S\nA\n2 1 3 4 5\nEnd\n\
        Move R\nA\n2 3 1 4 5\nEnd\nMove T\nA\n1 2 4 5 3\nEnd\n";
    let definition = Arc::new(puzzle::parse::tws::definition(text).expect("a sound definition"));
    let phases = "Phase parity\nView\nParity A\nPhase places\nMoves R T\nView\nPieces A\n";
    let solver = new_solver();
    for scramble in ["", "R", "S", "R T", "S R", "T S R'", "S T S R", "R S T' S R S T"] {
        let start = scrambled(&definition, scramble);
        let report = first(&solver, with_phases(&definition, phases, &start));
        assert!(report.length.is_some_and(|length| length >= shortest(&definition, &start)), "{scramble}");
    }
}

/// Phases that do not fit together are refused with the reason.
#[test]
fn phases_that_do_not_fit() {
    let corners = corners();
    let text = "Phase outside\nView\nOrientations CORNERS\nPhase inside\nMoves U D R2 L2 F2 B2\n\
        View\nPieces CORNERS 1-3\nView\nPieces CORNERS 4-8\n";
    let start = scrambled(&corners, "R U");
    let solved = first(&new_solver(), with_phases(&corners, text, &start));
    assert!(solved.length.is_some_and(|length| length >= 2));
    let check = |from: &str, to: &str, expected: &str| {
        assert!(text.contains(from), "{from}");
        let query = with_phases(&corners, &text.replace(from, to), &start);
        let refused = ask(&new_solver(), query, false, Limits::default(), &Sequential);
        assert_eq!(refused.expect_err("it does not fit").to_string(), expected);
    };
    check(
        "View\nPieces CORNERS 1-3\n",
        "Goal U\nView\nPieces CORNERS 1-3\n",
        "no goal of phase inside matches the solved position, expected one that does",
    );
    let undoes = "which undoes phase outside; expected moves that preserve it";
    check("R2", "R", &format!("phase inside has the move R, {undoes}"));
    // Also after a phase in between that it does not change.
    let between =
        "Phase between\nMoves U D R2 L2 F2 B2\nView\nParity CORNERS\nPhase inside\nMoves U2 D2 R2 L2 F\n";
    check(
        "Phase inside\nMoves U D R2 L2 F2 B2\n",
        between,
        &format!("phase inside has the move F, {undoes}"),
    );
    check(
        " R2 L2 F2 B2",
        "",
        "phase outside distinguishes 2187 positions, expected 5511240: its results are not all solvable by phase inside",
    );
    check(
        "View\nPieces CORNERS 1-3\n",
        "",
        "phase inside distinguishes 6720 positions, expected 40320: its results are not all solved",
    );
    check(
        "Pieces CORNERS 4-8",
        "Pieces CORNERS 1-4",
        "phase inside distinguishes 1680 positions, expected 40320: its results are not all solved",
    );
}

/// A puzzle that is too large for optimal solutions of random positions comes with phases.
#[test]
fn kilominx() {
    let builtin = builtin::find("kilominx").expect("known");
    let definition = Arc::new(builtin.definition());
    let text = builtin.phases().expect("it has phases");
    let solver = new_solver();
    for start in random(&definition, samples(1, 5)) {
        let report = first(&solver, with_phases(&definition, text, &start));
        assert!(report.length.is_some_and(|length| (20..=60).contains(&length)), "{:?}", report.length);
    }
}

/// Moves of the clock commute, so a position is a linear combination of 18 moves. Four coefficients are free, the
/// others follow. So there are 12^4 solutions; this finds the length of the shortest.
struct PlainClock {
    /// By pivot dial, the move it determines, and the row of the reduced matrix.
    rows: Vec<(usize, Vec<u32>)>,
    /// The elimination steps in order: the unit that a dial is multiplied by, and the multiples subtracted from others.
    steps: Vec<(usize, u32, Vec<u32>)>,
    free: Vec<usize>,
}

impl PlainClock {
    fn new(moves: &[Vec<u32>]) -> PlainClock {
        let n_dials = moves[0].len();
        let mut matrix: Vec<Vec<u32>> =
            (0..n_dials).map(|dial| moves.iter().map(|mv| mv[dial]).collect()).collect();
        let (mut rows, mut steps) = (Vec::<(usize, usize)>::new(), Vec::new());
        let unit = |entry: u32| (1..12).find(|unit| unit * entry % 12 == 1);
        // Gaussian elimination, with pivots that are units modulo 12.
        let next = |matrix: &[Vec<u32>], rows: &[(usize, usize)]| {
            let dials = (0..n_dials).filter(|dial| !rows.iter().any(|(used, _)| used == dial));
            let mut pairs = dials.flat_map(|dial| (0..moves.len()).map(move |mv| (dial, mv)));
            pairs.find(|&(dial, mv)| unit(matrix[dial][mv]).is_some())
        };
        while let Some((dial, mv)) = next(&matrix, &rows) {
            let times = unit(matrix[dial][mv]).expect("a unit was found");
            matrix[dial].iter_mut().for_each(|entry| *entry = *entry * times % 12);
            let pivot = matrix[dial].clone();
            let mut taken = vec![0; n_dials];
            for other in (0..n_dials).filter(|&other| other != dial) {
                taken[other] = matrix[other][mv];
                let entries = matrix[other].iter_mut().zip(&pivot);
                entries.for_each(|(entry, pivot)| *entry = (*entry + (12 - taken[other]) * pivot) % 12);
            }
            rows.push((dial, mv));
            steps.push((dial, times, taken));
        }
        assert!(
            (0..n_dials)
                .all(|dial| rows.iter().any(|row| row.0 == dial)
                    || matrix[dial].iter().all(|&entry| entry == 0))
        );
        let free = (0..moves.len()).filter(|mv| rows.iter().all(|row| row.1 != *mv)).collect();
        let rows = rows.into_iter().map(|(dial, _)| (dial, matrix[dial].clone())).collect();
        PlainClock { rows, steps, free }
    }

    fn shortest(&self, dials: &[u32]) -> Cost {
        let mut dials = dials.to_vec();
        for (dial, times, taken) in &self.steps {
            let value = dials[*dial] * times % 12;
            dials
                .iter_mut()
                .zip(taken)
                .for_each(|(other, taken)| *other = (*other + (12 - taken) * value) % 12);
            dials[*dial] = value;
        }
        let n_ways = 12_u32.pow(self.free.len() as u32);
        let length = |way: u32| {
            let amounts: Vec<u32> = (0..self.free.len() as u32).map(|i| way / 12_u32.pow(i) % 12).collect();
            let is_made = |(dial, row): &&(usize, Vec<u32>)| {
                let given =
                    self.free.iter().zip(&amounts).map(|(&mv, &amount)| row[mv] * amount).sum::<u32>();
                dials[*dial] != given % 12
            };
            amounts.iter().filter(|&&amount| amount != 0).count() + self.rows.iter().filter(is_made).count()
        };
        (0..n_ways).map(length).min().expect("there are ways") as Cost
    }
}

/// The clock comes with phases, whose rounds prove optimality.
#[test]
fn clock() {
    let builtin = builtin::find("clock").expect("known");
    let definition = Arc::new(builtin.definition());
    let text = builtin.phases().expect("it has phases");
    let dials =
        |position: &Pattern| position.orbits[0].orientations.iter().map(|&hour| hour.into()).collect();
    let moves: Vec<Vec<u32>> = definition
        .moves()
        .iter()
        .filter(|mv| !mv.is_rotation())
        .map(|mv| dials(&mv.transform.apply(definition.start())))
        .collect();
    let plain = PlainClock::new(&moves);
    assert_eq!((moves.len(), plain.free.len()), (18, 4));
    let solver = new_solver();
    for start in random(&definition, 12) {
        let report = first(&solver, with_phases(&definition, text, &start));
        let shortest = plain.shortest(&dials(&start));
        assert!(report.length.is_some_and(|length| (shortest..=18).contains(&length)), "{:?}", report.length);
        let query = with_phases(&definition, text, &start);
        let best = ask(&solver, query, true, Limits::default(), &Sequential).expect("it can be asked");
        assert_eq!((best.length, best.lower_bound), (Some(shortest), shortest));
        assert!(matches!(best.status, Status::Solved(Proof::Optimal)));
    }
    let check = |from: &str, to: &str, expected: &str| {
        assert!(text.contains(from), "{from}");
        let query = with_phases(&definition, &text.replace(from, to), &scrambled(&definition, "UR2 u"));
        let refused = ask(&new_solver(), query, false, Limits::default(), &Sequential);
        assert_eq!(refused.expect_err("it does not fit").to_string(), expected);
    };
    // A redundant sum, a sum that distinguishes half, one that other moves change, and moves that do not preserve sums.
    check(
        "Sum DIALS 18",
        "Sum DIALS 10 3*12",
        "phase back distinguishes 144 positions, expected 1728: its results are not all solved",
    );
    check(
        "Sum DIALS 2 8 -5",
        "Sum DIALS 2*2 2*8 -2*5",
        "phase crosses distinguishes 72 positions, expected 144: its results are not all solvable by phase front",
    );
    check(
        "Sum DIALS 10 -11 -13 14",
        "Sum DIALS 10 -11 13 14",
        "phase sides has the move u, which undoes phase corners; expected moves that preserve it",
    );
    check(
        "Moves d l all",
        "Moves d l all y2",
        "phase back has the move y2, which maps places of a sum to places with other multiples; expected moves \
         that map each sum of a view to one of that view",
    );
}

/// A phase may have several goals. Completeness is not proved then, so the end of the chain checks the whole position:
/// if the second phase cannot solve it, the first one continues.
#[test]
fn several_goals() {
    let corners = corners();
    let view = "View\nPieces CORNERS\nView\nOrientations CORNERS\n";
    let all_ways = format!(
        "Phase corners\nGoal\nGoal U\nGoal U2\nGoal U'\n{view}Phase top\nMoves U\nView\nPieces CORNERS\n"
    );
    // The last phase distinguishes too little, and only one goal is right.
    let guesses =
        format!("Phase corners\nGoal\nGoal U2\n{view}Phase top\nMoves U2\nView\nPieces CORNERS 8\n");
    let solver = new_solver();
    for scramble in ["", "U", "U2", "R U", "R U2 F", "R F' U D2 L U'"] {
        let start = scrambled(&corners, scramble);
        let shortest = Some(shortest(&corners, &start));
        for text in [&all_ways, &guesses] {
            let report =
                ask(&solver, with_phases(&corners, text, &start), true, Limits::default(), &Sequential);
            assert_eq!(report.expect("it can be asked").length, shortest, "{scramble} {text}");
        }
    }
}
