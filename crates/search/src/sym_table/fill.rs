//! Computes the distances of all combinations of two coordinates by breadth-first search.
//!
//! Distances are not stored meanwhile, only sets of the combinations up to some distance, one bit each: a read-only set
//! of those reached and the next one. A level is found forwards, from the entries of the level before to their
//! neighbours, while these are few, then backwards, from the entries not reached. The last three sets are stored, and
//! they are all that two bits can distinguish; so the fill may end with the most frequent distance, before the greatest
//! ones are known.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{EntryBits, SymCombination, SymMoves, SymTable, Symmetries};
use crate::coordinate::MoveTable;
use crate::hardware;
use crate::problem::{Cost, Move};

/// A symmetry-reduced table that is being filled.
#[derive(Debug)]
pub struct SymTableFill {
    sym_moves: SymMoves,
    /// By row: its symmetry coordinate.
    sym_rows: Vec<u32>,
    /// By class: the stabiliser of the representative, unless it is trivial.
    stabilisers: Vec<Option<Box<[u8]>>>,
    /// The column after a move, move by move: a sweep makes one move on all columns of a row.
    cols: Vec<u16>,
    words_per_row: usize,
    level: Cost,
    /// The combinations up to the level, up to one level less and two less.
    reached: [Plane; 3],
    /// The set that is being found: the next level.
    next: Plane,
    n_reached: u64,
    /// Distances in four bits as far as they are known, if exact distances are stored.
    nibbles: Option<Vec<u32>>,
}

/// A bit set of combinations; a row is a whole number of words.
type Plane = Vec<AtomicU64>;

/// The direction in which a level is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sweep {
    /// Forward: from the entries of the level before to their neighbours. Used while these are few.
    Forwards,
    /// Backward: from entries not reached to neighbours on the level before. Used when these are few.
    Backwards,
}

impl SymTableFill {
    /// Starts a fill in which only the combination of the first row and the first column is reached; every symmetry
    /// must fix it. The moves of the coordinates must be numbered alike, always be legal, and undo each other.
    ///
    /// # Panics
    /// Panics if there are more than 2^24 classes, 256 symmetries or 65,536 columns.
    pub fn new(rows: &MoveTable, cols: &MoveTable, symmetries: &Symmetries<'_>) -> SymTableFill {
        const UNSEEN: u32 = u32::MAX;
        let (n, n_moves, n_cols) = (symmetries.n, rows.n_moves(), cols.len());
        assert!(n <= 256, "at most 256 symmetries");
        assert!(n_cols <= 1 << 16, "at most 65,536 columns");
        let inverse = |a: usize| (0..n).find(|b| symmetries.products[a * n + b] == 0).expect("a group");
        let mut sym_rows = vec![UNSEEN; rows.len()];
        let (mut representatives, mut stabilisers) = (Vec::new(), Vec::new());
        for row in 0..rows.len() as u32 {
            if sym_rows[row as usize] != UNSEEN {
                continue;
            }
            let class = representatives.len() as u32;
            assert!(class < 1 << 24, "at most 2^24 classes");
            let mut stabiliser = Vec::new();
            for symmetry in 0..n {
                let image = (symmetries.row)(symmetry, row);
                let sym_row = &mut sym_rows[image as usize];
                if *sym_row == UNSEEN {
                    *sym_row = class << 8 | inverse(symmetry) as u32;
                }
                if image == row {
                    stabiliser.push(symmetry as u8);
                }
            }
            representatives.push(row);
            stabilisers.push((stabiliser.len() > 1).then(|| stabiliser.into()));
        }
        let moves = || (0..n_moves as u16).map(Move);
        let sym_row_after = |&row: &u32| {
            let sym_rows = &sym_rows;
            moves().map(move |mv| sym_rows[rows.legal_after(row, mv) as usize])
        };
        let next_sym_rows = representatives.iter().flat_map(sym_row_after).collect();
        let move_images = (0..n).flat_map(|symmetry| moves().map(move |mv| (symmetries.mv)(symmetry, mv).0));
        // A search reads both at random.
        let log_stride = n_moves.next_power_of_two().trailing_zeros();
        let mut next_cols = hardware::filled(n_cols << log_stride, 0);
        let mut col_images = hardware::filled(n * n_cols, 0);
        for (i, image) in col_images.iter_mut().enumerate() {
            *image = (symmetries.col)(i / n_cols, (i % n_cols) as u32) as u16;
        }
        let mut by_move = vec![0; n_moves * n_cols];
        for (col, mv) in (0..n_cols).flat_map(|col| moves().map(move |mv| (col, mv))) {
            let after = cols.legal_after(col as u32, mv) as u16;
            next_cols[(col << log_stride) + usize::from(mv.0)] = after;
            by_move[usize::from(mv.0) * n_cols + col] = after;
        }
        let sym_moves = SymMoves {
            n_moves,
            n_symmetries: n,
            n_classes: representatives.len(),
            n_cols,
            next_sym_rows,
            move_images: move_images.collect(),
            products: symmetries.products.to_vec(),
            next_cols,
            log_stride,
            col_images,
        };
        let words_per_row = n_cols.div_ceil(64);
        let plane = || plane(sym_moves.n_classes * words_per_row);
        let (reached, next) = (std::array::from_fn(|_| plane()), plane());
        let fill = SymTableFill {
            sym_moves,
            sym_rows,
            stabilisers,
            cols: by_move,
            words_per_row,
            level: 0,
            reached,
            next,
            n_reached: 1,
            nibbles: None,
        };
        let start = SymCombination { sym_row: fill.sym_rows[0], col: 0 };
        let (class, col) = (start.sym_row >> 8, fill.sym_moves.index(start) % n_cols);
        set(fill.row(&fill.reached[0], class as usize), col);
        fill
    }

