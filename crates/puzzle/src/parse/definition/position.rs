//! Validation of a block as a position of a puzzle: it has the pieces of the solved position, in other places.

use std::collections::HashMap;

use super::error::{DefinitionError, Fault, one_of, quoted};
use super::validate::Orbits;
use super::{Block, Numbering, OrbitEntry, Token};
use crate::definition::{Definition, Kind, Orbit, OrbitPattern, Pattern};

/// The name of the block in errors.
const OWNER: &str = "the position";

/// Validates a block as a position. Orbits that it does not list are solved. Where the block has no orientation moduli,
/// those of the solved position apply.
pub(in crate::parse) fn validate_position(
    block: &Block,
    definition: &Definition,
) -> Result<Pattern, DefinitionError> {
    let orbits = Orbits::from_valid(definition.orbits());
    let entries = orbits.by_orbit(block, OWNER)?;
    let mut position = orbits.pattern(block, OWNER)?;
    for (i, orbit) in definition.orbits().iter().enumerate() {
        let start = &definition.start().orbits[i];
        match entries[i] {
            None => position.orbits[i] = start.clone(),
            Some(entry) => {
                let numbering = block.numbering;
                Pieces { orbit, start, entry, numbering }.complete(&mut position.orbits[i])?;
            }
        }
    }
    match definition.forbidden().iter().find(|rule| !rule.allows(&position)) {
        None => Ok(position),
        Some(rule) => {
            let place = usize::from(rule.place);
            let entry = entries[rule.orbit].expect("the solved position is legal");
            let token = &entry.values.value[place];
            let orbit = definition.orbits()[rule.orbit].name.clone();
            let fault = Fault::Illegal { orbit, place: place + 1, piece: token.value.clone() };
            Err(token.error(fault))
        }
    }
}

/// Validates a block as a mask: a pattern that need not have the pieces of the puzzle. Orbits that it does not list are
/// solved.
pub(in crate::parse) fn validate_mask(
    block: &Block,
    definition: &Definition,
) -> Result<Pattern, DefinitionError> {
    let (orbits, owner) = (Orbits::from_valid(definition.orbits()), "the mask");
    let mut mask = orbits.pattern(block, owner)?;
    for (i, entry) in orbits.by_orbit(block, owner)?.into_iter().enumerate() {
        if entry.is_none() {
            mask.orbits[i] = definition.start().orbits[i].clone();
        }
    }
    Ok(mask)
}

/// The context for the validation of one orbit.
struct Pieces<'a> {
    orbit: &'a Orbit,
    start: &'a OrbitPattern,
    entry: &'a OrbitEntry,
    numbering: Numbering,
}

impl Pieces<'_> {
    /// Fills in the moduli and checks that all pieces are those of the solved position.
    fn complete(&self, pattern: &mut OrbitPattern) -> Result<(), DefinitionError> {
        self.check_pieces(pattern)?;
        if self.entry.moduli.is_none() {
            for place in 0..pattern.pieces.len() {
                let modulus = self.modulus(pattern.pieces[place], place)?;
                pattern.moduli[place] = modulus;
                pattern.orientations[place] %= modulus;
            }
        }
        self.check_kinds(pattern)
    }

    /// Checks that every piece occurs as often as in the solved position. The error is at the first surplus piece.
    fn check_pieces(&self, pattern: &OrbitPattern) -> Result<(), DefinitionError> {
        let mut left: HashMap<u8, usize> = HashMap::new();
        self.start.pieces.iter().for_each(|&piece| *left.entry(piece).or_default() += 1);
        for (&piece, token) in pattern.pieces.iter().zip(&self.entry.values.value) {
            match left.get_mut(&piece).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None => {
                    let times = |pieces: &[u8]| pieces.iter().filter(|&&other| other == piece).count();
                    let (found, expected) = (times(&pattern.pieces), times(&self.start.pieces));
                    let (piece, orbit) = (self.as_written(piece), self.orbit.name.clone());
                    return Err(token.error(Fault::Pieces { piece, orbit, found, expected }));
                }
            }
        }
        Ok(())
    }

    /// Returns the orientation modulus of the piece in a place, for a block without moduli.
    fn modulus(&self, piece: u8, place: usize) -> Result<u8, DefinitionError> {
        let is_any = self.orientation(place).is_some_and(|token| token.value == "?");
        match &self.start.moduli_of(piece)[..] {
            [1, ..] if is_any => Ok(1),
            [modulus] | [1, modulus] if !is_any => Ok(*modulus),
            moduli => {
                let found = if is_any { quoted("?") } else { "no modulus".to_string() };
                let moduli: Vec<String> = moduli.iter().map(u8::to_string).collect();
                let moduli: Vec<&str> = moduli.iter().map(String::as_str).collect();
                let piece = self.as_written(piece);
                let expected = match is_any {
                    true => format!("a number, as the orientation of piece {piece} counts"),
                    false => format!(
                        "pattern JSON, as orientations of pieces {piece} count up to {}",
                        one_of(&moduli)
                    ),
                };
                Err(self.token(place).error(Fault::Unexpected { found, expected }))
            }
        }
    }

    /// Checks that every kind of piece (piece and modulus) occurs as often as in the solved position.
    fn check_kinds(&self, pattern: &OrbitPattern) -> Result<(), DefinitionError> {
        let mut left: HashMap<Kind, usize> = HashMap::new();
        self.start.kinds().for_each(|kind| *left.entry(kind).or_default() += 1);
        for (place, kind) in pattern.kinds().enumerate() {
            match left.get_mut(&kind).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None => {
                    let moduli = self.entry.moduli.as_ref().map(|list| &list.value[place]);
                    let token = moduli.unwrap_or_else(|| self.token(place));
                    let (piece, orbit) = (self.as_written(kind.piece), self.orbit.name.clone());
                    let moduli = self.start.moduli_of(kind.piece);
                    let expected = moduli.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ");
                    return Err(token.error(Fault::PieceModulus {
                        piece,
                        orbit,
                        found: kind.modulus,
                        expected,
                    }));
                }
            }
        }
        Ok(())
    }

    /// Returns the orientation token of a place, if the block has orientations.
    fn orientation(&self, place: usize) -> Option<&Token> {
        self.entry.orientations.as_ref().map(|list| &list.value[place])
    }

    /// Returns the token of the orientation in a place, or of the piece if there are no orientations.
    fn token(&self, place: usize) -> &Token {
        self.orientation(place).unwrap_or_else(|| &self.entry.values.value[place])
    }

    /// Returns the number of a piece in the numbering of the text.
    fn as_written(&self, piece: u8) -> usize {
        usize::from(piece) + usize::from(self.numbering.first())
    }
}
