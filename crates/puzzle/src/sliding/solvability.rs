//! Solvability of sliding-tile boards, decided by permutation parity without search.
//!
//! A slide swaps the blank with a neighbour. It changes the parity of the permutation and the colour of the blank's
//! cell on a chessboard, so between two boards that are reachable from each other both change equally often. That this
//! condition is also sufficient, on every rectangle of at least 2x2 cells, is due to Johnson and Story (1879).

use super::board::Board;
use super::goal::Goal;

/// True if slides lead from `board` to `goal`. Takes time linear in the number of cells.
///
/// The caller must pass boards of the same size.
pub fn solvable(board: &Board, goal: &Board) -> bool {
    debug_assert_eq!((board.rows(), board.cols()), (goal.rows(), goal.cols()), "boards of two sizes");
    permutation_is_odd(board, goal) == blank_walk_is_odd(board, goal)
}

/// Returns the named goals that `board` can reach, other than `goal` itself: the alternatives to report when `goal` is
/// unreachable.
pub fn other_goals(board: &Board, goal: &Board) -> Vec<Goal> {
    let offers = |other: &Goal| {
        let other = other.board(board.rows(), board.cols()).expect("the size of a board is allowed");
        other != *goal && solvable(board, &other)
    };
    Goal::NAMED.into_iter().filter(offers).collect()
}

/// True if the permutation that maps one board to the other is odd: n elements in c cycles take n - c swaps.
fn permutation_is_odd(board: &Board, goal: &Board) -> bool {
    let mut wanted_in = vec![0; goal.n_cells()];
    for (cell, &tile) in goal.tiles().iter().enumerate() {
        wanted_in[tile as usize] = cell;
    }
    let mut visited = vec![false; board.n_cells()];
    let mut odd = false;
    for first in 0..board.n_cells() {
        let mut cell = first;
        while !visited[cell] {
            visited[cell] = true;
            cell = wanted_in[board.tiles()[cell] as usize];
            // One swap for every element of the cycle but the one that closes it.
            odd ^= cell != first;
        }
    }
    odd
}

/// True if the blank takes an odd number of steps from its cell to that of the goal, which is the same for every path.
fn blank_walk_is_odd(board: &Board, goal: &Board) -> bool {
    let colour = |board: &Board| board.blank() / board.cols() + board.blank() % board.cols();
    (colour(board) + colour(goal)) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::board::only_board;

    /// `expected` lists the named goals that the board can reach.
    fn check(board: &str, expected: &str) {
        let board = only_board(board).unwrap();
        let reached = |goal: &Goal| solvable(&board, &goal.board(board.rows(), board.cols()).unwrap());
        let found: Vec<Goal> = Goal::NAMED.into_iter().filter(reached).collect();
        let names: Vec<&str> = found.iter().map(Goal::name).collect();
        assert_eq!(names.join(" "), expected, "{}", board.to_line());
    }

    #[test]
    fn reachable_goals() {
        check("1 2 3/4 5 6/7 8 0", "last first");
        check("1 2 3/4 5 6/8 7 0", "snail");
        check("1 2 3/8 0 4/7 6 5", "snail");
        check("0 1 2/3 4 5/6 7 8", "last first");
        // Sam Loyd's prize question of 1880.
        check("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "first");
        check("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "last snail");
        // The first of Korf's hundred instances, which he solved for `first`.
        check("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "first");
    }

    /// `expected` lists the alternatives to the goal.
    fn check_offers(board: &str, goal: &Goal, expected: &str) {
        let board = only_board(board).unwrap();
        let offers = other_goals(&board, &goal.board(board.rows(), board.cols()).unwrap());
        assert_eq!(
            offers.iter().map(Goal::name).collect::<Vec<_>>().join(" "),
            expected,
            "{}",
            board.to_line()
        );
    }

    #[test]
    fn offers_leave_out_the_goal_itself() {
        check_offers("1 2 3/4 5 6/8 7 0", &Goal::Last, "snail");
        check_offers("1 2 3/4 5 6/8 7 0", &Goal::Snail, "");
        check_offers("1 2 3/4 5 6/7 8 0", &Goal::Last, "first");
        check_offers("1 2 3/4 5 6/7 8 0", &Goal::Snail, "last first");
    }
}
