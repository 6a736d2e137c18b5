//! Coordinates of sets that are given by a pattern: the pieces that each place may hold. A place is right if the piece
//! in it is, so the coordinates track pieces, and only those that matter. Pieces that may occupy the same places in the
//! same orientations are indistinguishable, the orientation of a piece that may have any is ignored, and pieces that
//! are right as soon as all others are need no coordinate.
//!
//! The remaining pieces are divided into groups of some hundred thousand views each. Single groups and pairs of them
//! have exact pattern databases; the bound is the largest of their distances.

use std::hash::Hash;
use std::sync::Arc;

use puzzle::cube::{Pattern, TurnSet};
use puzzle::{Cube3, Face, Turn};
use rayon::prelude::*;
use search::{Coordinate, Cost, Move, ProductTable, enumerate_views};

use super::coordinates::StepCoordinates;

/// Largest number of views of a group.
const MAX_VIEWS: u64 = 200_000;
/// Largest number of entries of a table over two groups.
const MAX_ENTRIES: u64 = 5_000_000;
/// Largest number of tables over two groups.
const MAX_PAIRS: usize = 6;
/// Largest number of groups; if there would be more, larger groups of corners are formed.
pub const MAX_GROUPS: usize = 12;

/// Corners or edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Corners,
    Edges,
}

impl Kind {
    fn n_places(self) -> usize {
        if self == Kind::Corners { 8 } else { 12 }
    }

    fn n_orientations(self) -> u8 {
        if self == Kind::Corners { 3 } else { 2 }
    }

    fn piece(self, cube: &Cube3, place: usize) -> (u8, u8) {
        if self == Kind::Corners { cube.corner(place) } else { cube.edge(place) }
    }

    fn may_hold(self, pattern: &Pattern, place: usize, piece: (u8, u8)) -> bool {
        match self {
            Kind::Corners => pattern.may_hold_corner(place, piece),
            Kind::Edges => pattern.may_hold_edge(place, piece),
        }
    }
}

/// Pieces that may occupy the same places in the same orientations.
#[derive(Clone, Debug)]
struct PieceClass {
    pieces: Vec<u8>,
    /// By place, the orientations allowed there, as bits.
    orientations: [u8; 12],
    is_oriented: bool,
}

/// The pieces of one coordinate.
#[derive(Clone, Debug)]
struct PieceGroup {
    kind: Kind,
    classes: Vec<PieceClass>,
}

type View = [u8; 12];

/// A place whose piece is in no group.
const OTHER: u8 = u8::MAX;

impl PieceGroup {
    /// Returns, by place, the class of the piece there and its orientation if that matters.
    fn view(&self, class_of: &[u8; 12], cube: &Cube3) -> View {
        let mut view = [OTHER; 12];
        for (place, seen) in view.iter_mut().enumerate().take(self.kind.n_places()) {
            let (piece, orientation) = self.kind.piece(cube, place);
            let class = class_of[usize::from(piece)];
            if class != OTHER {
                *seen =
                    class << 2 | if self.classes[usize::from(class)].is_oriented { orientation } else { 0 };
            }
        }
        view
    }

    fn class_of(&self) -> [u8; 12] {
        let mut class_of = [OTHER; 12];
        for (number, class) in self.classes.iter().enumerate() {
            class.pieces.iter().for_each(|&piece| class_of[usize::from(piece)] = number as u8);
        }
        class_of
    }

    /// True if all pieces of the group are right.
    fn is_goal(&self, view: &View) -> bool {
        (0..self.kind.n_places()).filter(|&place| view[place] != OTHER).all(|place| {
            let class = &self.classes[usize::from(view[place] >> 2)];
            let allowed = class.orientations[place];
            if class.is_oriented { allowed >> (view[place] & 3) & 1 != 0 } else { allowed != 0 }
        })
    }
}

