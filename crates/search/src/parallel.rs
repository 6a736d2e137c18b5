//! Runs numbered parts of a computation on several threads. If the system does not start as many threads as asked for,
//! those that it started, at least the caller's own, do all the work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Computes `part(0)` to `part(n - 1)` on up to `n_threads` threads. Returns the results in order.
pub fn map_parts<T: Send>(n: usize, n_threads: usize, part: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(n)));
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= n {
                return;
            }
            let result = part(i);
            results.lock().expect("nothing panics while it is held").push((i, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..n_threads.min(n) {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let mut results = results.into_inner().expect("nothing panics while it is held");
    results.sort_unstable_by_key(|&(i, _)| i);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        for n_threads in [0, 1, 3, 50] {
            assert_eq!(map_parts(20, n_threads, |i| i * i), (0..20).map(|i| i * i).collect::<Vec<_>>());
        }
        assert!(map_parts(0, 2, |i| i).is_empty());
    }
}
