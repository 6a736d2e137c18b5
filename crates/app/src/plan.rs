//! From arguments as typed to a plan that makes sense. Nothing is searched before a plan is made, so contradictions
//! cost no time.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use puzzle::{Board, Goal};
use search::Limits;
use solve::{Algorithm, Estimate, Method, Request};

use crate::args;
use crate::failure::{Failure, method_fault};
use crate::input;
use crate::memory;

/// How to speak to the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voice {
    /// JSON on stdout.
    pub json: bool,
    /// Results only.
    pub quiet: bool,
    /// Log rounds.
    pub verbose: u8,
}

/// How every puzzle of a command is solved.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where to go.
    pub goal: Goal,
    /// How.
    pub method: Method,
    /// What one search may use.
    pub limits: Limits,
    /// How long one search may take.
    pub timeout: Option<Duration>,
    /// Threads in all.
    pub threads: usize,
}

impl Plan {
    /// Of `deepen solve`.
    ///
    /// # Errors
    /// If the options contradict each other or the goal cannot be read.
    pub fn of_solve(args: &args::Solve) -> Result<Plan, Failure> {
        let mut method = method(&args.method)?;
        method.all = args.all;
        let mut plan = Plan::new(&args.goal, method, &args.limits, &args.threads)?;
        if args.all {
            plan.limits.max_solutions = args.max_solutions;
        }
        Ok(plan)
    }

    /// Of `deepen batch`. As many searches as threads run at once and share the memory.
    ///
    /// # Errors
    /// If the options contradict each other or the goal cannot be read.
    pub fn of_batch(args: &args::Batch) -> Result<Plan, Failure> {
        let mut plan = Plan::new(&args.goal, method(&args.method)?, &args.limits, &args.threads)?;
        plan.limits.max_memory /= plan.threads as u64;
        Ok(plan)
    }

    /// Of one run of `deepen compare`; its method is filled in later.
    ///
    /// # Errors
    /// If the goal cannot be read.
    pub fn of_compare(args: &args::Compare) -> Result<Plan, Failure> {
        let method = Method { weight: args.weight, ..Method::default() };
        let mut plan = Plan::new(&args.goal, method, &args.limits, &args.threads)?;
        plan.timeout = plan.timeout.or(Some(Duration::from_secs(10)));
        Ok(plan)
    }

    fn new(
        goal: &args::Goal,
        method: Method,
        limits: &args::Limits,
        threads: &args::Threads,
    ) -> Result<Plan, Failure> {
        let plan = Plan {
            goal: input::goal(&goal.goal)?,
            method,
            limits: self::limits(limits),
            timeout: limits.timeout,
            threads: n_threads(threads),
        };
        plan.check()?;
        Ok(plan)
    }

    /// What can be said before any board is seen.
    fn check(&self) -> Result<(), Failure> {
        let Method { algorithm, all, .. } = self.method;
        if all && !algorithm.finds_all() {
            return Err(solve::Error::FindsOne(algorithm).into());
        }
        if algorithm == Algorithm::DepthFirst && self.limits.max_cost == Limits::default().max_cost {
            return Err(solve::Error::NoCutOff.into());
        }
        Ok(())
    }

    /// The request for a board.
    ///
    /// # Errors
    /// If the goal has another size.
    pub fn request(&self, board: &Board) -> Result<Request, Failure> {
        let goal = self.goal.board(board.rows(), board.cols()).map_err(|error| Failure::goal(&error))?;
        Ok(Request { board: board.clone(), goal, method: self.method })
    }

    /// Threads that a search by `algorithm` makes use of.
    pub fn threads_for(&self, algorithm: Algorithm) -> usize {
        if algorithm.uses_threads() { self.threads } else { 1 }
    }
}

fn method(args: &args::Method) -> Result<Method, Failure> {
    let (algorithm, estimate): (Algorithm, Option<Estimate>) = (args.algorithm, args.heuristic.0);
    if let Some(fault) = method_fault(algorithm, estimate, args.weight.is_some()) {
        return Err(fault);
    }
    let weight = args.weight.unwrap_or(Method::default().weight);
    Ok(Method { algorithm, estimate, weight, all: false })
}

/// Limits of a search. Memory is always limited: a search too big for it should say so rather than be ended.
pub fn limits(args: &args::Limits) -> Limits {
    let none = Limits::default();
    let max_memory = args.max_memory.unwrap_or_else(|| {
        let half = memory::default_limit();
        tracing::info!("at most {} for remembered states, half of what is free", memory::show(half));
        half
    });
    Limits {
        max_cost: args.max_length.map_or(none.max_cost, |length| length.min(none.max_cost - 1)),
        max_nodes: args.max_nodes.unwrap_or(none.max_nodes),
        max_memory,
        max_solutions: none.max_solutions,
    }
}

/// Threads asked for, or all there are.
pub fn n_threads(args: &args::Threads) -> usize {
    match args.threads {
        Some(n) => n as usize,
        None => all_threads(),
    }
}

/// As many threads as there are cores to run them.
pub fn all_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
