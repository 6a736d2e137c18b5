//! The 2x2x2 as a [`Problem`] with a set of allowed turns.
//!
//! With all turns of U, R and F a state is just a position. A turn of D, L or B moves the fixed corner: its effect on
//! the position is that of the same turn of the opposite face, followed by a rotation of the whole cube, which renames
//! the faces. The orientation of the cube is therefore part of the state.

use std::sync::LazyLock;

use puzzle::cube::TurnSet;
use puzzle::{Cube2, Symmetry, Turn};
use search::{Cost, Move, MoveOrder, Problem};

use super::coords::{N_TURNS, Position, PruneTables};
use super::exact_table::ExactTable;
use solver::cube::Metric;

/// The heuristic of a search.
#[derive(Clone, Copy)]
pub enum Bound<'a> {
    /// No heuristic.
    Zero,
    /// Prune tables of permutation and twist.
    Prune(&'a PruneTables),
    /// The exact distance with all turns.
    Exact(&'a ExactTable),
}

/// A position and the orientation of the cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    position: Position,
    orientation: u8,
}

/// A turn of the cube as it is held: its effect on the position, and the orientation after it.
#[derive(Clone, Copy, Debug)]
struct HeldTurn {
    turn: u8,
    orientation: u8,
}

/// The 2x2x2 cube with a set of turns.
pub struct Cube2Problem<'a> {
    bound: Bound<'a>,
    turns: Vec<Turn>,
    costs: Vec<Cost>,
    order: MoveOrder,
    /// Half turns that two equal quarter turns are written as.
    halves: TurnSet,
}

/// By orientation and by turn.
static HELD_TURNS: LazyLock<[[HeldTurn; Turn::COUNT]; 24]> = LazyLock::new(|| {
    let holds: Vec<Cube2> = Symmetry::rotations().map(|rotation| Cube2::SOLVED.rotated(rotation)).collect();
    let number = |hold: Cube2| holds.iter().position(|&h| h == hold).expect("rotations are a group") as u8;
    let as_cube = |turn: Turn| Cube2::SOLVED.turned(turn);
    std::array::from_fn(|orientation| {
        let hold = holds[orientation];
        std::array::from_fn(|index| {
            let turn = Turn::from_index(index).expect("one of 18");
            // Conjugation: hold, then turn, equals the turn of another face, then hold.
            let conjugate = hold.then(&as_cube(turn)).then(&hold.inverse());
            let other = Turn::all().find(|&t| as_cube(t) == conjugate).expect("a turn looks like a turn");
            if other.index() < N_TURNS {
                return HeldTurn { turn: other.index() as u8, orientation: orientation as u8 };
            }
            // A turn of D is one of U, followed by a rotation of the whole cube.
            let opposite = Turn::new(other.face().opposite(), other.quarters());
            let whole = as_cube(opposite).inverse().then(&as_cube(other));
            HeldTurn { turn: opposite.index() as u8, orientation: number(whole.then(&hold)) }
        })
    })
});

/// True if all turns of U, R and F are allowed, so that the other turns add nothing. If half turns count twice, the
/// quarter turns are enough.
pub fn has_all_urf_turns(turns: TurnSet, metric: Metric) -> bool {
    let is_needed = |turn: &Turn| metric != Metric::QuarterTurn || turn.quarters() != 2;
    Turn::all().take(N_TURNS).filter(is_needed).all(|turn| turns.contains(turn))
}

/// Returns the turns that a search uses.
fn search_turns(turns: TurnSet, metric: Metric) -> Vec<Turn> {
    let has_all_urf_turns = has_all_urf_turns(turns, metric);
    // If half turns count twice, two quarter turns replace them.
    let is_double = |turn: &Turn| {
        let has = |quarters| turns.contains(Turn::new(turn.face(), quarters));
        metric == Metric::QuarterTurn && turn.quarters() == 2 && (has(1) || has(3))
    };
    turns.iter().filter(|turn| (!has_all_urf_turns || turn.index() < N_TURNS) && !is_double(turn)).collect()
}

