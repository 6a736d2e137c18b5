//! Breadth-first search over all positions: distances from the start in two bits each, level by level and coset by
//! coset.
//!
//! One thread alone writes to a coset, so all threads work at once. A new level of a coset is filled forwards, by
//! moving the positions of the last level that lead there, or backwards, by testing whether a move leads to an
//! unreached position from the last level: the last levels have many positions, most of whose successors are known, and
//! few positions are left to test. The cheaper of the two is chosen for each coset.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;
use search::table::two_bit::TwoBitTable;
use search::{Control, Cost, Counts, End, Round, StopReason};

use super::cosets::{CosetTable, Source, stride};
use super::frontier_lists::FrontierLists;
use super::subgroup::MAX_WIDTH;

/// Distances of positions, as far as they were computed.
pub(super) struct DistanceTable<'a> {
    pub cosets: &'a CosetTable,
    /// Distances modulo 3.
    pub codes: TwoBitTable,
    /// Number of positions at each distance; complete levels only.
    pub per_depth: Vec<u64>,
    pub counts: Counts,
    /// `Exhausted` if these are all positions.
    pub end: End,
    /// By coset, the number of positions on the last level.
    pub last: Vec<AtomicU16>,
    /// Peak of the memory in bytes, cosets included.
    pub bytes: u64,
}

/// The data for filling one level.
struct NextLevel<'a> {
    cosets: &'a CosetTable,
    codes: &'a TwoBitTable,
    depth: Cost,
    /// By coset, the number of positions on the level before, on the new level, and not reached by then.
    last_level: &'a [AtomicU16],
    new_level: &'a [AtomicU16],
    left: &'a [AtomicU16],
    /// The positions of the level before, unless they are too many.
    frontier: Option<FrontierLists>,
    /// Expected number of lookups per unreached position until one on the level before is found.
    lookups_per_position: f64,
}

/// Buffers of a thread.
struct Scratch {
    sources: Vec<Source>,
    /// By position, 3 if it is on the new level.
    marks: Box<[u8; SCRATCH_LEN]>,
    /// Unreached positions.
    left: Box<[u16; SCRATCH_LEN]>,
}

/// Larger than any coset, and a power of two: a remainder by it is free, and saves bounds checks.
const SCRATCH_LEN: usize = 4096;
const _: () = assert!(MAX_WIDTH as usize <= SCRATCH_LEN - 16);

impl Scratch {
    fn new() -> Scratch {
        Scratch { sources: Vec::new(), marks: Box::new([0; SCRATCH_LEN]), left: Box::new([0; SCRATCH_LEN]) }
    }
}

/// Cosets between two checks of the stop flag.
const COSETS_PER_CHUNK: usize = 64;

/// Cost of a backward test relative to a forward move: it takes longer, and positions that are not on the new level are
/// tested by all moves in vain.
const BACKWARD_COST: f64 = 3.0;

/// At most one position in this many is listed, if there is memory for that: then the lists are no more than twice the
/// table.
const LIST_SHARE: u64 = 4;

/// Bytes per coset apart from the coset table: two bits per position, and three numbers.
pub(super) fn bytes_per_coset(width: u64) -> u64 {
    stride(width as usize) as u64 / 4 + 3 * size_of::<u16>() as u64
}

/// Computes the distances of all positions, with moves of cost 1, until a limit or a stop request ends it.
pub(super) fn fill<'a>(cosets: &'a CosetTable, n_moves: usize, control: &Control<'_>) -> DistanceTable<'a> {
    let (n_cosets, width) = (cosets.n_cosets(), cosets.subgroup().width());
    let numbers = |n: usize| -> Vec<AtomicU16> { (0..n_cosets).map(|_| AtomicU16::new(n as u16)).collect() };
    let codes = TwoBitTable::new(n_cosets * stride(width));
    let (last, left) = (numbers(0), numbers(width));
    codes.reach(0, 0);
    last[0].store(1, Ordering::Relaxed);
    left[0].store(width as u16 - 1, Ordering::Relaxed);
    let end = End::Exhausted;
    let bytes = cosets.bytes();
    let mut table =
        DistanceTable { cosets, codes, per_depth: vec![1], counts: Counts::default(), end, last, bytes };
    let room = control.limits.max_memory.saturating_sub(bytes) / size_of::<u16>() as u64;
    let total = (n_cosets * width) as u64;
    let mut n_left = total - 1;
    for depth in 0.. {
        let n_last = table.per_depth[depth as usize];
        let counts = Counts { generated: n_last * n_moves as u64, expanded: n_last };
        if n_left == 0 {
            // Successors of the last level are all known, so they are not computed.
            table.counts += counts;
            break;
        }
        if depth >= control.limits.max_cost {
            table.end = End::Stopped(StopReason::Cost);
            break;
        }
        control.observer.round_started(depth, n_cosets);
        let new_level = numbers(0);
        let has_any = |coset: usize| load(&table.last[coset]) > 0;
        // Positions of three levels before have the same code.
        let n_listed: u64 = table.per_depth.iter().rev().step_by(3).sum();
        let frontier = (n_listed <= total.div_ceil(LIST_SHARE).min(room)).then(|| {
            table.bytes = table.bytes.max(bytes + n_listed * size_of::<u16>() as u64);
            FrontierLists::new(&table.codes, depth % 3, width, n_cosets, has_any)
        });
        let level = NextLevel {
            cosets,
            codes: &table.codes,
            depth: depth + 1,
            last_level: &table.last,
            new_level: &new_level,
            left: &left,
            frontier,
            lookups_per_position: ((n_last + n_left) as f64 / n_last as f64).min(n_moves as f64),
        };
        let n_new = match level.fill(n_last, n_moves, control) {
            Ok(n_new) => n_new,
            Err(reason) => {
                table.end = End::Stopped(reason);
                break;
            }
        };
        table.counts += counts;
        control.observer.round_finished(&Round { bound: depth, counts });
        if n_new == 0 {
            break;
        }
        n_left -= n_new;
        table.per_depth.push(n_new);
        table.last = new_level;
    }
    table
}

