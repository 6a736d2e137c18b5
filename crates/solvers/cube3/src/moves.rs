//! The moves of a metric: which turns count as one, what they cost, and which phase makes which of them.

use std::sync::LazyLock;

use puzzle::{Cube3, Face, Symmetry, Turn};
use search::{Cost, Move, MoveOrder, OrderState};

use solver::cube::Metric;

/// One move: a turn, or turns of opposite faces together.
#[derive(Clone, Debug)]
pub struct Generator {
    /// One or two turns.
    pub turns: Vec<Turn>,
    /// What they do to a solved cube.
    pub cube: Cube3,
    /// What they cost.
    pub cost: Cost,
}

/// All moves of a metric, by number.
pub struct Moves {
    /// The moves. The 18 face turns come first, in the order of their numbers.
    pub generators: Vec<Generator>,
    /// Of several sequences of turns of one axis only one is searched.
    pub order: MoveOrder,
    /// Moves made on the way into the subgroup of U, D, R2, L2, F2, B2; all of them cost 1.
    pub phase1: MoveSet,
    /// Moves made inside it.
    pub phase2: MoveSet,
}

/// Moves as bits.
pub type MoveSet = u64;

static HALF_TURN: LazyLock<Moves> = LazyLock::new(|| Moves::new(Metric::HalfTurn));
static QUARTER_TURN: LazyLock<Moves> = LazyLock::new(|| Moves::new(Metric::QuarterTurn));
static AXIAL: LazyLock<Moves> = LazyLock::new(|| Moves::new(Metric::Axial));

/// The moves of a metric.
pub fn of(metric: Metric) -> &'static Moves {
    match metric {
        Metric::HalfTurn => &HALF_TURN,
        Metric::QuarterTurn => &QUARTER_TURN,
        Metric::Axial => &AXIAL,
    }
}

/// The turns that a move of a metric stands for.
pub fn turns_of(metric: Metric, mv: Move) -> &'static [Turn] {
    &of(metric).generators[usize::from(mv.0)].turns
}

impl Moves {
    fn new(metric: Metric) -> Moves {
        let is_half = |turn: &Turn| turn.quarters() == 2;
        let mut all: Vec<Vec<Turn>> = Turn::all().map(|turn| vec![turn]).collect();
        if metric == Metric::Axial {
            let pairs = Turn::all().flat_map(|a| Turn::all().map(move |b| [a, b]));
            all.extend(
                pairs.filter(|[a, b]| a.face() < b.face() && a.face().opposite() == b.face()).map(Vec::from),
            );
        }
        let generators: Vec<Generator> = all
            .into_iter()
            .map(|turns| Generator {
                cube: Cube3::SOLVED.turned_by(turns.iter().copied()),
                cost: if metric == Metric::QuarterTurn && is_half(&turns[0]) { 2 } else { 1 },
                turns,
            })
            .collect();
        let keeps = |turn: &Turn| is_half(turn) || turn.face().axis() == Face::U.axis();
        let numbers = |wanted: &dyn Fn(&Generator) -> bool| -> MoveSet {
            let chosen = generators.iter().enumerate().filter(|(_, g)| wanted(g));
            chosen.fold(0, |set, (number, _)| set | 1 << number)
        };
        // With quarter turns a half turn is made as two of them, except inside, where a single one would lead out.
        let phase2 = numbers(&|g| {
            let is_two =
                metric == Metric::QuarterTurn && is_half(&g.turns[0]) && g.turns[0].face().axis() == 0;
            g.turns.iter().all(keeps) && !is_two
        });
        let phase1 = numbers(&|g| g.cost == 1);
        let order = match metric {
            Metric::HalfTurn => {
                MoveOrder::by_last_move(generators.len(), |last, mv| follows(face(last), face(mv)))
            }
            Metric::Axial => {
                let axis = |mv: Move| generators[usize::from(mv.0)].turns[0].face().axis();
                MoveOrder::by_last_move(generators.len(), |last, mv| axis(last) != axis(mv))
            }
            Metric::QuarterTurn => quarter_turn_order(),
        };
        Moves { generators, order, phase1, phase2 }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.generators.len()
    }

