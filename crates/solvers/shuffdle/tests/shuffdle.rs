//! Shuffdle: published and constructed lengths by several searches, bounds against exact distances, symmetry.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, OnceLock};

use deepen_shuffdle::{
    Heuristic, MANHATTAN, Manhattan, P1, P1Tables, P2, P2Tables, PATH_CLEARING, PathClearing, ShuffdleError,
    ShuffdleProblem, ShuffdleSolver, ShuffdleTask, State, WordPuzzle, Zero, roots, shift,
};
use puzzle::parse::shuffdle::{Entry, puzzles};
use puzzle::shuffdle::{Kind, Letter, Lines, SIDE, Shuffdle, Word};
use search::{Control, Limits, Problem, Sequential, Silent, Stop, Threads};
use solver::{Algorithm, Demand, Error, Heuristic as Named, Method, Proof, Report, Request, Status};
use testkit::{XorShift, limited, samples, silent};

/// One solver for all tests, so that tables are built once.
pub fn solver() -> Arc<ShuffdleSolver> {
    static SOLVER: OnceLock<Arc<ShuffdleSolver>> = OnceLock::new();
    SOLVER.get_or_init(fresh).clone()
}

fn fresh() -> Arc<ShuffdleSolver> {
    Arc::new(ShuffdleSolver::new())
}

fn p1_tables() -> &'static P1Tables {
    static P1_TABLES: OnceLock<P1Tables> = OnceLock::new();
    P1_TABLES.get_or_init(|| {
        let p1_tables = P1Tables::new();
        assert!(p1_tables.build(Lines::Any, &Silent, &|| true));
        p1_tables
    })
}

fn dev() -> Vec<Entry> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/shuffdle_dev.txt"));
    puzzles(&text.expect("the file is there")).into_iter().map(|entry| entry.expect("sound")).collect()
}

fn entry(text: &str) -> Entry {
    puzzles(text).remove(0).expect("sound")
}

fn solve(puzzle: WordPuzzle, method: Method, limits: Limits) -> Result<Report, Error> {
    let control = limited(limits);
    let request = request(&solver(), puzzle, method);
    request.prepare(Demand::One, &control)?;
    request.solve(&Threads::new(2), &control)
}

fn request(solver: &Arc<ShuffdleSolver>, puzzle: WordPuzzle, method: Method) -> Request {
    let task = Arc::new(ShuffdleTask::new(solver.clone(), puzzle.lines));
    Request { instance: task.instance(puzzle.word, puzzle.board), task, method }
}

fn puzzle(entry: &Entry, lines: Lines) -> WordPuzzle {
    WordPuzzle { board: entry.board, word: entry.word, lines }
}

/// Memory for the tables of one pair and its mirror image, and no more.
fn one_pair() -> Limits {
    Limits { max_memory: P2Tables::peak_bytes(Lines::Bottom, 2) - 1, ..Limits::default() }
}

/// The proved length, with solutions replayed by the rules of the letters.
fn length(puzzle: WordPuzzle, algorithm: Algorithm, heuristic: Option<Named>) -> u32 {
    let method = Method { heuristic, ..Method::by(algorithm) };
    let limits = if heuristic == Some(P2) { one_pair() } else { Limits::default() };
    let report = solve(puzzle, method, limits).expect("solvable");
    assert_eq!(report.status, Status::Solved(Proof::Optimal), "{}", puzzle.word);
    assert!(heuristic.is_none_or(|named| !algorithm.uses_heuristic() || report.heuristic == named));
    let mut board = puzzle.board;
    for &mv in &report.solutions[0] {
        board.slide(shift(mv)).expect("possible");
    }
    assert!(board.spells(&puzzle.word, puzzle.lines));
    assert_eq!(report.length, Some(report.solutions[0].len() as u32));
    report.length.expect("solved")
}

/// All known lengths with tables of single targets and of pairs, and all but the hardest without.
#[test]
fn known_lengths_by_two_heuristics() {
    for entry in dev().into_iter().step_by(samples(6, 1)) {
        let known = entry.known_length.expect("the file has lengths");
        let puzzle = puzzle(&entry, Lines::Bottom);
        assert_eq!(length(puzzle, Algorithm::A_STAR, Some(P1)), known, "{}", entry.word);
        assert_eq!(length(puzzle, Algorithm::A_STAR, Some(P2)), known, "{}", entry.word);
        if known <= 29 {
            assert_eq!(length(puzzle, Algorithm::A_STAR, Some(PATH_CLEARING)), known, "{}", entry.word);
        }
    }
}

