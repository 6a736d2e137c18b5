//! What filling does to whole blocks is what turns do to cubes, for every tier and on every processor.

use puzzle::{Cube3, Symmetry, Turn};
use search::simd::{Kernel, Plain, Simd, at_best};

use super::block::{Block, Window};
use super::coset::{Coordinates, X2, X4, X6, X8, X24, X256};
use super::edges::N_EDGES;
use super::fill::Sets;
use super::links::{Links, Step};
use super::packed::Packed;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn turn(&mut self) -> Turn {
        Turn::from_index(self.next() as usize % Turn::COUNT).expect("a turn")
    }
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
        let mut window = search::hardware::filled(1 << 16, B::EMPTY);
        let window: &mut Window<B> = window.as_mut_array().expect("made that long");
        B::carry_row(simd, &row, &carrier, window);
        assert!(window[usize::from(to)] == image);
        assert_eq!(window.iter().filter(|&&block| block != B::EMPTY).count(), 1);
        (to, image)
    }
}

fn check<T: Sets<Block: PartialEq>>(coordinates: &Coordinates, links: &Links, _: T) {
    let ties = T::Block::ties(coordinates, links);
    let mut random = Random(T::BLOCK as u64);
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
        let one = || CarryOne::<T::Block> {
            links,
            ties: &ties,
            step,
            from: (from.1.cell as usize % N_EDGES) as u16,
            block: T::Block::EMPTY.with(from.1.offset),
        };
        let (edges, image) = one().run(Plain);
        assert!(at_best(one()) == (edges, image));
        assert_eq!(usize::from(edges), to.1.cell as usize % N_EDGES);
        assert!(image == T::Block::EMPTY.with(to.1.offset), "{cube:?} {turn}");
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
}
