//! Moving a set of entries is the same as turning the cubes in it, for every coset space and on every processor.

use std::collections::{HashMap, HashSet};

use puzzle::{Cube3, Symmetry, Turn};
use search::simd::{Kernel, Plain, Simd, at_best};
use testkit::Lcg;

use super::block_set::{BlockSet, Window};
use super::corner_cosets::N_CLASSES;
use super::coset::{Coordinates, CosetSpace, X2, X4, X6, X8, X24, X256, X512, X1536, X2048};
use super::edge_cosets::N_EDGES;
use super::fill::{FillSpace, locate};
use super::packed_cube::PackedCube;
use super::row_moves::{RowMove, RowMoves};

struct Random(Lcg);

impl Random {
    fn next(&mut self) -> u64 {
        u64::from(self.0.next_u31())
    }

    fn turn(&mut self) -> Turn {
        Turn::from_index(self.next() as usize % Turn::COUNT).expect("a turn")
    }
}

/// An empty window, allocated on the heap because it does not fit the stack.
fn empty_window<B: BlockSet>() -> Box<Window<B>> {
    let blocks = search::hardware::filled(1 << 16, B::EMPTY).into_boxed_slice();
    blocks.try_into().unwrap_or_else(|_| unreachable!("allocated with this length"))
}

/// Moves one set on its own, and a row that contains nothing else; both must agree.
struct MoveOne<'a, B: BlockSet> {
    row_moves: &'a RowMoves,
    move_tables: &'a B::MoveTables,
    row_move: &'a RowMove,
    from: u16,
    block: B,
}

impl<B: BlockSet + PartialEq> Kernel for MoveOne<'_, B> {
    type Output = (u16, B);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> (u16, B) {
        let set_move = B::set_move(self.row_moves, self.move_tables, self.row_move);
        let (to, image) = self.block.moved(simd, self.from, &set_move);
        let mut row = vec![B::EMPTY; N_EDGES];
        row[usize::from(self.from)] = self.block;
        let mut window: Box<Window<B>> = empty_window();
        B::move_row(simd, &row, &set_move, &mut window);
        assert!(window[usize::from(to)] == image);
        assert_eq!(window.iter().filter(|&&block| block != B::EMPTY).count(), 1);
        (to, image)
    }
}

fn check<T: FillSpace<Set: PartialEq>>(coordinates: &Coordinates, row_moves: &RowMoves, _: T) {
    let move_tables = T::Set::move_tables(coordinates, row_moves);
    let mut random = Random(Lcg::new(T::BLOCK_SIZE as u64));
    let (mut n_checked, mut n_self_symmetric) = (0, 0);
    for _ in 0..60 {
        let cube = Cube3::SOLVED.turned_by((0..40).map(|_| random.turn()));
        let turn = random.turn();
        let [from, to] = [cube, cube.turned(turn)].map(|cube| {
            let cube = PackedCube::from(&cube);
            (coordinates.corner(&cube), coordinates.index::<T, _>(Plain, &cube))
        });
        // The turn, seen from the representative of the first row, leads back along one row move of the second.
        let seen = Symmetry::from_index(from.0.symmetry()).expect("one of the 48").turn(turn).index();
        let moves = row_moves.of_row(to.0.class() as usize).iter();
        let mut moves = moves
            .filter(|row_move| u32::from(row_move.row) == from.0.class() && row_move.back.turn() == seen);
        let (Some(row_move), None) = (moves.next(), moves.next()) else {
            // A row whose corners are self-symmetric may come back another way.
            n_self_symmetric += 1;
            continue;
        };
        let [(from_row, from, block), (to_row, to, expected)] = [from.1, to.1].map(locate::<T>);
        let one = || MoveOne::<T::Set> { row_moves, move_tables: &move_tables, row_move, from, block };
        let (edges, image) = one().run(Plain);
        assert!(at_best(one()) == (edges, image));
        assert_eq!(T::source(to_row, row_move), from_row);
        assert_eq!(edges, to);
        assert!(image == expected, "{cube:?} {turn}");
        n_checked += 1;
    }
    assert!(n_checked > 4 * n_self_symmetric, "{n_checked} checked, {n_self_symmetric} not");
    // A set of several entries moves as each of them does, also in the last cell of a row, where nothing is left to be
    // prefetched.
    for from in [0, 12_345, (N_EDGES - 1) as u16] {
        let row = random.next() as usize % N_CLASSES;
        let row_move = &row_moves.of_row(row)[random.turn().index()];
        let n_entries = (T::BLOCK_SIZE / T::PARTS) as u16;
        let entries: Vec<u16> = (0..n_entries).filter(|&i| i == 0 || random.next() >> 8 & 1 == 1).collect();
        let block = entries.iter().fold(T::Set::EMPTY, |block, &entry| block.with(entry));
        let set_move = T::Set::set_move(row_moves, &move_tables, row_move);
        let expected = entries.iter().fold(T::Set::EMPTY, |image, &entry| {
            image.or(T::Set::EMPTY.with(entry).moved(Plain, from, &set_move).1)
        });
        let one = || MoveOne::<T::Set> { row_moves, move_tables: &move_tables, row_move, from, block };
        let (to, image) = one().run(Plain);
        assert!(image == expected, "{} entries from {from}", entries.len());
        assert!(at_best(one()) == (to, image));
    }
}

