//! All positions by their distance from the start, two bits each, level by level and row by row.
//!
//! The thread that fills a row is the only one to write to it, so all threads work at once. A new level of a row is found forwards,
//! by moving the positions of the last level that lead there, or backwards, by asking of each position that is left
//! whether one of those that lead to it is of the last level: the last levels have many positions, of which most moves
//! lead to what is known, and few are left to ask. Which of the two is less work is decided for each row.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;
use search::table::two_bit::TwoBitTable;
use search::{Control, Cost, Counts, End, Round, StopReason};

use super::block::MAX_WIDTH;
use super::lists::Lists;
use super::rows::{Rows, Source, stride};

/// Distances of positions, as far as they were found.
pub(super) struct Filled<'a> {
    pub rows: &'a Rows,
    /// Distances modulo 3.
    pub codes: TwoBitTable,
    /// Positions at each distance; complete levels only.
    pub per_depth: Vec<u64>,
    pub counts: Counts,
    /// `Exhausted` if these are all positions.
    pub end: End,
    /// By row, positions of the last level.
    pub last: Vec<AtomicU16>,
    /// The most that was held at once, rows included.
    pub bytes: u64,
}

/// What a level is found from.
struct Level<'a> {
    rows: &'a Rows,
    codes: &'a TwoBitTable,
    depth: Cost,
    /// By row, positions of the level before, of the new level, and of neither that nor any before.
    before: &'a [AtomicU16],
    new: &'a [AtomicU16],
    left: &'a [AtomicU16],
    /// The positions of the level before, unless they are too many.
    lists: Option<Lists>,
    /// How many positions are asked about one that is left until one of the level before is found, about.
    n_asked: f64,
}

/// What a thread needs for a row.
struct Scratch {
    sources: Vec<Source>,
    /// By position, 3 if it is of the new level.
    marks: Box<[u8; ROOM]>,
    /// Positions that are left.
    left: Box<[u16; ROOM]>,
}

/// More than any row has positions, and a power of two: remainders by it are no work, and spare checks.
const ROOM: usize = 4096;
const _: () = assert!(MAX_WIDTH as usize <= ROOM - 16);

impl Scratch {
    fn new() -> Scratch {
        Scratch { sources: Vec::new(), marks: Box::new([0; ROOM]), left: Box::new([0; ROOM]) }
    }
}

/// Rows done between two looks at the stop.
const ROWS_AT_ONCE: usize = 64;

/// A position asked backwards costs so many times as much as one moved forwards: it takes longer, and those that are not
/// of the new level are asked in vain by all moves.
const BACKWARDS: f64 = 3.0;

/// One position in so many may be written out, if there is memory for that: then the lists are no more than twice the
/// table.
const LISTED: u64 = 4;

/// Bytes by row beside what rows hold: two bits a position, and three numbers.
pub(super) fn bytes_by_row(width: u64) -> u64 {
    stride(width as usize) as u64 / 4 + 3 * size_of::<u16>() as u64
}

/// Finds the distances of all positions, each of the moves of `rows` being 1, unless a limit or a stop ends it.
pub(super) fn fill<'a>(rows: &'a Rows, n_moves: usize, control: &Control<'_>) -> Filled<'a> {
    let (n_rows, width) = (rows.n_rows(), rows.block().width());
    let numbers = |n: usize| -> Vec<AtomicU16> { (0..n_rows).map(|_| AtomicU16::new(n as u16)).collect() };
    let codes = TwoBitTable::new(n_rows * stride(width));
    let (last, left) = (numbers(0), numbers(width));
    codes.reach(0, 0);
    last[0].store(1, Ordering::Relaxed);
    left[0].store(width as u16 - 1, Ordering::Relaxed);
    let end = End::Exhausted;
    let bytes = rows.bytes();
    let mut filled = Filled { rows, codes, per_depth: vec![1], counts: Counts::default(), end, last, bytes };
    let room = control.limits.max_memory.saturating_sub(bytes) / size_of::<u16>() as u64;
    let total = (n_rows * width) as u64;
    let mut n_left = total - 1;
    for depth in 0.. {
        let n_last = filled.per_depth[depth as usize];
        let counts = Counts { generated: n_last * n_moves as u64, expanded: n_last };
        if n_left == 0 {
            // Moving the last level leads nowhere, and that is known.
            filled.counts += counts;
            break;
        }
        if depth >= control.limits.max_cost {
            filled.end = End::Stopped(StopReason::Cost);
            break;
        }
        control.observer.round_started(depth, n_rows);
        let new = numbers(0);
        let has_any = |row: usize| load(&filled.last[row]) > 0;
        // Positions of three levels before have the same code.
        let n_listed: u64 = filled.per_depth.iter().rev().step_by(3).sum();
        let lists = (n_listed <= total.div_ceil(LISTED).min(room)).then(|| {
            filled.bytes = filled.bytes.max(bytes + n_listed * size_of::<u16>() as u64);
            Lists::new(&filled.codes, depth % 3, width, n_rows, has_any)
        });
        let level = Level {
            rows,
            codes: &filled.codes,
            depth: depth + 1,
            before: &filled.last,
            new: &new,
            left: &left,
            lists,
            n_asked: ((n_last + n_left) as f64 / n_last as f64).min(n_moves as f64),
        };
        let n_new = match level.find(n_last, n_moves, control) {
            Ok(n_new) => n_new,
            Err(reason) => {
                filled.end = End::Stopped(reason);
                break;
            }
        };
        filled.counts += counts;
        control.observer.round_finished(&Round { bound: depth, counts });
        if n_new == 0 {
            break;
        }
        n_left -= n_new;
        filled.per_depth.push(n_new);
        filled.last = new;
    }
    filled
}

