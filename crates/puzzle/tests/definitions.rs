//! Transformations as a group that acts on patterns, and the meaning of move names.

use std::collections::HashSet;

use deepen_puzzle::Definition;
use deepen_puzzle::alg::Move;
use deepen_puzzle::definition::{Orbit, OrbitPattern, OrbitTransform, Pattern, Transform};
use deepen_puzzle::parse::alg::alg;
use deepen_puzzle::parse::tws;
use proptest::prelude::*;

/// Orbits of all kinds: with one orientation, with many, with one place, with identical pieces.
fn orbits() -> Vec<Orbit> {
    let orbit =
        |name: &str, n_pieces, n_orientations| Orbit { name: name.to_string(), n_pieces, n_orientations };
    vec![orbit("A", 5, 1), orbit("B", 4, 6), orbit("C", 1, 127), orbit("D", 3, 2)]
}

fn transforms() -> impl Strategy<Value = Transform> {
    let orbit = |orbit: Orbit| {
        let places: Vec<u8> = (0..orbit.n_pieces as u8).collect();
        let turns = prop::collection::vec(0..orbit.n_orientations, orbit.n_pieces);
        let n_orientations = orbit.n_orientations;
        (Just(places).prop_shuffle(), turns).prop_map(move |(permutation, turns)| OrbitTransform {
            permutation,
            turns,
            n_orientations,
        })
    };
    orbits().into_iter().map(orbit).collect::<Vec<_>>().prop_map(|orbits| Transform { orbits })
}

fn patterns() -> impl Strategy<Value = Pattern> {
    let orbit = |orbit: Orbit| {
        let divisors: Vec<u8> =
            (1..=orbit.n_orientations).filter(|m| orbit.n_orientations.is_multiple_of(*m)).collect();
        let place = (0..orbit.n_pieces as u8, prop::sample::select(divisors), any::<u8>());
        prop::collection::vec(place, orbit.n_pieces).prop_map(|places| OrbitPattern {
            pieces: places.iter().map(|place| place.0).collect(),
            orientations: places.iter().map(|place| place.2 % place.1).collect(),
            moduli: places.iter().map(|place| place.1).collect(),
        })
    };
    orbits().into_iter().map(orbit).collect::<Vec<_>>().prop_map(|orbits| Pattern { orbits })
}

proptest! {
    #[test]
    fn transformations_are_a_group_that_acts(
        a in transforms(), b in transforms(), c in transforms(), pattern in patterns(),
    ) {
        let identity = Transform::identity(&orbits());
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert_eq!(&a.then(&identity), &a);
        prop_assert_eq!(&identity.then(&a), &a);
        prop_assert!(a.then(&a.inverse()).is_identity());
        prop_assert!(a.inverse().then(&a).is_identity());
        prop_assert_eq!(a.then(&b).inverse(), b.inverse().then(&a.inverse()));
        prop_assert_eq!(b.apply(&a.apply(&pattern)), a.then(&b).apply(&pattern));
        prop_assert_eq!(a.inverse().apply(&a.apply(&pattern)), pattern);
    }

    /// The order is counted by repeating the transformation.
    #[test]
    fn powers_and_orders(a in transforms(), times in -20..20_i64) {
        let step = if times < 0 { a.inverse() } else { a.clone() };
        let identity = Transform::identity(&orbits());
        let counted = (0..times.abs()).fold(identity, |power, _| power.then(&step));
        prop_assert_eq!(a.power(times), counted);
        let (mut order, mut power) = (1, a.clone());
        while !power.is_identity() {
            power = power.then(&a);
            order += 1;
        }
        prop_assert_eq!(a.order(), order);
    }
}

/// The turns of two faces of a cube with its corners and edges, by the format's two ways to write them.
const TWO_FACES: &str = "\
Name two-faces
Set EDGES 7 2
Set CORNERS 6 3
Solved
End
Move U
EDGES
4 1 2 3 5 6 7
CORNERS
4 1 2 3 5 6
End
Move R
EDGES
7 2 3 4 1 5 6
CORNERS
2 6 3 4 1 5
2 1 0 0 1 2
End
Move x
End
Move Uv
End
Move Uw
End
MoveAlias T U'
MoveSequence S R U R' T
MoveSequence D2 S2 U
";

fn two_faces() -> Definition {
    tws::definition(TWO_FACES).expect("a sound definition")
}

