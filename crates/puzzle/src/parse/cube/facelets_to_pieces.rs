//! From facelets to pieces: finds the corner, edge or wing that has some colours, or the reason why there is none.

use super::error::{ColourConflict, CubeError, Slot};
use super::facelet_symbols::Symbol;
use crate::cube::{
    CORNERS, EDGES, FACE_PAIRS, Face, centre_facelet, corner_facelets, edge_facelets, wing_facelets,
};

/// The colour scheme: the symbol of each face.
#[derive(Clone, Copy)]
pub(super) struct ColourScheme {
    pub symbols: [char; 6],
}

impl ColourScheme {
    fn face(&self, symbol: Symbol) -> Face {
        let at = self.symbols.iter().position(|&s| s == symbol.symbol);
        Face::ALL[at.expect("facelets have no other colours")]
    }

    fn symbol(&self, face: Face) -> char {
        self.symbols[face as usize]
    }
}

/// Returns the six colours in the order of the text.
///
/// # Errors
/// If there are not six, or not equally many facelets of each.
pub(super) fn colours(facelets: &[Symbol]) -> Result<[char; 6], CubeError> {
    let expected = facelets.len() / 6;
    let mut counts: Vec<(char, usize)> = Vec::new();
    for facelet in facelets {
        match counts.iter_mut().find(|(symbol, _)| *symbol == facelet.symbol) {
            Some((_, count)) => *count += 1,
            None => counts.push((facelet.symbol, 1)),
        }
    }
    let symbols: Option<[char; 6]> =
        counts.iter().map(|&(symbol, _)| symbol).collect::<Vec<_>>().try_into().ok();
    match symbols {
        Some(symbols) if counts.iter().all(|&(_, count)| count == expected) => Ok(symbols),
        _ => {
            let rarest = counts.iter().min_by_key(|(_, count)| *count).filter(|_| counts.len() > 6);
            let first = |&(symbol, _): &(char, usize)| facelets.iter().find(|f| f.symbol == symbol);
            let place = rarest.and_then(first).map(|facelet| facelet.place);
            Err(CubeError::ColourCount { counts, expected, place })
        }
    }
}

/// Returns the piece with these faces and its orientation.
fn find_piece<const N: usize>(seen: [Face; N], pieces: &[[Face; N]]) -> Option<(u8, u8)> {
    let fits = |(piece, turn): &(usize, usize)| (0..N).all(|n| pieces[*piece][n] == seen[(n + turn) % N]);
    let mut all = (0..pieces.len()).flat_map(|piece| (0..N).map(move |turn| (piece, turn)));
    all.find(fits).map(|(piece, turn)| (piece as u8, turn as u8))
}

/// Returns the piece in each corner place and its twist; None where no piece has these colours.
pub(super) fn matching_corners(
    facelets: &[Symbol],
    side: usize,
    scheme: &ColourScheme,
) -> [Option<(u8, u8)>; 8] {
    std::array::from_fn(|place| {
        find_piece(corner_facelets(side, place).map(|facelet| scheme.face(facelets[facelet])), &CORNERS)
    })
}

/// Returns the piece in each corner place and its twist.
pub(super) fn corners(
    facelets: &[Symbol],
    side: usize,
    scheme: &ColourScheme,
) -> Result<[(u8, u8); 8], CubeError> {
    let shown = |place| corner_facelets(side, place).map(|facelet| facelets[facelet]);
    pieces(scheme, &CORNERS, shown, Slot::Corner)
}

/// Returns the piece in each edge place and its flip.
pub(super) fn edges(facelets: &[Symbol], scheme: &ColourScheme) -> Result<[(u8, u8); 12], CubeError> {
    let shown = |place| edge_facelets(place).map(|facelet| facelets[facelet]);
    pieces(scheme, &EDGES, shown, Slot::Edge)
}

/// Returns the wing in each wing place of the 4x4x4 cube. A wing has only one orientation in a place, so one that seems
/// flipped is the other wing of its edge: that one occurs twice, and this one is missing.
pub(super) fn wings(facelets: &[Symbol], scheme: &ColourScheme) -> Result<[u8; 24], CubeError> {
    let shown = |place| wing_facelets(place).map(|facelet| facelets[facelet]);
    let directed =
        |seen: [Face; 2]| FACE_PAIRS.iter().position(|&flag| flag == seen).map(|wing| (wing as u8, 0));
    let wings = pieces_by(scheme, &FACE_PAIRS, shown, Slot::Wing, directed)?;
    Ok(wings.map(|(wing, _)| wing))
}

/// Returns the colour in each centre place of the 4x4x4 cube.
///
/// # Errors
/// If there are not four of each.
pub(super) fn centres(facelets: &[Symbol], scheme: &ColourScheme) -> Result<[Face; 24], CubeError> {
    let cells: [Symbol; 24] = std::array::from_fn(|place| facelets[centre_facelet(place)]);
    colours(&cells)?;
    Ok(cells.map(|cell| scheme.face(cell)))
}

/// Returns the piece in each of P places with N faces and its orientation, each piece once.
fn pieces<const N: usize, const P: usize>(
    scheme: &ColourScheme,
    all: &[[Face; N]; P],
    shown: impl Fn(usize) -> [Symbol; N],
    slot: impl Fn(usize) -> Slot,
) -> Result<[(u8, u8); P], CubeError> {
    pieces_by(scheme, all, shown, slot, |faces| find_piece(faces, all))
}

/// Like [`pieces`], with `find` as the lookup from faces to pieces.
fn pieces_by<const N: usize, const P: usize>(
    scheme: &ColourScheme,
    all: &[[Face; N]; P],
    shown: impl Fn(usize) -> [Symbol; N],
    slot: impl Fn(usize) -> Slot,
    find: impl Fn([Face; N]) -> Option<(u8, u8)>,
) -> Result<[(u8, u8); P], CubeError> {
    let mut pieces = [(0, 0); P];
    for (place, piece) in pieces.iter_mut().enumerate() {
        let seen = shown(place);
        let faces = seen.map(|symbol| scheme.face(symbol));
        *piece = find(faces).ok_or_else(|| CubeError::Impossible {
            place: seen[0].place,
            slot: slot(place),
            seen: seen.iter().map(|symbol| symbol.symbol).collect(),
            conflict: colour_conflict(faces, scheme),
        })?;
    }
    for place in 0..P {
        let piece = pieces[place].0;
        let Some(first) = (0..place).find(|&first| pieces[first].0 == piece) else { continue };
        let missing = (0..P).find(|&missing| pieces.iter().all(|&(piece, _)| usize::from(piece) != missing));
        let symbols = |piece: usize| all[piece].map(|face| scheme.symbol(face)).to_vec();
        return Err(CubeError::Duplicate {
            place: shown(place)[0].place,
            first: slot(first),
            slot: slot(place),
            piece: symbols(usize::from(piece)),
            missing: symbols(missing.expect("if a piece is repeated, another is missing")),
        });
    }
    Ok(pieces)
}

/// Returns the reason why no piece has these faces.
fn colour_conflict<const N: usize>(faces: [Face; N], scheme: &ColourScheme) -> ColourConflict {
    for i in 0..N {
        for j in 0..i {
            if faces[i] == faces[j] {
                return ColourConflict::Repeated;
            }
            if faces[i] == faces[j].opposite() {
                return ColourConflict::Opposite(scheme.symbol(faces[j]), scheme.symbol(faces[i]));
            }
        }
    }
    let mut mirrored: Vec<char> = faces.iter().map(|&face| scheme.symbol(face)).collect();
    mirrored[1..].reverse();
    ColourConflict::Mirrored(mirrored)
}
