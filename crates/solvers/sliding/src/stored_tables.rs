//! Stored pattern databases by name: those of the standard goals, and those of any group of tiles.

use puzzle::Goal;
use solver::StoredTable;

use crate::pdb::build;
use crate::pdb::partition::{PartitionSpec, Variant, groups};
use crate::pdb::table::Group;

/// Maximum number of cells of a board with tables, and of tiles of a table.
const MAX_TABLE_CELLS: usize = 25;
const MAX_GROUP_TILES: usize = 8;

/// Returns the tables for the two standard goals.
pub fn all() -> Vec<(StoredTable, Group)> {
    let sizes = [(4, PartitionSpec::new(&[7, 8])), (5, PartitionSpec::new(&[6, 6, 6, 6]))];
    let goals = sizes.into_iter().flat_map(|(side, partition)| {
        let goals = [Goal::Last, Goal::First].into_iter();
        goals.filter_map(move |goal| Some((goal.board(side, side).ok()?, partition)))
    });
    let tables = goals.flat_map(|(goal, partition)| {
        let peak = build::peak_bytes(&goal, partition);
        groups(&goal, partition, Variant::First).into_iter().filter_map(move |group| {
            let spec = build::spec(&group)?;
            Some((StoredTable { spec, peak }, group))
        })
    });
    tables.collect()
}

/// Returns the table with this name: one of [`all`], or that of any group of tiles of any goal.
pub fn named(name: &str) -> Option<(StoredTable, Group)> {
    let standard = all().into_iter().find(|(table, _)| table.name() == name);
    standard.or_else(|| {
        let group = group_named(name)?;
        let spec = build::spec(&group).filter(|spec| spec.name == name)?;
        // The table, and two bits for each permutation in each of up to three regions.
        Some((StoredTable { peak: 3 * spec.bytes, spec }, group))
    })
}

/// Parses the name of a table, like `sliding-4x4-15-14.11.10.7.6.3.2`: rows and columns, the blank's goal cell, the
/// tiles' goal cells.
fn group_named(name: &str) -> Option<Group> {
    let (name, tracks_blank) = match name.strip_suffix("-blank") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let mut words = name.strip_prefix("sliding-")?.split('-');
    let (size, blank, goal_cells) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
    let (rows, cols) = size.split_once('x')?;
    let (rows, cols): (usize, usize) = (rows.parse().ok()?, cols.parse().ok()?);
    let goal_cells: Vec<usize> =
        goal_cells.split('.').map(|home| home.parse().ok()).collect::<Option<_>>()?;
    let n_cells = rows.checked_mul(cols).filter(|&n| n <= MAX_TABLE_CELLS)?;
    let is_new = |i: usize| !goal_cells[..i].contains(&goal_cells[i]);
    let fits = rows > 1
        && cols > 1
        && blank < n_cells
        && goal_cells.len() <= MAX_GROUP_TILES
        && goal_cells.iter().all(|&home| home < n_cells && home != blank)
        && (0..goal_cells.len()).all(is_new)
        && words.next().is_none();
    fits.then_some(Group { rows, cols, blank, goal_cells, tracks_blank })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_one_name() {
        for (table, _) in all() {
            let (found, _) = named(table.name()).expect("it is one of them");
            assert_eq!(found.spec, table.spec);
        }
        // Other groups, goals and boards than the standard ones.
        for name in [
            "sliding-4x4-15-0.1.2.3.4.5.6",
            "sliding-3x5-7-0.1.2.3.4.5.6.8",
            "sliding-4x4-0-1.2.3.4.5.6.7-blank",
        ] {
            let (found, _) = named(name).expect("groups can be named");
            assert_eq!(found.name(), name);
        }
    }

    #[test]
    fn other_names_have_no_table() {
        let names = [
            "",
            "3x3x3",
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
            // Too small to be stored.
            "sliding-4x4-15-0.1.2",
        ];
        for name in names {
            assert!(named(name).is_none(), "{name}");
        }
    }
}
