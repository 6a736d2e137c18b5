//! The library interface: [`solve`] and the request builder [`Solve`].

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use search::{Cost, Move, Sequential, Threads};
use solver::{Demand, Error, MethodSpec, OptionKind, OptionValue, Purpose, PuzzleRef, TaskSpec, Text};

use crate::cancel::Cancel;
use crate::engine::Engine;
use crate::improvements::Improvements;
use crate::items::{Item, Layout, items};
use crate::json::progress::Event;
use crate::plan::Plan;
use crate::progress::Events;
use crate::request::{Request, RequestLimits};
use crate::session::{Allowance, Session};
use crate::solution::Solution;

/// Interval of progress events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Solves a puzzle with default settings: returns a short solution quickly, or a shortest one where that is as quick.
///
/// `puzzle` is a name that one of the solvers in [`Engine::registry`] knows, such as `3x3x3`, `15-puzzle` or
/// `megaminx`. `input` is any text that its solver parses: moves, facelets, a board.
///
/// ```
/// assert_eq!(deepen::solve("3x3x3", "R U F")?.moves, "F' U' R'");
/// # Ok::<(), deepen::Error>(())
/// ```
///
/// # Errors
/// If the puzzle does not exist, or the input cannot be parsed or solved.
pub fn solve(puzzle: &str, input: &str) -> Result<Solution, Error> {
    Engine::shared().solve(puzzle, input)
}

/// A request with options. Nothing is parsed or searched before one of the methods that run it: [`run`](Solve::run) for
/// one puzzle, [`run_all`](Solve::run_all) for many, [`improvements`](Solve::improvements) for an iterator over shorter
/// and shorter solutions.
///
/// ```
/// use std::time::Duration;
///
/// let solution = deepen::Solve::new("15-puzzle")
///     .goal("first")
///     .heuristic("manhattan")
///     .time_limit(Duration::from_secs(60))
///     .threads(2)
///     .run("4 1 2 3/8 5 6 7/12 9 10 11/0 13 14 15")?;
/// assert_eq!(solution.length, 3);
/// # Ok::<(), deepen::Error>(())
/// ```
#[must_use = "a request does nothing before it is run"]
#[derive(Clone)]
pub struct Solve<'a> {
    engine: Engine,
    task: TaskSpec,
    options: Vec<(String, String)>,
    limits: RequestLimits,
    threads: Option<usize>,
    progress: Option<&'a (dyn Fn(&Event<'_>) + Sync)>,
    cancel: Cancel,
}

