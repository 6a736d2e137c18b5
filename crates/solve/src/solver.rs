//! The façade: a request in, a report out. Keeps the problems (with their tables) it has made, so that many requests
//! for one goal share them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use puzzle::solvable::{other_goals, solvable};
use puzzle::{Board, Direction};
use search::{
    Answer, Blind, Control, Deepening, Executor, Limits, Move, Problem, Rank, Want, best_first,
    breadth_first, count_states, depth_first, ida_star,
};

use crate::error::Error;
use crate::recipe::sliding::cells::{Cells, Word};
use crate::recipe::sliding::{
    Heuristic, LinearConflict, Manhattan, Misplaced, Pattern, Sliding, WalkingDistance, Zero,
};
use crate::report::{Census, Report, Status};
use crate::request::{Algorithm, Estimate, Method, Request};

/// Solves requests and remembers what it built for them.
#[derive(Default)]
pub struct Solver {
    problems: Mutex<HashMap<(Board, TypeId), Arc<dyn Any + Send + Sync>>>,
}

/// One request on its way through the choice of cells and heuristic.
struct Job<'a> {
    solver: &'a Solver,
    request: &'a Request,
    estimate: Estimate,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

/// The most cells that any of the packed boards holds.
pub const MAX_CELLS: usize = <[u8; 256]>::ROOM;

impl Solver {
    /// With nothing built yet.
    pub fn new() -> Self {
        Solver::default()
    }

    /// Solves a board, or says why it cannot be solved as asked.
    pub fn solve(
        &self,
        request: &Request,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Report, Error> {
        let Request { board, goal, method } = request;
        check(board, goal, method, &control.limits)?;
        let estimate = match method.estimate {
            _ if !method.algorithm.uses_heuristic() => Estimate::Zero,
            Some(estimate) => estimate,
            None => Estimate::best_for(board.rows(), board.cols()),
        };
        Job { solver: self, request, estimate, executor, control }.pick_cells()
    }

    /// Counts the boards at every distance from `goal`.
    pub fn count(&self, goal: &Board, control: &Control<'_>) -> Result<Census, Error> {
        fn census<C: Cells>(goal: &Board, control: &Control<'_>) -> Census {
            let problem: Sliding<C, Zero> = Sliding::new(goal, Zero);
            let census = count_states(&problem, &problem.state(goal), control);
            let deepest = census.deepest.iter().map(|state| problem.board(state)).collect();
            Census { per_depth: census.per_depth, counts: census.counts, end: census.end, deepest }
        }
        match goal.n_cells() {
            0..=16 => Ok(census::<u64>(goal, control)),
            17..=25 => Ok(census::<u128>(goal, control)),
            26..=64 => Ok(census::<[u8; 64]>(goal, control)),
            65..=MAX_CELLS => Ok(census::<[u8; 256]>(goal, control)),
            _ => Err(Error::TooLarge { size: size(goal), most: MAX_CELLS }),
        }
    }

    /// The problem of this kind for this goal, built if it is the first time.
    fn problem<P: Any + Send + Sync>(&self, goal: &Board, build: impl FnOnce() -> P) -> Arc<P> {
        // Held while building: a second request for the same tables waits instead of building them again.
        let mut problems = self.problems.lock().expect("building a problem does not panic");
        let entry = problems.entry((goal.clone(), TypeId::of::<P>())).or_insert_with(|| Arc::new(build()));
        entry.clone().downcast().expect("filed under its own type")
    }
}

fn size(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

fn check(board: &Board, goal: &Board, method: &Method, limits: &Limits) -> Result<(), Error> {
    if (board.rows(), board.cols()) != (goal.rows(), goal.cols()) {
        return Err(Error::SizeMismatch { board: size(board), goal: size(goal) });
    }
    if board.n_cells() > MAX_CELLS {
        return Err(Error::TooLarge { size: size(board), most: MAX_CELLS });
    }
    if method.all && !method.algorithm.finds_all() {
        return Err(Error::FindsOne(method.algorithm));
    }
    if method.algorithm == Algorithm::DepthFirst && limits.max_cost == Limits::default().max_cost {
        return Err(Error::NoCutOff);
    }
    if !solvable(board, goal) {
        return Err(Error::Unsolvable { reachable: other_goals(board, goal) });
    }
    Ok(())
}

impl Job<'_> {
    fn pick_cells(&self) -> Result<Report, Error> {
        match self.request.board.n_cells() {
            0..=16 => self.pick_on_word::<u64>(),
            17..=25 => self.pick_on_word::<u128>(),
            26..=64 => self.pick::<[u8; 64]>(),
            _ => self.pick::<[u8; 256]>(),
        }
    }

    /// The heuristics that need a board in a machine word, and all others.
    fn pick_on_word<C: Word>(&self) -> Result<Report, Error> {
        let goal = &self.request.goal;
        match self.estimate {
            Estimate::WalkingDistance if WalkingDistance::exists_for(goal) => {
                Ok(self.run::<C, _>(|| WalkingDistance::new(goal)))
            }
            Estimate::Pattern => Ok(self.run::<C, _>(|| Pattern::<C>::new(goal, self.control.observer))),
            _ => self.pick::<C>(),
        }
    }

    fn pick<C: Cells>(&self) -> Result<Report, Error> {
        let goal = &self.request.goal;
        match self.estimate {
            Estimate::Zero => Ok(self.run::<C, _>(|| Zero)),
            Estimate::Misplaced => Ok(self.run::<C, _>(|| Misplaced::<C>::new(goal))),
            Estimate::Manhattan => Ok(self.run::<C, _>(|| Manhattan::<C>::new(goal))),
            Estimate::LinearConflict => Ok(self.run::<C, _>(|| LinearConflict::<C>::new(goal))),
            estimate => Err(Error::NoEstimate { estimate, size: size(goal) }),
        }
    }

    fn run<C: Cells, H: Heuristic<C> + 'static>(&self, heuristic: impl FnOnce() -> H) -> Report {
        let goal = &self.request.goal;
        let problem = self.solver.problem(goal, || Sliding::<C, H>::new(goal, heuristic()));
        let start = problem.state(&self.request.board);
        let answer = self.search(&*problem, &start);
        self.report(answer, problem.table_bytes())
    }

    fn search<P: Problem>(&self, problem: &P, start: &P::State) -> Answer
    where
        P::State: Eq + Hash,
    {
        let Job { executor, control, .. } = *self;
        let method = &self.request.method;
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
        }
    }

    fn report(&self, answer: Answer, table_bytes: u64) -> Report {
        let solutions: Vec<Vec<Direction>> = answer.solutions.iter().map(|path| self.replay(path)).collect();
        Report {
            status: Status::of(answer.end, answer.is_optimal(), !solutions.is_empty()),
            algorithm: self.request.method.algorithm,
            estimate: self.estimate,
            solutions,
            n_solutions: answer.n_solutions,
            length: answer.cost,
            lower_bound: answer.lower_bound,
            counts: answer.counts,
            held: answer.held,
            rounds: answer.rounds,
            table_bytes,
        }
    }

    /// Plays a solution on the full board before anyone sees it.
    ///
    /// # Panics
    /// When it does not lead to the goal: a bug in a recipe, and no answer is better than a wrong one.
    fn replay(&self, path: &[Move]) -> Vec<Direction> {
        let mut board = self.request.board.clone();
        let moves: Vec<Direction> = path.iter().map(|mv| Direction::ALL[usize::from(mv.0)]).collect();
        let legal = moves.iter().all(|&way| board.slide(way).is_some());
        assert!(legal && board == self.request.goal, "a solution of {} fails its replay", board.to_line());
        moves
    }
}
