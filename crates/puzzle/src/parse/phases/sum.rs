//! Parser of weighted sums of orientations: `Sum DIALS 1 -4 2*5-8`. A term is a place or a range of places, after an
//! optional sign and an optional weight with `*`.

use super::super::definition::{DefinitionError, Fault, Token, quoted};
use super::range;
use crate::definition::{Orbit, Sum};

/// Parses the terms of a sum over an orbit. `name` is the token of the orbit, for errors.
pub(super) fn sum(
    name: &Token,
    terms: &[Token],
    orbit: usize,
    about: &Orbit,
) -> Result<Sum, DefinitionError> {
    let n_orientations = about.n_orientations;
    if n_orientations == 1 {
        let found = format!("pieces of {} that cannot be turned", quoted(&name.value));
        let expected = "a set whose pieces have orientations".to_string();
        return Err(name.error(Fault::Unexpected { found, expected }));
    }
    let mut multiples = vec![0; about.n_pieces];
    for term in terms {
        let (is_taken_off, unsigned) = match term.value.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, term.value.strip_prefix('+').unwrap_or(&term.value)),
        };
        let (times, places) = match unsigned.split_once('*') {
            Some((times, places)) => (multiple(term, times, n_orientations)?, places),
            None => (1, unsigned),
        };
        let added = if is_taken_off { n_orientations - times } else { times };
        for place in range(term, places, "a place", about.n_pieces)? {
            multiples[place] = (multiples[place] + added) % n_orientations;
        }
    }
    Ok(Sum { orbit, multiples })
}

/// Parses the weight of a place.
fn multiple(term: &Token, text: &str, n_orientations: u8) -> Result<u8, DefinitionError> {
    let high = n_orientations - 1;
    let number = text.parse::<u8>().ok().filter(|number| (1..=high).contains(number));
    number.ok_or_else(|| {
        let (what, found) = ("the weight of a place".to_string(), quoted(text));
        term.error(Fault::Number { what, found, low: 1, high })
    })
}