/// The hardest by IDA* instead, which shares only the bound with A*.
#[test]
fn known_lengths_by_two_algorithms() {
    for entry in dev().iter().filter(|entry| entry.known_length > Some(29)).take(samples(2, 6)) {
        let puzzle = puzzle(entry, Lines::Bottom);
        let by_rounds = length(puzzle, Algorithm::IDA_STAR, Some(P1));
        assert_eq!(Some(by_rounds), entry.known_length, "{}", entry.word);
    }
}

/// Short ones without a heuristic: some moves into a shortest solution as many fewer are left. The whole length takes
/// such a search a hundred times as long.
#[test]
fn short_ones_without_a_heuristic() {
    for entry in dev().iter().filter(|entry| entry.known_length <= Some(11)).step_by(samples(2, 1)) {
        let mut left = puzzle(entry, Lines::Bottom);
        let method = Method { heuristic: Some(P1), ..Method::by(Algorithm::A_STAR) };
        let report = solve(left, method, Limits::default()).expect("solvable");
        let n_made = samples(2, 0);
        for &mv in &report.solutions[0][..n_made] {
            left.board.slide(shift(mv)).expect("possible");
        }
        let known = entry.known_length.expect("the file has lengths") - n_made as u32;
        assert_eq!(length(left, Algorithm::A_STAR, Some(Named::NONE)), known, "{}", entry.word);
        assert_eq!(length(left, Algorithm::A_STAR, Some(MANHATTAN)), known, "{}", entry.word);
    }
}

/// Boards a few random moves before solved ones: by breadth-first search, iterative deepening, and with a heuristic.
#[test]
fn a_few_moves_by_every_search() {
    let mut random = XorShift::new(3);
    let solved = entry("LATCH _____ ABCDE FGHIJ KLMNO LATCH");
    for lines in [Lines::Bottom, Lines::Any].into_iter().cycle().take(samples(2, 8)) {
        let mut board = solved.board;
        let mut n = 0;
        while n < 5 {
            n += u32::from(board.slide(puzzle::shuffdle::Shift::from_index(random.below(100))).is_some());
        }
        let far = |algorithm| length(WordPuzzle { board, word: solved.word, lines }, algorithm, None);
        let levels = far(Algorithm::BREADTH_FIRST);
        assert!(levels <= n);
        for algorithm in [Algorithm::DFID, Algorithm::UNIFORM, Algorithm::IDA_STAR, Algorithm::A_STAR] {
            assert_eq!(far(algorithm), levels, "{}", algorithm.name());
        }
    }
}

/// States a few random moves before a solved one of each line, and their distances by a plain search backwards from all
/// solved states of the same blockers. Small distances only, so that the plain search stays small.
fn near_solved(seed: u64, n: usize, n_moves: usize) -> Vec<State> {
    near(seed, n, n_moves, |homes| homes)
}

/// States a few random moves from targets that are not all in their goal cells.
fn near(seed: u64, n: usize, n_moves: usize, places: impl Fn([usize; 5]) -> [usize; 5]) -> Vec<State> {
    let mut random = XorShift::new(seed);
    let problem = ShuffdleProblem::new(Zero);
    (0..n)
        .map(|i| {
            let line = puzzle::shuffdle::Line::ALL[i % 10];
            let homes = line.cells();
            let mut holes = 0_u32;
            while holes.count_ones() < 5 {
                let cell = random.below(25);
                holes |= if homes.contains(&cell) { 0 } else { 1 << cell };
            }
            let mut state = State::new(holes, &places(homes), line);
            for _ in 0..n_moves + random.below(6) {
                let mut to = state;
                while !problem.step(&state, search::Move(random.below(100) as u16), &mut to) {}
                state = to;
            }
            state
        })
        .collect()
}

/// Breadth-first search with a plain hash map.
fn distance(state: State) -> u32 {
    let problem = ShuffdleProblem::new(Zero);
    let mut seen = HashMap::from([(state, 0)]);
    let mut queue = VecDeque::from([state]);
    while let Some(at) = queue.pop_front() {
        let depth = seen[&at];
        if problem.is_goal(&at) {
            return depth;
        }
        for mv in 0..100 {
            let mut to = at;
            if problem.step(&at, search::Move(mv), &mut to) && !seen.contains_key(&to) {
                seen.insert(to, depth + 1);
                queue.push_back(to);
            }
        }
    }
    unreachable!("five holes bring any tiles anywhere")
}

