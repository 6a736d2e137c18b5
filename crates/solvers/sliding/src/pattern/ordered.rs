//! Sums of tables addressed by sets and strings: as small as can be, and the only way to address groups of more than six tiles
//! or tables that know the blank. A slide changes one placing in each look.

use std::sync::Arc;

use puzzle::Board;
use search::Cost;

use super::super::cells::{Cells, TileSet};
use super::super::homes::Homes;
use super::super::{Boards, Heuristic};
use super::look::{Look, table_bytes};
use super::strings::{self, RANKS, Ranks, STRING, padding};
use super::sums::Sums;
use super::table::Table;

/// The placing of a group: the cells its tiles take, then from [`ORDER`] on the string of their order, then from [`ENTRY`] on
/// what the table says.
type Placing = u64;

/// Which table, and where.
type Asked = (u32, u32);

/// All is known.
const NOTHING: Asked = (0, u32::MAX);

const ORDER: u32 = 32;
const ENTRY: u32 = ORDER + STRING.trailing_ones();

/// Looks from `V` sides at `N` placings. Tables are read when all children of a board have asked for them.
pub struct Ordered<const V: usize, const N: usize> {
    goal: Vec<u32>,
    homes: Homes,
    looks: Vec<Look>,
    /// By tile.
    seats: Vec<[Seat; V]>,
    /// By placing.
    tables: Vec<Arc<Table>>,
    /// By placing: all ones in its own place.
    masks: [[u64; N]; N],
    ranks: &'static Ranks,
}

/// What is carried along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<const V: usize, const N: usize> {
    placings: [Placing; N],
    sums: Sums,
    /// What is to be read yet, by look: the number of the placing and where its entry is.
    asked: [Asked; V],
}

/// A slide: the tiles that it brings closer, and what it is from each side.
#[derive(Clone, Copy)]
pub struct Row<T, const V: usize> {
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
struct Seat {
    placing: u8,
    /// Bits before the strings of its group.
    padding: u8,
}

impl<const V: usize, const N: usize> Ordered<V, N> {
    /// Towards `goal`.
    ///
    /// # Panics
    /// If there is not one look for each side, or there are more than `N` groups.
    pub fn new(goal: &Board, looks: Vec<Look>) -> Self {
        assert_eq!(looks.len(), V, "a look for each side");
        let (mut seats, mut tables) = (vec![[Seat::default(); V]; goal.n_cells()], Vec::new());
        for (v, look) in looks.iter().enumerate() {
            for (group, table) in &look.groups {
                let seat = Seat { placing: tables.len() as u8, padding: padding(group.homes.len()) as u8 };
                tables.push(table.clone());
                for &home in &group.homes {
                    seats[look.view.stands_for(goal.tiles()[home] as usize)][v] = seat;
                }
            }
        }
        assert!(tables.len() <= N, "room for all groups");
        let mask = |i, j| if i == j { u64::MAX } else { 0 };
        Ordered {
            goal: goal.tiles().to_vec(),
            homes: Homes::new(goal),
            looks,
            seats,
            tables,
            masks: std::array::from_fn(|i| std::array::from_fn(|j| mask(i, j))),
            ranks: &RANKS,
        }
    }

    /// Adds what the table of one look says to a value.
    #[inline(always)]
    fn read(&self, value: &mut Value<V, N>, v: usize, (placing, place): Asked) {
        let entry = u64::from(self.tables[placing as usize].entry(place));
        value.sums = value.sums.with(v, entry);
        let mask = &self.masks[placing as usize];
        for (placing, mask) in value.placings.iter_mut().zip(mask) {
            *placing |= entry << ENTRY & mask;
        }
    }
}

impl<C: Cells, const V: usize, const N: usize> Heuristic<C> for Ordered<V, N> {
    type Value = Value<V, N>;
    type Row = Row<C::Tiles, V>;

    const LANES: usize = 16;

    fn row(&self, from: usize, to: usize) -> Self::Row {
        let hop = |v: usize| {
            let cells = &self.looks[v].view.cells;
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
        Row { closer: self.homes.closer(from, to), hops: std::array::from_fn(hop) }
    }

    fn start(&self, board: &Board) -> Self::Value {
        let mut value =
            Value { placings: [0; N], sums: Sums::new(self.homes.distances(board)), asked: [NOTHING; V] };
        let mut n = 0;
        for (v, look) in self.looks.iter().enumerate() {
            let blank = look.view.cells[board.blank()] as u8;
            for (group, table) in &look.groups {
                let places = look.view.places(&group.homes, board, &self.goal);
                let mut labels: Vec<usize> = (0..places.len()).collect();
                labels.sort_unstable_by_key(|&label| places[label]);
                let cells = places.iter().fold(0, |set, place| set | 1 << place);
                let string = strings::string(&labels);
                let entry = u64::from(table.entry(table.place(self.ranks, cells, string, blank)));
                value.sums = value.sums.with(v, entry);
                value.placings[n] = u64::from(cells) | u64::from(string) << ORDER | entry << ENTRY;
                n += 1;
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
            let (seat, hop) = (self.seats[tile][v], &row.hops[v]);
            let old = value.placings[usize::from(seat.placing)];
            let cells = old as u32;
            let first = u32::from(seat.padding) + 3 * (cells & hop.before).count_ones();
            let passed = (cells & hop.between).count_ones();
            let cells = cells ^ hop.both;
            let string = strings::passed((old >> ORDER) as u32 & STRING, first, passed, hop.back);
            let table = &self.tables[usize::from(seat.placing)];
            let place = table.place(self.ranks, cells, string, hop.blank);
            table.fetch(place);
            let asked = (u32::from(seat.placing), place);
            after.sums = after.sums.without(v, old >> ENTRY);
            let difference = old ^ (u64::from(cells) | u64::from(string) << ORDER);
            let mask = &self.masks[usize::from(seat.placing)];
            for (placing, mask) in after.placings.iter_mut().zip(mask) {
                *placing ^= difference & mask;
            }
            after.asked[v] = asked;
        }
        after
    }

    #[inline(always)]
    fn late(&self, value: &mut Self::Value) -> Cost {
        for v in 0..V {
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
        table_bytes(&self.looks)
    }
}
