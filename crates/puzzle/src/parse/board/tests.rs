//! Whole texts: forms, mixtures, names, errors and recovery.

use super::*;

/// Parses `text`; `expected` has one line per puzzle: its line, known length, board and name, or its error.
fn check(text: &str, expected: &[&str]) {
    let show = |read: Result<Entry, ParseError>| match read {
        Ok(Entry { line, name, known_length, board }) => {
            let length = known_length.map_or(String::new(), |length| format!("{length}: "));
            let name = name.map_or(String::new(), |name| format!(" # {name}"));
            format!("{line}: {length}{}{name}", board.to_line())
        }
        Err(error) => error.to_string(),
    };
    let found: Vec<String> = boards(text).map(show).collect();
    assert_eq!(found, expected, "{text:?}");
}

/// A 3x3 board in rows and the same on one line.
const ROWS: &str = "8 2 0\n4 6 1\n3 7 5\n";
const LINE: &str = "8 2 0/4 6 1/3 7 5";

#[test]
fn size_lines() {
    check(&format!("3\n{ROWS}"), &[&format!("1: {LINE}")]);
    check(&format!("3 3\n{ROWS}"), &[&format!("1: {LINE}")]);
    check(&format!("3x3\n{ROWS}"), &[&format!("1: {LINE}")]);
    check(&format!("\n\n3\n\n{ROWS}\n\n"), &[&format!("3: {LINE}")]);
    check("3\n8 2 0 4 6 1 3 7 5", &[&format!("1: {LINE}")]);
    check("3\n8\n2\n0\n4\n6\n1\n3\n7\n5", &[&format!("1: {LINE}")]);
    check("3\n8 2 0 4\n\n6 # comment\n# comment\n1 3 7\n\n5", &[&format!("1: {LINE}")]);
    check("2 3\n1 2 3\n4 5 x", &["1: 1 2 3/4 5 0"]);
    check("3 2\n1 2\n3 4\n5 _", &["1: 1 2/3 4/5 0"]);
    check("3 2\n1 2 3\n4 5 .", &["1: 1 2/3 4/5 0"]);
    check("2x2\n3\n2\n1\n0", &["1: 3 2/1 0"]);
}

#[test]
fn batches_of_sized_puzzles() {
    let two = [format!("1: {LINE}"), format!("6: {LINE}")];
    let two: Vec<&str> = two.iter().map(String::as_str).collect();
    check(&format!("3\n{ROWS}\n3\n{ROWS}"), &two);
    check(&format!("3\n{ROWS}#\n3\n{ROWS}#\n"), &two);
    check(&format!("3\r\n8 2 0\r\n4 6 1\r\n3 7 5\r\n#\r\n3\r\n{ROWS}"), &two);
    check("2\n1 2\n3 0\n2\n3 2\n1 0\n2 3\n1 2 3\n4 5 0", &["1: 1 2/3 0", "4: 3 2/1 0", "7: 1 2 3/4 5 0"]);
}

#[test]
fn boards_on_one_line() {
    check("8 2 0/4 6 1/3 7 5\n1 2/3 4/5 0", &[&format!("1: {LINE}"), "2: 1 2/3 4/5 0"]);
    check("1 2 3 0\n6 3 1 2 0\n1,2,0,3", &["1: 1 2/3 0", "2: 6: 3 1/2 0", "3: 1 2/0 3"]);
    check("8 2 0 4 6 1 3 7 5\n8 2 0 4 6 1 3 7 5", &[&format!("1: {LINE}"), &format!("2: {LINE}")]);
    check("57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", &["1: 57: 14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"]);
}

