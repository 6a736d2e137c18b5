//! The façade: a request in, a report out. Keeps the problems (with their tables) it has made, so that many requests
//! for one goal share them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use puzzle::solvable::{other_goals, solvable};
use puzzle::{Board, Direction, Goal};
use search::{
    Answer, Blind, Control, Deepening, Executor, Limits, Move, Observer, Problem, Rank, Want, best_first,
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
        self.with_problem(request, control.observer, Search { request, executor, control })
    }

    /// Makes the tables that a request needs, so that solving it does not have to.
    pub fn prepare(&self, request: &Request, observer: &dyn Observer) -> Result<(), Error> {
        check_size(&request.board, &request.goal)?;
        self.with_problem(request, observer, Prepare)
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

    /// Hands the problem that a request asks for to `user`.
    fn with_problem<U: User>(
        &self,
        request: &Request,
        observer: &dyn Observer,
        user: U,
    ) -> Result<U::Out, Error> {
        let chosen = Chosen { solver: self, goal: &request.goal, estimate: estimate(request), observer };
        match request.goal.n_cells() {
            0..=16 => chosen.on_word::<u64, U>(user),
            17..=25 => chosen.on_word::<u128, U>(user),
            26..=64 => chosen.on_any::<[u8; 64], U>(user),
            _ => chosen.on_any::<[u8; 256], U>(user),
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

/// What a request is estimated with.
fn estimate(request: &Request) -> Estimate {
    match request.method.estimate {
        _ if !request.method.algorithm.uses_heuristic() => Estimate::Zero,
        Some(estimate) => estimate,
        None => Estimate::best_for(request.goal.rows(), request.goal.cols()),
    }
}

fn size(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

fn name(goal: &Board) -> String {
    let is_it = |named: &&Goal| named.board(goal.rows(), goal.cols()).is_ok_and(|board| board == *goal);
    Goal::NAMED.iter().find(is_it).map_or_else(|| goal.to_line(), |named| named.name().to_string())
}

fn check_size(board: &Board, goal: &Board) -> Result<(), Error> {
    if (board.rows(), board.cols()) != (goal.rows(), goal.cols()) {
        return Err(Error::SizeMismatch { board: size(board), goal: size(goal) });
    }
    if board.n_cells() > MAX_CELLS {
        return Err(Error::TooLarge { size: size(board), most: MAX_CELLS });
    }
    Ok(())
}

fn check(board: &Board, goal: &Board, method: &Method, limits: &Limits) -> Result<(), Error> {
    check_size(board, goal)?;
    if method.all && !method.algorithm.finds_all() {
        return Err(Error::FindsOne(method.algorithm));
    }
    if method.algorithm == Algorithm::DepthFirst && limits.max_cost == Limits::default().max_cost {
        return Err(Error::NoCutOff);
    }
    if !solvable(board, goal) {
        return Err(Error::Unsolvable { goal: name(goal), reachable: other_goals(board, goal) });
    }
    Ok(())
}

/// A goal and an estimate on the way to the one type of problem that serves them.
struct Chosen<'a> {
    solver: &'a Solver,
    goal: &'a Board,
    estimate: Estimate,
    observer: &'a dyn Observer,
}

/// What is done with a problem, whatever its type.
trait User {
    type Out;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, estimate: Estimate) -> Self::Out;
}

impl Chosen<'_> {
    /// The heuristics that need a board in a machine word, and all others.
    fn on_word<C: Word, U: User>(&self, user: U) -> Result<U::Out, Error> {
        let goal = self.goal;
        match self.estimate {
            Estimate::WalkingDistance if WalkingDistance::exists_for(goal) => {
                Ok(self.give::<C, _, U>(|| WalkingDistance::new(goal), user))
            }
            Estimate::Pattern => Ok(self.give::<C, _, U>(|| Pattern::<C>::new(goal, self.observer), user)),
            _ => self.on_any::<C, U>(user),
        }
    }

    fn on_any<C: Cells, U: User>(&self, user: U) -> Result<U::Out, Error> {
        let goal = self.goal;
        match self.estimate {
            Estimate::Zero => Ok(self.give::<C, _, U>(|| Zero, user)),
            Estimate::Misplaced => Ok(self.give::<C, _, U>(|| Misplaced::<C>::new(goal), user)),
            Estimate::Manhattan => Ok(self.give::<C, _, U>(|| Manhattan::<C>::new(goal), user)),
            Estimate::LinearConflict => Ok(self.give::<C, _, U>(|| LinearConflict::<C>::new(goal), user)),
            estimate => Err(Error::NoEstimate { estimate, size: size(goal) }),
        }
    }

    fn give<C: Cells, H: Heuristic<C> + 'static, U: User>(
        &self,
        heuristic: impl FnOnce() -> H,
        user: U,
    ) -> U::Out {
        let problem = self.solver.problem(self.goal, || Sliding::<C, H>::new(self.goal, heuristic()));
        user.use_it(&problem, self.estimate)
    }
}

/// Having it is enough.
struct Prepare;

impl User for Prepare {
    type Out = ();
    fn use_it<C: Cells, H: Heuristic<C>>(self, _problem: &Sliding<C, H>, _estimate: Estimate) {}
}

/// Searches it.
struct Search<'a> {
    request: &'a Request,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl User for Search<'_> {
    type Out = Report;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, estimate: Estimate) -> Report {
        let answer = self.search(problem, &problem.state(&self.request.board));
        self.report(answer, estimate, problem.table_bytes())
    }
}

impl Search<'_> {
    fn search<P: Problem>(&self, problem: &P, start: &P::State) -> Answer
    where
        P::State: Eq + Hash,
    {
        let Search { executor, control, .. } = *self;
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

    fn report(&self, answer: Answer, estimate: Estimate, table_bytes: u64) -> Report {
        let solutions: Vec<Vec<Direction>> = answer.solutions.iter().map(|path| self.replay(path)).collect();
        Report {
            status: Status::of(answer.end, answer.is_optimal(), !solutions.is_empty()),
            algorithm: self.request.method.algorithm,
            estimate,
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
