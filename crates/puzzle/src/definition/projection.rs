//! Projections of a puzzle: a puzzle in which only a part counts, because a mask makes pieces identical, orientations
//! are ignored or orbits are omitted. Solving a projection leads to a set of positions of the whole puzzle: a coset of
//! the subgroup of moves that the projection ignores.

use std::collections::HashMap;

use thiserror::Error;

use super::transform::{greatest_common_divisor, least_common_multiple};
use super::{DefinedMove, Definition, DerivedMove, Forbidden, Kind, Orbit, OrbitPattern, Pattern, Transform};

/// A projection of a puzzle, as a puzzle by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Projection {
    definition: Definition,
    /// By orbit of the whole puzzle; None for omitted orbits.
    orbits: Vec<Option<OrbitProjection>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct OrbitProjection {
    /// The orbit in the projection.
    index: usize,
    /// Maps kinds of the whole puzzle to kinds of the projection.
    kind_map: HashMap<Kind, Kind>,
}

/// Reason why a puzzle cannot be projected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProjectionError {
    /// The puzzle has no orbit of that name.
    #[error("there is no orbit {found:?}, expected {}", names.join(" or "))]
    NoOrbit {
        /// The name.
        found: String,
        /// The names of all orbits.
        names: Vec<String>,
    },
    /// No orbit would remain.
    #[error("orbit {orbit} is the only one, expected another one to remain")]
    LastOrbit {
        /// The orbit.
        orbit: String,
    },
    /// The mask has the shape of another puzzle.
    #[error("the mask has the shape of another puzzle, expected the orbits and places of this one")]
    Foreign,
    /// The mask distinguishes identical pieces.
    #[error(
        "the mask differs in places {first} and {second} of orbit {orbit}, expected the same because the pieces are identical"
    )]
    Split {
        /// The orbit.
        orbit: String,
        /// A place, from 1.
        first: usize,
        /// Another place with an identical piece, from 1.
        second: usize,
    },
    /// The mask has an orientation other than the solved one.
    #[error(
        "the mask has orientation {found} in place {place} of orbit {orbit}, expected {expected} as in the solved position"
    )]
    Turned {
        /// The orbit.
        orbit: String,
        /// The place, from 1.
        place: usize,
        /// The orientation in the mask.
        found: u8,
        /// The orientation in the solved position.
        expected: u8,
    },
    /// A rule about illegal positions depends on what the projection ignores.
    #[error(
        "a rule about illegal positions depends on pieces of orbit {orbit}, expected these to stay distinct from others"
    )]
    Rule {
        /// The orbit.
        orbit: String,
    },
}

impl Projection {
    /// The identity projection, which keeps everything.
    pub fn of(definition: &Definition) -> Projection {
        let orbit = |(index, pattern): (usize, &OrbitPattern)| {
            Some(OrbitProjection { index, kind_map: pattern.kinds().map(|kind| (kind, kind)).collect() })
        };
        let orbits = definition.start.orbits.iter().enumerate().map(orbit).collect();
        Projection { definition: definition.clone(), orbits }
    }

    /// The projected puzzle.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The projected puzzle.
    pub fn into_definition(self) -> Definition {
        self.definition
    }

    /// Projects a position of the whole puzzle.
    #[must_use]
    pub fn project(&self, position: &Pattern) -> Pattern {
        let mut projected = self.definition.start.clone();
        for (projection, whole) in self.orbits.iter().zip(&position.orbits) {
            let Some(projection) = projection else { continue };
            let to = &mut projected.orbits[projection.index];
            for (place, kind) in whole.kinds().enumerate() {
                let image = projection.kind_map.get(&kind).copied().unwrap_or(kind);
                to.pieces[place] = image.piece;
                to.moduli[place] = image.modulus;
                to.orientations[place] = whole.orientations[place] % image.modulus;
            }
        }
        projected
    }

    /// Applies a mask: a solved position of this projection, in which pieces that become identical have the same
    /// number, and those whose orientation is ignored the modulus 1.
    ///
    /// # Errors
    /// If the mask distinguishes identical pieces or changes orientations, or hides what a rule depends on.
    pub fn masked(self, mask: &Pattern) -> Result<Projection, ProjectionError> {
        let start = &self.definition.start;
        let size =
            |pattern: &Pattern| pattern.orbits.iter().map(|orbit| orbit.pieces.len()).collect::<Vec<_>>();
        if size(mask) != size(start) {
            return Err(ProjectionError::Foreign);
        }
        let orbits = self.definition.orbits.iter().zip(&start.orbits).zip(&mask.orbits);
        let kind_maps = orbits
            .map(|((orbit, start), mask)| kind_map(orbit, start, mask))
            .collect::<Result<Vec<HashMap<Kind, Kind>>, ProjectionError>>()?;
        self.with_kind_maps(&kind_maps)
    }

