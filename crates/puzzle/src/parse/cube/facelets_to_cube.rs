//! From facelets to the cube (cubie level): assigns colours to faces, finds the pieces and checks that the cube is
//! solvable.

use super::error::{CubeError, Slot};
use super::facelet_symbols::Symbol;
use super::facelets_to_pieces::{ColourScheme, centres, colours, corners, edges, matching_corners, wings};
use crate::cube::{Cube2, Cube3, Cube4, CubieFault, Face};

/// Returns the cube with these 54 facelets.
pub(super) fn cube3(facelets: &[Symbol]) -> Result<Cube3, CubeError> {
    let centres: [Symbol; 6] = std::array::from_fn(|face| facelets[9 * face + 4]);
    for (i, centre) in centres.iter().enumerate() {
        if let Some(j) = centres[..i].iter().position(|other| other.symbol == centre.symbol) {
            let (place, symbol) = (centre.place, centre.symbol);
            return Err(CubeError::RepeatedCentre { place, symbol, faces: [Face::ALL[j], Face::ALL[i]] });
        }
    }
    colours(facelets)?;
    let scheme = ColourScheme { symbols: centres.map(|centre| centre.symbol) };
    let edges = edges(facelets, &scheme)?;
    let corners = corners(facelets, 3, &scheme)?;
    Cube3::from_pieces(corners, edges).map_err(|fault| explain(fault, &corners, &edges))
}

/// Returns the cube with these 24 facelets.
pub(super) fn cube2(facelets: &[Symbol]) -> Result<Cube2, CubeError> {
    let colours = colours(facelets)?;
    let scheme = deduce_scheme(facelets, 2, colours);
    let corners = corners(facelets, 2, &scheme)?;
    Cube2::from_pieces(corners).map_err(|fault| match fault {
        CubieFault::Twist(twist) => {
            let is_solved_with = |corners| Cube2::from_pieces(corners).is_ok_and(|cube| cube.is_solved());
            let clockwise = twist == 1;
            CubeError::TwistedCorner {
                clockwise,
                corner: find_twisted_corner(&corners, twist, is_solved_with),
            }
        }
        _ => unreachable!("parsed corners are all different"),
    })
}

/// Returns the cube with these 96 facelets.
pub(super) fn cube4(facelets: &[Symbol]) -> Result<Cube4, CubeError> {
    let colours = colours(facelets)?;
    let scheme = deduce_scheme(facelets, 4, colours);
    let corners = corners(facelets, 4, &scheme)?;
    let wings = wings(facelets, &scheme)?;
    let centres = centres(facelets, &scheme)?;
    Cube4::from_pieces(corners, wings, centres).map_err(|fault| match fault {
        CubieFault::Twist(twist) => {
            let is_solved_with =
                |corners| Cube4::from_pieces(corners, wings, centres).is_ok_and(|cube| cube.is_solved());
            let clockwise = twist == 1;
            CubeError::TwistedCorner {
                clockwise,
                corner: find_twisted_corner(&corners, twist, is_solved_with),
            }
        }
        _ => unreachable!("parsed pieces are all different"),
    })
}

/// Deduces the colour scheme of a cube without fixed centres. The letters `URFDLB` mean the faces if all corners are
/// valid then. Otherwise the scheme with the most valid corners wins, and among these one that has the corner in the
/// place DBL solved: if all corners are valid, there is just one such scheme. A single wrong sticker does not change
/// which scheme wins.
fn deduce_scheme(facelets: &[Symbol], side: usize, colours: [char; 6]) -> ColourScheme {
    let n_fitting = |scheme: &ColourScheme| matching_corners(facelets, side, scheme).iter().flatten().count();
    let letters = ColourScheme { symbols: Face::ALL.map(Face::letter) };
    let are_letters = colours.iter().all(|symbol| letters.symbols.contains(symbol));
    if are_letters && n_fitting(&letters) == 8 {
        return letters;
    }
    let all = permutations().into_iter().map(|order| ColourScheme { symbols: order.map(|i| colours[i]) });
    let is_home = |scheme: &ColourScheme| matching_corners(facelets, side, scheme)[6] == Some((6, 0));
    let best = all.max_by_key(|scheme| (n_fitting(scheme), is_home(scheme)));
    best.expect("there are 720 permutations")
}

/// True if all corners are valid when the letters mean the faces, as on a 3x3x3 cube.
pub(super) fn letters_fit(facelets: &[Symbol], side: usize) -> bool {
    let letters = ColourScheme { symbols: Face::ALL.map(Face::letter) };
    matching_corners(facelets, side, &letters).iter().flatten().count() == 8
}

/// Returns the 720 permutations of six elements.
pub(super) fn permutations() -> Vec<[usize; 6]> {
    let mut all = vec![[0, 1, 2, 3, 4, 5]];
    for i in 1..6 {
        let swapped = |order: &[usize; 6], j: usize| {
            let mut order = *order;
            order.swap(i, j);
            order
        };
        all = all.iter().flat_map(|order| (0..=i).map(move |j| swapped(order, j))).collect();
    }
    all
}

/// Returns the twisted corner if everything else is solved.
fn find_twisted_corner(
    corners: &[(u8, u8); 8],
    twist: u8,
    is_solved_with: impl Fn([(u8, u8); 8]) -> bool,
) -> Option<Slot> {
    let corrected = |place: usize| {
        let mut corners = *corners;
        corners[place].1 = (corners[place].1 + 3 - twist) % 3;
        corners
    };
    (0..8).find(|&place| is_solved_with(corrected(place))).map(Slot::Corner)
}

/// Returns the error for an unsolvable cube, with the pieces concerned if everything else is solved.
fn explain(fault: CubieFault, corners: &[(u8, u8); 8], edges: &[(u8, u8); 12]) -> CubeError {
    let is_solved = |corners, edges| Cube3::from_pieces(corners, edges) == Ok(Cube3::SOLVED);
    match fault {
        CubieFault::Flip => {
            let corrected = |place: usize| {
                let mut edges = *edges;
                edges[place].1 ^= 1;
                edges
            };
            let edge = (0..12).find(|&place| is_solved(*corners, corrected(place))).map(Slot::Edge);
            CubeError::FlippedEdge { edge }
        }
        CubieFault::Twist(twist) => {
            let corner = find_twisted_corner(corners, twist, |corners| is_solved(corners, *edges));
            CubeError::TwistedCorner { clockwise: twist == 1, corner }
        }
        CubieFault::Parity => CubeError::SwappedPieces { pieces: find_swapped_pieces(corners, edges) },
        CubieFault::RepeatedCorner(_) | CubieFault::RepeatedEdge(_) => {
            unreachable!("parsed pieces are all different")
        }
    }
}

/// Returns the two swapped pieces if everything else is solved.
fn find_swapped_pieces(corners: &[(u8, u8); 8], edges: &[(u8, u8); 12]) -> Option<[Slot; 2]> {
    let misplaced = |pieces: &[(u8, u8)]| -> Vec<usize> {
        (0..pieces.len()).filter(|&place| pieces[place] != (place as u8, 0)).collect()
    };
    match (&misplaced(corners)[..], &misplaced(edges)[..]) {
        (&[a, b], []) => Some([Slot::Corner(a), Slot::Corner(b)]),
        ([], &[a, b]) => Some([Slot::Edge(a), Slot::Edge(b)]),
        _ => None,
    }
}
