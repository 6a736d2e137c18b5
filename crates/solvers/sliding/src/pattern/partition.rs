//! How the tiles of a board are parted into groups: as somebody names them, or by sizes as suits the board.

mod parts;

use puzzle::Board;

pub use self::parts::Parts;
use super::table::Group;
use super::views::symmetries;

/// Partings that are better than others of their sizes, by cells, for a blank in cell 0. The first is Korf and Felner's for the
/// 24-puzzle (2002), the others those of the 15-puzzle that many programs use.
const KNOWN: [(usize, &[&[usize]]); 3] = [
    (5, &[&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24]]),
    (4, &[&[1, 2, 4, 5, 8, 9], &[3, 6, 7, 10, 11, 15], &[12, 13, 14]]),
    (4, &[&[1, 4, 5, 8, 9, 12, 13], &[2, 3, 6, 7, 10, 11, 14, 15]]),
];

/// Which of two partings of the same sizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// The usual one.
    First,
    /// Another, for a second look where the board has no symmetry to look from.
    Second,
}

/// The groups for a goal, which has as many tiles as they.
pub fn groups(goal: &Board, parts: Parts, way: Way) -> Vec<Group> {
    let sizes: Vec<usize> = parts.sizes().collect();
    let homes = match parts.tiles() {
        Some(tiles) => named(goal, &tiles, &sizes, way),
        None => usual(goal, &sizes, way),
    };
    let (rows, cols, blank) = (goal.rows(), goal.cols(), goal.blank());
    let group = |homes| Group { rows, cols, blank, homes, knows_blank: parts.knows_blank };
    homes.into_iter().map(group).collect()
}

/// Those that are better than others, for a goal.
fn known(goal: &Board) -> Vec<Vec<Vec<usize>>> {
    let (rows, cols) = (goal.rows(), goal.cols());
    let Some(image) = symmetries(rows, cols).into_iter().find(|image| image[0] == goal.blank()) else {
        return Vec::new();
    };
    let fitting = KNOWN.iter().filter(|(side, _)| (rows, cols) == (*side, *side));
    let homes = |cells: &&[usize]| cells.iter().map(|&cell| image[cell]).collect();
    fitting.map(|(_, groups)| groups.iter().map(homes).collect()).collect()
}

/// Where the tiles of groups of these sizes belong.
fn usual(goal: &Board, sizes: &[usize], way: Way) -> Vec<Vec<usize>> {
    let (rows, cols, blank) = (goal.rows(), goal.cols(), goal.blank());
    let has_sizes = |groups: &Vec<Vec<usize>>| groups.iter().map(Vec::len).eq(sizes.iter().copied());
    if way == Way::First
        && let Some(groups) = known(goal).into_iter().find(has_sizes)
    {
        return groups;
    }
    let mut cells = bands(rows, cols, way).into_iter().filter(|&cell| cell != blank);
    let mut sizes = sizes.to_vec();
    // The smallest group where the blank is missing, so that all have whole bands.
    if bands(rows, cols, way).iter().position(|&cell| cell == blank) >= Some(rows * cols / 2) {
        sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
    }
    sizes.into_iter().map(|size| cells.by_ref().take(size).collect()).collect()
}

