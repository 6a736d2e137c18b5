//! Defined puzzles by declared phases: each phase is a problem over numbered views
//! ([`declared_phase`]), and the list of them is given to the chain that all phases share. Nothing here knows which puzzle it is.
//!
//! Phases must fit together, and that is checked before anything is searched ([`complete`]): no phase may undo
//! what one before it has done, and each must reach the goal from wherever the one before it may lead.

mod complete;
mod declared_phase;
mod directions;
mod view_encoder;
mod whole;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use puzzle::definition::{Phases, Transform};
use search::multi_coord::MultiCoord;
use search::simd::Plain;
use search::{Answer, Control, Cost, Counts, End, Executor, Job, Move, MoveOrder, Outcome, StopReason};

use self::declared_phase::{DeclaredPhase, Group, PhaseContext};
use self::directions::{Side, Sides};
use self::whole::Whole;
use super::compiled::Compiled;
use super::layout::Layout;
use super::symmetry::symmetries;
use crate::Defined;
use crate::TwistyError;
use solver::Method;
use solver::phases::{Chain, ChainSearch, ChainSolution};

/// Longer solutions are not looked for.
const LONGEST: Cost = 10_000;

/// A chain of phases for one puzzle, its moves and its goal.
pub struct Chained<const N: usize> {
    compiled: Arc<Compiled<N>>,
    sides: Sides<N>,
    phases: Vec<MultiCoord<[u8; N]>>,
    /// Whether it is proved that they solve every position.
    is_complete: bool,
    order: Arc<MoveOrder>,
    /// Whether the first phase allows every move, so that its rounds prove something of all solutions.
    is_whole: bool,
    bytes: u64,
    /// Chains that are not in use.
    idle: Mutex<Vec<Chain<[u8; N]>>>,
}

impl<const N: usize> Chained<N> {
    /// Makes the tables; with those up to symmetry if many positions are to come. None if it was stopped.
    ///
    /// # Errors
    /// If the phases do not fit together, or one is too large.
    pub fn new(
        question: &Defined,
        layout: Layout,
        phases: &Phases,
        is_folded: bool,
        control: &Control<'_>,
    ) -> Result<Option<Chained<N>>, TwistyError> {
        complete::check_sums(question, phases)?;
        complete::check_order(question, phases)?;
        let goes_on = || control.stopped().is_none();
        let Some(renamings) = symmetries(question, &layout, &goes_on) else { return Ok(None) };
        let Some(compiled) = Compiled::new(question, layout, &[], &goes_on) else { return Ok(None) };
        let compiled: Arc<Compiled<N>> = Arc::new(compiled);
        let order = Arc::new(move_order(question, phases, &compiled));
        let ground = PhaseContext { question, compiled: &compiled, order: order.clone(), control };
        let mut sides = Sides::new(question, &compiled, &renamings);
        let mut stages = Vec::new();
        for declared in &phases.list {
            let Some(stage) = DeclaredPhase::new(&ground, declared)? else { return Ok(None) };
            stages.push(stage);
        }
        let Some(is_complete) = complete::check_counts(question, &compiled, &stages, control)? else {
            return Ok(None);
        };
        sides.for_phases(&stages, is_complete);
        for stage in &mut stages {
            if is_folded && !fold(stage, &ground, &sides) {
                return Ok(None);
            }
        }
        for next in (1..stages.len()).rev() {
            let moves = stages[next].moves.clone();
            stages[next - 1].leave_to(&moves);
        }
        Ok(Some(Chained {
            is_whole: stages.first().is_some_and(|first| first.moves.len() == question.moves.len()),
            bytes: stages.iter().map(DeclaredPhase::bytes).sum(),
            phases: stages.into_iter().map(DeclaredPhase::problem).collect(),
            is_complete,
            order,
            compiled,
            sides,
            idle: Mutex::default(),
        }))
    }

