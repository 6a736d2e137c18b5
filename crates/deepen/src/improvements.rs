//! An iterator over improving solutions.

use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;

use solver::Error;

use crate::cancel::Cancel;
use crate::solution::Solution;

/// Iterates over solutions of one puzzle, each shorter than the one before, as they are found; see
/// [`crate::Solve::improvements`] for an example. Dropping the iterator cancels the search.
pub struct Improvements {
    receiver: Receiver<Result<Solution, Error>>,
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Improvements {
    pub(crate) fn new(
        receiver: Receiver<Result<Solution, Error>>,
        cancel: Cancel,
        thread: JoinHandle<()>,
    ) -> Improvements {
        Improvements { receiver, cancel, thread: Some(thread) }
    }
}

impl Iterator for Improvements {
    type Item = Result<Solution, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.receiver.recv().ok()
    }
}

impl Drop for Improvements {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            // A panic of the search has been reported where it happened.
            let _ = thread.join();
        }
    }
}
