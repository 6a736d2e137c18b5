//! Layout of a packed position: the offset of every piece and the encoding of its byte.
//!
//! Places that the moves connect form a part. A part is stored in one row of bytes, a byte for each place, with the
//! kind of the piece in the lower bits and its orientation above them. If that does not fit a byte, or the pieces of
//! one part have different moduli, the part is stored in several rows: one for kinds, and one for the orientations of
//! each modulus. Rows of up to sixteen places do not cross a boundary of sixteen bytes, so that one shuffle moves them.

use puzzle::Definition;
use puzzle::definition::{Generator, OrbitPattern, OrbitTransform, Pattern};

use crate::TwistyError;

/// The byte of a piece whose orientation a row does not store.
pub const WILD: u8 = u8::MAX;

/// Bytes that are shuffled together.
pub const CHUNK: usize = 16;

/// The layout of packed positions.
#[derive(Clone, Debug)]
pub struct Layout {
    parts: Vec<Part>,
    n_bytes: usize,
}

/// A set of places of an orbit that the moves connect.
#[derive(Clone, Debug)]
pub struct Part {
    /// Index of the orbit.
    pub orbit: usize,
    /// The places in ascending order.
    pub places: Vec<u8>,
    /// Piece and modulus of each kind. Identical pieces are one kind.
    pub kinds: Vec<(u8, u8)>,
    /// The rows that store the part.
    pub rows: Vec<Row>,
    /// Piece and modulus of all pieces in the part, sorted.
    pieces: Vec<(u8, u8)>,
}

/// One byte for each place of a part.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Offset of its first byte.
    pub first: usize,
    /// Encoding of its bytes.
    pub encoding: Encoding,
}

/// The encoding of the bytes of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Kind in the lower bits, orientation up to the modulus above them. A single kind without orientation may be
    /// stored as [`WILD`].
    KindAndOrientation { shift: u32, modulus: u8 },
    /// The kind.
    Kind,
    /// The orientation of pieces with this modulus; other pieces are [`WILD`].
    Orientation { modulus: u8 },
}

impl Layout {
    /// Lays out the positions that moves reach from a position.
    ///
    /// # Errors
    /// Returns an error if a part has more kinds of pieces than a byte has values.
    pub fn new(definition: &Definition, start: &Pattern, moves: &[Generator]) -> Result<Layout, TwistyError> {
        let mut parts = Vec::new();
        for (i, (orbit, pattern)) in definition.orbits().iter().zip(&start.orbits).enumerate() {
            let moves = moves.iter().map(|mv| &mv.transform.orbits[i]);
            for places in connected(orbit.n_pieces, moves) {
                let part = Part::new(i, places, pattern);
                parts.push(part.ok_or_else(|| TwistyError::TooManyKinds { orbit: orbit.name.clone() })?);
            }
        }
        let n_bytes = assign_offsets(&mut parts);
        Ok(Layout { parts, n_bytes })
    }

    /// Bytes of a position, padding between rows included.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// All parts.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the kind of a byte in the first row of its part; [`WILD`] for the kind that has no number.
    ///
    /// # Panics
    /// Panics if `at` is not in the first row of a part.
    pub fn kind(&self, at: usize, byte: u8) -> u8 {
        let is_there =
            |part: &&Part| (part.rows[0].first..part.rows[0].first + part.places.len()).contains(&at);
        let part = self.parts.iter().find(is_there).expect("a byte of a first row");
        match part.rows[0].encoding {
            Encoding::KindAndOrientation { shift, .. } if byte != WILD => byte & ((1 << shift) - 1),
            Encoding::KindAndOrientation { .. } => WILD,
            Encoding::Kind | Encoding::Orientation { .. } => byte,
        }
    }

    /// Packs a position; None if some part has other pieces than at the start.
    ///
    /// # Panics
    /// Panics if positions take more than `N` bytes.
    pub fn pack<const N: usize>(&self, pattern: &Pattern) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        for part in &self.parts {
            let orbit = &pattern.orbits[part.orbit];
            if part.pieces_in(orbit) != part.pieces {
                return None;
            }
            for (nth, &place) in part.places.iter().enumerate() {
                let (piece, orientation) = (piece_at(orbit, place), orbit.orientations[usize::from(place)]);
                let kind = part.kinds.binary_search(&piece).expect("the pieces are those of the start");
                for row in &part.rows {
                    bytes[row.first + nth] = row.encoding.byte(kind as u8, piece.1, orientation);
                }
            }
        }
        Some(bytes)
    }
}

impl Part {
    /// Returns None if there are too many kinds.
    fn new(orbit: usize, places: Vec<u8>, pattern: &OrbitPattern) -> Option<Part> {
        let mut part = Part { orbit, places, kinds: Vec::new(), rows: Vec::new(), pieces: Vec::new() };
        part.pieces = part.pieces_in(pattern);
        part.kinds = part.pieces.clone();
        part.kinds.dedup();
        let encodings = encodings(&part.kinds)?;
        part.rows = encodings.into_iter().map(|encoding| Row { first: 0, encoding }).collect();
        Some(part)
    }

