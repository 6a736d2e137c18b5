//! Tables against a plain search without sets, permutations, regions and blocks.

use std::collections::{HashMap, VecDeque};

use puzzle::Direction;

use super::*;
use crate::pdb::table::Table;

/// Distances by the cells of the tiles and of the blank: moves of other tiles cost nothing.
fn slow(group: &Group) -> HashMap<(Vec<usize>, usize), usize> {
    let mut distances = HashMap::new();
    let mut queue = VecDeque::from([(group.goal_cells.clone(), group.blank, 0)]);
    while let Some((tiles, blank, distance)) = queue.pop_front() {
        if distances.contains_key(&(tiles.clone(), blank)) {
            continue;
        }
        distances.insert((tiles.clone(), blank), distance);
        for dir in Direction::ALL {
            let Some(from) = dir.source(blank, group.rows, group.cols) else { continue };
            match tiles.iter().position(|&cell| cell == from) {
                Some(label) => {
                    let mut tiles = tiles.clone();
                    tiles[label] = blank;
                    queue.push_back((tiles, from, distance + 1));
                }
                None => queue.push_front((tiles.clone(), from, distance)),
            }
        }
    }
    distances
}

fn check(rows: usize, cols: usize, blank: usize, goal_cells: &[usize]) {
    let group = Group { rows, cols, blank, goal_cells: goal_cells.to_vec(), tracks_blank: false };
    let slow = slow(&group);
    let mut least: HashMap<&Vec<usize>, usize> = HashMap::new();
    for ((tiles, _), &distance) in &slow {
        let least = least.entry(tiles).or_insert(distance);
        *least = distance.min(*least);
    }
    for tracks_blank in [false, true] {
        let group = Group { tracks_blank, ..group.clone() };
        let filled = fill(&group, &|_, _| true).expect("not cancelled");
        assert_eq!(filled.entries.len() as u64, group.bytes());
        let mut distribution = vec![0; filled.distribution.len()];
        let table = Table::new(&group, filled.entries.into());
        for ((tiles, blank), &distance) in &slow {
            let distance = if tracks_blank { distance } else { least[tiles] };
            let mut labels: Vec<usize> = (0..tiles.len()).collect();
            labels.sort_unstable_by_key(|&label| tiles[label]);
            let cells = tiles.iter().fold(0, |set, cell| set | 1 << cell);
            let index = table.index(&RANKS, cells, permutation_rank::pack(&labels), *blank as u8);
            let manhattan: usize = (0..tiles.len()).map(|label| group.distance(label, tiles[label])).sum();
            let entry = usize::from(table.entry(index));
            assert_eq!(manhattan + 2 * entry, distance, "{goal_cells:?} in {tiles:?}, blank in {blank}");
            distribution[distance] += 1;
        }
        if !tracks_blank {
            let mut placements = vec![0; filled.distribution.len()];
            least.values().for_each(|&distance| placements[distance] += 1);
            assert_eq!(filled.distribution, placements, "{goal_cells:?}");
        }
    }
}

#[test]
fn entries_are_true_distances() {
    check(3, 3, 0, &[1, 2, 3]);
    check(3, 3, 8, &[7, 5, 4, 6, 0]);
    check(3, 3, 4, &[0, 1, 2, 5, 8, 7]);
    check(3, 3, 0, &[1, 2, 3, 4, 5, 6, 7]);
    check(3, 3, 0, &[8, 7, 6, 5, 4, 3, 2, 1]);
    check(3, 4, 5, &[0, 11, 3, 8]);
    check(4, 3, 11, &[10]);
    check(2, 5, 0, &[9, 1, 8, 2, 7]);
    check(2, 2, 3, &[0, 1, 2]);
}

#[test]
fn filling_can_be_cancelled() {
    let group = Group { rows: 4, cols: 4, blank: 0, goal_cells: vec![1, 2, 3, 4, 5], tracks_blank: false };
    assert!(fill(&group, &|done, total| done * 2 < total).is_err());
}
