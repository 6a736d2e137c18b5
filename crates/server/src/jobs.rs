//! The job queue. A limited number of jobs run at once and share the cores, some more wait for their turn, and further
//! ones are rejected as busy. A job ends when its work does, when it is cancelled, when its client disconnects, or when
//! its time limit is reached.
//!
//! Usually short requests do not wait for long ones: if all turns are taken, such a job runs in a separate lane for up
//! to [`HEAD_START`]. A job that takes longer is stopped there, waits for a turn like all others, and starts again from
//! scratch.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use deepen::front::{Watch, all_threads};
use deepen::search::{StopReason, Threads};
use deepen::{Error, ErrorKind, Registry, Store, json, memory};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};

use crate::option_names::with_field_names;
use crate::request::JobSpec;
use crate::run_job::{self, JobContext};
use crate::solver_cache::{MAX_OTHERS, SolverCache};

/// Limits on concurrent work.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Maximum number of running jobs.
    pub running: usize,
    /// Maximum number of waiting jobs.
    pub waiting: usize,
    /// Time limit of a job, tables included.
    pub time: Duration,
    /// Memory limit in bytes of all jobs and cached solvers together.
    pub memory: u64,
}

impl Capacity {
    /// Returns the defaults for this machine: twice as many jobs as cores, so that short ones need not wait for long
    /// ones.
    pub fn usual() -> Capacity {
        Capacity {
            running: 2 * all_threads().max(2),
            waiting: 64,
            time: Duration::from_secs(600),
            memory: memory::default_limit(),
        }
    }

    /// Returns the memory for tables that all jobs share, in bytes: half of all. Every such table is about twice as
    /// large as the next smaller one, so all that fit individually fit together.
    pub fn memory_of_shared(&self) -> u64 {
        self.memory / 2
    }

    /// Returns the memory for the stored states and own tables of one job, in bytes.
    pub fn memory_of_one(&self) -> u64 {
        (self.memory - self.memory_of_shared()) / (self.running + SHORT_JOBS + MAX_OTHERS) as u64
    }
}

/// All jobs.
pub struct Jobs {
    /// Limits on concurrent work.
    pub capacity: Capacity,
    solvers: SolverCache,
    watch: Watch,
    /// Threads that no job uses at the moment.
    threads: Threads,
    turns: Arc<Semaphore>,
    /// Bytes that bodies may still take.
    pub bodies: Arc<Semaphore>,
    /// Slots of short jobs that found no turn.
    short: Arc<Semaphore>,
    n_waiting: AtomicUsize,
    last_id: AtomicU64,
    open: Mutex<HashMap<u64, Watches>>,
}

/// The watches of a job: one for its regular work, one for its head start.
#[derive(Clone)]
struct Watches {
    work: Watch,
    head_start: Watch,
}

impl Watches {
    fn cancel(&self) {
        self.work.cancel();
        self.head_start.cancel();
    }
}

/// A slot that a job runs in. Dropping it makes room for another job.
enum Slot {
    Turn(OwnedSemaphorePermit),
    Short(OwnedSemaphorePermit),
}

/// Event of a job.
pub enum JobEvent {
    /// The job was accepted.
    Accepted,
    /// Number of jobs that wait before it.
    Queued(usize),
    /// Progress of the search.
    Progress(Box<RawValue>),
    /// An intermediate solution that may still be improved.
    Improved(Box<RawValue>),
    /// The result. No event follows.
    Over(JobResult),
}

/// Result of a job.
pub struct JobResult {
    /// Kind of the error, if the job failed.
    pub error: Option<ErrorKind>,
    /// The result or the error.
    pub json: Box<RawValue>,
}

impl JobResult {
    /// Returns the result when too many jobs wait.
    fn busy() -> JobResult {
        let busy = json::Failed { error: json::Error::new("busy", BUSY) };
        JobResult { error: Some(ErrorKind::Limit), json: as_json(&busy) }
    }

    /// Returns the result of a job that failed.
    pub fn of_error(error: &Error) -> JobResult {
        let error = with_field_names(error.clone());
        JobResult { error: Some(error.kind), json: as_json(&json::Failed { error: (&error).into() }) }
    }
}

/// Serialises an object with its version.
pub fn as_json(object: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(&json::Versioned::new(object)).expect("answers are plain data")
}

