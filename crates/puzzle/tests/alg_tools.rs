//! Sequences inverted, expanded and simplified, and their effect in numbers.

use deepen_puzzle::Definition;
use deepen_puzzle::alg::{Alg, Amount, Layers, Move, Node};
use deepen_puzzle::parse::alg::alg;
use deepen_puzzle::parse::tws;
use proptest::prelude::*;

fn cube() -> Definition {
    tws::definition(include_str!("../../../testdata/definitions/3x3x3.tws")).expect("a sound definition")
}

/// Moves that commute and some that do not, orders from 2 to 6, names with amounts of their own, and aliases.
fn odd() -> Definition {
    let text = "Set A 6 1\nSet B 5 3\nSolved\nA\n1 1 2 3 4 5\nEnd\nMove R\nA\n2 3 1 4 5 6\nEnd\nMove L\nA\n1 2 3 5 6 4\nEnd\n\
        Move U\nB\n2 3 4 5 1\n1 0 0 0 0\nEnd\nMove D++\nB\n2 3 1 4 5\nA\n1 2 4 3 5 6\nEnd\nMove F2\nA\n2 1 3 4 5 6\nEnd\n\
        MoveAlias T R'\nMoveAlias S T2\nMoveSequence Q R L U\n";
    tws::definition(text).expect("a sound definition")
}

fn sequence(text: &str) -> Alg {
    alg(text).expect("a sequence")
}

fn odd_moves() -> impl Strategy<Value = Alg> {
    let plain =
        (0..6_usize, -7..8_i32).prop_map(|(i, times)| Move::new(["R", "L", "U", "T", "S", "Q"][i], times));
    let big = any::<bool>().prop_map(|forwards| Move {
        layers: Layers::Plain,
        family: "D".to_string(),
        amount: Amount::Twice(forwards),
    });
    let half = prop_oneof![Just(Move::new("F", 2)), Just(Move::new("F", -2))];
    let leaf =
        prop_oneof![6 => plain, 1 => big, 1 => half].prop_map(|mv| Alg { nodes: vec![Node::Move(mv)] });
    leaf.prop_recursive(3, 24, 6, |inner| {
        let list = || prop::collection::vec(inner.clone(), 0..5);
        let joined = |parts: Vec<Alg>| Alg { nodes: parts.into_iter().flat_map(|part| part.nodes).collect() };
        prop_oneof![
            4 => list().prop_map(joined),
            1 => (list(), -3..4_i32).prop_map(move |(a, n)| Alg { nodes: vec![Node::Group(joined(a), n)] }),
            1 => (list(), list(), -2..3_i32).prop_map(move |(a, b, n)| Alg { nodes: vec![Node::Commutator(joined(a), joined(b), n)] }),
            1 => (list(), list(), -2..3_i32).prop_map(move |(a, b, n)| Alg { nodes: vec![Node::Conjugate(joined(a), joined(b), n)] }),
        ]
    })
}

proptest! {
    #[test]
    fn they_do_the_same(alg in odd_moves()) {
        let odd = odd();
        let transform = odd.transform_of(&alg).expect("known moves");
        let inverse = alg.inverse();
        prop_assert_eq!(odd.transform_of(&inverse), Ok(transform.inverse()));
        prop_assert_eq!(inverse.length(), alg.length());
        let written_out = alg.flattened(1_000_000).expect("not long");
        prop_assert_eq!(odd.transform_of(&written_out), Ok(transform.clone()));
        prop_assert!(written_out.nodes.iter().all(|node| matches!(node, Node::Move(_))));
        prop_assert_eq!(written_out.nodes.len() as u64, alg.length());
        let simplified = odd.simplified(&alg).expect("known moves");
        prop_assert_eq!(odd.transform_of(&simplified), Ok(transform.clone()));
        prop_assert!(simplified.length() <= alg.length());
        prop_assert_eq!(odd.simplified(&simplified), Ok(simplified));
        // Counted by repeating it.
        let order = odd.order_of(&transform).expect("a small puzzle");
        let (mut times, mut position) = (1, transform.apply(odd.start()));
        while position != *odd.start() {
            position = transform.apply(&position);
            times += 1;
        }
        prop_assert_eq!(order, times);
    }
}

