//! The generic search algorithms (IDA*, DFID, DFS, BFS, A*, weighted A*, greedy, uniform cost), selected by name. They
//! work on any [`Problem`].

use std::hash::Hash;

use search::{
    Answer, Blind, Control, Deepening, Executor, Problem, Rank, Want, best_first_from, breadth_first_from,
    depth_first_from, ida_star_from,
};

use crate::algorithm::Algorithm;
use crate::method::Method;

/// Searches a problem from `start` by the algorithm of `method`.
///
/// # Panics
/// If the algorithm is specific to one puzzle. Requests are checked before they get here.
pub fn search<P: Problem>(
    problem: &P,
    start: &P::State,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    let roots = Roots { starts: std::slice::from_ref(start), a_star: Rank::AStar };
    search_from(problem, roots, method, executor, control)
}

/// Start states of a search and the ranking that A* uses for its open list.
#[derive(Clone, Copy)]
pub struct Roots<'a, S> {
    /// Start states.
    pub starts: &'a [S],
    /// Ranking of the open list in A*.
    pub a_star: Rank,
}

/// Searches a problem from several start states by the algorithm of `method`. All generic algorithms are compiled for
/// the problem type; a caller that knows which kind is needed compiles less with [`search_informed`] or
/// [`search_blind`].
///
/// # Panics
/// If the algorithm is specific to one puzzle. Requests are checked before they get here.
pub fn search_from<P: Problem>(
    problem: &P,
    roots: Roots<'_, P::State>,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    match method.algorithm.uses_heuristic() {
        true => search_informed(problem, roots, method, executor, control),
        // A constant branch: an unreachable arm is not compiled.
        false if const { P::IS_INFORMED } => {
            unreachable!("blind searches are given the problem without a heuristic")
        }
        false => search_blind(problem, roots, method, executor, control),
    }
}

/// Searches from several start states by an algorithm that uses a heuristic.
///
/// # Panics
/// If `method` names any other algorithm.
pub fn search_informed<P: Problem>(
    problem: &P,
    roots: Roots<'_, P::State>,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    match method.algorithm {
        Algorithm::IDA_STAR => ida_star_from(problem, roots.starts, &rounds(method), executor, control),
        _ => search_best_first(problem, roots, method, control),
    }
}

/// Searches from several start states by a best-first algorithm with a heuristic (A*, weighted A*, greedy), which
/// stores visited states.
///
/// # Panics
/// If `method` names any other algorithm.
pub fn search_best_first<P: Problem>(
    problem: &P,
    roots: Roots<'_, P::State>,
    method: &Method,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    let rank = match method.algorithm {
        Algorithm::A_STAR => roots.a_star,
        Algorithm::WEIGHTED_A_STAR => Rank::Weighted { percent: method.weight },
        Algorithm::GREEDY => Rank::Greedy,
        Algorithm(name) => unreachable!("{name} is no best-first search with a heuristic"),
    };
    best_first_from(problem, roots.starts, rank, control)
}

/// Searches from several start states by an algorithm without a heuristic (DFID, DFS, BFS, uniform cost). A solver
/// needs this for one problem type only, the one that is cheapest to expand.
///
/// # Panics
/// If `method` names any other algorithm.
pub fn search_blind<P: Problem>(
    problem: &P,
    roots: Roots<'_, P::State>,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    let starts = roots.starts;
    let rounds = rounds(method);
    match method.algorithm {
        Algorithm::DFID => ida_star_from(&Blind::new(problem), starts, &rounds, executor, control),
        Algorithm::DEPTH_FIRST => depth_first_from(&Blind::new(problem), starts, &rounds, executor, control),
        Algorithm::BREADTH_FIRST => breadth_first_from(problem, starts, control),
        Algorithm::UNIFORM => best_first_from(problem, starts, Rank::Uniform, control),
        Algorithm(name) => unreachable!("{name} is not a search of the engine"),
    }
}

fn rounds(method: &Method) -> Deepening<'_> {
    Deepening { want: if method.all { Want::All } else { Want::First }, ..Deepening::default() }
}
