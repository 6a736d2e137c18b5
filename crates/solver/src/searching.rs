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

/// Searches a problem from several starts as `method` says.
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
    let Roots { starts, a_star } = roots;
    let want = if method.all { Want::All } else { Want::First };
    let rounds = Deepening { want, ..Deepening::default() };
    let best_first = |rank| best_first_from(problem, starts, rank, control);
    match method.algorithm {
        Algorithm::IDA_STAR => ida_star_from(problem, starts, &rounds, executor, control),
        Algorithm::DFID => ida_star_from(&Blind::new(problem), starts, &rounds, executor, control),
        Algorithm::DEPTH_FIRST => depth_first_from(&Blind::new(problem), starts, &rounds, executor, control),
        Algorithm::BREADTH_FIRST => breadth_first_from(problem, starts, control),
        Algorithm::A_STAR => best_first(a_star),
        Algorithm::WEIGHTED_A_STAR => best_first(Rank::Weighted { percent: method.weight }),
        Algorithm::GREEDY => best_first(Rank::Greedy),
        Algorithm::UNIFORM => best_first(Rank::Uniform),
        Algorithm(name) => unreachable!("{name} is not a search of the engine"),
    }
}
