//! Solving requests in tests: without progress reports, and with nothing that stops a search but its limits.

use std::sync::LazyLock;

use search::{Control, Limits, Sequential, Silent, Stop};
use solver::{Error, Report, Request};

/// A stop flag that no code can raise: a [`Control`] does not hand out its flag.
static NEVER_RAISED: LazyLock<Stop> = LazyLock::new(Stop::default);

/// Returns a control without limits, observer or stop. Each control counts its own nodes.
pub fn silent() -> Control<'static> {
    limited(Limits::default())
}

/// Returns a control with limits, without observer or stop.
pub fn limited(limits: Limits) -> Control<'static> {
    Control::new(limits, &Silent, &NEVER_RAISED)
}

/// Solves a request on one thread without limits.
///
/// # Errors
/// Those of [`Request::solve`].
pub fn solve(request: &Request) -> Result<Report, Error> {
    request.solve(&Sequential, &silent())
}
