//! Names of moves: `R` may be defined, and `R2'` is derived from it; some moves are defined by others.

use std::collections::HashMap;

use super::{Definition, Transform};
use crate::alg::{Alg, Amount, Layers, Move, Node};

/// The moves of a definition by name.
pub(crate) type Names = HashMap<Move, Source>;

/// The definition of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Source {
    /// Index into the moves given by transformations.
    Defined(usize),
    /// Index into the moves given by other moves.
    Derived(usize),
}

/// Maximum number of moves of a search: the table of allowed successors has an entry for every pair of moves.
pub const MAX_GENERATORS: usize = 4096;

/// A move of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generator {
    /// The name with its amount.
    pub name: Move,
    /// The index of the move it is a power of; those given by other moves are counted after those given by
    /// transformations.
    pub family: usize,
    /// The transformation of the name.
    pub transform: Transform,
}

impl Definition {
    /// Returns the transformation of a move, if the definition has it: a power of a named move, the named move itself,
    /// or its inverse.
    pub fn transform(&self, mv: &Move) -> Option<Transform> {
        let (source, times) = find(&self.names, mv)?;
        let transform = match source {
            Source::Defined(i) => &self.moves[i].transform,
            Source::Derived(i) => &self.derived[i].transform,
        };
        Some(transform.power(times))
    }

    /// True if the definition has a move.
    pub fn knows(&self, mv: &Move) -> bool {
        find(&self.names, mv).is_some()
    }

    /// Returns the transformation of a sequence.
    ///
    /// # Errors
    /// The first node that is not a move of this puzzle.
    pub fn transform_of<'a>(&self, alg: &'a Alg) -> Result<Transform, &'a Node> {
        evaluate(alg, &Transform::identity(&self.orbits), &|mv| self.transform(mv))
    }

    /// Adds the powers of a move to generators: all of them, or as many as exceed [`MAX_GENERATORS`], but at least the
    /// move itself. No search accepts so many, and the powers of one move of high order could exhaust the memory.
    pub(crate) fn add_powers(&self, mv: &Move, generators: &mut Vec<Generator>) {
        let room = (MAX_GENERATORS + 1).saturating_sub(generators.len());
        generators.extend(self.powers_up_to(mv, room.max(1)));
    }

    /// The powers of a move, at most `room`.
    pub(super) fn powers_up_to(&self, mv: &Move, room: usize) -> impl Iterator<Item = Generator> {
        self.all_powers(mv).take(room)
    }

    /// Returns a move as a generator, if the definition has it. Moves given by other moves have families of their own.
    pub fn generator(&self, mv: &Move) -> Option<Generator> {
        let (source, _) = find(&self.names, mv)?;
        let family = match source {
            Source::Defined(i) => i,
            Source::Derived(i) => self.moves.len() + i,
        };
        Some(Generator { name: mv.clone(), family, transform: self.transform(mv)? })
    }

    /// Returns the distinct powers of a move in the shorter direction, `R`, `R2`, `R'`; only the move itself if its
    /// name has an amount. Empty if the definition does not have it; of more than [`MAX_GENERATORS`] only as many as
    /// exceed that number.
    pub fn powers(&self, mv: &Move) -> Vec<Generator> {
        let mut powers = Vec::new();
        self.add_powers(mv, &mut powers);
        powers
    }

    /// Iterates over the powers of a move, starting with the move itself.
    fn all_powers(&self, mv: &Move) -> impl Iterator<Item = Generator> {
        let single = self.generator(mv);
        let order = single.as_ref().map_or(1, |single| single.transform.order());
        let is_single = mv.amount != Amount::Times(1);
        // Names have no larger amounts, and no caller uses that many powers.
        let order = i32::try_from(order).unwrap_or(i32::MAX);
        let forwards = 1..=if is_single { 1 } else { order / 2 };
        let backwards = (1..=if is_single { 0 } else { (order - 1) / 2 }).map(|times| -times);
        let name = mv.clone();
        forwards.chain(backwards).filter_map(move |times| {
            let single = single.as_ref()?;
            Some(match is_single {
                true => single.clone(),
                false => Generator {
                    name: Move { amount: Amount::Times(times), ..name.clone() },
                    family: single.family,
                    transform: single.transform.power(i64::from(times)),
                },
            })
        })
    }
}

