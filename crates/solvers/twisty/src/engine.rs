//! Which problem answers a question about a defined puzzle, and the tables made so far.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use puzzle::definition::{MAX_GENERATORS, Phases, Transform};
use search::simd::{Kernel, Plain, at_best};
use search::{Answer, Control, End, Executor, Limits, Move, StopReason};

use super::chained::Chained;
use super::compiled::layout;
use super::orientation::{Form, oriented};
use super::reach::Reachable;
use super::rounds::Search;
use super::tables::Tables;
use crate::Defined;
use crate::TwistyError;
use solver::lazy_table::lock_or_stop;
use solver::{Demand, SolveOutcome};
use solver::{Heuristic, Method};

/// Most bytes of a packed position.
const MOST_BYTES: usize = 256;

/// Puzzles that are remembered with their tables.
const REMEMBERED: usize = 4;

/// Solves defined puzzles and keeps what it has made for them.
#[derive(Default)]
pub struct Engine {
    /// The last ones asked about, the latest last.
    known: Mutex<Vec<(Defined, Ready)>>,
    /// The last declared phases, whether with tables for many positions.
    chains: Mutex<Vec<(Defined, bool, Chains)>>,
    reachable: Reachable,
}

/// Declared phases with their tables.
#[derive(Clone)]
enum Chains {
    Small(Arc<Chained<32>>),
    Medium(Arc<Chained<64>>),
    Large(Arc<Chained<MOST_BYTES>>),
}

/// A puzzle with its tables, in as few bytes as it fits into.
#[derive(Clone)]
enum Ready {
    Small(Arc<Tables<32>>),
    Medium(Arc<Tables<64>>),
    Large(Arc<Tables<MOST_BYTES>>),
}

/// Plays moves between those that are forced. True if all are legal and lead to a goal.
pub fn replay(question: &Defined, moves: &[Move]) -> bool {
    let mut position = question.start.clone();
    for transform in question.transforms(moves) {
        position = transform.apply(&position);
        if !question.puzzle.is_legal(&position) {
            return false;
        }
    }
    question.is_goal(&position)
}

/// Returns how many of the moves are legal one after the other, those included that are forced before them.
pub fn possible(question: &Defined, moves: &[Move]) -> usize {
    let mut position = question.start.clone();
    let is_legal = |transform: &&Transform| {
        position = transform.apply(&position);
        question.puzzle.is_legal(&position)
    };
    let n_possible = question.transforms(moves).take_while(is_legal).count();
    n_possible.saturating_sub(question.forced.first.len()).min(moves.len())
}

impl Engine {
    /// Checks what can be said before anything is searched.
    ///
    /// # Errors
    /// If there are no moves, too many of them, or they can never lead to a goal.
    pub fn check(&self, question: &Defined, control: &Control<'_>) -> Result<(), TwistyError> {
        let question = question.between_forced()?;
        let question = question.as_ref();
        let n_moves = question.moves.len();
        if n_moves == 0 {
            return Err(TwistyError::NoTurns);
        }
        check_n_moves(n_moves)?;
        if question.phases.is_some() && !question.puzzle.forbidden().is_empty() {
            return Err(TwistyError::PhasesWithRules);
        }
        if question.phases.is_some() && question.goals.len() > 1 {
            return Err(TwistyError::PhasesWithGoals);
        }
        oriented(question, &self.reachable, form(question, &Method::default()), control).map(drop)
    }

    /// Makes the tables of declared phases, so that solving does not have to.
    pub fn prepare(
        &self,
        question: &Defined,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), TwistyError> {
        let question = question.between_forced()?;
        match &question.phases {
            Some(phases) => {
                let question = oriented(&question, &self.reachable, Form::OnePair, control)?.question;
                self.chains(fitting(&question)?.as_ref(), phases, demand, control).map(|_| ())
            }
            // The others grow with what is searched.
            None => Ok(()),
        }
    }

