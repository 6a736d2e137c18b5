//! Exit codes, for scripts that do not read the output.

use std::process::ExitCode;

use deepen::solver::Report;
use deepen::status::{self, Outcome, Wanted};
use deepen::{Error, ErrorKind};
use serde::{Deserialize, Serialize};

/// The exit code of the program.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Everything that was requested is done.
    Done = 0,
    /// Results that must agree differ: a bug in this program.
    Disagreement = 1,
    /// The command line or the environment is invalid.
    Usage = 2,
    /// The input is no puzzle, or states a wrong length.
    Invalid = 3,
    /// The goal cannot be reached.
    Unsolvable = 4,
    /// A limit was reached, or the user cancelled.
    Limit = 5,
    /// A file could not be read or written.
    Io = 6,
    /// It is proved that no solution is as short as requested.
    NoneWithin = 7,
    /// Ended at once by a second interrupt, as shells report it.
    Interrupted = 130,
    /// The output pipe is closed, as shells report it.
    ClosedPipe = 141,
}

/// The codes that users meet, for `--help` and the manual.
pub const TABLE: &[&str] = &[
    "0  solved, or done",
    "2  invalid command line or environment",
    "3  invalid input, or the input states a wrong length",
    "4  the goal cannot be reached",
    "5  a limit was reached, or the search was cancelled",
    "6  a file cannot be read or written",
    "7  proved: no solution of --max-length moves or fewer",
    "With several puzzles, the first that occurs in the order 2, 3, 4, 7, 5, 0. A second Ctrl-C leads to 130, a closed output \
     pipe to 141; 1 means a bug.",
];

impl Exit {
    /// Returns the worse of two codes, for several puzzles that end differently: 2, then 3, 4, 7, 5 and 0.
    pub fn worst(self, other: Exit) -> Exit {
        // Doubled, so that a code fits between two others.
        let weight = |exit: Exit| match exit {
            Exit::Done => u16::MAX,
            Exit::NoneWithin => 2 * Exit::Limit as u16 - 1,
            exit => 2 * exit as u16,
        };
        if weight(other) < weight(self) { other } else { self }
    }
}

impl Exit {
    /// Returns the code of an error.
    pub fn of(error: &Error) -> Exit {
        match error.kind {
            ErrorKind::Usage => Exit::Usage,
            ErrorKind::Invalid => Exit::Invalid,
            ErrorKind::Unsolvable => Exit::Unsolvable,
            ErrorKind::Limit => Exit::Limit,
            ErrorKind::Io => Exit::Io,
            ErrorKind::Internal => Exit::Disagreement,
        }
    }

    /// Returns the code of a report. A solution that is not as good as requested counts as a limit, too.
    pub fn of_report(report: &Report, wanted: Wanted) -> Exit {
        match status::outcome(report, wanted) {
            Outcome::Done => Exit::Done,
            Outcome::NoneWithin => Exit::NoneWithin,
            Outcome::Unsolvable => Exit::Unsolvable,
            Outcome::Limit => Exit::Limit,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravest_first() {
        let order = [
            Exit::Disagreement,
            Exit::Usage,
            Exit::Invalid,
            Exit::Unsolvable,
            Exit::NoneWithin,
            Exit::Limit,
            Exit::Done,
        ];
        for (i, &a) in order.iter().enumerate() {
            for (j, &b) in order.iter().enumerate() {
                assert_eq!(a.worst(b), order[i.min(j)]);
            }
        }
    }
}
