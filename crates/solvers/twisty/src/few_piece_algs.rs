//! Few-piece algorithms: sequences that leave few pieces out of place. A depth-first search of all canonical sequences
//! up to a length; a branch is pruned if more pieces are out of place than the remaining moves could solve.

use std::collections::{BinaryHeap, HashMap};

use puzzle::Definition;
use puzzle::definition::{Generator, Kind};
use puzzle::parse::sequence::move_set;
use search::{Control, Move, MoveOrder, OrderState, StopReason};
use solver::Error;

use super::dispatch::check_n_moves;
use super::move_order::move_order;

/// Nodes between two checks of the stop flag.
const POLL_INTERVAL: u64 = 4096;

/// The parameters of a search for few-piece algorithms.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The puzzle; a piece is out of place if it differs from the start position.
    pub puzzle: &'a Definition,
    /// The moves that are allowed.
    pub moves: &'a [Generator],
    /// Maximum number of moves in a sequence.
    pub max_length: usize,
    /// Maximum number of pieces out of place.
    pub max_pieces: usize,
    /// Maximum number of sequences returned: those with the fewest pieces out of place, and of these the shortest.
    pub max_kept: usize,
}

/// A sequence that leaves few pieces out of place. Ordered best first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sequence {
    /// Number of pieces out of place.
    pub n_pieces: usize,
    /// Number of moves.
    pub length: usize,
    /// Indices of its moves.
    pub moves: Vec<u16>,
}

/// The result of a search for few-piece algorithms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Few {
    /// The best sequences, best first.
    pub kept: Vec<Sequence>,
    /// Number of sequences found, also those not returned. Sequences that are the identity do not count.
    pub n_found: u64,
    /// Positions visited.
    pub nodes: u64,
    /// The reason why the search ended early, if it did.
    pub stopped: Option<StopReason>,
}

/// Returns the moves of a list like `U,R,F2`; without a list all moves but rotations.
///
/// # Errors
/// Returns an error if the list has an unknown move.
pub fn few_moves(definition: &Definition, list: Option<&str>) -> Result<Vec<Generator>, Error> {
    let Some(list) = list else { return Ok(definition.turns()) };
    move_set(list, definition).map_err(|error| Error::usage(format!("--moves {list:?}: {error}")))
}

/// Finds sequences that leave few pieces out of place.
///
/// # Errors
/// Returns an error if there are too many moves.
pub fn few(wanted: &Wanted<'_>, control: &Control<'_>) -> Result<Few, Error> {
    check_n_moves(wanted.moves.len())?;
    let Some(mut search) = FewPieceSearch::new(wanted, control) else {
        return Ok(Few { kept: Vec::new(), n_found: 0, nodes: 0, stopped: control.stopped() });
    };
    search.search(0, OrderState::START, control);
    let nodes = search.nodes;
    Ok(Few { kept: search.kept.into_sorted_vec(), n_found: search.n_found, nodes, stopped: search.stopped })
}

/// The content of a place: the number of its kind of piece, and the orientation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    kind: u16,
    orientation: u8,
}

/// The effect of a move on one place.
struct Change {
    place: u16,
    source: u16,
    turn: u8,
}

struct FewPieceSearch<'a> {
    wanted: &'a Wanted<'a>,
    changes: Vec<Vec<Change>>,
    /// Maximum number of places that a move changes.
    max_changes: usize,
    /// By kind.
    moduli: Vec<u8>,
    /// By place, the kinds that are illegal there.
    forbidden: Vec<(usize, Vec<bool>)>,
    order: MoveOrder,
    /// The positions from the start to the current one, and the number of pieces out of place in each.
    positions: Vec<Vec<Cell>>,
    n_wrong: Vec<usize>,
    moves: Vec<u16>,
    kept: BinaryHeap<Sequence>,
    n_found: u64,
    nodes: u64,
    stopped: Option<StopReason>,
}