impl Level<'_> {
    /// Finds the level in all rows: how many positions it has.
    fn find(&self, n_last: u64, n_moves: usize, control: &Control<'_>) -> Result<u64, StopReason> {
        let n_rows = self.rows.n_rows();
        let candidates = self.candidates(n_last);
        let n_candidates = candidates.as_ref().map_or(n_rows, Vec::len);
        let n_chunks = n_candidates.div_ceil(ROWS_AT_ONCE);
        let n_moved = n_last * n_moves as u64 / n_chunks.max(1) as u64;
        let chunk = |scratch: &mut Scratch, i: usize| {
            if let Some(reason) = control.poll(n_moved) {
                return Err(reason);
            }
            let chunk = (i * ROWS_AT_ONCE..n_candidates).take(ROWS_AT_ONCE);
            let row = |i: usize| candidates.as_ref().map_or(i, |rows| rows[i] as usize);
            Ok(chunk.map(|i| self.find_in(row(i), scratch) as u64).sum::<u64>())
        };
        let found = (0..n_chunks).into_par_iter().map_init(Scratch::new, chunk);
        found.try_reduce(|| 0, |a, b| Ok(a + b))
    }

    /// The rows that the level can have positions in, while it has few; None stands for all.
    fn candidates(&self, n_last: u64) -> Option<Vec<u32>> {
        // If moves cannot be undone, rows that lead to one are not those that it leads to.
        if n_last * 16 > self.rows.n_rows() as u64 || !self.rows.is_closed() {
            return None;
        }
        let (mut rows, mut sources) = (Vec::new(), Vec::new());
        for (row, _) in self.before.iter().enumerate().filter(|(_, n)| load(n) > 0) {
            self.rows.sources(row, &mut sources);
            rows.extend(sources.iter().map(|source| source.row));
        }
        rows.sort_unstable();
        rows.dedup();
        Some(rows)
    }

    /// Finds the level in a row: how many positions it has there.
    fn find_in(&self, row: usize, scratch: &mut Scratch) -> usize {
        let n_left = load(&self.left[row]);
        if n_left == 0 {
            return 0;
        }
        self.rows.sources(row, &mut scratch.sources);
        let mut n_before: u64 = 0;
        scratch.sources.retain(|source| {
            let n = load(&self.before[source.row as usize]);
            n_before += u64::from(n);
            n > 0
        });
        if n_before == 0 {
            return 0;
        }
        let stride = stride(self.rows.block().width());
        scratch.marks[..stride].fill(0);
        match &self.lists {
            Some(lists) if n_before as f64 <= f64::from(n_left) * self.n_asked * BACKWARDS => {
                self.mark(lists, scratch);
            }
            _ => self.ask(row, scratch),
        }
        let n_new = self.codes.reach_marked(row * stride, &scratch.marks[..stride], self.depth);
        if n_new > 0 {
            // A row has fewer positions than these numbers hold.
            self.new[row].store(n_new as u16, Ordering::Relaxed);
            self.left[row].store(n_left - n_new as u16, Ordering::Relaxed);
        }
        n_new
    }

    /// Marks what the positions of the level before lead to. Those of three levels before have the same code and are moved
    /// too; they lead to nothing new.
    fn mark(&self, lists: &Lists, scratch: &mut Scratch) {
        let block = self.rows.block();
        for source in &scratch.sources {
            let map = block.followed_by(block.inverse(source.by));
            for &position in lists.of(source.row as usize) {
                scratch.marks[usize::from(map[usize::from(position)]) % ROOM] = 3;
            }
        }
    }

    /// Marks what is left and the positions of the level before lead to.
    fn ask(&self, row: usize, scratch: &mut Scratch) {
        let block = self.rows.block();
        let code = (self.depth - 1) % 3;
        let stride = stride(block.width());
        let Scratch { sources, marks, left } = scratch;
        for source in &*sources {
            let first = source.row as usize * stride;
            // Two bits each: a line of memory has 256.
            (first..first + stride).step_by(256).for_each(|i| self.codes.prefetch(i));
        }
        // All of them, until those that are left in the end are known.
        let first = row * stride;
        let mut n_left = 0;
        self.codes.for_each_unreached(first..first + block.width(), |i| {
            marks[(i - first) % ROOM] = 3;
            left[n_left % ROOM] = (i - first) as u16;
            n_left += 1;
        });
        for source in &*sources {
            let map = block.followed_by(source.by);
            let row = self.codes.part(source.row as usize * stride, stride);
            let n = std::mem::replace(&mut n_left, 0);
            for i in 0..n {
                let position = left[i % ROOM];
                let is_before = row.code(usize::from(map[usize::from(position)])) == code;
                left[n_left % ROOM] = position;
                n_left += usize::from(!is_before);
            }
            if n_left == 0 {
                break;
            }
        }
        left[..n_left].iter().for_each(|&position| marks[usize::from(position)] = 0);
    }
}

fn load(n: &AtomicU16) -> u16 {
    n.load(Ordering::Relaxed)
}
