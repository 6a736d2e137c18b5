//! How much faster more threads are. One search, bounded below its solution, runs once for every number of threads;
//! only its last round is timed, which is nearly all of it and the same work for all.

use std::sync::Mutex;
use std::time::Instant;

use puzzle::Goal;
use search::{Control, Cost, Executor, Limits, Observer, Round, Sequential, Threads};
use solve::{Algorithm, Estimate, Method, Question, Request, Solver};

use crate::args;
use crate::commands::bench::korf;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::plan::all_threads;
use crate::scene::Scene;
use crate::svg::{self, Point};
use crate::text::{Align, grouped, rate, table};
use crate::watch::Watch;
use crate::wire;
use crate::wire::bench::{Scaling, ScalingRow};

/// A hard board, and a round of it that takes seconds on one core: some 850 million nodes.
const BOARD: u32 = 88;
const BOUND: u32 = 61;

/// Times rounds.
struct Stopwatch {
    began: Mutex<Instant>,
    last: Mutex<Option<Lap>>,
}

/// A complete round and its time.
#[derive(Clone, Copy)]
struct Lap {
    round: Round,
    seconds: f64,
}

impl Stopwatch {
    fn new() -> Stopwatch {
        Stopwatch { began: Mutex::new(Instant::now()), last: Mutex::new(None) }
    }
}

impl Observer for Stopwatch {
    fn round_started(&self, _bound: Cost, _n_tasks: usize) {
        *self.began.lock().expect("nothing panics here") = Instant::now();
    }

    fn round_finished(&self, round: &Round) {
        let seconds = self.began.lock().expect("nothing panics here").elapsed().as_secs_f64();
        *self.last.lock().expect("nothing panics here") = Some(Lap { round: *round, seconds });
    }
}

pub fn run(args: &args::Bench, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let number = args.board.unwrap_or(BOARD);
    let (board, optimal) = korf::instance(number);
    // Low enough that any of them takes seconds rather than hours.
    let bound = args.bound.unwrap_or(if number == BOARD { BOUND } else { optimal - 12 });
    if bound >= optimal {
        let message = format!("the round to {bound} holds the solution of board {number}");
        return Err(Failure::usage(message).hint(format!("at most {}", optimal - 1)).into());
    }
    let goal = Goal::First.board(board.rows(), board.cols())?;
    let method =
        Method { algorithm: Algorithm::IdaStar, estimate: Some(Estimate::Manhattan), ..Method::default() };
    let line = board.to_line();
    let request = Request { question: Question::Sliding { board, goal }, method };
    let track = Track { solver: Solver::new(), request, line, bound, watch: scene.watch };
    let Some(laps) = track.run_all(&thread_counts(args))? else { return Ok(Exit::Limit) };
    let scaling = on_the_wire(&track, number, &laps);
    if let Some(path) = &args.plot {
        let title = format!("Korf {number}, manhattan, round to {}: {} nodes", scaling.bound, scaling.nodes);
        std::fs::write(path, svg::speedup(&title, &points(&scaling)))
            .map_err(|error| Failure::io("written", &path.display().to_string(), &error))?;
    }
    let mut out = scene.out();
    if scene.voice.json {
        wire::write(&mut out, &scaling)?;
    } else {
        write!(out, "{}", in_words(&scaling))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// As asked, or 1, 2, 4 and so on up to all.
fn thread_counts(args: &args::Bench) -> Vec<usize> {
    if !args.threads_list.is_empty() {
        return args.threads_list.iter().map(|&n| n as usize).collect();
    }
    let all = args.threads.threads.map_or_else(all_threads, |n| n as usize);
    let mut counts: Vec<usize> = (0..).map(|i| 1 << i).take_while(|&n| n < all).collect();
    counts.push(all);
    counts
}

/// The search that is run again and again.
struct Track<'a> {
    solver: Solver,
    request: Request,
    /// The board as text.
    line: String,
    bound: u32,
    watch: &'a Watch,
}

/// Who ran it and how fast.
type Laps = Vec<(&'static str, usize, Lap)>;

impl Track<'_> {
    /// One after the other, then with every number of threads. None if somebody interrupts.
    fn run_all(&self, counts: &[usize]) -> Result<Option<Laps>, Failure> {
        let mut laps = Vec::new();
        let Some(first) = self.run(&Sequential)? else { return Ok(None) };
        laps.push(("sequential", 1, first));
        for &n in counts {
            let Some(lap) = self.run(&Threads::new(n))? else { return Ok(None) };
            if lap.round != first.round {
                let message = format!(
                    "{n} threads searched {} nodes to {} and one searched {} to {}: this is a bug",
                    lap.round.counts.generated,
                    lap.round.bound,
                    first.round.counts.generated,
                    first.round.bound
                );
                return Err(Failure::new(Exit::Disagreement, message));
            }
            laps.push(("threads", n, lap));
        }
        Ok(Some(laps))
    }

    fn run(&self, executor: &dyn Executor) -> Result<Option<Lap>, Failure> {
        let stopwatch = Stopwatch::new();
        let guard = self.watch.guard(None);
        let limits = Limits { max_cost: self.bound, ..Limits::default() };
        self.solver.solve(&self.request, executor, &Control::new(limits, &stopwatch, &guard.stop))?;
        if self.watch.is_cancelled() {
            return Ok(None);
        }
        let lap = *stopwatch.last.lock().expect("nothing panics here");
        let too_low = || Failure::usage(format!("no round ends at {} or before", self.bound));
        lap.map(Some).ok_or_else(too_low)
    }
}

fn on_the_wire(track: &Track<'_>, korf: u32, laps: &Laps) -> Scaling {
    let (_, _, first) = laps[0];
    let nodes = first.round.counts.generated;
    let row = |&(executor, threads, lap): &(&'static str, usize, Lap)| {
        let speedup = first.seconds / lap.seconds;
        ScalingRow {
            executor,
            threads,
            seconds: wire::rounded(lap.seconds),
            nodes_per_second: (nodes as f64 / lap.seconds).round(),
            speedup,
            efficiency: speedup / threads as f64,
        }
    };
    Scaling {
        board: track.line.clone(),
        korf,
        heuristic: Estimate::Manhattan.name(),
        bound: first.round.bound,
        nodes,
        rows: laps.iter().map(row).collect(),
    }
}

fn points(scaling: &Scaling) -> Vec<Point> {
    let threads = scaling.rows.iter().filter(|row| row.executor == "threads");
    threads.map(|row| Point { threads: row.threads, speedup: row.speedup }).collect()
}

fn in_words(scaling: &Scaling) -> String {
    let mut text = format!(
        "korf {}, ida with {}, round to {}: {} nodes\n",
        scaling.korf,
        scaling.heuristic,
        scaling.bound,
        grouped(scaling.nodes)
    );
    let mut rows =
        vec![["threads", "seconds", "speed", "speed-up", "efficiency"].map(str::to_string).to_vec()];
    for row in &scaling.rows {
        let threads =
            if row.executor == "threads" { row.threads.to_string() } else { row.executor.to_string() };
        rows.push(vec![
            threads,
            format!("{:.3}", row.seconds),
            rate(scaling.nodes, row.seconds),
            format!("{:.2}", row.speedup),
            format!("{:.0} %", 100.0 * row.efficiency),
        ]);
    }
    use Align::Right;
    text += &table(&[Right, Right, Right, Right, Right], &rows);
    text
}
