//! Additive PDBs indexed directly by the tiles' cells ([`super::direct_table`]): a slide changes one field of a word in
//! each lookup. The fastest variant, for groups of up to six tiles.

use std::marker::PhantomData;
use std::sync::Arc;

use puzzle::Board;
use search::Cost;

use super::super::goal_cells::GoalCells;
use super::super::packed_board::{TileSet, Word};
use super::super::{Boards, Heuristic};
use super::direct_table::{Block, DirectTable};
use super::lookup::Lookup;
use super::packed_sums::PackedSums;
use super::reflection::Reflection;
use super::table::{Group, Table};

/// The maximum over `V` lookups. If `A` is `V` and not 0, entries are prefetched and read later, while other subtrees
/// are searched: for tables that exceed the caches.
pub struct DirectPdb<C, const V: usize, const A: usize> {
    goal: Vec<u32>,
    goal_cells: GoalCells,
    /// The lookups.
    lookups: Vec<LookupLayout>,
    /// By tile and lookup.
    slots: Vec<[TileSlot; V]>,
    table: DirectTable,
    cells: PhantomData<C>,
}

/// The layout of a lookup: the goal cells of each group's tiles, and the slot of its first tile.
struct LookupLayout {
    reflection: Reflection,
    groups: Vec<(Vec<usize>, TileSlot)>,
}

/// The incremental value of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<C, const V: usize, const A: usize> {
    /// By lookup: the cell of each tile, a field per tile.
    tile_cells: [C; V],
    /// By lookup: the table entries, four bits for each group.
    entries: [u32; V],
    sums: PackedSums,
    /// By lookup: the index of the entry that is not read yet.
    pending: [u32; A],
    /// By lookup: the bit position of that entry in `entries`.
    shifts: [u8; A],
}

/// Marks that no entry is pending.
const NO_READ: u32 = u32::MAX;

/// A slide: the tiles that it brings closer, and for each lookup the XOR of its two cells.
#[derive(Clone, Copy)]
pub struct SlideInfo<T, const V: usize> {
    closer: T,
    cells: [u8; V],
}

/// The slot of a tile in one lookup.
#[derive(Clone, Copy, Default)]
struct TileSlot {
    /// Bit positions of its field, and of the field of the first tile of its group.
    bit: u8,
    first_bit: u8,
    /// Bit position of the group's entry.
    shift: u8,
    block: Block,
}

impl<C: Word, const V: usize, const A: usize> DirectPdb<C, V, A> {
    /// Returns the heuristic for `goal`. Copies the tables, which are not needed afterwards.
    ///
    /// # Panics
    /// If the number of lookups is not `V`, or a group is too large.
    pub fn new(goal: &Board, lookups: &[Lookup]) -> Self {
        assert_eq!(lookups.len(), V, "one lookup for each of V");
        // A table that several lookups share is copied once.
        let mut known: Vec<(&Group, &Arc<Table>)> = Vec::new();
        for (group, table) in lookups.iter().flat_map(|lookup| &lookup.groups) {
            if !known.iter().any(|(_, other)| Arc::ptr_eq(other, table)) {
                known.push((group, table));
            }
        }
        let tables: Vec<(&Group, &Table)> = known.iter().map(|&(group, table)| (group, &**table)).collect();
        let (table, blocks) = DirectTable::new(goal.n_cells(), C::BITS, &tables);
        let mut slots = vec![[TileSlot::default(); V]; goal.n_cells()];
        let mut layouts = Vec::new();
        for (v, lookup) in lookups.iter().enumerate() {
            let (mut first_bit, mut groups) = (0, Vec::new());
            for (number, (group, table)) in lookup.groups.iter().enumerate() {
                let i = known.iter().position(|(_, other)| Arc::ptr_eq(other, table));
                let block = blocks[i.expect("all tables were collected above")];
                let slot = |label: usize| TileSlot {
                    bit: first_bit + (C::BITS * label) as u8,
                    first_bit,
                    shift: 4 * number as u8,
                    block,
                };
                for (label, &goal_cell) in group.goal_cells.iter().enumerate() {
                    slots[lookup.reflection.preimage(goal.tiles()[goal_cell] as usize)][v] = slot(label);
                }
                groups.push((group.goal_cells.clone(), slot(0)));
                first_bit += (C::BITS * group.goal_cells.len()) as u8;
            }
            layouts.push(LookupLayout { reflection: lookup.reflection.clone(), groups });
        }
        let (goal, goal_cells) = (goal.tiles().to_vec(), GoalCells::new(goal));
        DirectPdb { goal, goal_cells, lookups: layouts, slots, table, cells: PhantomData }
    }

