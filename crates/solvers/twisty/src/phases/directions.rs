//! The directions that a position can be solved from: its images under every symmetry that the phases distinguish, and
//! its inverse. Solutions of all directions have the same length, but the phases find different ones.

use puzzle::definition::{OrbitTransform, Pattern, Transform};
use search::Move;

use super::super::canonical::PackedSymmetry;
use super::super::compiled_puzzle::CompiledPuzzle;
use super::super::pdb::products;
use super::super::symmetry::Automorphism;
use super::phase::DeclaredPhase;
use crate::TwistyQuery;

/// The symmetries of a query with their action on moves.
pub(super) struct Directions<const N: usize> {
    /// The symmetries that preserve the goal, the identity first. They are a group, or the identity alone.
    pub symmetries: Vec<PackedSymmetry<N>>,
    pub moves: Vec<Vec<usize>>,
    /// `products[a * n + b]` is a followed by b.
    pub products: Vec<u8>,
    /// Representatives of the symmetries that the phases distinguish.
    representatives: Vec<usize>,
    /// By move, its inverse, if inverse positions can be solved.
    inverse_moves: Option<Vec<Move>>,
}

/// A position seen from one direction.
pub(super) struct Direction<const N: usize> {
    pub state: [u8; N],
    symmetry: usize,
    is_inverse: bool,
}

impl<const N: usize> Directions<N> {
    /// Returns the directions of a query whose moves have these automorphisms.
    pub fn new(
        query: &TwistyQuery,
        compiled: &CompiledPuzzle<N>,
        automorphisms: &[Automorphism],
    ) -> Directions<N> {
        let preserved: Vec<(usize, PackedSymmetry<N>)> = automorphisms
            .iter()
            .enumerate()
            .filter_map(|(i, automorphism)| {
                Some((i, PackedSymmetry::new(query, &compiled.layout, automorphism)?))
            })
            .collect();
        let is_identity = |i: usize| automorphisms[i].moves.iter().enumerate().all(|(mv, &to)| mv == to);
        let mut preserved: Vec<(usize, PackedSymmetry<N>)> =
            match products(&numbers(&preserved), automorphisms) {
                Some(_) if preserved.len() <= 256 => preserved,
                _ => preserved.into_iter().filter(|&(i, _)| is_identity(i)).collect(),
            };
        preserved.sort_by_key(|&(i, _)| !is_identity(i));
        let products = products(&numbers(&preserved), automorphisms).expect("a group, or only one");
        let moves = preserved.iter().map(|&(i, _)| automorphisms[i].moves.clone()).collect();
        let symmetries = preserved.into_iter().map(|(_, symmetry)| symmetry).collect();
        Directions {
            symmetries,
            moves,
            products,
            representatives: vec![0],
            inverse_moves: inverse_moves(query),
        }
    }

    /// Returns the symmetries that preserve the coordinates and moves of some phases.
    pub fn preserving(&self, phases: &[&DeclaredPhase<N>]) -> Vec<usize> {
        let keeps = |&i: &usize| {
            phases.iter().all(|phase| phase.is_preserved_by(&self.symmetries[i], &self.moves[i]))
        };
        (0..self.symmetries.len()).filter(keeps).collect()
    }

    /// Keeps one representative of the symmetries that differ by one which preserves all phases; and the inverse only
    /// if every phase contains the inverses of its moves.
    ///
    /// If phases are proved to be complete, two positions have the same coordinates in a phase exactly if moves of the
    /// next phase lead from one to the other. Then a symmetry preserves all phases if it preserves their moves,
    /// whatever their coordinates are.
    pub fn for_phases(&mut self, phases: &[DeclaredPhase<N>], is_complete: bool) {
        let preserving: Vec<usize> = match is_complete {
            true => {
                let keeps = |&i: &usize| phases.iter().all(|phase| phase.preserves_moves(&self.moves[i]));
                (0..self.symmetries.len()).filter(keeps).collect()
            }
            false => self.preserving(&phases.iter().collect::<Vec<_>>()),
        };
        let n = self.symmetries.len();
        self.representatives.clear();
        for symmetry in 0..n {
            // Followed by a symmetry that preserves all phases, `known` gives the same coordinates as alone.
            let is_known = |&known: &usize| {
                preserving
                    .iter()
                    .any(|&preserved| usize::from(self.products[known * n + preserved]) == symmetry)
            };
            if !self.representatives.iter().any(is_known) {
                self.representatives.push(symmetry);
            }
        }
        let is_closed = |inverse_moves: &Vec<Move>| {
            phases.iter().all(|phase| {
                let has = |mv: Move| phase.moves.iter().any(|&(other, _)| other == mv);
                phase.moves.iter().all(|&(mv, _)| has(inverse_moves[usize::from(mv.0)]))
            })
        };
        self.inverse_moves = self.inverse_moves.take().filter(is_closed);
    }

