//! Defined puzzles at the façade: which problem serves a question, and the tables made so far.

use std::sync::{Arc, Mutex};

use search::simd::at_best;
use search::{Control, Executor, Move};

use super::compiled::layout;
use super::rounds::Search;
use super::tables::Tables;
use crate::error::Error;
use crate::question::Defined;
use crate::request::Method;
use crate::solver::Found;

/// Most bytes of a packed position.
const MOST_BYTES: usize = 256;

/// Puzzles that are remembered with their tables.
const REMEMBERED: usize = 4;

/// Solves defined puzzles and keeps what it has made for them.
#[derive(Default)]
pub(crate) struct Recipes {
    /// The last ones asked about, the latest last.
    known: Mutex<Vec<(Defined, Ready)>>,
}

/// A puzzle with its tables, in as few bytes as it fits into.
#[derive(Clone)]
enum Ready {
    Small(Arc<Tables<32>>),
    Medium(Arc<Tables<64>>),
    Large(Arc<Tables<MOST_BYTES>>),
}

/// Plays moves: whether all are legal and lead to a goal.
pub(crate) fn replay(question: &Defined, moves: &[Move]) -> bool {
    let n_possible = possible(question, moves);
    let mut position = question.start.clone();
    for &mv in moves {
        position = question.moves[usize::from(mv.0)].transform.apply(&position);
    }
    n_possible == moves.len() && question.goals.contains(&position)
}

/// How many of the moves are legal one after the other.
pub(crate) fn possible(question: &Defined, moves: &[Move]) -> usize {
    let mut position = question.start.clone();
    let is_legal = |mv: &&Move| {
        position = question.moves[usize::from(mv.0)].transform.apply(&position);
        question.puzzle.is_legal(&position)
    };
    moves.iter().take_while(is_legal).count()
}

/// What can be said before anything is searched.
///
/// # Errors
/// If there are no moves, too many of them, or the pieces of the start can never become those of a goal.
pub(crate) fn check(question: &Defined) -> Result<(), Error> {
    let n_moves = question.moves.len();
    if n_moves == 0 {
        return Err(Error::NoTurns);
    }
    if n_moves > usize::from(u16::MAX) {
        return Err(Error::TooManyMoves(n_moves));
    }
    let layout = layout(question)?;
    if layout.n_bytes() > MOST_BYTES {
        return Err(Error::TooManyPlaces { n_places: layout.n_bytes(), most: MOST_BYTES });
    }
    match layout.pack::<MOST_BYTES>(&question.start) {
        Some(_) => Ok(()),
        None => Err(Error::ForeignPieces),
    }
}

impl Recipes {
    /// Searches for a way to a goal for a question that was checked.
    pub(crate) fn solve(
        &self,
        question: &Defined,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Found, Error> {
        Ok(match self.ready(question)? {
            Ready::Small(tables) => at_best(Search { tables: &tables, question, method, executor, control }),
            Ready::Medium(tables) => at_best(Search { tables: &tables, question, method, executor, control }),
            Ready::Large(tables) => at_best(Search { tables: &tables, question, method, executor, control }),
        })
    }

    /// What there is for this puzzle, its goals and moves.
    fn ready(&self, question: &Defined) -> Result<Ready, Error> {
        let mut known = self.known.lock().expect("whoever holds it does not panic");
        if let Some(at) = known.iter().position(|(other, _)| other.has_same_tables(question)) {
            let found = known.remove(at);
            known.push(found);
        } else {
            let layout = layout(question)?;
            let ready = match layout.n_bytes() {
                0..=32 => Ready::Small(Tables::new(question, layout)),
                33..=64 => Ready::Medium(Tables::new(question, layout)),
                _ => Ready::Large(Tables::new(question, layout)),
            };
            known.push((question.clone(), ready));
            let n_old = known.len().saturating_sub(REMEMBERED);
            known.drain(..n_old);
        }
        let (_, ready) = known.last().expect("just put there");
        Ok(ready.clone())
    }
}
