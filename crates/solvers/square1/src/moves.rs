//! Numbers the moves, their costs and the canonical sequences that are searched. A move is a turn of both layers
//! followed by a slash; a solution may end with a turn alone. In Jaap Scherphuis' notation: (1,0) / (-3,0) /.

use puzzle::Square1;
use puzzle::square1::{Step, Turn, WEDGES};
use search::{Cost, Move, MoveOrder, OrderState};

use super::Square1Metric;

/// Number of turns of both layers, the identity included.
const N_TURNS: u16 = (WEDGES * WEDGES) as u16;

/// Turns with a slash, then turns without.
pub const N_MOVES: usize = 2 * N_TURNS as usize;

/// Returns the move that turns the layers clockwise by these twelfths and then slashes.
#[inline(always)]
pub fn slash_after(upper: u32, lower: u32) -> Move {
    Move((upper * WEDGES + lower) as u16)
}

/// Returns the move that ends a solution by turning the layers.
pub fn closing_turn(turn: Turn) -> Move {
    Move(N_TURNS + slash_after(turn.upper.twelfths(), turn.lower.twelfths()).0)
}

/// Returns the turn of a move.
pub fn turn(mv: Move) -> Turn {
    let turn = u32::from(mv.0 % N_TURNS);
    Turn::by(turn / WEDGES, turn % WEDGES)
}

/// True if a move ends with a slash.
pub fn is_slash(mv: Move) -> bool {
    mv.0 < N_TURNS
}

/// Returns the steps of a move in written notation.
pub fn steps(mv: Move) -> impl Iterator<Item = Step> {
    let turn = Some(turn(mv)).filter(|&turn| turn != Turn::NONE).map(Step::Turn);
    turn.into_iter().chain(is_slash(mv).then_some(Step::Slash))
}

/// Converts steps to moves: consecutive turns are one move, and a turn by nothing is dropped.
pub fn from_steps(steps: impl IntoIterator<Item = Step>) -> Vec<Move> {
    let (mut moves, mut turned) = (Vec::new(), Turn::NONE);
    for step in steps {
        match step {
            Step::Turn(turn) => turned = turned.then(turn),
            Step::Slash => {
                let Turn { upper, lower } = std::mem::take(&mut turned);
                moves.push(slash_after(upper.twelfths(), lower.twelfths()));
            }
        }
    }
    moves.extend((turned != Turn::NONE).then(|| closing_turn(turned)));
    moves
}

/// Applies a move; None if a corner blocks the slash.
pub fn apply(state: &Square1, mv: Move) -> Option<Square1> {
    let turned = state.turned(turn(mv));
    if is_slash(mv) { turned.slashed().ok() } else { Some(turned) }
}

/// Returns the cost of a move.
pub fn cost(metric: Square1Metric, mv: Move) -> Cost {
    let slash = Cost::from(is_slash(mv));
    match metric {
        Square1Metric::Twist => slash,
        Square1Metric::FaceTurn => slash + turn(mv).n_layers(),
    }
}

/// Returns the order of sequences without two slashes in a row, of which the second would undo the first.
pub fn plain_order() -> MoveOrder {
    MoveOrder::automaton(N_MOVES, 2, |state, mv| (state.0 == 0 || mv.0 != 0).then_some(OrderState(1)))
}

/// True for a turn by 0 or 180 degrees.
fn is_half_turn(twelfths: u32) -> bool {
    twelfths.is_multiple_of(WEDGES / 2)
}

