//! A query compiled for search: positions are packed into bytes, moves are actions on them.

use puzzle::definition::Pattern;
use search::simd::Simd;
use search::{Cost, Move, MoveOrder};

use super::canonical::Canonicalizer;
use super::move_action::{Moduli, MoveAction};
use super::move_order::move_order;
use super::state_layout::Layout;
use super::symmetry::Automorphism;
use crate::TwistyError;
use crate::TwistyQuery;

/// The moves, goals and rules of a query on packed positions of `N` bytes, a multiple of 32.
#[derive(Clone, Debug)]
pub struct CompiledPuzzle<const N: usize> {
    pub layout: Layout,
    moduli: Moduli<N>,
    moves: Vec<MoveAction<N>>,
    /// Inverse of each move.
    inverse_moves: Vec<MoveAction<N>>,
    pub costs: Vec<Cost>,
    pub order: MoveOrder,
    pub goals: Vec<[u8; N]>,
    pub canonicalizer: Canonicalizer<N>,
    forbidden: Vec<Rule>,
}

/// Bytes that are illegal in some place.
#[derive(Clone, Debug)]
struct Rule {
    at: usize,
    is_forbidden: [bool; 256],
}

/// Lays out the positions of a query, which determines their size in bytes.
///
/// # Errors
/// Returns an error if an orbit has more kinds of pieces than a byte has values.
pub fn layout(query: &TwistyQuery) -> Result<Layout, TwistyError> {
    Layout::new(&query.puzzle, &query.goals[0], &query.moves)
}

impl<const N: usize> CompiledPuzzle<N> {
    /// Compiles a query with this layout and the automorphisms of its moves. None if `goes_on` returned false.
    ///
    /// # Panics
    /// Panics if positions take more than `N` bytes.
    pub fn new(
        query: &TwistyQuery,
        layout: Layout,
        automorphisms: &[Automorphism],
        goes_on: &dyn Fn() -> bool,
    ) -> Option<CompiledPuzzle<N>> {
        let transforms: Vec<_> = query.moves.iter().map(|mv| &mv.transform).collect();
        let canonicalizer = Canonicalizer::new(query, &layout, automorphisms);
        let order = move_order(&transforms, &query.costs, query.puzzle.forbidden(), goes_on)?;
        Some(CompiledPuzzle {
            moduli: Moduli::new(&layout),
            moves: transforms.iter().map(|transform| MoveAction::new(&layout, transform)).collect(),
            inverse_moves: transforms
                .iter()
                .map(|transform| MoveAction::new(&layout, &transform.inverse()))
                .collect(),
            costs: query.costs.to_vec(),
            order,
            // A goal that cannot be packed has other pieces than the first one and cannot be reached where the first
            // can.
            goals: query.goals.iter().filter_map(|goal| layout.pack(goal)).collect(),
            canonicalizer,
            forbidden: rules(query, &layout),
            layout,
        })
    }

    /// Number of moves.
    pub fn n_moves(&self) -> usize {
        self.moves.len()
    }

    /// Packs a position; None if some part has other pieces than at the goal.
    pub fn pack(&self, pattern: &Pattern) -> Option<[u8; N]> {
        self.layout.pack(pattern)
    }

    /// Returns the position after a move.
    #[inline(always)]
    pub fn after<S: Simd>(&self, simd: S, state: &[u8; N], mv: Move) -> [u8; N] {
        self.moves[usize::from(mv.0)].apply(simd, &self.moduli, state)
    }

    /// Returns the position after an action that is not one of the moves.
    pub fn after_action<S: Simd>(&self, simd: S, action: &MoveAction<N>, state: &[u8; N]) -> [u8; N] {
        action.apply(simd, &self.moduli, state)
    }

    /// Returns the position from which a move leads to this one.
    #[inline(always)]
    pub fn before<S: Simd>(&self, simd: S, state: &[u8; N], mv: Move) -> [u8; N] {
        self.inverse_moves[usize::from(mv.0)].apply(simd, &self.moduli, state)
    }

    /// True if a position is legal.
    #[inline(always)]
    pub fn is_legal(&self, state: &[u8; N]) -> bool {
        self.forbidden.iter().all(|rule| !rule.is_forbidden[usize::from(state[rule.at])])
    }
}

fn rules(query: &TwistyQuery, layout: &Layout) -> Vec<Rule> {
    let mut rules = Vec::new();
    for rule in query.puzzle.forbidden() {
        for part in layout.parts().iter().filter(|part| part.orbit == rule.orbit) {
            let Ok(nth) = part.places.binary_search(&rule.place) else { continue };
            // In every layout the first row identifies the kinds.
            let row = part.rows[0];
            let mut is_forbidden = [false; 256];
            for (kind, &(piece, modulus)) in part.kinds.iter().enumerate() {
                if rule.pieces.contains(&piece) {
                    for orientation in 0..modulus {
                        let byte = row.encoding.byte(kind as u8, modulus, orientation);
                        is_forbidden[usize::from(byte)] = true;
                    }
                }
            }
            rules.push(Rule { at: row.first + nth, is_forbidden });
        }
    }
    rules
}
