//! Texts of lines: words with their places, and blocks that say something of orbits. What formats of twsearch have in common.
//!
//! Words are divided by white space, and a line that begins with `#` is a comment. A block is, on lines of their own: the name of
//! an orbit, its values, its orientations if they are not all 0, the name of another …, and `End`.

use crate::parse::Place;
use crate::parse::definition::{
    At, Block, DefinitionError, Entry, Fault, List, Numbering, Word, one_of, quoted,
};
use crate::parse::place::chars;

/// Whether a block can tell such a name of an orbit from everything else, among lines that begin with keywords.
pub(crate) fn is_orbit_name(name: &str, keywords: &[&str]) -> bool {
    let is_word = !name.is_empty() && !name.starts_with('#') && !name.contains(char::is_whitespace);
    is_word && !begins_list(name) && name != "End" && !keywords.contains(&name)
}

/// Whether a word is the first of a list of numbers, right or wrong.
fn begins_list(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '?' | '-' | '+'))
}

/// A line of at least one word.
pub(super) struct Line {
    pub first: Word,
    pub others: Vec<Word>,
}

/// What is left to read.
pub(super) struct Lines {
    lines: std::iter::Peekable<std::vec::IntoIter<Line>>,
    /// What lines outside of blocks may begin with.
    keywords: &'static [&'static str],
    /// After the last word.
    pub end: Place,
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        self.lines.next()
    }
}

impl Lines {
    pub fn new(text: &str, keywords: &'static [&'static str]) -> Lines {
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
        Lines { lines: lines.into_iter().peekable(), keywords, end }
    }

    /// The lines up to `End`.
    pub fn block(&mut self, numbering: Numbering, opened: &Word) -> Result<Block, DefinitionError> {
        let mut entries = Vec::new();
        loop {
            let Some(line) = self.lines.next() else {
                let (what, opened) = (opened.value.clone(), opened.place);
                let expected = "a set or End".to_string();
                return Err(self.at_end(Fault::Unfinished { what, opened, expected }));
            };
            let name = line.first.clone();
            let is_end = name.value == "End";
            if !is_end && !is_orbit_name(&name.value, self.keywords) {
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

    /// Why a line cannot begin as it does.
    pub fn no_keyword(&self, word: &Word) -> DefinitionError {
        let (found, expected) = (quoted(&word.value), one_of(self.keywords));
        word.fault(Fault::Unexpected { found, expected })
    }
}

impl Line {
    fn list(self) -> List {
        let place = self.first.place;
        At { value: std::iter::once(self.first).chain(self.others).collect(), place }
    }

    /// The words after the first, which must be as many as have names here.
    pub fn words<const N: usize>(
        self,
        parts: [&str; N],
        expected: &str,
    ) -> Result<[Word; N], DefinitionError> {
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
    pub fn need(&self, parts: &[&str], expected: &str) -> Result<(), DefinitionError> {
        let Some(part) = parts.get(self.others.len()) else { return Ok(()) };
        let (whole, part, expected) = (self.first.value.clone(), (*part).to_string(), expected.to_string());
        let last = self.others.last().unwrap_or(&self.first);
        let place = Place { column: last.place.column + last.value.chars().count(), ..last.place };
        Err(DefinitionError { place, fault: Fault::Missing { whole, part, expected } })
    }
}