#[test]
fn moves_merge_and_cancel() {
    let check = |definition: &Definition, text: &str, expected: &str| {
        assert_eq!(
            definition.simplified(&sequence(text)).map(|alg| alg.to_string()).as_deref(),
            Ok(expected),
            "{text}"
        );
    };
    let cube = cube();
    check(&cube, "", "");
    check(&cube, "R R", "R2");
    check(&cube, "R R'", "");
    check(&cube, "R3 . U5 F4", "R' U");
    check(&cube, "R L R", "R2 L");
    check(&cube, "R L U U' R", "R2 L");
    check(&cube, "F R L' F2 F2 L R' F'", "");
    check(&cube, "R U R'", "R U R'");
    check(&cube, "[R, L] U", "U");
    check(&cube, "[R, U]6", "R U R' U' R U R' U' R U R' U' R U R' U' R U R' U' R U R' U'");
    let odd = odd();
    check(&odd, "R U L T", "U L");
    check(&odd, "S", "R");
    check(&odd, "D++ D++ U2'", "D++ D++ U2'");
    check(&odd, "D++ D--", "");
    check(&odd, "F2 F2 F2", "F2");
    // Positions on the way might be illegal.
    let text = "Set A 4 1\nSolved\nEnd\nMove R\nA\n2 1 3 4\nEnd\nMove L\nA\n1 2 4 3\nEnd\nIllegal A 1 3\n";
    check(&tws::definition(text).expect("a sound definition"), "R L R L L", "R L R");
    let error = cube.simplified(&sequence("R M")).expect_err("no such move").to_string();
    assert_eq!(error, "there is no move M, expected one of this puzzle like U, R, F");
    let error = cube.simplified(&sequence("(R U)1000000")).expect_err("too long").to_string();
    assert_eq!(error, "the moves written out are 2000000, expected at most 1000000");
}

#[test]
fn brackets_stay_when_inverted() {
    let check = |text: &str, expected: &str| {
        assert_eq!(sequence(text).inverse().to_string(), expected);
        assert_eq!(sequence(text).inverse().inverse(), sequence(text));
    };
    check("R U2 F' .", ". F U2' R'");
    check("[R U, D]2 (L B)3", "(L B)3' [D, R U]2");
    check("[R: U F]", "[R: F' U']");
    check("R++ 2-3Rw UR3+ (1, -2) /", "/ (-1, 2) UR3- 2-3Rw' R--");
}

/// Well known facts about the cube.
#[test]
fn the_cube_in_numbers() {
    let cube = cube();
    let order = |text: &str| {
        let transform = cube.transform_of(&sequence(text)).expect("known moves");
        cube.order_of(&transform)
    };
    assert_eq!(
        [order("R U"), order("R U R' U'"), order("R U2 D' B D'"), order("")],
        [Some(105), Some(6), Some(1260), Some(1)]
    );
    // Identical pieces seem to stay.
    let alike = "Set A 4 1\nSolved\nA\n1 1 1 1\nEnd\nMove R\nA\n2 3 4 1\nEnd\n";
    let alike = tws::definition(alike).expect("a sound definition");
    assert_eq!(alike.order_of(&alike.moves()[0].transform), Some(1));
    // All edges flipped in their places, by twenty moves that Reid found.
    let superflip = sequence("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let position = cube.position_of(&superflip).expect("known moves");
    assert_eq!(cube.position_of(&superflip.inverse()), Ok(position.clone()));
    assert_eq!((cube.n_unsolved(&position), position.orbits[1].orientations.iter().sum::<u8>()), (12, 12));
    let unsolved = |text: &str| cube.n_unsolved(&cube.position_of(&sequence(text)).expect("known moves"));
    assert_eq!([unsolved(""), unsolved("R"), unsolved("[R, U]"), unsolved("[R U R', D]")], [0, 8, 7, 3]);
    let cycles: Vec<(Vec<u8>, u8)> = cube.transform_of(&sequence("R")).expect("known moves").orbits[0]
        .cycles()
        .into_iter()
        .map(|cycle| (cycle.places, cycle.turn))
        .collect();
    // URF goes to UBR, to DRB, to DFR.
    assert_eq!(cycles, [(vec![0, 3, 7, 4], 0), (vec![1], 0), (vec![2], 0), (vec![5], 0), (vec![6], 0)]);
}
