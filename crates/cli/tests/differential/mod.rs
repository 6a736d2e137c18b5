//! The program beside plain enumeration, on random combinations of puzzle, metric, goal, options, search, estimate and
//! threads. Every family of puzzles has a model of its own here that shares nothing with the crates: the program gets
//! arguments and text, and its JSON is compared.
//!
//! Combinations come in groups, positions that one process answers, so that tables are made once for all of them.

mod compare;
mod counts;
mod cube;
mod cube_cases;
mod defined;
mod defined_cases;
mod engine;
mod model;
mod rng;
mod shuffdle;
mod sliding;
mod square1;
mod step_cases;
mod steps;
mod symmetry;

use std::collections::BTreeMap;

use compare::{Ask, Oracle, Truth, Verdict, compare};
use model::{Ball, Distance, Enumerator, Model, normal_form};
use rng::Rng;
use serde_json::Value;

/// Positions to be solved with the same options.
struct Group {
    family: &'static str,
    /// PUZZLE on the command line.
    puzzle: String,
    options: Vec<String>,
    inputs: Vec<String>,
    ask: Ask,
    oracle: Box<dyn Oracle>,
}

/// The results of one family.
#[derive(Default)]
pub struct Counts {
    /// Combinations in which everything was compared.
    pub agreed: u64,
    /// Those in which solutions were replayed, because enumeration would take too long.
    pub replayed: u64,
    /// Combinations that the program rejects.
    pub refused: u64,
    /// Those in which it differs from enumeration.
    pub different: u64,
}

impl Counts {
    pub fn total(&self) -> u64 {
        self.agreed + self.replayed + self.refused + self.different
    }
}

/// The results of a run.
#[derive(Default)]
pub struct Tally {
    pub families: BTreeMap<&'static str, Counts>,
    /// Each difference with a command that shows it.
    pub differences: Vec<String>,
    /// Messages of refusals and how often they came.
    pub refusals: BTreeMap<String, u64>,
}

impl Tally {
    /// Combinations so far.
    pub fn total(&self) -> u64 {
        self.families.values().map(Counts::total).sum()
    }

    fn take(&mut self, family: &'static str, verdict: Verdict, command: &str, origin: &str) {
        let counts = self.families.entry(family).or_default();
        match verdict {
            Verdict::Agreed => counts.agreed += 1,
            Verdict::Replayed => counts.replayed += 1,
            Verdict::Refused(message) => {
                counts.refused += 1;
                *self.refusals.entry(format!("{family}: {message}")).or_default() += 1;
            }
            Verdict::Different(difference) => {
                counts.different += 1;
                self.differences.push(format!("{family}: {difference}\n  {command}\n  {origin}"));
            }
        }
    }
}

/// Compares `n` combinations, beginning with group `first`.
pub fn run(n: u64, seed: u64, first: u64, only: Option<&str>, report: &mut dyn FnMut(u64, &Tally)) -> Tally {
    let mut tally = Tally::default();
    let mut number = first;
    while tally.total() < n {
        let mut rng = Rng::new(seed, number);
        let origin = format!("seed {seed}, group {number}");
        let family = FAMILIES[draw_family(&mut rng)];
        if only.is_none_or(|only| only == family.0) {
            match (family.2)(&mut rng, number) {
                Task::Solve(group) => solve(&group, &mut rng, &origin, &mut tally),
                Task::Count(count) => counts::check(&count, &origin, &mut tally),
            }
            report(number, &tally);
        }
        number += 1;
    }
    if tally.differences.is_empty() {
        engine::clean();
    }
    tally
}

/// One process.
enum Task {
    Solve(Group),
    Count(counts::Count),
}

type Draw = fn(&mut Rng, u64) -> Task;

/// Families, how often each is drawn, and how its groups are drawn.
const FAMILIES: [(&str, usize, Draw); 9] = [
    ("3x3x3", 26, |rng, _| Task::Solve(cube_cases::cube3(rng))),
    ("steps", 18, |rng, _| Task::Solve(step_cases::group(rng))),
    ("2x2x2", 14, |rng, _| Task::Solve(cube_cases::cube2(rng))),
    ("4x4x4", 1, |rng, _| Task::Solve(cube_cases::cube4(rng))),
    ("sliding", 16, |rng, _| Task::Solve(sliding::group(rng))),
    ("defined", 18, |rng, number| Task::Solve(defined_cases::group(rng, number))),
    ("square-1", 3, |rng, _| Task::Solve(square1::group(rng))),
    ("shuffdle", 5, |rng, _| Task::Solve(shuffdle::group(rng))),
    ("count", 5, |rng, number| Task::Count(counts::draw(rng, number))),
];

fn draw_family(rng: &mut Rng) -> usize {
    let mut at = rng.below(FAMILIES.iter().map(|family| family.1).sum());
    FAMILIES
        .iter()
        .position(|family| {
            at < family.1 || {
                at -= family.1;
                false
            }
        })
        .expect("one of them")
}

