//! Thistlethwaite's algorithm: four phases as a chain. Each phase allows fewer quarter turns than the one before it and
//! leads into the subgroup that the next phase never leaves:
//!
//! | phase | turns                 | leads to                                        | combinations | at most |
//! |-------|-----------------------|-------------------------------------------------|--------------|---------|
//! | 1     | all                   | no edge flipped                                 | 2,048        | 7       |
//! | 2     | F and B by halves     | no corner twisted, middle edges in the middle   | 1,082,565    | 10      |
//! | 3     | R and L by halves too | corners and edges where half turns can put them | 29,400       | 13      |
//! | 4     | half turns            | solved                                          | 663,552      | 15      |
//!
//! The coordinates have no formulas: each is a function of a cube, and [`search::enumerate_views`] builds its move
//! table.

use std::hash::Hash;
use std::sync::{Arc, Mutex};

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Face, Turn};
use search::{
    Answer, Control, Coordinate, Cost, Counts, End, Move, MoveOrder, ProductTable, StopReason, TableProblem,
    enumerate_views,
};

use super::moves::{self, Moves};
use solver::Cancelled;
use solver::Method;
use solver::cube::{CubeQuery, Metric};
use solver::lazy_table::LazyTable;
use solver::phases::{Chain, ChainSearch, ChainSolution};

/// Solves cubes by four phases and caches the tables of the last set of moves.
#[derive(Default)]
pub struct FourPhase {
    last: LazyTable<(Metric, TurnSet), Phases>,
}

/// The phases for a set of moves.
struct Phases {
    metric: Metric,
    turns: TurnSet,
    phase1: TableProblem<Cube3, 1>,
    phase2: TableProblem<Cube3, 2>,
    phase3: TableProblem<Cube3, 2>,
    phase4: TableProblem<Cube3, 2>,
    /// Chains that are not in use.
    idle: Mutex<Vec<Chain<Cube3>>>,
}

/// Upper bound on the length of a solution.
const MAX_LENGTH: Cost = 1000;
/// Approximate memory of the tables in bytes; the largest one dominates.
pub(crate) const BYTES: u64 = 3_000_000;

impl FourPhase {
    /// Solves a cube. It must not be solved already.
    pub fn solve(
        &self,
        cube: &Cube3,
        query: &CubeQuery<Cube3>,
        method: &Method,
        control: &Control<'_>,
    ) -> Answer {
        let Ok(phases) = self.phases(query, control) else {
            let reason = control.stopped().unwrap_or(StopReason::Cancelled);
            return super::answer(End::Stopped(reason), None, 1, Counts::default());
        };
        if !phases.are_complete() {
            // A phase may end where the next one cannot continue, and the number of attempts needed is not known.
            return super::answer(End::Stopped(StopReason::Cost), None, 1, Counts::default());
        }
        let on_improvement = |found: &ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &phases.merge_quarter_turns(&found.moves));
            }
        };
        let mut chain_search = ChainSearch {
            first: !method.improve,
            entries_left: method.max_phase1.unwrap_or(u64::MAX),
            ..ChainSearch::new(control.limits.max_cost.min(MAX_LENGTH), control, &on_improvement)
        };
        let (lower_bound, complete, counts) = phases.chain_search(cube, &mut chain_search);
        let best =
            chain_search.best.as_ref().map(|found| (found.cost, phases.merge_quarter_turns(&found.moves)));
        let end = match (&best, chain_search.stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        super::answer(end, best, lower_bound.max(complete.min(chain_search.incomplete_from)), counts)
    }

    /// Builds the tables for a set of moves.
    pub fn prepare(&self, query: &CubeQuery<Cube3>, control: &Control<'_>) {
        // Without them the answer is that the search was stopped.
        let _ = self.phases(query, control);
    }

    /// Bytes of the tables in memory.
    pub fn bytes(&self) -> u64 {
        self.last.get().map_or(0, |phases| phases.bytes())
    }

    fn phases(&self, query: &CubeQuery<Cube3>, control: &Control<'_>) -> Result<Arc<Phases>, Cancelled> {
        let (metric, turns) = (query.metric, query.turns);
        self.last.get_or_fill(&(metric, turns), ("four-phase", BYTES), control, move |_| {
            Phases::new(metric, turns)
        })
    }
}

