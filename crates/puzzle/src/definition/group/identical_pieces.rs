//! Classes of identical pieces, and the exchanges of them that leave a position unchanged.

use super::permutation_action::{Place, Points};
use crate::definition::{OrbitPattern, Pattern};
use crate::group::{Order, Permutation};

/// The places of a position that moves change, in classes of identical pieces.
#[derive(Clone, Debug)]
pub(super) struct IdenticalPieces {
    classes: Vec<Class>,
}

/// Places that hold identical pieces.
#[derive(Clone, Debug)]
struct Class {
    places: Vec<Place>,
    /// Number of orientations of a piece that cannot be distinguished.
    n_equal_orientations: u8,
}

/// The kind of a piece, orientation aside: number and modulus.
pub(super) fn kind(pattern: &OrbitPattern, place: usize) -> (u8, u8) {
    (pattern.pieces[place], pattern.moduli[place])
}

impl IdenticalPieces {
    /// Classifies the places of a position that have points.
    pub fn of(pattern: &Pattern, points: &Points) -> IdenticalPieces {
        // Pieces that no move brings to each other's places are not interchangeable, even if they have the same number.
        let class_key =
            |place: &Place| (points.place_orbit(*place), kind(&pattern.orbits[place.orbit], place.place));
        let mut places = points.places().to_vec();
        places.sort_by_key(|place| (class_key(place), place.place));
        let classes = places.chunk_by(|a, b| class_key(a) == class_key(b)).map(|same| {
            let (_, (_, modulus)) = class_key(&same[0]);
            Class { places: same.to_vec(), n_equal_orientations: points.n_orientations(same[0]) / modulus }
        });
        IdenticalPieces { classes: classes.collect() }
    }

    /// True if no two pieces are identical and no two orientations of a piece look the same.
    pub fn is_trivial(&self) -> bool {
        self.classes.iter().all(|class| class.places.len() == 1 && class.n_equal_orientations == 1)
    }

    /// Number of indistinguishable exchanges and turns of pieces.
    pub fn order(&self) -> Order {
        let factors = |class: &Class| {
            let n = class.places.len() as u64;
            (1..=n).map(|k| k * u64::from(class.n_equal_orientations)).collect::<Vec<u64>>()
        };
        Order::product(self.classes.iter().flat_map(factors))
    }

    /// Points for the start of the base: unique pieces before identical ones.
    pub fn base_points(&self, points: &Points) -> Vec<u16> {
        let mut classes: Vec<&Class> = self.classes.iter().collect();
        classes.sort_by_key(|class| class.places.len() * usize::from(class.n_equal_orientations));
        let places = classes.iter().flat_map(|class| &class.places);
        places.filter_map(|&place| points.point(place, 0)).collect()
    }

    /// Permutations of points that generate all indistinguishable exchanges and turns.
    pub fn exchanges(&self, pattern: &Pattern, points: &Points) -> Vec<Permutation> {
        let mut all = Vec::new();
        let identity: Permutation = (0..points.len()).map(|point| point as u16).collect();
        for class in &self.classes {
            for pair in class.places.windows(2) {
                let mut exchange = identity.clone();
                map_points(&mut exchange, pattern, points, (pair[0], pair[1]), 0);
                map_points(&mut exchange, pattern, points, (pair[1], pair[0]), 0);
                all.push(exchange);
            }
            if class.n_equal_orientations > 1 {
                for &place in &class.places {
                    let mut turn = identity.clone();
                    let modulus = pattern.orbits[place.orbit].moduli[place.place];
                    map_points(&mut turn, pattern, points, (place, place), modulus);
                    all.push(turn);
                }
            }
        }
        all
    }
}

/// Maps the points of a place to those of another that holds an identical piece, so that it gets the orientation of the
/// other, plus `turn`.
fn map_points(
    permutation: &mut Permutation,
    pattern: &Pattern,
    points: &Points,
    (from, to): (Place, Place),
    turn: u8,
) {
    let n_orientations = u16::from(points.n_orientations(from));
    let orientation = |place: Place| u16::from(pattern.orbits[place.orbit].orientations[place.place]);
    let turn = n_orientations + orientation(to) - orientation(from) + u16::from(turn);
    let first = |place: Place| points.point(place, 0).expect("classes are of places that have points");
    for seen in 0..n_orientations {
        permutation[usize::from(first(from) + seen)] = first(to) + (seen + turn) % n_orientations;
    }
}
