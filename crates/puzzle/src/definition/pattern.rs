//! Positions as plain bytes: for every place which piece is there and how it sits.

/// A position of a defined puzzle, orbit by orbit in the order of the definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    /// One for each orbit.
    pub orbits: Vec<OrbitPattern>,
}

/// The pieces of one orbit by their places. All three lists have as many entries as there are places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrbitPattern {
    /// Which piece is there, from 0; those that cannot be told apart have the same number.
    pub pieces: Vec<u8>,
    /// How it sits, from 0 to less than its modulus.
    pub orientations: Vec<u8>,
    /// In how many ways the piece that is there can be seen to sit: a divisor of the orientations of the orbit. It travels
    /// with the piece. 1 stands for a piece whose orientation does not count.
    pub moduli: Vec<u8>,
}

/// A piece that can be told from others wherever it is and however it sits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind {
    /// Its number.
    pub piece: u8,
    /// In how many ways it can be seen to sit.
    pub modulus: u8,
}

impl OrbitPattern {
    /// The kinds of the pieces by their places.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        self.pieces.iter().zip(&self.moduli).map(|(&piece, &modulus)| Kind { piece, modulus })
    }

    /// In how many ways pieces with a number can be seen to sit, from the fewest. One answer, unless pieces of the same
    /// number differ in that.
    pub fn moduli_of(&self, piece: u8) -> Vec<u8> {
        let mut moduli: Vec<u8> =
            self.kinds().filter(|kind| kind.piece == piece).map(|kind| kind.modulus).collect();
        moduli.sort_unstable();
        moduli.dedup();
        moduli
    }
}
