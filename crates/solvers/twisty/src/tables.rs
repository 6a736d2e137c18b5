//! All that is made for one puzzle, when it is first asked for.

use std::sync::{Arc, Mutex, OnceLock};

use search::Control;

use super::compiled::Compiled;
use super::distances::Distances;
use super::layout::Layout;
use super::pdb::{self, Budget, Choice, Pdb};
use super::symmetry::{Renaming, symmetries};
use crate::Defined;
use crate::info::LOOKS;
use solver::lazy_table::lock_or_stop;

/// What one puzzle with its goals and moves is solved with.
pub struct Tables<const N: usize> {
    renamings: Vec<Renaming>,
    pub compiled: Compiled<N>,
    pub distances: Distances<N>,
    /// Which projections to take when a search gets long.
    choice: OnceLock<Option<Choice>>,
    pdb: Mutex<Option<Arc<Pdb<N>>>>,
    /// Locked while it is made.
    making: Mutex<()>,
}

impl<const N: usize> Tables<N> {
    /// Nothing but what the moves do. None if it was stopped.
    pub fn new(question: &Defined, layout: Layout, control: &Control<'_>) -> Option<Arc<Tables<N>>> {
        let goes_on = || control.stopped().is_none();
        let renamings = symmetries(question, &layout, &goes_on)?;
        let compiled = Compiled::new(question, layout, &renamings, &goes_on)?;
        let distances = Distances::new(&compiled);
        let (choice, pdb, making) = (OnceLock::new(), Mutex::default(), Mutex::default());
        Some(Arc::new(Tables { renamings, compiled, distances, choice, pdb, making }))
    }

    /// Which projections to take, if there are any and they fit the memory.
    pub fn choice(&self, question: &Defined, control: &Control<'_>) -> Option<&Choice> {
        if self.choice.get().is_none() {
            let budget = Budget::within(control.limits.max_memory);
            let goes_on = || control.stopped().is_none();
            let choice = pdb::choose::<N>(question, &self.compiled.layout, &self.renamings, budget, &goes_on);
            // What was not looked at to the end is no choice.
            if goes_on() {
                self.choice.get_or_init(|| choice);
            }
        }
        let choice = self.choice.get().and_then(Option::as_ref);
        choice.filter(|choice| self.distances.bytes() + choice.bytes() <= control.limits.max_memory)
    }

    /// The table of two projections, if it has been made.
    pub fn pdb(&self) -> Option<Arc<Pdb<N>>> {
        self.pdb.lock().expect("nothing panics while it is held").clone()
    }

    /// The same, made if need be; None if it was stopped.
    pub fn make_pdb(
        &self,
        question: &Defined,
        choice: &Choice,
        control: &Control<'_>,
    ) -> Option<Arc<Pdb<N>>> {
        let _making = lock_or_stop(&self.making, LOOKS.name(), control).ok()?;
        if let Some(known) = self.pdb() {
            return Some(known);
        }
        let made = Arc::new(Pdb::new(question, &self.compiled.layout, &self.renamings, choice, control)?);
        *self.pdb.lock().expect("nothing panics while it is held") = Some(made.clone());
        Some(made)
    }
}
