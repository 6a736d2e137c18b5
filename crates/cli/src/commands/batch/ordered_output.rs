//! Prints the results of a batch in the order of the input. Workers submit chunks in any order; the worker that submits the
//! next chunk prints it and the chunks after it that are ready. There is no printing thread to wait for.

use std::collections::BTreeMap;
use std::io::{self, Write, stdout};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard};

use indicatif::ProgressBar;

use super::totals::Totals;
use crate::exit::Exit;

/// The output of a chunk.
pub struct ChunkOutput {
    number: u64,
    /// Complete lines.
    pub text: Vec<u8>,
    /// The totals of the chunk.
    pub totals: Totals,
    /// The worst exit code.
    pub exit: Exit,
}

/// Results that are printed in order.
pub struct OrderedOutput {
    state: Mutex<State>,
    /// Signals that something was printed, or that printing failed.
    printed: Condvar,
    bar: ProgressBar,
}

struct State {
    /// The chunk to print next.
    next: u64,
    early: BTreeMap<u64, ChunkOutput>,
    /// Bytes that are not yet printed.
    waiting: usize,
    is_printing: bool,
    error: Option<io::Error>,
    totals: Totals,
    exit: Exit,
    /// Buffers to reuse.
    spare: Vec<Vec<u8>>,
}

/// Bytes that may wait for a slow puzzle before the workers wait, too.
const ROOM: usize = 16 << 20;

impl OrderedOutput {
    /// Returns an empty output. The bar counts puzzles.
    pub fn new(bar: ProgressBar) -> OrderedOutput {
        let state = State {
            next: 0,
            early: BTreeMap::new(),
            waiting: 0,
            is_printing: false,
            error: None,
            totals: Totals::default(),
            exit: Exit::Done,
            spare: Vec::new(),
        };
        OrderedOutput { state: Mutex::new(state), printed: Condvar::new(), bar }
    }

    /// Waits until there is room for more results. False if the output is closed.
    pub fn wait_for_room(&self) -> bool {
        let is_full = |state: &mut State| state.waiting > ROOM && state.error.is_none();
        let state = self.printed.wait_while(self.lock(), is_full);
        state.expect("nothing panics while the results are locked").error.is_none()
    }

    /// Returns an empty buffer for the results of a chunk.
    pub fn new_chunk(&self, number: u64) -> ChunkOutput {
        let text = self.lock().spare.pop().unwrap_or_default();
        ChunkOutput { number, text, totals: Totals::default(), exit: Exit::Done }
    }

    /// Takes the results of a chunk and prints what is next.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn submit(&self, finished: ChunkOutput) -> Result<(), ()> {
        let mut state = self.lock();
        state.waiting += finished.text.len();
        state.early.insert(finished.number, finished);
        if state.is_printing {
            return Ok(());
        }
        state.is_printing = true;
        while let Some(mut finished) = {
            let next = state.next;
            state.early.remove(&next)
        } {
            state.next += 1;
            // Other workers can submit meanwhile.
            drop(state);
            let written = self.bar.suspend(|| stdout().lock().write_all(&finished.text));
            self.bar.inc(finished.totals.printed);
            state = self.lock();
            state.waiting -= finished.text.len();
            state.totals.add(&finished.totals);
            state.exit = state.exit.worst(finished.exit);
            finished.text.clear();
            state.spare.push(finished.text);
            self.printed.notify_all();
            if let Err(error) = written {
                // is_printing stays set, so that no other worker tries to print.
                state.error = Some(error);
                return Err(());
            }
        }
        state.is_printing = false;
        Ok(())
    }

    /// Stops printing, after a worker has panicked.
    pub fn abandon(&self) {
        self.lock().error = Some(io::Error::other("a worker panicked"));
        self.printed.notify_all();
    }

    /// Returns the exit code and the totals after everything is printed.
    ///
    /// # Errors
    /// If printing failed.
    pub fn finish(&self) -> io::Result<(Exit, Totals)> {
        self.bar.finish_and_clear();
        let mut state = self.lock();
        if let Some(error) = mem::take(&mut state.error) {
            return Err(error);
        }
        stdout().flush()?;
        Ok((state.exit, state.totals))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while the results are locked")
    }
}
