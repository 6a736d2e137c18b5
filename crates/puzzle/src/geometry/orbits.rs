//! Pieces that turns exchange with each other, and what their orientations are.
//!
//! A place and a piece each have one of their stickers marked; how far the mark of a piece is from that of its place,
//! counted clockwise in stickers, is its orientation. Which ones are marked is free. If a turn that brings a piece
//! for the first time to a place carries its mark there, the turns that remain are those that cannot be avoided:
//! if all of them are even, or none is left, a piece has fewer orientations than stickers. Where nothing is gained by that, the
//! sticker is marked that looks up or down, or else to the front or back as far as any: so on a cube only quarter turns of F and B flip
//! edges, and turns of U and D twist no corner.

use std::cmp::Reverse;

use super::pieces::Piece;
use super::{Solid, Vector};
use crate::definition::{Orbit, OrbitTransform};

/// By piece, where a turn brings it and how many stickers further round.
pub(super) type Motion = Vec<(usize, usize)>;

/// Some of the pieces with their marks.
#[derive(Clone, Debug)]
pub(super) struct PieceOrbit {
    /// The pieces, in ascending order; a place has the number of the piece that is there at the start.
    members: Vec<usize>,
    /// The marked sticker of each member.
    marks: Vec<usize>,
    n_stickers: usize,
    /// How many stickers make one step of the orientation.
    step: usize,
}

/// All orbits: those of pieces with many stickers first, among these the small ones, among these the inner ones.
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

    /// With steps as large as motions make them.
    fn with_step(mut self, motions: &[Motion]) -> PieceOrbit {
        let turns = motions.iter().flat_map(|motion| self.turned(motion)).map(|(_, _, turned)| turned);
        self.step = turns.fold(self.n_stickers, greatest_common_divisor);
        self
    }

    /// With other marks if these are as good.
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

    /// From which place to which a motion brings each member, and how far its mark is then from that of the place, in
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

    /// How many stickers each piece has.
    pub fn n_stickers(&self) -> usize {
        self.n_stickers
    }

    /// The orbit as definitions have it.
    pub fn to_orbit(&self, name: String) -> Orbit {
        // A piece has as many stickers as faces meet, which are few.
        Orbit { name, n_pieces: self.members.len(), n_orientations: (self.n_stickers / self.step) as u8 }
    }

    /// What a motion does here. The orbit has at most 255 places, so that their numbers are bytes.
    pub fn transform(&self, motion: &Motion, orbit: &Orbit) -> OrbitTransform {
        let mut transform = OrbitTransform::identity(orbit);
        for (from, to, turned) in self.turned(motion) {
            transform.permutation[to] = from as u8;
            transform.turns[to] = (turned / self.step) as u8;
        }
        transform
    }

    /// The pieces by number. Those that show the same colours in the same order from their mark on cannot be told
    /// apart.
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
