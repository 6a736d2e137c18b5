//! Additive PDBs indexed by combination rank and permutation rank: the most compact tables, and the only index for
//! groups of more than six tiles or tables that include the blank's region. A slide changes one placement in each
//! lookup.

use std::sync::Arc;

use puzzle::Board;
use search::Cost;

use super::super::goal_cells::GoalCells;
use super::super::packed_board::{PackedBoard, TileSet};
use super::super::{Boards, Heuristic};
use super::lookup::{Lookup, table_bytes};
use super::packed_sums::PackedSums;
use super::permutation_rank::{self, PERMUTATION_MASK, PermutationRank, RANKS, padding};
use super::table::Table;

/// The placement of a group: the set of cells its tiles occupy, then from [`ORDER`] on the packed permutation of their
/// order, then from [`ENTRY`] on the table entry.
type Placement = u64;

/// The number of a placement, and the index of its entry.
type PendingRead = (u32, u32);

/// Marks that no entry is pending.
const NO_READ: PendingRead = (0, u32::MAX);

const ORDER: u32 = 32;
const ENTRY: u32 = ORDER + PERMUTATION_MASK.trailing_ones();

/// The maximum over `V` lookups with `N` placements in all. Entries are prefetched, and read after all children of a
/// board have been generated.
pub struct RankedPdb<const V: usize, const N: usize> {
    goal: Vec<u32>,
    goal_cells: GoalCells,
    lookups: Vec<Lookup>,
    /// By tile and lookup.
    slots: Vec<[TileSlot; V]>,
    /// By placement.
    tables: Vec<Arc<Table>>,
    /// By placement: all ones in its own element.
    masks: [[u64; N]; N],
    ranks: &'static PermutationRank,
}

/// The incremental value of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<const V: usize, const N: usize> {
    placements: [Placement; N],
    sums: PackedSums,
    /// By lookup: the entry that is not read yet.
    pending: [PendingRead; V],
}

/// A slide: the tiles that it brings closer, and its image in each lookup.
#[derive(Clone, Copy)]
pub struct SlideInfo<T, const V: usize> {
    closer: T,
    hops: [Hop; V],
}

/// A slide in one lookup.
#[derive(Clone, Copy, Default)]
struct Hop {
    /// The cells where it begins and ends, as a mask.
    both: u32,
    /// The cells below both, as a mask.
    before: u32,
    /// The cells between them, as a mask.
    between: u32,
    /// True if it leads to a lower cell.
    back: bool,
    /// The blank's cell after the slide.
    blank: u8,
}

/// The slot of a tile in one lookup.
#[derive(Clone, Copy, Default)]
struct TileSlot {
    placement: u8,
    /// Number of padding bits before the labels of its group.
    padding: u8,
}

impl<const V: usize, const N: usize> RankedPdb<V, N> {
    /// Returns the heuristic for `goal`.
    ///
    /// # Panics
    /// If the number of lookups is not `V`, or there are more than `N` groups.
    pub fn new(goal: &Board, lookups: Vec<Lookup>) -> Self {
        assert_eq!(lookups.len(), V, "one lookup for each of V");
        let (mut slots, mut tables) = (vec![[TileSlot::default(); V]; goal.n_cells()], Vec::new());
        for (v, lookup) in lookups.iter().enumerate() {
            for (group, table) in &lookup.groups {
                let slot = TileSlot {
                    placement: tables.len() as u8,
                    padding: padding(group.goal_cells.len()) as u8,
                };
                tables.push(table.clone());
                for &goal_cell in &group.goal_cells {
                    slots[lookup.reflection.preimage(goal.tiles()[goal_cell] as usize)][v] = slot;
                }
            }
        }
        assert!(tables.len() <= N, "at most N groups");
        let mask = |i, j| if i == j { u64::MAX } else { 0 };
        RankedPdb {
            goal: goal.tiles().to_vec(),
            goal_cells: GoalCells::new(goal),
            lookups,
            slots,
            tables,
            masks: std::array::from_fn(|i| std::array::from_fn(|j| mask(i, j))),
            ranks: &RANKS,
        }
    }

