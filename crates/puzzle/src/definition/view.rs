//! Puzzles of which only a part counts: some pieces look alike, some orientations are not seen, some orbits are left out. What is
//! solved in a view is a set of positions of the whole puzzle, a coset of those moves that are not seen.

use std::collections::HashMap;

use thiserror::Error;

use super::transform::{greatest_common_divisor, least_common_multiple};
use super::{DefinedMove, Definition, DerivedMove, Forbidden, Kind, Orbit, OrbitPattern, Pattern, Transform};

/// What is seen of a puzzle, as a puzzle by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    definition: Definition,
    /// By orbit of the whole puzzle; None for those left out.
    orbits: Vec<Option<OrbitView>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct OrbitView {
    /// The orbit of the view.
    index: usize,
    /// What the kinds of the whole puzzle look like.
    looks: HashMap<Kind, Kind>,
}

/// Why something cannot be seen so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ViewError {
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

impl View {
    /// Everything is seen.
    pub fn of(definition: &Definition) -> View {
        let orbit = |(index, pattern): (usize, &OrbitPattern)| {
            Some(OrbitView { index, looks: pattern.kinds().map(|kind| (kind, kind)).collect() })
        };
        let orbits = definition.start.orbits.iter().enumerate().map(orbit).collect();
        View { definition: definition.clone(), orbits }
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
    pub fn see(&self, position: &Pattern) -> Pattern {
        let mut seen = self.definition.start.clone();
        for (view, whole) in self.orbits.iter().zip(&position.orbits) {
            let Some(view) = view else { continue };
            let to = &mut seen.orbits[view.index];
            for (place, kind) in whole.kinds().enumerate() {
                let look = view.looks.get(&kind).copied().unwrap_or(kind);
                to.pieces[place] = look.piece;
                to.moduli[place] = look.modulus;
                to.orientations[place] = whole.orientations[place] % look.modulus;
            }
        }
        seen
    }

    /// Seen through a mask: the solved position of this view, in which pieces that are not to be told apart have the same
    /// number, and those whose orientation does not count the modulus 1.
    ///
    /// # Errors
    /// If the mask shows more than there is to see, or hides what a rule is about.
    pub fn masked(self, mask: &Pattern) -> Result<View, ViewError> {
        let start = &self.definition.start;
        let size =
            |pattern: &Pattern| pattern.orbits.iter().map(|orbit| orbit.pieces.len()).collect::<Vec<_>>();
        if size(mask) != size(start) {
            return Err(ViewError::Foreign);
        }
        let orbits = self.definition.orbits.iter().zip(&start.orbits).zip(&mask.orbits);
        let looks = orbits
            .map(|((orbit, start), mask)| looks(orbit, start, mask))
            .collect::<Result<Vec<HashMap<Kind, Kind>>, ViewError>>()?;
        self.looking(&looks)
    }

    /// Without an orbit.
    ///
    /// # Errors
    /// If there is none of that name, none would be left, or a rule is about it.
    pub fn without_orbit(mut self, name: &str) -> Result<View, ViewError> {
        let left_out = self.index(name)?;
        let orbit = || name.to_string();
        let Definition { orbits, start, moves, derived, forbidden, roles, .. } = &mut self.definition;
        *roles = Default::default();
        if orbits.len() == 1 {
            return Err(ViewError::LastOrbit { orbit: orbit() });
        }
        if forbidden.iter().any(|rule| rule.orbit == left_out) {
            return Err(ViewError::Rule { orbit: orbit() });
        }
        orbits.remove(left_out);
        start.orbits.remove(left_out);
        for transform in transforms(moves, derived) {
            transform.orbits.remove(left_out);
        }
        let after = |index: &mut usize| *index -= usize::from(*index > left_out);
        forbidden.iter_mut().for_each(|rule| after(&mut rule.orbit));
        for view in &mut self.orbits {
            match view {
                Some(OrbitView { index, .. }) if *index == left_out => *view = None,
                Some(OrbitView { index, .. }) => after(index),
                None => {}
            }
        }
        Ok(self)
    }

    /// Without seeing how the pieces of an orbit sit.
    ///
    /// # Errors
    /// If there is no orbit of that name.
    pub fn ignoring_orientation(self, name: &str) -> Result<View, ViewError> {
        self.changing(name, &|kind| Kind { modulus: 1, ..kind })
    }

    /// Without telling the pieces of an orbit apart; how they sit is still seen, place by place.
    ///
    /// # Errors
    /// If there is no orbit of that name, or a rule is about its pieces.
    pub fn ignoring_permutation(self, name: &str) -> Result<View, ViewError> {
        self.changing(name, &|kind| Kind { piece: 0, ..kind })
    }

    /// With the kinds of an orbit looking otherwise.
    fn changing(self, name: &str, look: &dyn Fn(Kind) -> Kind) -> Result<View, ViewError> {
        let changed = self.index(name)?;
        let orbits = self.definition.start.orbits.iter().enumerate();
        let looks: Vec<HashMap<Kind, Kind>> = orbits
            .map(|(i, orbit)| {
                let look = |kind| if i == changed { look(kind) } else { kind };
                orbit.kinds().map(|kind| (kind, look(kind))).collect()
            })
            .collect();
        self.looking(&looks)
    }

    fn index(&self, name: &str) -> Result<usize, ViewError> {
        let orbits = &self.definition.orbits;
        orbits.iter().position(|orbit| orbit.name == name).ok_or_else(|| ViewError::NoOrbit {
            found: name.to_string(),
            names: orbits.iter().map(|orbit| orbit.name.clone()).collect(),
        })
    }

    /// With all kinds looking otherwise, orbit by orbit.
    fn looking(mut self, looks: &[HashMap<Kind, Kind>]) -> Result<View, ViewError> {
        let Definition { orbits, start, moves, derived, forbidden, roles, .. } = &mut self.definition;
        *roles = Default::default();
        for rule in &mut *forbidden {
            let orbit = &orbits[rule.orbit].name;
            *rule = seen_rule(rule, &looks[rule.orbit])
                .ok_or_else(|| ViewError::Rule { orbit: orbit.clone() })?;
        }
        // Those about pieces that are not there say nothing.
        forbidden.retain(|rule| !rule.pieces.is_empty());
        for (i, looks) in looks.iter().enumerate() {
            let start = &mut start.orbits[i];
            let seen: Vec<Kind> = start.kinds().map(|kind| looks[&kind]).collect();
            start.pieces = seen.iter().map(|kind| kind.piece).collect();
            start.moduli = seen.iter().map(|kind| kind.modulus).collect();
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
        for view in self.orbits.iter_mut().flatten() {
            for look in view.looks.values_mut() {
                *look = looks[view.index][look];
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
    pub fn masked(&self, mask: &Pattern) -> Result<Definition, ViewError> {
        View::of(self).masked(mask).map(View::into_definition)
    }

    /// The puzzle [without an orbit](View::without_orbit).
    ///
    /// # Errors
    /// If it cannot be seen so.
    pub fn without_orbit(&self, name: &str) -> Result<Definition, ViewError> {
        View::of(self).without_orbit(name).map(View::into_definition)
    }

    /// The puzzle [without the orientations of an orbit](View::ignoring_orientation).
    ///
    /// # Errors
    /// If it cannot be seen so.
    pub fn ignoring_orientation(&self, name: &str) -> Result<Definition, ViewError> {
        View::of(self).ignoring_orientation(name).map(View::into_definition)
    }

    /// The puzzle [with the pieces of an orbit alike](View::ignoring_permutation).
    ///
    /// # Errors
    /// If it cannot be seen so.
    pub fn ignoring_permutation(&self, name: &str) -> Result<Definition, ViewError> {
        View::of(self).ignoring_permutation(name).map(View::into_definition)
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
fn looks(orbit: &Orbit, start: &OrbitPattern, mask: &OrbitPattern) -> Result<HashMap<Kind, Kind>, ViewError> {
    let mut looks: HashMap<Kind, (Kind, usize)> = HashMap::new();
    for (place, (kind, masked)) in start.kinds().zip(mask.kinds()).enumerate() {
        let modulus = greatest_common_divisor(kind.modulus.into(), masked.modulus.into()) as u8;
        let look = Kind { modulus, ..masked };
        let (known, first) = *looks.entry(kind).or_insert((look, place));
        let name = || orbit.name.clone();
        if known != look {
            return Err(ViewError::Split { orbit: name(), first: first + 1, second: place + 1 });
        }
        let (found, expected) = (mask.orientations[place] % modulus, start.orientations[place] % modulus);
        if found != expected {
            return Err(ViewError::Turned { orbit: name(), place: place + 1, found, expected });
        }
    }
    Ok(looks.into_iter().map(|(kind, (look, _))| (kind, look)).collect())
}

/// A rule in the words of a view; None if pieces that it forbids look like others.
fn seen_rule(rule: &Forbidden, looks: &HashMap<Kind, Kind>) -> Option<Forbidden> {
    let is_forbidden = |kind: &Kind| rule.pieces.contains(&kind.piece);
    let seen = |is_wanted: &dyn Fn(&Kind) -> bool| {
        let mut pieces: Vec<u8> =
            looks.iter().filter(|(kind, _)| is_wanted(kind)).map(|(_, look)| look.piece).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    };
    let pieces = seen(&is_forbidden);
    let others = seen(&|kind| !is_forbidden(kind));
    let is_told_apart = pieces.iter().all(|piece| !others.contains(piece));
    is_told_apart.then(|| Forbidden { pieces, ..rule.clone() })
}