/// Certainty that a name denotes a rotation of the whole puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RotationName {
    /// `x`, `y`, `z`, or capitals with a `v` after them.
    Sure,
    /// Lower case with a `v` after it, as the pyraminx of cubing.js has them.
    Likely,
}

/// Classifies the name of a rotation; None for other names.
pub(super) fn rotation_name(name: &Move) -> Option<RotationName> {
    let family = name.family.as_str();
    let grip = family.strip_suffix('v').filter(|grip| !grip.is_empty());
    let all = |is: fn(char) -> bool| grip.is_some_and(|grip| grip.chars().all(|c| is(c) || c == '_'));
    match name.layers {
        Layers::Plain if matches!(family, "x" | "y" | "z") => Some(RotationName::Sure),
        Layers::Plain if all(|c| c.is_ascii_uppercase()) => Some(RotationName::Sure),
        Layers::Plain if all(|c| c.is_ascii_alphabetic()) => Some(RotationName::Likely),
        _ => None,
    }
}

/// Returns the move that a name is a power of, and the exponent.
pub(crate) fn find(names: &Names, mv: &Move) -> Option<(Source, i64)> {
    if let Some(times) = mv.amount.times() {
        let quantum = Move { amount: Amount::Times(1), ..mv.clone() };
        if let Some(&source) = names.get(&quantum) {
            return Some((source, times));
        }
    }
    let exact = names.get(mv).map(|&source| (source, 1));
    exact.or_else(|| names.get(&mv.inverse()).map(|&source| (source, -1)))
}

/// The moves that a leaf of a sequence stands for: the move itself, or the names in cubing.js of what a Square-1 writes
/// as `(1, 0) /`.
pub(crate) fn moves_of(leaf: &Node) -> Vec<Move> {
    match leaf {
        Node::Move(mv) => vec![mv.clone()],
        Node::Twelfths(upper, lower) => vec![Move::new("U_SQ_", *upper), Move::new("D_SQ_", *lower)],
        Node::Slash => vec![Move::new("_SLASH_", 1)],
        Node::Pause | Node::Group(..) | Node::Commutator(..) | Node::Conjugate(..) => Vec::new(),
    }
}

/// Returns the transformation of a sequence, given those of the moves. Groups are computed as powers, so large
/// exponents take little time.
pub(crate) fn evaluate<'a>(
    alg: &'a Alg,
    identity: &Transform,
    transform: &dyn Fn(&Move) -> Option<Transform>,
) -> Result<Transform, &'a Node> {
    let of = |alg: &'a Alg| evaluate(alg, identity, transform);
    let mut whole = identity.clone();
    for node in &alg.nodes {
        let part = match node {
            Node::Move(mv) => transform(mv).ok_or(node)?,
            Node::Pause => continue,
            Node::Group(alg, times) => of(alg)?.power(i64::from(*times)),
            Node::Commutator(a, b, times) => {
                let (a, b) = (of(a)?, of(b)?);
                a.then(&b).then(&a.inverse()).then(&b.inverse()).power(i64::from(*times))
            }
            Node::Conjugate(a, b, times) => {
                let a = of(a)?;
                a.then(&of(b)?).then(&a.inverse()).power(i64::from(*times))
            }
            Node::Twelfths(..) | Node::Slash => {
                let mut moves = moves_of(node).into_iter();
                moves
                    .try_fold(identity.clone(), |whole, mv| Some(whole.then(&transform(&mv)?)))
                    .ok_or(node)?
            }
        };
        whole = whole.then(&part);
    }
    Ok(whole)
}
