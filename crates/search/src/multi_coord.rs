//! The problem over several coordinates, too many for one table of all their combinations. What can be told of some of them
//! together is read from tables: where a table holds all combinations of a few coordinates, its distance is a lower bound for
//! all. Of several such bounds the largest holds; and where no move changes what two of them look at, their sum does.
//!
//! Which coordinates to take together is found out here, from how many views they have.

use std::sync::Arc;

use crate::coordinate::{Crew, MoveTable};
use crate::hardware;
use crate::move_order::{MoveOrder, OrderState};
use crate::node::{Children, Node, Step, UNBOUNDED};
use crate::problem::{Cost, Move, Problem};
use crate::product_table::{UNREACHED, distances};
use crate::sym_table::{Combination, Located, SymTable};

/// Most coordinates of one problem.
pub const MOST: usize = 8;

/// The numbers of the coordinates, 0 where there is none.
pub type Numbers = [u32; MOST];

/// A move by its number among the moves of the puzzle, and what it costs. Coordinates number them by their place in a list.
pub type Numbered = (Move, Cost);

/// States `S` as coordinates show them, to be led to where these are at a goal. Cheap to clone: the tables are shared.
pub struct MultiCoord<S> {
    tables: Arc<Tables>,
    see: See<S>,
    longest: Cost,
    is_truncated: bool,
}

/// The coordinates of a state; None if one of its views has no number.
pub type See<S> = Arc<dyn Fn(&S) -> Option<Numbers> + Send + Sync>;

/// Coordinates with their bounds.
pub struct Tables {
    coordinates: Vec<MoveTable>,
    moves: Vec<Numbered>,
    /// What each move of the puzzle costs; those that may not be made are among them.
    costs: Vec<Cost>,
    order: Arc<MoveOrder>,
    goals: Vec<Numbers>,
    /// Bounds of which the largest holds, in groups whose sum does.
    groups: Vec<Vec<Joint>>,
    fold: Option<Fold>,
    ends: Ends,
}

/// How ways may go and end.
struct Ends {
    /// The moves that are made on a way to a goal.
    offered: Vec<Offered>,
    /// No way that leads from a goal to a goal, and does not end with a barred move, costs less.
    least_detour: Cost,
}

/// A move that may be made.
#[derive(Clone, Copy)]
struct Offered {
    /// Its number in the list.
    nth: u16,
    mv: Move,
    cost: Cost,
    /// Whether no way ends with it.
    is_barred: bool,
}

/// All combinations of some coordinates.
struct Joint {
    /// Which, and by how much the index grows with each.
    strides: Vec<(usize, usize)>,
    /// Two to a byte.
    nibbles: Vec<u8>,
    farthest: Cost,
}

/// Combinations up to symmetry: some coordinates are the row, one is the column.
pub struct Fold {
    /// Which are the row, the last one counting fastest.
    pub rows: Vec<usize>,
    /// Which is the column.
    pub col: usize,
    /// Their distances.
    pub folded: SymTable,
    /// Whether they are kept in four bits, and these are all coordinates. Then nothing else is needed.
    pub is_all: bool,
}

impl Fold {
    #[inline(always)]
    fn bound(&self, seat: &Seat) -> Cost {
        self.folded.bound(self.folded.index(seat.at))
    }
}

/// Where a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    numbers: Numbers,
    at: Located,
}

/// A code of a combination from which no goal can be reached, or which is farther away than codes go.
const FAR: u8 = 15;

/// The bound where there is no way: more than any budget.
const NO_WAY: Cost = UNBOUNDED + 1;

/// Where a state is whose views have no number.
const NOWHERE: Numbers = [u32::MAX; MOST];

/// Children whose entries are under way together.
const AHEAD: usize = 32;

/// Nodes that may be spent to find the shortest detour.
const PATIENCE: u32 = 200_000;

/// Ways of more moves have no end in sight.
const MOST_MOVES: usize = 64;

