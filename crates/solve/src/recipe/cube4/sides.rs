//! The second phase: the centres of F and B come to these faces in one of the twelve ways that half turns can undo, and
//! those of U and D with them to theirs; and the two wings of every edge come to different classes of places.
//!
//! Faces turn by quarters, the half R too; U and F only by halves, so that R and L keep their centres.
//!
//! The third phase turns F and B by halves only. Then wings are of two classes: places 0 to 11, and 12 to 23. They go to
//! places of their own class, as edges of a 3x3x3 cube keep their flips. So this phase ends where every edge has one of
//! its wings in each class, where as many wings as can be are in the other class than at home in an even number (or an edge
//! would be flipped in the end), and where the wings are permuted evenly (or two of them could not be paired up). That is
//! how a 4x4x4 cube loses its parities before the wings are paired.

use std::sync::Arc;

use puzzle::{Cube4, Face, Turn4};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step, enumerate};

use super::moves::{self, CentreMoves, ORDER, Places, places_of};
use super::pairs;
use crate::phases::Phase;

/// Whether this phase makes a turn.
pub fn may(turn: Turn4) -> bool {
    !turn.is_wide() || moves::is_half(turn.turn()) || turn.turn().face() == Face::R
}

/// Four places of the sixteen that are not on R and L: C(16, 4).
const N_FOURS: usize = 1820;
const UNREACHED: u8 = u8::MAX;
/// More than any way costs.
const NO_WAY: Cost = 1000;
/// Wing places of the first class.
const FIRST: Places = 0xFFF;

/// Distances of the centres, with the parity of the wings.
pub struct SidesTable {
    /// The sets of four places by number.
    numbers: Vec<(Places, u16)>,
    /// By number and move.
    after: Vec<u16>,
    /// By the places of the centres of F and of B, and whether wings are permuted oddly.
    distances: Vec<u8>,
    moves: Vec<Mover>,
}

/// A move of this phase.
struct Mover {
    mv: Move,
    /// Where wings come from.
    wings: [u8; 24],
    /// Whether it permutes wings oddly.
    is_odd: bool,
    /// Whether it changes the classes of wings.
    mixes: bool,
}

impl SidesTable {
    /// Finds all distances.
    pub fn new() -> SidesTable {
        let centres = CentreMoves::new();
        let of = |cube: &Cube4, face: Face| places_of(cube, |colour| colour == face);
        let front = of(&Cube4::SOLVED, Face::F);
        let step = |places: &Places, mv: Move| {
            may(moves::turn(mv)).then(|| centres.after(*places, usize::from(mv.0)))
        };
        let fours = enumerate(front, moves::COUNT, step);
        let mut numbers: Vec<(Places, u16)> =
            fours.views().iter().enumerate().map(|(number, &view)| (view, number as u16)).collect();
        numbers.sort_unstable();
        let movers: Vec<Mover> = moves::all().filter(|&mv| may(moves::turn(mv))).map(Mover::new).collect();
        let after = (0..fours.views().len() as u32).flat_map(|view| {
            let next = |mover: &Mover| fours.moves().after(view, mover.mv).expect("it may be made") as u16;
            movers.iter().map(next).collect::<Vec<u16>>()
        });
        let after = after.collect();
        let distances = vec![UNREACHED; N_FOURS * N_FOURS * 2];
        let mut table = SidesTable { numbers, after, distances, moves: movers };
        // The ways to lie from which the next phase goes on.
        let step = |pair: &[Places; 2], mv: Move| {
            pairs::may(moves::turn(mv)).then(|| pair.map(|places| centres.after(places, usize::from(mv.0))))
        };
        let goals = enumerate([front, of(&Cube4::SOLVED, Face::B)], moves::COUNT, step);
        let goals: Vec<(u16, u16)> =
            goals.views().iter().map(|pair| (table.number(pair[0]), table.number(pair[1]))).collect();
        table.fill(&goals);
        table
    }

    fn number(&self, places: Places) -> u16 {
        let at = self.numbers.binary_search_by_key(&places, |&(known, _)| known);
        self.numbers[at.expect("four places beside R and L")].1
    }

    #[inline(always)]
    fn index(front: u16, back: u16, is_odd: bool) -> usize {
        (usize::from(front) * N_FOURS + usize::from(back)) * 2 + usize::from(is_odd)
    }

    fn fill(&mut self, goals: &[(u16, u16)]) {
        let mut level: Vec<(u16, u16, bool)> =
            goals.iter().map(|&(front, back)| (front, back, false)).collect();
        for &(front, back, is_odd) in &level {
            self.distances[SidesTable::index(front, back, is_odd)] = 0;
        }
        let n_moves = self.moves.len();
        for distance in 1.. {
            let mut next = Vec::new();
            for &(front, back, is_odd) in &level {
                for (at, mover) in self.moves.iter().enumerate() {
                    let [front, back] =
                        [front, back].map(|four| self.after[usize::from(four) * n_moves + at]);
                    let is_odd = is_odd ^ mover.is_odd;
                    let entry = &mut self.distances[SidesTable::index(front, back, is_odd)];
                    if *entry == UNREACHED {
                        *entry = distance;
                        next.push((front, back, is_odd));
                    }
                }
            }
            if next.is_empty() {
                return;
            }
            level = next;
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.distances.len() + 2 * self.after.len()) as u64
    }
}

