//! A puzzle as plain enumeration sees it, and the enumeration: every sequence of moves of one cost, depth first. States
//! are bytes, distances come from a breadth-first search back from the goals.

use std::collections::HashMap;

/// A position.
pub type State = Vec<u8>;

/// A sequence of moves by number.
pub type Sequence = Vec<u16>;

/// A puzzle with its moves and its goal.
pub trait Model {
    /// Number of moves.
    fn n_moves(&self) -> usize;
    /// Cost of a move.
    fn cost(&self, mv: usize) -> u32;
    /// The position after a move, None if the move is impossible.
    fn apply(&self, state: &[u8], mv: usize) -> Option<State>;
    /// The position from which a move leads here, None if there is none.
    fn unapply(&self, state: &[u8], mv: usize) -> Option<State>;
    /// False if a sequence in which `next` follows `last` equals another that is listed instead.
    fn may_follow(&self, last: usize, next: usize) -> bool;
    /// True if a position is a goal.
    fn is_goal(&self, state: &[u8]) -> bool;
    /// All goals, or nothing if they are too many to list.
    fn goals(&self) -> Vec<State>;
    /// True if two moves lead to the same position in either order, wherever one order is possible.
    fn commute(&self, _a: usize, _b: usize) -> bool {
        false
    }
    /// True if a part of a move leads to a goal already.
    fn passes(&self, _state: &[u8], _mv: usize) -> bool {
        false
    }
}

/// Distances to the nearest goal, of all positions up to some distance.
pub struct Ball {
    distances: HashMap<State, u32>,
    radius: u32,
    is_whole: bool,
}

impl Ball {
    /// All positions around the goals, as many levels as `max_states` has room for.
    pub fn around(model: &dyn Model, max_states: usize) -> Ball {
        let mut distances: HashMap<State, u32> = HashMap::new();
        let mut levels: Vec<Vec<State>> = vec![model.goals()];
        let mut at = 0;
        while at < levels.len() {
            if distances.len() + levels[at].len() > max_states && at > 0 {
                // The levels before this one are complete.
                return Ball { distances, radius: at as u32 - 1, is_whole: false };
            }
            // Moves that cost nothing add to the level while it is worked on.
            while let Some(state) = levels[at].pop() {
                if distances.contains_key(&state) {
                    continue;
                }
                for mv in 0..model.n_moves() {
                    if let Some(before) = model.unapply(&state, mv)
                        && !distances.contains_key(&before)
                    {
                        let level = at + model.cost(mv) as usize;
                        if levels.len() <= level {
                            levels.resize(level + 1, Vec::new());
                        }
                        levels[level].push(before);
                    }
                }
                distances.insert(state, at as u32);
            }
            at += 1;
        }
        Ball { distances, radius: at as u32, is_whole: true }
    }

    /// A ball that knows nothing, for goals that are not listed.
    pub fn unknown() -> Ball {
        Ball { distances: HashMap::new(), radius: 0, is_whole: false }
    }

    /// A lower bound; None if no goal can be reached.
    fn bound(&self, state: &[u8]) -> Option<u32> {
        match self.distances.get(state) {
            Some(&distance) => Some(distance),
            None if self.is_whole => None,
            None if self.distances.is_empty() => Some(0),
            None => Some(self.radius + 1),
        }
    }

    /// Number of positions at every distance, if all were found.
    pub fn per_depth(&self, up_to: usize) -> Option<Vec<u64>> {
        if !self.is_whole && up_to > self.radius as usize {
            return None;
        }
        let mut counts = vec![0; up_to + 1];
        for &distance in self.distances.values().filter(|&&distance| distance as usize <= up_to) {
            counts[distance as usize] += 1;
        }
        while counts.last() == Some(&0) {
            counts.pop();
        }
        Some(counts)
    }

    /// The distance up to which all positions were found.
    pub fn radius(&self) -> usize {
        self.radius as usize
    }

    /// The largest distance, if all positions were found.
    pub fn depth(&self) -> Option<u32> {
        self.is_whole.then(|| self.distances.values().copied().max().unwrap_or(0))
    }
}

