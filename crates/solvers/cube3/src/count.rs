//! Counts the cubes at every distance, breadth first. There are far too many to count them all, so it goes on until the
//! length limit, the memory limit or another limit ends it.

use puzzle::Cube3;
use search::{Control, Cost, Move, MoveOrder, Problem, count_states};

use super::moves;
use solver::Census;
use solver::bits::members;
use solver::cube::{Twist, TwistError};

/// How many of the deepest cubes are told.
const MAX_DEEPEST: usize = 10;

/// All cubes under some moves of cost 1. Every sequence is looked at: cubes are remembered, so none is counted twice.
struct Turning {
    moves: Vec<Cube3>,
    order: MoveOrder,
}

impl Problem for Turning {
    type State = Cube3;
    type Ahead = ();

    fn n_moves(&self) -> usize {
        self.moves.len()
    }

    fn step(&self, from: &Cube3, mv: Move, to: &mut Cube3) -> bool {
        *to = from.then(&self.moves[usize::from(mv.0)]);
        true
    }

    fn is_goal(&self, cube: &Cube3) -> bool {
        *cube == Cube3::SOLVED
    }

    fn lower_bound(&self, _cube: &Cube3) -> Cost {
        0
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

/// Counts the cubes that the turns of a question reach from its goal.
///
/// # Errors
/// If moves have different costs: half turns in quarter turns where the quarter turns that make them are missing.
pub fn count(twist: &Twist<Cube3>, control: &Control<'_>) -> Result<Census, TwistError> {
    let all = moves::of(twist.metric);
    let usable = all.made_of(|turn| twist.turns.contains(turn));
    let single: Vec<Cube3> =
        members(usable).map(|mv| &all.generators[mv]).filter(|mv| mv.cost == 1).map(|mv| mv.cube).collect();
    // A dearer move is two of these in a row, or it would be left out.
    let is_made = |cube: &Cube3| single.iter().any(|mv| mv.then(mv) == *cube);
    if members(usable).map(|mv| &all.generators[mv]).any(|mv| mv.cost > 1 && !is_made(&mv.cube)) {
        return Err(TwistError::WeightedCount);
    }
    let order = MoveOrder::free(single.len());
    let census = count_states(&Turning { moves: single, order }, &Cube3::SOLVED, control);
    let deepest = census.deepest.iter().take(MAX_DEEPEST);
    Ok(Census {
        deepest: deepest.map(|cube| twist.goal.then(cube).to_facelets()).collect(),
        per_depth: census.per_depth,
        counts: census.counts,
        end: census.end,
        table_bytes: 0,
    })
}

#[cfg(test)]
mod tests {
    use puzzle::cube::TurnSet;
    use search::{End, Limits, Silent, Stop, StopReason};

    use super::*;
    use solver::cube::Metric;

    fn check(metric: Metric, turns: TurnSet, expected: &[u64]) {
        let twist = Twist { start: Cube3::SOLVED, goal: Cube3::SOLVED, metric, turns };
        let limits = Limits { max_cost: expected.len() as Cost - 1, ..Limits::default() };
        let stop = Stop::default();
        let census = count(&twist, &Control::new(limits, &Silent, &stop)).expect("one cost");
        assert_eq!(census.per_depth, expected, "{metric:?}");
        assert_eq!(census.end, End::Stopped(StopReason::Cost));
    }

    /// The first two are published (OEIS A080601, A080602); turns of two opposite faces at once make 18 + 27 axial moves.
    #[test]
    fn levels_are_the_published_ones() {
        check(Metric::HalfTurn, TurnSet::ALL, &[1, 18, 243, 3240, 43_239]);
        check(Metric::QuarterTurn, TurnSet::ALL, &[1, 12, 114, 1068, 10_011, 93_840]);
        check(Metric::Axial, TurnSet::ALL, &[1, 45, 1347]);
    }
}
