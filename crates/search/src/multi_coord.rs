//! The problem over several coordinates that have too many combinations for one exact table. Its lower bound comes from
//! prune tables: each holds the distances of all combinations of a few coordinates, which are lower bounds for the
//! whole. The maximum of several such bounds is a lower bound; and if no move changes the coordinates of two tables, so
//! is their sum (additive pattern databases).
//!
//! The subsets of coordinates are chosen here, from their numbers of views.

use std::sync::Arc;

use crate::coordinate::{MoveTable, Workers};
use crate::hardware;
use crate::move_order::{MoveOrder, OrderState};
use crate::node::{Children, Node, Step, UNBOUNDED};
use crate::problem::{Cost, Move, Problem};
use crate::product_table::{UNREACHED, distances};
use crate::sym_table::{Combination, SymCombination, SymTable};

/// Maximum number of coordinates of one problem.
pub const MAX_COORDS: usize = 8;

/// The values of the coordinates, 0 in unused places.
pub type CoordArray = [u32; MAX_COORDS];

/// A move, by its number in the puzzle, and its cost. Coordinates number moves by their place in a list of these.
pub type MoveCost = (Move, Cost);

/// The projection of states `S` to several coordinates, searched until these are at a goal. Cheap to clone: the tables
/// are shared.
pub struct MultiCoord<S> {
    tables: Arc<Tables>,
    encoder: Encoder<S>,
    longest: Cost,
    is_truncated: bool,
}

/// Encodes a state as coordinates; None if one of its views has no number.
pub type Encoder<S> = Arc<dyn Fn(&S) -> Option<CoordArray> + Send + Sync>;

/// Coordinates with their prune tables.
pub struct Tables {
    coordinates: Vec<MoveTable>,
    moves: Vec<MoveCost>,
    /// Cost of each move of the puzzle, unusable moves included.
    costs: Vec<Cost>,
    order: Arc<MoveOrder>,
    goals: Vec<CoordArray>,
    /// Prune tables in groups: the bound of a group is the maximum of its tables, and the bounds of the groups are
    /// added.
    groups: Vec<Vec<SubsetTable>>,
    sym: Option<SymPruneTable>,
    rules: MoveRules,
}

/// Restrictions on the moves of a solution, in particular on the last one.
struct MoveRules {
    /// The moves that a solution may contain.
    usable: Vec<UsableMove>,
    /// No path from a goal to a goal that does not end with an excluded move costs less.
    min_detour: Cost,
}

/// A usable move.
#[derive(Clone, Copy)]
struct UsableMove {
    /// Its index in the list of moves.
    nth: u16,
    mv: Move,
    cost: Cost,
    /// True if no solution may end with it.
    cannot_be_last: bool,
}

/// A prune table over all combinations of some coordinates.
struct SubsetTable {
    /// The coordinates and their strides in the index.
    strides: Vec<(usize, usize)>,
    /// Distances, two per byte.
    nibbles: Vec<u8>,
    farthest: Cost,
}

/// A symmetry-reduced prune table: the row is a combination of some coordinates, the column is one coordinate.
pub struct SymPruneTable {
    /// The coordinates of the row; the last one varies fastest.
    pub rows: Vec<usize>,
    /// The coordinate of the column.
    pub col: usize,
    /// The distances.
    pub table: SymTable,
    /// True if the table has four bits per entry and covers all coordinates. Then no other table is needed.
    pub covers_all: bool,
}

impl SymPruneTable {
    #[inline(always)]
    fn bound(&self, state: &CoordState) -> Cost {
        self.table.bound(self.table.index(state.at))
    }
}

/// A state: its coordinates and its place in the symmetry-reduced table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoordState {
    numbers: CoordArray,
    at: SymCombination,
}

/// Code of a combination from which no goal can be reached, or whose distance does not fit into the code.
const FAR: u8 = 15;

/// Bound of a state from which no goal can be reached: more than any budget.
const UNSOLVABLE: Cost = UNBOUNDED + 1;

/// Coordinates of a state whose views have no number.
const INVALID: CoordArray = [u32::MAX; MAX_COORDS];

/// Number of children whose table entries are prefetched together.
const PREFETCH_BATCH: usize = 32;

/// Node budget of the search for the shortest detour.
const DETOUR_NODE_BUDGET: u32 = 200_000;

