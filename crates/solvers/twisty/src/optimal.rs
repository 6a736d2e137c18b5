//! Searches for one query: chooses the algorithm and the tables.
//!
//! IDA* (iterative deepening) starts with the hashed prune table, which grows with its rounds. When a round gets long
//! and a pair of projections is worth a pattern database, that is built, and a second search continues from the bound
//! that is proved.

use std::cell::Cell;

use puzzle::definition::Pattern;
use search::simd::{Kernel, Plain, Simd};
use search::{
    Answer, Control, Cost, Deepening, End, Executor, Rank, Span, Want, ida_star_from, ida_star_within,
};

use super::growing_prune_table::GrowingPruneTable;
use super::hashed_problem::HashedProblem;
use super::pdb::Pdb;
use super::pdb_problem::{PdbProblem, PdbState};
use super::tables::Tables;
use crate::TwistyQuery;
use crate::info::{HASHED, PDB};
use solver::SolveOutcome;
use solver::{Algorithm, Heuristic, Method};
use solver::{Roots, search_from};

/// A deeper prune table is built if that takes at most this many steps per node of the last round: the next round would
/// have many times as many nodes, and with the table it has about as many as the last.
const STEPS_PER_NODE: u64 = 4;

/// After a round of more nodes a pattern database is built if projections can be chosen; that takes some seconds.
const LONG_ROUND: u64 = 1_000_000;

/// Steps for the prune table beside a pattern database: about a second on one core, as building the database takes
/// some.
const STEPS_BESIDE_PDB: u64 = 8_000_000;

/// A search in `N` bytes, for any instruction set.
pub struct OptimalSearch<'a, const N: usize> {
    pub tables: &'a Tables<N>,
    pub query: &'a TwistyQuery,
    /// The starts; the first is that of the query.
    pub starts: &'a [Pattern],
    pub method: &'a Method,
    pub executor: &'a dyn Executor,
    pub control: &'a Control<'a>,
}

impl<const N: usize> Kernel for OptimalSearch<'_, N> {
    type Output = SolveOutcome;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> SolveOutcome {
        let OptimalSearch { tables, starts, method, executor, control, .. } = self;
        let Tables { compiled, prune_table, .. } = tables;
        let pack = |start: &Pattern| compiled.pack(start).expect("queries are checked before");
        let starts: Vec<[u8; N]> = starts.iter().map(pack).collect();
        let is_uninformed = !method.algorithm.uses_heuristic() || method.heuristic == Some(Heuristic::NONE);
        let prune_table_used = Some(prune_table).filter(|_| !is_uninformed);
        // Searches whose speed matters less use the plain instruction set, which saves compile time.
        let plain = HashedProblem { compiled, prune_table: prune_table_used, simd: Plain };
        let mut longer = Vec::new();
        if !is_uninformed {
            prune_table.build_first(compiled, control);
        }
        let span = Span { least: method.min_length, within: method.within };
        let usual = if is_uninformed { Heuristic::NONE } else { HASHED };
        let is_hopeless =
            |start| prune_table.exact_distance(&compiled.canonicalizer.canonical(start)) == Some(None);
        let (answer, heuristic) = match () {
            // All positions that can reach a goal are known, and none of the starts is among them.
            () if !is_uninformed && starts.iter().all(is_hopeless) => (Answer::unknown(0), usual),
            () if span != Span::default() => {
                let grow = |_: Cost, last: u64| {
                    if !is_uninformed {
                        prune_table.grow(compiled, last.saturating_mul(STEPS_PER_NODE), control);
                    }
                    Cost::MAX
                };
                let want = if method.all || method.within > 0 { Want::All } else { Want::First };
                let rounds = Deepening { want, incumbent: &grow, ..Deepening::FIRST };
                let answer;
                (answer, longer) = ida_star_within(&plain, &starts[0], span, &rounds, executor, control);
                (answer, usual)
            }
            () if is_uninformed || method.algorithm != Algorithm::IDA_STAR => {
                let roots = Roots { starts: &starts, a_star: Rank::AStar };
                (search_from(&plain, roots, method, executor, control), usual)
            }
            () => self.iterative_deepening(
                &HashedProblem { compiled, prune_table: prune_table_used, simd },
                &starts,
            ),
        };
        let pdb = tables.pdb().filter(|_| heuristic == PDB);
        let table_bytes =
            prune_table_used.map_or(0, GrowingPruneTable::bytes) + pdb.map_or(0, |pdb| pdb.bytes());
        SolveOutcome { longer, ..SolveOutcome::new(answer, heuristic, table_bytes) }
    }
}

