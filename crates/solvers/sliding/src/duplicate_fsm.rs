//! The duplicate-pruning automaton of Taylor and Korf (1993). Different move sequences often lead to the same board:
//! two slides that undo each other, or six around a square of four cells one way and six the other way. A breadth-first
//! search finds such duplicate sequences once, and a finite-state machine (FSM) that reads the moves keeps the search
//! from generating them.
//!
//! A sequence is pruned only if another one that precedes it (is shorter, or equally long and lexicographically
//! smaller) has the same effect and stays within the cells that the blank visits in it, so that the other is possible
//! wherever the pruned one is. The first of all shortest paths to a board contains no pruned sequence: with the
//! preceding one in its place it would not be the first. So every board keeps a shortest path.

use hashbrown::{HashMap, HashSet};
use puzzle::Direction;
use search::{Move, MoveOrder, OrderState};

/// The move sequences that a search prunes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DuplicatePruning {
    /// Sequences that undo their last slide: for searches with duplicate detection, or for all solutions.
    Reversals,
    /// All sequences that contain a duplicate sequence of up to this many slides.
    Duplicates(usize),
}

impl DuplicatePruning {
    /// Returns the pruning whose automaton is built within a moment for a board of `n_cells` cells: large boards have
    /// many duplicate sequences.
    pub fn duplicates(n_cells: usize) -> DuplicatePruning {
        DuplicatePruning::Duplicates(match n_cells {
            0..=12 => 8,
            13..=25 => 10,
            _ => 8,
        })
    }

    /// Returns deeper pruning, which takes a second to build: for long searches, which use the largest tables.
    pub fn deeper_duplicates(n_cells: usize) -> DuplicatePruning {
        match n_cells {
            17..=25 => DuplicatePruning::Duplicates(14),
            _ => DuplicatePruning::duplicates(n_cells),
        }
    }

    /// Builds the automaton for a board.
    pub fn move_order(self, rows: usize, cols: usize) -> MoveOrder {
        match self {
            DuplicatePruning::Reversals => {
                MoveOrder::by_last_move(4, |last, mv| direction(mv) != direction(last).inverse())
            }
            DuplicatePruning::Duplicates(max_len) => build_fsm(&find_duplicates(rows, cols, max_len)),
        }
    }
}

fn direction(mv: Move) -> Direction {
    Direction::ALL[usize::from(mv.0)]
}

/// Maximum number of slides of a sequence: two bits each.
const MAX_LEN: usize = 16;

/// A sequence of slides, the first in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct MoveSequence {
    len: u8,
    slides: u32,
}

impl MoveSequence {
    const EMPTY: MoveSequence = MoveSequence { len: 0, slides: 0 };

    fn push(self, mv: u32) -> MoveSequence {
        MoveSequence { len: self.len + 1, slides: self.slides | mv << (2 * self.len) }
    }

    /// Returns the sequence without its first `n` slides.
    fn without(self, n: u8) -> MoveSequence {
        MoveSequence { len: self.len - n, slides: self.slides.checked_shr(2 * u32::from(n)).unwrap_or(0) }
    }

    fn slides(self) -> impl Iterator<Item = usize> {
        (0..self.len).map(move |i| (self.slides >> (2 * i)) as usize & 3)
    }
}

/// The rows and columns that the blank visits, relative to its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BoundingBox {
    rows: (i8, i8),
    cols: (i8, i8),
}

impl BoundingBox {
    fn with(self, (row, col): (i8, i8)) -> BoundingBox {
        BoundingBox {
            rows: (self.rows.0.min(row), self.rows.1.max(row)),
            cols: (self.cols.0.min(col), self.cols.1.max(col)),
        }
    }

    fn contains(&self, other: &BoundingBox) -> bool {
        self.rows.0 <= other.rows.0
            && self.rows.1 >= other.rows.1
            && self.cols.0 <= other.cols.0
            && self.cols.1 >= other.cols.1
    }

    fn fits(&self, rows: usize, cols: usize) -> bool {
        usize::from((self.rows.1 - self.rows.0) as u8) < rows
            && usize::from((self.cols.1 - self.cols.0) as u8) < cols
    }
}

