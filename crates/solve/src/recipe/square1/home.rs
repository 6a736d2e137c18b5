//! The second phase: to the solved position by slashes that keep both layers square. Layers are seen as if turned to have a
//! corner first, so a position is an order of eight corners and one of eight edges.
//!
//! Two tables tell how far it is at least: one sees the corners and which layer each edge belongs to, the other the edges
//! and which layer each corner belongs to; both see the middle layer. Since layers turn freely, they hold each
//! combination once however it is turned, 2520 * 70 * 2 of them: small enough to stay near the processor.

use std::sync::Arc;

use puzzle::Square1;
use puzzle::square1::{Layer, WEDGES};
use search::{
    Children, Coordinate, Cost, Move, MoveOrder, Node, Problem, Product, Step, enumerate, enumerate_views,
};

use super::into::edge_is_first;
use super::moves::{N_MOVES, slash_after};
use crate::phases::Phase;

/// What lies in the four slots of the upper layer and the four of the lower, clockwise, each by its number from 0 to 7.
type Row = [u8; 8];

/// Slashes that keep squares: quarters of both layers, and which kind of piece comes first.
const N_SLASHES: usize = 32;

/// Ways to turn both layers by quarters.
const N_TURNED: usize = 16;

/// Sets of four places out of eight.
const N_COLOURS: usize = 70;

/// Orders of eight, however both layers are turned.
const N_CLASSES: usize = 2520; // 8! / (4 * 4)

/// A slash that keeps squares.
#[derive(Clone, Copy)]
struct Slash {
    /// Quarters that the layers are turned by before.
    upper: usize,
    lower: usize,
    /// Whether an edge is first, rather than a corner.
    edge_first: bool,
}

impl Slash {
    fn new(number: usize) -> Slash {
        Slash { upper: number / 8, lower: number / 2 % 4, edge_first: number % 2 == 1 }
    }

    /// The move it is where these layers have an edge first.
    fn mv(self, edge_first: [bool; 2]) -> Move {
        let by = |quarters: usize, is_now: bool| {
            (3 * quarters as u32 + u32::from(self.edge_first) + WEDGES - u32::from(is_now)) % WEDGES
        };
        slash_after(by(self.upper, edge_first[0]), by(self.lower, edge_first[1]))
    }

    /// What it does to corners, or to edges: the first two slots are exchanged, but of edges the last and the first if
    /// an edge is first.
    fn applied(self, row: &Row, is_edges: bool) -> Row {
        let mut row = turned(row, self.upper, self.lower);
        let slots = if is_edges && self.edge_first { [3, 0] } else { [0, 1] };
        slots.into_iter().for_each(|slot| row.swap(slot, 4 + slot));
        row
    }
}

/// A row after the layers have been turned by quarters.
fn turned(row: &Row, upper: usize, lower: usize) -> Row {
    let mut row = *row;
    row[..4].rotate_right(upper);
    row[4..].rotate_right(lower);
    row
}

fn colours(row: &Row) -> Row {
    row.map(|piece| piece / 4)
}

const SOLVED: Row = [0, 1, 2, 3, 4, 5, 6, 7];

/// Orders of one kind of piece, how slashes change them, and what each is however it is turned.
struct Rows {
    orders: Coordinate<Row>,
    colours: Coordinate<Row>,
    /// By order, the number of its colours.
    colours_of: Vec<u8>,
    /// By order, its class and the number of the turn that takes it to the order its class is named by.
    classes: Vec<(u16, u8)>,
    /// By class, that order.
    named: Vec<u32>,
    /// By turn and colours, the colours after it.
    turned_colours: Vec<[u8; N_COLOURS]>,
}

