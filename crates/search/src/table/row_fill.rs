//! Fills a table of rows and columns by breadth-first search backwards from its goals. A move leads from all entries of
//! a row to entries of one other row, and its effect on columns is a map; nearly all prune tables over two coordinates
//! are of this form, with or without symmetry.
//!
//! A row looks at the rows that its moves lead to, so every row has one writer, entries that are equal by symmetry need
//! no special treatment, and moves need not be undone by moves. A level is found in one of two ways, whichever has less
//! to look at: forwards, from the list of the entries of the level before, or backwards, from the entries that are not
//! reached.

use std::ops::Range;
use std::sync::Mutex;

use super::levels::assert_levels;
use super::nibble::{self, MAX_DISTANCE, NibbleTable, UNREACHED};
use super::progress::Progress;
use crate::parallel::map_parts;

/// The moves of a table of rows and columns. Moves act one to one on the columns of a row.
pub trait RowGraph: Sync {
    /// The effect of a move on the columns of a row.
    type Map<'a>: ColumnMap
    where
        Self: 'a;

    /// Number of rows.
    fn n_rows(&self) -> usize;

    /// Number of columns, at most 65,536.
    fn n_cols(&self) -> usize;

    /// Number of moves: they are numbered `0..n_moves`.
    fn n_moves(&self) -> usize;

    /// The row after a move.
    fn row_after(&self, row: usize, mv: usize) -> usize;

    /// Maps columns of `row` to those of the row after a move.
    fn forwards(&self, row: usize, mv: usize) -> Self::Map<'_>;

    /// The inverse of [`RowGraph::forwards`].
    fn backwards(&self, row: usize, mv: usize) -> Self::Map<'_>;
}

/// A map of columns to columns.
pub trait ColumnMap {
    /// The image of a column.
    fn image(&self, col: u16) -> u16;
}

/// By column, its image.
impl ColumnMap for &[u16] {
    #[inline(always)]
    fn image(&self, col: u16) -> u16 {
        self[usize::from(col)]
    }
}

/// The parameters of a fill.
pub struct RowFill<'a> {
    /// Name of the table, for the message if it is filled wrong.
    pub name: &'a str,
    /// Rows and columns of the goals.
    pub goals: &'a [(usize, u16)],
    /// The last level to be filled; [`MAX_DISTANCE`] for all.
    pub last: u8,
    /// Known numbers of entries at each distance, as far as they are known.
    pub known: &'a [u64],
    /// Number of threads.
    pub n_threads: usize,
}

/// A filled table.
pub struct FilledRows {
    /// The distances.
    pub table: NibbleTable<Vec<u8>>,
    /// Number of entries at each distance.
    pub distribution: Vec<u64>,
}

/// By row, the columns of the entries of one level.
type LevelLists = Vec<Box<[u16]>>;

/// Parts of the table per thread: several, because rows of one level differ much in their work.
const PARTS_PER_THREAD: usize = 32;

/// Buffers of a thread.
struct Scratch {
    /// A row, an entry in each byte. Any column is a valid index, so that it needs no check.
    bytes: Box<[u8; 1 << 16]>,
    /// The columns of a list that is being made: the list itself is then allocated in its length.
    cols: Vec<u16>,
}

impl Scratch {
    fn new() -> Scratch {
        let bytes = vec![0; 1 << 16].try_into().expect("allocated with this length");
        Scratch { bytes, cols: Vec::new() }
    }

    /// Lists the columns below `n_cols` whose bytes have a value.
    fn list_cols(&mut self, n_cols: usize, value: u8) {
        const LOW_BITS: u64 = u64::from_ne_bytes([0x7f; 8]);
        let (words, rest) = self.bytes[..n_cols].as_chunks::<8>();
        self.cols.clear();
        for (start, &word) in (0..).step_by(8).zip(words) {
            let differs = u64::from_le_bytes(word) ^ u64::from_ne_bytes([value; 8]);
            // The highest bit of every byte that does not differ: no sum carries into the next byte.
            let mut equal = !(((differs & LOW_BITS) + LOW_BITS) | differs | LOW_BITS);
            while equal != 0 {
                self.cols.push(start + (equal.trailing_zeros() / 8) as u16);
                equal &= equal - 1;
            }
        }
        let last = (n_cols - rest.len()..).zip(rest).filter(|&(_, &byte)| byte == value);
        self.cols.extend(last.map(|(col, _)| col as u16));
    }
}