/// A board large enough for any sequence, with the blank in the middle at the start.
struct ScratchBoard {
    tiles: Vec<u16>,
    /// Cells that may have been changed.
    touched: Vec<usize>,
}

impl ScratchBoard {
    const SIDE: usize = 2 * MAX_LEN + 1;
    const MIDDLE: usize = ScratchBoard::SIDE * MAX_LEN + MAX_LEN;

    fn new() -> ScratchBoard {
        ScratchBoard {
            tiles: (0..(ScratchBoard::SIDE * ScratchBoard::SIDE) as u16).collect(),
            touched: Vec::new(),
        }
    }

    fn cell((row, col): (i8, i8)) -> usize {
        (ScratchBoard::MIDDLE as isize + isize::from(row) * ScratchBoard::SIDE as isize + isize::from(col))
            as usize
    }

    /// Returns the blank's position after a slide.
    fn blank_after((row, col): (i8, i8), mv: usize) -> (i8, i8) {
        match Direction::ALL[mv] {
            Direction::Up => (row + 1, col),
            Direction::Down => (row - 1, col),
            Direction::Left => (row, col + 1),
            Direction::Right => (row, col - 1),
        }
    }

    /// Plays a sequence from the initial board. Returns the blank's final position and the area it visits. The tile
    /// number of the start cell stands for the blank and moves along with it.
    fn replay(&mut self, sequence: MoveSequence) -> ((i8, i8), BoundingBox) {
        for cell in self.touched.drain(..) {
            self.tiles[cell] = cell as u16;
        }
        let mut blank = (0, 0);
        let mut area = BoundingBox { rows: (0, 0), cols: (0, 0) };
        self.touched.push(ScratchBoard::cell(blank));
        for mv in sequence.slides() {
            let to = ScratchBoard::blank_after(blank, mv);
            self.tiles.swap(ScratchBoard::cell(blank), ScratchBoard::cell(to));
            self.touched.push(ScratchBoard::cell(to));
            blank = to;
            area = area.with(to);
        }
        (blank, area)
    }

