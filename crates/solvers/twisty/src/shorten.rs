//! Sequences made shorter: a window goes over the moves, and whatever is in it is replaced by a shortest sequence that does the
//! same, until nothing improves. Who finds shortest sequences is for the caller to say.

use std::sync::Arc;

use puzzle::Definition;
use puzzle::definition::{Generator, Orbit, OrbitPattern, Pattern, Transform};
use search::{Cost, Move};

use crate::{Defined, Forced, Held};

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
    /// Shortens a sequence. `shortest(question, max)` is a solution of the question of at most `max` moves, None if there is
    /// none or it was not found.
    ///
    /// # Errors
    /// That of `shortest`.
    pub fn shorten<E>(
        &self,
        mut sequence: Vec<Generator>,
        mut shortest: impl FnMut(&Defined, Cost) -> Result<Option<Vec<Move>>, E>,
    ) -> Result<Vec<Generator>, E> {
        let mut first = 0;
        while first < sequence.len() {
            let end = (first + self.window).min(sequence.len());
            let question = self.question(&sequence, first, end);
            match shortest(&question, (end - first - 1) as Cost)? {
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
    fn question(&self, sequence: &[Generator], first: usize, end: usize) -> Defined {
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
        Defined {
            puzzle: self.puzzle.clone(),
            start,
            goals: [goal].into(),
            moves: self.moves.clone(),
            costs: self.moves.iter().map(|_| 1).collect(),
            forced: Forced::default(),
            phases: None,
            held: Held::default(),
        }
    }

    /// Whether positions say everything about the moves that lead to them, wherever they begin.
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
