//! Simplifying sequences: moves of one family are merged, also across moves that they commute with.

use std::collections::HashMap;

use super::{Definition, SequenceError, Source, Transform, find};
use crate::alg::{Alg, Amount, Move, Node};

/// Maximum number of moves of an expanded sequence.
const MAX_LENGTH: usize = 1_000_000;

impl Definition {
    /// Returns an equivalent sequence of at most as many moves: moves that cancel are removed, and powers of the same
    /// move are merged, in `R U D R'` as well as in `R R2`. Moves are swapped only if they commute, and not at all if
    /// there are illegal positions, because one might then be on the way.
    ///
    /// # Errors
    /// If the puzzle does not have one of the moves, or they are too many.
    pub fn simplified(&self, alg: &Alg) -> Result<Alg, SequenceError> {
        self.check_moves(alg)?;
        let too_long = |_| SequenceError::TooLong { length: alg.length(), max: MAX_LENGTH };
        let mut turns = Vec::new();
        let mut simplifier =
            Simplifier { definition: self, orders: HashMap::new(), commuting: HashMap::new() };
        for leaf in alg.expanded(MAX_LENGTH).map_err(too_long)? {
            if let Node::Move(mv) = leaf.to_node() {
                turns.push(simplifier.turn(&mv));
            }
        }
        // One pass is enough: a move between two powers of another move does not commute with that move, so nothing
        // after the second power can remove it.
        let turns = simplifier.merged(turns);
        Ok(Alg { nodes: turns.iter().flat_map(|turn| simplifier.nodes(turn)).collect() })
    }

    fn named_move(&self, source: Source) -> (&Move, &Transform) {
        match source {
            Source::Defined(i) => (&self.moves[i].name, &self.moves[i].transform),
            Source::Derived(i) => (&self.derived[i].name, &self.derived[i].transform),
        }
    }
}

/// A power of a move.
struct Turn {
    source: Source,
    times: i64,
}

struct Simplifier<'a> {
    definition: &'a Definition,
    orders: HashMap<Source, i64>,
    commuting: HashMap<(Source, Source), bool>,
}

impl Simplifier<'_> {
    /// Returns the move that a known move is a power of. Aliases are resolved, but not to several moves: the powers of a
    /// move whose name has an amount are written out.
    fn turn(&self, mv: &Move) -> Turn {
        let (mut source, mut times) = find(&self.definition.names, mv).expect("all moves are known");
        while let Source::Derived(i) = source {
            let [Node::Move(other)] = &self.definition.derived[i].alg.nodes[..] else { break };
            let (next, factor) = find(&self.definition.names, other).expect("all moves are known");
            let Some(product) = times.checked_mul(factor) else { break };
            let has_powers = self.definition.named_move(next).0.amount == Amount::Times(1);
            if !has_powers && product.unsigned_abs() > 1 {
                break;
            }
            (source, times) = (next, product);
        }
        Turn { source, times }
    }

    fn merged(&mut self, turns: Vec<Turn>) -> Vec<Turn> {
        let mut merged: Vec<Turn> = Vec::new();
        for turn in turns {
            let same = self.last_mergeable(&merged, turn.source);
            let before = same.map_or(0, |i| merged[i].times);
            let times = self.reduced(turn.source, before.saturating_add(turn.times));
            match (same, times) {
                (Some(i), 0) => drop(merged.remove(i)),
                (Some(i), times) => merged[i].times = times,
                (None, 0) => {}
                (None, times) => merged.push(Turn { times, ..turn }),
            }
        }
        merged
    }

    /// The last power of the same move that commutes with all moves after it.
    fn last_mergeable(&mut self, turns: &[Turn], source: Source) -> Option<usize> {
        for (i, turn) in turns.iter().enumerate().rev() {
            if turn.source == source {
                return Some(i);
            }
            if !self.commute(turn.source, source) {
                return None;
            }
        }
        None
    }

    fn commute(&mut self, a: Source, b: Source) -> bool {
        if !self.definition.forbidden.is_empty() {
            return false;
        }
        let definition = self.definition;
        *self.commuting.entry((a, b)).or_insert_with(|| {
            let (a, b) = (definition.named_move(a).1, definition.named_move(b).1);
            a.then(b) == b.then(a)
        })
    }

    /// The exponent of smallest absolute value, positive if both signs are equally short.
    fn reduced(&mut self, source: Source, times: i64) -> i64 {
        let definition = self.definition;
        let order = *self
            .orders
            .entry(source)
            .or_insert_with(|| i64::try_from(definition.named_move(source).1.order()).unwrap_or(i64::MAX));
        let times = times.rem_euclid(order);
        if times > order / 2 { times - order } else { times }
    }

    /// Prints a power. A name with an amount of its own has no powers.
    fn nodes(&self, turn: &Turn) -> Vec<Node> {
        let name = self.definition.named_move(turn.source).0;
        if let (Amount::Times(1), Ok(times)) = (name.amount, i32::try_from(turn.times)) {
            return vec![Node::Move(Move { amount: Amount::Times(times), ..name.clone() })];
        }
        let once = if turn.times < 0 { name.inverse() } else { name.clone() };
        vec![Node::Move(once); turn.times.unsigned_abs() as usize]
    }
}
