//! How the tables of the tiers come to be: taken from the store, or filled and then kept there. What it takes to fill one
//! is made only if one has to be.

use std::cell::OnceCell;

use search::Control;
use search::table::data::Plain;

use super::blocks::Sheets;
use super::bounds::Leaning;
use super::coset::{Coordinates, X8, X24, X256, X512, X1536, X2048};
use super::fill::Sets;
use super::fold::SymTable;
use super::lines::{Bits, Lines};
use super::links::Links;
use super::nearest::Nearest;
use cube3::info::{GIANT, HUGE, INSTANT, LARGE, MEDIUM, STANDARD, VAST};
use solver::store::{FilledTable, ReportProgress, Spec, Store};
use solver::{Cancelled, Heuristic};

/// What is kept of a tier, if it is one. The large ones lean on the smallest, which is kept for itself.
pub fn spec(heuristic: Heuristic) -> Option<Spec> {
    let name = &format!("3x3x3-{}", heuristic.name());
    match heuristic {
        INSTANT => Some(Nearest::spec(name)),
        MEDIUM => Some(Lines::<X8>::spec(name)),
        STANDARD => Some(Lines::<X24>::spec(name)),
        LARGE => Some(Sheets::<X256>::spec(name)),
        HUGE => Some(Sheets::<X512>::spec(name)),
        GIANT => Some(Sheets::<X1536>::spec(name)),
        VAST => Some(Sheets::<X2048>::spec(name)),
        _ => None,
    }
}

/// Makes tables.
pub(super) struct Making<'a> {
    coordinates: &'a Coordinates,
    links: OnceCell<Links>,
    store: &'a Store,
    control: &'a Control<'a>,
}

impl<'a> Making<'a> {
    pub(super) fn new(coordinates: &'a Coordinates, store: &'a Store, control: &'a Control<'a>) -> Self {
        Making { coordinates, links: OnceCell::new(), store, control }
    }

    /// The smallest tier, up to a level. Too quick to be kept.
    pub(super) fn near(&self, last: u8) -> Result<Nearest, Cancelled> {
        Nearest::fill_to(last, self.coordinates, self.links()?, &self.quiet())
    }

    /// The smallest tier.
    pub(super) fn nearest(&self) -> Result<Nearest, Cancelled> {
        self.table(INSTANT, |watch| Nearest::fill(self.coordinates, self.links()?, watch))
    }

    /// One of the next. It takes the smallest to fill it, which need not be kept for that.
    pub(super) fn lines<T: Sets<Block: Bits>>(&self, heuristic: Heuristic) -> Result<Lines<T>, Cancelled> {
        self.table(heuristic, |watch| {
            let known = match spec(INSTANT) {
                Some(spec) => self.store.find(&spec, self.control)?,
                None => None,
            };
            let nearest = match known {
                Some(kept) => Nearest::from(kept),
                None => Nearest::fill(self.coordinates, self.links()?, &self.quiet())?,
            };
            Lines::fill(self.coordinates, self.links()?, &nearest, watch)
        })
    }

    /// A large one, with the one that it leans on.
    pub(super) fn leaning<T: SymTable>(&self, heuristic: Heuristic) -> Result<Box<Leaning<T>>, Cancelled> {
        let nearest = self.nearest()?;
        let blocks = self.table(heuristic, |watch| Sheets::fill(self.coordinates, self.links()?, watch))?;
        Ok(Box::new(Leaning { blocks, nearest }))
    }

    /// A table from the store, or filled.
    fn table<I: Plain, T: From<FilledTable<I>> + Into<FilledTable<I>>>(
        &self,
        heuristic: Heuristic,
        fill: impl FnOnce(ReportProgress<'_>) -> Result<T, Cancelled>,
    ) -> Result<T, Cancelled> {
        let spec = spec(heuristic).expect("one of the tiers");
        let fill = |watch: ReportProgress<'_>| fill(watch).map(T::into);
        self.store.table(&spec, heuristic.name(), self.control, fill).map(T::from)
    }

    fn links(&self) -> Result<&Links, Cancelled> {
        if self.links.get().is_none() {
            let links = Links::made(self.coordinates, &|| self.control.stopped().is_none())?;
            let _ = self.links.set(links);
        }
        self.links.get().ok_or(Cancelled)
    }

    /// Hears nothing.
    fn quiet(&self) -> impl Fn(u64, u64) -> bool + Sync {
        |_, _| self.control.stopped().is_none()
    }
}
