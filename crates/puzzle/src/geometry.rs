//! Twisty puzzles from their geometry: a solid is cut by planes, the part between planes turns, and the pieces, their
//! orbits and orientations and the permutation of every turn follow from that. The idea is Tomas Rokicki's
//! (PuzzleGeometry); the method here is simple: cut the faces into stickers, and find the image of the centre of each
//! sticker.
//!
//! Lengths are floating-point numbers, and every decision has a wide margin: planes that pass through a corner do so up
//! to [`TOLERANCE`], and stickers are farther apart than that by orders of magnitude. The results are integers only.

mod vector;

mod polygon;

mod solid;

mod turn;

mod pieces;

mod orbits;

mod design;

pub(crate) use design::Design;
pub(crate) use solid::Solid;
pub(crate) use turn::Turn;
pub(crate) use vector::Vector;

/// Lengths that differ by less are equal; a solid has the radius 1 and up.
const TOLERANCE: f64 = 1e-6;
