//! The 2x2x2 at the façade: a search with small tables at once, the table of all positions for many.

use std::sync::OnceLock;

use puzzle::cube::{TurnSet, reachable2};
use puzzle::{Cube2, Turn};
use search::{Answer, Control, Cost, Counts, End, Executor, Move, Observer, StopReason, count_states};

use super::coords::{COORDS, single_moves};
use super::exact::{Exact, N_POSITIONS};
use super::pocket::{Bound, Pocket, is_free};
use solver::Census;
use solver::Error;
use solver::search;
use solver::{Algorithm, Estimate, Method};
use solver::{Demand, Family, Found};
use solver::{Metric, Twist};

/// Tables of all positions, each made when it is first asked for.
#[derive(Default)]
pub struct Recipes {
    half_turns: OnceLock<Exact>,
    quarter_turns: OnceLock<Exact>,
}

/// The turn that a move stands for.
pub fn turn(mv: Move) -> Turn {
    Turn::from_index(usize::from(mv.0)).expect("moves are numbered as turns are")
}

/// Plays moves on the cube as held: whether all are allowed and lead to the goal, seen from any side.
pub fn replay(twist: &Twist<Cube2>, moves: &[Move]) -> bool {
    let mut cube = twist.start;
    for &mv in moves {
        let turn = turn(mv);
        if !twist.turns.contains(turn) {
            return false;
        }
        cube = cube.turned(turn);
    }
    relative(&Twist { start: cube, ..*twist }).is_solved()
}

/// The cube that must be solved for `start` to become `goal`.
fn relative(twist: &Twist<Cube2>) -> Cube2 {
    match twist.goal == Cube2::SOLVED {
        true => twist.start,
        false => twist.goal.inverse().then(&twist.start),
    }
}

/// Whether the turns that may be used lead from start to goal.
pub fn is_reachable(twist: &Twist<Cube2>) -> bool {
    let turns: Vec<Turn> = twist.turns.iter().collect();
    is_free(twist.turns, twist.metric) || reachable2(&turns, &relative(twist))
}

/// Checks that a cube can be turned as asked.
///
/// # Errors
/// If not, with the reason.
pub fn check(twist: &Twist<Cube2>) -> Result<(), Error> {
    if twist.metric == Metric::Axial {
        let reason = "there, turns of two opposite faces are one turn of either; expected half-turn";
        return Err(Error::ForeignMetric { metric: twist.metric, family: Family::Cube2, reason });
    }
    twist.check_turns(|| is_reachable(twist))
}

