//! The visible pieces of a cut solid: each has one or more stickers.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::polygon::{Plane, Polygon};
use super::{Solid, TOLERANCE, Turn, Vector};

/// The part of a piece on one face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sticker {
    /// The index of the face, which is its colour.
    pub face: usize,
    /// Its centre, which turns with it.
    pub middle: Vector,
}

/// A part of the solid that no plane divides.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Clockwise as seen from outside, starting anywhere.
    pub stickers: Vec<Sticker>,
}

/// All visible pieces, ordered by faces first and by position second.
pub(super) fn pieces(solid: &Solid, turns: &[Turn]) -> Vec<Piece> {
    let planes: Vec<Plane> = turns.iter().flat_map(Turn::planes).collect();
    let mut stickers_of: BTreeMap<Vec<bool>, Vec<Sticker>> = BTreeMap::new();
    for (face, polygon) in solid.faces().into_iter().enumerate() {
        for part in cut_by_all(polygon, &planes) {
            let middle = part.middle();
            // A piece consists of the stickers on the same side of every plane.
            let sides = planes.iter().map(|plane| plane.height(middle) > 0.0).collect();
            stickers_of.entry(sides).or_default().push(Sticker { face, middle });
        }
    }
    let mut pieces: Vec<Piece> =
        stickers_of.into_values().map(|stickers| Piece::new(stickers, solid)).collect();
    pieces.sort_by_cached_key(|piece| {
        let mut faces: Vec<usize> = piece.stickers.iter().map(|sticker| sticker.face).collect();
        faces.sort_unstable();
        (faces, piece.middle().rounded())
    });
    pieces
}

fn cut_by_all(polygon: Polygon, planes: &[Plane]) -> Vec<Polygon> {
    planes.iter().fold(vec![polygon], |parts, &plane| {
        parts.into_iter().flat_map(|part| part.cut(plane)).flatten().collect()
    })
}

impl Piece {
    fn new(mut stickers: Vec<Sticker>, solid: &Solid) -> Piece {
        let normal = |sticker: &Sticker| solid.normals()[sticker.face];
        let outwards = stickers.iter().map(normal).sum::<Vector>().unit();
        let first = normal(&stickers[0]);
        let (up, right) = (first, first.cross(outwards));
        let angle = |sticker: &Sticker| {
            let normal = normal(sticker);
            let angle = normal.dot(right).atan2(normal.dot(up) - outwards.dot(normal) * outwards.dot(up));
            // The first is at 0, or at a full circle because of rounding.
            if angle < -TOLERANCE { angle + TAU } else { angle }
        };
        stickers.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        Piece { stickers }
    }

    /// The mean of its stickers.
    pub fn middle(&self) -> Vector {
        self.stickers.iter().map(|sticker| sticker.middle).sum::<Vector>()
            * (1.0 / self.stickers.len() as f64)
    }

    /// The image of its first sticker under a turn: the index of the piece and of the sticker. None if there is no such
    /// sticker, so the turn does not preserve the shape.
    pub fn moved(&self, turn: &Turn, pieces: &[Piece]) -> Option<(usize, usize)> {
        let to = turn.move_point(self.stickers[0].middle);
        let at = |piece: &Piece| piece.stickers.iter().position(|sticker| sticker.middle.is_near(to));
        pieces.iter().enumerate().find_map(|(i, piece)| Some((i, at(piece)?)))
    }
}
