//! Numbers of placements by distance of the groups that are stored by default. They were counted by this program; each
//! list belongs to several groups that are images of each other, whose tables are filled in different orders. The sum of
//! a list is the number of placements.

use super::table::Group;

/// Of the 7-8 partition of the 15-puzzle, the group of seven.
const SEVEN_OF_15: [u64; 34] = [
    1, 2, 6, 24, 95, 311, 904, 2392, 6056, 15_091, 36_696, 84_265, 181_968, 368_821, 699_428, 1_236_038,
    2_030_914, 3_100_164, 4_385_247, 5_727_394, 6_865_358, 7_483_204, 7_345_188, 6_424_533, 4_955_682,
    3_330_386, 1_922_268, 935_172, 371_883, 116_971, 26_821, 4025, 285, 7,
];
/// The group of eight.
const EIGHT_OF_15: [u64; 39] = [
    1, 4, 10, 44, 155, 498, 1454, 3856, 9753, 23_740, 57_104, 131_720, 294_927, 624_860, 1_278_710,
    2_456_938, 4_529_270, 7_768_314, 12_755_050, 19_446_958, 28_359_574, 38_145_480, 48_739_135, 56_731_544,
    62_044_160, 60_881_276, 55_472_562, 44_521_972, 32_781_777, 20_794_252, 11_928_080, 5_692_908, 2_396_445,
    783_878, 216_751, 39_436, 5465, 322, 17,
];
/// Of the 6-6-6-6 partition of the 24-puzzle, the group next to the blank.
const CORNER_OF_24: [u64; 35] = [
    1, 2, 9, 54, 273, 1074, 3757, 11_553, 32_980, 85_905, 210_543, 472_673, 985_781, 1_871_683, 3_284_912,
    5_262_740, 7_799_786, 10_556_162, 13_134_678, 14_834_746, 15_330_827, 14_391_820, 12_400_468, 9_738_365,
    7_035_973, 4_622_876, 2_779_377, 1_496_425, 723_202, 300_217, 106_335, 29_673, 6250, 832, 48,
];
/// The other three groups, blocks of 3x2 in corners.
const BLOCK_OF_24: [u64; 36] = [
    1, 5, 22, 95, 370, 1232, 3791, 10_563, 28_437, 71_058, 168_426, 367_936, 756_771, 1_438_714, 2_573_547,
    4_254_808, 6_558_453, 9_236_626, 11_950_095, 14_030_534, 15_094_797, 14_783_693, 13_318_514, 10_973_204,
    8_341_436, 5_792_559, 3_699_450, 2_133_436, 1_115_979, 511_246, 206_439, 67_647, 18_264, 3438, 408, 6,
];

/// Returns the number of placements at each distance, if it is known.
pub fn of(group: &Group) -> &'static [u64] {
    if group.tracks_blank {
        return &[];
    }
    match (group.rows, group.cols, group.blank, &group.goal_cells[..]) {
        (4, 4, 15, [14, 11, 10, 7, 6, 3, 2]) | (4, 4, 0, [1, 4, 5, 8, 9, 12, 13]) => &SEVEN_OF_15,
        (4, 4, 15, [13, 12, 9, 8, 5, 4, 1, 0]) | (4, 4, 0, [2, 3, 6, 7, 10, 11, 14, 15]) => &EIGHT_OF_15,
        (5, 5, 24, [23, 22, 19, 18, 17, 12]) | (5, 5, 0, [1, 2, 5, 6, 7, 12]) => &CORNER_OF_24,
        (5, 5, 24, [21, 20, 16, 15, 11, 10] | [14, 13, 9, 8, 4, 3] | [7, 6, 5, 2, 1, 0])
        | (5, 5, 0, [3, 4, 8, 9, 13, 14] | [10, 11, 15, 16, 20, 21] | [17, 18, 19, 22, 23, 24]) => {
            &BLOCK_OF_24
        }
        _ => &[],
    }
}

/// Number of placements of the tiles of a group, without the blank.
pub fn n_placements(group: &Group) -> u64 {
    let n_cells = (group.rows * group.cols) as u64;
    (0..group.goal_cells.len() as u64).map(|i| n_cells - i).product()
}

/// Number of placements that have an entry, if it is known: all of them, if a blank and two tiles of no group, which can
/// be exchanged, are left and the board is no circle. With the blank it depends on the regions that tiles leave open.
pub fn n_reachable(group: &Group) -> Option<u64> {
    let n_cells = group.rows * group.cols;
    let has_all = n_cells > 4 && n_cells - group.goal_cells.len() > 2;
    (has_all && !group.tracks_blank).then(|| n_placements(group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_placements_are_counted() {
        let placements = |n: u64, k: u64| (0..k).map(|i| n - i).product::<u64>();
        assert_eq!(SEVEN_OF_15.iter().sum::<u64>(), placements(16, 7));
        assert_eq!(EIGHT_OF_15.iter().sum::<u64>(), placements(16, 8));
        assert_eq!(CORNER_OF_24.iter().sum::<u64>(), placements(25, 6));
        assert_eq!(BLOCK_OF_24.iter().sum::<u64>(), placements(25, 6));
    }

    /// Tables are compared with these numbers only if the group has the same entries.
    #[test]
    fn groups_have_their_own_numbers() {
        let goal_cells = vec![14, 11, 10, 7, 6, 3, 2];
        let group = Group { rows: 4, cols: 4, blank: 15, goal_cells, tracks_blank: false };
        assert_eq!(of(&group), SEVEN_OF_15);
        assert_eq!(n_reachable(&group), Some(SEVEN_OF_15.iter().sum()));
        assert!(of(&Group { tracks_blank: true, ..group.clone() }).is_empty());
        assert!(of(&Group { blank: 0, ..group.clone() }).is_empty());
        assert_eq!(n_reachable(&Group { tracks_blank: true, ..group }), None);
    }
}