#[test]
fn grids_without_a_size_line() {
    check(ROWS, &[&format!("1: {LINE}")]);
    check(
        "1 2 3\n4 5 .\n\n1 2 3\n4 . 5\n# end\n. 1\n2 3",
        &["1: 1 2 3/4 5 0", "4: 1 2 3/4 0 5", "7: 0 1/2 3 # end"],
    );
    check("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15", &["1: 0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"]);
    check("0 1 2 3\n4 5 6 7", &["1: 0 1 2 3/4 5 6 7"]);
    check("9 0 1 2 3\n4 5 6 7 8", &["1: 9 0 1 2 3/4 5 6 7 8"]);
    check("1 2\n3 0", &["1: 1 2/3 0"]);
    check("0 1\n3 2\n4 5", &["1: 0 1/3 2/4 5"]);
    check("3 2\n1 0", &["1: 3 2/1 0"]);
    check("3 2\n1 0\n\n2 3\n1 0", &["1: 3 2/1 0", "4: 2 3/1 0"]);
    check("5 4\n3 2\n1 0", &["1: 5 4/3 2/1 0"]);
    // The four lines after the first would be tiles of a 4x2 board as well, the second size line among them.
    check("4 2\n. 6\n5 3\n1 7\n\n4 2\n6 5\n3 4\n2 1\n7 .", &["1: 4 2/0 6/5 3/1 7", "6: 6 5/3 4/2 1/7 0"]);
    // A size line with a gap among its tiles, as long as the lines before the gap are not a grid.
    check("3 2\n1 5\n\n2 3\n4 0", &["1: 1 5/2 3/4 0"]);
}

#[test]
fn forms_can_be_mixed() {
    check(
        &format!("{LINE}\n3\n{ROWS}\n{ROWS}\n3 1 2 0\n2x2\n3 1\n2 0\n6 3 1 2 0\n{LINE}"),
        &[
            &format!("1: {LINE}"),
            &format!("2: {LINE}"),
            &format!("7: {LINE}"),
            "11: 3 1/2 0",
            "12: 3 1/2 0",
            "15: 6: 3 1/2 0",
            &format!("16: {LINE}"),
        ],
    );
}

#[test]
fn marks_and_line_ends() {
    check("\u{feff}2\r\n1\t2\r\n3\t0\r\n", &["1: 1 2/3 0"]);
    check("2\r1 2\r3 0", &["1: 1 2/3 0"]);
    check("\u{a0}1 2/3 0\u{a0}# naïve", &["1: 1 2/3 0 # naïve"]);
}

#[test]
fn names() {
    check("3 # easy\n8 2 0 # not this\n4 6 1\n3 7 5", &[&format!("1: {LINE} # easy")]);
    check(&format!("# above\n3\n{ROWS}"), &[&format!("2: {LINE} # above")]);
    check(&format!("# above\n3 # here\n{ROWS}"), &[&format!("2: {LINE} # here")]);
    check(&format!("# file\n# above\n{ROWS}"), &[&format!("3: {LINE} # above")]);
    check(&format!("# far\n\n3\n{ROWS}"), &[&format!("3: {LINE}")]);
    check(&format!("#-----\n3 #\n# inside\n{ROWS}"), &[&format!("2: {LINE}")]);
    check("# heading\n3 1 2 0\n1 2 3 0 # two", &["2: 3 1/2 0", "3: 1 2/3 0 # two"]);
    check("# one\n3 1/2 0\n# two\n1 2/3 0", &["2: 3 1/2 0 # one", "4: 1 2/3 0 # two"]);
}

#[test]
fn empty_texts() {
    let error = "line 1, column 1: no puzzle found, expected a size line or a board";
    for text in ["", "\n\n", " \t\r\n", "# only\n# comments", "\u{feff}", ",,,"] {
        check(text, &[error]);
    }
}

#[test]
fn too_few() {
    check(
        "3\n8 2 0\n4 6 1\n3 7",
        &["line 4, column 4: the puzzle of line 1 ends here with 8 of the expected 9 tiles"],
    );
    check(
        "3\n8 2 0\n# end \n\n",
        &["line 2, column 6: the puzzle of line 1 ends here with 3 of the expected 9 tiles"],
    );
    check(
        &format!("3\n8 2 0\n4 6 1\n3 7\n\n3\n{ROWS}"),
        &[
            "line 6, column 1: the puzzle of line 1 ends here with 8 of the expected 9 tiles",
            &format!("6: {LINE}"),
        ],
    );
    check(
        &format!("3\n8 2 0\n4 6 1\n3 7\n3\n{ROWS}"),
        &[
            "line 5, column 1: the puzzle of line 1 ends here with 8 of the expected 9 tiles",
            &format!("5: {LINE}"),
        ],
    );
    check(
        &format!("3\n8 2 0\n4 6\n# b\n 3 3 # b\n{ROWS}"),
        &[
            "line 5, column 2: the puzzle of line 1 ends here with 5 of the expected 9 tiles",
            &format!("5: {LINE} # b"),
        ],
    );
    check(
        &format!("3\n8 2 0\n4 6\n3x3\n{ROWS}\n3\n8 2\n{LINE}"),
        &[
            "line 4, column 1: the puzzle of line 1 ends here with 5 of the expected 9 tiles",
            &format!("4: {LINE}"),
            "line 11, column 1: the puzzle of line 9 ends here with 2 of the expected 9 tiles",
            &format!("11: {LINE}"),
        ],
    );
    // The grid after the gap would fit, but the tiles below a size line belong to it.
    check(
        &format!("4\n# rows\n{ROWS}"),
        &["line 5, column 6: the puzzle of line 1 ends here with 9 of the expected 16 tiles"],
    );
    check(
        &format!("3\n8 2 0\n\n{ROWS}"),
        &[
            "line 4, column 1: the puzzle of line 1 ends here with 3 of the expected 9 tiles",
            &format!("4: {LINE}"),
        ],
    );
}

