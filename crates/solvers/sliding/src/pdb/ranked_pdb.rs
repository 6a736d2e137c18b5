//! Sums of tables addressed by sets and strings: as small as can be, and the only way to address groups of more than six tiles
//! or tables that know the blank. A slide changes one placing in each look.

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

/// The placing of a group: the cells its tiles take, then from [`ORDER`] on the string of their order, then from [`ENTRY`] on
/// what the table says.
type Placement = u64;

/// Which table, and where.
type PendingRead = (u32, u32);

/// All is known.
const NO_READ: PendingRead = (0, u32::MAX);

const ORDER: u32 = 32;
const ENTRY: u32 = ORDER + PERMUTATION_MASK.trailing_ones();

/// Looks from `V` sides at `N` placings. Tables are read when all children of a board have asked for them.
pub struct RankedPdb<const V: usize, const N: usize> {
    goal: Vec<u32>,
    goal_cells: GoalCells,
    lookups: Vec<Lookup>,
    /// By tile.
    slots: Vec<[TileSlot; V]>,
    /// By placing.
    tables: Vec<Arc<Table>>,
    /// By placing: all ones in its own place.
    masks: [[u64; N]; N],
    ranks: &'static PermutationRank,
}

/// What is carried along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<const V: usize, const N: usize> {
    placements: [Placement; N],
    sums: PackedSums,
    /// What is to be read yet, by look: the number of the placing and where its entry is.
    pending: [PendingRead; V],
}

/// A slide: the tiles that it brings closer, and what it is from each side.
#[derive(Clone, Copy)]
pub struct SlideInfo<T, const V: usize> {
    closer: T,
    hops: [Hop; V],
}

/// A slide seen from one side.
#[derive(Clone, Copy, Default)]
struct Hop {
    /// Where it begins and ends.
    both: u32,
    /// The cells before these.
    before: u32,
    /// The cells between.
    between: u32,
    /// Whether it leads to a lower cell.
    back: bool,
    /// The cell that becomes the blank's.
    blank: u8,
}

/// Where a tile is looked for from one side.
#[derive(Clone, Copy, Default)]
struct TileSlot {
    placement: u8,
    /// Bits before the strings of its group.
    padding: u8,
}

impl<const V: usize, const N: usize> RankedPdb<V, N> {
    /// Towards `goal`.
    ///
    /// # Panics
    /// If there is not one look for each side, or there are more than `N` groups.
    pub fn new(goal: &Board, lookups: Vec<Lookup>) -> Self {
        assert_eq!(lookups.len(), V, "a look for each side");
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
        assert!(tables.len() <= N, "room for all groups");
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

    /// Adds what the table of one look says to a value.
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
        // A loop, because closures given to others are not compiled for the instructions of the node loop.
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
