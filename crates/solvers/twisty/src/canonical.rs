//! Canonical form under symmetry. Two positions are in one symmetry class if a symmetry of the puzzle that preserves
//! the goal maps one to the other. They are equally far from the goal, so tables store one of them: the
//! lexicographically smallest bytes.

use std::collections::BTreeSet;

use puzzle::definition::Pattern;

use super::state_layout::{Encoding, Layout, Part};
use super::symmetry::{Automorphism, PartAutomorphism};
use crate::TwistyQuery;

/// Maximum number of symmetries used: the bits of a `u128`.
const MAX_SYMMETRIES: usize = 128;

/// Computes canonical forms under the symmetries that preserve a goal.
#[derive(Clone, Debug)]
pub struct Canonicalizer<const N: usize> {
    symmetries: Vec<PackedSymmetry<N>>,
    first_bytes: Vec<FirstByte>,
}

/// A byte that some symmetries map to the first byte.
#[derive(Clone, Debug)]
struct FirstByte {
    byte: usize,
    /// By its value, the smallest image, and the symmetries that give it as bits.
    image: Box<[(u8, u128); 256]>,
}

/// A symmetry on packed positions: byte `from[i]` is mapped to byte i through a table.
#[derive(Clone, Debug)]
pub struct PackedSymmetry<const N: usize> {
    from: [u8; N],
    /// By byte, the index of its table.
    table: [u16; N],
    tables: Vec<[u8; 256]>,
    /// Bytes that are in use; padding stays as it is.
    used: Vec<u8>,
}

impl<const N: usize> Canonicalizer<N> {
    /// Selects the automorphisms that preserve the goal of a query.
    pub fn new(query: &TwistyQuery, layout: &Layout, automorphisms: &[Automorphism]) -> Canonicalizer<N> {
        let valid: Vec<(&Automorphism, PackedSymmetry<N>)> = automorphisms
            .iter()
            .filter_map(|automorphism| {
                Some((automorphism, PackedSymmetry::new(query, layout, automorphism)?))
            })
            .collect();
        let is_group = || {
            valid.iter().all(|(a, _)| {
                valid.iter().all(|(b, _)| {
                    let both: Vec<usize> = a.moves.iter().map(|&mv| b.moves[mv]).collect();
                    valid.iter().any(|(c, _)| c.moves == both)
                })
            })
        };
        let symmetries = match valid.len() <= MAX_SYMMETRIES && is_group() {
            true => valid.into_iter().map(|(_, symmetry)| symmetry).collect(),
            // The smallest image under a set that is no group would depend on the member of the class.
            false => Vec::new(),
        };
        let first_bytes = first_bytes(&symmetries);
        Canonicalizer { symmetries, first_bytes }
    }

    /// Returns the canonical form: the smallest image under all symmetries.
    #[inline(always)]
    pub fn canonical(&self, state: &[u8; N]) -> [u8; N] {
        if self.symmetries.len() <= 1 {
            return *state;
        }
        let (mut first, mut candidates) = (u8::MAX, 0_u128);
        for FirstByte { byte, image } in &self.first_bytes {
            let (value, symmetries) = image[usize::from(state[*byte])];
            if value < first {
                (first, candidates) = (value, symmetries);
            } else if value == first {
                candidates |= symmetries;
            }
        }
        let mut next = || {
            let symmetry = self.symmetries.get(candidates.trailing_zeros() as usize)?;
            candidates &= candidates - 1;
            Some(symmetry)
        };
        let Some(symmetry) = next() else { return *state };
        let mut canonical = symmetry.apply(state);
        while let Some(symmetry) = next() {
            symmetry.replace_if_lower(state, &mut canonical);
        }
        canonical
    }
}

/// Returns the tables of first bytes; empty if there are no symmetries.
fn first_bytes<const N: usize>(symmetries: &[PackedSymmetry<N>]) -> Vec<FirstByte> {
    let mut first_bytes: Vec<FirstByte> = Vec::new();
    for (i, symmetry) in symmetries.iter().enumerate() {
        let byte = usize::from(symmetry.from[0]);
        let at = first_bytes.iter().position(|first| first.byte == byte).unwrap_or_else(|| {
            first_bytes.push(FirstByte { byte, image: Box::new([(u8::MAX, 0); 256]) });
            first_bytes.len() - 1
        });
        for (entry, &value) in
            first_bytes[at].image.iter_mut().zip(&symmetry.tables[usize::from(symmetry.table[0])])
        {
            if value < entry.0 {
                *entry = (value, 0);
            }
            if value == entry.0 {
                entry.1 |= 1 << i;
            }
        }
    }
    first_bytes
}