/// Returns the order of canonical sequences if one solution of the fewest twists is enough. As long as layers turn by
/// halves only, slashes exchange the same four half layers, whose six arrangements are the vertices of an octahedron
/// with a slash along each edge:
///
/// - Two slashes to an adjacent vertex are possible in two ways, which begin with the turns (u, d) and (u + 6, d + 6);
///   two that exchange the layers in four ways, which begin with all turns by halves more. One of each is enough: the
///   layers that the first turn brings to the right decide. The turns after it are changed by halves, which leaves them
///   the same choice.
/// - Three slashes are needed to return, or to exchange the layers, with the middle layer flipped. Four never are.
pub fn canonical_order() -> MoveOrder {
    // State 0 is the start; 1 to 4 follow the first of some slashes, by the half layers that its turn brought to the
    // right; then come 5 and 6.
    let first = |turn: Turn| {
        let side = |twelfths: u32| u32::from(twelfths >= WEDGES / 2);
        1 + side(turn.upper.twelfths()) + 2 * side(turn.lower.twelfths())
    };
    MoveOrder::automaton(N_MOVES, 7, |state, mv| {
        let turn = turn(mv);
        let halves = (turn.upper.twelfths(), turn.lower.twelfths());
        if state.0 == 0 || !(is_half_turn(halves.0) && is_half_turn(halves.1)) {
            return Some(OrderState(first(turn)));
        }
        let is_upper_right = state.0 % 2 == 1;
        let next = match (state.0, halves) {
            (_, (0, 0)) | (6, _) => None,
            (5, _) => Some(6),
            (at, (6, 6)) => (at == 1).then_some(5),
            _ => is_upper_right.then_some(5),
        };
        next.map(OrderState)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn steps_and_moves_are_the_same() {
        let turn = |upper, lower| Step::Turn(Turn::by(upper, lower));
        let written = [turn(1, 0), turn(2, 3), Step::Slash, Step::Slash, turn(0, 1)];
        let moves = from_steps(written);
        assert_eq!(moves, [slash_after(3, 3), slash_after(0, 0), closing_turn(Turn::by(0, 1))]);
        let again: Vec<Step> = moves.iter().flat_map(|&mv| steps(mv)).collect();
        assert_eq!(again, [turn(3, 3), Step::Slash, Step::Slash, turn(0, 1)]);
        assert_eq!(from_steps([turn(5, 0), turn(7, 0)]), []);
    }

    /// The plain order excludes a slash right after another, and nothing else.
    #[test]
    fn two_slashes_in_a_row_are_excluded() {
        let order = plain_order();
        for mv in (0..N_MOVES as u16).map(Move) {
            let after = order.after(OrderState::START, mv).expect("anything may come first");
            let undoing: Vec<Move> =
                (0..N_MOVES as u16).map(Move).filter(|&next| order.after(after, next).is_none()).collect();
            assert_eq!(undoing, [slash_after(0, 0)]);
        }
    }

    /// Returns a position up to turns of its layers.
    fn up_to_turns(state: &Square1) -> Square1 {
        let least =
            |layer: puzzle::square1::Layer| (0..WEDGES).map(|by| layer.turned(by)).min().expect("twelve");
        Square1 { upper: least(state.upper), lower: least(state.lower), ..*state }
    }

    /// Returns the positions that an order's sequences of one to three slashes reach.
    fn reached(order: &MoveOrder) -> Vec<HashSet<Square1>> {
        let mut level = HashSet::from([(Square1::SOLVED, OrderState::START)]);
        let next_level = |_| {
            let after = |(state, at): &(Square1, OrderState)| {
                let (state, at) = (*state, *at);
                let slashes = (0..N_TURNS).map(Move);
                slashes
                    .filter_map(move |mv| Some((apply(&state, mv)?, order.after(at, mv)?)))
                    .collect::<Vec<_>>()
            };
            level = level.iter().flat_map(after).collect();
            level.iter().map(|(state, _)| up_to_turns(state)).collect()
        };
        (0..3).map(next_level).collect()
    }

    /// An order removes sequences, not positions: every position that needs this many slashes is reached.
    #[test]
    fn orders_reach_every_position() {
        let all = reached(&MoveOrder::free(N_MOVES));
        for order in [plain_order(), canonical_order()] {
            let mut known = HashSet::from([up_to_turns(&Square1::SOLVED)]);
            for (all, some) in all.iter().zip(reached(&order)) {
                assert!(all.iter().all(|state| known.contains(state) || some.contains(state)));
                known.extend(all);
            }
            // Published: 1 + 64 + 1153 + 17050.
            assert_eq!(known.len(), 18_268);
        }
    }
}
