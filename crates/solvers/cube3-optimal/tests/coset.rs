//! Coset coordinates and their tables: invariants, and published counts.

use std::collections::HashSet;

use deepen_cube3_optimal::{
    Cancelled, Coordinates, CosetSpace, H0, H0Table, Index, N_CELLS, PackedCube, RowMoves, SmallBlockTable,
    TURNS, X2, X4, X6, X8, X24, X64, X128, X256, X512, X1536, X2048, known_levels,
};
use puzzle::{Cube3, Symmetry, Turn};
use search::simd::{Kernel, Plain, Simd, at_best};
use testkit::Lcg;

/// Random cubes; the seed is fixed so that failures repeat.
struct Random(Lcg);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn turns(&mut self, n: usize) -> Vec<Turn> {
        (0..n).map(|_| Turn::from_index(self.below(18)).expect("a turn")).collect()
    }

    fn cube(&mut self) -> Cube3 {
        Cube3::SOLVED.turned_by(self.turns(40))
    }
}

#[test]
fn packed_cubes_multiply_as_cubes_do() {
    let mut random = Random(Lcg::new(1));
    for _ in 0..200 {
        let cube = random.cube();
        for turn in Turn::all() {
            let (packed, number) = (PackedCube::from(&cube), &TURNS[turn.index()]);
            let turned = Cube3::SOLVED.turned(turn);
            assert_eq!(packed.after(Plain, number), PackedCube::from(&cube.turned(turn)));
            assert_eq!(packed.before(Plain, number), PackedCube::from(&turned.then(&cube)));
        }
    }
}

/// Indices of many cubes by the best SIMD level.
struct Indices<'a, T>(&'a Coordinates, &'a [PackedCube], T);

impl<T: CosetSpace> Kernel for Indices<'_, T> {
    type Output = Vec<Index>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<Index> {
        self.1.iter().map(|cube| self.0.index::<T, S>(simd, cube)).collect()
    }
}

fn tokens_agree<T: CosetSpace>(coordinates: &Coordinates, space: T) {
    let mut random = Random(Lcg::new(2));
    let cubes: Vec<PackedCube> =
        (0..5000 + 20 * T::BLOCK_SIZE).map(|_| PackedCube::from(&random.cube())).collect();
    let plain = Indices(coordinates, &cubes, space).run(Plain);
    assert_eq!(at_best(Indices(coordinates, &cubes, space)), plain);
    assert!(plain.iter().all(|index| usize::from(index.offset) < T::BLOCK_SIZE));
    for offset in 0..T::BLOCK_SIZE {
        assert!(plain.iter().any(|index| usize::from(index.offset) == offset));
    }
}

#[test]
fn indices_do_not_depend_on_the_processor() {
    let coordinates = Coordinates::new();
    tokens_agree(&coordinates, H0::default());
    tokens_agree(&coordinates, X2::default());
    tokens_agree(&coordinates, X4::default());
    tokens_agree(&coordinates, X6::default());
    tokens_agree(&coordinates, X8::default());
    tokens_agree(&coordinates, X24::default());
    tokens_agree(&coordinates, X64::default());
    tokens_agree(&coordinates, X128::default());
    tokens_agree(&coordinates, X256::default());
    tokens_agree(&coordinates, X512::default());
    tokens_agree(&coordinates, X1536::default());
    tokens_agree(&coordinates, X2048::default());
}

/// Returns a random product of half turns, which are in the subgroup of every coset space.
fn half_turns(random: &mut Random, n: usize) -> Cube3 {
    Cube3::SOLVED.turned_by((0..n).map(|_| Turn::from_index(3 * random.below(6) + 1).expect("a turn")))
}

/// Returns a cube with all edges of some slices flipped.
fn flipped_slices(random: &mut Random) -> Cube3 {
    let slices = random.below(8);
    let edges = std::array::from_fn(|i| {
        let slice = if i >= 8 { 2 } else { i & 1 };
        (i as u8, (slices >> slice & 1) as u8)
    });
    Cube3::from_pieces(std::array::from_fn(|i| (i as u8, 0)), edges)
        .expect("four flips or none of each slice")
}

/// Returns a cube with flips that are even in each slice.
fn flipped_pairs(random: &mut Random) -> Cube3 {
    let slices = [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]];
    let mut edges: [(u8, u8); 12] = std::array::from_fn(|i| (i as u8, 0));
    for slice in slices {
        let (a, b) = (slice[random.below(4)], slice[random.below(4)]);
        edges[a].1 ^= 1;
        edges[b].1 ^= 1;
    }
    Cube3::from_pieces(std::array::from_fn(|i| (i as u8, 0)), edges).expect("an even number of flips")
}

