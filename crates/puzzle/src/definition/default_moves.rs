//! The default moves of a search.
//!
//! These are all moves of the definition, given by transformations or by other moves, without rotations of the whole
//! puzzle and without duplicates. A puzzle counts as solved in any orientation, so two moves that differ only by a
//! rotation after them are duplicates, too: of those, the moves that move the fewest pieces remain (`D` rather than `Uw
//! y'`), and among equals those that all fix one piece, if such a choice exists. So the 2x2x2 turns three faces and the
//! Skewb four corners.

use std::collections::{HashMap, HashSet};

use super::rotations::Rotations;
use super::{Definition, DerivedMove, Generator, MAX_GENERATORS, Source, Transform, find};
use crate::alg::{Alg, Node};

/// The moves of a definition by their role: rotations and default generators.
#[derive(Clone, Debug)]
pub(crate) struct Roles {
    pub(super) rotations: Rotations,
    generators: Vec<Generator>,
}

/// Maximum work, in places compared, to find moves that are equal up to rotations; larger puzzles keep their
/// duplicates.
const MAX_WORK: usize = 1 << 28;

/// Maximum number of moves that a derived move is expanded to.
const MAX_LENGTH: usize = 256;

/// Maximum depth of derivation, from a derived move to the moves that it is derived from.
const MAX_DEPTH: usize = 8;

impl Definition {
    /// The default moves of a search, each with all its distinct powers in the shorter direction: `R`, `R2`, `R'`. A
    /// name that has an amount itself is used as it is. Moves given by other moves are among them; rotations of the
    /// whole puzzle and duplicates are not.
    pub fn generators(&self) -> Vec<Generator> {
        self.roles().generators.clone()
    }

    /// Like [`Definition::generators`], but including moves that differ from others only by a rotation after them: for
    /// sequences that must give exactly the same position.
    pub fn turns(&self) -> Vec<Generator> {
        self.distinct_moves(&self.roles().rotations)
    }

    pub(super) fn roles(&self) -> &Roles {
        self.roles.get(|| {
            let rotations = Rotations::of(self);
            let generators = self.default_moves(&rotations);
            Roles { rotations, generators }
        })
    }

    fn default_moves(&self, rotations: &Rotations) -> Vec<Generator> {
        let moves = self.distinct_moves(rotations);
        match rotations.elements.len() == 1 || !self.forbidden().is_empty() {
            true => moves,
            false => Classes::of(moves, rotations, self),
        }
    }

    /// All moves but rotations, each transformation once. If there are more than [`MAX_GENERATORS`], some powers are
    /// omitted, but no move, so the group is the same.
    fn distinct_moves(&self, rotations: &Rotations) -> Vec<Generator> {
        let mut known = HashSet::new();
        let mut moves = Vec::new();
        for (i, (name, _)) in self.families().enumerate() {
            let is_slice = || {
                i >= self.moves.len() && self.is_slice_move(&self.derived[i - self.moves.len()], rotations)
            };
            if rotations.is_rotation[i] || is_slice() {
                continue;
            }
            let room = (MAX_GENERATORS + 1).saturating_sub(moves.len()).max(1);
            for mv in self.powers_up_to(name, room) {
                if !mv.transform.is_identity() && known.insert(mv.transform.clone()) {
                    moves.push(mv);
                }
            }
        }
        moves
    }

    /// True if a derived move is a rotation of the whole puzzle combined with commuting layers turned back, as the
    /// slice `M` is `x' R L'`. It is not a default move, but what remains when these are made.
    fn is_slice_move(&self, derived: &DerivedMove, rotations: &Rotations) -> bool {
        if rotations.elements.len() == 1 {
            return false;
        }
        let Some(leaves) = self.expanded_transforms(&derived.alg, MAX_LENGTH, MAX_DEPTH) else {
            return false;
        };
        let mut held = Transform::identity(self.orbits());
        let mut layers: Vec<Transform> = Vec::new();
        for transform in leaves {
            match rotations.elements.contains(&transform) {
                true => held = held.then(&transform),
                // Conjugated: the same layer, named before the rotation.
                false => layers.push(held.then(&transform).then(&held.inverse())),
            }
        }
        let commute = |(i, a): (usize, &Transform)| layers[..i].iter().all(|b| a.then(b) == b.then(a));
        !held.is_identity() && layers.len() > 1 && layers.iter().enumerate().all(commute)
    }