/// Runs the program on a group and compares every answer.
fn solve(group: &Group, rng: &mut Rng, origin: &str, tally: &mut Tally) {
    let threads = rng.within(1, 3);
    let has_tables = matches!(group.family, "3x3x3" | "steps" | "4x4x4" | "square-1");
    // Enough for anything here. The 3x3x3 would choose its table by it.
    let memory = (!has_tables).then(|| option("--max-memory", "600M"));
    let single = |input: &str, threads: usize| {
        let mut arguments = vec!["solve".to_string(), group.puzzle.clone(), input.to_string()];
        arguments.extend(group.options.iter().cloned());
        arguments.extend(memory.iter().flatten().cloned());
        arguments.extend(["--threads".to_string(), threads.to_string(), "--json".to_string()]);
        arguments
    };
    let command = |i: usize| engine::command_line(&single(&group.inputs[i], threads));
    // One puzzle is solved on all threads, a batch has one thread for each.
    let answers: Vec<(Option<i32>, Option<Value>)> = if rng.chance(25) {
        let mut one = |input: &String| {
            let mut reply = engine::run(&single(input, threads));
            (reply.code, reply.objects.pop())
        };
        // Each process builds its tables again.
        group.inputs.iter().take(if has_tables { 2 } else { 8 }).map(&mut one).collect()
    } else {
        let lines = engine::file("inputs.txt", &(group.inputs.join("\n") + "\n"));
        let mut arguments = single(&lines, threads);
        arguments[0] = "batch".to_string();
        let reply = engine::run(&arguments);
        let is_short = reply.objects.len() != group.inputs.len();
        if is_short && reply.code != Some(2) {
            let difference = format!(
                "{} answers for {} puzzles, exit {:?}: {}",
                reply.objects.len(),
                group.inputs.len(),
                reply.code,
                reply.errors.trim()
            );
            let text = format!("{}\n  with the lines {:?}", engine::command_line(&arguments), group.inputs);
            tally.take(group.family, Verdict::Different(difference), &text, origin);
            return;
        }
        // Options that do not fit together are rejected once for the group.
        let answer = |i: usize| reply.objects.get(if is_short { 0 } else { i }).cloned();
        (0..group.inputs.len()).map(|i| (reply.code, answer(i))).collect()
    };
    for (i, (code, answer)) in answers.iter().enumerate() {
        let verdict = match answer {
            None => Verdict::Different(format!("no answer, exit {code:?}")),
            Some(answer) if *code == Some(1) || code.is_none() => {
                Verdict::Different(format!("exit {code:?}: {answer}"))
            }
            Some(answer) => match compare(&*group.oracle, i, &group.ask, answer) {
                Verdict::Refused(message) if !names_an_option(&message, &group.options) => {
                    Verdict::Different(format!("the refusal names no option: {message}"))
                }
                verdict => verdict,
            },
        };
        tally.take(group.family, verdict, &command(i), origin);
    }
    if rng.chance(10) {
        same_on_other_threads(group, rng, &answers, (&single, threads), origin, tally);
    }
}

/// True if an error names the option it is about.
fn names_an_option(message: &str, options: &[String]) -> bool {
    options.iter().any(|word| message.contains(word.trim_start_matches('-')))
}

/// The arguments for one input on a number of threads.
type Single<'a> = &'a dyn Fn(&str, usize) -> Vec<String>;

/// Checks that the solution is the same on another number of threads.
fn same_on_other_threads(
    group: &Group,
    rng: &mut Rng,
    answers: &[(Option<i32>, Option<Value>)],
    (single, threads): (Single<'_>, usize),
    origin: &str,
    tally: &mut Tally,
) {
    let i = rng.below(answers.len());
    let others = threads % 3 + 1;
    let arguments = single(&group.inputs[i], others);
    let again = engine::run(&arguments).objects.pop();
    let said = |answer: &Option<Value>, key: &str| answer.as_ref().map(|answer| answer[key].clone());
    let differs = |key: &&str| said(&again, key) != said(&answers[i].1, key);
    if let Some(key) = ["status", "length", "moves", "n_solutions"].into_iter().find(differs) {
        let (before, after) = (said(&answers[i].1, key), said(&again, key));
        let difference = format!("{key} {before:?} on {threads} threads, {after:?} on {others}");
        let command = engine::command_line(&arguments);
        tally.take(group.family, Verdict::Different(difference), &command, origin);
    }
}

/// Moves that the enumeration of one position may try: a second or two.
const BUDGET: u64 = 10_000_000;

/// Enumerates the solutions of a position, which has at most `most` moves as far as is known.
fn enumerated(model: &dyn Model, ball: &Ball, start: &[u8], ask: &Ask, most: u32) -> Truth {
    let mut enumerator = Enumerator { model, ball, budget: BUDGET, ends_at_goal: true };
    let distance = enumerator.distance(start, ask.min_length, most);
    let solutions = match distance {
        Distance::Known(shortest) if ask.all => {
            let longest = (shortest + ask.within).min(ask.max_length.unwrap_or(u32::MAX));
            let mut solutions = BTreeMap::new();
            let mut is_complete = true;
            for cost in shortest..=longest {
                match enumerator.sequences(start, cost) {
                    Some(found) => solutions.extend(found.into_iter().map(|found| {
                        let key = (String::new(), normal_form(model, &found.sequence));
                        (key, (cost, found.is_required))
                    })),
                    None => is_complete = false,
                }
            }
            is_complete.then_some(solutions)
        }
        _ => None,
    };
    Truth { distance, solutions, n_up_to_symmetry: None }
}

/// Words of an option.
#[expect(clippy::needless_pass_by_value, reason = "numbers and texts are written where they are made")]
fn option(name: &str, value: impl ToString) -> [String; 2] {
    [name.to_string(), value.to_string()]
}
