//! Canonical sequences: of all sequences with the same effect, few are searched (duplicate detection by move order).
//!
//! Of the cheapest sequences with one effect take those of fewest moves, and of these the first in the order of move
//! numbers. In it no two adjacent moves equal one move or none, and no two adjacent moves that commute are in
//! descending order. So every sequence with such a pair is skipped, and at least one sequence is left for every effect.

use std::collections::HashMap;

use puzzle::definition::{Forbidden, Transform};
use search::{Cost, MoveOrder};

/// Returns the order of canonical sequences for moves with costs; None if `goes_on` returned false.
pub fn move_order(
    moves: &[&Transform],
    costs: &[Cost],
    forbidden: &[Forbidden],
    goes_on: &dyn Fn() -> bool,
) -> Option<MoveOrder> {
    let n_moves = moves.len();
    let numbers: HashMap<&Transform, usize> = moves.iter().copied().zip(0..).collect();
    let mut is_allowed = vec![true; n_moves * n_moves];
    for (last, first) in moves.iter().enumerate() {
        // A move of high order has thousands of powers, and so millions of pairs.
        if !goes_on() {
            return None;
        }
        for (next, second) in moves.iter().enumerate() {
            let both = first.then(second);
            let is_less = match numbers.get(&both) {
                Some(&one) => costs[one] <= costs[last] + costs[next],
                None => both.is_identity(),
            };
            let swaps = next < last && both == second.then(first) && stays_legal(first, second, forbidden);
            is_allowed[last * n_moves + next] = !is_less && !swaps;
        }
    }
    Some(MoveOrder::by_last_move(n_moves, |last, next| {
        is_allowed[usize::from(last.0) * n_moves + usize::from(next.0)]
    }))
}

/// True if `second` can be made first wherever `first` and then `second` are legal: in every place with a rule it keeps
/// the piece or brings the piece that both together bring.
fn stays_legal(first: &Transform, second: &Transform, forbidden: &[Forbidden]) -> bool {
    forbidden.iter().all(|rule| {
        let place = usize::from(rule.place);
        let source = second.orbits[rule.orbit].permutation[place];
        usize::from(source) == place || first.orbits[rule.orbit].permutation[usize::from(source)] == source
    })
}
