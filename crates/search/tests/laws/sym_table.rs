//! A symmetry-reduced table has the distance of every combination, as a plain product table does.

use std::hash::Hash;

use deepen_search::sym_table::{Combination, Sweep, SymTableFill, Symmetries};
use deepen_search::{Coordinate, Cost, Move, ProductTable, enumerate};

/// What each move adds to a number on a ring of `N_ROWS`, and to one on a ring of `N_COLS`. The last four turn both.
const MOVES: [(i64, i64); 8] = [(1, 0), (-1, 0), (3, 0), (-3, 0), (1, 2), (-1, -2), (2, -1), (-2, 1)];
const N_ROWS: i64 = 23;
const N_COLS: i64 = 37;

fn on_ring(n: i64, added: impl Fn((i64, i64)) -> i64 + Sync) -> Coordinate<i64> {
    enumerate(0, MOVES.len(), |at, mv| Some((at + added(MOVES[usize::from(mv.0)])).rem_euclid(n)))
}

/// Fills a table with and without its symmetry, the reflection of both rings.
fn check_rings(n_symmetries: usize, sweeps: impl Fn(Cost) -> Sweep) {
    let rows = on_ring(N_ROWS, |(row, _)| row);
    let cols = on_ring(N_COLS, |(_, col)| col);
    let over = |ring: &Coordinate<i64>, n: i64, symmetry: usize, number: u32| match symmetry {
        0 => number,
        _ => ring.number(&(-ring.view(number)).rem_euclid(n)).unwrap(),
    };
    let symmetries = Symmetries {
        n: n_symmetries,
        products: if n_symmetries == 1 { &[0] } else { &[0, 1, 1, 0] },
        row: &|symmetry, row| over(&rows, N_ROWS, symmetry, row),
        col: &|symmetry, col| over(&cols, N_COLS, symmetry, col),
        // Moves come in pairs that undo each other.
        mv: &|symmetry, mv| Move(mv.0 ^ symmetry as u16),
    };
    check(&rows, &cols, &symmetries, if n_symmetries == 1 { 23 } else { 12 }, sweeps);
}

/// Number of places of the pieces that [`CYCLES`] move.
const N_PLACES: u8 = 6;
/// The moves: each cycle leads from every place to the next. The last two are each other's inverse and mirror image.
const CYCLES: [&[u8]; 4] = [&[0, 1], &[5, 4], &[1, 2, 3, 4], &[4, 3, 2, 1]];

/// The places of two pieces that are each other's mirror image.
fn places(first: u8) -> Coordinate<[u8; 2]> {
    enumerate([first, N_PLACES - 1 - first], CYCLES.len(), |places, mv| {
        let cycle = CYCLES[usize::from(mv.0)];
        let next = |place: u8| match cycle.iter().position(|&other| other == place) {
            Some(at) => cycle[(at + 1) % cycle.len()],
            None => place,
        };
        Some(places.map(next))
    })
}

/// Moves that do not commute, and several rows that are their own mirror image: their entries are reached only together with the
/// mirror images. On rings a path to the mirror image is always one with the moves in another order.
fn check_pieces(sweeps: impl Fn(Cost) -> Sweep) {
    let (rows, cols) = (places(0), places(1));
    // The mirror image of a piece is the other one, in the mirror image of its place.
    let over = |pieces: &Coordinate<[u8; 2]>, symmetry: usize, number: u32| {
        let [first, second] = *pieces.view(number);
        match symmetry {
            0 => number,
            _ => pieces.number(&[N_PLACES - 1 - second, N_PLACES - 1 - first]).unwrap(),
        }
    };
    let symmetries = Symmetries {
        n: 2,
        products: &[0, 1, 1, 0],
        row: &|symmetry, row| over(&rows, symmetry, row),
        col: &|symmetry, col| over(&cols, symmetry, col),
        mv: &|symmetry, mv| Move(mv.0 ^ symmetry as u16),
    };
    // Of 30 rows 6 are their own mirror image.
    check(&rows, &cols, &symmetries, 18, sweeps);
}

/// Compares a table with the plain product of its coordinates.
fn check<V: Eq + Hash>(
    rows: &Coordinate<V>,
    cols: &Coordinate<V>,
    symmetries: &Symmetries<'_>,
    n_classes: usize,
    sweeps: impl Fn(Cost) -> Sweep,
) {
    let n_moves = rows.moves().n_moves() as u16;
    let moves = (0..n_moves).map(|mv| (Move(mv), 1)).collect();
    let product = ProductTable::new([rows.moves().clone(), cols.moves().clone()], moves, &[[0, 0]]);
    let (n_rows, n_cols) = (rows.moves().len() as u32, cols.moves().len() as u32);
    let all = || (0..n_rows).flat_map(|row| (0..n_cols).map(move |col| Combination { row, col }));
    let is_all_reached = all().all(|at| product.distance(&[at.row, at.col]).is_some());
    // Up to the last level, and to fewer levels.
    for last in 0..=product.farthest() + 1 {
        let mut fill = SymTableFill::new(rows.moves(), cols.moves(), symmetries);
        assert_eq!(fill.n_classes(), n_classes);
        for level in 0..last {
            (0..fill.n_classes()).for_each(|class| fill.sweep(class, sweeps(level)));
            let n_new = fill.advance();
            assert_eq!(n_new == 0, level == product.farthest());
        }
        assert_eq!(fill.level(), last);
        assert_eq!(
            fill.n_reached() == fill.len() as u64,
            is_all_reached && last >= product.farthest(),
            "level {last}"
        );
        let table = fill.finish();
        for at in all() {
            let distance = product.distance(&[at.row, at.col]).unwrap_or(Cost::MAX / 2);
            let located = table.locate(at);
            let expected = if distance + 2 <= last { 0 } else { distance.min(last + 1) };
            assert_eq!(table.bound(table.index(located)), expected, "{at:?} {last}");
            for mv in (0..n_moves).map(Move) {
                let [row, col] = product.after(&[at.row, at.col], mv).unwrap();
                let after = table.locate(Combination { row, col });
                let moved = table.after(located, mv);
                // A row with a nontrivial stabiliser has several symmetry coordinates, and so several entries, with
                // equal distances.
                let bounds = [moved, after].map(|at| table.bound(table.index(at)));
                assert_eq!((bounds[0], moved.col), (bounds[1], col), "{at:?} {mv:?} {last}");
            }
        }
    }
}

fn alternating(level: Cost) -> Sweep {
    if level.is_multiple_of(2) { Sweep::Forwards } else { Sweep::Backwards }
}

#[test]
fn distances_are_those_of_the_product() {
    for n_symmetries in [1, 2] {
        check_rings(n_symmetries, |_| Sweep::Forwards);
        check_rings(n_symmetries, |_| Sweep::Backwards);
        check_rings(n_symmetries, alternating);
    }
}

#[test]
fn rows_that_are_their_own_mirror_image() {
    check_pieces(|_| Sweep::Forwards);
    check_pieces(|_| Sweep::Backwards);
    check_pieces(alternating);
}
