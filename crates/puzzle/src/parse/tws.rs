//! Definitions in the format of twsearch, `.tws`.
//!
//! ```text
//! Name TOKEN                          what the puzzle is called; may be left out
//! Set NAME PIECES ORIENTATIONS        an orbit
//! Solved BLOCK                        the start: pieces from 1, equal ones cannot be told apart, ? for any orientation
//! StartState BLOCK                    the same from 0
//! Move NAME BLOCK                     place i gets the piece from place p[i], from 1; turns stand where it comes from
//! MoveTransformation NAME BLOCK       the same from 0; turns stand where it goes to
//! MoveAlias NEW OLD                   another name for a move
//! MoveSequence NEW MOVE MOVE …        a move made of others
//! Illegal SET PLACE PIECE …           no position may have one of these pieces there, from 1
//!
//! BLOCK is, on lines of their own: SET, its values and its orientations if they are not all 0, SET …, and End.
//! ```
//!
//! Words are divided by white space, a line that begins with `#` is a comment, and the parts may come in any order. A set that
//! a block does not name stays as it is.

use crate::alg::{Alg, Node};
use crate::definition::Definition;
use crate::parse::Place;
use crate::parse::definition::{
    At, Block, DefinitionError, DerivedDraft, Draft, Entry, Fault, ForbiddenDraft, List, Numbering,
    OrbitDraft, Word, check, move_name, one_of, quoted,
};
use crate::parse::place::chars;

/// What a line outside of blocks may begin with.
const KEYWORDS: [&str; 9] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveAlias",
    "MoveSequence",
    "Illegal",
];

/// The puzzle that a text defines.
///
/// # Errors
/// With the place of the first fault and what was expected there.
pub fn definition(text: &str) -> Result<Definition, DefinitionError> {
    check(Lines::new(text).draft()?)
}

/// Whether the text of a block can tell such a name of an orbit from everything else.
pub(crate) fn is_orbit_name(name: &str) -> bool {
    let is_word = !name.is_empty() && !name.starts_with('#') && !name.contains(char::is_whitespace);
    is_word && !begins_list(name) && name != "End" && !KEYWORDS.contains(&name)
}

/// Whether a word is the first of a list of numbers, right or wrong.
fn begins_list(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '?' | '-' | '+'))
}

/// A line of at least one word.
struct Line {
    first: Word,
    others: Vec<Word>,
}

/// What is left to read.
struct Lines {
    lines: std::iter::Peekable<std::vec::IntoIter<Line>>,
    /// After the last word.
    end: Place,
}

/// What may stand once, and where it did.
#[derive(Default)]
struct Once(Option<Place>);

impl Once {
    fn mark(&mut self, word: &Word) -> Result<(), DefinitionError> {
        match self.0.replace(word.place) {
            None => Ok(()),
            Some(first) => Err(word.fault(Fault::Twice { what: word.value.clone(), first })),
        }
    }
}

impl Lines {
    fn new(text: &str) -> Lines {
        let mut lines: Vec<Line> = Vec::new();
        let mut end = Place { line: 1, column: 1 };
        let mut in_word = false;
        let mut comment = 0;
        for (c, place) in chars(text) {
            if (c, place.column) == ('#', 1) {
                comment = place.line;
            }
            if c.is_whitespace() || comment == place.line {
                in_word = false;
                continue;
            }
            end = Place { column: place.column + 1, ..place };
            let new = || At { value: c.to_string(), place };
            match lines.last_mut().filter(|line| line.first.place.line == place.line) {
                None => lines.push(Line { first: new(), others: Vec::new() }),
                Some(line) if in_word => {
                    line.others.last_mut().unwrap_or(&mut line.first).value.push(c);
                }
                Some(line) => line.others.push(new()),
            }
            in_word = true;
        }
        Lines { lines: lines.into_iter().peekable(), end }
    }

    fn draft(mut self) -> Result<Draft, DefinitionError> {
        let mut name = String::new();
        let (mut naming, mut starting) = (Once::default(), Once::default());
        let (mut orbits, mut start, mut moves) = (Vec::new(), None, Vec::new());
        let (mut derived, mut forbidden) = (Vec::new(), Vec::new());
        while let Some(line) = self.lines.next() {
            match line.first.value.as_str() {
                "Name" => {
                    naming.mark(&line.first)?;
                    let [word] = line.words(["name"], "Name NAME")?;
                    name = word.value;
                }
                "Set" => orbits.push(line.orbit()?),
                "Solved" | "StartState" => {
                    // Either is the solved position, so there is only one of both.
                    starting.mark(&line.first)?;
                    let numbering = line.numbering();
                    let opened = line.first.clone();
                    let [] = line.words([], "nothing after it on its line")?;
                    start = Some(self.block(numbering, &opened)?);
                }
                "Move" | "MoveTransformation" => {
                    let numbering = line.numbering();
                    let opened = line.first.clone();
                    let [name] = line.words(["name"], "a move like R and a block below it")?;
                    moves.push((name, self.block(numbering, &opened)?));
                }
                "MoveAlias" => derived.push(line.alias()?),
                "MoveSequence" => derived.push(line.sequence()?),
                "Illegal" => forbidden.push(line.forbidden()?),
                _ => {
                    let (found, expected) = (quoted(&line.first.value), one_of(&KEYWORDS));
                    return Err(line.first.fault(Fault::Unexpected { found, expected }));
                }
            }
        }
        let missing =
            |part, expected| DefinitionError { place: self.end, fault: Fault::NoPart { part, expected } };
        if orbits.is_empty() {
            return Err(missing("orbits", "a line like Set CORNERS 8 3"));
        }
        let start = start.ok_or_else(|| missing("solved position", "Solved or StartState and a block"))?;
        if moves.is_empty() {
            return Err(missing("moves", "Move or MoveTransformation, a name and a block"));
        }
        Ok(Draft { name, orbits, start, moves, derived, forbidden })
    }

