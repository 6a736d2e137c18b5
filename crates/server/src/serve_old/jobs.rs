//! Work that was asked for. So many jobs run at once and share the cores, some more wait for their turn, and all others are refused as
//! busy. A job ends when its work does, when it is cancelled, when its client disconnects, or when its time is over.
//!
//! Requests that are usually short do not wait for long ones: if all turns are taken, such a job runs in a lane of its own for up to
//! [`HEAD_START`]. One that takes longer is stopped there, waits for a turn like all others, and begins again.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use search::{StopReason, Threads};
use serde_json::value::{RawValue, to_raw_value};
use solve::Store;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};

use super::ask::{Order, Work};
use super::solvers::{KEPT, Solvers};
use crate::commands;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::memory;
use crate::plan::{Voice, all_threads};
use crate::progress::Progress;
use crate::scene::{Audience, Scene, Shared};
use crate::watch::Watch;
use crate::wire;
use crate::wire::progress::Event;

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
        (self.memory - self.memory_of_shared()) / (self.running + SHORT_JOBS + KEPT) as u64
    }
}

/// All jobs.
pub struct Jobs {
    pub capacity: Capacity,
    solvers: Solvers,
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
pub enum News {
    /// It is on the list.
    Accepted,
    /// So many wait before it.
    Queued(usize),
    /// How far it is.
    Progress(Box<RawValue>),
    /// A solution that will be improved if it can be.
    Improved(Box<RawValue>),
    /// What came out. Nothing follows.
    Over(Ending),
}

/// What came out of a job.
pub struct Ending {
    pub exit: Exit,
    pub json: Box<RawValue>,
}

impl Ending {
    /// Whether it is an error rather than a result.
    pub fn is_error(&self) -> bool {
        #[derive(serde::Deserialize)]
        struct Error {
            error: Option<serde::de::IgnoredAny>,
        }
        serde_json::from_str::<Error>(self.json.get()).is_ok_and(|result| result.error.is_some())
    }

    /// Too many wait.
    fn busy() -> Ending {
        Ending { exit: Exit::Limit, json: json(&wire::Failed { error: wire::Error::new("busy", BUSY) }) }
    }

    fn of_failure(failure: &Failure) -> Ending {
        Ending { exit: failure.exit, json: json(&wire::Failed { error: failure.into() }) }
    }
}

/// An object with its version.
pub fn json(object: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(&wire::Versioned::new(object)).expect("what goes on the wire is plain data")
}

/// A job as its owner sees it. Dropping it cancels the work.
pub struct Job {
    pub id: u64,
    news: mpsc::Receiver<News>,
    watches: Watches,
    jobs: Arc<Jobs>,
    gone: Arc<Notify>,
}

impl Job {
    /// What happens next; None when there is nothing more.
    pub async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.watches.cancel();
        self.gone.notify_one();
        self.jobs.open().remove(&self.id);
    }
}

/// News that may wait in a line before its owner takes them; of progress more are dropped.
const ROOM: usize = 64;
/// What is said when too many wait.
pub const BUSY: &str = "as many jobs as can wait are waiting; ask again in a moment";
/// Short jobs that run beside those that have a turn.
pub const SHORT_JOBS: usize = 2;
/// How long they run before they have to wait for a turn.
pub const HEAD_START: Duration = Duration::from_secs(5);
/// How often progress is told.
const TEMPO: Duration = Duration::from_millis(200);