/// Returns the number of views of some classes together, or slightly more.
fn n_views(kind: Kind, classes: &[PieceClass]) -> u64 {
    let mut free = kind.n_places() as u64;
    let mut n = 1;
    for class in classes {
        let pieces = class.pieces.len() as u64;
        let orientations =
            if class.is_oriented { u64::from(kind.n_orientations()).pow(pieces as u32) } else { 1 };
        // Multiplying and dividing alternately keeps the binomial coefficients integral.
        n *= (0..pieces).fold(1, |choices, i| choices * (free - i) / (i + 1)) * orientations;
        free -= pieces;
    }
    n
}

/// Returns the classes of pieces that need a coordinate.
fn classes(kind: Kind, pattern: &Pattern) -> Vec<PieceClass> {
    let all_orientations = (1 << kind.n_orientations()) - 1;
    let mut classes: Vec<PieceClass> = Vec::new();
    for piece in 0..kind.n_places() as u8 {
        let mut orientations = [0; 12];
        for (place, allowed) in orientations.iter_mut().enumerate().take(kind.n_places()) {
            let fits = |orientation: &u8| kind.may_hold(pattern, place, (piece, *orientation));
            *allowed = (0..kind.n_orientations())
                .filter(fits)
                .fold(0, |allowed, orientation| allowed | 1 << orientation);
        }
        match classes.iter_mut().find(|class| class.orientations == orientations) {
            Some(class) => class.pieces.push(piece),
            None => {
                let is_oriented =
                    orientations.iter().any(|&allowed| allowed != 0 && allowed != all_orientations);
                classes.push(PieceClass { pieces: vec![piece], orientations, is_oriented });
            }
        }
    }
    // If all other pieces are right, this class is left with exactly its own places, in any orientation. Of several
    // such classes only one is right automatically.
    let is_implied = |number: usize| {
        let class = &classes[number];
        let overlaps = |other: &PieceClass| {
            (0..12).any(|place| other.orientations[place] != 0 && class.orientations[place] != 0)
        };
        let others = classes.iter().enumerate().filter(|(other, _)| *other != number);
        !class.is_oriented && !others.into_iter().any(|(_, other)| overlaps(other))
    };
    let implied = (0..classes.len())
        .filter(|&number| is_implied(number))
        .max_by_key(|&number| classes[number].pieces.len());
    if let Some(implied) = implied {
        classes.remove(implied);
    }
    classes
}

/// Combines classes into groups of at most `max_views` views, in their order.
fn groups(kind: Kind, classes: Vec<PieceClass>, max_views: u64) -> Vec<PieceGroup> {
    let mut groups: Vec<PieceGroup> = Vec::new();
    for class in classes {
        if let Some(group) = groups.last_mut() {
            group.classes.push(class.clone());
            if n_views(kind, &group.classes) <= max_views {
                continue;
            }
            group.classes.pop();
        }
        groups.push(PieceGroup { kind, classes: vec![class] });
    }
    groups
}

/// Enumerates the views of all cubes under all turns. Quarter turns find them, and the other turns are composed of
/// these.
pub(super) fn enumerate_cube_views<V: Eq + Hash + Clone + Send + Sync>(
    view: impl Fn(&Cube3) -> V + Sync,
) -> Coordinate<V> {
    let quarter = |mv: Move| Turn::new(Face::ALL[usize::from(mv.0)], 1);
    let coordinate =
        enumerate_views(Cube3::SOLVED, Face::ALL.len(), view, |cube, mv| Some(cube.turned(quarter(mv))));
    let word = |turn: Turn| vec![Move(turn.face() as u16); usize::from(turn.quarters())];
    coordinate.with_macro_moves(&Turn::all().map(word).collect::<Vec<_>>())
}

/// A group with its views numbered.
struct GroupCoordinate {
    group: PieceGroup,
    class_of: [u8; 12],
    coordinate: Coordinate<View>,
    is_goal: Vec<bool>,
}

