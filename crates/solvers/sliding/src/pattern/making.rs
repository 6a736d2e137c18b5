//! How tables come to be: filled, or if they are large taken from the store and kept there.

use std::sync::Arc;

use puzzle::Board;
use search::Control;
use search::table::data::TableData;

use super::fill::fill;
use super::look::Look;
use super::partition::{Parts, Way, groups};
use super::strings;
use super::table::{Group, Table};
use super::views::views;
use solver::Cancelled;
use solver::store::{FilledTable, Spec, Store};

/// What tables are called while they are made.
pub const NAME: &str = "pattern";

/// From so many bytes on a table is kept: smaller ones are made while one would look for them.
const KEPT_FROM: u64 = 16 << 20;

/// What is kept of a group, if it is worth while.
pub fn spec(group: &Group) -> Option<Spec> {
    let bytes = group.bytes();
    if bytes < KEPT_FROM {
        return None;
    }
    let homes: Vec<String> = group.homes.iter().map(usize::to_string).collect();
    let blank = if group.knows_blank { "-blank" } else { "" };
    let name = format!("sliding-{}x{}-{}-{}{blank}", group.rows, group.cols, group.blank, homes.join("."));
    let numbers = [group.rows, group.cols, group.blank, usize::from(group.knows_blank)];
    let depends = numbers.into_iter().chain(group.homes.iter().copied()).map(|n| n as u64).collect();
    Some(Spec::of::<u8>(&name, 1, depends, bytes as usize))
}

/// A group's table.
///
/// # Errors
/// If somebody did not want to wait for it.
pub fn table(group: &Group, store: &Store, control: &Control<'_>) -> Result<Table, Cancelled> {
    let entries = match spec(group) {
        Some(spec) => {
            let make = |watch: solver::store::ReportProgress<'_>| {
                let filled = fill(group, watch)?;
                Ok(FilledTable { items: TableData::from(filled.entries), distribution: filled.distribution })
            };
            store.table(&spec, NAME, control, make)?.items
        }
        None => TableData::from(fill(group, &|_, _| control.stopped().is_none())?.entries),
    };
    Ok(Table::new(group, entries))
}

/// Two looks at a board, with groups of these sizes: from two sides if there is a symmetry, else with two partings.
///
/// # Errors
/// If somebody did not want to wait for their tables.
pub fn two_looks(
    goal: &Board,
    parts: Parts,
    store: &Store,
    control: &Control<'_>,
) -> Result<Vec<Look>, Cancelled> {
    let views = views(goal);
    let look = |way: Way| {
        let table = |group: Group| {
            let table = table(&group, store, control)?;
            Ok((group, Arc::new(table)))
        };
        let groups =
            groups(goal, parts, way).into_iter().map(table).collect::<Result<Vec<_>, Cancelled>>()?;
        Ok(Look { view: views[0].clone(), groups })
    };
    let told = groups(goal, parts, Way::First).iter().all(|group| spec(group).is_none());
    if told {
        control.observer.table_started(NAME, bytes(goal, parts));
    }
    let first = look(Way::First)?;
    let second = match views.get(1) {
        Some(view) => Look { view: view.clone(), ..first.clone() },
        None => look(Way::Second)?,
    };
    if told {
        control.observer.table_finished(NAME);
    }
    Ok(vec![first, second])
}

/// Bytes of the tables for two looks as they are filled.
pub fn bytes(goal: &Board, parts: Parts) -> u64 {
    let ways: &[Way] = if views(goal).len() > 1 { &[Way::First] } else { &[Way::First, Way::Second] };
    ways.iter().flat_map(|&way| groups(goal, parts, way)).map(|group| group.bytes()).sum()
}

/// Bytes that filling one of the tables takes at the most, the table among them.
pub fn peak(goal: &Board, parts: Parts) -> u64 {
    let one = |group: Group| {
        // Two bits for each string in each region, in words of which three quarters are used. Seldom are there three regions.
        let placings = group.bytes() * 2 * if group.knows_blank { 1 } else { 3 };
        group.bytes() + placings * 2 / 8 * 4 / 3
    };
    groups(goal, parts, Way::First).into_iter().map(one).max().unwrap_or(0)
}

/// Whether all tables are kept that would be.
pub fn are_kept(goal: &Board, parts: Parts, store: &Store) -> bool {
    let is_kept = |group: Group| {
        spec(&group).is_none_or(|spec| matches!(store.state(&spec), solver::store::State::Ready))
    };
    groups(goal, parts, Way::First).into_iter().all(is_kept)
}

/// Whether entries have numbers of 32 bits.
pub fn is_addressable(goal: &Board, parts: Parts) -> bool {
    groups(goal, parts, Way::First).iter().all(|group| group.bytes() < 1 << 31)
}

/// Whether a group is one that the quick way of addressing can hold.
pub fn is_small(parts: Parts) -> bool {
    parts.largest() <= super::spread::MOST && !parts.knows_blank
}

/// The most tiles of any group.
pub const MOST_TILES: usize = strings::MOST;
