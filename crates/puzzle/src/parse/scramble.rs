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
use super::chars::chars;
use super::definition::{
    Block, DefinitionError, Fault, Numbering, Token, quoted, validate_mask, validate_position,
};
use super::json::{self, Json};
use super::tws_lexer::{Line, Lines};
use super::{LineColumn, kpuzzle, sequence};
use crate::alg::Alg;
use crate::definition::{Definition, Given, Pattern, Scramble};

/// What a line outside of blocks may begin with.
pub(crate) const KEYWORDS: [&str; 5] = ["ScrambleAlg", "Scramble", "ScrambleState", "StartState", "CPOS"];

/// What twsearch calls a position without a name.
pub(crate) const NO_NAME: &str = "noname";

/// All positions of a text, in order.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn read(text: &str, definition: &Definition) -> Result<Vec<Scramble>, DefinitionError> {
    entries(text, definition).into_iter().map(|entry| entry.map(|entry| entry.scramble)).collect()
}

/// A position of a text, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its line, from 1.
    pub line: usize,
    /// The position.
    pub scramble: Scramble,
}

/// All positions of a text, in order, each with its line. Where every line is one, a faulty line does not stop the others;
/// anything else ends with its first fault.
pub fn entries(text: &str, definition: &Definition) -> Vec<Result<Entry, DefinitionError>> {
    let mut entries = Vec::new();
    let read = match Format::of(text) {
        Format::Json => patterns(text, definition, &mut entries),
        Format::Blocks => Parser::new(text, definition).blocks(&mut entries),
        Format::Moves => return Parser::new(text, definition).moves_per_line(),
    };
    let mut entries: Vec<_> = entries.into_iter().map(Ok).collect();
    entries.extend(read.err().map(Err));
    entries
}

/// True for moves, false for patterns, digits and the parts of a scramble file.
pub fn is_moves(text: &str) -> bool {
    matches!(Format::of(text), Format::Moves)
}

/// The only position of a text: like [`read`], but moves may go over several lines.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn one(text: &str, definition: &Definition) -> Result<Scramble, DefinitionError> {
    let scrambles = match Format::of(text) {
        Format::Moves => {
            let given = Given::Alg(Parser::new(text, definition).alg(1, usize::MAX)?);
            return Ok(Scramble { name: None, given });
        }
        Format::Json | Format::Blocks => read(text, definition)?,
    };
    let found = scrambles.len();
    let only = scrambles.into_iter().next().filter(|_| found == 1);
    only.ok_or(DefinitionError {
        place: LineColumn { line: 1, column: 1 },
        fault: Fault::PositionCount { found },
    })
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
    let block = match Format::of(text) {
        Format::Json => kpuzzle::pattern(json::value(text)?, "the mask", names(definition))?,
        Format::Blocks | Format::Moves => mask_block(text)?,
    };
    validate_mask(&block, definition)
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
        return Err(lines.unknown_keyword(&keyword));
    }
    let [] = line.into_args([], "nothing after it on its line")?;
    let block = lines.block(numbering(&keyword), &keyword)?;
    match lines.next() {
        None => Ok(block),
        Some(Line { first, .. }) => {
            let (found, expected) = (quoted(&first.value), end.to_string());
            Err(first.error(Fault::Unexpected { found, expected }))
        }
    }
}

/// What a mask that is no JSON may begin with.
const MASK_KEYWORDS: [&str; 2] = ["Solved", "StartState"];

/// How a text is to be read.
enum Format {
    Json,
    /// Lines that begin with a keyword, of which at least one is there.
    Blocks,
    Moves,
}

impl Format {
    fn of(text: &str) -> Format {
        let mut start = chars(text).map(|(c, _)| c).filter(|c| !c.is_whitespace());
        match (start.next(), start.next()) {
            // A bracket may begin a commutator, but no brace follows it there.
            (Some('{'), _) | (Some('['), Some('{')) => return Format::Json,
            _ => {}
        }
        let is_keyword = |line: Line| KEYWORDS.contains(&line.first.value.as_str());
        if Lines::new(text, &KEYWORDS).any(is_keyword) { Format::Blocks } else { Format::Moves }
    }
}

fn names(definition: &Definition) -> impl Iterator<Item = &str> {
    definition.orbits().iter().map(|orbit| orbit.name.as_str())
}

