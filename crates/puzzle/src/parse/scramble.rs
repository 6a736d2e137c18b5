//! Positions of a defined puzzle, in the formats of twsearch and cubing.js.
//!
//! ```text
//! ScrambleAlg NAME                    moves on any number of lines, and End
//! Scramble NAME BLOCK                 pieces from 1, as in Solved of a definition
//! ScrambleState NAME BLOCK            the same from 0; also StartState NAME
//! CPOS DIGITS                         for every place piece * orientations + orientation, both from 0, in one digit of 0-9 A-Z
//!                                     a-z, or in two for orbits that one is not enough for
//! ```
//!
//! A text may have several of these, or instead a sequence of moves on each line, or a KPuzzle pattern in JSON, or an array of
//! them. A block that does not name an orbit leaves it solved. A scramble called `noname` has no name.

mod compact;

pub(crate) use self::compact::{DIGITS, n_digits};
use super::definition::{
    At, Block, DefinitionError, Fault, Numbering, Word, mask as check_mask, position as check_position,
    quoted,
};
use super::json::{self, Json};
use super::lines::{Line, Lines};
use super::place::chars;
use super::{Place, alg, kpuzzle};
use crate::alg::Alg;
use crate::definition::{Definition, Given, NoPosition, Pattern, Scramble};

/// What a line outside of blocks may begin with.
pub(crate) const KEYWORDS: [&str; 5] = ["ScrambleAlg", "Scramble", "ScrambleState", "StartState", "CPOS"];

/// What twsearch calls a position without a name.
pub(crate) const NO_NAME: &str = "noname";

/// All positions of a text, in order.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn read(text: &str, definition: &Definition) -> Result<Vec<Scramble>, DefinitionError> {
    match Form::of(text) {
        Form::Json => patterns(text, definition),
        Form::Blocks => Reader::new(text, definition).blocks(),
        Form::Moves => Reader::new(text, definition).each_line(),
    }
}

/// The only position of a text: like [`read`], but moves may go over several lines.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn one(text: &str, definition: &Definition) -> Result<Scramble, DefinitionError> {
    let scrambles = match Form::of(text) {
        Form::Moves => {
            let given = Given::Alg(Reader::new(text, definition).alg(1, usize::MAX)?);
            return Ok(Scramble { name: None, given });
        }
        Form::Json | Form::Blocks => read(text, definition)?,
    };
    let found = scrambles.len();
    let only = scrambles.into_iter().next().filter(|_| found == 1);
    only.ok_or(DefinitionError { place: Place { line: 1, column: 1 }, fault: Fault::NotOne { found } })
}

/// The position that a text is, whatever it is given by: moves, a block, digits or a pattern.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn position(text: &str, definition: &Definition) -> Result<Pattern, DefinitionError> {
    let scramble = one(text, definition)?;
    Ok(scramble.position(definition).expect("moves were made when they were read"))
}

/// A mask: a pattern that need not have the pieces of the puzzle, in JSON or as a block.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn mask(text: &str, definition: &Definition) -> Result<Pattern, DefinitionError> {
    let block = match Form::of(text) {
        Form::Json => kpuzzle::pattern(json::value(text)?, "the mask", names(definition))?,
        Form::Blocks | Form::Moves => mask_block(text)?,
    };
    check_mask(&block, definition)
}

/// The only block of a text.
fn mask_block(text: &str) -> Result<Block, DefinitionError> {
    let mut lines = Lines::new(text, &MASK_KEYWORDS);
    let end = "the end of the text";
    let Some(line) = lines.next() else {
        let (found, expected) = (end.to_string(), "a pattern in JSON, or Solved and a block".to_string());
        return Err(DefinitionError { place: lines.end, fault: Fault::Unexpected { found, expected } });
    };
    let keyword = line.first.clone();
    let is_known = MASK_KEYWORDS.contains(&keyword.value.as_str());
    if !is_known {
        return Err(lines.no_keyword(&keyword));
    }
    let [] = line.words([], "nothing after it on its line")?;
    let block = lines.block(numbering(&keyword), &keyword)?;
    match lines.next() {
        None => Ok(block),
        Some(Line { first, .. }) => {
            let (found, expected) = (quoted(&first.value), end.to_string());
            Err(first.fault(Fault::Unexpected { found, expected }))
        }
    }
}

/// What a mask that is no JSON may begin with.
const MASK_KEYWORDS: [&str; 2] = ["Solved", "StartState"];

/// How a text is to be read.
enum Form {
    Json,
    /// Lines that begin with a keyword, of which at least one is there.
    Blocks,
    Moves,
}

impl Form {
    fn of(text: &str) -> Form {
        let mut start = chars(text).map(|(c, _)| c).filter(|c| !c.is_whitespace());
        match (start.next(), start.next()) {
            // A bracket may begin a commutator, but no brace follows it there.
            (Some('{'), _) | (Some('['), Some('{')) => return Form::Json,
            _ => {}
        }
        let is_keyword = |line: Line| KEYWORDS.contains(&line.first.value.as_str());
        if Lines::new(text, &KEYWORDS).any(is_keyword) { Form::Blocks } else { Form::Moves }
    }
}

