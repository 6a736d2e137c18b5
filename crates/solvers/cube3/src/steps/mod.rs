//! Steps of the 3x3x3: the shortest ways into a set of cubes, as solvers of Fewest Moves look for them.
//!
//! [`goal`] says which sets there are. A search sees of a cube what its [`scope`] is: [`parts`] watch pieces in places,
//! [`domino`] walks on the table of Kociemba's first phase. [`hunt`] makes a problem of all aims of a step, on one side
//! of the scramble or both, in the [`order`] of its moves; [`serve`] is the face to requests.

pub mod domino;
pub mod goal;
pub mod hunt;
pub mod order;
pub mod parts;
pub mod scope;
mod serve;

pub use goal::{Aim, StepGoal};
pub use serve::{Recipes, replay};
pub use serve::{Spoken, Steps};
