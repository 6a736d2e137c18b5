//! Solves a puzzle of any family: checks the request, runs the solver, and replays every solution before it is
//! returned.

use search::{Answer, Control, End, Executor};

use crate::error::Error;
use crate::heuristic::Heuristic;
use crate::instance::{Instance, MoveSink, Names, Replay};
use crate::method::{self, Method};
use crate::report::{Report, Status};
use crate::solve_outcome::{Demand, SolveOutcome};
use crate::task::Task;

/// A puzzle to be solved by a method.
#[derive(Clone)]
pub struct Request {
    /// The task that the puzzle belongs to.
    pub task: std::sync::Arc<dyn Task>,
    /// The position to solve.
    pub instance: std::sync::Arc<dyn Instance>,
    /// The method.
    pub method: Method,
}

impl Request {
    /// Checks that the puzzle can be solved by the method. Fills no tables.
    ///
    /// # Errors
    /// The reason for a rejection; [`Error::stopped`] if the check itself was stopped.
    pub fn check(&self, control: &Control<'_>) -> Result<(), Error> {
        method::check(&*self.task, &self.method, method::max_length(&control.limits))?;
        self.instance.check(&self.method, control)
    }

    /// Fills the tables that the search needs. A request that will be rejected needs none.
    ///
    /// # Errors
    /// If the request is rejected.
    pub fn prepare(&self, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        match self.check(control) {
            // The search reports the stop itself.
            Err(error) if error.stopped.is_some() => return Ok(()),
            checked => checked?,
        }
        self.instance.prepare(&self.method, demand, control)
    }

    /// Solves the puzzle.
    ///
    /// # Errors
    /// If the request is rejected.
    pub fn solve(&self, executor: &dyn Executor, control: &Control<'_>) -> Result<Report, Error> {
        if let Err(error) = self.check(control) {
            let reason = error.stopped.ok_or(error)?;
            return Ok(self.report(stopped(End::Stopped(reason)), control));
        }
        let found = self.instance.solve(&self.method, executor, control)?;
        Ok(self.report(found, control))
    }

    /// Solves the puzzle and passes moves to `take` while they are found. The report has no solution where it may be
    /// larger than memory. If the report's status is not `Solved`, the caller must discard the moves taken.
    ///
    /// # Errors
    /// If the request is rejected.
    pub fn stream(
        &self,
        executor: &dyn Executor,
        control: &Control<'_>,
        take: &mut MoveSink<'_>,
    ) -> Result<Report, Error> {
        self.check(control)?;
        let found = self.instance.stream(&self.method, executor, control, take)?;
        Ok(self.report(found, control))
    }

    /// Replays all solutions on the full puzzle and compares their lengths with the answer.
    ///
    /// # Panics
    /// If a solution does not reach the goal or has another length than reported, or if one is shorter than the lower
    /// bound. This is a bug in a solver, and no answer is better than a wrong one.
    fn replay(&self, answer: &Answer) {
        let Some(shortest) = answer.cost else {
            assert!(answer.solutions.is_empty(), "solutions without a length fail their replay");
            return;
        };
        assert!(
            answer.lower_bound <= shortest,
            "a solution of length {shortest} contradicts the lower bound {}",
            answer.lower_bound
        );
        let lengths = u64::from(shortest)..=u64::from(shortest) + u64::from(self.method.within);
        for solution in &answer.solutions {
            let is_solved = self.instance.replay(solution) == Replay::Solved;
            assert!(is_solved, "the solution {} fails its replay", Names(&*self.instance, solution));
            let length = self.instance.cost(solution);
            assert!(
                lengths.contains(&length),
                "the solution {} of length {length} fails its replay: the reported length is {shortest}",
                Names(&*self.instance, solution)
            );
        }
    }

    /// Replays all solutions and builds the report.
    fn report(&self, found: SolveOutcome, control: &Control<'_>) -> Report {
        let SolveOutcome { mut answer, longer, heuristic, table_bytes, up_to_symmetry } = found;
        self.replay(&answer);
        // A search that proves nothing leaves the bound at 0, but a position that is not the goal needs a move.
        if answer.cost != Some(0) {
            answer.lower_bound = answer.lower_bound.max(self.instance.least_cost());
        }
        // Forced moves were not searched for but belong to every solution.
        let forced = self.instance.forced_cost();
        answer.cost = answer.cost.map(|cost| cost + forced);
        answer.lower_bound += forced;
        answer.rounds.iter_mut().for_each(|round| round.bound += forced);
        Report {
            status: Status::of(answer.end, answer.is_optimal(), !answer.solutions.is_empty()),
            algorithm: self.method.algorithm,
            heuristic,
            n_solutions: answer.n_solutions,
            longer,
            up_to_symmetry,
            length: answer.cost,
            lower_bound: answer.lower_bound,
            max_length: method::max_length(&control.limits),
            counts: answer.counts,
            held: answer.held,
            rounds: answer.rounds,
            solutions: answer.solutions,
            table_bytes,
        }
    }
}

/// Returns the outcome of a request that was stopped before the search.
fn stopped(end: End) -> SolveOutcome {
    SolveOutcome::new(Answer { end, ..Answer::unknown(0) }, Heuristic::NONE, 0)
}

/// Solves several puzzles, each as [`Request::solve`] would, and returns the reports in order. Where it is faster,
/// searches are interleaved on the calling thread; the others run one after the other. The limits of `control` apply to
/// each puzzle, except the node limit, which applies to all together.
pub fn solve_each(
    requests: &[Request],
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Vec<Result<Report, Error>> {
    let mut reports: Vec<Option<Report>> = requests.iter().map(|_| None).collect();
    if let Some(first) = requests.first() {
        let is_like_first =
            |request: &Request| request.method == first.method && request.check(control).is_ok();
        let batch: Vec<usize> = (0..requests.len()).filter(|&i| is_like_first(&requests[i])).collect();
        let instances: Vec<&dyn Instance> = batch.iter().map(|&i| &*requests[i].instance).collect();
        let found = first.instance.solve_each(&instances, &first.method, control);
        for (&i, found) in batch.iter().zip(found) {
            reports[i] = found.map(|found| requests[i].report(found, control));
        }
    }
    let solve_alone = |(request, known): (&Request, Option<Report>)| match known {
        Some(report) => Ok(report),
        None => request.solve(executor, control),
    };
    requests.iter().zip(reports).map(solve_alone).collect()
}
