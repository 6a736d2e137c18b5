//! Where puzzles come from: files, standard input, or the command line itself. What the text means is for
//! [`puzzle::parse`].

mod defined;
mod goal;
mod listed;
mod words;

use std::fmt;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use puzzle::definition::Pattern;
use puzzle::parse::board::{Entry, ParseError, boards};
use puzzle::parse::cube::{self, CubeError};
use puzzle::parse::shuffdle::{self, ShuffdleError};
use puzzle::parse::square1::{self, Square1Error};
use puzzle::shuffdle::{Shuffdle, Word};
use puzzle::{Board, Cube2, Cube3, Cube4, Definition, Face, Square1, Turn};
use solve::Family;

pub use self::defined::{algs, definition, mask, position_goals, scrambles};
pub use self::goal::{cube_goal, goal, is_solved, step_goal};
pub use self::words::joined;
use crate::exit::Exit;
use crate::failure::Failure;

/// A puzzle as it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Puzzle {
    /// Sliding tiles.
    Board(Board),
    /// A 2x2x2 cube.
    Cube2(Cube2),
    /// A 3x3x3 cube.
    Cube3(Cube3),
    /// A 4x4x4 cube.
    Cube4(Cube4),
    /// A word and a board of Shuffdle.
    Shuffdle(Word, Shuffdle),
    /// A position of Square-1.
    Square1(Square1),
    /// A position of a defined puzzle.
    Defined(Pattern),
}

/// What puzzles are read as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// As those of a kind that has a name.
    Named(Family),
    /// As positions of a defined one.
    Defined(Arc<Definition>),
}

/// A text and where it is from.
#[derive(Debug)]
pub struct Source {
    name: Name,
    text: String,
    /// True if moves on several lines are one puzzle.
    is_one: bool,
}

impl Source {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// What a text is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The file's name; None for text on the command line.
    pub file: Option<String>,
    /// What tells it from the others, if there are several.
    pub among: Option<String>,
}

/// A puzzle of the input, read or not.
#[derive(Debug)]
pub struct Item<'a> {
    /// Where it is from.
    pub source: &'a Name,
    /// The line it begins on.
    pub line: usize,
    /// The text it was read from, as far as it is known.
    pub text: Option<&'a str>,
    /// The column of what is wrong with it.
    pub column: Option<usize>,
    /// What the input calls it.
    pub name: Option<String>,
    /// The length that the input claims.
    pub known_length: Option<u32>,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Puzzle, Failure>,
}

/// What tells an item from the others: a file, a line, a name.
pub struct Label<'a>(&'a Item<'a>);

impl Item<'_> {
    /// What tells it from the others.
    pub fn label(&self) -> Label<'_> {
        Label(self)
    }
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Item { source, line, column, name, .. } = self.0;
        if let Some(among) = &source.among {
            write!(f, "{among}, ")?;
        }
        write!(f, "line {line}")?;
        match (column, name) {
            (Some(column), _) => write!(f, ", column {column}"),
            (None, Some(name)) => write!(f, " ({name})"),
            (None, None) => Ok(()),
        }
    }
}

impl Name {
    /// Of the argument `argument`, the `i`th of `n`.
    pub fn new(argument: &str, i: usize, n: usize) -> Name {
        let file = match argument {
            _ if texts_only() => None,
            "-" => Some("standard input".to_string()),
            _ => is_file(argument).then(|| argument.to_string()),
        };
        let among = (n > 1).then(|| file.clone().unwrap_or_else(|| format!("input {}", i + 1)));
        Name { file, among }
    }

    /// What errors call it.
    pub fn in_errors(&self) -> Option<&str> {
        self.file.as_deref().or(self.among.as_deref())
    }
}

/// The same texts with a puzzle on each line, as a batch has them.
pub fn by_lines(sources: Vec<Source>) -> Vec<Source> {
    sources.into_iter().map(|source| Source { is_one: false, ..source }).collect()
}