/// Sequences of more moves count as endless.
const MAX_MOVES: usize = 64;

/// Limits on the size of prune tables.
#[derive(Clone, Copy, Debug)]
pub struct TableLimits {
    /// Maximum number of combinations in one table.
    pub max_combinations: usize,
    /// Maximum number of tables.
    pub max_tables: usize,
}

impl Tables {
    /// Builds the prune tables of coordinates whose move tables number these moves from 0, in the order of the list.
    /// Tables are built for the subsets of coordinates that have most combinations within the limits. Returns None if
    /// it was stopped.
    ///
    /// # Panics
    /// Panics if there are more coordinates than [`MAX_COORDS`], or a distance is above 254.
    pub fn new(
        coordinates: Vec<MoveTable>,
        moves: Vec<MoveCost>,
        goals: Vec<CoordArray>,
        order: Arc<MoveOrder>,
        n_moves: usize,
        limits: TableLimits,
        workers: &Workers<'_>,
    ) -> Option<Tables> {
        assert!(coordinates.len() <= MAX_COORDS, "at most MAX_COORDS coordinates");
        let local: Vec<MoveCost> = (0..).zip(&moves).map(|(i, &(_, cost))| (Move(i), cost)).collect();
        let mut subset_tables = Vec::new();
        for set in choose_subsets(&coordinates, limits) {
            let tables: Vec<&MoveTable> = set.iter().map(|&i| &coordinates[i]).collect();
            let goals: Vec<Vec<u32>> =
                goals.iter().map(|goal| set.iter().map(|&i| goal[i]).collect()).collect();
            let goals: Vec<&[u32]> = goals.iter().map(|goal| &goal[..]).collect();
            let bytes = distances(&tables, &local, &goals, workers)?;
            subset_tables.push(SubsetTable::new(&set, &coordinates, &bytes));
        }
        let mut costs = vec![1; n_moves];
        moves.iter().for_each(|&(mv, cost)| costs[usize::from(mv.0)] = cost);
        let groups = additive_groups(subset_tables, &coordinates);
        let rules = MoveRules { usable: usable(&moves, |_| false), min_detour: 0 };
        Some(Tables { coordinates, moves, costs, order, goals, groups, sym: None, rules })
    }

    /// Adds a symmetry-reduced prune table.
    pub fn add_sym_table(&mut self, table: SymPruneTable) {
        self.sym = Some(table);
    }

    /// Excludes solutions that end with one of these moves, which must lead from goals to goals only: a solution that
    /// ends with one is a solution without it. Moves that can only be followed by excluded moves are dropped
    /// altogether.
    pub fn exclude_last_moves(&mut self, cannot_be_last: impl Fn(Move) -> bool) {
        let mut usable = usable(&self.moves, cannot_be_last);
        let can_end_later = self.can_end_later(&usable);
        let states = || (0..self.order.n_states() as u32).map(OrderState);
        usable.retain(|candidate| {
            let mut after = states().filter_map(|state| self.order.after(state, candidate.mv));
            !candidate.cannot_be_last || after.any(|state| can_end_later[state.0 as usize])
        });
        self.rules.usable = usable;
        let is_plain = self.moves.iter().all(|&(_, cost)| cost == 1);
        let starts: Vec<CoordState> = self.goals.iter().map(|&goal| self.state_of(goal)).collect();
        let mut node_budget = DETOUR_NODE_BUDGET;
        let mut returns_to_goal =
            |cost: Cost| starts.iter().any(|state| self.returns_to_goal(state, cost, &mut node_budget));
        // If moves have different costs, nothing is known.
        let least = (1..).find(|&cost| !is_plain || returns_to_goal(cost));
        self.rules.min_detour = least.unwrap_or(1);
    }

    /// True if a path of exactly this cost leads to a goal; also if the node budget runs out.
    fn returns_to_goal(&self, state: &CoordState, left: Cost, node_budget: &mut u32) -> bool {
        if left == 0 {
            return self.is_goal(state);
        }
        *node_budget = node_budget.saturating_sub(1);
        *node_budget == 0
            || self.rules.usable.iter().filter(|usable| left > 1 || !usable.cannot_be_last).any(|usable| {
                let next = self.after(state, usable.nth);
                next.is_some_and(|next| {
                    self.bound(&next) < left && self.returns_to_goal(&next, left - 1, node_budget)
                })
            })
    }