fn names(definition: &Definition) -> impl Iterator<Item = &str> {
    definition.orbits().iter().map(|orbit| orbit.name.as_str())
}

fn numbering(keyword: &Word) -> Numbering {
    match keyword.value.as_str() {
        "Scramble" | "Solved" => Numbering::FromOne,
        _ => Numbering::FromZero,
    }
}

/// The patterns of a JSON text.
fn patterns(text: &str, definition: &Definition) -> Result<Vec<Scramble>, DefinitionError> {
    let whole = json::value(text)?;
    let values = match whole.value {
        Json::Array(values) => values,
        _ => vec![whole],
    };
    let scramble = |value: At<Json>| {
        let block = kpuzzle::pattern(value, "the position", names(definition))?;
        Ok(Scramble { name: None, given: Given::Pattern(check_position(&block, definition)?) })
    };
    values.into_iter().map(scramble).collect()
}

/// A text of lines.
struct Reader<'a> {
    text: &'a str,
    /// As they stand in the text, without what ends them.
    raw: Vec<String>,
    definition: &'a Definition,
}

impl Reader<'_> {
    fn new<'a>(text: &'a str, definition: &'a Definition) -> Reader<'a> {
        let normal: String = chars(text).map(|(c, _)| c).collect();
        Reader { text, raw: normal.split('\n').map(ToString::to_string).collect(), definition }
    }

    /// A position for every keyword.
    fn blocks(&self) -> Result<Vec<Scramble>, DefinitionError> {
        let mut lines = Lines::new(self.text, &KEYWORDS);
        let mut scrambles = Vec::new();
        while let Some(line) = lines.next() {
            let keyword = line.first.clone();
            let is_known = KEYWORDS.contains(&keyword.value.as_str());
            if !is_known {
                return Err(lines.no_keyword(&keyword));
            }
            if keyword.value == "CPOS" {
                let [digits] = line.words(["digits"], "CPOS and the digits of a position")?;
                let given = Given::Pattern(compact::position(&digits, self.definition)?);
                scrambles.push(Scramble { name: None, given });
                continue;
            }
            let [name] = line.words(["name"], "a name, or noname")?;
            let given = match keyword.value.as_str() {
                "ScrambleAlg" => Given::Alg(self.moves(&mut lines, &keyword)?),
                _ => {
                    let block = lines.block(numbering(&keyword), &keyword)?;
                    Given::Pattern(check_position(&block, self.definition)?)
                }
            };
            scrambles.push(Scramble { name: Some(name.value).filter(|name| name != NO_NAME), given });
        }
        Ok(scrambles)
    }

    /// A sequence for every line that has more than a comment.
    fn each_line(&self) -> Result<Vec<Scramble>, DefinitionError> {
        let mut scrambles = Vec::new();
        for (i, raw) in self.raw.iter().enumerate() {
            let raw = raw.trim_start();
            if raw.is_empty() || raw.starts_with('#') || raw.starts_with("//") {
                continue;
            }
            let given = Given::Alg(self.alg(i + 1, i + 2)?);
            scrambles.push(Scramble { name: None, given });
        }
        Ok(scrambles)
    }

    /// The moves after a keyword.
    fn moves(&self, lines: &mut Lines, keyword: &Word) -> Result<Alg, DefinitionError> {
        let end = lines.end;
        let last = lines.find(|line| line.first.value == "End");
        let last = last.ok_or_else(|| {
            let (what, opened, expected) = (keyword.value.clone(), keyword.place, "moves or End".to_string());
            DefinitionError { place: end, fault: Fault::Unfinished { what, opened, expected } }
        })?;
        let at = last.first.place.line;
        let [] = last.words([], "nothing after it on its line")?;
        self.alg(keyword.place.line + 1, at)
    }

    /// The sequence from a line, counted from 1, to before another. It leads to a position.
    fn alg(&self, first: usize, after: usize) -> Result<Alg, DefinitionError> {
        let lines = &self.raw[first - 1..(after - 1).min(self.raw.len())];
        let is_family = |letters: &str| self.definition.is_family(letters);
        let placed = alg::placed(&lines.join("\n"), &is_family).map_err(|error| {
            let error = error.lines_later(first - 1);
            let (place, message) = (error.place(), error.to_string());
            // The message begins with the place, which is told by itself.
            let message = message.strip_prefix(&format!("{place}: ")).unwrap_or(&message).to_string();
            DefinitionError { place, fault: Fault::NoSequence { message } }
        })?;
        let fault = |error: NoPosition| {
            let place = error.index().and_then(|index| placed.places.get(index).copied());
            let place = place.unwrap_or(Place { line: 1, column: 1 });
            let place = Place { line: place.line + first - 1, ..place };
            DefinitionError { place, fault: error.into() }
        };
        self.definition.position_of(&placed.alg).map_err(fault)?;
        Ok(placed.alg)
    }
}