/// The texts of some INPUT arguments, in order. A text on the command line is one puzzle, whose moves may go over several lines
/// with comments; a file has one on each line.
///
/// # Errors
/// If one cannot be read.
pub fn sources(kind: &Kind, arguments: &[String]) -> Result<Vec<Source>, Failure> {
    let arguments = joined(kind, arguments);
    let n = arguments.len();
    let source = |(i, argument): (usize, &String)| {
        let mut name = Name::new(argument, i, n);
        if *kind == Kind::Named(Family::Square1) && self::words::is_slashes(argument) {
            name.file = None;
        }
        let text = text(argument, &name)?;
        let listed = listed::plain(kind, &text);
        // A list of several has a line for each.
        let is_one = name.file.is_none() && (listed == text || !listed.contains('\n'));
        Ok(Source { text: listed.into_owned(), name, is_one })
    };
    arguments.iter().enumerate().map(source).collect()
}

/// The name and the text of an argument that can only be a file, or - for standard input.
///
/// # Errors
/// If it cannot be read.
pub fn file_text(argument: &str) -> Result<(String, String), Failure> {
    if texts_only() {
        return Ok(("the text".to_string(), argument.to_string()));
    }
    let file = if argument == "-" { "standard input" } else { argument };
    let name = Name { file: Some(file.to_string()), among: None };
    Ok((file.to_string(), text(argument, &name)?))
}

/// All puzzles of some texts, in order. A faulty one is an item like the others.
pub fn items<'a>(kind: &Kind, sources: &'a [Source]) -> Vec<Item<'a>> {
    let read = |source: &'a Source| {
        let mut items = read_all(kind, source);
        give_texts(&mut items, &source.text);
        items
    };
    sources.iter().flat_map(read).collect()
}

/// Gives every item that has no text yet the lines from its own to the next item's, without comments at the end.
fn give_texts<'a>(items: &mut [Item<'a>], text: &'a str) {
    let starts: Vec<usize> =
        Some(0).into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let start = |line: usize| starts.get(line.max(1) - 1).copied().unwrap_or(text.len());
    let ends: Vec<usize> = items.iter().skip(1).map(|next| start(next.line)).chain([text.len()]).collect();
    for (item, end) in items.iter_mut().zip(ends) {
        let own = text.get(start(item.line)..end).unwrap_or_default();
        let kept = own.lines().rev().skip_while(|line| is_blank(line)).count();
        let len: usize = own.split_inclusive('\n').take(kept).map(str::len).sum();
        item.text = item.text.or(Some(own[..len].trim()).filter(|text| !text.is_empty()));
    }
}

/// The puzzles of one text.
fn read_all<'a>(kind: &Kind, source: &'a Source) -> Vec<Item<'a>> {
    match kind {
        Kind::Named(Family::Sliding) => sliding(source),
        Kind::Named(Family::Shuffdle) => letters(source),
        Kind::Named(Family::Square1) => slashes(source),
        Kind::Named(family) => cubes(*family, source),
        Kind::Defined(definition) => defined::positions(definition, source),
    }
}

/// Reads a cube.
///
/// # Errors
/// If the text is none.
///
/// # Panics
/// For anything else.
pub fn cube(family: Family, text: &str) -> Result<Puzzle, CubeError> {
    match family {
        Family::Cube2 => cube::cube2(text).map(Puzzle::Cube2),
        Family::Cube3 => cube::cube3(text).map(Puzzle::Cube3),
        Family::Cube4 => cube::cube4(text).map(Puzzle::Cube4),
        Family::Sliding | Family::Shuffdle | Family::Square1 | Family::Defined => {
            unreachable!("only cubes are read as such")
        }
    }
}

/// A cube by itself on a line of a text.
pub fn cube_on_line<'a>(family: Family, source: &'a Name, line: usize, text: &'a str) -> Item<'a> {
    if let Some(puzzle) = plain_moves(family, text) {
        let (text, puzzle) = (Some(text.trim()), Ok(puzzle));
        return Item { source, line, text, column: None, name: None, known_length: None, puzzle };
    }
    let read = cube(family, text);
    let column = read.as_ref().err().and_then(|error| error.place()).map(|place| place.column);
    let puzzle = read.map_err(|error| explain_cube(family, source, &error, Some(line)));
    Item { source, line, text: Some(text.trim()), column, name: None, known_length: None, puzzle }
}