    /// Returns the distinct directions of a position.
    pub fn of(&self, query: &TwistyQuery, compiled: &CompiledPuzzle<N>) -> Vec<Direction<N>> {
        let mut directions: Vec<Direction<N>> = Vec::new();
        let inverse =
            self.inverse_moves.as_ref().and_then(|_| inverse_position(&query.start, &query.goals[0]));
        let states = [Some(&query.start), inverse.as_ref()];
        for (i, start) in states.into_iter().enumerate() {
            let Some(start) = start.and_then(|start| compiled.pack(start)) else { continue };
            for &symmetry in &self.representatives {
                let state = self.symmetries[symmetry].apply(&start);
                if directions.iter().all(|other| other.state != state) {
                    directions.push(Direction { state, symmetry, is_inverse: i == 1 });
                }
            }
        }
        directions
    }

    /// Converts a solution of a direction to a solution of the original position.
    pub fn to_original(&self, direction: &Direction<N>, solution: &[Move]) -> Vec<Move> {
        let back = |mv: Move| {
            let images = &self.moves[direction.symmetry];
            let from = images.iter().position(|&image| image == usize::from(mv.0));
            Move(from.expect("symmetries permute the moves") as u16)
        };
        match &self.inverse_moves {
            Some(inverse_moves) if direction.is_inverse => {
                solution.iter().rev().map(|&mv| inverse_moves[usize::from(back(mv).0)]).collect()
            }
            _ => solution.iter().map(|&mv| back(mv)).collect(),
        }
    }
}

fn numbers<const N: usize>(preserved: &[(usize, PackedSymmetry<N>)]) -> Vec<usize> {
    preserved.iter().map(|&(i, _)| i).collect()
}

/// By move, its inverse of the same cost; None if a move has none, positions may be illegal, or pieces are identical,
/// so that positions have no inverse.
fn inverse_moves(query: &TwistyQuery) -> Option<Vec<Move>> {
    inverse_position(&query.goals[0], &query.goals[0])?;
    let undoes = |mv: usize| {
        let inverse = query.moves[mv].transform.inverse();
        let is_it =
            |&other: &usize| query.moves[other].transform == inverse && query.costs[other] == query.costs[mv];
        (0..query.moves.len()).find(is_it).map(|other| Move(other as u16))
    };
    let is_free = query.puzzle.forbidden().is_empty();
    (0..query.moves.len()).map(undoes).collect::<Option<_>>().filter(|_| is_free)
}

/// Returns the inverse of a position relative to the goal; None if pieces are identical.
fn inverse_position(position: &Pattern, goal: &Pattern) -> Option<Pattern> {
    let mut orbits = Vec::new();
    for (now, goal) in position.orbits.iter().zip(&goal.orbits) {
        let n_orientations = goal.moduli.iter().copied().max().unwrap_or(1);
        let mut transform = OrbitTransform {
            permutation: Vec::with_capacity(now.pieces.len()),
            turns: Vec::with_capacity(now.pieces.len()),
            n_orientations,
        };
        for (place, &piece) in now.pieces.iter().enumerate() {
            let mut homes = (0..goal.pieces.len()).filter(|&home| goal.pieces[home] == piece);
            let (home, None) = (homes.next()?, homes.next()) else { return None };
            if goal.moduli[home] != n_orientations {
                return None;
            }
            transform.permutation.push(home as u8);
            let turn = now.orientations[place] + n_orientations - goal.orientations[home];
            transform.turns.push(turn % n_orientations);
        }
        orbits.push(transform);
    }
    Some(Transform { orbits }.inverse().apply(goal))
}
