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
use super::spread::{Spread, Triples};
use super::sums::Sums;
use super::views::View;

/// Looks from `V` sides. If `A` is `V` and not 0, tables are read when all children of a board have
/// asked for them: for those that no cache holds.
pub struct Placed<C, const V: usize, const A: usize> {
    goal: Vec<u32>,
    homes: Homes,
    /// The sides, and where the tiles of each group belong.
    looks: Vec<(View, Vec<Vec<usize>>)>,
    /// By tile.
    seats: Vec<[Seat; V]>,
    /// By group, those of all looks.
    tables: Vec<Part>,
    cells: PhantomData<C>,
}

/// Which table, and where.
type Asked = (u32, u32);

/// All is known.
const NOTHING: Asked = (0, u32::MAX);

/// What is carried along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<C, const V: usize, const A: usize> {
    /// By look: a field for each tile.
    places: [C; V],
    /// By look: what the tables say, four bits for each group.
    entries: [u32; V],
    sums: Sums,
    /// What is to be read yet, by look: the number of the table and where its entry is.
    asked: [Asked; A],
}

/// A slide: the tiles that it brings closer, and its cells from each side.
#[derive(Clone, Copy)]
pub struct Row<T, const V: usize> {
    closer: T,
    cells: [[u8; 2]; V],
}

/// Where a tile is looked for from one side.
#[derive(Clone, Copy, Default)]
struct Seat {
    field: u8,
    table: u8,
}

/// A group's table, and where it is in its look.
struct Part {
    spread: Arc<Spread>,
    /// Its first field, and the bit where that begins.
    first: usize,
    first_bit: u32,
    /// Where its entry is.
    shift: u32,
}

impl<C: Word, const V: usize, const A: usize> Placed<C, V, A> {
    /// Towards `goal`.
    ///
    /// # Panics
    /// If there is not one look for each side, or a group is too large.
    pub fn new(goal: &Board, looks: Vec<Look>) -> Self {
        assert_eq!(looks.len(), V, "a look for each side");
        let triples = Triples::new(goal.n_cells(), C::BITS);
        let mut seats = vec![[Seat::default(); V]; goal.n_cells()];
        let mut tables: Vec<Part> = Vec::new();
        let mut known = Vec::new();
        for (v, look) in looks.iter().enumerate() {
            let mut first = 0;
            for (number, (group, table)) in look.groups.iter().enumerate() {
                for (label, &home) in group.homes.iter().enumerate() {
                    let seat = Seat { field: (first + label) as u8, table: tables.len() as u8 };
                    seats[look.view.stands_for(goal.tiles()[home] as usize)][v] = seat;
                }
                // One that several looks share is spread once.
                let same = known.iter().position(|other| Arc::ptr_eq(other, table));
                let spread = match same {
                    Some(other) => tables[other].spread.clone(),
                    None => Arc::new(Spread::new(group, table, &triples)),
                };
                known.push(table.clone());
                let len = group.homes.len();
                tables.push(Part {
                    spread,
                    first,
                    first_bit: (first * C::BITS) as u32,
                    shift: 4 * number as u32,
                });
                first += len;
            }
        }
        // The tables as they were filled are not needed any more.
        let groups = |look: Look| look.groups.into_iter().map(|(group, _)| group.homes).collect();
        let looks = looks.into_iter().map(|look| (look.view.clone(), groups(look))).collect();
        let (goal, homes) = (goal.tiles().to_vec(), Homes::new(goal));
        Placed { goal, homes, looks, seats, tables, cells: PhantomData }
    }

    /// Adds what the table of one look says to a value.
    #[inline(always)]
    fn read(&self, value: &mut Value<C, V, A>, v: usize, (table, place): Asked) {
        let part = &self.tables[table as usize];
        let entry = u32::from(part.spread.entry(place));
        value.entries[v] |= entry << part.shift;
        value.sums = value.sums.with(v, u64::from(entry));
    }
}

impl<C: Word, const V: usize, const A: usize> Heuristic<C> for Placed<C, V, A> {
    type Value = Value<C, V, A>;
    type Row = Row<C::Tiles, V>;

    const ASKS: bool = A > 0;

    fn row(&self, from: usize, to: usize) -> Self::Row {
        let cells = |v: usize| [from, to].map(|cell| self.looks[v].0.cells[cell] as u8);
        Row { closer: self.homes.closer(from, to), cells: std::array::from_fn(cells) }
    }

    fn start(&self, board: &Board) -> Self::Value {
        let sums = Sums::new(self.homes.distances(board));
        let mut value = Value { places: [C::EMPTY; V], entries: [0; V], sums, asked: [NOTHING; A] };
        let mut tables = self.tables.iter();
        for (v, (view, groups)) in self.looks.iter().enumerate() {
            for (homes, part) in groups.iter().zip(&mut tables) {
                for (label, place) in view.places(homes, board, &self.goal).into_iter().enumerate() {
                    value.places[v] = value.places[v].moved(part.first + label, 0, place);
                }
                let place = part.spread.place(value.places[v].above_bit(part.first_bit));
                let entry = u32::from(part.spread.entry(place));
                value.entries[v] |= entry << part.shift;
                value.sums = value.sums.with(v, u64::from(entry));
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
            let (seat, [from, to]) = (self.seats[tile][v], row.cells[v]);
            let part = &self.tables[usize::from(seat.table)];
            let places = value.places[v].moved(usize::from(seat.field), usize::from(from), usize::from(to));
            let place = part.spread.place(places.above_bit(part.first_bit));
            let old = value.entries[v] >> part.shift & 15;
            after.places[v] = places;
            after.entries[v] = value.entries[v] ^ old << part.shift;
            after.sums = after.sums.without(v, u64::from(old));
            let asked = (u32::from(seat.table), place);
            if A > 0 {
                part.spread.fetch(place);
                after.asked[v] = asked;
            } else {
                self.read(&mut after, v, asked);
            }
        }
        after
    }

    #[inline(always)]
    fn late(&self, value: &mut Self::Value) -> Cost {
        if A == 0 {
            return 0;
        }
        for v in 0..A {
            let asked = std::mem::replace(&mut value.asked[v], NOTHING);
            if asked != NOTHING {
                self.read(value, v, asked);
            }
        }
        value.sums.bound::<V>()
    }

    #[inline(always)]
    fn bound(&self, value: &Self::Value) -> Cost {
        value.sums.bound::<V>()
    }

    fn table_bytes(&self) -> usize {
        let mut bytes = 0;
        for (i, part) in self.tables.iter().enumerate() {
            let is_known = self.tables[..i].iter().any(|other| Arc::ptr_eq(&other.spread, &part.spread));
            bytes += if is_known { 0 } else { part.spread.bytes() };
        }
        bytes
    }
}