impl GroupCoordinate {
    fn new(group: PieceGroup) -> GroupCoordinate {
        let class_of = group.class_of();
        let coordinate = enumerate_cube_views(|cube| group.view(&class_of, cube));
        let is_goal = coordinate.views().iter().map(|view| group.is_goal(view)).collect();
        GroupCoordinate { group, class_of, coordinate, is_goal }
    }

    fn number(&self, cube: &Cube3) -> u32 {
        let view = self.group.view(&self.class_of, cube);
        self.coordinate.number(&view).expect("turns lead to every cube")
    }

    fn goals(&self) -> impl Iterator<Item = u32> + Clone {
        (0..).zip(&self.is_goal).filter(|(_, is_goal)| **is_goal).map(|(number, _)| number)
    }
}

/// The groups, and the pairs of groups that share a table: the same for all sets of moves.
pub struct Layout {
    coordinates: Vec<GroupCoordinate>,
    pairs: Vec<[usize; 2]>,
}

impl Layout {
    /// Computes the layout for a pattern.
    pub fn new(pattern: &Pattern) -> Layout {
        let edges = groups(Kind::Edges, classes(Kind::Edges, pattern), MAX_VIEWS);
        let largest = edges.iter().map(|group| n_views(group.kind, &group.classes)).max();
        let room = largest.map_or(MAX_VIEWS, |views| (MAX_ENTRIES / views).clamp(24, MAX_VIEWS));
        let n_edge_groups = edges.len();
        let mut corners = groups(Kind::Corners, classes(Kind::Corners, pattern), room);
        if n_edge_groups + corners.len() > MAX_GROUPS {
            corners = groups(Kind::Corners, classes(Kind::Corners, pattern), MAX_VIEWS);
        }
        let mut all: Vec<PieceGroup> = edges.into_iter().chain(corners).collect();
        let size = |group: &PieceGroup| n_views(group.kind, &group.classes);
        let fits = |a: &PieceGroup, b: &PieceGroup| size(a) * size(b) <= MAX_ENTRIES;
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        // Pairs every group of corners with one of edges, in rotation.
        if n_edge_groups > 0 {
            pairs.extend((n_edge_groups..all.len()).map(|i| [(i - n_edge_groups) % n_edge_groups, i]));
            pairs.retain(|&[a, b]| fits(&all[a], &all[b]));
        }
        // Groups of edges that are in no pair are paired with a piece of the next group.
        for i in 0..n_edge_groups {
            let next = (i + 1) % n_edge_groups;
            if next == i || pairs.iter().any(|pair| pair.contains(&i)) || all.len() == MAX_GROUPS {
                continue;
            }
            let piece = PieceGroup { kind: Kind::Edges, classes: vec![all[next].classes[0].clone()] };
            if fits(&all[i], &piece) {
                pairs.push([i, all.len()]);
                all.push(piece);
            }
        }
        pairs.truncate(MAX_PAIRS);
        assert!(all.len() <= MAX_GROUPS, "{} parts are more than a state holds", all.len());
        Layout { coordinates: all.into_par_iter().map(GroupCoordinate::new).collect(), pairs }
    }
}

/// The groups with their pattern databases for some turns.
pub struct PieceCoordinates {
    layout: Arc<Layout>,
    singles: Vec<(usize, ProductTable<1>)>,
    pair_tables: Vec<([usize; 2], ProductTable<2>)>,
}

