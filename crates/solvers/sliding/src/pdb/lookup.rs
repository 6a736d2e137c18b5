//! A look at the board: from one side, with groups that have every tile in one of them.

use std::sync::Arc;

use super::reflection::Reflection;
use super::table::{Group, Table};

/// One of them.
#[derive(Clone)]
pub struct Lookup {
    /// The side.
    pub reflection: Reflection,
    /// The groups, with what is known of each.
    pub groups: Vec<(Group, Arc<Table>)>,
}

/// Bytes of the tables of some looks; one that several share counts once.
pub fn table_bytes(lookups: &[Lookup]) -> usize {
    let mut tables: Vec<&Arc<Table>> = Vec::new();
    for (_, table) in lookups.iter().flat_map(|lookup| &lookup.groups) {
        if !tables.iter().any(|known| Arc::ptr_eq(known, table)) {
            tables.push(table);
        }
    }
    tables.iter().map(|table| table.bytes() as usize).sum()
}
