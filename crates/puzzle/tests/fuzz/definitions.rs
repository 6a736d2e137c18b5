//! Defined puzzles: definitions in both formats, positions, masks, moves and phases.

use deepen_puzzle::definition::{Given, Transform};
use deepen_puzzle::parse::definition::DefinitionError;
use deepen_puzzle::parse::{kpuzzle, phases, scramble, sequence, tws};
use deepen_puzzle::{Definition, builtin};
use testkit::fuzz::Target;

use super::{accepted, algs, refused};

pub(super) const RULES: &str = include_str!("../../../cli/tests/data/rules.tws");
const TURNTABLE: &str = include_str!("../../../cli/tests/data/turntable.json");
pub(super) const CUBE2: &str = include_str!("../../../../testdata/definitions/2x2x2.tws");
const SMALL: &str = "Name small\nSet A 3 2\nSet B 4 3\nSolved\nB\n1 1 2 3\n0 0 ? 0\nEnd\nMove R\nA\n2 3 1\n1 0 1\nEnd\nMove U\nB\n\
    2 3 4 1\n1 2 0 0\nEnd\nMove x\nA\n2 1 3\nEnd\nMoveAlias V U\nMoveSequence S R U' V2\nIllegal A 1 3\n";
const MODULI: &str = r#"{"name": "moduli", "orbits": [{"orbitName": "A", "numPieces": 2, "numOrientations": 4}],
    "defaultPattern": {"A": {"pieces": [0, 1], "orientation": [0, 1], "orientationMod": [2, 0]}},
    "moves": {"R": {"A": {"permutation": [1, 0], "orientationDelta": [1, -1]}}, "U": {}}, "derivedMoves": {"L": "[R, U] (R)2'"}}"#;

const WORDS: [&str; 34] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveAlias",
    "MoveSequence",
    "Illegal",
    "End",
    "Set A 4 2\n",
    "Solved\nEnd\n",
    "Move R\nA\n2 1 3\nEnd\n",
    "1 2 3",
    "?",
    "R2'",
    "A",
    "B",
    "\"name\"",
    "\"orbits\"",
    "\"orbitName\"",
    "\"numPieces\"",
    "\"numOrientations\"",
    "\"defaultPattern\"",
    "\"moves\"",
    "\"derivedMoves\"",
    "\"pieces\"",
    "\"orientation\"",
    "\"orientationMod\"",
    "\"permutation\"",
    "\"orientationDelta\"",
    "{}",
    "[]",
    "\\ud834",
];

fn place(error: &DefinitionError) -> Option<deepen_puzzle::parse::LineColumn> {
    Some(error.place)
}

fn defined(text: &str) -> Definition {
    tws::definition(text).or_else(|_| kpuzzle::definition(text)).expect("a sound definition")
}

/// Checks a definition: it prints to the same definition, or names what the format lacks.
fn check_definition(definition: &Definition, is_tws: bool) -> u64 {
    match definition.to_kpuzzle() {
        Ok(json) => assert_eq!(kpuzzle::definition(&json).as_ref(), Ok(definition), "{json}"),
        Err(error) => drop(refused("", &error, None)),
    }
    match definition.to_tws() {
        Err(error) => drop(refused("", &error, None)),
        Ok(text) => {
            let again = tws::definition(&text).expect("a printed definition");
            assert_eq!((again.orbits(), again.moves()), (definition.orbits(), definition.moves()), "{text}");
            assert_eq!(
                (again.start(), again.forbidden()),
                (definition.start(), definition.forbidden()),
                "{text}"
            );
            let effects = |definition: &Definition| -> Vec<Transform> {
                definition.derived().iter().map(|derived| derived.transform.clone()).collect()
            };
            assert_eq!(effects(&again), effects(definition), "{text}");
            assert!(!is_tws || again == *definition, "{text}");
        }
    }
    assert!(definition.is_legal(definition.start()));
    // Every name has the transformation of its definition.
    for defined in definition.moves() {
        assert_eq!(definition.transform(&defined.name).as_ref(), Some(&defined.transform));
    }
    accepted(definition.moves().len()) ^ accepted(definition.orbits().len()).rotate_left(1)
}

