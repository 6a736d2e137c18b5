//! Reachability of positions.
//!
//! If all pieces are distinct, a position corresponds to one transformation, which is in the group or not. With
//! identical pieces it corresponds to several. First, one of them is tested for membership in the larger group that
//! also contains all exchanges of identical pieces: if it is not in that group, the position is unreachable. Then a
//! backtrack search over the base of the stabilizer chain looks for one that is in the group: base point by base point,
//! it tries the images that the position allows.

use super::identical_pieces::kind;
use super::permutation_action::Place;
use super::{DefinedGroup, Reach};
use crate::definition::Pattern;
use crate::group::{Budget, Group, Permutation, Unfinished};

/// Maximum number of base images tried.
const MAX_TRIED: usize = 100_000;

impl DefinedGroup {
    /// Decides whether a position is reachable from the start of the group.
    pub fn reaches(&self, pattern: &Pattern) -> Reach {
        self.reaches_within(pattern, &Budget::UNLIMITED).expect("the budget is unlimited")
    }

    /// Like [`DefinedGroup::reaches`], within a budget of time and memory.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn reaches_within(&self, pattern: &Pattern, budget: &Budget<'_>) -> Result<Reach, Unfinished> {
        if !self.fits(pattern) || self.rules.iter().any(|rule| !rule.allows(pattern)) {
            return Ok(Reach::Unreachable);
        }
        if *pattern == self.start {
            return Ok(Reach::Reachable);
        }
        Ok(match self.reaches_without_rules(pattern, budget)? {
            Reach::Reachable if !self.rules.is_empty() => Reach::Unknown,
            reach => reach,
        })
    }

    fn reaches_without_rules(&self, pattern: &Pattern, budget: &Budget<'_>) -> Result<Reach, Unfinished> {
        let Some(candidate) = self.one_candidate(pattern) else { return Ok(Reach::Unreachable) };
        if self.group.contains(&candidate) {
            return Ok(Reach::Reachable);
        }
        if self.identical.is_trivial() || !self.with_exchanges(budget)?.contains(&candidate) {
            return Ok(Reach::Unreachable);
        }
        BacktrackSearch::new(self, pattern, budget).run()
    }

    /// True if a position has the right number of places, and the same pieces as the start where nothing moves.
    fn fits(&self, pattern: &Pattern) -> bool {
        let orbits = || pattern.orbits.iter().zip(&self.start.orbits);
        pattern.orbits.len() == self.start.orbits.len()
            && orbits().all(|(orbit, start)| {
                let n = start.pieces.len();
                [orbit.pieces.len(), orbit.orientations.len(), orbit.moduli.len()] == [n; 3]
            })
            && orbits().enumerate().all(|(orbit, (now, start))| {
                (0..now.pieces.len()).all(|place| {
                    self.points.point(Place { orbit, place }, 0).is_some()
                        || kind(now, place) == kind(start, place)
                            && now.orientations[place] == start.orientations[place]
                })
            })
    }

    /// Returns one permutation of points that makes the position from the start, in the group or not; None if the
    /// pieces differ.
    fn one_candidate(&self, pattern: &Pattern) -> Option<Permutation> {
        let mut permutation = vec![0; self.points.len()];
        let mut is_taken = vec![false; self.points.len()];
        for (to, point) in self.points.places_with_points() {
            let is_free = |&(from, point): &(Place, u16)| {
                self.points.place_orbit(from) == self.points.place_orbit(to)
                    && !is_taken[usize::from(point)]
                    && self.is_same_kind(pattern, from, to)
            };
            let (from, source) = self.points.places_with_points().find(is_free)?;
            is_taken[usize::from(source)] = true;
            let min_turn = u16::from(self.min_turn(pattern, from, to)?);
            let n_orientations = u16::from(self.points.n_orientations(from));
            for orientation in 0..n_orientations {
                permutation[usize::from(source + orientation)] =
                    point + (orientation + min_turn) % n_orientations;
            }
        }
        Some(permutation)
    }

    /// True if the piece that starts in `from` may be the one that is in `to` now.
    fn is_same_kind(&self, pattern: &Pattern, from: Place, to: Place) -> bool {
        kind(&self.start.orbits[from.orbit], from.place) == kind(&pattern.orbits[to.orbit], to.place)
    }

    /// The smallest turn of that piece, modulo its modulus; None for an orientation that it does not have.
    fn min_turn(&self, pattern: &Pattern, from: Place, to: Place) -> Option<u8> {
        let modulus = self.start.orbits[from.orbit].moduli[from.place];
        let now = pattern.orbits[to.orbit].orientations[to.place];
        let before = self.start.orbits[from.orbit].orientations[from.place];
        (now < modulus).then(|| (now + modulus - before) % modulus)
    }
}