    /// Stores all distances in four bits each. Must be called before the first level.
    pub fn store_exact(&mut self) {
        self.nibbles = Some(hardware::filled(EntryBits::Four.n_words(self.len()), u32::MAX));
        self.record_level();
    }

    /// Stores the distances of the last level.
    fn record_level(&mut self) {
        let Some(mut nibbles) = self.nibbles.take() else { return };
        let [now, before, ..] = &self.reached;
        // Subtracted from fifteen, the code of entries that are not reached or too far.
        let less = 15 - self.level.min(15);
        for class in 0..self.sym_moves.n_classes {
            let words = self.row(now, class).iter().zip(self.row(before, class));
            for col in cols(words.map(|(now, before)| load(now) & !load(before))) {
                let (word, first) =
                    EntryBits::Four.position(class * self.sym_moves.n_cols + usize::from(col));
                nibbles[word] -= less << first;
            }
        }
        self.nibbles = Some(nibbles);
    }

    /// Number of symmetry classes of rows.
    pub fn n_classes(&self) -> usize {
        self.sym_moves.n_classes
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.sym_moves.n_classes * self.sym_moves.n_cols
    }

    /// True if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of entries reached, at distances up to [`SymTableFill::level`].
    pub fn n_reached(&self) -> u64 {
        self.n_reached
    }

    /// The last complete level.
    pub fn level(&self) -> Cost {
        self.level
    }

    /// Finds the part of the next level that belongs to one class. Several threads may sweep different classes; all
    /// classes must be swept before [`SymTableFill::advance`].
    pub fn sweep(&self, class: usize, sweep: Sweep) {
        match sweep {
            Sweep::Forwards => self.forwards(class),
            Sweep::Backwards => self.backwards(class),
        }
    }

    /// Ends a level after all classes were swept. Returns the number of its entries.
    pub fn advance(&mut self) -> u64 {
        let mut n_reached = 0;
        // The oldest set is reused for the next level.
        self.reached.rotate_right(1);
        std::mem::swap(&mut self.reached[0], &mut self.next);
        let [now, before, ..] = &mut self.reached;
        for ((now, before), next) in now.iter_mut().zip(before).zip(&mut self.next) {
            *now.get_mut() |= *before.get_mut();
            n_reached += u64::from(now.get_mut().count_ones());
            *next.get_mut() = 0;
        }
        self.level += 1;
        let n_new = n_reached - self.n_reached;
        self.n_reached = n_reached;
        self.record_level();
        n_new
    }

    /// Returns the table for a search. Two bits distinguish distances up to two less than the last level, the next two,
    /// and all beyond; unless exact distances were stored.
    pub fn finish(mut self) -> SymTable {
        if let Some(words) = self.nibbles.take() {
            let (bits, bounds) = (EntryBits::Four, std::array::from_fn(|code| code as Cost));
            return SymTable { sym_moves: self.sym_moves, sym_rows: self.sym_rows, words, bits, bounds };
        }
        let (n_cols, bits) = (self.sym_moves.n_cols, EntryBits::Two);
        let mut words = hardware::zeros(bits.n_words(self.len()));
        let is_beyond =
            |plane: &Plane, class: usize, col: usize| u32::from(!has(self.row(plane, class), col));
        let [now, before, long_before] = &self.reached;
        for class in 0..self.sym_moves.n_classes {
            for col in 0..n_cols {
                let code =
                    [now, before, long_before].map(|plane| is_beyond(plane, class, col)).iter().sum::<u32>();
                let (word, first) = bits.position(class * n_cols + col);
                words[word] |= code << first;
            }
        }
        let mut bounds = [0; 16];
        bounds[1..4].copy_from_slice(&[self.level.saturating_sub(1), self.level, self.level + 1]);
        SymTable { sym_moves: self.sym_moves, sym_rows: self.sym_rows, words, bits, bounds }
    }

