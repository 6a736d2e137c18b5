//! Number of threads that fill tables. Searches have their own executors; tables are filled by rayon's global thread
//! pool, which has one thread per core unless `--threads` sets fewer.
//!
//! ```
//! let solution = deepen::threads::with_table_threads(Some(1), || deepen::solve("2x2x2", "R U F"))?;
//! assert_eq!(solution.length, 3);
//! # Ok::<(), deepen::Error>(())
//! ```

/// Limits the threads that fill tables, if `n_threads` is given. Must be called once, before any table is filled.
pub fn limit_table_threads(n_threads: Option<usize>) {
    if let Some(n_threads) = n_threads {
        // Fails only if the pool exists already, and then its size cannot be changed.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build_global();
    }
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
