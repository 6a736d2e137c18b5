//! The interface of a step's coordinates: numbers that turns change by move tables, with a lower bound on the distance
//! to the set.

use puzzle::Cube3;
use search::Cost;

/// Coordinates of cubes, after the rotation of a target.
pub trait StepCoordinates: Send + Sync {
    /// The coordinates of one cube.
    type State: Copy + Send + Sync;

    /// Computes the coordinates of a cube.
    fn enter(&self, cube: &Cube3) -> Self::State;

    /// Returns the coordinates after a turn.
    fn turned(&self, state: &Self::State, turn: usize) -> Self::State;

    /// Returns the coordinates after a turn and their bound, if that is at most `max_bound`. If not, returns a larger
    /// bound, or None if the set is unreachable. Most cubes of a search are too far, and a look at some of the
    /// coordinates often shows it.
    fn turned_within(
        &self,
        state: &Self::State,
        turn: usize,
        max_bound: Cost,
    ) -> Result<(Self::State, Cost), Option<Cost>>;

    /// Returns a lower bound on the cost to the set; None if the set is unreachable.
    fn bound(&self, state: &Self::State) -> Option<Cost>;

    /// True if the cube is in the set, exactly.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Bytes of the tables in memory.
    fn bytes(&self) -> u64;
}
