//! The tables that are kept, by their names: what can be made before it is needed. A recipe that keeps a table adds it here.

use puzzle::Goal;
use search::Control;

use crate::recipe::cube3::korf::CornerDistances;
use crate::recipe::cube3::optimal::making;
use crate::recipe::cube3::optimal::serve::TIERS;
use crate::recipe::sliding::pattern::making as sliding_making;
use crate::recipe::sliding::pattern::partition::{Parts, Way, groups};
use crate::recipe::sliding::pattern::table::Group;
use crate::solver::Solver;
use ::solver::store::Spec;
use ::solver::{Estimate, Metric};

/// The most cells of a board that has tables, and the most tiles of one of them.
const MOST_CELLS: usize = 25;
const MOST_TILES: usize = 8;

/// One of them.
#[derive(Clone, Debug)]
pub struct KeptTable {
    spec: Spec,
    kind: Kind,
    peak: u64,
}

/// What it is for.
#[derive(Clone, Debug)]
enum Kind {
    /// Shortest solutions of the 3x3x3.
    Tier(Estimate),
    /// The same the plain way.
    Corners(Metric),
    /// Some tiles of a board.
    Tiles(Group),
}

impl KeptTable {
    /// All of them.
    pub fn all() -> Vec<KeptTable> {
        let tiers = TIERS.into_iter().filter_map(|(estimate, _, peak)| {
            let spec = making::spec(estimate)?;
            Some(KeptTable { spec, kind: Kind::Tier(estimate), peak })
        });
        let corners = [Metric::HalfTurn, Metric::QuarterTurn].into_iter().map(|metric| {
            let spec = CornerDistances::spec(metric);
            // The positions of the largest level are listed, two bytes each.
            KeptTable { peak: 5 * spec.bytes, spec, kind: Kind::Corners(metric) }
        });
        // What boards with the two usual goals are solved with.
        let sizes = [(4, Parts::new(&[7, 8])), (5, Parts::new(&[6, 6, 6, 6]))];
        let goals = sizes.into_iter().flat_map(|(side, parts)| {
            let goals = [Goal::Last, Goal::First].into_iter();
            goals.filter_map(move |goal| Some((goal.board(side, side).ok()?, parts)))
        });
        let tiles = goals.flat_map(|(goal, parts)| {
            let peak = sliding_making::peak(&goal, parts);
            groups(&goal, parts, Way::First).into_iter().filter_map(move |group| {
                let spec = sliding_making::spec(&group)?;
                Some(KeptTable { spec, kind: Kind::Tiles(group), peak })
            })
        });
        corners.chain(tiers).chain(tiles).collect()
    }

    /// The table of a name: one of [`KeptTable::all`], or that of some tiles of a board, which are kept for any goal and groups.
    pub fn named(name: &str) -> Option<KeptTable> {
        let table = KeptTable::all().into_iter().find(|table| table.name() == name);
        table.or_else(|| {
            let group = group_named(name)?;
            let spec = sliding_making::spec(&group).filter(|spec| spec.name == name)?;
            // The table, and two bits for each string in each of up to three regions.
            Some(KeptTable { peak: 3 * spec.bytes, spec, kind: Kind::Tiles(group) })
        })
    }

    /// The table of a name as it is kept: the [catalog](crate::store::Catalog) of this version.
    pub fn spec_named(name: &str) -> Option<Spec> {
        KeptTable::named(name).map(|table| table.spec)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// As it is kept.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Bytes it takes to make it.
    pub fn peak(&self) -> u64 {
        self.peak
    }
}

/// The tiles of a board by the name of their table, like `sliding-4x4-15-14.11.10.7.6.3.2`: rows and columns, where the blank
/// belongs, where the tiles belong.
fn group_named(name: &str) -> Option<Group> {
    let (name, knows_blank) = match name.strip_suffix("-blank") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let mut words = name.strip_prefix("sliding-")?.split('-');
    let (size, blank, homes) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
    let (rows, cols) = size.split_once('x')?;
    let (rows, cols): (usize, usize) = (rows.parse().ok()?, cols.parse().ok()?);
    let homes: Vec<usize> = homes.split('.').map(|home| home.parse().ok()).collect::<Option<_>>()?;
    let n_cells = rows.checked_mul(cols).filter(|&n| n <= MOST_CELLS)?;
    let is_new = |i: usize| !homes[..i].contains(&homes[i]);
    let fits = rows > 1
        && cols > 1
        && blank < n_cells
        && homes.len() <= MOST_TILES
        && homes.iter().all(|&home| home < n_cells && home != blank)
        && (0..homes.len()).all(is_new)
        && words.next().is_none();
    fits.then_some(Group { rows, cols, blank, homes, knows_blank })
}

impl Solver {
    /// Makes a table, and those that it leans on, unless it is kept. Whether it was finished.
    pub fn make(&self, table: &KeptTable, control: &Control<'_>) -> bool {
        match &table.kind {
            Kind::Tier(estimate) => self.optimal().make_tier(*estimate, control),
            Kind::Corners(metric) => self.optimal().corners(*metric, control).is_some(),
            Kind::Tiles(group) => self.boards().make(group, control),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_one_name() {
        for table in KeptTable::all() {
            let found = KeptTable::named(table.name()).expect("it is one of them");
            assert_eq!(found.spec, table.spec);
        }
        // For other groups, goals and boards than the usual.
        for name in [
            "sliding-4x4-15-0.1.2.3.4.5.6",
            "sliding-3x5-7-0.1.2.3.4.5.6.8",
            "sliding-4x4-0-1.2.3.4.5.6.7-blank",
        ] {
            let found = KeptTable::named(name).expect("groups can be named");
            assert_eq!(found.name(), name);
        }
    }

    #[test]
    fn other_names_have_no_table() {
        let names = [
            "",
            "3x3x3",
            "3x3x3-enormous",
            "sliding-4x4-15",
            "sliding-4x4-15-0.1.2.3.4.5.15",
            "sliding-4x4-15-0.1.2.3.4.5.5",
            "sliding-4x4-15-0.1.2.3.4.5.16",
            "sliding-4x4-15-0.1.2.3.4.5.06",
            "sliding-4x4-15-0.1.2.3.4.5.6-more",
            "sliding-4x4-15-0.1.2.3.4.5.6.7.8",
            "sliding-9x9-15-0.1.2.3.4.5.6",
            "sliding-1x16-15-0.1.2.3.4.5.6",
            "sliding-99999999999x99999999999-15-0.1.2.3.4.5.6",
            // Too small to be kept.
            "sliding-4x4-15-0.1.2",
        ];
        for name in names {
            assert!(KeptTable::named(name).is_none(), "{name}");
        }
    }
}
