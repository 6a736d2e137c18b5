//! Counts of defined puzzles, against published ones and against plain programs.

use std::collections::HashSet;

use puzzle::Definition;
use puzzle::parse::tws;
use search::{Control, End, Limits, Silent, Stop};
use solve::{Census, Solver};

fn definition(text: &str) -> Definition {
    tws::definition(text).expect("a sound definition")
}

fn census(definition: &Definition) -> Census {
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    Solver::new().count_defined(definition, &definition.generators(), &control).expect("a small puzzle")
}

/// Distances in half turns, all of them.
#[test]
fn published_counts() {
    let check = |text: &str, expected: &[u64]| {
        let census = census(&definition(text));
        assert_eq!((&census.per_depth[..], census.end), (expected, End::Exhausted));
    };
    check(
        include_str!("../../../testdata/definitions/2x2x2.tws"),
        &[1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644],
    );
    check(
        include_str!("../../../testdata/definitions/pyraminx.tws"),
        &[1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32],
    );
}

/// Pieces that are alike, orientations that do not count, rules: the same as on plain patterns.
#[test]
fn the_same_as_without_packing() {
    let check = |text: &str| {
        let definition = definition(text);
        let generators = definition.generators();
        let mut seen = HashSet::from([definition.start().clone()]);
        let mut level = vec![definition.start().clone()];
        let mut counts = Vec::new();
        while !level.is_empty() {
            counts.push(level.len() as u64);
            let mut next = Vec::new();
            for pattern in &level {
                let after = generators.iter().map(|generator| generator.transform.apply(pattern));
                next.extend(after.filter(|after| definition.is_legal(after) && seen.insert(after.clone())));
            }
            level = next;
        }
        assert_eq!(census(&definition).per_depth, counts, "{text}");
        counts.len()
    };
    let alike = "Set A 6 2\nSet B 4 6\nSolved\nA\n1 1 2 2 3 3\n0 ? 0 0 ? 1\nB\n1 2 1 1\nEnd\n\
        Move R\nA\n2 3 4 1 5 6\n1 0 0 1 0 0\nB\n2 1 3 4\n5 0 0 1\nEnd\nMove U\nA\n1 2 4 5 6 3\n0 0 1 1 0 0\nEnd\n";
    let free = check(alike);
    let bound = check(&format!("{alike}Illegal A 5 1\nIllegal A 2 3 2\nIllegal B 1 2\n"));
    assert!(free > 3 && bound > 1 && bound != free, "{free} and {bound} levels");
}

#[test]
fn too_large_is_told() {
    let refused = |text: &str| {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let definition = definition(text);
        let generators = definition.generators();
        let counted = Solver::new().count_defined(&definition, &generators, &control);
        counted.expect_err("too large").to_string()
    };
    let moves = "Solved\nEnd\nMove R\nEnd\n";
    assert_eq!(refused(&format!("Set A 129 1\n{moves}")), "the puzzle has 129 places, expected at most 128");
    assert_eq!(
        refused(&format!("Set A 3 127\n{moves}")),
        "the pieces of orbit A in all their orientations are too many, expected at most 256"
    );
}
