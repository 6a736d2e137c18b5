//! Children that are staged first and committed when their bounds are known are the same as children offered one by
//! one.

use deepen_search::{
    Answer, Children, Deepening, Limits, Move, Node, Problem, Sequential, Step, Want, ida_star,
};

use crate::toy_problems::Pancakes;
use crate::under;

/// A problem that commits its children in batches.
struct Staged<P> {
    problem: P,
    batch: usize,
}

impl<P: Problem> Problem for Staged<P> {
    type State = P::State;
    type Prefetched = ();

    deepen_search::forward!(problem: n_moves, step, is_goal, lower_bound, move_order, cost);

    fn expand(&self, node: &Node<P::State>, children: &mut Children<'_, P::State>) {
        let mut n_put = 0;
        for mv in (0..self.n_moves() as u16).rev().map(Move) {
            let mut to = node.state;
            if let Some(order) = self.move_order().after(node.order(), mv)
                && self.step(&node.state, mv, &mut to)
            {
                children.stage(to, Step::new(mv, order), self.cost(mv));
                n_put += 1;
                if n_put % self.batch == 0 {
                    children.commit(|_, state| self.lower_bound(state));
                }
            }
        }
        children.commit(|i, state| {
            assert!(i < self.batch);
            self.lower_bound(state)
        });
    }
}

#[test]
fn staged_children_are_offered_children() {
    let start = [6, 1, 8, 3, 0, 5, 2, 7, 4];
    for want in [Want::First, Want::All] {
        let rounds = Deepening { want, ..Deepening::default() };
        let plain = under(Limits::default(), |control| {
            ida_star(&Pancakes::<9>::new(), &start, &rounds, &Sequential, control)
        });
        assert!(plain.counts.generated > 500, "{}", plain.counts.generated);
        for batch in [1, 3, 8] {
            let staged = Staged { problem: Pancakes::<9>::new(), batch };
            let answer =
                under(Limits::default(), |control| ida_star(&staged, &start, &rounds, &Sequential, control));
            // A staged child takes a slot for a moment, so the stack is larger.
            assert!(answer.held >= plain.held);
            assert_eq!(Answer { held: plain.held, ..answer }, plain, "in batches of {batch}");
        }
    }
}
