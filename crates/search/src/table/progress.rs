//! Progress of a fill: reports to the caller, who may cancel it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A callback that receives the work done and the total, and returns false to cancel.
pub type Report<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

/// Counts the steps of a fill, which are rows or parts of rows, on all threads together.
pub struct Progress<'a> {
    done: AtomicU64,
    total: u64,
    is_cancelled: AtomicBool,
    report: Report<'a>,
}

impl<'a> Progress<'a> {
    /// Steps between two reports.
    const REPORT_INTERVAL: u64 = 8;

    /// Begins to count. `total` is the expected number of steps.
    pub fn new(total: u64, report: Report<'a>) -> Self {
        Progress { done: AtomicU64::new(0), total, is_cancelled: AtomicBool::new(false), report }
    }

    /// Counts a step that begins, and reports from time to time. Returns false if the fill is cancelled: the step need
    /// not be done.
    pub fn begin_step(&self) -> bool {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(Progress::REPORT_INTERVAL) && !(self.report)(done.min(self.total), self.total)
        {
            self.is_cancelled.store(true, Ordering::Relaxed);
        }
        !self.is_cancelled()
    }

    /// True if the fill is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}
