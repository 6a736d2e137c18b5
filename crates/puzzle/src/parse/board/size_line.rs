//! Size lines: `3`, `3 4`, `3,4` or `3x4`. The parser decides whether such a line is meant as one; here is only its
//! meaning.

use super::error::{ParseError, ParseErrorKind, excerpt};
use super::lexer::{Line, Value, is_digits};
use crate::sliding::size_is_allowed;

/// The notation of a size. Some can be confused with tiles more easily than others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SizeForm {
    /// `3`; can also be a tile on a line by itself.
    Number,
    /// `3 4`; can also be two tiles.
    Pair,
    /// `3x4`; unambiguous.
    Cross,
}

/// A parsed size line.
pub(super) struct SizeLine {
    pub form: SizeForm,
    /// Rows and columns, or the error for an impossible size.
    pub shape: Result<(usize, usize), ParseError>,
}

/// Parses a line as a size line; None if it does not look like one.
pub(super) fn size_line(line: &Line<'_>) -> Option<SizeLine> {
    if line.n_tokens() > 2 {
        return None;
    }
    let mut tokens = line.tokens();
    let first = tokens.next()?;
    let is_integer = |value: Value| matches!(value, Value::Number(_) | Value::OutOfRange);
    let (form, rows, cols, text) = match tokens.next() {
        None => match first.text.split_once(['x', 'X']) {
            Some((rows, cols)) if is_digits(rows) && is_digits(cols) => {
                (SizeForm::Cross, rows, cols, first.text.to_string())
            }
            None if is_integer(first.value()) => {
                (SizeForm::Number, first.text, first.text, first.text.to_string())
            }
            _ => return None,
        },
        Some(second) if is_integer(first.value()) && is_integer(second.value()) => {
            (SizeForm::Pair, first.text, second.text, format!("{} {}", first.text, second.text))
        }
        Some(_) => return None,
    };
    // Numbers that do not parse are too large or negative, so they are not allowed either.
    let shape = match (rows.parse(), cols.parse()) {
        (Ok(rows), Ok(cols)) if size_is_allowed(rows, cols) => Ok((rows, cols)),
        _ => Err(ParseError::new(first.place, ParseErrorKind::BadSize { text: excerpt(&text) })),
    };
    Some(SizeLine { form, shape })
}

#[cfg(test)]
mod tests {
    use super::super::lexer::lines;
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = match size_line(&lines(text)[0]) {
            None => "-".to_string(),
            Some(SizeLine { form, shape: Ok((rows, cols)) }) => format!("{form:?} {rows} {cols}"),
            Some(SizeLine { shape: Err(error), .. }) => error.to_string(),
        };
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn sizes() {
        check("3", "Number 3 3");
        check(" 999 # large", "Number 999 999");
        check("3 4", "Pair 3 4");
        check("3,4", "Pair 3 4");
        check("3x4", "Cross 3 4");
        check("12X2", "Cross 12 2");
        check("003", "Number 3 3");
    }

    #[test]
    fn impossible_sizes() {
        let check_bad = |text: &str, quoted: &str| {
            check(
                text,
                &format!(
                    "line 1, column 1: size {quoted:?} is not possible, expected 2 to 999 rows and columns"
                ),
            );
        };
        for text in ["0", "1", "1000", "-3", "1 5", "5 1", "0x0", "3x1000", "2 0"] {
            check_bad(text, text);
        }
        check_bad("18446744073709551617", "18446744073709551617");
        check_bad("18446744073709551618x2", "18446744073709551618…");
    }

    #[test]
    fn other_lines() {
        for text in [
            "# 3", "x", ".", "3 x", ". 1", "3x", "x3", "3x3x3", "3 x 3", "1 2 3", "three", "3 three", "3*3",
            "2/2",
        ] {
            check(text, "-");
        }
    }
}
