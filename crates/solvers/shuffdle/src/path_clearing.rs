//! Path clearing, without tables: a target goes home along some way, and every blocker that stands on it must move out of
//! the way at least once; so must every blocker on the line itself. Blockers are counted once, however many ways cross
//! them, and the ways are chosen so that the total is least.
//!
//! A way that is no shortest one is at least two moves longer. It counts as the least that any way costs, blockers left
//! out that others may meet as well. So nothing is counted that need not be made. The bound may fall by more than one on a move, which searches here allow for.

use puzzle::shuffdle::{CELLS, Line, SIDE};
use search::Cost;

use super::manhattan::Manhattan;
use super::{Heuristic, State, distance, grid};

/// How much longer than a shortest way any other is at least.
const DETOUR: Cost = 2;

/// Distances plus blockers on the ways.
pub struct PathClearing {
    manhattan: Manhattan,
    /// By `from * CELLS + to`: the shortest ways as sets of the cells behind the first.
    paths: Vec<Vec<u32>>,
    /// By line.
    homes: [[usize; SIDE]; 2 * SIDE],
    lines: [u32; 2 * SIDE],
}

impl PathClearing {
    /// For all lines.
    pub fn new() -> Self {
        let paths = (0..CELLS * CELLS).map(|i| shortest_paths(i / CELLS, i % CELLS)).collect();
        let homes = Line::ALL.map(Line::cells);
        let lines = homes.map(|cells| cells.into_iter().fold(0, |line, cell| line | 1 << cell));
        PathClearing { manhattan: Manhattan::new(), paths, homes, lines }
    }

    /// The fewest blockers, with detours, that all ways together meet.
    #[inline(always)]
    fn clearing(&self, state: State) -> Cost {
        let blockers = grid::ALL & !(state.holes() | state.target_cells());
        let on_line = blockers & self.lines[state.line()];
        // Those on the line move in any case; the others are what a choice of ways can save.
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

/// All shortest ways between two cells: sets of the cells behind the first.
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

/// A target with a blocker on each of its shortest ways.
#[derive(Clone, Copy)]
struct Blocked<'a> {
    paths: &'a [u32],
    /// All blockers on these ways.
    met: u32,
    from: usize,
    home: usize,
}

impl Blocked<'_> {
    const NONE: Blocked<'static> = Blocked { paths: &[], met: 0, from: 0, home: 0 };

    /// What any way costs at least above the distance, of the moves that it is longer and the blockers among `own` on it;
    /// and not less than a way that is no shortest one must.
    fn detour(&self, own: u32) -> Cost {
        let home = 1 << self.home;
        // The cells that can be reached at a cost of one less, and at the cost of this turn.
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

/// What blocks the ways of one target, as far as meeting it may be better than a detour.
#[derive(Clone, Copy)]
struct Choices {
    sets: [u32; Choices::MAX_SETS],
    len: usize,
    /// What it costs to take no shortest way.
    detour: Cost,
}

impl Choices {
    /// Shortest ways between two cells are at most 70.
    const MAX_SETS: usize = 70;

    const NONE: Choices = Choices { sets: [0; Choices::MAX_SETS], len: 0, detour: 0 };

    /// Takes the sets of blockers on `paths`. One that has all blockers of another is left out; so is one with so many
    /// blockers that are on no shortest way of any other target that a detour costs no more, whatever the others choose.
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

/// The least that any choice for all targets costs, depth first through the targets.
#[inline(always)]
fn least(choices: &[Choices]) -> Cost {
    let mut least = choices.iter().map(|choices| choices.detour).sum();
    // Of the targets before each: the blockers that are met, and what detours cost.
    let (mut met, mut spent) = ([0_u32; SIDE + 1], [0; SIDE + 1]);
    // What each target tries next; behind its sets comes the detour.
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
