//! Cubes as people write them: as the moves that make them from a solved cube, or as the colours on their faces.
//!
//! - Moves: see [`scramble3`]. A text without any is a solved cube.
//! - Facelets: 54 symbols, or 24 for the 2x2x2 and 96 for the 4x4x4 cube, face by face in the order U, R, F, D, L, B and row by row; white
//!   space does not count. Any six symbols may stand for the colours.
//! - A net: the faces unfolded into a cross, U on top, then L, F, R and B side by side, then D, one row to a line.
//!   Indentation, spaces between the cells and frames drawn with `|`, `+`, `-` or box characters do not count.
//!
//! `//` or `#` begins a comment that goes to the end of the line, `#` only at its start or after a space.
//!
//! # Which reading wins
//! A text with the right number of symbols and each of six as often as it must be is facelets. Otherwise signs that
//! only moves have, like `'` and `2`, beside letters make it moves. Without them it is facelets if it has the lines of a
//! net, the right number of at least five different symbols, or at least twelve symbols and three of them without a
//! space between: nobody writes moves that way. All else are moves.

mod error;

mod facelet_symbols;

mod facelets_to_pieces;

mod facelets_to_cube;

mod face_order;

mod input_format;

mod moves;

mod niss;

mod partial_facelets;

pub use self::error::{ColourConflict, CubeError, Slot};
use self::input_format::{InputFormat, input_format};
pub use self::niss::{Niss, cancelled, turns3};
pub use self::partial_facelets::{is_stickers3, stickers3};
use crate::cube::{Cube2, Cube3, Cube4};

/// The 3x3x3 cube that a text describes in any of the forms.
///
/// # Errors
/// If the text is not understood, or if the cube cannot be solved: see [`CubeError::is_unsolvable`].
pub fn cube3(text: &str) -> Result<Cube3, CubeError> {
    match input_format(text, 3) {
        InputFormat::Moves => scramble3(text),
        InputFormat::Facelets => facelets3(text),
    }
}

/// The 2x2x2 cube that a text describes in any of the forms.
///
/// # Errors
/// As for [`cube3`].
pub fn cube2(text: &str) -> Result<Cube2, CubeError> {
    match input_format(text, 2) {
        InputFormat::Moves => scramble2(text),
        InputFormat::Facelets => facelets2(text),
    }
}

/// The 4x4x4 cube that a text describes in any of the forms.
///
/// # Errors
/// As for [`cube3`].
pub fn cube4(text: &str) -> Result<Cube4, CubeError> {
    match input_format(text, 4) {
        InputFormat::Moves => scramble4(text),
        InputFormat::Facelets => facelets4(text),
    }
}

/// True if a text is read as moves of a cube of `side` layers rather than as facelets.
pub fn is_moves(text: &str, side: usize) -> bool {
    input_format(text, side) == InputFormat::Moves
}

/// The 3x3x3 cube that moves make from a solved one, in the notation of [`crate::parse::alg`]: turns of faces
/// `U R F D L B`, slices `M E S`, several layers `Rw`, `r` or `2-3Rw`, one layer `2R`, and rotations `x y z`. These change
/// how the cube is held, and the answer is the cube as held at the end. Amounts are quarter turns: `R3` is `R'`.
///
/// # Errors
/// For a text that is no sequence of moves of this cube.
pub fn scramble3(text: &str) -> Result<Cube3, CubeError> {
    let turns = moves::turns(text, 3)?;
    Ok(turns.into_iter().fold(Cube3::SOLVED, |cube, turn| turn.apply3(&cube)))
}

/// The 2x2x2 cube that moves make from a solved one: the same without slices.
///
/// # Errors
/// For a text that is no sequence of moves of this cube.
pub fn scramble2(text: &str) -> Result<Cube2, CubeError> {
    let turns = moves::turns(text, 2)?;
    Ok(turns.into_iter().fold(Cube2::SOLVED, |cube, turn| turn.apply2(&cube)))
}

/// The 4x4x4 cube that moves make from a solved one: the same without slices, with layers up to the fourth, `2R` and `3Rw`.
///
/// # Errors
/// For a text that is no sequence of moves of this cube.
pub fn scramble4(text: &str) -> Result<Cube4, CubeError> {
    let turns = moves::turns(text, 4)?;
    Ok(turns.into_iter().fold(Cube4::SOLVED, |cube, turn| turn.apply4(&cube)))
}

/// The 3x3x3 cube with these 54 facelets, in a row or as a net. The centres say which symbol belongs to which face.
///
/// # Errors
/// If the facelets are not those of a cube that can be solved.
pub fn facelets3(text: &str) -> Result<Cube3, CubeError> {
    read_facelets(text, 3, facelets_to_cube::cube3)
}

/// The 2x2x2 cube with these 24 facelets, in a row or as a net. The letters `URFDLB` mean the faces if they are used as
/// on a 3x3x3 cube; all other colours are given the names for which the corner in the place DBL is at home.
///
/// # Errors
/// If the facelets are not those of a cube that can be solved.
pub fn facelets2(text: &str) -> Result<Cube2, CubeError> {
    read_facelets(text, 2, facelets_to_cube::cube2)
}

/// The 4x4x4 cube with these 96 facelets, in a row or as a net. What the colours mean follows from the corners, as on a
/// 2x2x2 cube.
///
/// # Errors
/// If the facelets are not those of a cube that can be solved.
pub fn facelets4(text: &str) -> Result<Cube4, CubeError> {
    read_facelets(text, 4, facelets_to_cube::cube4)
}

/// A cube with `side` facelets to an edge. Where the faces seem to come in another order, the error says in which.
fn read_facelets<C>(
    text: &str,
    side: usize,
    read: fn(&[facelet_symbols::Symbol]) -> Result<C, CubeError>,
) -> Result<C, CubeError> {
    let facelets = facelet_symbols::facelets(text, side)?;
    let read_as_written = read(&facelets);
    match face_order::order(&facelets, side, read_as_written.is_ok(), read) {
        Some(order) => Err(CubeError::FaceOrder { order }),
        None => read_as_written,
    }
}

#[cfg(test)]
mod tests;