    /// Omits an orbit.
    ///
    /// # Errors
    /// If there is no orbit of that name, it is the last one, or a rule depends on it.
    pub fn without_orbit(mut self, name: &str) -> Result<Projection, ProjectionError> {
        let omitted = self.index(name)?;
        let orbit = || name.to_string();
        let Definition { orbits, start, moves, derived, forbidden, roles, .. } = &mut self.definition;
        *roles = Default::default();
        if orbits.len() == 1 {
            return Err(ProjectionError::LastOrbit { orbit: orbit() });
        }
        if forbidden.iter().any(|rule| rule.orbit == omitted) {
            return Err(ProjectionError::Rule { orbit: orbit() });
        }
        orbits.remove(omitted);
        start.orbits.remove(omitted);
        for transform in transforms(moves, derived) {
            transform.orbits.remove(omitted);
        }
        let after = |index: &mut usize| *index -= usize::from(*index > omitted);
        forbidden.iter_mut().for_each(|rule| after(&mut rule.orbit));
        for projection in &mut self.orbits {
            match projection {
                Some(OrbitProjection { index, .. }) if *index == omitted => *projection = None,
                Some(OrbitProjection { index, .. }) => after(index),
                None => {}
            }
        }
        Ok(self)
    }

    /// Ignores the orientations of an orbit.
    ///
    /// # Errors
    /// If there is no orbit of that name.
    pub fn ignoring_orientation(self, name: &str) -> Result<Projection, ProjectionError> {
        self.with_kinds_of(name, &|kind| Kind { modulus: 1, ..kind })
    }

    /// Ignores the permutation of an orbit: its pieces become identical; their orientations still count, place by
    /// place.
    ///
    /// # Errors
    /// If there is no orbit of that name, or a rule depends on its pieces.
    pub fn ignoring_permutation(self, name: &str) -> Result<Projection, ProjectionError> {
        self.with_kinds_of(name, &|kind| Kind { piece: 0, ..kind })
    }

    /// Maps the kinds of one orbit.
    fn with_kinds_of(self, name: &str, image: &dyn Fn(Kind) -> Kind) -> Result<Projection, ProjectionError> {
        let changed = self.index(name)?;
        let orbits = self.definition.start.orbits.iter().enumerate();
        let kind_maps: Vec<HashMap<Kind, Kind>> = orbits
            .map(|(i, orbit)| {
                let image = |kind| if i == changed { image(kind) } else { kind };
                orbit.kinds().map(|kind| (kind, image(kind))).collect()
            })
            .collect();
        self.with_kind_maps(&kind_maps)
    }

    fn index(&self, name: &str) -> Result<usize, ProjectionError> {
        let orbits = &self.definition.orbits;
        orbits.iter().position(|orbit| orbit.name == name).ok_or_else(|| ProjectionError::NoOrbit {
            found: name.to_string(),
            names: orbits.iter().map(|orbit| orbit.name.clone()).collect(),
        })
    }

    /// Maps the kinds of all orbits.
    fn with_kind_maps(mut self, kind_maps: &[HashMap<Kind, Kind>]) -> Result<Projection, ProjectionError> {
        let Definition { orbits, start, moves, derived, forbidden, roles, .. } = &mut self.definition;
        *roles = Default::default();
        for rule in &mut *forbidden {
            let orbit = &orbits[rule.orbit].name;
            *rule = projected_rule(rule, &kind_maps[rule.orbit])
                .ok_or_else(|| ProjectionError::Rule { orbit: orbit.clone() })?;
        }
        // Rules about pieces that do not exist have no effect.
        forbidden.retain(|rule| !rule.pieces.is_empty());
        for (i, kind_map) in kind_maps.iter().enumerate() {
            let start = &mut start.orbits[i];
            let projected: Vec<Kind> = start.kinds().map(|kind| kind_map[&kind]).collect();
            start.pieces = projected.iter().map(|kind| kind.piece).collect();
            start.moduli = projected.iter().map(|kind| kind.modulus).collect();
            for (orientation, modulus) in start.orientations.iter_mut().zip(&start.moduli) {
                *orientation %= modulus;
            }
            // Only as many orientations as can be distinguished, so that moves that change only ignored orientations do
            // nothing.
            let moduli = start.moduli.iter().map(|&modulus| u64::from(modulus));
            // The result divides the number of orientations, as all moduli do.
            let n_orientations = moduli.fold(1, least_common_multiple) as u8;
            orbits[i].n_orientations = n_orientations;
            for transform in transforms(moves, derived) {
                let transform = &mut transform.orbits[i];
                transform.n_orientations = n_orientations;
                transform.turns.iter_mut().for_each(|turn| *turn %= n_orientations);
            }
        }
        for projection in self.orbits.iter_mut().flatten() {
            for image in projection.kind_map.values_mut() {
                *image = kind_maps[projection.index][image];
            }
        }
        Ok(self)
    }
}

