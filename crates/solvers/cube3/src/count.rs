//! Counts the cubes at every distance by breadth-first search. There are too many to count them all, so the search
//! continues until the length limit, the memory limit or another limit stops it.

use puzzle::Cube3;
use search::{Control, Cost, Move, MoveOrder, Problem, count_states};

use super::moves;
use solver::Census;
use solver::bits::members;
use solver::cube::{CubeQuery, CubeQueryError};

/// Number of deepest cubes that are reported.
const MAX_DEEPEST: usize = 10;

/// All cubes under some moves of cost 1. Every sequence is expanded: duplicate detection ensures that no cube is
/// counted twice.
struct CubeGraph {
    moves: Vec<Cube3>,
    order: MoveOrder,
}

impl Problem for CubeGraph {
    type State = Cube3;
    type Prefetched = ();

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

/// Counts the cubes that the turns of a query reach from its goal.
///
/// # Errors
/// If moves have different costs: half turns in the quarter-turn metric without the quarter turns that make them up.
pub fn count(query: &CubeQuery<Cube3>, control: &Control<'_>) -> Result<Census, CubeQueryError> {
    let all = moves::of(query.metric);
    let usable = all.made_of(|turn| query.turns.contains(turn));
    let single: Vec<Cube3> =
        members(usable).map(|mv| &all.generators[mv]).filter(|mv| mv.cost == 1).map(|mv| mv.cube).collect();
    // A move of cost 2 must be two equal moves of cost 1 in a row, or it would be missing.
    let is_made = |cube: &Cube3| single.iter().any(|mv| mv.then(mv) == *cube);
    if members(usable).map(|mv| &all.generators[mv]).any(|mv| mv.cost > 1 && !is_made(&mv.cube)) {
        return Err(CubeQueryError::WeightedCount);
    }
    let order = MoveOrder::free(single.len());
    let census = count_states(&CubeGraph { moves: single, order }, &Cube3::SOLVED, control);
    let deepest = census.deepest.iter().take(MAX_DEEPEST);
    Ok(Census {
        deepest: deepest.map(|cube| query.goal.then(cube).to_facelets()).collect(),
        per_depth: census.per_depth,
        counts: census.counts,
        end: census.end,
        table_bytes: 0,
    })
}