impl FewPieceSearch<'_> {
    /// Returns None if it was stopped.
    fn new<'a>(wanted: &'a Wanted<'a>, control: &Control<'_>) -> Option<FewPieceSearch<'a>> {
        let Wanted { puzzle, moves, max_length, .. } = *wanted;
        let mut firsts = Vec::new();
        let (mut start, mut moduli) = (Vec::new(), Vec::new());
        let mut forbidden = Vec::new();
        for (i, pattern) in puzzle.start().orbits.iter().enumerate() {
            let first = start.len();
            firsts.push(first);
            let mut numbers: HashMap<Kind, u16> = HashMap::new();
            for (kind, &orientation) in pattern.kinds().zip(&pattern.orientations) {
                let number = *numbers.entry(kind).or_insert_with(|| {
                    moduli.push(kind.modulus);
                    (moduli.len() - 1) as u16
                });
                start.push(Cell { kind: number, orientation });
            }
            for rule in puzzle.forbidden().iter().filter(|rule| rule.orbit == i) {
                let is_meant = |number| {
                    numbers
                        .iter()
                        .any(|(kind, &n)| usize::from(n) == number && rule.pieces.contains(&kind.piece))
                };
                let is_forbidden = (0..moduli.len()).map(is_meant).collect();
                forbidden.push((first + usize::from(rule.place), is_forbidden));
            }
        }
        let changes: Vec<Vec<Change>> = moves.iter().map(|mv| changes(mv, &firsts)).collect();
        let transforms: Vec<_> = moves.iter().map(|mv| &mv.transform).collect();
        let goes_on = || control.stopped().is_none();
        let order = move_order(&transforms, &vec![1; moves.len()], puzzle.forbidden(), &goes_on)?;
        Some(FewPieceSearch {
            wanted,
            max_changes: changes.iter().map(Vec::len).max().unwrap_or(0),
            changes,
            moduli,
            forbidden,
            order,
            positions: vec![start; max_length + 1],
            n_wrong: vec![0; max_length + 1],
            moves: Vec::new(),
            kept: BinaryHeap::new(),
            n_found: 0,
            nodes: 0,
            stopped: None,
        })
    }

    fn search(&mut self, depth: usize, order: OrderState, control: &Control<'_>) {
        if depth == self.wanted.max_length {
            return;
        }
        for mv in 0..self.changes.len() as u16 {
            let Some(order) = self.order.after(order, Move(mv)) else { continue };
            self.nodes += 1;
            if self.nodes.is_multiple_of(POLL_INTERVAL) {
                self.stopped = self.stopped.or(control.poll(POLL_INTERVAL));
            }
            if self.stopped.is_some() {
                return;
            }
            if !self.step(depth, usize::from(mv)) {
                continue;
            }
            self.moves.push(mv);
            let n_wrong = self.n_wrong[depth + 1];
            if n_wrong <= self.wanted.max_pieces && n_wrong > 0 {
                self.record(n_wrong);
            }
            let left = self.wanted.max_length - depth - 1;
            // A move solves at most as many pieces as it moves.
            if n_wrong <= self.wanted.max_pieces.saturating_add(left.saturating_mul(self.max_changes)) {
                self.search(depth + 1, order, control);
            }
            self.moves.pop();
        }
    }

    /// Applies a move from one position of the stack to the next. Returns true if that is legal.
    fn step(&mut self, depth: usize, mv: usize) -> bool {
        let (before, after) = self.positions.split_at_mut(depth + 1);
        let start = &before[0];
        let (from, to) = (&before[depth], &mut after[0]);
        to.copy_from_slice(from);
        let mut n_wrong = self.n_wrong[depth];
        for change in &self.changes[mv] {
            let place = usize::from(change.place);
            let Cell { kind, orientation } = from[usize::from(change.source)];
            let modulus = self.moduli[usize::from(kind)];
            let new = Cell { kind, orientation: (orientation + change.turn) % modulus };
            n_wrong = n_wrong + usize::from(new != start[place]) - usize::from(from[place] != start[place]);
            to[place] = new;
        }
        self.n_wrong[depth + 1] = n_wrong;
        self.forbidden.iter().all(|(place, is_forbidden)| {
            !is_forbidden.get(usize::from(to[*place].kind)).copied().unwrap_or(false)
        })
    }

    fn record(&mut self, n_pieces: usize) {
        self.n_found += 1;
        let length = self.moves.len();
        if self.kept.len() == self.wanted.max_kept {
            let is_better =
                self.kept.peek().is_some_and(|worst| (n_pieces, length) < (worst.n_pieces, worst.length));
            if !is_better {
                return;
            }
            self.kept.pop();
        }
        self.kept.push(Sequence { n_pieces, length, moves: self.moves.clone() });
    }
}

/// Returns the places that a move changes, numbered across all orbits.
fn changes(mv: &Generator, firsts: &[usize]) -> Vec<Change> {
    let orbits = mv.transform.orbits.iter().zip(firsts);
    let changes = orbits.flat_map(|(orbit, &first)| {
        let places = orbit.permutation.iter().zip(&orbit.turns).enumerate();
        places.filter_map(move |(place, (&source, &turn))| {
            let is_change = usize::from(source) != place || turn > 0;
            let number = |place: usize| (first + place) as u16;
            is_change.then(|| Change { place: number(place), source: number(source.into()), turn })
        })
    });
    changes.collect()
}
