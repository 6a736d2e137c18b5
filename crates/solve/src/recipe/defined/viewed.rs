//! The problem of a defined puzzle with a table of two looks. A node carries what is seen of it as numbers; what is seen of
//! the position that undoes it is found out where the first look lets it pass. Near the goal the distances of whole
//! positions take over.

use search::folded::Combination;
use search::simd::Simd;
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::compiled::Compiled;
use super::distances::Distances;
use super::views::Views;

/// Children whose entries are under way together.
const AHEAD: usize = 32;

/// A question in `N` bytes with its looks.
pub(crate) struct Viewed<'a, S, const N: usize> {
    pub compiled: &'a Compiled<N>,
    pub distances: &'a Distances<N>,
    pub views: &'a Views<N>,
    pub simd: S,
    /// What every solution from a start costs at least, if more is known than its looks say.
    pub proved: (Seen<N>, Cost),
}

/// A position and what is seen of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seen<const N: usize> {
    pub bytes: [u8; N],
    pub at: Combination,
}

/// A child whose entries are under way.
#[derive(Clone, Copy, Default)]
struct Waiting {
    entry: usize,
    /// Of what undoes it: the sums for row and column, then the entry.
    sums: (u32, u32),
    reverse: usize,
    bound: Cost,
}

impl<S: Simd, const N: usize> Problem for Viewed<'_, S, N> {
    type State = Seen<N>;
    type Ahead = ();

    fn n_moves(&self) -> usize {
        self.compiled.n_moves()
    }

    #[inline(always)]
    fn step(&self, from: &Seen<N>, mv: Move, to: &mut Seen<N>) -> bool {
        let at = self.views.folded().after(from.at, mv);
        *to = Seen { bytes: self.compiled.after(self.simd, &from.bytes, mv), at };
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &Seen<N>) -> bool {
        self.compiled.goals.contains(&state.bytes)
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Seen<N>) -> Cost {
        let folded = self.views.folded();
        let seen = folded.bound(folded.index(state.at));
        let bound = match self.views.reverse() {
            Some((row, col)) => {
                let (row, col) = (row.number(row.sum(&state.bytes)), col.number(col.sum(&state.bytes)));
                seen.max(folded.bound(folded.index(Combination { row, col })))
            }
            None => seen,
        };
        let (start, proved) = &self.proved;
        if state == start { bound.max(*proved) } else { bound }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.compiled.order
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Seen<N>>, children: &mut Children<'_, Seen<N>>) {
        let folded = self.views.folded();
        let Seen { bytes, at } = &node.state;
        let mut waiting = [Waiting::default(); AHEAD];
        let mut n_waiting = 0;
        for mv in (0..self.compiled.n_moves() as u16).rev().map(Move) {
            let Some(order) = self.compiled.order.after(node.order(), mv) else { continue };
            let at = folded.after(*at, mv);
            let entry = folded.index(at);
            folded.prefetch(entry);
            let bytes = self.compiled.after(self.simd, bytes, mv);
            let child = &mut waiting[n_waiting];
            child.entry = entry;
            if let Some((row, col)) = self.views.reverse() {
                child.sums = (row.sum(&bytes), col.sum(&bytes));
                row.prefetch(child.sums.0);
                col.prefetch(child.sums.1);
            }
            children.put(Seen { bytes, at }, Step::new(mv, order), 1);
            n_waiting += 1;
            if n_waiting == AHEAD {
                self.settle(&mut waiting, children);
                n_waiting = 0;
            }
        }
        self.settle(&mut waiting[..n_waiting], children);
    }

    /// The distance of the whole position, where it would be known if it were small enough.
    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Seen<N>>) -> Cost {
        match self.distances.table() {
            Some(table) if node.left <= table.depth() => {
                let least = self.compiled.likeness.least(&node.state.bytes);
                table.bound(table.slot(&least), || least)
            }
            _ => 0,
        }
    }
}

impl<S: Simd, const N: usize> Viewed<'_, S, N> {
    /// Reads what is there by now, asks for the other look where that is not enough, and reads that.
    #[inline(always)]
    fn settle(&self, waiting: &mut [Waiting], children: &mut Children<'_, Seen<N>>) {
        let folded = self.views.folded();
        let left = children.left();
        for child in waiting.iter_mut() {
            child.bound = folded.bound(child.entry);
            if let Some((row, col)) = self.views.reverse()
                && child.bound < left
            {
                let at = Combination { row: row.number(child.sums.0), col: col.number(child.sums.1) };
                child.reverse = folded.index(at);
                folded.prefetch(child.reverse);
            } else {
                child.reverse = child.entry;
            }
        }
        children.settle(|i, _| waiting[i].bound.max(folded.bound(waiting[i].reverse)));
    }
}
