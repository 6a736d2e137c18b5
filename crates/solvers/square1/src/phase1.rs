//! Phase 1: reach cube shape, with a permutation that can be solved without leaving it. The coordinate is the shape and
//! one parity; all 3678 * 2 values are enumerated, with a move table over all slashes.

use std::sync::Arc;

use puzzle::Square1;
use puzzle::square1::{Layer, WEDGES, is_corner};
use search::table::levels::assert_levels;
use search::{
    Children, Coordinate, Cost, Move, MoveOrder, Node, Problem, ProductTable, Step, enumerate_views,
};

use super::layer_symmetry::seam_bits;
use super::moves::{self, N_MOVES};
use solver::phases::Phase;

/// The phase 1 coordinate: the shape of both layers and a parity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct ShapeParity {
    upper: u16,
    lower: u16,
    /// True if the permutation of corners and edges, in the order in which they lie, is odd. A slash moves whole runs
    /// of pieces past each other, so its effect on this parity depends on the shape alone.
    is_odd: bool,
}

/// Prune table and transitions of phase 1; the transitions of each coordinate are sorted by distance, the farthest
/// first.
pub struct Phase1Table {
    coordinate: Coordinate<ShapeParity>,
    distances: Vec<u8>,
    /// By coordinate, the end of its transitions.
    ends: Vec<u32>,
    transitions: Vec<Transition>,
}

/// A move, the coordinate it leads to and the distance of that.
#[derive(Clone, Copy)]
struct Transition {
    mv: Move,
    to: u32,
    distance: u8,
}

/// Seams of a square that begins with a corner, and of one that begins with an edge.
const SQUARE_SEAMS: [u16; 2] = [0b1011_0110_1101, 0b0110_1101_1011];

/// Returns None if a layer is not square, otherwise true if it begins with an edge.
pub fn edge_is_first(layer: Layer) -> Option<bool> {
    let seams = seam_bits(layer.word()) as u16;
    SQUARE_SEAMS.iter().position(|&square| square == seams).map(|at| at == 1)
}

impl ShapeParity {
    fn of(state: &Square1) -> ShapeParity {
        let pieces: Vec<u8> = state.upper.pieces().chain(state.lower.pieces()).collect();
        let inversions = |wanted: bool| {
            let some: Vec<u8> = pieces.iter().copied().filter(|&piece| is_corner(piece) == wanted).collect();
            let pairs = (0..some.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
            pairs.filter(|&(j, i)| some[j] > some[i]).count()
        };
        ShapeParity {
            upper: seam_bits(state.upper.word()) as u16,
            lower: seam_bits(state.lower.word()) as u16,
            is_odd: (inversions(true) + inversions(false)) % 2 == 1,
        }
    }

    /// True if phase 2 can start from here. A quarter turn of a square is odd on corners and odd on edges, and so even
    /// in total, and so is every slash of squares; only a different first piece of the two layers makes a difference of
    /// one edge.
    fn is_cube_shape(&self) -> bool {
        let first = |seams: u16| SQUARE_SEAMS.iter().position(|&square| square == seams);
        match (first(self.upper), first(self.lower)) {
            (Some(upper), Some(lower)) => self.is_odd == (upper != lower),
            _ => false,
        }
    }
}

/// Number of coordinates at each distance: 3,678 shapes in both parities.
const LEVELS: [u64; 8] = [4, 16, 88, 240, 1772, 3800, 1400, 36];

impl Phase1Table {
    /// Enumerates the coordinates and computes their distances.
    pub fn build() -> Phase1Table {
        let n_slashes = N_MOVES / 2;
        let coordinate = enumerate_views(Square1::SOLVED, n_slashes, ShapeParity::of, moves::apply);
        let goals: Vec<[u32; 1]> = (0..)
            .zip(coordinate.views())
            .filter(|(_, view)| view.is_cube_shape())
            .map(|(index, _)| [index])
            .collect();
        let all: Vec<(Move, Cost)> = (0..n_slashes as u16).map(|mv| (Move(mv), 1)).collect();
        let product = ProductTable::new([coordinate.moves().clone()], all, &goals);
        assert_levels("Square-1 phase 1", &product.distribution(), &LEVELS);
        let distance = |coord: u32| {
            product.distance(&[coord]).expect("cube shape can be reached from every shape") as u8
        };
        let n_coords = coordinate.views().len() as u32;
        let (mut ends, mut transitions) = (Vec::new(), Vec::new());
        for coord in 0..n_coords {
            let from = transitions.len();
            let slashes = (0..n_slashes as u16).rev().map(Move);
            transitions.extend(slashes.filter_map(|mv| {
                let to = coordinate.moves().after(coord, mv)?;
                Some(Transition { mv, to, distance: distance(to) })
            }));
            transitions[from..].sort_by_key(|transition| std::cmp::Reverse(transition.distance));
            ends.push(transitions.len() as u32);
        }
        Phase1Table { distances: (0..n_coords).map(distance).collect(), coordinate, ends, transitions }
    }

