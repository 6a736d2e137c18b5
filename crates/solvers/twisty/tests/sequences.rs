//! Few-piece algorithms and shortened sequences, against brute force.

use std::collections::HashMap;
use std::sync::Arc;

use deepen_twisty::{Sequence, Shortening, TwistySolver, Wanted, few};
use puzzle::Definition;
use puzzle::definition::{Generator, Pattern, Transform};
use puzzle::parse::sequence::{move_set, moves};
use puzzle::parse::tws;
use search::{Control, Limits, Sequential, Silent, Stop, StopReason};
use testkit::silent;

const CUBE2: &str = include_str!("../../../../testdata/definitions/2x2x2.tws");
const CUBE3: &str = include_str!("../../../../testdata/definitions/3x3x3.tws");
const PYRAMINX: &str = include_str!("../../../../testdata/definitions/pyraminx.tws");

/// A piece is illegal in the first place, and two are identical.
const RULES: &str = "Set A 5 2\nSolved\nA\n1 2 3 3 4\n0 0 0 0 ?\nEnd\nMove R\nA\n2 3 1 4 5\n0 1 1 0 0\nEnd\n\
    Move U\nA\n1 2 4 5 3\n0 0 1 0 0\nEnd\nMove L\nA\n2 1 3 4 5\nEnd\nIllegal A 1 4\n";

fn definition(text: &str) -> Definition {
    tws::definition(text).expect("a sound definition")
}

/// Returns every position within some moves of the start, with its distance.
fn distances(definition: &Definition, max: usize) -> HashMap<Pattern, usize> {
    let generators = definition.generators();
    let mut distances = HashMap::from([(definition.start().clone(), 0)]);
    let mut level = vec![definition.start().clone()];
    for depth in 1..=max {
        let mut next = Vec::new();
        for pattern in &level {
            for generator in &generators {
                let after = generator.transform.apply(pattern);
                if definition.is_legal(&after) && !distances.contains_key(&after) {
                    distances.insert(after.clone(), depth);
                    next.push(after);
                }
            }
        }
        level = next;
    }
    distances
}

fn made(definition: &Definition, generators: &[Generator], sequence: &Sequence) -> Pattern {
    let step = |position: Pattern, &mv: &u16| generators[usize::from(mv)].transform.apply(&position);
    sequence.moves.iter().fold(definition.start().clone(), step)
}

/// Exactly the positions with few pieces out of place are found, each at its distance.
#[test]
fn few_pieces_are_found_as_by_brute_force() {
    for (text, max_length, max_pieces) in [(CUBE2, 5, 5), (PYRAMINX, 5, 4), (CUBE3, 3, 8), (RULES, 6, 3)] {
        let definition = definition(text);
        let generators = definition.generators();
        let wanted =
            Wanted { puzzle: &definition, moves: &generators, max_length, max_pieces, max_kept: usize::MAX };
        let found = few(&wanted, &silent()).expect("few moves");
        let mut nearest: HashMap<Pattern, usize> = HashMap::new();
        for sequence in &found.kept {
            let position = made(&definition, &generators, sequence);
            assert_eq!(definition.n_unsolved(&position), sequence.n_pieces);
            let length = nearest.entry(position).or_insert(sequence.length);
            *length = sequence.length.min(*length);
        }
        let mut expected = distances(&definition, max_length);
        expected.retain(|position, _| (1..=max_pieces).contains(&definition.n_unsolved(position)));
        assert!(!expected.is_empty());
        assert_eq!(nearest, expected, "{}", definition.name());
        assert_eq!((found.n_found, found.stopped), (found.kept.len() as u64, None));
        assert!(found.kept.is_sorted());
        // Only the best are returned if there are too many.
        let some = few(&Wanted { max_kept: 3, ..wanted }, &silent()).expect("few moves");
        let rank = |sequence: &Sequence| (sequence.n_pieces, sequence.length);
        assert!(some.kept.iter().map(rank).eq(found.kept.iter().take(3).map(rank)));
        assert_eq!(some.n_found, found.n_found);
    }
}

