//! Laws that the solver of every puzzle family must keep (contract tests). A family provides its name and texts of easy
//! positions; everything else is random, and proptest shrinks failing cases.

use std::sync::Arc;

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use search::{Limits, Sequential};
use solver::{
    Entry, ErrorKind, Input, Instance, LimitsSpec, Names, Options, Proof, PuzzleRef, Replay, Request,
    ScrambleSpec, Show, Solver, Status, Task, TaskSpec, Text,
};

use crate::limited;
use crate::wrong_solution::check_replay;

/// A puzzle family under test.
pub struct Family {
    /// The solver. Tables are built once for all laws.
    pub solver: Arc<dyn Solver>,
    /// Name of the puzzle.
    pub puzzle: &'static str,
    /// Options that a random position needs, like a size.
    pub options: Options,
    /// Words for random texts of this puzzle, valid and nearly valid, separated by spaces.
    pub words: &'static str,
    /// Builds the text of a position that is solved at once from some random numbers. Also returns the number of moves
    /// that solve it at most.
    pub near: fn(&[u8]) -> (String, usize),
}

impl Family {
    fn task(&self) -> Arc<dyn Task> {
        self.solver.clone().task(&TaskSpec::named(self.puzzle)).expect("a puzzle by its name")
    }

    fn read(&self, text: &str) -> Vec<Entry> {
        let source = Text::given(text);
        self.task().read(&Input { source: &source, text, is_one: true })
    }

    /// The only instance of a text.
    fn one(&self, text: &str) -> Result<Arc<dyn Instance>, TestCaseError> {
        match <[Entry; 1]>::try_from(self.read(text)) {
            Ok([entry]) => entry.puzzle.map_err(|error| TestCaseError::fail(format!("{text:?}: {error}"))),
            Err(entries) => Err(TestCaseError::fail(format!("{text:?}: {} puzzles", entries.len()))),
        }
    }

    /// Every text is parsed, or rejected with an error message.
    ///
    /// # Panics
    /// Panics if the law does not hold.
    pub fn reads_or_refuses(&self) {
        let word = proptest::sample::select(self.words.split(' ').collect::<Vec<_>>());
        let of_words = proptest::collection::vec(word, 0..30).prop_map(|words| words.join(" "));
        let texts = proptest::prop_oneof![3 => of_words, 1 => ".{0,60}"];
        check(200, texts, |text| {
            for entry in self.read(&text) {
                match entry.puzzle {
                    Ok(instance) => {
                        ensure(!instance.key().is_empty() && !instance.label().is_empty(), &text)?;
                        ensure(instance.replay(&[]) != Replay::Impossible { at: 0 }, &text)?;
                        // A position that cannot be shown is rejected with an error.
                        let _ = instance.show(Show::Boards, None);
                    }
                    Err(error) => {
                        let is_expected = matches!(
                            error.kind,
                            ErrorKind::Invalid | ErrorKind::Unsolvable | ErrorKind::Usage
                        );
                        ensure(is_expected && !error.message.is_empty(), &format!("{text:?}: {error:?}"))?;
                    }
                }
            }
            Ok(())
        });
    }

    /// A text written by a scrambler is one instance, the same for the same seed.
    ///
    /// # Panics
    /// Panics if the law does not hold.
    pub fn scrambles_are_read(&self) {
        check(12, any::<u64>(), |seed| {
            let draw = || {
                let spec = ScrambleSpec {
                    puzzle: PuzzleRef::Named(self.puzzle.to_string()),
                    format: None,
                    goal: None,
                    many: false,
                    details: false,
                    memory: Limits::default().max_memory,
                    options: self.options.clone(),
                };
                let control = limited(Limits::default());
                let mut scrambler =
                    self.solver.clone().scrambler(&spec, &control).expect("a puzzle by its name");
                let mut random = ChaCha12Rng::seed_from_u64(seed);
                let mut below = |n: u32| ((u64::from(random.next_u32()) * u64::from(n)) >> 32) as u32;
                let drawn = scrambler.draw(seed, 0, &mut below, &control).expect("there is room");
                drawn.expect("nothing stops it").text
            };
            let text = draw();
            ensure(text == draw(), &text)?;
            let (once, again) = (self.one(&text)?.key(), self.one(&text)?.key());
            ensure(once == again, &text)
        });
    }