/// On all lines: no bound is above the true distance, all are 0 at the goal, and the consistent ones change by at most
/// one per move.
#[test]
fn bounds_are_below_distances() {
    let (manhattan, clearing) = (Manhattan::new(), PathClearing::new());
    let pattern = p1_tables().heuristic(Lines::Any).expect("made");
    let problem = ShuffdleProblem::new(Zero);
    let mut best = [0; 3];
    for state in near_solved(7, samples(20, 200), 6) {
        let distance = distance(state);
        let bounds = [manhattan.bound(state), clearing.bound(state), pattern.bound(state)];
        assert!(bounds.iter().all(|&bound| bound <= distance), "{bounds:?} of {distance} at {state:?}");
        assert!(bounds[0] <= bounds[1] && bounds[0] <= bounds[2]);
        assert!(distance > 0 || bounds == [0; 3]);
        (0..3).for_each(|i| best[i] += u32::from(bounds[i] == distance));
        for mv in 0..100 {
            let mut to = state;
            if problem.step(&state, search::Move(mv), &mut to) {
                assert!(pattern.bound(state).abs_diff(pattern.bound(to)) <= 1, "{state:?}");
                assert!(manhattan.bound(state).abs_diff(manhattan.bound(to)) <= 1);
            }
        }
    }
    assert!(best[0] <= best[2], "tables see more than distances: {best:?}");
}

/// Along shortest solutions: no bound is above the number of remaining moves.
#[test]
fn bounds_are_below_what_is_left() {
    let (manhattan, clearing) = (Manhattan::new(), PathClearing::new());
    for entry in dev().iter().filter(|entry| entry.known_length <= Some(31)).step_by(samples(4, 1)) {
        let puzzle = puzzle(entry, Lines::Bottom);
        let method = Method { heuristic: Some(P1), ..Method::by(Algorithm::A_STAR) };
        let report = solve(puzzle, method, Limits::default()).expect("solvable");
        let mut board = puzzle.board;
        for (made, &mv) in report.solutions[0].iter().enumerate() {
            let left = report.solutions[0].len() - made;
            let starts = roots(&board, &puzzle.word, Lines::Bottom);
            let least = |bound: &dyn Fn(State) -> u32| starts.iter().map(|&state| bound(state)).min();
            assert!(least(&|state| manhattan.bound(state)) <= Some(left as u32), "{}", entry.word);
            assert!(least(&|state| clearing.bound(state)) <= Some(left as u32), "{}", entry.word);
            board.slide(shift(mv)).expect("possible");
        }
    }
}

/// A value of a table is the exact number of moves of the relaxed puzzle: one target and all blockers, everything else
/// free. The bound is the distances plus the largest excess, so it is compared with a plain search of the relaxed puzzle
/// for each of the five targets.
#[test]
fn table_values_against_a_plain_search() {
    let pattern = p1_tables().heuristic(Lines::Any).expect("made");
    let mut n_blocked = 0;
    for state in near_solved(99, samples(20, 60), 25) {
        let line = puzzle::shuffdle::Line::ALL[state.line()];
        let homes = line.cells();
        let apart = |a: usize, b: usize| (a / 5).abs_diff(b / 5) + (a % 5).abs_diff(b % 5);
        let distances: Vec<usize> = (0..5).map(|i| apart(state.target(i), homes[i])).collect();
        let blockers = !(state.holes() | state.target_cells()) & ((1 << 25) - 1);
        let excess = |i: usize| relaxed(&[state.target(i)], blockers, &[homes[i]], &homes) - distances[i];
        let excess = (0..5).map(excess).max().expect("five");
        n_blocked += usize::from(excess > 0);
        assert_eq!(
            pattern.bound(state) as usize,
            distances.iter().sum::<usize>() + excess,
            "{line}: {state:?}"
        );
    }
    assert!(n_blocked > 5, "the samples have something in the way: {n_blocked}");
}