/// Hands over the puzzles on a line of a text that has one on each line.
pub fn on_line(kind: &Kind, source: &Name, line: usize, text: &str, take: &mut impl FnMut(&Item<'_>)) {
    if let Kind::Named(family @ (Family::Cube2 | Family::Cube3 | Family::Cube4)) = kind {
        return take(&cube_on_line(*family, source, line, text));
    }
    let alone = Source { name: source.clone(), text: listed::plain(kind, text).into_owned(), is_one: false };
    for mut item in read_all(kind, &alone) {
        item.text = Some(text.trim());
        if let Err(failure) = &mut item.puzzle {
            // Read by itself it was the first line.
            failure.place =
                failure.place.take().map(|place| place.replacen("line 1", &format!("line {line}"), 1));
        }
        item.line = line;
        take(&item);
    }
}

/// True if a line is a puzzle by itself, whatever the lines around it. The tiles of a board may be one row of a larger one,
/// unless its rows are divided by slashes.
pub fn is_puzzle_line(kind: &Kind, line: &str) -> bool {
    let name = Name { file: None, among: None };
    let alone = Source { name, text: listed::plain(kind, line).into_owned(), is_one: false };
    let is_whole = *kind != Kind::Named(Family::Sliding) || line.contains('/');
    is_whole && matches!(&read_all(kind, &alone)[..], [only] if only.puzzle.is_ok())
}

/// A cube made by moves that are written as nearly all are, `R U2 F'`: what a batch reads most of, and so without the
/// ceremony that the whole notation needs. Whatever might be read in another way is left to that.
fn plain_moves(family: Family, text: &str) -> Option<Puzzle> {
    let n_facelets = match family {
        Family::Cube2 => 24,
        Family::Cube3 => 54,
        _ => return None,
    };
    let (mut cube2, mut cube3) = (Cube2::SOLVED, Cube3::SOLVED);
    let (mut n_symbols, mut n_turns) = (0, 0);
    for word in text.split_ascii_whitespace() {
        let (face, quarters) = match word.as_bytes() {
            [face] => (face, 1),
            [face, b'2'] => (face, 2),
            [face, b'\''] => (face, 3),
            _ => return None,
        };
        let face = Face::ALL.into_iter().find(|f| f.letter() == char::from(*face))?;
        let turn = Turn::new(face, quarters);
        match family {
            Family::Cube2 => cube2 = cube2.turned(turn),
            _ => cube3 = cube3.turned(turn),
        }
        n_symbols += word.len();
        n_turns += 1;
    }
    // Letters alone may be facelets, and so may as many symbols as a cube has.
    let is_plain =
        n_turns > 0 && n_symbols != n_facelets && (n_symbols > n_turns || 2 * n_turns < n_facelets);
    is_plain.then_some(if family == Family::Cube2 { Puzzle::Cube2(cube2) } else { Puzzle::Cube3(cube3) })
}

/// Whether a line holds a cube, rather than nothing or a comment.
pub fn is_blank(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

/// The boards of a text.
fn sliding(source: &Source) -> Vec<Item<'_>> {
    let item = |read: Result<Entry, ParseError>| match read {
        Ok(Entry { line, name, known_length, board }) => {
            let puzzle = Ok(Puzzle::Board(board));
            Item { source: &source.name, line, text: None, column: None, name, known_length, puzzle }
        }
        Err(error) => {
            let failure = Failure::parse(source.name.in_errors(), &error);
            Item {
                source: &source.name,
                line: error.line,
                text: None,
                column: Some(error.column),
                name: None,
                known_length: None,
                puzzle: Err(explain(failure, source)),
            }
        }
    };
    boards(&source.text).map(item).collect()
}

/// The words and boards of a text.
fn letters(source: &Source) -> Vec<Item<'_>> {
    let item = |read: Result<shuffdle::Entry, ShuffdleError>| match read {
        Ok(shuffdle::Entry { line, known_length, word, board }) => {
            let puzzle = Ok(Puzzle::Shuffdle(word, board));
            Item {
                source: &source.name,
                line,
                text: None,
                column: None,
                name: Some(word.to_string()),
                known_length,
                puzzle,
            }
        }
        Err(error) => {
            let failure = Failure::shuffdle(source.name.in_errors(), &error);
            let column = Some(error.place.column);
            let puzzle = Err(failure);
            Item {
                source: &source.name,
                line: error.line,
                text: None,
                column,
                name: None,
                known_length: None,
                puzzle,
            }
        }
    };
    shuffdle::puzzles(&source.text).into_iter().map(item).collect()
}

