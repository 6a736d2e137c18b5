//! Lexer of facelets: splits a text into symbols, and handles comments, white space and nets. The meaning of the
//! symbols is not known here.

use super::error::CubeError;
use crate::parse::LineColumn;
use crate::parse::chars::{ascii_sign, chars};

/// A character of a text that may be a colour, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symbol {
    pub symbol: char,
    pub place: LineColumn,
}

/// The symbols of a text line by line, without white space and empty lines.
#[derive(Clone)]
pub(super) struct Rows {
    rows: Vec<Vec<Symbol>>,
    /// The place after the last symbol.
    end: LineColumn,
}

impl Rows {
    /// Splits a text into symbols. If `with_comments` is true, comments are symbols, too: the text of facelets may use
    /// `#` and `/` as colours.
    pub fn new(text: &str, with_comments: bool) -> Rows {
        let mut rows = vec![Vec::new()];
        let mut end = LineColumn { line: 1, column: 1 };
        let mut in_comment = false;
        let mut previous = '\n';
        let mut chars = chars(text).peekable();
        while let Some((c, place)) = chars.next() {
            let slashes = c == '/' && matches!(chars.peek(), Some(('/', _)));
            in_comment |= !with_comments && (slashes || c == '#' && previous.is_whitespace());
            previous = c;
            if c == '\n' {
                in_comment = false;
                rows.push(Vec::new());
            } else if !in_comment && !ascii_sign(c).is_whitespace() {
                rows.last_mut().expect("there is always a row").push(Symbol { symbol: c, place });
                end = LineColumn { column: place.column + 1, ..place };
            }
        }
        rows.retain(|row| !row.is_empty());
        Rows { rows, end }
    }

    pub fn all(&self) -> impl Iterator<Item = Symbol> + Clone + '_ {
        self.rows.iter().flatten().copied()
    }

    pub fn count(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// Returns the rows without the lines of a frame around faces or cells.
    fn without_frame(&self) -> Rows {
        let is_frame = |c: char| matches!(c, '|' | '+' | '-' | '\u{2500}'..='\u{257f}');
        let unframed = |row: &Vec<Symbol>| row.iter().copied().filter(|s| !is_frame(s.symbol)).collect();
        let rows = self.rows.iter().map(unframed).filter(|row: &Vec<Symbol>| !row.is_empty()).collect();
        Rows { rows, end: self.end }
    }

    /// True if the rows have the shape of a net: as many rows as three faces, the middle ones longer than the others.
    fn is_net(&self, side: usize) -> bool {
        if self.rows.len() != 3 * side {
            return false;
        }
        let (middle, outer): (Vec<usize>, Vec<usize>) = (0..3 * side).partition(|row| row / side == 1);
        let length = |row: &usize| self.rows[*row].len();
        middle.iter().map(length).min() > outer.iter().map(length).max()
    }

    /// Returns the rows of a net if they have that shape, without the frame if there are too many symbols.
    pub fn net(&self, side: usize) -> Option<Rows> {
        let rows = if self.count() > 6 * side * side { self.without_frame() } else { self.clone() };
        rows.is_net(side).then_some(rows)
    }

    /// Returns the facelets of a net face by face.
    fn unfolded(&self, side: usize) -> Result<Vec<Symbol>, CubeError> {
        for (idx, row) in self.rows.iter().enumerate() {
            let expected = if idx / side == 1 { 4 * side } else { side };
            if row.len() != expected {
                let last = row[row.len() - 1].place;
                let after = LineColumn { column: last.column + 1, ..last };
                let place = row.get(expected).map_or(after, |symbol| symbol.place);
                return Err(CubeError::NetRow { place, row: idx + 1, found: row.len(), expected });
            }
        }
        // Row and column of the first cell of the faces U, R, F, D, L and B.
        let starts = [(0, 0), (side, 2 * side), (side, side), (2 * side, 0), (side, 0), (side, 3 * side)];
        let face = |(row, col): (usize, usize)| {
            self.rows[row..row + side].iter().flat_map(move |cells| cells[col..col + side].iter().copied())
        };
        Ok(starts.into_iter().flat_map(face).collect())
    }
}

/// Returns the facelets of a cube with `side` facelets to an edge, in the order U, R, F, D, L, B.
pub(super) fn facelets(text: &str, side: usize) -> Result<Vec<Symbol>, CubeError> {
    let expected = 6 * side * side;
    let commented = Rows::new(text, false);
    let whole = Rows::new(text, true);
    let rows = if commented.count() != expected && whole.count() == expected { whole } else { commented };
    if let Some(net) = rows.net(side) {
        return net.unfolded(side);
    }
    let found = rows.count();
    if found != expected {
        let place = rows.all().nth(expected).map_or(rows.end, |symbol| symbol.place);
        return Err(CubeError::FaceletCount { place, found, expected });
    }
    Ok(rows.all().collect())
}
