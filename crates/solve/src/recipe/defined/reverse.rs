//! What a look sees of the position that undoes a position, as a number, without making that position. It is as far from the
//! goal as the position itself, and looks quite different.
//!
//! If the piece that belongs to place x is in place i, then the piece that belongs to i is in x where everything is undone. So
//! what is in i says alone what is seen in x there, and the whole is a sum with one summand for each place. The sum is an
//! index into a table of numbers, most of which stand for nothing.

use puzzle::definition::Pattern;
use search::Coordinate;

use super::layout::{Layout, Meaning, Part};
use super::look::Look;

/// The longest table of numbers.
const MOST_CODES: usize = 1 << 24;

/// Bytes of a row that has kinds and orientations are lower.
const STRIDE: usize = 128;

/// A look at what undoes a position.
pub(crate) struct Reverse {
    /// Where the row of the part begins.
    first: usize,
    n_places: usize,
    /// By place and byte, the summand.
    summands: Vec<u32>,
    /// By sum, the number of what is seen.
    numbers: Vec<u32>,
}

impl Reverse {
    /// None if positions cannot be undone, because some pieces are alike, or there would be too many sums.
    pub fn new<const N: usize>(
        whole: &Layout,
        goal: &Pattern,
        look: &Look,
        seen: &Layout,
        numbers: &Coordinate<[u8; N]>,
    ) -> Option<Reverse> {
        let (part, seen_part) = (&whole.parts()[look.part()], &seen.parts()[look.part()]);
        let (row, seen_row) = (only_row(part)?, only_row(seen_part)?);
        let n_places = part.places.len();
        if part.kinds.len() != n_places {
            return None;
        }
        // What may be seen in a place, as digits.
        let mut digits: Vec<u8> = Vec::new();
        for view in numbers.views() {
            for &byte in &view[seen_row.0..][..n_places] {
                if !digits.contains(&byte) {
                    digits.push(byte);
                }
            }
        }
        let digit = |byte: u8| digits.iter().position(|&known| known == byte).map(|digit| digit as u32);
        let n_codes = digits.len().checked_pow(n_places as u32).filter(|&n| n <= MOST_CODES)?;
        let weight = |place: usize| (digits.len() as u32).pow(place as u32);
        // By place: the kind and orientation that the goal has there.
        let orbit = &goal.orbits[part.orbit];
        let at_goal: Vec<(usize, u8)> = part
            .places
            .iter()
            .map(|&place| {
                let place = usize::from(place);
                let kind = part.kinds.binary_search(&(orbit.pieces[place], orbit.moduli[place]));
                (kind.expect("the layout is that of the goal"), orbit.orientations[place])
            })
            .collect();
        let mut summands = vec![0; n_places * STRIDE];
        for (home, &(kind, home_orientation)) in at_goal.iter().enumerate() {
            let modulus = part.kinds[kind].1;
            for orientation in 0..modulus {
                let turned = (orientation + modulus - home_orientation) % modulus;
                let byte = row.1.byte(kind as u8, modulus, orientation);
                for (place, &(other, other_orientation)) in at_goal.iter().enumerate() {
                    // What undoes it has the piece of this place at home, turned back.
                    let modulus = part.kinds[other].1;
                    let back = (other_orientation + modulus - turned % modulus) % modulus;
                    let seen = look.byte(whole, seen_part, seen_row.1, other, back);
                    summands[place * STRIDE + usize::from(byte)] = digit(seen)? * weight(home);
                }
            }
        }
        let mut table = search::hardware::filled(n_codes, 0);
        for (number, view) in (0..).zip(numbers.views()) {
            let bytes = view[seen_row.0..][..n_places].iter().enumerate();
            let sum: u32 = bytes
                .map(|(place, &byte)| digit(byte).map(|digit| digit * weight(place)))
                .sum::<Option<_>>()?;
            table[sum as usize] = number;
        }
        Some(Reverse { first: row.0, n_places, summands, numbers: table })
    }

    /// The sum for a position.
    #[inline(always)]
    pub fn sum<const N: usize>(&self, bytes: &[u8; N]) -> u32 {
        let row = &bytes[self.first..][..self.n_places];
        let summand = |(place, &byte): (usize, &u8)| self.summands[place * STRIDE + usize::from(byte)];
        row.iter().enumerate().map(summand).sum()
    }

    /// Has the number for a sum fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, sum: u32) {
        search::hardware::prefetch(&self.numbers[sum as usize]);
    }

    /// The number of what is seen where the position with this sum is undone.
    #[inline(always)]
    pub fn number(&self, sum: u32) -> u32 {
        self.numbers[sum as usize]
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.numbers[..]) as u64
    }
}

/// Where the only row of a part begins and what it means, if it is one of kinds and orientations.
fn only_row(part: &Part) -> Option<(usize, Meaning)> {
    match part.rows[..] {
        [row] if matches!(row.meaning, Meaning::Both { .. }) => Some((row.first, row.meaning)),
        _ => None,
    }
}
