//! Two coordinates side by side, of which symmetries leave only a part: how far all combinations are from one of them, for so
//! many of the first coordinate as no symmetry makes each other.
//!
//! The first coordinate is the row, the second the column. Rows that symmetries make each other are a class, and one of
//! them represents it; the combination of a row and a column is as far away as that of the representative and the column that
//! the same symmetry makes of this one. Moves are undone by moves, so that neighbours differ by at most 1.
//!
//! A [`SymTableFill`] finds the distances; [`SymTable`] is what is left for a search: two bits each, that tell apart the four
//! distances around the most frequent one; or four bits for all distances up to fourteen. A search has no rows but their places: a class and a symmetry. Where a move
//! leads is then known by class, so that all it reads but the columns and the distances themselves is small.

mod fill;

pub use fill::{Sweep, SymTableFill};

use crate::hardware;
use crate::problem::{Cost, Move};

/// What symmetries do to the two coordinates and to moves. The first symmetry changes nothing; they are a group.
pub struct Symmetries<'a> {
    /// How many there are, at most 256.
    pub n: usize,
    /// `products[a * n + b]` is the symmetry a and then b.
    pub products: &'a [u8],
    /// The row that a symmetry makes of a row.
    pub row: &'a (dyn Fn(usize, u32) -> u32 + Sync),
    /// The column that a symmetry makes of a column.
    pub col: &'a (dyn Fn(usize, u32) -> u32 + Sync),
    /// The move that is to the images what a move is to rows and columns.
    pub mv: &'a (dyn Fn(usize, Move) -> Move + Sync),
}

/// Row and column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combination {
    /// The number of the row.
    pub row: u32,
    /// The number of the column.
    pub col: u32,
}

/// The same for a search: which symmetry makes the row which representative, and the column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SymCombination {
    /// The class of the row, and in the lowest byte the symmetry.
    pub sym_row: u32,
    /// The number of the column.
    pub col: u32,
}

/// What moves and symmetries do to rows up to symmetry, and to columns.
#[derive(Debug)]
struct SymMoves {
    n_moves: usize,
    n_symmetries: usize,
    n_classes: usize,
    n_cols: usize,
    /// By class and move, the place of the row after its representative.
    next_sym_rows: Vec<u32>,
    /// By symmetry and move, its image.
    move_images: Vec<u16>,
    products: Vec<u8>,
    /// By column and move, the column after it: a column begins at a power of two, on a cache line if it can.
    next_cols: Vec<u16>,
    log_stride: u32,
    /// `col_images[symmetry * n_cols + col]`.
    col_images: Vec<u16>,
}

/// Distances as far as two bits tell them.
#[derive(Debug)]
pub struct SymTable {
    shape: SymMoves,
    /// By row, its place.
    sym_rows: Vec<u32>,
    /// Sixteen or eight entries each.
    words: Vec<u32>,
    width: EntryBits,
    /// What the codes say at least.
    bounds: [Cost; 16],
}

/// How many bits an entry has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EntryBits {
    Two,
    Four,
}

impl EntryBits {
    /// Entries in a word, as a power of two.
    #[inline(always)]
    fn log_per_word(self) -> u32 {
        match self {
            EntryBits::Two => 4,
            EntryBits::Four => 3,
        }
    }

    /// The word of an entry, and where in it the entry begins.
    #[inline(always)]
    fn place(self, index: usize) -> (usize, u32) {
        let log = self.log_per_word();
        (index >> log, (index as u32 & ((1 << log) - 1)) * (32 >> log))
    }

    /// Words for so many entries.
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
    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let SymMoves { next_sym_rows, next_cols, col_images, .. } = &self.shape;
        let longs = [next_sym_rows, &self.sym_rows, &self.words];
        let shorts = [next_cols, col_images];
        let bytes = longs.iter().map(|list| size_of_val(&list[..])).sum::<usize>()
            + shorts.iter().map(|list| size_of_val(&list[..])).sum::<usize>();
        bytes as u64
    }

    /// Where a combination is.
    pub fn locate(&self, at: Combination) -> SymCombination {
        SymCombination { sym_row: self.sym_rows[at.row as usize], col: at.col }
    }

    /// The combination after a move.
    #[inline(always)]
    pub fn after(&self, at: SymCombination, mv: Move) -> SymCombination {
        self.shape.after(at, mv)
    }

    /// The number of its entry.
    #[inline(always)]
    pub fn index(&self, at: SymCombination) -> usize {
        self.shape.index(at)
    }

    /// Has an entry fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        hardware::prefetch(&self.words[self.width.place(index).0]);
    }

    /// What an entry says of the distance, at least: the distance itself if entries have four bits and it is at most fourteen. With
    /// two bits 0 where it is small.
    #[inline(always)]
    pub fn bound(&self, index: usize) -> Cost {
        let (word, first) = self.width.place(index);
        self.bounds[(self.words[word] >> first & self.width.mask()) as usize]
    }
}
