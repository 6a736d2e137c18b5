//! Cubes: scrambles, facelets and nets of the 2x2x2, 3x3x3 and 4x4x4, and stickers with wildcards.

use deepen_puzzle::parse::alg::{Families, located};
use deepen_puzzle::parse::cube::{
    CubeError, cube2, cube3, cube4, facelets2, facelets3, facelets4, is_moves, is_stickers3, scramble2,
    scramble3, scramble4, stickers3,
};
use deepen_puzzle::{Cube2, Cube3, Cube4};
use testkit::Lcg;
use testkit::fuzz::Target;

use super::algs;
use super::{accepted, refused};

const SCRAMBLES: &str = include_str!("../../../../testdata/cube3_random_1000.txt");
const FACELETS: &str = include_str!("../../../../testdata/cube3_random_1000_facelets.txt");
const NET: &str = include_str!("../../../cli/tests/data/net3.txt");
const FRAMED: &str = include_str!("../../../cli/tests/data/net3_open.txt");
const BAD: &str = include_str!("../../../cli/tests/data/bad_scrambles.txt");

/// Families of moves of cubes, written down independently of the parser.
fn is_family(letters: &str) -> bool {
    let is_face = |c: &str| "URFDLB".contains(c);
    match letters.len() {
        1 => is_face(letters) || "urfdlbMESxyz".contains(letters),
        2 => is_face(&letters[..1]) && matches!(&letters[1..], "w" | "v"),
        _ => false,
    }
}

/// A cube that was parsed, with what the laws need of it.
struct Parser<C> {
    any: fn(&str) -> Result<C, CubeError>,
    moves: fn(&str) -> Result<C, CubeError>,
    facelets: fn(&str) -> Result<C, CubeError>,
    written: fn(&C) -> [String; 2],
    solved: C,
    side: usize,
}

impl<C: PartialEq + std::fmt::Debug> Parser<C> {
    fn check(&self, text: &str) -> u64 {
        let read = (self.any)(text);
        let as_moves = is_moves(text, self.side);
        let again = if as_moves { (self.moves)(text) } else { (self.facelets)(text) };
        assert_eq!(read, again, "the format decides");
        // All parsers are called with all texts.
        let other = if as_moves { (self.facelets)(text) } else { (self.moves)(text) };
        if let Err(error) = &other {
            refused(text, error, error.place());
        }
        match read {
            Err(error) => {
                assert!(!(as_moves && error.is_unsolvable()), "moves lead to solvable cubes only");
                let in_range = |facelet: &usize| *facelet < 6 * self.side * self.side;
                assert!(error.stickers(self.side).iter().all(in_range));
                refused(text, &error, error.place())
            }
            Ok(cube) => {
                for written in (self.written)(&cube) {
                    assert_eq!((self.any)(&written).as_ref(), Ok(&cube), "printed {written:?}");
                }
                let mut n_moves = 0;
                if as_moves {
                    // Moves and their inverse solve the cube.
                    let read =
                        located(text, &Families { contains: &is_family, max_letters: 2 }).expect("moves").alg;
                    let both = format!("{read} {}", read.inverse());
                    // Both together may be too long.
                    match (self.moves)(&both) {
                        Err(CubeError::TooLong(_)) => {}
                        read => assert_eq!(read.as_ref(), Ok(&self.solved), "{both}"),
                    }
                    n_moves = read.nodes.len();
                }
                accepted(n_moves) ^ u64::from(as_moves)
            }
        }
    }
}

fn random(n: u64) -> impl Iterator<Item = Lcg> {
    (1..=n).map(Lcg::new)
}

fn check<C: PartialEq + std::fmt::Debug>(name: &str, parser: &Parser<C>, samples: Vec<String>) {
    let moves = SCRAMBLES.lines().take(5).chain(BAD.lines()).chain(algs::SAMPLES).map(str::to_string);
    let samples: Vec<String> = samples.into_iter().chain(moves).collect();
    Target::new(name, &algs::WORDS).samples(samples).check_texts(|text| parser.check(text));
}

#[test]
fn cubes_of_2() {
    let parser = Parser {
        any: cube2,
        moves: scramble2,
        facelets: facelets2,
        written: |cube| [cube.to_facelets(), cube.net().to_string()],
        solved: Cube2::SOLVED,
        side: 2,
    };
    let cubes = random(6).map(|random| Cube2::random(&mut random.into_below_u32()));
    check("2x2x2", &parser, cubes.flat_map(|cube| [cube.to_facelets(), cube.net().to_string()]).collect());
}

