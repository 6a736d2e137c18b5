//! What can be wrong with a text that describes a cube.

use std::fmt;

use thiserror::Error;

use crate::alg::TooLong;
use crate::cube::{CORNERS, EDGES, FLAGS, Face, corner_facelets, edge_facelets, near, wing_facelets};
use crate::parse::LineColumn;
use crate::parse::alg::AlgError;

/// Why a text gives no cube, or one that no turns can solve. Colours are given in the symbols of the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CubeError {
    /// Not a sequence of moves.
    #[error(transparent)]
    Alg(#[from] AlgError),
    /// Far more moves than anyone makes, from groups within groups.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A move that this cube does not have.
    #[error("{place}: {text:?} is no move of this cube, expected {expected}")]
    UnknownMove {
        /// Where it stands.
        place: LineColumn,
        /// The move as written.
        text: String,
        /// What comes nearest, or what there is.
        expected: String,
    },
    /// Too few or too many facelets.
    #[error("{place}: found {found} facelets, expected {expected}")]
    FaceletCount {
        /// The first one too many, or the end of the text.
        place: LineColumn,
        /// How many there are.
        found: usize,
        /// How many a cube of this size has.
        expected: usize,
    },
    /// Too few or too many facelets on one line of a net.
    #[error("{place}: row {row} of the net has {found} facelets, expected {expected}")]
    NetRow {
        /// The first one too many, or the end of the row.
        place: LineColumn,
        /// The row, from 1.
        row: usize,
        /// How many there are.
        found: usize,
        /// How many this row of a net has.
        expected: usize,
    },
    /// Two centres of the same colour.
    #[error("{place}: the centres of {} and {} are both {symbol}, expected six colours", faces[0].letter(), faces[1].letter())]
    RepeatedCentre {
        /// Where the second stands.
        place: LineColumn,
        /// The colour.
        symbol: char,
        /// The faces they are the centres of.
        faces: [Face; 2],
    },
    /// Some colour is there too often or not often enough, or there are not six of them.
    #[error("the colours are uneven: {}, expected {expected} of each of six", list(counts))]
    ColourCount {
        /// All colours and how often they occur, in the order of the text.
        counts: Vec<(char, usize)>,
        /// How often each must occur.
        expected: usize,
        /// Where a colour that no cube of this size has room for stands first, if there are more than six.
        place: Option<LineColumn>,
    },
    /// Colours that no piece of this cube has.
    #[error("{place}: the {slot} shows {}, {conflict}", spaced(seen))]
    Impossible {
        /// Where the first of its facelets stands.
        place: LineColumn,
        /// The place on the cube.
        slot: Slot,
        /// The colours seen there, in the order of the faces in its name.
        seen: Vec<char>,
        /// Why no piece has them.
        conflict: ColourConflict,
    },
    /// A symbol that is no colour of this cube.
    #[error("{place}: found {symbol:?}, expected one of the colours {} or . for any", spaced(colours))]
    UnknownColour {
        /// Where it stands.
        place: LineColumn,
        /// The symbol.
        symbol: char,
        /// The colours of the centres.
        colours: [char; 6],
    },
    /// Stickers that only pieces have which other places need.
    #[error("{place}: the {slot} shows {}, but every piece that does is needed elsewhere", spaced(seen))]
    NoPieceLeft {
        /// Where the first of its stickers that is known stands.
        place: LineColumn,
        /// The place on the cube.
        slot: Slot,
        /// What is seen there, in the order of the faces in its name.
        seen: Vec<char>,
    },
    /// Faces in another order, in which the facelets are a cube.
    #[error("these facelets look like the order {}, expected U R F D L B", spaced(&order.map(Face::letter)))]
    FaceOrder {
        /// The order of the text.
        order: [Face; 6],
    },
    /// A piece that is there twice.
    #[error(
        "{place}: the {first} and the {slot} are both the piece {}, expected each once and {}, which is missing",
        spaced(piece),
        spaced(missing)
    )]
    Duplicate {
        /// Where the first facelet of the second one stands.
        place: LineColumn,
        /// The first place on the cube.
        first: Slot,
        /// The second place on the cube.
        slot: Slot,
        /// The colours of the piece.
        piece: Vec<char>,
        /// The colours of a piece that is missing instead.
        missing: Vec<char>,
    },
    /// An odd number of flipped edges.
    #[error("{} is flipped, which turns cannot mend: they flip edges in pairs", known(*edge, "one edge"))]
    FlippedEdge {
        /// Which one, if everything else is solved. Otherwise it may be any.
        edge: Option<Slot>,
    },
    /// Twists that do not add up to whole turns.
    #[error(
        "{} is twisted {}, which turns cannot mend: their twists cancel each other",
        known(*corner, "one corner"),
        if *clockwise { "clockwise" } else { "counter-clockwise" }
    )]
    TwistedCorner {
        /// Whether it has to be twisted back counter-clockwise, seen from outside.
        clockwise: bool,
        /// Which one, if everything else is solved. Otherwise it may be any.
        corner: Option<Slot>,
    },
    /// An odd permutation.
    #[error(
        "{} are swapped, which turns cannot mend: they swap pieces in pairs",
        pieces.map_or("two pieces".to_string(), |[a, b]| format!("the {a} and the {b}"))
    )]
    SwappedPieces {
        /// Which ones, if everything else is solved. Otherwise they may be any two corners or any two edges.
        pieces: Option<[Slot; 2]>,
    },
}

impl CubeError {
    /// The place in the text, where there is a single one.
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

    /// The stickers of the pieces at fault on a cube with `side` facelets to an edge, where it is known which these are.
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

    /// Whether the text describes a cube, but one that no turns can solve.
    pub fn is_unsolvable(&self) -> bool {
        matches!(
            self,
            CubeError::FlippedEdge { .. } | CubeError::TwistedCorner { .. } | CubeError::SwappedPieces { .. }
        )
    }
}

/// A place on a cube, numbered as in [`CORNERS`] and [`EDGES`], wings as in [`crate::Cube4`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A corner.
    Corner(usize),
    /// An edge.
    Edge(usize),
    /// A wing of the 4x4x4 cube, named by the edge and the face at its end of it.
    Wing(usize),
}

impl Slot {
    /// Its facelets, in the order of the faces in its name, on a cube with `side` of them to an edge.
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
                let [x, y] = FLAGS[*place].map(Face::letter);
                return write!(f, "wing {x}{y}{}", near(FLAGS[*place]).letter().to_ascii_lowercase());
            }
        };
        write!(f, "{kind} {}", faces.iter().map(|face| face.letter()).collect::<String>())
    }
}

/// Why colours do not make a piece.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ColourConflict {
    /// A colour is there twice.
    #[error("expected different colours")]
    Repeated,
    /// Two colours belong to faces that do not touch.
    #[error("but {0} and {1} are opposite faces")]
    Opposite(char, char),
    /// The three colours go round the other way.
    #[error("expected {} or a rotation of it", spaced(.0))]
    Mirrored(Vec<char>),
}

fn spaced(symbols: &[char]) -> String {
    symbols.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// Each colour and its number; a text of many symbols is cut short.
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