impl<const N: usize> PackedSymmetry<N> {
    /// Returns None if it changes the goal or the rules.
    pub fn new(
        query: &TwistyQuery,
        layout: &Layout,
        automorphism: &Automorphism,
    ) -> Option<PackedSymmetry<N>> {
        let [goal] = &query.goals[..] else { return None };
        let mut symmetry = PackedSymmetry {
            from: std::array::from_fn(|byte| byte as u8),
            table: [0; N],
            tables: vec![std::array::from_fn(|byte| byte as u8)],
            used: Vec::new(),
        };
        let parts = layout.parts().iter().zip(&automorphism.parts);
        let kinds: Vec<KindMap> =
            parts.clone().map(|(part, to)| KindMap::new(goal, layout, part, to)).collect::<Option<_>>()?;
        for ((part, part_image), kinds) in parts.zip(&kinds) {
            for (row, new_row) in part.rows.iter().zip(&layout.parts()[part_image.to].rows) {
                if row.encoding != new_row.encoding {
                    return None;
                }
                for (nth, (&new, &turn)) in part_image.places.iter().zip(&part_image.turns).enumerate() {
                    let byte = new_row.first + usize::from(new);
                    let table = kinds.table(row.encoding, turn)?;
                    let known = symmetry.tables.iter().position(|other| *other == table);
                    let at = known.unwrap_or_else(|| {
                        symmetry.tables.push(table);
                        symmetry.tables.len() - 1
                    });
                    (symmetry.from[byte], symmetry.table[byte]) = ((row.first + nth) as u8, at as u16);
                    symmetry.used.push(byte as u8);
                }
            }
        }
        symmetry.used.sort_unstable();
        let packed: [u8; N] = layout.pack(goal)?;
        let keeps_goal = symmetry.apply(&packed) == packed;
        (keeps_goal && keeps_rules(query, layout, automorphism, &kinds)).then_some(symmetry)
    }

    /// Applies it to a position.
    #[inline(always)]
    pub fn apply(&self, state: &[u8; N]) -> [u8; N] {
        let mut image = *state;
        for &byte in &self.used {
            image[usize::from(byte)] = self.byte(state, byte);
        }
        image
    }

    /// Returns the source of a byte of the image, and the table that maps it.
    pub fn source(&self, byte: usize) -> (usize, &[u8; 256]) {
        (usize::from(self.from[byte]), &self.tables[usize::from(self.table[byte])])
    }

    /// Replaces `canonical` by the image of a position if that is smaller.
    #[inline(always)]
    fn replace_if_lower(&self, state: &[u8; N], canonical: &mut [u8; N]) {
        for (i, &byte) in self.used.iter().enumerate() {
            let (new, old) = (self.byte(state, byte), canonical[usize::from(byte)]);
            if new > old {
                return;
            }
            if new < old {
                for &byte in &self.used[i..] {
                    canonical[usize::from(byte)] = self.byte(state, byte);
                }
                return;
            }
        }
    }

    /// Returns one byte of the image of a position.
    #[inline(always)]
    fn byte(&self, state: &[u8; N], byte: u8) -> u8 {
        let byte = usize::from(byte);
        self.tables[usize::from(self.table[byte])][usize::from(state[usize::from(self.from[byte])])]
    }
}

/// By kind of a part, the image of the kind; None if the automorphism changes the part or the goal.
pub fn kind_images(
    goal: &Pattern,
    layout: &Layout,
    part: usize,
    automorphism: &Automorphism,
) -> Option<Vec<u8>> {
    let part_image = Some(&automorphism.parts[part]).filter(|part_image| part_image.to == part)?;
    let map = KindMap::new(goal, layout, &layout.parts()[part], part_image)?;
    Some(map.kinds.into_iter().map(|(kind, ..)| kind).collect())
}

