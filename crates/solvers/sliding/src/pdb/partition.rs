//! Partitions of the tiles of a board into groups: as the user names them, or by sizes in a way that suits the board.

mod spec;

use puzzle::Board;

pub use self::spec::PartitionSpec;
use super::reflection::symmetries;
use super::table::Group;

/// Known partitions that are better than others of their sizes, by cells, for a blank in cell 0. The first is Korf and
/// Felner's for the 24-puzzle (2002), the others are those of the 15-puzzle that many programs use.
const KNOWN: [(usize, &[&[usize]]); 3] = [
    (5, &[&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24]]),
    (4, &[&[1, 2, 4, 5, 8, 9], &[3, 6, 7, 10, 11, 15], &[12, 13, 14]]),
    (4, &[&[1, 4, 5, 8, 9, 12, 13], &[2, 3, 6, 7, 10, 11, 14, 15]]),
];

/// One of two partitions of the same sizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// The standard partition.
    First,
    /// Another one, for a second lookup where the board has no symmetry.
    Second,
}

/// Returns the groups of a partition for a goal with the same number of tiles.
pub fn groups(goal: &Board, partition: PartitionSpec, variant: Variant) -> Vec<Group> {
    let sizes: Vec<usize> = partition.sizes().collect();
    let goal_cells = match partition.tiles() {
        Some(tiles) => named(goal, &tiles, &sizes, variant),
        None => standard(goal, &sizes, variant),
    };
    let (rows, cols, blank) = (goal.rows(), goal.cols(), goal.blank());
    let group = |goal_cells| Group { rows, cols, blank, goal_cells, tracks_blank: partition.tracks_blank };
    goal_cells.into_iter().map(group).collect()
}

/// Returns the known good partitions for a goal.
fn known(goal: &Board) -> Vec<Vec<Vec<usize>>> {
    let (rows, cols) = (goal.rows(), goal.cols());
    let Some(image) = symmetries(rows, cols).into_iter().find(|image| image[0] == goal.blank()) else {
        return Vec::new();
    };
    let fitting = KNOWN.iter().filter(|(side, _)| (rows, cols) == (*side, *side));
    let goal_cells = |cells: &&[usize]| cells.iter().map(|&cell| image[cell]).collect();
    fitting.map(|(_, groups)| groups.iter().map(goal_cells).collect()).collect()
}

/// Returns the goal cells of standard groups of these sizes.
fn standard(goal: &Board, sizes: &[usize], variant: Variant) -> Vec<Vec<usize>> {
    let (rows, cols, blank) = (goal.rows(), goal.cols(), goal.blank());
    let has_sizes = |groups: &Vec<Vec<usize>>| groups.iter().map(Vec::len).eq(sizes.iter().copied());
    if variant == Variant::First
        && let Some(groups) = known(goal).into_iter().find(has_sizes)
    {
        return groups;
    }
    let mut cells = bands(rows, cols, variant).into_iter().filter(|&cell| cell != blank);
    let mut sizes = sizes.to_vec();
    // The smallest group comes where the blank is, so that all others have whole bands.
    if bands(rows, cols, variant).iter().position(|&cell| cell == blank) >= Some(rows * cols / 2) {
        sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
    }
    sizes.into_iter().map(|size| cells.by_ref().take(size).collect()).collect()
}

