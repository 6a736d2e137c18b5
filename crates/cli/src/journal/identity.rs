//! The identity of a search: a canonical text of the puzzle, the goal, the moves, the method, the limits and the inputs, and
//! the SHA-256 of that text. A journal stores the hash, so that a run that resumes it detects a changed file, or a version of
//! the program that searches differently.
//!
//! The text has one `key: value` line for each part, in a fixed order, with values that are written explicitly and never by
//! `Debug`. So the hash is the same for every Rust version, platform and release, as long as the names of methods and
//! metrics stay. If the text of the same search changes, [`VERSION`] and the format of journals must change, too.
//!
//! Not part of it: threads, ranks and time, which do not change what is searched; the memory limit, which the journal stores
//! separately; names of files.

use std::fmt::{self, Display};

use deepen::front::Plan;
use deepen::search::Limits;
use deepen::solver::{KeyText, Method, Text};
use sha2::{Digest, Sha256};

/// The version of the text, which is its first line.
const VERSION: u32 = 1;

/// The SHA-256 of a canonical text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity([u8; 32]);

impl Identity {
    /// Identifies the search for these puzzles.
    pub fn new(plan: &Plan, texts: &[Text]) -> Identity {
        Identity::of(&text(plan, texts))
    }

    fn of(text: &str) -> Identity {
        Identity(Sha256::digest(text.as_bytes()).into())
    }

    /// Returns the first 64 bits, for protocols that compare numbers.
    pub fn number(self) -> u64 {
        self.0.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl Display for Identity {
    /// As 64 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Returns the canonical text of a search. Solvers add what distinguishes their tasks in the same form.
fn text(plan: &Plan, texts: &[Text]) -> String {
    let head = KeyText::new().line("deepen search", VERSION).line("puzzle", plan.task.solver().name);
    let text = method(head.with(&plan.task.key()), &plan.method, plan.chooses_by_size());
    limits(text, &plan.limits).lines("input", texts.iter().map(|text| &text.text)).finish()
}

fn method(text: KeyText, method: &Method, is_by_size: bool) -> KeyText {
    // Without `..`, so that a new field of a method must be handled here.
    let Method { algorithm, heuristic, weight, all, improve, within, min_length, max_phase1, small_tables } =
        *method;
    text.line("algorithm", algorithm.name())
        .line("algorithm by size", is_by_size)
        .optional("heuristic", heuristic.map(|heuristic| heuristic.name()))
        .line("weight", weight)
        .line("all", all)
        .line("improve", improve)
        .line("within", within)
        .line("min length", min_length)
        .optional("probes", max_phase1)
        .line("small tables", small_tables)
}

fn limits(text: KeyText, limits: &Limits) -> KeyText {
    let (none, Limits { max_cost, max_nodes, max_memory: _, max_solutions }) = (Limits::default(), *limits);
    text.optional("max length", (max_cost != none.max_cost).then_some(max_cost))
        .optional("max nodes", (max_nodes != none.max_nodes).then_some(max_nodes))
        .optional("max solutions", (max_solutions != none.max_solutions).then_some(max_solutions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Command};
    use crate::environment::Environment;
    use crate::request::CommandRequest;

    fn text_of(arguments: &[&str]) -> String {
        let typed = ["deepen", "solve"].iter().chain(arguments).chain(&["--", "-"]);
        let Command::Solve(args) =
            Arguments::read(typed, &Environment::default()).expect("arguments").command
        else {
            panic!("it is solve");
        };
        let plan = CommandRequest::solve(&args).and_then(|command| command.plan());
        let plan = plan.unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
        text(&plan, &[])
    }

    /// A golden text: it must not change without a new format of journals.
    #[test]
    fn a_fixed_search_has_a_fixed_text() {
        let text =
            text_of(&["sliding", "1 2 3/4 5 6/7 0 8", "--heuristic", "manhattan", "--max-nodes", "5000"]);
        let expected = "\
deepen search: 1
puzzle: sliding
goal: last
metric: single-tile
algorithm: ida
algorithm by size: false
heuristic: manhattan
weight: 150
all: false
improve: false
within: 0
min length: 0
small tables: true
max nodes: 5000
";
        assert_eq!(text, expected);
    }

    /// The hash is SHA-256: compare `printf 'deepen search 1\n' | sha256sum`.
    #[test]
    fn the_hash_is_sha_256() {
        let identity = Identity::of("deepen search 1\n");
        assert_eq!(identity.to_string(), "28c9d626aa9b60d4fe508b723add489412398e9508f58ee54e7ce83ab3ba4e2d");
        assert_eq!(format!("{:016x}", identity.number()), identity.to_string()[..16]);
    }

    #[test]
    fn different_searches_have_different_hashes() {
        let searches: &[&[&str]] = &[
            &["3x3x3"],
            &["3x3x3", "--goal", "moves: R U R' U'"],
            &["3x3x3", "--moves", "U,R,F"],
            &["3x3x3", "--metric", "quarter-turn", "--optimal"],
            &["3x3x3", "--heuristic", "none"],
            &["3x3x3", "--max-length", "12"],
            &["3x3x3", "--after", "R U"],
            &["3x3x3", "--goal", "eo"],
            &["3x3x3", "--goal", "eo-fb"],
            &["sliding", "--goal", "first"],
            &["sliding", "--goal", "last"],
            &["sliding", "--metric", "multi-tile"],
            &["pyraminx"],
            &["pyraminx", "--moves", "U,L,R"],
            &["pyraminx", "--weights", "U=2", "--algorithm", "ida"],
            &["pyraminx", "--algorithm", "ida"],
            &["pyraminx", "--algorithm", "ida", "--first", "U"],
            &["pyraminx", "--algorithm", "ida", "--last", "U"],
            &["pyraminx", "--goal", "moves: U L"],
            &["pyraminx", "--algorithm", "ida", "--min-length", "3"],
            &["shuffdle"],
            &["shuffdle", "--hard"],
            &["square-1"],
        ];
        let texts: Vec<String> = searches.iter().map(|search| text_of(search)).collect();
        for (i, text) in texts.iter().enumerate() {
            for (j, other) in texts.iter().enumerate().take(i) {
                assert_ne!(
                    Identity::of(text),
                    Identity::of(other),
                    "{:?} and {:?}",
                    searches[i],
                    searches[j]
                );
            }
        }
    }
}
