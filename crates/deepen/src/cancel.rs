//! Cancellation of searches from another thread.

use crate::watch::Watch;

/// A handle that cancels the searches it was passed to, including those that start later. Cheap to clone; clones cancel
/// the same searches.
///
/// ```
/// use std::thread;
/// use std::time::Duration;
///
/// let cancel = deepen::Cancel::new();
/// let other = cancel.clone();
/// thread::spawn(move || {
///     thread::sleep(Duration::from_millis(50));
///     other.cancel();
/// });
/// let hard = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
/// let result = deepen::Solve::new("sliding").heuristic("manhattan").cancel(&cancel).run(hard);
/// assert!(result.is_err());
/// ```
#[derive(Clone, Default)]
pub struct Cancel(pub(crate) Watch);

impl Cancel {
    /// Creates a handle that is not cancelled.
    pub fn new() -> Cancel {
        Cancel(crate::engine::Engine::shared().watch.sibling())
    }

    /// Cancels the searches. They end within a few milliseconds.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// True after [`Cancel::cancel`].
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
