//! Transformations as permutations of points (the permutation representation of the group of moves). A point is a place
//! together with an orientation; places that no move changes have no points.

use crate::definition::{Orbit, Transform};
use crate::group::Permutation;

/// The points of some orbits.
#[derive(Clone, Debug)]
pub(super) struct Points {
    orbits: Vec<Orbit>,
    /// By orbit and place, the point of orientation 0; those of the other orientations follow it.
    first: Vec<Vec<Option<u16>>>,
    /// The places that have points, in the order of their points.
    places: Vec<Place>,
    /// By orbit and place, the lowest place that the transformations exchange it with.
    place_orbits: Vec<Vec<usize>>,
    n_points: usize,
}

/// A place of an orbit, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub orbit: usize,
    pub place: usize,
}

impl Points {
    /// Returns the points of all places that some transformations change.
    pub fn moved_by(orbits: &[Orbit], transforms: &[&Transform]) -> Points {
        let place_orbits =
            orbits.iter().enumerate().map(|(i, orbit)| place_orbits(i, orbit.n_pieces, transforms)).collect();
        let mut points = Points {
            orbits: orbits.to_vec(),
            first: Vec::new(),
            places: Vec::new(),
            place_orbits,
            n_points: 0,
        };
        for (orbit, Orbit { n_pieces, n_orientations, .. }) in orbits.iter().enumerate() {
            let mut first = vec![None; *n_pieces];
            for (place, first) in first.iter_mut().enumerate() {
                let changes = |transform: &&Transform| {
                    let transform = &transform.orbits[orbit];
                    usize::from(transform.permutation[place]) != place || transform.turns[place] != 0
                };
                if transforms.iter().any(changes) {
                    // A caller with more points than fit uses only their number.
                    *first = Some(points.n_points as u16);
                    points.places.push(Place { orbit, place });
                    points.n_points += usize::from(*n_orientations);
                }
            }
            points.first.push(first);
        }
        points
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.n_points
    }

    /// Upper bound on the bytes of the transversals of a stabilizer chain: a place that is fixed is in no later orbit.
    pub fn max_chain_bytes(&self) -> u64 {
        let bytes = |(orbit, first): (&Orbit, &Vec<Option<u16>>)| {
            let n_places = first.iter().flatten().count() as u64;
            let n_ways = n_places * (n_places + 1) / 2 * u64::from(orbit.n_orientations);
            n_ways * (self.n_points * size_of::<u16>()) as u64
        };
        self.orbits.iter().zip(&self.first).map(bytes).sum()
    }

    /// All places that have points.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Identifies the orbit of a place under the transformations: equal for places whose pieces can be exchanged,
    /// different for others.
    pub fn place_orbit(&self, place: Place) -> (usize, usize) {
        (place.orbit, self.place_orbits[place.orbit][place.place])
    }

    /// Number of orientations of the piece in a place.
    pub fn n_orientations(&self, place: Place) -> u8 {
        self.orbits[place.orbit].n_orientations
    }

    /// Returns the point of a place and an orientation, if the place has points.
    pub fn point(&self, place: Place, orientation: u8) -> Option<u16> {
        self.first[place.orbit][place.place].map(|first| first + u16::from(orientation))
    }

    /// The places that have points, each with its point of orientation 0.
    pub fn places_with_points(&self) -> impl Iterator<Item = (Place, u16)> {
        self.places.iter().map(|&place| (place, self.point(place, 0).expect("listed places have points")))
    }

    /// By point, its place and orientation.
    pub fn places_by_point(&self) -> Vec<(Place, u8)> {
        let all = |&place: &Place| (0..self.n_orientations(place)).map(move |turned| (place, turned));
        self.places.iter().flat_map(all).collect()
    }

    /// Returns the permutation of points of a transformation; None if it changes a place that has no points.
    pub fn permutation(&self, transform: &Transform) -> Option<Permutation> {
        let mut permutation = vec![0; self.n_points];
        for (orbit, transform) in transform.orbits.iter().enumerate() {
            for (place, (&source, &turn)) in transform.permutation.iter().zip(&transform.turns).enumerate() {
                let source = usize::from(source);
                match (self.first[orbit][source], self.first[orbit][place]) {
                    (Some(from), Some(to)) => {
                        let n_orientations = u16::from(transform.n_orientations);
                        for orientation in 0..n_orientations {
                            let turned = (orientation + u16::from(turn)) % n_orientations;
                            permutation[usize::from(from + orientation)] = to + turned;
                        }
                    }
                    (None, None) if source == place && turn == 0 => {}
                    _ => return None,
                }
            }
        }
        Some(permutation)
    }

    /// Returns the transformation of a permutation of points.
    pub fn transform(&self, permutation: &Permutation) -> Transform {
        let mut transform = Transform::identity(&self.orbits);
        let places_by_point = self.places_by_point();
        for (source, point) in self.places_with_points() {
            let (place, turn) = places_by_point[usize::from(permutation[usize::from(point)])];
            let orbit = &mut transform.orbits[source.orbit];
            // The places of an orbit fit a byte.
            orbit.permutation[place.place] = source.place as u8;
            orbit.turns[place.place] = turn;
        }
        transform
    }
}

/// By place of an orbit, the lowest place of its orbit under some transformations.
fn place_orbits(orbit: usize, n_pieces: usize, transforms: &[&Transform]) -> Vec<usize> {
    let mut place_orbits: Vec<usize> = (0..n_pieces).collect();
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for transform in transforms {
            for (place, &source) in transform.orbits[orbit].permutation.iter().enumerate() {
                let first = place_orbits[place].min(place_orbits[usize::from(source)]);
                is_done &= place_orbits[place] == first && place_orbits[usize::from(source)] == first;
                (place_orbits[place], place_orbits[usize::from(source)]) = (first, first);
            }
        }
    }
    place_orbits
}
