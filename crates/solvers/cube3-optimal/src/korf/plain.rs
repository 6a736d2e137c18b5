//! The problem itself: where the corners are by number, the edges one by one, and the distance of the corners as the bound.

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::hardware::Shuffle;
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::corners::{Corners, Position};
use super::distances::CornerDistances;
use cube3::canonical_sequences as order;
use cube3::moves::{self, MoveSet};
use solver::cube::Metric;

/// What lies in each of the twelve places of edges: its number, and from bit 4 on whether it is flipped. The last four bytes
/// stay as they are.
type Edges = [u8; 16];

/// A cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    edges: Edges,
    corners: Position,
}

impl From<&Cube3> for State {
    fn from(cube: &Cube3) -> State {
        let edge = |place| {
            let (edge, flip) = cube.edge(place);
            edge | flip << 4
        };
        State {
            edges: std::array::from_fn(|i| if i < 12 { edge(i) } else { i as u8 }),
            corners: Position::of(cube),
        }
    }
}

/// The most moves that a metric has.
const MOST_MOVES: usize = 45; // 18 + 3 x 9, axial

/// What a move does to edges: where those of each place come from, and which are flipped.
#[derive(Clone, Copy, Debug)]
struct EdgeMove {
    from: Edges,
    flips: Edges,
}

/// A move that is canonical somewhere.
#[derive(Clone, Copy, Debug)]
struct Choice {
    mv: u16,
    cost: Cost,
    step: Step,
}

/// Solving a cube by some of the moves of a metric.
pub struct Plain<'t> {
    distances: Option<&'t CornerDistances>,
    corners: &'static Corners,
    shuffle: Shuffle,
    solved: State,
    usable: MoveSet,
    edge_moves: Vec<EdgeMove>,
    costs: Vec<Cost>,
    cheapest: Cost,
    order: MoveOrder,
    /// By state of the order, in falling order.
    choices: Vec<Vec<Choice>>,
}

impl<'t> Plain<'t> {
    /// By these turns, in this metric, with the distances of corners or a bound of 0.
    ///
    /// # Panics
    /// If the distances are those of another metric.
    pub fn new(distances: Option<&'t CornerDistances>, turns: TurnSet, metric: Metric) -> Plain<'t> {
        assert!(distances.is_none_or(|d| d.metric() == metric), "distances are of one metric");
        let moves = moves::of(metric);
        let usable = moves.made_of(|turn| turns.contains(turn));
        let order = order::order(metric, usable);
        let costs: Vec<Cost> = moves.generators.iter().map(|generator| generator.cost).collect();
        let choice = |&(mv, after): &(Move, _)| Choice {
            mv: mv.0,
            cost: costs[usize::from(mv.0)],
            step: Step::new(mv, after),
        };
        let canonical = order::canonical(&order, moves.count());
        let choices = canonical.iter().map(|moves| moves.iter().map(choice).collect()).collect();
        let edge_moves = moves.generators.iter().map(|generator| {
            let State { edges, .. } = State::from(&generator.cube);
            EdgeMove { from: edges.map(|edge| edge & 15), flips: edges.map(|edge| edge & 16) }
        });
        Plain {
            distances,
            corners: Corners::of(metric),
            shuffle: Shuffle::new(),
            solved: State::from(&Cube3::SOLVED),
            usable,
            edge_moves: edge_moves.collect(),
            cheapest: costs.iter().copied().min().unwrap_or(1),
            costs,
            order,
            choices,
        }
    }

    /// Where a cube starts.
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

impl Problem for Plain<'_> {
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
        self.distances.map_or(0, |distances| distances.distance(state.corners))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.costs[usize::from(mv.0)]
    }

    /// Finds out first where all corners go, so that their distances are on their way from memory together, and turns the
    /// edges of those children only that are near enough: one in eleven.
    #[inline(always)]
    fn expand(&self, node: &Node<State>, children: &mut Children<'_, State>) {
        if node.left < self.cheapest {
            return children.count_pruned(0, self.cheapest);
        }
        let State { edges, corners } = node.state;
        let (rows, twists) = (self.corners.rows(corners.row), self.corners.twists(corners.twist));
        let choices = &self.choices[node.order().0 as usize][..];
        let mut places = [Position::SOLVED; MOST_MOVES];
        for (place, choice) in places.iter_mut().zip(choices) {
            let mv = usize::from(choice.mv);
            *place = Position { row: rows[mv], twist: twists[mv] };
            if let Some(distances) = self.distances {
                distances.prefetch(*place);
            }
        }
        for (&corners, &Choice { mv, cost, step }) in places.iter().zip(choices) {
            let bound = self.distances.map_or(0, |distances| distances.distance(corners));
            if cost + bound > node.left {
                children.count_pruned(1, cost + bound);
            } else {
                let edges = self.moved(edges, usize::from(mv));
                children.offer(State { edges, corners }, bound, step, cost);
            }
        }
    }
}