/// Returns any permutation of edges in their slices and corners in their tetrads, with any flips.
fn shuffled(random: &mut Random, corners_too: bool) -> Cube3 {
    loop {
        let mut corners: [(u8, u8); 8] = std::array::from_fn(|i| (i as u8, 0));
        let mut edges: [(u8, u8); 12] = std::array::from_fn(|i| (i as u8, 0));
        for _ in 0..20 {
            let slice = [[0, 2, 4, 6], [1, 3, 5, 7], [8, 9, 10, 11]][random.below(3)];
            edges.swap(slice[random.below(4)], slice[random.below(4)]);
            let tetrad = [[0, 2, 5, 7], [1, 3, 4, 6]][random.below(2)];
            if corners_too {
                corners.swap(tetrad[random.below(4)], tetrad[random.below(4)]);
            }
        }
        edges.iter_mut().for_each(|edge| edge.1 = random.below(2) as u8);
        if let Ok(cube) = Cube3::from_pieces(corners, edges) {
            return cube;
        }
    }
}

/// The same without flips.
fn unflipped(random: &mut Random) -> Cube3 {
    let cube = shuffled(random, true);
    let (corners, edges) =
        (std::array::from_fn(|i| cube.corner(i)), std::array::from_fn(|i| (cube.edge(i).0, 0)));
    Cube3::from_pieces(corners, edges).expect("no flips are even ones")
}

fn check_invariant<T: CosetSpace>(coordinates: &Coordinates, _: T, element: impl Fn(&mut Random) -> Cube3) {
    let mut random = Random(Lcg::new(3));
    for _ in 0..300 {
        let cube = random.cube();
        let moved = element(&mut random).then(&cube);
        let index = |cube: &Cube3| coordinates.index::<T, _>(Plain, &PackedCube::from(cube));
        assert_eq!(index(&cube), index(&moved), "{cube:?}");
    }
}

#[test]
fn cubes_that_differ_by_the_subgroup_have_the_same_index() {
    let coordinates = Coordinates::new();
    check_invariant(&coordinates, H0::default(), |random| shuffled(random, true));
    check_invariant(&coordinates, X2::default(), |random| half_turns(random, 30));
    check_invariant(&coordinates, X6::default(), |random| {
        half_turns(random, 30).then(&shuffled(random, false))
    });
    check_invariant(&coordinates, X8::default(), |random| {
        half_turns(random, 30).then(&flipped_pairs(random))
    });
    check_invariant(&coordinates, X24::default(), |random| {
        half_turns(random, 30).then(&flipped_pairs(random))
    });
    let flipped = |random: &mut Random| half_turns(random, 30).then(&flipped_slices(random));
    check_invariant(&coordinates, X64::default(), flipped);
    check_invariant(&coordinates, X128::default(), flipped);
    check_invariant(&coordinates, X256::default(), flipped);
    check_invariant(&coordinates, X512::default(), flipped);
    check_invariant(&coordinates, X1536::default(), flipped);
    check_invariant(&coordinates, X2048::default(), unflipped);
}

#[test]
fn all_flips_of_a_cube_are_told_apart() {
    let coordinates = Coordinates::new();
    let mut random = Random(Lcg::new(9));
    for _ in 0..20 {
        let cube = random.cube();
        let indices = (0..4096_u32).filter(|flips| flips.count_ones() % 2 == 0).map(|flips| {
            let edges = std::array::from_fn(|i| (i as u8, (flips >> i & 1) as u8));
            let flipped = Cube3::from_pieces(std::array::from_fn(|i| (i as u8, 0)), edges);
            let cube = flipped.expect("an even number of flips").then(&cube);
            coordinates.index::<X2048, _>(Plain, &PackedCube::from(&cube))
        });
        let indices: Vec<Index> = indices.collect();
        assert!(indices.iter().all(|index| index.cell == indices[0].cell));
        assert_eq!(indices.iter().map(|index| index.offset).collect::<HashSet<_>>().len(), 2048);
    }
}

#[test]
fn cubes_that_a_symmetry_takes_to_each_other_have_the_same_index() {
    let coordinates = Coordinates::new();
    let mut random = Random(Lcg::new(4));
    let (mut same, mut all) = (0, 0);
    for _ in 0..200 {
        let cube = random.cube();
        for symmetry in Symmetry::all() {
            let image = symmetry.cube(&cube);
            let both = [&cube, &image].map(PackedCube::from);
            let [corner, other] = both.map(|cube| coordinates.corner(&cube));
            assert_eq!((corner.class(), corner.distance()), (other.class(), other.distance()));
            let indices = |cube| {
                (
                    coordinates.index::<H0, _>(Plain, cube),
                    coordinates.index::<X24, _>(Plain, cube),
                    coordinates.index::<X1536, _>(Plain, cube),
                    coordinates.index::<X2048, _>(Plain, cube),
                )
            };
            all += 1;
            same += usize::from(indices(&both[0]) == indices(&both[1]));
        }
    }
    // If the corners are self-symmetric the index is one of several.
    assert!(same * 100 > all * 90, "{same} of {all}");
}

