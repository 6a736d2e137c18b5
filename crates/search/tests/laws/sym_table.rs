//! A symmetry-reduced table has the distance of every combination, as a plain product table does.

use deepen_search::sym_table::{Combination, Sweep, SymTableFill, Symmetries};
use deepen_search::{Cost, Move, ProductTable, enumerate};

/// What each move adds to a number on a ring of `N_ROWS`, and to one on a ring of `N_COLS`. The last four turn both.
const MOVES: [(i64, i64); 8] = [(1, 0), (-1, 0), (3, 0), (-3, 0), (1, 2), (-1, -2), (2, -1), (-2, 1)];
const N_ROWS: i64 = 23;
const N_COLS: i64 = 37;

fn on_ring(n: i64, added: impl Fn((i64, i64)) -> i64 + Sync) -> deepen_search::Coordinate<i64> {
    enumerate(0, MOVES.len(), |at, mv| Some((at + added(MOVES[usize::from(mv.0)])).rem_euclid(n)))
}

/// Fills a table with and without its symmetry, the reflection of both rings.
fn check(n_symmetries: usize, sweeps: impl Fn(Cost) -> Sweep) {
    let rows = on_ring(N_ROWS, |(row, _)| row);
    let cols = on_ring(N_COLS, |(_, col)| col);
    let over = |ring: &deepen_search::Coordinate<i64>, n: i64, symmetry: usize, number: u32| match symmetry {
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
    let moves = (0..MOVES.len() as u16).map(|mv| (Move(mv), 1)).collect();
    let product = ProductTable::new([rows.moves().clone(), cols.moves().clone()], moves, &[[0, 0]]);
    let all =
        || (0..N_ROWS as u32).flat_map(|row| (0..N_COLS as u32).map(move |col| Combination { row, col }));
    // Up to the last level, and to fewer levels.
    for last in 0..=product.farthest() + 1 {
        let mut fill = SymTableFill::new(rows.moves(), cols.moves(), &symmetries);
        assert_eq!(fill.n_classes(), if n_symmetries == 1 { 23 } else { 12 });
        for level in 0..last {
            (0..fill.n_classes()).for_each(|class| fill.sweep(class, sweeps(level)));
            let n_new = fill.advance();
            assert_eq!(n_new == 0, level == product.farthest());
        }
        assert_eq!(fill.level(), last);
        assert_eq!(fill.n_reached() == fill.len() as u64, last >= product.farthest());
        let table = fill.finish();
        for at in all() {
            let distance = product.distance(&[at.row, at.col]).unwrap();
            let located = table.locate(at);
            let expected = if distance + 2 <= last { 0 } else { distance.min(last + 1) };
            assert_eq!(table.bound(table.index(located)), expected, "{at:?} {last}");
            for mv in (0..MOVES.len() as u16).map(Move) {
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

#[test]
fn distances_are_those_of_the_product() {
    for n_symmetries in [1, 2] {
        check(n_symmetries, |_| Sweep::Forwards);
        check(n_symmetries, |_| Sweep::Backwards);
        check(n_symmetries, |level| if level % 2 == 0 { Sweep::Forwards } else { Sweep::Backwards });
    }
}
