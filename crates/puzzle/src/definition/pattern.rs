//! Positions as plain bytes: by place, the piece and its orientation.

/// A position (KPuzzle: pattern) of a defined puzzle, orbit by orbit in the order of the definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    /// By orbit.
    pub orbits: Vec<OrbitPattern>,
}

/// The pieces of one orbit by place. All three lists have one entry per place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrbitPattern {
    /// The piece, from 0; identical pieces have the same number.
    pub pieces: Vec<u8>,
    /// The orientation, less than the modulus.
    pub orientations: Vec<u8>,
    /// The orientation modulus of the piece: the number of orientations that can be distinguished, a divisor of the
    /// orientations of the orbit. It moves with the piece. 1 means that the orientation is ignored.
    pub moduli: Vec<u8>,
}

/// The kind of a piece: what distinguishes it from other pieces in any place and orientation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind {
    /// The number of the piece.
    pub piece: u8,
    /// The orientation modulus.
    pub modulus: u8,
}

impl OrbitPattern {
    /// The kinds of the pieces by place.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.pieces.iter().zip(&self.moduli).map(|(&piece, &modulus)| Kind { piece, modulus })
    }

    /// Returns the orientation moduli of the pieces with a number, in increasing order. Usually one, unless pieces of
    /// the same number have different moduli.
    pub fn moduli_of(&self, piece: u8) -> Vec<u8> {
        let mut moduli: Vec<u8> =
            self.kinds().filter(|kind| kind.piece == piece).map(|kind| kind.modulus).collect();
        moduli.sort_unstable();
        moduli.dedup();
        moduli
    }
}
