//! A macro for problems that wrap other problems.

/// Implements methods of [`Problem`](crate::Problem) by calling those of the problem in a field. A wrapper lists the
/// methods that are the same for it, and writes out the others:
///
/// ```
/// use deepen_search::{Cost, Problem, forward};
///
/// /// A problem with half the lower bound.
/// struct Halved<P>(P);
///
/// impl<P: Problem> Problem for Halved<P> {
///     type State = P::State;
///     type Prefetched = ();
///     forward!(0: n_moves, step, is_goal, move_order, cost);
///     fn lower_bound(&self, state: &P::State) -> Cost {
///         self.0.lower_bound(state) / 2
///     }
/// }
/// ```
///
/// A method that is neither listed nor written out is the default of the trait, which does not call the inner problem:
/// `expand` then makes the moves one by one, with the bound of the wrapper. Constants and types are always written out.
#[macro_export]
macro_rules! forward {
    ($field:tt: $($method:ident),+ $(,)?) => {
        $($crate::forward!(@$method $field);)+
    };
    (@n_moves $field:tt) => {
        #[inline(always)]
        fn n_moves(&self) -> usize {
            self.$field.n_moves()
        }
    };
    (@step $field:tt) => {
        #[inline(always)]
        fn step(&self, from: &Self::State, mv: $crate::Move, to: &mut Self::State) -> bool {
            self.$field.step(from, mv, to)
        }
    };
    (@is_goal $field:tt) => {
        #[inline(always)]
        fn is_goal(&self, state: &Self::State) -> bool {
            self.$field.is_goal(state)
        }
    };
    (@is_solution $field:tt) => {
        #[inline(always)]
        fn is_solution(&self, path: &[$crate::Move]) -> bool {
            self.$field.is_solution(path)
        }
    };
    (@lower_bound $field:tt) => {
        #[inline(always)]
        fn lower_bound(&self, state: &Self::State) -> $crate::Cost {
            self.$field.lower_bound(state)
        }
    };
    (@move_order $field:tt) => {
        #[inline(always)]
        fn move_order(&self) -> &$crate::MoveOrder {
            self.$field.move_order()
        }
    };
    (@cost $field:tt) => {
        #[inline(always)]
        fn cost(&self, mv: $crate::Move) -> $crate::Cost {
            self.$field.cost(mv)
        }
    };
    (@expand $field:tt) => {
        #[inline(always)]
        fn expand(&self, node: &$crate::Node<Self::State>, children: &mut $crate::Children<'_, Self::State>) {
            self.$field.expand(node, children);
        }
    };
    (@prefetch_stage $field:tt) => {
        #[inline(always)]
        fn prefetch_stage(&self, node: &mut $crate::Node<Self::State>, prefetched: &mut Self::Prefetched) -> bool {
            self.$field.prefetch_stage(node, prefetched)
        }
    };
    (@expand_prefetched $field:tt) => {
        #[inline(always)]
        fn expand_prefetched(
            &self,
            node: &$crate::Node<Self::State>,
            prefetched: &mut Self::Prefetched,
            children: &mut $crate::Children<'_, Self::State>,
        ) {
            self.$field.expand_prefetched(node, prefetched, children);
        }
    };
    (@symmetry_key $field:tt) => {
        #[inline(always)]
        fn symmetry_key(&self, node: &$crate::Node<Self::State>) -> Option<u128> {
            self.$field.symmetry_key(node)
        }
    };
}
