//! Tables against a search that knows nothing of sets, strings, regions and blocks.

use std::collections::{HashMap, VecDeque};

use puzzle::Direction;

use super::*;
use crate::pattern::table::Table;

/// Distances by the cells of the tiles and of the blank: moves of other tiles cost nothing.
fn slow(group: &Group) -> HashMap<(Vec<usize>, usize), usize> {
    let mut distances = HashMap::new();
    let mut queue = VecDeque::from([(group.homes.clone(), group.blank, 0)]);
    while let Some((tiles, blank, distance)) = queue.pop_front() {
        if distances.contains_key(&(tiles.clone(), blank)) {
            continue;
        }
        distances.insert((tiles.clone(), blank), distance);
        for way in Direction::ALL {
            let Some(from) = way.source(blank, group.rows, group.cols) else { continue };
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

fn check(rows: usize, cols: usize, blank: usize, homes: &[usize]) {
    let group = Group { rows, cols, blank, homes: homes.to_vec(), knows_blank: false };
    let slow = slow(&group);
    let mut least: HashMap<&Vec<usize>, usize> = HashMap::new();
    for ((tiles, _), &distance) in &slow {
        let least = least.entry(tiles).or_insert(distance);
        *least = distance.min(*least);
    }
    for knows_blank in [false, true] {
        let group = Group { knows_blank, ..group.clone() };
        let filled = fill(&group, &|_, _| true).expect("nobody cancels");
        assert_eq!(filled.entries.len() as u64, group.bytes());
        let mut distribution = vec![0; filled.distribution.len()];
        let table = Table::new(&group, filled.entries.into());
        for ((tiles, blank), &distance) in &slow {
            let distance = if knows_blank { distance } else { least[tiles] };
            let mut labels: Vec<usize> = (0..tiles.len()).collect();
            labels.sort_unstable_by_key(|&label| tiles[label]);
            let cells = tiles.iter().fold(0, |set, cell| set | 1 << cell);
            let place = table.place(&RANKS, cells, strings::string(&labels), *blank as u8);
            let manhattan: usize = (0..tiles.len()).map(|label| group.distance(label, tiles[label])).sum();
            let entry = usize::from(table.entry(place));
            assert_eq!(manhattan + 2 * entry, distance, "{homes:?} in {tiles:?}, blank in {blank}");
            distribution[distance] += 1;
        }
        if !knows_blank {
            let mut placings = vec![0; filled.distribution.len()];
            least.values().for_each(|&distance| placings[distance] += 1);
            assert_eq!(filled.distribution, placings, "{homes:?}");
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
fn whoever_does_not_want_to_wait_does_not() {
    let group = Group { rows: 4, cols: 4, blank: 0, homes: vec![1, 2, 3, 4, 5], knows_blank: false };
    assert!(fill(&group, &|done, total| done * 2 < total).is_err());
}
