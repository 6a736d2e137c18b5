//! Symmetries of a defined puzzle: automorphisms, which are permutations of its places that map every move to a move.
//! They are found from the moves alone, reflections included, whether or not the definition has rotations.
//!
//! An automorphism maps place i to another and turns the piece there by `c[i]`, after reversing the sense of
//! orientation if it is a reflection. If it maps move m to the move f(m), then for the places of m and f(m)
//!
//! ```text
//!     image(source of i in m) = source of image(i) in f(m)
//!     c[source of i in m]     = c[i] + turn of image(i) in f(m) - sense * turn of i in m
//! ```
//!
//! so f and the image of one place of each part determine the rest. All f are tried for which the cycle types of moves
//! and of pairs of moves agree.

use std::collections::HashMap;

use puzzle::definition::Transform;
use search::Cost;

use super::state_layout::{Layout, Part};
use crate::TwistyQuery;

/// A symmetry of all places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automorphism {
    /// By part.
    pub parts: Vec<PartAutomorphism>,
    /// By move, its image.
    pub moves: Vec<usize>,
}

/// A symmetry of one part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartAutomorphism {
    /// The image of the part.
    pub to: usize,
    /// By place of the part, its image there.
    pub places: Vec<u8>,
    /// By place of the part, the turn of its piece.
    pub turns: Vec<u8>,
    /// True if it reverses the sense of orientation.
    pub is_reversed: bool,
}

/// Maximum number of steps of the search for symmetries.
const MAX_STEPS: usize = 50_000;

/// Finds all automorphisms of the moves of a query with this layout, the identity included. They are a group. None if
/// `goes_on` returned false.
pub fn symmetries(
    query: &TwistyQuery,
    layout: &Layout,
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<Automorphism>> {
    let moves: Vec<&Transform> = query.moves.iter().map(|mv| &mv.transform).collect();
    let mut representatives: Vec<usize> = Vec::new();
    for (i, mv) in query.moves.iter().enumerate() {
        if !representatives.iter().any(|&representative| query.moves[representative].family == mv.family) {
            representatives.push(i);
        }
    }
    let mut search = SymmetrySearch {
        moves: &moves,
        costs: &query.costs,
        layout,
        n_orientations: query.puzzle.orbits().iter().map(|orbit| orbit.n_orientations).collect(),
        cycle_types: moves.iter().map(|mv| cycles(mv)).collect(),
        representatives,
        images: Vec::new(),
        found: Vec::new(),
        steps_left: MAX_STEPS,
        numbers: HashMap::new(),
        goes_on,
    };
    for (i, mv) in moves.iter().enumerate() {
        search.numbers.entry(search.effect(mv)).or_insert(i);
    }
    search.search()?;
    Some(match search.steps_left {
        // An interrupted search may not have found a group.
        0 => vec![Automorphism::identity(layout, moves.len())],
        _ => search.found,
    })
}

impl Automorphism {
    /// The identity.
    fn identity(layout: &Layout, n_moves: usize) -> Automorphism {
        let part = |(to, part): (usize, &Part)| PartAutomorphism {
            to,
            places: (0..part.places.len() as u8).collect(),
            turns: vec![0; part.places.len()],
            is_reversed: false,
        };
        let parts = layout.parts().iter().enumerate().map(part).collect();
        Automorphism { parts, moves: (0..n_moves).collect() }
    }
}

/// A backtracking search over the images of moves.
struct SymmetrySearch<'a> {
    moves: &'a [&'a Transform],
    costs: &'a [Cost],
    layout: &'a Layout,
    n_orientations: Vec<u8>,
    /// Cycle type of every move.
    cycle_types: Vec<Cycles>,
    /// One move of each family: powers of a move are mapped to powers of its image.
    representatives: Vec<usize>,
    /// Images of the first representatives.
    images: Vec<usize>,
    found: Vec<Automorphism>,
    steps_left: usize,
    /// The first move with each effect.
    numbers: HashMap<Effect, usize>,
    goes_on: &'a dyn Fn() -> bool,
}

/// By part and place, the source of the new piece and its turn: the action of a move on the layout.
type Effect = Vec<(u8, u8)>;

