//! Coordinates: integers that represent projections of a state. A view is any value that can be compared and hashed,
//! computed from a state; the view after a move must depend on nothing but the view before it. Then [`enumerate`] finds
//! all views, numbers them in the order in which they are met and fills the move table. No formula (ranking function)
//! is needed.
//!
//! The uses of coordinates live elsewhere: [`crate::product_table`] combines several of them into an exact table,
//! [`crate::multi_coord`] into a problem.

use std::hash::Hash;

use hashbrown::HashMap;

use crate::parallel::map_parts;
use crate::problem::Move;

/// The move table of a coordinate: `next[view * n_moves + mv]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTable {
    n_moves: usize,
    next: Vec<u32>,
}

/// Entry of an illegal move.
const ILLEGAL: u32 = u32::MAX;

impl MoveTable {
    /// Number of views.
    pub fn len(&self) -> usize {
        self.next.len() / self.n_moves.max(1)
    }

    /// True if there are no views. There is always the start view.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Number of moves.
    pub fn n_moves(&self) -> usize {
        self.n_moves
    }

    /// Creates a table from a transition function.
    pub fn from_fn(n_views: usize, n_moves: usize, after: impl Fn(u32, Move) -> Option<u32>) -> MoveTable {
        let pairs = (0..n_views as u32).flat_map(|view| (0..n_moves as u16).map(move |mv| (view, Move(mv))));
        MoveTable { n_moves, next: pairs.map(|(view, mv)| after(view, mv).unwrap_or(ILLEGAL)).collect() }
    }

    /// True if every move is legal everywhere.
    pub fn is_total(&self) -> bool {
        !self.next.contains(&ILLEGAL)
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.next[..]) as u64
    }

    /// The view after a move; None if it is illegal.
    #[inline(always)]
    pub fn after(&self, view: u32, mv: Move) -> Option<u32> {
        let next = self.next[view as usize * self.n_moves + usize::from(mv.0)];
        (next != ILLEGAL).then_some(next)
    }

    /// The view after a move that is known to be legal.
    #[inline(always)]
    pub(crate) fn legal_after(&self, view: u32, mv: Move) -> u32 {
        let next = self.next[view as usize * self.n_moves + usize::from(mv.0)];
        debug_assert!(next != ILLEGAL, "every move is legal");
        next
    }

    /// Returns the inverse table: predecessors instead of successors.
    pub(crate) fn inverse(&self) -> InverseMoveTable {
        let (n_moves, n_views) = (self.n_moves, self.len());
        let steps = || self.next.iter().enumerate().filter(|&(_, &next)| next != ILLEGAL);
        // `ends[to * n_moves + mv]` first counts the views from which `mv` leads to `to`, then is the end of their
        // list.
        let mut ends = vec![0_u32; self.next.len() + 1];
        steps().for_each(|(i, &to)| ends[to as usize * n_moves + i % n_moves] += 1);
        let mut total = 0;
        ends.iter_mut().for_each(|end| {
            total += *end;
            *end = total;
        });
        // Filled from the back, so that an end becomes a start.
        let mut sources = vec![0; total as usize];
        for (i, &to) in steps() {
            let end = &mut ends[to as usize * n_moves + i % n_moves];
            *end -= 1;
            sources[*end as usize] = (i / n_moves) as u32;
        }
        debug_assert_eq!(ends.len(), n_views * n_moves + 1);
        InverseMoveTable { n_moves, starts: ends, sources }
    }
}

