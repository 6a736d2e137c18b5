//! Numbers of entries of the two large prune tables by distance in moves, up to the last level filled. A table that
//! counts otherwise is never used. Entries of rows that a symmetry maps to themselves are counted as often as they are
//! stored; a test counts every class as often as it has members and arrives at the numbers that Kociemba publishes.

use solver::cube::Metric;

/// Returns the known levels of phase 1.
pub fn phase1(metric: Metric) -> &'static [u64] {
    match metric {
        Metric::HalfTurn => &[1, 1, 5, 44, 487, 5841, 68_364, 776_568, 7_950_748, 52_098_876],
        Metric::QuarterTurn => &[1, 1, 3, 24, 185, 1633, 14_708, 130_032, 1_124_165, 8_868_078],
        Metric::Axial => &[1, 2, 16, 230, 4784, 107_119, 2_372_647, 39_805_772, 97_329_421, 1_288_415],
    }
}

/// Returns the known levels of phase 2.
pub fn phase2(metric: Metric) -> &'static [u64] {
    match metric {
        Metric::HalfTurn => &[1, 3, 10, 52, 285, 1318, 5671, 26_502, 115_467, 470_846, 1_853_056, 6_535_823],
        Metric::QuarterTurn => &[1, 2, 7, 32, 153, 740, 2915, 13_260, 54_651, 216_149, 823_872, 2_912_267],
        Metric::Axial => {
            &[1, 8, 29, 158, 911, 4116, 18_914, 86_678, 378_719, 1_570_401, 5_834_132, 16_690_978]
        }
    }
}