/// The positions of Square-1 of a text.
fn slashes(source: &Source) -> Vec<Item<'_>> {
    if source.is_one
        && let Ok(entry) = square1::only_puzzle(&source.text)
    {
        return vec![whole(source, entry.line, Ok(Puzzle::Square1(entry.state)))];
    }
    let item = |read: Result<square1::Entry, Square1Error>| {
        let (line, column) = match &read {
            Ok(entry) => (entry.line, None),
            Err(error) => (error.place.line, Some(error.place.column)),
        };
        let puzzle = read.map(|entry| Puzzle::Square1(entry.state));
        let puzzle = puzzle.map_err(|error| Failure::square1(source.name.in_errors(), &error));
        Item { source: &source.name, line, text: None, column, name: None, known_length: None, puzzle }
    };
    square1::puzzles(&source.text).into_iter().map(item).collect()
}

/// The cubes of a text: one, whose facelets or net may go over several lines, or one on each line.
fn cubes(family: Family, source: &Source) -> Vec<Item<'_>> {
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !is_blank(line)).map(|(i, line)| (i + 1, line)).collect();
    let each = || lines.iter().map(|&(n, line)| cube_on_line(family, &source.name, n, line)).collect();
    match &lines[..] {
        [] => {
            return vec![whole(source, 1, Err(nothing(source, "no cube found, expected moves or facelets")))];
        }
        [_] => return each(),
        _ => {}
    }
    let read = cube(family, text);
    if !(source.is_one && read.is_ok() || is_one(family, text, &read)) {
        let items: Vec<Item<'_>> = each();
        let is_sound = |item: &Item<'_>| item.puzzle.is_ok();
        // Of a text that is one puzzle with a fault the lines before it would be cubes, too.
        let are_cubes = match source.is_one {
            true => items.iter().all(is_sound),
            false => items.iter().any(is_sound),
        };
        if are_cubes {
            return items;
        }
    }
    vec![whole(source, lines[0].0, read.map_err(|error| explain_cube(family, &source.name, &error, None)))]
}

/// Whether a text of several lines is one cube, sound or not: if it has all facelets of one, or nearly so. Moves that go on
/// from line to line are not, because each line would be a cube as well.
fn is_one(family: Family, text: &str, read: &Result<Puzzle, CubeError>) -> bool {
    match read {
        Ok(_) if family == Family::Cube2 => cube::facelets2(text).is_ok(),
        Ok(_) if family == Family::Cube4 => cube::facelets4(text).is_ok(),
        Ok(_) => cube::facelets3(text).is_ok(),
        Err(CubeError::UnknownMove { .. }) => false,
        Err(CubeError::FaceletCount { found, expected, .. }) => 2 * found < 3 * expected,
        Err(_) => true,
    }
}

/// The only puzzle of a text.
fn whole(source: &Source, line: usize, puzzle: Result<Puzzle, Failure>) -> Item<'_> {
    Item { source: &source.name, line, text: None, column: None, name: None, known_length: None, puzzle }
}

fn nothing(source: &Source, message: &str) -> Failure {
    let failure = Failure::new(Exit::Invalid, message);
    match source.name.in_errors() {
        Some(name) => failure.at(name),
        None => failure,
    }
}