impl RowFill<'_> {
    /// Fills the table. Every row of every level is a step of the progress. Returns None if it was cancelled.
    ///
    /// # Panics
    /// Panics if the number of entries at a distance is not the known one, or if entries are left at the greatest
    /// distance that four bits hold.
    pub fn run<G: RowGraph>(&self, graph: &G, progress: &Progress<'_>) -> Option<FilledRows> {
        let mut table = NibbleTable::new(graph.n_rows(), graph.n_cols());
        let mut goals: Vec<Vec<u16>> = vec![Vec::new(); graph.n_rows()];
        for &(row, col) in self.goals {
            if table.get(row, col) == UNREACHED {
                table.reach(row, col, 0);
                goals[row].push(col);
            }
        }
        let mut level: LevelLists = goals.into_iter().map(Vec::into).collect();
        let count = |level: &LevelLists| level.iter().map(|cols| cols.len() as u64).sum();
        let mut distribution = vec![count(&level)];
        let mut n_left = (graph.n_rows() * graph.n_cols()) as u64 - distribution[0];
        for distance in 1..=self.last {
            let n_last = distribution[usize::from(distance) - 1];
            let level_fill = Level { graph, distance, progress, n_threads: self.n_threads };
            level = if n_left < n_last {
                level_fill.fill_from_unreached(&mut table)
            } else {
                level_fill.fill_from_lists(&mut table, &level)
            };
            if progress.is_cancelled() {
                return None;
            }
            let n_new = count(&level);
            if n_new == 0 {
                break;
            }
            distribution.push(n_new);
            n_left -= n_new;
            if n_left == 0 {
                break;
            }
            assert!(distance < MAX_DISTANCE, "{} has distances that four bits do not hold", self.name);
        }
        let n_known = self.known.len().min(usize::from(self.last) + 1);
        assert_levels(self.name, &distribution, &self.known[..n_known]);
        Some(FilledRows { table, distribution })
    }
}

/// The level that is being filled.
struct Level<'a, G> {
    graph: &'a G,
    distance: u8,
    progress: &'a Progress<'a>,
    n_threads: usize,
}

