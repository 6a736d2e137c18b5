//! Thistlethwaite's four phases as a list given to the chain. Each phase allows fewer quarter turns than the one before
//! it and leads into the group that the next one never leaves:
//!
//! | phase | turns                 | leads to                                        | combinations | at most |
//! |-------|-----------------------|-------------------------------------------------|--------------|---------|
//! | 1     | all                   | no edge flipped                                 | 2,048        | 7       |
//! | 2     | F and B by halves     | no corner twisted, middle edges in the middle   | 1,082,565    | 10      |
//! | 3     | R and L by halves too | corners and edges where half turns can put them | 29,400       | 13      |
//! | 4     | half turns            | solved                                          | 663,552      | 15      |
//!
//! No phase has a formula: it says what it sees of a cube, and [`search::coord`] finds the rest.

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

/// Solves cubes by four phases and keeps the tables of the last set of moves.
#[derive(Default)]
pub struct FourPhase {
    last: LazyTable<(Metric, TurnSet), Phases>,
}

/// The phases for a set of moves.
struct Phases {
    metric: Metric,
    turns: TurnSet,
    flip: TableProblem<Cube3, 1>,
    twist: TableProblem<Cube3, 2>,
    half: TableProblem<Cube3, 2>,
    home: TableProblem<Cube3, 2>,
    /// Chains that are not in use.
    idle: Mutex<Vec<Chain<Cube3>>>,
}

/// The longest solution that is looked for.
const LONGEST: Cost = 1000;
/// What the tables take, the largest of which counts.
const BYTES: u64 = 3_000_000;

impl FourPhase {
    /// Solves a cube that is not solved.
    pub fn solve(
        &self,
        cube: &Cube3,
        twist: &CubeQuery<Cube3>,
        method: &Method,
        control: &Control<'_>,
    ) -> Answer {
        let Ok(phases) = self.phases(twist, control) else {
            let reason = control.stopped().unwrap_or(StopReason::Cancelled);
            return super::answer(End::Stopped(reason), None, 1, Counts::default());
        };
        if !phases.are_complete() {
            // A phase may lead to where the next one cannot go on, and how often it would have to try is not known.
            return super::answer(End::Stopped(StopReason::Cost), None, 1, Counts::default());
        }
        let heard = |found: &ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &phases.written(&found.moves));
            }
        };
        let mut chain_search = ChainSearch {
            first: !method.improve,
            entries_left: method.max_phase1.unwrap_or(u64::MAX),
            ..ChainSearch::new(control.limits.max_cost.min(LONGEST), control, &heard)
        };
        let (lower_bound, complete, counts) = phases.chain_search(cube, &mut chain_search);
        let best = chain_search.best.as_ref().map(|found| (found.cost, phases.written(&found.moves)));
        let end = match (&best, chain_search.stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        super::answer(end, best, lower_bound.max(complete.min(chain_search.incomplete_from)), counts)
    }

    /// Makes the tables for a set of moves.
    pub fn prepare(&self, twist: &CubeQuery<Cube3>, control: &Control<'_>) {
        // Without them the answer is that the search was stopped.
        let _ = self.phases(twist, control);
    }

    /// Bytes of tables held.
    pub fn bytes(&self) -> u64 {
        self.last.get().map_or(0, |phases| phases.bytes())
    }

    fn phases(&self, twist: &CubeQuery<Cube3>, control: &Control<'_>) -> Result<Arc<Phases>, Cancelled> {
        let (metric, turns) = (twist.metric, twist.turns);
        self.last.get_or_fill(&(metric, turns), ("four-phase", BYTES), control, move |_| {
            Phases::new(metric, turns)
        })
    }
}

impl Phases {
    fn new(metric: Metric, turns: TurnSet) -> Phases {
        let all = moves::of(metric);
        let order = Arc::new(order_of(all, turns));
        let half_turn_corners: Vec<[u8; 8]> = see(all, 3, places_of_corners).views().to_vec();
        // Corners that half turns alone can exchange look alike.
        let tetrads = move |cube: &Cube3| {
            let places = places_of_corners(cube);
            let renamed =
                half_turn_corners.iter().map(|names| places.map(|corner| names[usize::from(corner)]));
            renamed.min().expect("there is one that changes nothing")
        };
        let phase = |quarters| usable(all, turns, quarters);
        Phases {
            metric,
            turns,
            flip: one(see(all, 0, flips), phase(0), &order),
            twist: two(see(all, 1, twists), see(all, 1, middle_edges), phase(1), &order),
            half: two(see(all, 2, tetrads), see(all, 2, front_and_back_edges), phase(2), &order),
            home: two(see(all, 3, places_of_corners), see(all, 3, places_of_edges), phase(3), &order),
            idle: Mutex::default(),
        }
    }

    /// Whether every phase can be done wherever the one before it leads to.
    fn are_complete(&self) -> bool {
        let Phases { flip, twist, half, home, .. } = self;
        flip.product().is_complete() && [twist, half, home].iter().all(|phase| phase.product().is_complete())
    }

