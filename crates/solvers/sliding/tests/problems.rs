//! Sliding tiles against slower and simpler programs: every heuristic against true distances, every incremental update
//! against the value from scratch, the tuned expansion against the plain one.

use std::collections::{HashMap, HashSet};

use deepen_sliding::packed_board::{PackedBoard, Word};
use deepen_sliding::pdb::build::two_lookups;
use deepen_sliding::pdb::direct_pdb::DirectPdb;
use deepen_sliding::pdb::lookup::Lookup;
use deepen_sliding::pdb::partition::PartitionSpec;
use deepen_sliding::pdb::ranked_pdb::RankedPdb;
use deepen_sliding::{
    DuplicatePruning, Heuristic, LinearConflict, Manhattan, Misplaced, Sliding, WalkingDistance, Zero,
};
use puzzle::{Board, Direction, Goal};
use search::{
    Cost, Deepening, Limits, Move, MoveOrder, OrderState, Problem, Rank, Sequential, best_first, ida_star,
};
use solver::Store;
use testkit::{Lcg, limited, samples, silent};

/// Two lookups with groups of these sizes.
fn lookups(goal: &Board, sizes: &str) -> Vec<Lookup> {
    let control = silent();
    let partition: PartitionSpec = sizes.parse().expect("sizes");
    two_lookups(goal, partition, &Store::nowhere(), &control).expect("not cancelled")
}

/// Distances of all boards from `goal`, by a search that uses only [`Board::slide`].
fn distances(goal: &Board) -> HashMap<Board, Cost> {
    let mut distance = HashMap::from([(goal.clone(), 0)]);
    let mut queue = vec![goal.clone()];
    let mut head = 0;
    while head < queue.len() {
        for dir in Direction::ALL {
            let mut board = queue[head].clone();
            if board.slide(dir).is_some() && !distance.contains_key(&board) {
                distance.insert(board.clone(), distance[&queue[head]] + 1);
                queue.push(board);
            }
        }
        head += 1;
    }
    distance
}

/// The bound is never above the true distance, 0 at the goal, and the same by incremental updates as from scratch.
fn check_everywhere<C: PackedBoard, H: Heuristic<C>>(
    name: &str,
    goal: &Board,
    heuristic: H,
    all: &HashMap<Board, Cost>,
) {
    let problem: Sliding<C, H> = Sliding::new(goal, heuristic, DuplicatePruning::Reversals);
    for (board, &distance) in all {
        let state = problem.state(board);
        let bound = problem.lower_bound(&state);
        assert!(bound <= distance, "{name}: {bound} for {}, {distance} moves from the goal", board.to_line());
        assert!(board != goal || bound == 0, "{name}: {bound} at the goal");
        check_steps(name, &problem, board);
    }
}

fn check_steps<C: PackedBoard, H: Heuristic<C>>(name: &str, problem: &Sliding<C, H>, board: &Board) {
    let state = problem.state(board);
    assert_eq!(&problem.board(&state), board);
    for dir in Direction::ALL {
        let mut next = board.clone();
        let mut after = state;
        let legal = problem.step(&state, Move(dir as u16), &mut after);
        assert_eq!(legal, next.slide(dir).is_some());
        assert!(!legal || after == problem.state(&next), "{name}: {dir:?} in {}", board.to_line());
    }
}

#[test]
fn heuristics_on_all_small_boards() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        // The blank of the last goal is inside the board.
        let n_goals = if rows * cols < 9 { 3 } else { samples(1, 3) };
        for goal in Goal::NAMED.into_iter().rev().take(n_goals) {
            let goal = goal.board(rows, cols).expect("a legal size");
            let all = distances(&goal);
            check_everywhere::<u64, _>("zero", &goal, Zero, &all);
            check_everywhere::<u64, _>("misplaced", &goal, Misplaced::<u64>::new(&goal), &all);
            check_everywhere::<u64, _>("manhattan", &goal, Manhattan::<u64>::new(&goal), &all);
            check_everywhere::<u64, _>("conflict", &goal, LinearConflict::<u64>::new(&goal), &all);
            // Without tables for its lines.
            check_everywhere::<[u8; 64], _>("conflict", &goal, LinearConflict::<[u8; 64]>::new(&goal), &all);
            check_patterns(&goal, &all);
            if WalkingDistance::exists_for(&goal) {
                check_everywhere::<u64, _>("walking", &goal, WalkingDistance::new(&goal), &all);
            }
        }
    }
}

/// Every index of tables, in groups of all sizes.
fn check_patterns(goal: &Board, all: &HashMap<Board, Cost>) {
    let n_tiles = goal.n_cells() - 1;
    // All boards are checked; of large boards, not all sizes of groups.
    let is_tried = |most: &usize| goal.n_cells() < 9 || [4, 5, 8].contains(most);
    for most in (1..=n_tiles.min(6)).filter(is_tried) {
        let partition = PartitionSpec::equal(n_tiles, most).to_string();
        let direct = DirectPdb::<u64, 2, 0>::new(goal, &lookups(goal, &partition));
        check_everywhere::<u64, _>(&format!("direct {partition}"), goal, direct, all);
        let direct = DirectPdb::<u64, 2, 2>::new(goal, &lookups(goal, &partition));
        check_everywhere::<u64, _>(&format!("direct {partition}, late"), goal, direct, all);
    }
    for most in (n_tiles.div_ceil(4)..=n_tiles.min(8)).filter(is_tried) {
        let partition = PartitionSpec::equal(n_tiles, most);
        for partition in [partition.to_string(), partition.with_blank().to_string()] {
            let ranked = RankedPdb::<2, 8>::new(goal, lookups(goal, &partition));
            check_everywhere::<u64, _>(&format!("ranked {partition}"), goal, ranked, all);
        }
    }
}

