//! The parity test compared with breadth-first search: on small boards, every position is tried.

use std::collections::HashSet;

use deepen_puzzle::sliding::Goal;
use deepen_puzzle::sliding::solvable;
use deepen_puzzle::sliding::{Board, Direction};

/// All boards reachable from `start`, by number of slides.
fn levels(start: &Board) -> Vec<HashSet<Board>> {
    let mut levels = vec![HashSet::from([start.clone()])];
    loop {
        let last = levels.last().expect("never empty");
        let before = levels.len().checked_sub(2).map(|idx| &levels[idx]);
        let mut next = HashSet::new();
        for board in last {
            for d in Direction::ALL {
                let mut board = board.clone();
                // A slide changes the distance by one, so a known board is in the level before.
                if board.slide(d).is_some() && !before.is_some_and(|before| before.contains(&board)) {
                    next.insert(board);
                }
            }
        }
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// Every arrangement of 0..n, by swapping each remaining element to the front in turn.
fn for_each_permutation(tiles: &mut Vec<u32>, n_fixed: usize, visit: &mut impl FnMut(&[u32])) {
    if n_fixed == tiles.len() {
        return visit(tiles);
    }
    for idx in n_fixed..tiles.len() {
        tiles.swap(n_fixed, idx);
        for_each_permutation(tiles, n_fixed + 1, visit);
        tiles.swap(n_fixed, idx);
    }
}

fn check(rows: usize, cols: usize, n_reachable: usize) {
    for goal in Goal::NAMED.map(|goal| goal.board(rows, cols).unwrap()) {
        let reached: HashSet<Board> = levels(&goal).into_iter().flatten().collect();
        assert_eq!(reached.len(), n_reachable, "{}", goal.to_line());
        let mut n_boards = 0;
        for_each_permutation(&mut goal.tiles().to_vec(), 0, &mut |tiles| {
            let board = Board::new(rows, cols, tiles.to_vec()).unwrap();
            let expected = reached.contains(&board);
            assert_eq!(solvable(&board, &goal), expected, "{} to {}", board.to_line(), goal.to_line());
            n_boards += 1;
        });
        assert_eq!(n_boards, 2 * n_reachable);
    }
}

#[test]
fn boards_of_2x2() {
    check(2, 2, 12);
}

#[test]
fn boards_of_2x3_and_3x2() {
    check(2, 3, 360);
    check(3, 2, 360);
}

#[test]
fn boards_of_3x3() {
    check(3, 3, 181_440);
}

/// The counts of the 8-puzzle from a corner, OEIS A089473.
#[test]
fn distances_on_3x3() {
    let counts: Vec<usize> =
        levels(&Goal::Last.board(3, 3).unwrap()).iter().map(|level| level.len()).collect();
    let expected = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
        16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(counts, expected);
}
