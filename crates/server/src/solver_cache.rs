//! Solvers with their tables, shared by jobs. The solvers of common puzzles stay; of the others, which may be any, the
//! most recently used are cached.

use std::sync::{Arc, Mutex};

use deepen::{Registry, Store};

/// Number of cached solvers of other puzzles.
pub const MAX_OTHERS: usize = 6;

/// Registries of solvers by key; least recently used ones are dropped.
pub struct SolverCache {
    shared: Arc<Registry>,
    store: Store,
    /// The most recently used is last.
    others: Mutex<Vec<(String, Arc<Registry>)>>,
}

impl SolverCache {
    /// Creates a cache without tables except those on disk.
    pub fn new(store: Store) -> SolverCache {
        SolverCache { shared: Arc::new(Registry::new(&store)), store, others: Mutex::default() }
    }

    /// Returns the solvers for a key; None for those that all jobs share.
    pub fn get(&self, key: Option<String>) -> Arc<Registry> {
        let Some(key) = key else { return self.shared.clone() };
        let mut others = self.others.lock().expect("nothing panics while it is held");
        let solver = match others.iter().position(|(known, _)| *known == key) {
            Some(at) => others.remove(at).1,
            None => Arc::new(Registry::new(&self.store)),
        };
        if others.len() == MAX_OTHERS {
            others.remove(0);
        }
        others.push((key, solver.clone()));
        solver
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_few_stay() {
        let solvers = SolverCache::new(Store::nowhere());
        let get = |name: usize| solvers.get(Some(name.to_string()));
        let first = get(0);
        (1..MAX_OTHERS).for_each(|name| drop(get(name)));
        assert!(Arc::ptr_eq(&get(0), &first));
        // One more: the least recently used one goes, which is 1.
        let last = get(MAX_OTHERS);
        assert!(Arc::ptr_eq(&get(0), &first));
        assert!(Arc::ptr_eq(&get(MAX_OTHERS), &last));
        assert_eq!(solvers.others.lock().unwrap().len(), MAX_OTHERS);
        assert!(!solvers.others.lock().unwrap().iter().any(|(name, _)| name == "1"));
        assert!(Arc::ptr_eq(&solvers.get(None), &solvers.get(None)));
    }
}
