//! How a puzzle is solved, whichever it is: what every request must satisfy is checked, the solver searches, and no
//! solution leaves that was not replayed.

use search::{Answer, Control, End, Executor};

use crate::error::Error;
use crate::heuristic::Heuristic;
use crate::instance::{Instance, MoveSink, Names, Replay};
use crate::method::{self, Method};
use crate::report::{Report, Status};
use crate::solve_outcome::{Demand, SolveOutcome};
use crate::task::Task;

/// A puzzle to be solved, and how.
#[derive(Clone)]
pub struct Request {
    /// What is asked of it.
    pub task: std::sync::Arc<dyn Task>,
    /// The puzzle.
    pub instance: std::sync::Arc<dyn Instance>,
    /// How.
    pub method: Method,
}

impl Request {
    /// Checks that the puzzle can be solved as asked. Makes no tables.
    ///
    /// # Errors
    /// The reason why it will be refused; [`Error::stopped`] if that was not known when the work was stopped.
    pub fn check(&self, control: &Control<'_>) -> Result<(), Error> {
        method::check(&*self.task, &self.method, method::max_length(&control.limits))?;
        self.instance.check(&self.method, control)
    }

    /// Makes the tables that solving it needs. What will be refused needs none.
    ///
    /// # Errors
    /// If it will be refused.
    pub fn prepare(&self, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        match self.check(control) {
            // The search will say so.
            Err(error) if error.stopped.is_some() => return Ok(()),
            checked => checked?,
        }
        self.instance.prepare(&self.method, demand, control)
    }

    /// Solves the puzzle, or says why it cannot be solved as asked.
    ///
    /// # Errors
    /// If it cannot.
    pub fn solve(&self, executor: &dyn Executor, control: &Control<'_>) -> Result<Report, Error> {
        if let Err(error) = self.check(control) {
            let reason = error.stopped.ok_or(error)?;
            return Ok(self.report(stopped(End::Stopped(reason)), control));
        }
        let found = self.instance.solve(&self.method, executor, control)?;
        Ok(self.report(found, control))
    }

    /// Solves the puzzle and hands over moves as they are found. The report holds none where there may be more than
    /// memory holds. A report that does not say `Solved` makes what was taken worthless.
    ///
    /// # Errors
    /// If it cannot be solved as asked.
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

    /// Replays what was found before anyone sees it.
    ///
    /// # Panics
    /// When a solution does not lead to the goal: a bug in a solver, and no answer is better than a wrong one.
    fn report(&self, found: SolveOutcome, control: &Control<'_>) -> Report {
        let SolveOutcome { mut answer, longer, heuristic, table_bytes, up_to_symmetry } = found;
        for solution in &answer.solutions {
            let is_solved = self.instance.replay(solution) == Replay::Solved;
            assert!(is_solved, "the solution {} fails its replay", Names(&*self.instance, solution));
        }
        // What is forced was not searched for but belongs to every solution.
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

/// Stopped before anything was searched.
fn stopped(end: End) -> SolveOutcome {
    SolveOutcome::new(Answer { end, ..Answer::unknown(0) }, Heuristic::NONE, 0)
}

/// Solves several puzzles, each as [`Request::solve`] would: the reports in their order. Where that is faster, searches go on
/// side by side on the calling thread; others come one after the other. The limits of `control` hold for each but that of
/// nodes, which holds for all together.
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
