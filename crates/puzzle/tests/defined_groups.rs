//! Groups of defined puzzles: known orders, random elements, and reachability, compared with plain enumeration.

use std::cell::Cell;
use std::collections::HashSet;

use deepen_puzzle::Definition;
use deepen_puzzle::definition::group::NoGroup;
use deepen_puzzle::definition::{DefinedGroup, MAX_GENERATORS, OrbitPattern, Pattern, Reach, Transform};
use deepen_puzzle::group::{Budget, Order, Unfinished};
use deepen_puzzle::parse::alg::alg;
use deepen_puzzle::parse::tws;
use proptest::prelude::*;

const CUBE3: &str = include_str!("../../../testdata/definitions/3x3x3.tws");
const CUBE2: &str = include_str!("../../../testdata/definitions/2x2x2.tws");
const PYRAMINX: &str = include_str!("../../../testdata/definitions/pyraminx.tws");

fn definition(text: &str) -> Definition {
    tws::definition(text).expect("a sound definition")
}

fn group(definition: &Definition) -> DefinedGroup {
    DefinedGroup::of(definition, &definition.generators()).expect("few points")
}

fn transform(definition: &Definition, moves: &str) -> Transform {
    definition.transform_of(&alg(moves).expect("moves")).expect("moves of the puzzle")
}

/// A caller can stop the computation, and it uses no more memory than allowed.
#[test]
fn a_group_is_held_to_its_budget() {
    let definition = definition(CUBE3);
    let within = |goes_on: &dyn Fn() -> bool, max_bytes: u64| {
        let budget = Budget { goes_on, max_bytes };
        let group = DefinedGroup::within(&definition, &definition.generators(), definition.start(), &budget);
        group.map(|group| group.order())
    };
    assert_eq!(within(&|| true, 1 << 20), Ok(group(&definition).order()));
    let too_large = NoGroup::Unfinished(Unfinished::TooLarge { max_bytes: 10_000 });
    assert_eq!(within(&|| true, 10_000), Err(too_large));
    let n_asked = Cell::new(0);
    let some_times = || n_asked.replace(n_asked.get() + 1) < 50;
    assert_eq!(within(&some_times, u64::MAX), Err(NoGroup::Unfinished(Unfinished::Stopped)));
    assert_eq!(n_asked.get(), 51, "it goes on though it was told not to");
}

/// All moves are generators even if they have very many powers, so the group is complete.
#[test]
fn moves_of_high_order_are_no_trouble() {
    // Disjoint cycles of 2, 3, 5, 7, 11, 13 and 17 pieces: 510510 powers.
    let lengths = [2, 3, 5, 7, 11, 13, 17];
    let mut sources: Vec<usize> = Vec::new();
    for length in lengths {
        let first = sources.len();
        sources.extend((0..length).map(|i| first + (i + 1) % length + 1));
    }
    let words = |values: &[usize]| values.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let n = sources.len();
    let solved: Vec<usize> = (1..=n).collect();
    let mut swapped = solved.clone();
    swapped.swap(0, n - 1);
    let text = format!(
        "Set A {n} 1\nSolved\nA\n{}\nEnd\nMove R\nA\n{}\nEnd\nMove U\nA\n{}\nEnd\n",
        words(&solved),
        words(&sources),
        words(&swapped)
    );
    let definition = definition(&text);
    let generators = definition.generators();
    assert!(generators.len() > MAX_GENERATORS && generators.len() < MAX_GENERATORS + 10);
    assert!(generators.iter().any(|generator| generator.name.to_string() == "U"));
    // The orders of disjoint cycles, except for the two that the exchange joins: all permutations of their pieces.
    let order = Order::product([3, 5, 7, 11, 13].into_iter().chain(1..=19));
    assert_eq!(group(&definition).order(), order);
}

#[test]
fn published_orders() {
    let check = |text: &str, expected: &str| {
        let group = group(&definition(text));
        assert_eq!(
            (group.order().to_string(), group.max_positions().to_string().as_str()),
            (expected.to_string(), expected)
        );
    };
    check(CUBE2, "3674160");
    check(CUBE3, "43252003274489856000");
    check(PYRAMINX, "933120");
    check("Set A 3 1\nSolved\nEnd\nMove R\nEnd\n", "1");
}

/// Subsets of the moves: orders from the literature. Powers count as well as the moves that they are powers of.
#[test]
fn fewer_moves_generate_less() {
    let cube = definition(CUBE3);
    let check = |families: &[&str], amounts: &[i32], expected: u128| {
        let mut generators = cube.generators();
        generators.retain(|generator| {
            let amount = deepen_puzzle::alg::Amount::Times;
            families.contains(&generator.name.family.as_str())
                && amounts.iter().any(|&times| generator.name.amount == amount(times))
        });
        let group = DefinedGroup::of(&cube, &generators).expect("few points");
        assert_eq!(group.order().to_u128(), Some(expected), "{families:?}");
    };
    check(&["R", "U"], &[1, 2, -1], 73_483_200);
    check(&["R", "U"], &[2, -1], 73_483_200);
    check(&["R", "U", "F"], &[1], 170_659_735_142_400);
    check(&["U", "R", "F", "D", "L", "B"], &[2], 663_552);
    check(&[], &[], 1);
}

