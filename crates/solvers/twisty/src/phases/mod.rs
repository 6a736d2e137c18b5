//! Solves by declared phases: each phase is a problem over enumerated coordinates ([`phase`]), and they are joined to
//! the chain that all multi-phase solvers share. Nothing here depends on the puzzle.
//!
//! Phases must fit together, which is checked before a search ([`completeness`]): no phase may undo an earlier one, and
//! each must reach its goal from every position that the one before it may lead to.

mod completeness;
mod directions;
mod phase;
mod solved_check;
mod view_encoder;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use puzzle::definition::{Phases, Transform};
use search::multi_coord::MultiCoord;
use search::simd::Plain;
use search::{Answer, Control, Cost, Counts, End, Executor, Job, Move, MoveOrder, Outcome, StopReason};

use self::directions::{Direction, Directions};
use self::phase::{DeclaredPhase, PhaseContext, PhaseSymmetries};
use self::solved_check::SolvedCheck;
use super::compiled_puzzle::CompiledPuzzle;
use super::state_layout::Layout;
use super::symmetry::symmetries;
use crate::TwistyError;
use crate::TwistyQuery;
use solver::Method;
use solver::phases::{Chain, ChainSearch, ChainSolution};

/// Longer solutions are not searched.
const MAX_LENGTH: Cost = 10_000;

/// The declared phases of one puzzle, its moves and its goal.
pub struct PhaseSolver<const N: usize> {
    compiled: Arc<CompiledPuzzle<N>>,
    directions: Directions<N>,
    phases: Vec<MultiCoord<[u8; N]>>,
    /// True if it is proved that the phases solve every position.
    is_complete: bool,
    order: Arc<MoveOrder>,
    /// True if the first phase allows every move, so that its rounds prove a lower bound of all solutions.
    is_first_complete: bool,
    bytes: u64,
    /// Chains that are not in use.
    idle: Mutex<Vec<Chain<[u8; N]>>>,
}

