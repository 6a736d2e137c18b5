//! Canonical texts that identify a search: one `key: value` line for each part, in a fixed order, with values that are
//! spelled out and never formatted by `Debug`. The text is therefore the same for every Rust version, platform and
//! release.

use std::fmt::{Display, Write};

/// Builder of a canonical text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KeyText(String);

impl KeyText {
    /// Creates an empty text.
    pub fn new() -> KeyText {
        KeyText::default()
    }

    /// Adds a line. Line breaks in the value are escaped, so that different values never give the same text.
    #[must_use]
    pub fn line(mut self, key: &str, value: impl Display) -> KeyText {
        let value = value.to_string().replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
        writeln!(self.0, "{key}: {value}").expect("strings take all text");
        self
    }

    /// Adds a line if there is a value.
    #[must_use]
    pub fn optional(self, key: &str, value: Option<impl Display>) -> KeyText {
        match value {
            Some(value) => self.line(key, value),
            None => self,
        }
    }

    /// Adds a line for each value.
    #[must_use]
    pub fn lines(self, key: &str, values: impl IntoIterator<Item = impl Display>) -> KeyText {
        values.into_iter().fold(self, |text, value| text.line(key, value))
    }

    /// Adds lines that are already formatted.
    #[must_use]
    pub fn with(mut self, lines: &str) -> KeyText {
        self.0 += lines.trim_end();
        self.0.push('\n');
        self
    }

    /// Returns the text.
    pub fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_do_not_make_lines() {
        let one = KeyText::new().line("input", "a\ninput: b");
        let two = KeyText::new().line("input", "a").line("input", "b");
        assert_eq!(one.clone().finish(), "input: a\\ninput: b\n");
        assert_ne!(one, two);
    }
}
