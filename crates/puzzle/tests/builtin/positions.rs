//! Positions: numbers near the start, identical pieces, and the illegal positions of Square-1.

use std::collections::HashSet;

use deepen_puzzle::Definition;
use deepen_puzzle::definition::{Orbit, Pattern};

use super::{definition, transform};

/// Positions by distance up to a depth, found by exhaustive search.
fn levels(definition: &Definition, start: &Pattern, n: usize) -> Vec<usize> {
    let generators = definition.generators();
    let mut seen = HashSet::from([start.clone()]);
    let mut level = vec![start.clone()];
    let mut counts = Vec::new();
    loop {
        counts.push(level.len());
        if counts.len() == n || level.is_empty() {
            return counts;
        }
        let mut next = Vec::new();
        for pattern in &level {
            let after = generators.iter().map(|generator| generator.transform.apply(pattern));
            next.extend(after.filter(|after| definition.is_legal(after) && seen.insert(after.clone())));
        }
        level = next;
    }
}

/// As published, or as twsearch counts them.
#[test]
fn positions_near_the_start() {
    let check = |name: &str, expected: &[usize]| {
        let definition = definition(name);
        assert_eq!(levels(&definition, definition.start(), expected.len()), expected, "{name}");
    };
    check("2x2x2", &[1, 9, 54, 321, 1847]);
    check("3x3x3", &[1, 18, 243, 3240, 43239]);
    check("tetraminx", &[1, 8, 48, 288, 1728, 9896]);
    check("skewb", &[1, 8, 48, 288, 1728, 10248]);
    check("lights-out-3x3", &[1, 9, 36, 84, 126, 126, 84, 36, 9, 1]);
}

/// Pieces of every orbit, and the number of distinguishable kinds.
#[test]
fn pieces_and_kinds() {
    let check = |name: &str, expected: &[(&str, usize, u8, usize)]| {
        let definition = definition(name);
        let orbits = definition.orbits().iter().zip(&definition.start().orbits);
        let found: Vec<(&str, usize, u8, usize)> = orbits
            .map(|(Orbit { name, n_pieces, n_orientations }, pattern)| {
                let kinds: HashSet<u8> = pattern.pieces.iter().copied().collect();
                (name.as_str(), *n_pieces, *n_orientations, kinds.len())
            })
            .collect();
        assert_eq!(found, expected, "{name}");
    };
    check("2x2x2", &[("CORNERS", 8, 3, 8)]);
    check("3x3x3", &[("CORNERS", 8, 3, 8), ("EDGES", 12, 2, 12), ("CENTERS", 6, 1, 6)]);
    check("4x4x4", &[("CORNERS", 8, 3, 8), ("EDGES", 24, 1, 24), ("CENTERS", 24, 1, 6)]);
    check(
        "5x5x5",
        &[
            ("CORNERS", 8, 3, 8),
            ("EDGES", 12, 2, 12),
            ("EDGES2", 24, 1, 24),
            ("CENTERS", 6, 1, 6),
            ("CENTERS2", 24, 1, 6),
            ("CENTERS3", 24, 1, 6),
        ],
    );
    check("pyraminx", &[("CORNERS", 4, 3, 4), ("CORNERS2", 4, 3, 4), ("EDGES", 6, 2, 6)]);
    check("skewb", &[("CORNERS", 8, 3, 8), ("CENTERS", 6, 1, 6)]);
    check("dino", &[("EDGES", 12, 2, 12)]);
    check("helicopter", &[("CORNERS", 8, 3, 8), ("CENTERS", 24, 1, 6)]);
    check("megaminx", &[("CORNERS", 20, 3, 20), ("EDGES", 30, 2, 30), ("CENTERS", 12, 1, 12)]);
    check("kilominx", &[("CORNERS", 20, 3, 20)]);
    check("fto", &[("CORNERS", 6, 4, 6), ("EDGES", 12, 2, 12), ("CENTERS", 24, 1, 8)]);
    check("clock", &[("DIALS", 18, 12, 1)]);
    check("square-1", &[("WEDGES", 24, 1, 17), ("MIDDLE", 1, 2, 1)]);
    for (name, n_layers) in [("2x2x2", 2_usize), ("3x3x3", 3), ("4x4x4", 4), ("6x6x6", 6), ("7x7x7", 7)] {
        let n_pieces: usize = definition(name).orbits().iter().map(|orbit| orbit.n_pieces).sum();
        assert_eq!(n_pieces, n_layers.pow(3) - (n_layers - 2).pow(3), "{name}");
    }
}

/// With identical corners and identical edges there are 3678 shapes, as Jaap Scherphuis counts them, each with the
/// middle in either state.
#[test]
fn shapes_of_square_1() {
    let definition = definition("square-1");
    let mut start = definition.start().clone();
    for piece in &mut start.orbits[0].pieces {
        *piece = [*piece, 1, 9][usize::from(*piece > 0) + usize::from(*piece > 8)];
    }
    assert_eq!(levels(&definition, &start, usize::MAX).iter().sum::<usize>(), 2 * 3678);
}

/// If only twists count, layers may be turned before and after. Published by the number of twists.
#[test]
fn twists_of_square_1() {
    let definition = definition("square-1");
    let slash = transform(&definition, "/");
    let mut level = vec![normal(definition.start())];
    let mut seen: HashSet<Pattern> = level.iter().cloned().collect();
    for expected in [64, 1153, 17050] {
        let mut next = Vec::new();
        for pattern in &level {
            let (upper, lower) = pattern.orbits[0].pieces.split_at(12);
            for (upper, lower) in
                turned(upper).flat_map(|upper| turned(lower).map(move |l| (upper.clone(), l)))
            {
                let mut pattern = pattern.clone();
                pattern.orbits[0].pieces = [upper, lower].concat();
                let twisted = normal(&slash.apply(&pattern));
                if seen.insert(twisted.clone()) {
                    next.push(twisted);
                }
            }
        }
        assert_eq!(next.len(), expected);
        level = next;
    }
}

/// All turns of a layer after which it can be cut.
fn turned(layer: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..12).map(|by| [&layer[by..], &layer[..by]].concat()).filter(|layer| layer[5] != 0 && layer[11] != 0)
}

/// A canonical form: equal for positions that differ by turns of the layers.
fn normal(pattern: &Pattern) -> Pattern {
    let least = |layer: &[u8]| turned(layer).min().expect("a layer can be cut somewhere");
    let mut normal = pattern.clone();
    let pieces = &mut normal.orbits[0].pieces;
    *pieces = [least(&pieces[..12]), least(&pieces[12..])].concat();
    normal
}
