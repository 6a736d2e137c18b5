//! The moves of the phases: turns of the six faces, and the wide turns Uw, Rw and Fw. The other wide turns are not
//! needed, since each of them is the opposite one followed by a rotation of the whole cube.

use std::sync::LazyLock;

use puzzle::{Cube4, Turn, Turn4};
use search::{Cost, Move, MoveOrder};

/// Number of moves. They have the numbers of [`Turn4`].
pub const COUNT: usize = 27;

/// Set of places of wings or of centres, as bits.
pub type Places = u32;

/// Returns the turn with the number of a move.
pub fn turn(mv: Move) -> Turn4 {
    Turn4::from_index(usize::from(mv.0)).expect("there are 36 turns")
}

/// Returns all moves.
pub fn all() -> impl Iterator<Item = Move> + Clone {
    (0..COUNT as u16).map(Move)
}

/// Returns the cube after a move.
pub fn apply_move(cube: &Cube4, mv: Move) -> Cube4 {
    cube.turned(turn(mv))
}

/// Returns the moves that a phase allows, each with cost 1.
pub fn usable(allows: impl Fn(Turn4) -> bool) -> Vec<(Move, Cost)> {
    all().filter(|&mv| allows(turn(mv))).map(|mv| (mv, 1)).collect()
}

/// Canonical order of turns of one axis, which commute: first the face with the lower number, then the opposite one,
/// then the wide turn.
pub static ORDER: LazyLock<MoveOrder> = LazyLock::new(|| {
    let layer = |mv: Move| match turn(mv) {
        turn if turn.is_wide() => 2,
        turn => turn.turn().face() as usize / 3,
    };
    let axis = |mv: Move| turn(mv).turn().face().axis();
    MoveOrder::by_last_move(COUNT, move |last, mv| axis(last) != axis(mv) || layer(last) < layer(mv))
});

/// Move table of sets of centre places.
pub struct CentreMoves {
    /// By move and byte of the set: the image of that byte's places.
    to: Vec<[[Places; 256]; 3]>,
}

impl CentreMoves {
    /// Builds the table for all moves.
    pub fn new() -> CentreMoves {
        let table = |mv: Move| {
            let sources = turn(mv).centre_sources();
            std::array::from_fn(|byte| {
                std::array::from_fn(|bits| {
                    let has = |from: u8| usize::from(from) / 8 == byte && bits >> (from % 8) & 1 == 1;
                    (0..24).filter(|&to| has(sources[to])).fold(0, |set, to| set | 1 << to)
                })
            })
        };
        CentreMoves { to: all().map(table).collect() }
    }

    /// Returns the places of the centres after a move.
    #[inline(always)]
    pub fn after(&self, places: Places, mv: usize) -> Places {
        let [low, middle, high] = &self.to[mv];
        low[places as usize & 255] | middle[places as usize >> 8 & 255] | high[places as usize >> 16 & 255]
    }
}

/// Returns the places of the centres whose colour is wanted.
pub fn places_of(cube: &Cube4, wanted: impl Fn(puzzle::Face) -> bool) -> Places {
    (0..24).filter(|&place| wanted(cube.centres()[place])).fold(0, |set, place| set | 1 << place)
}

/// True if a turn is a half turn.
pub fn is_half(turn: Turn) -> bool {
    turn.quarters() == 2
}

/// Comparison of a phase with plain enumeration, for tests.
#[cfg(test)]
pub mod test_support {
    use search::{Control, Flow, Limits, Node, OrderState, Problem, Silent, Stop, Visit};

    use super::*;

    /// Counts the solutions of exactly this cost that a search finds.
    pub fn count_solutions<P: Problem>(problem: &P, start: P::State, cost: Cost) -> u64 {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut n_found = 0;
        Visit::new(problem, start).goals(problem, &[Node::root(start)], cost, false, &control, |_| {
            n_found += 1;
            Flow::On
        });
        n_found
    }

    /// The same, checked against an enumeration of all canonical sequences; `ends` returns true if a move may be the
    /// last.
    pub fn check_solutions<P: Problem>(
        problem: &P,
        start: P::State,
        cost: Cost,
        ends: impl Fn(Move) -> bool,
    ) -> u64 {
        let n_found = count_solutions(problem, start, cost);
        assert_eq!(
            n_found,
            count(problem, &start, OrderState::START, cost, &ends),
            "solutions of {cost} moves"
        );
        n_found
    }

    fn count<P: Problem>(
        problem: &P,
        from: &P::State,
        order: OrderState,
        left: Cost,
        ends: &impl Fn(Move) -> bool,
    ) -> u64 {
        if left == 0 {
            return u64::from(problem.is_goal(from));
        }
        let mut n = 0;
        let mut to = *from;
        for mv in all() {
            if let Some(order) = ORDER.after(order, mv)
                && (left > 1 || ends(mv))
                && problem.step(from, mv, &mut to)
            {
                n += count(problem, &to, order, left - 1, ends);
            }
        }
        n
    }
}
