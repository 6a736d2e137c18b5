//! The node loop, compiled once for any processor and once for those with the x86-64-v3 instructions (bit manipulation,
//! AVX2), chosen when it runs. Problems are inlined into it, so each of them gets both versions without asking; the counts
//! are the same. A problem whose [`Problem::LEVEL`] rules one version out gets only the other: branches on inline constants
//! are decided before code is generated. Unsafe for the call that the check above it makes safe.
#![allow(unsafe_code)]

use crate::dive::{Event, Lane, RoundPlan, walk, work};
use crate::execute::Claims;
use crate::outcome::Outcome;
use crate::problem::Problem;

/// [`work`] at the level of the problem and of this processor.
pub(crate) fn work_at_best<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    #[cfg(target_arch = "x86_64")]
    if const { P::LEVEL.allows_v3() } && is_v3() {
        // SAFETY: all features that the function is compiled for were just found.
        return unsafe { work_v3(plan, claims) };
    }
    if const { P::LEVEL.allows_portable() } { work_portable(plan, claims) } else { no_v3() }
}

/// [`walk`] at the level of the problem and of this processor.
#[inline]
pub(crate) fn walk_at_best<P: Problem, const N: usize>(
    problem: &P,
    lanes: &mut [Lane<P>; N],
    active: usize,
    exact: bool,
) -> (usize, Event) {
    #[cfg(target_arch = "x86_64")]
    if const { P::LEVEL.allows_v3() } && is_v3() {
        // SAFETY: all features that the function is compiled for were just found.
        return unsafe { walk_v3(problem, lanes, active, exact) };
    }
    if const { P::LEVEL.allows_portable() } { walk_portable(problem, lanes, active, exact) } else { no_v3() }
}

/// Returns true if this processor has all that the functions below are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
fn is_v3() -> bool {
    crate::simd::V3::detect().is_some()
}

#[cold]
fn no_v3() -> ! {
    unreachable!("the token of this problem exists only on processors with the x86-64-v3 instructions")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn work_v3<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    work(plan, claims)
}

// A function of its own, so that the compiled loops can be counted by their symbols.
#[inline(never)]
fn work_portable<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    work(plan, claims)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn walk_v3<P: Problem, const N: usize>(
    problem: &P,
    lanes: &mut [Lane<P>; N],
    active: usize,
    exact: bool,
) -> (usize, Event) {
    walk(problem, lanes, active, exact)
}

