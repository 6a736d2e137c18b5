//! One search at a time: prepared, watched, shown and timed. What all requests that search have in common.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use search::{Control, Executor, Limits, Observer, Silent};
use solver::{Demand, Error, MoveSink, Report, Request, solve_each};

use crate::memory;
use crate::table_timer::TableTimer;
use crate::watch::{Guard, Watch};

/// Shows how far the work is. It hears what every observer hears, and is asked to draw from time to time.
pub trait Progress: Observer {
    /// The work begins.
    fn begin(&self) {}

    /// The tables are made as far as they are needed to begin with.
    fn search_started(&self) {}

    /// The work is over.
    fn end(&self) {}

    /// Returns how often it wants to [`tick`](Self::tick), if at all.
    fn tick_interval(&self) -> Option<Duration> {
        None
    }

    /// `nodes` have been made by now.
    fn tick(&self, _nodes: u64) {}
}

/// Shows nothing.
impl Progress for Silent {}

/// A report and the time it took.
#[derive(Debug)]
pub struct Timed {
    /// The report.
    pub report: Report,
    /// Seconds from the request to the answer, tables included.
    pub seconds: f64,
    /// The part of them that went into tables: checking what can be reached, making, reading or waiting for tables.
    pub table_seconds: f64,
}

impl Timed {
    /// The part that went into the search.
    pub fn search_seconds(&self) -> f64 {
        (self.seconds - self.table_seconds).max(0.0)
    }
}

/// How long and with what a search may run.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// Nodes, memory, length.
    pub limits: Limits,
    /// Time from the request to the answer, tables included.
    pub timeout: Option<Duration>,
    /// Threads.
    pub executor: &'a dyn Executor,
}

/// Searches under watch.
pub struct Session<'a> {
    demand: Demand,
    watch: &'a Watch,
    /// Bytes that may be used where no option says how many; None for half of what is free.
    memory: Option<u64>,
}

/// Solves one puzzle after the other on one thread and shows none of it: what a batch has many of.
pub struct Runner<'a> {
    session: &'a Session<'a>,
    guard: Guard<'a>,
    /// Whether the tables that all puzzles share have been made.
    is_ready: bool,
    /// The next puzzle does not wait for the tables that pay for many.
    pub small_tables_first: bool,
}

impl<'a> Session<'a> {
    /// `demand` says how many puzzles are to come.
    pub fn new(watch: &'a Watch, demand: Demand) -> Self {
        Session { demand, watch, memory: None }
    }

    /// The same with so much memory where no option says how much.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Session { memory: Some(bytes), ..self }
    }

    /// Bytes that may be used where no option says how many.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(memory::default_limit)
    }

    /// True if the watch has ended its searches.
    pub fn is_cancelled(&self) -> bool {
        self.watch.is_cancelled()
    }

    /// Solves a request.
    ///
    /// # Errors
    /// If it cannot be carried out.
    pub fn solve(
        &self,
        request: &Request,
        allowance: &Allowance<'_>,
        progress: &dyn Progress,
    ) -> Result<Timed, Error> {
        self.timed(request, allowance, progress, |control| request.solve(allowance.executor, control))
    }

    /// Solves a request and hands its moves over as they come.
    ///
    /// # Errors
    /// If it cannot be carried out.
    pub fn stream(
        &self,
        request: &Request,
        allowance: &Allowance<'_>,
        progress: &dyn Progress,
        take: &mut MoveSink<'_>,
    ) -> Result<Timed, Error> {
        self.timed(request, allowance, progress, |control| request.stream(allowance.executor, control, take))
    }

    /// Makes the tables of a request, searches, and tells one time from the other. The clock runs from here: whatever is
    /// made for the answer is waited for.
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

    /// Whether a request can be carried out.
    ///
    /// # Errors
    /// If not, with the reason, or if there was no time to find out.
    pub fn check(&self, request: &Request, limits: &Limits, timeout: Option<Duration>) -> Result<(), Error> {
        let guard = self.watch.guard(timeout);
        request.check(&Control::new(*limits, &Silent, &guard.stop))
    }

    /// Who solves many requests on the calling thread.
    pub fn runner(&'a self) -> Runner<'a> {
        Runner { session: self, guard: self.watch.guard(None), is_ready: false, small_tables_first: false }
    }

    /// Makes the tables that a request needs, as far as it is known before the search.
    fn prepare(&self, request: &Request, control: &Control<'_>) -> Result<(), Error> {
        request.prepare(self.demand, control)
    }

    /// Makes the tables of many puzzles like this one, so that none of them has to wait for all.
    pub fn prepare_for_many(&self, request: &Request, control: &Control<'_>) {
        // What is wrong with a request is told when it is solved.
        let _ = request.prepare(Demand::Many, control);
    }

    /// Does some work under watch, shows it if somebody looks, and says how many seconds it took.
    pub fn watched<T>(
        &self,
        limits: Limits,
        timeout: Option<Duration>,
        progress: &dyn Progress,
        work: impl FnOnce(&Control<'_>) -> T,
    ) -> (T, f64) {
        self.watched_with(progress, limits, timeout, progress, work)
    }

    /// The same with an observer of its own.
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
            // Lives as long as the work, also if that panics.
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
    /// If it cannot be carried out.
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

    /// Solves several requests, side by side where that is faster: for those without a time limit or a limit of nodes, which are each one's
    /// own. The seconds of all are shared out by their nodes.
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
        // Those of another size make theirs when their turn comes; what is wrong with the first is said of it below.
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
