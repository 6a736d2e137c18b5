//! Whether a position can be reached.
//!
//! A position of pieces that all look different belongs to one transformation, which is in the group or not. Where pieces
//! look alike it belongs to several. Whether one of them is in the group is first asked of the larger group that makes
//! all unseen exchanges too: what is not in that one is out of reach. Then the points of the chain of subgroups are sent
//! one after the other to where they may be, and the choices that lead nowhere are taken back.

use super::identical_pieces::kind;
use super::permutation_action::Place;
use super::{DefinedGroup, Reach};
use crate::definition::Pattern;
use crate::group::{Budget, Group, Permutation, Unfinished};

/// Choices tried before giving up.
const MAX_TRIED: usize = 100_000;

impl DefinedGroup {
    /// Whether a position can be reached from the one that the group is around.
    pub fn reaches(&self, pattern: &Pattern) -> Reach {
        self.reaches_within(pattern, &Budget::UNLIMITED).expect("nothing stops it")
    }

    /// The same within a budget of time and memory.
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

    /// Whether a position has as many places and the same pieces where nothing moves.
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

    /// A permutation that makes the position of the start; None if it has other pieces.
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

    /// Whether the piece that starts in one place may be the one that has come to another.
    fn is_same_kind(&self, pattern: &Pattern, from: Place, to: Place) -> bool {
        kind(&self.start.orbits[from.orbit], from.place) == kind(&pattern.orbits[to.orbit], to.place)
    }

    /// By how much it was turned at least, if it is that piece; None for an orientation that it does not have.
    fn min_turn(&self, pattern: &Pattern, from: Place, to: Place) -> Option<u8> {
        let modulus = self.start.orbits[from.orbit].moduli[from.place];
        let now = pattern.orbits[to.orbit].orientations[to.place];
        let before = self.start.orbits[from.orbit].orientations[from.place];
        (now < modulus).then(|| (now + modulus - before) % modulus)
    }
}

/// A search for an element of the group that makes a position.
struct BacktrackSearch<'a> {
    defined: &'a DefinedGroup,
    pattern: &'a Pattern,
    places_by_point: Vec<(Place, u8)>,
    base: Vec<u16>,
    /// By level, the points that stay where they are once its base is sent to its place. What comes of them is checked
    /// at once, and after the last level that is all of them.
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

    /// Sends the base of a level somewhere, given what undoes all before. Whether that ends well; None if it takes too long.
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

    /// Whether what is settled by now looks as it should.
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
