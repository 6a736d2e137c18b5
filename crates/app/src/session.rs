//! One search at a time: prepared, watched, shown and timed. What all commands that search have in common.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use puzzle::solvable::solvable;
use search::{Control, Executor, Limits, Silent};
use solve::{Report, Request, Solver};

use crate::failure::Failure;
use crate::progress::Progress;
use crate::watch::Watch;

/// A report and the time it took.
#[derive(Debug)]
pub struct Timed {
    /// The report.
    pub report: Report,
    /// Seconds of the search.
    pub seconds: f64,
    /// Seconds it took to make its tables, next to nothing if they were there.
    pub table_seconds: f64,
}

/// How long and with what a search may run.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// Nodes, memory, length.
    pub limits: Limits,
    /// Time.
    pub timeout: Option<Duration>,
    /// Threads.
    pub executor: &'a dyn Executor,
}

/// A solver under watch.
pub struct Session<'a> {
    solver: Solver,
    watch: &'a Watch,
}

/// Between two looks at the progress.
const TICK: Duration = Duration::from_millis(100);

impl<'a> Session<'a> {
    /// With nothing built yet.
    pub fn new(watch: &'a Watch) -> Self {
        Session { solver: Solver::new(), watch }
    }

    /// Solves a request.
    ///
    /// # Errors
    /// If it cannot be carried out.
    pub fn solve(
        &self,
        request: &Request,
        allowance: &Allowance<'_>,
        progress: &Progress,
    ) -> Result<Timed, Failure> {
        let table_seconds = self.prepare(request, allowance, progress)?;
        let guard = self.watch.guard(allowance.timeout);
        let control = Control::new(allowance.limits, progress, &guard.stop);
        let started = Instant::now();
        progress.begin();
        let report = thread::scope(|scope| {
            // Lives as long as the search, also if that panics.
            let (_searching, ended) = mpsc::channel::<()>();
            if progress.is_drawn() {
                let control = &control;
                scope.spawn(move || {
                    while ended.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
                        progress.tick(control.nodes());
                    }
                });
            }
            self.solver.solve(request, allowance.executor, &control)
        });
        progress.end();
        let report = report?;
        Ok(Timed { report, seconds: started.elapsed().as_secs_f64(), table_seconds })
    }

    /// Makes the tables that a request needs, so that the clock of the search does not count them: the way from the
    /// goal to itself needs them, too, and is found at once.
    fn prepare(
        &self,
        request: &Request,
        allowance: &Allowance<'_>,
        progress: &Progress,
    ) -> Result<f64, Failure> {
        let Request { board, goal, .. } = request;
        let one_size = (board.rows(), board.cols()) == (goal.rows(), goal.cols());
        if !one_size || !solvable(board, goal) {
            // The search will say so without any tables.
            return Ok(0.0);
        }
        let guard = self.watch.guard(None);
        let control = Control::new(allowance.limits, progress, &guard.stop);
        let started = Instant::now();
        progress.mute_rounds();
        let at_goal = Request { board: goal.clone(), ..request.clone() };
        self.solver.solve(&at_goal, allowance.executor, &control)?;
        Ok(started.elapsed().as_secs_f64())
    }

    /// Counts what can be reached from a goal.
    ///
    /// # Errors
    /// If there is too much to count.
    pub fn count(
        &self,
        goal: &puzzle::Board,
        limits: Limits,
        timeout: Option<Duration>,
    ) -> Result<(solve::Census, f64), Failure> {
        let guard = self.watch.guard(timeout);
        let started = Instant::now();
        let census = self.solver.count(goal, &Control::new(limits, &Silent, &guard.stop))?;
        Ok((census, started.elapsed().as_secs_f64()))
    }
}