/// The inverse of a [`MoveTable`]. A view may have several predecessors by one move.
pub(crate) struct InverseMoveTable {
    n_moves: usize,
    /// `sources[starts[i]..starts[i + 1]]` with i = view * n_moves + mv.
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl InverseMoveTable {
    /// The views from which `mv` leads to `view`.
    #[inline(always)]
    pub fn predecessors(&self, view: u32, mv: Move) -> &[u32] {
        let i = view as usize * self.n_moves + usize::from(mv.0);
        &self.sources[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// Numbered views and their move table. The start view is number 0.
#[derive(Clone, Debug)]
pub struct Coordinate<V> {
    views: Vec<V>,
    numbers: HashMap<V, u32>,
    moves: MoveTable,
}

/// Numbers all views that can be reached from `start`. `step` makes a move on a view and returns None if it is illegal.
pub fn enumerate<V: Eq + Hash + Clone + Send + Sync>(
    start: V,
    n_moves: usize,
    step: impl Fn(&V, Move) -> Option<V> + Sync,
) -> Coordinate<V> {
    enumerate_views(start, n_moves, V::clone, step)
}

/// Numbers all views of the states that can be reached from `start`, where moves are made on states. Of the states with
/// equal views only the first is stored, so the time depends on the number of views, not of states.
pub fn enumerate_views<S: Send + Sync, V: Eq + Hash + Clone + Send + Sync>(
    start: S,
    n_moves: usize,
    view: impl Fn(&S) -> V + Sync,
    step: impl Fn(&S, Move) -> Option<S> + Sync,
) -> Coordinate<V> {
    let numbered =
        enumerate_from(vec![start], n_moves, |state| Some(view(state)), step, &Workers::ONE_THREAD);
    numbered.expect("the callback never stops it").0
}

/// Threads and progress callback of a computation.
pub struct Workers<'a> {
    /// Number of threads, at least one.
    pub n_threads: usize,
    /// Called now and then with the number of items found. Returns true to stop the computation.
    pub on_progress: &'a dyn Fn(usize) -> bool,
}

impl Workers<'_> {
    /// One thread, without progress reports, never stopped.
    pub const ONE_THREAD: Workers<'static> = Workers { n_threads: 1, on_progress: &|_| false };
}

/// Number of states that one thread expands at a time.
const CHUNK: usize = 1024;

/// Result of a move.
enum Next<S, V> {
    Illegal,
    Known(u32),
    New(S, V),
}

/// Numbers all views of the states that can be reached from some starts; the first start becomes number 0. Also returns
/// a state for each view. A state whose view is None is illegal, however it is reached. Numbers do not depend on the
/// number of threads. Returns None if it was stopped.
pub fn enumerate_from<S: Send + Sync, V: Eq + Hash + Clone + Send + Sync>(
    starts: Vec<S>,
    n_moves: usize,
    view: impl Fn(&S) -> Option<V> + Sync,
    step: impl Fn(&S, Move) -> Option<S> + Sync,
    workers: &Workers<'_>,
) -> Option<(Coordinate<V>, Vec<S>)> {
    let mut numbering = Numbering { views: Vec::new(), numbers: HashMap::new(), states: Vec::new() };
    for start in starts {
        if let Some(seen) = view(&start) {
            numbering.number(start, &seen);
        }
    }
    let mut next = Vec::new();
    let mut from = 0;
    while from < numbering.states.len() {
        if (workers.on_progress)(numbering.states.len()) {
            return None;
        }
        // One chunk per thread; new views are numbered afterwards, in order.
        let to = numbering.states.len().min(from + workers.n_threads.max(1) * CHUNK);
        let Numbering { numbers, states, .. } = &numbering;
        let successor = |state: &S, mv: u16| {
            let Some(state) = step(state, Move(mv)) else { return Next::Illegal };
            match view(&state) {
                None => Next::Illegal,
                Some(seen) => match numbers.get(&seen) {
                    Some(&number) => Next::Known(number),
                    None => Next::New(state, seen),
                },
            }
        };
        let successors = |states: &[S]| -> Vec<Next<S, V>> {
            let successor = &successor;
            states.iter().flat_map(|state| (0..n_moves as u16).map(move |mv| successor(state, mv))).collect()
        };
        let chunks: Vec<&[S]> = states[from..to].chunks(CHUNK).collect();
        let expanded = map_parts(chunks.len(), workers.n_threads, |i| successors(chunks[i]));
        next.extend(expanded.into_iter().flatten().map(|next| match next {
            Next::Illegal => ILLEGAL,
            Next::Known(number) => number,
            Next::New(state, seen) => numbering.number(state, &seen),
        }));
        from = to;
    }
    let Numbering { views, numbers, states } = numbering;
    Some((Coordinate { views, numbers, moves: MoveTable { n_moves, next } }, states))
}

struct Numbering<S, V> {
    views: Vec<V>,
    numbers: HashMap<V, u32>,
    states: Vec<S>,
}

impl<S, V: Eq + Hash + Clone> Numbering<S, V> {
    /// Returns the number of a view; a new view gets the next number.
    fn number(&mut self, state: S, seen: &V) -> u32 {
        *self.numbers.entry_ref(seen).or_insert_with(|| {
            self.views.push(seen.clone());
            self.states.push(state);
            self.states.len() as u32 - 1
        })
    }
}

impl<V: Eq + Hash> Coordinate<V> {
    /// The number of a view; None if it cannot be reached.
    pub fn number(&self, view: &V) -> Option<u32> {
        self.numbers.get(view).copied()
    }

    /// The view with a number.
    ///
    /// # Panics
    /// Panics if there are not so many views.
    pub fn view(&self, number: u32) -> &V {
        &self.views[number as usize]
    }

    /// All views in the order of their numbers.
    pub fn views(&self) -> &[V] {
        &self.views
    }

    /// Replaces the moves by macro moves, each a sequence of the present ones. So the views can be enumerated with few
    /// moves only.
    ///
    /// # Panics
    /// Panics if a sequence has moves that do not exist.
    #[must_use]
    pub fn with_macro_moves(self, macros: &[Vec<Move>]) -> Coordinate<V> {
        let after = |view: u32, sequence: &[Move]| {
            sequence.iter().try_fold(view, |view, &mv| self.moves.after(view, mv)).unwrap_or(ILLEGAL)
        };
        let views = 0..self.views.len() as u32;
        let next = views.flat_map(|view| macros.iter().map(move |sequence| after(view, sequence))).collect();
        Coordinate { moves: MoveTable { n_moves: macros.len(), next }, ..self }
    }

    /// The move table.
    pub fn moves(&self) -> &MoveTable {
        &self.moves
    }
}
