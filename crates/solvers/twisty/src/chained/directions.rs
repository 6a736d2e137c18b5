//! The sides that a position can be solved from: through every symmetry that phases see as something else, and backwards. A
//! solution from one side is as long as one from another, but the phases find others there.

use puzzle::definition::{OrbitTransform, Pattern, Transform};
use search::Move;

use super::super::canonical::Symmetry;
use super::super::compiled::Compiled;
use super::super::pdb::products;
use super::super::symmetry::Renaming;
use super::declared_phase::DeclaredPhase;
use crate::Defined;

/// Symmetries of a question with what they do to moves.
pub(super) struct Sides<const N: usize> {
    /// Those that keep the goal, the one that changes nothing first. They are a group, or only that one.
    pub symmetries: Vec<Symmetry<N>>,
    pub moves: Vec<Vec<usize>>,
    /// `products[a * n + b]` is a and then b.
    pub products: Vec<u8>,
    /// Of those that the phases cannot tell apart, the first.
    through: Vec<usize>,
    /// By move, what undoes it, if positions can be solved backwards.
    undoing: Option<Vec<Move>>,
}

/// A position seen from one side.
pub(super) struct Side<const N: usize> {
    pub state: [u8; N],
    symmetry: usize,
    is_inverse: bool,
}

impl<const N: usize> Sides<N> {
    /// Of a question whose moves have these symmetries.
    pub fn new(question: &Defined, compiled: &Compiled<N>, renamings: &[Renaming]) -> Sides<N> {
        let kept: Vec<(usize, Symmetry<N>)> = renamings
            .iter()
            .enumerate()
            .filter_map(|(i, renaming)| Some((i, Symmetry::new(question, &compiled.layout, renaming)?)))
            .collect();
        let is_identity = |i: usize| renamings[i].moves.iter().enumerate().all(|(mv, &to)| mv == to);
        let mut kept: Vec<(usize, Symmetry<N>)> = match products(&numbers(&kept), renamings) {
            Some(_) if kept.len() <= 256 => kept,
            _ => kept.into_iter().filter(|&(i, _)| is_identity(i)).collect(),
        };
        kept.sort_by_key(|&(i, _)| !is_identity(i));
        let products = products(&numbers(&kept), renamings).expect("a group, or only one");
        let moves = kept.iter().map(|&(i, _)| renamings[i].moves.clone()).collect();
        let symmetries = kept.into_iter().map(|(_, symmetry)| symmetry).collect();
        Sides { symmetries, moves, products, through: vec![0], undoing: undoing(question) }
    }

    /// The symmetries that keep what some phases look at and allow.
    pub fn keeping(&self, stages: &[&DeclaredPhase<N>]) -> Vec<usize> {
        let keeps =
            |&i: &usize| stages.iter().all(|stage| stage.is_kept_by(&self.symmetries[i], &self.moves[i]));
        (0..self.symmetries.len()).filter(keeps).collect()
    }

    /// Takes of the symmetries that differ by one which keeps all phases only the first; and backwards only where every phase has
    /// what undoes its moves.
    ///
    /// Where phases are proved to be complete, positions look alike to one if moves of the next lead from one to the other. So
    /// there a symmetry keeps all phases if it keeps their moves, whatever they look at.
    pub fn for_phases(&mut self, stages: &[DeclaredPhase<N>], is_complete: bool) {
        let keeping: Vec<usize> = match is_complete {
            true => {
                let keeps = |&i: &usize| stages.iter().all(|stage| stage.keeps_moves(&self.moves[i]));
                (0..self.symmetries.len()).filter(keeps).collect()
            }
            false => self.keeping(&stages.iter().collect::<Vec<_>>()),
        };
        let n = self.symmetries.len();
        self.through.clear();
        for symmetry in 0..n {
            // Through a symmetry that is kept after another, phases see the same as through the other alone.
            let is_known = |&known: &usize| {
                keeping.iter().any(|&kept| usize::from(self.products[known * n + kept]) == symmetry)
            };
            if !self.through.iter().any(is_known) {
                self.through.push(symmetry);
            }
        }
        let is_closed = |undoing: &Vec<Move>| {
            stages.iter().all(|stage| {
                let has = |mv: Move| stage.moves.iter().any(|&(other, _)| other == mv);
                stage.moves.iter().all(|&(mv, _)| has(undoing[usize::from(mv.0)]))
            })
        };
        self.undoing = self.undoing.take().filter(is_closed);
    }

    /// The sides of a position that look different.
    pub fn of(&self, question: &Defined, compiled: &Compiled<N>) -> Vec<Side<N>> {
        let mut sides: Vec<Side<N>> = Vec::new();
        let inverse = self.undoing.as_ref().and_then(|_| undone(&question.start, &question.goals[0]));
        let states = [Some(&question.start), inverse.as_ref()];
        for (i, start) in states.into_iter().enumerate() {
            let Some(start) = start.and_then(|start| compiled.pack(start)) else { continue };
            for &symmetry in &self.through {
                let state = self.symmetries[symmetry].apply(&start);
                if sides.iter().all(|other| other.state != state) {
                    sides.push(Side { state, symmetry, is_inverse: i == 1 });
                }
            }
        }
        sides
    }

    /// A solution of what is seen from a side as one of the position itself.
    pub fn unseen(&self, side: &Side<N>, solution: &[Move]) -> Vec<Move> {
        let back = |mv: Move| {
            let images = &self.moves[side.symmetry];
            let from = images.iter().position(|&image| image == usize::from(mv.0));
            Move(from.expect("symmetries make every move a move") as u16)
        };
        match &self.undoing {
            Some(undoing) if side.is_inverse => {
                solution.iter().rev().map(|&mv| undoing[usize::from(back(mv).0)]).collect()
            }
            _ => solution.iter().map(|&mv| back(mv)).collect(),
        }
    }
}

fn numbers<const N: usize>(kept: &[(usize, Symmetry<N>)]) -> Vec<usize> {
    kept.iter().map(|&(i, _)| i).collect()
}

/// By move, what undoes it at the same cost; None if something has nothing, there are rules, or a position does not say what made
/// it because pieces are alike.
fn undoing(question: &Defined) -> Option<Vec<Move>> {
    undone(&question.goals[0], &question.goals[0])?;
    let undoes = |mv: usize| {
        let inverse = question.moves[mv].transform.inverse();
        let is_it = |&other: &usize| {
            question.moves[other].transform == inverse && question.costs[other] == question.costs[mv]
        };
        (0..question.moves.len()).find(is_it).map(|other| Move(other as u16))
    };
    let is_free = question.puzzle.forbidden().is_empty();
    (0..question.moves.len()).map(undoes).collect::<Option<_>>().filter(|_| is_free)
}

/// The position that moves lead to which undo those that lead from the goal to this position; None if pieces are alike.
fn undone(position: &Pattern, goal: &Pattern) -> Option<Pattern> {
    let mut orbits = Vec::new();
    for (now, goal) in position.orbits.iter().zip(&goal.orbits) {
        let n_orientations = goal.moduli.iter().copied().max().unwrap_or(1);
        let mut made = OrbitTransform {
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
            made.permutation.push(home as u8);
            let turn = now.orientations[place] + n_orientations - goal.orientations[home];
            made.turns.push(turn % n_orientations);
        }
        orbits.push(made);
    }
    Some(Transform { orbits }.inverse().apply(goal))
}