/// Known orders of sequences on the cube.
#[test]
fn sequences_have_their_orders() {
    let definition = two_faces();
    let check = |text: &str, expected: u64| {
        let transform = definition.transform_of(&alg(text).expect("a sequence")).expect("known moves");
        assert_eq!(transform.order(), expected, "{text}");
    };
    check("", 1);
    check("R", 4);
    check("R U", 105);
    check("R U'", 63);
    check("R U R' U'", 6);
    check("[R, U]", 6);
    check("[R, U]6", 1);
    check("R2 U2", 6);
    check("R U R' U R U2 R'", 6);
    check("S", 6);
    check("S' R U R' T", 1);
    check("[R: U]", 4);
    check("(R U)105 .", 1);
    check("(R U)1000000035", 7);
}

#[test]
fn names_mean_powers_and_inverses() {
    let definition = two_faces();
    let of = |text: &str| definition.transform_of(&alg(text).expect("a sequence")).ok();
    assert_eq!(of("U3"), of("U'"));
    assert_eq!(of("T"), of("U'"));
    assert_eq!(of("T2'"), of("U2"));
    // A name with an amount of its own means itself and its inverse, but no other power follows from it.
    assert_eq!(of("D2"), of("S S U"));
    assert_eq!(of("D2'"), of("U' S' S'"));
    assert_eq!((of("D"), of("D4"), of("F"), of("2R")), (None, None, None, None));
    assert_eq!(definition.transform(&Move::new("R", 5)), of("R"));
}

#[test]
fn generators_are_powers_of_what_is_no_rotation() {
    let names: Vec<String> =
        two_faces().generators().iter().map(|generator| generator.name.to_string()).collect();
    // Uw does nothing and T is U', but S and D2 are moves of their own.
    assert_eq!(names, ["U", "U2", "U'", "R", "R2", "R'", "S", "S2", "S3", "S'", "S2'", "D2"]);
    let rotations: Vec<String> = two_faces()
        .moves()
        .iter()
        .filter(|defined| defined.is_rotation())
        .map(|defined| defined.name.to_string())
        .collect();
    assert_eq!(rotations, ["x", "Uv"]);
}

/// One format lists orientation changes by source, the other by destination.
#[test]
fn both_ways_to_write_a_move_mean_the_same() {
    let text = |body: &str| format!("Set A 3 3\nSolved\nEnd\n{body}End\n");
    let one = tws::definition(&text("Move R\nA\n2 3 1\n0 1 2\n")).expect("from one");
    let zero = tws::definition(&text("MoveTransformation R\nA\n1 2 0\n1 2 0\n")).expect("from zero");
    assert_eq!(one, zero);
    let after = one.moves()[0].transform.apply(one.start());
    assert_eq!(
        (&after.orbits[0].pieces[..], &after.orbits[0].orientations[..]),
        (&[1, 2, 0][..], &[1, 2, 0][..])
    );
}

/// An ignored orientation stays ignored wherever the piece goes, and identical pieces make fewer positions.
#[test]
fn what_does_not_count_travels_with_the_piece() {
    let text = "Set A 3 2\nSolved\nA\n1 1 2\n0 0 ?\nEnd\nMove R\nA\n2 3 1\n1 1 0\nEnd\nIllegal A 2 2\n";
    let definition = tws::definition(text).expect("a sound definition");
    let transform = &definition.moves()[0].transform;
    let once = transform.apply(definition.start());
    assert_eq!(once.orbits[0].pieces, [0, 1, 0]);
    assert_eq!(once.orbits[0].moduli, [2, 1, 2]);
    assert_eq!(once.orbits[0].orientations, [1, 0, 1]);
    assert!(definition.is_legal(definition.start()) && !definition.is_legal(&once));
    // It turns the other two and not itself; after six repetitions all are back.
    assert_eq!(transform.power(6).apply(definition.start()), *definition.start());
}

/// Positions by distance, found by exhaustive search: as published.
#[test]
fn positions_of_real_puzzles() {
    let check = |text: &str, expected: &[usize]| {
        let definition = tws::definition(text).expect("a sound definition");
        let generators = definition.generators();
        let mut seen = HashSet::from([definition.start().clone()]);
        let mut level = vec![definition.start().clone()];
        for (depth, &n) in expected.iter().enumerate() {
            assert_eq!(level.len(), n, "{} at depth {depth}", definition.name());
            if depth + 1 == expected.len() {
                break;
            }
            let mut next = Vec::new();
            for pattern in &level {
                let after = generators.iter().map(|generator| generator.transform.apply(pattern));
                next.extend(after.filter(|after| definition.is_legal(after) && seen.insert(after.clone())));
            }
            level = next;
        }
    };
    check(include_str!("../../../testdata/definitions/2x2x2.tws"), &[1, 9, 54, 321, 1847, 9992, 50136]);
    check(include_str!("../../../testdata/definitions/pyraminx.tws"), &[1, 8, 48, 288, 1728, 9896, 51808]);
    check(include_str!("../../../testdata/definitions/3x3x3.tws"), &[1, 18, 243, 3240, 43239]);
}
