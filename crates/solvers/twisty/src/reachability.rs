//! Reachability check: whether a goal can be reached at all. The group of the moves (Schreier-Sims) decides it before a
//! search, because a search for a solution that does not exist may not end.

use std::sync::{Arc, Mutex};

use puzzle::definition::group::NoGroup;
use puzzle::definition::{DefinedGroup, Reach};
use puzzle::group::{Budget, Unfinished};
use search::{Control, StopReason};

use crate::TwistyError;
use crate::TwistyQuery;

/// Maximum number of goals whose groups are computed. With more goals, the search decides.
const MAX_GOALS: usize = 16;

/// Puzzles whose groups are cached.
const MAX_CACHED: usize = 4;

/// Detects positions from which no goal can be reached, and caches the groups it has computed.
#[derive(Default)]
pub struct ReachabilityCheck {
    /// For the last queries, a group around each goal, the latest last.
    recent: Mutex<Vec<(TwistyQuery, Arc<[DefinedGroup]>)>>,
}

impl ReachabilityCheck {
    /// Checks that the group of the moves contains a way from the start to a goal. The group ignores rules about
    /// illegal positions: if it does not reach a goal, neither does a search; if only the rules prevent it, the search
    /// has to find out. The same holds if the group takes too much memory.
    ///
    /// # Errors
    /// Returns an error if no goal can be reached, or the check was stopped.
    pub fn check(&self, query: &TwistyQuery, control: &Control<'_>) -> Result<(), TwistyError> {
        let goes_on = || control.stopped().is_none();
        let budget = Budget { goes_on: &goes_on, max_bytes: control.limits.max_memory };
        match self.is_unreachable(query, &budget) {
            Ok(true) => Err(TwistyError::OutOfReach),
            Ok(false) | Err(NoGroup::TooManyPoints(_) | NoGroup::Unfinished(Unfinished::TooLarge { .. })) => {
                Ok(())
            }
            Err(NoGroup::Unfinished(Unfinished::Stopped)) => Err(stopped(control)),
        }
    }

    /// True if it is proved that no goal can be reached.
    fn is_unreachable(&self, query: &TwistyQuery, budget: &Budget<'_>) -> Result<bool, NoGroup> {
        if query.goals.len() > MAX_GOALS {
            return Ok(false);
        }
        for group in self.groups(query, budget)?.iter() {
            // Group elements are invertible, so both directions are equivalent.
            if group.reaches_within(&query.start, budget)? != Reach::Unreachable {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the group around each goal. Not locked while groups are computed: other threads may need other puzzles.
    fn groups(&self, query: &TwistyQuery, budget: &Budget<'_>) -> Result<Arc<[DefinedGroup]>, NoGroup> {
        let lock = || self.recent.lock().expect("nothing panics while it is held");
        if let Some((_, groups)) = lock().iter().find(|(other, _)| other.has_same_tables(query)) {
            return Ok(groups.clone());
        }
        let around = |goal| DefinedGroup::within(&query.puzzle, &query.moves, goal, budget);
        let groups: Arc<[DefinedGroup]> = query.goals.iter().map(around).collect::<Result<_, _>>()?;
        let mut recent = lock();
        recent.push((query.clone(), groups.clone()));
        let n_old = recent.len().saturating_sub(MAX_CACHED);
        recent.drain(..n_old);
        Ok(groups)
    }
}

/// Returns the error for a check that was stopped.
fn stopped(control: &Control<'_>) -> TwistyError {
    TwistyError::Stopped(control.stopped().unwrap_or(StopReason::Cancelled))
}