impl<'a> Solve<'a> {
    /// Creates a request for a puzzle by name. It uses the tables of the global engine; see [`Solve::engine`].
    pub fn new(puzzle: impl Into<String>) -> Solve<'a> {
        Solve::of(PuzzleRef::Named(puzzle.into()))
    }

    /// Creates a request for a twisty puzzle by its definition, in twsearch's format or as KPuzzle JSON.
    ///
    /// ```
    /// let definition = "Name Row\nSet ROW 3 1\nSolved\nROW\n1 2 3\nEnd\nMove A\nROW\n2 1 3\nEnd\nMove B\nROW\n1 3 2\nEnd\n";
    /// let solution = deepen::Solve::definition(definition).run("A B")?;
    /// assert_eq!(solution.length, 2);
    /// # Ok::<(), deepen::Error>(())
    /// ```
    pub fn definition(text: impl Into<String>) -> Solve<'a> {
        Solve::of(PuzzleRef::Definition(Text::given(text)))
    }

    fn of(puzzle: PuzzleRef) -> Solve<'a> {
        Solve {
            engine: Engine::shared().clone(),
            task: TaskSpec::new(puzzle, Purpose::Solve),
            options: Vec::new(),
            limits: RequestLimits::default(),
            threads: None,
            progress: None,
            cancel: Cancel::new(),
        }
    }

    /// Uses the tables of `engine`.
    pub fn engine(mut self, engine: &Engine) -> Self {
        self.engine = engine.clone();
        self
    }

    /// Sets a goal other than the solved puzzle: a name, a position, or moves after `moves:`. For a puzzle given by a
    /// definition it may be called several times; the solution reaches any of the goals.
    pub fn goal(mut self, goal: impl Into<String>) -> Self {
        self.task.goals.push(Text::given(goal));
        self
    }

    /// Sets the metric by name, such as `quarter-turn`.
    pub fn metric(mut self, name: impl Into<String>) -> Self {
        self.task.metric = Some(name.into());
        self
    }

    /// Sets the allowed moves, like `U,R,F2`.
    pub fn moves(mut self, moves: impl Into<String>) -> Self {
        self.task.moves = Some(moves.into());
        self
    }

    /// Sets the algorithm by name, such as `ida`.
    pub fn algorithm(mut self, name: impl Into<String>) -> Self {
        self.task.method.algorithm = Some(name.into());
        self
    }

    /// Sets the heuristic by name, such as `manhattan`.
    pub fn heuristic(mut self, name: impl Into<String>) -> Self {
        self.task.method.heuristic = Some(name.into());
        self
    }

    /// Changes any part of the method.
    pub fn method(mut self, change: impl FnOnce(&mut MethodSpec)) -> Self {
        change(&mut self.task.method);
        self
    }

    /// Requires a proved shortest solution.
    ///
    /// ```
    /// let solution = deepen::Solve::new("3x3x3").optimal().run("R U F' L2")?;
    /// assert!(solution.is_optimal());
    /// # Ok::<(), deepen::Error>(())
    /// ```
    pub fn optimal(mut self) -> Self {
        self.task.method.optimal = true;
        self
    }

    /// Continues to shorter solutions until a limit or an optimality proof ends the search.
    pub fn improve(mut self) -> Self {
        self.task.method.improve = true;
        self
    }

    /// Finds all shortest solutions and stores at most `most` of them.
    ///
    /// ```
    /// let solution = deepen::Solve::new("2x2x2").all(100).run("R U2 R2 F2 R' U")?;
    /// assert_eq!(solution.n_solutions, solution.all.len() as u64);
    /// # Ok::<(), deepen::Error>(())
    /// ```
    pub fn all(mut self, most: usize) -> Self {
        self.task.method.all = true;
        self.limits.max_solutions = Some(most);
        self
    }

    /// Finds all solutions up to `moves` moves longer than the shortest and stores at most `most` of them.
    pub fn within(mut self, moves: Cost, most: usize) -> Self {
        self.task.method.within = Some(moves);
        self.limits.max_solutions = Some(most);
        self
    }

    /// Sets the maximum solution length.
    pub fn max_length(mut self, moves: Cost) -> Self {
        self.limits.max_length = Some(moves);
        self
    }

    /// Sets the time limit for one puzzle, tables included. Algorithms that improve their solutions use the whole time.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.limits.timeout = Some(time);
        self
    }

    /// Sets the node limit.
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.limits.max_nodes = Some(nodes);
        self
    }

    /// Sets the memory limit in bytes for tables and stored states. The default is half of the free memory.
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.limits.max_memory = Some(bytes);
        self
    }

    /// Sets the number of threads. The default is the number of cores.
    pub fn threads(mut self, n: usize) -> Self {
        self.threads = Some(n.max(1));
        self
    }

    /// Sets an option that the solver of the puzzle declares, such as `niss` or `pattern`; see
    /// [`solver::SolverInfo::options`]. A flag has the value `true`.
    ///
    /// ```
    /// let solution = deepen::Solve::new("3x3x3").goal("eo").option("niss", "true").run("R' U' F R U2 L D")?;
    /// assert!(solution.is_optimal());
    /// # Ok::<(), deepen::Error>(())
    /// ```
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// Calls `callback` with progress events while the search runs, from any thread and a few times a second.
    pub fn on_progress(mut self, callback: &'a (dyn Fn(&Event<'_>) + Sync)) -> Self {
        self.progress = Some(callback);
        self
    }

    /// Makes the search cancellable by `cancel`; see [`Cancel`].
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Solves one puzzle.
    ///
    /// # Errors
    /// If options contradict each other, the input cannot be parsed, or it cannot be solved within the limits.
    pub fn run(&self, input: &str) -> Result<Solution, Error> {
        self.run_reporting(input, None)
    }

    /// Solves one puzzle and passes every intermediate solution to `improved`.
    pub(crate) fn run_reporting(
        &self,
        input: &str,
        improved: Option<&(dyn Fn(Solution) + Sync)>,
    ) -> Result<Solution, Error> {
        let asked = self.request(Purpose::Solve, vec![Text::given(input)])?;
        let plan = Plan::new(self.engine.registry(), &asked)?;
        let items = items(&*plan.task, &asked.inputs, Layout::Auto);
        let item = one(&items)?;
        let plan = plan.for_item(item);
        let request = plan.request(item)?;
        let executor = Threads::new(plan.threads);
        let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &executor };
        let session = Session::new(&self.cancel.0, Demand::One);
        let silent = |_: &Event<'_>| {};
        let report = |length: Cost, moves: &[Move]| {
            if let Some(improved) = improved {
                let moves = solver::Solution(&*request.instance, moves).to_string();
                improved(Solution {
                    all: vec![moves.clone()],
                    moves,
                    length,
                    lower_bound: 0,
                    n_solutions: 1,
                    algorithm: request.method.algorithm.name(),
                    heuristic: solver::Heuristic::NONE.name(),
                    nodes: 0,
                    seconds: 0.0,
                    table_seconds: 0.0,
                });
            }
        };
        let events = Events::new(self.progress.unwrap_or(&silent), PROGRESS_INTERVAL).on_improved(&report);
        let mut timed = session.solve(&request, &allowance, &events)?;
        timed.report.solutions.truncate(plan.n_shown);
        Solution::of(&request, &timed)
    }

    /// Solves many puzzles, one thread each, and returns the results in order. Limits apply to each puzzle.
    ///
    /// ```
    /// let results = deepen::Solve::new("2x2x2").threads(2).run_all(&["R U F", "F2 U", "R Q"]);
    /// assert_eq!(results[1].as_ref().unwrap().length, 2);
    /// assert!(results[2].is_err());
    /// ```
    pub fn run_all<S: AsRef<str> + Sync>(&self, inputs: &[S]) -> Vec<Result<Solution, Error>> {
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<Option<Result<Solution, Error>>>> =
            Mutex::new(inputs.iter().map(|_| None).collect());
        let asked = self.request(Purpose::Batch, Vec::new());
        let plan = asked.and_then(|asked| Plan::new(self.engine.registry(), &asked));
        let plan = match plan {
            Ok(plan) => plan,
            Err(error) => return inputs.iter().map(|_| Err(error.clone())).collect(),
        };
        let session = Session::new(&self.cancel.0, Demand::Many);
        thread::scope(|scope| {
            for _ in 0..plan.threads.min(inputs.len()) {
                scope.spawn(|| {
                    let mut runner = session.runner();
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(input) = inputs.get(i) else { break };
                        let texts = [Text::given(input.as_ref())];
                        let items = items(&*plan.task, &texts, Layout::Auto);
                        let solved = one(&items).and_then(|item| {
                            let plan = plan.for_item(item);
                            let request = plan.request(item)?;
                            let (limits, timeout) = (plan.limits, plan.timeout);
                            let allowance = Allowance { limits, timeout, executor: &Sequential };
                            let timed = runner.solve(&request, &allowance, &search::Silent)?;
                            Solution::of(&request, &timed)
                        });
                        results.lock().expect("nothing panics while it is held")[i] = Some(solved);
                    }
                });
            }
        });
        let results = results.into_inner().expect("nothing panics while it is held");
        results.into_iter().map(|result| result.expect("every input is solved")).collect()
    }

    /// Returns an iterator over shorter and shorter solutions as they are found, until a limit or an optimality proof
    /// ends the search. Only the last one carries a lower bound and statistics. Dropping the iterator cancels the
    /// search.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// let solve = deepen::Solve::new("3x3x3").time_limit(Duration::from_secs(2));
    /// let lengths: Vec<u32> =
    ///     solve.improvements("R U F' L2 D B2 R' U2 F L").map(|found| found.map(|s| s.length)).collect::<Result<_, _>>()?;
    /// assert!(lengths.is_sorted_by(|a, b| a >= b));
    /// # Ok::<(), deepen::Error>(())
    /// ```
    pub fn improvements(&self, input: &str) -> Improvements {
        let cancel = Cancel::new();
        let owned = Solve { progress: None, cancel: cancel.clone(), ..self.clone() }.improve_if_possible();
        let input = input.to_string();
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || {
            let report = |solution: Solution| {
                // A dropped receiver has cancelled the search.
                let _ = sender.send(Ok(solution));
            };
            let last = owned.run_reporting(&input, Some(&report));
            let _ = sender.send(last);
        });
        Improvements::new(receiver, cancel, thread)
    }

    /// Returns the request without borrowed parts, for a separate thread, with improvement enabled if the algorithm
    /// supports it.
    fn improve_if_possible(self) -> Solve<'static> {
        let Solve { engine, mut task, options, limits, threads, cancel, .. } = self;
        let known = engine.registry().task(&task).ok();
        let usual = known.map(|task| task.default_algorithm(solver::MethodHints::default()));
        task.method.improve |= task.method.algorithm.is_none()
            && usual.is_some_and(|usual| {
                let solvers = engine.registry().solvers().iter();
                let mut infos = solvers.flat_map(|solver| solver.info().algorithms);
                infos.any(|info| info.algorithm == usual && info.improves)
            });
        Solve { engine, task, options, limits, threads, progress: None, cancel }
    }

    fn request(&self, purpose: Purpose, inputs: Vec<Text>) -> Result<Request, Error> {
        let mut task = TaskSpec { purpose, ..self.task.clone() };
        for (name, value) in &self.options {
            let all = self.engine.registry().solvers().iter().flat_map(|solver| solver.info().options);
            let known = all.into_iter().filter(|info| info.name == name);
            let info =
                known.clone().find(|info| info.purposes.contains(&purpose)).or(known.into_iter().next());
            let info = info.ok_or_else(|| Error::usage(format!("no solver has an option {name}")))?;
            let expected =
                |what: &str| Error::usage(format!("found {value:?}, expected {what}")).at(name.clone());
            let value = match info.kind {
                OptionKind::Flag => match &value[..] {
                    "true" => OptionValue::Flag,
                    "false" => continue,
                    _ => return Err(expected("true or false")),
                },
                OptionKind::Text | OptionKind::File => OptionValue::Text(Text::given(value)),
                OptionKind::Texts => OptionValue::Texts(value.split(',').map(str::to_string).collect()),
                OptionKind::Number => OptionValue::Number(value.parse().map_err(|_| expected("a number"))?),
            };
            task.options.set(info.name, value);
        }
        Ok(Request { limits: self.limits.clone(), threads: self.threads, ..Request::new(task, inputs) })
    }
}

/// Returns the only puzzle of an input.
fn one<'a, 'b>(items: &'a [Item<'b>]) -> Result<&'a Item<'b>, Error> {
    match items {
        [item] => Ok(item),
        items => Err(Error::invalid(format!("found {} puzzles, expected one", items.len()))),
    }
}
