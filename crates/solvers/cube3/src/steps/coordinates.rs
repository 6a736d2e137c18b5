//! What a search for a set of cubes sees of a cube: numbers that turns change by tables, and how far they are from the
//! set.

use puzzle::Cube3;
use search::Cost;

/// What is seen of cubes, as they lie after the rotation of an aim.
pub trait StepCoordinates: Send + Sync {
    /// What is seen of one.
    type State: Copy + Send + Sync;

    /// What is seen of a cube.
    fn enter(&self, cube: &Cube3) -> Self::State;

    /// What is seen after a turn.
    fn turned(&self, state: &Self::State, turn: usize) -> Self::State;

    /// What is seen after a turn and its bound, if that is at most `max_bound`. If not, a bound that is more, or None if there
    /// is no way; most cubes of a search are farther than they may be, and a first look at a part of them often says so.
    fn turned_within(
        &self,
        state: &Self::State,
        turn: usize,
        max_bound: Cost,
    ) -> Result<(Self::State, Cost), Option<Cost>>;

    /// Never more than what the way into the set costs; None if there is none.
    fn bound(&self, state: &Self::State) -> Option<Cost>;

    /// Whether the cube is in the set, exactly.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Bytes of tables.
    fn bytes(&self) -> u64;
}
