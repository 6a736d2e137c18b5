//! Definitions as text, in the formats that are read: what is written reads as the same definition. What a format has no
//! words for is an error rather than left out.

mod tws;

mod kpuzzle;

mod position;

use thiserror::Error;

/// Why a definition cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PrintError {
    /// A name that would be read as something else.
    #[error("{what} {name:?} cannot be written as tws, expected a single word that begins like one")]
    Name {
        /// What has the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// Orientations of which only some count.
    #[error(
        "a piece of orbit {orbit} whose orientation counts up to {modulus} of {n_orientations} cannot be written as tws, \
         expected all of them or none"
    )]
    Modulus {
        /// The orbit.
        orbit: String,
        /// Up to which the orientations count.
        modulus: u8,
        /// How many there are.
        n_orientations: u8,
    },
    /// A move that stands for no or too many others.
    #[error("move {name} stands for {length} moves and cannot be written as tws, expected 1 to {max}")]
    Sequence {
        /// The move.
        name: String,
        /// How many it stands for.
        length: u64,
        /// The most that are written.
        max: usize,
    },
    /// Pieces with the same number that a format tells apart by nothing.
    #[error(
        "pieces {piece} of orbit {orbit} differ only in how far their orientation counts, which cannot be written so, expected \
         pattern JSON"
    )]
    AmbiguousPiece {
        /// The orbit.
        orbit: String,
        /// The number of the pieces, from 1.
        piece: usize,
    },
    /// More than two digits of a compact position.
    #[error(
        "orbit {orbit} of {n_pieces} pieces in {n_orientations} orientations is too large for compact positions, expected at most \
         {max} of both together"
    )]
    TooWide {
        /// The orbit.
        orbit: String,
        /// How many pieces it has.
        n_pieces: usize,
        /// In how many ways each can sit.
        n_orientations: u8,
        /// What two digits can tell apart.
        max: usize,
    },
    /// Rules that forbid positions.
    #[error("rules about illegal positions cannot be written as KPuzzle JSON, expected none")]
    Forbidden,
}
