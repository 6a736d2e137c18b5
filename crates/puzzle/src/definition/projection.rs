//! Puzzles of which only a part counts: some pieces look alike, some orientations are not seen, some orbits are left out. What is
//! solved in a view is a set of positions of the whole puzzle, a coset of those moves that are not seen.

use std::collections::HashMap;

use thiserror::Error;

use super::transform::{greatest_common_divisor, least_common_multiple};
use super::{DefinedMove, Definition, DerivedMove, Forbidden, Kind, Orbit, OrbitPattern, Pattern, Transform};

/// What is seen of a puzzle, as a puzzle by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Projection {
    definition: Definition,
    /// By orbit of the whole puzzle; None for those left out.
    orbits: Vec<Option<OrbitProjection>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct OrbitProjection {
    /// The orbit of the view.
    index: usize,
    /// What the kinds of the whole puzzle look like.
    kind_map: HashMap<Kind, Kind>,
}

/// Why something cannot be seen so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProjectionError {
    /// A name of an orbit that none has.
    #[error("there is no orbit {found:?}, expected {}", names.join(" or "))]
    NoOrbit {
        /// The name.
        found: String,
        /// All orbits.
        names: Vec<String>,
    },
    /// Nothing would be left.
    #[error("orbit {orbit} is the only one, expected another to be left")]
    LastOrbit {
        /// The orbit.
        orbit: String,
    },
    /// A mask of another puzzle.
    #[error("the mask is one of another puzzle, expected as many orbits and places as this one has")]
    Foreign,
    /// A mask that tells apart what cannot be told apart.
    #[error(
        "the mask tells places {first} and {second} of orbit {orbit} apart, expected the same there as the pieces are alike"
    )]
    Split {
        /// The orbit.
        orbit: String,
        /// A place, from 1.
        first: usize,
        /// Another with a piece of the same kind, from 1.
        second: usize,
    },
    /// A mask with turned pieces.
    #[error(
        "the mask has orientation {found} in place {place} of orbit {orbit}, expected {expected} as in the solved position"
    )]
    Turned {
        /// The orbit.
        orbit: String,
        /// The place, from 1.
        place: usize,
        /// What the mask has there.
        found: u8,
        /// How the piece sits when it is solved.
        expected: u8,
    },
    /// A rule about something that is not seen any more.
    #[error(
        "there are illegal positions by pieces of orbit {orbit}, expected these pieces to be told from others"
    )]
    Rule {
        /// The orbit.
        orbit: String,
    },
}

impl Projection {
    /// Everything is seen.
    pub fn of(definition: &Definition) -> Projection {
        let orbit = |(index, pattern): (usize, &OrbitPattern)| {
            Some(OrbitProjection { index, kind_map: pattern.kinds().map(|kind| (kind, kind)).collect() })
        };
        let orbits = definition.start.orbits.iter().enumerate().map(orbit).collect();
        Projection { definition: definition.clone(), orbits }
    }

    /// The puzzle that is seen.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The puzzle that is seen.
    pub fn into_definition(self) -> Definition {
        self.definition
    }

    /// What a position of the whole puzzle looks like.
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

    /// Seen through a mask: the solved position of this view, in which pieces that are not to be told apart have the same
    /// number, and those whose orientation does not count the modulus 1.
    ///
    /// # Errors
    /// If the mask shows more than there is to see, or hides what a rule is about.
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

    /// Without an orbit.
    ///
    /// # Errors
    /// If there is none of that name, none would be left, or a rule is about it.
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

    /// Without seeing how the pieces of an orbit sit.
    ///
    /// # Errors
    /// If there is no orbit of that name.
    pub fn ignoring_orientation(self, name: &str) -> Result<Projection, ProjectionError> {
        self.with_kinds_of(name, &|kind| Kind { modulus: 1, ..kind })
    }

    /// Without telling the pieces of an orbit apart; how they sit is still seen, place by place.
    ///
    /// # Errors
    /// If there is no orbit of that name, or a rule is about its pieces.
    pub fn ignoring_permutation(self, name: &str) -> Result<Projection, ProjectionError> {
        self.with_kinds_of(name, &|kind| Kind { piece: 0, ..kind })
    }

    /// With the kinds of an orbit looking otherwise.
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

    /// With all kinds looking otherwise, orbit by orbit.
    fn with_kind_maps(mut self, kind_maps: &[HashMap<Kind, Kind>]) -> Result<Projection, ProjectionError> {
        let Definition { orbits, start, moves, derived, forbidden, roles, .. } = &mut self.definition;
        *roles = Default::default();
        for rule in &mut *forbidden {
            let orbit = &orbits[rule.orbit].name;
            *rule = projected_rule(rule, &kind_maps[rule.orbit])
                .ok_or_else(|| ProjectionError::Rule { orbit: orbit.clone() })?;
        }
        // Those about pieces that are not there say nothing.
        forbidden.retain(|rule| !rule.pieces.is_empty());
        for (i, kind_map) in kind_maps.iter().enumerate() {
            let start = &mut start.orbits[i];
            let projected: Vec<Kind> = start.kinds().map(|kind| kind_map[&kind]).collect();
            start.pieces = projected.iter().map(|kind| kind.piece).collect();
            start.moduli = projected.iter().map(|kind| kind.modulus).collect();
            for (orientation, modulus) in start.orientations.iter_mut().zip(&start.moduli) {
                *orientation %= modulus;
            }
            // No more orientations than can be seen, so that moves that only turn pieces unseen do nothing.
            let moduli = start.moduli.iter().map(|&modulus| u64::from(modulus));
            // It divides the number of orientations, as all moduli do.
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
    /// The puzzle as it is seen [through a mask](View::masked).
    ///
    /// # Errors
    /// If it cannot be seen so.
    pub fn masked(&self, mask: &Pattern) -> Result<Definition, ProjectionError> {
        Projection::of(self).masked(mask).map(Projection::into_definition)
    }

    /// The puzzle [without an orbit](View::without_orbit).
    ///
    /// # Errors
    /// If it cannot be seen so.
    pub fn without_orbit(&self, name: &str) -> Result<Definition, ProjectionError> {
        Projection::of(self).without_orbit(name).map(Projection::into_definition)
    }

    /// The puzzle [without the orientations of an orbit](View::ignoring_orientation).
    ///
    /// # Errors
    /// If it cannot be seen so.
    pub fn ignoring_orientation(&self, name: &str) -> Result<Definition, ProjectionError> {
        Projection::of(self).ignoring_orientation(name).map(Projection::into_definition)
    }

    /// The puzzle [with the pieces of an orbit alike](View::ignoring_permutation).
    ///
    /// # Errors
    /// If it cannot be seen so.
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

/// What the kinds of an orbit look like through a mask.
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

/// A rule in the words of a view; None if pieces that it forbids look like others.
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
