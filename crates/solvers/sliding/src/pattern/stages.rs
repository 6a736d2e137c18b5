//! Which tables when. A board that is easy should not wait for large tables, and one that is hard should not be searched with
//! small ones: a search begins with what is made in a moment and, when its rounds become long, goes on with more.

use puzzle::Board;

use super::making::{MOST_TILES, are_kept, bytes, is_small, peak};
use super::partition::Parts;
use super::spread::bytes_of;
use solver::Demand;
use solver::Store;

/// Tables, and how long to search with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// How the tiles are parted.
    pub parts: Parts,
    /// After a round of more nodes than this the next stage takes over.
    pub patience: u64,
}

impl Stage {
    fn last(parts: Parts) -> Stage {
        Stage { parts, patience: u64::MAX }
    }
}

/// Bytes that making and using tables takes at the most.
pub fn room(goal: &Board, parts: Parts) -> u64 {
    let spread = match is_small(parts) {
        true => parts.sizes().map(|size| bytes_of(goal.n_cells(), size)).sum(),
        false => 0,
    };
    bytes(goal, parts) + spread.max(peak(goal, parts))
}

/// The stages for a goal. Stages that do not fit the memory are left out, but for the first.
pub fn stages(goal: &Board, demand: Demand, max_memory: u64, store: &Store) -> Vec<Stage> {
    let n_tiles = goal.n_cells() - 1;
    let all = match n_tiles {
        // All tiles in one group, and the blank: the true distance.
        0..=MOST_TILES => vec![Stage::last(Parts::new(&[n_tiles as u8]).with_blank())],
        9..=12 => vec![Stage::last(Parts::equal(n_tiles, 6))],
        13..=15 => {
            let large = if n_tiles == 15 { Parts::new(&[7, 8]) } else { Parts::equal(n_tiles, 7) };
            let medium = if n_tiles == 15 { Parts::new(&[6, 6, 3]) } else { Parts::equal(n_tiles, 6) };
            let small = Stage { parts: Parts::equal(n_tiles, 5), patience: 20_000_000 };
            match (demand, are_kept(goal, large, store)) {
                (Demand::Many, true) => vec![Stage::last(large)],
                (Demand::One, true) => vec![Stage { patience: 2_000_000, ..small }, Stage::last(large)],
                // Hours of searching are worth the seconds that the largest take.
                (Demand::One, false) => {
                    vec![small, Stage { parts: medium, patience: 1_000_000_000 }, Stage::last(large)]
                }
                (Demand::Many, false) => {
                    vec![Stage { parts: medium, patience: 1_000_000_000 }, Stage::last(large)]
                }
            }
        }
        _ => {
            let small = Stage { parts: Parts::equal(n_tiles, 4), patience: 10_000_000 };
            vec![small, Stage::last(Parts::equal(n_tiles, 6))]
        }
    };
    let fits = |(i, stage): &(usize, Stage)| *i == 0 || room(goal, stage.parts) <= max_memory;
    let mut fitting: Vec<Stage> = all.into_iter().enumerate().filter(fits).map(|(_, stage)| stage).collect();
    if let Some(last) = fitting.last_mut() {
        last.patience = u64::MAX;
    }
    fitting
}