/// How large tables may be.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Combinations in one table.
    pub most_combinations: usize,
    /// Tables.
    pub most_tables: usize,
}

impl Tables {
    /// Of coordinates with these moves, the first of which is number 0 in all of them. Tables are made for the coordinates that
    /// have most combinations within the room there is. None if it was stopped.
    ///
    /// # Panics
    /// If there are more coordinates than [`MOST`], or a combination is more than 254 away.
    pub fn new(
        coordinates: Vec<MoveTable>,
        moves: Vec<Numbered>,
        goals: Vec<Numbers>,
        order: Arc<MoveOrder>,
        n_moves: usize,
        room: Room,
        crew: &Crew<'_>,
    ) -> Option<Tables> {
        assert!(coordinates.len() <= MOST, "a state has so many numbers");
        let local: Vec<Numbered> = (0..).zip(&moves).map(|(i, &(_, cost))| (Move(i), cost)).collect();
        let mut joints = Vec::new();
        for set in worth_joining(&coordinates, room) {
            let tables: Vec<&MoveTable> = set.iter().map(|&i| &coordinates[i]).collect();
            let goals: Vec<Vec<u32>> =
                goals.iter().map(|goal| set.iter().map(|&i| goal[i]).collect()).collect();
            let goals: Vec<&[u32]> = goals.iter().map(|goal| &goal[..]).collect();
            let bytes = distances(&tables, &local, &goals, crew)?;
            joints.push(Joint::new(&set, &coordinates, &bytes));
        }
        let mut costs = vec![1; n_moves];
        moves.iter().for_each(|&(mv, cost)| costs[usize::from(mv.0)] = cost);
        let groups = independent(joints, &coordinates);
        let ends = Ends { offered: offered(&moves, |_| false), least_detour: 0 };
        Some(Tables { coordinates, moves, costs, order, goals, groups, fold: None, ends })
    }

    /// Adds distances up to symmetry.
    pub fn fold(&mut self, fold: Fold) {
        self.fold = Some(fold);
    }

    /// No way shall end with one of these moves, which must lead from goals to goals only: whoever goes on from a goal with them
    /// has it without that move already. What can be followed by nothing but barred moves is not made at all.
    pub fn bar(&mut self, is_barred: impl Fn(Move) -> bool) {
        let mut offered = offered(&self.moves, is_barred);
        let leads_on = self.leads_on(&offered);
        let states = || (0..self.order.n_states() as u32).map(OrderState);
        offered.retain(|offered| {
            let mut after = states().filter_map(|state| self.order.after(state, offered.mv));
            !offered.is_barred || after.any(|state| leads_on[state.0 as usize])
        });
        self.ends.offered = offered;
        let is_plain = self.moves.iter().all(|&(_, cost)| cost == 1);
        let starts: Vec<Seat> = self.goals.iter().map(|&goal| self.seat(goal)).collect();
        let mut patience = PATIENCE;
        let mut leads_back =
            |cost: Cost| starts.iter().any(|seat| self.leads_back(seat, cost, &mut patience));
        // Where moves cost differently, nothing is known.
        let least = (1..).find(|&cost| !is_plain || leads_back(cost));
        self.ends.least_detour = least.unwrap_or(1);
    }

    /// Whether a way of just this cost leads to a goal; also if it takes too long to say.
    fn leads_back(&self, seat: &Seat, left: Cost, patience: &mut u32) -> bool {
        if left == 0 {
            return self.is_goal(seat);
        }
        *patience = patience.saturating_sub(1);
        *patience == 0
            || self.ends.offered.iter().filter(|offered| left > 1 || !offered.is_barred).any(|offered| {
                let next = self.after(seat, offered.nth);
                next.is_some_and(|next| {
                    self.bound(&next) < left && self.leads_back(&next, left - 1, patience)
                })
            })
    }