/// All tiles in one group, and the blank: the bound is exact.
#[test]
fn one_group_of_all_tiles_knows_the_distance() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        for goal in Goal::NAMED {
            let goal = goal.board(rows, cols).expect("a legal size");
            let sizes = format!("{}+blank", goal.n_cells() - 1);
            let one = lookups(&goal, &sizes).into_iter().take(1).collect();
            let problem: Sliding<u64, _> =
                Sliding::new(&goal, RankedPdb::<1, 1>::new(&goal, one), DuplicatePruning::Reversals);
            for (board, &distance) in &distances(&goal) {
                assert_eq!(problem.lower_bound(&problem.state(board)), distance, "{}", board.to_line());
            }
        }
    }
}

/// Boards of a long random walk from the goal.
fn walk(goal: &Board, length: usize) -> Vec<Board> {
    let mut random = Lcg::new(0x9E37_79B9_7F4A_7C15);
    let mut board = goal.clone();
    let mut boards = Vec::new();
    while boards.len() < length {
        if board.slide(Direction::ALL[random.below(4)]).is_some() {
            boards.push(board.clone());
        }
    }
    boards
}

fn check_walk<C: Word>(rows: usize, cols: usize) {
    for goal in Goal::NAMED.into_iter().rev().take(samples(1, 3)) {
        let goal = goal.board(rows, cols).expect("a legal size");
        let conflict =
            Sliding::<C, _>::new(&goal, LinearConflict::<C>::new(&goal), DuplicatePruning::Reversals);
        let manhattan = Sliding::<C, _>::new(&goal, Manhattan::<C>::new(&goal), DuplicatePruning::Reversals);
        let partition = PartitionSpec::equal(rows * cols - 1, 5).to_string();
        let direct = DirectPdb::<C, 2, 2>::new(&goal, &lookups(&goal, &partition));
        let pattern = Sliding::<C, _>::new(&goal, direct, DuplicatePruning::Reversals);
        // Both indices of the same tables.
        let partition = PartitionSpec::equal(rows * cols - 1, 4).to_string();
        let direct = DirectPdb::<C, 2, 0>::new(&goal, &lookups(&goal, &partition));
        let direct = Sliding::<C, _>::new(&goal, direct, DuplicatePruning::Reversals);
        let ranked = RankedPdb::<2, 12>::new(&goal, lookups(&goal, &partition));
        let ranked = Sliding::<C, _>::new(&goal, ranked, DuplicatePruning::Reversals);
        for board in walk(&goal, 1000) {
            check_steps("conflict", &conflict, &board);
            check_steps("manhattan", &manhattan, &board);
            check_steps("pattern", &pattern, &board);
            check_steps("ordered", &ranked, &board);
            let bound = direct.lower_bound(&direct.state(&board));
            assert_eq!(bound, ranked.lower_bound(&ranked.state(&board)), "{}", board.to_line());
            let lower = manhattan.lower_bound(&manhattan.state(&board));
            assert!(conflict.lower_bound(&conflict.state(&board)) >= lower);
            assert!(pattern.lower_bound(&pattern.state(&board)) >= lower);
        }
        if WalkingDistance::exists_for(&goal) {
            let walking =
                Sliding::<C, _>::new(&goal, WalkingDistance::new(&goal), DuplicatePruning::Reversals);
            walk(&goal, 2000).iter().for_each(|board| check_steps("walking", &walking, board));
        }
    }
}

#[test]
fn updates_on_larger_boards() {
    check_walk::<u64>(4, 4);
    check_walk::<u64>(2, 8);
    check_walk::<u64>(5, 3);
    check_walk::<u128>(5, 5);
    check_walk::<u128>(3, 7);
}

/// 24,964 vertical configurations of the 15-puzzle, as published by the heuristic's inventor.
#[test]
fn walking_distance_has_its_published_size() {
    let goal = Goal::Last.board(4, 4).expect("a legal size");
    let heuristic = Heuristic::<u64>::table_bytes(&WalkingDistance::new(&goal));
    // A byte and eight successors of two bytes for each, in both directions.
    assert_eq!(heuristic, 2 * 24_964 * (1 + 8 * 2));
}

/// The problem without its own expansion.
struct Plain<P>(P);

