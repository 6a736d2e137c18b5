//! Speedup by number of threads. One search, bounded below its solution, runs once for every number of threads; only
//! its last round is timed, which is nearly all of it and the same work for all.

use std::sync::Mutex;
use std::time::Instant;

use search::{Control, Cost, Executor, Limits, Observer, Round, Sequential, Threads};
use solver::{Error, ErrorKind, Request};

use super::{korf, suite};
use crate::json::bench::{Scaling, ScalingRow};
use crate::json::rounded;
use crate::registry::Registry;
use crate::watch::Watch;

/// A hard board, and a bound whose round takes seconds on one core: some 850 million nodes.
const BOARD: u32 = 88;
const BOUND: u32 = 61;

/// An observer that times rounds.
struct RoundTimer {
    began: Mutex<Instant>,
    last: Mutex<Option<TimedRound>>,
}

/// A complete round with its time.
#[derive(Clone, Copy)]
struct TimedRound {
    round: Round,
    seconds: f64,
}

impl RoundTimer {
    fn new() -> RoundTimer {
        RoundTimer { began: Mutex::new(Instant::now()), last: Mutex::new(None) }
    }
}

impl Observer for RoundTimer {
    fn round_started(&self, _bound: Cost, _n_tasks: usize) {
        *self.began.lock().expect("nothing panics here") = Instant::now();
    }

    fn round_finished(&self, round: &Round) {
        let seconds = self.began.lock().expect("nothing panics here").elapsed().as_secs_f64();
        *self.last.lock().expect("nothing panics here") = Some(TimedRound { round: *round, seconds });
    }
}

/// Heuristic of the search.
const HEURISTIC: &str = "manhattan";

/// The search and the numbers of threads to compare.
#[derive(Clone, Default, Debug)]
pub struct ScalingSpec {
    /// Number of Korf's board, from 1 to 100.
    pub board: Option<u32>,
    /// Bound of the last round.
    pub bound: Option<u32>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
}

/// Runs the comparison. Returns None if it was cancelled.
///
/// # Errors
/// If the bound is not below the optimal length, or the node counts of two runs differ.
pub fn run(spec: &ScalingSpec, registry: &Registry, watch: &Watch) -> Result<Option<Scaling>, Error> {
    let number = spec.board.unwrap_or(BOARD);
    if !(1..=100).contains(&number) {
        return Err(Error::usage(format!("there is no board {number}, expected 1 to 100")).at("board"));
    }
    let (board, optimal) = korf::instance(number);
    // Low enough that every board takes seconds rather than hours.
    let bound = spec.bound.unwrap_or(if number == BOARD { BOUND } else { optimal - 12 });
    if bound >= optimal {
        let message = format!("the round up to {bound} contains the solution of board {number}");
        return Err(Error::usage(message).hint(format!("at most {}", optimal - 1)));
    }
    let line = board.to_line();
    let request = suite::request(registry, &line, "first", ("ida", Some(HEURISTIC)), None)?;
    let search = TimedSearch { request, line, bound, watch };
    let runs = search.run_all(&spec.threads)?;
    Ok(runs.map(|runs| scaling(&search, number, &runs)))
}

/// Returns the thread counts 1, 2, 4 and so on up to `all`.
pub fn default_thread_counts(all: usize) -> Vec<usize> {
    let mut counts: Vec<usize> = (0..).map(|i| 1 << i).take_while(|&n| n < all).collect();
    counts.push(all);
    counts
}

/// The search that is repeated.
struct TimedSearch<'a> {
    request: Request,
    /// The board as text.
    line: String,
    bound: u32,
    watch: &'a Watch,
}

/// Executor, number of threads and timed round of each run.
type TimedRuns = Vec<(&'static str, usize, TimedRound)>;

impl TimedSearch<'_> {
    /// Runs the search sequentially, then with every number of threads. Returns None if it was cancelled.
    fn run_all(&self, counts: &[usize]) -> Result<Option<TimedRuns>, Error> {
        let mut runs = Vec::new();
        let Some(first) = self.run(&Sequential)? else { return Ok(None) };
        runs.push(("sequential", 1, first));
        for &n in counts {
            let Some(timed) = self.run(&Threads::new(n))? else { return Ok(None) };
            if timed.round != first.round {
                let message = format!(
                    "{n} threads searched {} nodes to {} and one searched {} to {}: this is a bug",
                    timed.round.counts.generated,
                    timed.round.bound,
                    first.round.counts.generated,
                    first.round.bound
                );
                return Err(Error::new(ErrorKind::Internal, message));
            }
            runs.push(("threads", n, timed));
        }
        Ok(Some(runs))
    }

    fn run(&self, executor: &dyn Executor) -> Result<Option<TimedRound>, Error> {
        let timer = RoundTimer::new();
        let guard = self.watch.guard(None);
        let limits = Limits { max_cost: self.bound, ..Limits::default() };
        self.request.solve(executor, &Control::new(limits, &timer, &guard.stop))?;
        if self.watch.is_cancelled() {
            return Ok(None);
        }
        let timed = *timer.last.lock().expect("nothing panics here");
        let too_low = || Error::usage(format!("no round ends at a bound of {} or less", self.bound));
        timed.map(Some).ok_or_else(too_low)
    }
}

fn scaling(search: &TimedSearch<'_>, korf: u32, runs: &TimedRuns) -> Scaling {
    let (_, _, first) = runs[0];
    let nodes = first.round.counts.generated;
    let row = |&(executor, threads, timed): &(&'static str, usize, TimedRound)| {
        let speedup = first.seconds / timed.seconds;
        ScalingRow {
            executor,
            threads,
            seconds: rounded(timed.seconds),
            nodes_per_second: (nodes as f64 / timed.seconds).round(),
            speedup,
            efficiency: speedup / threads as f64,
        }
    };
    Scaling {
        board: search.line.clone(),
        korf,
        heuristic: HEURISTIC,
        bound: first.round.bound,
        nodes,
        rows: runs.iter().map(row).collect(),
    }
}
