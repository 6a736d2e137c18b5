//! Whether a goal can be reached at all: asked of the group of the moves before anything is searched, because a search for
//! what does not exist has no end.

use std::sync::{Arc, Mutex};

use puzzle::definition::{DefinedGroup, Reach};

use crate::error::Error;
use crate::question::Defined;

/// Goals whose groups are worked out. Where there are more, a search has to find out.
const MOST_GOALS: usize = 16;

/// Puzzles whose groups are remembered.
const REMEMBERED: usize = 4;

/// Tells positions from which no goal can be reached, and keeps the groups that it has worked out for that.
#[derive(Default)]
pub(crate) struct Reachable {
    /// For the last puzzles asked about a group around each goal, the latest last.
    known: Mutex<Vec<(Defined, Arc<[DefinedGroup]>)>>,
}

impl Reachable {
    /// Whether some sequence of moves may lead from the start to a goal. A group knows of no rules: what is out of its reach
    /// is so with rules as well, and what they make out of reach is for a search to find.
    ///
    /// # Errors
    /// If none does.
    pub fn check(&self, question: &Defined) -> Result<(), Error> {
        // Moves of a group can be undone, so it is the same from either end.
        let is_out = |group: &DefinedGroup| group.reaches(&question.start) == Reach::Unreachable;
        match self.groups(question) {
            Some(groups) if groups.iter().all(is_out) => Err(Error::OutOfReach),
            _ => Ok(()),
        }
    }

    /// The group around each goal; None if that would be too much.
    fn groups(&self, question: &Defined) -> Option<Arc<[DefinedGroup]>> {
        if question.goals.len() > MOST_GOALS {
            return None;
        }
        let mut known = self.known.lock().expect("whoever holds it does not panic");
        if let Some((_, groups)) = known.iter().find(|(other, _)| other.has_same_tables(question)) {
            return Some(groups.clone());
        }
        let around = |goal| DefinedGroup::around(&question.puzzle, &question.moves, goal).ok();
        let groups: Arc<[DefinedGroup]> = question.goals.iter().map(around).collect::<Option<_>>()?;
        known.push((question.clone(), groups.clone()));
        let n_old = known.len().saturating_sub(REMEMBERED);
        known.drain(..n_old);
        Some(groups)
    }
}