/// Handle of a job. Dropping it cancels the work.
pub struct Job {
    pub id: u64,
    events: mpsc::Receiver<JobEvent>,
    watches: Watches,
    jobs: Arc<Jobs>,
    disconnected: Arc<Notify>,
    /// The bytes of its request.
    pub body: Option<OwnedSemaphorePermit>,
}

impl Job {
    /// Returns the next event; None after the last.
    pub async fn next(&mut self) -> Option<JobEvent> {
        self.events.recv().await
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.watches.cancel();
        self.disconnected.notify_one();
        self.jobs.open().remove(&self.id);
    }
}

/// Bytes of all bodies that are being received and of all requests that wait or run, beyond the first bytes of each.
const MAX_BODIES_BYTES: usize = 64 << 20;
/// Number of events that are buffered for the client; further progress events are dropped.
const EVENT_BUFFER: usize = 64;
/// Message when too many jobs wait.
pub const BUSY: &str = "too many jobs are waiting; try again in a moment";
/// Number of short jobs that run besides those with a turn.
pub const SHORT_JOBS: usize = 2;
/// Time limit of short jobs before they have to wait for a turn.
pub const HEAD_START: Duration = Duration::from_secs(5);
/// Interval of progress events.
pub const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

impl Jobs {
    /// Creates an empty queue. Jobs share the tables of `store` and the clock of `watch`.
    pub fn new(capacity: Capacity, store: Store, watch: &Watch) -> Jobs {
        Jobs {
            capacity,
            solvers: SolverCache::new(store),
            watch: watch.clone(),
            threads: Threads::with_spare(all_threads()),
            turns: Arc::new(Semaphore::new(capacity.running)),
            bodies: Arc::new(Semaphore::new(MAX_BODIES_BYTES)),
            short: Arc::new(Semaphore::new(SHORT_JOBS)),
            n_waiting: AtomicUsize::new(0),
            last_id: AtomicU64::new(0),
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Watches>> {
        self.open.lock().expect("nothing panics while it is held")
    }

    /// Accepts a job. Returns None if too many jobs wait.
    pub fn submit(self: &Arc<Self>, spec: JobSpec) -> Option<Job> {
        let slot = self.free_slot(spec.is_short);
        let ahead = match slot {
            Some(_) => 0,
            None => self.enter_queue()?,
        };
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, events) = mpsc::channel(EVENT_BUFFER);
        let watches = Watches { work: self.watch.sibling(), head_start: self.watch.sibling() };
        let disconnected = Arc::new(Notify::new());
        self.open().insert(id, watches.clone());
        let job = Job {
            id,
            events,
            watches: watches.clone(),
            jobs: self.clone(),
            disconnected: disconnected.clone(),
            body: None,
        };
        let jobs = self.clone();
        tokio::spawn(async move {
            let _ = sender.send(JobEvent::Accepted).await;
            let spec = Arc::new(spec);
            let slot = match slot {
                Some(slot) => Some(slot),
                None => jobs.next_slot(ahead, spec.is_short, &sender, &disconnected).await,
            };
            let result = match slot {
                None => return,
                Some(Slot::Turn(turn)) => jobs.work(turn, &spec, &watches.work, &sender).await,
                Some(Slot::Short(place)) => {
                    let clock = tokio::spawn(end_after(HEAD_START, watches.head_start.clone()));
                    let result = jobs.work(place, &spec, &watches.head_start, &sender).await;
                    clock.abort();
                    match watches.head_start.ended() {
                        Some(StopReason::Time) if HEAD_START < jobs.capacity.time => {
                            match jobs.turn_after_head_start(&sender, &disconnected).await {
                                Some(Ok(turn)) => jobs.work(turn, &spec, &watches.work, &sender).await,
                                Some(Err(busy)) => busy,
                                None => return,
                            }
                        }
                        _ => result,
                    }
                }
            };
            let _ = sender.send(JobEvent::Over(result)).await;
        });
        Some(job)
    }

    /// Returns a free slot, if there is one.
    fn free_slot(&self, is_short: bool) -> Option<Slot> {
        let turn = self.turns.clone().try_acquire_owned().ok().map(Slot::Turn);
        turn.or_else(|| is_short.then(|| self.short.clone().try_acquire_owned().ok().map(Slot::Short))?)
    }

    /// Waits for a slot; None if the client disconnects. The job counts as waiting until then.
    async fn next_slot(
        &self,
        ahead: usize,
        is_short: bool,
        sender: &mpsc::Sender<JobEvent>,
        disconnected: &Notify,
    ) -> Option<Slot> {
        let _ = sender.send(JobEvent::Queued(ahead)).await;
        let slot = tokio::select! {
            turn = self.turns.clone().acquire_owned() => turn.ok().map(Slot::Turn),
            place = self.short.clone().acquire_owned(), if is_short => place.ok().map(Slot::Short),
            () = disconnected.notified() => None,
        };
        self.n_waiting.fetch_sub(1, Ordering::SeqCst);
        slot
    }

    /// Waits for a turn after an unfinished head start; an error if too many jobs wait, None if the client disconnects.
    async fn turn_after_head_start(
        &self,
        sender: &mpsc::Sender<JobEvent>,
        disconnected: &Notify,
    ) -> Option<Result<OwnedSemaphorePermit, JobResult>> {
        let turn = match self.free_slot(false) {
            Some(Slot::Turn(turn)) => turn,
            _ => match self.enter_queue() {
                None => return Some(Err(JobResult::busy())),
                Some(ahead) => match self.next_slot(ahead, false, sender, disconnected).await {
                    Some(Slot::Turn(turn)) => turn,
                    _ => return None,
                },
            },
        };
        Some(Ok(turn))
    }

    /// Executes the job on a blocking thread within the time limit of a job.
    async fn work(
        self: &Arc<Self>,
        place: OwnedSemaphorePermit,
        spec: &Arc<JobSpec>,
        watch: &Watch,
        sender: &mpsc::Sender<JobEvent>,
    ) -> JobResult {
        let clock = tokio::spawn(end_after(self.capacity.time, watch.clone()));
        let (jobs, spec, watch, sender) = (self.clone(), spec.clone(), watch.clone(), sender.clone());
        let work = tokio::task::spawn_blocking(move || {
            let _guard = place;
            jobs.run(&spec, &watch, &sender)
        });
        let result = work.await.unwrap_or_else(|_| {
            JobResult::of_error(&Error::new(ErrorKind::Internal, "the search panicked: this is a bug"))
        });
        clock.abort();
        result
    }

    /// Enters the queue if there is room. Returns the number of jobs before it.
    fn enter_queue(&self) -> Option<usize> {
        let more = |n: usize| (n < self.capacity.waiting).then_some(n + 1);
        self.n_waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).ok()
    }

