//! Lexer: lines and their tokens. It handles comments, separators, lines and columns, but does not know the forms of
//! puzzles.

use std::iter::Peekable;
use std::str::CharIndices;

pub(super) use crate::parse::LineColumn;
use crate::parse::chars::ascii_sign;

/// A line without its line end.
#[derive(Debug)]
pub(super) struct Line<'a> {
    number: usize,
    /// The text before the comment.
    text: &'a str,
    /// The text after the first `#`.
    comment: Option<&'a str>,
    /// Cached, because the classification of lines uses it repeatedly.
    n_tokens: usize,
    has_slash: bool,
}

/// Splits a text into lines. A byte order mark is skipped. Lines end with LF, CR LF or CR.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        lines.push(Line::new(lines.len() + 1, &rest[..end]));
        rest = &rest[end..];
        rest = rest.strip_prefix("\r\n").or(rest.strip_prefix(['\n', '\r'])).unwrap_or(rest);
    }
    lines
}

impl<'a> Line<'a> {
    fn new(number: usize, line: &'a str) -> Line<'a> {
        let (text, comment) = match line.split_once('#') {
            Some((text, comment)) => (text, Some(comment)),
            None => (line, None),
        };
        let mut line = Line { number, text, comment, n_tokens: 0, has_slash: text.contains('/') };
        line.n_tokens = line.tokens().count();
        line
    }

    /// Returns the number of the line, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    pub fn tokens(&self) -> Tokens<'a> {
        Tokens { text: self.text, line: self.number, column: 0, chars: self.text.char_indices().peekable() }
    }

    pub fn n_tokens(&self) -> usize {
        self.n_tokens
    }

    pub fn is_empty(&self) -> bool {
        self.n_tokens == 0
    }

    pub fn has_slash(&self) -> bool {
        self.has_slash
    }

    /// Returns the place of the first token, or the start of a line that has none.
    pub fn start(&self) -> LineColumn {
        self.tokens().next().map_or(LineColumn { line: self.number, column: 1 }, |token| token.place)
    }

    /// Returns the place after the last token.
    pub fn end(&self) -> LineColumn {
        let last = self.tokens().last();
        let column = last.map_or(1, |token| token.place.column + token.text.chars().count());
        LineColumn { line: self.number, column }
    }

    /// Returns the comment if it has a letter or digit; separators made of dashes and the like are not names.
    pub fn comment_name(&self) -> Option<&'a str> {
        let name = self.comment?.trim_start_matches('#').trim();
        name.contains(char::is_alphanumeric).then_some(name)
    }
}

/// A token: characters without white space or commas; a slash is a token of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    pub place: LineColumn,
}

/// The value of a token as a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Blank,
    Number(u32),
    /// An integer that is negative or too large to store: out of range on every board.
    OutOfRange,
    Word,
}

impl Token<'_> {
    pub fn value(&self) -> Value {
        let digits = self.text.strip_prefix('-').unwrap_or(self.text);
        match self.text {
            "." | "_" | "x" | "X" => Value::Blank,
            text if is_digits(text) => text.parse().map_or(Value::OutOfRange, Value::Number),
            _ if is_digits(digits) => Value::OutOfRange,
            _ => Value::Word,
        }
    }

    pub fn is_word(&self) -> bool {
        self.value() == Value::Word
    }
}

/// True for ASCII digits only. Integer parsing would also accept a plus sign.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Iterator over the tokens of a line.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    line: usize,
    /// The number of characters consumed.
    column: usize,
    chars: Peekable<CharIndices<'a>>,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let is_separator = |c: char| ascii_sign(c) == ',' || ascii_sign(c).is_whitespace();
        while self.chars.next_if(|&(_, c)| is_separator(c)).is_some() {
            self.column += 1;
        }
        let (start, first) = self.chars.next()?;
        self.column += 1;
        let place = LineColumn { line: self.line, column: self.column };
        if first != '/' {
            while self.chars.next_if(|&(_, c)| c != '/' && !is_separator(c)).is_some() {
                self.column += 1;
            }
        }
        let end = self.chars.peek().map_or(self.text.len(), |&(end, _)| end);
        Some(Token { text: &self.text[start..end], place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected` lists each token with its line and column.
    fn check(text: &str, expected: &str) {
        let lines = lines(text);
        let tokens = lines.iter().flat_map(Line::tokens);
        let found: Vec<String> =
            tokens.map(|t| format!("{}@{}:{}", t.text, t.place.line, t.place.column)).collect();
        assert_eq!(found.join(" "), expected, "{text:?}");
    }

    #[test]
    fn tokens_have_places() {
        check("", "");
        check(" \t ", "");
        check("1 2", "1@1:1 2@1:3");
        check("\t12,\t,3,,4", "12@1:2 3@1:7 4@1:10");
        check("1 2/3 /x", "1@1:1 2@1:3 /@1:4 3@1:5 /@1:7 x@1:8");
        check("1#2 3\n#4\n5 # 6", "1@1:1 5@3:1");
        check("é ü 1", "é@1:1 ü@1:3 1@1:5");
        check("1\u{a0}2\u{3000}3", "1@1:1 2@1:3 3@1:5");
    }

    #[test]
    fn line_ends_and_marks() {
        check("1\n2\n\n3\n", "1@1:1 2@2:1 3@4:1");
        check("1\r\n2\r\n\r\n3\r\n", "1@1:1 2@2:1 3@4:1");
        check("1\r2\r\r3", "1@1:1 2@2:1 3@4:1");
        check("\u{feff}1 2\n3", "1@1:1 2@1:3 3@2:1");
    }

    #[test]
    fn ends_are_after_the_last_token() {
        for (text, column) in [("", 1), ("12 3 ", 5), ("ééé # c", 4), ("#", 1)] {
            assert_eq!(Line::new(1, text).end().column, column, "{text:?}");
        }
    }

    #[test]
    fn values() {
        let value = |text| Token { text, place: LineColumn { line: 1, column: 1 } }.value();
        for blank in [".", "_", "x", "X"] {
            assert_eq!(value(blank), Value::Blank);
        }
        assert_eq!(value("0"), Value::Number(0));
        assert_eq!(value("007"), Value::Number(7));
        assert_eq!(value("4294967295"), Value::Number(u32::MAX));
        for beyond in ["4294967296", "99999999999999999999999999", "-1", "-0"] {
            assert_eq!(value(beyond), Value::OutOfRange, "{beyond}");
        }
        for word in ["/", "+1", "-", "1.5", "3x3", "xx", "..", "1e3", "٣", "一", "--1"] {
            assert_eq!(value(word), Value::Word, "{word}");
        }
    }

    #[test]
    fn names_need_a_letter_or_digit() {
        for (line, name) in [
            ("3 # easy", Some("easy")),
            ("### Nr. 7 ##", Some("Nr. 7 ##")),
            ("#é", Some("é")),
            ("#", None),
            ("# ---- #", None),
            ("3", None),
        ] {
            assert_eq!(Line::new(1, line).comment_name(), name, "{line:?}");
        }
    }
}