impl Phases {
    fn new(metric: Metric, turns: TurnSet) -> Phases {
        let all = moves::of(metric);
        let order = Arc::new(order_of(all, turns));
        let half_turn_corners: Vec<[u8; 8]> = enumerate(all, 3, corner_permutation).views().to_vec();
        // Corners that half turns alone can exchange are identified.
        let tetrads = move |cube: &Cube3| {
            let places = corner_permutation(cube);
            let renamed =
                half_turn_corners.iter().map(|names| places.map(|corner| names[usize::from(corner)]));
            renamed.min().expect("there is one that changes nothing")
        };
        let phase = |quarters| usable(all, turns, quarters);
        Phases {
            metric,
            turns,
            phase1: one_coord_phase(enumerate(all, 0, edge_orientation), phase(0), &order),
            phase2: two_coord_phase(
                enumerate(all, 1, corner_orientation),
                enumerate(all, 1, middle_edges),
                phase(1),
                &order,
            ),
            phase3: two_coord_phase(
                enumerate(all, 2, tetrads),
                enumerate(all, 2, front_and_back_edges),
                phase(2),
                &order,
            ),
            phase4: two_coord_phase(
                enumerate(all, 3, corner_permutation),
                enumerate(all, 3, edge_permutation),
                phase(3),
                &order,
            ),
            idle: Mutex::default(),
        }
    }

    /// True if every phase can be solved wherever the phase before it ends.
    fn are_complete(&self) -> bool {
        let Phases { phase1, phase2, phase3, phase4, .. } = self;
        phase1.product().is_complete()
            && [phase2, phase3, phase4].iter().all(|phase| phase.product().is_complete())
    }

    fn bytes(&self) -> u64 {
        let Phases { phase1, phase2, phase3, phase4, .. } = self;
        phase1.product().bytes()
            + [phase2, phase3, phase4].iter().map(|phase| phase.product().bytes()).sum::<u64>()
    }

    fn chain(&self) -> Chain<Cube3> {
        let step: fn(&Cube3, Move) -> Cube3 = match self.metric {
            Metric::HalfTurn => |cube, mv| apply_move(Metric::HalfTurn, cube, mv),
            Metric::QuarterTurn => |cube, mv| apply_move(Metric::QuarterTurn, cube, mv),
            Metric::Axial => |cube, mv| apply_move(Metric::Axial, cube, mv),
        };
        Chain::new(step)
            .then(self.phase1.clone(), &Cube3::SOLVED)
            .then(self.phase2.clone(), &Cube3::SOLVED)
            .then(self.phase3.clone(), &Cube3::SOLVED)
            .then(self.phase4.clone(), &Cube3::SOLVED)
    }

    /// Searches by rounds. Returns the lower bound of phase 1, the first cost whose round is not complete, and the
    /// nodes.
    fn chain_search(&self, cube: &Cube3, chain_search: &mut ChainSearch<'_>) -> (Cost, Cost, Counts) {
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = lock().pop();
        let mut chain = idle.unwrap_or_else(|| self.chain());
        let before = chain.counts();
        let (lower_bound, _) = chain.begin(&[*cube]);
        let mut cost = lower_bound;
        while cost <= chain_search.upper_bound && !(chain_search.first && chain_search.best.is_some()) {
            if !chain.round(&[*cube], cost, chain_search) {
                break;
            }
            cost += 1;
        }
        let after = chain.counts();
        lock().push(chain);
        let counts = Counts {
            generated: after.generated - before.generated,
            expanded: after.expanded - before.expanded,
        };
        // A search for one solution leaves the round in which it finds it.
        let complete =
            if chain_search.first && chain_search.best.is_some() { cost.saturating_sub(1) } else { cost };
        (lower_bound, complete, counts)
    }

    /// Writes two equal quarter turns as a half turn where the metric searched them so.
    fn merge_quarter_turns(&self, solution: &[Move]) -> Vec<Move> {
        match (self.metric, self.turns) {
            (Metric::QuarterTurn, TurnSet::ALL) => moves::of(self.metric).merge_quarter_turns(solution),
            _ => solution.to_vec(),
        }
    }
}

fn apply_move(metric: Metric, cube: &Cube3, mv: Move) -> Cube3 {
    cube.then(&moves::of(metric).generators[usize::from(mv.0)].cube)
}

/// True if a turn is allowed when `n_reduced_axes` axes have only half turns left: first F and B, then R and L, then U
/// and D.
fn is_allowed(turn: Turn, n_reduced_axes: usize) -> bool {
    turn.quarters() == 2 || turn.face().axis() + n_reduced_axes < 3
}

