//! The 4x4x4 cube (cubie level). It has no fixed centres, so it is solved in any orientation.
//!
//! A wing cannot be flipped in place, and centres of one colour are identical. So every arrangement of wings, centres
//! and corners is solvable; only the twists of the corners must sum to 0 modulo 3.

use std::sync::LazyLock;

use super::cube3::{Cube3, CubieFault, as_cube, corner_product, repeated};
use super::cube4_places::{FACE_PAIRS, nearest_face, pair_index};
use super::layer_turn::LayerTurn;
use super::symmetry::Symmetry;
use super::turn::{Face, Turn};
use super::turn4::Turn4;

/// A 4x4x4 cube in a given orientation. Corners are those of [`Cube3`]. Wings are numbered like their places: place `i`
/// below 12 is on the edge `i` of [`super::EDGES`], at the end where that edge begins when the first of its faces is
/// traversed clockwise, and place `i + 12` is beside it. A wing shows the first of its colours on the first face of the
/// place, where 12 to 23 have the faces and colours of the edge in reverse order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube4 {
    corners: [u8; 8],
    wings: [u8; 24],
    centres: [Face; 24],
}

/// By place, the source of its piece under a turn; for corners also the added twist.
#[derive(Clone, Copy)]
struct Action {
    corners: [u8; 8],
    wings: [u8; 24],
    centres: [u8; 24],
}

const IDENTITY_24: [u8; 24] = {
    let mut places = [0; 24];
    let mut i = 0;
    while i < 24 {
        places[i] = i as u8;
        i += 1;
    }
    places
};

impl Action {
    const IDENTITY: Action =
        Action { corners: [0, 1, 2, 3, 4, 5, 6, 7], wings: IDENTITY_24, centres: IDENTITY_24 };

    fn then(&self, other: &Action) -> Action {
        Action {
            corners: corner_product(&self.corners, &other.corners),
            wings: other.wings.map(|from| self.wings[usize::from(from)]),
            centres: other.centres.map(|from| self.centres[usize::from(from)]),
        }
    }

    /// A turn of the layer at a face, or of the one below it.
    fn layer(turn: Turn, is_outer: bool) -> Action {
        let (rotation, face) = (Symmetry::rotation(turn), turn.face());
        let mut action = Action::IDENTITY;
        if is_outer {
            action.corners = *as_cube(turn).corner_bytes();
        }
        for (from, pair) in FACE_PAIRS.into_iter().enumerate() {
            let to = pair_index(pair.map(|face| rotation.face(face)))
                .expect("rotations permute pairs of adjacent faces");
            // A wing touches its two faces and is one layer below a third; a centre touches one face and is one layer
            // below two.
            let [touches, is_below] = [pair.contains(&face), nearest_face(pair) == face];
            if if is_outer { touches } else { is_below } {
                action.wings[to] = from as u8;
            }
            let [touches, is_below] = [pair[0] == face, pair[1] == face || is_below];
            if if is_outer { touches } else { is_below } {
                action.centres[to] = from as u8;
            }
        }
        action
    }
}

struct Actions {
    /// By turn: the layer at the face and the one below it.
    layers: Vec<[Action; 2]>,
    /// By the number of a [`Turn4`].
    turns: Vec<Action>,
    /// By the number of a rotation.
    rotations: Vec<Action>,
}

static ACTIONS: LazyLock<Actions> = LazyLock::new(|| {
    let layers: Vec<[Action; 2]> =
        Turn::all().map(|turn| [true, false].map(|is_outer| Action::layer(turn, is_outer))).collect();
    let turns = Turn4::all().map(|turn| match (turn.is_wide(), &layers[turn.turn().index()]) {
        (false, [outer, _]) => *outer,
        (true, [outer, inner]) => outer.then(inner),
    });
    let turns = turns.collect();
    // Quarter turns of the whole cube about two axes generate all rotations.
    let whole = |turn: Turn| {
        let across = Turn::new(turn.face().opposite(), 4 - turn.quarters());
        let [a, b] = [turn, across].map(|turn| layers[turn.index()][0].then(&layers[turn.index()][1]));
        (Symmetry::rotation(turn), a.then(&b))
    };
    let quarters = [Face::U, Face::R].map(|face| whole(Turn::new(face, 1)));
    let mut found = vec![(Symmetry::IDENTITY, Action::IDENTITY)];
    let mut at = 0;
    while at < found.len() {
        for (rotation, action) in &quarters {
            let next = found[at].0.then(*rotation);
            if found.iter().all(|&(known, _)| known != next) {
                found.push((next, found[at].1.then(action)));
            }
        }
        at += 1;
    }
    found.sort_by_key(|(rotation, _)| rotation.index());
    Actions { layers, turns, rotations: found.into_iter().map(|(_, action)| action).collect() }
});

