//! Controls of searches that tests neither observe nor stop.

use std::sync::LazyLock;

use search::{Control, Limits, Silent, Stop};

/// A stop flag that is never raised: a [`Control`] does not hand out its flag.
static NEVER_RAISED: LazyLock<Stop> = LazyLock::new(Stop::default);

/// Returns a control without limits, observer or stop. Each control counts its own nodes.
pub fn silent() -> Control<'static> {
    limited(Limits::default())
}

/// Returns a control with limits, without observer or stop.
pub fn limited(limits: Limits) -> Control<'static> {
    Control::new(limits, &Silent, &NEVER_RAISED)
}
