//! Ends searches from another thread.

use crate::watch::Watch;

/// Ends the searches that were given it, those that begin later too. Cheap to clone; clones end the same searches.
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
    /// One that is not raised.
    pub fn new() -> Cancel {
        Cancel(crate::engine::Engine::shared().watch.sibling())
    }

    /// Ends the searches, within a few milliseconds.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// True if it was raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
