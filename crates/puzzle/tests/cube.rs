//! Laws of cubes as a group: orders, inverses, symmetries.

use puzzle::{Cube3, Face, Symmetry, Turn};

/// Some cubes far from each other, from a fixed walk.
fn walk(n: usize) -> impl Iterator<Item = Cube3> {
    let mut seed = 7_u64;
    let mut cube = Cube3::SOLVED;
    (0..n).map(move |_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        cube = cube.turned(Turn::from_index((seed >> 33) as usize % 18).expect("below 18"));
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
