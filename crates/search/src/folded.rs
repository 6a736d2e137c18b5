//! Two coordinates side by side, of which symmetries leave only a part: how far all combinations are from one of them, for so
//! many of the first coordinate as no symmetry makes each other.
//!
//! The first coordinate is the row, the second the column. Rows that symmetries make each other are a class, and one of
//! them represents it; the combination of a row and a column is as far away as that of the representative and the column that
//! the same symmetry makes of this one. Moves are undone by moves, so that neighbours differ by at most 1.
//!
//! A [`Folding`] has the exact distances, a byte each, while they are found; [`Folded`] is what is left for a search: two bits
//! each, that tell apart the four distances around the most frequent one.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::coord::MoveTable;
use crate::hardware;
use crate::problem::{Cost, Move};

/// Rows up to symmetry, times columns.
#[derive(Debug)]
struct Shape {
    rows: MoveTable,
    cols: MoveTable,
    /// By row: its class, and in the lowest byte the symmetry that makes it the representative.
    places: Vec<u32>,
    /// `images[symmetry * n_cols + col]`.
    images: Vec<u16>,
    n_cols: usize,
    n_classes: usize,
}

/// Distances that are being found.
#[derive(Debug)]
pub struct Folding {
    shape: Shape,
    /// By class, the row that represents it.
    representatives: Vec<u32>,
    /// By class, the symmetries that leave the representative as it is, unless it is only the first.
    stabilisers: Vec<Option<Box<[u8]>>>,
    /// Columns after moves, move by move: a sweep makes one move on all columns of a row.
    cols: Vec<u16>,
    distances: Vec<AtomicU8>,
}

/// Distances as far as two bits tell them.
#[derive(Debug)]
pub struct Folded {
    shape: Shape,
    /// Sixteen entries each.
    words: Vec<u32>,
    /// What the codes say at least.
    bounds: [Cost; 4],
}

/// The entry of a combination that is not reached.
const UNREACHED: u8 = u8::MAX;

/// What symmetries do to the two coordinates. The first symmetry changes nothing; they are a group.
pub struct Symmetries<'a> {
    /// How many there are, at most 256.
    pub n: usize,
    /// By symmetry, the one that undoes it.
    pub inverses: &'a [u8],
    /// The row that a symmetry makes of a row.
    pub row: &'a dyn Fn(usize, u32) -> u32,
    /// The column that a symmetry makes of a column.
    pub col: &'a dyn Fn(usize, u32) -> u32,
}

/// Row and column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combination {
    /// The number of the row.
    pub row: u32,
    /// The number of the column.
    pub col: u32,
}

/// How a level is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sweep {
    /// From the entries of the level before to their neighbours: while these are few.
    Forwards,
    /// From entries not reached to neighbours on the level before: when these are few.
    Backwards,
}

impl Shape {
    #[inline(always)]
    fn after(&self, at: Combination, mv: Move) -> Combination {
        Combination { row: self.rows.legal_after(at.row, mv), col: self.cols.legal_after(at.col, mv) }
    }

    #[inline(always)]
    fn index(&self, at: Combination) -> usize {
        let place = self.places[at.row as usize];
        let col = self.image((place & 0xFF) as usize, at.col);
        (place >> 8) as usize * self.n_cols + col as usize
    }

    #[inline(always)]
    fn image(&self, symmetry: usize, col: u32) -> u32 {
        u32::from(self.images[symmetry * self.n_cols + col as usize])
    }
}