/// Text on the command line that is no board may have been meant as something else.
fn explain(failure: Failure, source: &Source) -> Failure {
    if source.name.file.is_none() && source.text.chars().any(char::is_alphabetic) {
        return failure.hint("INPUT is a file, - for standard input, or a board like \"8 2 0/4 6 1/3 7 5\"");
    }
    failure
}

/// A word on the command line that is no move may have been meant as something else.
fn explain_cube(family: Family, source: &Name, error: &CubeError, line: Option<usize>) -> Failure {
    let side = match family {
        Family::Cube2 => 2,
        Family::Cube4 => 4,
        _ => 3,
    };
    let failure = Failure::cube(source.in_errors(), error, line).marking(error.stickers(side));
    match error {
        CubeError::UnknownMove { .. } if source.file.is_none() => {
            failure.hint("INPUT is a file, - for standard input, moves like \"R U2 F'\", or facelets")
        }
        _ => failure,
    }
}

/// The text of an argument.
fn text(argument: &str, name: &Name) -> Result<String, Failure> {
    let Some(file) = &name.file else { return Ok(argument.to_string()) };
    let cannot_read = |error: std::io::Error| Failure::io("read", file, &error);
    if argument != "-" {
        return decoded(file, std::fs::read(argument).map_err(cannot_read)?);
    }
    if STDIN.get().is_none() {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(cannot_read)?;
        provide_stdin(decoded(file, bytes)?);
    }
    Ok(stdin_text().unwrap_or_default())
}

/// What came by standard input. It can be read once only, and of several processes by one.
static STDIN: OnceLock<String> = OnceLock::new();

/// Takes this for what comes by standard input, if that has not been read.
pub fn provide_stdin(text: String) {
    STDIN.get_or_init(|| text);
}

/// What came by standard input, if it has been read.
pub fn stdin_text() -> Option<String> {
    STDIN.get().cloned()
}

/// Whether arguments are never names of files.
static TEXTS_ONLY: AtomicBool = AtomicBool::new(false);

/// From now on arguments are the texts themselves: what comes over a network must not name files of this machine.
pub fn read_texts_only() {
    TEXTS_ONLY.store(true, Ordering::SeqCst);
}

fn texts_only() -> bool {
    TEXTS_ONLY.load(Ordering::SeqCst)
}

/// Whether an argument is the name of a file, or was meant as one.
fn is_file(argument: &str) -> bool {
    // A folder called R must not hide the move R.
    let exists = || std::fs::metadata(argument).is_ok_and(|found| !found.is_dir());
    !texts_only() && (exists() || looks_like_path(argument))
}

/// A text as UTF-8.
///
/// # Errors
/// If it is none.
pub fn decoded(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        Failure::new(Exit::Invalid, format!("byte {place} is not UTF-8, expected a text")).at(name)
    })
}