    /// Number of coordinates at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        let farthest = self.distances.iter().max().map_or(0, |&most| usize::from(most));
        let mut counts = vec![0; farthest + 1];
        self.distances.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        counts
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        self.coordinate.moves().bytes() + size_of_val(&self.transitions[..]) as u64
    }

    fn transitions(&self, coord: u32) -> &[Transition] {
        let begin = if coord == 0 { 0 } else { self.ends[coord as usize - 1] };
        &self.transitions[begin as usize..self.ends[coord as usize] as usize]
    }

    fn encode(&self, state: &Square1) -> u32 {
        self.coordinate.number(&ShapeParity::of(state)).expect("all shapes and parities are enumerated")
    }
}

/// The search problem of phase 1.
pub struct Phase1 {
    table: Arc<Phase1Table>,
    order: Arc<MoveOrder>,
}

impl Phase1 {
    /// Returns the problem with its table.
    pub fn new(table: Arc<Phase1Table>, order: Arc<MoveOrder>) -> Phase1 {
        Phase1 { table, order }
    }
}

impl Problem for Phase1 {
    type State = u32;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        N_MOVES
    }

    fn step(&self, from: &u32, mv: Move, to: &mut u32) -> bool {
        match self.table.transitions(*from).iter().find(|transition| transition.mv == mv) {
            Some(transition) => *to = transition.to,
            None => return false,
        }
        true
    }

    #[inline(always)]
    fn is_goal(&self, coord: &u32) -> bool {
        self.lower_bound(coord) == 0
    }

    #[inline(always)]
    fn lower_bound(&self, coord: &u32) -> Cost {
        self.table.distances[*coord as usize].into()
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    /// Skips the solutions that a shorter phase 1 has found: a last move from cube shape to cube shape belongs to phase
    /// 2.
    #[inline(always)]
    fn expand(&self, node: &Node<u32>, children: &mut Children<'_, u32>) {
        let is_last_from_square = node.left == 1 && self.is_goal(&node.state);
        let transitions = self.table.transitions(node.state);
        let n_far = transitions.partition_point(|transition| Cost::from(transition.distance) + 1 > node.left);
        if n_far > 0 {
            children.count_pruned(n_far as u64, Cost::from(transitions[n_far - 1].distance) + 1);
        }
        for transition in transitions[n_far..]
            .iter()
            .filter(|transition| !(is_last_from_square && transition.distance == 0))
        {
            if let Some(order) = self.order.after(node.order(), transition.mv) {
                children.offer(transition.to, transition.distance.into(), Step::new(transition.mv, order), 1);
            }
        }
    }
}

impl Phase<Square1> for Phase1 {
    fn enter(&self, state: &Square1) -> u32 {
        self.table.encode(state)
    }
}

/// Returns a turn after which no corner of the layer blocks a slash.
pub fn unblocking_turn(layer: Layer) -> u32 {
    (0..WEDGES).find(|&by| layer.turned(by).is_free()).expect("every shape can be cut in two")
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Control, Flow, Limits, OrderState, Silent, Stop, Visit};

    /// Jaap Scherphuis counts 3678 pairs of shapes in which a slash is possible; cube shape is at most seven twists
    /// from any shape.
    #[test]
    fn all_shapes_in_both_parities() {
        let table = Phase1Table::build();
        let counts = table.distribution();
        assert_eq!(counts.iter().sum::<u64>(), 2 * 3678);
        assert_eq!(
            counts[0], 4,
            "each layer a square that begins with a corner or an edge, in the right parity"
        );
    }
    /// Counts the phase 1 solutions of this many slashes by moves of the puzzle itself.
    fn n_phases(state: &Square1, at: OrderState, order: &MoveOrder, n_slashes: u32) -> u64 {
        let slashes = (0..N_MOVES as u16).map(Move).filter(|&mv| moves::is_slash(mv));
        let made = slashes.filter_map(|mv| Some((moves::apply(state, mv)?, order.after(at, mv)?)));
        match n_slashes {
            // A slash from cube shape to cube shape is a move of phase 2.
            1 if ShapeParity::of(state).is_cube_shape() => 0,
            1 => made.filter(|(next, _)| ShapeParity::of(next).is_cube_shape()).count() as u64,
            _ => made.map(|(next, at)| n_phases(&next, at, order, n_slashes - 1)).sum(),
        }
    }

    #[test]
    fn first_phases_are_those_of_the_puzzle() {
        let (table, order) = (Arc::new(Phase1Table::build()), Arc::new(moves::canonical_order()));
        let phase1 = Phase1::new(table, order.clone());
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut visit = Visit::new(&phase1, 0);
        let mut n_found = 0;
        let near = [Square1::SOLVED, Square1::SOLVED.slashed().expect("no corner blocks it")];
        for state in near.into_iter().chain(Square1::drawn(1, 4)) {
            for cost in 1..=3 {
                let mut n = 0;
                let start = Node::root(phase1.enter(&state));
                visit.goals(&phase1, &[start], cost, false, &control, |_| {
                    n += 1;
                    Flow::On
                });
                assert_eq!(n, n_phases(&state, OrderState::START, &order, cost), "{state}, {cost}");
                n_found += n;
            }
        }
        assert!(n_found > 500, "{n_found}");
    }
}
