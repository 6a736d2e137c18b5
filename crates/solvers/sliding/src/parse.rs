//! Parses boards and goals as users and other programs write them.

use puzzle::parse::board::{boards, only_board};
use puzzle::{Board, Goal};
use serde_json::Value;
use solver::{Error, Input, Text, input_text, task};

use crate::errors::parse_error;

/// A board of a text, or the error at its position.
pub(crate) struct ParsedBoard {
    pub line: usize,
    pub column: Option<usize>,
    pub name: Option<String>,
    pub known_length: Option<u32>,
    pub board: Result<Board, Error>,
}

/// Parses the boards of a text.
pub(crate) fn read(input: &Input<'_>) -> Vec<ParsedBoard> {
    let read = |read| match read {
        Ok(puzzle::parse::board::Entry { line, name, known_length, board }) => {
            ParsedBoard { line, column: None, name, known_length, board: Ok(board) }
        }
        Err(error) => {
            let reported = explain(parse_error(input.source.display_name(), &error), input);
            let column = Some(error.column);
            ParsedBoard { line: error.line, column, name: None, known_length: None, board: Err(reported) }
        }
    };
    boards(input.text).map(read).collect()
}

/// Adds a hint if text given as a board may have been meant as a file name.
fn explain(error: Error, input: &Input<'_>) -> Error {
    if input.source.file.is_none() && input.text.chars().any(char::is_alphabetic) {
        return error.hint("INPUT is a file, - for standard input, or a board like \"8 2 0/4 6 1/3 7 5\"");
    }
    error
}

/// Parses a goal: a name, or a board.
///
/// # Errors
/// If the text is neither.
pub(crate) fn goal(text: &Text) -> Result<Goal, Error> {
    let word = text.text.trim();
    if text.file.is_none() && task::is_solved(word) {
        return Ok(Goal::Last);
    }
    let named = Goal::NAMED.into_iter().find(|goal| goal.name().eq_ignore_ascii_case(word));
    if let Some(named) = named.filter(|_| text.file.is_none()) {
        return Ok(named);
    }
    let board = only_board(&text.text).map_err(|error| {
        parse_error(Some(text.file.as_deref().unwrap_or("the goal")), &error)
            .hint("a goal is solved, last, first, snail, a file or a board")
    })?;
    Ok(Goal::Custom(board))
}

/// Joins boards that a shell has split into arguments.
pub(crate) fn join_words(arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
    input_text::join_args(arguments, |argument| is_board_fragment(argument) && !is_file(argument))
}

/// True for `8`, `.` or `0/4`: too short for a board.
fn is_board_fragment(argument: &str) -> bool {
    let is_tile = |tile: &str| matches!(tile, "" | "." | "_" | "x" | "X") || tile.parse::<u32>().is_ok();
    !argument.is_empty() && argument.split('/').all(is_tile)
}

/// Converts JSON arrays to text: a board given by its tiles or by its rows, or several boards given by their rows, one
/// on each line.
pub(crate) fn list_text(value: &Value) -> Option<String> {
    let values = value.as_array()?;
    if let Some(tiles) = row(values) {
        return Some(tiles);
    }
    let arrays: Vec<&Vec<Value>> = values.iter().map(Value::as_array).collect::<Option<_>>()?;
    let rows: Option<Vec<String>> = arrays.iter().map(|values| row(values)).collect();
    match rows {
        Some(rows) => Some(rows.join("/")),
        None => {
            let boards: Option<Vec<String>> = values.iter().map(list_text).collect();
            boards.map(|boards| boards.join("\n"))
        }
    }
}

/// Returns tiles separated by spaces; null is the blank.
fn row(values: &[Value]) -> Option<String> {
    let tile = |value: &Value| match value {
        Value::Number(tile) => Some(tile.to_string()),
        Value::String(tile) => Some(tile.clone()),
        Value::Null => Some("0".to_string()),
        _ => None,
    };
    values.iter().map(tile).collect::<Option<Vec<_>>>().map(|tiles| tiles.join(" "))
}

#[cfg(test)]
mod tests {
    use solver::ErrorKind;

    use super::*;

    #[test]
    fn goals() {
        let goal = |text: &str| goal(&Text::given(text));
        assert_eq!(goal("snail"), Ok(Goal::Snail));
        assert_eq!(goal("First"), Ok(Goal::First));
        assert_eq!(goal("solved"), Ok(Goal::Last));
        assert_eq!(goal("0 1/3 2").map(|goal| goal.name().to_string()), Ok("custom".to_string()));
        let error = goal("frist").expect_err("no goal");
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert_eq!(
            error.to_string(),
            "the goal, line 1, column 1: found \"frist\", expected a number, or 0 . _ x for the blank"
        );
        let file = super::goal(&Text::of_file("goal.txt", "1 2/3 a")).expect_err("no board");
        assert_eq!(file.place.as_deref(), Some("goal.txt, line 1, column 7"));
    }

    fn check_joined(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        assert_eq!(join_words(&arguments, &|word| word.ends_with(".txt")), expected);
    }

    #[test]
    fn words_become_boards() {
        check_joined(&["8", "2", "0/4", "6", "1/3", "7", "5"], &["8 2 0/4 6 1/3 7 5"]);
        check_joined(&["1 2/3 0", "3 2/1 0"], &["1 2/3 0", "3 2/1 0"]);
        check_joined(&["1,2/3,0", "3,2/1,0"], &["1,2/3,0", "3,2/1,0"]);
        check_joined(&["1", "2/3", "0", "-", "1", "2/3", "0"], &["1 2/3 0", "-", "1 2/3 0"]);
        check_joined(&["a.txt", "1", "2/3", "."], &["a.txt", "1 2/3 ."]);
    }

    fn check_list(text: &str, expected: &str) {
        assert_eq!(input_text::json_to_text(text, &list_text), expected, "{text}");
    }

    #[test]
    fn lists_of_tiles() {
        check_list("[[8,2,0],[4,6,1],[3,7,5]]", "8 2 0/4 6 1/3 7 5");
        check_list("[[8, 2, null],\n [4, 6, 1],\n [3, 7, 5]]\n", "8 2 0/4 6 1/3 7 5");
        check_list("[1,2,3,0]", "1 2 3 0");
        check_list("[[[1,2],[3,0]],[[3,1],[2,0]]]", "1 2/3 0\n3 1/2 0");
        check_list("[8,2", "[8,2");
    }
}
