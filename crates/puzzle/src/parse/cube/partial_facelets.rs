//! Facelets with wildcards: `.`, `?` or `_` for a sticker of any colour. Not `-`, which nets use for their frames.

use super::error::{ColourConflict, CubeError, Slot};
use super::facelet_symbols::{Rows, Symbol, facelets};
use super::input_format::{InputFormat, sticker_format};
use crate::cube::{CORNERS, EDGES, Face, PatternFault, Stickers, corner_facelets, edge_facelets};

/// True for a sticker of any colour.
pub(super) fn is_wildcard(symbol: char) -> bool {
    matches!(symbol, '.' | '?' | '_')
}

/// True if a text is most likely meant as facelets with wildcards. A dot among moves is a pause.
pub fn is_stickers3(text: &str) -> bool {
    let rows = Rows::new(text, false);
    rows.all().any(|symbol| is_wildcard(symbol.symbol)) && sticker_format(&rows, 3) == InputFormat::Facelets
}

/// Parses the stickers of a 3x3x3 cube with wildcards, in one sequence or as a net. The centres define the symbol of
/// each face; if a centre is a wildcard, the symbol is the letter of the face.
///
/// # Errors
/// If no cube has these stickers.
pub fn stickers3(text: &str) -> Result<Stickers, CubeError> {
    let facelets = facelets(text, 3)?;
    let mut scheme = Face::ALL.map(Face::letter);
    let centre = |face: usize| facelets[9 * face + 4];
    for (face, symbol) in scheme.iter_mut().enumerate() {
        if !is_wildcard(centre(face).symbol) {
            *symbol = centre(face).symbol;
        }
    }
    for i in 0..6 {
        if let Some(j) = (0..i).find(|&j| scheme[j] == scheme[i]) {
            // At least one of the two is written; the error is at the last one written.
            let at = if is_wildcard(centre(i).symbol) { centre(j) } else { centre(i) };
            let faces = [Face::ALL[j], Face::ALL[i]];
            return Err(CubeError::RepeatedCentre { place: at.place, symbol: scheme[i], faces });
        }
    }
    let face = |symbol: Symbol| match symbol.symbol {
        any if is_wildcard(any) => Ok(None),
        written => match scheme.iter().position(|&known| known == written) {
            Some(face) => Ok(Some(Face::ALL[face])),
            None => Err(CubeError::UnknownColour { place: symbol.place, symbol: written, colours: scheme }),
        },
    };
    let mut stickers = [None; 54];
    for (sticker, &symbol) in stickers.iter_mut().zip(&facelets) {
        *sticker = face(symbol)?;
    }
    // Centres are fixed, so a wildcard centre and a written one mean the same.
    for (face, sticker) in stickers.iter_mut().skip(4).step_by(9).enumerate() {
        *sticker = Some(Face::ALL[face]);
    }
    let stickers = Stickers(stickers);
    match stickers.pattern() {
        Ok(_) => Ok(stickers),
        Err(PatternFault::Flip) => Err(CubeError::FlippedEdge { edge: None }),
        Err(PatternFault::Twist(twist)) => {
            Err(CubeError::TwistedCorner { clockwise: twist == 1, corner: None })
        }
        Err(PatternFault::Parity) => Err(CubeError::SwappedPieces { pieces: None }),
        Err(PatternFault::Corner(place)) => {
            let cells = corner_facelets(3, place);
            Err(explain(cells.map(|cell| facelets[cell]), &scheme, &CORNERS, Slot::Corner(place)))
        }
        Err(PatternFault::Edge(place)) => {
            let cells = edge_facelets(place);
            Err(explain(cells.map(|cell| facelets[cell]), &scheme, &EDGES, Slot::Edge(place)))
        }
    }
}

/// Returns the error for a place without a possible piece: no piece has these colours, or those that do are needed in
/// places before it.
fn explain<const N: usize>(
    shown: [Symbol; N],
    scheme: &[char; 6],
    pieces: &[[Face; N]],
    slot: Slot,
) -> CubeError {
    let known = |symbol: Symbol| scheme.iter().position(|&s| s == symbol.symbol).map(|face| Face::ALL[face]);
    let faces = shown.map(known);
    let place = shown.iter().find(|symbol| !is_wildcard(symbol.symbol)).unwrap_or(&shown[0]).place;
    let seen = shown.map(|symbol| symbol.symbol).to_vec();
    let fits = |piece: &[Face; N]| {
        let agrees = |turn: usize| (0..N).all(|n| faces[(n + turn) % N].is_none_or(|face| face == piece[n]));
        (0..N).any(agrees)
    };
    if pieces.iter().any(fits) {
        return CubeError::NoPieceLeft { place, slot, seen };
    }
    let named = |face: Face| scheme[face as usize];
    for i in 0..N {
        for j in 0..i {
            let (Some(a), Some(b)) = (faces[j], faces[i]) else { continue };
            if a == b {
                return CubeError::Impossible { place, slot, seen, conflict: ColourConflict::Repeated };
            }
            if a == b.opposite() {
                return CubeError::Impossible {
                    place,
                    slot,
                    seen,
                    conflict: ColourConflict::Opposite(named(a), named(b)),
                };
            }
        }
    }
    let mut mirrored = seen.clone();
    mirrored[1..].reverse();
    CubeError::Impossible { place, slot, seen, conflict: ColourConflict::Mirrored(mirrored) }
}