impl NextLevel<'_> {
    /// Fills the level in all cosets. Returns its number of positions.
    fn fill(&self, n_last: u64, n_moves: usize, control: &Control<'_>) -> Result<u64, StopReason> {
        let n_cosets = self.cosets.n_cosets();
        let candidate_cosets = self.candidate_cosets(n_last);
        let n_candidates = candidate_cosets.as_ref().map_or(n_cosets, Vec::len);
        let n_chunks = n_candidates.div_ceil(COSETS_PER_CHUNK);
        let n_moved = n_last * n_moves as u64 / n_chunks.max(1) as u64;
        let chunk = |scratch: &mut Scratch, i: usize| {
            if let Some(reason) = control.poll(n_moved) {
                return Err(reason);
            }
            let chunk = (i * COSETS_PER_CHUNK..n_candidates).take(COSETS_PER_CHUNK);
            let coset = |i: usize| candidate_cosets.as_ref().map_or(i, |cosets| cosets[i] as usize);
            Ok(chunk.map(|i| self.fill_coset(coset(i), scratch) as u64).sum::<u64>())
        };
        let found = (0..n_chunks).into_par_iter().map_init(Scratch::new, chunk);
        found.try_reduce(|| 0, |a, b| Ok(a + b))
    }

    /// Returns the cosets that can have positions of the level, while it is small; None stands for all.
    fn candidate_cosets(&self, n_last: u64) -> Option<Vec<u32>> {
        // Without inverses among the moves, predecessors of a coset are not its successors.
        if n_last * 16 > self.cosets.n_cosets() as u64 || !self.cosets.is_closed() {
            return None;
        }
        let (mut cosets, mut sources) = (Vec::new(), Vec::new());
        for (coset, _) in self.last_level.iter().enumerate().filter(|(_, n)| load(n) > 0) {
            self.cosets.sources(coset, &mut sources);
            cosets.extend(sources.iter().map(|source| source.coset));
        }
        cosets.sort_unstable();
        cosets.dedup();
        Some(cosets)
    }

    /// Fills the level in a coset. Returns its number of positions there.
    fn fill_coset(&self, coset: usize, scratch: &mut Scratch) -> usize {
        let n_left = load(&self.left[coset]);
        if n_left == 0 {
            return 0;
        }
        self.cosets.sources(coset, &mut scratch.sources);
        let mut n_before: u64 = 0;
        scratch.sources.retain(|source| {
            let n = load(&self.last_level[source.coset as usize]);
            n_before += u64::from(n);
            n > 0
        });
        if n_before == 0 {
            return 0;
        }
        let stride = stride(self.cosets.subgroup().width());
        scratch.marks[..stride].fill(0);
        match &self.frontier {
            Some(frontier)
                if n_before as f64 <= f64::from(n_left) * self.lookups_per_position * BACKWARD_COST =>
            {
                self.mark_forwards(frontier, scratch);
            }
            _ => self.mark_backwards(coset, scratch),
        }
        let n_new = self.codes.reach_marked(coset * stride, &scratch.marks[..stride], self.depth);
        if n_new > 0 {
            // A coset has fewer positions than a `u16` holds.
            self.new_level[coset].store(n_new as u16, Ordering::Relaxed);
            self.left[coset].store(n_left - n_new as u16, Ordering::Relaxed);
        }
        n_new
    }

    /// Marks the successors of the level before. Positions of three levels before have the same code and are moved,
    /// too; their successors are all known.
    fn mark_forwards(&self, frontier: &FrontierLists, scratch: &mut Scratch) {
        let subgroup = self.cosets.subgroup();
        for source in &scratch.sources {
            let map = subgroup.followed_by(subgroup.inverse(source.by));
            for &position in frontier.of(source.coset as usize) {
                scratch.marks[usize::from(map[usize::from(position)]) % SCRATCH_LEN] = 3;
            }
        }
    }

    /// Marks the unreached positions that the level before leads to.
    fn mark_backwards(&self, coset: usize, scratch: &mut Scratch) {
        let subgroup = self.cosets.subgroup();
        let code = (self.depth - 1) % 3;
        let stride = stride(subgroup.width());
        let Scratch { sources, marks, left } = scratch;
        for source in &*sources {
            let first = source.coset as usize * stride;
            // Two bits each: a cache line has 256.
            (first..first + stride).step_by(256).for_each(|i| self.codes.prefetch(i));
        }
        // Marks all, then unmarks those that no move leads to.
        let first = coset * stride;
        let mut n_left = 0;
        self.codes.for_each_unreached(first..first + subgroup.width(), |i| {
            marks[(i - first) % SCRATCH_LEN] = 3;
            left[n_left % SCRATCH_LEN] = (i - first) as u16;
            n_left += 1;
        });
        for source in &*sources {
            let map = subgroup.followed_by(source.by);
            let source_codes = self.codes.part(source.coset as usize * stride, stride);
            let n = std::mem::replace(&mut n_left, 0);
            for i in 0..n {
                let position = left[i % SCRATCH_LEN];
                let leads_from_last = source_codes.code(usize::from(map[usize::from(position)])) == code;
                left[n_left % SCRATCH_LEN] = position;
                n_left += usize::from(!leads_from_last);
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