    /// The lines up to `End`.
    fn block(&mut self, numbering: Numbering, opened: &Word) -> Result<Block, DefinitionError> {
        let mut entries = Vec::new();
        loop {
            let Some(line) = self.lines.next() else {
                let (what, opened) = (opened.value.clone(), opened.place);
                let expected = "a set or End".to_string();
                return Err(self.at_end(Fault::Unfinished { what, opened, expected }));
            };
            let name = line.first.clone();
            let is_end = name.value == "End";
            if !is_end && !is_orbit_name(&name.value) {
                let expected = format!("a set or End for {} at {}", opened.value, opened.place);
                return Err(name.fault(Fault::Unexpected { found: quoted(&name.value), expected }));
            }
            let [] = line.words([], "its values on the next line")?;
            if is_end {
                return Ok(Block { numbering, entries });
            }
            let Some(values) = self.lines.next_if(|line| begins_list(&line.first.value)) else {
                let whole = format!("the block of {} at {}", opened.value, opened.place);
                let part = format!("values for set {}", quoted(&name.value));
                let expected = "a line of numbers".to_string();
                return Err(name.fault(Fault::Missing { whole, part, expected }));
            };
            let orientations = self.lines.next_if(|line| begins_list(&line.first.value)).map(Line::list);
            entries.push(Entry { orbit: name, values: values.list(), orientations, moduli: None });
        }
    }

    fn at_end(&self, fault: Fault) -> DefinitionError {
        DefinitionError { place: self.end, fault }
    }
}

impl Line {
    fn numbering(&self) -> Numbering {
        match self.first.value.as_str() {
            "Solved" | "Move" => Numbering::FromOne,
            _ => Numbering::FromZero,
        }
    }

    fn list(self) -> List {
        let place = self.first.place;
        At { value: std::iter::once(self.first).chain(self.others).collect(), place }
    }

    /// The words after the first, which must be as many as have names here.
    fn words<const N: usize>(self, parts: [&str; N], expected: &str) -> Result<[Word; N], DefinitionError> {
        if let Some(surplus) = self.others.get(N) {
            let found = quoted(&surplus.value);
            let expected = match N {
                0 => format!("{} alone on its line", quoted(&self.first.value)),
                _ => "the end of the line".to_string(),
            };
            return Err(surplus.fault(Fault::Unexpected { found, expected }));
        }
        self.need(&parts, expected)?;
        Ok(self.others.try_into().unwrap_or_else(|_| unreachable!("neither more nor fewer words than parts")))
    }

    /// At least as many words after the first as have names here.
    fn need(&self, parts: &[&str], expected: &str) -> Result<(), DefinitionError> {
        let Some(part) = parts.get(self.others.len()) else { return Ok(()) };
        let (whole, part, expected) = (self.first.value.clone(), (*part).to_string(), expected.to_string());
        let last = self.others.last().unwrap_or(&self.first);
        let place = Place { column: last.place.column + last.value.chars().count(), ..last.place };
        Err(DefinitionError { place, fault: Fault::Missing { whole, part, expected } })
    }

    fn orbit(self) -> Result<OrbitDraft, DefinitionError> {
        let parts = ["name", "number of pieces", "number of orientations"];
        let [name, n_pieces, n_orientations] = self.words(parts, "a line like Set CORNERS 8 3")?;
        if !is_orbit_name(&name.value) {
            let expected = "a name that begins with none of 0-9 ? - + # and is no keyword".to_string();
            return Err(name.fault(Fault::Unexpected { found: quoted(&name.value), expected }));
        }
        Ok(OrbitDraft { name, n_pieces, n_orientations })
    }

    fn alias(self) -> Result<DerivedDraft, DefinitionError> {
        let [name, old] = self.words(["name", "move"], "MoveAlias NEW OLD")?;
        Self::derived(name, &[old])
    }

    fn sequence(self) -> Result<DerivedDraft, DefinitionError> {
        self.need(&["name", "moves"], "MoveSequence NEW MOVE MOVE …")?;
        let mut words = self.others.into_iter();
        let name = words.next().expect("a sequence has a name");
        Self::derived(name, &words.collect::<Vec<Word>>())
    }

    fn derived(name: Word, words: &[Word]) -> Result<DerivedDraft, DefinitionError> {
        let node = |word: &Word| match move_name(&word.value) {
            Some(mv) => Ok(Node::Move(mv)),
            None => Err(word.fault(Fault::NoMoveName { found: quoted(&word.value) })),
        };
        let nodes = words.iter().map(node).collect::<Result<Vec<Node>, DefinitionError>>()?;
        let places = words.iter().map(|word| word.place).collect();
        Ok(DerivedDraft { name, alg: Alg { nodes }, places })
    }

    fn forbidden(self) -> Result<ForbiddenDraft, DefinitionError> {
        self.need(&["set", "place", "pieces"], "a line like Illegal SLICE 3 17")?;
        let mut words = self.others.into_iter();
        let (Some(orbit), Some(place)) = (words.next(), words.next()) else {
            unreachable!("a rule has a set and a place");
        };
        Ok(ForbiddenDraft { orbit, place, pieces: words.collect() })
    }
}