impl<'a> Cube2Problem<'a> {
    /// Creates the problem with these turns.
    pub fn new(turns: TurnSet, metric: Metric, bound: Bound<'a>) -> Cube2Problem<'a> {
        let allowed = search_turns(turns, metric);
        let cost = |turn: &Turn| match metric {
            Metric::QuarterTurn if turn.quarters() == 2 => 2,
            _ => 1,
        };
        let costs: Vec<Cost> = allowed.iter().map(cost).collect();
        let order = MoveOrder::by_last_move(allowed.len(), |last, next| {
            let pair = (usize::from(last.0), usize::from(next.0));
            is_canonical(&allowed, &costs, pair)
        });
        let counts_twice = |turn: &Turn| metric == Metric::QuarterTurn && turn.quarters() == 2;
        let halves = turns.iter().filter(counts_twice).collect();
        Cube2Problem { bound, turns: allowed, costs, order, halves }
    }

    /// Returns the start state of a cube.
    pub fn state(&self, cube: &Cube2) -> State {
        State { position: Position::of(cube), orientation: 0 }
    }

    /// True if every turn of the search costs 1.
    pub fn has_unit_costs(&self) -> bool {
        self.costs.iter().all(|&cost| cost == 1)
    }

    /// Returns the turns of a path, as numbers. Two equal quarter turns become a half turn if that is allowed.
    pub fn turns(&self, path: &[Move]) -> Vec<Move> {
        let mut turns: Vec<Turn> = Vec::with_capacity(path.len());
        for mv in path {
            let turn = self.turns[usize::from(mv.0)];
            let half = Turn::new(turn.face(), 2);
            match turns.last_mut() {
                Some(last) if *last == turn && turn != half && self.halves.contains(half) => *last = half,
                _ => turns.push(turn),
            }
        }
        turns.into_iter().map(|turn| Move(turn.index() as u16)).collect()
    }
}

/// True if the pair of turns is canonical: no single turn, and no pair that comes before it, has the same effect at no
/// greater cost. Opposite faces commute; the lower face goes first.
fn is_canonical(turns: &[Turn], costs: &[Cost], (last, next): (usize, usize)) -> bool {
    let (a, b) = (turns[last], turns[next]);
    if a.face().axis() != b.face().axis() {
        return true;
    }
    if a.face() != b.face() {
        return a < b;
    }
    let quarters = (a.quarters() + b.quarters()) % 4;
    if quarters == 0 {
        return false;
    }
    let cost = costs[last] + costs[next];
    let of_face = || (0..turns.len()).filter(|&i| turns[i].face() == a.face());
    let by_one = of_face().any(|i| turns[i].quarters() == quarters && costs[i] <= cost);
    let by_two = of_face().flat_map(|i| of_face().map(move |j| (i, j))).any(|(i, j)| {
        let does_same = (turns[i].quarters() + turns[j].quarters()) % 4 == quarters;
        does_same && (costs[i] + costs[j], i, j) < (cost, last, next)
    });
    !by_one && !by_two
}

impl Problem for Cube2Problem<'_> {
    type State = State;
    type Prefetched = ();

    /// The table of all positions gives the first solution in the order of turns, and a search gives the same.
    const KEEPS_ORDER: bool = true;

    #[inline(always)]
    fn n_moves(&self) -> usize {
        self.turns.len()
    }

    #[inline(always)]
    fn step(&self, from: &State, mv: Move, to: &mut State) -> bool {
        let held_turn = HELD_TURNS[usize::from(from.orientation)][self.turns[usize::from(mv.0)].index()];
        *to = State {
            position: from.position.turned(usize::from(held_turn.turn)),
            orientation: held_turn.orientation,
        };
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &State) -> bool {
        state.position == Position::SOLVED
    }

    #[inline(always)]
    fn lower_bound(&self, state: &State) -> Cost {
        match self.bound {
            Bound::Zero => 0,
            Bound::Prune(prune_tables) => prune_tables.bound(state.position),
            Bound::Exact(exact) => exact.distance(state.position),
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.costs[usize::from(mv.0)]
    }
}