#[test]
fn size_lines_alone() {
    check("3", &["line 1, column 1: no tiles follow the size line 3x3, expected 9"]);
    check("\n 3 4 \n# nothing\n", &["line 2, column 2: no tiles follow the size line 3x4, expected 12"]);
    check("999x999", &["line 1, column 1: no tiles follow the size line 999x999, expected 998001"]);
    check(
        &format!("4\n\n3\n{ROWS}"),
        &["line 1, column 1: no tiles follow the size line 4x4, expected 16", &format!("3: {LINE}")],
    );
    check(
        &format!("3\n{LINE}"),
        &["line 1, column 1: no tiles follow the size line 3x3, expected 9", &format!("2: {LINE}")],
    );
}

#[test]
fn too_many() {
    let error = |place: &str, text: &str| {
        format!("{place}: found {text:?} after the last tile, expected only 9 tiles for the puzzle of line 1")
    };
    check("3\n8 2 0\n4 6 1\n3 7 5 9 10", &[&error("line 4, column 7", "9")]);
    check(&format!("3\n{ROWS}1 2 3"), &[&error("line 5, column 1", "1")]);
    check(&format!("3\n{ROWS}9"), &[&error("line 5, column 1", "9")]);
    check(&format!("3\n{ROWS}1"), &[&error("line 5, column 1", "1")]);
    check(&format!("3\n{ROWS} x\n"), &[&error("line 5, column 2", "x")]);
    check(
        &format!("3\n8 2 0\n4 6 1\n3 7 5 5\n\n3\n{ROWS}"),
        &[&error("line 4, column 7", "5"), &format!("6: {LINE}")],
    );
    check(
        "4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n1 2 3 4",
        &[
            "line 6, column 1: found \"1\" after the last tile, expected only 16 tiles for the puzzle of line 1",
        ],
    );
    check(
        "3 2\n0 1\n2 3\n4 5\n6 7",
        &[
            "line 5, column 1: found \"6\" after the last tile, expected only 6 tiles for the puzzle of line 1",
        ],
    );
}

#[test]
fn wrong_tiles() {
    let missing = "expected tile 3, which is missing";
    check(
        "3\n8 2 0\n4 6 1\n4 7 5",
        &[&format!("line 4, column 1: tile 4 is repeated, first at line 3, column 1, {missing}")],
    );
    check(
        "8 2 0\n4 6 1\n4 7 5",
        &[&format!("line 3, column 1: tile 4 is repeated, first at line 2, column 1, {missing}")],
    );
    check("3\n8 2 0\n4 9 1\n3 7 5", &["line 3, column 3: tile 9 is out of range, expected 0 to 8"]);
    check("3\n8 2 0\n4 -6 1\n3 7 5", &["line 3, column 3: tile -6 is out of range, expected 0 to 8"]);
    check(
        "3\n8 2 0\n4 123456789012345678901234567890 1\n3 7 5",
        &["line 3, column 3: tile 12345678901234567890… is out of range, expected 0 to 8"],
    );
    check(
        "3\n8 2 0\n4 sechs 1\n3 7 5",
        &["line 3, column 3: found \"sechs\", expected a number, or 0 . _ x for the blank"],
    );
    check(
        "3\n8 2 0\n4 é 6z",
        &["line 3, column 3: found \"é\", expected a number, or 0 . _ x for the blank"],
    );
    let no_blank = "on a board without a blank, expected 0 . _ or x in one of its cells";
    check("3\n8 2 9\n4 6 1\n3 7 5", &[&format!("line 2, column 5: found tile 9 {no_blank}")]);
    check("1 2 3\n4 5 6", &[&format!("line 2, column 5: found tile 6 {no_blank}")]);
    check(
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16",
        &[&format!("line 4, column 10: found tile 16 {no_blank}")],
    );
}

