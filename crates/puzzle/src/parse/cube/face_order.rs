//! Facelets whose faces come in another order than U R F D L B: recognised so that the error can name the order. An order is named only
//! if the facelets are a solvable cube in it.
//!
//! Where each face has a centre, letters of the faces (or of the usual colours, W R G Y O B) say which face is which; other
//! symbols do if just one of the 720 orders gives a cube. Cubes without centres are tried in the orders that other programs use.
//! Facelets that are a cube as they stand are taken as they are, unless they are letters of faces that no cube shows so: with
//! U in front of U but L in place of R, say, a turn would be read as its mirror image.

use super::CubeError;
use super::facelet_symbols::Symbol;
use super::facelets_to_cube::{letters_fit, permutations};
use crate::cube::{Face, Symmetry};

/// Symbols of the faces in the order of [`Face::ALL`]: their letters, and the colours of most cubes.
const ALPHABETS: [[char; 6]; 2] = [['U', 'R', 'F', 'D', 'L', 'B'], ['W', 'R', 'G', 'Y', 'O', 'B']];

/// Orders that other programs write.
const COMMON_ORDERS: [&str; 9] =
    ["ULFRBD", "FRBLUD", "UFRBLD", "UDFBLR", "UDLRFB", "FBLRUD", "FBUDLR", "LRUDFB", "ULFRDB"];

/// Returns the order in which the faces of a text seem to come, if it is another than that of [`Face::ALL`] and `read` finds a
/// cube in it. `is_cube` says whether the facelets are a cube as they stand.
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

/// True if letters of faces stand where no cube shows them, however it is held.
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

/// The orders that the faces of a text may have.
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

/// The symbol in the middle of each face.
fn centres(facelets: &[Symbol], side: usize) -> impl Iterator<Item = char> {
    (0..6).map(move |block| facelets[block * side * side + side * side / 2].symbol.to_ascii_uppercase())
}

/// The faces that symbols stand for, if they are all six of an alphabet.
fn named(symbols: impl Iterator<Item = char>, alphabet: &[char; 6]) -> Option<[Face; 6]> {
    let face = |symbol| alphabet.iter().position(|&letter| letter == symbol).map(|face| Face::ALL[face]);
    let faces: [Face; 6] = symbols.map(face).collect::<Option<Vec<Face>>>()?.try_into().ok()?;
    Face::ALL.into_iter().all(|face| faces.contains(&face)).then_some(faces)
}

/// Facelets whose faces come in some order, in the order of [`Face::ALL`].
fn in_order(facelets: &[Symbol], side: usize, order: &[Face; 6]) -> Vec<Symbol> {
    let n = side * side;
    let block = |face: &Face| order.iter().position(|other| other == face).expect("an order has all faces");
    Face::ALL.iter().flat_map(|face| facelets[block(face) * n..][..n].iter().copied()).collect()
}
