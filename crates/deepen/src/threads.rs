//! Threads that fill tables. Searches have executors of their own; tables are filled by the global pool of rayon, which is
//! as large as there are cores unless `--threads` asks for fewer.
//!
//! ```
//! let solution = deepen::threads::with_table_threads(Some(1), || deepen::solve("2x2x2", "R U F"))?;
//! assert_eq!(solution.length, 3);
//! # Ok::<(), deepen::Error>(())
//! ```

/// Fills tables with at most so many threads, if that is asked for. Called once, before any table is made.
pub fn limit_table_threads(n_threads: Option<usize>) {
    if let Some(n_threads) = n_threads {
        // Fails only if there is a pool already, and then its size cannot be changed.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build_global();
    }
}

/// Does some work that fills tables with at most so many threads, if that is asked for and fewer than there are: for one of
/// several jobs of a process.
pub fn with_table_threads<T: Send>(n_threads: Option<usize>, work: impl FnOnce() -> T + Send) -> T {
    let fewer = n_threads.filter(|&n| n < rayon::current_num_threads());
    let pool = fewer.and_then(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().ok());
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
