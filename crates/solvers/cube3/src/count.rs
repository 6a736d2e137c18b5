//! Counts the cubes at every distance, breadth first. There are far too many to count them all, so it goes on until the
//! length limit, the memory limit or another limit ends it.

use puzzle::Cube3;
use search::{Control, Cost, Move, MoveOrder, Problem, count_states};

use super::moves;
use solver::Census;
use solver::bits::members;
use solver::cube::{CubeQuery, CubeQueryError};

/// How many of the deepest cubes are told.
const MAX_DEEPEST: usize = 10;

/// All cubes under some moves of cost 1. Every sequence is looked at: cubes are remembered, so none is counted twice.
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

/// Counts the cubes that the turns of a question reach from its goal.
///
/// # Errors
/// If moves have different costs: half turns in quarter turns where the quarter turns that make them are missing.
pub fn count(query: &CubeQuery<Cube3>, control: &Control<'_>) -> Result<Census, CubeQueryError> {
    let all = moves::of(query.metric);
    let usable = all.made_of(|turn| query.turns.contains(turn));
    let single: Vec<Cube3> =
        members(usable).map(|mv| &all.generators[mv]).filter(|mv| mv.cost == 1).map(|mv| mv.cube).collect();
    // A dearer move is two of these in a row, or it would be left out.
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