impl PieceCoordinates {
    /// Fills the tables for these turns; `costs` is indexed by turn.
    pub fn new(layout: &Arc<Layout>, turns: TurnSet, costs: &[Cost; Turn::COUNT]) -> PieceCoordinates {
        let usable: Vec<(Move, Cost)> =
            turns.iter().map(|turn| (Move(turn.index() as u16), costs[turn.index()])).collect();
        let Layout { coordinates, pairs } = &**layout;
        let moves = |i: usize| coordinates[i].coordinate.moves().clone();
        let pair_tables = pairs
            .par_iter()
            .map(|&[a, b]| {
                let goals: Vec<[u32; 2]> = coordinates[a]
                    .goals()
                    .flat_map(|a| coordinates[b].goals().map(move |b| [a, b]))
                    .collect();
                ([a, b], ProductTable::new([moves(a), moves(b)], usable.clone(), &goals))
            })
            .collect();
        // Every group is in a table, so that computing all distances moves all groups.
        let is_paired = |i: usize| pairs.iter().any(|pair| pair.contains(&i));
        let singles = (0..coordinates.len()).into_par_iter().filter(|&i| !is_paired(i)).map(|i| {
            let goals: Vec<[u32; 1]> = coordinates[i].goals().map(|goal| [goal]).collect();
            (i, ProductTable::new([moves(i)], usable.clone(), &goals))
        });
        PieceCoordinates { layout: layout.clone(), singles: singles.collect(), pair_tables }
    }

    /// Returns the number of entries of the first table at each distance.
    pub fn distribution(&self) -> Vec<u64> {
        let one = self.singles.first().map(|(_, product)| product.distribution());
        one.or(self.pair_tables.first().map(|(_, product)| product.distribution())).unwrap_or_default()
    }
}

impl StepCoordinates for PieceCoordinates {
    type State = [u32; MAX_GROUPS];

    fn enter(&self, cube: &Cube3) -> Self::State {
        let mut state = [0; MAX_GROUPS];
        for (number, coord) in state.iter_mut().zip(&self.layout.coordinates) {
            *number = coord.number(cube);
        }
        state
    }

    #[inline(always)]
    fn turned(&self, state: &Self::State, turn: usize) -> Self::State {
        let mut next = *state;
        for (number, coord) in next.iter_mut().zip(&self.layout.coordinates) {
            *number =
                coord.coordinate.moves().after(*number, Move(turn as u16)).expect("every turn is legal");
        }
        next
    }

    #[inline(always)]
    fn turned_within(
        &self,
        state: &Self::State,
        turn: usize,
        max_bound: Cost,
    ) -> Result<(Self::State, Cost), Option<Cost>> {
        let mut next = *state;
        let moved = |group: usize| {
            let moves = self.layout.coordinates[group].coordinate.moves();
            moves.after(state[group], Move(turn as u16)).expect("every turn is legal")
        };
        let mut bound = 0;
        for ([a, b], product) in &self.pair_tables {
            (next[*a], next[*b]) = (moved(*a), moved(*b));
            bound = bound.max(product.distance(&[next[*a], next[*b]]).ok_or(None)?);
            if bound > max_bound {
                return Err(Some(bound));
            }
        }
        for (group, product) in &self.singles {
            next[*group] = moved(*group);
            bound = bound.max(product.distance(&[next[*group]]).ok_or(None)?);
            if bound > max_bound {
                return Err(Some(bound));
            }
        }
        Ok((next, bound))
    }

    #[inline(always)]
    fn bound(&self, state: &Self::State) -> Option<Cost> {
        let mut bound = 0;
        for (group, product) in &self.singles {
            bound = bound.max(product.distance(&[state[*group]])?);
        }
        for ([a, b], product) in &self.pair_tables {
            bound = bound.max(product.distance(&[state[*a], state[*b]])?);
        }
        Some(bound)
    }

    #[inline(always)]
    fn is_goal(&self, state: &Self::State) -> bool {
        state.iter().zip(&self.layout.coordinates).all(|(&number, coord)| coord.is_goal[number as usize])
    }

    fn bytes(&self) -> u64 {
        let moves = self.layout.coordinates.iter().map(|coord| coord.coordinate.moves().bytes()).sum::<u64>();
        let singles = self.singles.iter().map(|(_, product)| product.bytes()).sum::<u64>();
        moves + singles + self.pair_tables.iter().map(|(_, product)| product.bytes()).sum::<u64>()
    }
}
