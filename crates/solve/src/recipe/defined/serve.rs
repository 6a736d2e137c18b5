//! Defined puzzles at the façade: which problem serves a question, and the tables made so far.

use std::sync::{Arc, Mutex};

use search::simd::{Kernel, Simd, at_best};
use search::{Answer, Control, Cost, Deepening, Executor, Move, Want, ida_star, ida_star_within};

use super::compiled::{Compiled, layout};
use super::distances::Distances;
use super::layout::Layout;
use super::problem::Puzzle;
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
            _ if method.within > 0 => {
                let split = Deepening::FIRST.split;
                let (answer, found) =
                    ida_star_within(&puzzle, &start, method.within, split, executor, control);
                longer = found;
                answer
            }
            _ => {
                let grow = |_: Cost, last: u64| {
                    if !is_blind {
                        distances.grow(compiled, last.saturating_mul(STEPS_PER_NODE), control);
                    }
                    Cost::MAX
                };
                let want = if method.all { Want::All } else { Want::First };
                let rounds = Deepening { want, elsewhere: &grow, ..Deepening::FIRST };
                ida_star(&puzzle, &start, &rounds, executor, control)
            }
        };
        let table_bytes = if is_blind { 0 } else { distances.bytes() };
        Found { answer, longer, estimate, table_bytes }
    }
}
