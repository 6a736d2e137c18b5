//! The search problem: corners by their coordinates, edges one by one, and the corner pattern database as the lower
//! bound.

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::hardware::Shuffle;
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::corner_coords::{CornerCoord, CornerMoves};
use super::corner_pdb::CornerPdb;
use cube3::canonical_sequences as order;
use cube3::moves::{self, MoveSet};
use solver::cube::Metric;

/// By place: the number of the edge there, and its flip from bit 4 on. The last four bytes never change.
type Edges = [u8; 16];

/// Search state: a cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    edges: Edges,
    corners: CornerCoord,
}

impl From<&Cube3> for State {
    fn from(cube: &Cube3) -> State {
        let edge = |place| {
            let (edge, flip) = cube.edge(place);
            edge | flip << 4
        };
        State {
            edges: std::array::from_fn(|i| if i < 12 { edge(i) } else { i as u8 }),
            corners: CornerCoord::of(cube),
        }
    }
}

/// Largest number of moves of a metric.
const MAX_MOVES: usize = 45; // 18 + 3 x 9, axial

/// Action of a move on edges: the source of each place, and the places that are flipped.
#[derive(Clone, Copy, Debug)]
struct EdgeMove {
    from: Edges,
    flips: Edges,
}

/// A move that is canonical in some state of the move order.
#[derive(Clone, Copy, Debug)]
struct CanonicalMove {
    mv: u16,
    cost: Cost,
    step: Step,
}

/// Problem of solving a cube by some of the moves of a metric.
pub struct KorfProblem<'t> {
    pdb: Option<&'t CornerPdb>,
    corners: &'static CornerMoves,
    shuffle: Shuffle,
    solved: State,
    usable: MoveSet,
    edge_moves: Vec<EdgeMove>,
    costs: Vec<Cost>,
    cheapest: Cost,
    order: MoveOrder,
    /// By state of the move order, in descending order.
    canonical_moves: Vec<Vec<CanonicalMove>>,
}

impl<'t> KorfProblem<'t> {
    /// Returns the problem for these turns and this metric, with a pattern database or the bound 0.
    ///
    /// # Panics
    /// If the pattern database is that of another metric.
    pub fn new(pdb: Option<&'t CornerPdb>, turns: TurnSet, metric: Metric) -> KorfProblem<'t> {
        assert!(pdb.is_none_or(|d| d.metric() == metric), "distances are of one metric");
        let moves = moves::of(metric);
        let usable = moves.made_of(|turn| turns.contains(turn));
        let order = order::order(metric, usable);
        let costs: Vec<Cost> = moves.generators.iter().map(|generator| generator.cost).collect();
        let canonical_move = |&(mv, after): &(Move, _)| CanonicalMove {
            mv: mv.0,
            cost: costs[usize::from(mv.0)],
            step: Step::new(mv, after),
        };
        let by_state = order::canonical(&order, moves.count());
        let canonical_moves =
            by_state.iter().map(|moves| moves.iter().map(canonical_move).collect()).collect();
        let edge_moves = moves.generators.iter().map(|generator| {
            let State { edges, .. } = State::from(&generator.cube);
            EdgeMove { from: edges.map(|edge| edge & 15), flips: edges.map(|edge| edge & 16) }
        });
        KorfProblem {
            pdb,
            corners: CornerMoves::of(metric),
            shuffle: Shuffle::new(),
            solved: State::from(&Cube3::SOLVED),
            usable,
            edge_moves: edge_moves.collect(),
            cheapest: costs.iter().copied().min().unwrap_or(1),
            costs,
            order,
            canonical_moves,
        }
    }

    /// Returns the start state of a cube.
    pub fn start(&self, cube: &Cube3) -> State {
        State::from(cube)
    }

    #[inline(always)]
    fn moved(&self, edges: Edges, mv: usize) -> Edges {
        let EdgeMove { from, flips } = self.edge_moves[mv];
        let edges = self.shuffle.apply(edges, from);
        (u128::from_le_bytes(edges) ^ u128::from_le_bytes(flips)).to_le_bytes()
    }
}

impl Problem for KorfProblem<'_> {
    type State = State;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.costs.len()
    }

    fn step(&self, from: &State, mv: Move, to: &mut State) -> bool {
        let mv = usize::from(mv.0);
        *to = State { edges: self.moved(from.edges, mv), corners: self.corners.moved(from.corners, mv) };
        self.usable >> mv & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, state: &State) -> bool {
        *state == self.solved
    }

    #[inline(always)]
    fn lower_bound(&self, state: &State) -> Cost {
        self.pdb.map_or(0, |pdb| pdb.distance(state.corners))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.costs[usize::from(mv.0)]
    }

    /// Computes the corners of all children first, so that their distances are prefetched together, and turns the edges
    /// only of children that are not pruned: one in eleven.
    #[inline(always)]
    fn expand(&self, node: &Node<State>, children: &mut Children<'_, State>) {
        if node.left < self.cheapest {
            return children.count_pruned(0, self.cheapest);
        }
        let State { edges, corners } = node.state;
        let (rows, twists) = (self.corners.rows(corners.row), self.corners.twists(corners.twist));
        let canonical_moves = &self.canonical_moves[node.order().0 as usize][..];
        let mut places = [CornerCoord::SOLVED; MAX_MOVES];
        for (place, canonical) in places.iter_mut().zip(canonical_moves) {
            let mv = usize::from(canonical.mv);
            *place = CornerCoord { row: rows[mv], twist: twists[mv] };
            if let Some(pdb) = self.pdb {
                pdb.prefetch(*place);
            }
        }
        for (&corners, &CanonicalMove { mv, cost, step }) in places.iter().zip(canonical_moves) {
            let bound = self.pdb.map_or(0, |pdb| pdb.distance(corners));
            if cost + bound > node.left {
                children.count_pruned(1, cost + bound);
            } else {
                let edges = self.moved(edges, usize::from(mv));
                children.offer(State { edges, corners }, bound, step, cost);
            }
        }
    }
}