    /// A near position is solved by the default method; the solution is no longer than the known one if it is reported
    /// as optimal, leads to the goal, and is the same after it was printed and parsed again.
    ///
    /// # Panics
    /// Panics if the law does not hold.
    pub fn near_positions_are_solved(&self) {
        let task = self.task();
        check(24, proptest::collection::vec(any::<u8>(), 1..6), |numbers| {
            let (text, n_moves) = (self.near)(&numbers);
            let instance = self.one(&text)?;
            let method = TaskSpec::named(self.puzzle)
                .method
                .resolve(&*task, &LimitsSpec::default())
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            let request = Request { task: task.clone(), instance: instance.clone(), method };
            let control = limited(Limits::default());
            let report = request
                .solve(&Sequential, &control)
                .map_err(|error| TestCaseError::fail(format!("{text:?}: {error}")))?;
            let context = format!("{text:?}: {:?}", report.status);
            let Status::Solved(proof) = report.status else { return ensure(false, &context) };
            let moves = &report.solutions[0];
            ensure(proof != Proof::Optimal || report.length <= Some(n_moves as u32), &context)?;
            ensure(instance.replay(moves) == Replay::Solved, &context)?;
            let written = Names(&*instance, moves).to_string();
            let read =
                instance.read_moves(&written).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let there = read.instance.as_ref().unwrap_or(&instance);
            ensure(
                there.replay(&read.moves) == Replay::Solved,
                &format!("{text:?}: {written:?} read again"),
            )?;
            ensure(there.cost(&read.moves) == instance.cost(moves), &format!("{text:?}: {written:?}"))
        });
    }

    /// A wrong solution from a solver is refused where solutions are replayed, and is not reported.
    ///
    /// # Panics
    /// Panics if the law does not hold.
    pub fn wrong_solutions_are_not_reported(&self) {
        let task = self.task();
        let method = TaskSpec::named(self.puzzle).method.resolve(&*task, &LimitsSpec::default());
        let method = method.expect("the default method exists");
        let control = limited(Limits::default());
        let requests: Vec<Request> = (0..60_u8)
            .map(|i| [37, 29, 23, 31].map(|factor: u8| factor.wrapping_mul(i).wrapping_add(factor / 3)))
            .map(|numbers| self.one(&(self.near)(&numbers).0).expect("an easy position"))
            .map(|instance| Request { task: task.clone(), instance, method })
            // Some moves leave a solved position solved.
            .filter(|request| request.instance.replay(&[]) == Replay::Unsolved)
            .filter(|request| request.solve(&Sequential, &control).expect("it is easy").length > Some(0))
            .take(6)
            .collect();
        check_replay(&requests);
    }
}

/// The laws as tests of the family that the function `$family` returns.
#[macro_export]
macro_rules! contract_laws {
    ($family:ident) => {
        #[test]
        fn every_text_is_read_or_refused() {
            $family().reads_or_refuses();
        }

        #[test]
        fn scrambles_are_read() {
            $family().scrambles_are_read();
        }

        #[test]
        fn near_positions_are_solved() {
            $family().near_positions_are_solved();
        }

        #[test]
        fn wrong_solutions_are_not_reported() {
            $family().wrong_solutions_are_not_reported();
        }
    };
}

/// Returns a scramble with one move for each number, and its length.
pub fn scramble(moves: &[&str], numbers: &[u8]) -> (String, usize) {
    let chosen: Vec<&str> = numbers.iter().map(|&n| moves[usize::from(n) % moves.len()]).collect();
    (chosen.join(" "), chosen.len())
}

/// Tests a law on `cases` random values.
fn check<S: Strategy>(cases: u32, values: S, law: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    if let Err(error) = TestRunner::new(config).run(&values, law) {
        panic!("{error}");
    }
}

fn ensure(holds: bool, context: &str) -> Result<(), TestCaseError> {
    if holds { Ok(()) } else { Err(TestCaseError::fail(context.to_string())) }
}
