//! Sessions: run one search at a time with its tables, deadline, progress and timing. All requests that search use this
//! code.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use search::{Control, Executor, Limits, Observer, Silent};
use solver::{Demand, Error, MoveSink, Report, Request, solve_each};

use crate::memory;
use crate::table_timer::TableTimer;
use crate::watch::{Guard, Watch};

/// A progress display: an observer that is also called at regular intervals.
pub trait Progress: Observer {
    /// The work starts.
    fn begin(&self) {}

    /// The tables that are needed to start are ready and the search starts.
    fn search_started(&self) {}

    /// The work is done.
    fn end(&self) {}

    /// Returns the interval of [`tick`](Self::tick), if it should be called at all.
    fn tick_interval(&self) -> Option<Duration> {
        None
    }

    /// Called at every interval with the number of nodes so far.
    fn tick(&self, _nodes: u64) {}
}

/// Shows nothing.
impl Progress for Silent {}

/// A report with its timing.
#[derive(Debug)]
pub struct Timed {
    /// The report.
    pub report: Report,
    /// Seconds from the request to the answer, tables included.
    pub seconds: f64,
    /// Seconds spent on tables: checking reachability, and filling, reading or waiting for tables.
    pub table_seconds: f64,
}

impl Timed {
    /// Returns the seconds spent on the search.
    pub fn search_seconds(&self) -> f64 {
        (self.seconds - self.table_seconds).max(0.0)
    }
}

/// Limits and threads of a search.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// Limits on nodes, memory and length.
    pub limits: Limits,
    /// Time limit from the request to the answer, tables included.
    pub timeout: Option<Duration>,
    /// Executor that runs the tasks of the search.
    pub executor: &'a dyn Executor,
}

/// Runs searches under a watch.
pub struct Session<'a> {
    demand: Demand,
    watch: &'a Watch,
    /// Default memory limit in bytes; None for half of the free memory.
    memory: Option<u64>,
}

/// Solves one puzzle after the other on one thread without a progress display. A batch has one per thread.
pub struct Runner<'a> {
    session: &'a Session<'a>,
    guard: Guard<'a>,
    /// True if the tables that all puzzles share are ready.
    is_ready: bool,
    /// If true, the next puzzle uses small tables instead of waiting for the large ones that pay off for many puzzles.
    pub small_tables_first: bool,
}

impl<'a> Session<'a> {
    /// Creates a session; `demand` is the expected number of puzzles.
    pub fn new(watch: &'a Watch, demand: Demand) -> Self {
        Session { demand, watch, memory: None }
    }