    /// By move-order state: true if some canonical sequence from there contains a move that may be last.
    fn can_end_later(&self, usable: &[UsableMove]) -> Vec<bool> {
        let mut can_end_later = vec![false; self.order.n_states()];
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            // Later moves usually have later order states, so one pass is mostly enough.
            for state in (0..can_end_later.len()).rev() {
                let can_continue = |usable: &UsableMove| {
                    let after = self.order.after(OrderState(state as u32), usable.mv);
                    after.is_some_and(|after| !usable.cannot_be_last || can_end_later[after.0 as usize])
                };
                if !can_end_later[state] && usable.iter().any(can_continue) {
                    (can_end_later[state], has_changed) = (true, true);
                }
            }
        }
        can_end_later
    }

    /// Cost of the most expensive canonical sequence, wherever it begins; None if there is no maximum, or none within
    /// [`MAX_MOVES`] moves.
    pub fn longest_sequence(&self) -> Option<Cost> {
        // By move-order state: cost of the most expensive sequence of this many moves that leads there.
        let mut costs: Vec<Option<Cost>> = vec![Some(0); self.order.n_states()];
        let mut longest = 0;
        for _ in 0..MAX_MOVES {
            let mut longer: Vec<Option<Cost>> = vec![None; costs.len()];
            for (state, cost) in costs.iter().enumerate().filter_map(|(state, cost)| Some((state, (*cost)?)))
            {
                for usable in &self.rules.usable {
                    if let Some(after) = self.order.after(OrderState(state as u32), usable.mv) {
                        let longer = &mut longer[after.0 as usize];
                        *longer = (*longer).max(Some(cost + usable.cost));
                        longest = longest.max(cost + usable.cost);
                    }
                }
            }
            if longer.iter().all(Option::is_none) {
                return Some(longest);
            }
            costs = longer;
        }
        None
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> u64 {
        let subset_tables = self.groups.iter().flatten().map(|table| table.nibbles.len() as u64);
        let coordinates = self.coordinates.iter().map(MoveTable::bytes);
        let sym = self.sym.as_ref().map_or(0, |sym| sym.table.bytes());
        subset_tables.sum::<u64>() + coordinates.sum::<u64>() + sym
    }

    /// Number of goal combinations.
    pub fn n_goals(&self) -> usize {
        self.goals.len()
    }

    /// The greatest distance of any combination, if one table covers all coordinates and stores all distances exactly.
    pub fn farthest(&self) -> Option<Cost> {
        let [group] = &self.groups[..] else { return None };
        let all = group.iter().find(|table| table.strides.len() == self.coordinates.len());
        all.map(|table| table.farthest).filter(|&farthest| farthest < Cost::from(FAR))
    }

    /// The coordinates of each table, group by group.
    pub fn coordinate_sets(&self) -> Vec<Vec<Vec<usize>>> {
        let members = |table: &SubsetTable| table.strides.iter().map(|&(i, _)| i).collect();
        self.groups.iter().map(|group| group.iter().map(members).collect()).collect()
    }

    #[inline(always)]
    fn bound(&self, state: &CoordState) -> Cost {
        match &self.sym {
            Some(sym) if sym.covers_all => sym.bound(state),
            Some(sym) => sym.bound(state).max(self.subset_bound(state)),
            None => self.subset_bound(state),
        }
    }

    /// The bound of the tables over subsets of the coordinates.
    #[inline(always)]
    fn subset_bound(&self, state: &CoordState) -> Cost {
        let group = |subset_tables: &Vec<SubsetTable>| {
            subset_tables.iter().map(|table| table.bound(&state.numbers)).fold(0, Cost::max)
        };
        self.groups.iter().map(group).fold(0, |sum: Cost, bound| (sum + bound).min(UNSOLVABLE))
    }

    #[inline(always)]
    fn is_goal(&self, state: &CoordState) -> bool {
        match &self.sym {
            Some(sym) if sym.covers_all => sym.bound(state) == 0,
            _ => self.goals.contains(&state.numbers),
        }
    }

    fn state_of(&self, numbers: CoordArray) -> CoordState {
        let at = match &self.sym {
            Some(sym) => {
                let row = |row: usize, &i: &usize| row * self.coordinates[i].len() + numbers[i] as usize;
                let row = sym.rows.iter().fold(0, row) as u32;
                sym.table.locate(Combination { row, col: numbers[sym.col] })
            }
            None => SymCombination::default(),
        };
        CoordState { numbers, at }
    }

    /// The state after the move with index `nth`. Coordinate values are not updated if they are not needed.
    #[inline(always)]
    fn after(&self, state: &CoordState, nth: u16) -> Option<CoordState> {
        let mut next = *state;
        if let Some(SymPruneTable { table, covers_all: true, .. }) = &self.sym {
            next.at = table.after(state.at, Move(nth));
            return Some(next);
        }
        for (number, table) in next.numbers.iter_mut().zip(&self.coordinates) {
            *number = table.after(*number, Move(nth))?;
        }
        if let Some(sym) = &self.sym {
            next.at = sym.table.after(state.at, Move(nth));
        }
        Some(next)
    }
}