impl Jobs {
    /// None yet. They share what `store` keeps and the clock of `watch`.
    pub fn new(capacity: Capacity, store: Store, watch: &Watch) -> Jobs {
        Jobs {
            capacity,
            solvers: Solvers::new(store),
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
    pub fn take(self: &Arc<Self>, order: Order) -> Option<Job> {
        let slot = self.free_slot(order.is_short);
        let ahead = match slot {
            Some(_) => 0,
            None => self.wait()?,
        };
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (tell, news) = mpsc::channel(ROOM);
        let watches = Watches { work: self.watch.another(), head_start: self.watch.another() };
        let gone = Arc::new(Notify::new());
        self.open().insert(id, watches.clone());
        let job = Job { id, news, watches: watches.clone(), jobs: self.clone(), gone: gone.clone() };
        let jobs = self.clone();
        tokio::spawn(async move {
            let _ = tell.send(News::Accepted).await;
            let order = Arc::new(order);
            let slot = match slot {
                Some(slot) => Some(slot),
                None => jobs.next_slot(ahead, order.is_short, &tell, &gone).await,
            };
            let ending = match slot {
                None => return,
                Some(Slot::Turn(turn)) => jobs.work(turn, &order, &watches.work, &tell).await,
                Some(Slot::Short(place)) => {
                    let clock = tokio::spawn(end_after(HEAD_START, watches.head_start.clone()));
                    let ending = jobs.work(place, &order, &watches.head_start, &tell).await;
                    clock.abort();
                    match watches.head_start.ended() {
                        Some(StopReason::Time) if HEAD_START < jobs.capacity.time => {
                            match jobs.turn_after_all(&tell, &gone).await {
                                Some(Ok(turn)) => jobs.work(turn, &order, &watches.work, &tell).await,
                                Some(Err(busy)) => busy,
                                None => return,
                            }
                        }
                        _ => ending,
                    }
                }
            };
            let _ = tell.send(News::Over(ending)).await;
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
        tell: &mpsc::Sender<News>,
        gone: &Notify,
    ) -> Option<Slot> {
        let _ = tell.send(News::Queued(ahead)).await;
        let slot = tokio::select! {
            turn = self.turns.clone().acquire_owned() => turn.ok().map(Slot::Turn),
            place = self.short.clone().acquire_owned(), if is_short => place.ok().map(Slot::Short),
            () = gone.notified() => None,
        };
        self.n_waiting.fetch_sub(1, Ordering::SeqCst);
        slot
    }

    /// Waits for a turn with a job that was not short; an error if too many wait, None if the client disconnects.
    async fn turn_after_all(
        &self,
        tell: &mpsc::Sender<News>,
        gone: &Notify,
    ) -> Option<Result<OwnedSemaphorePermit, Ending>> {
        let turn = match self.free_slot(false) {
            Some(Slot::Turn(turn)) => turn,
            _ => match self.wait() {
                None => return Some(Err(Ending::busy())),
                Some(ahead) => match self.next_slot(ahead, false, tell, gone).await {
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
        order: &Arc<Order>,
        watch: &Watch,
        tell: &mpsc::Sender<News>,
    ) -> Ending {
        let clock = tokio::spawn(end_after(self.capacity.time, watch.clone()));
        let (jobs, order, watch, tell) = (self.clone(), order.clone(), watch.clone(), tell.clone());
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            jobs.run(&order, &watch, &tell)
        });
        let ending = work.await.unwrap_or_else(|_| {
            Ending::of_failure(&Failure::new(Exit::Disagreement, "the search panicked: this is a bug"))
        });
        clock.abort();
        ending
    }

    /// Joins those who wait, if there is room: how many are before it.
    fn wait(&self) -> Option<usize> {
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

    /// Does at once what takes no time.
    pub fn run_at_once(&self, order: &Order) -> Ending {
        let (tell, _news) = mpsc::channel(ROOM);
        self.run(order, &self.watch.another(), &tell)
    }

    /// Does the work, on the calling thread and on those that are spare.
    fn run(&self, order: &Order, watch: &Watch, tell: &mpsc::Sender<News>) -> Ending {
        // The calling thread counts as one of those that share the cores.
        let _place = Place(self.threads.borrow().then_some(&self.threads));
        let listener = Listener { tell, results: Mutex::default() };
        let shared = Shared {
            solver: self.solvers.of(order.subject.clone()),
            threads: &self.threads,
            memory: self.capacity.memory_of_one(),
        };
        let voice = Voice { json: true, quiet: false, verbose: 0 };
        let scene = Scene { voice, watch, audience: &listener, shared: Some(shared) };
        let answered = match &order.work {
            Work::Command(command) => commands::answer(command, &scene),
            Work::Definition(definition) => commands::definition::run(definition, &scene),
        };
        match answered {
            Ok(exit) => listener.ending(exit, order.collects),
            Err(error) => Ending::of_failure(&commands::reason(&error)),
        }
    }
}

/// A thread taken from those that are spare, if one was. It is given back also when the work panics.
struct Place<'a>(Option<&'a Threads>);

impl Drop for Place<'_> {
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

/// Hears a command out and passes on what should not wait.
struct Listener<'a> {
    tell: &'a mpsc::Sender<News>,
    results: Mutex<Vec<u8>>,
}

impl Listener<'_> {
    /// The result: the only one, or all of them in a list with this name.
    fn ending(&self, exit: Exit, collects: Option<&'static str>) -> Ending {
        let results = self.results.lock().expect("nothing panics while it is held");
        let text = String::from_utf8_lossy(&results);
        let lines = text.lines();
        let text = match collects {
            Some(name) => {
                let list = lines.collect::<Vec<_>>().join(",");
                format!("{{\"schema\":{},\"{name}\":[{list}]}}", wire::SCHEMA)
            }
            None => lines.last().unwrap_or_default().to_string(),
        };
        match RawValue::from_string(text) {
            Ok(json) => Ending { exit, json },
            Err(_) => Ending::of_failure(&Failure::new(Exit::Limit, "stopped before there was a result")),
        }
    }
}

impl Audience for Listener<'_> {
    fn results(&self) -> Box<dyn Write + '_> {
        Box::new(Kept(&self.results))
    }

    fn takes_improvements(&self) -> bool {
        true
    }

    fn interim(&self) -> Box<dyn Write + '_> {
        Box::new(Passed { tell: self.tell, line: Vec::new() })
    }

    fn progress(&self, _voice: Voice) -> Progress<'_> {
        Progress::told(self, TEMPO)
    }
}

impl crate::progress::Hearer for Listener<'_> {
    fn hear(&self, event: &Event<'_>) {
        // Who does not keep up misses some.
        let _ = self.tell.try_send(News::Progress(json(event)));
    }
}

/// Keeps what is written.
struct Kept<'a>(&'a Mutex<Vec<u8>>);

/// The largest answer that is kept: of boards with hundreds of rows the moves alone are gigabytes.
const LARGEST: usize = 32 << 20;

impl Write for Kept<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().expect("nothing panics while it is held");
        match kept.len() + bytes.len() > LARGEST {
            true => Err(io::Error::other("the answer is too large for this server; try the command line")),
            false => kept.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Passes every line on.
struct Passed<'a> {
    tell: &'a mpsc::Sender<News>,
    line: Vec<u8>,
}

impl Write for Passed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for line in String::from_utf8_lossy(&self.line).lines() {
            if let Ok(json) = RawValue::from_string(line.to_string()) {
                let _ = self.tell.try_send(News::Improved(json));
            }
        }
        self.line.clear();
        Ok(())
    }
}
