//! A question about a defined puzzle, made ready to be computed with: positions are bytes, moves are actions on them.

use puzzle::definition::Pattern;
use search::simd::Simd;
use search::{Cost, Move, MoveOrder};

use super::action::{Action, Moduli};
use super::canonical::Canonical;
use super::layout::Layout;
use super::move_order::move_order;
use super::symmetry::Renaming;
use crate::Defined;
use crate::TwistyError;

/// The moves of a question in `N` bytes, a multiple of 32, and where they should lead.
#[derive(Clone, Debug)]
pub struct Compiled<const N: usize> {
    pub layout: Layout,
    moduli: Moduli<N>,
    moves: Vec<Action<N>>,
    /// What undoes each of them.
    undoing: Vec<Action<N>>,
    pub costs: Vec<Cost>,
    pub order: MoveOrder,
    pub goals: Vec<[u8; N]>,
    pub canonical: Canonical<N>,
    forbidden: Vec<Rule>,
}

/// Bytes that must not be in some place.
#[derive(Clone, Debug)]
struct Rule {
    at: usize,
    is_forbidden: [bool; 256],
}

/// Lays out the positions of a question, which says how many bytes they take.
///
/// # Errors
/// If a byte does not tell all kinds of pieces apart.
pub fn layout(question: &Defined) -> Result<Layout, TwistyError> {
    Layout::new(&question.puzzle, &question.goals[0], &question.moves)
}

impl<const N: usize> Compiled<N> {
    /// Of a question that is laid out so, with the symmetries of its moves. None if `goes_on` said false.
    ///
    /// # Panics
    /// If positions take more than `N` bytes.
    pub fn new(
        question: &Defined,
        layout: Layout,
        renamings: &[Renaming],
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Compiled<N>> {
        let transforms: Vec<_> = question.moves.iter().map(|mv| &mv.transform).collect();
        let canonical = Canonical::new(question, &layout, renamings);
        let order = move_order(&transforms, &question.costs, question.puzzle.forbidden(), goes_on)?;
        Some(Compiled {
            moduli: Moduli::new(&layout),
            moves: transforms.iter().map(|transform| Action::new(&layout, transform)).collect(),
            undoing: transforms.iter().map(|transform| Action::new(&layout, &transform.inverse())).collect(),
            costs: question.costs.to_vec(),
            order,
            // A goal that has other pieces than the first is never met where the first may be.
            goals: question.goals.iter().filter_map(|goal| layout.pack(goal)).collect(),
            canonical,
            forbidden: rules(question, &layout),
            layout,
        })
    }

    /// How many moves there are.
    pub fn n_moves(&self) -> usize {
        self.moves.len()
    }

    /// A position in bytes; None if some part has other pieces than at the goal.
    pub fn pack(&self, pattern: &Pattern) -> Option<[u8; N]> {
        self.layout.pack(pattern)
    }

    /// The position after a move.
    #[inline(always)]
    pub fn after<S: Simd>(&self, simd: S, state: &[u8; N], mv: Move) -> [u8; N] {
        self.moves[usize::from(mv.0)].apply(simd, &self.moduli, state)
    }

    /// The position after something that is not one of the moves.
    pub fn acted<S: Simd>(&self, simd: S, action: &Action<N>, state: &[u8; N]) -> [u8; N] {
        action.apply(simd, &self.moduli, state)
    }

    /// The position that a move makes this one.
    #[inline(always)]
    pub fn before<S: Simd>(&self, simd: S, state: &[u8; N], mv: Move) -> [u8; N] {
        self.undoing[usize::from(mv.0)].apply(simd, &self.moduli, state)
    }

    /// Whether a position keeps the rules.
    #[inline(always)]
    pub fn is_legal(&self, state: &[u8; N]) -> bool {
        self.forbidden.iter().all(|rule| !rule.is_forbidden[usize::from(state[rule.at])])
    }
}

fn rules(question: &Defined, layout: &Layout) -> Vec<Rule> {
    let mut rules = Vec::new();
    for rule in question.puzzle.forbidden() {
        for part in layout.parts().iter().filter(|part| part.orbit == rule.orbit) {
            let Ok(nth) = part.places.binary_search(&rule.place) else { continue };
            // Whatever the layout, the first row tells kinds apart.
            let row = part.rows[0];
            let mut is_forbidden = [false; 256];
            for (kind, &(piece, modulus)) in part.kinds.iter().enumerate() {
                if rule.pieces.contains(&piece) {
                    for orientation in 0..modulus {
                        let byte = row.meaning.byte(kind as u8, modulus, orientation);
                        is_forbidden[usize::from(byte)] = true;
                    }
                }
            }
            rules.push(Rule { at: row.first + nth, is_forbidden });
        }
    }
    rules
}