impl<G: RowGraph> Level<'_, G> {
    /// Fills a level from the lists of the level before.
    fn fill_from_lists(&self, table: &mut NibbleTable<Vec<u8>>, before: &LevelLists) -> LevelLists {
        let row_bytes = nibble::row_bytes(self.graph.n_cols());
        let rows_per_part = self.rows_per_part();
        let parts: Vec<Mutex<&mut [u8]>> = table.parts_mut(rows_per_part).map(Mutex::new).collect();
        self.map_rows(|rows, scratch| {
            let mut part = parts[rows.start / rows_per_part].lock().expect("only this thread uses it");
            let rows = rows.zip(part.chunks_mut(row_bytes));
            rows.map(|(row, nibbles)| self.row_from_lists(row, nibbles, before, scratch)).collect()
        })
    }

    fn row_from_lists(
        &self,
        row: usize,
        nibbles: &mut [u8],
        before: &LevelLists,
        scratch: &mut Scratch,
    ) -> Box<[u16]> {
        let list_after = |mv: usize| &before[self.graph.row_after(row, mv)];
        let n_moves = self.graph.n_moves();
        if !self.progress.begin_step() || (0..n_moves).all(|mv| list_after(mv).is_empty()) {
            return Box::default();
        }
        let bytes = &mut *scratch.bytes;
        nibble::unpack(nibbles, bytes);
        for mv in 0..n_moves {
            let map = self.graph.backwards(row, mv);
            for &col in list_after(mv) {
                let entry = &mut bytes[usize::from(map.image(col))];
                // Written in any case: a branch would be mispredicted too often.
                *entry = (*entry).min(self.distance);
            }
        }
        nibble::pack(bytes, nibbles);
        scratch.list_cols(self.graph.n_cols(), self.distance);
        scratch.cols.as_slice().into()
    }

    /// Fills a level from the entries that are not reached: each looks for a move to a nearer one.
    fn fill_from_unreached(&self, table: &mut NibbleTable<Vec<u8>>) -> LevelLists {
        let read = &*table;
        let level = self
            .map_rows(|rows, scratch| rows.map(|row| self.row_from_unreached(row, read, scratch)).collect());
        // Written afterwards, so that no thread reads a partial level.
        for (row, cols) in level.iter().enumerate() {
            cols.iter().for_each(|&col| table.reach(row, col, self.distance));
        }
        level
    }

    fn row_from_unreached(
        &self,
        row: usize,
        table: &NibbleTable<Vec<u8>>,
        scratch: &mut Scratch,
    ) -> Box<[u16]> {
        if !self.progress.begin_step() {
            return Box::default();
        }
        nibble::unpack(table.row(row), &mut *scratch.bytes);
        scratch.list_cols(self.graph.n_cols(), UNREACHED);
        let mut found = Vec::new();
        for mv in 0..self.graph.n_moves() {
            let (after, map) = (self.graph.row_after(row, mv), self.graph.forwards(row, mv));
            scratch.cols.retain(|&col| {
                let is_nearer = table.get(after, map.image(col)) < self.distance;
                if is_nearer {
                    found.push(col);
                }
                !is_nearer
            });
        }
        found.into()
    }

    fn rows_per_part(&self) -> usize {
        self.graph.n_rows().div_ceil(PARTS_PER_THREAD * self.n_threads.max(1)).max(1)
    }

    /// Computes the lists of all rows. Threads take parts of the table, and have a buffer for each.
    fn map_rows(&self, lists: impl Fn(Range<usize>, &mut Scratch) -> LevelLists + Sync) -> LevelLists {
        let (n_rows, per_part) = (self.graph.n_rows(), self.rows_per_part());
        let part = |i: usize| lists(i * per_part..n_rows.min((i + 1) * per_part), &mut Scratch::new());
        map_parts(n_rows.div_ceil(per_part), self.n_threads, part).into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use testkit::XorShift;

    use super::super::list_fill::{self, distances};
    use super::*;

    /// Random moves that cannot be undone: by row and move the row after it, and the columns after and before it.
    struct RandomGraph {
        n_cols: usize,
        n_moves: usize,
        rows: Vec<usize>,
        maps: Vec<[Vec<u16>; 2]>,
    }

    impl RandomGraph {
        fn new(n_rows: usize, n_cols: usize, n_moves: usize, seed: u64) -> RandomGraph {
            let mut random = XorShift::new(seed);
            let rows = (0..n_rows * n_moves).map(|_| random.below(n_rows)).collect();
            let mut map = |_| {
                let mut cols: Vec<u16> = (0..n_cols as u16).collect();
                (1..n_cols).for_each(|i| cols.swap(i, random.below(i + 1)));
                let mut back = vec![0; n_cols];
                (0..).zip(&cols).for_each(|(col, &image)| back[usize::from(image)] = col);
                [cols, back]
            };
            RandomGraph { n_cols, n_moves, rows, maps: (0..n_rows * n_moves).map(&mut map).collect() }
        }

        /// The same by plain breadth-first search.
        fn plain_distances(&self, goals: &[(usize, u16)]) -> Vec<u8> {
            let mut before = vec![Vec::new(); self.n_rows() * self.n_cols];
            for (row, col) in (0..self.n_rows()).flat_map(|row| (0..self.n_cols).map(move |col| (row, col))) {
                for mv in 0..self.n_moves {
                    let to = usize::from(self.maps[row * self.n_moves + mv][0][col]);
                    before[self.row_after(row, mv) * self.n_cols + to].push(row * self.n_cols + col);
                }
            }
            let goals = goals.iter().map(|&(row, col)| row * self.n_cols + usize::from(col));
            distances(before.len(), goals, |&i| i, |&i, visit| before[i].iter().for_each(|&from| visit(from)))
        }
    }

    impl RowGraph for RandomGraph {
        type Map<'a> = &'a [u16];

        fn n_rows(&self) -> usize {
            self.rows.len() / self.n_moves
        }

        fn n_cols(&self) -> usize {
            self.n_cols
        }

        fn n_moves(&self) -> usize {
            self.n_moves
        }

        fn row_after(&self, row: usize, mv: usize) -> usize {
            self.rows[row * self.n_moves + mv]
        }

        fn forwards(&self, row: usize, mv: usize) -> &[u16] {
            &self.maps[row * self.n_moves + mv][0]
        }

        fn backwards(&self, row: usize, mv: usize) -> &[u16] {
            &self.maps[row * self.n_moves + mv][1]
        }
    }

    fn fill<'a>(goals: &'a [(usize, u16)], n_threads: usize) -> RowFill<'a> {
        RowFill { name: "random", goals, last: MAX_DISTANCE, known: &[], n_threads }
    }

    /// Many sizes, so that levels are found from lists and from unreached entries, entries remain that cannot be
    /// reached, and rows end inside a byte.
    #[test]
    fn distances_are_those_of_plain_search() {
        let progress = Progress::new(0, &|_, _| true);
        for seed in 1..60 {
            let mut random = XorShift::new(seed);
            let (n_rows, n_cols) = (1 + random.below(90), 1 + random.below(40));
            let graph = RandomGraph::new(n_rows, n_cols, 2 + random.below(4), seed);
            let goals: Vec<(usize, u16)> = (0..1 + random.below(3))
                .map(|_| (random.below(n_rows), random.below(n_cols) as u16))
                .collect();
            let expected = graph.plain_distances(&goals);
            let levels = list_fill::distribution(&expected);
            for (n_threads, last) in [(1, MAX_DISTANCE), (3, MAX_DISTANCE), (2, 4)] {
                if levels.len() > usize::from(MAX_DISTANCE) && last == MAX_DISTANCE {
                    continue;
                }
                let fill = RowFill { last, known: &levels, ..fill(&goals, n_threads) };
                let filled = fill.run(&graph, &progress).expect("not cancelled");
                assert_eq!(
                    filled.distribution,
                    levels[..levels.len().min(usize::from(last) + 1)],
                    "seed {seed}"
                );
                for (i, &distance) in expected.iter().enumerate() {
                    let expected = if distance <= last { distance } else { UNREACHED };
                    assert_eq!(filled.table.get(i / n_cols, (i % n_cols) as u16), expected, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn a_cancelled_fill_has_no_result() {
        let graph = RandomGraph::new(200, 30, 3, 1);
        let progress = Progress::new(1000, &|done, _| done < 300);
        assert!(fill(&[(0, 0)], 2).run(&graph, &progress).is_none());
    }

    #[test]
    #[should_panic(expected = "table random was filled wrong: 1 entries at distance 0, expected 2")]
    fn a_wrong_count_is_noticed() {
        let graph = RandomGraph::new(5, 5, 2, 1);
        let progress = Progress::new(0, &|_, _| true);
        RowFill { known: &[2], ..fill(&[(0, 0)], 1) }.run(&graph, &progress);
    }

    /// A line of 20 entries: farther ones do not fit.
    #[test]
    #[should_panic(expected = "four bits")]
    fn distances_above_fourteen_are_refused() {
        let mut graph = RandomGraph::new(20, 1, 1, 1);
        (0..20).for_each(|row: usize| graph.rows[row] = row.saturating_sub(1));
        fill(&[(0, 0)], 1).run(&graph, &Progress::new(0, &|_, _| true));
    }
}
