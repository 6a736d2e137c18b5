//! Rotations of the whole puzzle: which moves are rotations, and the group that they generate.
//!
//! A move is a rotation if it has the name of one and its effect confirms it: conjugation by it maps the group of the
//! other moves to itself, so it only changes the orientation of the whole puzzle. A move called `x` that does something
//! else is an ordinary move; without it some positions would be unreachable. A move without such a name is a rotation
//! if it equals a product of those that have one.

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;

use super::move_names::{RotationName, rotation_name};
use super::{DefinedGroup, Definition, Generator, Transform};
use crate::alg::Move;
use crate::group::Budget;

/// Maximum order of the rotation group. A solid has at most 60 rotations, a hypercube 192.
const MAX_ROTATIONS: usize = 512;

/// Maximum number of points of a group that is built to confirm a name.
const MAX_POINTS: usize = 400;
/// Most steps of its computation, after which a rotation counts as refuted: a definition is read without a time limit. The
/// megaminx takes 9,203, and S_200 from hundreds of moves half a million, which are 10 s. Steps and not seconds, so that
/// every machine decides the same.
const MAX_STEPS: u64 = 30_000;

/// The rotations of a definition.
#[derive(Clone, Debug)]
pub(super) struct Rotations {
    /// By family: the moves given by transformations, then those given by other moves.
    pub is_rotation: Vec<bool>,
    /// All elements of the rotation group, the identity first.
    pub elements: Vec<Transform>,
}

impl Definition {
    /// The group of rotations of the whole puzzle, the identity first. Only the identity if there are no rotations.
    pub fn rotations(&self) -> &[Transform] {
        &self.roles().rotations.elements
    }

    /// The moves that are rotations of the whole puzzle, each once.
    pub fn rotation_moves(&self) -> Vec<Generator> {
        let families = self.families().zip(&self.roles().rotations.is_rotation);
        families
            .filter(|&(_, &is_rotation)| is_rotation)
            .filter_map(|((name, _), _)| self.generator(name))
            .collect()
    }

    /// All named moves: those given by transformations, then those given by other moves.
    pub(super) fn families(&self) -> impl Iterator<Item = (&Move, &Transform)> {
        let defined = self.moves.iter().map(|mv| (&mv.name, &mv.transform));
        defined.chain(self.derived.iter().map(|mv| (&mv.name, &mv.transform)))
    }
}

/// Returns all products of some transformations, the identity first; None if there are more than `max`.
pub fn closure(identity: Transform, generators: &[Transform], max: usize) -> Option<Vec<Transform>> {
    let mut known = HashSet::from([identity.clone()]);
    let mut elements = vec![identity];
    let mut next = 0;
    while next < elements.len() {
        for generator in generators {
            let product = elements[next].then(generator);
            if known.insert(product.clone()) {
                elements.push(product);
            }
        }
        if elements.len() > max {
            return None;
        }
        next += 1;
    }
    Some(elements)
}

impl Rotations {
    pub fn of(definition: &Definition) -> Rotations {
        let mut families = Families::of(definition);
        while families.drop_refuted() {}
        let identity = Transform::identity(definition.orbits());
        let rotations: Vec<Transform> =
            families.with_role(true).map(|i| families.transforms[i].clone()).collect();
        let none = || Rotations {
            is_rotation: vec![false; families.transforms.len()],
            elements: vec![identity.clone()],
        };
        let Some(elements) = closure(identity.clone(), &rotations, MAX_ROTATIONS) else { return none() };
        let known: HashSet<&Transform> = elements.iter().skip(1).collect();
        let is_rotation = families.transforms.iter().zip(&families.is_rotation);
        let is_rotation: Vec<bool> =
            is_rotation.map(|(transform, &is_named)| is_named || known.contains(transform)).collect();
        let is_move =
            |(transform, is_rotation): (&&Transform, &bool)| !is_rotation && !transform.is_identity();
        match families.transforms.iter().zip(&is_rotation).any(is_move) {
            true => Rotations { is_rotation, elements },
            // If there are no other moves, these are ordinary moves.
            false => none(),
        }
    }
}

/// The moves of a definition while the rotations among them are determined.
struct Families<'a> {
    definition: &'a Definition,
    names: Vec<&'a Move>,
    transforms: Vec<&'a Transform>,
    is_rotation: Vec<bool>,
}

impl<'a> Families<'a> {
    fn of(definition: &'a Definition) -> Families<'a> {
        let (names, transforms): (Vec<&Move>, Vec<&Transform>) = definition.families().unzip();
        let is_rotation = names.iter().map(|name| rotation_name(name).is_some()).collect();
        Families { definition, names, transforms, is_rotation }
    }

    fn with_role(&self, is_rotation: bool) -> impl Iterator<Item = usize> + '_ {
        (0..self.names.len()).filter(move |&i| self.is_rotation[i] == is_rotation)
    }

    /// Removes the rotations that do not map the group of the other moves to itself. Returns true if there were any.
    fn drop_refuted(&mut self) -> bool {
        if self.with_role(true).next().is_none() {
            return false;
        }
        let mut moves: Vec<Generator> = Vec::new();
        self.with_role(false).for_each(|i| self.definition.add_powers(self.names[i], &mut moves));
        let known: HashSet<&Transform> = moves.iter().map(|mv| &mv.transform).collect();
        let group: OnceCell<Option<DefinedGroup>> = OnceCell::new();
        let is_refuted = |&rotation: &usize| {
            let (forwards, back) = (self.transforms[rotation], self.transforms[rotation].inverse());
            let conjugate = |i: usize| back.then(self.transforms[i]).then(forwards);
            let is_sure = rotation_name(self.names[rotation]) == Some(RotationName::Sure);
            let mut changes = false;
            let mut images = self.with_role(false).map(|i| {
                let image = conjugate(i);
                changes |= image != *self.transforms[i];
                image
            });
            let Some(stranger) = images.find(|image| !known.contains(image)) else {
                return !is_sure && !changes;
            };
            let all_in = |group: &DefinedGroup| {
                group.contains(&stranger) && self.with_role(false).all(|i| group.contains(&conjugate(i)))
            };
            !is_sure
                || !group.get_or_init(|| small_group(self.definition, &moves)).as_ref().is_some_and(all_in)
        };
        let refuted: Vec<usize> = self.with_role(true).filter(is_refuted).collect();
        refuted.iter().for_each(|&i| self.is_rotation[i] = false);
        !refuted.is_empty()
    }
}

/// The group of some moves, if it is small enough to build in negligible time.
fn small_group(definition: &Definition, moves: &[Generator]) -> Option<DefinedGroup> {
    let points = definition.orbits().iter().map(|orbit| orbit.n_pieces * usize::from(orbit.n_orientations));
    let n_steps = Cell::new(0);
    let budget = Budget {
        goes_on: &|| {
            n_steps.set(n_steps.get() + 1);
            n_steps.get() <= MAX_STEPS
        },
        max_bytes: u64::MAX,
    };
    (points.sum::<usize>() <= MAX_POINTS)
        .then(|| DefinedGroup::within(definition, moves, definition.start(), &budget).ok())
        .flatten()
}