impl Rows {
    fn new(is_edges: bool) -> Rows {
        let step = |row: &Row, mv: Move| Some(Slash::new(mv.0.into()).applied(row, is_edges));
        let orders = enumerate(SOLVED, N_SLASHES, step);
        let seen = enumerate_views(SOLVED, N_SLASHES, colours, step);
        let number = |row: &Row| seen.number(row).expect("every set of colours is met");
        let colours_of = orders.views().iter().map(|row| number(&colours(row)) as u8).collect();
        let mut named = Vec::with_capacity(N_CLASSES);
        let mut classes = vec![(u16::MAX, 0); orders.views().len()];
        for (order, row) in (0..).zip(orders.views()) {
            if classes[order as usize].0 != u16::MAX {
                continue;
            }
            for turn in 0..N_TURNED {
                // Turned back by this it is the first one.
                let other = turned(row, turn / 4, turn % 4);
                let back = (4 - turn / 4) % 4 * 4 + (4 - turn % 4) % 4;
                let other = orders.number(&other).expect("every order is met");
                classes[other as usize] = (named.len() as u16, back as u8);
            }
            named.push(order);
        }
        let turned_colours = (0..N_TURNED).map(|turn| {
            let after = |at: usize| number(&turned(seen.view(at as u32), turn / 4, turn % 4)) as u8;
            std::array::from_fn(after)
        });
        Rows { turned_colours: turned_colours.collect(), orders, colours: seen, colours_of, classes, named }
    }

    fn after(&self, order: u16, slash: usize) -> u16 {
        self.orders.moves().after(order.into(), Move(slash as u16)).expect("all are legal") as u16
    }
}

/// What both tables know.
pub struct Squares {
    corners: Rows,
    edges: Rows,
    /// Corners in their order, edges by their layer; and the other way round.
    by_corners: Vec<u8>,
    by_edges: Vec<u8>,
}

/// The entry of an order, colours of the other kind and the middle layer.
#[inline(always)]
fn index(rows: &Rows, order: u16, colours: u8, is_flipped: bool, turned: &[[u8; N_COLOURS]]) -> usize {
    let (class, turn) = rows.classes[usize::from(order)];
    let colours = turned[usize::from(turn)][usize::from(colours)];
    (usize::from(class) * N_COLOURS + usize::from(colours)) * 2 + usize::from(is_flipped)
}

impl Squares {
    /// Fills both tables.
    pub fn filled() -> Squares {
        let (corners, edges) = rayon::join(|| Rows::new(false), || Rows::new(true));
        let (by_corners, by_edges) =
            rayon::join(|| distances(&corners, &edges), || distances(&edges, &corners));
        Squares { corners, edges, by_corners, by_edges }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let rows = |rows: &Rows| rows.orders.moves().bytes() + rows.colours.moves().bytes();
        rows(&self.corners) + rows(&self.edges) + (self.by_corners.len() + self.by_edges.len()) as u64
    }

    /// How many entries there are at each distance, of both tables.
    pub fn distributions(&self) -> [Vec<u64>; 2] {
        [&self.by_corners, &self.by_edges].map(|table| {
            let mut counts = vec![0; table.iter().max().map_or(0, |&most| usize::from(most)) + 1];
            table.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
            counts
        })
    }

    #[inline(always)]
    fn bound_by_corners(&self, place: &Place) -> Cost {
        let colours = self.edges.colours_of[usize::from(place.edges)];
        let turned = &self.edges.turned_colours;
        self.by_corners[index(&self.corners, place.corners, colours, place.is_flipped, turned)].into()
    }

    #[inline(always)]
    fn bound_by_edges(&self, place: &Place) -> Cost {
        let colours = self.corners.colours_of[usize::from(place.corners)];
        let turned = &self.corners.turned_colours;
        self.by_edges[index(&self.edges, place.edges, colours, place.is_flipped, turned)].into()
    }
}

/// How far every entry of a table is: orders of one kind with colours of the other.
fn distances(rows: &Rows, others: &Rows) -> Vec<u8> {
    let entry = |order: u16, colours: u8, is_flipped: bool| {
        index(rows, order, colours, is_flipped, &others.turned_colours) as u32
    };
    let step = |&at: &u32, mv: Move| {
        let (class, colours) = (at as usize / 2 / N_COLOURS, at as usize / 2 % N_COLOURS);
        let order = rows.after(rows.named[class] as u16, mv.0.into());
        let colours = others.colours.moves().after(colours as u32, mv)? as u8;
        Some(entry(order, colours, at % 2 == 0))
    };
    // Order 0 and colours 0 are those of the solved position.
    let seen = enumerate(entry(0, 0, false), N_SLASHES, step);
    let slashes = (0..N_SLASHES as u16).map(|mv| (Move(mv), 1)).collect();
    let product = Product::new([seen.moves().clone()], slashes, &[[0]]);
    let mut table = vec![0; N_CLASSES * N_COLOURS * 2];
    for (number, &at) in (0..).zip(seen.views()) {
        table[at as usize] = product.distance(&[number]).map_or(u8::MAX, |distance| distance as u8);
    }
    table
}

