//! The result of one task, and its encoding as a line of text, which is sent between machines and written to the
//! journal of a search that can be resumed. States are never encoded.
//!
//! The line consists of numbers separated by spaces: nodes generated, nodes expanded, the least excess (`-` if nothing
//! was pruned), solutions found; then for each stored solution its remaining budget, its start, its number of moves,
//! and the moves.

use std::fmt::Write;
use std::str::SplitAsciiWhitespace;

use crate::outcome::{Counts, Found, Outcome};
use crate::problem::{Cost, Move};

/// The result of one task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskResult {
    pub(crate) counts: Counts,
    pub(crate) least_excess: Option<Cost>,
    /// The first solutions, as many as are stored.
    pub(crate) found: Vec<Found>,
    pub(crate) n_found: u64,
}

impl TaskResult {
    /// Nodes of the task.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// True if the task has a solution.
    pub fn has_solution(&self) -> bool {
        self.n_found > 0
    }

    /// Encodes the result as a line.
    pub fn to_line(&self) -> String {
        let Counts { generated, expanded } = self.counts;
        let mut line = format!("{generated} {expanded} ");
        let written = match self.least_excess {
            Some(excess) => write!(line, "{excess} {}", self.n_found),
            None => write!(line, "- {}", self.n_found),
        };
        written.expect("strings take everything");
        for Found { spare, start, path, .. } in &self.found {
            write!(line, " {spare} {start} {}", path.len()).expect("strings take everything");
            for mv in path {
                write!(line, " {}", mv.0).expect("strings take everything");
            }
        }
        line
    }

    /// Decodes the result of `task`; None if the line is malformed.
    pub fn from_line(task: usize, line: &str) -> Option<TaskResult> {
        let mut words = line.split_ascii_whitespace();
        let counts = Counts { generated: number(&mut words)?, expanded: number(&mut words)? };
        let least_excess = match words.next()? {
            "-" => None,
            excess => Some(excess.parse().ok()?),
        };
        let n_found = number(&mut words)?;
        let mut found = Vec::new();
        while let Some(spare) = words.next() {
            let spare = spare.parse().ok()?;
            let start = number(&mut words)?;
            let n_moves: u16 = number(&mut words)?;
            let path = (0..n_moves).map(|_| number(&mut words).map(Move)).collect::<Option<_>>()?;
            found.push(Found { task, nth: found.len() as u64, spare, path, start });
        }
        (found.len() as u64 <= n_found).then_some(TaskResult { counts, least_excess, found, n_found })
    }

    /// The result as the outcome of a round that ran only this task.
    pub(crate) fn into_outcome(self, task: usize, max_solutions: usize) -> Outcome {
        let TaskResult { counts, least_excess, found, n_found } = self;
        let nodes = (counts.generated > 0).then_some((task, counts.generated));
        Outcome {
            max_solutions,
            counts,
            least_excess,
            found,
            n_found,
            task_nodes: nodes.into_iter().collect(),
            ..Outcome::NONE
        }
    }
}

fn number<T: std::str::FromStr>(words: &mut SplitAsciiWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use testkit::fuzz::{Target, shape};

    use super::*;

    fn result() -> TaskResult {
        let found = |nth, path: &[u16]| Found {
            task: 7,
            nth,
            spare: 1,
            path: path.iter().copied().map(Move).collect(),
            start: 3,
        };
        TaskResult {
            counts: Counts { generated: 120, expanded: 11 },
            least_excess: Some(2),
            found: vec![found(0, &[17, 0, 5]), found(1, &[])],
            n_found: 9,
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let result = result();
        assert_eq!(result.to_line(), "120 11 2 9 1 3 3 17 0 5 1 3 0");
        assert_eq!(TaskResult::from_line(7, &result.to_line()), Some(result.clone()));
        let none = TaskResult { least_excess: None, found: Vec::new(), n_found: 0, ..result };
        assert_eq!(none.to_line(), "120 11 - 0");
        assert_eq!(TaskResult::from_line(7, &none.to_line()), Some(none));
    }

    #[test]
    fn nothing_else_is_read() {
        for line in
            ["", "1 2 3", "1 2 x 4", "1 2 - 0 1 0 0", "1 2 - 1 1 0 2 5", "-1 2 - 0", "1 2 - 1 1 0 1 65536"]
        {
            assert_eq!(TaskResult::from_line(0, line), None, "{line}");
        }
    }

    /// A line that is accepted is encoded to a line that is decoded to the same result.
    #[test]
    fn fuzz_lines() {
        let samples = [result().to_line(), "120 11 - 0".to_string(), "1 2 - 1 1 0 2 5 6".to_string()];
        Target::new("task result", &["-", "0", "65535", "65536"]).samples(samples).check_texts(|line| {
            match TaskResult::from_line(7, line) {
                None => shape("refused") ^ line.split_ascii_whitespace().count().min(20) as u64,
                Some(result) => {
                    assert_eq!(TaskResult::from_line(7, &result.to_line()), Some(result.clone()), "{line:?}");
                    assert!(result.found.len() as u64 <= result.n_found);
                    result.found.len().min(20) as u64
                }
            }
        });
    }
}
