//! Which places of a position hold pieces that look alike, and the exchanges that nobody would see.

use super::permutation_action::{Place, Points};
use crate::definition::{OrbitPattern, Pattern};
use crate::group::{Order, Permutation};

/// The moving places of a position, those with pieces that look alike together.
#[derive(Clone, Debug)]
pub(super) struct IdenticalPieces {
    classes: Vec<Class>,
}

/// Places with pieces that look alike.
#[derive(Clone, Debug)]
struct Class {
    places: Vec<Place>,
    /// In how many ways each of the pieces can be turned unseen.
    n_equal_orientations: u8,
}

/// What a piece looks like, turning aside: number and modulus.
pub(super) fn kind(pattern: &OrbitPattern, place: usize) -> (u8, u8) {
    (pattern.pieces[place], pattern.moduli[place])
}

impl IdenticalPieces {
    /// Among the places of a position that have points.
    pub fn of(pattern: &Pattern, points: &Points) -> IdenticalPieces {
        // Pieces that moves keep apart cannot be mistaken for each other, whatever they look like.
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

    /// Whether every piece looks different however it is turned.
    pub fn is_trivial(&self) -> bool {
        self.classes.iter().all(|class| class.places.len() == 1 && class.n_equal_orientations == 1)
    }

    /// In how many ways pieces can be exchanged and turned unseen.
    pub fn order(&self) -> Order {
        let factors = |class: &Class| {
            let n = class.places.len() as u64;
            (1..=n).map(|k| k * u64::from(class.n_equal_orientations)).collect::<Vec<u64>>()
        };
        Order::product(self.classes.iter().flat_map(factors))
    }

    /// Points to fix one after the other: of pieces that nothing looks like before those that can be mistaken.
    pub fn base_points(&self, points: &Points) -> Vec<u16> {
        let mut classes: Vec<&Class> = self.classes.iter().collect();
        classes.sort_by_key(|class| class.places.len() * usize::from(class.n_equal_orientations));
        let places = classes.iter().flat_map(|class| &class.places);
        places.filter_map(|&place| points.point(place, 0)).collect()
    }

    /// Permutations that generate all unseen exchanges and turns.
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

/// Sends the points of a place to those of another that holds a piece like it, so that it sits there as the other does,
/// turned by so much more.
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