fn numbering(keyword: &Token) -> Numbering {
    match keyword.value.as_str() {
        "Scramble" | "Solved" => Numbering::FromOne,
        _ => Numbering::FromZero,
    }
}

/// The patterns of a JSON text.
fn patterns(text: &str, definition: &Definition, entries: &mut Vec<Entry>) -> Result<(), DefinitionError> {
    let whole = json::value(text)?;
    let values = match whole.value {
        Json::Array(values) => values,
        _ => vec![whole],
    };
    for value in values {
        let line = value.place.line;
        let block = kpuzzle::pattern(value, "the position", names(definition))?;
        let scramble = Scramble { name: None, given: Given::Pattern(validate_position(&block, definition)?) };
        entries.push(Entry { line, scramble });
    }
    Ok(())
}

/// A text of lines.
struct Parser<'a> {
    text: &'a str,
    /// As they stand in the text, without what ends them.
    raw_lines: Vec<String>,
    definition: &'a Definition,
}

impl Parser<'_> {
    fn new<'a>(text: &'a str, definition: &'a Definition) -> Parser<'a> {
        let normal: String = chars(text).map(|(c, _)| c).collect();
        Parser { text, raw_lines: normal.split('\n').map(ToString::to_string).collect(), definition }
    }

    /// A position for every keyword.
    fn blocks(&self, entries: &mut Vec<Entry>) -> Result<(), DefinitionError> {
        let mut lines = Lines::new(self.text, &KEYWORDS);
        while let Some(line) = lines.next() {
            let keyword = line.first.clone();
            let is_known = KEYWORDS.contains(&keyword.value.as_str());
            if !is_known {
                return Err(lines.unknown_keyword(&keyword));
            }
            if keyword.value == "CPOS" {
                let [digits] = line.into_args(["digits"], "CPOS and the digits of a position")?;
                let given = Given::Pattern(compact::position(&digits, self.definition)?);
                let scramble = Scramble { name: None, given };
                entries.push(Entry { line: keyword.place.line, scramble });
                continue;
            }
            let [name] = line.into_args(["name"], "a name, or noname")?;
            let given = match keyword.value.as_str() {
                "ScrambleAlg" => Given::Alg(self.moves(&mut lines, &keyword)?),
                _ => {
                    let block = lines.block(numbering(&keyword), &keyword)?;
                    Given::Pattern(validate_position(&block, self.definition)?)
                }
            };
            let scramble = Scramble { name: Some(name.value).filter(|name| name != NO_NAME), given };
            entries.push(Entry { line: keyword.place.line, scramble });
        }
        Ok(())
    }

    /// A sequence for every line that has more than a comment.
    fn moves_per_line(&self) -> Vec<Result<Entry, DefinitionError>> {
        let is_blank = |raw: &str| raw.is_empty() || raw.starts_with('#') || raw.starts_with("//");
        let lines = self.raw_lines.iter().zip(1..).filter(|(raw, _)| !is_blank(raw.trim_start()));
        let entry = |(_, line): (&String, usize)| {
            let given = Given::Alg(self.alg(line, line + 1)?);
            Ok(Entry { line, scramble: Scramble { name: None, given } })
        };
        lines.map(entry).collect()
    }

    /// The moves after a keyword.
    fn moves(&self, lines: &mut Lines, keyword: &Token) -> Result<Alg, DefinitionError> {
        let end = lines.end;
        let last = lines.find(|line| line.first.value == "End");
        let last = last.ok_or_else(|| {
            let (what, opened, expected) = (keyword.value.clone(), keyword.place, "moves or End".to_string());
            DefinitionError { place: end, fault: Fault::Unclosed { what, opened, expected } }
        })?;
        let at = last.first.place.line;
        let [] = last.into_args([], "nothing after it on its line")?;
        self.alg(keyword.place.line + 1, at)
    }

    /// The sequence from a line, counted from 1, to before another. It leads to a position.
    fn alg(&self, first: usize, after: usize) -> Result<Alg, DefinitionError> {
        let lines = &self.raw_lines[first - 1..(after - 1).min(self.raw_lines.len())];
        let located = sequence::parse(&lines.join("\n"), self.definition, first - 1)?;
        let position = self.definition.position_of(&located.alg);
        position.map_err(|error| sequence::locate_error(error, &located, first - 1))?;
        Ok(self.definition.without_pins(located.alg))
    }
}