#[test]
fn tws_definitions() {
    let files = [
        RULES,
        SMALL,
        include_str!("../../../cli/tests/data/turntable.tws"),
        include_str!("../../../cli/tests/data/bad.tws"),
        include_str!("../../../../testdata/definitions/pyraminx.tws"),
        CUBE2,
    ];
    let bad = include_str!("../data/bad_tws.txt");
    Target::new("tws", &WORDS).samples(files).samples([bad]).check_texts(|text| {
        match tws::definition(text) {
            Err(error) => refused(text, &error, place(&error)),
            Ok(definition) => check_definition(&definition, true),
        }
    });
}

#[test]
fn kpuzzle_definitions() {
    let printed = [SMALL.split("Illegal").next().unwrap_or_default(), CUBE2]
        .map(|text| defined(text).to_kpuzzle().expect("KPuzzle JSON"));
    let files = [TURNTABLE, MODULI, include_str!("../../../cli/tests/data/bad.json")];
    let bad = include_str!("../data/bad_kpuzzle.txt");
    Target::new("kpuzzle", &WORDS).samples(files).samples(printed).samples([bad]).check_texts(|text| {
        match kpuzzle::definition(text) {
            Err(error) => refused(text, &error, place(&error)),
            Ok(definition) => check_definition(&definition, false),
        }
    });
}

/// Positions, masks and moves of four puzzles.
#[test]
fn positions() {
    let puzzles = [SMALL, RULES, MODULI, CUBE2].map(defined);
    let mut samples: Vec<String> = [
        include_str!("../data/bad_scrambles.txt"),
        include_str!("../../../cli/tests/data/bad.scr"),
        include_str!("../../../cli/tests/data/mask.txt"),
        "ScrambleAlg one\nR U' S2\n(R U)2\nEnd\nScramble two\nA\n2 1 3\nEnd\nCPOS 024012\n",
        "R U\n# comment\n[R, U]2 x // comment\nS' V3\n",
    ]
    .map(str::to_string)
    .to_vec();
    for puzzle in &puzzles {
        let start = puzzle.start();
        samples.extend([puzzle.to_pattern_json(start), puzzle.to_cpos(start).unwrap_or_default()]);
        let given = Given::Pattern(start.clone());
        samples.extend(puzzle.to_scramble(&deepen_puzzle::definition::Scramble { name: None, given }));
    }
    let mut words = [
        "ScrambleAlg",
        "Scramble",
        "ScrambleState",
        "CPOS",
        "noname",
        "End",
        "A",
        "B",
        "R",
        "U'",
        "S",
        "V2",
        "x",
    ]
    .to_vec();
    words.extend(algs::WORDS);
    Target::new("positions", &words).samples(&samples).check_texts(|text| {
        let mut shapes = 0_u64;
        for puzzle in &puzzles {
            shapes = shapes.rotate_left(7) ^ check_positions(text, puzzle);
        }
        shapes
    });
}

fn check_positions(text: &str, puzzle: &Definition) -> u64 {
    let mut shapes = 0_u64;
    for read in scramble::entries(text, puzzle) {
        match read {
            Err(error) => shapes = shapes.rotate_left(1) ^ refused(text, &error, place(&error)),
            Ok(entry) => {
                let position = entry.scramble.position(puzzle).expect("applied while it was parsed");
                assert!(puzzle.is_legal(&position));
                match puzzle.to_scramble(&entry.scramble) {
                    Ok(printed) => {
                        assert_eq!(
                            scramble::one(&printed, puzzle).as_ref(),
                            Ok(&entry.scramble),
                            "{printed}"
                        );
                    }
                    Err(error) => drop(refused("", &error, None)),
                }
                let json = puzzle.to_pattern_json(&position);
                assert_eq!(scramble::position(&json, puzzle).as_ref(), Ok(&position), "{json}");
                if let Ok(digits) = puzzle.to_cpos(&position) {
                    assert_eq!(scramble::position(&digits, puzzle).as_ref(), Ok(&position), "{digits}");
                }
                if let Given::Alg(alg) = &entry.scramble.given {
                    check_moves(alg, puzzle);
                }
                shapes = shapes.rotate_left(1) ^ accepted(0);
            }
        }
    }
    let one = scramble::position(text, puzzle).err();
    let mask = scramble::mask(text, puzzle).err();
    for error in one.iter().chain(&mask) {
        shapes = shapes.rotate_left(1) ^ refused(text, error, place(error));
    }
    match sequence::moves(text, puzzle) {
        Err(error) => shapes ^= refused(text, &error, place(&error)),
        Ok(moves) => {
            let printed = moves.iter().map(|mv| mv.name.to_string()).collect::<Vec<_>>().join(" ");
            let again = sequence::moves(&printed, puzzle);
            assert_eq!(again.as_ref(), Ok(&moves), "{printed}");
        }
    }
    match sequence::move_set(text, puzzle) {
        Err(error) => shapes ^ refused(text, &error, place(&error)).rotate_left(3),
        Ok(set) => {
            let is_repeated = |i: usize| {
                set[..i].iter().any(|mv| mv.family == set[i].family && mv.transform == set[i].transform)
            };
            assert!(!(0..set.len()).any(is_repeated), "each move once");
            shapes ^ accepted(set.len())
        }
    }
}

