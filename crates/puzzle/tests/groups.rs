//! Groups of permutations and of turns: known orders, and membership.

use deepen_puzzle::cube::{Generated, reachable, reachable2};
use deepen_puzzle::group::{Group, Order};
use deepen_puzzle::parse::cube::{scramble2, scramble3};
use deepen_puzzle::{Symmetry, Turn, TurnSet};

fn turns(text: &str) -> TurnSet {
    TurnSet::parse(text).expect("turns")
}

/// Orders from the literature; the first is 8! 12! 3^7 2^11 / 2.
#[test]
fn orders_of_groups_of_turns() {
    let check = |text: &str, expected: u128| {
        assert_eq!(Generated::by(turns(text).iter()).order(), expected, "{text}");
    };
    let whole = 43_252_003_274_489_856_000;
    check("U R F D L B", whole);
    check("U R F D L", whole);
    check("U1 R' F3 D1 L1 B1", whole);
    check("R U", 73_483_200);
    check("R U F", 170_659_735_142_400);
    check("U D R2 L2 F2 B2", 19_508_428_800);
    check("U2 R2 F2 D2 L2 B2", 663_552);
    check("U1 U2", 4);
    check("U2", 2);
    check("R2 U2", 12);
    check("R L", 16);
    assert_eq!(Generated::by(TurnSet::EMPTY.iter()).order(), 1);
}

