//! A JSON parser that stores the line and column of every value, which errors need and JSON libraries do not keep. It
//! does not interpret values: numbers stay as they are written, and objects keep their keys in order, including
//! repeated ones.

use crate::parse::LineColumn;
use crate::parse::chars::{chars, cut};
use crate::parse::definition::{DefinitionError, Fault, Located, Token, quoted};

/// The maximum nesting depth of arrays and objects.
const MAX_DEPTH: usize = 64;

/// A JSON value.
#[derive(Debug)]
pub(super) enum Json {
    /// `null`, `true`, `false` or a number, as written.
    Literal(String),
    String {
        value: String,
        /// True if the string has an escape sequence.
        is_escaped: bool,
    },
    Array(Vec<Located<Json>>),
    Object(Vec<(Token, Located<Json>)>),
}

impl Json {
    /// Describes the value for an error.
    pub fn describe(&self) -> String {
        match self {
            Json::Literal(text) => cut(text, 30).into_owned(),
            Json::String { value, .. } => quoted(value),
            Json::Array(_) => "an array".to_string(),
            Json::Object(_) => "an object".to_string(),
        }
    }
}

/// Parses a text that consists of one JSON value.
pub(super) fn value(text: &str) -> Result<Located<Json>, DefinitionError> {
    let mut parser = Parser { chars: chars(text).collect(), next: 0, open_brackets: Vec::new() };
    let value = parser.value()?;
    parser.skip_space();
    match parser.peek() {
        None => Ok(value),
        Some(_) => Err(parser.unexpected("the end of the text")),
    }
}