    /// Sets the default memory limit.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Session { memory: Some(bytes), ..self }
    }

    /// Returns the default memory limit in bytes.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(memory::default_limit)
    }

    /// True if the watch has stopped its searches.
    pub fn is_cancelled(&self) -> bool {
        self.watch.is_cancelled()
    }

    /// Solves a request.
    ///
    /// # Errors
    /// If the request is rejected.
    pub fn solve(
        &self,
        request: &Request,
        allowance: &Allowance<'_>,
        progress: &dyn Progress,
    ) -> Result<Timed, Error> {
        self.timed(request, allowance, progress, |control| request.solve(allowance.executor, control))
    }

    /// Solves a request and passes its moves to `take` while they are found.
    ///
    /// # Errors
    /// If the request is rejected.
    pub fn stream(
        &self,
        request: &Request,
        allowance: &Allowance<'_>,
        progress: &dyn Progress,
        take: &mut MoveSink<'_>,
    ) -> Result<Timed, Error> {
        self.timed(request, allowance, progress, |control| request.stream(allowance.executor, control, take))
    }

    /// Prepares the tables of a request, searches, and measures both times. The time starts here, because the caller
    /// waits for everything that the answer needs.
    fn timed(
        &self,
        request: &Request,
        allowance: &Allowance<'_>,
        progress: &dyn Progress,
        search: impl FnOnce(&Control<'_>) -> Result<Report, Error>,
    ) -> Result<Timed, Error> {
        let started = Instant::now();
        let clock = TableTimer::new(progress);
        let mut before = 0.0;
        let work = |control: &Control<'_>| -> Result<Report, Error> {
            self.prepare(request, control)?;
            before = started.elapsed().as_secs_f64() - clock.seconds();
            progress.search_started();
            search(control)
        };
        let (report, _) = self.watched_with(&clock, allowance.limits, allowance.timeout, progress, work);
        let seconds = started.elapsed().as_secs_f64();
        Ok(Timed { report: report?, seconds, table_seconds: before + clock.seconds() })
    }

    /// Checks that a request can be executed.
    ///
    /// # Errors
    /// If not, with the reason, or if the check ran out of time.
    pub fn check(&self, request: &Request, limits: &Limits, timeout: Option<Duration>) -> Result<(), Error> {
        let guard = self.watch.guard(timeout);
        request.check(&Control::new(*limits, &Silent, &guard.stop))
    }

    /// Creates a runner that solves many requests on the calling thread.
    pub fn runner(&'a self) -> Runner<'a> {
        Runner { session: self, guard: self.watch.guard(None), is_ready: false, small_tables_first: false }
    }

    /// Prepares the tables of a request, as far as they are known before the search.
    fn prepare(&self, request: &Request, control: &Control<'_>) -> Result<(), Error> {
        request.prepare(self.demand, control)
    }

    /// Prepares the tables for many puzzles like this one, so that none of them has to wait for all tables.
    pub fn prepare_for_many(&self, request: &Request, control: &Control<'_>) {
        // An invalid request is reported when it is solved.
        let _ = request.prepare(Demand::Many, control);
    }

    /// Runs `work` under the watch with a progress display. Returns its result and the seconds it took.
    pub fn watched<T>(
        &self,
        limits: Limits,
        timeout: Option<Duration>,
        progress: &dyn Progress,
        work: impl FnOnce(&Control<'_>) -> T,
    ) -> (T, f64) {
        self.watched_with(progress, limits, timeout, progress, work)
    }

    /// Runs `work` under the watch with a separate observer.
    fn watched_with<T>(
        &self,
        observer: &dyn Observer,
        limits: Limits,
        timeout: Option<Duration>,
        progress: &dyn Progress,
        work: impl FnOnce(&Control<'_>) -> T,
    ) -> (T, f64) {
        let guard = self.watch.guard(timeout);
        let control = Control::new(limits, observer, &guard.stop);
        let started = Instant::now();
        progress.begin();
        let result = thread::scope(|scope| {
            // Lives as long as the work, also if the work panics.
            let (_working, ended) = mpsc::channel::<()>();
            if let Some(interval) = progress.tick_interval() {
                let control = &control;
                scope.spawn(move || {
                    while ended.recv_timeout(interval) == Err(mpsc::RecvTimeoutError::Timeout) {
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

impl Runner<'_> {
    /// Solves a request.
    ///
    /// # Errors
    /// If the request is rejected.
    pub fn solve(
        &mut self,
        request: &Request,
        allowance: &Allowance<'_>,
        observer: &dyn Observer,
    ) -> Result<Timed, Error> {
        let Allowance { limits, timeout, executor } = *allowance;
        let started = Instant::now();
        if timeout.is_some() {
            self.guard.restart(timeout);
        }
        let clock = TableTimer::new(observer);
        let control = Control::new(limits, &clock, &self.guard.stop);
        let mut before = 0.0;
        if !self.is_ready || !request.instance.shares_task_tables() {
            let demand = if self.small_tables_first { Demand::One } else { self.session.demand };
            request.prepare(demand, &control)?;
            self.is_ready = demand == self.session.demand && control.stopped().is_none();
            before = started.elapsed().as_secs_f64() - clock.seconds();
        }
        let report = request.solve(executor, &control)?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(Timed { report, seconds, table_seconds: before + clock.seconds() })
    }

    /// Solves several requests, interleaved where that is faster. Requests with a time or node limit are solved one by
    /// one, because such limits apply to each. The total seconds are distributed by node counts.
    pub fn solve_each(
        &mut self,
        requests: &[Request],
        allowance: &Allowance<'_>,
        observer: &dyn Observer,
    ) -> Vec<Result<Timed, Error>> {
        let Allowance { limits, timeout, executor } = *allowance;
        let is_free = timeout.is_none() && limits.max_nodes == Limits::default().max_nodes;
        let Some(first) = requests.first().filter(|_| is_free && requests.len() > 1) else {
            return requests.iter().map(|request| self.solve(request, allowance, observer)).collect();
        };
        let started = Instant::now();
        let control = Control::new(limits, observer, &self.guard.stop);
        // Puzzles of another size prepare their tables when their turn comes; an error of the first request is reported
        // below.
        let _ = self.session.prepare(first, &control);
        let table_seconds = started.elapsed().as_secs_f64();
        let started = Instant::now();
        let reports = solve_each(requests, executor, &control);
        let seconds = started.elapsed().as_secs_f64();
        let nodes = |report: &Report| report.counts.generated.max(1) as f64;
        let all: f64 = reports.iter().flatten().map(nodes).sum();
        let timed = |report: Report| {
            let seconds = table_seconds + seconds * nodes(&report) / all;
            Timed { report, seconds, table_seconds }
        };
        reports.into_iter().map(|report| Ok(timed(report?))).collect()
    }
}
