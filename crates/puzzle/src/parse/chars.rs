//! Places in a text.

use std::fmt;

/// A place in a text. Both numbers count from 1, columns in characters; a tab is one character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The characters of a text with their places. A byte order mark is none of them. Lines end with LF, CR LF or CR, and
/// all of these come as one LF.
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

/// A sign as programs write it, for those that word processors and web pages put in its place: dashes for minus, curly and
/// slanted apostrophes, wide brackets and commas, and spaces without width.
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
