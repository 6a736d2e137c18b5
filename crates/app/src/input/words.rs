//! Puzzles that nobody quoted: the shell has cut them into words.

use std::path::Path;

use puzzle::shuffdle::{CELLS, SIDE};
use solve::Family;

use super::{Kind, is_file};

/// Puts a puzzle together again that the shell has cut into words because nobody quoted it.
pub fn joined(kind: &Kind, arguments: &[String]) -> Vec<String> {
    if *kind == Kind::Named(Family::Shuffdle) {
        return joined_letters(arguments);
    }
    let mut joined: Vec<String> = Vec::new();
    let mut open = false;
    for argument in arguments {
        let is_word = match kind {
            Kind::Named(Family::Sliding) => is_word_of_a_board(argument),
            Kind::Named(Family::Square1) => is_word_of_slashes(argument),
            Kind::Named(_) => is_word_of_moves(argument),
            // Their moves may have names of any length.
            Kind::Defined(_) => {
                argument != "-" && !argument.contains(char::is_whitespace) && !is_file(argument)
            }
        };
        match joined.last_mut() {
            Some(last) if open && is_word => *last = format!("{last} {argument}"),
            _ => joined.push(argument.clone()),
        }
        open = is_word;
    }
    joined
}

/// A word and the board behind it, however many arguments they are in: until there are as many letters and holes as both
/// have together.
fn joined_letters(arguments: &[String]) -> Vec<String> {
    let is_text = |argument: &str| argument != "-" && !is_file(argument);
    let n_symbols = |text: &str| text.chars().filter(|c| c.is_alphabetic() || *c == '_').count();
    let mut joined: Vec<String> = Vec::new();
    for argument in arguments {
        match joined.last_mut() {
            Some(last) if is_text(last) && is_text(argument) && n_symbols(last) < SIDE + CELLS => {
                *last = format!("{last} {argument}");
            }
            _ => joined.push(argument.clone()),
        }
    }
    joined
}

/// `8`, `.` or `0/4`: too little for a board and not a file.
fn is_word_of_a_board(argument: &str) -> bool {
    let is_tile = |tile: &str| matches!(tile, "" | "." | "_" | "x" | "X") || tile.parse::<u32>().is_ok();
    !argument.is_empty() && argument.split('/').all(is_tile) && !Path::new(argument).is_file()
}

/// `(1,0)`, `/` or a few of them: no file, even if there is one called `/`.
fn is_word_of_slashes(argument: &str) -> bool {
    is_slashes(argument) && !argument.contains(char::is_whitespace)
}

/// Whether a text can only be moves of Square-1.
pub fn is_slashes(argument: &str) -> bool {
    let is_move =
        |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '(' | ')' | ',' | '-' | '/');
    argument != "-" && !argument.is_empty() && argument.chars().all(is_move)
}

/// `R`, `U2` or `Rw'`: a move by itself and not a file.
fn is_word_of_moves(argument: &str) -> bool {
    let is_move = argument.len() <= 4 && argument.starts_with(char::is_alphanumeric);
    is_move && !argument.contains([' ', '.', '/']) && !Path::new(argument).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_joined(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        assert_eq!(joined(&Kind::Named(Family::Sliding), &arguments), expected);
    }

    #[test]
    fn words_become_boards() {
        check_joined(&["8", "2", "0/4", "6", "1/3", "7", "5"], &["8 2 0/4 6 1/3 7 5"]);
        check_joined(&["1 2/3 0", "3 2/1 0"], &["1 2/3 0", "3 2/1 0"]);
        check_joined(&["1,2/3,0", "3,2/1,0"], &["1,2/3,0", "3,2/1,0"]);
        check_joined(&["1", "2/3", "0", "-", "1", "2/3", "0"], &["1 2/3 0", "-", "1 2/3 0"]);
        check_joined(&["a.txt", "1", "2/3", "."], &["a.txt", "1 2/3 ."]);
    }

    #[test]
    fn words_become_scrambles() {
        let arguments = ["R", "U2", "Rw'", "R U F", "x.txt", "L"].map(ToString::to_string);
        assert_eq!(joined(&Kind::Named(Family::Cube3), &arguments), ["R U2 Rw'", "R U F", "x.txt", "L"]);
    }
}