    /// By state of the order, whether some way goes on from there to a move that is not barred.
    fn leads_on(&self, offered: &[Offered]) -> Vec<bool> {
        let mut leads_on = vec![false; self.order.n_states()];
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            // Later moves have later states where moves are put in order, so one round is mostly enough.
            for state in (0..leads_on.len()).rev() {
                let goes_on = |offered: &Offered| {
                    let after = self.order.after(OrderState(state as u32), offered.mv);
                    after.is_some_and(|after| !offered.is_barred || leads_on[after.0 as usize])
                };
                if !leads_on[state] && offered.iter().any(goes_on) {
                    (leads_on[state], has_changed) = (true, true);
                }
            }
        }
        leads_on
    }

    /// What the most expensive way costs that the order of moves allows at all, wherever it begins; None if there is no end of
    /// them, or none in sight.
    pub fn longest_way(&self) -> Option<Cost> {
        // By state of the order, what the most expensive way of so many moves costs that leads there.
        let mut ways: Vec<Option<Cost>> = vec![Some(0); self.order.n_states()];
        let mut longest = 0;
        for _ in 0..MOST_MOVES {
            let mut longer: Vec<Option<Cost>> = vec![None; ways.len()];
            for (state, cost) in ways.iter().enumerate().filter_map(|(state, cost)| Some((state, (*cost)?))) {
                for offered in &self.ends.offered {
                    if let Some(after) = self.order.after(OrderState(state as u32), offered.mv) {
                        let longer = &mut longer[after.0 as usize];
                        *longer = (*longer).max(Some(cost + offered.cost));
                        longest = longest.max(cost + offered.cost);
                    }
                }
            }
            if longer.iter().all(Option::is_none) {
                return Some(longest);
            }
            ways = longer;
        }
        None
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let joints = self.groups.iter().flatten().map(|joint| joint.nibbles.len() as u64);
        let coordinates = self.coordinates.iter().map(MoveTable::bytes);
        let fold = self.fold.as_ref().map_or(0, |fold| fold.folded.bytes());
        joints.sum::<u64>() + coordinates.sum::<u64>() + fold
    }

    /// How many combinations are goals.
    pub fn n_goals(&self) -> usize {
        self.goals.len()
    }

    /// The greatest distance of any combination that is known exactly, if one table has all of them.
    pub fn farthest(&self) -> Option<Cost> {
        let [group] = &self.groups[..] else { return None };
        let all = group.iter().find(|joint| joint.strides.len() == self.coordinates.len());
        all.map(|joint| joint.farthest).filter(|&farthest| farthest < Cost::from(FAR))
    }

    /// Which coordinates are in the tables together, group by group.
    pub fn joined(&self) -> Vec<Vec<Vec<usize>>> {
        let members = |joint: &Joint| joint.strides.iter().map(|&(i, _)| i).collect();
        self.groups.iter().map(|group| group.iter().map(members).collect()).collect()
    }

    #[inline(always)]
    fn bound(&self, seat: &Seat) -> Cost {
        match &self.fold {
            Some(fold) if fold.is_all => fold.bound(seat),
            Some(fold) => fold.bound(seat).max(self.sum(seat)),
            None => self.sum(seat),
        }
    }

    /// What the tables of some coordinates say together.
    #[inline(always)]
    fn sum(&self, seat: &Seat) -> Cost {
        let group =
            |joints: &Vec<Joint>| joints.iter().map(|joint| joint.bound(&seat.numbers)).fold(0, Cost::max);
        self.groups.iter().map(group).fold(0, |sum: Cost, bound| (sum + bound).min(NO_WAY))
    }

    #[inline(always)]
    fn is_goal(&self, seat: &Seat) -> bool {
        match &self.fold {
            Some(fold) if fold.is_all => fold.bound(seat) == 0,
            _ => self.goals.contains(&seat.numbers),
        }
    }

    fn seat(&self, numbers: Numbers) -> Seat {
        let at = match &self.fold {
            Some(fold) => {
                let row = |row: usize, &i: &usize| row * self.coordinates[i].len() + numbers[i] as usize;
                let row = fold.rows.iter().fold(0, row) as u32;
                fold.folded.locate(Combination { row, col: numbers[fold.col] })
            }
            None => Located::default(),
        };
        Seat { numbers, at }
    }

    /// The state after a move by its number in the list. Numbers are left behind where they are not needed.
    #[inline(always)]
    fn after(&self, seat: &Seat, nth: u16) -> Option<Seat> {
        let mut next = *seat;
        if let Some(Fold { folded, is_all: true, .. }) = &self.fold {
            next.at = folded.after(seat.at, Move(nth));
            return Some(next);
        }
        for (number, table) in next.numbers.iter_mut().zip(&self.coordinates) {
            *number = table.after(*number, Move(nth))?;
        }
        if let Some(fold) = &self.fold {
            next.at = fold.folded.after(seat.at, Move(nth));
        }
        Some(next)
    }
}

