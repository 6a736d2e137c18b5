//! Defined puzzles at the façade: which problem serves a question, and the tables made so far.

use std::sync::{Arc, Mutex};

use puzzle::definition::Transform;
use search::simd::{Kernel, Simd, at_best};
use search::{
    Answer, Control, Cost, Deepening, End, Executor, Limits, Move, Span, StopReason, Want, ida_star,
    ida_star_within,
};

use super::compiled::{Compiled, layout};
use super::distances::Distances;
use super::layout::Layout;
use super::problem::Puzzle;
use super::reach::Reachable;
use crate::error::Error;
use crate::question::Defined;
use crate::request::{Algorithm, Estimate, Method};
use crate::searching::search;
use crate::solver::Found;

/// Most bytes of a packed position.
const MOST_BYTES: usize = 256;

/// A deeper table is made if its making takes at most so many steps for each node of the last round: the next one would
/// have many times as many nodes, and with the table about as many as the last.
const STEPS_PER_NODE: u64 = 4;

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

struct Tables<const N: usize> {
    compiled: Compiled<N>,
    distances: Distances<N>,
}

impl<const N: usize> Tables<N> {
    fn new(question: &Defined, layout: Layout) -> Arc<Tables<N>> {
        let compiled = Compiled::new(question, layout);
        let distances = Distances::new(&compiled);
        Arc::new(Tables { compiled, distances })
    }
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
        let layout = layout(question)?;
        if layout.n_bytes() > MOST_BYTES {
            return Err(Error::TooManyPlaces { n_places: layout.n_bytes(), most: MOST_BYTES });
        }
        match layout.pack::<MOST_BYTES>(&question.start) {
            Some(_) => self.reachable.check(question),
            None => Err(Error::ForeignPieces),
        }
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
        let question = question.as_ref();
        let max_cost = match control.limits.max_cost.checked_sub(forced) {
            Some(max_cost) => max_cost,
            None => return Ok(too_long()),
        };
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

/// What is forced is longer than a solution may be.
fn too_long() -> Found {
    let answer = Answer { end: End::Stopped(StopReason::Cost), ..Answer::unknown(0) };
    Found { answer, longer: Vec::new(), estimate: Estimate::Zero, table_bytes: 0 }
}

/// A search in `N` bytes, for any instructions.
struct Search<'a, const N: usize> {
    tables: &'a Tables<N>,
    question: &'a Defined,
    method: &'a Method,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl<const N: usize> Kernel for Search<'_, N> {
    type Output = Found;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Found {
        let Search { tables: Tables { compiled, distances }, question, method, executor, control } = self;
        let start = compiled.pack(&question.start).expect("questions are checked");
        let estimate = match method.estimate {
            _ if !method.algorithm.uses_heuristic() => Estimate::Zero,
            Some(estimate) => estimate,
            None => Estimate::Hashed,
        };
        let is_blind = estimate == Estimate::Zero;
        let puzzle = Puzzle { compiled, distances: Some(distances).filter(|_| !is_blind), simd };
        let mut longer = Vec::new();
        if !is_blind {
            distances.begin(compiled, control);
        }
        let answer = match distances.exact(&compiled.likeness.least(&start)) {
            // All positions from which a goal can be reached are known, and this is none of them.
            Some(None) if !is_blind => Answer::unknown(0),
            _ if method.algorithm != Algorithm::IdaStar => search(&puzzle, &start, method, executor, control),
            _ => {
                let grow = |_: Cost, last: u64| {
                    if !is_blind {
                        distances.grow(compiled, last.saturating_mul(STEPS_PER_NODE), control);
                    }
                    Cost::MAX
                };
                let want = if method.all || method.within > 0 { Want::All } else { Want::First };
                let rounds = Deepening { want, elsewhere: &grow, ..Deepening::FIRST };
                let span = Span { least: method.min_length, within: method.within };
                if span == Span::default() {
                    ida_star(&puzzle, &start, &rounds, executor, control)
                } else {
                    let (answer, found) = ida_star_within(&puzzle, &start, span, &rounds, executor, control);
                    longer = found;
                    answer
                }
            }
        };
        let table_bytes = if is_blind { 0 } else { distances.bytes() };
        Found { answer, longer, estimate, table_bytes }
    }
}
