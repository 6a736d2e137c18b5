//! The tables of the 2x2x2 and the searches with them: small prune tables at once, the exact table if many cubes are
//! expected.

use std::sync::{LazyLock, OnceLock};

use puzzle::Cube2;
use puzzle::cube::TurnSet;
use search::{Answer, Control, Counts, End, Executor, Move, Observer, StopReason};
use solver::cube::{CubeQuery, Metric};
use solver::{Algorithm, Demand, Heuristic, Method, SolveOutcome, search};

use crate::coords::COORDS;
use crate::exact_table::{ExactTable, N_POSITIONS};
use crate::info::{EXACT, PATTERN};
use crate::problem::{Bound, Cube2Problem};
use crate::reachability::difference;

/// The exact tables of all positions, each built on first use.
#[derive(Default)]
pub struct Tables {
    half_turns: OnceLock<ExactTable>,
    quarter_turns: OnceLock<ExactTable>,
}

impl Tables {
    /// Searches for a solution, or follows the exact table if it has been built.
    pub fn solve(
        &self,
        query: &CubeQuery<Cube2>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let CubeQuery { metric, turns, .. } = *query;
        let heuristic = self.heuristic(query, method);
        let bound = match heuristic {
            EXACT => Bound::Exact(self.exact(metric, control.observer)),
            PATTERN => Bound::Prune(COORDS.prune_tables(metric)),
            _ => Bound::Zero,
        };
        let cube = difference(query);
        let table_bytes = match bound {
            Bound::Exact(exact) => exact.bytes() + COORDS.bytes(),
            _ => COORDS.bytes(),
        };
        let answer = match bound {
            Bound::Exact(exact) if is_walk(method) && turns == TurnSet::ALL => walk(exact, &cube, control),
            _ => {
                let problem = Cube2Problem::new(turns, metric, bound);
                let mut answer = search(&problem, &problem.state(&cube), method, executor, control);
                for solution in &mut answer.solutions {
                    *solution = problem.turns(solution);
                }
                answer
            }
        };
        SolveOutcome::new(answer, heuristic, table_bytes)
    }

    /// Builds the tables that a search needs.
    pub fn prepare(
        &self,
        query: &CubeQuery<Cube2>,
        method: &Method,
        demand: Demand,
        observer: &dyn Observer,
    ) {
        LazyLock::force(&COORDS);
        let pays = demand == Demand::Many && method.heuristic.is_none() && method.algorithm.uses_heuristic();
        if pays || self.heuristic(query, method) == EXACT {
            self.exact(query.metric, observer);
        }
    }

    /// Returns the requested heuristic; without one, the exact table if it exists or pays off, else the small tables.
    fn heuristic(&self, query: &CubeQuery<Cube2>, method: &Method) -> Heuristic {
        let is_there = || self.table(query.metric).get().is_some();
        match method.heuristic {
            _ if !method.algorithm.uses_heuristic() => Heuristic::NONE,
            Some(heuristic) => heuristic,
            None if method.all || is_there() => EXACT,
            None => PATTERN,
        }
    }

    fn table(&self, metric: Metric) -> &OnceLock<ExactTable> {
        match metric {
            Metric::QuarterTurn => &self.quarter_turns,
            Metric::HalfTurn | Metric::Axial => &self.half_turns,
        }
    }

    fn exact(&self, metric: Metric, observer: &dyn Observer) -> &ExactTable {
        self.table(metric).get_or_init(|| {
            let name = format!("2x2x2 {}", metric.name());
            observer.table_started(&name, N_POSITIONS as u64);
            let exact = ExactTable::new(metric);
            observer.table_finished(&name);
            exact
        })
    }
}

/// True if a search with exact distances would only follow them.
fn is_walk(method: &Method) -> bool {
    method.algorithm == Algorithm::IDA_STAR && !method.all
}

/// Returns the answer that IDA* gives with exact distances, without searching.
fn walk(exact: &ExactTable, cube: &Cube2, control: &Control<'_>) -> Answer {
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
