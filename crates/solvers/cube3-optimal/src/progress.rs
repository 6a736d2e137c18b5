//! Progress of filling a table: reports to the caller and cancellation.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use solver::Cancelled;

/// Counts rows.
pub struct Progress<'a> {
    done: AtomicU64,
    total: u64,
    is_cancelled: AtomicBool,
    report: &'a (dyn Fn(u64, u64) -> bool + Sync),
}

impl<'a> Progress<'a> {
    /// Rows between two reports.
    const REPORT_INTERVAL: u64 = 8;

    pub(super) fn new(total: u64, report: &'a (dyn Fn(u64, u64) -> bool + Sync)) -> Self {
        Progress { done: AtomicU64::new(0), total, is_cancelled: AtomicBool::new(false), report }
    }

    /// Counts a row that is begun, and reports from time to time.
    pub(super) fn begin_row(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(Progress::REPORT_INTERVAL) && !(self.report)(done.min(self.total), self.total)
        {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// True if no more rows need to be filled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// Returns an error if filling is cancelled; called between levels.
    pub(super) fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}
