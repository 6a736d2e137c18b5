//! A validated request: the task, and the method for each of its puzzles. Nothing is searched before the plan exists,
//! so contradictory options cost no time.

use std::borrow::Cow;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use search::Limits;
use solver::{
    Algorithm, AlgorithmInfo, Error, Method, MethodHints, Purpose, Request as Solvable, Store, Task,
};

use crate::items::Item;
use crate::registry::Registry;
use crate::request::{DEFAULT_SOLUTIONS, Request};
use crate::status::Wanted;
use crate::threads::fitting;

/// Default time limit of a hint.
pub const HINT_TIME: Duration = Duration::from_secs(5);
/// Default time limit of each search in a comparison.
const COMPARE_TIME: Duration = Duration::from_secs(10);

/// The method and limits for every puzzle of a request.
#[derive(Clone)]
pub struct Plan {
    /// Puzzle and goal.
    pub task: Arc<dyn Task>,
    /// Name of the puzzle.
    pub puzzle_name: String,
    /// Name of the goal, which every result repeats.
    pub goal_name: String,
    /// The method.
    pub method: Method,
    /// True if the size of a puzzle decides the algorithm: neither an algorithm nor a proof is requested.
    chooses_by_size: bool,
    /// The result that is required for success.
    pub wanted: Wanted,
    /// Limits of one search.
    pub limits: Limits,
    /// Number of solutions to show. More may have to be stored to be compared.
    pub n_shown: usize,
    /// Time limit of one search.
    pub timeout: Option<Duration>,
    /// Number of threads of this process.
    pub threads: usize,
    /// Number of processes (MPI ranks) that share the work.
    pub ranks: usize,
    /// Store of large tables.
    pub store: Store,
}

impl Plan {
    /// Validates a request.
    ///
    /// # Errors
    /// If its options contradict each other or a text cannot be parsed.
    pub fn new(registry: &Registry, request: &Request) -> Result<Plan, Error> {
        let task = registry.task(&request.task)?;
        Plan::of_task(task, request)
    }

    /// Validates a request whose task exists already.
    ///
    /// # Errors
    /// If its options contradict each other.
    pub fn of_task(task: Arc<dyn Task>, request: &Request) -> Result<Plan, Error> {
        let spec = &request.task.method;
        let purpose = request.task.purpose;
        let method = method(&*task, request)?;
        let mut plan = Plan {
            puzzle_name: task.puzzle_name().to_string(),
            goal_name: task.goal_name(),
            method,
            chooses_by_size: purpose == Purpose::Hint
                || spec.is_unspecified() && task.implied_heuristic().is_none(),
            wanted: Wanted::Any,
            limits: request.limits.limits(),
            n_shown: usize::MAX,
            timeout: request.limits.timeout,
            threads: request.threads.map_or_else(all_threads, fitting),
            ranks: 1,
            store: request.store.clone(),
            task,
        };
        match purpose {
            Purpose::Solve | Purpose::Batch => {
                if spec.optimal {
                    plan.wanted = Wanted::Proved;
                }
                if spec.wants_several() {
                    plan.wanted = Wanted::All;
                    let n_shown = request.limits.max_solutions.unwrap_or(DEFAULT_SOLUTIONS);
                    plan.n_shown = n_shown.max(1);
                    plan.limits.max_solutions = plan.task.n_stored(n_shown);
                }
            }
            Purpose::Hint => plan.timeout = plan.timeout.or(Some(HINT_TIME)),
            Purpose::Compare => plan.timeout = plan.timeout.or(Some(COMPARE_TIME)),
            Purpose::Check | Purpose::Count | Purpose::Scramble => {}
        }
        if purpose == Purpose::Batch {
            // As many searches as threads run at once and share the memory.
            plan.method.small_tables = false;
            plan.limits.max_memory /= plan.threads as u64;
        }
        if purpose != Purpose::Compare {
            solver::method::check(&*plan.task, &plan.method, request.limits.max_length)?;
        }
        Ok(plan)
    }

    /// True if the size of a puzzle decides the algorithm.
    pub fn chooses_by_size(&self) -> bool {
        self.chooses_by_size
    }

    /// Returns the plan that finds some solution quickly, for the case that no optimal one is found in time; None if
    /// there is none.
    pub fn fallback_plan(&self) -> Option<Plan> {
        let algorithm = self.task.fallback_algorithm()?;
        let method = Method { algorithm, improve: false, ..self.method };
        Some(Plan { method, chooses_by_size: false, ..self.clone() })
    }

    /// Returns the plan with the algorithm that the size of an item suggests.
    pub fn for_item(&self, item: &Item<'_>) -> Cow<'_, Plan> {
        match self.method_for(item) {
            method if method != self.method => Cow::Owned(Plan { method, ..self.clone() }),
            _ => Cow::Borrowed(self),
        }
    }

    /// Returns the method for an item.
    fn method_for(&self, item: &Item<'_>) -> Method {
        let Ok(puzzle) = item.puzzle.as_ref().map_err(|_| ()) else { return self.method };
        if !self.chooses_by_size {
            return self.method;
        }
        let has_time = self.timeout.is_some() && self.limits.max_cost == Limits::default().max_cost;
        match puzzle.default_algorithm(has_time) {
            None => self.method,
            Some(algorithm) => {
                let improve = self.info(algorithm).is_some_and(|info| info.improves);
                Method { algorithm, improve, ..self.method }
            }
        }
    }

    /// Returns the solver request for an item of the input.
    ///
    /// # Errors
    /// If the item could not be parsed.
    pub fn request(&self, item: &Item<'_>) -> Result<Solvable, Error> {
        let instance = item.puzzle.clone()?;
        Ok(Solvable { task: self.task.clone(), instance, method: self.method_for(item) })
    }

    /// Returns the capabilities of an algorithm.
    pub fn info(&self, algorithm: Algorithm) -> Option<&'static AlgorithmInfo> {
        solver::method::algorithm_info(&*self.task, algorithm).ok()
    }

    /// Returns the number of threads that `algorithm` uses.
    pub fn threads_for(&self, algorithm: Algorithm) -> usize {
        if self.info(algorithm).is_some_and(|info| info.uses_threads) { self.threads } else { 1 }
    }
}

fn method(task: &dyn Task, request: &Request) -> Result<Method, Error> {
    let spec = &request.task.method;
    let usual =
        |hints: MethodHints| Method { small_tables: true, ..Method::by(task.default_algorithm(hints)) };
    Ok(match request.task.purpose {
        Purpose::Solve | Purpose::Batch => spec.resolve(task, &request.limits.method_limits())?,
        Purpose::Hint => usual(MethodHints { hint: true, ..MethodHints::default() }),
        Purpose::Compare => {
            let weight = spec.weight.unwrap_or(Method::default().weight);
            Method { weight, ..usual(MethodHints::default()) }
        }
        Purpose::Check | Purpose::Count | Purpose::Scramble => {
            usual(MethodHints { optimal: spec.optimal, ..MethodHints::default() })
        }
    })
}

/// Returns the number of available cores, or fewer if the address space is limited.
pub fn all_threads() -> usize {
    fitting(thread::available_parallelism().map_or(1, NonZero::get))
}
