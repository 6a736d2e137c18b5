//! Texts made to take too long: deep brackets, huge repetitions, long lines and long words. Every parser gets all of them.

use std::sync::Arc;

use deepen_puzzle::TurnSet;
use deepen_puzzle::parse::cube::{cube2, cube3, cube4, facelets3, stickers3, turns3};
use deepen_puzzle::parse::{alg, board, kpuzzle, phases, scramble, sequence, shuffdle, square1, tws};
use testkit::fuzz::{assert_message, check_hostile_texts, within_limit};

use super::{algs, definitions};

/// Checks that a message is short and returns nothing.
fn drop_checked<T, E: std::fmt::Display>(read: Result<T, E>) {
    read.err().inspect(|error| assert_message(&error.to_string()));
}

#[test]
fn cubes() {
    check_hostile_texts("cubes", &algs::WORDS, |text| {
        drop_checked(cube2(text));
        drop_checked(cube3(text));
        drop_checked(cube4(text));
        drop_checked(facelets3(text));
        drop_checked(stickers3(text));
        // With an amount, letters are moves and not facelets.
        drop_checked(cube3(&format!("{text}2")));
    });
}

#[test]
fn sequences() {
    let words: Vec<&str> =
        algs::WORDS.into_iter().chain(["(x)999999 ", "(R)999 ", "[[R,U],", "(U1,R"]).collect();
    check_hostile_texts("sequences", &words, |text| {
        drop_checked(alg::alg(text));
        drop_checked(turns3(text, false));
        drop_checked(turns3(text, true));
        drop_checked(TurnSet::parse(text));
    });
}

#[test]
fn boards() {
    let words = [
        "3", "3x3", "1 2 3", "0 1", "/", "1/2", "999x999", "4\n1 2 3", "# a", "A1", "(1,0)/", "LATCH",
        "title",
    ];
    check_hostile_texts("boards", &words, |text| {
        board::boards(text).for_each(drop_checked);
        drop_checked(board::only_board(text));
        shuffdle::puzzles(text).into_iter().for_each(drop_checked);
        square1::puzzles(text).into_iter().for_each(drop_checked);
        drop_checked(square1::only_puzzle(text));
        drop_checked(square1::steps(text));
    });
}

#[test]
fn definitions_of_puzzles() {
    let words = [
        "Set A 255 1",
        "Set",
        "Move R\nEnd",
        "MoveAlias A B",
        "Solved",
        "Illegal A 1 1",
        "\"a\":1,",
        "[1],",
        "End",
    ];
    check_hostile_texts("definitions", &words, |text| {
        drop_checked(tws::definition(text));
        drop_checked(kpuzzle::definition(text));
    });
}

#[test]
fn positions_and_phases() {
    let puzzle = Arc::new(tws::definition(definitions::CUBE2).expect("a sound definition"));
    let words =
        ["R", "U2", "(R)9999", "(R U)999999", "CPOS 0", "Scramble a", "R,", "RU", "ScrambleAlg a\nEnd"];
    check_hostile_texts("positions", &words, move |text| {
        scramble::entries(text, &puzzle).into_iter().for_each(drop_checked);
        drop_checked(scramble::position(text, &puzzle));
        drop_checked(scramble::mask(text, &puzzle));
        drop_checked(sequence::moves(text, &puzzle));
        drop_checked(sequence::move_set(text, &puzzle));
        for head in
            ["", "Phase p\nView\n", "Phase p\nGoal ", "Phase p\nMoves ", "Phase p\nView\nPieces CORNERS "]
        {
            drop_checked(phases::phases(&format!("{head}{text}"), &puzzle));
        }
    });
}

/// Empty commutators in each other: every level doubled the work although there is nothing to expand.
#[test]
fn nested_empty_commutators() {
    for (open, close) in [("[", ",]"), ("[", ":]"), ("[.,[", "]]"), ("[", ", .]")] {
        within_limit("nested", move || {
            for depth in [1, 2, 49, 50] {
                let text = format!("{}{} R2", open.repeat(depth), close.repeat(depth));
                if let Ok(read) = alg::alg(&text) {
                    assert_eq!(read.expanded(10).map(|leaves| leaves.len()), Ok(1), "{text}");
                }
            }
            let text = format!("{}{} R2", open.repeat(50), close.repeat(50));
            drop_checked(turns3(&text, false));
            drop_checked(cube3(&text));
        });
    }
}

/// One word of many letters: at each of them all lengths up to the end of the word were tried as a family.
#[test]
fn one_long_word() {
    let puzzle = Arc::new(tws::definition(definitions::CUBE2).expect("a sound definition"));
    within_limit("one long word", move || {
        let text = "RU".repeat(150_000);
        assert_eq!(turns3(&text, false).map(|read| read.normal.len()), Ok(300_000));
        drop_checked(sequence::move_set(&text, &puzzle));
        drop_checked(scramble::position(&text, &puzzle));
    });
}

