//! Two coordinates side by side, of which symmetries leave only a part: exact distances of all combinations from one of them,
//! at two bits an entry, for so many of the first coordinate as no symmetry makes each other.
//!
//! The first coordinate is the row, the second the column. Rows that symmetries make each other are a class, and one of
//! them represents it; the combination of a row and a column is as far away as that of the representative and the column that
//! the same symmetry makes of this one. Moves are undone by moves, so that neighbours differ by at most 1.

use crate::coord::MoveTable;
use crate::problem::{Cost, Move};
use crate::table::Packed2;
use crate::table::packed2::UNREACHED;

/// Rows up to symmetry, times columns.
pub struct Folded {
    rows: MoveTable,
    cols: MoveTable,
    /// By row: its class, and in the lowest byte the symmetry that makes it the representative.
    places: Vec<u32>,
    /// By class, the row that represents it.
    representatives: Vec<u32>,
    /// By class, the symmetries that leave the representative as it is, unless it is only the first.
    stabilisers: Vec<Option<Box<[u8]>>>,
    /// `images[symmetry * n_cols + col]`.
    images: Vec<u32>,
    n_cols: usize,
    /// From one row to the next: rows begin with a word.
    stride: usize,
    table: Packed2,
}

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

impl Folded {
    /// An empty table, of coordinates whose moves are numbered alike, are always legal, and undo each other.
    ///
    /// # Panics
    /// If there are more than 2^24 classes or 256 symmetries.
    pub fn new(rows: MoveTable, cols: MoveTable, symmetries: &Symmetries<'_>) -> Folded {
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
        let image = |symmetry| (0..n_cols as u32).map(move |col| (symmetries.col)(symmetry, col));
        let images = (0..symmetries.n).flat_map(image).collect();
        let stride = n_cols.next_multiple_of(16);
        let table = Packed2::new(representatives.len() * stride);
        Folded { rows, cols, places, representatives, stabilisers, images, n_cols, stride, table }
    }

    /// How many classes of rows there are.
    pub fn n_classes(&self) -> usize {
        self.representatives.len()
    }

    /// Number of combinations that have an entry.
    pub fn len(&self) -> usize {
        self.n_classes() * self.n_cols
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let lists = size_of_val(&self.places[..]) + size_of_val(&self.images[..]);
        self.table.bytes() + self.rows.bytes() + self.cols.bytes() + lists as u64
    }

    /// The combination after a move.
    #[inline(always)]
    pub fn after(&self, at: Combination, mv: Move) -> Combination {
        Combination { row: self.rows.legal_after(at.row, mv), col: self.cols.legal_after(at.col, mv) }
    }

    /// The number of its entry.
    #[inline(always)]
    pub fn index(&self, at: Combination) -> usize {
        let place = self.places[at.row as usize];
        let col = self.images[(place & 0xFF) as usize * self.n_cols + at.col as usize];
        (place >> 8) as usize * self.stride + col as usize
    }

    /// The entries: distances modulo 3.
    #[inline(always)]
    pub fn table(&self) -> &Packed2 {
        &self.table
    }

    /// The distance of a combination, by going down to the goal.
    ///
    /// # Panics
    /// If the table is not complete, or no moves lead to the goal from there.
    pub fn distance(&self, mut at: Combination) -> Cost {
        let mut distance = 0;
        let mut code = self.table.code(self.index(at));
        assert_ne!(code, UNREACHED, "no moves lead to the goal from there");
        let goal = self.index(Combination { row: 0, col: 0 });
        while self.index(at) != goal {
            let moves = (0..self.rows.n_moves() as u16).map(Move);
            let below = (code + 2) % 3;
            let mut nexts = moves.map(|mv| self.after(at, mv));
            at = nexts.find(|&next| self.table.code(self.index(next)) == below).expect("one is nearer");
            (distance, code) = (distance + 1, below);
        }
        distance
    }

    /// Begins with the combination of the first row and the first column, which must be as it is under every symmetry.
    pub fn begin(&self) {
        self.table.reach(self.index(Combination { row: 0, col: 0 }), 0);
        self.table.complete_level(0);
    }

    /// Finds the part of the level after `level` that has to do with one class. Classes may be swept by several threads.
    pub fn sweep(&self, class: usize, level: Cost, sweep: Sweep) {
        match sweep {
            Sweep::Forwards => self.forwards(class, level),
            Sweep::Backwards => self.backwards(class, level),
        }
    }

    /// How many entries of a class are reached.
    pub fn n_reached(&self, class: usize) -> usize {
        self.table.count(class * self.stride..(class + 1) * self.stride, UNREACHED)
    }

    /// By move: the class of the row after it, and the symmetry that makes that the representative.
    fn neighbours(&self, class: usize) -> impl Iterator<Item = (Move, usize, usize)> {
        let row = self.representatives[class];
        (0..self.rows.n_moves() as u16).map(Move).map(move |mv| {
            let place = self.places[self.rows.legal_after(row, mv) as usize];
            (mv, (place >> 8) as usize, (place & 0xFF) as usize)
        })
    }

    #[inline(always)]
    fn image(&self, symmetry: usize, col: u32) -> u32 {
        self.images[symmetry * self.n_cols + col as usize]
    }

    fn forwards(&self, class: usize, level: Cost) {
        let first = class * self.stride;
        let mut cols = Vec::new();
        self.table.for_each(first..first + self.n_cols, level % 3, |entry| cols.push((entry - first) as u32));
        if cols.is_empty() {
            return;
        }
        for (mv, to, symmetry) in self.neighbours(class) {
            for &col in &cols {
                let col = self.image(symmetry, self.cols.legal_after(col, mv));
                if self.table.reach(to * self.stride + col as usize, level + 1)
                    && let Some(fixing) = &self.stabilisers[to]
                {
                    for &symmetry in fixing {
                        let col = self.image(usize::from(symmetry), col);
                        self.table.reach(to * self.stride + col as usize, level + 1);
                    }
                }
            }
        }
    }

    fn backwards(&self, class: usize, level: Cost) {
        let first = class * self.stride;
        let mut free = Vec::new();
        self.table.for_each_free(first..first + self.n_cols, |entry| free.push((entry - first) as u32));
        for (mv, to, symmetry) in self.neighbours(class) {
            if free.is_empty() {
                return;
            }
            // An entry that is not reached has no neighbour nearer than this level, so the code says which it is.
            free.retain(|&col| {
                let beside = self.image(symmetry, self.cols.legal_after(col, mv));
                let is_next = self.table.code(to * self.stride + beside as usize) == level % 3;
                if is_next {
                    self.table.reach(first + col as usize, level + 1);
                }
                !is_next
            });
        }
    }
}
