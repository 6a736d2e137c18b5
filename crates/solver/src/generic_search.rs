//! The searches that work on any problem, picked by name.

use std::hash::Hash;

use search::{
    Answer, Blind, Control, Deepening, Executor, Problem, Rank, Want, best_first_from, breadth_first_from,
    depth_first_from, ida_star_from,
};

use crate::algorithm::Algorithm;
use crate::method::Method;

/// Searches a problem from `start` as `method` says.
///
/// # Panics
/// For an algorithm that is made for one puzzle: requests are checked before.
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

/// Where a search starts, and how A* ranks what waits.
#[derive(Clone, Copy)]
pub struct Roots<'a, S> {
    /// The starts.
    pub starts: &'a [S],
    /// How A* ranks.
    pub a_star: Rank,
}

/// Searches a problem from several starts as `method` says. Every search of the engine is compiled for the problem; where
/// the caller knows which are needed, [`search_informed`] and [`search_blind`] compile less.
///
/// # Panics
/// For an algorithm that is made for one puzzle: requests are checked before.
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
        // A constant branch: what never runs is not compiled.
        false if const { P::IS_INFORMED } => {
            unreachable!("blind searches are given the problem without a heuristic")
        }
        false => search_blind(problem, roots, method, executor, control),
    }
}

/// The same by an algorithm that asks for a heuristic.
///
/// # Panics
/// For any other algorithm.
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

/// The same by an algorithm that asks for a heuristic and remembers states.
///
/// # Panics
/// For any other algorithm.
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

/// The same by an algorithm that asks for no heuristic. A solver needs it for one problem only, the cheapest to expand.
///
/// # Panics
/// For any other algorithm.
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
