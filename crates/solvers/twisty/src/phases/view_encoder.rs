//! Encodes a declared view of a packed position as bytes: the coordinate before it is numbered. Each visible place is
//! translated by a table from its byte, or from two if kind and orientation are stored apart. Parities and sums of
//! orientations form one number.

use puzzle::definition::{OrbitMask, PhaseView, Sum, common_modulus};

use super::super::canonical::PackedSymmetry;
use super::super::state_layout::{Encoding, Layout, Part, WILD};

/// The encoded places, and the number of parities and sums.
pub(super) type EncodedView<const N: usize> = ([u8; N], u64);

/// The encoder of a view.
#[derive(Clone, Debug)]
pub(super) struct ViewEncoder {
    places: Vec<Place>,
    /// For each parity, the bytes that identify the pieces of the orbit.
    parities: Vec<Vec<usize>>,
    sums: Vec<SumEncoder>,
}

/// The encoder of a sum of orientations.
#[derive(Clone, Debug)]
struct SumEncoder {
    modulus: u8,
    /// Offsets of bytes, and the contribution of each value. Bytes without orientation contribute 0.
    terms: Vec<(usize, Box<[u8; 256]>)>,
}

/// The encoder of one place.
#[derive(Clone, Debug)]
enum Place {
    /// The code of each byte. Bytes that never occur have none.
    One { at: usize, codes: Box<[Option<u8>; 256]> },
    /// By the byte of its kind: a class, and true if the orientation is visible, which is in one of some other bytes.
    Two { kind: usize, classes: Box<[(u8, bool); 256]>, others: Vec<usize> },
}

impl ViewEncoder {
    /// Returns the encoder of a declared view in this layout.
    pub fn new(layout: &Layout, view: &PhaseView) -> ViewEncoder {
        let mut places = Vec::new();
        for sight in &view.masks {
            for part in layout.parts().iter().filter(|part| part.orbit == sight.orbit) {
                places.extend((0..part.places.len()).map(|nth| Place::new(part, nth, sight)));
            }
        }
        let kinds = |&orbit: &usize| {
            let parts = layout.parts().iter().filter(|part| part.orbit == orbit);
            parts.flat_map(|part| (0..part.places.len()).map(|nth| part.rows[0].first + nth)).collect()
        };
        let sums = view.sums.iter().map(|sum| SumEncoder::new(layout, sum)).collect();
        ViewEncoder { places, parities: view.parities.iter().map(kinds).collect(), sums }
    }

    /// Encodes a position.
    pub fn encode<const N: usize>(&self, layout: &Layout, state: &[u8; N]) -> EncodedView<N> {
        let mut encoded = [0; N];
        let mut to = 0;
        for place in &self.places {
            match place {
                Place::One { at, codes } => {
                    encoded[to] = codes[usize::from(state[*at])].unwrap_or(0);
                    to += 1;
                }
                Place::Two { kind, classes, others } => {
                    let (class, is_oriented) = classes[usize::from(state[*kind])];
                    let orientation = others.iter().map(|&at| state[at]).find(|&byte| byte != WILD);
                    encoded[to] = class;
                    encoded[to + 1] = orientation.filter(|_| is_oriented).unwrap_or(0);
                    to += 2;
                }
            }
        }
        let parities = self.parities.iter();
        let parities = parities.fold(0, |bits, kinds| bits << 1 | u64::from(is_odd(layout, kinds, state)));
        let add = |sums: u64, sum: &SumEncoder| sums * u64::from(sum.modulus) + u64::from(sum.of(state));
        (encoded, self.sums.iter().fold(parities, add))
    }