impl Folding {
    /// Nothing is reached but the combination of the first row and the first column, which every symmetry must leave as it
    /// is. The moves of the coordinates are numbered alike, are always legal, and undo each other.
    ///
    /// # Panics
    /// If there are more than 2^24 classes, 256 symmetries or 65,536 columns.
    pub fn new(rows: &MoveTable, cols: &MoveTable, symmetries: &Symmetries<'_>) -> Folding {
        const NOWHERE: u32 = u32::MAX;
        assert!(symmetries.n <= 256, "a symmetry is a byte");
        let mut places = vec![NOWHERE; rows.len()];
        let (mut representatives, mut stabilisers) = (Vec::new(), Vec::new());
        for row in 0..rows.len() as u32 {
            if places[row as usize] != NOWHERE {
                continue;
            }
            let class = representatives.len() as u32;
            assert!(class < 1 << 24, "a class is three bytes");
            let mut fixing = Vec::new();
            for symmetry in 0..symmetries.n {
                let image = (symmetries.row)(symmetry, row);
                let place = &mut places[image as usize];
                if *place == NOWHERE {
                    *place = class << 8 | u32::from(symmetries.inverses[symmetry]);
                }
                if image == row {
                    fixing.push(symmetry as u8);
                }
            }
            representatives.push(row);
            stabilisers.push((fixing.len() > 1).then(|| fixing.into()));
        }
        let n_cols = cols.len();
        assert!(n_cols <= 1 << 16, "a column is two bytes");
        let mut images = hardware::filled(symmetries.n * n_cols, 0);
        for (i, image) in images.iter_mut().enumerate() {
            *image = (symmetries.col)(i / n_cols, (i % n_cols) as u32) as u16;
        }
        let n_classes = representatives.len();
        let by_move = |mv| (0..n_cols as u32).map(move |col| (mv, col));
        let by_move = (0..cols.n_moves() as u16).map(Move).flat_map(by_move);
        let next_cols = by_move.map(|(mv, col)| cols.legal_after(col, mv) as u16).collect();
        // Both are read at random while a search goes on.
        let (rows, cols) = (rows.on_huge_pages(), cols.on_huge_pages());
        let mut distances = Vec::new();
        distances.resize_with(n_classes * n_cols, || AtomicU8::new(UNREACHED));
        let shape = Shape { rows, cols, places, images, n_cols, n_classes };
        let folding = Folding { shape, representatives, stabilisers, cols: next_cols, distances };
        folding.distances[folding.shape.index(Combination { row: 0, col: 0 })].store(0, Ordering::Relaxed);
        folding
    }

    /// How many classes of rows there are.
    pub fn n_classes(&self) -> usize {
        self.shape.n_classes
    }

    /// Number of combinations that have an entry.
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// The distance of a combination, if it is reached.
    pub fn distance(&self, at: Combination) -> Option<Cost> {
        let distance = self.distances[self.shape.index(at)].load(Ordering::Relaxed);
        (distance != UNREACHED).then_some(Cost::from(distance))
    }

    /// Finds the part of the level after `level` that has to do with one class. Classes may be swept by several threads, and
    /// all must have been before the next level. How many entries were reached.
    ///
    /// # Panics
    /// If a level has no byte.
    pub fn sweep(&self, class: usize, level: Cost, sweep: Sweep) -> u64 {
        let level = u8::try_from(level).ok().filter(|&level| level < UNREACHED - 1);
        let level = level.expect("distances are less than a byte");
        match sweep {
            Sweep::Forwards => self.forwards(class, level),
            Sweep::Backwards => self.backwards(class, level),
        }
    }

    /// The entries of a class.
    fn row(&self, class: usize) -> &[AtomicU8] {
        &self.distances[class * self.shape.n_cols..][..self.shape.n_cols]
    }

    /// By move: the class of the row after it, and what becomes of columns by the move and then by the symmetry that makes
    /// that row the representative.
    fn neighbours(&self, class: usize) -> impl Iterator<Item = (usize, &[u16], &[u16])> {
        let (row, n_cols) = (self.representatives[class], self.shape.n_cols);
        (0..self.shape.rows.n_moves()).map(move |mv| {
            let place = self.shape.places[self.shape.rows.legal_after(row, Move(mv as u16)) as usize];
            let images = &self.shape.images[(place & 0xFF) as usize * n_cols..][..n_cols];
            ((place >> 8) as usize, &self.cols[mv * n_cols..][..n_cols], images)
        })
    }

