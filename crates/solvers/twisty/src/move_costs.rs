//! What moves cost: by the metric, and by weights that a user gives some of them.

use puzzle::Definition;
use puzzle::alg::Amount;
use puzzle::definition::Generator;
use puzzle::parse::sequence::move_set;
use search::Cost;
use solver::Error;

use crate::errors::usage_in;

/// The most that a move may cost: sums of many of them stay numbers.
const MAX_WEIGHT: Cost = 1000;

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Metric {
    /// Any move.
    #[default]
    Move,
    /// A move as often as it is made.
    Quantum,
}

/// What moves cost.
#[derive(Clone, Default, Debug)]
pub struct MoveCosts {
    /// What counts as one move.
    pub metric: Metric,
    /// Moves with their weights. Of several weights of a move the last one holds.
    weights: Vec<(Vec<Generator>, Cost)>,
}

impl MoveCosts {
    /// In a metric, with weights like `R=2,U=1`.
    ///
    /// # Errors
    /// If the weights cannot be read.
    pub fn new(metric: Metric, weights: Option<&str>, definition: &Definition) -> Result<MoveCosts, Error> {
        let weights = weights.map(|text| read(text, definition)).transpose()?;
        Ok(MoveCosts { metric, weights: weights.unwrap_or_default() })
    }

    /// Returns what a move costs.
    pub fn of(&self, mv: &Generator) -> Cost {
        let find = |is_it: &dyn Fn(&Generator) -> bool| {
            // What is said last holds: R=2,R2=3.
            self.weights.iter().rev().find(|(moves, _)| moves.iter().any(is_it)).map(|&(_, weight)| weight)
        };
        // Where orientations do not count R' may be R, and have no name among the powers of R.
        let by_effect = || find(&|other| other.transform == mv.transform);
        let weight = find(&|other| other.name == mv.name).or_else(by_effect).unwrap_or(1);
        match (self.metric, mv.name.amount) {
            (Metric::Quantum, Amount::Times(times)) => weight * times.unsigned_abs(),
            _ => weight,
        }
    }

    /// Checks that all weights are of moves that may be made.
    ///
    /// # Errors
    /// If one is not.
    pub fn check(&self, moves: &[Generator]) -> Result<(), Error> {
        let is_made = |mv: &Generator| moves.iter().any(|other| other.name == mv.name);
        let unused = self.weights.iter().find(|(weighed, _)| !weighed.iter().any(is_made));
        match unused.and_then(|(weighed, _)| weighed.first()) {
            Some(mv) => {
                Err(Error::usage(format!("--weights is about {}, which is none of the moves", mv.name)))
            }
            None => Ok(()),
        }
    }
}

/// Reads `R=2,U=1`.
fn read(text: &str, definition: &Definition) -> Result<Vec<(Vec<Generator>, Cost)>, Error> {
    let weight = |word: &str| {
        let expected = || {
            Error::usage(format!(
                "found {word:?}, expected a move and a weight from 1 to {MAX_WEIGHT}, like R=2"
            ))
            .at("--weights")
        };
        let (name, weight) = word.split_once('=').ok_or_else(expected)?;
        let weight =
            weight.parse().ok().filter(|weight| (1..=MAX_WEIGHT).contains(weight)).ok_or_else(expected)?;
        Ok((usage_in("--weights", move_set(name, definition))?, weight))
    };
    text.split(',').map(weight).collect()
}
