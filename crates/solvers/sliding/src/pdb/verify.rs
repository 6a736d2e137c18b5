//! Verification of a pattern database by the laws of distances: placements, random or all, are compared with those that
//! one move of a tile leads to. Nothing of how tables are filled is used here.
//!
//! Without the blank a placement has the minimum over all positions of the blank, so two neighbours may differ by more
//! than 1 if the tiles divide the open cells. Everything else holds: the goal alone is at distance 0, and from any other
//! placement a move leads nearer.

use rayon::prelude::*;
use search::Control;
use solver::verify::{BrokenLaw, N_SAMPLES, Verdict, VerifySpec};

use super::combination_rank::CombinationRank;
use super::grid::Grid;
use super::known_levels::n_placements;
use super::permutation_rank::{self, MAX_LABELS, RANKS};
use super::table::{Group, Table};

/// Placements that are checked between two polls of the stop flag.
const CHUNK: usize = 1 << 14;
/// The entry of a placement that may be farther than entries can tell.
const CAPPED: u8 = 15;

/// Checks a table.
pub fn verify(group: &Group, table: &Table, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Verdict {
    let check = Check { group, table, grid: Grid::new(group.rows, group.cols) };
    let n_tiles = group.goal_cells.len();
    let mut n_checked = 0;
    let mut run = |placements: Vec<Placement>| {
        n_checked += placements.len() as u64;
        match placements.par_iter().find_map_any(|placement| check.placement(placement).err()) {
            Some(law) => Some(Verdict::Wrong(law)),
            None => control.stopped().map(|_| Verdict::Stopped),
        }
    };
    if spec.is_full || n_placements(group) <= N_SAMPLES {
        let sets = CombinationRank::new(group.rows, group.cols, n_tiles);
        let orders = permutation_rank::all(n_tiles);
        for &set in sets.all() {
            let placements = |order: &u32| {
                let cells = cells_of(set, permutation_rank::unpack(*order, n_tiles));
                check.with_blanks(cells)
            };
            if let Some(verdict) = run(orders.iter().flat_map(placements).collect()) {
                return verdict;
            }
        }
        return Verdict::Right(n_checked);
    }
    let n_cells = group.rows * group.cols;
    for first in (0..N_SAMPLES).step_by(CHUNK) {
        let mut random = |_| {
            // The first of a random order of all cells.
            let mut cells: [u8; 32] = std::array::from_fn(|cell| cell as u8);
            for i in 0..n_tiles {
                cells.swap(i, i + (spec.below)((n_cells - i) as u32) as usize);
            }
            let tiles = std::array::from_fn(|i| if i < n_tiles { cells[i] } else { u8::MAX });
            let blank = cells[n_tiles + (spec.below)((n_cells - n_tiles) as u32) as usize];
            Placement { tiles, blank }
        };
        let n = (N_SAMPLES - first).min(CHUNK as u64);
        if let Some(verdict) = run((0..n).map(&mut random).collect()) {
            return verdict;
        }
    }
    Verdict::Right(n_checked)
}

/// Cells of the tiles by label, and of the blank.
#[derive(Clone, Copy, Debug)]
struct Placement {
    tiles: [u8; MAX_LABELS],
    blank: u8,
}

/// Returns the cells by label of tiles that are in this order in a set of cells.
fn cells_of(set: u32, labels: impl Iterator<Item = usize>) -> [u8; MAX_LABELS] {
    let (mut tiles, mut left) = ([u8::MAX; MAX_LABELS], set);
    for label in labels {
        tiles[label] = left.trailing_zeros() as u8;
        left &= left - 1;
    }
    tiles
}

struct Check<'a> {
    group: &'a Group,
    table: &'a Table,
    grid: Grid,
}

