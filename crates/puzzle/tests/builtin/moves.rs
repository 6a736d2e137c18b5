//! Moves: their orders, their names, and that rotations map them to each other.

use std::collections::HashSet;

use deepen_puzzle::builtin::ALL;

use super::{definition, transform};

/// The orders of moves by puzzle, the most frequent first, and separately those that differ.
#[test]
fn orders_of_moves() {
    let check = |name: &str, order: u64, others: &[(&str, u64)]| {
        for mv in definition(name).moves() {
            let text = mv.name.to_string();
            let expected = others.iter().find(|(other, _)| *other == text).map_or(order, |other| other.1);
            assert_eq!(mv.transform.order(), expected, "{text} of {name}");
        }
    };
    for cube in ["2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7"] {
        check(cube, 4, &[]);
    }
    for body in ["skewb", "dino"] {
        check(body, 3, &[("x", 4), ("y", 4), ("z", 4)]);
    }
    for body in ["pyraminx", "tetraminx"] {
        check(body, 3, &[]);
    }
    for body in ["megaminx", "kilominx"] {
        check(body, 5, &[]);
    }
    check("helicopter", 2, &[("x", 4), ("y", 4), ("z", 4)]);
    check("fto", 3, &[("URFLv", 4)]);
    check("clock", 12, &[("y2", 2)]);
    check("square-1", 12, &[("S", 2), ("x2", 2)]);
    check("loopover-3x3", 3, &[("z", 4)]);
    check("loopover-4x4", 4, &[]);
    check("lights-out-5x5", 2, &[("z", 4)]);
}

/// Orders of sequences that cubers know.
#[test]
fn orders_of_sequences() {
    let check = |name: &str, moves: &str, expected: u64| {
        assert_eq!(transform(&definition(name), moves).order(), expected, "{moves} of {name}");
    };
    check("3x3x3", "R U", 105);
    check("3x3x3", "R U'", 63);
    check("3x3x3", "R U R' U'", 6);
    check("3x3x3", "R U2 D' B D'", 1260);
    check("3x3x3", "M E M' E'", 3);
    check("3x3x3", "F B", 4);
    check("2x2x2", "R L'", 4);
    check("2x2x2", "R L' x'", 1);
    // Sune turns three corners and nothing else twice, on both.
    check("megaminx", "R U R' U R U2' R'", 6);
    check("kilominx", "[R, U]", 6);
    check("pyraminx", "[R', L]", 3);
    // Scrambles in twsearch's names, with their orders on its definitions.
    check("3x3x3", "D2 B2 D' B' D2 B' D2 F2 U' R2 F2 U'", 120);
    check("3x3x3", "L U D2 B' L B D R2 F D' L U F2 R2", 420);
    check("4x4x4", "L2 2D' U2 2L 2F' 2U", 276);
    check("kilominx", "L' F A2' BR2 D2 E BR A", 126);
    check("megaminx", "E2 BL D E BR2 U BL'", 408);
    check("fto", "BR' R BB' R F' R' BL' F'", 1980);
    check("helicopter", "BL FL BL DR UF BR UB FL UL", 30);
}

/// Conjugation by a rotation maps every turn to a turn, possibly followed by a rotation.
#[test]
fn rotations_carry_turns_to_turns() {
    for builtin in ALL {
        let definition = builtin.definition();
        let generators = definition.generators();
        let distinct: HashSet<_> = generators.iter().map(|generator| &generator.transform).collect();
        assert_eq!(distinct.len(), generators.len(), "two moves of {} do the same", builtin.name);
        let derived = definition.derived().iter().flat_map(|derived| definition.powers(&derived.name));
        let derived = derived.map(|generator| generator.transform);
        let known: HashSet<_> =
            generators.iter().map(|generator| generator.transform.clone()).chain(derived).collect();
        let mut n_rotations = 0;
        for rotation in definition.moves().iter().filter(|mv| mv.is_rotation()) {
            n_rotations += 1;
            let back = rotation.transform.inverse();
            for generator in &generators {
                let carried = rotation.transform.then(&generator.transform).then(&back);
                let mut held = definition.rotations().iter().map(|held| carried.then(held));
                assert!(
                    held.any(|held| known.contains(&held)),
                    "{} {} of {}",
                    rotation.name,
                    generator.name,
                    builtin.name
                );
            }
        }
        assert!(n_rotations > 0, "{}", builtin.name);
    }
}