/// All moves of a list, with a mark on those that cannot be last.
fn usable(moves: &[MoveCost], cannot_be_last: impl Fn(Move) -> bool) -> Vec<UsableMove> {
    let usable = |(nth, &(mv, cost))| UsableMove { nth, mv, cost, cannot_be_last: cannot_be_last(mv) };
    (0..).zip(moves).map(usable).collect()
}

/// Chooses the subsets of coordinates to build tables of: of all that fit, those with most combinations that no other
/// one contains; and every coordinate is in one of them, alone if need be.
fn choose_subsets(coordinates: &[MoveTable], limits: TableLimits) -> Vec<Vec<usize>> {
    let n = coordinates.len();
    let members = |set: usize| (0..n).filter(move |i| set >> i & 1 == 1);
    let size = |set: usize| members(set).map(|i| coordinates[i].len()).fold(1, usize::saturating_mul);
    let mut fitting: Vec<usize> = (1..1_usize << n)
        .filter(|&set| size(set) <= limits.max_combinations || set.is_power_of_two())
        .collect();
    fitting.sort_by_key(|&set| std::cmp::Reverse(size(set)));
    let mut chosen: Vec<usize> = Vec::new();
    let mut covered = 0;
    for set in fitting {
        let is_part = chosen.iter().any(|other| other & set == set);
        if !is_part && (chosen.len() < limits.max_tables || covered & set != set) {
            chosen.push(set);
            covered |= set;
        }
    }
    chosen.into_iter().map(|set| members(set).collect()).collect()
}

/// Groups tables for additive bounds: no move changes coordinates of two different groups.
fn additive_groups(subset_tables: Vec<SubsetTable>, coordinates: &[MoveTable]) -> Vec<Vec<SubsetTable>> {
    let changed = |table: &MoveTable| -> Vec<bool> {
        let changes = |mv: u16| (0..table.len() as u32).any(|view| table.after(view, Move(mv)) != Some(view));
        (0..table.n_moves() as u16).map(changes).collect()
    };
    let changed: Vec<Vec<bool>> = coordinates.iter().map(changed).collect();
    let meet = |a: &SubsetTable, b: &SubsetTable| {
        a.strides.iter().any(|&(i, _)| {
            b.strides.iter().any(|&(j, _)| changed[i].iter().zip(&changed[j]).any(|(&a, &b)| a && b))
        })
    };
    let mut groups: Vec<Vec<SubsetTable>> = Vec::new();
    for table in subset_tables {
        let (with, without) = groups
            .into_iter()
            .partition(|group: &Vec<SubsetTable>| group.iter().any(|other| meet(other, &table)));
        groups = without;
        let mut group: Vec<SubsetTable> = Vec::into_iter(with).flatten().collect();
        group.push(table);
        groups.push(group);
    }
    groups
}

impl SubsetTable {
    fn new(set: &[usize], coordinates: &[MoveTable], distances: &[u8]) -> SubsetTable {
        let mut stride = 1;
        let mut strides = Vec::new();
        for &i in set.iter().rev() {
            strides.push((i, stride));
            stride *= coordinates[i].len();
        }
        // Unreachable and too far for a nibble share a code; its bound is the weaker one.
        let code = |&distance: &u8| distance.min(FAR);
        let mut nibbles = hardware::filled(distances.len().div_ceil(2), 0_u8);
        for (byte, pair) in nibbles.iter_mut().zip(distances.chunks(2)) {
            *byte = code(&pair[0]) | pair.get(1).map_or(0, code) << 4;
        }
        let farthest = distances.iter().copied().filter(|&distance| distance != UNREACHED).max();
        SubsetTable { strides, nibbles, farthest: farthest.unwrap_or(0).into() }
    }

