//! Shuffdle: parsing, slides and spelled words.

use deepen_puzzle::parse::shuffdle::{Entry, puzzles};
use deepen_puzzle::shuffdle::{CELLS, Kind, Letter, Line, Lines, Shift, Shuffdle};
use proptest::prelude::*;

fn only(text: &str) -> Entry {
    match &puzzles(text)[..] {
        [Ok(entry)] => *entry,
        other => panic!("{text:?} is read as {other:?}"),
    }
}

fn check_error(text: &str, expected: &str) {
    match &puzzles(text)[..] {
        [Err(error)] => assert_eq!(error.to_string(), expected, "{text:?}"),
        other => panic!("{text:?} is read as {other:?}"),
    }
}

const LATCH: &str = "LATCH VVXKD NGTSV PXLSF YIDSU _____";

#[test]
fn one_puzzle_in_many_shapes() {
    let expected = only(LATCH);
    assert_eq!(expected.word.to_string(), "LATCH");
    assert_eq!(expected.board.to_line(), "VVXKD NGTSV PXLSF YIDSU _____");
    for text in [
        "LATCH VVXKDNGTSVPXLSFYIDSU_____",
        "latch vvxkd ngtsv pxlsf yidsu .....",
        "  LATCH\tV V X K D NGTSV PXLSF YIDSU _ _ _ _ _  # a comment",
        "\u{feff}LATCH VVXKD\r\nNGTSV\r\nPXLSF\r\nYIDSU\r\n_____\r\n",
        "# a comment\n\nLATCH\nVVXKD\nNGTSV\nPXLSF\nYIDSU\n_____",
    ] {
        let entry = only(text);
        assert_eq!((entry.word, entry.board, entry.known_length), (expected.word, expected.board, None));
    }
    assert_eq!(only(&format!("24 {LATCH}")).known_length, Some(24));
    assert_eq!(
        only(&format!("{}\n{}", "24 LATCH", expected.board)),
        Entry { known_length: Some(24), ..expected }
    );
}

#[test]
fn several_in_a_text() {
    let text = format!("# two\n24 {LATCH}\n\nCRATE\nTOMFD\nDDJFZ\nCPDTA\nBDRCB\n_____\n11 {LATCH}");
    let found: Vec<(usize, Option<u32>)> =
        puzzles(&text).into_iter().map(|e| e.map(|e| (e.line, e.known_length)).unwrap()).collect();
    assert_eq!(found, [(2, Some(24)), (4, None), (10, Some(11))]);
    // A faulty line does not invalidate the next one.
    let cut = format!("{}\n{LATCH}", &LATCH[..30]);
    let found = puzzles(&cut);
    assert_eq!(found.len(), 2);
    assert!(found[0].is_err() && found[1].is_ok());
}

#[test]
fn faults_have_places() {
    check_error("", "line 1, column 1: no puzzle found, expected a word of 5 letters and 25 cells");
    check_error("24", "line 1, column 3: found no word, expected one of 5 letters");
    check_error(
        "LATCHES VVXKDNGTSVPXLSFYIDSU_____",
        "line 1, column 1: the word LATCHES has 7 letters, expected 5",
    );
    check_error(
        "24 LAT VVXKDNGTSVPXLSFYIDSU_____",
        "line 1, column 4: the word LAT has 3 letters, expected 5",
    );
    check_error(
        "LA1CH VVXKDNGTSVPXLSFYIDSU_____",
        "line 1, column 3: '1' is no letter, expected a word of A to Z",
    );
    check_error(
        "LÄTCH VVXKDNGTSVPXLSFYIDSU_____",
        "line 1, column 2: 'Ä' is no letter, expected a word of A to Z",
    );
    check_error(
        "LATCH VVXKD NG?SV PXLSF YIDSU _____",
        "line 1, column 15: '?' is no letter, expected A to Z, or _ for a hole",
    );
    check_error(
        "LATCH VVXKDNGTSVPXLSFYIDSU____",
        "line 1, column 31: found 24 cells, expected 25 (5 rows of 5)",
    );
    check_error(
        "LATCH VVXKDNGTSVPXLSFYIDSU______",
        "line 1, column 32: found 26 cells, expected 25 (5 rows of 5)",
    );
    check_error("LATCH", "line 1, column 6: found 0 cells, expected 25 (5 rows of 5)");
    check_error(
        "LATCH\nVVXKD\nNGTSV\nPXLSF\n",
        "line 4, column 6: found 15 cells, expected 25 (5 rows of 5)",
    );
    check_error(
        "LATCH\nVVXKD\nNGTSV\nPXLSF\nYIDSU\n____A",
        "line 6, column 6: found 4 holes, expected 5 holes and 20 letters",
    );
    check_error(
        "LATCH VVXKDNGTSVPXLSFYID_U_____",
        "line 1, column 31: found 6 holes, expected 5 holes and 20 letters",
    );
}

