//! Builds the tables of the heuristics: reads them from the store, or fills and stores them. The move tables for
//! filling are built only if needed.

use std::cell::OnceCell;

use search::Control;
use search::table::data::Plain;
use search::table::levels::assert_levels;

use super::coset::{Coordinates, X8, X24, X256, X512, X1536, X2048};
use super::fill::FillSpace;
use super::fold::FoldedSpace;
use super::h0_table::H0Table;
use super::known_levels;
use super::layout_large::LargeBlockTable;
use super::layout_small::{Bits, SmallBlockTable};
use super::prune_table::LargePruneTable;
use super::row_moves::RowMoves;
use cube3::info::{
    COSET_H0, COSET_X8, COSET_X24, COSET_X256, COSET_X512, COSET_X1536, COSET_X2048, TABLE_PREFIX,
};
use solver::store::{FilledTable, ReportProgress, Spec, Store, Wanted};
use solver::{Cancelled, Heuristic};

/// Returns the description of the stored table of a heuristic, if it has one. The tables of large blocks need the H0
/// table as well, which is stored on its own.
pub fn spec(heuristic: Heuristic) -> Option<Spec> {
    let name = &format!("{TABLE_PREFIX}{}", heuristic.name());
    match heuristic {
        COSET_H0 => Some(H0Table::spec(name)),
        COSET_X8 => Some(SmallBlockTable::<X8>::spec(name)),
        COSET_X24 => Some(SmallBlockTable::<X24>::spec(name)),
        COSET_X256 => Some(LargeBlockTable::<X256>::spec(name)),
        COSET_X512 => Some(LargeBlockTable::<X512>::spec(name)),
        COSET_X1536 => Some(LargeBlockTable::<X1536>::spec(name)),
        COSET_X2048 => Some(LargeBlockTable::<X2048>::spec(name)),
        _ => None,
    }
}

/// Returns the request for the stored table of a heuristic.
fn wanted(heuristic: Heuristic, spec: &Spec) -> Wanted<'_> {
    Wanted { spec, label: heuristic.name(), levels: known_levels::of(heuristic) }
}

/// Builds or reads tables.
pub(super) struct TableBuilder<'a> {
    coordinates: &'a Coordinates,
    row_moves: OnceCell<RowMoves>,
    store: &'a Store,
    control: &'a Control<'a>,
}

impl<'a> TableBuilder<'a> {
    pub(super) fn new(coordinates: &'a Coordinates, store: &'a Store, control: &'a Control<'a>) -> Self {
        TableBuilder { coordinates, row_moves: OnceCell::new(), store, control }
    }

    /// Builds the H0 table up to a level. This is too quick to be worth storing.
    pub(super) fn h0_levels(&self, last: u8) -> Result<H0Table, Cancelled> {
        H0Table::fill_to(last, self.coordinates, self.row_moves()?, &self.without_report())
    }

    /// Returns the H0 table.
    pub(super) fn h0(&self) -> Result<H0Table, Cancelled> {
        self.table(COSET_H0, |report| H0Table::fill(self.coordinates, self.row_moves()?, report))
    }

    /// Returns a table of small blocks. Filling it needs the H0 table, which need not be stored for that.
    pub(super) fn small<T: FillSpace<Set: Bits>>(
        &self,
        heuristic: Heuristic,
    ) -> Result<SmallBlockTable<T>, Cancelled> {
        self.table(heuristic, |report| {
            let spec = spec(COSET_H0).expect("a coset table");
            let h0 = match self.store.find(wanted(COSET_H0, &spec), self.control)? {
                Some(stored) => H0Table::from(stored),
                None => {
                    let h0 = H0Table::fill(self.coordinates, self.row_moves()?, &self.without_report())?;
                    assert_levels(COSET_H0.name(), h0.distribution(), &known_levels::H0);
                    h0
                }
            };
            SmallBlockTable::fill(self.coordinates, self.row_moves()?, &h0, report)
        })
    }

    /// Returns a table of large blocks with the H0 table.
    pub(super) fn large<T: FoldedSpace>(
        &self,
        heuristic: Heuristic,
    ) -> Result<Box<LargePruneTable<T>>, Cancelled> {
        let h0 = self.h0()?;
        let blocks = self
            .table(heuristic, |report| LargeBlockTable::fill(self.coordinates, self.row_moves()?, report))?;
        Ok(Box::new(LargePruneTable { blocks, h0 }))
    }

    /// Passes a stored table on, if there is one.
    pub(super) fn stored<I: Plain, T: From<FilledTable<I>>, R>(
        &self,
        heuristic: Heuristic,
        use_table: impl FnOnce(T) -> R,
    ) -> Result<Option<R>, Cancelled> {
        let spec = spec(heuristic).expect("a coset table");
        let table = self.store.find(wanted(heuristic, &spec), self.control)?;
        Ok(table.map(|table| use_table(T::from(table))))
    }

    /// Reads a table from the store, or fills it.
    fn table<I: Plain, T: From<FilledTable<I>> + Into<FilledTable<I>>>(
        &self,
        heuristic: Heuristic,
        fill: impl Fn(ReportProgress<'_>) -> Result<T, Cancelled>,
    ) -> Result<T, Cancelled> {
        let spec = spec(heuristic).expect("a coset table");
        let fill = |report: ReportProgress<'_>| fill(report).map(T::into);
        self.store.table(wanted(heuristic, &spec), self.control, fill).map(T::from)
    }

    fn row_moves(&self) -> Result<&RowMoves, Cancelled> {
        if self.row_moves.get().is_none() {
            let row_moves = RowMoves::build(self.coordinates, &|| self.control.stopped().is_none())?;
            let _ = self.row_moves.set(row_moves);
        }
        self.row_moves.get().ok_or(Cancelled)
    }

    /// Returns a progress callback that only checks for cancellation.
    fn without_report(&self) -> impl Fn(u64, u64) -> bool + Sync {
        |_, _| self.control.stopped().is_none()
    }
}