/// The same for pairs: those of the first two and the last two columns, which are mirror images of each other. Tables
/// of pairs add up to 3 to the larger excess of the two targets alone.
#[test]
fn pair_values_against_a_plain_search() {
    let bottom = Lines::Bottom.list()[0];
    let homes = bottom.cells();
    let apart = |a: usize, b: usize| (a / 5).abs_diff(b / 5) + (a % 5).abs_diff(b % 5);
    let mut n_more = 0;
    // Neighbours exchanged, so that one must make way, on all lines; only those of the bottom row are checked.
    let exchanged = |[a, b, c, d, e]: [usize; 5]| [b, a, c, e, d];
    let samples = near(99, 120, 6, exchanged);
    for state in samples.into_iter().filter(|state| state.line() == bottom.index()) {
        let blockers = !(state.holes() | state.target_cells()) & ((1 << 25) - 1);
        let excess = |targets: &[usize]| {
            let cells: Vec<usize> = targets.iter().map(|&i| state.target(i)).collect();
            let goal: Vec<usize> = targets.iter().map(|&i| homes[i]).collect();
            let distance: usize = cells.iter().zip(&goal).map(|(&a, &b)| apart(a, b)).sum();
            relaxed(&cells, blockers, &goal, &homes) - distance
        };
        let alone: Vec<usize> = (0..5).map(|i| excess(&[i])).collect();
        let together = |a: usize, b: usize| excess(&[a, b]).min(alone[a].max(alone[b]) + 3);
        let largest = alone.iter().copied().max().expect("five").max(together(0, 1)).max(together(3, 4));
        let distances: usize = (0..5).map(|i| apart(state.target(i), homes[i])).sum();
        let pairs = bound_by_solver(state, P2);
        assert_eq!(pairs as usize, distances + largest, "{state:?}");
        n_more += usize::from(pairs > bound_by_solver(state, P1));
    }
    assert!(n_more > 3, "pairs say more than single targets: {n_more}");
}

/// The bound of a state of the bottom row by the tables of the solver that all tests share: what is proved about a board
/// with no other choice of tiles when no move is allowed.
fn bound_by_solver(state: State, heuristic: Named) -> u32 {
    // Its five tiles are of different kinds.
    let word = entry("PLACE _____ ABCDE FGHIJ KLMNO PQRST").word;
    let kinds = Lines::Bottom.list()[0].kinds(&word);
    let blocker = (0..26).filter_map(Kind::new).find(|kind| !kinds.contains(kind)).expect("five are taken");
    let cells = std::array::from_fn(|cell| {
        let target = (0..5).find(|&i| state.target(i) == cell);
        let kind = target.map_or(blocker, |i| kinds[i]);
        (state.holes() >> cell & 1 == 0).then(|| kind.letter(cell))
    });
    let board = Shuffdle::new(cells).expect("five holes");
    assert_eq!(roots(&board, &word, Lines::Bottom), [state]);
    let max_memory = if heuristic == P2 { one_pair().max_memory } else { Limits::default().max_memory };
    let limits = Limits { max_cost: 0, max_memory, ..Limits::default() };
    let method = Method { heuristic: Some(heuristic), ..Method::by(Algorithm::A_STAR) };
    let report = solve(WordPuzzle { board, word, lines: Lines::Bottom }, method, limits).expect("solvable");
    assert_eq!(report.heuristic, heuristic);
    report.lower_bound
}

