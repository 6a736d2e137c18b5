//! Shortens sequences: a window slides over the moves, and its content is replaced by an optimal sequence with the same
//! effect, until nothing improves.

use std::sync::Arc;

use puzzle::Definition;
use puzzle::alg::{Alg, Node};
use puzzle::definition::{Generator, Orbit, OrbitPattern, Pattern, Transform};
use search::{Control, Cost, Executor, Limits, Move};
use solver::{Error, ErrorKind, Method};

use crate::solver::TwistySolver;
use crate::{ForcedMoves, GoalOrientations, TwistyQuery};

/// Maximum number of moves of an expanded sequence.
const MAX_LENGTH: usize = 1_000_000;

/// Shortens sequences of a puzzle's moves.
#[derive(Clone, Debug)]
pub struct Shortening {
    /// The definition of the puzzle.
    pub puzzle: Arc<Definition>,
    /// The moves of the shortened sequences.
    pub moves: Arc<[Generator]>,
    /// Number of moves in the window.
    pub window: usize,
}

impl Shortening {
    /// Shortens a sequence of moves in any notation. It is simplified first.
    ///
    /// # Errors
    /// Returns an error if the sequence is not possible, or a window cannot be searched.
    pub fn shorten(
        &self,
        alg: &Alg,
        solver: &Arc<TwistySolver>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Alg, Error> {
        let simplified = self.puzzle.simplified(alg).map_err(|error| Error::invalid(error.to_string()))?;
        let leaves = simplified.expanded(MAX_LENGTH).map_err(|error| Error::invalid(error.to_string()))?;
        let generator = |node: Node| match node {
            Node::Move(mv) => self.puzzle.generator(&mv),
            _ => None,
        };
        let moves = leaves.iter().map(|leaf| generator(leaf.to_node()));
        let moves: Option<Vec<Generator>> = moves.collect();
        let unknown = || Error::invalid("the sequence has a move that the puzzle does not have");
        let shorter = self.shorten_moves(moves.ok_or_else(unknown)?, solver, executor, control)?;
        Ok(Alg { nodes: shorter.into_iter().map(|mv| Node::Move(mv.name)).collect() })
    }

    /// Shortens a sequence of moves. The node limit applies to each window.
    ///
    /// # Errors
    /// Returns an error if a window cannot be searched.
    pub fn shorten_moves(
        &self,
        mut sequence: Vec<Generator>,
        solver: &Arc<TwistySolver>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Vec<Generator>, Error> {
        let shortest = |query: TwistyQuery, max_cost: Cost| {
            let control = control.within(Limits { max_cost, ..control.limits });
            match solver.request(query, Method::default()).solve(executor, &control) {
                Ok(report) => Ok(report.solutions.into_iter().next()),
                // A window with rotations may be unsolvable by the other moves.
                Err(error) if error.kind == ErrorKind::Unsolvable => Ok::<Option<Vec<Move>>, Error>(None),
                Err(error) => Err(error),
            }
        };
        let mut first = 0;
        while first < sequence.len() {
            let end = (first + self.window).min(sequence.len());
            let query = self.query(&sequence, first, end);
            match shortest(query, (end - first - 1) as Cost)? {
                Some(moves) => {
                    let better = moves.iter().map(|mv| self.moves[usize::from(mv.0)].clone());
                    sequence.splice(first..end, better);
                    // Windows that end in the new moves may be shorter now.
                    first = first.saturating_sub(self.window - 1);
                }
                // Later windows with the same end are parts of this one.
                None if end == sequence.len() => break,
                None => first += 1,
            }
        }
        Ok(sequence)
    }

    /// Returns the query for an optimal replacement of a window.
    fn query(&self, sequence: &[Generator], first: usize, end: usize) -> TwistyQuery {
        let of = |moves: &[Generator]| {
            let identity = Transform::identity(self.puzzle.orbits());
            moves.iter().fold(identity, |whole, mv| whole.then(&mv.transform))
        };
        let window = of(&sequence[first..end]);
        let solved = self.puzzle.start();
        let (start, goal): (Pattern, Pattern) = match self.is_plain() {
            // All windows have the same goal, so they share tables.
            true => (window.inverse().apply(solved), solved.clone()),
            false => {
                let start = of(&sequence[..first]).apply(solved);
                let goal = window.apply(&start);
                (start, goal)
            }
        };
        TwistyQuery {
            puzzle: self.puzzle.clone(),
            start,
            goals: [goal].into(),
            moves: self.moves.clone(),
            costs: self.moves.iter().map(|_| 1).collect(),
            forced: ForcedMoves::default(),
            phases: None,
            orientations: GoalOrientations::default(),
        }
    }

    /// True if a position determines the effect of the moves that lead to it, from any start.
    fn is_plain(&self) -> bool {
        let mut orbits = self.puzzle.orbits().iter().zip(&self.puzzle.start().orbits);
        let is_plain = |(orbit, start): (&Orbit, &OrbitPattern)| {
            let mut pieces = start.pieces.clone();
            pieces.sort_unstable();
            pieces.dedup();
            pieces.len() == orbit.n_pieces
                && start.moduli.iter().all(|&modulus| modulus == orbit.n_orientations)
        };
        self.puzzle.forbidden().is_empty() && orbits.all(is_plain)
    }
}
