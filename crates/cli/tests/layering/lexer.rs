//! Just enough of Rust's grammar to tell names from comments, texts and lifetimes.

/// A piece of a source that matters here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// An identifier or keyword, and its line from 1.
    Name { text: String, line: usize },
    /// Any other visible character.
    Mark(char),
}

/// The names and marks of a source, without comments, texts, characters and lifetimes.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { rest: source, line: 1 };
    let mut tokens = Vec::new();
    while let Some(first) = lexer.rest.chars().next() {
        if lexer.rest.starts_with("//") {
            lexer.skip_past("\n");
        } else if lexer.rest.starts_with("/*") {
            lexer.skip_comment();
        } else if let Some(hashes) = raw_text(lexer.rest) {
            lexer.skip_past("\"");
            lexer.skip_past(&format!("\"{}", "#".repeat(hashes)));
        } else if first == '"' {
            lexer.skip_quoted('"');
        } else if first == '\'' {
            lexer.skip_character_or_lifetime();
        } else if first.is_alphabetic() || first == '_' {
            let line = lexer.line;
            let text = lexer.take_while(|c| c.is_alphanumeric() || c == '_');
            tokens.push(Token::Name { text, line });
        } else {
            lexer.skip(first.len_utf8());
            if !first.is_whitespace() {
                tokens.push(Token::Mark(first));
            }
        }
    }
    tokens
}

/// The number of `#` if a raw text begins here.
fn raw_text(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix("br").or(rest.strip_prefix('r'))?;
    let text = rest.trim_start_matches('#');
    text.starts_with('"').then(|| rest.len() - text.len())
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl Lexer<'_> {
    fn skip(&mut self, n_bytes: usize) {
        let (skipped, rest) = self.rest.split_at(n_bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }

    fn skip_past(&mut self, end: &str) {
        self.skip(self.rest.find(end).map_or(self.rest.len(), |at| at + end.len()));
    }

    fn take_while(&mut self, is_in: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !is_in(c)).unwrap_or(self.rest.len());
        let text = self.rest[..end].to_string();
        self.skip(end);
        text
    }

    /// Comments of this kind nest.
    fn skip_comment(&mut self) {
        let mut depth = 0;
        loop {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.skip(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.skip(2);
            } else {
                match self.rest.chars().next() {
                    Some(c) => self.skip(c.len_utf8()),
                    None => return,
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_quoted(&mut self, quote: char) {
        self.skip(1);
        while let Some(c) = self.rest.chars().next() {
            self.skip(c.len_utf8());
            if c == quote {
                return;
            }
            if c == '\\'
                && let Some(escaped) = self.rest.chars().next()
            {
                self.skip(escaped.len_utf8());
            }
        }
    }

    /// `'a'` and `'\n'` are characters, `'a` is a lifetime.
    fn skip_character_or_lifetime(&mut self) {
        let mut ahead = self.rest.chars().skip(1);
        let (first, second) = (ahead.next(), ahead.next());
        if first == Some('\\') || second == Some('\'') {
            self.skip_quoted('\'');
        } else {
            self.skip(1);
            self.take_while(|c| c.is_alphanumeric() || c == '_');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_marks_with_their_lines() {
        let name = |text: &str, line| Token::Name { text: text.to_string(), line };
        let source = "let a = b\"\\\"x\"; // c\n'q' 'r s\n";
        let expected =
            [name("let", 1), name("a", 1), Token::Mark('='), name("b", 1), Token::Mark(';'), name("s", 2)];
        assert_eq!(tokens(source), expected);
    }
}