    /// Bytes of tables held.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Solves a position, in the moves of all phases.
    pub fn solve(
        &self,
        question: &Defined,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Answer {
        let sides = self.sides.of(question, &self.compiled);
        // Sides are searched at the same time: what another one has found already is no improvement.
        let told = Mutex::new(Cost::MAX);
        let heard = |found: &ChainSolution, side: &Side<N>| {
            let mut told = told.lock().expect("an observer does not panic");
            if method.improve && found.cost < *told {
                *told = found.cost;
                control.observer.improved(found.cost, &self.sides.unseen(side, &found.moves));
            }
        };
        let upper_bound = control.limits.max_cost.min(LONGEST);
        let probes = method.max_phase1.unwrap_or(u64::MAX);
        // One hunt for each side, so that the same is found by any number of threads.
        let mut hunts: Vec<Mutex<Hunter<N>>> =
            sides.iter().map(|side| Mutex::new(Hunter::new(side, self.chain()))).collect();
        let before = total(&mut hunts);
        let lower_bound = each(&mut hunts).map(|hunter| hunter.lower_bound).min().unwrap_or(0);
        let mut best: Option<(Cost, usize)> = None;
        let mut cost = lower_bound;
        let mut stopped = None;
        // Beyond its longest way the first phase has no solutions at all.
        let longest = self.phases.first().and_then(|first| first.tables().longest_way()).unwrap_or(Cost::MAX);
        while cost <= best.map_or(upper_bound, |(best, _)| best.saturating_sub(1)).min(longest) {
            let before = best.map_or(upper_bound, |(best, _)| best - 1);
            // What is best in this round and who has it: of equals the first side wins, so what cannot win need not be found.
            let leader: Mutex<Option<(Cost, usize)>> = Mutex::default();
            let lead = || leader.lock().expect("a round does not panic");
            executor.run(&Job::private(hunts.len()), &|claims| {
                while let Some(i) = claims.next() {
                    let upper_bound = match *lead() {
                        Some((best, first)) if method.improve => {
                            before.min(if first < i { best.saturating_sub(1) } else { best })
                        }
                        Some((_, first)) if first < i => continue,
                        _ => before,
                    };
                    let options = RoundOptions { cost, upper_bound, first: !method.improve, probes };
                    let found =
                        hunts[i].lock().expect("a round does not panic").round(options, control, &heard);
                    let mut leader = lead();
                    *leader = leader.into_iter().chain(found.map(|found| (found, i))).min();
                }
                Outcome::NONE
            });
            let found =
                each(&mut hunts).enumerate().filter_map(|(i, hunter)| Some((hunter.best.as_ref()?.cost, i)));
            // Without improvements the first side counts that has found one, whatever others have found meanwhile.
            best = match method.improve {
                true => found.min(),
                false => found.min_by_key(|&(_, i)| i),
            };
            stopped = each(&mut hunts).find_map(|hunter| hunter.stopped);
            if stopped.is_some() || best.is_some() && !method.improve {
                break;
            }
            cost += 1;
        }
        let after = total(&mut hunts);
        let incomplete_from =
            each(&mut hunts).map(|hunter| hunter.incomplete_from).min().unwrap_or(Cost::MAX);
        let mut hunts: Vec<Hunter<N>> =
            hunts.into_iter().filter_map(|hunter| hunter.into_inner().ok()).collect();
        let solution = best.map(|(cost, i)| {
            let hunter = &hunts[i];
            let found = hunter.best.as_ref().expect("the best one is there");
            (cost, self.sides.unseen(hunter.side, &found.moves))
        });
        let mut idle = self.idle.lock().expect("nothing panics while it is held");
        idle.extend(hunts.drain(..).map(|hunter| hunter.chain));
        let complete = if cost > longest { upper_bound + 1 } else { cost };
        let proved = if self.is_whole { lower_bound.max(complete.min(incomplete_from)) } else { 0 };
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
                false => {
                    chain.then(Whole { compiled: self.compiled.clone(), order: self.order.clone() }, solved)
                }
            }
        })
    }
}

