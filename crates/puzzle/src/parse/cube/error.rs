//! Errors of texts that describe a cube.

use std::fmt;

use thiserror::Error;

use crate::alg::TooLong;
use crate::cube::{
    CORNERS, EDGES, FACE_PAIRS, Face, corner_facelets, edge_facelets, nearest_face, wing_facelets,
};
use crate::parse::LineColumn;
use crate::parse::alg::AlgError;

/// An error in the text of a cube, or a reason why the cube cannot be solved. Colours are given in the symbols of the
/// text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "fields say what they are by their names")]
pub enum CubeError {
    /// A syntax error in a sequence of moves.
    #[error(transparent)]
    Alg(#[from] AlgError),
    /// Nested groups expand to too many moves.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A move that this cube does not have.
    #[error("{place}: {text:?} is no move of this cube, expected {expected}")]
    UnknownMove {
        place: LineColumn,
        text: String,
        /// A similar move, or the moves of this cube.
        expected: String,
    },
    /// The wrong number of facelets.
    #[error("{place}: found {found} facelets, expected {expected}")]
    FaceletCount {
        /// Place of the first surplus facelet, or of the end of the text.
        place: LineColumn,
        found: usize,
        expected: usize,
    },
    /// The wrong number of facelets on one line of a net.
    #[error("{place}: row {row} of the net has {found} facelets, expected {expected}")]
    NetRow {
        /// Place of the first surplus facelet, or of the end of the row.
        place: LineColumn,
        /// The row, from 1.
        row: usize,
        found: usize,
        expected: usize,
    },
    /// Two centres have the same colour.
    #[error("{place}: the centres of {} and {} are both {symbol}, expected six colors", faces[0].letter(), faces[1].letter())]
    RepeatedCentre {
        /// Place of the second centre.
        place: LineColumn,
        symbol: char,
        /// The faces of the two centres.
        faces: [Face; 2],
    },
    /// A colour occurs too often or too rarely, or there are not six colours.
    #[error("the colors are uneven: {}, expected {expected} of each of six", list(counts))]
    ColourCount {
        /// All colours and their numbers, in the order of the text.
        counts: Vec<(char, usize)>,
        expected: usize,
        /// Place of the first facelet with the rarest colour, if there are more than six colours.
        place: Option<LineColumn>,
    },
    /// A place shows colours that no piece of this cube has.
    #[error("{place}: the {slot} shows {}, {conflict}", spaced(seen))]
    Impossible {
        /// Place of its first facelet in the text.
        place: LineColumn,
        slot: Slot,
        /// Its colours, in the order of the faces in its name.
        seen: Vec<char>,
        conflict: ColourConflict,
    },
    /// A symbol that is not a colour of this cube.
    #[error("{place}: found {symbol:?}, expected one of the colors {} or . for any", spaced(colours))]
    UnknownColour { place: LineColumn, symbol: char, colours: [char; 6] },
    /// The pieces that match the known stickers of a place are all needed in other places.
    #[error("{place}: the {slot} shows {}, but every piece that does is needed elsewhere", spaced(seen))]
    NoPieceLeft {
        /// Place of its first known sticker in the text.
        place: LineColumn,
        slot: Slot,
        /// Its stickers, in the order of the faces in its name.
        seen: Vec<char>,
    },
    /// The facelets are a valid cube if the faces are read in another order.
    #[error("these facelets look like the order {}, expected U R F D L B", spaced(&order.map(Face::letter)))]
    FaceOrder { order: [Face; 6] },
    /// A piece occurs twice.
    #[error(
        "{place}: the {first} and the {slot} are both the piece {}, expected each once and {}, which is missing",
        spaced(piece),
        spaced(missing)
    )]
    Duplicate {
        /// Place of the first facelet of the second one in the text.
        place: LineColumn,
        first: Slot,
        slot: Slot,
        piece: Vec<char>,
        /// The colours of a missing piece.
        missing: Vec<char>,
    },
    /// The number of flipped edges is odd.
    #[error("{} is flipped, which turns cannot fix: they flip edges in pairs", known(*edge, "one edge"))]
    FlippedEdge {
        /// The piece, if everything else is solved; otherwise it may be any.
        edge: Option<Slot>,
    },
    /// The sum of the corner twists is not a multiple of 3.
    #[error(
        "{} is twisted {}, which turns cannot fix: their twists cancel each other",
        known(*corner, "one corner"),
        if *clockwise { "clockwise" } else { "counter-clockwise" }
    )]
    TwistedCorner {
        /// True if it has to be twisted back counter-clockwise, seen from outside.
        clockwise: bool,
        /// The piece, if everything else is solved; otherwise it may be any.
        corner: Option<Slot>,
    },
    /// The parities of corners and edges differ.
    #[error(
        "{} are swapped, which turns cannot fix: they swap pieces in pairs",
        pieces.map_or("two pieces".to_string(), |[a, b]| format!("the {a} and the {b}"))
    )]
    SwappedPieces {
        /// The pieces, if everything else is solved; otherwise they may be any two corners or any two edges.
        pieces: Option<[Slot; 2]>,
    },
}

