//! How many ways the pieces can be arranged by turns, as published or by counting what parity forbids.

use std::collections::BTreeMap;

use puzzle::Definition;
use puzzle::definition::{OrbitTransform, Transform};
use puzzle::group::Group;

use crate::definition;

/// A transformation as a permutation of all places in all orientations.
fn permutation(transform: &Transform) -> Vec<u16> {
    let mut permutation = Vec::new();
    for orbit in &transform.orbits {
        let first = permutation.len();
        let OrbitTransform { permutation: sources, turns, n_orientations } = orbit;
        let n = usize::from(*n_orientations);
        permutation.resize(first + n * sources.len(), 0);
        for (place, (&source, &turn)) in sources.iter().zip(turns).enumerate() {
            for orientation in 0..n {
                let to = first + n * place + (orientation + usize::from(turn)) % n;
                permutation[first + n * usize::from(source) + orientation] = to as u16;
            }
        }
    }
    permutation
}

fn group(definition: &Definition) -> Group {
    let moves = definition.moves().iter().filter(|mv| !mv.is_rotation());
    let generators: Vec<Vec<u16>> = moves.map(|mv| permutation(&mv.transform)).collect();
    Group::generated_by(generators[0].len(), &generators)
}

/// Prime numbers and how often they divide a product. Some orders have too many digits for any integer.
#[derive(Default, PartialEq, Debug)]
struct Primes(BTreeMap<u128, i32>);

impl Primes {
    fn times(&mut self, mut number: u128, exponent: i32) {
        for prime in 2.. {
            while number.is_multiple_of(prime) {
                *self.0.entry(prime).or_default() += exponent;
                number /= prime;
            }
            if number == 1 {
                break;
            }
        }
        self.0.retain(|_, exponent| *exponent != 0);
    }

    /// A product like `8! 3^7 / 2`.
    fn of(text: &str) -> Primes {
        let mut primes = Primes::default();
        let mut sign = 1;
        for word in text.split_whitespace() {
            let number = |text: &str| text.parse::<u128>().expect("a number");
            match (word.strip_suffix('!'), word.split_once('^')) {
                _ if word == "/" => sign = -1,
                (Some(n), _) => (2..=number(n)).for_each(|factor| primes.times(factor, sign)),
                (_, Some((base, exponent))) => primes.times(number(base), sign * number(exponent) as i32),
                _ => primes.times(number(word), sign),
            }
        }
        primes
    }
}

fn check(name: &str, expected: &str) {
    let mut order = Primes::default();
    group(&definition(name)).order_factors().for_each(|factor| order.times(factor as u128, 1));
    assert_eq!(order, Primes::of(expected), "{name}, {expected}");
}

/// Turns of a cube are odd or even on each orbit, which leaves some combinations out: half of all for each orbit beyond
/// the kinds of turns.
#[test]
fn cubes() {
    check("2x2x2", "8! 3^7");
    check("2x2x2", "3674160 24");
    check("3x3x3", "8! 3^7 12! 2^11 / 2");
    check("3x3x3", "43252003274489856000");
    check("4x4x4", "8! 3^7 24! 24! / 2");
    check("5x5x5", "8! 3^7 12! 2^11 24! 24! 24! / 2^3");
    check("6x6x6", "8! 3^7 24! 24! 24! 24! 24! 24! / 2^4");
    check("7x7x7", "8! 3^7 12! 2^11 24! 24! 24! 24! 24! 24! 24! 24! / 2^7");
}

#[test]
fn other_bodies() {
    check("pyraminx", "933120 3^4");
    check("tetraminx", "933120");
    check("skewb", "3149280 12");
    check("dino", "239500800");
    check("helicopter", "11848661611315200000");
    check("megaminx", "20! 30! 3^19 2^29 / 2^2");
    check("kilominx", "20! 3^19 / 2");
    check("fto", "6! 2^5 12! 12! 12! / 2^4");
}

#[test]
fn puzzles_without_a_body() {
    check("clock", "12^14");
    check("loopover-3x3", "181440");
    check("loopover-4x4", "16!");
    check("lights-out-3x3", "2^9");
    check("lights-out-5x5", "2^23");
}
