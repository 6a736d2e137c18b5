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

    /// By table: where it leads each of these.
    pub fn from_fn(n_views: usize, n_moves: usize, after: impl Fn(u32, Move) -> Option<u32>) -> MoveTable {
        let pairs = (0..n_views as u32).flat_map(|view| (0..n_moves as u16).map(move |mv| (view, Move(mv))));
        MoveTable { n_moves, next: pairs.map(|(view, mv)| after(view, mv).unwrap_or(ILLEGAL)).collect() }
    }

    /// Whether every move is legal everywhere.
    pub fn is_total(&self) -> bool {
        !self.next.contains(&ILLEGAL)
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
    pub(crate) fn inverse(&self) -> InverseMoveTable {
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
        InverseMoveTable { n_moves, starts: ends, sources }
    }
}

/// A [`MoveTable`] read against the moves. Several views may lead to one.
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

/// Numbered views and what moves do to them. The view that the others were found from is number 0.
#[derive(Clone, Debug)]
pub struct Coordinate<V> {
    views: Vec<V>,
    numbers: HashMap<V, u32>,
    moves: MoveTable,
}

/// Numbers all views that can be reached from `start`; `step` makes a move on a view or says that it is not legal.
pub fn enumerate<V: Eq + Hash + Clone + Send + Sync>(
    start: V,
    n_moves: usize,
    step: impl Fn(&V, Move) -> Option<V> + Sync,
) -> Coordinate<V> {
    enumerate_views(start, n_moves, V::clone, step)
}

/// Numbers all views of the states that can be reached from `start`, where moves are made on states. Of the states that
/// look alike only the first is kept, so this takes as long as there are views, not states.
pub fn enumerate_views<S: Send + Sync, V: Eq + Hash + Clone + Send + Sync>(
    start: S,
    n_moves: usize,
    view: impl Fn(&S) -> V + Sync,
    step: impl Fn(&S, Move) -> Option<S> + Sync,
) -> Coordinate<V> {
    let numbered =
        enumerate_from(vec![start], n_moves, |state| Some(view(state)), step, &Workers::ONE_THREAD);
    numbered.expect("nobody stops it").0
}

/// Who finds things out together, and who hears how many are found.
pub struct Workers<'a> {
    /// How many threads, at least one.
    pub n_threads: usize,
    /// Told now and then how many there are; whether to stop.
    pub on_progress: &'a dyn Fn(usize) -> bool,
}

impl Workers<'_> {
    /// One that nobody stops.
    pub const ONE_THREAD: Workers<'static> = Workers { n_threads: 1, on_progress: &|_| false };
}

/// States that are looked at by one thread at a time.
const CHUNK: usize = 1024;

/// What a move leads to.
enum Next<S, V> {
    Illegal,
    Known(u32),
    New(S, V),
}

/// Numbers all views of the states that can be reached from some starts, the first of which becomes number 0, with a state
/// for each. A view that is None is not legal, however it is reached. Numbers are the same for every number of threads. None if
/// it was stopped.
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
        // So many that each thread has a chunk; what they find is numbered afterwards, in order.
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
        let mut chunks = states[from..to].chunks(CHUNK);
        let own = chunks.next().unwrap_or(&[]);
        let expanded: Vec<Vec<Next<S, V>>> = std::thread::scope(|scope| {
            let successors = &successors;
            let others: Vec<_> = chunks.map(|chunk| scope.spawn(move || successors(chunk))).collect();
            let own = successors(own);
            let others = others.into_iter().map(|other| other.join().expect("looking does not panic"));
            std::iter::once(own).chain(others).collect()
        });
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
    /// The number of a view, the next one if it is new.
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
    pub fn with_macro_moves(self, words: &[Vec<Move>]) -> Coordinate<V> {
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
