//! Characters of a text with their line and column: the input of all lexers and parsers here.

use std::borrow::Cow;
use std::fmt;

/// A place in a text: line and column, both from 1. Columns count characters; a tab is one character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Iterates over the characters of a text with their line and column. A byte order mark is skipped. Lines end with LF,
/// CR LF or CR, and each of these is returned as one LF.
pub(super) fn chars(text: &str) -> impl Iterator<Item = (char, LineColumn)> + Clone + '_ {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut at = LineColumn { line: 1, column: 1 };
    let mut previous = ' ';
    text.chars().filter_map(move |c| {
        let follows_return = previous == '\r';
        previous = c;
        if c == '\n' && follows_return {
            return None;
        }
        let place = at;
        if c == '\n' || c == '\r' {
            at = LineColumn { line: at.line + 1, column: 1 };
            return Some(('\n', place));
        }
        at.column += 1;
        Some((c, place))
    })
}

/// Returns the ASCII character for a typographic one that word processors and web pages substitute: minus for dashes,
/// `'` for curly and slanted apostrophes, ASCII brackets and commas for wide ones, and a space for zero-width spaces.
/// Other characters are returned unchanged.
pub(super) fn ascii_sign(c: char) -> char {
    match c {
        '’' | '‘' | '‛' | '′' | '`' | '´' | 'ʹ' | 'ʼ' | '＇' => '\'',
        '−' | '–' | '‐' | '‑' | '－' => '-',
        '＋' => '+',
        '，' => ',',
        '（' => '(',
        '）' => ')',
        '／' | '⁄' => '/',
        '\u{200b}' | '\u{2060}' | '\u{feff}' => ' ',
        c => c,
    }
}

/// Returns a text of the input for a message, cut if it is longer than `longest` characters.
pub(crate) fn cut(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
