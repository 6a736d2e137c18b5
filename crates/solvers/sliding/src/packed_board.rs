//! Boards packed into plain values: a machine word where it fits, bytes where it does not.

use std::hash::Hash;

use puzzle::Board;

/// Tiles by cell, as a value. The blank is tile 0.
pub trait PackedBoard: Copy + Eq + Hash + Send + Sync + 'static {
    /// How many cells fit.
    const CAPACITY: usize;

    /// A slide from one cell to another, in the form that moves tiles fastest.
    type Hop: Copy + Send + Sync;

    /// A set of tiles.
    type Tiles: TileSet;

    /// Packs a board of at most `CAPACITY` cells.
    fn pack(board: &Board) -> Self;

    /// The slide of a tile from cell `from` to the blank in cell `to`.
    fn hop(from: usize, to: usize) -> Self::Hop;

    /// The tile that a slide moves.
    fn tile(&self, hop: Self::Hop) -> usize;

    /// The board after the slide of `tile`.
    fn after_slide(&self, tile: usize, hop: Self::Hop) -> Self;

    /// The tile in any cell.
    fn get(&self, cell: usize) -> usize;

    /// The bits of `len` cells from `first` on as a number, if a board is a word and they are [`LINE_BITS`] at most.
    fn line(&self, first: usize, len: usize) -> Option<usize>;
}

/// Lines of up to this many bits can index a table: four cells of four bits.
pub const LINE_BITS: usize = 16;

/// A word that can also hold the cell of each tile: a field per tile instead of a field per cell.
pub trait Word: PackedBoard {
    /// Bits of a field.
    const BITS: usize;

    /// With every field 0.
    const EMPTY: Self;

    /// The same with the field that begins at a bit changed in these bits.
    fn xor_at(self, bit: u32, by: usize) -> Self;

    /// `n` fields from `field` on, as a number.
    fn fields(self, field: usize, n: usize) -> usize;

    /// The lowest bits of what begins at a bit.
    fn from_bit(self, bit: u32) -> u32;
}

/// A set of tiles as bits.
pub trait TileSet: Copy + Default + Send + Sync {
    /// Puts a tile in.
    fn insert(&mut self, tile: usize);
    /// 2 if the tile is in, else 0.
    fn twice(&self, tile: usize) -> u32;

    /// 1 if the tile is in, else 0.
    #[inline(always)]
    fn count(&self, tile: usize) -> u32 {
        self.twice(tile) / 2
    }
}

/// For tiles below 63. Each is kept one bit further up, where it counts twice: what heuristics ask most.
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

/// A slide within a word: bit 0 of both fields, and where the first begins.
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

            // The blank is 0 and the product holds the tile in both fields, so one exclusive or clears the old
            // field and sets the new one.
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
            fn from_bit(self, bit: u32) -> u32 {
                (self >> bit) as u32
            }
        }
    };
}

word_cells!(u64, 4, 16);
word_cells!(u128, 5, 25);

macro_rules! byte_cells {
    ($room:expr, $tiles:ty) => {
        /// A byte per cell, for boards that no word holds.
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
