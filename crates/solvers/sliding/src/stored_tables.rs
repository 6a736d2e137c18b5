//! The pattern databases that are kept, by their names: those of the usual goals, and those of any groups of tiles.

use puzzle::Goal;
use solver::StoredTable;

use crate::pdb::build;
use crate::pdb::partition::{PartitionSpec, Variant, groups};
use crate::pdb::table::Group;

/// The most cells of a board that has tables, and the most tiles of one of them.
const MAX_TABLE_CELLS: usize = 25;
const MAX_GROUP_TILES: usize = 8;

/// Returns the tables that boards with the two usual goals are solved with.
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

/// Returns the table of a name: one of [`all`], or that of some tiles of a board, which are kept for any goal and groups.
pub fn named(name: &str) -> Option<(StoredTable, Group)> {
    let standard = all().into_iter().find(|(table, _)| table.name() == name);
    standard.or_else(|| {
        let group = group_named(name)?;
        let spec = build::spec(&group).filter(|spec| spec.name == name)?;
        // The table, and two bits for each string in each of up to three regions.
        Some((StoredTable { peak: 3 * spec.bytes, spec }, group))
    })
}

/// The tiles of a board by the name of their table, like `sliding-4x4-15-14.11.10.7.6.3.2`: rows and columns, where the blank
/// belongs, where the tiles belong.
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
        // For other groups, goals and boards than the usual.
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
            // Too small to be kept.
            "sliding-4x4-15-0.1.2",
        ];
        for name in names {
            assert!(named(name).is_none(), "{name}");
        }
    }
}
