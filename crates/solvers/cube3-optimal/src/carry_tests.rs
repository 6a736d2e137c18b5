//! What filling does to whole blocks is what turns do to cubes, for every tier and on every processor.

use std::collections::{HashMap, HashSet};

use puzzle::{Cube3, Symmetry, Turn};
use search::simd::{Kernel, Plain, Simd, at_best};
use testkit::Lcg;

use super::block::{Block, Window};
use super::corners::N_CLASSES;
use super::coset::{Coordinates, Tier, X2, X4, X6, X8, X24, X256, X512, X1536, X2048};
use super::edges::N_EDGES;
use super::fill::{Sets, place};
use super::links::{Links, Step};
use super::packed::Packed;

struct Random(Lcg);

impl Random {
    fn next(&mut self) -> u64 {
        u64::from(self.0.next_u31())
    }

    fn turn(&mut self) -> Turn {
        Turn::from_index(self.next() as usize % Turn::COUNT).expect("a turn")
    }
}

/// An empty window that was never on the stack, which it would not fit.
fn empty_window<B: Block>() -> Box<Window<B>> {
    let blocks = search::hardware::filled(1 << 16, B::EMPTY).into_boxed_slice();
    blocks.try_into().unwrap_or_else(|_| unreachable!("made that long"))
}

/// Carries one block on its own and a row with nothing else, which must be the same.
struct CarryOne<'a, B: Block> {
    links: &'a Links,
    ties: &'a B::Ties,
    step: &'a Step,
    from: u16,
    block: B,
}

impl<B: Block + PartialEq> Kernel for CarryOne<'_, B> {
    type Output = (u16, B);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> (u16, B) {
        let carrier = B::carrier(self.links, self.ties, self.step);
        let (to, image) = self.block.carried(simd, self.from, &carrier);
        let mut row = vec![B::EMPTY; N_EDGES];
        row[usize::from(self.from)] = self.block;
        let mut window: Box<Window<B>> = empty_window();
        B::carry_row(simd, &row, &carrier, &mut window);
        assert!(window[usize::from(to)] == image);
        assert_eq!(window.iter().filter(|&&block| block != B::EMPTY).count(), 1);
        (to, image)
    }
}

fn check<T: Sets<Block: PartialEq>>(coordinates: &Coordinates, links: &Links, _: T) {
    let ties = T::Block::ties(coordinates, links);
    let mut random = Random(Lcg::new(T::BLOCK as u64));
    let (mut n_checked, mut n_alike) = (0, 0);
    for _ in 0..60 {
        let cube = Cube3::SOLVED.turned_by((0..40).map(|_| random.turn()));
        let turn = random.turn();
        let [from, to] = [cube, cube.turned(turn)].map(|cube| {
            let cube = Packed::from(&cube);
            (coordinates.corner(&cube), coordinates.index::<T, _>(Plain, &cube))
        });
        // The turn as the representative of the first row sees it leads back along one step of the second.
        let seen = Symmetry::from_index(from.0.symmetry()).expect("one of the 48").turn(turn).index();
        let steps = links.steps(to.0.class() as usize).iter();
        let mut steps =
            steps.filter(|step| u32::from(step.row) == from.0.class() && step.back.turn() == seen);
        let (Some(step), None) = (steps.next(), steps.next()) else {
            // Corners that look alike from several sides come back another way.
            n_alike += 1;
            continue;
        };
        let [(from_row, from, block), (to_row, to, expected)] = [from.1, to.1].map(place::<T>);
        let one = || CarryOne::<T::Block> { links, ties: &ties, step, from, block };
        let (edges, image) = one().run(Plain);
        assert!(at_best(one()) == (edges, image));
        assert_eq!(T::source(to_row, step), from_row);
        assert_eq!(edges, to);
        assert!(image == expected, "{cube:?} {turn}");
        n_checked += 1;
    }
    assert!(n_checked > 4 * n_alike, "{n_checked} checked, {n_alike} not");
}

