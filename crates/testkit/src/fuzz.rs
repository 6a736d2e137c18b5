//! A deterministic mutation fuzzer for parsers: it mutates sample inputs and calls a target with each, which checks the
//! laws of its parser and panics if one is broken.
//!
//! `cargo test` runs a few thousand inputs per target. A long run takes the number of inputs of every target and a seed
//! from the environment: `DEEPEN_FUZZ_INPUTS=1000000 DEEPEN_FUZZ_SEED=7 cargo test -p deepen-puzzle --test all fuzz`.
//! The same number and seed give the same inputs on every machine.
//!
//! There is no coverage feedback, which needs a nightly compiler or a C library. Instead a target returns the
//! [`shape`] of its result. An input with a new shape becomes a sample itself, so that mutations reach states that
//! several steps lead to.

mod hostile;
mod mutation;

use std::collections::HashSet;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

pub use self::hostile::{check_hostile_texts, within_limit};
use self::mutation::Mutator;
use crate::SplitMix;

/// The most samples of a target: those it starts with, and inputs with a new shape.
const MAX_SAMPLES: usize = 4096;

/// A target: the name of a parser, sample inputs, and words of its format.
pub struct Target<'a> {
    name: &'a str,
    samples: Vec<Vec<u8>>,
    words: &'a [&'a str],
    n_inputs: usize,
}

impl<'a> Target<'a> {
    /// Returns a target without samples. `words` are inserted into inputs: keywords, signs and numbers of the format.
    pub fn new(name: &'a str, words: &'a [&'a str]) -> Target<'a> {
        Target { name, samples: vec![Vec::new()], words, n_inputs: 3000 }
    }

    /// Adds samples. Valid ones are best: inputs close to them pass the first checks of a parser.
    #[must_use]
    pub fn samples<T: AsRef<[u8]>>(mut self, samples: impl IntoIterator<Item = T>) -> Target<'a> {
        self.samples.extend(samples.into_iter().map(|sample| sample.as_ref().to_vec()));
        self
    }

    /// Sets the number of inputs of a short run, for targets that are slower or faster than most.
    #[must_use]
    pub fn short_run(self, n_inputs: usize) -> Target<'a> {
        Target { n_inputs, ..self }
    }

    /// Calls `check` with inputs that are text.
    ///
    /// # Panics
    /// Panics if `check` does. The message has the input and the command that repeats the run.
    pub fn check_texts(self, check: impl Fn(&str) -> u64) {
        self.check_bytes(|bytes| check(&String::from_utf8_lossy(bytes)));
    }

    /// Calls `check` with inputs that are bytes.
    ///
    /// # Panics
    /// As [`Target::check_texts`].
    pub fn check_bytes(mut self, check: impl Fn(&[u8]) -> u64) {
        let n_inputs = variable("DEEPEN_FUZZ_INPUTS").unwrap_or(self.n_inputs);
        let seed = variable("DEEPEN_FUZZ_SEED").unwrap_or(1);
        let is_long = variable("DEEPEN_FUZZ_INPUTS").is_some();
        let mut random = SplitMix::new(seed as u64 ^ name_hash(self.name));
        let mut shapes = HashSet::new();
        let n_given = self.samples.len();
        let (started, mut slowest) = (Instant::now(), (Duration::ZERO, Vec::new()));
        for i in 0..n_inputs {
            // The samples come first, unchanged.
            let input = match self.samples.get(i).filter(|_| i < self.samples.len().min(n_inputs / 4)) {
                Some(sample) => sample.clone(),
                None => {
                    let (samples, words, random) = (&self.samples[..], self.words, &mut random);
                    Mutator { samples, n_given, words, random }.input()
                }
            };
            let called = is_long.then(Instant::now);
            let shape = catch_unwind(AssertUnwindSafe(|| check(&input))).unwrap_or_else(|panic| {
                self.report(i, seed, &input);
                resume_unwind(panic)
            });
            if shapes.insert(shape) && self.samples.len() < MAX_SAMPLES {
                self.samples.push(input.clone());
            }
            if let Some(time) = called.map(|called| called.elapsed())
                && time > slowest.0
            {
                slowest = (time, input);
            }
        }
        if is_long {
            let seconds = started.elapsed().as_secs_f64();
            eprintln!(
                "fuzz {}: {n_inputs} inputs, seed {seed}, {:.0} inputs/s, {} shapes, slowest {:.1} ms for {} bytes",
                self.name,
                n_inputs as f64 / seconds,
                shapes.len(),
                slowest.0.as_secs_f64() * 1e3,
                slowest.1.len(),
            );
        }
    }

