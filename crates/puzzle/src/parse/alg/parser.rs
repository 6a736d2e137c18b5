//! Recursive descent parser: from characters to nodes.

use super::cursor::Cursor;
use super::error::AlgError;
use super::{Families, LocatedAlg, MAX_DEPTH};
use crate::alg::{Alg, Amount, Layers, Move, Node};
use crate::parse::LineColumn;

/// The state of the parser.
pub(super) struct Parser<'a> {
    cursor: Cursor,
    families: Families<'a>,
    /// The places of all leaves so far.
    places: Vec<LineColumn>,
    /// The places of the open brackets.
    open_brackets: Vec<LineColumn>,
}

impl Parser<'_> {
    pub fn new<'a>(text: &str, families: Families<'a>) -> Parser<'a> {
        Parser { cursor: Cursor::new(text), families, places: Vec::new(), open_brackets: Vec::new() }
    }

    /// Parses the whole text.
    pub fn read(mut self) -> Result<LocatedAlg, AlgError> {
        let alg = self.sequence()?;
        match self.cursor.peek() {
            None => Ok(LocatedAlg { alg, places: self.places }),
            Some(_) => Err(self.cursor.unexpected("a move or an opening bracket", None)),
        }
    }

    /// Parses nodes up to the end of the text or a character that cannot begin a node.
    fn sequence(&mut self) -> Result<Alg, AlgError> {
        let mut nodes = Vec::new();
        loop {
            self.cursor.skip_space_and_comments();
            match self.cursor.peek() {
                Some('(') => nodes.push(self.parenthesis()?),
                Some('[') => nodes.push(self.bracket()?),
                Some('.') => {
                    self.cursor.next += 1;
                    nodes.push(Node::Pause);
                }
                Some('/') => {
                    self.places.push(self.cursor.place());
                    self.cursor.next += 1;
                    nodes.push(Node::Slash);
                }
                Some(c) if c == '-' || c.is_ascii_digit() => self.numbered(&mut nodes)?,
                Some(c) if is_letter(c) => self.moves(Layers::Plain, self.cursor.place(), &mut nodes)?,
                // A separator. Within brackets a comma separates the parts of a commutator.
                Some(',' | ';') if self.open_brackets.is_empty() && !nodes.is_empty() => {
                    self.cursor.next += 1;
                }
                _ => return Ok(Alg { nodes }),
            }
        }
    }

    /// Parses a group `(R U)2`, or a turn of both layers of a Square-1 `(1, 0)`.
    fn parenthesis(&mut self) -> Result<Node, AlgError> {
        let start = self.cursor.next;
        let place = self.open()?;
        self.cursor.take_while(char::is_whitespace);
        if let Some((upper, lower)) = self.cursor.pair()? {
            self.cursor.take_while(char::is_whitespace);
            if self.cursor.take(')') {
                self.open_brackets.pop();
                self.places.push(place);
                return Ok(Node::Twelfths(upper, lower));
            }
        }
        // A group, which may itself begin with a pair.
        self.cursor.next = start + 1;
        let alg = self.sequence()?;
        self.close(')', "a move or )")?;
        Ok(Node::Group(alg, self.times()?))
    }

    /// Parses a commutator `[A, B]` or a conjugate `[A: B]`.
    fn bracket(&mut self) -> Result<Node, AlgError> {
        self.open()?;
        let first = self.sequence()?;
        let is_commutator = self.cursor.take(',');
        if !is_commutator && !self.cursor.take(':') {
            return Err(self.cursor.unexpected("a move or , or :", self.open_brackets.last().copied()));
        }
        let second = self.sequence()?;
        self.close(']', "a move or ]")?;
        let times = self.times()?;
        Ok(match is_commutator {
            true => Node::Commutator(first, second, times),
            false => Node::Conjugate(first, second, times),
        })
    }

    fn open(&mut self) -> Result<LineColumn, AlgError> {
        let place = self.cursor.place();
        if self.open_brackets.len() == MAX_DEPTH {
            return Err(AlgError::TooDeep { place });
        }
        self.open_brackets.push(place);
        self.cursor.next += 1;
        Ok(place)
    }

    fn close(&mut self, bracket: char, expected: &'static str) -> Result<(), AlgError> {
        if !self.cursor.take(bracket) {
            return Err(self.cursor.unexpected(expected, self.open_brackets.last().copied()));
        }
        self.open_brackets.pop();
        Ok(())
    }

    /// Parses a pair `1,0` or a move with layers.
    fn numbered(&mut self, nodes: &mut Vec<Node>) -> Result<(), AlgError> {
        let place = self.cursor.place();
        if let Some((upper, lower)) = self.cursor.pair()? {
            self.places.push(place);
            nodes.push(Node::Twelfths(upper, lower));
            return Ok(());
        }
        let Some(first) = self.cursor.number()? else {
            return Err(self.cursor.unexpected("a move", self.open_brackets.last().copied()));
        };
        let mut layers = Layers::One(first.unsigned_abs());
        if self.cursor.take('-') {
            let Some(last) = self.cursor.number()? else {
                return Err(self
                    .cursor
                    .unexpected("the last of the layers", self.open_brackets.last().copied()));
            };
            layers = Layers::Range(first.unsigned_abs(), last.unsigned_abs());
        }
        match layers {
            Layers::One(0) => return Err(AlgError::NoLayers { place, text: "0".to_string() }),
            Layers::Range(first, last) if first == 0 || last < first => {
                return Err(AlgError::NoLayers { place, text: format!("{first}-{last}") });
            }
            _ => {}
        }
        if !self.cursor.peek().is_some_and(is_letter) {
            return Err(self
                .cursor
                .unexpected("a move after its layers", self.open_brackets.last().copied()));
        }
        self.moves(layers, place, nodes)
    }

    /// Parses one move or, where letters run together, several: the layers belong to the first one, the amount to the
    /// last.
    fn moves(&mut self, layers: Layers, place: LineColumn, nodes: &mut Vec<Node>) -> Result<(), AlgError> {
        let start = self.cursor.next;
        let letters = self.cursor.take_while(is_letter);
        let families = self.families(&letters);
        let amount = self.amount()?;
        let mut at = start;
        for (i, family) in families.iter().enumerate() {
            let is_last = i + 1 == families.len();
            nodes.push(Node::Move(Move {
                layers: if i == 0 { layers } else { Layers::Plain },
                family: (*family).to_string(),
                amount: if is_last { amount } else { Amount::Times(1) },
            }));
            self.places.push(if i == 0 { place } else { self.cursor.place_of(at) });
            // Letters are ASCII, so bytes and characters have the same indices.
            at += family.len();
        }
        Ok(())
    }

    /// Splits letters into families; returns them unsplit if that is impossible.
    fn families<'b>(&self, letters: &'b str) -> Vec<&'b str> {
        let mut families = Vec::new();
        let mut rest = letters;
        while !rest.is_empty() {
            let longest = rest.len().min(self.families.max_letters);
            let Some(end) = (1..=longest).rev().find(|&end| (self.families.contains)(&rest[..end])) else {
                return vec![letters];
            };
            families.push(&rest[..end]);
            rest = &rest[end..];
        }
        families
    }

    /// Parses the amount after a family.
    fn amount(&mut self) -> Result<Amount, AlgError> {
        for (sign, forwards) in [('+', true), ('-', false)] {
            if (self.cursor.peek(), self.cursor.peek_at(1)) == (Some(sign), Some(sign)) {
                self.cursor.next += 2;
                return Ok(Amount::Twice(forwards));
            }
        }
        let start = self.cursor.next;
        if let Some(hours) = self.cursor.number()? {
            for (sign, forwards) in [('+', true), ('-', false)] {
                if self.cursor.take(sign) {
                    return Ok(Amount::Hours(hours.unsigned_abs(), forwards));
                }
            }
        }
        self.cursor.next = start;
        self.times().map(Amount::Times)
    }

    /// Parses `2`, `'`, `2'` or nothing, which is 1; also `'2` if the number is not the layer of a following move.
    fn times(&mut self) -> Result<i32, AlgError> {
        let number = self.cursor.number()?;
        if !self.cursor.take_if(is_apostrophe) {
            return Ok(number.unwrap_or(1));
        }
        if let Some(number) = number {
            return Ok(-number);
        }
        let start = self.cursor.next;
        let number = self.cursor.number()?;
        let follows = |c: char| is_letter(c) || is_apostrophe(c) || c == '-';
        if self.cursor.peek().is_some_and(follows) {
            self.cursor.next = start;
            return Ok(-1);
        }
        Ok(-number.unwrap_or(1))
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_apostrophe(c: char) -> bool {
    c == '\''
}