    /// True if a symmetry maps positions with equal codes to positions with equal codes. Conservative: false for views
    /// with sums.
    pub fn is_preserved_by<const N: usize>(&self, symmetry: &PackedSymmetry<N>) -> bool {
        if !self.sums.is_empty() {
            return false;
        }
        let codes = |at: usize| {
            self.places.iter().find_map(|place| match place {
                Place::One { at: other, codes } if *other == at => Some(codes),
                _ => None,
            })
        };
        self.places.iter().all(|place| {
            // Conservative: false for places stored in several bytes.
            let Place::One { at, codes: after } = place else { return false };
            let (from, table) = symmetry.source(*at);
            let Some(before) = codes(from) else { return false };
            // By code before, the code after.
            let mut becomes = [None; 256];
            (0..256)
                .filter_map(|byte| Some((before[byte]?, after[usize::from(table[byte])]?)))
                .all(|(before, after)| *becomes[usize::from(before)].get_or_insert(after) == after)
        })
    }
}

impl Place {
    fn new(part: &Part, nth: usize, sight: &OrbitMask) -> Place {
        let row = part.rows[0];
        let at = row.first + nth;
        let class_of = |piece: u8| (sight.classes[usize::from(piece)], sight.is_oriented[usize::from(piece)]);
        if !matches!(row.encoding, Encoding::KindAndOrientation { .. }) {
            let mut classes = Box::new([(0, false); 256]);
            for (kind, &(piece, modulus)) in part.kinds.iter().enumerate() {
                classes[usize::from(row.encoding.byte(kind as u8, modulus, 0))] = class_of(piece);
            }
            return Place::Two {
                kind: at,
                classes,
                others: part.rows[1..].iter().map(|row| row.first + nth).collect(),
            };
        }
        let mut codes = Box::new([None; 256]);
        let mut known: Vec<(u8, Option<u8>)> = Vec::new();
        for (kind, &(piece, modulus)) in part.kinds.iter().enumerate() {
            let (class, is_oriented) = class_of(piece);
            for orientation in 0..modulus {
                let code = (class, is_oriented.then_some(orientation));
                let number = known.iter().position(|other| *other == code).unwrap_or_else(|| {
                    known.push(code);
                    known.len() - 1
                });
                codes[usize::from(row.encoding.byte(kind as u8, modulus, orientation))] = Some(number as u8);
            }
        }
        Place::One { at, codes }
    }
}

impl SumEncoder {
    fn new(layout: &Layout, sum: &Sum) -> SumEncoder {
        let parts = || layout.parts().iter().filter(|part| part.orbit == sum.orbit);
        let moduli: Vec<u8> =
            parts().flat_map(|part| part.kinds.iter().map(|&(_, modulus)| modulus)).collect();
        let modulus = common_modulus(&moduli);
        let mut terms = Vec::new();
        for part in parts() {
            for (nth, &place) in part.places.iter().enumerate() {
                let times = u32::from(sum.multiples[usize::from(place)]);
                let rows = part.rows.iter().filter(|row| row.encoding.orientation().is_some());
                for row in rows.filter(|_| times > 0) {
                    let mut table = Box::new([0; 256]);
                    for (kind, &(_, own)) in part.kinds.iter().enumerate() {
                        for orientation in 0..own {
                            let byte = row.encoding.byte(kind as u8, own, orientation);
                            if byte != WILD {
                                let added = times * u32::from(orientation) % u32::from(modulus);
                                table[usize::from(byte)] = added as u8;
                            }
                        }
                    }
                    terms.push((row.first + nth, table));
                }
            }
        }
        SumEncoder { modulus, terms }
    }

    fn of<const N: usize>(&self, state: &[u8; N]) -> u32 {
        let added = self.terms.iter().map(|(at, table)| u32::from(table[usize::from(state[*at])]));
        added.sum::<u32>() % u32::from(self.modulus)
    }
}

/// True if the permutation of the pieces in these bytes is odd.
fn is_odd<const N: usize>(layout: &Layout, kinds: &[usize], state: &[u8; N]) -> bool {
    let pieces: Vec<u8> = kinds.iter().map(|&at| layout.kind(at, state[at])).collect();
    puzzle::definition::is_odd(&pieces)
}
