//! Path clearing, without tables: a target goes to its goal cell along some path, and every blocker on it must move out
//! of the way at least once; so must every blocker on the line itself. A blocker counts once, however many paths cross
//! it, and the paths are chosen so that the total is minimal.
//!
//! A path that is not a shortest one is at least two moves longer. It counts as the minimum that any path costs,
//! without the blockers that other targets may meet as well. So the bound is admissible. It may fall by more than one
//! on a move (it is not consistent), which the searches here allow for.

use puzzle::shuffdle::{CELLS, Line, SIDE};
use search::Cost;

use super::manhattan::Manhattan;
use super::{Heuristic, State, distance, grid};

/// Minimum number of extra moves of a path that is not a shortest one.
const DETOUR: Cost = 2;

/// Manhattan distance plus blockers on the paths.
pub struct PathClearing {
    manhattan: Manhattan,
    /// By `from * CELLS + to`: the shortest paths as sets of cells, without the first.
    paths: Vec<Vec<u32>>,
    /// By line.
    homes: [[usize; SIDE]; 2 * SIDE],
    lines: [u32; 2 * SIDE],
}

impl PathClearing {
    /// Returns the heuristic for all lines.
    pub fn new() -> Self {
        let paths = (0..CELLS * CELLS).map(|i| shortest_paths(i / CELLS, i % CELLS)).collect();
        let homes = Line::ALL.map(Line::cells);
        let lines = homes.map(|cells| cells.into_iter().fold(0, |line, cell| line | 1 << cell));
        PathClearing { manhattan: Manhattan::new(), paths, homes, lines }
    }

    /// Returns the minimum number of blockers, with detours, that all paths together meet.
    #[inline(always)]
    fn clearing(&self, state: State) -> Cost {
        let blockers = grid::ALL & !(state.holes() | state.target_cells());
        let on_line = blockers & self.lines[state.line()];
        // Those on the line move in any case; the others depend on the choice of paths.
        let others = blockers & !on_line;
        let (mut blocked, mut n) = ([Blocked::NONE; SIDE], 0);
        for i in 0..SIDE {
            let (from, home) = (state.target(i), self.homes[state.line()][i]);
            let paths = &self.paths[from * CELLS + home][..];
            if paths.iter().all(|path| path & others != 0) {
                let met = paths.iter().fold(0, |all, path| all | path) & others;
                blocked[n] = Blocked { paths, met, from, home };
                n += 1;
            }
        }
        let blocked = &blocked[..n];
        let mut choices = [Choices::NONE; SIDE];
        for (i, target) in blocked.iter().enumerate() {
            let elsewhere = blocked.iter().enumerate().filter(|&(j, _)| j != i);
            let shared = elsewhere.fold(0, |shared, (_, other)| shared | other.met);
            choices[i].detour = target.detour(others & !shared);
            choices[i].fill(target.paths, others, shared);
        }
        on_line.count_ones() + least(&choices[..n])
    }
}

impl Default for PathClearing {
    fn default() -> Self {
        PathClearing::new()
    }
}

impl Heuristic for PathClearing {
    #[inline(always)]
    fn bound(&self, state: State) -> Cost {
        self.manhattan.sum(state) + self.clearing(state)
    }
}

/// Returns all shortest paths between two cells, as sets of cells without the first.
fn shortest_paths(from: usize, to: usize) -> Vec<u32> {
    if from == to {
        return vec![0];
    }
    let (row, col, to_row, to_col) = (from / SIDE, from % SIDE, to / SIDE, to % SIDE);
    let towards = |at: usize, to: usize| if at < to { at + 1 } else { at - 1 };
    let mut paths = Vec::new();
    if row != to_row {
        paths.push(towards(row, to_row) * SIDE + col);
    }
    if col != to_col {
        paths.push(row * SIDE + towards(col, to_col));
    }
    let onward = |next: usize| shortest_paths(next, to).into_iter().map(move |path| path | 1 << next);
    paths.into_iter().flat_map(onward).collect()
}

/// A target with a blocker on each of its shortest paths.
#[derive(Clone, Copy)]
struct Blocked<'a> {
    paths: &'a [u32],
    /// All blockers on these paths.
    met: u32,
    from: usize,
    home: usize,
}

impl Blocked<'_> {
    const NONE: Blocked<'static> = Blocked { paths: &[], met: 0, from: 0, home: 0 };

    /// Returns the minimum cost of any path above the distance: its extra moves and the blockers among `own` on it; at
    /// least the cost of a path that is not a shortest one.
    fn detour(&self, own: u32) -> Cost {
        let home = 1 << self.home;
        // The cells reachable at a cost of one less, and at the current cost.
        let (mut before, mut now) = (0, 1 << self.from);
        let mut cost = 0;
        while now & home == 0 {
            let next = now | grid::around(now) & !own | grid::around(before) & own;
            (before, now) = (now, next);
            cost += 1;
        }
        (cost - Cost::from(distance(self.from, self.home))).max(DETOUR)
    }
}

/// The sets of blockers on the paths of one target that may be better than a detour.
#[derive(Clone, Copy)]
struct Choices {
    sets: [u32; Choices::MAX_SETS],
    len: usize,
    /// The cost of a path that is not a shortest one.
    detour: Cost,
}

impl Choices {
    /// Two cells have at most 70 shortest paths.
    const MAX_SETS: usize = 70;

    const NONE: Choices = Choices { sets: [0; Choices::MAX_SETS], len: 0, detour: 0 };

    /// Adds the sets of blockers on `paths`. Skips a set that contains another one, and a set with so many blockers on
    /// no shortest path of any other target that a detour costs no more, whatever the others choose.
    #[inline(always)]
    fn fill(&mut self, paths: &[u32], blockers: u32, shared: u32) {
        for path in paths {
            let set = path & blockers;
            let is_costly = (set & !shared).count_ones() >= self.detour;
            if is_costly || self.sets[..self.len].iter().any(|other| other & !set == 0) {
                continue;
            }
            let mut kept = 0;
            for i in 0..self.len {
                self.sets[kept] = self.sets[i];
                kept += usize::from(set & !self.sets[i] != 0);
            }
            self.sets[kept] = set;
            self.len = kept + 1;
        }
    }
}

/// Returns the minimum cost of a choice for all targets, by depth-first search.
#[inline(always)]
fn least(choices: &[Choices]) -> Cost {
    let mut least = choices.iter().map(|choices| choices.detour).sum();
    // Of the previous targets: the blockers met, and the cost of detours.
    let (mut met, mut spent) = ([0_u32; SIDE + 1], [0; SIDE + 1]);
    // The next choice of each target; the detour comes after its sets.
    let (mut next, mut depth) = ([0; SIDE + 1], 0);
    while let Some(target) = choices.get(depth) {
        let i = next[depth];
        next[depth] += 1;
        let (with, cost) = match i {
            _ if i < target.len => (met[depth] | target.sets[i], spent[depth]),
            _ if i == target.len => (met[depth], spent[depth] + target.detour),
            _ if depth == 0 => break,
            _ => {
                depth -= 1;
                continue;
            }
        };
        let all = with.count_ones() + cost;
        if all >= least {
            continue;
        }
        if depth + 1 == choices.len() {
            least = all;
        } else {
            depth += 1;
            (met[depth], spent[depth], next[depth]) = (with, cost, 0);
        }
    }
    least
}
