//! The tables that are kept, by their names: what can be made before it is needed. A recipe that keeps a table adds it here.

use search::Control;

use crate::question::Metric;
use crate::recipe::cube3::korf::CornerDistances;
use crate::recipe::cube3::optimal::making;
use crate::recipe::cube3::optimal::serve::TIERS;
use crate::request::Estimate;
use crate::solver::Solver;
use crate::store::Spec;

/// One of them.
#[derive(Clone, Debug)]
pub struct KeptTable {
    spec: Spec,
    kind: Kind,
    peak: u64,
}

/// What it is for.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Shortest solutions of the 3x3x3.
    Tier(Estimate),
    /// The same the plain way.
    Corners(Metric),
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
        corners.chain(tiers).collect()
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
        match table.kind {
            Kind::Tier(estimate) => self.cubes().make_tier(estimate, control),
            Kind::Corners(metric) => self.cubes().corners(metric, control).is_some(),
        }
    }
}
