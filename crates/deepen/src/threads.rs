//! Number of threads that fill tables. Searches have their own executors; tables are filled by rayon's global thread
//! pool, which has one thread per core unless `--threads` sets fewer.
//!
//! ```
//! let solution = deepen::threads::with_table_threads(Some(1), || deepen::solve("2x2x2", "R U F"))?;
//! assert_eq!(solution.length, 3);
//! # Ok::<(), deepen::Error>(())
//! ```

use std::thread;

/// Limits the threads that fill tables to `n_threads`, or to one per core, and to as many as the system starts. Must be
/// called once, before any table is filled.
pub fn limit_table_threads(n_threads: Option<usize>) {
    let wanted = n_threads.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let builder = match n_startable(wanted) {
        0 => rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread(),
        n => rayon::ThreadPoolBuilder::new().num_threads(n),
    };
    // Fails only if the pool exists already, and then its size cannot be changed.
    let _ = builder.build_global();
}

/// Returns how many of `wanted` threads the system starts: a global pool that could not start all its threads cannot be
/// tried again.
fn n_startable(wanted: usize) -> usize {
    // Threads end when the scope lets them: they must exist at the same time.
    let gate = std::sync::Mutex::new(());
    thread::scope(|scope| {
        let _closed = gate.lock();
        let wait = || drop(gate.lock());
        (0..wanted).take_while(|_| thread::Builder::new().spawn_scoped(scope, wait).is_ok()).count()
    })
}

/// Runs `work` with at most `n_threads` threads for filling tables, if given and fewer than the pool has: for one of
/// several jobs in a process.
pub fn with_table_threads<T: Send>(n_threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    let fewer = n_threads.filter(|&n| n < rayon::current_num_threads());
    let pool = fewer.and_then(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().ok());
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