/// Each move of a set looked at the whole text for its amount.
#[test]
fn a_long_set_of_moves() {
    let puzzle = Arc::new(tws::definition(definitions::CUBE2).expect("a sound definition"));
    within_limit("a long set", move || {
        let set = sequence::move_set(&"R1 U ".repeat(200_000), &puzzle).expect("moves");
        assert_eq!(set.iter().map(|mv| mv.name.to_string()).collect::<Vec<_>>(), ["R", "U", "U2", "U'"]);
    });
}

/// The limit of moves was one for every group, and rotations did not count.
#[test]
fn many_rotations() {
    within_limit("many rotations", || {
        assert!(turns3(&"(x)1000000 ".repeat(20_000), false).is_err(), "more than a million moves");
        assert!(turns3("(x)1000000", false).is_ok_and(|read| read.normal.is_empty()));
    });
}

/// A goal was written out: each eight bytes were ten thousand moves.
#[test]
fn long_goals_of_phases() {
    let puzzle = Arc::new(tws::definition(definitions::CUBE2).expect("a sound definition"));
    within_limit("long goals", move || {
        let text = format!("Phase p\nView\nPieces CORNERS\nGoal {}\n", "(R)9999 ".repeat(20_000));
        let read = phases::phases(&text, &puzzle).expect("phases");
        assert!(read.list[0].goals[0].is_identity(), "9999 * 20000 is a multiple of 4");
    });
}

/// Classes of pieces were numbered on from the largest, which overflowed, and pieces were listed once per range.
#[test]
fn many_features_of_a_view() {
    let places = (3..=255).map(|place| place.to_string()).collect::<Vec<_>>().join(" ");
    let text = format!("Set A 255 1\nSolved\nEnd\nMove R\nA\n2 1 {places}\nEnd\n");
    let puzzle = tws::definition(&text).expect("a sound definition");
    within_limit("many features", move || {
        let lines = "Pieces A\nPlaces A 1 2\nPieces A 7-9\n".repeat(2000);
        let ranges = "1-255 ".repeat(100_000);
        let text = format!("Phase p\nView\n{lines}Pieces A {ranges}\nPlaces A 4 5 4\n");
        let read = phases::phases(&text, &puzzle).expect("phases");
        let classes = &read.list[0].views[0].masks[0].classes;
        let different: std::collections::HashSet<u8> = classes.iter().copied().collect();
        assert_eq!((different.len(), classes[3] == classes[4], different.contains(&0)), (254, true, false));
    });
}

/// Small texts that define much: many orbits of one piece in many moves, and a long sequence of a large puzzle.
#[test]
fn definitions_of_many_orbits() {
    within_limit("many orbits", || {
        let orbits: String = (0..10_000).map(|i| format!("Set A{i} 1 1\n")).collect();
        let moves: String = (1..=3000).map(|i| format!("Move {i}R\nEnd\n")).collect();
        let error =
            tws::definition(&format!("{orbits}Solved\nEnd\n{moves}")).expect_err("too large").to_string();
        assert!(error.contains("too many"), "{error}");
        let places: String = (0..2000).map(|i| format!("Set A{i} 255 1\n")).collect();
        let long = format!("{places}Solved\nEnd\nMove R\nEnd\nMoveSequence S {}\n", "R ".repeat(100_000));
        let error = tws::definition(&long).expect_err("too large").to_string();
        assert!(error.contains("too many"), "{error}");
    });
}

/// An alias of a move that has an amount in its name was resolved, and the power written out move by move.
#[test]
fn powers_of_aliases() {
    // Cycles of different prime lengths, so that the order of the move is large.
    let mut pieces = Vec::new();
    for length in [2, 3, 5, 7, 11, 13, 17, 19, 23] {
        let first = pieces.len() + 1;
        pieces.extend((1..length).map(|i| (first + i).to_string()).chain([first.to_string()]));
    }
    let (n, list) = (pieces.len(), pieces.join(" "));
    let text = format!("Set A {n} 1\nSolved\nEnd\nMove R2\nA\n{list}\nEnd\nMoveAlias X R2\n");
    let puzzle = tws::definition(&text).expect("a sound definition");
    within_limit("powers of aliases", move || {
        for text in ["X1000000000", "(X50000000)2 X", "X X X'", "R2 X"] {
            let read = alg::alg(text).expect("moves");
            let simple = puzzle.simplified(&read).expect("known moves");
            assert!(simple.length() <= read.length(), "{text}: {} moves", simple.length());
            assert_eq!(puzzle.transform_of(&simple), puzzle.transform_of(&read), "{text}");
        }
    });
}

/// Moves with the names of rotations, whose group would take long to compute.
#[test]
fn names_of_rotations_in_a_large_group() {
    let letters = |i: usize| [i / 26, i % 26].map(|i| char::from(b'a' + i as u8)).iter().collect::<String>();
    let moves = (0..199).map(|i| {
        let mut places: Vec<usize> = (1..=200).collect();
        places.swap(i, i + 1);
        let list = places.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        format!("Move Q{}\nA\n{list}\nEnd\n", letters(i))
    });
    let text = format!("Set A 200 1\nSolved\nEnd\n{}", moves.collect::<String>());
    within_limit("names of rotations", move || {
        let puzzle = tws::definition(&text).expect("a sound definition");
        assert!(puzzle.generators().len() >= 190);
    });
}