    /// Searches for a way to a goal for a question that was checked.
    pub fn solve(
        &self,
        question: &Defined,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, TwistyError> {
        let forced = question.forced.cost;
        let question = question.between_forced()?;
        let oriented = match oriented(&question, &self.reachable, form(&question, method), control) {
            Err(TwistyError::Stopped(_)) => return Ok(stopped(control)),
            oriented => oriented?,
        };
        let question = fitting(&oriented.question)?;
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
        if let Some(phases) = &question.phases {
            let Some(chains) = self.chains(question, phases, Demand::One, control)? else {
                return Ok(stopped(control));
            };
            let (answer, bytes) = match chains {
                Chains::Small(chain) => (chain.solve(question, method, executor, control), chain.bytes()),
                Chains::Medium(chain) => (chain.solve(question, method, executor, control), chain.bytes()),
                Chains::Large(chain) => (chain.solve(question, method, executor, control), chain.bytes()),
            };
            return Ok(found(answer, bytes));
        }
        let starts = &oriented.starts[..];
        let Some(ready) = self.ready(question, control)? else { return Ok(stopped(control)) };
        Ok(match ready {
            Ready::Small(tables) => {
                at_best(Search { tables: &tables, question, starts, method, executor, control })
            }
            Ready::Medium(tables) => {
                at_best(Search { tables: &tables, question, starts, method, executor, control })
            }
            // So large a puzzle is solved in few moves or not at all, and there is less to compile.
            Ready::Large(tables) => {
                Search { tables: &tables, question, starts, method, executor, control }.run(Plain)
            }
        })
    }

    /// The tables of declared phases; None if their making was stopped.
    fn chains(
        &self,
        question: &Defined,
        phases: &Phases,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<Option<Chains>, TwistyError> {
        // Locked while tables are made: other threads that need some wait, unless stopped.
        let Ok(mut known) = lock_or_stop(&self.chains, "phases", control) else { return Ok(None) };
        let serves = |(other, for_many, _): &(Defined, bool, Chains)| {
            other.has_same_tables(question) && (*for_many || demand == Demand::One)
        };
        if let Some((.., chains)) = known.iter().find(|known| serves(known)) {
            return Ok(Some(chains.clone()));
        }
        let layout = layout(question)?;
        let for_many = demand == Demand::Many;
        let chains = match layout.n_bytes() {
            0..=32 => {
                Chained::new(question, layout, phases, for_many, control)?.map(Arc::new).map(Chains::Small)
            }
            33..=64 => {
                Chained::new(question, layout, phases, for_many, control)?.map(Arc::new).map(Chains::Medium)
            }
            _ => Chained::new(question, layout, phases, for_many, control)?.map(Arc::new).map(Chains::Large),
        };
        if let Some(chains) = &chains {
            known.push((question.clone(), for_many, chains.clone()));
            let n_old = known.len().saturating_sub(REMEMBERED);
            known.drain(..n_old);
        }
        Ok(chains)
    }

    /// What there is for this puzzle, its goals and moves; None if it was stopped.
    fn ready(&self, question: &Defined, control: &Control<'_>) -> Result<Option<Ready>, TwistyError> {
        let Ok(mut known) = lock_or_stop(&self.known, "moves", control) else { return Ok(None) };
        if let Some(at) = known.iter().position(|(other, _)| other.has_same_tables(question)) {
            let found = known.remove(at);
            known.push(found);
        } else {
            let layout = layout(question)?;
            let ready = match layout.n_bytes() {
                0..=32 => Tables::new(question, layout, control).map(Ready::Small),
                33..=64 => Tables::new(question, layout, control).map(Ready::Medium),
                _ => Tables::new(question, layout, control).map(Ready::Large),
            };
            let Some(ready) = ready else { return Ok(None) };
            known.push((question.clone(), ready));
            let n_old = known.len().saturating_sub(REMEMBERED);
            known.drain(..n_old);
        }
        let (_, ready) = known.last().expect("just put there");
        Ok(Some(ready.clone()))
    }
}

/// The question with a goal first that has the pieces of the start where moves leave them, because positions are laid out by
/// the first goal.
///
/// # Errors
/// If there is none, or positions are too large.
pub(super) fn fitting(question: &Defined) -> Result<Cow<'_, Defined>, TwistyError> {
    for first in 0..question.goals.len() {
        let mut tried = Cow::Borrowed(question);
        if first > 0 {
            let mut goals = question.goals.to_vec();
            goals.swap(0, first);
            tried.to_mut().goals = goals.into();
        }
        let layout = layout(&tried)?;
        if layout.n_bytes() > MOST_BYTES {
            return Err(TwistyError::TooManyPlaces { n_places: layout.n_bytes(), most: MOST_BYTES });
        }
        if layout.pack::<MOST_BYTES>(&question.start).is_some() {
            return Ok(tried);
        }
    }
    Err(TwistyError::ForeignPieces)
}

/// How a question may be turned: phases lead from one position to one goal, and solutions of more than one length are
/// searched from one position.
fn form(question: &Defined, method: &Method) -> Form {
    match (&question.phases, method.min_length > 0 || method.within > 0) {
        (Some(_), _) => Form::OnePair,
        (None, true) => Form::OneStart,
        (None, false) => Form::Any,
    }
}

/// What is forced is longer than a solution may be.
fn too_long() -> SolveOutcome {
    found(Answer { end: End::Stopped(StopReason::Cost), ..Answer::unknown(0) }, 0)
}

/// It was stopped before anything was found.
fn stopped(control: &Control<'_>) -> SolveOutcome {
    SolveOutcome::stopped(control, Heuristic::NONE)
}

/// Checks that a search takes so many moves.
///
/// # Errors
/// If they are too many.
pub fn check_n_moves(n_moves: usize) -> Result<(), TwistyError> {
    match n_moves > MAX_GENERATORS {
        true => Err(TwistyError::TooManyMoves { most: MAX_GENERATORS }),
        false => Ok(()),
    }
}

/// What was found without a heuristic.
fn found(answer: Answer, table_bytes: u64) -> SolveOutcome {
    SolveOutcome::new(answer, Heuristic::NONE, table_bytes)
}
