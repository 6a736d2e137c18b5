//! Builds pattern databases: fills small tables, and loads large ones from the store or fills and stores them.

use std::sync::Arc;

use puzzle::Board;
use search::Control;
use search::table::data::TableData;

use super::fill::fill;
use super::known_levels;
use super::lookup::Lookup;
use super::partition::{PartitionSpec, Variant, groups};
use super::permutation_rank;
use super::reflection::reflections;
use super::table::{Group, Table};
use super::verify::verify;
use solver::Cancelled;
use solver::store::{FilledTable, ReportProgress, Spec, Store, Wanted};
use solver::verify::{Verdict, VerifySpec};

/// The name of the tables in progress reports.
pub const NAME: &str = "pattern";

/// Minimum size of a stored table: smaller ones are filled as fast as they are found.
const MIN_STORED_BYTES: u64 = 16 << 20;

/// Returns the specification of a group's stored table, or None if it is too small to be stored.
pub fn spec(group: &Group) -> Option<Spec> {
    let bytes = group.bytes();
    if bytes < MIN_STORED_BYTES {
        return None;
    }
    let goal_cells: Vec<String> = group.goal_cells.iter().map(usize::to_string).collect();
    let blank = if group.tracks_blank { "-blank" } else { "" };
    let name =
        format!("sliding-{}x{}-{}-{}{blank}", group.rows, group.cols, group.blank, goal_cells.join("."));
    let numbers = [group.rows, group.cols, group.blank, usize::from(group.tracks_blank)];
    let depends = numbers.into_iter().chain(group.goal_cells.iter().copied()).map(|n| n as u64).collect();
    Some(Spec::of::<u8>(&name, 1, depends, bytes as usize))
}

/// Returns a group's table, loaded or filled.
///
/// # Errors
/// If it is cancelled.
///
/// # Panics
/// Panics if a table was filled wrong: not every placement has one entry.
pub fn table(group: &Group, store: &Store, control: &Control<'_>) -> Result<Table, Cancelled> {
    let fill = |progress: ReportProgress<'_>| {
        let filled = fill(group, progress)?;
        let n_filled: u64 = filled.distribution.iter().sum();
        assert!(
            known_levels::n_reachable(group).is_none_or(|n| n == n_filled),
            "a pattern database was filled wrong: {n_filled} placements"
        );
        Ok(filled)
    };
    let entries = match spec(group) {
        Some(spec) => {
            let make = |progress: ReportProgress<'_>| {
                let filled = fill(progress)?;
                Ok(FilledTable { items: TableData::from(filled.entries), distribution: filled.distribution })
            };
            let wanted = Wanted { spec: &spec, label: NAME, levels: known_levels::of(group) };
            store.table(wanted, control, make)?.items
        }
        None => TableData::from(fill(&|_, _| control.stopped().is_none())?.entries),
    };
    Ok(Table::new(group, entries))
}

/// Checks entries of a group's stored table. Returns None if the table is too small to be stored.
pub fn verify_stored(
    group: &Group,
    store: &Store,
    verify_spec: &mut VerifySpec<'_>,
    control: &Control<'_>,
) -> Option<Verdict> {
    let spec = spec(group)?;
    let wanted = Wanted { spec: &spec, label: NAME, levels: known_levels::of(group) };
    Some(match store.find(wanted, control) {
        Err(Cancelled) => Verdict::Stopped,
        Ok(None) => Verdict::Unreadable,
        Ok(Some(table)) => verify(group, &Table::new(group, table.items), verify_spec, control),
    })
}

/// Returns two lookups for a board, with groups of these sizes: the tables and their reflection if there is a symmetry,
/// else two partitions.
///
/// # Errors
/// If building the tables is cancelled.
pub fn two_lookups(
    goal: &Board,
    partition: PartitionSpec,
    store: &Store,
    control: &Control<'_>,
) -> Result<Vec<Lookup>, Cancelled> {
    let reflections = reflections(goal);
    let lookup = |variant: Variant| {
        let table = |group: Group| {
            let table = table(&group, store, control)?;
            Ok((group, Arc::new(table)))
        };
        let groups =
            groups(goal, partition, variant).into_iter().map(table).collect::<Result<Vec<_>, Cancelled>>()?;
        Ok(Lookup { reflection: reflections[0].clone(), groups })
    };
    let reports_here = groups(goal, partition, Variant::First).iter().all(|group| spec(group).is_none());
    if reports_here {
        control.observer.table_started(NAME, bytes(goal, partition));
    }
    let first = lookup(Variant::First)?;
    let second = match reflections.get(1) {
        Some(view) => Lookup { reflection: view.clone(), ..first.clone() },
        None => lookup(Variant::Second)?,
    };
    if reports_here {
        control.observer.table_finished(NAME);
    }
    Ok(vec![first, second])
}

/// Bytes of the rank-indexed tables for two lookups.
pub fn bytes(goal: &Board, partition: PartitionSpec) -> u64 {
    let variants: &[Variant] =
        if reflections(goal).len() > 1 { &[Variant::First] } else { &[Variant::First, Variant::Second] };
    variants.iter().flat_map(|&variant| groups(goal, partition, variant)).map(|group| group.bytes()).sum()
}

/// Peak number of bytes while one of the tables is filled, including the table.
pub fn peak_bytes(goal: &Board, partition: PartitionSpec) -> u64 {
    let one = |group: Group| {
        // Two bits for each permutation in each region, in words of which three quarters are used. Three regions are
        // rare.
        let placements = group.bytes() * 2 * if group.tracks_blank { 1 } else { 3 };
        group.bytes() + placements * 2 / 8 * 4 / 3
    };
    groups(goal, partition, Variant::First).into_iter().map(one).max().unwrap_or(0)
}

/// True if all tables that are large enough to be stored are stored.
pub fn are_stored(goal: &Board, partition: PartitionSpec, store: &Store) -> bool {
    let is_stored = |group: Group| {
        spec(&group).is_none_or(|spec| matches!(store.state(&spec), solver::store::State::Ready))
    };
    groups(goal, partition, Variant::First).into_iter().all(is_stored)
}

/// True if entries can be indexed by 32 bits.
pub fn is_addressable(goal: &Board, partition: PartitionSpec) -> bool {
    groups(goal, partition, Variant::First).iter().all(|group| group.bytes() < 1 << 31)
}

/// True if all groups are small enough for direct indexing by tile cells.
pub fn has_direct_index(partition: PartitionSpec) -> bool {
    partition.largest() <= super::direct_table::MAX_TILES && !partition.tracks_blank
}

/// Maximum number of tiles of a group.
pub const MAX_GROUP_TILES: usize = permutation_rank::MAX_LABELS;
