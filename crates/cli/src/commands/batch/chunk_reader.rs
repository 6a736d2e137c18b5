//! Reads the puzzles of a batch in numbered chunks. A separate thread reads a few blocks ahead, so that slow disks and long
//! files do not matter, and an interrupt does not have to wait for the program that writes into the pipe.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, stdin};
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use deepen::Error;
use deepen::front::{Item, Watch, items_on_line};
use deepen::memory;
use deepen::solver::{Task, Text, is_blank};

use crate::input;

/// The puzzles of a batch, in order.
pub enum ChunkReader<'a> {
    /// Puzzles that have been read.
    Items { items: &'a [Item<'a>], next: usize, number: u64 },
    /// Lines that are read while the batch runs.
    Lines(Lines<'a>),
}

/// Consecutive puzzles.
pub struct Chunk<'a> {
    /// The index of the chunk.
    pub number: u64,
    content: Content<'a>,
}

enum Content<'a> {
    Items(&'a [Item<'a>]),
    Lines { source: &'a Text, block: Arc<Block>, range: Range<usize>, line: usize, n_lines: usize },
}

/// Complete lines of one source.
struct Block {
    source: usize,
    bytes: Vec<u8>,
    /// The number of the first line.
    line: usize,
}

/// Lines that are read while the batch runs.
pub struct Lines<'a> {
    names: &'a [Text],
    blocks: Receiver<Result<Block, Error>>,
    block: Option<Arc<Block>>,
    /// Bytes and lines of the block that have been taken.
    taken: (usize, usize),
    number: u64,
    error: Option<Error>,
}

/// Bytes of a block, and the number of blocks that are read ahead.
const BLOCK: usize = 64 << 10;
const AHEAD: usize = 8;

/// A longer line is no puzzle; it is cut, and marked so that it is not parsed as one.
const LONGEST: usize = 1 << 20;
const CUT: &str = " …";
/// A longer line may have no end; reading ends with an error.
const MAX_LINE_BYTES: usize = input::MAX_TEXT_BYTES as usize;

/// Interval at which a worker that waits for input checks for an interrupt.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl<'a> ChunkReader<'a> {
    /// Returns chunks of puzzles that have been read.
    pub fn of_items(items: &'a [Item<'a>]) -> ChunkReader<'a> {
        ChunkReader::Items { items, next: 0, number: 0 }
    }

    /// Returns chunks of lines that are read from `arguments` with these `names`.
    ///
    /// # Errors
    /// If a file cannot be opened.
    pub fn of_lines(arguments: &[String], names: &'a [Text]) -> Result<ChunkReader<'a>, Error> {
        let mut readers: Vec<(Box<dyn Read + Send>, String)> = Vec::new();
        for (argument, name) in arguments.iter().zip(names) {
            let reader: Box<dyn Read + Send> = match &name.file {
                None => Box::new(std::io::Cursor::new(argument.clone().into_bytes())),
                Some(_) if argument == "-" => Box::new(stdin()),
                Some(path) => Box::new(File::open(path).map_err(|error| Error::io("read", path, &error))?),
            };
            readers.push((reader, name.file.clone().unwrap_or_default()));
        }
        Ok(ChunkReader::of_readers(readers, names))
    }

    /// Returns chunks of lines of a reader, which has the first name.
    pub fn of_reader(reader: Box<dyn Read + Send>, names: &'a [Text]) -> ChunkReader<'a> {
        let name = names.first().and_then(|name| name.file.clone()).unwrap_or_default();
        ChunkReader::of_readers(vec![(reader, name)], names)
    }

    fn of_readers(readers: Vec<(Box<dyn Read + Send>, String)>, names: &'a [Text]) -> ChunkReader<'a> {
        let (sender, blocks) = sync_channel(AHEAD);
        // Not joined: it may be blocked on a pipe when the program ends.
        thread::spawn(move || read_all(readers, &sender));
        ChunkReader::Lines(Lines { names, blocks, block: None, taken: (0, 0), number: 0, error: None })
    }

    /// Returns the number of puzzles, if it is known.
    pub fn n_items(&self) -> Option<usize> {
        match self {
            ChunkReader::Items { items, .. } => Some(items.len()),
            ChunkReader::Lines(_) => None,
        }
    }

    /// Returns the next puzzles, at most `n`, or lines that may be empty. None at the end.
    pub fn next(&mut self, n: usize, watch: &Watch) -> Option<Chunk<'a>> {
        match self {
            ChunkReader::Items { items, next, number } => {
                let content = &items[*next..items.len().min(*next + n)];
                *next += content.len();
                *number += 1;
                let chunk = Chunk { number: *number - 1, content: Content::Items(content) };
                (!content.is_empty()).then_some(chunk)
            }
            ChunkReader::Lines(lines) => lines.next(n, watch),
        }
    }

    /// Returns the error that ended reading.
    pub fn error(self) -> Option<Error> {
        match self {
            ChunkReader::Items { .. } => None,
            ChunkReader::Lines(lines) => lines.error,
        }
    }
}

impl<'a> Lines<'a> {
    fn next(&mut self, n: usize, watch: &Watch) -> Option<Chunk<'a>> {
        while self.block.as_ref().is_none_or(|block| self.taken.0 == block.bytes.len()) {
            self.block = Some(Arc::new(self.receive(watch)?));
            self.taken = (0, 0);
        }
        let block = self.block.clone()?;
        let (start, line) = self.taken;
        let rest = &block.bytes[start..];
        // Find the end of the nth line, or of the block.
        let ends = rest.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(i, _)| i + 1);
        let (mut end, mut n_lines) = (rest.len(), 0);
        for at in ends {
            n_lines += 1;
            if n_lines == n {
                end = at;
                break;
            }
        }
        self.taken = (start + end, line + n_lines);
        self.number += 1;
        let (source, line) = (&self.names[block.source], block.line + line);
        let content = Content::Lines { source, block, range: start..start + end, line, n_lines };
        Some(Chunk { number: self.number - 1, content })
    }

    /// Returns the next block; None at the end, or after an interrupt.
    fn receive(&mut self, watch: &Watch) -> Option<Block> {
        loop {
            match self.blocks.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(block)) => return Some(block),
                Ok(Err(error)) => {
                    self.error = Some(error);
                    return None;
                }
                Err(RecvTimeoutError::Timeout) if !watch.is_cancelled() => {}
                Err(_) => return None,
            }
        }
    }
}

