//! The cursor of the alg parser: characters, numbers, white space and comments. It does not know the grammar.

use super::error::AlgError;
use crate::parse::LineColumn;
use crate::parse::chars::{ascii_sign, chars};

/// The characters of a text and the index of the next one. Setting `next` moves the cursor back.
pub(super) struct Cursor {
    chars: Vec<(char, LineColumn)>,
    /// The place after the last character that is not white space.
    end: LineColumn,
    pub next: usize,
}

impl Cursor {
    pub fn new(text: &str) -> Cursor {
        let chars: Vec<(char, LineColumn)> = chars(text).map(|(c, place)| (ascii_sign(c), place)).collect();
        let last = chars.iter().rev().find(|(c, _)| !c.is_whitespace());
        let start = LineColumn { line: 1, column: 1 };
        let end = last.map_or(start, |(_, last)| LineColumn { column: last.column + 1, ..*last });
        Cursor { chars, end, next: 0 }
    }

    pub fn peek(&self) -> Option<char> {
        self.peek_at(0)
    }

    /// Returns the character `ahead` steps after the next one.
    pub fn peek_at(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.next + ahead).map(|&(c, _)| c)
    }

    /// Returns the place of the next character, or of the end of the text.
    pub fn place(&self) -> LineColumn {
        self.place_of(self.next)
    }

    /// Returns the place of a character by its index.
    pub fn place_of(&self, idx: usize) -> LineColumn {
        self.chars.get(idx).map_or(self.end, |&(_, place)| place)
    }

    /// Consumes the next character if it is this one.
    pub fn take(&mut self, expected: char) -> bool {
        self.take_if(|c| c == expected)
    }

    pub fn take_if(&mut self, is_wanted: impl Fn(char) -> bool) -> bool {
        let is_taken = self.peek().is_some_and(is_wanted);
        self.next += usize::from(is_taken);
        is_taken
    }

    /// Consumes characters as long as they satisfy the condition and returns them.
    pub fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> String {
        let start = self.next;
        while self.take_if(&is_wanted) {}
        self.chars[start..self.next].iter().map(|&(c, _)| c).collect()
    }

    pub fn skip_space_and_comments(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            let begins_comment =
                self.peek() == Some('#') || (self.peek(), self.peek_at(1)) == (Some('/'), Some('/'));
            if !begins_comment {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// Parses an unsigned integer, if there is one.
    pub fn number(&mut self) -> Result<Option<i32>, AlgError> {
        const MAX_DIGITS: usize = 20;
        let place = self.place();
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let excerpt = || match digits.len() {
            ..=MAX_DIGITS => digits.clone(),
            _ => format!("{}…", &digits[..MAX_DIGITS]),
        };
        digits.parse().map(Some).map_err(|_| AlgError::TooLarge { place, text: excerpt() })
    }

    /// Parses two integers with a comma between them. Consumes nothing if they are not next.
    pub fn pair(&mut self) -> Result<Option<(i32, i32)>, AlgError> {
        let start = self.next;
        let first = self.integer()?;
        self.take_while(char::is_whitespace);
        let has_comma = first.is_some() && self.take(',');
        self.take_while(char::is_whitespace);
        let second = if has_comma { self.integer()? } else { None };
        let pair = first.zip(second);
        if pair.is_none() {
            self.next = start;
        }
        Ok(pair)
    }

    fn integer(&mut self) -> Result<Option<i32>, AlgError> {
        let is_negative = self.take('-');
        let number = self.number()?;
        Ok(if is_negative { number.map(|number| -number) } else { number })
    }

    /// Returns the error for the next character, or for the end of the text.
    pub fn unexpected(&self, expected: &'static str, opened: Option<LineColumn>) -> AlgError {
        let place = self.place();
        match self.peek() {
            Some(found) => AlgError::Unexpected { place, found, expected },
            None => AlgError::Ended { place, expected, opened },
        }
    }
}
