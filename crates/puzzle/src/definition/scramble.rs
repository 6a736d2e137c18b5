//! Positions that somebody wants solved: given as such, or by the moves that lead to them.

use thiserror::Error;

use super::{Definition, Pattern, moves_of};
use crate::alg::{Alg, Leaf, Move};

/// The most moves that are made one by one, which takes a look at each position on the way.
const MAX_LENGTH: usize = 1_000_000;

/// How many moves an error names.
const N_EXAMPLES: usize = 3;

/// A position with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scramble {
    /// What it is called.
    pub name: Option<String>,
    /// How it is given.
    pub given: Given,
}

/// How a position is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// By moves from the start.
    Alg(Alg),
    /// As it is.
    Pattern(Pattern),
}

/// Why a sequence is not carried out. Moves are numbered as they stand in it, from 0, as [`Leaf::index`] does.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SequenceError {
    /// A move that the puzzle does not have.
    #[error("there is no move {name}, expected one of this puzzle like {}", examples.join(", "))]
    UnknownMove {
        /// The move.
        name: String,
        /// Which one it is.
        index: usize,
        /// Some of the moves that there are.
        examples: Vec<String>,
    },
    /// A move that breaks a rule.
    #[error("the move {name} leads to a position that is illegal, expected none on the way")]
    Illegal {
        /// The move.
        name: String,
        /// Which one it is.
        index: usize,
    },
    /// More moves than are made one by one.
    #[error("the moves written out are {length}, expected at most {max}")]
    TooLong {
        /// How many they are.
        length: u64,
        /// How many are made.
        max: usize,
    },
}

impl SequenceError {
    /// Which move it is about, if it is one.
    pub fn index(&self) -> Option<usize> {
        match *self {
            SequenceError::UnknownMove { index, .. } | SequenceError::Illegal { index, .. } => Some(index),
            SequenceError::TooLong { .. } => None,
        }
    }
}

impl Scramble {
    /// The position that it is.
    ///
    /// # Errors
    /// If it is given by moves that the puzzle does not have or allow.
    pub fn position(&self, definition: &Definition) -> Result<Pattern, SequenceError> {
        match &self.given {
            Given::Alg(alg) => definition.position_of(alg),
            Given::Pattern(pattern) => Ok(pattern.clone()),
        }
    }
}

impl Definition {
    /// The position that a sequence leads to from the start. Positions on the way must be legal, too.
    ///
    /// # Errors
    /// If the puzzle does not have or allow one of the moves.
    pub fn position_of(&self, alg: &Alg) -> Result<Pattern, SequenceError> {
        self.check_moves(alg)?;
        if self.forbidden().is_empty() {
            let transform = self.transform_of(alg).expect("all moves are known");
            return Ok(transform.apply(self.start()));
        }
        let too_long = |_| SequenceError::TooLong { length: alg.length(), max: MAX_LENGTH };
        let mut position = self.start().clone();
        for leaf in alg.expanded(MAX_LENGTH).map_err(too_long)? {
            position = self.after(&position, &leaf)?;
        }
        Ok(position)
    }

    /// Whether the puzzle has all moves of a sequence.
    ///
    /// # Errors
    /// The first that it has not.
    pub fn check_moves(&self, alg: &Alg) -> Result<(), SequenceError> {
        let unknown = alg
            .leaves()
            .into_iter()
            .enumerate()
            .find(|(_, leaf)| !moves_of(leaf).iter().all(|mv| self.knows(mv)));
        let Some((index, leaf)) = unknown else { return Ok(()) };
        let examples = self.moves().iter().take(N_EXAMPLES).map(|defined| defined.name.to_string());
        Err(SequenceError::UnknownMove { name: leaf.to_string(), index, examples: examples.collect() })
    }

    /// Whether letters are the family of a move, which tells where `RUR'U'` is to be cut.
    pub fn is_family(&self, letters: &str) -> bool {
        let names = self.moves().iter().map(|defined| &defined.name);
        let derived = self.derived().iter().map(|derived| &derived.name);
        names.chain(derived).any(|name: &Move| name.family == letters)
    }

    fn after(&self, position: &Pattern, leaf: &Leaf<'_>) -> Result<Pattern, SequenceError> {
        let alg = Alg::from(vec![leaf.to_node()]);
        let after = self.transform_of(&alg).expect("all moves are known").apply(position);
        match self.is_legal(&after) {
            true => Ok(after),
            false => Err(SequenceError::Illegal { name: alg.to_string(), index: leaf.index }),
        }
    }
}