    /// The entries of a class in a bit set.
    fn row<'p>(&self, plane: &'p Plane, class: usize) -> &'p [AtomicU64] {
        &plane[class * self.words_per_row..][..self.words_per_row]
    }

    /// By move: the class of the row after it, the columns after it, and their images under the symmetry that maps that
    /// row to the representative.
    fn neighbours(&self, class: usize) -> impl Iterator<Item = (usize, &[u16], &[u16])> {
        let SymMoves { n_moves, n_cols, next_sym_rows, col_images, .. } = &self.sym_moves;
        (0..*n_moves).map(move |mv| {
            let sym_row = next_sym_rows[class * n_moves + mv];
            let col_images = &col_images[(sym_row & 0xFF) as usize * n_cols..][..*n_cols];
            ((sym_row >> 8) as usize, &self.cols[mv * n_cols..][..*n_cols], col_images)
        })
    }

    fn forwards(&self, class: usize) {
        let [now, before, ..] = &self.reached;
        let words = self.row(now, class).iter().zip(self.row(before, class));
        let cols: Vec<u16> = cols(words.map(|(now, before)| load(now) & !load(before))).collect();
        if cols.is_empty() {
            return;
        }
        for (to, next, col_images) in self.neighbours(class) {
            let (known, row) = (self.row(now, to), self.row(&self.next, to));
            for &col in &cols {
                let col = usize::from(col_images[usize::from(next[usize::from(col)])]);
                if has(known, col) || has(row, col) {
                    continue;
                }
                set(row, col);
                for &symmetry in self.stabilisers[to].iter().flatten() {
                    let col_images =
                        &self.sym_moves.col_images[usize::from(symmetry) * self.sym_moves.n_cols..];
                    set(row, usize::from(col_images[col]));
                }
            }
        }
    }

    fn backwards(&self, class: usize) {
        let now = &self.reached[0];
        let mut free: Vec<u16> = cols(self.row(now, class).iter().map(|word| !load(word))).collect();
        // Bits beyond the last column are not entries.
        free.truncate(free.partition_point(|&col| usize::from(col) < self.sym_moves.n_cols));
        for (to, next, col_images) in self.neighbours(class) {
            let row = self.row(now, to);
            let mut n_free = 0;
            for i in 0..free.len() {
                let col = free[i];
                let neighbour = usize::from(col_images[usize::from(next[usize::from(col)])]);
                let is_reached = has(row, neighbour);
                free[n_free] = col;
                n_free += usize::from(!is_reached);
            }
            free.truncate(n_free);
            if free.is_empty() {
                break;
            }
        }
        // The entries that were not reached before and now are.
        for (found, known) in self.row(&self.next, class).iter().zip(self.row(now, class)) {
            found.store(!load(known), Ordering::Relaxed);
        }
        for col in free.into_iter().map(usize::from).chain(self.sym_moves.n_cols..64 * self.words_per_row) {
            let word = &self.row(&self.next, class)[col / 64];
            word.store(load(word) & !(1 << (col % 64)), Ordering::Relaxed);
        }
    }
}

fn plane(n_words: usize) -> Plane {
    let mut plane = Vec::new();
    plane.resize_with(n_words, AtomicU64::default);
    plane
}

#[inline(always)]
fn load(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

#[inline(always)]
fn has(row: &[AtomicU64], col: usize) -> bool {
    load(&row[col / 64]) >> (col % 64) & 1 != 0
}

#[inline(always)]
fn set(row: &[AtomicU64], col: usize) {
    row[col / 64].fetch_or(1 << (col % 64), Ordering::Relaxed);
}

/// The columns whose bits are set in the words of a row. A row has at most 65,536.
fn cols(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u16> {
    words.enumerate().flat_map(|(i, mut word)| {
        std::iter::from_fn(move || {
            let col = 64 * i + word.trailing_zeros() as usize;
            let more = word != 0;
            word &= word.wrapping_sub(1);
            more.then_some(col as u16)
        })
    })
}