    /// Number of pieces of a kind.
    pub fn count(&self, kind: usize) -> usize {
        self.pieces.iter().filter(|&&piece| piece == self.kinds[kind]).count()
    }

    /// Piece and modulus of the pieces in its places, sorted.
    fn pieces_in(&self, orbit: &OrbitPattern) -> Vec<(u8, u8)> {
        let mut pieces: Vec<(u8, u8)> = self.places.iter().map(|&place| piece_at(orbit, place)).collect();
        pieces.sort_unstable();
        pieces
    }
}

impl Encoding {
    /// Returns the shift and the modulus of orientations; None if the bytes store none.
    pub fn orientation(self) -> Option<(u32, u8)> {
        match self {
            Encoding::KindAndOrientation { shift, modulus } => Some((shift, modulus)).filter(|_| modulus > 1),
            Encoding::Kind => None,
            Encoding::Orientation { modulus } => Some((0, modulus)),
        }
    }

    /// Encodes a piece. `modulus` must be that of its kind.
    pub fn byte(self, kind: u8, modulus: u8, orientation: u8) -> u8 {
        match self {
            Encoding::KindAndOrientation { modulus: counted, .. } if counted != modulus => WILD,
            Encoding::KindAndOrientation { shift, .. } => kind | orientation << shift,
            Encoding::Kind => kind,
            Encoding::Orientation { modulus: counted } if counted == modulus => orientation,
            Encoding::Orientation { .. } => WILD,
        }
    }
}

fn piece_at(orbit: &OrbitPattern, place: u8) -> (u8, u8) {
    (orbit.pieces[usize::from(place)], orbit.moduli[usize::from(place)])
}

/// Returns the encodings for kinds, each given by its piece and modulus; None if there are too many.
fn encodings(kinds: &[(u8, u8)]) -> Option<Vec<Encoding>> {
    let mut moduli: Vec<u8> = kinds.iter().map(|&(_, modulus)| modulus).collect();
    moduli.sort_unstable();
    let n_free = moduli.iter().filter(|&&modulus| modulus == 1).count();
    moduli.dedup();
    let one = match moduli[..] {
        [modulus] => Some(modulus),
        // A single kind without orientation needs no number: it is stored as `WILD`.
        [1, modulus] if n_free == 1 => Some(modulus),
        _ => None,
    };
    let shift = usize::BITS - (kinds.len() - 1).leading_zeros();
    if let Some(modulus) = one
        // The sum of two orientations must fit, too, and must not reach `WILD`.
        && (2 * usize::from(modulus)) << shift <= 256
    {
        return Some(vec![Encoding::KindAndOrientation { shift, modulus }]);
    }
    if kinds.len() > usize::from(WILD) {
        return None;
    }
    let orientations = moduli.into_iter().filter(|&modulus| modulus > 1);
    let orientations = orientations.map(|modulus| Encoding::Orientation { modulus });
    Some([Encoding::Kind].into_iter().chain(orientations).collect())
}

/// Returns the sets of places that the moves connect, by union-find.
fn connected<'a>(n_places: usize, moves: impl Iterator<Item = &'a OrbitTransform>) -> Vec<Vec<u8>> {
    let mut root: Vec<usize> = (0..n_places).collect();
    fn find(root: &mut [usize], mut place: usize) -> usize {
        while root[place] != place {
            root[place] = root[root[place]];
            place = root[place];
        }
        place
    }
    for transform in moves {
        for (place, &source) in transform.permutation.iter().enumerate() {
            let (a, b) = (find(&mut root, place), find(&mut root, usize::from(source)));
            root[a.max(b)] = a.min(b);
        }
    }
    let mut sets: Vec<Vec<u8>> = vec![Vec::new(); n_places];
    for place in 0..n_places {
        sets[find(&mut root, place)].push(place as u8);
    }
    sets.retain(|set| !set.is_empty());
    sets
}

/// Assigns offsets to all rows, long rows first. Returns the number of bytes in all.
fn assign_offsets(parts: &mut [Part]) -> usize {
    let mut rows: Vec<(usize, &mut Row)> = Vec::new();
    for part in parts {
        let len = part.places.len();
        rows.extend(part.rows.iter_mut().map(|row| (len, row)));
    }
    rows.sort_by_key(|(len, _)| std::cmp::Reverse(*len));
    let (long, short): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(len, _)| *len > CHUNK);
    // Long rows cross boundaries anyway.
    let mut end = 0;
    for (len, row) in long {
        row.first = end;
        end += len;
    }
    // Bytes in use, by chunk.
    let mut taken = vec![CHUNK; end / CHUNK];
    taken.extend(Some(end % CHUNK).filter(|&taken| taken > 0));
    for (len, row) in short {
        let chunk = taken.iter().position(|taken| taken + len <= CHUNK).unwrap_or_else(|| {
            taken.push(0);
            taken.len() - 1
        });
        row.first = chunk * CHUNK + taken[chunk];
        taken[chunk] += len;
    }
    taken.len() * CHUNK
}