#[test]
fn carrying_a_block_is_turning_its_cubes() {
    let coordinates = Coordinates::new();
    let links = Links::new(&coordinates);
    check(&coordinates, &links, X2::default());
    check(&coordinates, &links, X4::default());
    check(&coordinates, &links, X6::default());
    check(&coordinates, &links, X8::default());
    check(&coordinates, &links, X24::default());
    check(&coordinates, &links, X256::default());
    check(&coordinates, &links, X512::default());
    check(&coordinates, &links, X1536::default());
    check(&coordinates, &links, X2048::default());
}

/// Sets of entries by row and edges.
type Cells<B> = HashMap<(usize, u16), B>;

/// Levels by carrying, without room for all that is not reached. From the two levels before come all the entries next
/// to a level that are not farther.
fn carried_levels<T: Sets>(coordinates: &Coordinates, links: &Links, last: usize) -> Vec<u64> {
    let ties = T::Block::ties(coordinates, links);
    // Steps lead to a row; these are where those from a row lead.
    let mut leads = vec![Vec::new(); T::ROWS];
    for row in 0..T::ROWS {
        for step in links.steps(row % N_CLASSES) {
            leads[T::source(row, step)].push((row, step));
        }
    }
    let (row, edges, block) = place::<T>(coordinates.index::<T, _>(Plain, &Packed::SOLVED));
    let (mut before, mut level) = (Cells::new(), Cells::from([((row, edges), block)]));
    let mut counts = vec![1];
    for _ in 0..last {
        let mut next: Cells<T::Block> = Cells::new();
        let mut by_row: Vec<_> = level.iter().collect();
        by_row.sort_unstable_by_key(|&(&place, _)| place);
        for blocks in by_row.chunk_by(|a, b| a.0.0 == b.0.0) {
            for &(to_row, step) in &leads[blocks[0].0.0] {
                let carrier = T::Block::carrier(links, &ties, step);
                for &(&(_, edges), &block) in blocks {
                    let (to, image) = block.carried(Plain, edges, &carrier);
                    let known =
                        |cells: &Cells<T::Block>| *cells.get(&(to_row, to)).unwrap_or(&T::Block::EMPTY);
                    let new = image.without(known(&before)).without(known(&level));
                    if new.count() > 0 {
                        let there = next.entry((to_row, to)).or_insert(T::Block::EMPTY);
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

/// The same by turning cubes, with all that symmetries make of them.
fn turned_levels<T: Tier>(coordinates: &Coordinates, last: usize) -> Vec<u64> {
    let mut reached = HashSet::from([coordinates.index::<T, _>(Plain, &Packed::SOLVED)]);
    let (mut level, mut counts) = (vec![Cube3::SOLVED], vec![1]);
    for _ in 0..last {
        let before = reached.len();
        let mut next = Vec::new();
        for cube in level.iter().flat_map(|cube| Turn::all().map(|turn| cube.turned(turn))) {
            // What is reached is reached from all sides at once.
            if reached.contains(&coordinates.index::<T, _>(Plain, &Packed::from(&cube))) {
                continue;
            }
            let images = Symmetry::all().map(|symmetry| symmetry.cube(&cube));
            reached.extend(images.map(|cube| coordinates.index::<T, _>(Plain, &Packed::from(&cube))));
            next.push(cube);
        }
        counts.push((reached.len() - before) as u64);
        level = next;
    }
    counts
}

fn check_levels<T: Sets>(coordinates: &Coordinates, links: &Links, _: T, from_four: [u64; 3]) {
    let levels = carried_levels::<T>(coordinates, links, 6);
    assert_eq!(levels[..4], [1, 1, 4, 34]);
    assert_eq!(levels[4..], from_four);
    assert_eq!(turned_levels::<T>(coordinates, 5), levels[..6]);
}

#[test]
fn the_largest_tables_begin_with_what_turning_cubes_finds() {
    let coordinates = Coordinates::new();
    let links = Links::new(&coordinates);
    check_levels(&coordinates, &links, X512::default(), [331, 3813, 45_259]);
    check_levels(&coordinates, &links, X1536::default(), [331, 3825, 45_439]);
    check_levels(&coordinates, &links, X2048::default(), [333, 3815, 45_382]);
}
