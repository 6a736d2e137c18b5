//! The [`Cube`] trait: parsing and display of cubes of every size.

use std::fmt;

use puzzle::cube::Net;
use puzzle::parse::cube::{self, CubeError};
use puzzle::{Cube2, Cube3, Cube4, Face, Turn};

/// A cube of some size.
pub trait Cube: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Number of layers.
    const SIDE: usize;

    /// The solved cube.
    const SOLVED: Self;

    /// Parses moves, facelets or a net.
    ///
    /// # Errors
    /// If the text is none of these.
    fn read(text: &str) -> Result<Self, CubeError>;

    /// Parses moves and applies them to the solved cube.
    ///
    /// # Errors
    /// If a word is not a move.
    fn read_moves(text: &str) -> Result<Self, CubeError>;

    /// Parses facelets or a net.
    ///
    /// # Errors
    /// If the text is neither, or no cube has these facelets.
    fn read_facelets(text: &str) -> Result<Self, CubeError>;

    /// Returns the facelets in the current orientation.
    fn facelets(&self) -> String;

    /// Returns the net (unfolded cube).
    fn unfolded(&self) -> Net;

    /// Parses plain moves like `R U2 F'`: most lines of a batch, without the cost of the full notation. Returns None
    /// for a text that might be read in another way.
    fn read_plain_moves(text: &str) -> Option<Self>;
}

impl Cube for Cube2 {
    const SIDE: usize = 2;
    const SOLVED: Self = Cube2::SOLVED;

    fn read(text: &str) -> Result<Self, CubeError> {
        cube::cube2(text)
    }

    fn read_moves(text: &str) -> Result<Self, CubeError> {
        cube::scramble2(text)
    }

    fn read_facelets(text: &str) -> Result<Self, CubeError> {
        cube::facelets2(text)
    }

    fn facelets(&self) -> String {
        self.to_facelets()
    }

    fn unfolded(&self) -> Net {
        self.net()
    }

    fn read_plain_moves(text: &str) -> Option<Self> {
        plain_moves(text, 24, Cube2::SOLVED, |cube, turn| cube.turned(turn))
    }
}

impl Cube for Cube3 {
    const SIDE: usize = 3;
    const SOLVED: Self = Cube3::SOLVED;

    fn read(text: &str) -> Result<Self, CubeError> {
        cube::cube3(text)
    }

    fn read_moves(text: &str) -> Result<Self, CubeError> {
        cube::scramble3(text)
    }

    fn read_facelets(text: &str) -> Result<Self, CubeError> {
        cube::facelets3(text)
    }

    fn facelets(&self) -> String {
        self.to_facelets()
    }

    fn unfolded(&self) -> Net {
        self.net()
    }

    fn read_plain_moves(text: &str) -> Option<Self> {
        plain_moves(text, 54, Cube3::SOLVED, |cube, turn| cube.turned(turn))
    }
}

impl Cube for Cube4 {
    const SIDE: usize = 4;
    const SOLVED: Self = Cube4::SOLVED;

    fn read(text: &str) -> Result<Self, CubeError> {
        cube::cube4(text)
    }

    fn read_moves(text: &str) -> Result<Self, CubeError> {
        cube::scramble4(text)
    }

    fn read_facelets(text: &str) -> Result<Self, CubeError> {
        cube::facelets4(text)
    }

    fn facelets(&self) -> String {
        self.to_facelets()
    }

    fn unfolded(&self) -> Net {
        self.net()
    }

    /// Wide turns are common, so there is no short cut.
    fn read_plain_moves(_text: &str) -> Option<Self> {
        None
    }
}

fn plain_moves<C>(text: &str, n_facelets: usize, solved: C, turned: impl Fn(&C, Turn) -> C) -> Option<C> {
    let mut cube = solved;
    let (mut n_symbols, mut n_turns) = (0, 0);
    for word in text.split_ascii_whitespace() {
        let (face, quarters) = match word.as_bytes() {
            [face] => (face, 1),
            [face, b'2'] => (face, 2),
            [face, b'\''] => (face, 3),
            _ => return None,
        };
        let face = Face::ALL.into_iter().find(|f| f.letter() == char::from(*face))?;
        cube = turned(&cube, Turn::new(face, quarters));
        n_symbols += word.len();
        n_turns += 1;
    }
    // Letters alone may be facelets, and so may as many symbols as a cube has.
    let is_plain =
        n_turns > 0 && n_symbols != n_facelets && (n_symbols > n_turns || 2 * n_turns < n_facelets);
    is_plain.then_some(cube)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short cut agrees with the full parser.
    #[test]
    fn plain_moves_are_moves() {
        fn check<C: Cube>(text: &str) {
            assert!(C::read_plain_moves(text).is_some(), "{text}");
            assert_eq!(C::read_plain_moves(text), C::read(text).ok(), "{text}");
        }
        for text in ["R", "R U2 F'", "  L  D2\tB' ", "U R F D L B U R F D L", "U2 U2 U2 U2"] {
            check::<Cube2>(text);
            check::<Cube3>(text);
        }
        // As many of each letter as facelets would have.
        let facelets = "U U U U R R R R F F F F D D D D L L L L B B B B";
        for text in ["", "R U Rw", "RU", "R3", "r", "R U2 // x", "M", facelets] {
            assert_eq!(Cube2::read_plain_moves(text), None, "{text}");
        }
        assert_eq!(Cube2::read(facelets), Ok(Cube2::SOLVED));
        // Six symbols, four of each: by their number they are facelets.
        let moves = "R2 U2 F2 L2 R' U' F' L' R U F L R U F L";
        assert_eq!(Cube2::read_plain_moves(moves), None);
    }
}