/// A 3-cycle of corners takes eight moves.
#[test]
fn a_commutator_is_found() {
    let cube = definition(CUBE3);
    let generators = move_set("R,U,D", &cube).expect("moves");
    let wanted = Wanted { puzzle: &cube, moves: &generators, max_length: 8, max_pieces: 3, max_kept: 1000 };
    let stop = Stop::default();
    let found = few(&wanted, &Control::new(Limits::default(), &Silent, &stop)).expect("few moves");
    let name = |&mv: &u16| generators[usize::from(mv)].name.to_string();
    let names = |sequence: &Sequence| sequence.moves.iter().map(name).collect::<Vec<_>>().join(" ");
    assert!(found.kept.iter().any(|sequence| names(sequence) == "R U R' D R U' R' D'"));
    assert!(found.kept.iter().all(|sequence| sequence.n_pieces == 3 && sequence.length == 8));
    let limits = Limits { max_nodes: 10_000, ..Limits::default() };
    let found = few(&wanted, &Control::new(limits, &Silent, &stop)).expect("few moves");
    assert_eq!(found.stopped, Some(StopReason::Nodes));
    assert!(found.nodes < 20_000, "{} nodes", found.nodes);
    stop.raise(StopReason::Cancelled);
    let found = few(&wanted, &Control::new(Limits::default(), &Silent, &stop)).expect("few moves");
    assert_eq!(found.stopped, Some(StopReason::Cancelled));
}

fn transform_of(definition: &Definition, sequence: &[Generator]) -> Transform {
    let identity = Transform::identity(definition.orbits());
    sequence.iter().fold(identity, |whole, mv| whole.then(&mv.transform))
}

fn shorten(definition: &Definition, text: &str, window: usize) -> Vec<Generator> {
    let puzzle = Arc::new(definition.clone());
    let shortening = Shortening { moves: puzzle.generators().into(), puzzle, window };
    let sequence = moves(text, definition).expect("moves");
    let control = silent();
    let solver = Arc::new(TwistySolver::new());
    shortening.shorten_moves(sequence, &solver, &Sequential, &control).expect("windows can be searched")
}

/// With a window as long as the sequence, the result is optimal.
#[test]
fn whole_sequences_become_shortest() {
    let cube = definition(CUBE2);
    let puzzles = [
        (cube.ignoring_orientation("CORNERS").expect("a view"), true),
        (cube.ignoring_permutation("CORNERS").expect("a view"), false),
        (definition(RULES), false),
    ];
    for (puzzle, is_plain) in puzzles {
        let distances = distances(&puzzle, 30);
        let names: Vec<String> = puzzle.moves().iter().map(|defined| defined.name.to_string()).collect();
        let (a, b, c) = (&names[0], &names[1], &names[2]);
        for text in [
            String::new(),
            a.clone(),
            format!("{a} {a}' {b}"),
            format!("({a} {c} {b})7"),
            format!("({c} {b}2 {a})5 {c}"),
        ] {
            let before = moves(&text, &puzzle).expect("moves");
            // Rules may forbid it.
            let Ok(position) = puzzle.position_of(&puzzle::parse::alg::alg(&text).expect("moves")) else {
                continue;
            };
            let after = shorten(&puzzle, &text, 100);
            assert_eq!(after.len(), distances[&position], "{text}");
            let seen = |moves: &[Generator]| transform_of(&puzzle, moves).apply(puzzle.start());
            assert_eq!(seen(&after), seen(&before), "{text}");
            assert!(!is_plain || transform_of(&puzzle, &after) == transform_of(&puzzle, &before), "{text}");
        }
    }
}

/// A small window is applied again and again.
#[test]
fn windows_slide_over_sequences() {
    let cube = definition(CUBE3);
    let check = |text: &str, window: usize, expected: &str| {
        let before = moves(text, &cube).expect("moves");
        let after = shorten(&cube, text, window);
        let names: Vec<String> = after.iter().map(|mv| mv.name.to_string()).collect();
        assert_eq!(names.join(" "), expected, "{text}");
        assert_eq!(transform_of(&cube, &after), transform_of(&cube, &before));
    };
    check("R U F", 4, "R U F");
    check("R U F F' U' R'", 2, "");
    check("R L R L F", 4, "R2 L2 F");
    check("(R2 U2)4 F", 8, "U2 R2 U2 R2 F");
}