    fn bytes(&self) -> u64 {
        let Phases { flip, twist, half, home, .. } = self;
        flip.product().bytes() + [twist, half, home].iter().map(|phase| phase.product().bytes()).sum::<u64>()
    }

    fn chain(&self) -> Chain<Cube3> {
        let step: fn(&Cube3, Move) -> Cube3 = match self.metric {
            Metric::HalfTurn => |cube, mv| stepped(Metric::HalfTurn, cube, mv),
            Metric::QuarterTurn => |cube, mv| stepped(Metric::QuarterTurn, cube, mv),
            Metric::Axial => |cube, mv| stepped(Metric::Axial, cube, mv),
        };
        Chain::new(step)
            .then(self.flip.clone(), &Cube3::SOLVED)
            .then(self.twist.clone(), &Cube3::SOLVED)
            .then(self.half.clone(), &Cube3::SOLVED)
            .then(self.home.clone(), &Cube3::SOLVED)
    }

    /// Hunts by rounds. The shortest first phase there can be, the first cost whose round is not complete, and what it
    /// took.
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
        // The round of a hunt for one solution that found it was left early.
        let complete =
            if chain_search.first && chain_search.best.is_some() { cost.saturating_sub(1) } else { cost };
        (lower_bound, complete, counts)
    }

    /// A solution as people write it: with half turns where two quarters make one.
    fn written(&self, solution: &[Move]) -> Vec<Move> {
        match (self.metric, self.turns) {
            (Metric::QuarterTurn, TurnSet::ALL) => moves::of(self.metric).joined(solution),
            _ => solution.to_vec(),
        }
    }
}

fn stepped(metric: Metric, cube: &Cube3, mv: Move) -> Cube3 {
    cube.then(&moves::of(metric).generators[usize::from(mv.0)].cube)
}

/// Whether a turn may be made when quarter turns are gone from as many axes: first from F and B, then R and L, then
/// U and D.
fn is_left(turn: Turn, axes_gone: usize) -> bool {
    turn.quarters() == 2 || turn.face().axis() + axes_gone < 3
}

/// The moves that may be made in a phase with their costs.
fn usable(all: &Moves, turns: TurnSet, axes_gone: usize) -> Vec<(Move, Cost)> {
    let may = |turn: Turn| turns.contains(turn) && is_left(turn, axes_gone);
    // A half turn that costs as much as two quarters is made of them if they are there.
    let is_double = |turn: Turn, cost: Cost| cost == 2 && may(Turn::new(turn.face(), 1));
    (0..)
        .zip(&all.generators)
        .filter(|(_, g)| g.turns.iter().all(|&turn| may(turn) && !is_double(turn, g.cost)))
        .map(|(mv, g)| (Move(mv), g.cost))
        .collect()
}

/// The order of the metric takes for granted that two turns of a face are one turn or none. Where that turn is missing, a
/// face may be turned again; turns of one axis still go by their faces, because they commute.
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

/// The views of all cubes that a phase may begin with. Which turns may be used is no matter here, or it would not show
/// that some cubes are out of their reach.
fn see<V: Eq + Hash + Clone + Send + Sync>(
    all: &Moves,
    axes_gone: usize,
    view: impl Fn(&Cube3) -> V + Clone + Send + Sync + 'static,
) -> Seen<V> {
    let step = |cube: &Cube3, mv: Move| {
        let generator = &all.generators[usize::from(mv.0)];
        let may = generator.turns.iter().all(|&turn| is_left(turn, axes_gone));
        may.then(|| cube.then(&generator.cube))
    };
    let coordinate = enumerate_views(Cube3::SOLVED, all.count(), view.clone(), step);
    Seen { coordinate, view: Box::new(view) }
}

/// A coordinate and what it sees.
struct Seen<V> {
    coordinate: Coordinate<V>,
    view: Box<dyn Fn(&Cube3) -> V + Send + Sync>,
}

impl<V: Eq + Hash> Seen<V> {
    fn views(&self) -> &[V] {
        self.coordinate.views()
    }

    fn number(&self, cube: &Cube3) -> Option<u32> {
        self.coordinate.number(&(self.view)(cube))
    }
}

/// A phase that sees one thing.
fn one<A>(a: Seen<A>, usable: Vec<(Move, Cost)>, order: &Arc<MoveOrder>) -> TableProblem<Cube3, 1>
where
    A: Eq + Hash + Send + Sync + 'static,
{
    let product = ProductTable::new([a.coordinate.moves().clone()], usable, &[[0]]);
    TableProblem::new(Arc::new(product), Arc::new(move |cube| Some([a.number(cube)?])), order.clone())
}