/// The images of the kinds of a part under an automorphism.
struct KindMap {
    /// By kind: its image, the turn, and its modulus.
    kinds: Vec<(u8, u8, u8)>,
    is_reversed: bool,
}

impl KindMap {
    /// If place x is mapped to place y, the kind at the goal in x is mapped to the kind in y. None if the goal gives
    /// different images for the places of one kind.
    fn new(goal: &Pattern, layout: &Layout, part: &Part, part_image: &PartAutomorphism) -> Option<KindMap> {
        let target = &layout.parts()[part_image.to];
        let at = |part: &Part, nth: usize| {
            let (orbit, place) = (&goal.orbits[part.orbit], usize::from(part.places[nth]));
            let (piece, modulus) = (orbit.pieces[place], orbit.moduli[place]);
            let kind = part.kinds.binary_search(&(piece, modulus)).expect("the layout is that of the goal");
            (kind, modulus, orbit.orientations[place])
        };
        let mut kinds: Vec<Option<(u8, u8, u8)>> = vec![None; part.kinds.len()];
        for (nth, (&new, &turn)) in part_image.places.iter().zip(&part_image.turns).enumerate() {
            let (kind, modulus, orientation) = at(part, nth);
            let (new_kind, new_modulus, new_orientation) = at(target, usize::from(new));
            if modulus != new_modulus {
                return None;
            }
            let turned = negated_if(orientation, modulus, !part_image.is_reversed);
            let turn =
                (u16::from(turn) + u16::from(new_orientation) + u16::from(turned)) % u16::from(modulus);
            let image = (new_kind as u8, turn as u8, modulus);
            if kinds[kind].replace(image).is_some_and(|known| known != image) {
                return None;
            }
        }
        let kinds = kinds.into_iter().collect::<Option<_>>().expect("the goal has all kinds");
        Some(KindMap { kinds, is_reversed: part_image.is_reversed })
    }

    /// Returns the map of bytes for a place with this turn. None if a byte does not determine its image.
    fn table(&self, encoding: Encoding, turn: u8) -> Option<[u8; 256]> {
        let mut table = SAME_BYTES;
        let mut is_known = [false; 256];
        for (kind, &(new_kind, turned, modulus)) in self.kinds.iter().enumerate() {
            for orientation in 0..modulus {
                let sum = u16::from(negated_if(orientation, modulus, self.is_reversed))
                    + u16::from(turned)
                    + u16::from(negated_if(turn % modulus, modulus, true));
                let new = encoding.byte(new_kind, modulus, (sum % u16::from(modulus)) as u8);
                let old = usize::from(encoding.byte(kind as u8, modulus, orientation));
                if std::mem::replace(&mut is_known[old], true) && table[old] != new {
                    return None;
                }
                table[old] = new;
            }
        }
        Some(table)
    }
}

/// The map of every byte to itself.
const SAME_BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        bytes[byte] = byte as u8;
        byte += 1;
    }
    bytes
};

/// Returns an orientation, negated if `is_reversed`.
fn negated_if(orientation: u8, modulus: u8, is_reversed: bool) -> u8 {
    if is_reversed { (modulus - orientation) % modulus } else { orientation }
}

/// True if an automorphism maps the rules about illegal positions to themselves.
fn keeps_rules(query: &TwistyQuery, layout: &Layout, automorphism: &Automorphism, kinds: &[KindMap]) -> bool {
    let mut rules = BTreeSet::new();
    for rule in query.puzzle.forbidden() {
        for (i, part) in layout.parts().iter().enumerate().filter(|(_, part)| part.orbit == rule.orbit) {
            let Ok(nth) = part.places.binary_search(&rule.place) else { continue };
            let kinds = part.kinds.iter().enumerate().filter(|(_, (piece, _))| rule.pieces.contains(piece));
            rules.extend(kinds.map(|(kind, _)| (i, nth, kind)));
        }
    }
    rules.iter().all(|&(part, nth, kind)| {
        let part_image = &automorphism.parts[part];
        let new =
            (part_image.to, usize::from(part_image.places[nth]), usize::from(kinds[part].kinds[kind].0));
        rules.contains(&new)
    })
}
