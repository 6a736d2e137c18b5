//! Laws of cubes as a group: orders, inverses, symmetries.

use std::collections::HashSet;

use deepen_puzzle::cube::CubieFault;
use deepen_puzzle::{Cube2, Cube3, Face, Symmetry, Turn};
use testkit::Lcg;

/// Some cubes far from each other, from a fixed walk.
fn walk(n: usize) -> impl Iterator<Item = Cube3> {
    let mut random = Lcg::with_increment(7, 1);
    let mut cube = Cube3::SOLVED;
    (0..n).map(move |_| {
        cube = cube.turned(Turn::from_index(random.below(18)).expect("below 18"));
        cube
    })
}

fn order(cube: &Cube3) -> usize {
    let powers = std::iter::successors(Some(*cube), |power| Some(power.then(cube)));
    1 + powers.take_while(|power| *power != Cube3::SOLVED).count()
}

/// Known orders: 4 for a quarter turn, 6 for a sexy move, 105 for R U, 1260 for the longest, 2 for superflip.
#[test]
fn orders() {
    let check = |names: &str, expected: usize| {
        let turn = |name: &str| Turn::all().find(|turn| turn.name() == name).expect("a turn");
        let cube = Cube3::SOLVED.turned_by(names.split(' ').map(turn));
        assert_eq!(order(&cube), expected, "{names}");
        cube
    };
    for turn in Turn::all() {
        check(turn.name(), if turn.quarters() == 2 { 2 } else { 4 });
    }
    check("R U R' U'", 6);
    check("R U", 105);
    check("R U2 D' B D'", 1260);
    let superflip = check("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", 2);
    assert!(
        (0..12).all(|i| superflip.edge(i) == (i as u8, 1))
            && (0..8).all(|i| superflip.corner(i) == (i as u8, 0))
    );
}

#[test]
fn products_and_inverses() {
    let cubes: Vec<Cube3> = walk(300).collect();
    for pair in cubes.windows(3) {
        let [a, b, c] = pair else { unreachable!("windows of three") };
        assert_eq!(a.then(b).then(c), a.then(&b.then(c)));
        assert_eq!(a.then(&a.inverse()), Cube3::SOLVED);
        assert_eq!(a.then(b).inverse(), b.inverse().then(&a.inverse()));
    }
}

#[test]
fn symmetries_are_a_group_that_respects_turns() {
    for s in Symmetry::all() {
        assert_eq!(s.then(s.inverse()), Symmetry::IDENTITY);
        assert_eq!(s.cube(&Cube3::SOLVED), Cube3::SOLVED);
        for cube in walk(20) {
            for turn in Turn::all() {
                assert_eq!(s.cube(&cube.turned(turn)), s.cube(&cube).turned(s.turn(turn)), "{s:?} {turn}");
            }
            let t = Symmetry::from_index((s.index() * 7 + 5) % 48).expect("below 48");
            assert_eq!(t.cube(&s.cube(&cube)), s.then(t).cube(&cube));
        }
    }
    let y = Symmetry::rotation(Turn::new(Face::U, 1));
    assert_eq!(y.face(Face::F), Face::L);
    assert!(!y.is_mirror());
    assert_eq!(Symmetry::rotations().filter(|s| s.is_mirror()).count(), 0);
}

#[test]
fn parity_changes_with_every_quarter_turn() {
    for cube in walk(50) {
        for turn in Turn::all() {
            assert_eq!(cube.turned(turn).is_odd(), cube.is_odd() != (turn.quarters() != 2));
        }
    }
}

/// Known counts of 2x2x2 cubes by half-turn distance; all six faces turn, so that every orientation of the cube occurs.
#[test]
fn normalised_cubes_of_two_layers_are_counted_once() {
    let mut seen = HashSet::from([Cube2::SOLVED]);
    let mut level = vec![Cube2::SOLVED];
    for expected in [1, 9, 54, 321, 1847, 9992] {
        assert_eq!(level.len(), expected);
        let children = level.iter().flat_map(|cube| Turn::all().map(|turn| cube.turned(turn).normalised()));
        level = children.filter(|cube| seen.insert(*cube)).collect();
    }
}