/// A position of two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    corners: u16,
    edges: u16,
    edge_first: [bool; 2],
    is_flipped: bool,
}

/// The second phase.
pub struct Home {
    squares: Arc<Squares>,
    order: Arc<MoveOrder>,
    /// It is given up beyond this.
    longest: Cost,
}

impl Home {
    /// With these tables, given up beyond `longest`.
    pub fn new(squares: Arc<Squares>, order: Arc<MoveOrder>, longest: Cost) -> Home {
        Home { squares, order, longest }
    }

    #[inline(always)]
    fn after(&self, place: &Place, slash: usize) -> Place {
        Place {
            corners: self.squares.corners.after(place.corners, slash),
            edges: self.squares.edges.after(place.edges, slash),
            edge_first: [slash % 2 == 1; 2],
            is_flipped: !place.is_flipped,
        }
    }
}

/// Pieces of a square layer in slots that begin with a corner.
fn slots(layer: Layer, edge_first: bool) -> ([u8; 4], [u8; 4]) {
    let layer = layer.turned(if edge_first { WEDGES - 1 } else { 0 });
    let piece = |slot: u32, at: u32| layer.wedge(3 * slot + at) & 7;
    ([0, 1, 2, 3].map(|slot| piece(slot, 0)), [0, 1, 2, 3].map(|slot| piece(slot, 2)))
}

impl Problem for Home {
    type State = Place;
    type Ahead = ();

    fn n_moves(&self) -> usize {
        N_MOVES
    }

    fn step(&self, from: &Place, mv: Move, to: &mut Place) -> bool {
        match (0..N_SLASHES).find(|&slash| Slash::new(slash).mv(from.edge_first) == mv) {
            Some(slash) => *to = self.after(from, slash),
            None => return false,
        }
        true
    }

    /// The corners are home in one of sixteen ways, and the edges must be so in the same.
    #[inline(always)]
    fn is_goal(&self, place: &Place) -> bool {
        let Squares { corners, edges, .. } = &*self.squares;
        let home = |rows: &Rows, order: u16| rows.classes[usize::from(order)];
        !place.is_flipped
            && home(corners, place.corners).0 == 0
            && home(corners, place.corners) == home(edges, place.edges)
    }

    #[inline(always)]
    fn lower_bound(&self, place: &Place) -> Cost {
        self.squares.bound_by_corners(place).max(self.squares.bound_by_edges(place))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    /// Every slash turns the middle layer over, so there is nothing to find where what is left has the wrong parity.
    #[inline(always)]
    fn expand(&self, node: &Node<Place>, children: &mut Children<'_, Place>) {
        if (node.left ^ Cost::from(node.state.is_flipped)) % 2 == 1 {
            return;
        }
        for slash in (0..N_SLASHES).rev() {
            let mv = Slash::new(slash).mv(node.state.edge_first);
            if let Some(order) = self.order.after(node.order(), mv) {
                let next = self.after(&node.state, slash);
                // Most are far by the first table already.
                let first = self.squares.bound_by_corners(&next);
                match first < node.left {
                    true => children.offer(
                        next,
                        first.max(self.squares.bound_by_edges(&next)),
                        Step::new(mv, order),
                        1,
                    ),
                    false => children.leave_out(1, first + 1),
                }
            }
        }
    }
}

impl Phase<Square1> for Home {
    fn longest(&self) -> Cost {
        self.longest
    }

    fn enter(&self, state: &Square1) -> Place {
        let first = |layer| edge_is_first(layer).expect("the first phase ends with squares");
        let edge_first = [first(state.upper), first(state.lower)];
        let (above, below) = (slots(state.upper, edge_first[0]), slots(state.lower, edge_first[1]));
        let row = |above: [u8; 4], below: [u8; 4]| -> Row {
            std::array::from_fn(|i| if i < 4 { above[i] } else { below[i - 4] })
        };
        let Squares { corners, edges, .. } = &*self.squares;
        let number = |rows: &Rows, row: Row| rows.orders.number(&row).expect("every order is met") as u16;
        Place {
            corners: number(corners, row(above.0, below.0)),
            edges: number(edges, row(above.1, below.1)),
            edge_first,
            is_flipped: state.is_flipped,
        }
    }
}
