//! Laws that hold for all boards: printed boards parse to the same board, a slide can be undone, every slide changes
//! the parity.

use deepen_puzzle::parse::board::{boards, only_board};
use deepen_puzzle::sliding::Goal;
use deepen_puzzle::sliding::solvable;
use deepen_puzzle::sliding::{Board, Direction};
use proptest::prelude::*;

fn board() -> impl Strategy<Value = Board> {
    let shuffled = |(rows, cols): (usize, usize)| {
        let tiles: Vec<u32> = (0..(rows * cols) as u32).collect();
        Just(tiles).prop_shuffle().prop_map(move |tiles| Board::new(rows, cols, tiles).unwrap())
    };
    // Small sides often: there the forms are closest to each other.
    let side = || prop_oneof![3 => 2..5_usize, 1 => 2..24_usize];
    (side(), side()).prop_flat_map(shuffled)
}

/// Notations of a board, each of which the parser must accept.
fn write(board: &Board, way: usize) -> String {
    let (rows, cols) = (board.rows(), board.cols());
    match way {
        0 => format!("{rows} {cols}\n{board}"),
        1 => format!("{rows}x{cols}\n{board}"),
        2 => format!("{rows},{cols} # size\r\n{}\r\n", board.to_line().replace('/', " ")),
        3 => board.to_line(),
        4 => board.to_string(),
        5 => board.to_string().replace(' ', ",").replace('\n', " # row\n"),
        6 if rows == cols => board.to_line().replace('/', " "),
        7 if rows == cols => format!("80 {}", board.to_line().replace('/', " ")),
        8 if rows == cols => format!("{rows}\n{board}"),
        _ => format!("{rows}x{cols}\n{}", board.to_line().replace([' ', '/'], "\n")),
    }
}

const N_WAYS: usize = 10;

proptest! {
    #[test]
    fn what_is_printed_can_be_read(board in board()) {
        for way in 0..N_WAYS {
            let text = write(&board, way);
            prop_assert_eq!(only_board(&text), Ok(board.clone()), "{}", text);
        }
    }

    #[test]
    fn boards_in_a_row_can_be_read(list in prop::collection::vec((board(), 0..N_WAYS), 1..6), with_comment: bool) {
        let gap = if with_comment { "\n# next\n" } else { "\n\n" };
        let text = list.iter().map(|(board, way)| write(board, *way)).collect::<Vec<_>>().join(gap);
        let read: Result<Vec<Board>, _> = boards(&text).map(|read| read.map(|entry| entry.board)).collect();
        let expected: Vec<Board> = list.into_iter().map(|(board, _)| board).collect();
        prop_assert_eq!(read, Ok(expected), "{}", text);
    }

    #[test]
    fn any_text_ends_in_boards_or_errors_in_place(text in "[0-9x./,# \n\ra-c\u{e9}-]{0,80}") {
        check_places(&text)?;
    }

    #[test]
    fn any_lines_end_in_boards_or_errors_in_place(lines in prop::collection::vec("([0-4] ?){0,9}|#|[2-3]", 0..14)) {
        check_places(&lines.join("\n"))?;
    }

    #[test]
    fn a_slide_can_be_taken_back(board in board(), way in prop::collection::vec(0..4_usize, 0..40)) {
        let mut moved = board.clone();
        let mut back = Vec::new();
        for d in way.into_iter().map(|idx| Direction::ALL[idx]) {
            let before = moved.clone();
            match moved.slide(d) {
                None => prop_assert_eq!(&moved, &before),
                Some(tile) => {
                    prop_assert_eq!(moved.tiles()[before.blank()], tile);
                    prop_assert_eq!(moved.tiles()[moved.blank()], 0);
                    back.push((d.inverse(), tile));
                }
            }
            prop_assert!(solvable(&board, &moved));
        }
        for (d, tile) in back.into_iter().rev() {
            prop_assert_eq!(moved.slide(d), Some(tile));
        }
        prop_assert_eq!(moved, board);
    }

    #[test]
    fn two_tiles_exchanged_change_solvability(board in board(), idx in 1..3_usize) {
        let mut tiles = board.tiles().to_vec();
        let cell_of = |tile: usize| board.tiles().iter().position(|&t| t as usize == tile).unwrap();
        tiles.swap(cell_of(idx), cell_of(idx + 1));
        let swapped = Board::new(board.rows(), board.cols(), tiles).unwrap();
        for goal in Goal::NAMED.map(|goal| goal.board(board.rows(), board.cols()).unwrap()) {
            prop_assert_ne!(solvable(&board, &goal), solvable(&swapped, &goal));
        }
    }
}

/// Parses the whole text; entries must be in the order of the text and errors must be inside it.
fn check_places(text: &str) -> Result<(), TestCaseError> {
    let normal = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = normal.split('\n').collect();
    let mut last_line = 0;
    for read in boards(text) {
        match read {
            Ok(entry) => {
                prop_assert!(entry.line > last_line, "{:?}", text);
                last_line = entry.line;
            }
            Err(error) => {
                prop_assert!((1..=lines.len()).contains(&error.line), "{error} in {:?}", text);
                let n_chars = lines[error.line - 1].chars().count();
                prop_assert!((1..=n_chars + 1).contains(&error.column), "{error} in {:?}", text);
            }
        }
    }
    Ok(())
}