impl Cube4 {
    /// The solved cube.
    pub const SOLVED: Cube4 = {
        let mut centres = [Face::U; 24];
        let mut i = 0;
        while i < 24 {
            centres[i] = FACE_PAIRS[i][0];
            i += 1;
        }
        Cube4 { corners: [0, 1, 2, 3, 4, 5, 6, 7], wings: IDENTITY_24, centres }
    };

    /// Returns the cube with this (piece, twist) in each corner place, wing in each wing place and colour in each
    /// centre place, four of each colour.
    ///
    /// # Errors
    /// If the cube is not solvable. Of the faults of a 3x3x3 cube only a repeated corner, a repeated wing (as an edge)
    /// and a twist are possible.
    ///
    /// # Panics
    /// If a piece or twist is out of range, or a colour does not occur four times.
    pub fn from_pieces(
        corners: [(u8, u8); 8],
        wings: [u8; 24],
        centres: [Face; 24],
    ) -> Result<Cube4, CubieFault> {
        assert!(corners.iter().all(|&(piece, twist)| piece < 8 && twist < 3), "corners out of range");
        assert!(wings.iter().all(|&wing| wing < 24), "wings out of range");
        let count = |face| centres.iter().filter(|&&centre| centre == face).count();
        assert!(Face::ALL.into_iter().all(|face| count(face) == 4), "four centres of each colour");
        if let Some(wing) = repeated(&wings) {
            return Err(CubieFault::RepeatedEdge(wing));
        }
        if let Some(corner) = repeated(&corners.map(|(piece, _)| piece)) {
            return Err(CubieFault::RepeatedCorner(corner));
        }
        match corners.iter().map(|&(_, twist)| twist).sum::<u8>() % 3 {
            0 => Ok(Cube4 { corners: corners.map(|(piece, twist)| piece | twist << 3), wings, centres }),
            twist => Err(CubieFault::Twist(twist)),
        }
    }

    /// The corner in a place and its twist.
    #[inline]
    pub const fn corner(&self, place: usize) -> (u8, u8) {
        (self.corners[place] & 7, self.corners[place] >> 3)
    }

    /// The corners as bytes: piece and, from bit 3 on, twist.
    #[inline]
    pub const fn corner_bytes(&self) -> &[u8; 8] {
        &self.corners
    }

    /// The wing in each place.
    #[inline]
    pub const fn wings(&self) -> &[u8; 24] {
        &self.wings
    }

    /// The colour in each centre place: places are numbered as those of wings, and are on the first face.
    #[inline]
    pub const fn centres(&self) -> &[Face; 24] {
        &self.centres
    }

    /// The face of a centre place.
    #[inline]
    pub const fn face_of_centre(place: usize) -> Face {
        FACE_PAIRS[place][0]
    }

    fn after(&self, action: &Action) -> Cube4 {
        Cube4 {
            corners: corner_product(&self.corners, &action.corners),
            wings: permuted(&self.wings, &action.wings, 0),
            centres: permuted(&self.centres, &action.centres, Face::U),
        }
    }

    /// Returns the cube after a turn of one or two layers.
    #[must_use]
    pub fn turned(&self, turn: Turn4) -> Cube4 {
        self.after(&ACTIONS.turns[turn.index()])
    }

