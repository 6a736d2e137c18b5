//! Detection of facelets whose faces are not in the order U R F D L B, so that the error can name the order. An order
//! is named only if the facelets are a solvable cube in it.
//!
//! On cubes with fixed centres, letters of the faces (or of the usual colours, W R G Y O B) define the order; with
//! other symbols it is defined if exactly one of the 720 orders gives a cube. On cubes without fixed centres the orders
//! that other programs use are tried. Facelets that are a cube as written are accepted, unless they are letters of
//! faces in an arrangement that no cube has: with U in the place of U but L in the place of R, for example, a turn
//! would be parsed as its mirror image.

use super::CubeError;
use super::facelet_symbols::Symbol;
use super::facelets_to_cube::{letters_fit, permutations};
use crate::cube::{Face, Symmetry};

/// Symbols of the faces in the order of [`Face::ALL`]: their letters, and the colours of most cubes.
const ALPHABETS: [[char; 6]; 2] = [['U', 'R', 'F', 'D', 'L', 'B'], ['W', 'R', 'G', 'Y', 'O', 'B']];

/// Face orders that other programs write.
const COMMON_ORDERS: [&str; 9] =
    ["ULFRBD", "FRBLUD", "UFRBLD", "UDFBLR", "UDLRFB", "FBLRUD", "FBUDLR", "LRUDFB", "ULFRDB"];

/// Returns the order in which the faces of a text seem to be, if it is not that of [`Face::ALL`] and `read` accepts the
/// facelets in it. `is_cube` is true if the facelets are a cube as written.
pub(super) fn order<C>(
    facelets: &[Symbol],
    side: usize,
    is_cube: bool,
    read: impl Fn(&[Symbol]) -> Result<C, CubeError>,
) -> Option<[Face; 6]> {
    if is_cube && !has_impossible_letters(facelets, side) {
        return None;
    }
    let fits = |order: &[Face; 6]| {
        let ordered = in_order(facelets, side, order);
        *order != Face::ALL
            && (!is_cube || !side.is_multiple_of(2) || letters_fit(&ordered, side))
            && read(&ordered).is_ok()
    };
    let mut fitting = candidates(facelets, side).into_iter().filter(fits);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first)
}

/// True if letters of faces are arranged as on no cube, in any orientation.
fn has_impossible_letters(facelets: &[Symbol], side: usize) -> bool {
    if !facelets.iter().all(|facelet| ALPHABETS[0].contains(&facelet.symbol)) {
        return false;
    }
    match side.is_multiple_of(2) {
        true => !letters_fit(facelets, side),
        false => named(centres(facelets, side), &ALPHABETS[0])
            .is_some_and(|faces| Symmetry::from_faces(faces).is_none_or(Symmetry::is_mirror)),
    }
}

/// Returns the orders that the faces of a text may have.
fn candidates(facelets: &[Symbol], side: usize) -> Vec<[Face; 6]> {
    if side.is_multiple_of(2) {
        return COMMON_ORDERS.iter().filter_map(|order| named(order.chars(), &ALPHABETS[0])).collect();
    }
    let spelled: Vec<[Face; 6]> =
        ALPHABETS.iter().filter_map(|alphabet| named(centres(facelets, side), alphabet)).collect();
    match spelled.is_empty() {
        true => permutations().into_iter().map(|order| order.map(|face| Face::ALL[face])).collect(),
        false => spelled,
    }
}

/// Returns the symbol in the middle of each face.
fn centres(facelets: &[Symbol], side: usize) -> impl Iterator<Item = char> {
    (0..6).map(move |block| facelets[block * side * side + side * side / 2].symbol.to_ascii_uppercase())
}

/// Returns the faces that symbols stand for, if they are all six of an alphabet.
fn named(symbols: impl Iterator<Item = char>, alphabet: &[char; 6]) -> Option<[Face; 6]> {
    let face = |symbol| alphabet.iter().position(|&letter| letter == symbol).map(|face| Face::ALL[face]);
    let faces: [Face; 6] = symbols.map(face).collect::<Option<Vec<Face>>>()?.try_into().ok()?;
    Face::ALL.into_iter().all(|face| faces.contains(&face)).then_some(faces)
}

/// Reorders facelets whose faces are in `order` into the order of [`Face::ALL`].
fn in_order(facelets: &[Symbol], side: usize, order: &[Face; 6]) -> Vec<Symbol> {
    let n = side * side;
    let block = |face: &Face| order.iter().position(|other| other == face).expect("an order has all faces");
    Face::ALL.iter().flat_map(|face| facelets[block(face) * n..][..n].iter().copied()).collect()
}
