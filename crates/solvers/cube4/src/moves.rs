//! The moves that the phases make: turns of the six faces, and of the halves U, R and F. The other halves are not needed,
//! since turning one of them is turning the one across and then holding the cube in another way.

use std::sync::LazyLock;

use puzzle::{Cube4, Turn, Turn4};
use search::{Cost, Move, MoveOrder};

/// How many there are. They have the numbers of [`Turn4`].
pub const COUNT: usize = 27;

/// Bits of places, wings or centres.
pub type Places = u32;

/// The turn of a number.
pub fn turn(mv: Move) -> Turn4 {
    Turn4::from_index(usize::from(mv.0)).expect("there are 36 turns")
}

/// All of them.
pub fn all() -> impl Iterator<Item = Move> + Clone {
    (0..COUNT as u16).map(Move)
}

/// Makes a move on a cube.
pub fn apply_move(cube: &Cube4, mv: Move) -> Cube4 {
    cube.turned(turn(mv))
}

/// What a phase may use, each move at the cost of 1.
pub fn usable(allows: impl Fn(Turn4) -> bool) -> Vec<(Move, Cost)> {
    all().filter(|&mv| allows(turn(mv))).map(|mv| (mv, 1)).collect()
}

/// Turns of one axis commute: first the face that is written first, then the one across, then the half.
pub static ORDER: LazyLock<MoveOrder> = LazyLock::new(|| {
    let layer = |mv: Move| match turn(mv) {
        turn if turn.is_wide() => 2,
        turn => turn.turn().face() as usize / 3,
    };
    let axis = |mv: Move| turn(mv).turn().face().axis();
    MoveOrder::by_last_move(COUNT, move |last, mv| axis(last) != axis(mv) || layer(last) < layer(mv))
});

/// Which moves go on into sets of centre places.
pub struct CentreMoves {
    /// By move and byte of the set, where that byte's places go.
    to: Vec<[[Places; 256]; 3]>,
}

impl CentreMoves {
    /// For all moves.
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

    /// Where the centres of these places are after a move.
    #[inline(always)]
    pub fn after(&self, places: Places, mv: usize) -> Places {
        let [low, middle, high] = &self.to[mv];
        low[places as usize & 255] | middle[places as usize >> 8 & 255] | high[places as usize >> 16 & 255]
    }
}

/// The places of some centres.
pub fn places_of(cube: &Cube4, wanted: impl Fn(puzzle::Face) -> bool) -> Places {
    (0..24).filter(|&place| wanted(cube.centres()[place])).fold(0, |set, place| set | 1 << place)
}

/// Whether a turn is of one axis by halves, in all its layers.
pub fn is_half(turn: Turn) -> bool {
    turn.quarters() == 2
}

/// What tests of the phases are made of.
#[cfg(test)]
pub mod test_support {
    use search::{Control, Flow, Limits, Node, OrderState, Problem, Silent, Stop, Visit};

    use super::*;

    /// How many ways of this cost a search finds.
    pub fn ways<P: Problem>(problem: &P, start: P::State, cost: Cost) -> u64 {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut n_found = 0;
        Visit::new(problem, start).goals(problem, &[Node::root(start)], cost, false, &control, |_| {
            n_found += 1;
            Flow::On
        });
        n_found
    }

    /// The same, against all canonical sequences one by one, of which `ends` says whether a move may be the last.
    pub fn check_ways<P: Problem>(
        problem: &P,
        start: P::State,
        cost: Cost,
        ends: impl Fn(Move) -> bool,
    ) -> u64 {
        let n_found = ways(problem, start, cost);
        assert_eq!(n_found, count(problem, &start, OrderState::START, cost, &ends), "ways of {cost} moves");
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