impl<const N: usize> PhaseSolver<N> {
    /// Builds the tables; with symmetry-reduced ones if many positions are expected. None if it was stopped.
    ///
    /// # Errors
    /// Returns an error if the phases do not fit together, or one is too large.
    pub fn new(
        query: &TwistyQuery,
        layout: Layout,
        phases: &Phases,
        with_sym_tables: bool,
        control: &Control<'_>,
    ) -> Result<Option<PhaseSolver<N>>, TwistyError> {
        completeness::check_sums(query, phases)?;
        completeness::check_order(query, phases)?;
        let goes_on = || control.stopped().is_none();
        let Some(automorphisms) = symmetries(query, &layout, &goes_on) else { return Ok(None) };
        let Some(compiled) = CompiledPuzzle::new(query, layout, &[], &goes_on) else { return Ok(None) };
        let compiled: Arc<CompiledPuzzle<N>> = Arc::new(compiled);
        let order = Arc::new(move_order(query, phases, &compiled));
        let context = PhaseContext { query, compiled: &compiled, order: order.clone(), control };
        let mut directions = Directions::new(query, &compiled, &automorphisms);
        let mut built = Vec::new();
        for declared in &phases.list {
            let Some(phase) = DeclaredPhase::new(&context, declared)? else { return Ok(None) };
            built.push(phase);
        }
        let Some(is_complete) = completeness::check_counts(query, &compiled, &built, control)? else {
            return Ok(None);
        };
        directions.for_phases(&built, is_complete);
        for phase in &mut built {
            if with_sym_tables && !add_sym_table(phase, &context, &directions) {
                return Ok(None);
            }
        }
        for next in (1..built.len()).rev() {
            let moves = built[next].moves.clone();
            built[next - 1].bar_last_moves_of(&moves);
        }
        Ok(Some(PhaseSolver {
            is_first_complete: built.first().is_some_and(|first| first.moves.len() == query.moves.len()),
            bytes: built.iter().map(DeclaredPhase::bytes).sum(),
            phases: built.into_iter().map(DeclaredPhase::problem).collect(),
            is_complete,
            order,
            compiled,
            directions,
            idle: Mutex::default(),
        }))
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Solves a position by the moves of all phases.
    pub fn solve(
        &self,
        query: &TwistyQuery,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Answer {
        let directions = self.directions.of(query, &self.compiled);
        // Directions are searched concurrently: a solution is reported only if it improves on those of all directions.
        let reported = Mutex::new(Cost::MAX);
        let on_solution = |found: &ChainSolution, direction: &Direction<N>| {
            let mut reported = reported.lock().expect("an observer does not panic");
            if method.improve && found.cost < *reported {
                *reported = found.cost;
                control.observer.improved(found.cost, &self.directions.to_original(direction, &found.moves));
            }
        };
        let upper_bound = control.limits.max_cost.min(MAX_LENGTH);
        let entries_left = method.max_phase1.unwrap_or(u64::MAX);
        // One search per direction, so that the result does not depend on the number of threads.
        let mut searches: Vec<Mutex<DirectionSearch<N>>> = directions
            .iter()
            .map(|direction| Mutex::new(DirectionSearch::new(direction, self.chain())))
            .collect();
        let before = total(&mut searches);
        let lower_bound = each(&mut searches).map(|search| search.lower_bound).min().unwrap_or(0);
        let mut best: Option<(Cost, usize)> = None;
        let mut cost = lower_bound;
        let mut stopped = None;
        // Phase 1 has no solutions beyond its longest one.
        let longest =
            self.phases.first().and_then(|first| first.tables().longest_sequence()).unwrap_or(Cost::MAX);
        while cost <= best.map_or(upper_bound, |(best, _)| best.saturating_sub(1)).min(longest) {
            let before = best.map_or(upper_bound, |(best, _)| best - 1);
            // The best cost in this round and its direction. Of equal costs the first direction wins, so a solution
            // that cannot win need not be found.
            let leader: Mutex<Option<(Cost, usize)>> = Mutex::default();
            let lead = || leader.lock().expect("a round does not panic");
            executor.run(&Job::of_tasks(searches.len()), &|claims| {
                while let Some(i) = claims.next() {
                    let upper_bound = match *lead() {
                        Some((best, first)) if method.improve => {
                            before.min(if first < i { best.saturating_sub(1) } else { best })
                        }
                        Some((_, first)) if first < i => continue,
                        _ => before,
                    };
                    let options = RoundOptions { cost, upper_bound, first: !method.improve, entries_left };
                    let found = searches[i].lock().expect("a round does not panic").round(
                        options,
                        control,
                        &on_solution,
                    );
                    let mut leader = lead();
                    *leader = leader.into_iter().chain(found.map(|found| (found, i))).min();
                }
                Outcome::NONE
            });
            let found = each(&mut searches)
                .enumerate()
                .filter_map(|(i, search)| Some((search.best.as_ref()?.cost, i)));
            // Without `improve` the first direction with a solution wins, whatever the others have found.
            best = match method.improve {
                true => found.min(),
                false => found.min_by_key(|&(_, i)| i),
            };
            stopped = each(&mut searches).find_map(|search| search.stopped);
            if stopped.is_some() || best.is_some() && !method.improve {
                break;
            }
            cost += 1;
        }
        let after = total(&mut searches);
        let incomplete_from =
            each(&mut searches).map(|search| search.incomplete_from).min().unwrap_or(Cost::MAX);
        let mut searches: Vec<DirectionSearch<N>> =
            searches.into_iter().filter_map(|search| search.into_inner().ok()).collect();
        let solution = best.map(|(cost, i)| {
            let search = &searches[i];
            let found = search.best.as_ref().expect("the best one is there");
            (cost, self.directions.to_original(search.direction, &found.moves))
        });
        let mut idle = self.idle.lock().expect("nothing panics while it is held");
        idle.extend(searches.drain(..).map(|search| search.chain));
        let complete = if cost > longest { upper_bound + 1 } else { cost };
        let proved = if self.is_first_complete { lower_bound.max(complete.min(incomplete_from)) } else { 0 };
        let counts = Counts {
            generated: after.generated - before.generated,
            expanded: after.expanded - before.expanded,
        };
        let end = match (&solution, stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        answer(end, solution, proved, counts)
    }

    fn chain(&self) -> Chain<[u8; N]> {
        let idle = self.idle.lock().expect("nothing panics while it is held").pop();
        idle.unwrap_or_else(|| {
            let compiled = self.compiled.clone();
            let step = move |state: &[u8; N], mv: Move| compiled.after(Plain, state, mv);
            let solved = &self.compiled.goals[0];
            let chain =
                self.phases.iter().fold(Chain::new(step), |chain, phase| chain.then(phase.clone(), solved));
            match self.is_complete {
                true => chain,
                false => chain
                    .then(SolvedCheck { compiled: self.compiled.clone(), order: self.order.clone() }, solved),
            }
        })
    }
}

/// The search of one direction.
struct DirectionSearch<'a, const N: usize> {
    direction: &'a Direction<N>,
    chain: Chain<[u8; N]>,
    best: Option<ChainSolution>,
    incomplete_from: Cost,
    stopped: Option<StopReason>,
    lower_bound: Cost,
}

/// The limits of a round.
#[derive(Clone, Copy)]
struct RoundOptions {
    /// Cost of the first phase.
    cost: Cost,
    /// Maximum cost of all phases together.
    upper_bound: Cost,
    /// True if the first solution is enough.
    first: bool,
    entries_left: u64,
}

impl<'a, const N: usize> DirectionSearch<'a, N> {
    fn new(direction: &'a Direction<N>, mut chain: Chain<[u8; N]>) -> Self {
        let (lower_bound, _) = chain.begin(&[direction.state]);
        DirectionSearch {
            direction,
            chain,
            best: None,
            incomplete_from: Cost::MAX,
            stopped: None,
            lower_bound,
        }
    }

    fn round(
        &mut self,
        options: RoundOptions,
        control: &Control<'_>,
        on_solution: &(dyn Fn(&ChainSolution, &Direction<N>) + Sync),
    ) -> Option<Cost> {
        let RoundOptions { cost, upper_bound, first, entries_left } = options;
        if cost < self.lower_bound {
            return None;
        }
        let on_solution = |found: &ChainSolution| on_solution(found, self.direction);
        let mut chain_search = ChainSearch {
            first,
            entries_left,
            incomplete_from: self.incomplete_from,
            ..ChainSearch::new(upper_bound, control, &on_solution)
        };
        self.chain.round(&[self.direction.state], cost, &mut chain_search);
        (self.incomplete_from, self.stopped) = (chain_search.incomplete_from, chain_search.stopped);
        let found = chain_search.best?;
        let cost = found.cost;
        self.best = Some(found);
        Some(cost)
    }
}

fn each<'h, 'a, const N: usize>(
    searches: &'h mut [Mutex<DirectionSearch<'a, N>>],
) -> impl Iterator<Item = &'h mut DirectionSearch<'a, N>> {
    searches.iter_mut().map(|search| search.get_mut().expect("a round does not panic"))
}

fn total<const N: usize>(searches: &mut [Mutex<DirectionSearch<'_, N>>]) -> Counts {
    let mut counts = Counts::default();
    each(searches).for_each(|search| counts += search.chain.counts());
    counts
}

fn answer(end: End, best: Option<(Cost, Vec<Move>)>, lower_bound: Cost, counts: Counts) -> Answer {
    let mut answer = Answer { end, counts, ..Answer::unknown(0) };
    answer.lower_bound = best.as_ref().map_or(lower_bound, |&(cost, _)| lower_bound.min(cost));
    if let Some((cost, moves)) = best {
        (answer.cost, answer.n_solutions) = (Some(cost), 1);
        answer.solutions.push(moves);
    }
    answer
}

/// Adds a table reduced by the symmetries that preserve a phase. Returns false if it was stopped.
fn add_sym_table<const N: usize>(
    phase: &mut DeclaredPhase<N>,
    context: &PhaseContext<'_, N>,
    directions: &Directions<N>,
) -> bool {
    let preserved = directions.preserving(&[phase]);
    let n = directions.symmetries.len();
    let product = |&a: &usize, &b: &usize| {
        let both = usize::from(directions.products[a * n + b]);
        preserved
            .iter()
            .position(|&preserved| preserved == both)
            .expect("the symmetries that preserve a phase are a group") as u8
    };
    let products: Vec<u8> =
        preserved.iter().flat_map(|a| preserved.iter().map(move |b| product(a, b))).collect();
    let group = PhaseSymmetries {
        list: preserved.iter().map(|&i| &directions.symmetries[i]).collect(),
        moves: preserved.iter().map(|&i| &directions.moves[i][..]).collect(),
        products: &products,
    };
    phase.add_sym_table(context, &group)
}

/// Returns the move order that all phases share. Two adjacent moves that equal a single move are skipped, unless a
/// phase has both but not that one.
fn move_order<const N: usize>(
    query: &TwistyQuery,
    phases: &Phases,
    compiled: &CompiledPuzzle<N>,
) -> MoveOrder {
    let all: HashSet<&Transform> = query.moves.iter().map(|mv| &mv.transform).collect();
    let is_closed = phases.list.iter().all(|phase| {
        let Some(moves) = &phase.moves else { return true };
        let own: HashSet<&Transform> = moves.iter().map(|mv| &mv.transform).collect();
        moves.iter().all(|a| {
            moves.iter().all(|b| {
                let both = a.transform.then(&b.transform);
                own.contains(&both) || !all.contains(&both)
            })
        })
    });
    if is_closed {
        return compiled.order.clone();
    }
    let transform = |mv: Move| &query.moves[usize::from(mv.0)].transform;
    MoveOrder::by_last_move(query.moves.len(), |last, next| {
        let (last_made, next_made) = (transform(last), transform(next));
        let commute = last_made.then(next_made) == next_made.then(last_made);
        !commute || last <= next || !query.puzzle.forbidden().is_empty()
    })
}