    /// Cancels a job. Returns false if there is no job of that number.
    pub fn cancel(&self, id: u64) -> bool {
        let watches = self.open().get(&id).cloned();
        watches.is_some_and(|watches| {
            watches.cancel();
            true
        })
    }

    /// Cancels all jobs.
    pub fn cancel_all(&self) {
        self.open().values().for_each(Watches::cancel);
    }

    /// Returns the solvers that all jobs share.
    pub fn registry(&self) -> Arc<Registry> {
        self.solvers.get(None)
    }

    /// Executes the job on the calling thread and on spare threads.
    fn run(&self, spec: &JobSpec, watch: &Watch, sender: &mpsc::Sender<JobEvent>) -> JobResult {
        // The calling thread counts as one of the threads that share the cores.
        let _guard = BorrowedThread(self.threads.borrow().then_some(&self.threads));
        let context = JobContext {
            registry: self.solvers.get(spec.cache_key.clone()),
            threads: &self.threads,
            memory: self.capacity.memory_of_one(),
            watch,
            // A slow client misses some events.
            send: &|event| {
                let _ = sender.try_send(event);
            },
        };
        run_job::run(spec, &context)
    }
}

/// A thread taken from the spare ones, if there was one. It is returned also when the work panics.
struct BorrowedThread<'a>(Option<&'a Threads>);

impl Drop for BorrowedThread<'_> {
    fn drop(&mut self) {
        if let Some(threads) = self.0 {
            threads.lend();
        }
    }
}

/// Stops the work when its time limit is reached.
async fn end_after(time: Duration, watch: Watch) {
    tokio::time::sleep(time).await;
    watch.end(StopReason::Time);
}
