//! CPU dispatch: the node loop is compiled once for any processor and once for those with the x86-64-v3 instructions
//! (bit manipulation, AVX2), and the version is chosen at run time. Problems are inlined into the loop, so each gets
//! both versions; the node counts are the same. A problem whose [`Problem::LEVEL`] rules one version out gets only the
//! other: branches on inline constants are decided before code is generated. Unsafe for the call that the check above
//! it makes safe.
#![allow(unsafe_code)]

use crate::node_loop::{Lane, LaneSearch, drive};
use crate::problem::Problem;
use crate::simd::WRONG_PROCESSOR;

/// Runs [`drive`] at the best level that the problem and this processor have.
#[inline]
pub(crate) fn drive_at_best<P: Problem, S: LaneSearch<P>>(
    problem: &P,
    lanes: &mut [Lane<P>],
    search: &mut S,
) {
    #[cfg(target_arch = "x86_64")]
    if const { P::LEVEL.allows_v3() } && is_v3() {
        // SAFETY: all features that the function is compiled for were just found.
        return unsafe { drive_v3(problem, lanes, search) };
    }
    if const { P::LEVEL.allows_portable() } {
        drive_portable(problem, lanes, search);
    } else {
        unreachable!("{WRONG_PROCESSOR}")
    }
}

/// True if this processor has all features that the function below is compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
fn is_v3() -> bool {
    crate::simd::V3::detect().is_some()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn drive_v3<P: Problem, S: LaneSearch<P>>(problem: &P, lanes: &mut [Lane<P>], search: &mut S) {
    drive(problem, lanes, search);
}

// Never inlined, so that the compiled loops can be counted by their symbols.
#[inline(never)]
fn drive_portable<P: Problem, S: LaneSearch<P>>(problem: &P, lanes: &mut [Lane<P>], search: &mut S) {
    drive(problem, lanes, search);
}

#[cfg(test)]
mod tests {
    use std::marker::PhantomData;

    use super::*;
    use crate::control::{Control, Limits, Silent, Stop};
    use crate::executor::Sequential;
    use crate::iterative_deepening::{Deepening, depth_first, ida_star};
    use crate::move_order::MoveOrder;
    use crate::node::Node;
    use crate::outcome::Answer;
    use crate::problem::{Cost, Move};
    use crate::simd::{Level, Plain, Simd};
    use crate::visit::{Flow, Visit};

    /// The level that a problem requests.
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

    /// Four moves that mix the bits of a word. The bound is the number of ones; goals are rare.
    struct Stir<A, const LANES: usize>(MoveOrder, PhantomData<A>);

    impl<A, const LANES: usize> Stir<A, LANES> {
        fn new() -> Self {
            Stir(MoveOrder::by_last_move(4, |last, mv| last != mv), PhantomData)
        }
    }

    impl<A: Asked, const LANES: usize> Problem for Stir<A, LANES> {
        type State = u64;
        type Prefetched = ();
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

    /// Runs every kind of search on lanes.
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
        let portable = searches::<Plain, LANES>();
        let (answers, visited) = &portable;
        assert!(answers[0].rounds.len() > 1, "{:?}", answers[0]);
        assert!(answers[3].counts.generated > 10_000, "{:?}", answers[3]);
        assert!(answers.iter().all(|answer| !answer.solutions.is_empty()) && !visited.is_empty());
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