impl Recipes {
    /// Searches for a way from start to goal, or walks along the table if it has been made.
    pub fn solve(
        &self,
        twist: &Twist<Cube2>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Found {
        let Twist { metric, turns, .. } = *twist;
        let estimate = self.estimate(twist, method);
        let bound = match estimate {
            Estimate::Exact => Bound::Exact(self.exact(metric, control.observer)),
            Estimate::Pattern => Bound::Parts(COORDS.parts(metric)),
            _ => Bound::Zero,
        };
        let cube = relative(twist);
        let table_bytes = match bound {
            Bound::Exact(exact) => exact.bytes() + COORDS.bytes(),
            _ => COORDS.bytes(),
        };
        let answer = match bound {
            Bound::Exact(exact) if is_walk(method) && turns == TurnSet::ALL => walk(exact, &cube, control),
            _ => {
                let pocket = Pocket::new(turns, metric, bound);
                let mut answer = search(&pocket, &pocket.state(&cube), method, executor, control);
                for solution in &mut answer.solutions {
                    *solution = pocket.turns(solution);
                }
                answer
            }
        };
        Found { answer, longer: Vec::new(), estimate, table_bytes }
    }

    /// Makes what a search needs.
    pub fn prepare(&self, twist: &Twist<Cube2>, method: &Method, demand: Demand, observer: &dyn Observer) {
        std::sync::LazyLock::force(&COORDS);
        let pays = demand == Demand::Many && method.estimate.is_none() && method.algorithm.uses_heuristic();
        if pays || self.estimate(twist, method) == Estimate::Exact {
            self.exact(twist.metric, observer);
        }
    }

    /// As asked; else the table if it is there or worth its making, else the small tables.
    fn estimate(&self, twist: &Twist<Cube2>, method: &Method) -> Estimate {
        let is_there = || self.table(twist.metric).get().is_some();
        match method.estimate {
            _ if !method.algorithm.uses_heuristic() => Estimate::Zero,
            Some(estimate) => estimate,
            None if method.all || is_there() => Estimate::Exact,
            None => Estimate::Pattern,
        }
    }

    fn table(&self, metric: Metric) -> &OnceLock<Exact> {
        match metric {
            Metric::QuarterTurn => &self.quarter_turns,
            Metric::HalfTurn | Metric::Axial => &self.half_turns,
        }
    }

    fn exact(&self, metric: Metric, observer: &dyn Observer) -> &Exact {
        self.table(metric).get_or_init(|| {
            let name = format!("2x2x2 {}", metric.name());
            observer.table_started(&name, N_POSITIONS as u64);
            let exact = Exact::new(metric);
            observer.table_finished(&name);
            exact
        })
    }
}

/// Whether a search with exact distances would only walk along them.
fn is_walk(method: &Method) -> bool {
    method.algorithm == Algorithm::IdaStar && !method.all
}

/// The answer that IDA* gives with exact distances, without its ceremony.
fn walk(exact: &Exact, cube: &Cube2, control: &Control<'_>) -> Answer {
    let shortest = exact.solution(cube);
    let cost = shortest.cost();
    let mut answer = Answer {
        end: End::Stopped(StopReason::Cost),
        solutions: Vec::new(),
        starts: Vec::new(),
        n_solutions: 0,
        cost: None,
        lower_bound: cost,
        counts: Counts { generated: u64::from(cost), expanded: u64::from(cost) },
        held: 1,
        rounds: Vec::new(),
    };
    if cost <= control.limits.max_cost {
        let moves = shortest.turns().iter().map(|turn| Move(turn.index() as u16)).collect();
        answer.end = End::Solved;
        answer.solutions = vec![moves];
        answer.n_solutions = 1;
        answer.cost = Some(cost);
    }
    answer
}

/// How many of the deepest positions are told.
const TOLD: usize = 10;

/// Counts the positions at every distance from the goal. With turns that leave something out, cubes held differently
/// are different positions.
///
/// # Errors
/// If a half turn that costs two has no quarter turns beside it: levels are counted in moves.
pub fn count(twist: &Twist<Cube2>, control: &Control<'_>) -> Result<Census, Error> {
    let Twist { metric, turns, goal, .. } = *twist;
    if !is_free(turns, metric) {
        let pocket = Pocket::new(turns, metric, Bound::Zero);
        if !pocket.has_unit_costs() {
            return Err(Error::WeightedCount);
        }
        let census = count_states(&pocket, &pocket.state(&Cube2::SOLVED), control);
        return Ok(Census {
            per_depth: census.per_depth,
            counts: census.counts,
            end: census.end,
            deepest: vec![],
            table_bytes: 0,
        });
    }
    let exact = Exact::new(metric);
    let all = exact.per_depth();
    let within = all.len().min(control.limits.max_cost as usize + 1);
    let per_depth = all[..within].to_vec();
    let expanded = per_depth.iter().sum::<u64>();
    let deepest = exact
        .at(within as Cost - 1)
        .take(TOLD)
        .map(|position| goal.then(&position.cube()).to_facelets())
        .collect();
    let end = if within < all.len() { End::Stopped(StopReason::Cost) } else { End::Exhausted };
    let counts = Counts { generated: expanded * single_moves(metric).len() as u64, expanded };
    Ok(Census { per_depth, counts, end, deepest, table_bytes: N_POSITIONS as u64 })
}