/// Equal sequences: the faces that a rotation maps to each other, and the meaning of slices and wide turns.
#[test]
fn names_mean_the_same() {
    let check = |name: &str, one: &str, other: &str| {
        let definition = definition(name);
        assert!(transform(&definition, one) == transform(&definition, other), "{one} = {other}, {name}");
    };
    for cube in ["2x2x2", "3x3x3", "4x4x4", "7x7x7"] {
        check(cube, "x U x'", "F");
        check(cube, "y R y'", "B");
        check(cube, "z U z'", "L");
        check(cube, "x y", "y z");
    }
    for body in ["skewb", "dino"] {
        check(body, "x URF x'", "DFR");
        check(body, "y URF y'", "UBR");
    }
    // As the World Cube Association names the corners of a skewb; the opposite half differs by a rotation.
    for (letter, corner) in [("R", "DRB"), ("U", "ULB"), ("L", "DLF"), ("B", "DBL")] {
        check("skewb", letter, corner);
    }
    check("skewb", "y U y'", "UFL");
    check("skewb", "URF B'", "x y");
    check("helicopter", "y UR y'", "UB");
    check("helicopter", "z UR z'", "UL");
    check("3x3x3", "x", "R M' L'");
    check("3x3x3", "y", "U E' D'");
    check("3x3x3", "z", "F S B'");
    check("3x3x3", "r", "R M'");
    check("3x3x3", "2R", "M'");
    check("3x3x3", "Uw", "y D");
    check("4x4x4", "Rw", "R 2R");
    check("4x4x4", "3Rw", "R 2R 2L'");
    check("4x4x4", "3R", "2L'");
    check("4x4x4", "x", "3Rw L'");
    check("5x5x5", "M'", "3R");
    check("5x5x5", "3f", "F 2F S");
    check("5x5x5", "4Uw", "U 2U E' 2D'");
    check("5x5x5", "y", "4Uw D'");
    check("6x6x6", "3Dw", "D 2D 3D");
    check("7x7x7", "5Bw", "z' F 2F");
    check("pyraminx", "Uv L Uv'", "R");
    check("pyraminx", "Uv l Uv'", "r");
    check("tetraminx", "Lv U Lv'", "B");
    for body in ["megaminx", "kilominx"] {
        check(body, "Uv F Uv'", "R");
        check(body, "Uv L Uv'", "F");
        check(body, "Fv U Fv'", "L");
        check(body, "Fv BF Fv'", "BF");
        check(body, "Uv C Uv'", "E");
    }
    check("megaminx", "R++", "Lv2' L2");
    check("megaminx", "D-- D++", "");
    check("fto", "B", "BB");
    check("fto", "Uv L Uv'", "R");
    check("fto", "Uv R Uv'", "BB");
    check("fto", "URFLv U URFLv'", "L");
    check("clock", "y2 U3+ y2", "u3");
    check("clock", "UR5-", "UR5'");
    check("clock", "UR4+ UR9-", "UR5-");
    check("square-1", "(1, -2) / (3, 0)", "U D2' S U3");
    check("square-1", "x2 U x2", "D");
    check("loopover-3x3", "R 2R 3R", "x");
    check("loopover-3x3", "z R z'", "D'");
    check("lights-out-3x3", "z A z'", "G");
}

/// A corner dial of the front and the one behind it are one wheel, for every turn; a turn of one wheel moves four dials
/// of its side, of two six, of all nine.
#[test]
fn wheels_of_the_clock() {
    let definition = definition("clock");
    let turns = |moves: &str| transform(&definition, moves).orbits.swap_remove(0).turns;
    for generator in definition.generators() {
        let turns = &generator.transform.orbits[0].turns;
        for (front, back) in [(0, 11), (2, 9), (6, 17), (8, 15)] {
            assert_eq!((turns[front] + turns[back]) % 12, 0, "{}", generator.name);
        }
    }
    assert_eq!(turns("UR3+"), [0, 3, 3, 0, 3, 3, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(turns("D"), [0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 11, 0, 11]);
    assert_eq!(turns("ALL2+"), [2, 2, 2, 2, 2, 2, 2, 2, 2, 10, 0, 10, 0, 0, 0, 10, 0, 10]);
    assert_eq!(turns("l1-"), [0, 0, 1, 0, 0, 0, 0, 0, 1, 11, 11, 0, 11, 11, 0, 11, 11, 0]);
}

/// Positions by moves in the notation of competition scrambles.
#[test]
fn scrambles_are_read() {
    let check = |name: &str, moves: &str, is_legal: bool| {
        let definition = definition(name);
        let position = definition.position_of(&deepen_puzzle::parse::alg::alg(moves).expect("a sequence"));
        assert_eq!(position.is_ok(), is_legal, "{moves} of {name}: {position:?}");
    };
    check("square-1", "(1,0)/ (0,-1)/ (-3,0)/ (3,0)/", true);
    check("square-1", "(1, 0) / (3, 0) / (-4, -1)", true);
    check("square-1", "(2, 0) /", false);
    check("square-1", "(0, 1)", false);
    check("3x3x3", "(1, 0) /", false);
    check("clock", "UR4- DR2+ DL5+ UL1- U0+ R3- D6+ L2- ALL4+ y2 U2+ R1- D4+ L5- ALL3+", true);
    check("megaminx", "R++ D-- R-- D++ R++ D++ U'", true);
    check("kilominx", "R++", false);
    check("7x7x7", "3Rw2 U' 3Lw 2F2 Dw' M2 x2 b 3d' 4R", true);
    check("7x7x7", "8R", false);
    check("pyraminx", "U L' R B' u' l r' b", true);
}

/// Orientations of cubes are counted as cubers do: U and D twist no corner, and only F and B flip edges.
#[test]
fn orientations_of_cubes() {
    for name in ["2x2x2", "3x3x3", "5x5x5"] {
        let definition = definition(name);
        for (orbit, still) in [("CORNERS", "UD"), ("EDGES", "UDRL")] {
            let Some(orbit) = definition.orbits().iter().position(|other| other.name == orbit) else {
                continue;
            };
            for face in "URFDLB".chars() {
                let turn = transform(&definition, &face.to_string());
                let is_still = turn.orbits[orbit].turns.iter().all(|&turn| turn == 0);
                assert_eq!(is_still, still.contains(face), "{name} {face}");
            }
        }
    }
}