/// All moves of a list, those that are barred marked.
fn offered(moves: &[Numbered], is_barred: impl Fn(Move) -> bool) -> Vec<Offered> {
    let offered = |(nth, &(mv, cost))| Offered { nth, mv, cost, is_barred: is_barred(mv) };
    (0..).zip(moves).map(offered).collect()
}

/// The sets of coordinates to make tables of: of all that fit, those with most combinations that no other one contains; and every
/// coordinate is in one of them, alone if need be.
fn worth_joining(coordinates: &[MoveTable], room: Room) -> Vec<Vec<usize>> {
    let n = coordinates.len();
    let members = |set: usize| (0..n).filter(move |i| set >> i & 1 == 1);
    let size = |set: usize| members(set).map(|i| coordinates[i].len()).fold(1, usize::saturating_mul);
    let mut fitting: Vec<usize> = (1..1_usize << n)
        .filter(|&set| size(set) <= room.most_combinations || set.is_power_of_two())
        .collect();
    fitting.sort_by_key(|&set| std::cmp::Reverse(size(set)));
    let mut chosen: Vec<usize> = Vec::new();
    let mut covered = 0;
    for set in fitting {
        let is_part = chosen.iter().any(|other| other & set == set);
        if !is_part && (chosen.len() < room.most_tables || covered & set != set) {
            chosen.push(set);
            covered |= set;
        }
    }
    chosen.into_iter().map(|set| members(set).collect()).collect()
}

/// Bounds in groups: in different groups there is no move that changes what both look at.
fn independent(joints: Vec<Joint>, coordinates: &[MoveTable]) -> Vec<Vec<Joint>> {
    let changed = |table: &MoveTable| -> Vec<bool> {
        let changes = |mv: u16| (0..table.len() as u32).any(|view| table.after(view, Move(mv)) != Some(view));
        (0..table.n_moves() as u16).map(changes).collect()
    };
    let changed: Vec<Vec<bool>> = coordinates.iter().map(changed).collect();
    let meet = |a: &Joint, b: &Joint| {
        a.strides.iter().any(|&(i, _)| {
            b.strides.iter().any(|&(j, _)| changed[i].iter().zip(&changed[j]).any(|(&a, &b)| a && b))
        })
    };
    let mut groups: Vec<Vec<Joint>> = Vec::new();
    for joint in joints {
        let (with, without) =
            groups.into_iter().partition(|group: &Vec<Joint>| group.iter().any(|other| meet(other, &joint)));
        groups = without;
        let mut group: Vec<Joint> = Vec::into_iter(with).flatten().collect();
        group.push(joint);
        groups.push(group);
    }
    groups
}

impl Joint {
    fn new(set: &[usize], coordinates: &[MoveTable], distances: &[u8]) -> Joint {
        let mut stride = 1;
        let mut strides = Vec::new();
        for &i in set.iter().rev() {
            strides.push((i, stride));
            stride *= coordinates[i].len();
        }
        // Where there is no way and where it is too far for a nibble: the second is what may be said of both.
        let code = |&distance: &u8| distance.min(FAR);
        let mut nibbles = hardware::filled(distances.len().div_ceil(2), 0_u8);
        for (byte, pair) in nibbles.iter_mut().zip(distances.chunks(2)) {
            *byte = code(&pair[0]) | pair.get(1).map_or(0, code) << 4;
        }
        let farthest = distances.iter().copied().filter(|&distance| distance != UNREACHED).max();
        Joint { strides, nibbles, farthest: farthest.unwrap_or(0).into() }
    }