    fn report(&self, i: usize, seed: usize, input: &[u8]) {
        eprintln!(
            "fuzz {}: input {i} breaks a law; DEEPEN_FUZZ_INPUTS={} DEEPEN_FUZZ_SEED={seed} repeats it\n{:?}",
            self.name,
            i + 1,
            String::from_utf8_lossy(input)
        );
    }
}

/// Returns the shape of a result: a hash of its letters. Numbers and quoted parts are left out, because they repeat the
/// input.
pub fn shape(result: &str) -> u64 {
    let mut hash = name_hash("");
    let mut quote = None;
    for byte in result.bytes() {
        match quote {
            Some(open) if byte == open => quote = None,
            None if byte == b'"' => quote = Some(byte),
            None if !byte.is_ascii_digit() => hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3),
            _ => {}
        }
    }
    hash
}

/// FNV-1a, which is the same on every machine.
fn name_hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Returns the number in a variable of the environment.
///
/// # Panics
/// Panics if the variable is set to something else.
fn variable(name: &str) -> Option<usize> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text}: expected a number")))
}

/// Asserts that a place is in a text: the line exists, and the column is that of a character or the one after the last.
/// Lines end with LF, CR LF or CR, and a byte order mark has no column.
///
/// # Panics
/// Panics if it is not.
pub fn assert_place(text: &str, (line, column): (usize, usize), context: &dyn std::fmt::Display) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let normal = text.replace("\r\n", "\n").replace('\r', "\n");
    let n_lines = normal.split('\n').count();
    assert!((1..=n_lines).contains(&line), "line {line} of {n_lines}: {context}");
    let n_columns = normal.split('\n').nth(line - 1).map_or(0, |line| line.chars().count()) + 1;
    assert!((1..=n_columns).contains(&column), "line {line}, column {column} of {n_columns}: {context}");
}

/// The most characters of an error message: it may quote a part of the input, not all of it.
const MAX_MESSAGE: usize = 1000;

/// Asserts that the text of an error is not empty and not longer than a user can read, however long the input is.
///
/// # Panics
/// Panics if it is.
pub fn assert_message(message: &str) {
    let n_chars = message.chars().count();
    let start = || message.chars().take(200).collect::<String>();
    assert!((1..=MAX_MESSAGE).contains(&n_chars), "a message of {n_chars} characters: {}…", start());
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn inputs(n: usize) -> Vec<Vec<u8>> {
        let seen = RefCell::new(Vec::new());
        Target::new("toy", &["End"]).samples(["Move R 10\nEnd", "[A, B]"]).short_run(n).check_bytes(
            |input| {
                seen.borrow_mut().push(input.to_vec());
                shape(&String::from_utf8_lossy(input))
            },
        );
        seen.into_inner()
    }

    /// Without variables a run is the same every time, begins with the samples and changes all others.
    #[test]
    fn runs_are_repeatable() {
        let all = inputs(500);
        assert_eq!(all, inputs(500));
        assert_eq!(all[1], b"Move R 10\nEnd");
        let different: HashSet<_> = all.iter().collect();
        assert!(different.len() > 300, "{}", different.len());
    }

    #[test]
    fn a_broken_law_is_reported() {
        let law = |text: &str| {
            assert!(text.len() < 9);
            0
        };
        let run = || Target::new("toy", &[]).samples(["ab"]).check_texts(law);
        assert!(catch_unwind(run).is_err());
    }

    #[test]
    fn places_inside_and_outside() {
        let is_inside =
            |line, column| catch_unwind(|| assert_place("\u{feff}ab\r\né\r\n", (line, column), &"")).is_ok();
        for (line, column, expected) in [
            (1, 1, true),
            (1, 3, true),
            (1, 4, false),
            (2, 2, true),
            (2, 3, false),
            (3, 1, true),
            (3, 2, false),
        ] {
            assert_eq!(is_inside(line, column), expected, "{line} {column}");
        }
        for (line, column) in [(0, 1), (1, 0), (4, 1)] {
            assert!(!is_inside(line, column));
        }
    }

    #[test]
    fn shapes_leave_out_what_repeats_the_input() {
        assert_eq!(shape("line 1: found \"x\", expected y"), shape("line 27: found \"[R\", expected y"));
        assert_ne!(shape("found 1"), shape("missing 1"));
    }
}
