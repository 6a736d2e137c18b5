//! Counts of defined puzzles, against published ones and against brute force.

use std::collections::HashSet;
use std::sync::Arc;

use deepen_twisty::count::count;
use deepen_twisty::{TwistyError, TwistyQuery};
use puzzle::Definition;
use puzzle::alg::Amount;
use puzzle::definition::Generator;
use puzzle::parse::tws;
use search::{End, Limits, StopReason};
use solver::Census;
use testkit::{limited, silent};

fn definition(text: &str) -> Definition {
    tws::definition(text).expect("a sound definition")
}

fn query(definition: &Definition) -> TwistyQuery {
    TwistyQuery::new(Arc::new(definition.clone()), definition.start().clone())
}

fn counted(query: &TwistyQuery, limits: Limits) -> Result<Census, TwistyError> {
    let control = limited(limits);
    count(query, &control)
}

fn n_sequences(query: &TwistyQuery, most: u32) -> Vec<u128> {
    let control = silent();
    query.n_sequences(most, &control).expect("a small puzzle")
}

fn census(definition: &Definition) -> Census {
    counted(&query(definition), Limits::default()).expect("a small puzzle")
}

/// Counts by brute force, with a hash set of positions.
fn brute_force(definition: &Definition, generators: &[Generator]) -> Vec<u64> {
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
    counts
}

/// All distances in half turns.
#[test]
fn published_counts() {
    let check = |text: &str, expected: &[u64]| {
        let census = census(&definition(text));
        assert_eq!((&census.per_depth[..], census.end), (expected, End::Exhausted));
    };
    check(
        include_str!("../../../../testdata/definitions/2x2x2.tws"),
        &[1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644],
    );
    check(
        include_str!("../../../../testdata/definitions/pyraminx.tws"),
        &[1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32],
    );
}

/// Identical pieces, ignored orientations and illegal positions: the counts agree with brute force.
#[test]
fn packing_changes_no_counts() {
    let check = |text: &str| {
        let definition = definition(text);
        let counts = brute_force(&definition, &definition.generators());
        assert_eq!(census(&definition).per_depth, counts, "{text}");
        counts.len()
    };
    let alike = "Set A 6 2\nSet B 4 6\nSolved\nA\n1 1 2 2 3 3\n0 ? 0 0 ? 1\nB\n1 2 1 1\nEnd\n\
        Move R\nA\n2 3 4 1 5 6\n1 0 0 1 0 0\nB\n2 1 3 4\n5 0 0 1\nEnd\nMove U\nA\n1 2 4 5 6 3\n0 0 1 1 0 0\nEnd\n";
    let free = check(alike);
    let bound = check(&format!("{alike}Illegal A 5 1\nIllegal A 2 3 2\nIllegal B 1 2\n"));
    assert!(free > 3 && bound > 1 && bound != free, "{free} and {bound} levels");
}

/// Groups of all kinds: with several orbits, commutative, trivial; and moves without inverses.
#[test]
fn groups_are_counted_without_gaps() {
    let check = |moves: &str, n_positions: u64| {
        let definition = definition(&format!("Set A 5 3\nSet B 4 1\nSet C 1 6\nSolved\nEnd\n{moves}"));
        let mut query = query(&definition);
        let census = counted(&query, Limits::default()).expect("a small puzzle");
        assert_eq!(census.per_depth, brute_force(&definition, &query.moves), "{moves}");
        assert_eq!(
            (census.per_depth.iter().sum::<u64>(), census.end),
            (n_positions, End::Exhausted),
            "{moves}"
        );
        assert!(census.table_bytes > 0);
        let generators = query.moves.len() as u64;
        assert_eq!(
            (census.counts.expanded, census.counts.generated),
            (n_positions, n_positions * generators)
        );
        // The deepest positions are distinct and need exactly this many moves.
        let depth = census.per_depth.len() - 1;
        let mut positions = HashSet::new();
        for way in &census.deepest {
            let alg = puzzle::parse::alg::alg(way).expect("moves");
            assert_eq!(alg.nodes.len(), depth, "{way}");
            positions.insert(definition.transform_of(&alg).expect("moves").apply(definition.start()));
        }
        assert_eq!(positions.len(), census.deepest.len());
        assert_eq!(positions.len() as u64, census.per_depth[depth].min(20), "{moves}");
        // Single turns in one direction only.
        let forwards = |generator: &Generator| generator.name.amount == Amount::Times(1);
        query.moves = query.moves.iter().filter(|&mv| forwards(mv)).cloned().collect();
        query.costs = query.moves.iter().map(|_| 1).collect();
        let census = counted(&query, Limits::default()).expect("a small puzzle");
        assert_eq!(census.per_depth, brute_force(&definition, &query.moves), "{moves}, forwards");
    };
    let r = "Move R\nA\n2 3 4 1 5\n1 0 2 0 0\nB\n2 1 3 4\nEnd\n";
    let u = "Move U\nA\n1 2 4 5 3\n0 0 1 1 1\nB\n1 3 4 2\nEnd\n";
    let c = "Move C\nC\n1\n1\nEnd\n";
    check(&format!("{r}{u}"), 120 * 81 * 12);
    check(&format!("{r}{c}"), 24);
    check(&format!("{u}{c}Move N\nEnd\n"), 18);
    check("Move N\nEnd\n", 1);
}

