//! Orbits of pieces that turns exchange with each other, and their orientations.
//!
//! One sticker of every place and of every piece is marked; the orientation is the distance of the mark of a piece from
//! that of its place, counted clockwise in stickers. The choice of the marks is free. If the first turn that brings a
//! piece to a place also carries its mark there, the remaining turns are those that cannot be avoided: if all of them
//! are even, or none remains, a piece has fewer orientations than stickers. If this gains nothing, the marked sticker
//! is the one that faces up or down, or else to the front or back as far as possible: so on a cube only quarter turns
//! of F and B flip edges, and turns of U and D twist no corner.

use std::cmp::Reverse;

use super::pieces::Piece;
use super::{Solid, Vector};
use crate::definition::{Orbit, OrbitTransform};

/// By piece, its image under a turn and the number of stickers that it is rotated by.
pub(super) type Motion = Vec<(usize, usize)>;

/// An orbit of pieces with their marks.
#[derive(Clone, Debug)]
pub(super) struct PieceOrbit {
    /// The pieces, in ascending order; a place has the number of its piece at the start.
    members: Vec<usize>,
    /// The marked sticker of each member.
    marks: Vec<usize>,
    n_stickers: usize,
    /// Number of stickers per step of the orientation.
    step: usize,
}

/// All orbits: those of pieces with more stickers first, then smaller ones, then inner ones.
pub(super) fn orbits(solid: &Solid, pieces: &[Piece], motions: &[Motion]) -> Vec<PieceOrbit> {
    let mut marks: Vec<Option<usize>> = vec![None; pieces.len()];
    let mut orbits = Vec::new();
    for first in 0..pieces.len() {
        if marks[first].is_none() {
            orbits.push(
                PieceOrbit::of(first, pieces, motions, &mut marks).with_upright_marks(solid, pieces, motions),
            );
        }
    }
    orbits.sort_by_cached_key(|orbit| {
        let radius = Vector::new(pieces[orbit.members[0]].middle().length(), 0.0, 0.0);
        (Reverse(orbit.n_stickers), orbit.members.len(), radius.rounded())
    });
    orbits
}

impl PieceOrbit {
    fn of(first: usize, pieces: &[Piece], motions: &[Motion], marks: &mut [Option<usize>]) -> PieceOrbit {
        let n_stickers = pieces[first].stickers.len();
        let mut members = vec![first];
        marks[first] = Some(0);
        let mut done = 0;
        while let Some(&piece) = members.get(done) {
            done += 1;
            for motion in motions {
                let (to, further) = motion[piece];
                if marks[to].is_none() {
                    marks[to] = marks[piece].map(|mark| (mark + further) % n_stickers);
                    members.push(to);
                }
            }
        }
        members.sort_unstable();
        let marks = members.iter().map(|&member| marks[member].expect("members are marked")).collect();
        PieceOrbit { members, marks, n_stickers, step: 1 }.with_step(motions)
    }

    /// Sets the step to the greatest common divisor of all rotations by motions.
    fn with_step(mut self, motions: &[Motion]) -> PieceOrbit {
        let turns = motions.iter().flat_map(|motion| self.turned(motion)).map(|(_, _, turned)| turned);
        self.step = turns.fold(self.n_stickers, greatest_common_divisor);
        self
    }

    /// Uses upright marks if the step stays the same.
    fn with_upright_marks(self, solid: &Solid, pieces: &[Piece], motions: &[Motion]) -> PieceOrbit {
        let mark = |&member: &usize| {
            let uprightness = |&sticker: &usize| {
                let normal = solid.normals()[pieces[member].stickers[sticker].face];
                let rounded = Vector::new(normal.y.abs(), normal.z.abs(), 0.0).rounded();
                (rounded, Reverse(sticker))
            };
            (0..self.n_stickers).max_by_key(uprightness).expect("pieces have stickers")
        };
        let marks = self.members.iter().map(mark).collect();
        let upright = PieceOrbit { marks, members: self.members.clone(), ..self }.with_step(motions);
        if upright.step == self.step { upright } else { self }
    }

    /// By member, its place before and after a motion, and the distance of its mark from that of the new place, in
    /// stickers.
    fn turned(&self, motion: &Motion) -> Vec<(usize, usize, usize)> {
        let place_of = |piece| self.members.binary_search(&piece).expect("a turn keeps to the orbit");
        let turned = |(from, &member): (usize, &usize)| {
            let (to, further) = motion[member];
            let to = place_of(to);
            (from, to, (self.marks[from] + further + self.n_stickers - self.marks[to]) % self.n_stickers)
        };
        self.members.iter().enumerate().map(turned).collect()
    }

    /// Number of stickers of each piece.
    pub fn n_stickers(&self) -> usize {
        self.n_stickers
    }

    /// The orbit of a definition.
    pub fn to_orbit(&self, name: String) -> Orbit {
        // The number of stickers of a piece is the number of faces that meet, which is small.
        Orbit { name, n_pieces: self.members.len(), n_orientations: (self.n_stickers / self.step) as u8 }
    }

    /// The transformation of a motion. The orbit has at most 255 places, so that their numbers fit a byte.
    pub fn transform(&self, motion: &Motion, orbit: &Orbit) -> OrbitTransform {
        let mut transform = OrbitTransform::identity(orbit);
        for (from, to, turned) in self.turned(motion) {
            transform.permutation[to] = from as u8;
            transform.turns[to] = (turned / self.step) as u8;
        }
        transform
    }

    /// The pieces by number. Those with the same colours in the same order from their mark on are identical.
    pub fn start(&self, pieces: &[Piece]) -> Vec<u8> {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        let kind = |(&member, &mark): (&usize, &usize)| {
            let mut colours: Vec<usize> =
                pieces[member].stickers.iter().map(|sticker| sticker.face).collect();
            colours.rotate_left(mark);
            let known = kinds.iter().position(|kind| *kind == colours);
            let number = known.unwrap_or_else(|| {
                kinds.push(colours);
                kinds.len() - 1
            });
            number as u8
        };
        self.members.iter().zip(&self.marks).map(kind).collect()
    }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
