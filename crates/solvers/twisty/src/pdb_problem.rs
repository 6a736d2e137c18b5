//! The problem of a defined puzzle with a table of two projections. A node carries what is seen of it as numbers, and what is seen of
//! the position that undoes it as sums. Near the goal the distances of whole positions take over.
//!
//! A node first asks where the position that undoes it goes, once for all moves that come to the same there; most moves
//! fail by that. Only for what is left it asks where the position itself goes. While either is fetched from memory other lanes have
//! their turns.

use search::simd::{Level, Simd};
use search::sym_table::SymCombination;
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::compiled::Compiled;
use super::distances::Distances;
use super::pdb::Pdb;
use super::reverse::{Moves, Sums};
use super::table::Slot;
use solver::bits::members;

/// Most moves that a puzzle with projections may have: as many as a word has bits.
pub const MOST_MOVES: usize = 64;

/// A question in `N` bytes with its projections.
pub struct PdbProblem<'a, S, const N: usize> {
    compiled: &'a Compiled<N>,
    distances: &'a Distances<N>,
    views: &'a Pdb<N>,
    simd: S,
    /// By the state of the order, the moves that may be made.
    allowed: Vec<Moves>,
    /// What the cheapest move costs.
    least_cost: Cost,
    /// What every solution from a start costs at least, if more is known than its projections say.
    proved: Option<(Vec<[u8; N]>, Cost)>,
}

/// A position and what is seen of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen<const N: usize> {
    bytes: [u8; N],
    at: SymCombination,
    back: Sums,
    /// What is known of the distance of what undoes it, at least.
    back_bound: u8,
    stage: DeclaredPhase,
}

/// What a node has asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DeclaredPhase {
    /// Nothing yet.
    New,
    /// The entry of the whole position, which is near the goal if it is worth anything.
    Near,
    /// The whole position was too far away.
    Dead,
    /// The numbers of what undoes its children.
    Numbers,
    /// Their entries.
    Back,
    /// The entries of the children themselves.
    Own,
}

/// What a node finds out while it waits.
pub struct Lookups<const N: usize> {
    /// The least of the positions that are alike, and its entry.
    least: [u8; N],
    slot: Slot,
    /// Kinds of moves that are asked for.
    turns: u64,
    back: [Sums; MOST_MOVES],
    back_entries: [usize; MOST_MOVES],
    back_bounds: [u8; MOST_MOVES],
    n_kids: usize,
    kids: [Kid; MOST_MOVES],
}

/// A move that may be made, and where it leads.
#[derive(Clone, Copy, Default)]
struct Kid {
    mv: Move,
    at: SymCombination,
    entry: usize,
}

impl<const N: usize> Default for Lookups<N> {
    fn default() -> Self {
        Lookups {
            least: [0; N],
            slot: Slot::default(),
            turns: 0,
            back: [Sums::default(); MOST_MOVES],
            back_entries: [0; MOST_MOVES],
            back_bounds: [0; MOST_MOVES],
            n_kids: 0,
            kids: [Kid::default(); MOST_MOVES],
        }
    }
}

impl<'a, S: Simd, const N: usize> PdbProblem<'a, S, N> {
    /// With what has been made for it.
    pub fn new(compiled: &'a Compiled<N>, distances: &'a Distances<N>, views: &'a Pdb<N>, simd: S) -> Self {
        let moves = |state: u32| {
            let may = |&mv: &u16| compiled.order.after(OrderState(state), Move(mv)).is_some();
            (0..compiled.n_moves() as u16).filter(may).fold(0, |set, mv| set | 1 << mv)
        };
        let allowed = (0..compiled.order.n_states() as u32).map(moves).collect();
        let least_cost = compiled.costs.iter().copied().min().unwrap_or(1);
        PdbProblem { compiled, distances, views, simd, allowed, least_cost, proved: None }
    }

    /// Solutions from these starts are known to cost so much at least.
    #[must_use]
    pub fn proved(mut self, starts: &[Seen<N>], least: Cost) -> Self {
        self.proved = Some((starts.iter().map(|start| start.bytes).collect(), least));
        self
    }