/// A chain on its way from one side.
struct Hunter<'a, const N: usize> {
    side: &'a Side<N>,
    chain: Chain<[u8; N]>,
    best: Option<ChainSolution>,
    incomplete_from: Cost,
    stopped: Option<StopReason>,
    lower_bound: Cost,
}

/// What a round looks for.
#[derive(Clone, Copy)]
struct RoundOptions {
    /// What the first phase costs.
    cost: Cost,
    /// What all phases together may cost.
    upper_bound: Cost,
    /// Whether the first solution is enough.
    first: bool,
    probes: u64,
}

impl<'a, const N: usize> Hunter<'a, N> {
    fn new(side: &'a Side<N>, mut chain: Chain<[u8; N]>) -> Self {
        let (lower_bound, _) = chain.begin(&[side.state]);
        Hunter { side, chain, best: None, incomplete_from: Cost::MAX, stopped: None, lower_bound }
    }

    fn round(
        &mut self,
        options: RoundOptions,
        control: &Control<'_>,
        heard: &(dyn Fn(&ChainSolution, &Side<N>) + Sync),
    ) -> Option<Cost> {
        let RoundOptions { cost, upper_bound, first, probes } = options;
        if cost < self.lower_bound {
            return None;
        }
        let heard = |found: &ChainSolution| heard(found, self.side);
        let mut chain_search = ChainSearch {
            first,
            entries_left: probes,
            incomplete_from: self.incomplete_from,
            ..ChainSearch::new(upper_bound, control, &heard)
        };
        self.chain.round(&[self.side.state], cost, &mut chain_search);
        (self.incomplete_from, self.stopped) = (chain_search.incomplete_from, chain_search.stopped);
        let found = chain_search.best?;
        let cost = found.cost;
        self.best = Some(found);
        Some(cost)
    }
}

fn each<'h, 'a, const N: usize>(
    hunts: &'h mut [Mutex<Hunter<'a, N>>],
) -> impl Iterator<Item = &'h mut Hunter<'a, N>> {
    hunts.iter_mut().map(|hunter| hunter.get_mut().expect("a round does not panic"))
}

fn total<const N: usize>(hunts: &mut [Mutex<Hunter<'_, N>>]) -> Counts {
    let mut counts = Counts::default();
    each(hunts).for_each(|hunter| counts += hunter.chain.counts());
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

/// Adds a table up to the symmetries that keep a phase. Whether it was not stopped.
fn fold<const N: usize>(
    stage: &mut DeclaredPhase<N>,
    ground: &PhaseContext<'_, N>,
    sides: &Sides<N>,
) -> bool {
    let kept = sides.keeping(&[stage]);
    let n = sides.symmetries.len();
    let product = |&a: &usize, &b: &usize| {
        let both = usize::from(sides.products[a * n + b]);
        kept.iter().position(|&kept| kept == both).expect("what keeps a phase is a group") as u8
    };
    let products: Vec<u8> = kept.iter().flat_map(|a| kept.iter().map(move |b| product(a, b))).collect();
    let group = Group {
        list: kept.iter().map(|&i| &sides.symmetries[i]).collect(),
        moves: kept.iter().map(|&i| &sides.moves[i][..]).collect(),
        products: &products,
    };
    stage.fold(ground, &group)
}

/// The order that all phases share. Two moves that are one move together need not follow each other, unless a phase has both but
/// not that one.
fn move_order<const N: usize>(question: &Defined, phases: &Phases, compiled: &Compiled<N>) -> MoveOrder {
    let all: HashSet<&Transform> = question.moves.iter().map(|mv| &mv.transform).collect();
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
    let transform = |mv: Move| &question.moves[usize::from(mv.0)].transform;
    MoveOrder::by_last_move(question.moves.len(), |last, next| {
        let (last_made, next_made) = (transform(last), transform(next));
        let commute = last_made.then(next_made) == next_made.then(last_made);
        !commute || last <= next || !question.puzzle.forbidden().is_empty()
    })
}
