//! Defined puzzles at the façade: which problem serves a question, and the tables made so far.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use puzzle::definition::Transform;
use search::simd::{Kernel, Plain, at_best};
use search::{Answer, Control, End, Executor, Limits, Move, StopReason};

use super::compiled::layout;
use super::reach::Reachable;
use super::rounds::Search;
use super::tables::Tables;
use crate::error::Error;
use crate::question::Defined;
use crate::request::{Estimate, Method};
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
    reachable: Reachable,
}

/// A puzzle with its tables, in as few bytes as it fits into.
#[derive(Clone)]
enum Ready {
    Small(Arc<Tables<32>>),
    Medium(Arc<Tables<64>>),
    Large(Arc<Tables<MOST_BYTES>>),
}

/// Plays moves between those that are forced: whether all are legal and lead to a goal.
pub(crate) fn replay(question: &Defined, moves: &[Move]) -> bool {
    let mut position = question.start.clone();
    for transform in question.transforms(moves) {
        position = transform.apply(&position);
        if !question.puzzle.is_legal(&position) {
            return false;
        }
    }
    question.goals.contains(&position)
}

/// How many of the moves are legal one after the other, those included that are forced before them.
pub(crate) fn possible(question: &Defined, moves: &[Move]) -> usize {
    let mut position = question.start.clone();
    let is_legal = |transform: &&Transform| {
        position = transform.apply(&position);
        question.puzzle.is_legal(&position)
    };
    let n_possible = question.transforms(moves).take_while(is_legal).count();
    n_possible.saturating_sub(question.forced.first.len()).min(moves.len())
}

impl Recipes {
    /// What can be said before anything is searched.
    ///
    /// # Errors
    /// If there are no moves, too many of them, or they can never lead to a goal.
    pub(crate) fn check(&self, question: &Defined) -> Result<(), Error> {
        let question = question.between_forced()?;
        let question = question.as_ref();
        let n_moves = question.moves.len();
        if n_moves == 0 {
            return Err(Error::NoTurns);
        }
        if n_moves > usize::from(u16::MAX) {
            return Err(Error::TooManyMoves(n_moves));
        }
        self.reachable.check(fitting(question)?.as_ref())
    }

    /// Searches for a way to a goal for a question that was checked.
    pub(crate) fn solve(
        &self,
        question: &Defined,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Found, Error> {
        let forced = question.forced.cost;
        let question = question.between_forced()?;
        let question = fitting(question.as_ref())?;
        let question = question.as_ref();
        let Some(max_cost) = control.limits.max_cost.checked_sub(forced) else { return Ok(too_long()) };
        let shorter;
        let control = match forced {
            0 => control,
            _ => {
                shorter = control.within(Limits { max_cost, ..control.limits });
                &shorter
            }
        };
        let method = &Method { min_length: method.min_length.saturating_sub(forced), ..*method };
        Ok(match self.ready(question)? {
            Ready::Small(tables) => at_best(Search { tables: &tables, question, method, executor, control }),
            Ready::Medium(tables) => at_best(Search { tables: &tables, question, method, executor, control }),
            // So large a puzzle is solved in few moves or not at all, and there is less to compile.
            Ready::Large(tables) => {
                Search { tables: &tables, question, method, executor, control }.run(Plain)
            }
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

/// The question with a goal first that has the pieces of the start where moves leave them, because positions are laid out by
/// the first goal.
///
/// # Errors
/// If there is none, or positions are too large.
fn fitting(question: &Defined) -> Result<Cow<'_, Defined>, Error> {
    for first in 0..question.goals.len() {
        let mut tried = Cow::Borrowed(question);
        if first > 0 {
            let mut goals = question.goals.to_vec();
            goals.swap(0, first);
            tried.to_mut().goals = goals.into();
        }
        let layout = layout(&tried)?;
        if layout.n_bytes() > MOST_BYTES {
            return Err(Error::TooManyPlaces { n_places: layout.n_bytes(), most: MOST_BYTES });
        }
        if layout.pack::<MOST_BYTES>(&question.start).is_some() {
            return Ok(tried);
        }
    }
    Err(Error::ForeignPieces)
}

/// What is forced is longer than a solution may be.
fn too_long() -> Found {
    let answer = Answer { end: End::Stopped(StopReason::Cost), ..Answer::unknown(0) };
    Found { answer, longer: Vec::new(), estimate: Estimate::Zero, table_bytes: 0 }
}
