//! Builds the tables of a batch with a time limit for each puzzle. The limit includes tables, so that a puzzle may stop waiting
//! for one. Building must not end with that puzzle, or no puzzle would ever have the table: it continues on a separate thread
//! until there are no more puzzles.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Scope;

use deepen::front::{Guard, Session, Watch};
use deepen::search::{Control, Limits, StopReason};
use deepen::solver::Request;

use crate::context::OutputMode;
use crate::progress::Warnings;

/// Builds tables once, until the last worker is done.
pub struct TableBuilder<'a> {
    guard: Guard<'a>,
    mode: OutputMode,
    has_begun: AtomicBool,
    n_workers: AtomicUsize,
}

impl<'a> TableBuilder<'a> {
    /// Returns a builder for a number of workers, which has not started.
    pub fn new(watch: &'a Watch, mode: OutputMode, n_workers: usize) -> TableBuilder<'a> {
        let n_workers = AtomicUsize::new(n_workers);
        TableBuilder { guard: watch.guard(None), mode, has_begun: AtomicBool::new(false), n_workers }
    }

    /// Starts to build the tables for puzzles like this one, if that has not started.
    pub fn begin<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        session: &'scope Session<'_>,
        limits: Limits,
        request: &Request,
    ) {
        if self.has_begun.swap(true, Ordering::Relaxed) {
            return;
        }
        let request = request.clone();
        scope.spawn(move || {
            let observer = Warnings(self.mode);
            session.prepare_for_many(&request, &Control::new(limits, &observer, &self.guard.stop));
        });
    }

    /// Counts a worker as done; the last one stops building.
    pub fn leave(&self) {
        if self.n_workers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.guard.stop.raise(StopReason::Cancelled);
        }
    }
}
