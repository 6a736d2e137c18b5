//! The 2x2x2 cube. A position is a normalised cube: the corner DBL is held still, so turns of U, R and F are all there
//! are. It is two numbers, where the corners lie ([`coords`]) and how they are twisted, and small enough
//! that every distance can be known ([`exact`]).

pub mod coords;
pub mod exact;
mod pocket;
mod serve;

pub use exact::{Exact, Shortest};
pub use pocket::Pocket;
pub use serve::turn;
pub use serve::{Recipes, check, count, replay};
