//! The façade: a request in, a report out. What every request must satisfy is checked here, each puzzle's own in its
//! recipe, and no solution leaves that was not replayed.

use std::ops::ControlFlow;
use std::sync::Arc;

use puzzle::Board;
use search::{Answer, Control, End, Executor, Limits, Move, StopReason};

use ::solver::{
    Algorithm, Census, Demand, Error, Estimate, Found, Metric, Outlay, Report, Status, Store, Twist,
    UpToSymmetry,
};

use crate::question::Question;
use crate::recipe::cube3::alike::Alike;
use crate::recipe::cube3::optimal::Optimal;
use crate::recipe::cube3::{reach, steps};
use crate::recipe::sliding::{SlideMetric, Wish};
use crate::recipe::{cube2, cube3, cube4, defined, shuffdle, sliding, square1};
use crate::request::Request;

/// Solves requests and remembers what it built for them.
pub struct Solver {
    sliding: sliding::Recipes,
    cube2: cube2::Recipes,
    cube3: Arc<cube3::Cubes>,
    optimal: Optimal,
    cube4: cube4::Recipes,
    steps: steps::Recipes,
    reach: reach::Reach,
    shuffdle: shuffdle::Recipes,
    square1: square1::Recipes,
    defined: defined::Recipes,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::kept_in(&Store::nowhere())
    }
}

impl Solver {
    /// With nothing built yet but what is kept; what is built is kept there if that is worth while.
    pub fn kept_in(store: &Store) -> Self {
        // What is left of a 4x4x4 is a 3x3x3.
        let cube3 = Arc::new(cube3::Cubes::new());
        Solver {
            cube4: cube4::Recipes::new(cube3.clone()),
            optimal: Optimal::kept_in(cube3.clone(), store),
            cube3,
            sliding: sliding::Recipes::kept_in(store),
            cube2: Default::default(),
            steps: Default::default(),
            reach: Default::default(),
            shuffdle: Default::default(),
            square1: Default::default(),
            defined: Default::default(),
        }
    }
}

impl Solver {
    /// With nothing built yet, and nothing kept.
    pub fn new() -> Self {
        Solver::default()
    }

    /// Who solves boards.
    pub(crate) fn boards(&self) -> &sliding::Recipes {
        &self.sliding
    }

    /// Who proves shortest solutions of the 3x3x3.
    pub(crate) fn optimal(&self) -> &Optimal {
        &self.optimal
    }

