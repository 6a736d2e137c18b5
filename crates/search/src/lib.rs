//! The search engine. A [`Problem`] is a state space: states, numbered moves, goals and a lower bound. Every algorithm
//! here runs on any problem.
//!
//! Reading order:
//! - the state space: [`problem`], [`node`], [`move_order`] (canonical sequences);
//! - iterative deepening (IDA*): [`frontier`] (tasks), `node_loop`, `round`, [`iterative_deepening`], [`interleaved`];
//! - executors, which run the tasks of a round: [`executor`], [`threads`] (task claiming), [`ranks`] (several processes,
//!   with checkpoint and resume);
//! - searches that store states, with duplicate detection: `memory_budget`, `hash_index`, `state_arena` (closed list),
//!   `open_list`, [`mod@best_first`] (A*), [`mod@breadth_first`], [`beam`];
//! - coordinates and prune tables: [`coordinate`], [`product_table`], [`table_problem`], [`multi_coord`], [`sym_table`]
//!   (symmetry reduction), [`table`] (table storage).
//!
//! Nothing here knows a puzzle, a name or a clock; no file is opened (a table maps a file that the caller has opened);
//! and no search returns an error.

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
pub mod parallel;
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