impl SymmetrySearch<'_> {
    /// Finds all automorphisms that map the first representatives to `images`. None if it was stopped.
    fn search(&mut self) -> Option<()> {
        let Some(&representative) = self.representatives.get(self.images.len()) else {
            self.found.extend(self.automorphism());
            return Some(());
        };
        for image in 0..self.moves.len() {
            if !(self.goes_on)() {
                return None;
            }
            self.steps_left = self.steps_left.saturating_sub(1);
            if self.steps_left == 0 {
                return Some(());
            }
            if self.may_map_to(representative, image) {
                self.images.push(image);
                self.search()?;
                self.images.pop();
            }
        }
        Some(())
    }

    /// True if a move, and its products with the representatives before it, have the cycle types of their images.
    fn may_map_to(&self, representative: usize, image: usize) -> bool {
        let same = self.costs[representative] == self.costs[image]
            && self.cycle_types[representative] == self.cycle_types[image];
        same && !self.images.contains(&image)
            && self.representatives.iter().zip(&self.images).all(|(&before, &before_image)| {
                let pair = self.moves[before].then(self.moves[representative]);
                cycles(&pair) == cycles(&self.moves[before_image].then(self.moves[image]))
            })
    }

    /// Returns the automorphism that maps the representatives to their images, if there is one and it maps every move
    /// to a move.
    fn automorphism(&self) -> Option<Automorphism> {
        let mut parts: Vec<PartAutomorphism> = Vec::new();
        for (i, part) in self.layout.parts().iter().enumerate() {
            let n_orientations = self.n_orientations[part.orbit];
            let targets = self.layout.parts().iter().enumerate().filter(|(to, target)| {
                target.places.len() == part.places.len()
                    && self.n_orientations[target.orbit] == n_orientations
                    && !parts.iter().any(|taken| taken.to == *to)
            });
            let senses: &[bool] = if n_orientations > 2 { &[false, true] } else { &[false] };
            let tries = targets.flat_map(|(to, target)| {
                let base = 0..target.places.len() as u8;
                base.flat_map(move |base| senses.iter().map(move |&is_reversed| (to, base, is_reversed)))
            });
            let found =
                tries.into_iter().find_map(|(to, base, is_reversed)| self.part(i, to, base, is_reversed));
            parts.push(found?);
        }
        let image = |mv: &&Transform| self.numbers.get(&self.renamed(&parts, mv)).copied();
        let moves: Vec<usize> = self.moves.iter().map(image).collect::<Option<_>>()?;
        let same_costs = moves.iter().zip(self.costs).all(|(&image, &cost)| self.costs[image] == cost);
        same_costs.then_some(Automorphism { parts, moves })
    }

    /// Returns the symmetry of a part that maps its first place to the place `base` of the part `to`.
    fn part(&self, from: usize, to: usize, base: u8, is_reversed: bool) -> Option<PartAutomorphism> {
        const UNASSIGNED: u8 = u8::MAX;
        let (part, target) = (&self.layout.parts()[from], &self.layout.parts()[to]);
        let n = part.places.len();
        let mut automorphism =
            PartAutomorphism { to, places: vec![UNASSIGNED; n], turns: vec![0; n], is_reversed };
        automorphism.places[0] = base;
        let mut pending = vec![0];
        let pairs: Vec<(PartMove<'_>, PartMove<'_>)> = self
            .representatives
            .iter()
            .zip(&self.images)
            .map(|(&representative, &image)| {
                (PartMove::new(part, self.moves[representative]), PartMove::new(target, self.moves[image]))
            })
            .collect();
        while let Some(place) = pending.pop() {
            for (representative, image) in &pairs {
                let (source, turn) = representative.at(place);
                let (new_source, new_turn) = image.at(usize::from(automorphism.places[place]));
                let turn = automorphism.turned(place, turn, new_turn, self.n_orientations[part.orbit]);
                if automorphism.places[source] == UNASSIGNED {
                    if automorphism.places.contains(&(new_source as u8)) {
                        return None;
                    }
                    (automorphism.places[source], automorphism.turns[source]) = (new_source as u8, turn);
                    pending.push(source);
                } else if (usize::from(automorphism.places[source]), automorphism.turns[source])
                    != (new_source, turn)
                {
                    return None;
                }
            }
        }
        Some(automorphism).filter(|automorphism| !automorphism.places.contains(&UNASSIGNED))
    }

    /// Returns the action of a move on the places of all parts, one part after the other.
    fn effect(&self, mv: &Transform) -> Effect {
        let parts = self.layout.parts().iter();
        parts
            .flat_map(|part| {
                let part_move = PartMove::new(part, mv);
                (0..part.places.len()).map(move |place| {
                    let (source, turn) = part_move.at(place);
                    (source as u8, turn)
                })
            })
            .collect()
    }

    /// Returns the image of a move.
    fn renamed(&self, parts: &[PartAutomorphism], mv: &Transform) -> Effect {
        let all = self.layout.parts();
        let mut firsts = Vec::with_capacity(all.len());
        let mut n_places = 0;
        for part in all {
            firsts.push(n_places);
            n_places += part.places.len();
        }
        let mut effect = vec![(0, 0); n_places];
        for (part, automorphism) in all.iter().zip(parts) {
            let part_move = PartMove::new(part, mv);
            for place in 0..part.places.len() {
                let (source, turn) = part_move.at(place);
                let new_turn = automorphism.new_turn(place, source, turn, self.n_orientations[part.orbit]);
                let at = firsts[automorphism.to] + usize::from(automorphism.places[place]);
                effect[at] = (automorphism.places[source], new_turn);
            }
        }
        effect
    }
}

