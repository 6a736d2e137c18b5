//! Number of threads that fill tables. Searches have their own executors; tables are filled by rayon's global thread
//! pool, which has one thread per core unless `--threads` sets fewer.
//!
//! ```
//! let solution = deepen::threads::with_table_threads(Some(1), || deepen::solve("2x2x2", "R U F"))?;
//! assert_eq!(solution.length, 3);
//! # Ok::<(), deepen::Error>(())
//! ```

use std::thread;

use crate::memory;

/// Address space that a thread takes: its stack, and a heap of its own, of which glibc reserves 64 MiB.
const BYTES_PER_THREAD: u64 = 72 << 20;

/// Returns how many of `wanted` threads fit into half of the address space of this process; the other half is for
/// tables. At least one. Answers do not depend on the number of threads.
pub fn fitting(wanted: usize) -> usize {
    fitting_into(memory::address_space(), wanted)
}

/// Returns the part of a limited address space that is not for tables and searches: what threads reserve, once for
/// searches and once for tables, and the program itself.
pub(crate) fn reserved(address_space: u64) -> u64 {
    let n_threads = fitting_into(Some(address_space), thread::available_parallelism().map_or(1, usize::from));
    2 * n_threads as u64 * BYTES_PER_THREAD + (64 << 20)
}

fn fitting_into(address_space: Option<u64>, wanted: usize) -> usize {
    let most = address_space.map_or(u64::MAX, |bytes| (bytes / 2 / BYTES_PER_THREAD).max(1));
    wanted.min(usize::try_from(most).unwrap_or(usize::MAX))
}

/// Limits the threads that fill tables to `n_threads`, or to one per core, and to as many as the system starts. Must be
/// called once, before any table is filled.
pub fn limit_table_threads(n_threads: Option<usize>) {
    let wanted = n_threads.or_else(|| thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let builder = match n_startable(fitting(wanted)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_address_space_has_few_threads() {
        assert_eq!(fitting_into(None, 64), 64);
        assert_eq!(fitting_into(Some(400_000 << 10), 16), 2);
        assert_eq!(fitting_into(Some(400_000 << 10), 1), 1);
        assert_eq!(fitting_into(Some(1 << 20), 16), 1);
        assert_eq!(fitting_into(Some(1 << 40), 16), 16);
    }
}