#[inline(never)]
fn walk_portable<P: Problem, const N: usize>(
    problem: &P,
    lanes: &mut [Lane<P>; N],
    active: usize,
    exact: bool,
) -> (usize, Event) {
    walk(problem, lanes, active, exact)
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::control::{Control, Limits, Silent, Stop};
    use crate::deepen::{Deepening, depth_first, ida_star};
    use crate::dive::Want;
    use crate::execute::{Executor, Job, Sequential};
    use crate::frontier::Frontier;
    use crate::node::Node;
    use crate::order::MoveOrder;
    use crate::outcome::Answer;
    use crate::problem::{Cost, Move};
    use crate::simd::{Level, Plain, Simd};
    use crate::visit::{Flow, Visit};

    /// The level that a problem asks for.
    trait Asked: Sync {
        const LEVEL: Level;
    }

    struct Any;

    impl Asked for Any {
        const LEVEL: Level = Level::Any;
    }

    impl<S: Simd> Asked for S {
        const LEVEL: Level = S::LEVEL;
    }

    /// Four ways to stir a word, which is estimated by its ones and rarely solved.
    struct Stir<A, const LANES: usize>(MoveOrder, PhantomData<A>);

    impl<A, const LANES: usize> Stir<A, LANES> {
        fn new() -> Self {
            Stir(MoveOrder::by_last_move(4, |last, mv| last != mv), PhantomData)
        }
    }

    impl<A: Asked, const LANES: usize> Problem for Stir<A, LANES> {
        type State = u64;
        type Ahead = ();
        const LANES: usize = LANES;
        const LEVEL: Level = A::LEVEL;
        fn n_moves(&self) -> usize {
            4
        }
        fn step(&self, from: &u64, mv: Move, to: &mut u64) -> bool {
            *to = from.rotate_left(u32::from(mv.0) * 7 + 1) ^ (*from >> (mv.0 + 3));
            *to != 0
        }
        fn is_goal(&self, state: &u64) -> bool {
            state.count_ones() == GOAL_ONES
        }
        fn lower_bound(&self, state: &u64) -> Cost {
            state.count_ones().saturating_sub(GOAL_ONES) / 4
        }
        fn move_order(&self) -> &MoveOrder {
            &self.0
        }
        fn late_bound(&self, node: &mut Node<u64>) -> Cost {
            if LANES > 1 { self.lower_bound(&node.state.reverse_bits()) } else { 0 }
        }
    }

    /// So few ones that the first solution takes several rounds.
    const GOAL_ONES: u32 = 18;
    const START: u64 = 0x0123_4567_89AB_CDEF;
    const BOUND: Cost = 11;

    fn control(stop: &Stop) -> Control<'_> {
        Control::new(Limits { max_cost: BOUND, ..Limits::default() }, &Silent, stop)
    }

    /// One round up to the bound, by the loop that is given.
    fn round<P: Problem<State = u64>>(
        problem: &P,
        level: &(dyn Fn(&RoundPlan<'_, P>, &dyn Claims) -> Outcome + Sync),
    ) -> Outcome {
        let (frontier, stop) = (Frontier::new(problem, &[START]), Stop::default());
        let plan = RoundPlan {
            problem,
            frontier: &frontier,
            live: &[0],
            bound: BOUND,
            want: Want::All,
            heavy: 1,
            control: &control(&stop),
            answered: AtomicUsize::new(usize::MAX),
        };
        Sequential.run(&Job::private(1), &|claims| level(&plan, claims))
    }

    /// Every kind of search on lanes, from end to end.
    fn searches<A: Asked, const LANES: usize>() -> (Vec<Answer>, Vec<Vec<Move>>) {
        let (problem, stop) = (Stir::<A, LANES>::new(), Stop::default());
        let control = control(&stop);
        let answers = vec![
            ida_star(&problem, &START, &Deepening::FIRST, &Sequential, &control),
            ida_star(&problem, &START, &Deepening::ALL, &Sequential, &control),
            depth_first(&problem, &START, &Deepening::FIRST, &Sequential, &control),
            depth_first(&problem, &START, &Deepening::ALL, &Sequential, &control),
            crate::ida_star_each(&problem, &[START], u64::MAX, &control).remove(0),
        ];
        let mut visited = Vec::new();
        Visit::new(&problem, START).goals(&problem, &[Node::root(START)], BOUND, false, &control, |goal| {
            visited.push(goal.moves().collect());
            Flow::On
        });
        (answers, visited)
    }

    fn levels_agree<const LANES: usize>() {
        let problem = Stir::<Any, LANES>::new();
        let plain = round(&problem, &|plan, claims| work_portable(plan, claims));
        assert!(plain.counts.generated > 10_000, "{}", plain.counts.generated);
        assert!(plain.n_found > 0);
        assert_eq!(round(&problem, &|plan, claims| work_at_best(plan, claims)), plain);
        let portable = searches::<Plain, LANES>();
        assert!(portable.0[0].rounds.len() > 1, "{:?}", portable.0[0]);
        assert!(!portable.1.is_empty());
        assert_eq!(searches::<Any, LANES>(), portable);
        #[cfg(target_arch = "x86_64")]
        if is_v3() {
            assert_eq!(searches::<crate::simd::V3, LANES>(), portable);
        }
    }

    #[test]
    fn every_level_finds_and_counts_the_same() {
        levels_agree::<1>();
        levels_agree::<4>();
    }
}