/// Symmetric, alternating, cyclic and dihedral groups, and the Mathieu group M12.
#[test]
fn orders_of_other_groups() {
    let check = |n: usize, generators: &[&[&[u16]]], expected: &str| {
        let permutation = |cycles: &&[&[u16]]| {
            let mut permutation: Vec<u16> = (0..n as u16).collect();
            for cycle in *cycles {
                for (i, &point) in cycle.iter().enumerate() {
                    permutation[usize::from(point)] = cycle[(i + 1) % cycle.len()];
                }
            }
            permutation
        };
        let generators: Vec<Vec<u16>> = generators.iter().map(permutation).collect();
        assert_eq!(Group::generated_by(n, &generators).order().to_string(), expected, "{generators:?}");
    };
    check(0, &[], "1");
    check(5, &[&[]], "1");
    check(5, &[&[&[0, 1, 2, 3, 4]]], "5");
    check(6, &[&[&[0, 1, 2], &[3, 4]]], "6");
    check(5, &[&[&[0, 1, 2, 3, 4]], &[&[0, 1]]], "120");
    check(5, &[&[&[0, 1, 2, 3, 4]], &[&[0, 1, 2]]], "60");
    check(5, &[&[&[0, 1, 2, 3, 4]], &[&[1, 4], &[2, 3]]], "10");
    let m12: [&[&[u16]]; 3] = [
        &[&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
        &[&[2, 6, 10, 7], &[3, 9, 4, 5]],
        &[&[0, 11], &[1, 10], &[2, 5], &[3, 7], &[4, 8], &[6, 9]],
    ];
    check(12, &m12, "95040");
    // 60! is beyond the numbers of any machine.
    let cycle: Vec<u16> = (0..60).collect();
    check(
        60,
        &[&[&cycle], &[&[0, 1]]],
        "8320987112741390144276341183223364380754172606361245952449277696409600000000000000",
    );
}

/// Slices of cubes of any size, as permutations of the stickers. The orders follow from the pieces: corners, then of odd
/// cubes the edges in the middle, pairs of wings, and centres in sets of 24, which are even together with the corners.
#[test]
fn orders_of_large_cubes() {
    let factorial = |n: u64| 2..=n;
    let check = |n: i32, n_wings: usize, n_centres: usize| {
        let mut factors: Vec<u64> = factorial(8).chain([3; 7]).collect();
        if n % 2 == 1 {
            factors.extend(factorial(12).chain([2; 10]));
        }
        (0..n_wings).for_each(|_| factors.extend(factorial(24)));
        // Half of 24! each.
        (0..n_centres).for_each(|_| factors.extend(3..=24));
        let generators = slices(n);
        let group = Group::generated_by(6 * (n * n) as usize, &generators);
        assert_eq!(group.order(), Order::product(factors), "{n}x{n}x{n}");
    };
    check(2, 0, 0);
    check(3, 0, 0);
    check(4, 1, 1);
    check(5, 1, 2);
    check(7, 2, 6);
}

/// All slices of a cube but the middle one, turned about three axes. Stickers are numbered by where they are.
fn slices(n: i32) -> Vec<Vec<u16>> {
    // A sticker sits in a cell, and looks out of it in a direction.
    let mut stickers: Vec<[[i32; 3]; 2]> = Vec::new();
    for axis in 0..3 {
        for side in [-1, 1] {
            for (a, b) in (0..n * n).map(|i| (i / n, i % n)) {
                // Cells have odd or even coordinates around 0, two apart.
                let (mut cell, mut out) = ([0; 3], [0; 3]);
                (cell[axis], cell[(axis + 1) % 3], cell[(axis + 2) % 3]) =
                    (side * (n - 1), 2 * a + 1 - n, 2 * b + 1 - n);
                out[axis] = side;
                stickers.push([cell, out]);
            }
        }
    }
    let mut turns = Vec::new();
    for axis in 0..3 {
        for layer in (0..n).filter(|layer| 2 * layer + 1 != n) {
            let turned = |vector: [i32; 3]| {
                let mut to = vector;
                (to[(axis + 1) % 3], to[(axis + 2) % 3]) = (-vector[(axis + 2) % 3], vector[(axis + 1) % 3]);
                to
            };
            let to = |&[cell, out]: &[[i32; 3]; 2]| {
                if cell[axis] == 2 * layer + 1 - n { [turned(cell), turned(out)] } else { [cell, out] }
            };
            let number = |sticker| stickers.iter().position(|&other| other == sticker).expect("a sticker");
            turns.push(stickers.iter().map(|sticker| number(to(sticker)) as u16).collect());
        }
    }
    turns
}

#[test]
fn cubes_are_reachable_or_not() {
    let check = |set: &str, moves: &str, expected: bool| {
        let allowed: Vec<Turn> = turns(set).iter().collect();
        let cube = scramble3(moves).expect("moves");
        assert_eq!(reachable(&allowed, &cube), expected, "{moves} with {set}");
    };
    check("R U", "R U R' U' R U2", true);
    check("R U", "F", false);
    check("R U", "(F R U R' U' F')6", true);
    check("U R F D L", "B", true);
    check("U2 R2 F2 D2 L2 B2", "U", false);
    check("U2 R2 F2 D2 L2 B2", "(R2 U2)3", true);
    // Every pair of opposite faces turned and back: the parity of half turns allows three of these, but not one.
    check("U D R2 L2 F2 B2", "R", false);
    check("U D R2 L2 F2 B2", "[R2, U] D'", true);
}

/// Members by construction and non-members: every element of a small group, and as many cubes outside of it.
#[test]
fn membership_agrees_with_enumeration() {
    let group = Generated::by(turns("R2 U2").iter());
    let (r2, u2) = (turns("R2").iter().next().expect("one"), turns("U2").iter().next().expect("one"));
    let mut cube = deepen_puzzle::Cube3::SOLVED;
    for _ in 0..6 {
        for turn in [r2, u2] {
            cube = cube.turned(turn);
            assert!(group.contains(&cube));
            let strangers = Turn::all().filter(|turn| ![r2, u2].contains(turn));
            assert!(strangers.map(|turn| cube.turned(turn)).all(|cube| !group.contains(&cube)));
        }
    }
    assert_eq!(cube, deepen_puzzle::Cube3::SOLVED);
}

/// Turns of U, R and F solve any 2x2x2 cube, and so do those of any three faces that meet; those of two do not.
#[test]
fn cubes_of_two_layers_are_solved_in_any_position() {
    let check = |set: &str, moves: &str, expected: bool| {
        let allowed: Vec<Turn> = turns(set).iter().collect();
        assert_eq!(reachable2(&allowed, &scramble2(moves).expect("moves")), expected, "{moves} with {set}");
    };
    check("U R F", "B L2 D' x y", true);
    check("D L B", "U R F", true);
    check("U", "D x2", true);
    check("U2", "D x2", false);
    check("U R", "F", false);
    check("U L", "R", true);
}

#[test]
fn sets_of_turns() {
    let check = |text: &str, expected: &str| {
        let found = match TurnSet::parse(text) {
            Ok(set) => set.iter().map(Turn::name).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text:?}");
    };
    check("U", "U U2 U'");
    check("U,R,F2", "U U2 U' R R2 R' F2");
    check(" F2 \n,U1, R' ", "U R' F2");
    check("RU2F’", "U2 R R2 R' F'");
    check("L3", "L'");
    check("B2B1", "B B2");
    check("", "no turns found, expected faces like U,R,F2");
    let expected = "expected a face U R F D L B, with 2 or ' or 1 for one of its turns";
    check("U,\nRx", &format!("line 2, column 2: found 'x', {expected}"));
    check("U2'", &format!("line 1, column 3: found '\\'', {expected}"));
    check("U4", &format!("line 1, column 2: found '4', {expected}"));

    assert_eq!(turns("URFDLB"), TurnSet::ALL);
    assert_eq!((TurnSet::ALL.len(), TurnSet::EMPTY.len()), (18, 0));
    assert!(TurnSet::EMPTY.is_empty() && !TurnSet::ALL.is_empty());
    assert_eq!(turns("U1,R2,F,B'").inverse(), turns("U',R2,F,B1"));
    let x = Symmetry::rotation(turns("R1").iter().next().expect("one"));
    assert_eq!(turns("U1,R,F2").image(x), turns("B1,R,U2"));
    let mirror = Symmetry::from_index(24).expect("below 48");
    assert_eq!(turns("U1").image(mirror).iter().map(Turn::quarters).collect::<Vec<_>>(), [3]);
    for bits in 1..1 << 9_u32 {
        let set: TurnSet = Turn::all().filter(|turn| bits >> (turn.index() / 2) & 1 != 0).collect();
        assert_eq!(TurnSet::parse(&set.to_string()), Ok(set), "{set}");
    }
}