/// Whether a text that is no file was meant as one. Boards have slashes, too, so a slash alone says nothing: a path
/// has an extension, or a slash and a word.
fn looks_like_path(text: &str) -> bool {
    if text.contains(['\n', '\r']) {
        return false;
    }
    let has_extension = text.rsplit_once('.').is_some_and(|(stem, extension)| {
        stem.ends_with(|c: char| c.is_alphanumeric() || c == '_')
            && extension.starts_with(char::is_alphabetic)
            && extension.chars().all(char::is_alphanumeric)
    });
    let letters: Vec<bool> = text.chars().map(char::is_alphabetic).collect();
    let has_word = letters.windows(2).any(|pair| pair == [true, true]);
    has_extension || has_word && text.contains(['/', '\\']) && !text.contains([' ', ',', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for path in
            ["a.txt", "boards/easy", "./x.puzzle", "my boards/easy.txt", "8.txt", "dir\\board", "../15"]
        {
            assert_eq!(looks_like_path(path), path != "../15", "{path}");
        }
        for board in [
            "8 2 0/4 6 1/3 7 5",
            "8 2 x/4 6 1/3 7 5",
            "8,2,x/4,6,1/3,7,5",
            "8 2 ./4 6 1/3 7 5",
            "8 2 zero/4 6 1/3 7 5",
            "1 2/3 .",
            "word",
            "3\n1 2 a.b",
        ] {
            assert!(!looks_like_path(board), "{board}");
        }
    }

    /// Labels of all items.
    fn check_labels(family: Family, arguments: &[&str], expected: &[&str]) {
        let kind = Kind::Named(family);
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let sources = sources(&kind, &arguments).unwrap();
        let labels: Vec<String> =
            items(&kind, &sources).iter().map(|item| item.label().to_string()).collect();
        assert_eq!(labels, expected, "{arguments:?}");
    }

    #[test]
    fn labels_tell_items_apart() {
        check_labels(Family::Sliding, &["1 2/3 0"], &["line 1"]);
        check_labels(Family::Sliding, &["1 2/3 0\n3 2/1 0 # two"], &["line 1", "line 2 (two)"]);
        check_labels(Family::Sliding, &["1 2/3 0", "3 2/1 0"], &["input 1, line 1", "input 2, line 1"]);
        check_labels(Family::Sliding, &["1 2/3 a"], &["line 1, column 7"]);
        check_labels(
            Family::Sliding,
            &["1 2/3 0", "1 2/3 a"],
            &["input 1, line 1", "input 2, line 1, column 7"],
        );
    }

    /// One cube or several, and where.
    #[test]
    fn a_text_of_cubes() {
        let net = Cube3::SOLVED.net().to_string();
        let facelets = Cube3::SOLVED.to_facelets();
        let cut = format!("{}\n{}", &facelets[..20], &facelets[20..]);
        let short = format!("{}\n{}", &facelets[..20], &facelets[21..]);
        for (text, expected) in [
            ("R U F", &["line 1"][..]),
            ("R U // first\n\n# comment\nF2 L", &["line 1"]),
            (&net, &["line 1"]),
            (&format!("# a net\n\n{net}\n"), &["line 3"]),
            (&cut, &["line 1"]),
            (&short, &["line 1"]),
            ("R U\nR Q", &["line 1"]),
            (&format!("{facelets}\nR U\n{facelets}"), &["line 1", "line 2", "line 3"]),
            ("# nothing", &["line 1"]),
        ] {
            check_labels(Family::Cube3, &[text], expected);
        }
        let kind = Kind::Named(Family::Cube3);
        let sources = sources(&kind, &[cut, short]).unwrap();
        let items = items(&kind, &sources);
        assert_eq!(items[0].puzzle, Ok(Puzzle::Cube3(Cube3::SOLVED)));
        let failure = items[1].puzzle.as_ref().unwrap_err();
        assert_eq!(failure.to_string(), "input 2, line 2, column 34: found 53 facelets, expected 54");
    }

    /// The short cut reads nothing differently.
    #[test]
    fn plain_moves_are_moves() {
        for text in ["R", "R U2 F'", "  L  D2\tB' ", "U R F D L B U R F D L", "U2 U2 U2 U2"] {
            for family in [Family::Cube2, Family::Cube3] {
                assert_eq!(plain_moves(family, text), cube(family, text).ok(), "{text}");
                assert!(plain_moves(family, text).is_some(), "{text}");
            }
        }
        // As many of each letter as facelets would have.
        let facelets = "U U U U R R R R F F F F D D D D L L L L B B B B";
        for text in ["", "R U Rw", "RU", "R3", "r", "R U2 // x", "M", facelets] {
            assert_eq!(plain_moves(Family::Cube2, text), None, "{text}");
        }
        assert_eq!(cube(Family::Cube2, facelets), Ok(Puzzle::Cube2(Cube2::SOLVED)));
        // Six symbols, four of each: whoever counts symbols reads facelets.
        let moves = "R2 U2 F2 L2 R' U' F' L' R U F L R U F L";
        assert_eq!(plain_moves(Family::Cube2, moves), None);
    }
}
