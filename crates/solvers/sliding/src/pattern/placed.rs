//! Sums of tables addressed by the tiles' cells ([`super::spread`]): a slide changes one field of a word in each look. The quick
//! way for groups of up to six tiles.

use std::marker::PhantomData;
use std::sync::Arc;

use puzzle::Board;
use search::Cost;

use super::super::cells::{TileSet, Word};
use super::super::homes::Homes;
use super::super::{Boards, Heuristic};
use super::look::Look;
use super::spread::{Block, Spread};
use super::sums::Sums;
use super::table::{Group, Table};
use super::views::View;

/// Looks from `V` sides. If `A` is `V` and not 0, tables are read when there has been time to fetch them, because several subtrees
/// are searched in turn: for those that no cache holds.
pub struct Placed<C, const V: usize, const A: usize> {
    goal: Vec<u32>,
    homes: Homes,
    /// The sides.
    looks: Vec<Side>,
    /// By tile.
    seats: Vec<[Seat; V]>,
    spread: Spread,
    cells: PhantomData<C>,
}

/// What a look is made of: where the tiles of each group belong, and the seat of its first tile.
struct Side {
    view: View,
    groups: Vec<(Vec<usize>, Seat)>,
}

/// What is carried along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<C, const V: usize, const A: usize> {
    /// By look: a field for each tile.
    places: [C; V],
    /// By look: what the tables say, four bits for each group.
    entries: [u32; V],
    sums: Sums,
    /// By look: where the entry is that is to be read yet.
    asked: [u32; A],
    /// Where it goes in the word of all entries, if there is one.
    shifts: [u8; A],
}

/// All is known.
const NOTHING: u32 = u32::MAX;

/// A slide: the tiles that it brings closer, and the bits in which its cells differ from each side.
#[derive(Clone, Copy)]
pub struct Row<T, const V: usize> {
    closer: T,
    cells: [u8; V],
}

/// Where a tile is looked for from one side.
#[derive(Clone, Copy, Default)]
struct Seat {
    /// Where its field begins, and where that of the first tile of its group.
    bit: u8,
    first_bit: u8,
    /// Where the group's entry is.
    shift: u8,
    block: Block,
}

impl<C: Word, const V: usize, const A: usize> Placed<C, V, A> {
    /// Towards `goal`. The tables as they were filled are not needed any more.
    ///
    /// # Panics
    /// If there is not one look for each side, or a group is too large.
    pub fn new(goal: &Board, looks: &[Look]) -> Self {
        assert_eq!(looks.len(), V, "a look for each side");
        // One that several looks share is spread once.
        let mut known: Vec<(&Group, &Arc<Table>)> = Vec::new();
        for (group, table) in looks.iter().flat_map(|look| &look.groups) {
            if !known.iter().any(|(_, other)| Arc::ptr_eq(other, table)) {
                known.push((group, table));
            }
        }
        let tables: Vec<(&Group, &Table)> = known.iter().map(|&(group, table)| (group, &**table)).collect();
        let (spread, blocks) = Spread::new(goal.n_cells(), C::BITS, &tables);
        let mut seats = vec![[Seat::default(); V]; goal.n_cells()];
        let mut sides = Vec::new();
        for (v, look) in looks.iter().enumerate() {
            let (mut first_bit, mut groups) = (0, Vec::new());
            for (number, (group, table)) in look.groups.iter().enumerate() {
                let i = known.iter().position(|(_, other)| Arc::ptr_eq(other, table));
                let block = blocks[i.expect("all tables are known")];
                let seat = |label: usize| Seat {
                    bit: first_bit + (C::BITS * label) as u8,
                    first_bit,
                    shift: 4 * number as u8,
                    block,
                };
                for (label, &home) in group.homes.iter().enumerate() {
                    seats[look.view.stands_for(goal.tiles()[home] as usize)][v] = seat(label);
                }
                groups.push((group.homes.clone(), seat(0)));
                first_bit += (C::BITS * group.homes.len()) as u8;
            }
            sides.push(Side { view: look.view.clone(), groups });
        }
        let (goal, homes) = (goal.tiles().to_vec(), Homes::new(goal));
        Placed { goal, homes, looks: sides, seats, spread, cells: PhantomData }
    }

    /// Adds what the table of one look says to a value.
    #[inline(always)]
    fn read(&self, value: &mut Value<C, V, A>, v: usize, place: u32, shift: u8) {
        let entry = u32::from(self.spread.entry(place));
        value.entries[v] |= entry << shift;
        value.sums = value.sums.with(v, u64::from(entry));
    }

    /// Where the entry of a seat's group is if the tiles are there.
    #[inline(always)]
    fn place(&self, seat: &Seat, places: C) -> u32 {
        self.spread.place(&seat.block, places.above_bit(u32::from(seat.first_bit)))
    }
}

impl<C: Word, const V: usize, const A: usize> Heuristic<C> for Placed<C, V, A> {
    type Value = Value<C, V, A>;
    type Row = Row<C::Tiles, V>;

    const LANES: usize = if A > 0 { 4 } else { 1 };

    fn row(&self, from: usize, to: usize) -> Self::Row {
        let cells = |v: usize| {
            let cells = &self.looks[v].view.cells;
            (cells[from] ^ cells[to]) as u8
        };
        Row { closer: self.homes.closer(from, to), cells: std::array::from_fn(cells) }
    }

    fn start(&self, board: &Board) -> Self::Value {
        let sums = Sums::new(self.homes.distances(board));
        let places = [C::EMPTY; V];
        let mut value = Value { places, entries: [0; V], sums, asked: [NOTHING; A], shifts: [0; A] };
        for (v, side) in self.looks.iter().enumerate() {
            for (homes, seat) in &side.groups {
                for (label, place) in side.view.places(homes, board, &self.goal).into_iter().enumerate() {
                    let bit = usize::from(seat.bit) + C::BITS * label;
                    value.places[v] = value.places[v].changed(bit as u32, place);
                }
                let place = self.place(seat, value.places[v]);
                self.read(&mut value, v, place, seat.shift);
            }
        }
        value
    }

    #[inline(always)]
    fn after(
        &self,
        value: &Self::Value,
        row: &Self::Row,
        tile: usize,
        _boards: Boards<'_, C>,
    ) -> Self::Value {
        let mut after = *value;
        after.sums = value.sums.slid(row.closer.twice(tile));
        // A loop, because closures given to others are not compiled for the instructions of the node loop.
        for v in 0..V {
            let seat = &self.seats[tile][v];
            let places = value.places[v].changed(u32::from(seat.bit), usize::from(row.cells[v]));
            let place = self.place(seat, places);
            let old = value.entries[v] >> seat.shift & 15;
            after.places[v] = places;
            after.entries[v] = value.entries[v] ^ old << seat.shift;
            after.sums = after.sums.without(v, u64::from(old));
            if A > 0 {
                self.spread.fetch(place);
                (after.asked[v], after.shifts[v]) = (place, seat.shift);
            } else {
                self.read(&mut after, v, place, seat.shift);
            }
        }
        after
    }

    #[inline(always)]
    fn late(&self, value: &mut Self::Value) -> Cost {
        for v in 0..A {
            let place = std::mem::replace(&mut value.asked[v], NOTHING);
            let shift = std::mem::take(&mut value.shifts[v]);
            if place != NOTHING {
                self.read(value, v, place, shift);
            }
        }
        value.sums.bound::<V>()
    }

    #[inline(always)]
    fn bound(&self, value: &Self::Value) -> Cost {
        value.sums.bound::<V>()
    }

    fn table_bytes(&self) -> usize {
        self.spread.bytes()
    }
}
