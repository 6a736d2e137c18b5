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

pub mod move_order;

pub mod control;
pub mod outcome;

pub mod blind;
mod cpu_dispatch;
pub mod executor;
mod fingerprint;
pub mod frontier;
pub mod interleaved;
pub mod iterative_deepening;
mod node_loop;
pub mod ranks;
mod round;
pub mod task_result;
pub mod threads;
pub mod visit;

pub mod hardware;
pub mod simd;
pub mod table;

pub mod coordinate;
pub mod multi_coord;
pub mod product_table;
pub mod sym_table;
pub mod table_problem;

mod memory_budget;

mod hash_index;
mod open_list;
mod state_arena;

pub mod beam;
pub mod best_first;
pub mod breadth_first;

pub use best_first::{Rank, best_first, best_first_from};
pub use blind::Blind;
pub use breadth_first::{Census, breadth_first, breadth_first_from, count_states};
pub use control::{Control, Limits, Observer, Silent, Stop, StopReason, TableNote};
pub use coordinate::{Coordinate, MoveTable, Workers, enumerate, enumerate_from, enumerate_views};
pub use executor::{Executor, Job, Sequential};
pub use frontier::Split;
pub use interleaved::ida_star_each;
pub use iterative_deepening::{
    Deepening, Span, depth_first, depth_first_from, ida_star, ida_star_from, ida_star_within,
};
pub use move_order::{MoveOrder, OrderState};
pub use multi_coord::{CoordArray, MultiCoord};
pub use node::{Children, Node, Step};
pub use outcome::{Answer, Counts, End, Outcome, Round};
pub use problem::{Cost, Move, Problem};
pub use product_table::{Coords, ProductTable};
pub use ranks::Ranks;
pub use round::Want;
pub use table_problem::TableProblem;
pub use threads::Threads;
pub use visit::{Flow, Goal, Visit};
