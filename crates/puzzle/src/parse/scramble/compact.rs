//! Compact positions: all places in digits, orbit by orbit. The digits become the tokens of a block numbered from 0, so
//! that validation and its errors are the same as for the other formats.

use crate::definition::{Definition, Orbit, Pattern};
use crate::parse::LineColumn;
use crate::parse::definition::{
    Block, DefinitionError, Fault, Located, Numbering, OrbitEntry, Token, quoted, validate_position,
};

/// The digits of compact positions, by value.
pub(crate) const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns the number of digits per place of an orbit in compact positions; None if even two are not enough.
pub(crate) fn n_digits(orbit: &Orbit) -> Option<usize> {
    let n_values = orbit.n_pieces * usize::from(orbit.n_orientations);
    (1..=2).find(|&n| n_values <= DIGITS.len().pow(n)).map(|n| n as usize)
}

/// Parses a compact position as a block numbered from 0.
pub(super) fn position(digits: &Token, definition: &Definition) -> Result<Pattern, DefinitionError> {
    let orbits = definition.orbits();
    let mut n_expected = 0;
    for orbit in orbits {
        let too_wide = || digits.error(Fault::TooManyValues { orbit: orbit.name.clone() });
        n_expected += orbit.n_pieces * n_digits(orbit).ok_or_else(too_wide)?;
    }
    let columns = digits.place.column..;
    let chars: Vec<(char, LineColumn)> =
        digits.value.chars().zip(columns.map(|column| LineColumn { column, ..digits.place })).collect();
    if chars.len() != n_expected {
        let place = chars.get(n_expected).map_or(digits.place, |&(_, place)| place);
        let fault = Fault::DigitCount { found: chars.len(), expected: n_expected };
        return Err(DefinitionError { place, fault });
    }
    let mut rest = &chars[..];
    let mut entries = Vec::new();
    for orbit in orbits {
        let n = n_digits(orbit).unwrap_or(1);
        let (these, others) = rest.split_at(orbit.n_pieces * n);
        rest = others;
        let values = these.chunks(n).map(|digits| value(digits, orbit)).collect::<Result<Vec<_>, _>>()?;
        let list = |part: &dyn Fn(usize) -> usize| Located {
            value: values
                .iter()
                .map(|at| Located { value: part(at.value).to_string(), place: at.place })
                .collect(),
            place: these[0].1,
        };
        let n_orientations = usize::from(orbit.n_orientations);
        entries.push(OrbitEntry {
            orbit: Located { value: orbit.name.clone(), place: these[0].1 },
            values: list(&|value| value / n_orientations),
            orientations: Some(list(&|value| value % n_orientations)),
            moduli: None,
        });
    }
    validate_position(&Block { numbering: Numbering::FromZero, entries }, definition)
}

/// Returns the value of the digits of one place.
fn value(digits: &[(char, LineColumn)], orbit: &Orbit) -> Result<Located<usize>, DefinitionError> {
    let base = DIGITS.len();
    let high = orbit.n_pieces * usize::from(orbit.n_orientations) - 1;
    let number = digits.iter().try_fold(0, |number, &(c, _)| {
        let digit = DIGITS.iter().position(|&digit| char::from(digit) == c)?;
        Some(number * base + digit)
    });
    let place = digits[0].1;
    let fault = || {
        let written: Vec<usize> = if digits.len() == 1 { vec![high] } else { vec![high / base, high % base] };
        Fault::Digit {
            found: quoted(&digits.iter().map(|&(c, _)| c).collect::<String>()),
            orbit: orbit.name.clone(),
            high: written.iter().map(|&digit| char::from(DIGITS[digit])).collect(),
        }
    };
    match number.filter(|&number| number <= high) {
        Some(value) => Ok(Located { value, place }),
        None => Err(DefinitionError { place, fault: fault() }),
    }
}