impl<const N: usize> OptimalSearch<'_, N> {
    /// Runs IDA*. Returns the answer and the heuristic in use at the end.
    #[inline(always)]
    fn iterative_deepening<S: Simd>(
        &self,
        puzzle: &HashedProblem<'_, S, N>,
        starts: &[[u8; N]],
    ) -> (Answer, Heuristic) {
        let OptimalSearch { tables, query, method, executor, control, .. } = *self;
        let Tables { compiled, prune_table, .. } = tables;
        let want = if method.all { Want::All } else { Want::First };
        let requested = method.heuristic;
        let mut pdb = tables.pdb().filter(|_| requested != Some(HASHED));
        let mut before = Answer::unknown(0);
        if pdb.is_none() {
            let is_abandoned = Cell::new(false);
            let pdb_choice = || tables.pdb_choice(query, control).filter(|_| requested != Some(HASHED));
            let grow = |bound: Cost, last: u64| {
                let is_long = last > LONG_ROUND || requested == Some(PDB);
                if is_long && bound <= control.limits.max_cost && pdb_choice().is_some() {
                    // A bound of 0 ends this search.
                    is_abandoned.set(true);
                    return 0;
                }
                prune_table.grow(compiled, last.saturating_mul(STEPS_PER_NODE), control);
                Cost::MAX
            };
            let rounds = Deepening { want, incumbent: &grow, ..Deepening::FIRST };
            let answer = ida_star_from(puzzle, starts, &rounds, executor, control);
            let built = pdb_choice().filter(|_| is_abandoned.get());
            match built.map(|pdb_choice| tables.build_pdb(query, pdb_choice, control)) {
                Some(built) => (before, pdb) = (answer, built),
                None => return (answer, HASHED),
            }
        }
        let Some(pdb) = pdb else {
            // Building tables was stopped; the limit on cost was not the reason.
            before.end = control.stopped().map_or(before.end, End::Stopped);
            return (before, PDB);
        };
        (self.continue_with_pdb(puzzle.simd, &pdb, starts, before), PDB)
    }

    /// Continues with a pattern database from the lower bound that is proved.
    #[inline(always)]
    fn continue_with_pdb<S: Simd>(
        &self,
        simd: S,
        pdb: &Pdb<N>,
        starts: &[[u8; N]],
        before: Answer,
    ) -> Answer {
        let OptimalSearch { tables, method, executor, control, .. } = *self;
        let Tables { compiled, prune_table, .. } = tables;
        prune_table.grow(compiled, STEPS_BESIDE_PDB, control);
        let problem = PdbProblem::new(compiled, prune_table, pdb, simd);
        let place = |(number, start): (usize, &[u8; N])| {
            // A start whose projections are not in the database cannot reach the goal.
            let at = pdb.locate(&compiled.layout, &self.starts[number])?;
            Some((number, problem.new_state(*start, at)))
        };
        let (numbers, roots): (Vec<usize>, Vec<PdbState<N>>) =
            starts.iter().enumerate().filter_map(place).unzip();
        if roots.is_empty() {
            return Answer { rounds: before.rounds, counts: before.counts, ..Answer::unknown(0) };
        }
        let problem = problem.proved(&roots, before.lower_bound);
        let want = if method.all { Want::All } else { Want::First };
        let mut answer =
            ida_star_from(&problem, &roots, &Deepening { want, ..Deepening::FIRST }, executor, control);
        answer.starts = (0..answer.solutions.len()).map(|i| numbers[answer.start_of(i)]).collect();
        answer.counts += before.counts;
        answer.held = answer.held.max(before.held);
        answer.rounds.splice(..0, before.rounds);
        answer
    }
}
