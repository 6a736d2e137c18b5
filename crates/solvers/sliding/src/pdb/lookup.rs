//! A lookup: the board or a reflection of it, with a partition of all tiles into groups and their tables.

use std::sync::Arc;

use super::reflection::Reflection;
use super::table::{Group, Table};

/// A reflection with a partition and its tables.
#[derive(Clone)]
pub struct Lookup {
    /// The symmetry applied to the board before the lookup.
    pub reflection: Reflection,
    /// The groups, each with its table.
    pub groups: Vec<(Group, Arc<Table>)>,
}

/// Number of bytes of the tables of some lookups; a shared table counts once.
pub fn table_bytes(lookups: &[Lookup]) -> usize {
    let mut tables: Vec<&Arc<Table>> = Vec::new();
    for (_, table) in lookups.iter().flat_map(|lookup| &lookup.groups) {
        if !tables.iter().any(|known| Arc::ptr_eq(known, table)) {
            tables.push(table);
        }
    }
    tables.iter().map(|table| table.bytes() as usize).sum()
}