    /// Expands a sequence to the transformations of its moves; None if they are more than `max`, or derived from each
    /// other in more than `depth` steps.
    fn expanded_transforms(&self, alg: &Alg, max: usize, depth: usize) -> Option<Vec<Transform>> {
        let mut leaves = Vec::new();
        for leaf in alg.expanded(max).ok()? {
            let node = leaf.to_node();
            let Node::Move(mv) = &node else { return None };
            match find(&self.names, mv)? {
                (Source::Derived(i), times @ (1 | -1)) => {
                    let alg = &self.derived[i].alg;
                    let alg = if times < 0 { &alg.inverse() } else { alg };
                    leaves.extend(self.expanded_transforms(alg, max, depth.checked_sub(1)?)?);
                }
                _ => leaves.push(self.transform(mv)?),
            }
            if leaves.len() > max {
                return None;
            }
        }
        Some(leaves)
    }
}

/// Moves in equivalence classes: those of a class differ by a rotation after them.
struct Classes {
    moves: Vec<Generator>,
    /// By class, the indices of its moves.
    classes: Vec<Vec<usize>>,
}

impl Classes {
    /// Chooses the representatives of `moves`.
    fn of(moves: Vec<Generator>, rotations: &Rotations, definition: &Definition) -> Vec<Generator> {
        let n_places: usize = definition.orbits().iter().map(|orbit| orbit.n_pieces).sum();
        let work = moves.len().saturating_mul(rotations.elements.len()).saturating_mul(n_places);
        if work > MAX_WORK {
            return moves;
        }
        let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            let class = *numbers.entry(key(&mv.transform, rotations)).or_insert(classes.len());
            if class == classes.len() {
                classes.push(Vec::new());
            }
            classes[class].push(i);
        }
        // To omit a move, the rotation after its duplicate must map all later moves to moves.
        let known: HashSet<&Transform> = moves.iter().map(|mv| &mv.transform).collect();
        let families = definition.families().zip(&rotations.is_rotation);
        let mut turning =
            families.filter(|&(_, &is_rotation)| is_rotation).map(|((_, transform), _)| transform);
        let is_closed = turning.all(|rotation| {
            let back = rotation.inverse();
            moves.iter().all(|mv| {
                let image = back.then(&mv.transform).then(rotation);
                known.contains(&image) || numbers.contains_key(&key(&image, rotations))
            })
        });
        drop(known);
        match is_closed {
            true => Classes { moves, classes }.representatives(rotations),
            false => moves,
        }
    }

    fn representatives(mut self, rotations: &Rotations) -> Vec<Generator> {
        for class in &mut self.classes {
            let n_moved = |&i: &usize| changed(&self.moves[i].transform).filter(|&is| is).count();
            let fewest = class.iter().map(n_moved).min();
            class.retain(|i| Some(n_moved(i)) == fewest);
        }
        let is_kept = match self.fixing_one_place(rotations) {
            Some(kept) => kept,
            None => self.classes.concat(),
        };
        let is_kept: HashSet<usize> = is_kept.into_iter().collect();
        let moves = self.moves.into_iter().enumerate();
        moves.filter(|(i, _)| is_kept.contains(i)).map(|(_, mv)| mv).collect()
    }

    /// Moves of all classes that fix the same place, one that the fewest rotations fix, and among equals those with the
    /// lowest indices; None if there is no such place, or all classes have only one move.
    fn fixing_one_place(&self, rotations: &Rotations) -> Option<Vec<usize>> {
        if self.classes.iter().all(|class| class.len() == 1) {
            return None;
        }
        let changed: Vec<Vec<bool>> = self.moves.iter().map(|mv| changed(&mv.transform).collect()).collect();
        let turned: Vec<Vec<bool>> = rotations.elements.iter().map(|r| self::changed(r).collect()).collect();
        let n_places = changed.first().map_or(0, Vec::len);
        let choice = |place: usize| {
            let mut kept = Vec::new();
            for class in &self.classes {
                let before = kept.len();
                kept.extend(class.iter().copied().filter(|&i| !changed[i][place]));
                if kept.len() == before {
                    return None;
                }
            }
            kept.sort_unstable();
            let n_fixing = turned.iter().filter(|changed: &&Vec<bool>| !changed[place]).count();
            Some((n_fixing, kept))
        };
        (0..n_places).filter_map(choice).min().map(|(_, kept)| kept)
    }
}

/// By place, true if a transformation changes it.
fn changed(transform: &Transform) -> impl Iterator<Item = bool> + '_ {
    transform.orbits.iter().flat_map(|orbit| {
        let places = orbit.permutation.iter().zip(&orbit.turns).enumerate();
        places.map(|(place, (&source, &turn))| usize::from(source) != place || turn != 0)
    })
}

/// A canonical key: equal for transformations that differ by a rotation after them, and different for others.
fn key(transform: &Transform, rotations: &Rotations) -> Vec<u8> {
    let bytes = |rotation: &Transform| {
        let product = transform.then(rotation);
        product
            .orbits
            .iter()
            .flat_map(|orbit| orbit.permutation.iter().chain(&orbit.turns).copied())
            .collect()
    };
    rotations.elements.iter().map(bytes).min().expect("the identity is a rotation")
}
