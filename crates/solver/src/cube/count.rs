//! Results of counting cube positions.

use puzzle::cube::TurnSet;

use super::Metric;
use crate::count::{Census, CountResult};

/// Returns a count of positions with its metric and heading.
pub fn count_result(census: Census, metric: Metric, turns: TurnSet) -> CountResult {
    let mut what = metric.name().to_string();
    if turns != TurnSet::ALL {
        what += &format!(", turns {turns}");
    }
    CountResult::Positions { census, size: None, metric: metric.name(), group_order: None, what }
}
