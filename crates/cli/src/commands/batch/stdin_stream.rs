//! Standard input of a batch whose puzzles may span several lines. Usually the whole text is needed to separate them. But
//! another program may write one puzzle, wait for its answer and write the next, so the batch must not wait for the end of the
//! input. If the input pauses after lines with one puzzle each, it is read line by line from there on.

use std::io::{self, Read, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use deepen::Error;
use deepen::front::Watch;
use deepen::solver::is_blank;

use crate::input::{STANDARD_INPUT, TextBytes};

/// A pause that does not occur in a file, or in the output of a program that does not wait.
const SILENCE: Duration = Duration::from_millis(20);

/// Bytes of a block, and the number of blocks that are read ahead.
const BLOCK: usize = 64 << 10;
const AHEAD: usize = 8;

/// The content of standard input.
pub enum Input {
    /// All of it.
    Whole(Vec<u8>),
    /// Lines with one puzzle each, which may continue.
    Lines(StdinStream),
}

/// The bytes received so far, and those still to come.
pub struct StdinStream {
    received: Vec<u8>,
    /// Number of received bytes that have been read.
    taken: usize,
    blocks: Receiver<io::Result<Vec<u8>>>,
}

/// Reads to the end, or to a pause after lines that are one puzzle each according to `is_puzzle`.
///
/// # Errors
/// If it cannot be read, or is too long or no text before it pauses.
pub fn read(is_puzzle: impl Fn(&str) -> bool, watch: &Watch) -> Result<Input, Error> {
    let (sender, blocks) = sync_channel(AHEAD);
    // Not joined: it may be blocked on the pipe when the program ends.
    thread::spawn(move || {
        let mut input = stdin().lock();
        loop {
            let mut block = vec![0; BLOCK];
            let read = match input.read(&mut block) {
                Ok(0) => return,
                Ok(n) => {
                    block.truncate(n);
                    Ok(block)
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let is_over = read.is_err();
            if sender.send(read).is_err() || is_over {
                return;
            }
        }
    });
    let mut received = TextBytes::of_stdin();
    loop {
        match blocks.recv_timeout(SILENCE) {
            Ok(Ok(block)) => received.push(&block)?,
            Ok(Err(error)) => return Err(Error::io("read", STANDARD_INPUT, &error)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Input::Whole(received.bytes)),
            Err(RecvTimeoutError::Timeout) if watch.is_cancelled() => {
                return Ok(Input::Whole(received.bytes));
            }
            Err(RecvTimeoutError::Timeout) if are_puzzles(&received.bytes, &is_puzzle) => {
                return Ok(Input::Lines(StdinStream { received: received.bytes, taken: 0, blocks }));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// True if a text consists of complete lines with one puzzle each, and has at least one.
fn are_puzzles(bytes: &[u8], is_puzzle: &impl Fn(&str) -> bool) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut lines = text.lines().filter(|line| !is_blank(line)).peekable();
    text.ends_with('\n') && lines.peek().is_some() && lines.all(is_puzzle)
}

impl Read for StdinStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.received.len() {
            match self.blocks.recv() {
                Ok(block) => (self.received, self.taken) = (block?, 0),
                // The end of the input.
                Err(_) => return Ok(0),
            }
        }
        let n = buffer.len().min(self.received.len() - self.taken);
        buffer[..n].copy_from_slice(&self.received[self.taken..][..n]);
        self.taken += n;
        Ok(n)
    }
}