#[test]
fn cubes_of_3() {
    let parser = Parser {
        any: cube3,
        moves: scramble3,
        facelets: facelets3,
        written: |cube| [cube.to_facelets(), cube.net().to_string()],
        solved: Cube3::SOLVED,
        side: 3,
    };
    let facelets = FACELETS.lines().take(6).chain([NET, FRAMED]).map(str::to_string);
    check("3x3x3", &parser, facelets.collect());
}

#[test]
fn cubes_of_4() {
    let parser = Parser {
        any: cube4,
        moves: scramble4,
        facelets: facelets4,
        written: |cube| [cube.to_facelets(), cube.net().to_string()],
        solved: Cube4::SOLVED,
        side: 4,
    };
    let cubes = random(6).map(|random| Cube4::random(&mut random.into_below_u32()));
    check("4x4x4", &parser, cubes.flat_map(|cube| [cube.to_facelets(), cube.net().to_string()]).collect());
}

/// Exchanges facelets.
fn with_swapped(facelets: &[char], pairs: &[(usize, usize)]) -> String {
    let mut facelets = facelets.to_vec();
    pairs.iter().for_each(|&(a, b)| facelets.swap(a, b));
    facelets.into_iter().collect()
}

/// A cube is called unsolvable only if it is valid up to that fault: flipping an edge, twisting a corner or swapping two
/// edges repairs it. Facelets are exchanged in pairs, so that colours stay even and every kind of fault is reached.
#[test]
fn unsolvable_cubes_can_be_repaired() {
    let is_kind =
        |error: &CubeError, other: &CubeError| std::mem::discriminant(error) == std::mem::discriminant(other);
    Target::new("unsolvable", &["U", "R", "F", "D", "L", "B"])
        .samples(FACELETS.lines().take(20))
        .check_bytes(|input| {
            // The bytes choose a cube and the exchanges.
            let lines: Vec<&str> = FACELETS.lines().collect();
            let number = |i: usize| usize::from(input.get(i).copied().unwrap_or_default());
            let mut facelets: Vec<char> =
                lines[(number(0) * 256 + number(1)) % lines.len()].chars().collect();
            let flip: &[(usize, usize)] = &[(5, 10)];
            let swap: &[(usize, usize)] = &[(5, 7), (10, 19)];
            let twists: [&[(usize, usize)]; 2] = [&[(8, 9), (9, 20)], &[(9, 20), (8, 9)]];
            let faults = [flip, swap, twists[0], twists[1], &[(number(2) % 54, number(3) % 54)]];
            for &byte in input.iter().skip(4).take(4) {
                facelets = with_swapped(&facelets, faults[usize::from(byte) % 5]).chars().collect();
            }
            for n_repaired in 0..4 {
                let text: String = facelets.iter().collect();
                let error = match cube3(&text) {
                    Ok(cube) => {
                        assert_eq!(facelets3(&cube.to_facelets()), Ok(cube));
                        return accepted(n_repaired);
                    }
                    Err(error) => error,
                };
                if !error.is_unsolvable() {
                    return refused(&text, &error, error.place());
                }
                let repairs: &[&[(usize, usize)]] = match error {
                    CubeError::FlippedEdge { .. } => &[flip],
                    CubeError::SwappedPieces { .. } => &[swap],
                    _ => &twists,
                };
                let repaired: Vec<String> = repairs
                    .iter()
                    .map(|pairs| with_swapped(&facelets, pairs))
                    .filter(|text| !cube3(text).is_err_and(|other| is_kind(&other, &error)))
                    .collect();
                assert_eq!(repaired.len(), 1, "{text}: {error}");
                facelets = repaired[0].chars().collect();
            }
            panic!("a cube with more than three faults");
        });
}

#[test]
fn stickers() {
    let samples = FACELETS.lines().take(3).chain([NET, include_str!("../../../cli/tests/data/mask.txt")]);
    let open: Vec<String> =
        samples.flat_map(|text| [text.to_string(), text.replace(['U', 'B'], ".")]).collect();
    Target::new("stickers", &[".", "?", "*", "U", "R", "F", "x"]).samples(open).check_texts(|text| {
        let is_stickers = is_stickers3(text);
        match stickers3(text) {
            Err(error) => refused(text, &error, error.place()),
            Ok(stickers) => {
                // A pattern that no cube has is refused later, with a reason.
                let _ = stickers.pattern();
                let printed = stickers.to_string();
                assert_eq!(stickers3(&printed), Ok(stickers), "printed {printed}");
                accepted(printed.matches('.').count()) ^ u64::from(is_stickers)
            }
        }
    });
}