impl CubeError {
    /// Returns the line and column, if the error has a single place.
    pub fn place(&self) -> Option<LineColumn> {
        match self {
            CubeError::UnknownMove { place, .. }
            | CubeError::FaceletCount { place, .. }
            | CubeError::NetRow { place, .. }
            | CubeError::RepeatedCentre { place, .. }
            | CubeError::UnknownColour { place, .. }
            | CubeError::NoPieceLeft { place, .. }
            | CubeError::Impossible { place, .. }
            | CubeError::Duplicate { place, .. } => Some(*place),
            CubeError::Alg(error) => Some(error.place()),
            CubeError::ColourCount { place, .. } => *place,
            CubeError::TooLong(_)
            | CubeError::FaceOrder { .. }
            | CubeError::FlippedEdge { .. }
            | CubeError::TwistedCorner { .. }
            | CubeError::SwappedPieces { .. } => None,
        }
    }

    /// Returns the facelets of the pieces that the error is about, on a cube with `side` facelets to an edge; empty if
    /// they are not known.
    pub fn stickers(&self, side: usize) -> Vec<usize> {
        let slots = match self {
            CubeError::Impossible { slot, .. } | CubeError::NoPieceLeft { slot, .. } => vec![*slot],
            CubeError::Duplicate { first, slot, .. } => vec![*first, *slot],
            CubeError::FlippedEdge { edge: slot } | CubeError::TwistedCorner { corner: slot, .. } => {
                slot.iter().copied().collect()
            }
            CubeError::SwappedPieces { pieces } => pieces.iter().flatten().copied().collect(),
            CubeError::RepeatedCentre { faces, .. } => {
                return faces.iter().map(|&face| face as usize * side * side + side * side / 2).collect();
            }
            _ => Vec::new(),
        };
        slots.iter().flat_map(|slot| slot.facelets(side)).collect()
    }

    /// True if the text describes a cube that no sequence of turns solves.
    pub fn is_unsolvable(&self) -> bool {
        matches!(
            self,
            CubeError::FlippedEdge { .. } | CubeError::TwistedCorner { .. } | CubeError::SwappedPieces { .. }
        )
    }
}

/// A place of a piece on a cube, numbered as in [`CORNERS`] and [`EDGES`], wings as in [`crate::Cube4`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A corner place.
    Corner(usize),
    /// An edge place.
    Edge(usize),
    /// A wing place of the 4x4x4 cube, named by the edge and the face at its end of the edge.
    Wing(usize),
}

impl Slot {
    /// Returns its facelets, in the order of the faces in its name, on a cube with `side` facelets to an edge.
    fn facelets(self, side: usize) -> Vec<usize> {
        match self {
            Slot::Corner(place) => corner_facelets(side, place).to_vec(),
            Slot::Edge(place) => edge_facelets(place).to_vec(),
            Slot::Wing(place) => wing_facelets(place).to_vec(),
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, faces) = match self {
            Slot::Corner(place) => ("corner", &CORNERS[*place][..]),
            Slot::Edge(place) => ("edge", &EDGES[*place][..]),
            Slot::Wing(place) => {
                let [x, y] = FACE_PAIRS[*place].map(Face::letter);
                return write!(
                    f,
                    "wing {x}{y}{}",
                    nearest_face(FACE_PAIRS[*place]).letter().to_ascii_lowercase()
                );
            }
        };
        write!(f, "{kind} {}", faces.iter().map(|face| face.letter()).collect::<String>())
    }
}

/// A reason why no piece has some colours.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ColourConflict {
    /// A colour occurs twice.
    #[error("expected different colors")]
    Repeated,
    /// Two colours belong to opposite faces.
    #[error("but {0} and {1} are opposite faces")]
    Opposite(char, char),
    /// The three colours are in mirrored order.
    #[error("expected {} or a rotation of it", spaced(.0))]
    Mirrored(Vec<char>),
}

fn spaced(symbols: &[char]) -> String {
    symbols.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// Lists each colour and its number; a long list is cut.
fn list(counts: &[(char, usize)]) -> String {
    const MAX_LISTED: usize = 10;
    let mut items: Vec<String> = counts.iter().map(|(symbol, count)| format!("{symbol} {count}")).collect();
    if items.len() > MAX_LISTED {
        items.truncate(MAX_LISTED);
        items.push("…".to_string());
    }
    items.join(", ")
}

fn known(slot: Option<Slot>, otherwise: &str) -> String {
    slot.map_or(otherwise.to_string(), |slot| format!("the {slot}"))
}