impl Check<'_> {
    /// Returns a placement for each region that the blank can be in; one if the table does not track it.
    fn with_blanks(&self, tiles: [u8; MAX_LABELS]) -> Vec<Placement> {
        let regions = self.grid.regions(self.taken(&tiles));
        let all = regions.map(|region| Placement { tiles, blank: region.trailing_zeros() as u8 });
        all.take(if self.group.tracks_blank { usize::MAX } else { 1 }).collect()
    }

    fn taken(&self, tiles: &[u8; MAX_LABELS]) -> u32 {
        tiles[..self.group.goal_cells.len()].iter().fold(0, |set, &cell| set | 1 << cell)
    }

    fn open(&self, tiles: &[u8; MAX_LABELS]) -> u32 {
        !self.taken(tiles) & ((1 << (self.group.rows * self.group.cols)) - 1)
    }

    /// Returns the distance of a placement, and whether it may be farther.
    fn distance(&self, placement: &Placement) -> (u32, bool) {
        let n = self.group.goal_cells.len();
        let mut labels: Vec<usize> = (0..n).collect();
        labels.sort_by_key(|&label| placement.tiles[label]);
        let order = permutation_rank::pack(&labels);
        let entry =
            self.table.entry(self.table.index(&RANKS, self.taken(&placement.tiles), order, placement.blank));
        let steps: usize =
            (0..n).map(|label| self.group.distance(label, usize::from(placement.tiles[label]))).sum();
        (steps as u32 + 2 * u32::from(entry), entry == CAPPED)
    }

    fn placement(&self, placement: &Placement) -> Result<(), BrokenLaw> {
        let Group { rows, cols, ref goal_cells, blank, tracks_blank, .. } = *self.group;
        let open = self.open(&placement.tiles);
        let region = if tracks_blank { self.grid.region(placement.blank.into(), open) } else { open };
        let (value, is_capped) = self.distance(placement);
        let is_home = goal_cells.iter().zip(&placement.tiles).all(|(&home, &cell)| home == usize::from(cell));
        let is_goal = is_home && (!tracks_blank || region >> blank & 1 == 1);
        if is_goal != (value == 0) {
            return Err(BrokenLaw::Goal { is_goal, value });
        }
        let is_connected = |open: u32| self.grid.region(open.trailing_zeros() as usize, open) == open;
        let mut has_nearer = false;
        for label in 0..goal_cells.len() {
            let from = usize::from(placement.tiles[label]);
            let (row, col) = (from / cols, from % cols);
            let beside = [
                (row > 0).then(|| from - cols),
                (row + 1 < rows).then_some(from + cols),
                (col > 0).then(|| from - 1),
                (col + 1 < cols).then_some(from + 1),
            ];
            for to in beside.into_iter().flatten().filter(|to| region >> to & 1 == 1) {
                let mut next = Placement { blank: from as u8, ..*placement };
                next.tiles[label] = to as u8;
                let (neighbour, is_farther) = self.distance(&next);
                let is_bound = tracks_blank || is_connected(open) && is_connected(self.open(&next.tiles));
                if is_bound && !is_capped && !is_farther && value.abs_diff(neighbour) > 1 {
                    return Err(BrokenLaw::Step { value, neighbour });
                }
                has_nearer |= neighbour < value;
            }
        }
        if value > 0 && !is_capped && !has_nearer {
            return Err(BrokenLaw::NoDescent(value));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use search::table::data::TableData;
    use testkit::{Lcg, silent};

    use super::*;
    use crate::pdb::fill::fill;

    /// Every entry of small tables is checked, and one wrong entry of them is found.
    #[test]
    fn a_wrong_entry_is_found() {
        for (goal_cells, tracks_blank) in [(vec![1, 2, 3, 4], false), (vec![8, 5, 0], true)] {
            let group = Group { rows: 3, cols: 3, blank: 0, goal_cells, tracks_blank };
            let group = Group { blank: if tracks_blank { 7 } else { 0 }, ..group };
            let entries = fill(&group, &|_, _| true).expect("not cancelled").entries;
            let mut random = Lcg::new(3).into_below_u32();
            let mut verdict = |entries: Vec<u8>| {
                let table = Table::new(&group, TableData::from(entries));
                verify(&group, &table, &mut VerifySpec { is_full: false, below: &mut random }, &silent())
            };
            assert!(matches!(verdict(entries.clone()), Verdict::Right(n) if n >= n_placements(&group)));
            for i in [0, 7, entries.len() / 2, entries.len() - 1] {
                let mut wrong = entries.clone();
                wrong[i] ^= 1;
                assert!(matches!(verdict(wrong), Verdict::Wrong(_)), "byte {i}");
            }
        }
    }
}
