//! Coordinates and prune table of phase 1 against plain computations on cubes, and against the published number of
//! positions at each distance.

use std::collections::HashMap;
use std::sync::LazyLock;

use deepen_cube3::coords::twist::{N_TWIST, Twists};
use deepen_cube3::moves;
use deepen_cube3::symmetry::AXIAL16;
use deepen_cube3::two_phase::phase1_prune::{DescentMasks, LAST_LEVEL, Phase1Prune, index};
use puzzle::Cube3;
use search::table::two_bit::UNREACHED;
use solver::bits::members;
use solver::cube::Metric;
use testkit::Lcg;

static HALF_TURN: LazyLock<Phase1Prune<32>> =
    LazyLock::new(|| Phase1Prune::new(moves::of(Metric::HalfTurn), 7));
static GROWN: LazyLock<&Phase1Prune<32>> = LazyLock::new(|| {
    HALF_TURN.grow_to(LAST_LEVEL);
    &HALF_TURN
});

/// Positions at each distance with half turns, counted by H. Kociemba; 2,217,093,120 with those farther away.
const POSITIONS: [u64; 10] = [1, 4, 50, 592, 7_156, 87_236, 1_043_817, 12_070_278, 124_946_368, 821_605_960];

/// Random cubes and numbers, the same in every run.
struct Random(Lcg);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        // 31 bits of the state, scaled.
        ((u64::from(self.0.next_u31()) * u64::from(n)) >> 31) as u32
    }

    fn cube(&mut self) -> Cube3 {
        Cube3::random(&mut |n| self.below(n))
    }
}

/// Returns the coordinates of phase 1, computed naively: flips, slice places, twists.
fn naive_coordinates(cube: &Cube3) -> (u16, u16, u16) {
    let flips = (0..12).fold(0, |mask, i| mask | u16::from(cube.edge(i).1) << i);
    let places = (0..12).fold(0, |mask, i| mask | u16::from(cube.edge(i).0 >= 8) << i);
    (flips, places, Twists::<32>::of(cube))
}

/// Returns class, twist and symmetry of a cube at the start of phase 1.
fn enter<const ROW: usize>(phase1_prune: &Phase1Prune<ROW>, cube: &Cube3) -> (u16, u16, u8) {
    let (class, symmetry) = phase1_prune.edges.class_of(cube);
    (class, phase1_prune.twists.conjugate(Twists::<ROW>::of(cube), u32::from(symmetry)), symmetry)
}

#[test]
fn classes_are_as_many_as_there_are() {
    let edges = &HALF_TURN.edges;
    assert_eq!(edges.n_classes(), 64_430);
    let sizes = (0..64_430).map(|class| 16 / edges.stabiliser(class as u16).count_ones());
    assert_eq!(sizes.sum::<u32>(), 1_013_760);
}

#[test]
fn images_of_a_cube_have_its_class() {
    let edges = &HALF_TURN.edges;
    let mut random = Random(Lcg::new(1));
    let mut representatives = HashMap::new();
    for _ in 0..2_000 {
        let cube = random.cube();
        let (class, symmetry) = edges.class_of(&cube);
        let representative = AXIAL16.all[usize::from(symmetry)].cube(&cube);
        assert_eq!(edges.class_of(&representative), (class, 0), "{cube:?}");
        let (flips, places, _) = naive_coordinates(&representative);
        assert_eq!(*representatives.entry(class).or_insert((flips, places)), (flips, places), "{cube:?}");
        for (s, symmetry) in AXIAL16.all.iter().enumerate() {
            assert_eq!(edges.class_of(&symmetry.cube(&cube)).0, class, "{cube:?} {symmetry:?}");
            let (flips_after, places_after, _) = naive_coordinates(&symmetry.cube(&representative));
            let stays = (flips_after, places_after) == (flips, places);
            assert_eq!(edges.stabiliser(class) >> s & 1 != 0, stays, "{cube:?} {symmetry:?}");
        }
    }
}

/// Makes every move of random cubes by table and on the cube.
fn check_rows<const ROW: usize>(metric: Metric, phase1_prune: &Phase1Prune<ROW>) {
    let moves = moves::of(metric);
    let mut random = Random(Lcg::new(2));
    for _ in 0..300 {
        let cube = random.cube();
        let (class, twist, symmetry) = enter(phase1_prune, &cube);
        for (mv, generator) in moves.generators.iter().enumerate() {
            let there = moves.image(AXIAL16.all[usize::from(symmetry)], mv);
            let (class, twist, further) = phase1_prune.step(class, twist, there);
            let symmetry = AXIAL16.product[usize::from(symmetry)][usize::from(further)];
            let after = AXIAL16.all[usize::from(symmetry)].cube(&cube.then(&generator.cube));
            assert_eq!(phase1_prune.edges.class_of(&after), (class, 0), "{cube:?} {:?}", generator.turns);
            assert_eq!(Twists::<ROW>::of(&after), twist, "{cube:?} {:?}", generator.turns);
        }
    }
}

