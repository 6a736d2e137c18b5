//! Lexer of the line-based formats of twsearch (`.tws`, scrambles) and of phases: lines of tokens with line and column,
//! and the blocks with entries for orbits that these formats share.
//!
//! Tokens are separated by white space, and a line that begins with `#` is a comment. A block consists of lines: the
//! name of an orbit, its values, its orientations if they are not all 0, the name of another orbit …, and `End`.

use crate::parse::LineColumn;
use crate::parse::chars::chars;
use crate::parse::definition::{
    Block, DefinitionError, Fault, Located, Numbering, OrbitEntry, Token, TokenList, one_of, quoted,
};

/// True if a name of an orbit is unambiguous in a block: it is one token, and neither a list, `End` nor a keyword.
pub(crate) fn is_orbit_name(name: &str, keywords: &[&str]) -> bool {
    let is_word = !name.is_empty() && !name.starts_with('#') && !name.contains(char::is_whitespace);
    is_word && !starts_list(name) && name != "End" && !keywords.contains(&name)
}

/// True if a token can only begin a list of numbers, valid or not.
fn starts_list(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '?' | '-' | '+'))
}

/// A line of at least one token. The first one is a keyword, the name of an orbit or a number.
pub(super) struct Line {
    pub first: Token,
    pub args: Vec<Token>,
}

/// The lines that are not parsed yet.
pub(super) struct Lines {
    lines: std::iter::Peekable<std::vec::IntoIter<Line>>,
    /// The keywords that begin lines outside of blocks.
    keywords: &'static [&'static str],
    /// The place after the last token.
    pub end: LineColumn,
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
        let mut end = LineColumn { line: 1, column: 1 };
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
            end = LineColumn { column: place.column + 1, ..place };
            let new = || Located { value: c.to_string(), place };
            match lines.last_mut().filter(|line| line.first.place.line == place.line) {
                None => lines.push(Line { first: new(), args: Vec::new() }),
                Some(line) if in_word => {
                    line.args.last_mut().unwrap_or(&mut line.first).value.push(c);
                }
                Some(line) => line.args.push(new()),
            }
            in_word = true;
        }
        Lines { lines: lines.into_iter().peekable(), keywords, end }
    }

    /// Parses the lines of a block up to `End`. `opened` is the keyword of the block.
    pub fn block(&mut self, numbering: Numbering, opened: &Token) -> Result<Block, DefinitionError> {
        let mut entries = Vec::new();
        loop {
            let Some(line) = self.lines.next() else {
                let (what, opened) = (opened.value.clone(), opened.place);
                let expected = "a set or End".to_string();
                return Err(self.at_end(Fault::Unclosed { what, opened, expected }));
            };
            let name = line.first.clone();
            let is_end = name.value == "End";
            if !is_end && !is_orbit_name(&name.value, self.keywords) {
                let expected = format!("a set or End for {} at {}", opened.value, opened.place);
                return Err(name.error(Fault::Unexpected { found: quoted(&name.value), expected }));
            }
            let [] = line.into_args([], "its values on the next line")?;
            if is_end {
                return Ok(Block { numbering, entries });
            }
            let Some(values) = self.lines.next_if(|line| starts_list(&line.first.value)) else {
                let whole = format!("the block of {} at {}", opened.value, opened.place);
                let part = format!("values for set {}", quoted(&name.value));
                let expected = "a line of numbers".to_string();
                return Err(name.error(Fault::Missing { whole, part, expected }));
            };
            let orientations = self.lines.next_if(|line| starts_list(&line.first.value)).map(Line::list);
            entries.push(OrbitEntry { orbit: name, values: values.list(), orientations, moduli: None });
        }
    }

    fn at_end(&self, fault: Fault) -> DefinitionError {
        DefinitionError { place: self.end, fault }
    }

    /// Returns the error for a line that does not begin with a keyword.
    pub fn unknown_keyword(&self, token: &Token) -> DefinitionError {
        let (found, expected) = (quoted(&token.value), one_of(self.keywords));
        token.error(Fault::Unexpected { found, expected })
    }
}

impl Line {
    fn list(self) -> TokenList {
        let place = self.first.place;
        Located { value: std::iter::once(self.first).chain(self.args).collect(), place }
    }

    /// Returns the tokens after the first; there must be exactly as many as there are names in `parts`.
    pub fn into_args<const N: usize>(
        self,
        parts: [&str; N],
        expected: &str,
    ) -> Result<[Token; N], DefinitionError> {
        if let Some(surplus) = self.args.get(N) {
            let found = quoted(&surplus.value);
            let expected = match N {
                0 => format!("{} alone on its line", quoted(&self.first.value)),
                _ => "the end of the line".to_string(),
            };
            return Err(surplus.error(Fault::Unexpected { found, expected }));
        }
        self.require(&parts, expected)?;
        Ok(self.args.try_into().unwrap_or_else(|_| unreachable!("as many tokens as parts")))
    }

    /// Checks that at least as many tokens follow the first as there are names in `parts`.
    pub fn require(&self, parts: &[&str], expected: &str) -> Result<(), DefinitionError> {
        let Some(part) = parts.get(self.args.len()) else { return Ok(()) };
        let (whole, part, expected) = (self.first.value.clone(), (*part).to_string(), expected.to_string());
        let last = self.args.last().unwrap_or(&self.first);
        let place = LineColumn { column: last.place.column + last.value.chars().count(), ..last.place };
        Err(DefinitionError { place, fault: Fault::Missing { whole, part, expected } })
    }
}