/// A sequence that leads to a goal.
pub struct Found {
    pub sequence: Sequence,
    /// False if the same moves in another order pass a goal on the way: then it may or may not be listed.
    pub is_required: bool,
}

/// Enumeration from one position.
pub struct Enumerator<'a> {
    pub model: &'a dyn Model,
    pub ball: &'a Ball,
    /// Moves that may still be tried.
    pub budget: u64,
    /// A solution ends where it first meets a goal.
    pub ends_at_goal: bool,
}

/// The distance of a position from its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// So many moves.
    Known(u32),
    /// There is no way.
    Never,
    /// At least so many moves; the enumeration was given up there.
    AtLeast(u32),
}

impl Enumerator<'_> {
    /// Every sequence of exactly this cost that leads to a goal. None if the budget is spent.
    pub fn sequences(&mut self, start: &[u8], cost: u32) -> Option<Vec<Found>> {
        let (mut found, mut path) = (Vec::new(), Vec::new());
        self.visit(start, cost, false, &mut path, &mut found).then_some(found)
    }

    /// The cost of the shortest solutions of at least `least`.
    pub fn distance(&mut self, start: &[u8], least: u32, most: u32) -> Distance {
        let Some(bound) = self.ball.bound(start) else { return Distance::Never };
        for cost in bound.max(least)..=most {
            match self.sequences(start, cost) {
                None => return Distance::AtLeast(cost),
                Some(found) if !found.is_empty() => return Distance::Known(cost),
                Some(_) => {}
            }
        }
        if self.is_exhausted(start) { Distance::Never } else { Distance::AtLeast(most + 1) }
    }

    /// True if all positions that can be reached are few, and none of them is a goal.
    fn is_exhausted(&self, start: &[u8]) -> bool {
        let (mut seen, mut open) = (HashMap::from([(start.to_vec(), ())]), vec![start.to_vec()]);
        while let Some(state) = open.pop() {
            if seen.len() > 20_000 || self.model.is_goal(&state) {
                return false;
            }
            for mv in 0..self.model.n_moves() {
                if let Some(next) = self.model.apply(&state, mv)
                    && seen.insert(next.clone(), ()).is_none()
                {
                    open.push(next);
                }
            }
        }
        true
    }

    fn visit(
        &mut self,
        state: &[u8],
        left: u32,
        has_passed: bool,
        path: &mut Sequence,
        found: &mut Vec<Found>,
    ) -> bool {
        if self.budget < self.model.n_moves() as u64 {
            return false;
        }
        self.budget -= self.model.n_moves() as u64;
        let is_goal = self.model.is_goal(state);
        if is_goal && left == 0 {
            found.push(Found { sequence: path.clone(), is_required: !has_passed });
        }
        if is_goal && self.ends_at_goal {
            return true;
        }
        for mv in 0..self.model.n_moves() {
            let cost = self.model.cost(mv);
            let follows = path.last().is_none_or(|&last| self.model.may_follow(usize::from(last), mv));
            if cost > left || !follows {
                continue;
            }
            let Some(next) = self.model.apply(state, mv) else { continue };
            if self.ball.bound(&next).is_none_or(|bound| bound > left - cost) {
                continue;
            }
            let passes = has_passed || is_goal || self.model.passes(state, mv);
            path.push(mv as u16);
            let goes_on = self.visit(&next, left - cost, passes, path, found);
            path.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// The first in numerical order of the sequences that differ only in the order of moves that commute.
pub fn normal_form(model: &dyn Model, sequence: &[u16]) -> Sequence {
    let (mut left, mut normal) = (sequence.to_vec(), Vec::with_capacity(sequence.len()));
    while !left.is_empty() {
        let commutes = |a: u16, b: u16| a != b && model.commute(usize::from(a), usize::from(b));
        let can_be_first = |i: &usize| left[..*i].iter().all(|&before| commutes(before, left[*i]));
        let first = (0..left.len()).filter(can_be_first).min_by_key(|&i| left[i]).unwrap_or(0);
        normal.push(left.remove(first));
    }
    normal
}