#[test]
fn moving_a_set_is_turning_its_cubes() {
    let coordinates = Coordinates::new();
    let row_moves = RowMoves::new(&coordinates);
    check(&coordinates, &row_moves, X2::default());
    check(&coordinates, &row_moves, X4::default());
    check(&coordinates, &row_moves, X6::default());
    check(&coordinates, &row_moves, X8::default());
    check(&coordinates, &row_moves, X24::default());
    check(&coordinates, &row_moves, X256::default());
    check(&coordinates, &row_moves, X512::default());
    check(&coordinates, &row_moves, X1536::default());
    check(&coordinates, &row_moves, X2048::default());
}

/// Sets of entries by row and edge coset.
type Cells<B> = HashMap<(usize, u16), B>;

/// Counts levels by moving sets, without memory for all entries. New entries are those that are in neither of the two
/// levels before.
fn set_levels<T: FillSpace>(coordinates: &Coordinates, row_moves: &RowMoves, last: usize) -> Vec<u64> {
    let move_tables = T::Set::move_tables(coordinates, row_moves);
    // Row moves lead to a row; these are the targets from each row.
    let mut leads = vec![Vec::new(); T::N_ROWS];
    for row in 0..T::N_ROWS {
        for row_move in row_moves.of_row(row % N_CLASSES) {
            leads[T::source(row, row_move)].push((row, row_move));
        }
    }
    let (row, edges, block) = locate::<T>(coordinates.index::<T, _>(Plain, &PackedCube::SOLVED));
    let (mut before, mut level) = (Cells::new(), Cells::from([((row, edges), block)]));
    let mut counts = vec![1];
    for _ in 0..last {
        let mut next: Cells<T::Set> = Cells::new();
        let mut by_row: Vec<_> = level.iter().collect();
        by_row.sort_unstable_by_key(|&(&place, _)| place);
        for blocks in by_row.chunk_by(|a, b| a.0.0 == b.0.0) {
            for &(to_row, row_move) in &leads[blocks[0].0.0] {
                let set_move = T::Set::set_move(row_moves, &move_tables, row_move);
                for &(&(_, edges), &block) in blocks {
                    let (to, image) = block.moved(Plain, edges, &set_move);
                    let known = |cells: &Cells<T::Set>| *cells.get(&(to_row, to)).unwrap_or(&T::Set::EMPTY);
                    let new = image.without(known(&before)).without(known(&level));
                    if new.count() > 0 {
                        let there = next.entry((to_row, to)).or_insert(T::Set::EMPTY);
                        *there = there.or(new);
                    }
                }
            }
        }
        counts.push(next.values().map(|block| u64::from(block.count())).sum());
        (before, level) = (level, next);
    }
    counts
}

/// Counts levels by turning cubes, with all their symmetric images.
fn turned_levels<T: CosetSpace>(coordinates: &Coordinates, last: usize) -> Vec<u64> {
    let mut reached = HashSet::from([coordinates.index::<T, _>(Plain, &PackedCube::SOLVED)]);
    let (mut level, mut counts) = (vec![Cube3::SOLVED], vec![1]);
    for _ in 0..last {
        let before = reached.len();
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| Turn::all().map(|turn| cube.turned(turn))) {
            // All symmetric images are reached together.
            if reached.contains(&coordinates.index::<T, _>(Plain, &PackedCube::from(&cube))) {
                continue;
            }
            let images = Symmetry::all().map(|symmetry| symmetry.cube(&cube));
            reached.extend(images.map(|cube| coordinates.index::<T, _>(Plain, &PackedCube::from(&cube))));
            next.push(cube);
        }
        counts.push((reached.len() - before) as u64);
        level = next;
    }
    counts
}

fn check_levels<T: FillSpace>(coordinates: &Coordinates, row_moves: &RowMoves, _: T, from_four: [u64; 3]) {
    let levels = set_levels::<T>(coordinates, row_moves, 6);
    assert_eq!(levels[..4], [1, 1, 4, 34]);
    assert_eq!(levels[4..], from_four);
    assert_eq!(turned_levels::<T>(coordinates, 5), levels[..6]);
}

#[test]
fn the_largest_tables_begin_with_what_turning_cubes_finds() {
    let coordinates = Coordinates::new();
    let row_moves = RowMoves::new(&coordinates);
    check_levels(&coordinates, &row_moves, X512::default(), [331, 3813, 45_259]);
    check_levels(&coordinates, &row_moves, X1536::default(), [331, 3825, 45_439]);
    check_levels(&coordinates, &row_moves, X2048::default(), [333, 3815, 45_382]);
}