/// Where the tiles of groups belong that somebody has named.
fn named(goal: &Board, tiles: &[Vec<usize>], sizes: &[usize], way: Way) -> Vec<Vec<usize>> {
    let home = |&tile: &usize| {
        let home = goal.tiles().iter().position(|&other| other as usize == tile);
        home.expect("groups name tiles of the board")
    };
    let homes: Vec<Vec<usize>> = tiles.iter().map(|tiles| sorted(tiles.iter().map(home).collect())).collect();
    match way {
        // A table is kept by its tiles in order: where a group is one of the usual, in the order it has there.
        Way::First => {
            let rising = sorted(sizes.to_vec());
            let orders = [sizes.to_vec(), rising.iter().rev().copied().collect(), rising];
            let usual = orders.iter().map(|sizes| usual(goal, sizes, Way::First));
            let known: Vec<Vec<usize>> = known(goal).into_iter().chain(usual).flatten().collect();
            let as_usual = |homes: Vec<usize>| {
                let same = known.iter().find(|known| sorted((*known).clone()) == homes);
                same.cloned().unwrap_or(homes)
            };
            homes.into_iter().map(as_usual).collect()
        }
        // Nobody has named another parting. A usual one of the same sizes, but not the same again.
        Way::Second => {
            let sets = |homes: &[Vec<usize>]| sorted(homes.iter().cloned().map(sorted).collect());
            let usual = [Way::Second, Way::First].map(|way| usual(goal, sizes, way));
            let other = usual.into_iter().find(|other| sets(other) != sets(&homes));
            other.unwrap_or(homes)
        }
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

/// The cells by pairs of columns (or of rows), there and back, so that cells near each other in the list are near on the board.
fn bands(rows: usize, cols: usize, way: Way) -> Vec<usize> {
    if way == Way::Second {
        let turned = bands(cols, rows, Way::First).into_iter();
        return turned.map(|cell| cell % rows * cols + cell / rows).collect();
    }
    let band = |first: usize| {
        let lines: Vec<usize> =
            if (first / 2).is_multiple_of(2) { (0..rows).collect() } else { (0..rows).rev().collect() };
        let width = 2.min(cols - first);
        lines.into_iter().flat_map(move |row| (0..width).map(move |col| row * cols + first + col))
    };
    (0..cols).step_by(2).flat_map(band).collect()
}

#[cfg(test)]
mod tests {
    use puzzle::Goal;

    use super::*;

    #[test]
    fn every_tile_is_in_one_group() {
        for (rows, cols, parts) in
            [(4, 4, "7-8"), (4, 4, "6-6-3"), (5, 5, "6-6-6-6"), (3, 5, "5-5-4"), (2, 4, "7")]
        {
            let parts: Parts = parts.parse().expect("sizes");
            for goal in Goal::NAMED {
                let goal = goal.board(rows, cols).expect("a legal size");
                for way in [Way::First, Way::Second] {
                    let groups = groups(&goal, parts, way);
                    let mut cells: Vec<usize> = groups.iter().flat_map(|group| group.homes.clone()).collect();
                    cells.sort_unstable();
                    assert!(cells.into_iter().eq((0..rows * cols).filter(|&cell| cell != goal.blank())));
                    let mut sizes: Vec<usize> = groups.iter().map(|group| group.homes.len()).collect();
                    let mut expected: Vec<usize> = parts.sizes().collect();
                    sizes.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(sizes, expected);
                }
            }
        }
    }

    /// The tiles of some groups, as somebody would name them.
    fn text(goal: &Board, groups: &[Group], from_last: bool) -> String {
        let tiles = |group: &Group| {
            let tiles = group.homes.iter().map(|&home| goal.tiles()[home].to_string());
            tiles.collect::<Vec<_>>().join(",")
        };
        let mut texts: Vec<String> = groups.iter().map(tiles).collect();
        if from_last {
            texts.reverse();
        }
        texts.join("/")
    }

    /// In the same order, so that the same tables are found.
    #[test]
    fn usual_groups_may_be_named() {
        for (rows, cols, sizes) in
            [(4, 4, "7-8"), (4, 4, "6-6-3"), (4, 4, "5-5-5"), (5, 5, "6-6-6-6"), (3, 5, "5-5-4"), (2, 4, "7")]
        {
            let sizes: Parts = sizes.parse().expect("sizes");
            for goal in Goal::NAMED {
                let goal = goal.board(rows, cols).expect("a legal size");
                let mut usual = groups(&goal, sizes, Way::First);
                for from_last in [false, true] {
                    let named: Parts = text(&goal, &usual, from_last).parse().expect("groups");
                    let mut found = groups(&goal, named, Way::First);
                    let key = |group: &Group| group.homes.clone();
                    usual.sort_unstable_by_key(key);
                    found.sort_unstable_by_key(key);
                    assert_eq!(found, usual, "{named}");
                    usual = groups(&goal, sizes, Way::First);
                }
            }
        }
    }

    #[test]
    fn a_second_parting_is_another() {
        let sets = |groups: Vec<Group>| sorted(groups.into_iter().map(|group| sorted(group.homes)).collect());
        let goal = Goal::Snail.board(4, 4).expect("a legal size");
        for sizes in ["7-8", "6-6-3", "5-5-5"] {
            let sizes: Parts = sizes.parse().expect("sizes");
            for way in [Way::First, Way::Second] {
                let named: Parts = text(&goal, &groups(&goal, sizes, way), false).parse().expect("groups");
                let first = sets(groups(&goal, named, Way::First));
                let second = sets(groups(&goal, named, Way::Second));
                assert_eq!(first, sets(groups(&goal, sizes, way)));
                assert_ne!(first, second, "{named}");
                let lens = |sets: &[Vec<usize>]| sorted(sets.iter().map(Vec::len).collect());
                assert_eq!(lens(&first), lens(&second));
                assert!(sorted(second.concat()).into_iter().eq((0..16).filter(|&cell| cell != goal.blank())));
            }
        }
        // There is no other parting into one group.
        let goal = Goal::Last.board(2, 4).expect("a legal size");
        let one: Parts = "1,2,3,4,5,6,7".parse().expect("groups");
        assert_eq!(sets(groups(&goal, one, Way::Second)), sets(groups(&goal, one, Way::First)));
    }
}
