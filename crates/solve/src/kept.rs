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