    #[inline(always)]
    fn index(&self, numbers: &CoordArray) -> usize {
        self.strides.iter().map(|&(i, stride)| numbers[i % MAX_COORDS] as usize * stride).sum()
    }

    #[inline(always)]
    fn bound(&self, numbers: &CoordArray) -> Cost {
        let index = self.index(numbers);
        let code = self.nibbles[index / 2] >> (index % 2 * 4) & 15;
        // A code above the greatest distance means that no goal can be reached.
        if code == FAR && self.farthest < Cost::from(FAR) { UNSOLVABLE } else { code.into() }
    }

    #[inline(always)]
    fn prefetch(&self, numbers: &CoordArray) {
        hardware::prefetch(&self.nibbles[self.index(numbers) / 2]);
    }
}

impl<S> Clone for MultiCoord<S> {
    fn clone(&self) -> Self {
        MultiCoord { tables: self.tables.clone(), encoder: self.encoder.clone(), ..*self }
    }
}

impl<S> MultiCoord<S> {
    /// Creates the problem. `encoder` computes the coordinates of a state; the caller does not search beyond a cost of
    /// `longest`.
    pub fn new(tables: Arc<Tables>, encoder: Encoder<S>, longest: Cost) -> Self {
        let is_truncated = tables.longest_sequence().is_none_or(|way| longest < way);
        MultiCoord { tables, encoder, longest, is_truncated }
    }

    /// The cost beyond which the caller does not search.
    pub fn longest(&self) -> Cost {
        self.longest
    }

    /// True if there may be solutions beyond that cost.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The coordinate state of a state.
    pub fn encode(&self, state: &S) -> CoordState {
        match (self.encoder)(state) {
            Some(numbers) => self.tables.state_of(numbers),
            None => CoordState { numbers: INVALID, at: SymCombination::default() },
        }
    }

    /// The coordinates with their prune tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl<S> Problem for MultiCoord<S> {
    type State = CoordState;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.tables.costs.len()
    }

    fn step(&self, from: &CoordState, mv: Move, to: &mut CoordState) -> bool {
        let nth = self.tables.moves.iter().position(|&(other, _)| other == mv);
        let next = nth.and_then(|nth| self.tables.after(from, nth as u16));
        if let Some(next) = next {
            *to = next;
        }
        next.is_some()
    }

    #[inline(always)]
    fn is_goal(&self, state: &CoordState) -> bool {
        self.tables.is_goal(state)
    }

    fn lower_bound(&self, state: &CoordState) -> Cost {
        if state.numbers == INVALID { UNSOLVABLE } else { self.tables.bound(state) }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.tables.order
    }

    fn cost(&self, mv: Move) -> Cost {
        self.tables.costs[usize::from(mv.0)]
    }

    #[inline(always)]
    fn expand(&self, node: &Node<CoordState>, children: &mut Children<'_, CoordState>) {
        let tables = &*self.tables;
        if node.left < tables.rules.min_detour && node.left > 0 && self.is_goal(&node.state) {
            return;
        }
        let mut n_staged = 0;
        for &UsableMove { nth, mv, cost, cannot_be_last } in tables.rules.usable.iter().rev() {
            if cannot_be_last && node.left == cost {
                continue;
            }
            let Some(order) = tables.order.after(node.order(), mv) else { continue };
            let Some(next) = tables.after(&node.state, nth) else { continue };
            match &tables.sym {
                Some(sym) => sym.table.prefetch(sym.table.index(next.at)),
                None => tables.groups.iter().flatten().for_each(|table| table.prefetch(&next.numbers)),
            }
            children.stage(next, Step::new(mv, order), cost);
            n_staged += 1;
            if n_staged == PREFETCH_BATCH {
                children.commit(|_, state| tables.bound(state));
                n_staged = 0;
            }
        }
        children.commit(|_, state| tables.bound(state));
    }
}
