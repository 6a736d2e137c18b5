//! The node loop, compiled once for any processor and once for those with the x86-64-v3 instructions (bit manipulation,
//! AVX2), chosen when it runs. Recipes are inlined into it, so each of them gets both versions without asking; the counts
//! are the same. Unsafe for the call that the check above it makes safe.
#![allow(unsafe_code)]

use crate::dive::{Event, Lane, RoundPlan, walk, work};
use crate::execute::Claims;
use crate::outcome::Outcome;
use crate::problem::Problem;

/// [`work`] at the level of this processor.
pub(crate) fn work_at_best<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
    #[cfg(target_arch = "x86_64")]
    if is_v3() {
        // SAFETY: all features that the function is compiled for were just found.
        return unsafe { work_v3(plan, claims) };
    }
    work(plan, claims)
}

/// [`walk`] at the level of this processor.
#[inline]
pub(crate) fn walk_at_best<P: Problem, const N: usize>(
    problem: &P,
    lanes: &mut [Lane<P>; N],
    active: usize,
    exact: bool,
) -> (usize, Event) {
    #[cfg(target_arch = "x86_64")]
    if is_v3() {
        // SAFETY: all features that the function is compiled for were just found.
        return unsafe { walk_v3(problem, lanes, active, exact) };
    }
    walk(problem, lanes, active, exact)
}

/// Whether this processor has all that the functions below are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
fn is_v3() -> bool {
    crate::simd::V3::detect().is_some()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn work_v3<P: Problem>(plan: &RoundPlan<'_, P>, claims: &dyn Claims) -> Outcome {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::control::{Control, Limits, Silent, Stop};
    use crate::dive::Want;
    use crate::execute::{Executor, Job, Sequential};
    use crate::frontier::Frontier;
    use crate::order::MoveOrder;
    use crate::problem::{Cost, Move};

    /// Four ways to stir a word, which is estimated by its ones and never quite solved.
    struct Stir(MoveOrder);

    impl Problem for Stir {
        type State = u64;
        type Ahead = ();
        fn n_moves(&self) -> usize {
            4
        }
        fn step(&self, from: &u64, mv: Move, to: &mut u64) -> bool {
            *to = from.rotate_left(u32::from(mv.0) * 7 + 1) ^ (*from >> (mv.0 + 3));
            *to != 0
        }
        fn is_goal(&self, state: &u64) -> bool {
            state.count_ones() == 1 && state.trailing_zeros() == 3
        }
        fn lower_bound(&self, state: &u64) -> Cost {
            state.count_ones() / 4
        }
        fn move_order(&self) -> &MoveOrder {
            &self.0
        }
    }

    #[test]
    fn every_level_finds_and_counts_the_same() {
        let problem = Stir(MoveOrder::by_last_move(4, |last, mv| last != mv));
        let frontier = Frontier::new(&problem, &[0x0123_4567_89AB_CDEF]);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let run = |level: &(dyn Fn(&RoundPlan<'_, Stir>, &dyn Claims) -> Outcome + Sync)| {
            let plan = RoundPlan {
                problem: &problem,
                frontier: &frontier,
                live: &[0],
                bound: 17,
                want: Want::All,
                heavy: 1,
                control: &control,
                answered: AtomicUsize::new(usize::MAX),
            };
            Sequential.run(&Job::private(1), &|claims| level(&plan, claims))
        };
        let plain = run(&|plan, claims| work(plan, claims));
        assert!(plain.counts.generated > 10_000, "{}", plain.counts.generated);
        assert_eq!(run(&|plan, claims| work_at_best(plan, claims)), plain);
    }
}