impl<'a> Chunk<'a> {
    /// Returns the puzzles, if they have been read.
    pub fn items(&self) -> Option<&'a [Item<'a>]> {
        match &self.content {
            Content::Items(items) => Some(items),
            Content::Lines { .. } => None,
        }
    }

    /// Returns the number of puzzles, or of lines.
    pub fn len(&self) -> usize {
        match &self.content {
            Content::Items(items) => items.len(),
            Content::Lines { n_lines, .. } => *n_lines,
        }
    }

    /// Calls `take` for every puzzle.
    pub fn for_each(&self, task: &dyn Task, mut take: impl FnMut(&Item<'_>)) {
        match &self.content {
            Content::Items(items) => items.iter().for_each(take),
            Content::Lines { source, block, range, line, .. } => {
                let bytes = &block.bytes[range.clone()];
                for (i, text) in bytes.split(|&byte| byte == b'\n').enumerate() {
                    match std::str::from_utf8(text) {
                        Ok(text) if is_blank(text) => {}
                        Ok(text) => items_on_line(task, source, line + i, text).for_each(|item| take(&item)),
                        Err(error) => take(&Item::invalid_utf8(source, line + i, error.valid_up_to() + 1)),
                    }
                }
            }
        }
    }
}

/// Reads one source after another until the receiver is gone.
fn read_all(readers: Vec<(Box<dyn Read + Send>, String)>, blocks: &SyncSender<Result<Block, Error>>) {
    for (source, (reader, name)) in readers.into_iter().enumerate() {
        if let Err(error) = read_one(source, &name, reader, blocks) {
            let _ = blocks.send(Err(error));
            return;
        }
    }
}