    /// A position that is there for the projections.
    pub fn seen(&self, bytes: [u8; N], at: SymCombination) -> Seen<N> {
        let folded = self.views.folded();
        let (back, bound) = match self.views.reverse() {
            Some(reverse) => {
                let sums = reverse.sums(&bytes);
                (sums, folded.bound(folded.index(reverse.located(sums))))
            }
            None => (Sums::default(), 0),
        };
        Seen { bytes, at, back, back_bound: bound as u8, stage: DeclaredPhase::New }
    }

    /// Asks for the whole position if that can say something; whether it does.
    #[inline(always)]
    fn ask_near(&self, node: &Node<Seen<N>>, lookups: &mut Lookups<N>) -> bool {
        match self.distances.table() {
            Some(table) if node.left <= table.depth() => {
                lookups.least = self.compiled.canonical.least(&node.state.bytes);
                lookups.slot = table.slot(&lookups.least);
                table.prefetch(lookups.slot);
                true
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn is_near_enough(&self, node: &Node<Seen<N>>, lookups: &Lookups<N>) -> bool {
        let table = self.distances.table();
        table.is_none_or(|table| table.bound(lookups.slot, || lookups.least) <= node.left)
    }

    /// Asks for the numbers of what undoes the children.
    #[inline(always)]
    fn ask_numbers(&self, node: &Node<Seen<N>>, lookups: &mut Lookups<N>) {
        lookups.turns = 0;
        let Some(reverse) = self.views.reverse() else { return };
        let allowed = self.allowed[node.order().0 as usize];
        for turn in (0..reverse.n_turns()).filter(|&turn| reverse.moves(turn) & allowed != 0) {
            let sums = reverse.after(node.state.back, &node.state.bytes, turn);
            reverse.prefetch(sums);
            lookups.back[turn % MOST_MOVES] = sums;
            lookups.turns |= 1 << turn;
        }
    }

    /// Reads them and asks for their entries.
    #[inline(always)]
    fn ask_back(&self, lookups: &mut Lookups<N>) {
        let Some(reverse) = self.views.reverse() else { return };
        let folded = self.views.folded();
        for turn in members(lookups.turns) {
            let entry = folded.index(reverse.located(lookups.back[turn % MOST_MOVES]));
            folded.prefetch(entry);
            lookups.back_entries[turn % MOST_MOVES] = entry;
        }
    }

    /// Reads these and asks for the entries of the children that are left.
    #[inline(always)]
    fn ask_own(&self, node: &Node<Seen<N>>, lookups: &mut Lookups<N>) {
        let folded = self.views.folded();
        let may = |bound: Cost| bound + self.least_cost <= node.left;
        let mut moves = Moves::MAX;
        if let Some(reverse) = self.views.reverse() {
            moves = if may(node.state.back_bound.into()) { reverse.still() } else { 0 };
            for turn in members(lookups.turns) {
                let bound = folded.bound(lookups.back_entries[turn % MOST_MOVES]);
                lookups.back_bounds[turn % MOST_MOVES] = bound as u8;
                moves |= if may(bound) { reverse.moves(turn) } else { 0 };
            }
        }
        let mut n_kids = 0;
        for mv in members(moves & self.allowed[node.order().0 as usize]) {
            let at = folded.after(node.state.at, Move(mv as u16));
            let entry = folded.index(at);
            folded.prefetch(entry);
            lookups.kids[n_kids % MOST_MOVES] = Kid { mv: Move(mv as u16), at, entry };
            n_kids += 1;
        }
        lookups.n_kids = n_kids;
    }

    /// Offers what is left.
    #[inline(always)]
    fn offer_kids(&self, node: &Node<Seen<N>>, lookups: &Lookups<N>, children: &mut Children<'_, Seen<N>>) {
        let folded = self.views.folded();
        let mut n_offered = 0;
        // Backwards, because the search goes on with the last child first.
        for &Kid { mv, at, entry } in lookups.kids[..lookups.n_kids.min(MOST_MOVES)].iter().rev() {
            let (bound, cost) = (folded.bound(entry), self.compiled.costs[usize::from(mv.0)]);
            if bound + cost > node.left {
                continue;
            }
            let (back, back_bound) = match self.views.reverse().and_then(|reverse| reverse.turn(mv)) {
                Some(turn) => (lookups.back[turn % MOST_MOVES], lookups.back_bounds[turn % MOST_MOVES]),
                None => (node.state.back, node.state.back_bound),
            };
            let bytes = self.compiled.after(self.simd, &node.state.bytes, mv);
            if !self.compiled.is_legal(&bytes) {
                continue;
            }
            let child = Seen { bytes, at, back, back_bound, stage: DeclaredPhase::New };
            let order =
                self.compiled.order.after(node.order(), mv).expect("only canonical moves are asked for");
            children.offer(child, bound.max(back_bound.into()), Step::new(mv, order), cost);
            n_offered += 1;
        }
        // All that is known of the others is that they do not fit.
        let n_allowed = u64::from(self.allowed[node.order().0 as usize].count_ones());
        children.count_pruned(n_allowed - n_offered, node.left + 1);
    }
}

impl<S: Simd, const N: usize> Problem for PdbProblem<'_, S, N> {
    type State = Seen<N>;
    type Prefetched = Lookups<N>;
    const LANES: usize = 8;
    const LEVEL: Level = S::LEVEL;

    fn n_moves(&self) -> usize {
        self.compiled.n_moves()
    }

    fn step(&self, from: &Seen<N>, mv: Move, to: &mut Seen<N>) -> bool {
        let at = self.views.folded().after(from.at, mv);
        *to = self.seen(self.compiled.after(self.simd, &from.bytes, mv), at);
        self.compiled.is_legal(&to.bytes)
    }

    #[inline(always)]
    fn is_goal(&self, state: &Seen<N>) -> bool {
        self.compiled.goals.contains(&state.bytes)
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Seen<N>) -> Cost {
        let folded = self.views.folded();
        let bound = folded.bound(folded.index(state.at)).max(state.back_bound.into());
        match &self.proved {
            Some((starts, least)) if starts.contains(&state.bytes) => bound.max(*least),
            _ => bound,
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.compiled.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.compiled.costs[usize::from(mv.0)]
    }

    #[inline(always)]
    fn prefetch_stage(&self, node: &mut Node<Seen<N>>, lookups: &mut Lookups<N>) -> bool {
        if node.left == 0 {
            return false;
        }
        node.state.stage = match node.state.stage {
            DeclaredPhase::New if self.ask_near(node, lookups) => DeclaredPhase::Near,
            DeclaredPhase::Near if !self.is_near_enough(node, lookups) => {
                node.state.stage = DeclaredPhase::Dead;
                return false;
            }
            DeclaredPhase::New | DeclaredPhase::Near => {
                self.ask_numbers(node, lookups);
                DeclaredPhase::Numbers
            }
            DeclaredPhase::Numbers => {
                self.ask_back(lookups);
                DeclaredPhase::Back
            }
            DeclaredPhase::Back => {
                self.ask_own(node, lookups);
                DeclaredPhase::Own
            }
            DeclaredPhase::Own | DeclaredPhase::Dead => return false,
        };
        true
    }

    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Seen<N>>) -> Cost {
        // How far it is, is not told; one more than there is left will do.
        if node.state.stage == DeclaredPhase::Dead { node.left + 1 } else { 0 }
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Seen<N>>, children: &mut Children<'_, Seen<N>>) {
        let (mut node, mut lookups) = (*node, Lookups::default());
        while self.prefetch_stage(&mut node, &mut lookups) {}
        self.expand_prefetched(&node, &mut lookups, children);
    }

    #[inline(always)]
    fn expand_prefetched(
        &self,
        node: &Node<Seen<N>>,
        lookups: &mut Lookups<N>,
        children: &mut Children<'_, Seen<N>>,
    ) {
        match (node.left, node.state.stage) {
            (0, _) => children.count_pruned(0, 1),
            (_, DeclaredPhase::Dead) => children.count_pruned(0, node.left + 1),
            _ => self.offer_kids(node, lookups, children),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use puzzle::definition::Pattern;
    use puzzle::parse::tws;
    use search::simd::Plain;
    use search::{Control, Deepening, Limits, Sequential, Silent, Stop, Want, ida_star};
    use testkit::Lcg;

    use super::super::compiled::layout;
    use super::super::pdb::{Budget, choose};
    use super::super::problem::Puzzle;
    use super::super::symmetry::symmetries;
    use super::*;
    use crate::Defined;

    /// A small table of projections finds as many shortest solutions as a search without projections: in moves, in moves that cost
    /// something, and where rules are in the way; with and without positions near the goal.
    #[test]
    fn all_solutions_as_without_looks() {
        let text = include_str!("../../../../testdata/definitions/3x3x3.tws");
        let ruled = format!("{text}\nIllegal EDGES 1 2 5\nIllegal CORNERS 3 4\n");
        let [plain, ruled] = [text.to_string(), ruled].map(|text| {
            let puzzle = Arc::new(tws::definition(&text).expect("a definition"));
            let solved = puzzle.start().clone();
            Defined::new(puzzle, solved)
        });
        let mut costly = plain.clone();
        costly.costs = costly.moves.iter().map(|mv| 1 + (mv.family % 2) as Cost).collect();
        check(&plain, true);
        [costly, ruled].iter().for_each(|question| check(question, false));
    }

    /// Where moves are plain there must be positions of which the projections say exactly how far they are.
    fn check(question: &Defined, is_plain: bool) {
        let whole = layout(question).expect("it fits");
        let renamings = symmetries(question, &whole, &|| true).expect("nothing stops it");
        let budget = Budget { most_entries: 2e6, least_combinations: 1e5 };
        let choice =
            choose::<32>(question, &whole, &renamings, budget, &|| true).expect("there are projections");
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let views = Pdb::new(question, &whole, &renamings, &choice, &control).expect("it is not stopped");
        assert!(views.reverse().is_some());
        let compiled: Compiled<32> =
            Compiled::new(question, whole.clone(), &renamings, &|| true).expect("nothing stops it");
        let (empty, near) = (Distances::new(&compiled), Distances::new(&compiled));
        near.grow(&compiled, 100_000, &control);
        assert!(near.table().is_some_and(|table| table.depth() >= 3));
        let rounds = Deepening { want: Want::All, ..Deepening::FIRST };
        let looking = PdbProblem::new(&compiled, &near, &views, Plain);
        let see = |start: &Pattern| {
            let bytes = compiled.pack(start).expect("it was made by moves");
            looking.seen(bytes, views.place(&whole, start).expect("it was made by moves"))
        };
        let mut random = Lcg::new(5);
        let mut walk = |n_moves: usize| {
            let (mut at, mut cost) = (question.goals[0].clone(), 0);
            for _ in 0..n_moves {
                let mv = random.below(question.moves.len());
                let next = question.moves[mv].transform.apply(&at);
                if question.puzzle.is_legal(&next) {
                    (at, cost) = (next, cost + question.costs[mv]);
                }
            }
            (at, cost)
        };
        // Some near the goal, and some of which the projections know exactly how far they are: where nothing may be left out.
        let mut starts: Vec<Pattern> = (0..7).map(|n_moves| walk(n_moves).0).collect();
        let tight = (0..40_000)
            .map(|i| walk(4 + i % 5))
            .filter(|(start, cost)| looking.lower_bound(&see(start)) == *cost);
        let n_near = starts.len();
        starts.extend(tight.map(|(start, _)| start).take(8));
        let n_tight = starts.len() - n_near;
        assert!(!is_plain || n_tight > 4, "only {n_tight} bounds are tight");
        for start in starts {
            let bytes = compiled.pack(&start).expect("it was made by moves");
            let hashed = Puzzle { compiled: &compiled, distances: Some(&near), simd: Plain };
            let known = ida_star(&hashed, &bytes, &rounds, &Sequential, &control);
            for distances in [&empty, &near] {
                let viewed = PdbProblem::new(&compiled, distances, &views, Plain);
                let found = ida_star(&viewed, &see(&start), &rounds, &Sequential, &control);
                assert_eq!((found.cost, found.n_solutions), (known.cost, known.n_solutions), "{start:?}");
                // A round too many would find what was left out.
                assert_eq!(found.rounds.last().map(|round| round.bound), found.cost, "{start:?}");
            }
        }
    }
}
