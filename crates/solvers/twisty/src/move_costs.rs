//! Costs of moves: by the metric, and by weights that the user assigns.

use puzzle::Definition;
use puzzle::alg::Amount;
use puzzle::definition::Generator;
use puzzle::parse::sequence::move_set;
use search::Cost;
use solver::Error;

use crate::errors::usage_in;

/// Maximum cost of a move, so that sums do not overflow.
const MAX_WEIGHT: Cost = 1000;

/// A metric: the rule for the cost of a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Metric {
    /// Any move costs 1.
    #[default]
    Move,
    /// A move costs its amount: R2 costs 2.
    Quantum,
}

/// The costs of moves.
#[derive(Clone, Default, Debug)]
pub struct MoveCosts {
    /// The metric.
    pub metric: Metric,
    /// Moves with their weights. If a move has several, the last one counts.
    weights: Vec<(Vec<Generator>, Cost)>,
}

impl MoveCosts {
    /// Returns the costs in a metric, with weights like `R=2,U=1`.
    ///
    /// # Errors
    /// Returns an error if the weights cannot be parsed.
    pub fn new(metric: Metric, weights: Option<&str>, definition: &Definition) -> Result<MoveCosts, Error> {
        let weights = weights.map(|text| read(text, definition)).transpose()?;
        Ok(MoveCosts { metric, weights: weights.unwrap_or_default() })
    }

    /// Returns the cost of a move.
    pub fn of(&self, mv: &Generator) -> Cost {
        let find = |is_it: &dyn Fn(&Generator) -> bool| {
            // The last weight counts: R=2,R2=3.
            self.weights.iter().rev().find(|(moves, _)| moves.iter().any(is_it)).map(|&(_, weight)| weight)
        };
        // If orientations are ignored, R' may equal R and have no name among the powers of R.
        let by_effect = || find(&|other| other.transform == mv.transform);
        let weight = find(&|other| other.name == mv.name).or_else(by_effect).unwrap_or(1);
        match (self.metric, mv.name.amount) {
            (Metric::Quantum, Amount::Times(times)) => weight * times.unsigned_abs(),
            _ => weight,
        }
    }

    /// Checks that all weights belong to moves that are allowed.
    ///
    /// # Errors
    /// Returns an error if one does not.
    pub fn check(&self, moves: &[Generator]) -> Result<(), Error> {
        let is_made = |mv: &Generator| moves.iter().any(|other| other.name == mv.name);
        let unused = self.weights.iter().find(|(weighed, _)| !weighed.iter().any(is_made));
        match unused.and_then(|(weighed, _)| weighed.first()) {
            Some(mv) => {
                Err(Error::usage(format!("--weights has {}, which is not one of the allowed moves", mv.name)))
            }
            None => Ok(()),
        }
    }
}

/// Parses `R=2,U=1`.
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
