//! All tables of one puzzle, built on demand.

use std::sync::{Arc, Mutex, OnceLock};

use search::Control;

use super::compiled_puzzle::CompiledPuzzle;
use super::growing_prune_table::GrowingPruneTable;
use super::pdb::{self, Pdb, PdbBudget, PdbChoice};
use super::state_layout::Layout;
use super::symmetry::{Automorphism, symmetries};
use crate::TwistyQuery;
use crate::info::PDB;
use solver::lazy_table::lock_or_stop;

/// The tables for one puzzle with its goals and moves.
pub struct Tables<const N: usize> {
    automorphisms: Vec<Automorphism>,
    pub compiled: CompiledPuzzle<N>,
    pub prune_table: GrowingPruneTable<N>,
    /// The projections for a pattern database, when a search gets long.
    pdb_choice: OnceLock<Option<PdbChoice>>,
    pdb: Mutex<Option<Arc<Pdb<N>>>>,
    /// Locked while the pattern database is built.
    build_lock: Mutex<()>,
}

impl<const N: usize> Tables<N> {
    /// Compiles the moves, without any tables. None if it was stopped.
    pub fn new(query: &TwistyQuery, layout: Layout, control: &Control<'_>) -> Option<Arc<Tables<N>>> {
        let goes_on = || control.stopped().is_none();
        let automorphisms = symmetries(query, &layout, &goes_on)?;
        let compiled = CompiledPuzzle::new(query, layout, &automorphisms, &goes_on)?;
        let prune_table = GrowingPruneTable::new(&compiled);
        let (pdb_choice, pdb, build_lock) = (OnceLock::new(), Mutex::default(), Mutex::default());
        Some(Arc::new(Tables { automorphisms, compiled, prune_table, pdb_choice, pdb, build_lock }))
    }

    /// Returns the projections for a pattern database, if there are any and they fit the memory.
    pub fn pdb_choice(&self, query: &TwistyQuery, control: &Control<'_>) -> Option<&PdbChoice> {
        if self.pdb_choice.get().is_none() {
            let budget = PdbBudget::within(control.limits.max_memory);
            let goes_on = || control.stopped().is_none();
            let pdb_choice =
                pdb::choose::<N>(query, &self.compiled.layout, &self.automorphisms, budget, &goes_on);
            // A choice that was interrupted is not cached.
            if goes_on() {
                self.pdb_choice.get_or_init(|| pdb_choice);
            }
        }
        let pdb_choice = self.pdb_choice.get().and_then(Option::as_ref);
        pdb_choice
            .filter(|pdb_choice| self.prune_table.bytes() + pdb_choice.bytes() <= control.limits.max_memory)
    }

    /// Returns the pattern database, if it has been built.
    pub fn pdb(&self) -> Option<Arc<Pdb<N>>> {
        self.pdb.lock().expect("nothing panics while it is held").clone()
    }

    /// Returns the pattern database, and builds it if necessary; None if it was stopped.
    pub fn build_pdb(
        &self,
        query: &TwistyQuery,
        pdb_choice: &PdbChoice,
        control: &Control<'_>,
    ) -> Option<Arc<Pdb<N>>> {
        let _making = lock_or_stop(&self.build_lock, PDB.name(), control).ok()?;
        if let Some(known) = self.pdb() {
            return Some(known);
        }
        let built =
            Arc::new(Pdb::new(query, &self.compiled.layout, &self.automorphisms, pdb_choice, control)?);
        *self.pdb.lock().expect("nothing panics while it is held") = Some(built.clone());
        Some(built)
    }
}
