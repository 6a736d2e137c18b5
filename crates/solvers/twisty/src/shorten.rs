//! Sequences made shorter: a window goes over the moves, and whatever is in it is replaced by a shortest sequence that does the
//! same, until nothing improves.

use std::sync::Arc;

use puzzle::Definition;
use puzzle::alg::{Alg, Node};
use puzzle::definition::{Generator, Orbit, OrbitPattern, Pattern, Transform};
use search::{Control, Cost, Executor, Limits, Move};
use solver::{Error, ErrorKind, Method};

use crate::solver::TwistySolver;
use crate::{ForcedMoves, GoalOrientations, TwistyQuery};

/// The most moves that a sequence is written out as.
const MAX_LENGTH: usize = 1_000_000;

/// A sequence of moves of a puzzle, to be made shorter.
#[derive(Clone, Debug)]
pub struct Shortening {
    /// The puzzle.
    pub puzzle: Arc<Definition>,
    /// The moves to make it of.
    pub moves: Arc<[Generator]>,
    /// How many moves are looked at together.
    pub window: usize,
}

impl Shortening {
    /// Shortens a sequence of moves in any notation. It is simplified first.
    ///
    /// # Errors
    /// If it cannot be carried out, or windows cannot be searched.
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

    /// Shortens a sequence of moves. The limit of nodes holds for each window.
    ///
    /// # Errors
    /// If windows cannot be searched.
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
                // Rotations lead where the other moves do not.
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
                    // Windows that end in what is new may be shorter now.
                    first = first.saturating_sub(self.window - 1);
                }
                // Windows that begin later and end as well say nothing new.
                None if end == sequence.len() => break,
                None => first += 1,
            }
        }
        Ok(sequence)
    }

    /// What leads to the same place as the moves of a window, in that place.
    fn query(&self, sequence: &[Generator], first: usize, end: usize) -> TwistyQuery {
        let of = |moves: &[Generator]| {
            let identity = Transform::identity(self.puzzle.orbits());
            moves.iter().fold(identity, |whole, mv| whole.then(&mv.transform))
        };
        let window = of(&sequence[first..end]);
        let solved = self.puzzle.start();
        let (start, goal): (Pattern, Pattern) = match self.is_plain() {
            // The same goal for all windows, so that tables serve them all.
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

    /// True if positions say everything about the moves that lead to them, wherever they begin.
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
