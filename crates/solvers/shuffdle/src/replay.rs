//! Replays moves by the rules of the letters, independently of the search that found them, and describes them in words.

use puzzle::Direction;
use puzzle::shuffdle::{SIDE, Shift, Shuffdle, cell_name};
use search::Move;
use serde_json::{Value, json};
use solver::Replay;

use crate::word_puzzle::WordPuzzle;

/// Returns the slide of a move.
pub fn shift(mv: Move) -> Shift {
    Shift::from_index(usize::from(mv.0))
}

/// Replays moves and returns the outcome.
pub(crate) fn play(puzzle: &WordPuzzle, moves: &[Move]) -> Replay {
    let mut board = puzzle.board;
    match moves.iter().position(|&mv| board.slide(shift(mv)).is_none()) {
        Some(at) => Replay::Impossible { at },
        None if board.spells(&puzzle.word, puzzle.lines) => Replay::Solved,
        None => Replay::Unsolved,
    }
}

/// Makes a move and returns its description: `b3> moves S right to c3, where it is T`. None if it is not possible.
pub(crate) fn slide(board: &mut Shuffdle, mv: Move) -> Option<String> {
    let shift = shift(mv);
    let (before, after) = board.slide(shift)?;
    let cell = cell_name(shift.to()?);
    Some(format!("{shift} moves {before} {} to {cell}, where it is {after}", word(shift.way)))
}

/// Returns the text of every board of a solution, with the move that leads to it.
pub(crate) fn steps(board: &Shuffdle, solution: &[Move]) -> String {
    let mut board = *board;
    let mut text = format!("{board}\n");
    for (i, &mv) in solution.iter().enumerate() {
        let description = slide(&mut board, mv).expect("solutions are replayed before they are shown");
        text += &format!("\n{}: {description}\n{board}\n", i + 1);
    }
    text
}

/// Returns the moves with the changes of the letters, as in JSON output: rows and columns count from 1, from the top
/// and from the left. None if one is not possible.
pub(crate) fn slides(board: &Shuffdle, moves: &[Move]) -> Option<Value> {
    let mut board = *board;
    let slide = |&mv: &Move| {
        let shift = shift(mv);
        let (before, after) = board.slide(shift)?;
        Some(json!({
            "row": shift.from / SIDE + 1,
            "column": shift.from % SIDE + 1,
            "direction": word(shift.way),
            "before": before.char(),
            "after": after.char(),
        }))
    };
    moves.iter().map(slide).collect()
}

/// Returns the reason why a move is illegal.
pub(crate) fn obstacle(board: &Shuffdle, moves: &[Move], at: usize) -> &'static str {
    let mut board = *board;
    for &mv in &moves[..at] {
        board.slide(shift(mv));
    }
    let shift = shift(moves[at]);
    match (board.letter(shift.from), shift.to()) {
        (None, _) => ": there is no letter",
        (Some(_), None) => ": the board ends there",
        (Some(_), Some(_)) => ": there is no hole",
    }
}

fn word(way: Direction) -> &'static str {
    match way {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}
