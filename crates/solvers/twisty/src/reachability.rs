//! Whether a goal can be reached at all: asked of the group of the moves before anything is searched, because a search for
//! what does not exist has no end.

use std::sync::{Arc, Mutex};

use puzzle::definition::group::NoGroup;
use puzzle::definition::{DefinedGroup, Reach};
use puzzle::group::{Budget, Unfinished};
use search::{Control, StopReason};

use crate::TwistyError;
use crate::TwistyQuery;

/// Goals whose groups are worked out. Where there are more, a search has to find out.
const MAX_GOALS: usize = 16;

/// Puzzles whose groups are remembered.
const MAX_CACHED: usize = 4;

/// Tells positions from which no goal can be reached, and keeps the groups that it has worked out for that.
#[derive(Default)]
pub struct ReachabilityCheck {
    /// For the last puzzles asked about a group around each goal, the latest last.
    recent: Mutex<Vec<(TwistyQuery, Arc<[DefinedGroup]>)>>,
}

impl ReachabilityCheck {
    /// Checks that some sequence of moves may lead from the start to a goal. A group knows of no rules: what is out of its reach
    /// is so with rules as well, and what they make out of reach is for a search to find. So is what takes too much memory to
    /// work out.
    ///
    /// # Errors
    /// If none does, or it was stopped.
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
            // Moves of a group can be undone, so it is the same from either end.
            if group.reaches_within(&query.start, budget)? != Reach::Unreachable {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the group around each goal. Not locked while groups are worked out: other threads may ask for other puzzles.
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

/// Why the work ended.
fn stopped(control: &Control<'_>) -> TwistyError {
    TwistyError::Stopped(control.stopped().unwrap_or(StopReason::Cancelled))
}
