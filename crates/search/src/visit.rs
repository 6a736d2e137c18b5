//! Every goal at one exact cost, handed to a visitor: what a chain of searches is made of, where the goals of one are the
//! starts of the next. The node loop is the one of all searches; only what happens at a goal differs.
//!
//! A goal met before the cost is spent is passed through, because the way may lead out of the goals and back.
//!
//! A problem that asks for lanes gets them: the starts are expanded once and their children, the tasks, are walked
//! several at a time. So goals do not come in the order of a plain depth-first search; each comes with the number of
//! its task, and inside a task they are in order.

use crate::control::{Control, StopReason};
use crate::dive::{Event, Lane};
use crate::levels::walk_at_best;
use crate::node::{Children, Node, Tally, mv_of};
use crate::order::OrderState;
use crate::outcome::Counts;
use crate::problem::{Cost, Move, Problem, cheapest_move};

/// A goal and the way to it.
pub struct Goal<'a, S> {
    /// Which of the starts it was reached from.
    pub start: usize,
    /// Which task it belongs to. Tasks of one start are numbered in a row.
    pub task: usize,
    node: &'a Node<S>,
    tags: &'a [u64],
}

impl<S> Goal<'_, S> {
    /// What is left of the cost that was given.
    pub fn spare(&self) -> Cost {
        self.node.left
    }

    /// Where it is.
    pub fn state(&self) -> &S {
        &self.node.state
    }

    /// Which moves are canonical after it.
    pub fn order(&self) -> OrderState {
        self.node.order()
    }

    /// The moves that lead to it.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.tags.iter().map(|&tag| mv_of(tag))
    }
}

/// Whether a visitor wants more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on.
    On,
    /// Nothing after this goal is of interest: the rest of its task and all later tasks.
    Enough,
    /// Nothing is of interest any more, not even earlier tasks.
    Stop,
}

/// A reusable walk: it keeps its stacks from one start to the next, so that short walks cost no allocation.
pub struct Visit<P: Problem> {
    lanes: Vec<Lane<P>>,
    tasks: Vec<(usize, Node<P::State>)>,
    scratch: Vec<Node<P::State>>,
    counts: Counts,
    /// Nodes that the control does not know of yet.
    untold: u64,
}

/// Nodes between two looks at the stop flag when walks are too short for the loop to look around by itself.
const PATIENCE: u64 = 8192;

impl<P: Problem> Visit<P> {
    /// For `problem`; any state of it will do as a filler.
    pub fn new(problem: &P, filler: P::State) -> Self {
        let filler = Node::root(filler);
        let lane = |_| Lane::with_room(filler, problem.n_moves());
        Visit {
            lanes: (0..P::LANES).map(lane).collect(),
            tasks: Vec::new(),
            scratch: vec![filler; problem.n_moves()],
            counts: Counts::default(),
            untold: 0,
        }
    }

    /// Hands every goal that costs exactly `cost` from one of the starts, or at most `cost` if `within`, to `visitor`.
    /// The reason if it was stopped. With `within`, ways through one goal to another are not looked for.
    pub fn goals(
        &mut self,
        problem: &P,
        starts: &[Node<P::State>],
        cost: Cost,
        within: bool,
        control: &Control<'_>,
        mut visitor: impl FnMut(Goal<'_, P::State>) -> Flow,
    ) -> Option<StopReason> {
        let visitor: &mut dyn FnMut(Goal<'_, P::State>) -> Flow = &mut visitor;
        match P::LANES {
            1 => self.goals_on::<1>(problem, starts, cost, within, control, visitor),
            2 => self.goals_on::<2>(problem, starts, cost, within, control, visitor),
            4 => self.goals_on::<4>(problem, starts, cost, within, control, visitor),
            8 => self.goals_on::<8>(problem, starts, cost, within, control, visitor),
            16 => self.goals_on::<16>(problem, starts, cost, within, control, visitor),
            32 => self.goals_on::<32>(problem, starts, cost, within, control, visitor),
            n => unreachable!("a problem asks for {n} lanes; see Problem::LANES"),
        }
    }

    fn goals_on<const N: usize>(
        &mut self,
        problem: &P,
        starts: &[Node<P::State>],
        cost: Cost,
        within: bool,
        control: &Control<'_>,
        visitor: &mut dyn FnMut(Goal<'_, P::State>) -> Flow,
    ) -> Option<StopReason> {
        let depth = (cost / cheapest_move(problem)) as usize;
        self.cut(problem, starts, cost, within);
        let lanes: &mut [Lane<P>; N] =
            self.lanes[..].as_mut_array().expect("as many lanes as the problem asks for");
        let (mut next, mut end, mut active) = (0, self.tasks.len(), 0);
        while active < N && next < end {
            lanes[active].put(next, self.tasks[next].1, depth);
            (next, active) = (next + 1, active + 1);
        }
        while active > 0 {
            let (i, event) = walk_at_best(problem, lanes, active, !within);
            let empty = match event {
                Event::Full => {
                    lanes[i].grow();
                    false
                }
                Event::Goal => {
                    let task = lanes[i].task();
                    let (node, tags) = lanes[i].here();
                    let flow = visitor(Goal { start: self.tasks[task].0, task, node, tags });
                    if flow != Flow::On {
                        end = if flow == Flow::Stop { 0 } else { end.min(task) };
                        lanes[..active].iter_mut().filter(|lane| lane.task() >= end).for_each(Lane::clear);
                    }
                    false
                }
                Event::Empty => true,
                Event::LookAround => false,
            };
            if empty || matches!(event, Event::LookAround) {
                let counts = lanes[i].take_counts();
                self.counts += counts;
                self.untold += counts.generated;
                if self.untold >= PATIENCE
                    && let Some(reason) = control.poll(std::mem::take(&mut self.untold))
                {
                    lanes.iter_mut().for_each(|lane| {
                        lane.clear();
                        self.counts += lane.take_counts();
                    });
                    return Some(reason);
                }
            }
            if empty {
                if next < end {
                    lanes[i].put(next, self.tasks[next].1, depth);
                    next += 1;
                } else {
                    active -= 1;
                    lanes.swap(i, active);
                }
            }
        }
        None
    }

    /// Makes tasks of the starts: their children if there are several lanes to fill. Until then a start is treated as the
    /// loop treats a node.
    fn cut(&mut self, problem: &P, starts: &[Node<P::State>], cost: Cost, within: bool) {
        let roots = starts.iter().map(|start| Node { left: cost, ..*start }).enumerate();
        self.tasks.clear();
        self.tasks.extend(roots.filter(|(_, root)| problem.lower_bound(&root.state) <= cost));
        if P::LANES == 1 || cost == 0 {
            return;
        }
        let n_roots = self.tasks.len();
        for i in 0..n_roots {
            let (start, whole) = self.tasks[i];
            if within && problem.is_goal(&whole.state) {
                self.tasks.push((start, whole));
                continue;
            }
            let mut root = whole;
            let ahead = self.lanes[0].ahead();
            while problem.waits(&mut root, ahead) {}
            if problem.late_bound(&mut root) > cost {
                continue;
            }
            let mut children = Children::new(&mut self.scratch, 0, &root, Tally::ZERO);
            problem.expand_ahead(&root, ahead, &mut children);
            let (n, mut tally) = children.finish();
            tally.expanded();
            self.counts += tally.take_counts();
            // The search goes on with the last child first.
            self.tasks.extend(self.scratch[..n].iter().rev().map(|&child| (start, child)));
        }
        self.tasks.drain(..n_roots);
    }

    /// Everything walked up to now.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}
