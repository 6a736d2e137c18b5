//! Work that was asked for. So many jobs run at once and share the cores, some more wait for their turn, and all others are refused as
//! busy. A job ends when its work does, when it is cancelled, when its client disconnects, or when its time is over.
//!
//! Requests that are usually short do not wait for long ones: if all turns are taken, such a job runs in a lane of its own for up to
//! [`HEAD_START`]. One that takes longer is stopped there, waits for a turn like all others, and begins again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use deepen::front::{Watch, all_threads};
use deepen::search::{StopReason, Threads};
use deepen::{Error, ErrorKind, Registry, Store, json, memory};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};

use crate::request::JobSpec;
use crate::run_job::{self, JobContext};
use crate::solver_cache::{MAX_OTHERS, SolverCache};

/// How much is done at once.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Jobs that run.
    pub running: usize,
    /// Jobs that wait.
    pub waiting: usize,
    /// How long a job may take, tables included.
    pub time: Duration,
    /// Bytes of all jobs and of the solvers that are kept, together.
    pub memory: u64,
}

impl Capacity {
    /// For this machine: twice as many jobs as cores, so that short ones need not wait for long ones.
    pub fn usual() -> Capacity {
        Capacity {
            running: 2 * all_threads().max(2),
            waiting: 64,
            time: Duration::from_secs(600),
            memory: memory::default_limit(),
        }
    }

    /// Bytes that the tables may use which all jobs share: half of all. Every such table is about twice as large as the next
    /// smaller one, so all that fit fit together.
    pub fn memory_of_shared(&self) -> u64 {
        self.memory / 2
    }

    /// Bytes that one job may use for states it remembers and tables of its own.
    pub fn memory_of_one(&self) -> u64 {
        (self.memory - self.memory_of_shared()) / (self.running + SHORT_JOBS + MAX_OTHERS) as u64
    }
}

/// All jobs.
pub struct Jobs {
    /// How much is done at once.
    pub capacity: Capacity,
    solvers: SolverCache,
    watch: Watch,
    /// Threads that no job uses at the moment.
    threads: Threads,
    turns: Arc<Semaphore>,
    /// Places of short jobs that found no turn.
    short: Arc<Semaphore>,
    n_waiting: AtomicUsize,
    last_id: AtomicU64,
    open: Mutex<HashMap<u64, Watches>>,
}

/// Those who can end a job: its work, and its head start.
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

/// What a job was given to run on. Dropping it makes room for another.
enum Slot {
    Turn(OwnedSemaphorePermit),
    Short(OwnedSemaphorePermit),
}

/// What a job tells.
pub enum JobEvent {
    /// It is on the list.
    Accepted,
    /// So many wait before it.
    Queued(usize),
    /// How far it is.
    Progress(Box<RawValue>),
    /// A solution that will be improved if it can be.
    Improved(Box<RawValue>),
    /// What came out. Nothing follows.
    Over(JobResult),
}

/// What came out of a job.
pub struct JobResult {
    /// What kind of error it is, if it is one rather than a result.
    pub error: Option<ErrorKind>,
    /// The result or the error.
    pub json: Box<RawValue>,
}

impl JobResult {
    /// Too many wait.
    fn busy() -> JobResult {
        let busy = json::Failed { error: json::Error::new("busy", BUSY) };
        JobResult { error: Some(ErrorKind::Limit), json: as_json(&busy) }
    }

    /// Something failed as a whole.
    pub fn of_error(error: &Error) -> JobResult {
        JobResult { error: Some(error.kind), json: as_json(&json::Failed { error: error.into() }) }
    }
}

/// An object with its version.
pub fn as_json(object: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(&json::Versioned::new(object)).expect("answers are plain data")
}

/// A job as its owner sees it. Dropping it cancels the work.
pub struct Job {
    pub id: u64,
    events: mpsc::Receiver<JobEvent>,
    watches: Watches,
    jobs: Arc<Jobs>,
    disconnected: Arc<Notify>,
}

impl Job {
    /// What happens next; None when there is nothing more.
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

/// News that may wait in a line before its owner takes them; of progress more are dropped.
const EVENT_BUFFER: usize = 64;
/// What is said when too many wait.
pub const BUSY: &str = "as many jobs as can wait are waiting; ask again in a moment";
/// Short jobs that run beside those that have a turn.
pub const SHORT_JOBS: usize = 2;
/// How long they run before they have to wait for a turn.
pub const HEAD_START: Duration = Duration::from_secs(5);
/// How often progress is told.
pub const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

impl Jobs {
    /// None yet. They share what `store` keeps and the clock of `watch`.
    pub fn new(capacity: Capacity, store: Store, watch: &Watch) -> Jobs {
        Jobs {
            capacity,
            solvers: SolverCache::new(store),
            watch: watch.clone(),
            threads: Threads::with_spare(all_threads()),
            turns: Arc::new(Semaphore::new(capacity.running)),
            short: Arc::new(Semaphore::new(SHORT_JOBS)),
            n_waiting: AtomicUsize::new(0),
            last_id: AtomicU64::new(0),
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Watches>> {
        self.open.lock().expect("nothing panics while it is held")
    }

    /// Takes a job on. None if too many wait.
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

    /// What a job can run on at once, if there is anything.
    fn free_slot(&self, is_short: bool) -> Option<Slot> {
        let turn = self.turns.clone().try_acquire_owned().ok().map(Slot::Turn);
        turn.or_else(|| is_short.then(|| self.short.clone().try_acquire_owned().ok().map(Slot::Short))?)
    }

    /// Waits for something to run on; None if the client disconnects. The job is one of those that wait until then.
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

    /// Waits for a turn with a job that was not short; an error if too many wait, None if the client disconnects.
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

    /// Has the work done on a thread of its own, for as long as a job may take.
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

    /// Joins those who wait, if there is room: how many are before it.
    fn enter_queue(&self) -> Option<usize> {
        let more = |n: usize| (n < self.capacity.waiting).then_some(n + 1);
        self.n_waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).ok()
    }

    /// Cancels a job. False if there is none of that number.
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

    /// The solvers of puzzles that all requests share.
    pub fn registry(&self) -> Arc<Registry> {
        self.solvers.get(None)
    }

    /// Does the work, on the calling thread and on those that are spare.
    fn run(&self, spec: &JobSpec, watch: &Watch, sender: &mpsc::Sender<JobEvent>) -> JobResult {
        // The calling thread counts as one of those that share the cores.
        let _guard = BorrowedThread(self.threads.borrow().then_some(&self.threads));
        let context = JobContext {
            registry: self.solvers.get(spec.cache_key.clone()),
            threads: &self.threads,
            memory: self.capacity.memory_of_one(),
            watch,
            // A client that does not keep up misses some.
            send: &|event| {
                let _ = sender.try_send(event);
            },
        };
        run_job::run(spec, &context)
    }
}

/// A thread taken from those that are spare, if one was. It is given back also when the work panics.
struct BorrowedThread<'a>(Option<&'a Threads>);

impl Drop for BorrowedThread<'_> {
    fn drop(&mut self) {
        if let Some(threads) = self.0 {
            threads.lend();
        }
    }
}

/// Ends work that takes longer than it may.
async fn end_after(time: Duration, watch: Watch) {
    tokio::time::sleep(time).await;
    watch.end(StopReason::Time);
}
