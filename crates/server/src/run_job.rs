//! Executes a job and returns its result as JSON.

use std::io::Write;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;

use deepen::answer::{self, Checked, CompareSpec, Scrambles};
use deepen::bench::scaling::{self, ScalingSpec};
use deepen::front::{Allowance, Demand, Item, Layout, Plan, Request, Session, Watch, all_threads, items};
use deepen::json::progress::Event;
use deepen::progress::Events;
use deepen::search::{Cost, Move, StopReason, Threads};
use deepen::solver::{CountResult, ScrambleSpec};
use deepen::{Error, ErrorKind, Registry, json, threads};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::jobs::{JobEvent, JobResult, PROGRESS_INTERVAL, as_json};
use crate::option_names::with_field_names;
use crate::request::{JobSpec, Work};

/// Maximum size of an answer: for boards with hundreds of rows the moves alone are gigabytes.
const MAX_RESPONSE_BYTES: usize = 32 << 20;

/// Resources of a job.
pub struct JobContext<'a> {
    /// Solvers with their tables.
    pub registry: Arc<Registry>,
    /// Threads that all jobs share.
    pub threads: &'a Threads,
    /// Default memory limit of this job in bytes.
    pub memory: u64,
    /// Stops the job by deadline or cancellation.
    pub watch: &'a Watch,
    /// Sends an event to the client.
    pub send: &'a (dyn Fn(JobEvent) + Sync),
}

/// Threads of the job itself, or those that all jobs share.
enum Pool<'a> {
    Own(Threads),
    Shared(&'a Threads),
}

impl Deref for Pool<'_> {
    type Target = Threads;

    fn deref(&self) -> &Threads {
        match self {
            Pool::Own(threads) => threads,
            Pool::Shared(threads) => threads,
        }
    }
}

/// Executes a job.
pub fn run(job: &JobSpec, context: &JobContext<'_>) -> JobResult {
    let answered = threads::with_table_threads(job.threads, || answer(&job.work, context));
    match answered {
        Ok(result) if result.json.get().len() > MAX_RESPONSE_BYTES => JobResult::of_error(&too_large()),
        Ok(result) => result,
        Err(error) => JobResult::of_error(&error),
    }
}

fn too_large() -> Error {
    Error::new(ErrorKind::Limit, "the answer is too large for this server; try the command line")
}

fn answer(work: &Work, context: &JobContext<'_>) -> Result<JobResult, Error> {
    match work {
        Work::Solve(request) => context.solve(request),
        Work::Hint(request) => context.hint(request),
        Work::Check(request, solution) => context.check(request, solution.as_deref()),
        Work::Compare(request, spec) => context.compare(request, spec),
        Work::Count(request) => context.count(request),
        Work::Scramble { spec, count, seed } => context.scramble(spec, *count, *seed),
        Work::Scaling(spec) => context.scaling(spec),
        Work::Definition(puzzle) => Ok(done(&answer::definition(puzzle)?)),
    }
}

fn done(object: &impl Serialize) -> JobResult {
    JobResult { error: None, json: as_json(object) }
}

fn refused(item: &Item<'_>, plan: &Plan, error: &Error) -> JobResult {
    let error = with_field_names(error.clone());
    let refused = json::Refused::new(json::Subject::new(item, plan), &error);
    JobResult { error: Some(error.kind), json: as_json(&refused) }
}

fn stopped() -> Error {
    Error::new(ErrorKind::Limit, "stopped before there was a result")
}

