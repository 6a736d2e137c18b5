//! Boards: sliding tiles and Shuffdle; and Square-1, whose texts are lists of positions as well.

use deepen_puzzle::parse::LineColumn;
use deepen_puzzle::parse::{board, shuffdle, square1};
use deepen_puzzle::sliding::{Goal, solvable};
use deepen_puzzle::square1::{Step, Steps};
use testkit::fuzz::Target;

use super::{accepted, refused};

#[test]
fn sliding_boards() {
    let korf = include_str!("../../../../testdata/korf100_15puzzle.txt");
    let files = [
        include_str!("../../../cli/tests/data/mixed.txt"),
        include_str!("../../../cli/tests/data/large.txt"),
        include_str!("../../../cli/tests/data/many.txt"),
        include_str!("../../../cli/tests/data/two.txt"),
        include_str!("../../../cli/tests/data/repeated.txt"),
        include_str!("../../../cli/tests/data/wrong_size.txt"),
        "3\n8 2 0\n4 6 1\n3 7 5\n# next\n2x3 # name\n1 2 3\n4 5 .\n",
        "8 2 0/4 6 1/3 7 5\n\n1,2,3,0\n",
        "1 2\n3 .\n\n2 2\n1 2 3 0",
    ];
    let samples = files.into_iter().chain(korf.lines().take(4));
    let words = [
        "3",
        "3x4",
        "2 2",
        "0",
        ".",
        "_",
        "x",
        "/",
        "8 2 0/4 6 1/3 7 5",
        "1 2 3 0",
        "# name\n",
        "\n\n",
        "#\n",
    ];
    Target::new("boards", &words).samples(samples).check_texts(|text| {
        let (mut last_line, mut n_read, mut shapes) = (0, 0, 0_u64);
        for read in board::boards(text) {
            n_read += 1;
            match read {
                Err(error) => {
                    let place = LineColumn { line: error.line, column: error.column };
                    shapes = shapes.rotate_left(1) ^ refused(text, &error, Some(place));
                }
                Ok(entry) => {
                    assert!(entry.line > last_line, "entries are in the order of the text");
                    last_line = entry.line;
                    let board = entry.board;
                    for printed in [board.to_line(), board.to_string()] {
                        assert_eq!(board::only_board(&printed).as_ref(), Ok(&board), "printed {printed:?}");
                    }
                    // Exactly one of a board and the board with two tiles exchanged is solvable.
                    let (rows, cols) = (board.rows(), board.cols());
                    let goal = Goal::NAMED[0].board(rows, cols).expect("a size that was parsed");
                    let mut tiles = board.tiles().to_vec();
                    let swap = [1, 2].map(|tile| tiles.iter().position(|&t| t == tile).expect("a tile"));
                    tiles.swap(swap[0], swap[1]);
                    let swapped = deepen_puzzle::Board::new(rows, cols, tiles).expect("the same tiles");
                    assert_ne!(solvable(&board, &goal), solvable(&swapped, &goal));
                    shapes = shapes.rotate_left(1) ^ accepted(rows * cols);
                }
            }
        }
        assert!(n_read > 0, "a text without boards is an error");
        shapes
    });
}

#[test]
fn shuffdle_boards() {
    let samples = include_str!("../../../../testdata/shuffdle_dev.txt").lines().skip(1).take(6);
    let more = ["LATCH\nVVXKD\nNGTSV\nPXLSF\nYIDSU\n_____\n", "crate TOMFD DDJFZ\nCPDTA BDRCB ....."];
    let words = ["LATCH", "_____", "VVXKD", "24", "_", "."];
    Target::new("shuffdle", &words).samples(samples.chain(more)).check_texts(|text| {
        let read = shuffdle::puzzles(text);
        assert!(!read.is_empty());
        let mut shapes = 0_u64;
        for read in read {
            shapes = shapes.rotate_left(1)
                ^ match read {
                    Err(error) => refused(text, &error, Some(error.place)),
                    Ok(entry) => {
                        let length = entry.known_length.map_or(String::new(), |length| format!("{length} "));
                        let printed = format!("{length}{} {}", entry.word, entry.board.to_line());
                        let again = shuffdle::Entry { line: 1, ..entry };
                        assert_eq!(shuffdle::puzzles(&printed), [Ok(again)], "printed {printed}");
                        accepted(0)
                    }
                };
        }
        shapes
    });
}

#[test]
fn square1_positions() {
    let samples = [
        "(1, 0) / (-3,0)/ 1,0/ (6,-1) /",
        "A1B2C3D45E6F7G8H-",
        "A2B3C1D45E6F7G8H/ (0, 2)/(-5, 4)/( 5, 2)/(-3, 0)/",
        "(1,0)/(3,3)\n(0,-1)/ # comment\n(−3,0) // comment",
        "( 0, 2)/(-5, 4)/( 5, 2)/(-3, 0)/( 0, 3)/(-5, 1)/(-1, 2)/(-3,-2)",
    ];
    let words = ["(1, 0)", "/", "(-3,0)", "(0,3)", "12,-11", "A1B2C3D45E6F7G8H-", "A", "8", "-", "//"];
    Target::new("square-1", &words).samples(samples).check_texts(|text| {
        let mut shapes = 0_u64;
        for read in square1::puzzles(text).into_iter().chain([square1::only_puzzle(text)]) {
            shapes = shapes.rotate_left(1)
                ^ match read {
                    Err(error) => refused(text, &error, Some(error.place)),
                    Ok(entry) => {
                        let printed = entry.state.to_string();
                        let again = square1::only_puzzle(&printed).map(|entry| entry.state);
                        assert_eq!(again, Ok(entry.state), "printed {printed}");
                        accepted(0)
                    }
                };
        }
        match square1::steps(text) {
            Err(error) => shapes ^ refused(text, &error, Some(error.place)).rotate_left(9),
            Ok(steps) => {
                let steps: Vec<Step> = steps.into_iter().map(|(step, _)| step).collect();
                let printed = Steps(&steps).to_string();
                let again =
                    square1::steps(&printed).map(|read| read.into_iter().map(|(step, _)| step).collect());
                assert_eq!(again, Ok(steps.clone()), "printed {printed}");
                shapes ^ accepted(steps.len()).rotate_left(9)
            }
        }
    });
}