    /// Returns the cube after a turn of any layers, which are counted from a face.
    pub(super) fn layers_turned(&self, face: Face, layers: [bool; 4], quarters: u8) -> Cube4 {
        let Some(turn) = (quarters != 0).then(|| Turn::new(face, quarters)) else { return *self };
        let across = Turn::new(face.opposite(), 4 - quarters);
        let [outer, inner] = &ACTIONS.layers[turn.index()];
        let [far_outer, far_inner] = &ACTIONS.layers[across.index()];
        let turning =
            [outer, inner, far_inner, far_outer].into_iter().zip(layers).filter(|&(_, turns)| turns);
        turning.fold(*self, |cube, (action, _)| cube.after(action))
    }

    /// Returns the cube after a rotation of the whole cube.
    ///
    /// # Panics
    /// For a reflection.
    #[must_use]
    pub fn rotated(&self, rotation: Symmetry) -> Cube4 {
        self.after(&ACTIONS.rotations[rotation.index()])
    }

    /// Returns the cube with its pieces and colours relabelled by a rotation of the solved cube (multiplication from
    /// the left).
    ///
    /// # Panics
    /// For a reflection.
    #[must_use]
    pub fn recoloured(&self, rotation: Symmetry) -> Cube4 {
        let action = &ACTIONS.rotations[rotation.index()];
        let back = rotation.inverse();
        Cube4 {
            corners: corner_product(&action.corners, &self.corners),
            wings: self.wings.map(|wing| action.wings[usize::from(wing)]),
            centres: self.centres.map(|colour| back.face(colour)),
        }
    }

    /// True if every face has one colour.
    pub fn is_solved(&self) -> bool {
        Symmetry::rotations().any(|rotation| Cube4::SOLVED.rotated(rotation) == *self)
    }

    /// Reduction: returns the 3x3x3 cube that this one behaves like under face turns, with the four centres of a face
    /// as one and the two wings of an edge as one, and the recolouring that solves the centres.
    ///
    /// None if centres or wings are not paired up, or if the 3x3x3 cube is not solvable.
    pub fn reduced(&self) -> Option<(Cube3, Symmetry)> {
        let colour = |face: Face| {
            let mut cells =
                (0..24).filter(|&place| FACE_PAIRS[place][0] == face).map(|place| self.centres[place]);
            let first = cells.next()?;
            cells.all(|colour| colour == first).then_some(first)
        };
        let mut faces = [Face::U; 6];
        for face in Face::ALL {
            faces[colour(face)? as usize] = face;
        }
        // Recolouring by a rotation maps a colour to its image under the inverse rotation.
        let rotation = Symmetry::from_faces(faces).filter(|symmetry| !symmetry.is_mirror())?.inverse();
        let home = self.recoloured(rotation);
        let pairs: [(u8, u8); 12] = std::array::from_fn(|edge| (home.wings[edge], home.wings[edge + 12]));
        if pairs.iter().any(|&(wing, beside)| (wing + 12) % 24 != beside) {
            return None;
        }
        let corners = std::array::from_fn(|place| home.corner(place));
        Cube3::from_pieces(corners, pairs.map(|(wing, _)| (wing % 12, wing / 12)))
            .ok()
            .map(|cube| (cube, rotation))
    }
}

/// Permutes items by their sources. Padding to 32 avoids bounds checks for places below 24.
#[inline]
fn permuted<T: Copy>(items: &[T; 24], sources: &[u8; 24], filler: T) -> [T; 24] {
    let mut padded = [filler; 32];
    padded[..24].copy_from_slice(items);
    sources.map(|from| padded[usize::from(from % 32)])
}

impl Turn4 {
    /// By place, the source of its wing.
    pub fn wing_sources(self) -> &'static [u8; 24] {
        &ACTIONS.turns[self.index()].wings
    }

    /// By place, the source of its centre.
    pub fn centre_sources(self) -> &'static [u8; 24] {
        &ACTIONS.turns[self.index()].centres
    }
}

impl LayerTurn {
    /// Returns the 4x4x4 cube after the turn.
    #[must_use]
    pub fn apply4(self, cube: &Cube4) -> Cube4 {
        cube.layers_turned(self.face(), self.layers(), self.quarters())
    }
}