/// The 2x2x2 in quarter turns: by the metric's costs, and by the quarter turns alone.
#[test]
fn moves_that_cost_more() {
    let definition = definition(include_str!("../../../../testdata/definitions/2x2x2.tws"));
    let mut query = query(&definition);
    let cost = |mv: &Generator| if mv.name.amount == Amount::Times(2) { 2 } else { 1 };
    query.costs = query.moves.iter().map(cost).collect();
    let quarters =
        [1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90280, 276];
    assert_eq!(counted(&query, Limits::default()).expect("a small puzzle").per_depth, quarters);
    assert_eq!(n_sequences(&query, 4), [1, 6, 27, 120, 534]);
    query.costs = query.moves.iter().map(|mv| 2 * cost(mv)).collect();
    let error = counted(&query, Limits::default()).expect_err("no move costs 1");
    assert!(error.to_string().starts_with("positions are counted in moves that cost 1"), "{error}");
}

/// Faces of the 3x3x3; the 2x2x2 with one corner fixed has no opposite faces.
#[test]
fn canonical_sequences() {
    let check = |text: &str, expected: &[u128]| {
        assert_eq!(n_sequences(&query(&definition(text)), expected.len() as u32 - 1), expected);
    };
    check(
        include_str!("../../../../testdata/definitions/3x3x3.tws"),
        &[1, 18, 243, 3240, 43254, 577_368, 7_706_988],
    );
    check(include_str!("../../../../testdata/definitions/2x2x2.tws"), &[1, 9, 54, 324, 1944]);
}

/// Limits of length, memory and nodes, and a goal that is not the start.
#[test]
fn limits_and_goals() {
    let definition = definition(include_str!("../../../../testdata/definitions/pyraminx.tws"));
    let mut query = query(&definition);
    let census = counted(&query, Limits { max_cost: 3, ..Limits::default() }).expect("a small puzzle");
    assert_eq!((&census.per_depth[..], census.end), (&[1, 8, 48, 288][..], End::Stopped(StopReason::Cost)));
    assert_eq!(census.deepest.len(), 20);
    let census = counted(&query, Limits { max_memory: 200_000, ..Limits::default() }).expect("bytes");
    assert_eq!((census.table_bytes, census.end), (0, End::Stopped(StopReason::Memory)));
    assert_eq!(census.per_depth[..3], [1, 8, 48]);
    let census = counted(&query, Limits { max_nodes: 10_000, ..Limits::default() }).expect("bytes");
    assert_eq!(census.end, End::Stopped(StopReason::Nodes));
    query.goals = [query.moves[0].transform.apply(definition.start())].into();
    let census = counted(&query, Limits { max_cost: 4, ..Limits::default() }).expect("a small puzzle");
    assert_eq!(census.per_depth, [1, 8, 48, 288, 1728]);
    query.goals = [query.goals[0].clone(), definition.start().clone()].into();
    assert!(counted(&query, Limits::default()).is_err());
}

#[test]
fn too_large_puzzles_are_refused() {
    let refused = |text: &str| {
        counted(&query(&definition(text)), Limits::default()).expect_err("too large").to_string()
    };
    // The group does not number positions with identical pieces.
    let moves = "Solved\nEnd\nMove R\nB\n2 1\nEnd\n";
    let alike = "Solved\nB\n1 1\nEnd\nMove R\nB\n2 1\nEnd\n";
    assert_eq!(census(&definition(&format!("Set A 129 1\nSet B 2 1\n{moves}"))).per_depth, [1, 1]);
    assert_eq!(
        refused(&format!("Set A 129 1\nSet B 2 1\n{alike}")),
        "the puzzle has 131 places, expected at most 128"
    );
    assert_eq!(
        refused(&format!("Set A 3 127\nSet B 2 1\n{alike}")),
        "orbit A has too many kinds of pieces in all their orientations, expected at most 256"
    );
}
