//! How the last two tiles of a gap come home: for all places of them and the blank in the few cells around, the way the
//! blank goes next on a shortest way, found by breadth-first search from the end.

use super::side::{Spot, Way};

/// So many cells deep.
pub const DEPTH: i32 = 3;

/// The ways of all places in a part of one shape: two cells of the side, and the cells below these and up to one to the left
/// and the right.
pub struct Pairs {
    /// How many cells there are to the left of the two.
    left: i32,
    width: i32,
    n_spots: usize,
    /// By places of both tiles and of the blank.
    ways: Vec<u8>,
}

/// Places of both tiles and of the blank.
pub type Places = [Spot; 3];

const UNSEEN: u8 = 9;
const HOME: u8 = 8;

impl Pairs {
    /// For a gap with so many cells to its left and its right, 0 or 1 each.
    pub fn new(left: i32, right: i32) -> Pairs {
        let width = 2 + left + right;
        let n_spots = (width * DEPTH) as usize;
        let mut pairs = Pairs { left, width, n_spots, ways: vec![UNSEEN; n_spots * n_spots * n_spots] };
        let homes = [Spot { deep: 0, along: 0 }, Spot { deep: 0, along: 1 }];
        let all = (0..n_spots as i32).map(|n| Spot { deep: n / width, along: n % width - left });
        let mut queue: Vec<Places> = Vec::new();
        for blank in all.filter(|spot| !homes.contains(spot)) {
            if pairs.contains(blank) {
                let places = [homes[0], homes[1], blank];
                let code = pairs.code(places);
                pairs.ways[code] = HOME;
                queue.push(places);
            }
        }
        let mut next = 0;
        while let Some(&places) = queue.get(next) {
            next += 1;
            for way in Way::ALL {
                let before = gone(places, way);
                if !pairs.contains(before[2]) {
                    continue;
                }
                let code = pairs.code(before);
                if pairs.ways[code] == UNSEEN {
                    pairs.ways[code] = way.back().0;
                    queue.push(before);
                }
            }
        }
        pairs
    }

    /// Whether a spot belongs to the part, counted from the first of the two cells. Of the side itself only these two do:
    /// the others are home.
    pub fn contains(&self, spot: Spot) -> bool {
        (0..DEPTH).contains(&spot.deep)
            && (-self.left..self.width - self.left).contains(&spot.along)
            && (spot.deep > 0 || spot.along == 0 || spot.along == 1)
    }

    /// The way the blank goes next; None if both are home.
    pub fn next(&self, places: Places) -> Option<Way> {
        match self.ways[self.code(places)] {
            HOME => None,
            way => Some(Way(way)),
        }
    }

    fn code(&self, places: Places) -> usize {
        let number = |spot: Spot| (spot.deep * self.width + spot.along + self.left) as usize;
        places.iter().fold(0, |code, &spot| code * self.n_spots + number(spot))
    }
}

/// The places after the blank went a way.
pub fn gone(places: Places, way: Way) -> Places {
    let [a, b, blank] = places;
    let to = blank.go(way);
    let moved = |tile: Spot| if tile == to { blank } else { tile };
    [moved(a), moved(b), to]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From all places both tiles come home, each move one nearer.
    #[test]
    fn all_places_lead_home() {
        for (left, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let pairs = Pairs::new(left, right);
            let spots: Vec<Spot> = (0..DEPTH)
                .flat_map(|deep| (-left..2 + right).map(move |along| Spot { deep, along }))
                .filter(|&spot| pairs.contains(spot))
                .collect();
            let mut longest = 0;
            for &a in &spots {
                for &b in spots.iter().filter(|&&b| b != a) {
                    for &blank in spots.iter().filter(|&&blank| blank != a && blank != b) {
                        let mut places = [a, b, blank];
                        let mut n = 0;
                        while let Some(way) = pairs.next(places) {
                            places = gone(places, way);
                            assert!(pairs.contains(places[2]));
                            n += 1;
                            assert!(n <= 40, "{a:?} {b:?} {blank:?} never ends");
                        }
                        assert_eq!(places[..2], [Spot { deep: 0, along: 0 }, Spot { deep: 0, along: 1 }]);
                        longest = longest.max(n);
                    }
                }
            }
            assert!((10..=21).contains(&longest), "{left} {right}: {longest}");
        }
    }
}