/// Moves of some targets and blockers until the targets are in their goal cells and no blocker is on the line.
fn relaxed(targets: &[usize], blockers: u32, homes: &[usize], line: &[usize; 5]) -> usize {
    let line = line.iter().fold(0, |set, &cell| set | 1_u64 << cell);
    // A layout in one word: the blockers as bits by cell, then the cells of the targets in five bits each.
    let place = |i: usize| 25 + 5 * i;
    let with_targets = |cells: &[usize], blockers: u64| {
        cells.iter().enumerate().fold(blockers, |layout, (i, &cell)| layout | (cell as u64) << place(i))
    };
    let goal = with_targets(homes, 0);
    let beside = |a: usize, b: usize| a / 5 == b / 5 && a.abs_diff(b) == 1 || a.abs_diff(b) == 5;
    let pairs = (0..25).flat_map(|a| (0..25).map(move |b| (a, b)));
    let steps: Vec<(usize, usize)> = pairs.filter(|&(a, b)| beside(a, b)).collect();
    // Moves can be undone, so what was reached before is in the last two levels.
    let (mut before, mut level) = (Vec::new(), vec![with_targets(targets, u64::from(blockers))]);
    for depth in 0.. {
        if level.iter().any(|&layout| layout >> 25 == goal >> 25 && layout & line == 0) {
            return depth;
        }
        let mut next = Vec::new();
        for &layout in &level {
            let target_in =
                |cell: usize| (0..targets.len()).find(|&i| (layout >> place(i)) as usize & 31 == cell);
            let is_blocker = |cell: usize| layout >> cell & 1 == 1;
            for &(a, b) in steps.iter().filter(|&&(_, b)| !is_blocker(b) && target_in(b).is_none()) {
                match target_in(a) {
                    Some(i) => next.push(layout ^ ((a ^ b) as u64) << place(i)),
                    None if is_blocker(a) => next.push(layout ^ 1 << a ^ 1 << b),
                    None => {}
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|layout| level.binary_search(layout).is_err() && before.binary_search(layout).is_err());
        before = std::mem::replace(&mut level, next);
    }
    unreachable!("levels have no end")
}

/// Mirrored, with the tiles for the word mirrored as well, a board has the same distance.
#[test]
fn mirrored_boards_are_as_far() {
    for entry in dev().iter().filter(|entry| entry.known_length <= Some(27)).step_by(5) {
        let kind = |cell: usize| entry.board.letter(cell).map(|letter| Kind::of(letter, cell));
        let mirrored = |cell: usize| cell / SIDE * SIDE + SIDE - 1 - cell % SIDE;
        // A word that is spelled by the same tiles from right to left: their letters in the mirrored cells.
        let bottom = Lines::Bottom.list()[0];
        let kinds = bottom.kinds(&entry.word);
        let homes = bottom.cells();
        let word = Word(std::array::from_fn(|i| kinds[SIDE - 1 - i].letter(homes[i])));
        let cells: [Option<Letter>; 25] =
            std::array::from_fn(|cell| kind(mirrored(cell)).map(|kind| kind.letter(cell)));
        let board = Shuffdle::new(cells).expect("as many holes as before");
        let there = WordPuzzle { board, word, lines: Lines::Bottom };
        let here = puzzle(entry, Lines::Bottom);
        assert_eq!(
            roots(&board, &word, Lines::Bottom).len(),
            roots(&entry.board, &entry.word, Lines::Bottom).len()
        );
        let by_tables = |puzzle| length(puzzle, Algorithm::A_STAR, Some(P1));
        assert_eq!(by_tables(there), by_tables(here), "{}", entry.word);
    }
}

/// Each assignment of tiles is a root: the study of LATCH counts 72 of them.
#[test]
fn starts_are_choices() {
    let latch = &dev()[0];
    assert_eq!(roots(&latch.board, &latch.word, Lines::Bottom).len(), 72);
    let all = roots(&latch.board, &latch.word, Lines::Any);
    assert!(all.len() >= 72 && all.iter().all(|state| state.target_cells().count_ones() == 5));
}

/// In hard mode no distance is larger than to the bottom row, both bounds agree, and nearer lines are found.
#[test]
fn any_line_is_no_farther() {
    let mut n_nearer = 0;
    for entry in dev().iter().filter(|entry| entry.known_length <= Some(22)) {
        let hard = puzzle(entry, Lines::Any);
        let by_tables = length(hard, Algorithm::A_STAR, Some(P1));
        assert_eq!(by_tables, length(hard, Algorithm::A_STAR, Some(PATH_CLEARING)), "{}", entry.word);
        assert!(Some(by_tables) <= entry.known_length);
        n_nearer += usize::from(Some(by_tables) < entry.known_length);
    }
    assert!(n_nearer > 0, "the bottom row was never beaten");
}

/// All shortest solutions: all different, all of the same length, and the same number by IDA* with and without tables.
#[test]
fn every_shortest_solution() {
    let short = entry("11 CRATE TOMFD DDJFZ CPDTA BDRCB _____");
    let find = |heuristic| {
        let method = Method { heuristic: Some(heuristic), all: true, ..Method::by(Algorithm::IDA_STAR) };
        solve(puzzle(&short, Lines::Bottom), method, Limits::default()).expect("solvable")
    };
    let (by_tables, by_paths) = (find(P1), find(PATH_CLEARING));
    assert_eq!(by_tables.length, Some(11));
    assert_eq!(by_tables.n_solutions, by_paths.n_solutions);
    let different: std::collections::HashSet<_> = by_tables.solutions.iter().collect();
    assert_eq!(different.len() as u64, by_tables.n_solutions);
}

/// Without a requested heuristic the answer is the same before and after tables are built.
#[test]
fn first_answers_do_not_wait_for_tables() {
    let fresh = fresh();
    let control = silent();
    for entry in dev().iter().filter(|entry| entry.known_length <= Some(21)).step_by(6) {
        let request = request(&fresh, puzzle(entry, Lines::Bottom), Method::by(Algorithm::A_STAR));
        let report = request.solve(&Sequential, &control).expect("solvable");
        assert_eq!((report.length, report.status), (entry.known_length, Status::Solved(Proof::Optimal)));
    }
}

/// A limit of nodes also holds where it is smaller than the budget of the first search, and what is proved until then
/// is true.
#[test]
fn small_limits_of_nodes_hold() {
    let control = limited(Limits { max_nodes: 20_000, ..Limits::default() });
    let hard = dev().into_iter().find(|entry| entry.known_length > Some(29)).expect("there is one");
    let request = request(&fresh(), puzzle(&hard, Lines::Bottom), Method::by(Algorithm::A_STAR));
    let report = request.solve(&Sequential, &control).expect("solvable");
    assert_eq!(report.status, Status::Stopped(search::StopReason::Nodes));
    assert!(report.counts.generated < 100_000, "{}", report.counts.generated);
    assert!(Some(report.lower_bound) <= hard.known_length && report.table_bytes == 0);
}

/// The memory is known in advance: as many pairs as fit, and in hard mode three times the tables.
#[test]
fn fewer_pairs_in_less_memory() {
    for lines in [Lines::Bottom, Lines::Any] {
        for n in 1..=6 {
            let needed = P2Tables::peak_bytes(lines, n);
            assert_eq!(P2Tables::fitting(lines, needed), n);
            assert_eq!(P2Tables::fitting(lines, needed - 1), n - 1);
            assert!(needed > P2Tables::bytes(lines, n));
        }
    }
    assert_eq!(P2Tables::bytes(Lines::Any, 2), 3 * P2Tables::bytes(Lines::Bottom, 2));
    // 25 over 10 sets: 16 bytes for single targets, 32 for each pair.
    assert_eq!(P2Tables::bytes(Lines::Bottom, 6), 3_268_760 * (16 + 6 * 32));
}

/// Building tables of pairs ends when the search is stopped, and the first pair does not pass for two.
#[test]
fn making_pairs_can_be_stopped() {
    let request = request(
        &solver(),
        puzzle(&dev()[0], Lines::Bottom),
        Method { heuristic: Some(P2), ..Method::by(Algorithm::A_STAR) },
    );
    request.prepare(Demand::One, &limited(one_pair())).expect("there is room");
    let two_pairs = Limits { max_memory: P2Tables::peak_bytes(Lines::Bottom, 3) - 1, ..Limits::default() };
    let stop = Stop::default();
    let control = Control::new(two_pairs, &Silent, &stop);
    stop.raise(search::StopReason::Cancelled);
    let report = request.solve(&Sequential, &control).expect("a sound request");
    assert_eq!(report.table_bytes, P2Tables::bytes(Lines::Bottom, 2));
    assert_eq!(report.counts.generated, 0, "nothing is searched without the tables");
    assert_eq!(report.status, Status::Stopped(search::StopReason::Cancelled));
}

#[test]
fn impossible_requests_are_refused() {
    let same = entry("QQQQQ AAAAA AAAAA AAAAA AAAAA _____");
    let method = Method::by(Algorithm::A_STAR);
    let refused =
        |lines| solve(puzzle(&same, lines), method, Limits::default()).expect_err("no such letters");
    let message = refused(Lines::Bottom).to_string();
    assert_eq!(message, "no letter of the board can become the Q in place 1");
    assert!(
        refused(Lines::Any)
            .to_string()
            .starts_with("no row or column can spell the word; in the bottom row ")
    );
    // Requested tables that do not fit are refused; without a request the search does without them.
    let tight = Limits { max_memory: 40 << 20, ..Limits::default() };
    let short = entry("11 CRATE TOMFD DDJFZ CPDTA BDRCB _____");
    let fresh = fresh();
    let control = limited(tight);
    let by = |heuristic| {
        let method = Method { heuristic, ..method };
        request(&fresh, puzzle(&short, Lines::Bottom), method).solve(&Sequential, &control)
    };
    for (heuristic, needed) in
        [(P1, P1Tables::peak_bytes(Lines::Bottom)), (P2, P2Tables::peak_bytes(Lines::Bottom, 1))]
    {
        let error = ShuffdleError::NotEnoughMemory { heuristic, needed, allowed: 40 << 20 };
        assert_eq!(by(Some(heuristic)), Err(error.into()));
    }
    let report = by(None).expect("no table is needed");
    assert_eq!((report.heuristic, report.length, report.table_bytes), (PATH_CLEARING, Some(11), 0));
}
