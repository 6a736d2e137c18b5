//! Projections of puzzles: projecting commutes with moves.

use std::collections::HashSet;

use deepen_puzzle::Definition;
use deepen_puzzle::alg::{Alg, Move, Node};
use deepen_puzzle::definition::{Pattern, Projection, ProjectionError};
use deepen_puzzle::parse::scramble::mask;
use deepen_puzzle::parse::tws;
use proptest::prelude::*;

fn cube() -> Definition {
    tws::definition(include_str!("../../../testdata/definitions/3x3x3.tws")).expect("a sound definition")
}

/// Edges of the middle layer among others, corners of two colours.
fn domino(cube: &Definition) -> Pattern {
    let text =
        "Solved\nCORNERS\n1 1 1 1 1 1 1 1\nEDGES\n1 1 1 1 1 1 1 1 9 9 9 9\n0 0 0 0 0 0 0 0 ? ? ? ?\nEnd\n";
    mask(text, cube).expect("a mask")
}

fn projections(cube: &Definition) -> Vec<Projection> {
    let whole = || Projection::of(cube);
    let projections = [
        Ok(whole()),
        whole().masked(&domino(cube)),
        whole().without_orbit("EDGES"),
        whole().without_orbit("CORNERS").and_then(|projection| projection.ignoring_permutation("EDGES")),
        whole().ignoring_orientation("CORNERS").and_then(|projection| projection.masked(&domino(cube))),
        whole().masked(&domino(cube)).and_then(|projection| projection.without_orbit("CORNERS")),
        whole()
            .ignoring_permutation("CORNERS")
            .and_then(|projection| projection.ignoring_orientation("CORNERS")),
    ];
    projections.into_iter().map(|projection| projection.expect("a projection")).collect()
}

fn algs() -> impl Strategy<Value = Alg> {
    let node = (0..6_usize, 1..4_i32)
        .prop_map(|(family, times)| Node::Move(Move::new(["U", "R", "F", "D", "L", "B"][family], times)));
    prop::collection::vec(node, 0..25).prop_map(Alg::from)
}

proptest! {
    #[test]
    fn projection_commutes_with_moves(alg in algs()) {
        let cube = cube();
        let position = cube.position_of(&alg).expect("known moves");
        for projection in projections(&cube) {
            let seen = projection.definition().position_of(&alg);
            prop_assert_eq!(seen, Ok(projection.project(&position)));
        }
    }
}

/// Number of positions at every distance.
fn counts(definition: &Definition) -> Vec<usize> {
    let generators = definition.generators();
    let mut seen = HashSet::from([definition.start().clone()]);
    let mut level = vec![definition.start().clone()];
    let mut counts = Vec::new();
    while !level.is_empty() {
        counts.push(level.len());
        let after = |pattern: &Pattern| -> Vec<Pattern> {
            generators.iter().map(|generator| generator.transform.apply(pattern)).collect()
        };
        level = level.iter().flat_map(after).filter(|after| seen.insert(after.clone())).collect();
    }
    counts
}

/// Flipped edges by distance as published; twists of corners are 3^7, and so on.
#[test]
fn parts_of_the_cube_have_as_many_positions_as_known() {
    let cube = cube();
    let edges = cube.without_orbit("CORNERS").and_then(|edges| edges.ignoring_permutation("EDGES"));
    assert_eq!(counts(&edges.expect("a projection")), [1, 2, 25, 202, 620, 900, 285, 13]);
    let corners = cube.without_orbit("EDGES").expect("a projection");
    let twists = corners.ignoring_permutation("CORNERS").expect("a projection");
    assert_eq!(counts(&twists).iter().sum::<usize>(), 2187); // 3^7
    let places = corners.ignoring_orientation("CORNERS").expect("a projection");
    assert_eq!(counts(&places).iter().sum::<usize>(), 40_320); // 8!
    // Their orientations are ignored, so there is nothing to turn.
    assert_eq!(places.orbits()[0].n_orientations, 1);
    let slice = cube
        .masked(&domino(&cube))
        .and_then(|projection| projection.without_orbit("CORNERS"))
        .expect("a projection");
    assert_eq!(
        counts(&slice.ignoring_orientation("EDGES").expect("a projection")).iter().sum::<usize>(),
        495
    ); // 12 over 4
}

#[test]
fn impossible_projections_are_errors() {
    let cube = cube();
    let check = |seen: Result<Definition, ProjectionError>, expected: &str| {
        assert_eq!(seen.expect_err(expected).to_string(), expected);
    };
    check(cube.without_orbit("CENTRES"), "there is no orbit \"CENTRES\", expected CORNERS or EDGES");
    check(cube.ignoring_orientation(""), "there is no orbit \"\", expected CORNERS or EDGES");
    let corners = cube.without_orbit("EDGES").expect("a projection");
    check(corners.without_orbit("CORNERS"), "orbit CORNERS is the only one, expected another one to remain");
    check(
        corners.masked(cube.start()),
        "the mask has the shape of another puzzle, expected the orbits and places of this one",
    );
    let turned = cube.moves()[1].transform.apply(cube.start());
    check(
        cube.masked(&turned),
        "the mask has orientation 2 in place 1 of orbit CORNERS, expected 0 as in the solved position",
    );
    let alike = cube.ignoring_permutation("CORNERS").expect("a projection");
    check(
        alike.masked(cube.start()),
        "the mask differs in places 1 and 2 of orbit CORNERS, expected the same because the pieces are identical",
    );
}

/// Rules use the piece numbers of the projection, if it keeps what they depend on.
#[test]
fn rules_stay_or_stand_in_the_way() {
    let text = "Set A 3 1\nSet B 2 2\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\nIllegal A 1 2 3\n";
    let definition = tws::definition(text).expect("a sound definition");
    let refusal = "a rule about illegal positions depends on pieces of orbit A, expected these to stay distinct from others";
    let check =
        |seen: Result<Definition, ProjectionError>| assert_eq!(seen.expect_err(refusal).to_string(), refusal);
    check(definition.without_orbit("A"));
    check(definition.ignoring_permutation("A"));
    let masked = |text: &str| definition.masked(&mask(text, &definition).expect("a mask"));
    check(masked("Solved\nA\n1 1 2\nEnd"));
    let seen = masked("Solved\nA\n3 1 1\nEnd").expect("a projection");
    assert_eq!((seen.forbidden()[0].place, &seen.forbidden()[0].pieces[..]), (0, &[0][..]));
    let moved = seen.moves()[0].transform.apply(seen.start());
    assert!(seen.is_legal(seen.start()) && !seen.is_legal(&moved));
    // A rule about a piece that does not exist is removed.
    let text = text.replace("1 2 3\n", "1 3\n").replace("Solved\n", "Solved\nA\n1 1 2\n");
    let absent =
        tws::definition(&text).expect("a sound definition").ignoring_orientation("B").expect("a projection");
    assert_eq!(tws::definition(&absent.to_tws().expect("tws")).as_ref(), Ok(&absent));
    let without = definition.without_orbit("B").expect("a projection");
    assert_eq!((without.orbits().len(), without.forbidden()), (1, definition.forbidden()));
}
