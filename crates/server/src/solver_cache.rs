//! Solvers with the tables they have made, shared by jobs. Those of the puzzles that everybody asks for stay; of the others, which may
//! be any, the last few.

use std::sync::{Arc, Mutex};

use deepen::{Registry, Store};

/// How many solvers of other puzzles are kept.
pub const MAX_OTHERS: usize = 6;

/// Solvers by what they are for.
pub struct SolverCache {
    shared: Arc<Registry>,
    store: Store,
    /// The one asked for last is last.
    others: Mutex<Vec<(String, Arc<Registry>)>>,
}

impl SolverCache {
    /// Without any tables yet but what is kept on disk.
    pub fn new(store: Store) -> SolverCache {
        SolverCache { shared: Arc::new(Registry::new(&store)), store, others: Mutex::default() }
    }

    /// The solver for a subject; None is one of the usual ones.
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
        // One more: the longest unused goes, which is 1.
        let last = get(MAX_OTHERS);
        assert!(Arc::ptr_eq(&get(0), &first));
        assert!(Arc::ptr_eq(&get(MAX_OTHERS), &last));
        assert_eq!(solvers.others.lock().unwrap().len(), MAX_OTHERS);
        assert!(!solvers.others.lock().unwrap().iter().any(|(name, _)| name == "1"));
        assert!(Arc::ptr_eq(&solvers.get(None), &solvers.get(None)));
    }
}
