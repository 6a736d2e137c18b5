//! The problem of a defined puzzle with a table of two looks: a node carries what is seen of it as numbers, and how far that
//! is from looking solved.

use search::folded::Combination;
use search::simd::Simd;
use search::table::Packed2;
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::compiled::Compiled;
use super::views::Views;

/// Children whose entries are under way together.
const AHEAD: usize = 32;

/// A question in `N` bytes with its looks.
pub(crate) struct Viewed<'a, S, const N: usize> {
    pub compiled: &'a Compiled<N>,
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
    /// How far it is from looking solved.
    pub distance: Cost,
}

impl<S: Simd, const N: usize> Problem for Viewed<'_, S, N> {
    type State = Seen<N>;
    type Ahead = ();

    fn n_moves(&self) -> usize {
        self.compiled.n_moves()
    }

    #[inline(always)]
    fn step(&self, from: &Seen<N>, mv: Move, to: &mut Seen<N>) -> bool {
        let folded = self.views.folded();
        let at = folded.after(from.at, mv);
        let code = folded.table().code(folded.index(at));
        let distance = Packed2::beside(from.distance, code);
        *to = Seen { bytes: self.compiled.after(self.simd, &from.bytes, mv), at, distance };
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &Seen<N>) -> bool {
        state.distance == 0 && self.compiled.goals.contains(&state.bytes)
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Seen<N>) -> Cost {
        let (start, proved) = &self.proved;
        if state == start { (*proved).max(state.distance) } else { state.distance }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.compiled.order
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Seen<N>>, children: &mut Children<'_, Seen<N>>) {
        let folded = self.views.folded();
        let Seen { bytes, at, distance } = &node.state;
        let mut entries = [0; AHEAD];
        let mut n_entries = 0;
        for mv in (0..self.compiled.n_moves() as u16).rev().map(Move) {
            let Some(order) = self.compiled.order.after(node.order(), mv) else { continue };
            let at = folded.after(*at, mv);
            let entry = folded.index(at);
            folded.table().prefetch(entry);
            let bytes = self.compiled.after(self.simd, bytes, mv);
            children.put(Seen { bytes, at, distance: *distance }, Step::new(mv, order), 1);
            entries[n_entries] = entry;
            n_entries += 1;
            if n_entries == AHEAD {
                self.settle(&entries, children);
                n_entries = 0;
            }
        }
        self.settle(&entries, children);
    }
}

impl<S: Simd, const N: usize> Viewed<'_, S, N> {
    #[inline(always)]
    fn settle(&self, entries: &[usize; AHEAD], children: &mut Children<'_, Seen<N>>) {
        let table = self.views.folded().table();
        children.settle(|i, state| {
            state.distance = Packed2::beside(state.distance, table.code(entries[i]));
            state.distance
        });
    }
}
