//! Printing positions in the formats that [`crate::parse::scramble`] parses. They must be positions of the definition.

use super::{PrintError, kpuzzle, tws};
use crate::definition::{Definition, Given, Orbit, OrbitPattern, Pattern, Scramble};
use crate::parse::is_orbit_name;
use crate::parse::scramble::{DIGITS, KEYWORDS, NO_NAME, n_digits};

impl Definition {
    /// Prints a position, or the moves that lead to it, as a block of a scramble file.
    ///
    /// # Errors
    /// If the format cannot express it.
    pub fn to_scramble(&self, scramble: &Scramble) -> Result<String, PrintError> {
        let name = scramble.name.as_deref().unwrap_or(NO_NAME);
        let unwritable = |what, name: &str| Err(PrintError::Name { what, name: name.to_string() });
        if name.is_empty() || name.contains(char::is_whitespace) {
            return unwritable("the scramble", name);
        }
        let pattern = match &scramble.given {
            Given::Alg(alg) => {
                let alg = alg.to_string();
                return match alg.split_whitespace().next() {
                    // `End` as the first move would end the block.
                    Some(end @ "End") => unwritable("the move", end),
                    _ => Ok(format!("ScrambleAlg {name}\n{alg}\nEnd\n")),
                };
            }
            Given::Pattern(pattern) => pattern,
        };
        let mut text = format!("Scramble {name}\n");
        for (i, orbit) in self.orbits().iter().enumerate() {
            if !is_orbit_name(&orbit.name, &KEYWORDS) {
                return unwritable("the orbit", &orbit.name);
            }
            let orientations = self.orientations(i, &pattern.orbits[i])?;
            text += &tws::block(&orbit.name, &pattern.orbits[i].pieces, &orientations);
        }
        Ok(text + "End\n")
    }

    /// Prints a position as one line, `CPOS` and one or two digits for every place.
    ///
    /// # Errors
    /// If two digits are too few for the pieces and orientations.
    pub fn to_cpos(&self, pattern: &Pattern) -> Result<String, PrintError> {
        let mut text = String::from("CPOS ");
        for (i, (orbit, pattern)) in self.orbits().iter().zip(&pattern.orbits).enumerate() {
            let n_digits = n_digits(orbit).ok_or_else(|| too_wide(orbit))?;
            for (&piece, &orientation) in pattern.pieces.iter().zip(&pattern.orientations) {
                if self.start().orbits[i].moduli_of(piece).len() > 1 {
                    return Err(ambiguous_piece(orbit, piece));
                }
                let value = usize::from(piece) * usize::from(orbit.n_orientations) + usize::from(orientation);
                let digits = [value / DIGITS.len(), value % DIGITS.len()];
                text.extend(digits[2 - n_digits..].iter().map(|&digit| char::from(DIGITS[digit])));
            }
        }
        Ok(text)
    }

    /// Prints a position as a KPuzzle pattern.
    pub fn to_pattern_json(&self, pattern: &Pattern) -> String {
        kpuzzle::pattern(0, self.orbits(), pattern) + "\n"
    }

    /// The orientations of an orbit by place, `?` where they are ignored.
    fn orientations(&self, index: usize, pattern: &OrbitPattern) -> Result<Vec<String>, PrintError> {
        let (orbit, start) = (&self.orbits()[index], &self.start().orbits[index]);
        let word = |(place, &orientation): (usize, &u8)| {
            let (piece, modulus) = (pattern.pieces[place], pattern.moduli[place]);
            if modulus == 1 && orbit.n_orientations > 1 {
                return Ok("?".to_string());
            }
            match &start.moduli_of(piece)[..] {
                [_] | [1, _] => Ok(orientation.to_string()),
                _ => Err(ambiguous_piece(orbit, piece)),
            }
        };
        pattern.orientations.iter().enumerate().map(word).collect()
    }
}

fn ambiguous_piece(orbit: &Orbit, piece: u8) -> PrintError {
    PrintError::AmbiguousPiece { orbit: orbit.name.clone(), piece: usize::from(piece) + 1 }
}

fn too_wide(orbit: &Orbit) -> PrintError {
    let Orbit { name, n_pieces, n_orientations } = orbit.clone();
    PrintError::TooWide { orbit: name, n_pieces, n_orientations, max: DIGITS.len() * DIGITS.len() }
}