    /// The columns of a class with an entry of this value.
    fn cols_at(&self, class: usize, value: u8) -> Vec<u32> {
        let entries = (0..).zip(self.row(class));
        entries.filter(|(_, entry)| entry.load(Ordering::Relaxed) == value).map(|(col, _)| col).collect()
    }

    fn forwards(&self, class: usize, level: u8) -> u64 {
        let cols = self.cols_at(class, level);
        if cols.is_empty() {
            return 0;
        }
        let mut n_reached = 0;
        for (to, next, images) in self.neighbours(class) {
            let row = self.row(to);
            for &col in &cols {
                let col = u32::from(images[usize::from(next[col as usize])]);
                let entry = &row[col as usize];
                if entry.load(Ordering::Relaxed) != UNREACHED {
                    continue;
                }
                // Only one of several threads that come here at once counts it.
                n_reached += u64::from(entry.swap(level + 1, Ordering::Relaxed) == UNREACHED);
                for &symmetry in self.stabilisers[to].iter().flatten() {
                    let entry = &row[self.shape.image(usize::from(symmetry), col) as usize];
                    n_reached += u64::from(entry.swap(level + 1, Ordering::Relaxed) == UNREACHED);
                }
            }
        }
        n_reached
    }

    fn backwards(&self, class: usize, level: u8) -> u64 {
        let mut free = self.cols_at(class, UNREACHED);
        let n_free = free.len();
        let entries = self.row(class);
        for (to, next, images) in self.neighbours(class) {
            if free.is_empty() {
                break;
            }
            let row = self.row(to);
            free.retain(|&col| {
                let beside = images[usize::from(next[col as usize])];
                let is_next = row[usize::from(beside)].load(Ordering::Relaxed) == level;
                if is_next {
                    entries[col as usize].store(level + 1, Ordering::Relaxed);
                }
                !is_next
            });
        }
        (n_free - free.len()) as u64
    }

    /// What is left for a search. Two bits tell apart distances up to `lowest`, the next two, and all beyond.
    pub fn finish(self, lowest: Cost) -> Folded {
        let code = |entry: &AtomicU8| {
            let distance = Cost::from(entry.load(Ordering::Relaxed));
            distance.saturating_sub(lowest).min(3)
        };
        let word = |entries: &[AtomicU8]| {
            entries.iter().enumerate().fold(0, |word, (i, entry)| word | code(entry) << (2 * i))
        };
        let n_words = self.distances.len().div_ceil(PER_WORD);
        let mut words = hardware::zeros(n_words);
        for (to, entries) in words.iter_mut().zip(self.distances.chunks(PER_WORD)) {
            *to = word(entries);
        }
        Folded { shape: self.shape, words, bounds: [0, lowest + 1, lowest + 2, lowest + 3] }
    }
}

/// Entries in a word.
const PER_WORD: usize = 16;

impl Folded {
    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let Shape { rows, cols, places, images, .. } = &self.shape;
        let lists = size_of_val(&places[..]) + size_of_val(&images[..]) + size_of_val(&self.words[..]);
        rows.bytes() + cols.bytes() + lists as u64
    }

    /// The combination after a move.
    #[inline(always)]
    pub fn after(&self, at: Combination, mv: Move) -> Combination {
        self.shape.after(at, mv)
    }

    /// The number of its entry.
    #[inline(always)]
    pub fn index(&self, at: Combination) -> usize {
        self.shape.index(at)
    }

    /// Has an entry fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        hardware::prefetch(&self.words[index / PER_WORD]);
    }

    /// What an entry says of the distance, at least. 0 where it is small.
    #[inline(always)]
    pub fn bound(&self, index: usize) -> Cost {
        let code = self.words[index / PER_WORD] >> (index % PER_WORD * 2) & 3;
        self.bounds[code as usize]
    }
}
