//! Boards packed into plain values: a machine word if the board fits, an array of bytes if not.

use std::hash::Hash;

use puzzle::Board;

/// A packed board: tiles by cell. The blank is tile 0.
pub trait PackedBoard: Copy + Eq + Hash + Send + Sync + 'static {
    /// Maximum number of cells.
    const CAPACITY: usize;

    /// A slide between two cells, precomputed for speed.
    type Hop: Copy + Send + Sync;

    /// A set of tiles.
    type Tiles: TileSet;

    /// Packs a board of at most `CAPACITY` cells.
    fn pack(board: &Board) -> Self;

    /// Returns the slide of a tile from cell `from` to the blank in cell `to`.
    fn hop(from: usize, to: usize) -> Self::Hop;

    /// Returns the tile that a slide moves.
    fn tile(&self, hop: Self::Hop) -> usize;

    /// Returns the board after the slide of `tile`.
    fn after_slide(&self, tile: usize, hop: Self::Hop) -> Self;

    /// Returns the tile in a cell.
    fn get(&self, cell: usize) -> usize;

    /// Returns the bits of `len` cells starting at `first` as a number, if the board is a word and they are at most
    /// [`LINE_BITS`].
    fn line(&self, first: usize, len: usize) -> Option<usize>;
}

/// Maximum number of bits of a line that can index a table: four cells of four bits.
pub const LINE_BITS: usize = 16;

/// A word that can also hold the dual representation, the cell of each tile: a field per tile instead of a field per
/// cell.
pub trait Word: PackedBoard {
    /// Bits per field.
    const BITS: usize;

    /// The word in which every field is 0.
    const EMPTY: Self;

    /// Returns the word with `by` XORed into the bits starting at `bit`.
    fn xor_at(self, bit: u32, by: usize) -> Self;

    /// Returns `n` fields starting at `field` as a number.
    fn fields(self, field: usize, n: usize) -> usize;

    /// Returns the low bits of the word shifted right by `bit`.
    fn shifted_right(self, bit: u32) -> u32;
}

/// A set of tiles as a bit mask.
pub trait TileSet: Copy + Default + Send + Sync {
    /// Adds a tile.
    fn insert(&mut self, tile: usize);
    /// Returns 2 if the set contains the tile, else 0.
    fn twice(&self, tile: usize) -> u32;

    /// Returns 1 if the set contains the tile, else 0.
    #[inline(always)]
    fn count(&self, tile: usize) -> u32 {
        self.twice(tile) / 2
    }
}

/// For tiles below 63. Each tile is stored one bit higher, so that masking gives 2, the value that heuristics need
/// most.
impl TileSet for u64 {
    fn insert(&mut self, tile: usize) {
        *self |= 2 << tile;
    }

    #[inline(always)]
    fn twice(&self, tile: usize) -> u32 {
        (self >> tile) as u32 & 2
    }
}

impl TileSet for [u64; 5] {
    fn insert(&mut self, tile: usize) {
        self[tile / 63].insert(tile % 63);
    }

    #[inline(always)]
    fn twice(&self, tile: usize) -> u32 {
        self[tile / 63].twice(tile % 63)
    }
}

/// A slide within a word: the lowest bit of both fields, and the position of the first field.
#[derive(Clone, Copy)]
pub struct WordHop<W> {
    mask: W,
    shift: u32,
}

macro_rules! word_cells {
    ($word:ty, $bits:expr, $room:expr) => {
        impl PackedBoard for $word {
            const CAPACITY: usize = $room;
            type Hop = WordHop<$word>;
            type Tiles = u64;

            fn pack(board: &Board) -> Self {
                let with_cell = |word, (cell, &tile)| word | <$word>::from(tile) << ($bits * cell);
                board.tiles().iter().enumerate().fold(0, with_cell)
            }

            fn hop(from: usize, to: usize) -> Self::Hop {
                WordHop { mask: 1 << ($bits * from) | 1 << ($bits * to), shift: ($bits * from) as u32 }
            }

            #[inline(always)]
            fn tile(&self, hop: Self::Hop) -> usize {
                (self >> hop.shift) as usize & ((1 << $bits) - 1)
            }

            // The blank is 0 and the product holds the tile in both fields, so one XOR clears the old field and sets
            // the new one.
            #[inline(always)]
            fn after_slide(&self, tile: usize, hop: Self::Hop) -> Self {
                self ^ (hop.mask * tile as $word)
            }

            #[inline(always)]
            fn get(&self, cell: usize) -> usize {
                (self >> ($bits * cell)) as usize & ((1 << $bits) - 1)
            }

            #[inline(always)]
            fn line(&self, first: usize, len: usize) -> Option<usize> {
                ($bits * len <= LINE_BITS).then(|| self.fields(first, len))
            }
        }

        impl Word for $word {
            const BITS: usize = $bits;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn xor_at(self, bit: u32, by: usize) -> Self {
                self ^ ((by as $word) << bit)
            }

            #[inline(always)]
            fn fields(self, field: usize, n: usize) -> usize {
                (self >> ($bits * field)) as usize & ((1 << ($bits * n)) - 1)
            }

            #[inline(always)]
            fn shifted_right(self, bit: u32) -> u32 {
                (self >> bit) as u32
            }
        }
    };
}

word_cells!(u64, 4, 16);
word_cells!(u128, 5, 25);

macro_rules! byte_cells {
    ($room:expr, $tiles:ty) => {
        /// A byte per cell, for boards that do not fit a word.
        impl PackedBoard for [u8; $room] {
            const CAPACITY: usize = $room;
            type Hop = (u8, u8);
            type Tiles = $tiles;

            fn pack(board: &Board) -> Self {
                let mut cells = [0; $room];
                for (cell, &tile) in cells.iter_mut().zip(board.tiles()) {
                    *cell = tile as u8;
                }
                cells
            }

            fn hop(from: usize, to: usize) -> Self::Hop {
                (from as u8, to as u8)
            }

            #[inline(always)]
            fn tile(&self, (from, _): Self::Hop) -> usize {
                usize::from(self[usize::from(from)])
            }

            #[inline(always)]
            fn after_slide(&self, tile: usize, (from, to): Self::Hop) -> Self {
                let mut cells = *self;
                cells[usize::from(from)] = 0;
                cells[usize::from(to)] = tile as u8;
                cells
            }

            #[inline(always)]
            fn get(&self, cell: usize) -> usize {
                usize::from(self[cell])
            }

            fn line(&self, _first: usize, _len: usize) -> Option<usize> {
                None
            }
        }
    };
}

byte_cells!(64, [u64; 5]);
byte_cells!(256, [u64; 5]);