struct Parser {
    chars: Vec<(char, LineColumn)>,
    next: usize,
    /// The brackets and quotes that are open.
    open_brackets: Vec<(char, LineColumn)>,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.next).map(|&(c, _)| c)
    }

    /// Returns the place of the next character, or the place after the last one that is not white space.
    fn place(&self) -> LineColumn {
        let start = LineColumn { line: 1, column: 1 };
        let last = || self.chars.iter().rev().find(|(c, _)| !c.is_whitespace());
        let end = || last().map_or(start, |&(_, last)| LineColumn { column: last.column + 1, ..last });
        self.chars.get(self.next).map_or_else(end, |&(_, place)| place)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_eaten = self.peek() == Some(wanted);
        self.next += usize::from(is_eaten);
        is_eaten
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n')) {
            self.next += 1;
        }
    }

    fn unexpected(&self, expected: &str) -> DefinitionError {
        let (place, expected) = (self.place(), expected.to_string());
        let fault = match (self.peek(), self.open_brackets.last()) {
            (Some(found), _) => Fault::Unexpected { found: format!("{found:?}"), expected },
            (None, None) => Fault::Unexpected { found: "the end of the text".to_string(), expected },
            (None, Some(&(bracket, opened))) => {
                Fault::Unclosed { what: format!("the {bracket}"), opened, expected }
            }
        };
        DefinitionError { place, fault }
    }

    fn value(&mut self) -> Result<Located<Json>, DefinitionError> {
        self.skip_space();
        let place = self.place();
        let value = match self.peek() {
            Some('{') => self.object()?,
            Some('[') => self.array()?,
            Some('"') => self.string()?,
            Some(c) if c == '-' || c.is_ascii_alphanumeric() => self.literal(place)?,
            _ => return Err(self.unexpected("a value")),
        };
        Ok(Located { value, place })
    }

    fn open(&mut self) -> Result<(), DefinitionError> {
        let (bracket, place) = self.chars[self.next];
        if self.open_brackets.len() == MAX_DEPTH {
            return Err(DefinitionError { place, fault: Fault::TooDeep { max: MAX_DEPTH } });
        }
        self.open_brackets.push((bracket, place));
        self.next += 1;
        self.skip_space();
        Ok(())
    }

    /// Reads what follows an item: true for a comma, false for the closing bracket.
    fn next_item(&mut self, close: char) -> Result<bool, DefinitionError> {
        self.skip_space();
        if self.eat(',') {
            self.skip_space();
            return Ok(true);
        }
        if self.eat(close) {
            self.open_brackets.pop();
            return Ok(false);
        }
        Err(self.unexpected(&format!(", or {close}")))
    }

    fn array(&mut self) -> Result<Json, DefinitionError> {
        self.open()?;
        let mut items = Vec::new();
        if self.eat(']') {
            self.open_brackets.pop();
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value()?);
            if !self.next_item(']')? {
                return Ok(Json::Array(items));
            }
        }
    }

    fn object(&mut self) -> Result<Json, DefinitionError> {
        self.open()?;
        let mut members: Vec<(Token, Located<Json>)> = Vec::new();
        if self.eat('}') {
            self.open_brackets.pop();
            return Ok(Json::Object(members));
        }
        loop {
            let place = self.place();
            if self.peek() != Some('"') {
                return Err(self.unexpected("a key in quotes"));
            }
            let Json::String { value, .. } = self.string()? else { unreachable!("a quote begins a string") };
            self.skip_space();
            if !self.eat(':') {
                return Err(self.unexpected(": after the key"));
            }
            members.push((Located { value, place }, self.value()?));
            if !self.next_item('}')? {
                return Ok(Json::Object(members));
            }
        }
    }

    fn literal(&mut self, place: LineColumn) -> Result<Json, DefinitionError> {
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|&c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))
        {
            text.push(c);
            self.next += 1;
        }
        if matches!(text.as_str(), "null" | "true" | "false") || is_number(&text) {
            return Ok(Json::Literal(text));
        }
        let fault = Fault::Unexpected { found: quoted(&text), expected: "a value".to_string() };
        Err(DefinitionError { place, fault })
    }

    fn string(&mut self) -> Result<Json, DefinitionError> {
        self.open_brackets.push(self.chars[self.next]);
        self.next += 1;
        let (mut value, mut is_escaped) = (String::new(), false);
        loop {
            match self.peek() {
                None => return Err(self.unexpected("a closing quote")),
                Some(c) if c < ' ' => return Err(self.unexpected("no control characters in a string")),
                Some('"') => {
                    self.next += 1;
                    self.open_brackets.pop();
                    return Ok(Json::String { value, is_escaped });
                }
                Some('\\') => {
                    self.next += 1;
                    is_escaped = true;
                    value.push(self.escape()?);
                }
                Some(c) => {
                    self.next += 1;
                    value.push(c);
                }
            }
        }
    }

    /// Reads an escape sequence after its backslash.
    fn escape(&mut self) -> Result<char, DefinitionError> {
        let c = match self.peek() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.code_point(),
            _ => return Err(self.unexpected("one of \" \\ / b f n r t u after the backslash")),
        };
        self.next += 1;
        Ok(c)
    }

    /// Reads `u` and four digits, twice for characters beyond the first 65,536 (surrogate pairs).
    fn code_point(&mut self) -> Result<char, DefinitionError> {
        let high = self.code_unit()?;
        if let Some(c) = char::from_u32(high) {
            return Ok(c);
        }
        if (0xd800..0xdc00).contains(&high) && self.eat('\\') {
            let low = self.code_unit()?;
            if (0xdc00..0xe000).contains(&low) {
                let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(code).expect("surrogate pairs are code points"));
            }
        }
        Err(self.unexpected("the second half of a character, like \\udc00"))
    }

    fn code_unit(&mut self) -> Result<u32, DefinitionError> {
        if !self.eat('u') {
            return Err(self.unexpected("u and four hexadecimal digits"));
        }
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|c| c.to_digit(16));
            code = 16 * code + digit.ok_or_else(|| self.unexpected("four hexadecimal digits"))?;
            self.next += 1;
        }
        Ok(code)
    }
}

/// Matches `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}