    /// Solves a puzzle, or says why it cannot be solved as asked.
    pub fn solve(
        &self,
        request: &Request,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Report, Error> {
        let Request { question, method } = request;
        match self.check(request, control) {
            Err(Error::Stopped(reason)) => return Ok(report(unknown(reason), request, &control.limits)),
            checked => checked?,
        }
        let found = match question {
            Question::Sliding { board, goal, metric } => {
                self.sliding.answer(Wish { board, goal, metric: *metric }, method, executor, control)?
            }
            Question::Cube2(twist) => self.cube2.solve(twist, method, executor, control),
            Question::Cube3(twist) if method.algorithm == Algorithm::IdaStar => {
                self.optimal.solve(twist, method, executor, control)
            }
            Question::Cube3(twist) => self.cube3.solve(twist, method, control),
            Question::Cube4(cube) => self.cube4.solve(cube, method, control),
            Question::Steps(steps) => self.steps.solve(steps, method, executor, control),
            Question::Shuffdle(spelling) => self.shuffdle.solve(spelling, method, executor, control)?,
            Question::Square1(slashing) => self.square1.solve(slashing, method, executor, control),
            Question::Defined(defined) => self.defined.solve(defined, method, executor, control)?,
        };
        Ok(report(found, request, &control.limits))
    }

    /// Solves several puzzles, each as [`Solver::solve`] would: the reports in their order. Searches for shortest solutions of boards with one
    /// goal go on side by side, so that one does not wait for memory alone; others come one after the other. The
    /// limits of `control` hold for each but that of nodes, which holds for all together.
    pub fn solve_each(
        &self,
        requests: &[Request],
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Vec<Result<Report, Error>> {
        let mut reports: Vec<Option<Result<Report, Error>>> = requests.iter().map(|_| None).collect();
        if let Some(first) = requests.first().and_then(one_of_many) {
            let is_alike = |request: &Request| {
                one_of_many(request).is_some_and(|(_, goal)| goal == first.1)
                    && request.method == requests[0].method
                    && self.check(request, control).is_ok()
            };
            let alike: Vec<usize> = (0..requests.len()).filter(|&i| is_alike(&requests[i])).collect();
            let boards: Vec<&Board> =
                alike.iter().filter_map(|&i| one_of_many(&requests[i])).map(|(board, _)| board).collect();
            // What is wrong with all of them each says itself.
            let found = self.sliding.solve_each(&boards, first.1, &requests[0].method, control);
            for (&i, found) in alike.iter().zip(found.into_iter().flatten()) {
                reports[i] = found.map(|found| Ok(report(found, &requests[i], &control.limits)));
            }
        }
        let alone = |(request, known): (&Request, Option<_>)| {
            known.unwrap_or_else(|| self.solve(request, executor, control))
        };
        requests.iter().zip(reports).map(alone).collect()
    }

    /// Solves a puzzle and hands over the moves of its solution piece by piece, each piece replayed on the full puzzle. The
    /// report holds none where there may be more than memory holds: if a board is solved tile by tile, moves are handed over
    /// as they are found. Whoever takes them may say why no more are wanted, and a report that does not say `Solved` makes
    /// what was taken worthless.
    pub fn stream(
        &self,
        request: &Request,
        executor: &dyn Executor,
        control: &Control<'_>,
        take: &mut dyn FnMut(&[Move]) -> ControlFlow<StopReason>,
    ) -> Result<Report, Error> {
        let (Question::Sliding { board, goal, metric }, Algorithm::Construct) =
            (&request.question, request.method.algorithm)
        else {
            let mut report = self.solve(request, executor, control)?;
            if let Some(moves) = report.solutions.first()
                && let ControlFlow::Break(reason) = take(moves)
            {
                report.status = Status::Stopped(reason);
            }
            return Ok(report);
        };
        self.check(request, control)?;
        let wish = Wish { board, goal, metric: *metric };
        Ok(report(self.sliding.pass_on(wish, executor, control, take)?, request, &control.limits))
    }

    /// Makes the tables that a request needs, so that solving it does not have to.
    pub fn prepare(&self, request: &Request, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        let Request { question, method } = request;
        match question {
            Question::Sliding { board, goal, metric } => {
                self.sliding.make_ready(Wish { board, goal, metric: *metric }, method, demand, control)
            }
            Question::Cube2(twist) => {
                self.cube2.prepare(twist, method, demand, control.observer);
                Ok(())
            }
            Question::Cube3(twist) if method.algorithm == Algorithm::IdaStar => {
                self.optimal.prepare(twist, method, demand, control);
                Ok(())
            }
            Question::Cube3(twist) => {
                self.cube3.prepare(twist, method, demand, control);
                Ok(())
            }
            Question::Cube4(cube) => {
                self.cube4.prepare(cube, demand, control);
                Ok(())
            }
            Question::Steps(steps) => {
                self.steps.prepare(steps, method, control);
                Ok(())
            }
            Question::Shuffdle(spelling) => self.shuffdle.prepare(spelling, method, demand, control),
            Question::Defined(defined) => self.defined.prepare(defined, demand, control),
            Question::Square1(slashing) => {
                self.square1.prepare(slashing, method, demand, control);
                Ok(())
            }
        }
    }

    /// What larger tables would cost than requests like this are solved with now, and what these have taken; None if there are none
    /// that a large batch may be given while it runs.
    pub fn outlay(&self, request: &Request, limits: &Limits) -> Option<Outlay> {
        match &request.question {
            Question::Sliding { goal, metric: SlideMetric::SingleTile, .. } => {
                self.sliding.outlay(goal, &request.method, limits)
            }
            _ => None,
        }
    }

    /// Makes these tables while others go on solving. What they begin later they solve with the new ones: as well, in fewer nodes.
    /// Whether the tables are ready; not if it was stopped, or if somebody else makes them already.
    pub fn upgrade(&self, request: &Request, control: &Control<'_>) -> bool {
        match &request.question {
            Question::Sliding { goal, metric: SlideMetric::SingleTile, .. } => {
                self.sliding.upgrade(goal, &request.method, control)
            }
            _ => false,
        }
    }

    /// Counts the positions at every distance from the goal of `question`.
    pub fn count(&self, question: &Question, control: &Control<'_>) -> Result<Census, Error> {
        match question {
            Question::Sliding { goal, .. } => sliding::count(goal, control),
            Question::Cube2(twist) => {
                cube2::check(twist)?;
                cube2::count(twist, control)
            }
            Question::Square1(slashing) => Ok(square1::serve::count(slashing.metric, control)),
            Question::Defined(defined) => defined::count::count(defined, control),
            Question::Cube3(twist) => cube3::count::count(twist, control),
            Question::Steps(_) => Err(Error::SeveralGoals),
            Question::Cube4(_) | Question::Shuffdle(_) => Err(Error::TooMany(question.family())),
        }
    }

    /// What every request must satisfy, then what its puzzle asks. Takes no tables.
    ///
    /// # Errors
    /// The reason why the request will be refused; [`Error::Stopped`] if that was not known when the work was stopped.
    pub fn check(&self, request: &Request, control: &Control<'_>) -> Result<(), Error> {
        let Request { question, method } = request;
        let (family, algorithm) = (question.family(), method.algorithm);
        if !question.algorithms().contains(&algorithm) {
            return Err(foreign_algorithm(algorithm, question));
        }
        if let Some(estimate) = method.estimate.filter(|estimate| !question.estimates().contains(estimate)) {
            return Err(Error::ForeignEstimate { estimate, family });
        }
        if method.all && !algorithm.finds_all() {
            return Err(Error::FindsOne(algorithm));
        }
        if method.within > 0 && !question.has_longer(algorithm) {
            return Err(Error::OnlyShortest { algorithm, family });
        }
        if method.min_length > 0 && !question.has_least(algorithm) {
            return Err(Error::NoLeastLength { algorithm, family });
        }
        if method.niss && !matches!(question, Question::Steps(_)) {
            return Err(Error::NoInverse);
        }
        if method.up_to_symmetry && !matches!(question, Question::Cube3(_)) {
            return Err(Error::NoSymmetry);
        }
        if (method.improve || method.max_probes.is_some()) && !algorithm.improves() {
            return Err(Error::CannotImprove(algorithm));
        }
        if algorithm == Algorithm::DepthFirst && control.limits.max_cost == Limits::default().max_cost {
            return Err(Error::NoCutOff);
        }
        match question {
            Question::Sliding { board, goal, .. } => sliding::check(board, goal, algorithm),
            Question::Cube2(twist) => cube2::check(twist),
            Question::Cube3(Twist { metric: Metric::Axial, .. }) if algorithm == Algorithm::IdaStar => {
                let reason = "shortest solutions are searched in half turns or quarter turns";
                Err(Error::ForeignMetric { metric: Metric::Axial, family, reason })
            }
            Question::Cube3(twist) => self.reach.check(twist),
            // Whatever can be read can be solved.
            Question::Cube4(_) => Ok(()),
            Question::Steps(steps) => steps.check(method),
            Question::Shuffdle(spelling) => shuffdle::check(spelling),
            Question::Square1(slashing) => square1::serve::check(slashing, method),
            Question::Defined(defined) => self.defined.check(defined, control),
        }
    }
}

/// The search is none for the question.
fn foreign_algorithm(algorithm: Algorithm, question: &Question) -> Error {
    match question {
        Question::Steps(_) => Error::NoStepsBy(algorithm),
        _ => Error::ForeignAlgorithm { algorithm, family: question.family() },
    }
}

/// Stopped before anything was searched.
fn unknown(reason: StopReason) -> Found {
    let answer = Answer { end: End::Stopped(reason), ..Answer::unknown(0) };
    Found { answer, longer: Vec::new(), estimate: Estimate::Zero, table_bytes: 0 }
}

/// Board and goal, if the request is one that can be searched beside others.
fn one_of_many(request: &Request) -> Option<(&Board, &Board)> {
    let Request { question, method } = request;
    match question {
        Question::Sliding { board, goal, metric: SlideMetric::SingleTile }
            if method.algorithm == Algorithm::IdaStar && !method.all =>
        {
            Some((board, goal))
        }
        _ => None,
    }
}

/// Replays what was found before anyone sees it.
///
/// # Panics
/// When a solution does not lead to the goal: a bug in a recipe, and no answer is better than a wrong one.
fn report(found: Found, request: &Request, limits: &Limits) -> Report {
    let Found { mut answer, longer, estimate, table_bytes } = found;
    for solution in &answer.solutions {
        let names = || request.question.move_names(solution);
        assert!(request.question.replay(solution), "the solution {} fails its replay", names());
    }
    // What is forced was not searched for but belongs to every solution.
    let forced = request.question.forced_cost();
    answer.cost = answer.cost.map(|cost| cost + forced);
    answer.lower_bound += forced;
    answer.rounds.iter_mut().for_each(|round| round.bound += forced);
    let up_to_symmetry = match &request.question {
        Question::Cube3(twist) if request.method.up_to_symmetry => {
            let n_compared = answer.solutions.len() as u64;
            Alike::of(twist).leave_first(&mut answer.solutions);
            Some(UpToSymmetry { n_sets: answer.solutions.len() as u64, n_compared })
        }
        _ => None,
    };
    Report {
        status: Status::of(answer.end, answer.is_optimal(), !answer.solutions.is_empty()),
        algorithm: request.method.algorithm,
        estimate,
        n_solutions: answer.n_solutions,
        longer,
        up_to_symmetry,
        length: answer.cost,
        lower_bound: answer.lower_bound,
        max_length: Some(limits.max_cost).filter(|&most| most < Limits::default().max_cost),
        counts: answer.counts,
        held: answer.held,
        rounds: answer.rounds,
        solutions: answer.solutions,
        table_bytes,
    }
}
