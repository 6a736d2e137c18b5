//! Exit codes: what a script learns without reading the output.

use std::process::ExitCode;

use deepen::solver::Report;
use deepen::status::{self, Outcome, Wanted};
use deepen::{Error, ErrorKind};
use serde::{Deserialize, Serialize};

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Everything asked for was done.
    Done = 0,
    /// Results that must agree do not: a bug in this program.
    Disagreement = 1,
    /// The command line does not make sense.
    Usage = 2,
    /// The input is no puzzle, or contradicts the length it claims.
    Invalid = 3,
    /// The goal cannot be reached.
    Unsolvable = 4,
    /// A limit was reached, or somebody cancelled.
    Limit = 5,
    /// A file could not be read or written.
    Io = 6,
    /// It is proved that no solution is as short as was asked for.
    NoneWithin = 7,
    /// Ended at once by a second interrupt, as shells report it.
    Interrupted = 130,
    /// Nobody reads the output any more, as shells report it.
    ClosedPipe = 141,
}

/// For `--help` and the manual; the codes that users meet.
pub const TABLE: &str = "\
Exit codes:
  0  solved, or done
  2  the command line does not make sense
  3  invalid input, or a known length in the file that is wrong
  4  the goal cannot be reached
  5  a limit was reached, or cancelled
  6  a file cannot be read or written
  7  no solution of --max-length moves or fewer, which is proved
  With several puzzles it is the worst: 2, 3, 4, 7, 5, 0 in this order. A second Ctrl-C leads
  to 130, a reader who closes the pipe to 141, and 1 is a bug.";

impl Exit {
    /// The one that says more when several puzzles end differently: 2, then 3, 4, 7, 5 and 0.
    pub fn worst(self, other: Exit) -> Exit {
        // Doubled, so that there is room between codes.
        let weight = |exit: Exit| match exit {
            Exit::Done => u16::MAX,
            Exit::NoneWithin => 2 * Exit::Limit as u16 - 1,
            exit => 2 * exit as u16,
        };
        if weight(other) < weight(self) { other } else { self }
    }
}

impl Exit {
    /// That of an error.
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

    /// That of a report. Not having found what was asked for is a limit, too.
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
