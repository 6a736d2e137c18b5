//! Lower bound of phase 2 for the wings: the number of moves until every edge has one wing in each class.
//!
//! A few moves bring the wings of twelve places to the first class, and which twelve does not depend on the wings.
//! There are 49 such sets for two moves and 577 for three. A set is right if it contains one wing of every edge. So the
//! places of the two wings of an edge give a bit mask of the sets that split it, and the intersection of all twelve
//! masks is left.

use puzzle::Turn4;
use search::simd::Bytes32;

use super::moves::Places;

/// Wing places of the first class.
const FIRST: Places = 0xFFF;
/// All places.
const ALL: Places = 0xFF_FFFF;
const N_PLACES: usize = 24;

/// Sets are known for up to this many moves.
pub const LAST_LEVEL: usize = 3;
/// Words of bits: the first has the sets for two moves and fewer, the others those for three.
const N_WORDS: usize = 10;

/// Places of the wings: the first wing of every edge in the first sixteen bytes, the second in the others. The last
/// four bytes of each half are unused.
pub type WingPlaces = Bytes32;

/// Sets of places that a few moves bring to the first class.
pub struct WingClassSets {
    /// The set of each bit.
    sets: [[Places; 64]; N_WORDS],
    /// By number of moves: the bits of the first word within them.
    near: [u64; LAST_LEVEL],
    /// By places of the two wings of an edge: the sets that contain exactly one of them.
    split_by: Vec<[u64; N_WORDS]>,
}

impl WingClassSets {
    /// Computes the sets of these turns.
    pub fn new(turns: &[Turn4]) -> WingClassSets {
        let mut wing_classes = WingClassSets {
            sets: [[0; 64]; N_WORDS],
            near: [0; LAST_LEVEL],
            split_by: vec![[0; N_WORDS]; N_PLACES * N_PLACES],
        };
        let mut known = vec![FIRST];
        let mut level = known.clone();
        let mut first = (0, 0);
        for distance in 0..=LAST_LEVEL {
            if distance == LAST_LEVEL {
                // These sets are not always tested, so they do not share a word with the others.
                first = (1, 0);
            }
            for &set in &level {
                wing_classes.sets[first.0][first.1] = set;
                first = if first.1 == 63 { (first.0 + 1, 0) } else { (first.0, first.1 + 1) };
            }
            if distance < LAST_LEVEL {
                wing_classes.near[distance] = (1 << first.1) - 1;
                level = next_level(turns, &level, &mut known);
            }
        }
        for (pair, split_by) in wing_classes.split_by.iter_mut().enumerate() {
            let (one, other) = (pair / N_PLACES, pair % N_PLACES);
            for (word, sets) in split_by.iter_mut().zip(&wing_classes.sets) {
                for (bit, set) in sets.iter().enumerate() {
                    *word |= u64::from((set >> one ^ set >> other) & 1) << bit;
                }
            }
        }
        wing_classes
    }

    /// False if the wings need more than `moves` moves, which is at most the last level. Exact if all of the moves are
    /// allowed.
    #[inline(always)]
    pub fn is_within(&self, wings: &WingPlaces, moves: usize) -> bool {
        let mut pairs = [0; 12];
        let mut near = self.near[moves.min(LAST_LEVEL - 1)];
        for (edge, pair) in pairs.iter_mut().enumerate() {
            *pair = usize::from(wings[edge]) * N_PLACES + usize::from(wings[16 + edge]);
            near &= self.split_by[*pair][0];
        }
        if near != 0 && self.is_any_even(wings, 0, near) {
            return true;
        }
        if moves < LAST_LEVEL {
            return false;
        }
        let mut left = [!0; N_WORDS];
        for pair in pairs {
            for (left, split_by) in left.iter_mut().zip(&self.split_by[pair]) {
                *left &= split_by;
            }
        }
        (1..N_WORDS).any(|word| left[word] != 0 && self.is_any_even(wings, word, left[word]))
    }

    /// True if one of the sets left brings an even number of second wings to the first class; otherwise an edge would
    /// end up flipped.
    #[inline(always)]
    fn is_any_even(&self, wings: &WingPlaces, word: usize, mut left: u64) -> bool {
        while left != 0 {
            let set = self.sets[word][left.trailing_zeros() as usize];
            if wings[16..28].iter().fold(0, |odd, &place| odd ^ set >> place) & 1 == 0 {
                return true;
            }
            left &= left - 1;
        }
        false
    }
}

/// Returns the sets that one more move brings to the first class. What brings a set there brings its complement to the
/// second class, which is equivalent, so one of the two is enough.
fn next_level(turns: &[Turn4], level: &[Places], known: &mut Vec<Places>) -> Vec<Places> {
    let before = known.len();
    for &set in level {
        for turn in turns {
            let places = (0..N_PLACES).filter(|place| set >> place & 1 == 1);
            let from = places.fold(0, |from, place| from | 1 << turn.wing_sources()[place]);
            let from = if from & 1 == 1 { from } else { from ^ ALL };
            if !known.contains(&from) {
                known.push(from);
            }
        }
    }
    known[before..].to_vec()
}

#[cfg(test)]
mod tests {
    use puzzle::Cube4;
    use testkit::Lcg;

    use super::super::moves;
    use super::super::{phase2, phase3};
    use super::*;

    fn places(cube: &Cube4) -> WingPlaces {
        let mut places = [0; 32];
        for (place, &wing) in cube.wings().iter().enumerate() {
            places[usize::from(wing) / 12 * 16 + usize::from(wing) % 12] = place as u8;
        }
        places
    }

    /// True if every edge has one wing in each class, with an even number of second wings in the first.
    fn is_split(cube: &Cube4) -> bool {
        let first = &cube.wings()[..12];
        (0..12).all(|edge| first.contains(&edge) != first.contains(&(edge + 12)))
            && first.iter().filter(|&&wing| wing >= 12).count() % 2 == 0
    }

    /// By trying all sequences.
    fn is_within(cube: &Cube4, turns: &[Turn4], moves: usize) -> bool {
        is_split(cube)
            || moves > 0 && turns.iter().any(|&turn| is_within(&cube.turned(turn), turns, moves - 1))
    }

    #[test]
    fn sets_are_those_that_moves_bring() {
        let turns: Vec<Turn4> = moves::all().map(moves::turn).filter(|&turn| phase2::allows(turn)).collect();
        let quiet: Vec<Turn4> = turns.iter().copied().filter(|&turn| phase3::allows(turn)).collect();
        let wing_classes = WingClassSets::new(&turns);
        let used = wing_classes.sets.each_ref().map(|sets| sets.iter().filter(|&&set| set != 0).count());
        assert_eq!((wing_classes.near.map(u64::count_ones), used.iter().sum::<usize>()), ([1, 4, 49], 577));
        let mut below = Lcg::new(9).into_below();
        let mut n_within = [0; LAST_LEVEL + 1];
        for n in 0..60 {
            let mut cube = Cube4::SOLVED;
            for _ in 0..20 {
                cube = cube.turned(quiet[below(quiet.len())]);
            }
            for _ in 0..n % 8 {
                cube = cube.turned(turns[below(turns.len())]);
            }
            for (moves, n_within) in n_within.iter_mut().enumerate() {
                let known = is_within(&cube, &turns, moves);
                assert_eq!(wing_classes.is_within(&places(&cube), moves), known, "cube {n}, {moves} moves");
                *n_within += usize::from(known);
            }
        }
        assert!(n_within.is_sorted() && n_within[0] > 5 && n_within[LAST_LEVEL] < 60, "{n_within:?}");
    }
}
