//! The notation of the World Cube Association for Rubik's Clock: `UR3+ DR2- y2 U1+`. Turns of the back follow `y2`,
//! which turns the clock over, and have the names of the front.

use super::Definition;
use crate::alg::{Alg, Amount, Layers, Move, Node};

/// The sets of raised pins, in the order of scrambles.
pub const PINS: [&str; 9] = ["UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL"];

/// The single pins, with which scrambles ended until 2023.
const CORNERS: [&str; 4] = ["UR", "DR", "DL", "UL"];

/// Hours in a full turn.
const FULL: i32 = 12;

impl Definition {
    /// Writes a solution in clock notation, or returns None if the puzzle is not a clock or a move is not one of its
    /// turns. All turns of a clock commute, so those of the front are written first. The result is the same up to
    /// turning the clock over, which keeps a solved clock solved.
    pub fn clock_notation<'a>(&self, moves: impl IntoIterator<Item = &'a Move>) -> Option<Vec<Move>> {
        if !self.is_clock() {
            return None;
        }
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for mv in moves {
            let Move { layers: Layers::Plain, family, amount: Amount::Times(times) } = mv else {
                return None;
            };
            let pins = PINS.into_iter().find(|pins| pins.eq_ignore_ascii_case(family))?;
            let side = if family == pins { &mut front } else { &mut back };
            side.push(turn(pins, *times));
        }
        if !back.is_empty() {
            front.push(Move::new("y", 2));
            front.append(&mut back);
        }
        Some(front)
    }

    /// Removes the pins that stand up after the scramble of a clock, `UR3+ … ALL1+ UR DL`, as they were written until
    /// 2023: corners without hours after turns that have some. They turn nothing.
    pub(crate) fn without_pins(&self, mut alg: Alg) -> Alg {
        let is_pin = |node: &Node| match node {
            Node::Move(Move { layers: Layers::Plain, family, amount: Amount::Times(1) }) => {
                CORNERS.contains(&family.as_str())
            }
            _ => false,
        };
        let is_turn = |node: &Node| matches!(node, Node::Move(Move { amount: Amount::Hours(..), .. }));
        if alg.nodes.last().is_some_and(is_pin) && alg.nodes.iter().any(is_turn) && self.is_clock() {
            let n_kept = alg.nodes.iter().rposition(|node| !is_pin(node)).map_or(0, |last| last + 1);
            alg.nodes.truncate(n_kept);
        }
        alg
    }

    /// True if the puzzle has the turns of both sides of a clock under the names of [`PINS`], in lower case for the
    /// back.
    fn is_clock(&self) -> bool {
        let over = Move::new("y", 2);
        self.knows(&over)
            && PINS.into_iter().all(|pins| {
                let front: Vec<Node> =
                    [over.clone(), Move::new(pins, 1), over.clone()].map(Node::Move).into();
                let behind = self.transform(&Move::new(&pins.to_ascii_lowercase(), 1));
                behind.is_some() && self.transform_of(&Alg::from(front)).ok() == behind
            })
    }
}

/// Returns a turn of the front by some hours, at most half a turn in either direction.
pub fn turn(pins: &str, hours: i32) -> Move {
    let forwards = hours.rem_euclid(FULL);
    let amount = match forwards {
        ..=6 => Amount::Hours(forwards.unsigned_abs(), true),
        _ => Amount::Hours((FULL - forwards).unsigned_abs(), false),
    };
    Move { layers: Layers::Plain, family: pins.to_string(), amount }
}
