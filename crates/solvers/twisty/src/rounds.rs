//! Which search answers a question about a defined puzzle, and with which tables.
//!
//! A search begins at once with the positions near the goal, which grow as its rounds do. When rounds get long, and there
//! are two projections of the puzzle whose combinations are worth a table, that is made, and another search goes on where the first
//! one stopped.

use std::cell::Cell;

use puzzle::definition::Pattern;
use search::simd::{Kernel, Plain, Simd};
use search::{
    Answer, Control, Cost, Deepening, End, Executor, Rank, Span, Want, ida_star_from, ida_star_within,
};

use super::distances::Distances;
use super::pdb::Pdb;
use super::pdb_problem::{PdbProblem, Seen};
use super::problem::Puzzle;
use super::tables::Tables;
use crate::Defined;
use crate::info::{HASHED, LOOKS};
use solver::SolveOutcome;
use solver::{Algorithm, Heuristic, Method};
use solver::{Roots, search_from};

/// A deeper table is made if its making takes at most so many steps for each node of the last round: the next one would
/// have many times as many nodes, and with the table about as many as the last.
const STEPS_PER_NODE: u64 = 4;

/// After a round of more nodes a table of two projections is made if there is a choice of them: it takes some seconds.
const LONG: u64 = 1_000_000;

/// Steps for the positions near the goal beside a table of two projections: about a second on one core, as the table takes some.
const BESIDE_PDB: u64 = 8_000_000;

/// A search in `N` bytes, for any instructions.
pub struct Search<'a, const N: usize> {
    pub tables: &'a Tables<N>,
    pub question: &'a Defined,
    /// Where it may start; the first is that of the question.
    pub starts: &'a [Pattern],
    pub method: &'a Method,
    pub executor: &'a dyn Executor,
    pub control: &'a Control<'a>,
}

impl<const N: usize> Kernel for Search<'_, N> {
    type Output = SolveOutcome;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> SolveOutcome {
        let Search { tables, starts, method, executor, control, .. } = self;
        let Tables { compiled, distances, .. } = tables;
        let pack = |start: &Pattern| compiled.pack(start).expect("questions are checked");
        let starts: Vec<[u8; N]> = starts.iter().map(pack).collect();
        let is_blind = !method.algorithm.uses_heuristic() || method.heuristic == Some(Heuristic::NONE);
        let known = Some(distances).filter(|_| !is_blind);
        // For what is not asked for its speed the plain instructions do, and there is less to compile.
        let plain = Puzzle { compiled, distances: known, simd: Plain };
        let mut longer = Vec::new();
        if !is_blind {
            distances.begin(compiled, control);
        }
        let span = Span { least: method.min_length, within: method.within };
        let usual = if is_blind { Heuristic::NONE } else { HASHED };
        let is_hopeless = |start| distances.exact(&compiled.canonical.least(start)) == Some(None);
        let (answer, heuristic) = match () {
            // All positions from which a goal can be reached are known, and these are none of them.
            () if !is_blind && starts.iter().all(is_hopeless) => (Answer::unknown(0), usual),
            () if span != Span::default() => {
                let grow = |_: Cost, last: u64| {
                    if !is_blind {
                        distances.grow(compiled, last.saturating_mul(STEPS_PER_NODE), control);
                    }
                    Cost::MAX
                };
                let want = if method.all || method.within > 0 { Want::All } else { Want::First };
                let rounds = Deepening { want, incumbent: &grow, ..Deepening::FIRST };
                let answer;
                (answer, longer) = ida_star_within(&plain, &starts[0], span, &rounds, executor, control);
                (answer, usual)
            }
            () if is_blind || method.algorithm != Algorithm::IDA_STAR => {
                let roots = Roots { starts: &starts, a_star: Rank::AStar };
                (search_from(&plain, roots, method, executor, control), usual)
            }
            () => self.by_rounds(&Puzzle { compiled, distances: known, simd }, &starts),
        };
        let pdb = tables.pdb().filter(|_| heuristic == LOOKS);
        let table_bytes = known.map_or(0, Distances::bytes) + pdb.map_or(0, |pdb| pdb.bytes());
        SolveOutcome { longer, ..SolveOutcome::new(answer, heuristic, table_bytes) }
    }
}

impl<const N: usize> Search<'_, N> {
    /// IDA*, and the heuristic that it had in the end.
    #[inline(always)]
    fn by_rounds<S: Simd>(&self, puzzle: &Puzzle<'_, S, N>, starts: &[[u8; N]]) -> (Answer, Heuristic) {
        let Search { tables, question, method, executor, control, .. } = *self;
        let Tables { compiled, distances, .. } = tables;
        let want = if method.all { Want::All } else { Want::First };
        let asked = method.heuristic;
        let mut pdb = tables.pdb().filter(|_| asked != Some(HASHED));
        let mut before = Answer::unknown(0);
        if pdb.is_none() {
            let is_left = Cell::new(false);
            let choice = || tables.choice(question, control).filter(|_| asked != Some(HASHED));
            let grow = |bound: Cost, last: u64| {
                let is_long = last > LONG || asked == Some(LOOKS);
                if is_long && bound <= control.limits.max_cost && choice().is_some() {
                    // Every bound is as large as a solution of no cost, so this search ends here.
                    is_left.set(true);
                    return 0;
                }
                distances.grow(compiled, last.saturating_mul(STEPS_PER_NODE), control);
                Cost::MAX
            };
            let rounds = Deepening { want, incumbent: &grow, ..Deepening::FIRST };
            let answer = ida_star_from(puzzle, starts, &rounds, executor, control);
            let made = choice().filter(|_| is_left.get());
            match made.map(|choice| tables.make_pdb(question, choice, control)) {
                Some(made) => (before, pdb) = (answer, made),
                None => return (answer, HASHED),
            }
        }
        let Some(pdb) = pdb else {
            // Stopped while tables were made, and not because of what solutions cost.
            before.end = control.stopped().map_or(before.end, End::Stopped);
            return (before, LOOKS);
        };
        (self.by_pdb(puzzle.simd, &pdb, starts, before), LOOKS)
    }

    /// Goes on with a table of two projections after what was proved before.
    #[inline(always)]
    fn by_pdb<S: Simd>(&self, simd: S, pdb: &Pdb<N>, starts: &[[u8; N]], before: Answer) -> Answer {
        let Search { tables, method, executor, control, .. } = *self;
        let Tables { compiled, distances, .. } = tables;
        distances.grow(compiled, BESIDE_PDB, control);
        let viewed = PdbProblem::new(compiled, distances, pdb, simd);
        let place = |(number, start): (usize, &[u8; N])| {
            // What has no place can never look solved.
            let at = pdb.place(&compiled.layout, &self.starts[number])?;
            Some((number, viewed.seen(*start, at)))
        };
        let (numbers, seen): (Vec<usize>, Vec<Seen<N>>) = starts.iter().enumerate().filter_map(place).unzip();
        if seen.is_empty() {
            return Answer { rounds: before.rounds, counts: before.counts, ..Answer::unknown(0) };
        }
        let viewed = viewed.proved(&seen, before.lower_bound);
        let want = if method.all { Want::All } else { Want::First };
        let mut answer =
            ida_star_from(&viewed, &seen, &Deepening { want, ..Deepening::FIRST }, executor, control);
        answer.starts = (0..answer.solutions.len()).map(|i| numbers[answer.start_of(i)]).collect();
        answer.counts += before.counts;
        answer.held = answer.held.max(before.held);
        answer.rounds.splice(..0, before.rounds);
        answer
    }
}