    /// Returns the contribution of a cell to the hash of a board.
    fn hash(cell: usize, tile: u16) -> u64 {
        if cell == usize::from(tile) {
            return 0;
        }
        let seed = (cell as u64) << 32 | u64::from(tile) | 1 << 60;
        let mixed = (seed ^ seed >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    /// Returns the hash (the sum of all cells' contributions) after the sequence last played and one more slide.
    fn hash_after(&self, before: u64, blank: (i8, i8), to: (i8, i8)) -> u64 {
        let (old, new) = (ScratchBoard::cell(blank), ScratchBoard::cell(to));
        let (hole, tile) = (self.tiles[old], self.tiles[new]);
        before
            .wrapping_sub(ScratchBoard::hash(old, hole))
            .wrapping_sub(ScratchBoard::hash(new, tile))
            .wrapping_add(ScratchBoard::hash(old, tile))
            .wrapping_add(ScratchBoard::hash(new, hole))
    }
}

/// Finds the duplicate sequences of up to `max_len` slides on boards of this size. None of them contains another.
fn find_duplicates(rows: usize, cols: usize, max_len: usize) -> HashSet<MoveSequence> {
    assert!(max_len <= MAX_LEN, "sequences have up to {MAX_LEN} slides");
    let mut scratch = ScratchBoard::new();
    let (mut first, mut second) = (ScratchBoard::new(), ScratchBoard::new());
    // Sequences that are not pruned, each with the previous one that has the same hash, and the last sequence of each
    // hash.
    let origin = BoundingBox { rows: (0, 0), cols: (0, 0) };
    let mut kept: Vec<(MoveSequence, BoundingBox, Option<usize>)> = vec![(MoveSequence::EMPTY, origin, None)];
    let mut last: HashMap<u64, usize> = HashMap::from([(0, 0)]);
    let mut duplicates = HashSet::new();
    let mut level = vec![(MoveSequence::EMPTY, 0_u64)];
    for len in 0..max_len {
        let mut next = Vec::with_capacity(3 * level.len());
        let searched: HashSet<MoveSequence> = level.iter().map(|&(sequence, _)| sequence).collect();
        for (sequence, hash) in level {
            let (blank, area) = scratch.replay(sequence);
            for mv in 0..4 {
                let extended = sequence.push(mv);
                // The sequence without its last slide is not pruned; the one without its first slide must not be pruned
                // either.
                if len > 0 && !searched.contains(&extended.without(1)) {
                    continue;
                }
                let to = ScratchBoard::blank_after(blank, mv as usize);
                let area = area.with(to);
                if !area.fits(rows, cols) {
                    continue;
                }
                let hash = scratch.hash_after(hash, blank, to);
                let same_hash = last.get(&hash).copied();
                // Equal hashes only suggest equal boards.
                let mut is_duplicate = |i: usize| {
                    area.contains(&kept[i].1) && {
                        first.replay(extended);
                        second.replay(kept[i].0);
                        first.tiles == second.tiles
                    }
                };
                if std::iter::successors(same_hash, |&i| kept[i].2).any(&mut is_duplicate) {
                    duplicates.insert(extended);
                } else {
                    last.insert(hash, kept.len());
                    kept.push((extended, area, same_hash));
                    next.push((extended, hash));
                }
            }
        }
        level = next;
    }
    duplicates
}

/// Builds the Aho-Corasick automaton that rejects sequences containing any of the given ones, with as few states as
/// possible.
fn build_fsm(sequences: &HashSet<MoveSequence>) -> MoveOrder {
    // A state is the longest suffix of the moves read that is a prefix of one of the sequences.
    let mut states = vec![MoveSequence::EMPTY];
    let mut numbers: HashMap<MoveSequence, u32> = HashMap::from([(MoveSequence::EMPTY, 0)]);
    let mut sorted: Vec<MoveSequence> = sequences.iter().copied().collect();
    sorted.sort_unstable_by_key(|sequence| (sequence.len, sequence.slides));
    for sequence in sorted {
        let mut start = MoveSequence::EMPTY;
        for mv in sequence.slides().take(usize::from(sequence.len) - 1) {
            start = start.push(mv as u32);
            numbers.entry(start).or_insert_with(|| {
                states.push(start);
                states.len() as u32 - 1
            });
        }
    }
    let next = |sequence: MoveSequence, mv: usize| {
        let read = sequence.push(mv as u32);
        let mut ends = (0..=read.len).map(|n| read.without(n));
        let stops = ends.clone().any(|end| sequences.contains(&end));
        (!stops).then(|| {
            ends.find_map(|end| numbers.get(&end).copied()).expect("the empty sequence is a suffix of all")
        })
    };
    let next: Vec<[Option<u32>; 4]> =
        states.iter().map(|&sequence| std::array::from_fn(|mv| next(sequence, mv))).collect();
    let (classes, n) = minimize(&next);
    let mut rows = vec![[None; 4]; n];
    for (state, next) in next.iter().enumerate() {
        rows[classes[state] as usize] = next.map(|next| next.map(|next| OrderState(classes[next as usize])));
    }
    MoveOrder::automaton(4, n, |state, mv| rows[state.0 as usize][usize::from(mv.0)])
}

/// Minimizes the automaton by partition refinement: merges states that no continuation distinguishes. Returns the class
/// of each state and the number of classes. State 0 is in class 0.
fn minimize(next: &[[Option<u32>; 4]]) -> (Vec<u32>, usize) {
    let mut classes = vec![0; next.len()];
    let mut n = 1;
    loop {
        let mut numbers: HashMap<_, u32> = HashMap::new();
        let finer: Vec<u32> = (next.iter().zip(&classes))
            .map(|(next, &class)| {
                let key = (class, next.map(|next| next.map(|next| classes[next as usize])));
                let fresh = numbers.len() as u32;
                *numbers.entry(key).or_insert(fresh)
            })
            .collect();
        if numbers.len() == n {
            return (finer, n);
        }
        (classes, n) = (finer, numbers.len());
    }
}
