//! Random states of cubes, all equally likely. Random numbers come from the caller.

use super::cube2::Cube2;
use super::cube3::{self, Cube3};
use super::cube4::Cube4;

impl Cube3 {
    /// Returns a uniformly random one of the 43,252,003,274,489,856,000 states. `below(n)` returns a uniformly random
    /// number below n.
    pub fn random(below: &mut dyn FnMut(u32) -> u32) -> Cube3 {
        let corner_pieces: [u8; 8] = shuffled(below);
        let mut edge_pieces: [u8; 12] = shuffled(below);
        // Half of all pairs of permutations have different parity; a swap maps them one to one to the other half.
        if cube3::is_odd(&corner_pieces) != cube3::is_odd(&edge_pieces) {
            edge_pieces.swap(0, 1);
        }
        let twists: [u8; 8] = with_zero_sum(3, below);
        let flips: [u8; 12] = with_zero_sum(2, below);
        let corners = std::array::from_fn(|place| (corner_pieces[place], twists[place]));
        let edges = std::array::from_fn(|place| (edge_pieces[place], flips[place]));
        Cube3::from_pieces(corners, edges).expect("parity, twist and flip are valid")
    }
}

impl Cube2 {
    /// Returns a uniformly random one of the 3,674,160 normalised states. `below(n)` returns a uniformly random number
    /// below n.
    pub fn random(below: &mut dyn FnMut(u32) -> u32) -> Cube2 {
        let pieces: [u8; 7] = shuffled(below);
        let twists: [u8; 7] = with_zero_sum(3, below);
        // Seven corners are in the seven places other than DBL, which has the number 6.
        let around_anchor = |i: u8| if i < 6 { i } else { 7 };
        let corners = std::array::from_fn(|place| match place {
            6 => (6, 0),
            7 => (around_anchor(pieces[6]), twists[6]),
            _ => (around_anchor(pieces[place]), twists[place]),
        });
        Cube2::from_pieces(corners).expect("the sum of the twists is 0")
    }
}

impl Cube4 {
    /// Returns a uniformly random state in a random orientation; 24 states are the same cube. `below(n)` returns a
    /// uniformly random number below n.
    pub fn random(below: &mut dyn FnMut(u32) -> u32) -> Cube4 {
        let corner_pieces: [u8; 8] = shuffled(below);
        let twists: [u8; 8] = with_zero_sum(3, below);
        let wings: [u8; 24] = shuffled(below);
        let homes: [u8; 24] = shuffled(below);
        let corners = std::array::from_fn(|place| (corner_pieces[place], twists[place]));
        let centres = homes.map(|home| Cube4::face_of_centre(usize::from(home)));
        Cube4::from_pieces(corners, wings, centres).expect("the sum of the twists is 0")
    }
}

/// 0 to N - 1 in random order (Fisher-Yates shuffle).
fn shuffled<const N: usize>(below: &mut dyn FnMut(u32) -> u32) -> [u8; N] {
    let mut items = std::array::from_fn(|i| i as u8);
    for i in (1..N).rev() {
        items.swap(i, below(i as u32 + 1) as usize);
    }
    items
}

/// Random numbers below `modulus` whose sum is a multiple of it: the last follows from the others.
fn with_zero_sum<const N: usize>(modulus: u8, below: &mut dyn FnMut(u32) -> u32) -> [u8; N] {
    let mut items = [0; N];
    let mut sum = 0;
    for item in &mut items[..N - 1] {
        *item = below(u32::from(modulus)) as u8;
        sum += *item;
    }
    items[N - 1] = (modulus - sum % modulus) % modulus;
    items
}