impl Definition {
    /// Returns the puzzle [with a mask applied](Projection::masked).
    ///
    /// # Errors
    /// If the projection is not possible.
    pub fn masked(&self, mask: &Pattern) -> Result<Definition, ProjectionError> {
        Projection::of(self).masked(mask).map(Projection::into_definition)
    }

    /// Returns the puzzle [without an orbit](Projection::without_orbit).
    ///
    /// # Errors
    /// If the projection is not possible.
    pub fn without_orbit(&self, name: &str) -> Result<Definition, ProjectionError> {
        Projection::of(self).without_orbit(name).map(Projection::into_definition)
    }

    /// Returns the puzzle [without the orientations of an orbit](Projection::ignoring_orientation).
    ///
    /// # Errors
    /// If the projection is not possible.
    pub fn ignoring_orientation(&self, name: &str) -> Result<Definition, ProjectionError> {
        Projection::of(self).ignoring_orientation(name).map(Projection::into_definition)
    }

    /// Returns the puzzle [with the pieces of an orbit identical](Projection::ignoring_permutation).
    ///
    /// # Errors
    /// If the projection is not possible.
    pub fn ignoring_permutation(&self, name: &str) -> Result<Definition, ProjectionError> {
        Projection::of(self).ignoring_permutation(name).map(Projection::into_definition)
    }
}

fn transforms<'a>(
    moves: &'a mut [DefinedMove],
    derived: &'a mut [DerivedMove],
) -> impl Iterator<Item = &'a mut Transform> {
    let defined = moves.iter_mut().map(|defined| &mut defined.transform);
    defined.chain(derived.iter_mut().map(|derived| &mut derived.transform))
}

/// The map of kinds of an orbit that a mask defines.
fn kind_map(
    orbit: &Orbit,
    start: &OrbitPattern,
    mask: &OrbitPattern,
) -> Result<HashMap<Kind, Kind>, ProjectionError> {
    let mut kind_map: HashMap<Kind, (Kind, usize)> = HashMap::new();
    for (place, (kind, masked)) in start.kinds().zip(mask.kinds()).enumerate() {
        let modulus = greatest_common_divisor(kind.modulus.into(), masked.modulus.into()) as u8;
        let image = Kind { modulus, ..masked };
        let (known, first) = *kind_map.entry(kind).or_insert((image, place));
        let name = || orbit.name.clone();
        if known != image {
            return Err(ProjectionError::Split { orbit: name(), first: first + 1, second: place + 1 });
        }
        let (found, expected) = (mask.orientations[place] % modulus, start.orientations[place] % modulus);
        if found != expected {
            return Err(ProjectionError::Turned { orbit: name(), place: place + 1, found, expected });
        }
    }
    Ok(kind_map.into_iter().map(|(kind, (image, _))| (kind, image)).collect())
}

/// Projects a rule; None if pieces that it forbids become identical to others.
fn projected_rule(rule: &Forbidden, kind_map: &HashMap<Kind, Kind>) -> Option<Forbidden> {
    let is_forbidden = |kind: &Kind| rule.pieces.contains(&kind.piece);
    let projected = |is_wanted: &dyn Fn(&Kind) -> bool| {
        let mut pieces: Vec<u8> =
            kind_map.iter().filter(|(kind, _)| is_wanted(kind)).map(|(_, image)| image.piece).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    };
    let pieces = projected(&is_forbidden);
    let others = projected(&|kind| !is_forbidden(kind));
    let is_distinct = pieces.iter().all(|piece| !others.contains(piece));
    is_distinct.then(|| Forbidden { pieces, ..rule.clone() })
}