/// Returns the allowed moves of a phase with their costs.
fn usable(all: &Moves, turns: TurnSet, n_reduced_axes: usize) -> Vec<(Move, Cost)> {
    let may = |turn: Turn| turns.contains(turn) && is_allowed(turn, n_reduced_axes);
    // A half turn that costs as much as two quarter turns is searched as these if they are allowed.
    let is_double = |turn: Turn, cost: Cost| cost == 2 && may(Turn::new(turn.face(), 1));
    (0..)
        .zip(&all.generators)
        .filter(|(_, g)| g.turns.iter().all(|&turn| may(turn) && !is_double(turn, g.cost)))
        .map(|(mv, g)| (Move(mv), g.cost))
        .collect()
}

/// Returns the canonical sequences. The order of the metric assumes that two turns of a face are one turn or none. If
/// that turn is not allowed, a face may be turned again; turns of one axis are still ordered by their faces, because
/// they commute.
fn order_of(all: &Moves, turns: TurnSet) -> MoveOrder {
    let quarters = |face: Face| [1, 2, 3].map(|quarters| turns.contains(Turn::new(face, quarters)));
    let is_closed = |face| matches!(quarters(face), [false, _, false] | [true, true, true]);
    if Face::ALL.into_iter().all(is_closed) {
        return all.order.clone();
    }
    let face = |mv: Move| all.generators[usize::from(mv.0)].turns[0].face();
    MoveOrder::by_last_move(all.count(), |last, mv| {
        face(last).axis() != face(mv).axis() || face(last) <= face(mv)
    })
}

/// Enumerates the coordinate values of all cubes that a phase may start from. The set of allowed turns is ignored here:
/// it must remain visible that some cubes are unreachable.
fn enumerate<V: Eq + Hash + Clone + Send + Sync>(
    all: &Moves,
    n_reduced_axes: usize,
    view: impl Fn(&Cube3) -> V + Clone + Send + Sync + 'static,
) -> PhaseCoord<V> {
    let step = |cube: &Cube3, mv: Move| {
        let generator = &all.generators[usize::from(mv.0)];
        let may = generator.turns.iter().all(|&turn| is_allowed(turn, n_reduced_axes));
        may.then(|| cube.then(&generator.cube))
    };
    let coordinate = enumerate_views(Cube3::SOLVED, all.count(), view.clone(), step);
    PhaseCoord { coordinate, view: Box::new(view) }
}

/// A coordinate and the function that computes its value.
struct PhaseCoord<V> {
    coordinate: Coordinate<V>,
    view: Box<dyn Fn(&Cube3) -> V + Send + Sync>,
}

impl<V: Eq + Hash> PhaseCoord<V> {
    fn views(&self) -> &[V] {
        self.coordinate.views()
    }

    fn number(&self, cube: &Cube3) -> Option<u32> {
        self.coordinate.number(&(self.view)(cube))
    }
}

/// Returns a phase with one coordinate.
fn one_coord_phase<A>(
    a: PhaseCoord<A>,
    usable: Vec<(Move, Cost)>,
    order: &Arc<MoveOrder>,
) -> TableProblem<Cube3, 1>
where
    A: Eq + Hash + Send + Sync + 'static,
{
    let product = ProductTable::new([a.coordinate.moves().clone()], usable, &[[0]]);
    TableProblem::new(Arc::new(product), Arc::new(move |cube| Some([a.number(cube)?])), order.clone())
}

/// Returns a phase with two coordinates.
fn two_coord_phase<A, B>(
    a: PhaseCoord<A>,
    b: PhaseCoord<B>,
    usable: Vec<(Move, Cost)>,
    order: &Arc<MoveOrder>,
) -> TableProblem<Cube3, 2>
where
    A: Eq + Hash + Send + Sync + 'static,
    B: Eq + Hash + Send + Sync + 'static,
{
    let tables = [a.coordinate.moves().clone(), b.coordinate.moves().clone()];
    let product = ProductTable::new(tables, usable, &[[0, 0]]);
    let enumerate = move |cube: &Cube3| Some([a.number(cube)?, b.number(cube)?]);
    TableProblem::new(Arc::new(product), Arc::new(enumerate), order.clone())
}

/// Edge orientation; only quarter turns of F and B change it.
fn edge_orientation(cube: &Cube3) -> [u8; 12] {
    cube.edge_bytes().map(|edge| edge >> 4)
}

/// Corner orientation; half turns and quarter turns of U and D do not change it.
fn corner_orientation(cube: &Cube3) -> [u8; 8] {
    cube.corner_bytes().map(|corner| corner >> 3)
}

