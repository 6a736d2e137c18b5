//! How to search. A [`Problem`] is a start-to-goal question over numbered moves; everything here works on any of them.
//! Reading order: [`problem`], [`node`], [`order`]; then iterative deepening ([`frontier`], `dive`, [`deepen`]) and who
//! runs its tasks ([`execute`], [`threads`]); then the searches that remember states (`memory`, `slots`,
//! `arena`, `open`, [`mod@best_first`], [`breadth`], [`beam`]); then questions small enough for a table ([`coord`], [`product`],
//! [`reduced`]).
//!
//! Nothing here knows a puzzle, a name, a file (but one that it is given to map) or a clock, and nothing here can fail.

pub mod problem;

pub mod node;

mod forward;

pub mod order;

pub mod control;
pub mod outcome;

pub mod abreast;
pub mod blind;
pub mod deepen;
mod dive;
pub mod execute;
mod fingerprint;
pub mod frontier;
mod levels;
pub mod ranks;
pub mod result;
mod round;
pub mod threads;
pub mod visit;

pub mod hardware;
pub mod simd;
pub mod table;

pub mod coord;
pub mod folded;
pub mod joined;
pub mod product;
pub mod reduced;

mod memory;

mod arena;
mod open;
mod slots;

pub mod beam;
pub mod best_first;
pub mod breadth;

pub use abreast::ida_star_each;
pub use best_first::{Rank, best_first, best_first_from};
pub use blind::Blind;
pub use breadth::{Census, breadth_first, breadth_first_from, count_states};
pub use control::{Control, Limits, Observer, Silent, Stop, StopReason, TableNote};
pub use coord::{Coordinate, Crew, MoveTable, enumerate, enumerate_from, enumerate_views};
pub use deepen::{Deepening, Span, depth_first, depth_first_from, ida_star, ida_star_from, ida_star_within};
pub use execute::{Executor, Job, Sequential};
pub use frontier::Split;
pub use joined::{Joined, Numbers};
pub use node::{Children, Node, Step};
pub use order::{MoveOrder, OrderState};
pub use outcome::{Answer, Counts, End, Outcome, Round};
pub use problem::{Cost, Move, Problem};
pub use product::{Place, Product};
pub use ranks::Ranks;
pub use reduced::Reduced;
pub use round::Want;
pub use threads::Threads;
pub use visit::{Flow, Goal, Visit};