    /// Moves that are products of two with lower numbers, in an order in which both are known before.
    pub fn products(&self) -> impl Iterator<Item = (usize, (usize, usize))> {
        (0..self.count()).filter_map(|mv| match self.generators[mv].turns[..] {
            [turn] if turn.quarters() == 1 => None,
            // A half turn is two quarters, a turn back is a half and a quarter.
            [_] => Some((mv, (mv - 1, mv - usize::from(mv as u8 % 3)))),
            _ => Some((mv, (self.generators[mv].turns[0].index(), self.generators[mv].turns[1].index()))),
        })
    }

    /// The number of a move's image under a symmetry.
    pub fn image(&self, symmetry: Symmetry, mv: usize) -> usize {
        if let [turn] = self.generators[mv].turns[..] {
            return symmetry.turn(turn).index();
        }
        let mut image: Vec<Turn> =
            self.generators[mv].turns.iter().map(|&turn| symmetry.turn(turn)).collect();
        image.sort_unstable();
        self.generators.iter().position(|g| g.turns == image).expect("symmetries permute the moves")
    }

    /// The move that undoes another.
    pub fn inverse(&self, mv: Move) -> Move {
        if let [turn] = self.generators[usize::from(mv.0)].turns[..] {
            return Move(turn.inverse().index() as u16);
        }
        let inverse: Vec<Turn> =
            self.generators[usize::from(mv.0)].turns.iter().map(|turn| turn.inverse()).collect();
        let number = self.generators.iter().position(|g| g.turns == inverse);
        Move(number.expect("every move can be undone") as u16)
    }

    /// The same moves with two equal quarter turns in a row written as one half turn.
    pub fn merge_quarter_turns(&self, moves: &[Move]) -> Vec<Move> {
        let mut merge_quarter_turns: Vec<Move> = Vec::with_capacity(moves.len());
        for &mv in moves {
            match merge_quarter_turns.last_mut() {
                Some(last) if *last == mv && usize::from(mv.0) < Turn::COUNT && mv.0 % 3 != 1 => {
                    *last = Move(mv.0 / 3 * 3 + 1);
                }
                _ => merge_quarter_turns.push(mv),
            }
        }
        merge_quarter_turns
    }

    /// The moves all of whose turns are among those given.
    pub fn made_of(&self, allowed: impl Fn(Turn) -> bool) -> MoveSet {
        let possible = |g: &Generator| g.turns.iter().all(|&turn| allowed(turn));
        (0..self.count()).filter(|&mv| possible(&self.generators[mv])).fold(0, |set, mv| set | 1 << mv)
    }
}

fn face(mv: Move) -> Face {
    Face::ALL[usize::from(mv.0) / 3]
}

/// Opposite faces commute: the lower one goes first.
fn follows(last: Face, next: Face) -> bool {
    last.axis() != next.axis() || last < next
}

/// A half turn is two clockwise quarters, and nothing follows on the same face after that. States: 0 the start,
/// 1 + mv after a move, 19 + face after two clockwise quarters.
fn quarter_turn_order() -> MoveOrder {
    MoveOrder::automaton(Turn::COUNT, 1 + Turn::COUNT + 6, |state, mv| {
        let once = Some(OrderState(1 + u32::from(mv.0)));
        let clockwise = mv.0 % 3 == 0;
        match state.0 {
            0 => once,
            s @ 1..=18 => {
                let last = Move(s as u16 - 1);
                let twice = last == mv && clockwise;
                if twice {
                    Some(OrderState(19 + face(mv) as u32))
                } else if follows(face(last), face(mv)) {
                    once
                } else {
                    None
                }
            }
            s => follows(Face::ALL[s as usize - 19], face(mv)).then_some(OrderState(1 + u32::from(mv.0))),
        }
    })
}