/// A phase that sees two things.
fn two<A, B>(
    a: Seen<A>,
    b: Seen<B>,
    usable: Vec<(Move, Cost)>,
    order: &Arc<MoveOrder>,
) -> TableProblem<Cube3, 2>
where
    A: Eq + Hash + Send + Sync + 'static,
    B: Eq + Hash + Send + Sync + 'static,
{
    let tables = [a.coordinate.moves().clone(), b.coordinate.moves().clone()];
    let product = ProductTable::new(tables, usable, &[[0, 0]]);
    let see = move |cube: &Cube3| Some([a.number(cube)?, b.number(cube)?]);
    TableProblem::new(Arc::new(product), Arc::new(see), order.clone())
}

/// Which edges are flipped; only quarter turns of F and B flip any.
fn flips(cube: &Cube3) -> [u8; 12] {
    cube.edge_bytes().map(|edge| edge >> 4)
}

/// How corners are twisted; half turns and quarter turns of U and D twist none.
fn twists(cube: &Cube3) -> [u8; 8] {
    cube.corner_bytes().map(|corner| corner >> 3)
}

/// Where the edges lie that belong between U and D.
fn middle_edges(cube: &Cube3) -> [bool; 12] {
    std::array::from_fn(|place| is_between(Face::U, cube.edge(place).0))
}

/// Where the edges lie that belong between R and L.
fn front_and_back_edges(cube: &Cube3) -> [bool; 12] {
    std::array::from_fn(|place| is_between(Face::R, cube.edge(place).0))
}

/// Whether an edge touches neither a face nor its opposite.
fn is_between(face: Face, edge: u8) -> bool {
    Cube3::SOLVED.turned(Turn::new(face, 1)).edge(usize::from(edge)).0 == edge
        && Cube3::SOLVED.turned(Turn::new(face.opposite(), 1)).edge(usize::from(edge)).0 == edge
}

fn places_of_corners(cube: &Cube3) -> [u8; 8] {
    cube.corner_bytes().map(|corner| corner & 7)
}

fn places_of_edges(cube: &Cube3) -> [u8; 12] {
    cube.edge_bytes().map(|edge| edge & 15)
}

#[cfg(test)]
mod tests {
    use testkit::Lcg;

    use super::*;

    fn phases() -> Phases {
        Phases::new(Metric::HalfTurn, TurnSet::ALL)
    }

    /// The sizes are those of the groups' cosets, the greatest distances Thistlethwaite's own from 1981; the first
    /// distribution and the number of positions of half turns are published by Kociemba and in the Cube Lovers archive.
    #[test]
    fn sizes_and_distances_are_the_published_ones() {
        let Phases { flip, twist, half, home, .. } = phases();
        let two = |phase: &TableProblem<Cube3, 2>| (phase.product().len(), phase.product().farthest());
        assert_eq!((flip.product().len(), flip.product().farthest()), (2048, 7));
        assert_eq!(flip.product().distribution(), [1, 2, 25, 202, 620, 900, 285, 13]);
        assert_eq!(two(&twist), (1_082_565, 10));
        assert_eq!(two(&half), (29_400, 13));
        assert_eq!(two(&home), (663_552, 15));
        let reached = home.product().distribution();
        assert_eq!(reached[..5], [1, 6, 27, 120, 519]);
        assert_eq!(reached.iter().sum::<u64>(), 663_552);
    }

    /// What a phase sees after a move depends on what it saw before, whatever else there is on the cube.
    #[test]
    fn tables_move_as_cubes_do() {
        let Phases { flip, twist, half, home, .. } = phases();
        let mut cubes = [Cube3::SOLVED; 4];
        let mut random = Lcg::new(1);
        for _ in 0..5000 {
            let turn = Turn::from_index(random.below(Turn::COUNT)).expect("a turn");
            let mv = Move(turn.index() as u16);
            for (axes_gone, cube) in cubes.iter_mut().enumerate().filter(|(gone, _)| is_left(turn, *gone)) {
                let next = cube.turned(turn);
                match axes_gone {
                    0 => assert_eq!(flip.product().after(&flip.place(cube), mv), Some(flip.place(&next))),
                    1 => assert_eq!(twist.product().after(&twist.place(cube), mv), Some(twist.place(&next))),
                    2 => assert_eq!(half.product().after(&half.place(cube), mv), Some(half.place(&next))),
                    _ => assert_eq!(home.product().after(&home.place(cube), mv), Some(home.place(&next))),
                }
                *cube = next;
            }
        }
    }

    /// The end of every phase is where the next one can begin: all its views have numbers.
    #[test]
    fn a_phase_ends_where_the_next_begins() {
        for metric in Metric::ALL {
            assert!(Phases::new(metric, TurnSet::ALL).are_complete(), "{metric:?}");
        }
        // Without quarter turns of L everything can still be done; without U no half turn of it is left at the end.
        let without = |face: Face, half: bool| {
            Turn::all().filter(|turn| turn.face() != face || (half && turn.quarters() == 2)).collect()
        };
        assert!(Phases::new(Metric::HalfTurn, without(Face::L, true)).are_complete());
        assert!(!Phases::new(Metric::HalfTurn, TurnSet::from_iter([Turn::new(Face::U, 1)])).are_complete());
    }
}