/// The places of the edges that belong between U and D.
fn middle_edges(cube: &Cube3) -> [bool; 12] {
    std::array::from_fn(|place| is_between(Face::U, cube.edge(place).0))
}

/// The places of the edges that belong between R and L.
fn front_and_back_edges(cube: &Cube3) -> [bool; 12] {
    std::array::from_fn(|place| is_between(Face::R, cube.edge(place).0))
}

/// True if an edge touches neither a face nor its opposite.
fn is_between(face: Face, edge: u8) -> bool {
    Cube3::SOLVED.turned(Turn::new(face, 1)).edge(usize::from(edge)).0 == edge
        && Cube3::SOLVED.turned(Turn::new(face.opposite(), 1)).edge(usize::from(edge)).0 == edge
}

fn corner_permutation(cube: &Cube3) -> [u8; 8] {
    cube.corner_bytes().map(|corner| corner & 7)
}

fn edge_permutation(cube: &Cube3) -> [u8; 12] {
    cube.edge_bytes().map(|edge| edge & 15)
}

#[cfg(test)]
mod tests {
    use testkit::Lcg;

    use super::*;

    fn phases() -> Phases {
        Phases::new(Metric::HalfTurn, TurnSet::ALL)
    }

    /// The sizes are the indices of the subgroups, the greatest distances Thistlethwaite's own from 1981; the first
    /// distribution and the number of positions of half turns are published by Kociemba and in the Cube Lovers archive.
    #[test]
    fn sizes_and_distances_are_the_published_ones() {
        let Phases { phase1, phase2, phase3, phase4, .. } = phases();
        let two = |phase: &TableProblem<Cube3, 2>| (phase.product().len(), phase.product().farthest());
        assert_eq!((phase1.product().len(), phase1.product().farthest()), (2048, 7));
        assert_eq!(phase1.product().distribution(), [1, 2, 25, 202, 620, 900, 285, 13]);
        assert_eq!(two(&phase2), (1_082_565, 10));
        assert_eq!(two(&phase3), (29_400, 13));
        assert_eq!(two(&phase4), (663_552, 15));
        let reached = phase4.product().distribution();
        assert_eq!(reached[..5], [1, 6, 27, 120, 519]);
        assert_eq!(reached.iter().sum::<u64>(), 663_552);
    }

    /// The coordinates of a phase after a move depend only on its coordinates before it.
    #[test]
    fn tables_move_as_cubes_do() {
        let Phases { phase1, phase2, phase3, phase4, .. } = phases();
        let mut cubes = [Cube3::SOLVED; 4];
        let mut random = Lcg::new(1);
        for _ in 0..5000 {
            let turn = Turn::from_index(random.below(Turn::COUNT)).expect("a turn");
            let mv = Move(turn.index() as u16);
            for (n_reduced_axes, cube) in
                cubes.iter_mut().enumerate().filter(|(gone, _)| is_allowed(turn, *gone))
            {
                let next = cube.turned(turn);
                match n_reduced_axes {
                    0 => {
                        assert_eq!(
                            phase1.product().after(&phase1.encode(cube), mv),
                            Some(phase1.encode(&next))
                        );
                    }
                    1 => {
                        assert_eq!(
                            phase2.product().after(&phase2.encode(cube), mv),
                            Some(phase2.encode(&next))
                        );
                    }
                    2 => {
                        assert_eq!(
                            phase3.product().after(&phase3.encode(cube), mv),
                            Some(phase3.encode(&next))
                        );
                    }
                    _ => {
                        assert_eq!(
                            phase4.product().after(&phase4.encode(cube), mv),
                            Some(phase4.encode(&next))
                        );
                    }
                }
                *cube = next;
            }
        }
    }

    /// Every phase ends where the next one can start: all its coordinate values have numbers.
    #[test]
    fn a_phase_ends_where_the_next_begins() {
        for metric in Metric::ALL {
            assert!(Phases::new(metric, TurnSet::ALL).are_complete(), "{metric:?}");
        }
        // Without quarter turns of L every cube is still solvable; without U no half turn of it is left for the last
        // phase.
        let without = |face: Face, half: bool| {
            Turn::all().filter(|turn| turn.face() != face || (half && turn.quarters() == 2)).collect()
        };
        assert!(Phases::new(Metric::HalfTurn, without(Face::L, true)).are_complete());
        assert!(!Phases::new(Metric::HalfTurn, TurnSet::from_iter([Turn::new(Face::U, 1)])).are_complete());
    }
}