#[test]
fn members_and_non_members() {
    let cube = definition(CUBE3);
    let two_faces: Vec<_> =
        cube.generators().into_iter().filter(|g| ["R", "U"].contains(&g.name.family.as_str())).collect();
    let (whole, part) = (group(&cube), DefinedGroup::of(&cube, &two_faces).expect("few points"));
    let check = |moves: &str, expected: bool| {
        let transform = transform(&cube, moves);
        assert!(whole.contains(&transform), "{moves}");
        assert_eq!(part.contains(&transform), expected, "{moves}");
        let position = transform.apply(cube.start());
        assert_eq!(part.reaches(&position) == Reach::Reachable, expected, "{moves}");
    };
    check("R U R' U' R U2", true);
    check("F", false);
    check("(F R U R' U' F')6", true);
    check("[F: R]", false);
    // Not reachable by turns: one piece turned, two exchanged, in either orbit.
    for orbit in 0..2 {
        let mut turned = Transform::identity(cube.orbits());
        turned.orbits[orbit].turns[0] = 1;
        let mut exchanged = Transform::identity(cube.orbits());
        exchanged.orbits[orbit].permutation.swap(0, 1);
        for stranger in [turned, exchanged] {
            assert!(!whole.contains(&stranger));
            assert_eq!(whole.reaches(&stranger.apply(cube.start())), Reach::Unreachable);
        }
    }
}

/// All sequences of random numbers, one after the other: every element comes from exactly one of them.
#[test]
fn every_element_is_drawn_equally_often() {
    let puzzle = definition(
        "Set A 4 2\nSet B 1 1\nSolved\nEnd\nMove R\nA\n2 3 4 1\nEnd\nMove T\nA\n2 1 3 4\n1 1 0 0\nEnd\n",
    );
    let group = group(&puzzle);
    let mut drawn = Vec::new();
    let mut digits: Vec<(u32, u32)> = Vec::new();
    loop {
        let mut n = 0;
        drawn.push(group.random(&mut |below| {
            if n == digits.len() {
                digits.push((0, below));
            }
            n += 1;
            assert_eq!(digits[n - 1].1, below);
            digits[n - 1].0
        }));
        while digits.last().is_some_and(|&(digit, below)| digit + 1 == below) {
            digits.pop();
        }
        let Some(last) = digits.last_mut() else { break };
        last.0 += 1;
    }
    assert_eq!(Some(drawn.len() as u128), group.order().to_u128());
    assert!(drawn.iter().all(|element| group.contains(element)));
    let different: HashSet<_> = drawn.iter().collect();
    assert_eq!((different.len(), drawn.len()), (48, 48));
}

/// Positions with identical pieces: centres of four colours, two of each.
#[test]
fn exchanges_of_identical_pieces() {
    let text = "Set A 8 1\nSet B 3 1\nSolved\nA\n1 1 2 2 3 3 4 4\nEnd\n\
        Move R\nA\n2 3 4 5 6 7 8 1\nB\n2 1 3\nEnd\nMove U\nA\n2 3 1 4 5 6 7 8\nB\n2 3 1\nEnd\n";
    let puzzle = definition(text);
    let group = group(&puzzle);
    // A and B always have the same parity.
    assert_eq!(group.order().to_u128(), Some(40_320 * 6 / 2));
    assert_eq!(group.max_positions().to_u128(), Some(40_320 / 16 * 6));
    let mut position = puzzle.start().clone();
    position.orbits[1].pieces = vec![1, 0, 2];
    assert_eq!(group.reaches(&position), Reach::Reachable);
    position.orbits[0].pieces = vec![0, 1, 0, 1, 3, 2, 2, 3];
    assert_eq!(group.reaches(&position), Reach::Reachable);
    position.orbits[0].pieces[0] = 1;
    assert_eq!(group.reaches(&position), Reach::Unreachable);
}

#[test]
fn rules_leave_it_open() {
    let text = "Set A 4 1\nSet B 1 1\nSolved\nEnd\nMove R\nA\n2 3 1 4\nEnd\nIllegal A 1 3\n";
    let puzzle = definition(text);
    let group = group(&puzzle);
    let reach = |pieces: [u8; 4]| {
        let mut position = puzzle.start().clone();
        position.orbits[0].pieces = pieces.to_vec();
        group.reaches(&position)
    };
    assert_eq!(reach([0, 1, 2, 3]), Reach::Reachable);
    assert_eq!(reach([1, 2, 0, 3]), Reach::Unknown);
    assert_eq!(reach([2, 0, 1, 3]), Reach::Unreachable);
    assert_eq!(reach([1, 0, 2, 3]), Reach::Unreachable);
    let mut other = puzzle.start().clone();
    other.orbits.pop();
    assert_eq!(group.reaches(&other), Reach::Unreachable);
    other.orbits.push(OrbitPattern { pieces: vec![], orientations: vec![], moduli: vec![] });
    assert_eq!(group.reaches(&other), Reach::Unreachable);
}

