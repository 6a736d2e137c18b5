//! A problem for breadth-first counting: a position is one byte for every place of any orbit, for the kind and the
//! orientation of its piece. A move fetches every byte from its source and maps it by a table that adds the turn.

use puzzle::Definition;
use puzzle::definition::{Forbidden, Generator, OrbitPattern, Pattern};
use search::{Cost, Move, MoveOrder, Problem};

use crate::TwistyError;

/// A definition as a search problem without a heuristic. `N` is at least the number of its places; bytes beyond them
/// stay 0.
pub struct BfsProblem<const N: usize> {
    start: [u8; N],
    moves: Vec<PackedMove<N>>,
    /// Maps of bytes, by turn.
    rotations: Vec<[u8; 256]>,
    /// By place, the bytes that are illegal there.
    forbidden: Vec<(usize, [bool; 256])>,
    order: MoveOrder,
}

struct PackedMove<const N: usize> {
    /// Source of each place's byte.
    sources: [u8; N],
    /// Index of the map that turns it.
    rotations: [u16; N],
}

impl<const N: usize> BfsProblem<N> {
    /// Packs a definition with a start position and some of its moves.
    ///
    /// # Errors
    /// Returns an error if an orbit has more kinds of pieces, each in all its orientations, than a byte has values, or
    /// there are too many moves to number them.
    ///
    /// # Panics
    /// Panics if the definition has more than `N` places.
    pub fn by(
        definition: &Definition,
        start: &Pattern,
        generators: &[Generator],
    ) -> Result<BfsProblem<N>, TwistyError> {
        let n_moves = u16::try_from(generators.len())
            .map_err(|_| TwistyError::TooManyMoves { most: usize::from(u16::MAX) })?;
        let mut packed = BfsProblem {
            start: [0; N],
            moves: Vec::new(),
            rotations: vec![std::array::from_fn(|byte| byte as u8)],
            forbidden: Vec::new(),
            order: MoveOrder::free(usize::from(n_moves)),
        };
        let nothing = || PackedMove { sources: std::array::from_fn(|place| place as u8), rotations: [0; N] };
        packed.moves.resize_with(generators.len(), nothing);
        let mut first = 0;
        for (i, (orbit, pattern)) in definition.orbits().iter().zip(&start.orbits).enumerate() {
            let kinds =
                Kinds::of(pattern).ok_or_else(|| TwistyError::TooManyKinds { orbit: orbit.name.clone() })?;
            for place in 0..orbit.n_pieces {
                packed.start[first + place] = kinds.byte(pattern, place);
            }
            // All orbits share the identity map.
            let base = packed.rotations.len() - 1;
            packed.rotations.extend((1..orbit.n_orientations).map(|turn| kinds.rotation(turn)));
            for (packed, generator) in packed.moves.iter_mut().zip(generators) {
                let transform = &generator.transform.orbits[i];
                for (place, (&source, &turn)) in
                    transform.permutation.iter().zip(&transform.turns).enumerate()
                {
                    packed.sources[first + place] = (first + usize::from(source)) as u8;
                    packed.rotations[first + place] =
                        if turn == 0 { 0 } else { (base + usize::from(turn)) as u16 };
                }
            }
            let rules = definition.forbidden().iter().filter(|rule| rule.orbit == i);
            packed
                .forbidden
                .extend(rules.map(|rule| (first + usize::from(rule.place), kinds.forbidden(rule))));
            first += orbit.n_pieces;
        }
        Ok(packed)
    }

    /// The start position.
    pub fn start(&self) -> &[u8; N] {
        &self.start
    }
}

impl<const N: usize> Problem for BfsProblem<N> {
    type State = [u8; N];
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.moves.len()
    }

    fn step(&self, from: &[u8; N], mv: Move, to: &mut [u8; N]) -> bool {
        let PackedMove { sources, rotations } = &self.moves[usize::from(mv.0)];
        for ((to, &source), &rotation) in to.iter_mut().zip(sources).zip(rotations) {
            *to = self.rotations[usize::from(rotation)][usize::from(from[usize::from(source)])];
        }
        !self.forbidden.iter().any(|&(place, ref is_forbidden)| is_forbidden[usize::from(to[place])])
    }

    fn is_goal(&self, state: &[u8; N]) -> bool {
        *state == self.start
    }

    fn lower_bound(&self, state: &[u8; N]) -> Cost {
        Cost::from(!self.is_goal(state))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

/// The kinds of pieces of an orbit: piece, modulus, and the byte of orientation 0. Other orientations have the bytes
/// after it.
struct Kinds(Vec<(u8, u8, u8)>);

impl Kinds {
    /// Returns None if there are more than a byte has values.
    fn of(pattern: &OrbitPattern) -> Option<Kinds> {
        let mut pieces: Vec<(u8, u8)> =
            pattern.pieces.iter().copied().zip(pattern.moduli.iter().copied()).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let mut kinds = Vec::new();
        let mut next: usize = 0;
        for (piece, modulus) in pieces {
            kinds.push((piece, modulus, u8::try_from(next).ok()?));
            next += usize::from(modulus);
        }
        (next <= 256).then_some(Kinds(kinds))
    }

    fn byte(&self, pattern: &OrbitPattern, place: usize) -> u8 {
        let wanted = (pattern.pieces[place], pattern.moduli[place]);
        let kind = self.0.iter().find(|&&(piece, modulus, _)| (piece, modulus) == wanted);
        kind.expect("all pieces of the start are kinds").2 + pattern.orientations[place]
    }

    fn rotation(&self, turn: u8) -> [u8; 256] {
        let mut rotation = std::array::from_fn(|byte| byte as u8);
        for &(_, modulus, first) in &self.0 {
            for orientation in 0..modulus {
                rotation[usize::from(first + orientation)] = first + (orientation + turn) % modulus;
            }
        }
        rotation
    }

    fn forbidden(&self, rule: &Forbidden) -> [bool; 256] {
        let mut is_forbidden = [false; 256];
        for &(_, modulus, first) in self.0.iter().filter(|(piece, ..)| rule.pieces.contains(piece)) {
            is_forbidden[usize::from(first)..usize::from(first) + usize::from(modulus)].fill(true);
        }
        is_forbidden
    }
}