#[test]
fn cubes_of_two_layers_as_held() {
    for cube in walk(100).map(|cube| Cube2::from_cube3(&cube)) {
        let normal = cube.normalised();
        assert_eq!(normal.corner(6), (6, 0));
        assert_eq!((normal.normalised(), normal.is_solved()), (normal, cube.is_solved()));
        for rotation in Symmetry::rotations() {
            // In another orientation, the cube needs other turns; with other labels, the same.
            let turned = cube.rotated(rotation);
            let inverse = turned.inverse();
            assert_eq!((turned.then(&inverse), inverse.then(&turned)), (Cube2::SOLVED, Cube2::SOLVED));
            assert_eq!(Cube2::SOLVED.rotated(rotation).then(&cube).normalised(), normal);
            assert!(Cube2::SOLVED.rotated(rotation).is_solved());
        }
        // Turns of U, R and F do not move the anchor corner, and normalising commutes with them.
        for turn in Turn::all().filter(|turn| (turn.face() as usize) < 3) {
            assert_eq!(cube.turned(turn).normalised(), normal.turned(turn));
        }
        assert!(Turn::all().all(|turn| !Cube2::SOLVED.turned(turn).is_solved()));
    }
}

/// On corners, a symmetry has the same effect on both cubes, reflections included.
#[test]
fn both_cubes_have_the_same_corners() {
    let corners = Cube2::from_cube3;
    let cubes: Vec<Cube3> = walk(60).collect();
    for pair in cubes.windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        assert_eq!(corners(&a.then(b)), corners(a).then(&corners(b)));
        assert_eq!(corners(&a.inverse()), corners(a).inverse());
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.cube2(&corners(a)), corners(&symmetry.cube(a)));
        }
        for turn in Turn::all() {
            assert_eq!(corners(&a.turned(turn)), corners(a).turned(turn));
        }
        let pieces = std::array::from_fn(|place| corners(a).corner(place));
        assert_eq!(Cube2::from_pieces(pieces), Ok(corners(a)));
        let mut swapped = pieces;
        swapped.swap(2, 5);
        assert!(Cube2::from_pieces(swapped).is_ok(), "two layers have no parity");
        let mut twisted = pieces;
        twisted[3].1 = (twisted[3].1 + 2) % 3;
        assert_eq!(Cube2::from_pieces(twisted), Err(CubieFault::Twist(2)));
        let mut doubled = pieces;
        doubled[7] = doubled[0];
        assert_eq!(Cube2::from_pieces(doubled), Err(CubieFault::RepeatedCorner(doubled[0].0)));
    }
}

/// Every sequence of random numbers gives another cube, so each of the 3,674,160 is equally likely.
#[test]
fn random_cubes_of_two_layers_are_all_equally_likely() {
    let bases = [7, 6, 5, 4, 3, 2, 3, 3, 3, 3, 3, 3_u32];
    let n_cubes: u32 = bases.iter().product();
    let mut found: Vec<u64> = (0..n_cubes)
        .map(|number| {
            let (mut rest, mut asked) = (number, 0);
            let cube = Cube2::random(&mut |n| {
                assert_eq!(n, bases[asked]);
                asked += 1;
                let digit = rest % n;
                rest /= n;
                digit
            });
            assert_eq!(asked, bases.len());
            assert_eq!(cube.corner(6), (6, 0));
            u64::from_le_bytes(*cube.corner_bytes())
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!((found.len(), n_cubes), (3_674_160, 3_674_160));
}

/// Each piece is in each place, in each orientation, equally often, and half of all cubes are odd. The allowed
/// deviation is six times the standard deviation.
#[test]
fn random_cubes_are_evenly_spread() {
    const N: usize = 24_000;
    let mut below = Lcg::with_increment(11, 1).into_below_u32();
    let cubes: Vec<Cube3> = (0..N).map(|_| Cube3::random(&mut below)).collect();
    let check = |count: usize, share: usize, what: &str| {
        let expected = (N / share) as f64;
        assert!(
            (count as f64 - expected).abs() < 6.0 * expected.sqrt(),
            "{what}: {count}, expected {expected}"
        );
    };
    check(cubes.iter().filter(|cube| cube.is_odd()).count(), 2, "odd");
    for place in 0..12 {
        for item in 0..24 {
            let edge = (item as u8 / 2, item as u8 % 2);
            check(cubes.iter().filter(|cube| cube.edge(place) == edge).count(), 24, "edge");
            let corner = (item as u8 / 3, item as u8 % 3);
            if place < 8 {
                check(cubes.iter().filter(|cube| cube.corner(place) == corner).count(), 24, "corner");
            }
        }
    }
}
