//! Building blocks of front ends: a [`Request`] becomes a [`Plan`], its inputs are parsed into [`Item`]s, and a
//! [`Session`] solves them. A [`Watch`] stops searches at their deadlines or when they are cancelled.
//!
//! ```
//! use deepen::front::{Allowance, Demand, Layout, Plan, Request, Session, Watch, items};
//! use deepen::search::{Sequential, Silent};
//! use deepen::solver::{TaskSpec, Text};
//!
//! let registry = deepen::Registry::default();
//! let request = Request::new(TaskSpec::named("2x2x2"), vec![Text::given("R U F")]);
//! let plan = Plan::new(&registry, &request)?;
//! let items = items(&*plan.task, &request.inputs, Layout::Auto);
//! let solvable = plan.request(&items[0])?;
//! let (watch, executor) = (Watch::new(), &Sequential);
//! let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor };
//! let timed = Session::new(&watch, Demand::One).solve(&solvable, &allowance, &Silent)?;
//! assert_eq!(timed.report.length, Some(3));
//! # Ok::<(), deepen::Error>(())
//! ```

pub use crate::items::{Item, Label, Layout, items, items_on_line};
pub use crate::plan::{HINT_TIME, Plan, all_threads};
pub use crate::registry::{catalog, expected_names};
pub use crate::request::{Request, RequestLimits};
pub use crate::session::{Allowance, Progress, Runner, Session, Timed};
pub use crate::watch::{Guard, Watch};
pub use solver::Demand;
