//! The names that a source uses, without its tests.

use super::lexer::{Token, tokens};

/// Names that are forbidden as they stand (with a `!`, as macros), and names with a forbidden word in them.
pub fn faults(source: &str, names: &[&str], words: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    let tokens = without_tests(&tokens(source));
    for (i, token) in tokens.iter().enumerate() {
        let Token::Name { text, line } = token else { continue };
        let is_called = matches!(tokens.get(i + 1), Some(Token::Mark('!')));
        if let Some(name) = names.iter().find(|&&name| match name.strip_suffix('!') {
            Some(name) => is_called && name == text,
            None => name == text,
        }) {
            faults.push(format!("line {line} uses {name}"));
        }
        if let Some(word) = words_of(text).into_iter().find(|word| words.contains(&&word[..])) {
            faults.push(format!("line {line} speaks of a {word} in {text}"));
        }
    }
    faults
}

/// `TileCount` and `tile_count` are both `tile`, `count`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if c == '_' || c.is_uppercase() && was_lower {
            words.push(String::new());
        }
        if c != '_' {
            words.last_mut().expect("there is always one").extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    words
}

/// Drops what follows `#[cfg(test)]` up to the end of that item: its semicolon, or its closing brace.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let is =
        |token: Option<&Token>, text: &str| matches!(token, Some(Token::Name { text: t, .. }) if t == text);
    let mark = |token: Option<&Token>, mark: char| matches!(token, Some(Token::Mark(m)) if *m == mark);
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let at = |offset: usize| tokens.get(i + offset);
        let begins_test = mark(at(0), '#')
            && mark(at(1), '[')
            && is(at(2), "cfg")
            && mark(at(3), '(')
            && is(at(4), "test")
            && mark(at(5), ')')
            && mark(at(6), ']');
        if !begins_test {
            kept.push(tokens[i].clone());
            i += 1;
            continue;
        }
        i += 7;
        let mut depth = 0;
        while let Some(token) = tokens.get(i) {
            i += 1;
            match token {
                Token::Mark('{') => depth += 1,
                Token::Mark('}') if depth == 1 => break,
                Token::Mark('}') => depth -= 1,
                Token::Mark(';') if depth == 0 => break,
                _ => {}
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[&str]) {
        assert_eq!(faults(source, &["println!", "fs", "env"], &["tile", "board"]), expected, "{source}");
    }

    #[test]
    fn violations_are_caught() {
        check("fn f() {\n    println!(\"hello\");\n}", &["line 2 uses println!"]);
        check("use std::fs;", &["line 1 uses fs"]);
        check("use std::{fmt,\n fs::File};", &["line 2 uses fs"]);
        check("let t = std::env::var(\"HOME\");", &["line 1 uses env"]);
        check("struct TileCount;", &["line 1 speaks of a tile in TileCount"]);
        check("fn pack_board() {}", &["line 1 speaks of a board in pack_board"]);
        check("const N_TILE: u8 = 1;", &["line 1 speaks of a tile in N_TILE"]);
        check("#[cfg(test)]\nmod tests;\nfn tile() {}", &["line 3 speaks of a tile in tile"]);
        check("#[cfg(test)]\nmod tests { fn f() {} }\nfn tile() {}", &["line 3 speaks of a tile in tile"]);
    }

    #[test]
    fn comments_texts_tests_and_lifetimes_are_free() {
        check("// println!(\"tile\")\n/* fs /* env */ board */ fn f() {}", &[]);
        check("/// Not a board.\nfn f() { panic!(\"no \\\"tile\\\"\") }", &[]);
        check("const T: &str = r#\"tile \"board\" fs\"#;", &[]);
        check("struct Scope<'scope, 'env>(&'env u8, char); const C: char = '\\''; ", &[]);
        check("#[cfg(test)]\nmod tests { fn tile() { println!(\"{}\", 1) } }\nfn f() {}", &[]);
        check("#[cfg(test)]\npub fn tile(&self) -> u64 { self.tile }", &[]);
        check("fn textile() -> keyboard {}", &[]);
        check("mod println; fn f() { println(1) }", &[]);
    }
}