impl PartAutomorphism {
    /// Returns the turn of a place's image if the place is turned by `turn` and its piece comes from `source`.
    fn new_turn(&self, place: usize, source: usize, turn: u8, n_orientations: u8) -> u8 {
        let n = u16::from(n_orientations);
        let turn = u16::from(turn);
        let along = if self.is_reversed { n - turn } else { turn };
        ((u16::from(self.turns[source]) + n - u16::from(self.turns[place]) + along) % n) as u8
    }

    /// Returns the turn of the source of a place if the place is turned by `turn` and its image by `new_turn`.
    fn turned(&self, place: usize, turn: u8, new_turn: u8, n_orientations: u8) -> u8 {
        let n = u16::from(n_orientations);
        let turn = u16::from(turn);
        let against = if self.is_reversed { turn } else { n - turn };
        ((u16::from(self.turns[place]) + u16::from(new_turn) + against) % n) as u8
    }
}

/// The action of a move on one part.
struct PartMove<'a> {
    part: &'a Part,
    transform: &'a Transform,
}

impl<'a> PartMove<'a> {
    fn new(part: &'a Part, transform: &'a Transform) -> PartMove<'a> {
        PartMove { part, transform }
    }

    /// Returns the source of a place's piece, and its turn.
    fn at(&self, place: usize) -> (usize, u8) {
        let orbit = &self.transform.orbits[self.part.orbit];
        let place = usize::from(self.part.places[place]);
        let source = self.part.places.binary_search(&orbit.permutation[place]);
        (source.expect("a part is closed under moves"), orbit.turns[place])
    }
}

/// Lengths and twists of the cycles of a move, sorted: an invariant of automorphisms.
type Cycles = Vec<(u8, usize, u8)>;

fn cycles(transform: &Transform) -> Cycles {
    let mut cycles = Vec::new();
    for orbit in &transform.orbits {
        let n = orbit.n_orientations;
        let mut is_seen = vec![false; orbit.permutation.len()];
        for first in 0..orbit.permutation.len() {
            let (mut place, mut length, mut twist) = (first, 0, 0);
            while !std::mem::replace(&mut is_seen[place], true) {
                length += 1;
                twist += orbit.turns[place];
                twist -= if twist < n { 0 } else { n };
                place = usize::from(orbit.permutation[place]);
            }
            if length > 1 || twist > 0 {
                // A reflection negates the twist.
                cycles.push((n, length, twist.min((n - twist) % n)));
            }
        }
    }
    cycles.sort_unstable();
    cycles
}
