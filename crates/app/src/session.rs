//! One search at a time: prepared, watched, shown and timed. What all commands that search have in common.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use puzzle::Board;
use puzzle::solvable::solvable;
use search::{Control, Executor, Limits};
use solve::{Census, Report, Request, Solver};

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
        let table_seconds = self.prepare(request, progress)?;
        let Allowance { limits, timeout, executor } = *allowance;
        let (report, seconds) =
            self.watched(limits, timeout, progress, |control| self.solver.solve(request, executor, control));
        Ok(Timed { report: report?, seconds, table_seconds })
    }

    /// Makes the tables that a request needs, so that the clock of the search does not count them. Seconds it took.
    fn prepare(&self, request: &Request, progress: &Progress) -> Result<f64, Failure> {
        if !solvable(&request.board, &request.goal) {
            // The search will say so without any tables.
            return Ok(0.0);
        }
        let started = Instant::now();
        self.solver.prepare(request, progress)?;
        Ok(started.elapsed().as_secs_f64())
    }

    /// Counts what can be reached from a goal, and the seconds it takes.
    ///
    /// # Errors
    /// If there is too much to count.
    pub fn count(
        &self,
        goal: &Board,
        limits: Limits,
        timeout: Option<Duration>,
        progress: &Progress,
    ) -> Result<(Census, f64), Failure> {
        let (census, seconds) =
            self.watched(limits, timeout, progress, |control| self.solver.count(goal, control));
        Ok((census?, seconds))
    }

    /// Does some work under watch, shows it if somebody looks, and says how many seconds it took.
    fn watched<T>(
        &self,
        limits: Limits,
        timeout: Option<Duration>,
        progress: &Progress,
        work: impl FnOnce(&Control<'_>) -> T,
    ) -> (T, f64) {
        let guard = self.watch.guard(timeout);
        let control = Control::new(limits, progress, &guard.stop);
        let started = Instant::now();
        progress.begin();
        let result = thread::scope(|scope| {
            // Lives as long as the work, also if that panics.
            let (_working, ended) = mpsc::channel::<()>();
            if progress.is_drawn() {
                let control = &control;
                scope.spawn(move || {
                    while ended.recv_timeout(TICK) == Err(mpsc::RecvTimeoutError::Timeout) {
                        progress.tick(control.nodes());
                    }
                });
            }
            work(&control)
        });
        let seconds = started.elapsed().as_secs_f64();
        progress.end();
        (result, seconds)
    }
}