#[test]
fn impossible_sizes() {
    let error = |place: &str, size: &str| {
        format!("{place}: size {size:?} is not possible, expected 2 to 999 rows and columns")
    };
    check("1\n0", &[&error("line 1, column 1", "1")]);
    check("0", &[&error("line 1, column 1", "0")]);
    check("1000\n1 2 3", &[&error("line 1, column 1", "1000")]);
    check("1x5\n1 2 3 4 0", &[&error("line 1, column 1", "1x5")]);
    check("3 1000\n1 2 3", &[&error("line 1, column 1", "3 1000")]);
    check("99999999999999999999\n0", &[&error("line 1, column 1", "99999999999999999999")]);
    check(
        &format!("# a\n1\n0\n# b\n3\n{ROWS}"),
        &[&error("line 2, column 1", "1"), &format!("5: {LINE} # b")],
    );
    check(".\n1\n2\n3", &[&error("line 1, column 1", "4x1")]);
}

#[test]
fn uneven_grids() {
    check("8 2 0\n4 6 1 3\n7 5", &["line 2, column 1: the length of row 2 is 4, expected 3 like row 1"]);
    check("8 2 0\n4 6 1\n 3 7\n5", &["line 3, column 2: the length of row 3 is 2, expected 3 like row 1"]);
    check("8 2 0\n4 6 1\n3", &["line 3, column 1: the length of row 3 is 1, expected 3 like row 1"]);
    check(
        "1 2\n3 3",
        &[
            "line 2, column 3: tile 3 is repeated, first at line 2, column 1, expected the blank (0), which is missing",
        ],
    );
}

#[test]
fn one_bad_line_in_a_list() {
    check(
        "3 1 2 0\n3 1 2\n3 1 2 2\n3 1 0 4\n3 1 two 0\n6 3 1 2 0",
        &[
            "1: 3 1/2 0",
            "line 2, column 1: the value count 3 fits no board on one line, expected 4, 9, 16, 25, … tiles, or one value more with a \
             known length first",
            "line 3, column 7: tile 2 is repeated, first at line 3, column 5, expected the blank (0), which is missing",
            "line 4, column 7: tile 4 is out of range, expected 0 to 3",
            "line 5, column 5: found \"two\", expected a number, or 0 . _ x for the blank",
            "6: 6: 3 1/2 0",
        ],
    );
    check(
        "8 2 0 4 6 1 3 7 7\n8 2 0 4 6 1 3 7 5",
        &[
            "line 1, column 17: tile 7 is repeated, first at line 1, column 15, expected tile 5, which is missing",
            &format!("2: {LINE}"),
        ],
    );
    check(
        "8 2 0/4 6 1/3 7\n8 2 0/4 6 1/3 7 5",
        &["line 1, column 13: the length of row 3 is 2, expected 3 like row 1", &format!("2: {LINE}")],
    );
}

#[test]
fn parsing_continues_after_an_error() {
    let repeated =
        "line 4, column 5: tile 7 is repeated, first at line 4, column 3, expected tile 5, which is missing";
    for gap in ["", "\n", "#\n"] {
        let next = if gap.is_empty() { 5 } else { 6 };
        check(&format!("3\n8 2 0\n4 6 1\n3 7 7\n{gap}3\n{ROWS}"), &[repeated, &format!("{next}: {LINE}")]);
    }
    // The rest of an invalid puzzle is not parsed as another one.
    check(
        "3\n8 2 0\n\n4 6 6\n\n3 7 5\n\n3 1 2 0",
        &[
            "line 4, column 5: tile 6 is repeated, first at line 4, column 3, expected tile 1, which is missing",
            "8: 3 1/2 0",
        ],
    );
    check(
        &format!("8 2 0\n4 6 1\n3 7 7\n\n{ROWS}"),
        &[
            "line 3, column 5: tile 7 is repeated, first at line 3, column 3, expected tile 5, which is missing",
            &format!("5: {LINE}"),
        ],
    );
    let title = "line 1, column 1: found \"Easy\", expected a number, or 0 . _ x for the blank";
    check(&format!("Easy one\n3\n{ROWS}"), &[title, &format!("2: {LINE}")]);
    check(&format!("Easy one\n{ROWS}"), &[title, &format!("2: {LINE}")]);
    check(&format!("Easy one\n{LINE}"), &[title, &format!("2: {LINE}")]);
    check("3 three\n", &["line 1, column 3: found \"three\", expected a number, or 0 . _ x for the blank"]);
}