#[test]
fn letters_change_as_they_slide() {
    let mut board = only("LATCH AZXKD NGTSV PX_SF YIDSU _ABC_ ".replace("_ABC_", "____A").as_str()).board;
    let mut slide = |text: &str| {
        let slid = board.slide(Shift::parse(text).unwrap());
        slid.map(|(before, after)| format!("{before}{after}")).unwrap_or_default()
    };
    assert_eq!(slide("c2v"), "TU");
    assert_eq!(slide("b2>"), "GH");
    assert_eq!(slide("b1v"), "ZA");
    assert_eq!(slide("a1>"), "AB");
    assert_eq!(slide("e5<"), "AZ");
    assert_eq!(slide("e4v"), "UV");
    // No hole there, no letter here, off the board.
    assert_eq!(
        [slide("a3^"), slide("a1>"), slide("d5<"), slide("e5>")],
        ["", "", "YZ".replace("YZ", "ZY").as_str(), ""]
    );
}

#[test]
fn words_are_spelled_along_lines() {
    let text = |board: &str| only(&format!("LATCH {board}"));
    let bottom = text("_____ ABCDE ABCDE ABCDE LATCH");
    assert!(
        bottom.board.spells(&bottom.word, Lines::Bottom) && bottom.board.spells(&bottom.word, Lines::Any)
    );
    let top = text("LATCH ABCDE ABCDE ABCDE _____");
    assert!(!top.board.spells(&top.word, Lines::Bottom) && top.board.spells(&top.word, Lines::Any));
    let column = text("_L___ _AAAA ATAAA ACAAA AHAAA");
    assert!(
        !column.board.spells(&column.word, Lines::Bottom) && column.board.spells(&column.word, Lines::Any)
    );
    let backwards = text("_____ ABCDE ABCDE ABCDE HCTAL");
    assert!(!backwards.board.spells(&backwards.word, Lines::Any));
    let names: Vec<String> = Line::ALL.iter().map(ToString::to_string).collect();
    assert_eq!((&names[0][..], &names[4][..], &names[9][..]), ("row 1", "the bottom row", "column 5"));
}

#[test]
fn candidates_are_tiles_of_one_kind() {
    let entry = only(LATCH);
    let bottom = Line::ALL[4];
    let counts: Vec<usize> = entry.board.candidates(&entry.word, bottom).iter().map(Vec::len).collect();
    assert_eq!(counts, [2, 3, 3, 3, 2]);
    assert_eq!(entry.board.missing(&entry.word, bottom), None);
    // In one cell all kinds differ by their letters: a board of one letter everywhere has at most nine kinds.
    let same = only("QQQQQ AAAAA AAAAA AAAAA AAAAA _____");
    let missing = same.board.missing(&same.word, bottom).unwrap();
    assert_eq!((missing.at, missing.letter.char(), missing.found, missing.needed), (0, 'Q', 0, 1));
}

fn boards() -> impl Strategy<Value = Shuffdle> {
    let letters = prop::collection::vec((0..26_u8).prop_map(|i| Letter::new(char::from(b'A' + i))), 20);
    letters
        .prop_flat_map(|letters| Just([letters, vec![None; 5]].concat()).prop_shuffle())
        .prop_map(|cells| Shuffdle::new(cells.try_into().unwrap()).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Printed boards parse to the same board.
    #[test]
    fn parse_after_print(board in boards()) {
        prop_assert_eq!(only(&format!("LATCH {}", board.to_line())).board, board);
        prop_assert_eq!(only(&format!("LATCH\n{board}")).board, board);
    }

    /// A tile keeps its kind, and a move is undone by the opposite move.
    #[test]
    fn slides_keep_kinds(board in boards(), index in 0..Shift::COUNT) {
        let kinds = |board: &Shuffdle| {
            let kind = |cell| board.letter(cell).map(|letter| Kind::of(letter, cell));
            let mut kinds: Vec<Option<Kind>> = (0..CELLS).map(kind).collect();
            kinds.sort();
            kinds
        };
        let shift = Shift::from_index(index);
        let mut after = board;
        if after.slide(shift).is_some() {
            prop_assert_eq!(kinds(&after), kinds(&board));
            let back = Shift { from: shift.to().unwrap(), way: shift.way.inverse() };
            prop_assert!(after.slide(back).is_some());
        }
        prop_assert_eq!(after, board);
    }
}
