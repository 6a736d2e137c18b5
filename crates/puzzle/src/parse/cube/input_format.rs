//! Detection of the input format: moves or facelets.

use std::collections::HashSet;

use super::facelet_symbols::Rows;
use crate::parse::chars::ascii_sign;

/// The format of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InputFormat {
    Moves,
    /// In one sequence or as a net.
    Facelets,
}

/// With at least this many symbols, facelets of another cube or of half a cube are more likely than moves without any
/// amount.
const MIN_FACELETS: usize = 12;

/// Returns the most likely format of a text.
pub(super) fn input_format(text: &str, side: usize) -> InputFormat {
    let expected = 6 * side * side;
    let rows = Rows::new(text, false);
    let are_long_words = has_long_word(&rows) && rows.count() >= MIN_FACELETS;
    let are_many = rows.count() == expected && n_different(&rows) > 4;
    let are_facelets = [&rows, &Rows::new(text, true)].into_iter().any(|rows| is_even(rows, expected))
        || (are_long_words || are_many || rows.net(side).is_some()) && !has_amounts(&rows);
    if are_facelets { InputFormat::Facelets } else { InputFormat::Moves }
}

/// Returns the most likely format of a text in which facelets may be wildcards.
pub(super) fn sticker_format(rows: &Rows, side: usize) -> InputFormat {
    let are_long_words = has_long_word(rows) && rows.count() >= MIN_FACELETS;
    let are_many = rows.count() == 6 * side * side;
    let are_facelets = (are_long_words || are_many || rows.net(side).is_some()) && !has_amounts(rows);
    if are_facelets { InputFormat::Facelets } else { InputFormat::Moves }
}

/// Returns the number of different symbols.
fn n_different(rows: &Rows) -> usize {
    rows.all().map(|symbol| symbol.symbol).collect::<HashSet<char>>().len()
}

/// True if there are six symbols, each as often as on a cube. Amounts and brackets are then colours, too.
fn is_even(rows: &Rows, expected: usize) -> bool {
    let mut symbols: Vec<char> = rows.all().map(|symbol| symbol.symbol).collect();
    symbols.sort_unstable();
    symbols.len() == expected && symbols.chunk_by(|a, b| a == b).map(<[char]>::len).eq([expected / 6; 6])
}

/// True if there are letters and characters that only moves have.
fn has_amounts(rows: &Rows) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || "'()[],:".contains(ascii_sign(c));
    let symbols = || rows.all().map(|symbol| symbol.symbol);
    symbols().any(char::is_alphabetic) && symbols().any(is_sign)
}

/// True if three symbols are adjacent in the text.
fn has_long_word(rows: &Rows) -> bool {
    let symbols: Vec<_> = rows.all().collect();
    symbols.windows(3).any(|three| {
        let (first, last) = (three[0].place, three[2].place);
        first.line == last.line && first.column + 2 == last.column
    })
}