/// Reads lines into blocks. Complete lines are sent before waiting for more input.
///
/// # Errors
/// If the source cannot be read, or a line has more than [`MAX_LINE_BYTES`].
fn read_one(
    source: usize,
    name: &str,
    reader: impl Read,
    blocks: &SyncSender<Result<Block, Error>>,
) -> Result<(), Error> {
    let mut reader = BufReader::with_capacity(BLOCK, reader);
    let mut line = 1;
    let mut bytes = Vec::with_capacity(BLOCK);
    let mut n_lines = 0;
    // Bytes of the current line, which may span several reads.
    let mut length = 0;
    loop {
        if reader.buffer().is_empty() && length == 0 && !bytes.is_empty()
            || bytes.len() >= BLOCK && length == 0
        {
            let block =
                Block { source, bytes: std::mem::replace(&mut bytes, Vec::with_capacity(BLOCK)), line };
            line += n_lines;
            n_lines = 0;
            if blocks.send(Ok(block)).is_err() {
                return Ok(());
            }
        }
        let read = match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| Error::io("read", name, &error))?,
        };
        if read.is_empty() {
            break;
        }
        let end = read.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
        let n = end.unwrap_or(read.len());
        let room = LONGEST.saturating_sub(length);
        bytes.extend_from_slice(&read[..n.min(room)]);
        if length <= LONGEST && length + n > LONGEST {
            bytes.extend_from_slice(CUT.as_bytes());
            bytes.extend(end.map(|_| b'\n'));
        } else if length > LONGEST {
            bytes.extend(end.map(|_| b'\n'));
        }
        reader.consume(n);
        match end {
            Some(_) => (length, n_lines) = (0, n_lines + 1),
            None => length += n,
        }
        if length > MAX_LINE_BYTES {
            // The lines before it are complete.
            let most = memory::show(MAX_LINE_BYTES as u64);
            let (at, place) =
                (line + n_lines, bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
            bytes.truncate(place);
            if !bytes.is_empty() {
                let _ = blocks.send(Ok(Block { source, bytes, line }));
            }
            let name = (!name.is_empty()).then_some(name);
            return Err(Error::invalid(format!("the line is longer than {most}"))
                .at_in(name, format_args!("line {at}")));
        }
    }
    if !bytes.is_empty() {
        let _ = blocks.send(Ok(Block { source, bytes, line }));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes at a time.
    struct Dripping<'a>(&'a [u8], usize);

    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let n = self.0.len().min(self.1).min(buffer.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    /// Returns the blocks of a text that arrives a few bytes at a time.
    fn blocks(text: &[u8], drip: usize) -> Vec<(usize, Vec<u8>)> {
        let (sender, receiver) = sync_channel(10_000);
        read_one(0, "", Dripping(text, drip), &sender).unwrap();
        drop(sender);
        receiver.iter().map(|block| block.unwrap()).map(|block| (block.line, block.bytes)).collect()
    }

    #[test]
    fn blocks_hold_whole_lines() {
        for drip in [1, 2, 3, 5, 1000] {
            let blocks = blocks(b"one\ntwo\n\nfour\nfive", drip);
            let joined: Vec<u8> = blocks.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
            assert_eq!(joined, b"one\ntwo\n\nfour\nfive");
            let mut line = 1;
            for (first, bytes) in &blocks {
                assert_eq!(*first, line);
                line += bytes.iter().filter(|&&byte| byte == b'\n').count();
                assert!(bytes.ends_with(b"\n") || bytes.ends_with(b"five"), "{bytes:?}");
            }
        }
    }

    #[test]
    fn complete_lines_are_sent_at_once() {
        assert_eq!(blocks(b"one\ntwo\n", 4), [(1, b"one\n".to_vec()), (2, b"two\n".to_vec())]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut text = vec![b'R'; 3 * LONGEST];
        text.extend_from_slice(b"\nU\n");
        let joined: Vec<u8> = blocks(&text, 100_000).into_iter().flat_map(|(_, bytes)| bytes).collect();
        assert_eq!(joined.len(), LONGEST + CUT.len() + 1 + 2);
        assert!(joined.ends_with(" …\nU\n".as_bytes()));
    }

    #[test]
    fn a_line_without_an_end_is_an_error() {
        let (sender, receiver) = sync_channel(10);
        let error = read_one(0, "it", (&b"U\n"[..]).chain(std::io::repeat(b'R')), &sender).unwrap_err();
        drop(sender);
        assert_eq!(error.to_string(), "it, line 2: the line is longer than 64.0 MiB");
        let blocks: Vec<Vec<u8>> = receiver.iter().map(|block| block.unwrap().bytes).collect();
        assert_eq!(blocks, [b"U\n"]);
    }
}
