//! Solvers with the tables they have made, shared by jobs. Those of the puzzles that everybody asks for stay; of the others, which may
//! be any, the last few.

use std::sync::{Arc, Mutex};

use deepen::{Registry, Store};

/// How many solvers of other puzzles are kept.
pub const KEPT: usize = 6;

/// Solvers by what they are for.
pub struct Solvers {
    usual: Arc<Registry>,
    store: Store,
    /// The one asked for last is last.
    others: Mutex<Vec<(String, Arc<Registry>)>>,
}

impl Solvers {
    /// Without any tables yet but what is kept on disk.
    pub fn new(store: Store) -> Solvers {
        Solvers { usual: Arc::new(Registry::new(&store)), store, others: Mutex::default() }
    }

    /// The solver for a subject; None is one of the usual ones.
    pub fn of(&self, subject: Option<String>) -> Arc<Registry> {
        let Some(subject) = subject else { return self.usual.clone() };
        let mut others = self.others.lock().expect("nothing panics while it is held");
        let solver = match others.iter().position(|(known, _)| *known == subject) {
            Some(at) => others.remove(at).1,
            None => Arc::new(Registry::new(&self.store)),
        };
        if others.len() == KEPT {
            others.remove(0);
        }
        others.push((subject, solver.clone()));
        solver
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_few_stay() {
        let solvers = Solvers::new(Store::nowhere());
        let of = |name: usize| solvers.of(Some(name.to_string()));
        let first = of(0);
        (1..KEPT).for_each(|name| drop(of(name)));
        assert!(Arc::ptr_eq(&of(0), &first));
        // One more: the longest unused goes, which is 1.
        let last = of(KEPT);
        assert!(Arc::ptr_eq(&of(0), &first));
        assert!(Arc::ptr_eq(&of(KEPT), &last));
        assert_eq!(solvers.others.lock().unwrap().len(), KEPT);
        assert!(!solvers.others.lock().unwrap().iter().any(|(name, _)| name == "1"));
        assert!(Arc::ptr_eq(&solvers.of(None), &solvers.of(None)));
    }
}
