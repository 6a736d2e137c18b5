//! The searches that work on any problem, picked by name.

use std::hash::Hash;

use search::{
    Answer, Blind, Control, Deepening, Executor, Problem, Rank, Want, best_first, breadth_first, depth_first,
    ida_star,
};

use crate::request::{Algorithm, Method};

/// Searches a problem from `start` as `method` says.
///
/// # Panics
/// For an algorithm that is made for one puzzle: requests are checked before.
pub(crate) fn search<P: Problem>(
    problem: &P,
    start: &P::State,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    let want = if method.all { Want::All } else { Want::First };
    let rounds = Deepening { want, ..Deepening::default() };
    let best_first = |rank| best_first(problem, start, rank, control);
    match method.algorithm {
        Algorithm::IdaStar => ida_star(problem, start, &rounds, executor, control),
        Algorithm::Dfid => ida_star(&Blind::new(problem), start, &rounds, executor, control),
        Algorithm::DepthFirst => depth_first(&Blind::new(problem), start, &rounds, executor, control),
        Algorithm::BreadthFirst => breadth_first(problem, start, control),
        Algorithm::AStar => best_first(Rank::AStar),
        Algorithm::WeightedAStar => best_first(Rank::Weighted { percent: method.weight }),
        Algorithm::Greedy => best_first(Rank::Greedy),
        Algorithm::Uniform => best_first(Rank::Uniform),
        Algorithm::TwoPhase | Algorithm::FourPhase => unreachable!("a chain of phases is not one search"),
    }
}