/// Simplified moves have the same effect and are not more, and the power of a group is that of its moves one by one.
fn check_moves(alg: &deepen_puzzle::alg::Alg, puzzle: &Definition) {
    let effect = puzzle.transform_of(alg).expect("known moves");
    if alg.length() <= 300 {
        let flat = alg.flattened(300).expect("short");
        assert_eq!(puzzle.transform_of(&flat), Ok(effect.clone()), "{alg}");
        let simple = puzzle.simplified(alg).expect("known moves");
        assert_eq!(puzzle.transform_of(&simple), Ok(effect.clone()), "{alg}: {simple}");
    }
    assert!(puzzle.transform_of(&alg.inverse()).expect("known moves").then(&effect).is_identity(), "{alg}");
}

#[test]
fn declared_phases() {
    let cube3 = defined(include_str!("../../../../testdata/definitions/3x3x3.tws"));
    let named = ["clock", "kilominx"].map(|name| builtin::find(name).expect("a built-in puzzle"));
    let puzzles = [cube3, named[0].definition(), defined(CUBE2), defined(SMALL)];
    let files = [
        include_str!("../../../../testdata/phases/3x3x3.phases"),
        include_str!("../../../cli/tests/data/cube2.phases"),
        include_str!("../../../cli/tests/data/mixing.phases"),
        include_str!("../../../cli/tests/data/unfit.phases"),
        include_str!("../../../cli/tests/data/broken.phases"),
        "Phase p\nView\nPieces A\nPlaces B 1 2\nOrientations B 1-2\nParity A\nSum B 1 -2 2*3\nLongest 9\nMoves R U\nGoal R U'\n",
    ];
    let samples = files.into_iter().chain(named.iter().filter_map(|named| named.phases()));
    let words = [
        "Phase p\n",
        "Moves",
        "Goal",
        "Longest",
        "View\n",
        "Pieces",
        "Places",
        "Orientations",
        "Parity",
        "Sum",
        "CORNERS",
        "EDGES",
        "A",
        "B",
        "1-2",
        "-3",
        "2*1",
        "5-8",
        "R",
        "U2",
        "F'",
        "(R U)3",
        "DIALS",
    ];
    Target::new("phases", &words).samples(samples).check_texts(|text| {
        let mut shapes = 0_u64;
        for puzzle in &puzzles {
            shapes = shapes.rotate_left(7)
                ^ match phases::phases(text, puzzle) {
                    Err(error) => refused(text, &error, place(&error)),
                    Ok(read) => {
                        assert!(!read.list.is_empty());
                        for phase in &read.list {
                            assert!(!phase.goals.is_empty() && !phase.views.is_empty());
                            assert!(phase.views.iter().all(|view| view.is_nonempty()));
                            assert!(
                                phase
                                    .views
                                    .iter()
                                    .all(|view| view.is_equivalent(puzzle.start(), puzzle.start()))
                            );
                        }
                        accepted(read.list.len())
                    }
                };
        }
        shapes
    });
}
