//! Printing definitions in the formats that are parsed: the printed text parses to the same definition. What a format
//! cannot express is an error rather than omitted.

mod tws;

mod kpuzzle;

mod position;

use thiserror::Error;

/// Reason why a definition cannot be printed in a format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PrintError {
    /// A name that would be parsed as something else.
    #[error(
        "{what} {name:?} cannot be written as tws, expected a single word other than a keyword or a number"
    )]
    Name {
        /// The kind of item that has the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A piece with an orientation modulus between 1 and the number of orientations.
    #[error(
        "orbit {orbit} has a piece with orientation modulus {modulus}, which cannot be written as tws, expected 1 or \
         {n_orientations}"
    )]
    Modulus {
        /// The orbit.
        orbit: String,
        /// The orientation modulus.
        modulus: u8,
        /// The number of orientations of the orbit.
        n_orientations: u8,
    },
    /// A derived move that stands for no moves or too many.
    #[error("move {name} stands for {length} moves and cannot be written as tws, expected 1 to {max}")]
    Sequence {
        /// The move.
        name: String,
        /// The number of moves it stands for.
        length: u64,
        /// The maximum that is printed.
        max: usize,
    },
    /// Pieces with the same number and different orientation moduli, which the format cannot distinguish.
    #[error(
        "pieces {piece} of orbit {orbit} differ only in their orientation modulus, which this format cannot express, expected \
         pattern JSON"
    )]
    AmbiguousPiece {
        /// The orbit.
        orbit: String,
        /// The number of the pieces, from 1.
        piece: usize,
    },
    /// An orbit that needs more than two digits per place in a compact position.
    #[error(
        "orbit {orbit} of {n_pieces} pieces in {n_orientations} orientations is too large for compact positions, expected a product of at \
         most {max}"
    )]
    TooWide {
        /// The orbit.
        orbit: String,
        /// The number of pieces.
        n_pieces: usize,
        /// The number of orientations of each piece.
        n_orientations: u8,
        /// The number of values of two digits.
        max: usize,
    },
    /// Rules about illegal positions.
    #[error("rules about illegal positions cannot be written as KPuzzle JSON, expected none")]
    Forbidden,
}