    /// Reads the entry of one lookup and adds it to the value.
    #[inline(always)]
    fn read(&self, value: &mut Value<V, N>, v: usize, (placement, index): PendingRead) {
        let entry = u64::from(self.tables[placement as usize].entry(index));
        value.sums = value.sums.with(v, entry);
        let mask = &self.masks[placement as usize];
        for (placement, mask) in value.placements.iter_mut().zip(mask) {
            *placement |= entry << ENTRY & mask;
        }
    }
}

impl<C: PackedBoard, const V: usize, const N: usize> Heuristic<C> for RankedPdb<V, N> {
    type Value = Value<V, N>;
    type SlideInfo = SlideInfo<C::Tiles, V>;

    const LANES: usize = 16;

    fn slide_info(&self, from: usize, to: usize) -> Self::SlideInfo {
        let hop = |v: usize| {
            let cells = &self.lookups[v].reflection.cells;
            let (from, to) = (cells[from], cells[to]);
            let (low, high) = (from.min(to), from.max(to));
            Hop {
                both: 1 << from | 1 << to,
                before: (1 << low) - 1,
                between: ((1 << high) - 1) & !((2 << low) - 1),
                back: to < from,
                blank: from as u8,
            }
        };
        SlideInfo { closer: self.goal_cells.closer(from, to), hops: std::array::from_fn(hop) }
    }

    fn start(&self, board: &Board) -> Self::Value {
        let mut value = Value {
            placements: [0; N],
            sums: PackedSums::new(self.goal_cells.manhattan(board)),
            pending: [NO_READ; V],
        };
        let mut n = 0;
        for (v, lookup) in self.lookups.iter().enumerate() {
            let blank = lookup.reflection.cells[board.blank()] as u8;
            for (group, table) in &lookup.groups {
                let tile_cells = lookup.reflection.tile_cells(&group.goal_cells, board, &self.goal);
                let mut labels: Vec<usize> = (0..tile_cells.len()).collect();
                labels.sort_unstable_by_key(|&label| tile_cells[label]);
                let cells = tile_cells.iter().fold(0, |set, cell| set | 1 << cell);
                let permutation = permutation_rank::pack(&labels);
                let entry = u64::from(table.entry(table.index(self.ranks, cells, permutation, blank)));
                value.sums = value.sums.with(v, entry);
                value.placements[n] = u64::from(cells) | u64::from(permutation) << ORDER | entry << ENTRY;
                n += 1;
            }
        }
        value
    }

    #[inline(always)]
    fn after(
        &self,
        value: &Self::Value,
        slide: &Self::SlideInfo,
        tile: usize,
        _boards: Boards<'_, C>,
    ) -> Self::Value {
        let mut after = *value;
        after.sums = value.sums.after_slide(slide.closer.twice(tile));
        // A loop, because closures passed to other functions are not compiled for the instruction set of the node loop.
        for v in 0..V {
            let (slot, hop) = (self.slots[tile][v], &slide.hops[v]);
            let old = value.placements[usize::from(slot.placement)];
            let cells = old as u32;
            let first = u32::from(slot.padding) + 3 * (cells & hop.before).count_ones();
            let passed = (cells & hop.between).count_ones();
            let cells = cells ^ hop.both;
            let permutation = permutation_rank::rotate_labels(
                (old >> ORDER) as u32 & PERMUTATION_MASK,
                first,
                passed,
                hop.back,
            );
            let table = &self.tables[usize::from(slot.placement)];
            let index = table.index(self.ranks, cells, permutation, hop.blank);
            table.prefetch(index);
            let pending = (u32::from(slot.placement), index);
            after.sums = after.sums.without(v, old >> ENTRY);
            let difference = old ^ (u64::from(cells) | u64::from(permutation) << ORDER);
            let mask = &self.masks[usize::from(slot.placement)];
            for (placement, mask) in after.placements.iter_mut().zip(mask) {
                *placement ^= difference & mask;
            }
            after.pending[v] = pending;
        }
        after
    }

    #[inline(always)]
    fn complete(&self, value: &mut Self::Value) -> Cost {
        for v in 0..V {
            let pending = std::mem::replace(&mut value.pending[v], NO_READ);
            if pending != NO_READ {
                self.read(value, v, pending);
            }
        }
        value.sums.bound::<V>()
    }

    #[inline(always)]
    fn bound(&self, value: &Self::Value) -> Cost {
        value.sums.bound::<V>()
    }

    fn table_bytes(&self) -> usize {
        table_bytes(&self.lookups)
    }
}
