//! Work that was asked for. So many jobs run at once and share the cores, some more wait for their turn, and all others are told that
//! everybody is busy. A job ends when its work does, when somebody cancels it, or when nobody listens any more.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use search::Threads;
use serde_json::value::{RawValue, to_raw_value};
use solve::Store;
use tokio::sync::{Notify, Semaphore, mpsc};

use super::ask::Order;
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
    /// How long a search may take; with its tables twice as long.
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

    /// Bytes that one job may use for states it remembers and tables of its own.
    pub fn memory_of_one(&self) -> u64 {
        self.memory / (self.running + KEPT) as u64
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
    n_waiting: AtomicUsize,
    last_id: AtomicU64,
    open: Mutex<HashMap<u64, Watch>>,
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

    fn of_failure(failure: &Failure) -> Ending {
        Ending { exit: failure.exit, json: json(&wire::Failed { error: failure.into() }) }
    }
}

fn json(value: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("what goes on the wire is plain data")
}

/// A job as its owner sees it. Dropping it cancels the work.
pub struct Job {
    pub id: u64,
    news: mpsc::Receiver<News>,
    watch: Watch,
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
        self.watch.cancel();
        self.gone.notify_one();
        self.jobs.open().remove(&self.id);
    }
}

/// News that may wait in a line before its owner takes them; of progress more are dropped.
const ROOM: usize = 64;
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
            n_waiting: AtomicUsize::new(0),
            last_id: AtomicU64::new(0),
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Watch>> {
        self.open.lock().expect("nothing panics while it is held")
    }

    /// Takes a job on. None if too many wait.
    pub fn take(self: &Arc<Self>, order: Order) -> Option<Job> {
        let turn = self.turns.clone().try_acquire_owned().ok();
        let ahead = match turn {
            Some(_) => 0,
            None => self.wait()?,
        };
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let (tell, news) = mpsc::channel(ROOM);
        let watch = self.watch.another();
        let gone = Arc::new(Notify::new());
        self.open().insert(id, watch.clone());
        let job = Job { id, news, watch: watch.clone(), jobs: self.clone(), gone: gone.clone() };
        let jobs = self.clone();
        tokio::spawn(async move {
            let _ = tell.send(News::Accepted).await;
            let turn = match turn {
                Some(turn) => turn,
                None => {
                    let _ = tell.send(News::Queued(ahead)).await;
                    let waited = tokio::select! {
                        turn = jobs.turns.clone().acquire_owned() => turn.ok(),
                        () = gone.notified() => None,
                    };
                    jobs.n_waiting.fetch_sub(1, Ordering::SeqCst);
                    let Some(turn) = waited else { return };
                    turn
                }
            };
            let clock = tokio::spawn(end_after(jobs.capacity.time.saturating_mul(2), watch.clone()));
            let told = tell.clone();
            let work = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                jobs.run(&order, &watch, &told)
            });
            let ending = work.await.unwrap_or_else(|_| {
                Ending::of_failure(&Failure::new(Exit::Disagreement, "the search panicked: this is a bug"))
            });
            clock.abort();
            let _ = tell.send(News::Over(ending)).await;
        });
        Some(job)
    }

    /// Joins those who wait, if there is room: how many are before it.
    fn wait(&self) -> Option<usize> {
        let more = |n: usize| (n < self.capacity.waiting).then_some(n + 1);
        self.n_waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more).ok()
    }

    /// Cancels a job. False if there is none of that number.
    pub fn cancel(&self, id: u64) -> bool {
        let watch = self.open().get(&id).cloned();
        watch.is_some_and(|watch| {
            watch.cancel();
            true
        })
    }

    /// Cancels all jobs.
    pub fn cancel_all(&self) {
        self.open().values().for_each(Watch::cancel);
    }

    /// Does the work, on a thread of its own and on those that are spare.
    fn run(&self, order: &Order, watch: &Watch, tell: &mpsc::Sender<News>) -> Ending {
        // The calling thread counts as one of those that share the cores.
        let _place = Place(self.threads.borrow().then_some(&self.threads));
        let listener = Listener { tell, results: Mutex::default() };
        let shared = Shared { solver: self.solvers.of(order.subject.clone()), threads: &self.threads };
        let voice = Voice { json: true, quiet: false, verbose: 0 };
        let scene = Scene { voice, watch, audience: &listener, shared: Some(shared) };
        match commands::answer(&order.command, &scene) {
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

/// Nobody's work goes on for ever.
async fn end_after(time: Duration, watch: Watch) {
    tokio::time::sleep(time).await;
    watch.cancel();
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
            Some(name) => format!("{{\"{name}\":[{}]}}", lines.collect::<Vec<_>>().join(",")),
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
