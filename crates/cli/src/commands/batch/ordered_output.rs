//! The end of a batch: what workers hand in, in any order, leaves in the order of the input. Whoever hands in what is next
//! prints it, and whatever else has become next meanwhile; nobody waits for a printer.

use std::collections::BTreeMap;
use std::io::{self, Write, stdout};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard};

use indicatif::ProgressBar;

use super::totals::Totals;
use crate::exit::Exit;

/// What is to be printed of a chunk.
pub struct ChunkOutput {
    number: u64,
    /// Whole lines.
    pub text: Vec<u8>,
    /// What came out.
    pub totals: Totals,
    /// The gravest exit code.
    pub exit: Exit,
}

/// Where results go.
pub struct OrderedOutput {
    state: Mutex<State>,
    /// Something was printed, or printing failed.
    printed: Condvar,
    bar: ProgressBar,
}

struct State {
    /// The chunk that is printed next.
    next: u64,
    early: BTreeMap<u64, ChunkOutput>,
    /// Bytes that wait to be printed.
    waiting: usize,
    is_printing: bool,
    error: Option<io::Error>,
    totals: Totals,
    exit: Exit,
    /// Buffers to be used again.
    spare: Vec<Vec<u8>>,
}

/// Bytes that may wait for a slow puzzle before the others wait, too.
const ROOM: usize = 16 << 20;

impl OrderedOutput {
    /// With nothing printed. The bar counts puzzles.
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

    /// Waits until not too much waits to be printed. False if nobody reads any more.
    pub fn wait_for_room(&self) -> bool {
        let is_full = |state: &mut State| state.waiting > ROOM && state.error.is_none();
        let state = self.printed.wait_while(self.lock(), is_full);
        state.expect("nothing panics while holding the results").error.is_none()
    }

    /// For the results of a chunk.
    pub fn blank(&self, number: u64) -> ChunkOutput {
        let text = self.lock().spare.pop().unwrap_or_default();
        ChunkOutput { number, text, totals: Totals::default(), exit: Exit::Done }
    }

    /// Takes results and prints what is next.
    ///
    /// # Errors
    /// If nobody reads any more.
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
            // Others hand in meanwhile.
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
                // Still printing, in a way: nobody else needs to try.
                state.error = Some(error);
                return Err(());
            }
        }
        state.is_printing = false;
        Ok(())
    }

    /// Nothing more will be printed.
    pub fn give_up(&self) {
        self.lock().error = Some(io::Error::other("a worker is gone"));
        self.printed.notify_all();
    }

    /// Everything is printed: what came out.
    ///
    /// # Errors
    /// If it could not be printed.
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
        self.state.lock().expect("nothing panics while holding the results")
    }
}
