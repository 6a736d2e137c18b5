//! Parsers of cube positions: a sequence of moves from the solved cube, or the colours of its facelets.
//!
//! - Moves: see [`scramble3`]. A text without moves is the solved cube.
//! - Facelets: 54 symbols, or 24 for the 2x2x2 and 96 for the 4x4x4 cube, face by face in the order U, R, F, D, L, B
//!   and row by row; white space is ignored. Any six symbols may stand for the colours.
//! - A net: the faces unfolded into a cross, U on top, then L, F, R and B side by side, then D, one row per line.
//!   Indentation, spaces between the cells and frames drawn with `|`, `+`, `-` or box characters are ignored.
//!
//! `//` or `#` begins a comment that extends to the end of the line, `#` only at its start or after a space.
//!
//! # Choice of the format
//! A text with the right number of symbols and each of six equally often is facelets. Otherwise characters that only
//! moves have, like `'` and `2`, next to letters make it moves. Without them it is facelets if it has the lines of a
//! net, the right number of symbols of which at least five are different, or at least twelve symbols of which three are
//! adjacent: moves are not written that way. Everything else is moves.

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

/// Parses a 3x3x3 cube in any of the formats.
///
/// # Errors
/// For a syntax error, invalid facelets or a cube that cannot be solved: see [`CubeError::is_unsolvable`].
pub fn cube3(text: &str) -> Result<Cube3, CubeError> {
    match input_format(text, 3) {
        InputFormat::Moves => scramble3(text),
        InputFormat::Facelets => facelets3(text),
    }
}

/// Parses a 2x2x2 cube in any of the formats.
///
/// # Errors
/// As for [`cube3`].
pub fn cube2(text: &str) -> Result<Cube2, CubeError> {
    match input_format(text, 2) {
        InputFormat::Moves => scramble2(text),
        InputFormat::Facelets => facelets2(text),
    }
}

/// Parses a 4x4x4 cube in any of the formats.
///
/// # Errors
/// As for [`cube3`].
pub fn cube4(text: &str) -> Result<Cube4, CubeError> {
    match input_format(text, 4) {
        InputFormat::Moves => scramble4(text),
        InputFormat::Facelets => facelets4(text),
    }
}

/// True if a text for a cube of `side` layers is parsed as moves rather than as facelets.
pub fn is_moves(text: &str, side: usize) -> bool {
    input_format(text, side) == InputFormat::Moves
}

/// Parses moves and applies them to the solved 3x3x3 cube. The notation is that of [`crate::parse::alg`]: turns of
/// faces `U R F D L B`, slices `M E S`, several layers `Rw`, `r` or `2-3Rw`, one layer `2R`, and rotations `x y z`.
/// Rotations change the orientation of the whole cube; the result is the cube as it is held at the end. Amounts are
/// quarter turns: `R3` is `R'`.
///
/// # Errors
/// If the text is not a sequence of moves of this cube.
pub fn scramble3(text: &str) -> Result<Cube3, CubeError> {
    let turns = moves::turns(text, 3)?;
    Ok(turns.into_iter().fold(Cube3::SOLVED, |cube, turn| turn.apply3(&cube)))
}

/// Parses moves and applies them to the solved 2x2x2 cube. The notation is that of [`scramble3`] without slices.
///
/// # Errors
/// If the text is not a sequence of moves of this cube.
pub fn scramble2(text: &str) -> Result<Cube2, CubeError> {
    let turns = moves::turns(text, 2)?;
    Ok(turns.into_iter().fold(Cube2::SOLVED, |cube, turn| turn.apply2(&cube)))
}

/// Parses moves and applies them to the solved 4x4x4 cube. The notation is that of [`scramble3`] without slices, with
/// layers up to the fourth, `2R` and `3Rw`.
///
/// # Errors
/// If the text is not a sequence of moves of this cube.
pub fn scramble4(text: &str) -> Result<Cube4, CubeError> {
    let turns = moves::turns(text, 4)?;
    Ok(turns.into_iter().fold(Cube4::SOLVED, |cube, turn| turn.apply4(&cube)))
}

/// Parses the 54 facelets of a 3x3x3 cube, in one sequence or as a net. The centres define the symbol of each face.
///
/// # Errors
/// If the facelets are not those of a solvable cube.
pub fn facelets3(text: &str) -> Result<Cube3, CubeError> {
    read_facelets(text, 3, facelets_to_cube::cube3)
}

/// Parses the 24 facelets of a 2x2x2 cube, in one sequence or as a net. The letters `URFDLB` mean the faces if that
/// gives valid corners; all other colours are assigned to faces such that the corner in the place DBL is solved.
///
/// # Errors
/// If the facelets are not those of a solvable cube.
pub fn facelets2(text: &str) -> Result<Cube2, CubeError> {
    read_facelets(text, 2, facelets_to_cube::cube2)
}

/// Parses the 96 facelets of a 4x4x4 cube, in one sequence or as a net. The corners define the symbol of each face, as
/// on a 2x2x2 cube.
///
/// # Errors
/// If the facelets are not those of a solvable cube.
pub fn facelets4(text: &str) -> Result<Cube4, CubeError> {
    read_facelets(text, 4, facelets_to_cube::cube4)
}

/// Parses the facelets of a cube with `side` facelets to an edge. If the faces seem to be in another order, the error
/// names it.
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