impl JobContext<'_> {
    /// Returns an executor with `n_threads` threads. Jobs use the shared threads unless fewer than the number of cores
    /// are requested.
    fn pool(&self, n_threads: usize) -> Pool<'_> {
        match n_threads >= all_threads() {
            true => Pool::Shared(self.threads),
            false => Pool::Own(Threads::new(n_threads)),
        }
    }

    fn session(&self) -> Session<'_> {
        Session::new(self.watch, Demand::One).with_memory(self.memory)
    }

    fn send_progress(&self, event: &Event<'_>) {
        (self.send)(JobEvent::Progress(as_json(event)));
    }

    fn plan(&self, request: &Request) -> Result<Plan, Error> {
        Plan::new(&self.registry, request)
    }

    fn solve(&self, request: &Request) -> Result<JobResult, Error> {
        let plan = self.plan(request)?;
        let items = items(&*plan.task, &request.inputs, Layout::Auto);
        let executor = self.pool(plan.threads);
        let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &*executor };
        let mut last = Err(stopped());
        for item in &items {
            let plan = plan.for_item(item);
            last = Ok(match self.solve_item(item, &plan, &allowance) {
                Ok(result) => result,
                Err(error) => refused(item, &plan, &error),
            });
        }
        last
    }

    fn solve_item(
        &self,
        item: &Item<'_>,
        plan: &Plan,
        allowance: &Allowance<'_>,
    ) -> Result<JobResult, Error> {
        let request = plan.request(item)?;
        let session = self.session();
        let improved = |length: Cost, moves: &[Move]| {
            let improved = json::Improved::new(item, plan, &*request.instance, length, moves);
            (self.send)(JobEvent::Improved(as_json(&improved)));
        };
        let send_progress = |event: &Event<'_>| self.send_progress(event);
        let events = Events::new(&send_progress, PROGRESS_INTERVAL);
        let events = if plan.method.improve { events.on_improved(&improved) } else { events };
        if request.instance.is_long(&request.method) {
            let mut names = String::new();
            let mut take = |moves: &[Move]| {
                if !names.is_empty() && !moves.is_empty() {
                    names.push(' ');
                }
                // Writing to a string cannot fail.
                let _ = request.instance.write_moves(moves, &mut names);
                match names.len() > MAX_RESPONSE_BYTES {
                    true => ControlFlow::Break(StopReason::Memory),
                    false => ControlFlow::Continue(()),
                }
            };
            let timed = session.stream(&request, allowance, &events, &mut take)?;
            if names.len() > MAX_RESPONSE_BYTES {
                return Err(too_large());
            }
            let mut bytes = Vec::new();
            let written = json::begin_object(&mut bytes, "moves")
                .and_then(|()| bytes.write_all(names.as_bytes()))
                .and_then(|()| {
                    json::end_object(&mut bytes, &json::Solved::new(item, &timed, &request, plan))
                });
            written.expect("memory takes everything");
            let text = String::from_utf8(bytes).expect("JSON is text");
            let json = RawValue::from_string(text).expect("it was written as JSON");
            return Ok(JobResult { error: None, json });
        }
        let mut timed = session.solve(&request, allowance, &events)?;
        timed.report.solutions.truncate(plan.n_shown);
        Ok(done(&json::Solved::new(item, &timed, &request, plan)))
    }

    fn hint(&self, request: &Request) -> Result<JobResult, Error> {
        let plan = self.plan(request)?;
        let items = items(&*plan.task, &request.inputs, Layout::Auto);
        let item = items.last().ok_or_else(stopped)?;
        let executor = self.pool(plan.threads);
        let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &*executor };
        let send_progress = |event: &Event<'_>| self.send_progress(event);
        let hint = answer::hint(
            item,
            &plan,
            &self.session(),
            &allowance,
            &Events::new(&send_progress, PROGRESS_INTERVAL),
        );
        Ok(match hint {
            Ok((request, timed)) => done(&json::Hinted::new(item, &plan, &request, &timed)),
            Err(error) => refused(item, &plan, &error),
        })
    }

    fn check(&self, request: &Request, solution: Option<&str>) -> Result<JobResult, Error> {
        let plan = self.plan(request)?;
        let items = items(&*plan.task, &request.inputs, Layout::Auto);
        let [item] = &items[..] else {
            let message = format!("found {} puzzles, expected one to play moves on", items.len());
            return Err(Error::invalid(message));
        };
        let executor = self.pool(plan.threads);
        let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &*executor };
        let send_progress = |event: &Event<'_>| self.send_progress(event);
        let events = Events::new(&send_progress, PROGRESS_INTERVAL);
        let optimal = request.task.method.optimal;
        let checked = answer::check(item, solution, optimal, &plan, &self.session(), &allowance, &events)?;
        Ok(match &checked {
            Checked::Solvable { is_solved } => done(&json::Solvable::new(item, &plan, *is_solved)),
            Checked::Judged(judged) => done(&json::Judged::new(item, &plan, judged)),
        })
    }

    fn compare(&self, request: &Request, spec: &CompareSpec) -> Result<JobResult, Error> {
        let plan = self.plan(request)?;
        let items = items(&*plan.task, &request.inputs, Layout::Auto);
        let [item] = &items[..] else {
            let message = format!("found {} puzzles, expected one to compare searches on", items.len());
            return Err(Error::invalid(message));
        };
        let solvable = plan.request(item)?;
        let executor = self.pool(plan.threads);
        let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &*executor };
        let send_progress = |event: &Event<'_>| self.send_progress(event);
        let events = Events::new(&send_progress, PROGRESS_INTERVAL);
        let session = self.session();
        let runs = answer::compare(&solvable, spec, &plan, &session, &allowance, &events, &|_, _| {})?;
        answer::check_agreement(&runs)?;
        let subject = json::Subject::new(item, &plan);
        let runs = runs.iter().map(|(request, timed)| json::Run::new(timed, request, &plan)).collect();
        Ok(done(&json::Comparison { subject, runs }))
    }

    fn count(&self, request: &Request) -> Result<JobResult, Error> {
        let task = self.registry.task(&request.task)?;
        let send_progress = |event: &Event<'_>| self.send_progress(event);
        let events = Events::new(&send_progress, PROGRESS_INTERVAL);
        let counted = answer::count(&*task, &request.limits, &self.session(), &events)?;
        Ok(match &counted.counted {
            CountResult::Facts { fields, .. } => done(&json::Fields(fields.clone())),
            CountResult::Sequences { .. } => done(&json::Sequences::new(&*task, &counted)),
            CountResult::Positions { .. } => done(&json::CountResult::new(&*task, &counted)),
        })
    }

    fn scramble(&self, spec: &ScrambleSpec, count: u64, seed: Option<u64>) -> Result<JobResult, Error> {
        let mut scrambles = Scrambles::new(&self.registry, spec, seed, self.watch)?;
        let mut puzzles = Vec::new();
        for _ in 0..count {
            let drawn = scrambles.draw()?.ok_or_else(stopped)?;
            puzzles.push(json::Versioned::new(drawn.json));
        }
        Ok(done(&Puzzles { puzzles }))
    }

    fn scaling(&self, spec: &ScalingSpec) -> Result<JobResult, Error> {
        let scaling = scaling::run(spec, &self.registry, self.watch)?.ok_or_else(stopped)?;
        Ok(done(&scaling))
    }
}

/// The answer of `scramble`.
#[derive(Serialize)]
struct Puzzles {
    puzzles: Vec<json::Versioned<json::Scrambled>>,
}
