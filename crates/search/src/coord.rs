//! Coordinates: numbers for what one sees of a state. A view is any value that can be compared and hashed; all that is
//! asked of it is that the view after a move depends on nothing but the view before it. Then [`enumerate`] finds the
//! views, numbers them in the order in which they are met and writes down where every move leads. Nobody has to invent
//! a formula.
//!
//! What follows from the numbers lives elsewhere: [`crate::product`] puts coordinates side by side.

use std::hash::Hash;

use hashbrown::HashMap;

use crate::problem::Move;

/// Where every move leads from every view, by numbers: `next[view * n_moves + mv]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTable {
    n_moves: usize,
    next: Vec<u32>,
}

/// The entry of a move that is not legal.
const ILLEGAL: u32 = u32::MAX;

impl MoveTable {
    /// Number of views.
    pub fn len(&self) -> usize {
        self.next.len() / self.n_moves.max(1)
    }

    /// Whether there is none. There is always the view that the others were found from.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Number of moves.
    pub fn n_moves(&self) -> usize {
        self.n_moves
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.next[..]) as u64
    }

    /// The view after a move; None if it is not legal.
    #[inline(always)]
    pub fn after(&self, view: u32, mv: Move) -> Option<u32> {
        let next = self.next[view as usize * self.n_moves + usize::from(mv.0)];
        (next != ILLEGAL).then_some(next)
    }

    /// The same where every move is legal.
    #[inline(always)]
    pub(crate) fn legal_after(&self, view: u32, mv: Move) -> u32 {
        let next = self.next[view as usize * self.n_moves + usize::from(mv.0)];
        debug_assert!(next != ILLEGAL, "every move is legal");
        next
    }

    /// The same table read against the moves.
    pub(crate) fn backwards(&self) -> Backwards {
        let (n_moves, n_views) = (self.n_moves, self.len());
        let steps = || self.next.iter().enumerate().filter(|&(_, &next)| next != ILLEGAL);
        // `ends[to * n_moves + mv]` counts the views from which `mv` leads to `to`, then says where their list ends.
        let mut ends = vec![0_u32; self.next.len() + 1];
        steps().for_each(|(i, &to)| ends[to as usize * n_moves + i % n_moves] += 1);
        let mut total = 0;
        ends.iter_mut().for_each(|end| {
            total += *end;
            *end = total;
        });
        // Filled from behind, an end becomes a beginning.
        let mut sources = vec![0; total as usize];
        for (i, &to) in steps() {
            let end = &mut ends[to as usize * n_moves + i % n_moves];
            *end -= 1;
            sources[*end as usize] = (i / n_moves) as u32;
        }
        debug_assert_eq!(ends.len(), n_views * n_moves + 1);
        Backwards { n_moves, begins: ends, sources }
    }
}

/// A [`MoveTable`] read against the moves. Several views may lead to one.
pub(crate) struct Backwards {
    n_moves: usize,
    /// `sources[begins[i]..begins[i + 1]]` with i = view * n_moves + mv.
    begins: Vec<u32>,
    sources: Vec<u32>,
}

impl Backwards {
    /// The views from which `mv` leads to `view`.
    #[inline(always)]
    pub fn before(&self, view: u32, mv: Move) -> &[u32] {
        let i = view as usize * self.n_moves + usize::from(mv.0);
        &self.sources[self.begins[i] as usize..self.begins[i + 1] as usize]
    }
}

/// Numbered views and what moves do to them. The view that the others were found from is number 0.
#[derive(Clone, Debug)]
pub struct Coordinate<V> {
    views: Vec<V>,
    numbers: HashMap<V, u32>,
    moves: MoveTable,
}

/// Numbers all views that can be reached from `start`; `step` makes a move on a view or says that it is not legal.
pub fn enumerate<V: Eq + Hash + Clone>(
    start: V,
    n_moves: usize,
    step: impl Fn(&V, Move) -> Option<V>,
) -> Coordinate<V> {
    enumerate_views(start, n_moves, V::clone, step)
}

/// Numbers all views of the states that can be reached from `start`, where moves are made on states. Of the states that
/// look alike only the first is kept, so this takes as long as there are views, not states.
pub fn enumerate_views<S, V: Eq + Hash + Clone>(
    start: S,
    n_moves: usize,
    view: impl Fn(&S) -> V,
    step: impl Fn(&S, Move) -> Option<S>,
) -> Coordinate<V> {
    let mut views = vec![view(&start)];
    let mut numbers = HashMap::from([(views[0].clone(), 0)]);
    let mut next = Vec::new();
    let mut states = vec![start];
    let mut from = 0;
    while from < states.len() {
        for mv in (0..n_moves as u16).map(Move) {
            let Some(state) = step(&states[from], mv) else {
                next.push(ILLEGAL);
                continue;
            };
            let seen = view(&state);
            next.push(*numbers.entry_ref(&seen).or_insert_with(|| {
                views.push(seen.clone());
                states.push(state);
                states.len() as u32 - 1
            }));
        }
        from += 1;
    }
    Coordinate { views, numbers, moves: MoveTable { n_moves, next } }
}

impl<V: Eq + Hash> Coordinate<V> {
    /// The number of a view; None if it cannot be reached.
    pub fn number(&self, view: &V) -> Option<u32> {
        self.numbers.get(view).copied()
    }

    /// The view of a number.
    ///
    /// # Panics
    /// If there are not so many views.
    pub fn view(&self, number: u32) -> &V {
        &self.views[number as usize]
    }

    /// All views in the order of their numbers.
    pub fn views(&self) -> &[V] {
        &self.views
    }

    /// The same views under other moves, each of which is a sequence of these: the views need to be found by few moves
    /// only.
    ///
    /// # Panics
    /// If a sequence has moves that do not exist.
    #[must_use]
    pub fn spelled(self, words: &[Vec<Move>]) -> Coordinate<V> {
        let after = |view: u32, word: &[Move]| {
            word.iter().try_fold(view, |view, &mv| self.moves.after(view, mv)).unwrap_or(ILLEGAL)
        };
        let views = 0..self.views.len() as u32;
        let next = views.flat_map(|view| words.iter().map(move |word| after(view, word))).collect();
        Coordinate { moves: MoveTable { n_moves: words.len(), next }, ..self }
    }

    /// What moves do to them.
    pub fn moves(&self) -> &MoveTable {
        &self.moves
    }
}