    #[inline(always)]
    fn index(&self, numbers: &Numbers) -> usize {
        self.strides.iter().map(|&(i, stride)| numbers[i % MOST] as usize * stride).sum()
    }

    #[inline(always)]
    fn bound(&self, numbers: &Numbers) -> Cost {
        let index = self.index(numbers);
        let code = self.nibbles[index / 2] >> (index % 2 * 4) & 15;
        // Beyond what is anywhere there is no way.
        if code == FAR && self.farthest < Cost::from(FAR) { NO_WAY } else { code.into() }
    }

    #[inline(always)]
    fn prefetch(&self, numbers: &Numbers) {
        hardware::prefetch(&self.nibbles[self.index(numbers) / 2]);
    }
}

impl<S> Clone for MultiCoord<S> {
    fn clone(&self) -> Self {
        MultiCoord { tables: self.tables.clone(), see: self.see.clone(), ..*self }
    }
}

impl<S> MultiCoord<S> {
    /// The states as `see` shows them, for whoever gives up beyond a cost of `longest`.
    pub fn new(tables: Arc<Tables>, see: See<S>, longest: Cost) -> Self {
        let is_truncated = tables.longest_way().is_none_or(|way| longest < way);
        MultiCoord { tables, see, longest, is_truncated }
    }

    /// Beyond which cost it is given up.
    pub fn longest(&self) -> Cost {
        self.longest
    }

    /// Whether there may be ways beyond that.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Where a state is.
    pub fn place(&self, state: &S) -> Seat {
        match (self.see)(state) {
            Some(numbers) => self.tables.seat(numbers),
            None => Seat { numbers: NOWHERE, at: Located::default() },
        }
    }

    /// The coordinates with their tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl<S> Problem for MultiCoord<S> {
    type State = Seat;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.tables.costs.len()
    }

    fn step(&self, from: &Seat, mv: Move, to: &mut Seat) -> bool {
        let nth = self.tables.moves.iter().position(|&(other, _)| other == mv);
        let next = nth.and_then(|nth| self.tables.after(from, nth as u16));
        if let Some(next) = next {
            *to = next;
        }
        next.is_some()
    }

    #[inline(always)]
    fn is_goal(&self, state: &Seat) -> bool {
        self.tables.is_goal(state)
    }

    fn lower_bound(&self, state: &Seat) -> Cost {
        if state.numbers == NOWHERE { NO_WAY } else { self.tables.bound(state) }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.tables.order
    }

    fn cost(&self, mv: Move) -> Cost {
        self.tables.costs[usize::from(mv.0)]
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Seat>, children: &mut Children<'_, Seat>) {
        let tables = &*self.tables;
        if node.left < tables.ends.least_detour && node.left > 0 && self.is_goal(&node.state) {
            return;
        }
        let mut n_put = 0;
        for &Offered { nth, mv, cost, is_barred } in tables.ends.offered.iter().rev() {
            if is_barred && node.left == cost {
                continue;
            }
            let Some(order) = tables.order.after(node.order(), mv) else { continue };
            let Some(next) = tables.after(&node.state, nth) else { continue };
            match &tables.fold {
                Some(fold) => fold.folded.prefetch(fold.folded.index(next.at)),
                None => tables.groups.iter().flatten().for_each(|joint| joint.prefetch(&next.numbers)),
            }
            children.stage(next, Step::new(mv, order), cost);
            n_put += 1;
            if n_put == AHEAD {
                children.commit(|_, seat| tables.bound(seat));
                n_put = 0;
            }
        }
        children.commit(|_, seat| tables.bound(seat));
    }
}