#[test]
fn a_large_size_line_allocates_nothing() {
    let text = "999x999\n998000 1 2\n".repeat(20_000);
    let mut n_errors = 0;
    for (idx, read) in boards(&text).enumerate() {
        let error = read.unwrap_err();
        let (line, column) = if idx == 19_999 { (40_000, 11) } else { (2 * idx + 3, 1) };
        assert_eq!((error.line, error.column), (line, column));
        let kind = ParseErrorKind::TooFew { start: 2 * idx + 1, found: 3, expected: 998_001 };
        assert_eq!(error.kind, kind);
        n_errors += 1;
    }
    assert_eq!(n_errors, 20_000);
}

#[test]
fn signs_of_the_next_puzzle() {
    // A grid ends where a line can only be the next puzzle.
    check(&format!("{ROWS}{LINE}\n"), &[&format!("1: {LINE}"), &format!("4: {LINE}")]);
    check(&format!("{ROWS}3\n{ROWS}"), &[&format!("1: {LINE}"), &format!("4: {LINE}")]);
    // Rows of three are not a list of boards, even with small numbers.
    check(
        "1 2 0\n2 1 0\n1 0 2",
        &[
            "line 2, column 1: tile 2 is repeated, first at line 1, column 3, expected tile 3, which is missing",
        ],
    );
    // All tiles are valid up to the end of the text, and yet there are two puzzles.
    check(
        "4\n15 14\n\n3\n8 2",
        &[
            "line 4, column 1: the puzzle of line 1 ends here with 2 of the expected 16 tiles",
            "line 5, column 4: the puzzle of line 4 ends here with 2 of the expected 9 tiles",
        ],
    );
    let repeated =
        "line 3, column 5: tile 6 is repeated, first at line 3, column 3, expected tile 1, which is missing";
    check(
        &format!("3\n8 2 0\n4 6 6\n3 7 5\n\n1\n0\n\n3\n{ROWS}"),
        &[
            repeated,
            "line 6, column 1: size \"1\" is not possible, expected 2 to 999 rows and columns",
            &format!("9: {LINE}"),
        ],
    );
    check(
        &format!("3\n{ROWS}1\n\n3\n{ROWS}"),
        &[
            "line 5, column 1: found \"1\" after the last tile, expected only 9 tiles for the puzzle of line 1",
            &format!("7: {LINE}"),
        ],
    );
    check(
        &format!("3\n{ROWS}Next\n3\n{ROWS}"),
        &[
            &format!("1: {LINE}"),
            "line 5, column 1: found \"Next\", expected a number, or 0 . _ x for the blank",
            &format!("6: {LINE}"),
        ],
    );
    check("/1 2/3 0", &["line 1, column 1: row 1 is empty, expected tiles on both sides of each slash"]);
}

/// `expected` is the board or the error.
fn check_only(text: &str, expected: &str) {
    let found = only_board(text).map_or_else(|error| error.to_string(), |board| board.to_line());
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn the_only_board() {
    check_only("# goal\n1 2 3\n8 . 4\n7 6 5\n", "1 2 3/8 0 4/7 6 5");
    check_only(LINE, LINE);
    check_only("", "line 1, column 1: no puzzle found, expected a size line or a board");
    check_only("1 2 3 0\n 3 1/2 0", "line 2, column 2: another board begins here, expected only one");
    check_only("1 2 3 0\n3 1/2", "line 2, column 5: the length of row 2 is 1, expected 2 like row 1");
    check_only("1 2 3", {
        "line 1, column 1: the value count 3 fits no board on one line, expected 4, 9, 16, 25, … tiles, or one value more with a known \
         length first"
    });
}