/// Checks the laws of lower bounds, for any table. From `exact` to below `cap` a bound is a distance; below that it is
/// at most the distance.
fn check_laws(seed: u64, exact: u8, cap: u8, value: impl Fn(&Cube3) -> u8) {
    let mut random = Random(Lcg::new(seed));
    assert_eq!(value(&Cube3::SOLVED), 0);
    for n in 0..3000 {
        let length = n % 25;
        let cube = Cube3::SOLVED.turned_by(random.turns(length));
        let here = value(&cube);
        assert!(usize::from(here) <= length, "{here} after {length} turns");
        let neighbours: Vec<u8> = Turn::all().map(|turn| value(&cube.turned(turn))).collect();
        let nearest = *neighbours.iter().min().expect("18 of them");
        let is_exact = (exact..cap).contains(&here);
        if is_exact && here > 0 {
            assert!(nearest < here, "no turn leads nearer from {here}");
        }
        for &there in &neighbours {
            if here.min(there) >= exact {
                assert!(here.abs_diff(there) <= 1, "{here} next to {there}");
            } else if there >= exact {
                assert!(there <= exact, "{there} next to less than {exact}");
            }
        }
    }
}

/// Checks cubes with self-symmetric corners: their index may be one of several with the same value.
fn check_symmetric(value: impl Fn(&Cube3) -> u8) {
    let mut random = Random(Lcg::new(8));
    for _ in 0..300 {
        // Any edges; corners as after some half turns and one more turn.
        let cube = half_turns(&mut random, 20);
        let cube = shuffled(&mut random, true).then(&cube).turned_by(random.turns(1));
        let expected = value(&cube);
        for symmetry in Symmetry::all() {
            assert_eq!(value(&symmetry.cube(&cube)), expected);
        }
    }
}

#[test]
fn tables_obey_the_laws_of_distances_and_count_what_others_count() {
    let coordinates = Coordinates::new();
    let row_moves = RowMoves::new(&coordinates);
    let h0 = H0Table::fill(&coordinates, &row_moves, &|_, _| true).expect("not cancelled");
    assert_eq!(h0.distribution(), known_levels::H0);
    assert_eq!(h0.distribution().iter().sum::<u64>(), N_CELLS as u64);
    let cell = |cube: &Cube3| h0.value(coordinates.index::<H0, _>(Plain, &PackedCube::from(cube)).cell);
    check_laws(5, 0, 15, cell);
    check_symmetric(cell);
    let mut random = Random(Lcg::new(6));
    for _ in 0..200 {
        // Zero is the subgroup and nothing else.
        assert_eq!(cell(&shuffled(&mut random, true)), 0);
        let mut cube = random.cube();
        for distance in (0..cell(&cube)).rev() {
            let nearer = Turn::all().map(|turn| cube.turned(turn)).find(|cube| cell(cube) == distance);
            cube = nearer.expect("a turn leads nearer");
        }
        assert_eq!(coordinates.corner(&PackedCube::from(&cube)).distance(), 0);
    }

    let table =
        SmallBlockTable::<X8>::fill(&coordinates, &row_moves, &h0, &|_, _| true).expect("not cancelled");
    assert_eq!(table.distribution(), known_levels::X8);
    assert_eq!(table.bytes(), SmallBlockTable::<X8>::BYTES);
    let value = |cube: &Cube3| {
        let index = coordinates.index::<X8, _>(Plain, &PackedCube::from(cube));
        table.value(index.cell, index.offset)
    };
    check_laws(7, X8::BASE + 1, X8::BASE + 3, value);
    check_symmetric(value);
    for n in 0..3000 {
        let cube = Cube3::SOLVED.turned_by(random.turns(n % 25));
        let (value, cell) = (value(&cube), cell(&cube));
        assert!(value >= cell.min(X8::BASE + 3) || cell < 2, "{value} where the cell has {cell}");
        assert!(value > X8::BASE || value == cell || cell < 2, "{value} where the cell has {cell}");
        assert!(coordinates.corner(&PackedCube::from(&cube)).distance() <= cell);
    }
}

#[test]
fn filling_can_be_cancelled() {
    let coordinates = Coordinates::new();
    let row_moves = RowMoves::new(&coordinates);
    let result = H0Table::fill(&coordinates, &row_moves, &|done, total| {
        assert!(done <= total);
        done < total / 4
    });
    assert_eq!(result.err(), Some(Cancelled));
}
