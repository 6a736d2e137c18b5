//! A look at the board: from one side, with groups that have every tile in one of them.

use std::sync::Arc;

use super::table::{Group, Table};
use super::views::View;

/// One of them.
#[derive(Clone)]
pub struct Look {
    /// The side.
    pub view: View,
    /// The groups, with what is known of each.
    pub groups: Vec<(Group, Arc<Table>)>,
}

/// Bytes of the tables of some looks; one that several share counts once.
pub fn table_bytes(looks: &[Look]) -> usize {
    let mut tables: Vec<&Arc<Table>> = Vec::new();
    for (_, table) in looks.iter().flat_map(|look| &look.groups) {
        if !tables.iter().any(|known| Arc::ptr_eq(known, table)) {
            tables.push(table);
        }
    }
    tables.iter().map(|table| table.bytes() as usize).sum()
}
