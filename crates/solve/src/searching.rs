//! The searches that work on any problem, picked by name.

use std::hash::Hash;

use search::{
    Answer, Blind, Control, Deepening, Executor, Problem, Rank, Want, best_first_from, breadth_first_from,
    depth_first_from, ida_star_from,
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
    let roots = Roots { starts: std::slice::from_ref(start), a_star: Rank::AStar };
    search_from(problem, roots, method, executor, control)
}

/// Where a search starts, and how A* ranks what waits.
#[derive(Clone, Copy)]
pub(crate) struct Roots<'a, S> {
    pub starts: &'a [S],
    pub a_star: Rank,
}

/// Searches a problem from several starts as `method` says.
///
/// # Panics
/// For an algorithm that is made for one puzzle, and for an uninformed one if the problem always has a heuristic: requests
/// are checked before.
pub(crate) fn search_from<P: Problem>(
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
        Algorithm::IdaStar => ida_star_from(problem, starts, &rounds, executor, control),
        Algorithm::AStar => best_first(a_star),
        Algorithm::WeightedAStar => best_first(Rank::Weighted { percent: method.weight }),
        Algorithm::Greedy => best_first(Rank::Greedy),
        Algorithm::Dfid | Algorithm::DepthFirst | Algorithm::BreadthFirst | Algorithm::Uniform => {
            // A constant branch: what never runs is not compiled.
            if const { P::IS_INFORMED } {
                unreachable!("uninformed searches are given the problem without a heuristic")
            } else {
                uninformed(problem, starts, method.algorithm, &rounds, executor, control)
            }
        }
        Algorithm::TwoPhase | Algorithm::FourPhase | Algorithm::Reduction | Algorithm::Phases => {
            unreachable!("a chain of phases is not one search")
        }
        Algorithm::Construct | Algorithm::Beam => unreachable!("boards alone are solved so"),
    }
}

/// Searches without a lower bound.
fn uninformed<P: Problem>(
    problem: &P,
    starts: &[P::State],
    algorithm: Algorithm,
    rounds: &Deepening<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer
where
    P::State: Eq + Hash,
{
    match algorithm {
        Algorithm::Dfid => ida_star_from(&Blind::new(problem), starts, rounds, executor, control),
        Algorithm::DepthFirst => depth_first_from(&Blind::new(problem), starts, rounds, executor, control),
        Algorithm::BreadthFirst => breadth_first_from(problem, starts, control),
        _ => best_first_from(problem, starts, Rank::Uniform, control),
    }
}
