//! All that is made for one puzzle, when it is first asked for.

use std::sync::{Arc, Mutex, OnceLock};

use search::Control;

use super::compiled::Compiled;
use super::distances::Distances;
use super::layout::Layout;
use super::symmetry::{Renaming, symmetries};
use super::views::{self, Budget, Choice, Views};
use crate::question::Defined;

/// What one puzzle with its goals and moves is solved with.
pub(crate) struct Tables<const N: usize> {
    renamings: Vec<Renaming>,
    pub compiled: Compiled<N>,
    pub distances: Distances<N>,
    /// Which looks to take when a search gets long.
    choice: OnceLock<Option<Choice>>,
    views: Mutex<Option<Arc<Views<N>>>>,
}

impl<const N: usize> Tables<N> {
    /// Nothing but what the moves do.
    pub fn new(question: &Defined, layout: Layout) -> Arc<Tables<N>> {
        let renamings = symmetries(question, &layout);
        let compiled = Compiled::new(question, layout, &renamings);
        let distances = Distances::new(&compiled);
        Arc::new(Tables { renamings, compiled, distances, choice: OnceLock::new(), views: Mutex::default() })
    }

    /// Which looks to take, if there are any and they fit the memory.
    pub fn choice(&self, question: &Defined, control: &Control<'_>) -> Option<&Choice> {
        let choose = || {
            let budget = Budget::within(control.limits.max_memory);
            views::choose::<N>(question, &self.compiled.layout, &self.renamings, budget)
        };
        let choice = self.choice.get_or_init(choose).as_ref();
        choice.filter(|choice| self.distances.bytes() + choice.bytes() <= control.limits.max_memory)
    }

    /// The table of two looks, if it has been made.
    pub fn views(&self) -> Option<Arc<Views<N>>> {
        self.views.lock().expect("whoever holds it does not panic").clone()
    }

    /// The same, made if need be; None if it was stopped.
    pub fn make_views(
        &self,
        question: &Defined,
        choice: &Choice,
        control: &Control<'_>,
    ) -> Option<Arc<Views<N>>> {
        let mut views = self.views.lock().expect("whoever holds it does not panic");
        if views.is_none() {
            let made = Views::new(question, &self.compiled.layout, &self.renamings, choice, control);
            *views = made.map(Arc::new);
        }
        views.clone()
    }
}