    /// Reads the entry of one lookup and adds it to the value.
    #[inline(always)]
    fn read(&self, value: &mut Value<C, V, A>, v: usize, index: u32, shift: u8) {
        let entry = u32::from(self.table.entry(index));
        value.entries[v] |= entry << shift;
        value.sums = value.sums.with(v, u64::from(entry));
    }

    /// Returns the index of the entry of a slot's group.
    #[inline(always)]
    fn index(&self, slot: &TileSlot, tile_cells: C) -> u32 {
        self.table.index(&slot.block, tile_cells.shifted_right(u32::from(slot.first_bit)))
    }
}

impl<C: Word, const V: usize, const A: usize> Heuristic<C> for DirectPdb<C, V, A> {
    type Value = Value<C, V, A>;
    type SlideInfo = SlideInfo<C::Tiles, V>;

    const LANES: usize = if A > 0 { 4 } else { 1 };

    fn slide_info(&self, from: usize, to: usize) -> Self::SlideInfo {
        let cells = |v: usize| {
            let cells = &self.lookups[v].reflection.cells;
            (cells[from] ^ cells[to]) as u8
        };
        SlideInfo { closer: self.goal_cells.closer(from, to), cells: std::array::from_fn(cells) }
    }

    fn start(&self, board: &Board) -> Self::Value {
        let sums = PackedSums::new(self.goal_cells.manhattan(board));
        let tile_cells = [C::EMPTY; V];
        let mut value = Value { tile_cells, entries: [0; V], sums, pending: [NO_READ; A], shifts: [0; A] };
        for (v, layout) in self.lookups.iter().enumerate() {
            for (goal_cells, slot) in &layout.groups {
                for (label, cell) in
                    layout.reflection.tile_cells(goal_cells, board, &self.goal).into_iter().enumerate()
                {
                    let bit = usize::from(slot.bit) + C::BITS * label;
                    value.tile_cells[v] = value.tile_cells[v].xor_at(bit as u32, cell);
                }
                let index = self.index(slot, value.tile_cells[v]);
                self.read(&mut value, v, index, slot.shift);
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
            let slot = &self.slots[tile][v];
            let tile_cells = value.tile_cells[v].xor_at(u32::from(slot.bit), usize::from(slide.cells[v]));
            let index = self.index(slot, tile_cells);
            let old = value.entries[v] >> slot.shift & 15;
            after.tile_cells[v] = tile_cells;
            after.entries[v] = value.entries[v] ^ old << slot.shift;
            after.sums = after.sums.without(v, u64::from(old));
            if A > 0 {
                self.table.prefetch(index);
                (after.pending[v], after.shifts[v]) = (index, slot.shift);
            } else {
                self.read(&mut after, v, index, slot.shift);
            }
        }
        after
    }

    #[inline(always)]
    fn complete(&self, value: &mut Self::Value) -> Cost {
        for v in 0..A {
            let index = std::mem::replace(&mut value.pending[v], NO_READ);
            let shift = std::mem::take(&mut value.shifts[v]);
            if index != NO_READ {
                self.read(value, v, index, shift);
            }
        }
        value.sums.bound::<V>()
    }

    #[inline(always)]
    fn bound(&self, value: &Self::Value) -> Cost {
        value.sums.bound::<V>()
    }

    fn table_bytes(&self) -> usize {
        self.table.bytes()
    }
}