#[test]
fn too_many_points_are_an_error() {
    let cycle: Vec<String> = (2..=255).chain(1..=1).map(|place| place.to_string()).collect();
    let moves = format!("Move R\nA\n{}\nEnd\n", cycle.join(" "));
    let puzzle = definition(&format!("Set A 255 127\nSolved\nEnd\n{moves}"));
    let error = DefinedGroup::of(&puzzle, &puzzle.generators()).expect_err("many points");
    assert_eq!(
        error.to_string(),
        "the moving pieces have 32385 places and orientations, too many to compute their group"
    );
    let puzzle = definition(&format!("Set A 255 1\nSolved\nEnd\n{moves}"));
    assert_eq!(group(&puzzle).order().to_u128(), Some(255));
}

/// Everything that is reachable from a position by some transformations.
fn closure(start: &Pattern, transforms: &[Transform]) -> HashSet<Pattern> {
    let mut seen = HashSet::from([start.clone()]);
    let mut left = vec![start.clone()];
    while let Some(pattern) = left.pop() {
        for transform in transforms {
            let next = transform.apply(&pattern);
            if seen.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    seen
}

/// Two orbits, of 4 pieces with 2 orientations and of 3 with 4, and two moves.
fn puzzles() -> impl Strategy<Value = (String, Pattern)> {
    let block = |n: usize, n_orientations: u8| {
        let places: Vec<usize> = (1..=n).collect();
        let some = prop::sample::subsequence(places.clone(), n).prop_shuffle();
        let turns = prop::collection::vec(0..n_orientations, n);
        (some, turns, any::<bool>(), any::<bool>()).prop_map(move |(places, turns, moves, turned)| {
            let places = if moves { places } else { (1..=n).collect() };
            let words = |list: Vec<String>| list.join(" ");
            let turns = if turned { turns } else { vec![0; n] };
            let (places, turns) = (
                words(places.iter().map(usize::to_string).collect()),
                words(turns.iter().map(u8::to_string).collect()),
            );
            format!("{places}\n{turns}\n")
        })
    };
    let mv = move |name: &'static str| {
        (block(4, 2), block(3, 4)).prop_map(move |(a, b)| format!("Move {name}\nA\n{a}B\n{b}End\n"))
    };
    let pattern = |n: usize, moduli: &'static [u8]| {
        let place = (0..n as u8, prop::sample::select(moduli), any::<u8>());
        prop::collection::vec(place, n).prop_map(|places| OrbitPattern {
            pieces: places.iter().map(|place| place.0 / 2).collect(),
            orientations: places.iter().map(|place| place.2 % place.1).collect(),
            moduli: places.iter().map(|place| place.1).collect(),
        })
    };
    let start =
        (pattern(4, &[1, 2, 2]), pattern(3, &[1, 2, 4, 4])).prop_map(|(a, b)| Pattern { orbits: vec![a, b] });
    let text = (mv("R"), mv("U")).prop_map(|(r, u)| format!("Set A 4 2\nSet B 3 4\nSolved\nEnd\n{r}{u}"));
    (text, start)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Every arrangement of the pieces, reachable or not, is classified correctly, and the number of reachable ones is
    /// right.
    #[test]
    fn reachability_agrees_with_enumeration((text, start) in puzzles()) {
        let puzzle = definition(&text);
        let generators = puzzle.generators();
        let group = DefinedGroup::around(&puzzle, &generators, &start).expect("few points");
        let moves: Vec<Transform> = generators.iter().map(|generator| generator.transform.clone()).collect();
        let reached = closure(&start, &moves);
        let mut all = Vec::new();
        for (orbit, n) in [(0, 4), (1, 3)] {
            for place in 0..n {
                let mut turned = Transform::identity(puzzle.orbits());
                turned.orbits[orbit].turns[place] = 1;
                let mut exchanged = Transform::identity(puzzle.orbits());
                exchanged.orbits[orbit].permutation.swap(0, place);
                all.extend([turned, exchanged]);
            }
        }
        for pattern in closure(&start, &all) {
            let expected = if reached.contains(&pattern) { Reach::Reachable } else { Reach::Unreachable };
            prop_assert_eq!(group.reaches(&pattern), expected, "{:?}\n{:?}", start, pattern);
        }
        let at_most = group.max_positions().to_u128().expect("few positions");
        prop_assert!(reached.len() as u128 <= at_most);
        let elements = closure(&Pattern { orbits: puzzle.start().orbits.clone() }, &moves);
        prop_assert_eq!(group.order().to_u128(), Some(elements.len() as u128));
    }
}
