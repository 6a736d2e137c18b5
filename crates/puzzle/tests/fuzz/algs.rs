//! Sequences of moves: the grammar, NISS, sets of turns, and the words of puzzle names.

use deepen_puzzle::TurnSet;
use deepen_puzzle::alg::{Alg, Node};
use deepen_puzzle::parse::alg::{Families, alg, located};
use deepen_puzzle::parse::cube::{cancelled, turns3};
use deepen_puzzle::puzzle_names;
use deepen_puzzle::shuffdle::Shift;
use testkit::fuzz::Target;

use super::{accepted, refused};

pub(super) const WORDS: [&str; 28] = [
    "R",
    "U'",
    "F2",
    "Rw",
    "2-3Rw",
    "3r",
    "M",
    "x",
    "R++",
    "D--",
    "UR3+",
    "DL4-",
    "(R U)2",
    "[R, U]",
    "[R: U]",
    "[R: [U, F]]'",
    "(1, 0)",
    "1,0",
    "/",
    "(-3,6) /",
    ".",
    "// comment\n",
    "# comment\n",
    "R2'",
    "R'2",
    "()",
    "[,]",
    "_SLASH_",
];

pub(super) const SAMPLES: [&str; 9] = [
    "R U2 F' L D2 B'",
    "(R U R' U')6 // comment\n[R, U]2 [F: [R, U']]'",
    "2-3Rw 3r' M E S x y2 z'",
    "R++ D-- U' R-- D++",
    "UR3+ DR5- y2 ALL0+ UL",
    "(1, 0) / (-3,0)/ 1,0/",
    "RUR'U' R’2 U′ . (F)",
    "R U (F' L) D (B2)",
    "[[R: U], [F: [D', L2]]]3'",
];

/// Checks a sequence: printing, inverse, expansion.
fn check_alg(alg_read: &Alg) {
    let printed = alg_read.to_string();
    assert_eq!(alg(&printed).as_ref(), Ok(alg_read), "printed {printed:?}");
    assert_eq!(alg_read.inverse().inverse(), *alg_read);
    let leaves = alg_read.leaves();
    match alg_read.expanded(2000) {
        Err(_) => assert!(alg_read.length() > 2000),
        Ok(expanded) => {
            assert_eq!(expanded.len() as u64, alg_read.length());
            assert!(expanded.iter().all(|leaf| leaves[leaf.index] == leaf.node), "indices of leaves");
            let backwards = alg_read.inverse();
            let backwards = backwards.expanded(2000).expect("the inverse has the same length");
            let inverses = expanded.iter().rev().map(|leaf| leaf.to_node().inverse());
            assert!(backwards.iter().map(|leaf| leaf.to_node()).eq(inverses), "expansion of the inverse");
        }
    }
}

#[test]
fn sequences() {
    Target::new("alg", &WORDS).samples(SAMPLES).check_texts(|text| {
        let is_family = |letters: &str| letters.len() == 1 || letters.ends_with('w') && letters.len() == 2;
        let families = Families { contains: &is_family, max_letters: 2 };
        let split = located(text, &families);
        assert_eq!(split.as_ref().err(), alg(text).as_ref().err(), "families only split letters");
        match split {
            Err(error) => refused(text, &error, Some(error.place())),
            Ok(read) => {
                assert_eq!(read.places.len(), read.alg.leaves().len());
                assert!(read.places.windows(2).all(|pair| pair[0] < pair[1]), "places ascend");
                let last = read.places.last();
                last.inspect(|place| {
                    testkit::fuzz::assert_place(text, (place.line, place.column), &"a leaf");
                });
                check_alg(&alg(text).expect("the same text"));
                if !read
                    .alg
                    .leaves()
                    .iter()
                    .any(|leaf| matches!(leaf, Node::Move(mv) if !is_family(&mv.family)))
                {
                    let printed = read.alg.to_string();
                    assert_eq!(located(&printed, &families).map(|read| read.alg), Ok(read.alg.clone()));
                }
                accepted(read.places.len())
            }
        }
    });
}

#[test]
fn niss() {
    Target::new("niss", &WORDS).samples(SAMPLES).check_texts(|text| {
        if let Ok(plain) = turns3(text, false) {
            assert!(plain.inverse.is_empty());
            let short = cancelled(&plain.normal);
            assert!(short.len() <= plain.normal.len());
            assert_eq!(cancelled(&short), short, "nothing is left to cancel");
        }
        match turns3(text, true) {
            Err(error) => refused(text, &error, error.place()),
            Ok(niss) => {
                assert_eq!(turns3(&niss.written(), true).as_ref(), Ok(&niss), "written {:?}", niss.written());
                accepted(niss.normal.len()) ^ accepted(niss.inverse.len()).rotate_left(1)
            }
        }
    });
}

#[test]
fn turn_sets() {
    let words = ["U", "R1", "F2", "D'", "L3", "B’", ","];
    Target::new("turn set", &words).samples(["U,R,F2", "U1 R3 L' D2,B"]).check_texts(|text| {
        match TurnSet::parse(text) {
            Err(error) => refused(text, &error, error.place()),
            Ok(set) => {
                assert_eq!(TurnSet::parse(&set.to_string()), Ok(set), "printed {set}");
                accepted(set.iter().count())
            }
        }
    });
}

/// Names have no errors: an unknown one is None.
#[test]
fn names() {
    let words =
        ["333", "3x3x3", "minx", "pyram", "sq1", "cube", "4x4", "15", "puzzle", "b3>", "e5^", "v", "<"];
    let samples = ["333bf", "15-puzzle", "megaminx", "8 puzzle", "3x3", "square-1", "b3>", "a1v"];
    Target::new("names", &words).samples(samples).check_texts(|text| {
        let shift = Shift::parse(text);
        shift.inspect(|shift| assert_eq!(Shift::parse(&shift.to_string()), Some(*shift)));
        let canonical = puzzle_names::canonical(text);
        canonical.inspect(|name| assert_eq!(puzzle_names::canonical(name).unwrap_or(name), *name));
        let found = puzzle_names::Event::find(text).is_some();
        accepted(usize::from(found) + 2 * usize::from(canonical.is_some()) + 4 * usize::from(shift.is_some()))
            ^ u64::from(puzzle_names::implied_size(text).is_some()) << 60
    });
}
