//! Reference implementations: slow and simple programs, written independently of the searches they check.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

use deepen_search::{Answer, Cost, Counts, Move, Node, OrderState, Problem, Round};

use crate::toy_problems::MinBudget;

/// The state after some moves and their cost. All moves must be legal.
pub fn replay<P: Problem>(problem: &P, start: &P::State, moves: &[Move]) -> (P::State, Cost) {
    let (mut state, mut cost) = (*start, 0);
    for &mv in moves {
        let mut next = state;
        assert!(problem.step(&state, mv, &mut next), "illegal move {mv:?} in {moves:?}");
        state = next;
        cost += problem.cost(mv);
    }
    (state, cost)
}

/// Checks that all solutions of an answer lead to a goal at the claimed cost.
pub fn check_solutions<P: Problem>(problem: &P, start: &P::State, answer: &Answer) {
    for moves in &answer.solutions {
        let (end, cost) = replay(problem, start, moves);
        assert!(problem.is_goal(&end), "{moves:?} does not lead to a goal");
        assert_eq!(Some(cost), answer.cost);
    }
    assert_eq!(answer.solutions.is_empty(), answer.cost.is_none());
    assert!(answer.n_solutions >= answer.solutions.len() as u64);
}

/// The least cost to every reachable state (Bellman-Ford: improve until nothing improves).
pub fn distances<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State) -> HashMap<P::State, Cost> {
    let mut costs = HashMap::from([(*start, 0)]);
    let mut changed = vec![*start];
    while !changed.is_empty() {
        for from in std::mem::take(&mut changed) {
            for mv in (0..problem.n_moves() as u16).map(Move) {
                let mut to = from;
                if problem.step(&from, mv, &mut to) {
                    let cost = costs[&from] + problem.cost(mv);
                    if costs.get(&to).is_none_or(|&known| known > cost) {
                        costs.insert(to, cost);
                        changed.push(to);
                    }
                }
            }
        }
    }
    costs
}

/// The least cost of a goal.
pub fn optimum<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State) -> Option<Cost> {
    let costs = distances(problem, start);
    costs.into_iter().filter(|(state, _)| problem.is_goal(state)).map(|(_, cost)| cost).min()
}

/// Number of canonical sequences that lead to a goal and to none before, by cost: of the least cost and up to `within`
/// above it.
pub fn count_within<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State, within: Cost) -> Vec<u64> {
    let mut by_cost = BTreeMap::from([(0, HashMap::from([((*start, OrderState::START), 1_u64)]))]);
    let mut found: BTreeMap<Cost, u64> = BTreeMap::new();
    while let Some((cost, places)) = by_cost.pop_first() {
        if found.keys().next().is_some_and(|&least| cost > least + within) {
            break;
        }
        for ((state, order), n) in places {
            if problem.is_goal(&state) {
                *found.entry(cost).or_default() += n;
                continue;
            }
            for mv in (0..problem.n_moves() as u16).map(Move) {
                let mut to = state;
                if let Some(next) = problem.move_order().after(order, mv)
                    && problem.step(&state, mv, &mut to)
                {
                    *by_cost.entry(cost + problem.cost(mv)).or_default().entry((to, next)).or_default() += n;
                }
            }
        }
    }
    let least = found.keys().next().copied().unwrap_or(0);
    (least..=least + within).map(|cost| found.get(&cost).copied().unwrap_or(0)).collect()
}

/// Number of canonical sequences of the least cost that lead to a goal: counted forwards; sequences of one cost that
/// meet in the same state and the same order state are counted together.
pub fn count_optimal<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State) -> u64 {
    let mut by_cost = BTreeMap::from([(0, HashMap::from([((*start, OrderState::START), 1_u64)]))]);
    while let Some((cost, places)) = by_cost.pop_first() {
        let at_goals: u64 =
            places.iter().filter(|((state, _), _)| problem.is_goal(state)).map(|(_, n)| n).sum();
        if at_goals > 0 {
            return at_goals;
        }
        for ((state, order), n) in places {
            for mv in (0..problem.n_moves() as u16).map(Move) {
                let mut to = state;
                if let Some(next) = problem.move_order().after(order, mv)
                    && problem.step(&state, mv, &mut to)
                {
                    *by_cost.entry(cost + problem.cost(mv)).or_default().entry((to, next)).or_default() += n;
                }
            }
        }
    }
    0
}

/// The expected result of iterative deepening.
#[derive(Debug, PartialEq, Eq)]
pub struct Deepened {
    /// All rounds, the one with the solutions included.
    pub rounds: Vec<Round>,
    /// All solutions of the last round, in order.
    pub solutions: Vec<Vec<Move>>,
    /// The bound of the last round if it has solutions.
    pub cost: Option<Cost>,
}

/// IDA* by recursion.
pub fn deepen<P: MinBudget<State: Debug>>(problem: &P, start: &P::State) -> Deepened {
    let mut bound = problem.lower_bound(start);
    let mut rounds = Vec::new();
    loop {
        let mut visit = Visit {
            problem,
            counts: Counts::default(),
            excess: None,
            path: Vec::new(),
            solutions: Vec::new(),
        };
        visit.visit(*start, OrderState::START, bound);
        rounds.push(Round { bound, counts: visit.counts });
        let solved = !visit.solutions.is_empty();
        match visit.excess {
            Some(excess) if !solved => bound += excess,
            _ => return Deepened { rounds, solutions: visit.solutions, cost: solved.then_some(bound) },
        }
    }
}

struct Visit<'a, P> {
    problem: &'a P,
    counts: Counts,
    excess: Option<Cost>,
    path: Vec<Move>,
    solutions: Vec<Vec<Move>>,
}

impl<P: MinBudget> Visit<'_, P> {
    /// True if `need` is within `left`; otherwise records the smallest excess.
    fn fits(&mut self, need: Cost, left: Cost) -> bool {
        if need > left {
            self.excess = Some(self.excess.map_or(need - left, |least| least.min(need - left)));
        }
        need <= left
    }

    fn visit(&mut self, state: P::State, order: OrderState, left: Cost) {
        let problem = self.problem;
        let mut node = Node::root(state);
        node.left = left;
        let late = problem.late_bound(&mut node);
        if !self.fits(late, left) {
            return;
        }
        if problem.is_goal(&node.state) {
            return self.solutions.push(self.path.clone());
        }
        self.counts.expanded += 1;
        if !self.fits(problem.min_budget(), left) {
            return;
        }
        for mv in (0..problem.n_moves() as u16).map(Move) {
            let mut to = node.state;
            if let Some(next) = problem.move_order().after(order, mv)
                && problem.step(&node.state, mv, &mut to)
            {
                self.counts.generated += 1;
                if self.fits(problem.cost(mv) + problem.lower_bound(&to), left) {
                    self.path.push(mv);
                    self.visit(to, next, left - problem.cost(mv));
                    self.path.pop();
                }
            }
        }
    }
}