/// A backtrack search for an element of the group that makes a position.
struct BacktrackSearch<'a> {
    defined: &'a DefinedGroup,
    pattern: &'a Pattern,
    places_by_point: Vec<(Place, u8)>,
    base: Vec<u16>,
    /// By level, the points whose image is determined once the image of the base point is chosen. They are checked at
    /// once, and after the last level that is all of them.
    determined: Vec<Vec<u16>>,
    n_tried: usize,
    budget: &'a Budget<'a>,
}

impl<'a> BacktrackSearch<'a> {
    fn new(defined: &'a DefinedGroup, pattern: &'a Pattern, budget: &'a Budget<'a>) -> BacktrackSearch<'a> {
        let group: &Group = &defined.group;
        let base: Vec<u16> = group.base().collect();
        let determined = (0..base.len()).map(|idx| {
            let firsts = defined.points.places_with_points().map(|(_, point)| point);
            firsts.filter(|&point| group.fixes(idx + 1, point) && !group.fixes(idx, point)).collect()
        });
        let determined = determined.collect();
        BacktrackSearch {
            defined,
            pattern,
            places_by_point: defined.points.places_by_point(),
            base,
            determined,
            n_tried: 0,
            budget,
        }
    }

    fn run(mut self) -> Result<Reach, Unfinished> {
        let identity: Permutation = (0..self.places_by_point.len()).map(|point| point as u16).collect();
        Ok(match self.assign(0, &identity)? {
            Some(true) => Reach::Reachable,
            Some(false) => Reach::Unreachable,
            None => Reach::Unknown,
        })
    }

    /// Tries all images of the base point of level `idx`, given the inverse of the product of the choices before.
    /// Returns whether one leads to an element of the group; None if the limit is exceeded.
    fn assign(&mut self, idx: usize, inverse: &Permutation) -> Result<Option<bool>, Unfinished> {
        let Some(&base) = self.base.get(idx) else { return Ok(Some(true)) };
        let (from, orientation) = self.places_by_point[usize::from(base)];
        for (to, first) in self.defined.points.places_with_points() {
            if to.orbit != from.orbit || !self.defined.is_same_kind(self.pattern, from, to) {
                continue;
            }
            let Some(min_turn) = self.defined.min_turn(self.pattern, from, to) else {
                return Ok(Some(false));
            };
            let modulus = self.defined.start.orbits[from.orbit].moduli[from.place];
            let n_orientations = self.defined.points.n_orientations(from);
            for turn in (min_turn..n_orientations).step_by(usize::from(modulus)) {
                let end = first + (u16::from(orientation) + u16::from(turn)) % u16::from(n_orientations);
                let Some(to_base) = self.defined.group.to_base(idx, inverse[usize::from(end)]) else {
                    continue;
                };
                self.budget.poll()?;
                self.n_tried += 1;
                if self.n_tried > MAX_TRIED {
                    return Ok(None);
                }
                let inverse: Permutation = inverse.iter().map(|&point| to_base[usize::from(point)]).collect();
                if self.is_consistent(idx, &inverse) {
                    match self.assign(idx + 1, &inverse)? {
                        Some(false) => {}
                        known => return Ok(known),
                    }
                }
            }
        }
        Ok(Some(false))
    }

    /// True if the points that are determined at level `idx` agree with the position.
    fn is_consistent(&self, idx: usize, inverse: &Permutation) -> bool {
        let mut ends = vec![0; inverse.len()];
        inverse.iter().enumerate().for_each(|(end, &point)| ends[usize::from(point)] = end);
        self.determined[idx].iter().all(|&point| {
            let (from, _) = self.places_by_point[usize::from(point)];
            let (to, turned) = self.places_by_point[ends[usize::from(point)]];
            let modulus = self.defined.start.orbits[from.orbit].moduli[from.place];
            self.defined.is_same_kind(self.pattern, from, to)
                && self.defined.min_turn(self.pattern, from, to) == Some(turned % modulus)
        })
    }
}