impl<P: Problem> Problem for Plain<P> {
    type State = P::State;
    type Prefetched = ();
    fn n_moves(&self) -> usize {
        self.0.n_moves()
    }
    fn step(&self, from: &P::State, mv: Move, to: &mut P::State) -> bool {
        self.0.step(from, mv, to)
    }
    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }
    fn lower_bound(&self, state: &P::State) -> Cost {
        self.0.lower_bound(state)
    }
    fn move_order(&self) -> &MoveOrder {
        self.0.move_order()
    }
}

#[test]
fn tuned_expansion_equals_the_plain_one() {
    let goal = Goal::Last.board(4, 4).expect("a legal size");
    let pruning = DuplicatePruning::Duplicates(8);
    let tuned = Sliding::<u64, _>::new(&goal, LinearConflict::<u64>::new(&goal), pruning);
    let plain = Plain(Sliding::<u64, _>::new(&goal, LinearConflict::<u64>::new(&goal), pruning));
    for board in walk(&goal, 200).iter().skip(40).step_by(20) {
        let start = tuned.state(board);
        let control = || limited(Limits { max_nodes: 200_000, ..Limits::default() });
        let a = ida_star(&tuned, &start, &Deepening::default(), &Sequential, &control());
        let b = ida_star(&plain, &start, &Deepening::default(), &Sequential, &control());
        assert_eq!(a.rounds, b.rounds, "{}", board.to_line());
        assert_eq!(a.solutions, b.solutions);
    }
}

/// Boards at each distance from a start, by the sequences that are not pruned.
fn reached(problem: &Sliding<u64, Zero>, start: &Board, depth: usize) -> Vec<(usize, usize)> {
    let mut met = HashSet::from([problem.state(start)]);
    let mut level = vec![(problem.state(start), OrderState::START)];
    let mut counts = vec![(1, 1)];
    for _ in 0..depth {
        let mut next = Vec::new();
        for (state, order) in &level {
            for mv in (0..4).map(Move) {
                let mut to = *state;
                if let Some(after) = problem.move_order().after(*order, mv)
                    && problem.step(state, mv, &mut to)
                {
                    next.push((to, after));
                }
            }
        }
        let new = next.iter().filter(|(state, _)| met.insert(*state)).count();
        counts.push((new, next.len()));
        level = next;
        if counts.last() == Some(&(0, 0)) {
            break;
        }
    }
    counts
}

/// With pruning every board is still reached, at the same depth. All boards of 2x2, 2x3 and 3x3, and some depth of
/// larger ones, from a corner, an edge and the middle.
#[test]
fn sequences_left_out_lose_no_board() {
    for (rows, cols, depth, leaves) in
        [(2, 2, 20, 6), (2, 3, 21, 8), (3, 2, 21, 10), (3, 3, 15, 8), (3, 3, 15, 10), (4, 4, 14, 10)]
    {
        for slides in ["", "DR", "DDR"] {
            let mut start = Goal::Last.board(rows, cols).expect("a legal size");
            for letter in slides.chars() {
                start.slide(Direction::from_letter(letter).expect("a letter"));
            }
            let problem = |pruning| Sliding::<u64, Zero>::new(&start, Zero, pruning);
            let all = reached(&problem(DuplicatePruning::Reversals), &start, depth);
            let fewer = reached(&problem(DuplicatePruning::Duplicates(leaves)), &start, depth);
            let boards = |counts: &[(usize, usize)]| -> Vec<usize> {
                let boards = counts.iter().map(|&(boards, _)| boards).collect::<Vec<_>>();
                boards.split(|&n| n == 0).next().unwrap_or_default().to_vec()
            };
            assert_eq!(boards(&fewer), boards(&all), "{rows}x{cols} after {slides}");
            let sequences = |counts: &[(usize, usize)]| counts.iter().map(|&(_, n)| n).sum::<usize>();
            assert!(sequences(&fewer) < sequences(&all));
        }
    }
}

/// Equal boards are equal states for duplicate detection, also where values are completed late.
#[test]
fn remembering_searches_meet_complete_values() {
    let goal = Goal::First.board(4, 4).expect("a legal size");
    let pruning = DuplicatePruning::Reversals;
    let partition = "4-4-4-3";
    let early = Sliding::<u64, _>::new(
        &goal,
        DirectPdb::<u64, 2, 0>::new(&goal, &lookups(&goal, partition)),
        pruning,
    );
    let late = Sliding::<u64, _>::new(
        &goal,
        DirectPdb::<u64, 2, 2>::new(&goal, &lookups(&goal, partition)),
        pruning,
    );
    let ranked =
        Sliding::<u64, _>::new(&goal, RankedPdb::<2, 8>::new(&goal, lookups(&goal, partition)), pruning);
    fn count<C: PackedBoard, H: Heuristic<C>>(problem: &Sliding<C, H>, board: &Board) -> (Option<Cost>, u64) {
        let control = silent();
        let answer = best_first(problem, &problem.state(board), Rank::AStar, &control);
        (answer.cost, answer.counts.expanded)
    }
    for board in walk(&goal, 400).iter().skip(60).step_by(40) {
        let (cost, expanded) = count(&early, board);
        assert_eq!(count(&late, board), (cost, expanded), "{}", board.to_line());
        assert_eq!(count(&ranked, board), (cost, expanded), "{}", board.to_line());
    }
}