/// Breadth-first search from the solved cube over distinct coordinates, looking up each of them.
fn check_nearest<const ROW: usize>(metric: Metric, phase1_prune: &Phase1Prune<ROW>, last: u32) -> Vec<usize> {
    let moves = moves::of(metric);
    let complete = phase1_prune.distances.complete().expect("some levels are filled");
    let mut known = HashMap::from([(naive_coordinates(&Cube3::SOLVED), 0)]);
    let (mut level, mut sizes) = (vec![Cube3::SOLVED], vec![1]);
    for distance in 1..=last {
        let mut next = Vec::new();
        for cube in &level {
            for mv in members(moves.phase1) {
                let after = cube.then(&moves.generators[mv].cube);
                known.entry(naive_coordinates(&after)).or_insert_with(|| {
                    next.push(after);
                    distance
                });
            }
        }
        for cube in &next {
            let (class, twist, _) = enter(phase1_prune, cube);
            assert_eq!(phase1_prune.distance(class, twist, complete), distance, "{cube:?}");
            assert_eq!(phase1_prune.distances.code(index(class, twist)), distance % 3, "{cube:?}");
        }
        sizes.push(next.len());
        level = next;
    }
    sizes
}

#[test]
fn half_turns() {
    check_rows(Metric::HalfTurn, &HALF_TURN);
    assert_eq!(check_nearest(Metric::HalfTurn, &HALF_TURN, 4), [1, 4, 50, 592, 7_156]);
}

#[test]
fn quarter_turns() {
    let phase1_prune = Phase1Prune::<32>::new(moves::of(Metric::QuarterTurn), 7);
    check_rows(Metric::QuarterTurn, &phase1_prune);
    check_nearest(Metric::QuarterTurn, &phase1_prune, 4);
}

#[test]
fn axial_turns() {
    let phase1_prune = Phase1Prune::<64>::new(moves::of(Metric::Axial), 7);
    check_rows(Metric::Axial, &phase1_prune);
    check_nearest(Metric::Axial, &phase1_prune, 3);
}

/// Returns the number of positions that an entry stands for: the size of its class's orbit, shared by the entries that
/// a symmetry of the class takes to each other.
fn weight(class: usize) -> u64 {
    16 / u64::from(HALF_TURN.edges.stabiliser(class as u16).count_ones())
}

#[test]
fn levels_are_as_large_as_published() {
    let distances = &GROWN.distances;
    let mut counts = [0; 3];
    for code in 0..3 {
        distances
            .for_each(0..distances.len(), code, |entry| counts[code as usize] += weight(entry / N_TWIST));
    }
    let expected: [u64; 3] = std::array::from_fn(|code| POSITIONS.iter().skip(code).step_by(3).sum());
    assert_eq!(counts, expected);
}

#[test]
fn near_levels_are_as_large_as_published() {
    let phase1_prune = Phase1Prune::<32>::new(moves::of(Metric::HalfTurn), 7);
    let complete = phase1_prune.distances.complete().expect("some levels are filled");
    assert_eq!(complete, 7);
    let mut counts = [0; 8];
    phase1_prune.distances.for_each(0..phase1_prune.distances.len(), UNREACHED, |entry| {
        let (class, twist) = ((entry / N_TWIST) as u16, (entry % N_TWIST) as u16);
        counts[phase1_prune.distance(class, twist, complete) as usize] += weight(entry / N_TWIST);
    });
    assert_eq!(counts, POSITIONS[..8]);
}

#[test]
fn moves_that_come_closer_are_known() {
    let (moves, descent_masks) =
        (moves::of(Metric::HalfTurn), GROWN.descent_masks().expect("kept for half turns"));
    let mut random = Random(Lcg::new(3));
    for walk in 0..20_000 {
        let (mut class, mut twist) = (0, 0);
        for _ in 0..walk % 12 {
            (class, twist, _) = GROWN.step(class, twist, random.below(18) as usize);
        }
        let code = GROWN.distances.code(index(class, twist));
        let distance = GROWN.distance(class, twist, LAST_LEVEL);
        assert!(code == UNREACHED && distance > LAST_LEVEL || code == distance % 3, "{class} {twist}");
        let closer = members(moves.phase1).filter(|&mv| {
            let (class, twist, _) = GROWN.step(class, twist, mv);
            let there = GROWN.distance(class, twist, LAST_LEVEL);
            assert!(there.abs_diff(distance) <= 1, "{class} {twist} {there} {distance}");
            there < distance
        });
        let closer = closer.fold(0, |set, mv| set | 1 << mv);
        let expected = if distance <= DescentMasks::LEVEL { closer } else { 0 };
        assert_eq!(descent_masks.descending(index(class, twist)), expected, "{class} {twist} at {distance}");
    }
}