impl Mover {
    fn new(mv: Move) -> Mover {
        let wings = *moves::turn(mv).wing_sources();
        Mover { mv, wings, is_odd: is_odd(&wings), mixes: wings[..12].iter().any(|&from| from >= 12) }
    }
}

fn is_odd(permutation: &[u8]) -> bool {
    let mut seen = 0_u32;
    let mut is_odd = false;
    for first in 0..permutation.len() {
        let mut at = first;
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = usize::from(permutation[at]);
            is_odd ^= at != first;
        }
    }
    is_odd
}

/// Where the phase is.
#[derive(Clone, Copy, Debug)]
pub struct SidesState {
    front: u16,
    back: u16,
    is_odd: bool,
    wings: [u8; 24],
}

/// The wings in some places that one move brings to the first class, beside what is there: all of F, of B, or of the layer
/// beside R that lies between them.
const EXCHANGES: usize = 3;

/// The phase.
pub struct Sides {
    table: Arc<SidesTable>,
    /// Places whose wings change their class together.
    exchanges: [Places; EXCHANGES],
}

impl Sides {
    /// With its table.
    pub fn new(table: Arc<SidesTable>) -> Sides {
        let mut exchanges: Vec<Places> = table
            .moves
            .iter()
            .filter(|mover| mover.mixes)
            .map(|mover| mover.wings[..12].iter().fold(0, |set, &from| set | 1 << from) ^ FIRST)
            .collect();
        exchanges.sort_unstable();
        exchanges.dedup();
        Sides { exchanges: exchanges.try_into().expect("F, B and the layer beside R"), table }
    }

    /// How many more moves the wings need at least: exact for 0 and 1, and 2 for more.
    #[inline(always)]
    fn wing_bound(&self, wings: &[u8; 24]) -> Cost {
        let set = |places: Places| {
            let mut set = 0_u32;
            for (place, &wing) in wings.iter().enumerate() {
                set |= (places >> place & 1) << wing;
            }
            set
        };
        let first = set(FIRST);
        if are_split(first) {
            return 0;
        }
        let one = self.exchanges.iter().any(|&places| are_split(first ^ set(places)));
        if one { 1 } else { 2 }
    }
}

/// Whether these twelve wings are one of every edge, an even number of them from the second class.
#[inline(always)]
fn are_split(wings: u32) -> bool {
    wings & wings >> 12 == 0 && (wings >> 12).count_ones().is_multiple_of(2)
}

impl Phase<Cube4> for Sides {
    fn enter(&self, cube: &Cube4) -> SidesState {
        let number = |face| self.table.number(places_of(cube, |colour| colour == face));
        SidesState {
            front: number(Face::F),
            back: number(Face::B),
            is_odd: is_odd(cube.wings()),
            wings: *cube.wings(),
        }
    }
}

impl Problem for Sides {
    type State = SidesState;
    type Ahead = ();

    fn n_moves(&self) -> usize {
        moves::COUNT
    }

    fn step(&self, from: &SidesState, mv: Move, to: &mut SidesState) -> bool {
        let table = &*self.table;
        let Some(at) = table.moves.iter().position(|mover| mover.mv == mv) else { return false };
        let after = |four: u16| table.after[usize::from(four) * table.moves.len() + at];
        let mover = &table.moves[at];
        *to = SidesState {
            front: after(from.front),
            back: after(from.back),
            is_odd: from.is_odd ^ mover.is_odd,
            wings: mover.wings.map(|place| from.wings[usize::from(place)]),
        };
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &SidesState) -> bool {
        self.lower_bound(state) == 0
    }

    #[inline(always)]
    fn lower_bound(&self, state: &SidesState) -> Cost {
        let centres = self.table.distances[SidesTable::index(state.front, state.back, state.is_odd)];
        match centres {
            UNREACHED => NO_WAY,
            _ => Cost::from(centres).max(self.wing_bound(&state.wings)),
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &ORDER
    }

    /// Wings are looked at where it matters: with one move left or none.
    #[inline(always)]
    fn expand(&self, node: &Node<SidesState>, children: &mut Children<'_, SidesState>) {
        let table = &*self.table;
        let n_moves = table.moves.len();
        let SidesState { front, back, .. } = node.state;
        let fronts = &table.after[usize::from(front) * n_moves..][..n_moves];
        let backs = &table.after[usize::from(back) * n_moves..][..n_moves];
        let left = node.left - 1;
        for (at, mover) in table.moves.iter().enumerate().rev() {
            let Some(order) = ORDER.after(node.order(), mover.mv) else { continue };
            // Ways that end with a move of the next phase are left to it.
            if left == 0 && !mover.mixes {
                continue;
            }
            let is_odd = node.state.is_odd ^ mover.is_odd;
            let centres = Cost::from(table.distances[SidesTable::index(fronts[at], backs[at], is_odd)]);
            if centres > left {
                children.leave_out(1, centres + 1);
                continue;
            }
            let wings = mover.wings.map(|place| node.state.wings[usize::from(place)]);
            let bound = if left <= 1 { centres.max(self.wing_bound(&wings)) } else { centres };
            let state = SidesState { front: fronts[at], back: backs[at], is_odd, wings };
            children.offer(state, bound, Step::new(mover.mv, order), 1);
        }
    }
}
