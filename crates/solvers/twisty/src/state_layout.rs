//! Where the pieces of a defined puzzle are in a packed position, and what the bytes there mean.
//!
//! Places that moves connect are a part. A part is written in one row of bytes, a byte for each place, which holds the
//! kind of the piece in its lower bits and its orientation above them; or, where that is too much for a byte or the pieces
//! of one part have different moduli, in several rows of the same places: kinds in one, orientations of each modulus in
//! another. Rows of up to sixteen places do not cross a border of sixteen bytes, so that one shuffle moves them.

use puzzle::Definition;
use puzzle::definition::{Generator, OrbitPattern, OrbitTransform, Pattern};

use crate::TwistyError;

/// The byte of a piece whose orientation a row does not show.
pub const WILD: u8 = u8::MAX;

/// Bytes that are shuffled together.
pub const CHUNK: usize = 16;

/// Where everything is.
#[derive(Clone, Debug)]
pub struct Layout {
    parts: Vec<Part>,
    n_bytes: usize,
}

/// Places of an orbit that moves connect.
#[derive(Clone, Debug)]
pub struct Part {
    /// The index of the orbit.
    pub orbit: usize,
    /// The places, upwards.
    pub places: Vec<u8>,
    /// Piece and modulus of each kind.
    pub kinds: Vec<(u8, u8)>,
    /// Where they are written.
    pub rows: Vec<Row>,
    /// Piece and modulus of everything there, sorted.
    pieces: Vec<(u8, u8)>,
}

/// One byte for each place of a part.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Where its first byte is.
    pub first: usize,
    /// What its bytes say.
    pub encoding: Encoding,
}

/// What the bytes of a row say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Kind in the lower bits, orientation up to the modulus above them. One kind without orientation may be wild.
    KindAndOrientation { shift: u32, modulus: u8 },
    /// The kind.
    Kind,
    /// The orientation of pieces with this modulus; others are wild.
    Orientation { modulus: u8 },
}

impl Layout {
    /// Lays out the positions that some moves reach from a position.
    ///
    /// # Errors
    /// If a part has more kinds of pieces than a byte tells apart.
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

    /// Bytes of a position, those between rows included.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// All parts.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The kind that a byte of the first row of its part stands for; the wild one has no number.
    ///
    /// # Panics
    /// If there is no such byte, or no part has its first row there.
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

    /// A position in bytes; None if some part does not have the pieces that it had at the start.
    ///
    /// # Panics
    /// If there are more than `N` bytes.
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
    /// None if its kinds are too many.
    fn new(orbit: usize, places: Vec<u8>, pattern: &OrbitPattern) -> Option<Part> {
        let mut part = Part { orbit, places, kinds: Vec::new(), rows: Vec::new(), pieces: Vec::new() };
        part.pieces = part.pieces_in(pattern);
        part.kinds = part.pieces.clone();
        part.kinds.dedup();
        let encodings = encodings(&part.kinds)?;
        part.rows = encodings.into_iter().map(|encoding| Row { first: 0, encoding }).collect();
        Some(part)
    }

    /// How many pieces there are of a kind.
    pub fn count(&self, kind: usize) -> usize {
        self.pieces.iter().filter(|&&piece| piece == self.kinds[kind]).count()
    }

    /// Piece and modulus of what is in its places, sorted.
    fn pieces_in(&self, orbit: &OrbitPattern) -> Vec<(u8, u8)> {
        let mut pieces: Vec<(u8, u8)> = self.places.iter().map(|&place| piece_at(orbit, place)).collect();
        pieces.sort_unstable();
        pieces
    }
}

impl Encoding {
    /// How far orientations are shifted up and what they count up to; None if there are none.
    pub fn orientation(self) -> Option<(u32, u8)> {
        match self {
            Encoding::KindAndOrientation { shift, modulus } => Some((shift, modulus)).filter(|_| modulus > 1),
            Encoding::Kind => None,
            Encoding::Orientation { modulus } => Some((0, modulus)),
        }
    }

    /// A piece of a kind, with the modulus of that kind.
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

/// How kinds are written, each given by its piece and modulus; None if they are too many.
fn encodings(kinds: &[(u8, u8)]) -> Option<Vec<Encoding>> {
    let mut moduli: Vec<u8> = kinds.iter().map(|&(_, modulus)| modulus).collect();
    moduli.sort_unstable();
    let n_free = moduli.iter().filter(|&&modulus| modulus == 1).count();
    moduli.dedup();
    let one = match moduli[..] {
        [modulus] => Some(modulus),
        // The only kind without orientation needs no number: it is the wild one.
        [1, modulus] if n_free == 1 => Some(modulus),
        _ => None,
    };
    let shift = usize::BITS - (kinds.len() - 1).leading_zeros();
    if let Some(modulus) = one
        // The sum of two orientations fits too, and nothing else is wild.
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

/// Sets of places that moves connect.
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

/// Gives every row its bytes, long rows first; how many there are in all.
fn assign_offsets(parts: &mut [Part]) -> usize {
    let mut rows: Vec<(usize, &mut Row)> = Vec::new();
    for part in parts {
        let len = part.places.len();
        rows.extend(part.rows.iter_mut().map(|row| (len, row)));
    }
    rows.sort_by_key(|(len, _)| std::cmp::Reverse(*len));
    let (long, short): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(len, _)| *len > CHUNK);
    // Long rows cross borders wherever they begin.
    let mut end = 0;
    for (len, row) in long {
        row.first = end;
        end += len;
    }
    // Bytes taken of each chunk.
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
