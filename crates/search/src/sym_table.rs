//! Symmetry reduction: a prune table over two coordinates, with entries only for one representative of each symmetry
//! class of the first coordinate.
//!
//! The first coordinate is the row, the second the column. Rows that are symmetric to each other form a class, and one
//! of them is its representative; the combination of a row and a column has the same distance as the representative
//! combined with the image of the column under the same symmetry. Every move is undone by a move, so that distances of
//! neighbours differ by at most 1.
//!
//! A [`SymTableFill`] computes the distances; [`SymTable`] is the result for a search: two bits per entry, which
//! distinguish the four distances around the most frequent one; or four bits for all distances up to fourteen. A search
//! does not store rows but their symmetry coordinates: a class and a symmetry. Moves are then made by class, so that
//! all memory it reads but the columns and the distances themselves is small.

mod fill;

pub use fill::{Sweep, SymTableFill};

use crate::hardware;
use crate::problem::{Cost, Move};

/// The action of a symmetry group on the two coordinates and on moves. The first symmetry is the identity.
pub struct Symmetries<'a> {
    /// Number of symmetries, at most 256.
    pub n: usize,
    /// `products[a * n + b]` is the symmetry a and then b.
    pub products: &'a [u8],
    /// Image of a row under a symmetry.
    pub row: &'a (dyn Fn(usize, u32) -> u32 + Sync),
    /// Image of a column under a symmetry.
    pub col: &'a (dyn Fn(usize, u32) -> u32 + Sync),
    /// Image of a move under a symmetry: it does to the images what the move does to rows and columns.
    pub mv: &'a (dyn Fn(usize, Move) -> Move + Sync),
}

/// A combination of the two coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combination {
    /// The row.
    pub row: u32,
    /// The column.
    pub col: u32,
}

/// A combination as a search stores it: the symmetry coordinate of the row, and the column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SymCombination {
    /// The class of the row in the upper bits; in the lowest byte the symmetry that maps the row to the representative.
    pub sym_row: u32,
    /// The column.
    pub col: u32,
}

/// Move tables of rows up to symmetry, and of columns.
#[derive(Debug)]
struct SymMoves {
    n_moves: usize,
    n_symmetries: usize,
    n_classes: usize,
    n_cols: usize,
    /// By class and move: the symmetry coordinate of the row after the representative.
    next_sym_rows: Vec<u32>,
    /// By symmetry and move: the image of the move.
    move_images: Vec<u16>,
    products: Vec<u8>,
    /// By column and move: the next column. The entries of a column begin at a power of two, on a cache line if
    /// possible.
    next_cols: Vec<u16>,
    log_stride: u32,
    /// `col_images[symmetry * n_cols + col]`.
    col_images: Vec<u16>,
}

/// A symmetry-reduced prune table.
#[derive(Debug)]
pub struct SymTable {
    sym_moves: SymMoves,
    /// By row: its symmetry coordinate.
    sym_rows: Vec<u32>,
    /// Sixteen or eight entries each.
    words: Vec<u32>,
    bits: EntryBits,
    /// Lower bound of each code.
    bounds: [Cost; 16],
}

/// Number of bits per entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EntryBits {
    Two,
    Four,
}

impl EntryBits {
    /// Entries per word, as a power of two.
    #[inline(always)]
    fn log_per_word(self) -> u32 {
        match self {
            EntryBits::Two => 4,
            EntryBits::Four => 3,
        }
    }

    /// The word of an entry, and the position of its first bit.
    #[inline(always)]
    fn position(self, index: usize) -> (usize, u32) {
        let log = self.log_per_word();
        (index >> log, (index as u32 & ((1 << log) - 1)) * (32 >> log))
    }

    /// Number of words for `n_entries`.
    fn n_words(self, n_entries: usize) -> usize {
        n_entries.div_ceil(1 << self.log_per_word())
    }

    #[inline(always)]
    fn mask(self) -> u32 {
        match self {
            EntryBits::Two => 3,
            EntryBits::Four => 15,
        }
    }
}

impl SymMoves {
    #[inline(always)]
    fn after(&self, at: SymCombination, mv: Move) -> SymCombination {
        let (class, symmetry) = ((at.sym_row >> 8) as usize, (at.sym_row & 0xFF) as usize);
        let image = self.move_images[symmetry * self.n_moves + usize::from(mv.0)];
        let next = self.next_sym_rows[class * self.n_moves + usize::from(image)];
        let product = self.products[symmetry * self.n_symmetries + (next & 0xFF) as usize];
        let col = self.next_cols[((at.col as usize) << self.log_stride) + usize::from(mv.0)];
        SymCombination { sym_row: next & !0xFF | u32::from(product), col: col.into() }
    }

    #[inline(always)]
    fn index(&self, at: SymCombination) -> usize {
        let (class, symmetry) = ((at.sym_row >> 8) as usize, (at.sym_row & 0xFF) as usize);
        class * self.n_cols + usize::from(self.col_images[symmetry * self.n_cols + at.col as usize])
    }
}

impl SymTable {
    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        let SymMoves { next_sym_rows, next_cols, col_images, .. } = &self.sym_moves;
        let longs = [next_sym_rows, &self.sym_rows, &self.words];
        let shorts = [next_cols, col_images];
        let bytes = longs.iter().map(|list| size_of_val(&list[..])).sum::<usize>()
            + shorts.iter().map(|list| size_of_val(&list[..])).sum::<usize>();
        bytes as u64
    }

    /// Converts a combination to the form that a search stores.
    pub fn locate(&self, at: Combination) -> SymCombination {
        SymCombination { sym_row: self.sym_rows[at.row as usize], col: at.col }
    }

    /// The combination after a move.
    #[inline(always)]
    pub fn after(&self, at: SymCombination, mv: Move) -> SymCombination {
        self.sym_moves.after(at, mv)
    }

    /// The index of its entry.
    #[inline(always)]
    pub fn index(&self, at: SymCombination) -> usize {
        self.sym_moves.index(at)
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        hardware::prefetch(&self.words[self.bits.position(index).0]);
    }

    /// The lower bound of an entry: the distance itself if entries have four bits and it is at most fourteen. With two
    /// bits, small distances give 0.
    #[inline(always)]
    pub fn bound(&self, index: usize) -> Cost {
        let (word, first) = self.bits.position(index);
        self.bounds[(self.words[word] >> first & self.bits.mask()) as usize]
    }
}
