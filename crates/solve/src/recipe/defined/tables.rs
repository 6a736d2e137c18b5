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
    /// Nothing but what the moves do. None if it was stopped.
    pub fn new(question: &Defined, layout: Layout, control: &Control<'_>) -> Option<Arc<Tables<N>>> {
        let goes_on = || control.stopped().is_none();
        let renamings = symmetries(question, &layout, &goes_on)?;
        let compiled = Compiled::new(question, layout, &renamings, &goes_on)?;
        let distances = Distances::new(&compiled);
        let (choice, views) = (OnceLock::new(), Mutex::default());
        Some(Arc::new(Tables { renamings, compiled, distances, choice, views }))
    }

    /// Which looks to take, if there are any and they fit the memory.
    pub fn choice(&self, question: &Defined, control: &Control<'_>) -> Option<&Choice> {
        if self.choice.get().is_none() {
            let budget = Budget::within(control.limits.max_memory);
            let goes_on = || control.stopped().is_none();
            let choice =
                views::choose::<N>(question, &self.compiled.layout, &self.renamings, budget, &goes_on);
            // What was not looked at to the end is no choice.
            if goes_on() {
                self.choice.get_or_init(|| choice);
            }
        }
        let choice = self.choice.get().and_then(Option::as_ref);
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
