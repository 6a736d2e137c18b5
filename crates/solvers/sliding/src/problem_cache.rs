//! A cache of problems with their tables, shared by all requests for one goal.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use puzzle::Board;
use search::Control;
use solver::Cancelled;
use solver::lazy_table::lock_or_stop;

use crate::duplicate_fsm::DuplicatePruning;
use crate::pdb::build;
use crate::pdb::partition::PartitionSpec;

/// The key of a problem.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub goal: Board,
    pub kind: TypeId,
    pub pruning: DuplicatePruning,
    pub groups: Option<PartitionSpec>,
}

/// The problems of a solver.
#[derive(Default)]
pub(crate) struct ProblemCache {
    problems: Mutex<HashMap<Key, Arc<dyn Any + Send + Sync>>>,
    /// Locked while tables are built.
    building: Mutex<()>,
}

impl ProblemCache {
    /// Returns the problem with this key, and builds it on first use.
    ///
    /// # Errors
    /// If the stop flag is raised before it is built.
    pub fn get_or_build<P: Any + Send + Sync>(
        &self,
        key: Key,
        control: &Control<'_>,
        build: impl FnOnce() -> Result<P, Cancelled>,
    ) -> Result<Arc<P>, Cancelled> {
        if let Some(known) = self.get(&key) {
            return Ok(known);
        }
        // A second request for the same tables waits instead of building them again.
        let _building = lock_or_stop(&self.building, build::NAME, control)?;
        match self.get(&key) {
            Some(known) => Ok(known),
            None => Ok(self.insert(key, build()?)),
        }
    }

    /// Returns the problem of a type that has no tables to wait for, and builds it on first use.
    pub fn get_or_build_now<P: Any + Send + Sync>(&self, goal: &Board, build: impl FnOnce() -> P) -> Arc<P> {
        let key = Key {
            goal: goal.clone(),
            kind: TypeId::of::<P>(),
            pruning: DuplicatePruning::Reversals,
            groups: None,
        };
        self.get(&key).unwrap_or_else(|| self.insert(key, build()))
    }

    fn get<P: Any + Send + Sync>(&self, key: &Key) -> Option<Arc<P>> {
        let problems = self.problems.lock().expect("no panic while the lock is held");
        problems.get(key).map(|known| known.clone().downcast().expect("the key contains the type"))
    }

    fn insert<P: Any + Send + Sync>(&self, key: Key, problem: P) -> Arc<P> {
        let problem = Arc::new(problem);
        self.problems.lock().expect("no panic while the lock is held").insert(key, problem.clone());
        problem
    }
}
