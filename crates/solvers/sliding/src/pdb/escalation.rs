//! Escalation through larger and larger tables. An easy board should not wait for large tables, and a hard one should
//! not be searched with small ones: a search begins with tables that are built within a moment, and continues with
//! larger ones when its rounds become long.

use puzzle::Board;

use super::build::{MAX_GROUP_TILES, are_stored, bytes, has_direct_index, peak_bytes};
use super::direct_table::direct_bytes;
use super::partition::PartitionSpec;
use solver::Demand;
use solver::Store;

/// A partition, and the node budget of the search with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The partition of the tiles.
    pub partition: PartitionSpec,
    /// After a round of more nodes than this the next stage takes over.
    pub node_budget: u64,
}

impl Stage {
    fn last(partition: PartitionSpec) -> Stage {
        Stage { partition, node_budget: u64::MAX }
    }
}

/// Peak number of bytes to build and use the tables.
pub fn needed_bytes(goal: &Board, partition: PartitionSpec) -> u64 {
    let table = match has_direct_index(partition) {
        true => partition.sizes().map(|size| direct_bytes(goal.n_cells(), size)).sum(),
        false => 0,
    };
    bytes(goal, partition) + table.max(peak_bytes(goal, partition))
}

/// Returns the stages for a goal. Stages that exceed the memory are skipped, except the first.
pub fn stages(goal: &Board, demand: Demand, max_memory: u64, store: &Store) -> Vec<Stage> {
    let n_tiles = goal.n_cells() - 1;
    let all = match n_tiles {
        // All tiles in one group, and the blank: the true distance.
        0..=MAX_GROUP_TILES => vec![Stage::last(PartitionSpec::new(&[n_tiles as u8]).with_blank())],
        9..=12 => vec![Stage::last(PartitionSpec::equal(n_tiles, 6))],
        13..=15 => {
            let large =
                if n_tiles == 15 { PartitionSpec::new(&[7, 8]) } else { PartitionSpec::equal(n_tiles, 7) };
            let medium =
                if n_tiles == 15 { PartitionSpec::new(&[6, 6, 3]) } else { PartitionSpec::equal(n_tiles, 6) };
            let small = Stage { partition: PartitionSpec::equal(n_tiles, 5), node_budget: 20_000_000 };
            match (demand, are_stored(goal, large, store)) {
                (Demand::Many, true) => vec![Stage::last(large)],
                (Demand::One, true) => vec![Stage { node_budget: 2_000_000, ..small }, Stage::last(large)],
                // Hours of searching justify the seconds that the largest tables take to build.
                (Demand::One, false) => {
                    vec![small, Stage { partition: medium, node_budget: 1_000_000_000 }, Stage::last(large)]
                }
                (Demand::Many, false) => {
                    vec![Stage { partition: medium, node_budget: 1_000_000_000 }, Stage::last(large)]
                }
            }
        }
        _ => {
            let small = Stage { partition: PartitionSpec::equal(n_tiles, 4), node_budget: 10_000_000 };
            vec![small, Stage::last(PartitionSpec::equal(n_tiles, 6))]
        }
    };
    let fits = |(i, stage): &(usize, Stage)| *i == 0 || needed_bytes(goal, stage.partition) <= max_memory;
    let mut fitting: Vec<Stage> = all.into_iter().enumerate().filter(fits).map(|(_, stage)| stage).collect();
    if let Some(last) = fitting.last_mut() {
        last.node_budget = u64::MAX;
    }
    fitting
}