/// Returns the goal cells of groups that the user named.
fn named(goal: &Board, tiles: &[Vec<usize>], sizes: &[usize], variant: Variant) -> Vec<Vec<usize>> {
    let goal_cell = |&tile: &usize| {
        let goal_cell = goal.tiles().iter().position(|&other| other as usize == tile);
        goal_cell.expect("groups name tiles of the board")
    };
    let goal_cells: Vec<Vec<usize>> =
        tiles.iter().map(|tiles| sorted(tiles.iter().map(goal_cell).collect())).collect();
    match variant {
        // A table is stored by its tiles in order: a group that equals a standard one takes the order of the standard
        // one.
        Variant::First => {
            let rising = sorted(sizes.to_vec());
            let orders = [sizes.to_vec(), rising.iter().rev().copied().collect(), rising];
            let standard = orders.iter().map(|sizes| standard(goal, sizes, Variant::First));
            let known: Vec<Vec<usize>> = known(goal).into_iter().chain(standard).flatten().collect();
            let as_standard = |goal_cells: Vec<usize>| {
                let same = known.iter().find(|known| sorted((*known).clone()) == goal_cells);
                same.cloned().unwrap_or(goal_cells)
            };
            goal_cells.into_iter().map(as_standard).collect()
        }
        // The user named one partition. The second is a standard one of the same sizes that differs from it.
        Variant::Second => {
            let sets = |goal_cells: &[Vec<usize>]| sorted(goal_cells.iter().cloned().map(sorted).collect());
            let standard = [Variant::Second, Variant::First].map(|variant| standard(goal, sizes, variant));
            let other = standard.into_iter().find(|other| sets(other) != sets(&goal_cells));
            other.unwrap_or(goal_cells)
        }
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

/// Returns the cells by pairs of columns (or of rows), boustrophedon, so that cells near each other in the list are
/// near on the board.
fn bands(rows: usize, cols: usize, variant: Variant) -> Vec<usize> {
    if variant == Variant::Second {
        let turned = bands(cols, rows, Variant::First).into_iter();
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
        for (rows, cols, partition) in
            [(4, 4, "7-8"), (4, 4, "6-6-3"), (5, 5, "6-6-6-6"), (3, 5, "5-5-4"), (2, 4, "7")]
        {
            let partition: PartitionSpec = partition.parse().expect("sizes");
            for goal in Goal::NAMED {
                let goal = goal.board(rows, cols).expect("a legal size");
                for variant in [Variant::First, Variant::Second] {
                    let groups = groups(&goal, partition, variant);
                    let mut cells: Vec<usize> =
                        groups.iter().flat_map(|group| group.goal_cells.clone()).collect();
                    cells.sort_unstable();
                    assert!(cells.into_iter().eq((0..rows * cols).filter(|&cell| cell != goal.blank())));
                    let mut sizes: Vec<usize> = groups.iter().map(|group| group.goal_cells.len()).collect();
                    let mut expected: Vec<usize> = partition.sizes().collect();
                    sizes.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!(sizes, expected);
                }
            }
        }
    }

    /// Returns the tiles of some groups as a user would write them.
    fn text(goal: &Board, groups: &[Group], from_last: bool) -> String {
        let tiles = |group: &Group| {
            let tiles = group.goal_cells.iter().map(|&goal_cell| goal.tiles()[goal_cell].to_string());
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
    fn standard_groups_may_be_named() {
        for (rows, cols, sizes) in
            [(4, 4, "7-8"), (4, 4, "6-6-3"), (4, 4, "5-5-5"), (5, 5, "6-6-6-6"), (3, 5, "5-5-4"), (2, 4, "7")]
        {
            let sizes: PartitionSpec = sizes.parse().expect("sizes");
            for goal in Goal::NAMED {
                let goal = goal.board(rows, cols).expect("a legal size");
                let mut standard = groups(&goal, sizes, Variant::First);
                for from_last in [false, true] {
                    let named: PartitionSpec = text(&goal, &standard, from_last).parse().expect("groups");
                    let mut found = groups(&goal, named, Variant::First);
                    let key = |group: &Group| group.goal_cells.clone();
                    standard.sort_unstable_by_key(key);
                    found.sort_unstable_by_key(key);
                    assert_eq!(found, standard, "{named}");
                    standard = groups(&goal, sizes, Variant::First);
                }
            }
        }
    }

    #[test]
    fn second_partition_differs() {
        let sets =
            |groups: Vec<Group>| sorted(groups.into_iter().map(|group| sorted(group.goal_cells)).collect());
        let goal = Goal::Snail.board(4, 4).expect("a legal size");
        for sizes in ["7-8", "6-6-3", "5-5-5"] {
            let sizes: PartitionSpec = sizes.parse().expect("sizes");
            for variant in [Variant::First, Variant::Second] {
                let named: PartitionSpec =
                    text(&goal, &groups(&goal, sizes, variant), false).parse().expect("groups");
                let first = sets(groups(&goal, named, Variant::First));
                let second = sets(groups(&goal, named, Variant::Second));
                assert_eq!(first, sets(groups(&goal, sizes, variant)));
                assert_ne!(first, second, "{named}");
                let lens = |sets: &[Vec<usize>]| sorted(sets.iter().map(Vec::len).collect());
                assert_eq!(lens(&first), lens(&second));
                assert!(sorted(second.concat()).into_iter().eq((0..16).filter(|&cell| cell != goal.blank())));
            }
        }
        // There is only one partition into one group.
        let goal = Goal::Last.board(2, 4).expect("a legal size");
        let one: PartitionSpec = "1,2,3,4,5,6,7".parse().expect("groups");
        assert_eq!(sets(groups(&goal, one, Variant::Second)), sets(groups(&goal, one, Variant::First)));
    }
}
