//! Scrambles: positions to solve, given directly or by the moves that lead to them.

use std::collections::HashMap;

use thiserror::Error;

use super::{Definition, Pattern, Transform, moves_of};
use crate::alg::{Alg, Move};
use crate::parse::cut;

/// Maximum number of moves applied one by one, which checks every position on the way.
const MAX_LENGTH: usize = 1_000_000;

/// The most characters of a move in an error; a name may be of any length.
const LONGEST_NAME: usize = 30;

/// Number of example moves in an error.
const N_EXAMPLES: usize = 3;

/// A position with an optional name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scramble {
    /// The name in the file.
    pub name: Option<String>,
    /// The moves or the position.
    pub given: Given,
}

/// The two ways to give a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// Moves from the start.
    Alg(Alg),
    /// The position itself.
    Pattern(Pattern),
}

/// Reason why a sequence cannot be applied. Moves are numbered from 0 in the order of the text, as
/// [`Leaf::index`](crate::alg::Leaf::index) does.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SequenceError {
    /// A move that the puzzle does not have.
    #[error("there is no move {name}, expected one of this puzzle like {}", examples.join(", "))]
    UnknownMove {
        /// The move.
        name: String,
        /// Its index in the text.
        index: usize,
        /// Some moves of the puzzle.
        examples: Vec<String>,
    },
    /// A move that leads to an illegal position.
    #[error("the move {name} leads to an illegal position, expected only legal ones on the way")]
    Illegal {
        /// The move.
        name: String,
        /// Its index in the text.
        index: usize,
    },
    /// Too many moves to apply one by one.
    #[error("the moves written out are {length}, expected at most {max}")]
    TooLong {
        /// The number of moves.
        length: u64,
        /// The maximum.
        max: usize,
    },
}

impl SequenceError {
    /// The index of the move, if the error is about one.
    pub fn index(&self) -> Option<usize> {
        match *self {
            SequenceError::UnknownMove { index, .. } | SequenceError::Illegal { index, .. } => Some(index),
            SequenceError::TooLong { .. } => None,
        }
    }
}

impl Scramble {
    /// Returns the position.
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
    /// Returns the position that a sequence leads to from the start. All positions on the way must be legal.
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
        let leaves = alg.expanded(MAX_LENGTH).map_err(too_long)?;
        // Groups repeat moves: each is looked up once in each direction.
        let mut transforms: HashMap<(usize, bool), Transform> = HashMap::new();
        let (mut position, mut after) = (self.start().clone(), self.start().clone());
        for leaf in leaves {
            let transform = transforms.entry((leaf.index, leaf.is_inverted)).or_insert_with(|| {
                let alg = Alg::from(vec![leaf.to_node()]);
                self.transform_of(&alg).expect("all moves are known")
            });
            transform.apply_to(&position, &mut after);
            if !self.is_legal(&after) {
                let name = cut(&leaf.to_node().to_string(), LONGEST_NAME).into_owned();
                return Err(SequenceError::Illegal { name, index: leaf.index });
            }
            std::mem::swap(&mut position, &mut after);
        }
        Ok(position)
    }

    /// Checks that the puzzle has all moves of a sequence.
    ///
    /// # Errors
    /// The first move that it does not have.
    pub fn check_moves(&self, alg: &Alg) -> Result<(), SequenceError> {
        let unknown = alg
            .leaves()
            .into_iter()
            .enumerate()
            .find(|(_, leaf)| !moves_of(leaf).iter().all(|mv| self.knows(mv)));
        let Some((index, leaf)) = unknown else { return Ok(()) };
        let examples = self.moves().iter().take(N_EXAMPLES).map(|defined| {
            let name = defined.name.to_string();
            cut(&name, LONGEST_NAME).into_owned()
        });
        let name = cut(&leaf.to_string(), LONGEST_NAME).into_owned();
        Err(SequenceError::UnknownMove { name, index, examples: examples.collect() })
    }

    /// True if letters are the family of a move, which decides where `RUR'U'` is split.
    pub fn is_family(&self, letters: &str) -> bool {
        self.move_names().any(|name| name.family == letters)
    }

    /// The most letters of a family.
    pub(crate) fn max_family_letters(&self) -> usize {
        self.move_names().map(|name| name.family.len()).max().unwrap_or(0)
    }

    fn move_names(&self) -> impl Iterator<Item = &Move> {
        let names = self.moves().iter().map(|defined| &defined.name);
        names.chain(self.derived().iter().map(|derived| &derived.name))
    }
}
