//! Parser of positions of a defined puzzle, in the formats of twsearch and cubing.js.
//!
//! ```text
//! ScrambleAlg NAME                    moves on any number of lines, and End
//! Scramble NAME BLOCK                 position with pieces from 1, as in Solved of a definition
//! ScrambleState NAME BLOCK            position with pieces from 0; also StartState NAME
//! CPOS DIGITS                         compact position: for every place piece * orientations + orientation, both from
//!                                     0, in one digit of 0-9 A-Z a-z, or in two for orbits that need them
//! ```
//!
//! A text contains any number of these, or a sequence of moves on each line, or a KPuzzle pattern in JSON, or a JSON
//! array of patterns. An orbit that a block does not list is solved. The name `noname` means no name.

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

/// The keywords: the first tokens of lines outside of blocks.
pub(crate) const KEYWORDS: [&str; 5] = ["ScrambleAlg", "Scramble", "ScrambleState", "StartState", "CPOS"];

/// The name that twsearch writes for a position without a name.
pub(crate) const NO_NAME: &str = "noname";

/// Parses all positions of a text, in order.
///
/// # Errors
/// With the line and column of the first error and what was expected there.
pub fn read(text: &str, definition: &Definition) -> Result<Vec<Scramble>, DefinitionError> {
    entries(text, definition).into_iter().map(|entry| entry.map(|entry| entry.scramble)).collect()
}

/// A position in a text and the line on which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line, from 1.
    pub line: usize,
    /// The position.
    pub scramble: Scramble,
}

/// Parses all positions of a text, in order, each with its line. If every line is a position, the lines after an error
/// are parsed as well; in the other formats parsing stops at the first error.
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

/// True if a text consists of moves, false for patterns, compact positions and blocks.
pub fn is_moves(text: &str) -> bool {
    matches!(Format::of(text), Format::Moves)
}

/// Parses a text with exactly one position: like [`read`], but moves may extend over several lines.
///
/// # Errors
/// With the line and column of the first error and what was expected there.
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

/// Parses a text with exactly one position in any format and applies its moves.
///
/// # Errors
/// With the line and column of the first error and what was expected there.
pub fn position(text: &str, definition: &Definition) -> Result<Pattern, DefinitionError> {
    let scramble = one(text, definition)?;
    Ok(scramble.position(definition).expect("the moves were applied during parsing"))
}

/// Parses a mask, a pattern that need not have the pieces of the puzzle, in JSON or as a block.
///
/// # Errors
/// With the line and column of the first error and what was expected there.
pub fn mask(text: &str, definition: &Definition) -> Result<Pattern, DefinitionError> {
    let block = match Format::of(text) {
        Format::Json => kpuzzle::pattern(json::value(text)?, "the mask", names(definition))?,
        Format::Blocks | Format::Moves => mask_block(text)?,
    };
    validate_mask(&block, definition)
}

/// Parses a text that consists of one block.
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

/// The keywords of a mask that is not JSON.
const MASK_KEYWORDS: [&str; 2] = ["Solved", "StartState"];

/// The format of a text.
enum Format {
    Json,
    /// Parts that begin with a keyword; there is at least one.
    Blocks,
    Moves,
}

impl Format {
    fn of(text: &str) -> Format {
        let mut start = chars(text).map(|(c, _)| c).filter(|c| !c.is_whitespace());
        match (start.next(), start.next()) {
            // A square bracket may begin a commutator, but no brace follows it there.
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

/// Parses the patterns of a JSON text.
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

/// Parser of the line-based formats.
struct Parser<'a> {
    text: &'a str,
    /// The lines of the text without their line ends.
    raw_lines: Vec<String>,
    definition: &'a Definition,
}

impl Parser<'_> {
    fn new<'a>(text: &'a str, definition: &'a Definition) -> Parser<'a> {
        let normal: String = chars(text).map(|(c, _)| c).collect();
        Parser { text, raw_lines: normal.split('\n').map(ToString::to_string).collect(), definition }
    }

    /// Parses one position per keyword.
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

    /// Parses one sequence per line, except comment lines and empty lines.
    fn moves_per_line(&self) -> Vec<Result<Entry, DefinitionError>> {
        let is_blank = |raw: &str| raw.is_empty() || raw.starts_with('#') || raw.starts_with("//");
        let lines = self.raw_lines.iter().zip(1..).filter(|(raw, _)| !is_blank(raw.trim_start()));
        let entry = |(_, line): (&String, usize)| {
            let given = Given::Alg(self.alg(line, line + 1)?);
            Ok(Entry { line, scramble: Scramble { name: None, given } })
        };
        lines.map(entry).collect()
    }

    /// Parses the moves after a keyword, up to `End`.
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

    /// Parses the lines from `first`, counted from 1, up to but not including `after` as one sequence, and checks that
    /// it can be applied.
    fn alg(&self, first: usize, after: usize) -> Result<Alg, DefinitionError> {
        let lines = &self.raw_lines[first - 1..(after - 1).min(self.raw_lines.len())];
        let located = sequence::parse(&lines.join("\n"), self.definition, first - 1)?;
        let position = self.definition.position_of(&located.alg);
        position.map_err(|error| sequence::locate_error(error, &located, first - 1))?;
        Ok(self.definition.without_pins(located.alg))
    }
}
