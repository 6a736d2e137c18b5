//! Why something did not work, in the words that both faces (text and JSON) show. Errors of the crates below become
//! one of these where they meet the user; only here is it decided which exit code and which hint they get.

use std::fmt;

use puzzle::BoardError;
use puzzle::alg::TooLong;
use puzzle::definition::NoPosition;
use puzzle::definition::group::NoGroup;
use puzzle::group::Unfinished;
use puzzle::parse::board::ParseError;
use puzzle::parse::cube::CubeError;
use puzzle::parse::definition::DefinitionError;
use puzzle::parse::shuffdle::ShuffdleError;
use puzzle::parse::square1::Square1Error;
use puzzle::shuffdle::Lines;
use solve::{Algorithm, Error, Estimate};

use crate::exit::Exit;
use crate::memory;

/// A failure as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The exit code it leads to.
    pub exit: Exit,
    /// What happened.
    pub message: String,
    /// Where: a file, a line, a column.
    pub place: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// The stickers of a cube that are at fault.
    pub stickers: Vec<usize>,
}

impl Failure {
    /// With neither place nor hint.
    pub fn new(exit: Exit, message: impl Into<String>) -> Failure {
        Failure { exit, message: message.into(), place: None, hint: None, stickers: Vec::new() }
    }

    /// The options contradict each other.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, message)
    }

    /// A file could not be read or written.
    pub fn io(what: &str, path: &str, error: &std::io::Error) -> Failure {
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_string(),
            _ => format!("cannot be {what}: {error}"),
        };
        Failure::new(Exit::Io, message).at(path)
    }

    /// A fault in a text that may have a name.
    pub fn parse(name: Option<&str>, error: &ParseError) -> Failure {
        let spot = format!("line {}, column {}", error.line, error.column);
        let place = name.map_or(spot.clone(), |name| format!("{name}, {spot}"));
        Failure::new(Exit::Invalid, error.kind.to_string()).at(place)
    }

    /// A fault in a text of a cube that may have a name. If the cube is a line of that text, `line` says which.
    pub fn cube(name: Option<&str>, error: &CubeError, line: Option<usize>) -> Failure {
        let exit = if error.is_unsolvable() { Exit::Unsolvable } else { Exit::Invalid };
        let message = error.to_string();
        let Some(place) = error.place() else {
            // What no turns can mend has no place in the text but the cube itself.
            let spot = line.map(|line| format!("line {line}"));
            let place: Vec<&str> =
                name.into_iter().chain(spot.as_deref().filter(|_| name.is_some())).collect();
            let failure = Failure::new(exit, message);
            return if place.is_empty() { failure } else { failure.at(place.join(", ")) };
        };
        // The message begins with the place, which is told by itself.
        let message = message.strip_prefix(&format!("{place}: ")).unwrap_or(&message).to_string();
        let spot = format!("line {}, column {}", line.unwrap_or(place.line), place.column);
        Failure::new(exit, message).at(name.map_or(spot.clone(), |name| format!("{name}, {spot}")))
    }

    /// A fault in a word or board of Shuffdle, in a text that may have a name.
    pub fn shuffdle(name: Option<&str>, error: &ShuffdleError) -> Failure {
        let place = name.map_or(error.place.to_string(), |name| format!("{name}, {}", error.place));
        Failure::new(Exit::Invalid, error.kind.to_string()).at(place)
    }

    /// A fault in moves or a position of Square-1, in a text that may have a name.
    pub fn square1(name: Option<&str>, error: &Square1Error) -> Failure {
        let place = name.map_or(error.place.to_string(), |name| format!("{name}, {}", error.place));
        Failure::new(Exit::Invalid, error.kind.to_string()).at(place)
    }

    /// A fault in a definition of a puzzle or in a position of it, in a text that may have a name.
    pub fn definition(name: Option<&str>, error: &DefinitionError) -> Failure {
        let place = name.map_or(error.place.to_string(), |name| format!("{name}, {}", error.place));
        Failure::new(Exit::Invalid, error.fault.to_string()).at(place)
    }

    /// The goal does not fit the board.
    pub fn goal(error: &BoardError) -> Failure {
        Failure::new(Exit::Invalid, error.to_string())
    }

    /// Names the place.
    pub fn at(self, place: impl Into<String>) -> Failure {
        Failure { place: Some(place.into()), ..self }
    }

    /// Adds a hint.
    pub fn hint(self, hint: impl Into<String>) -> Failure {
        Failure { hint: Some(hint.into()), ..self }
    }

    /// Says which stickers are at fault.
    pub fn marking(self, stickers: Vec<usize>) -> Failure {
        Failure { stickers, ..self }
    }

    /// The word for it in JSON.
    pub fn code(&self) -> &'static str {
        match self.exit {
            Exit::Usage => "usage",
            Exit::Invalid => "invalid",
            Exit::Unsolvable => "unsolvable",
            Exit::Limit => "limit",
            Exit::Io => "io",
            _ => "internal",
        }
    }
}

impl fmt::Display for Failure {
    /// The place and the message; the hint goes on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

impl std::error::Error for Failure {}

/// A sequence that cannot be carried out.
impl From<NoPosition> for Failure {
    fn from(error: NoPosition) -> Failure {
        Failure::new(Exit::Invalid, error.to_string())
    }
}

/// A sequence that would be too long if it were written out.
impl From<TooLong> for Failure {
    fn from(error: TooLong) -> Failure {
        Failure::new(Exit::Invalid, error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let message = error.to_string();
        let (exit, hint) = match &error {
            Error::Unsolvable { reachable, .. } => {
                (Exit::Unsolvable, reachable.first().map(|goal| format!("try --goal {}", goal.name())))
            }
            Error::OutOfReach | Error::ForeignPieces | Error::ForcedIllegal { .. } => {
                (Exit::Unsolvable, None)
            }
            Error::Unreachable { .. } => (Exit::Unsolvable, Some("allow more turns by --moves".to_string())),
            Error::Unspellable { lines: Lines::Bottom, .. } => {
                (Exit::Unsolvable, Some("--hard accepts the word in any row or column".to_string()))
            }
            Error::Unspellable { .. } => (Exit::Unsolvable, None),
            Error::NoRoom { .. } => {
                (Exit::Usage, Some("allow more with --max-memory, or leave out --heuristic".to_string()))
            }
            Error::SizeMismatch { .. } | Error::TooLarge { .. } => (Exit::Invalid, None),
            Error::TooManyPlaces { .. } | Error::TooManyKinds { .. } => (Exit::Invalid, None),
            Error::TooManyMoves { .. } => {
                (Exit::Invalid, Some("choose some with --moves: R1 is R without its powers".to_string()))
            }
            Error::Stopped(_) => (Exit::Limit, None),
            Error::PhaseMixes { .. }
            | Error::PhaseUndoes { .. }
            | Error::PhaseLeadsElsewhere { .. }
            | Error::PhaseIncomplete { .. }
            | Error::PhaseTooLarge { .. } => (Exit::Invalid, None),
            Error::PhasesWithRules | Error::PhasesWithGoals => (Exit::Usage, None),
            Error::SeveralGoals | Error::WeightedCount | Error::NoMultiTile(_) => (Exit::Usage, None),
            Error::NoTurns | Error::TooMany(_) | Error::ForeignEstimate { .. } => (Exit::Usage, None),
            Error::BadParts { .. } => (Exit::Usage, Some("try --pattern 6-6-3 on a 4x4 board".to_string())),
            Error::OtherTiles { .. } => (Exit::Usage, None),
            Error::ForeignAlgorithm { .. } | Error::ForeignMetric { .. } => (Exit::Usage, None),
            Error::NoStepsBy(_) | Error::NoSuchStep { .. } | Error::NoGroup { .. } => (Exit::Usage, None),
            Error::NoSymmetry => (Exit::Usage, Some("leave out --up-to-symmetry".to_string())),
            Error::NoInverse => (Exit::Usage, Some("try --goal eo".to_string())),
            Error::NoLeastLength { .. } => (Exit::Usage, Some("leave out --min-length".to_string())),
            Error::OnlyShortest { algorithm, .. } => {
                (Exit::Usage, algorithm.finds_all().then(|| "--all finds all shortest ones".to_string()))
            }
            Error::CannotImprove(_) => {
                (Exit::Usage, Some("two-phase improves; it solves 3x3x3 and square-1".to_string()))
            }
            Error::FindsOne(algorithm) if algorithm.improves() => {
                (Exit::Usage, Some("leave out --all; --improve looks for a shorter one".to_string()))
            }
            Error::NoEstimate { .. } => {
                (Exit::Usage, Some("without --heuristic the strongest for the size is used".to_string()))
            }
            Error::FindsOne(_) => (Exit::Usage, Some("try --algorithm ida".to_string())),
            Error::NoCutOff => (Exit::Usage, Some("try --max-length 80".to_string())),
            Error::TwistsOnly => (Exit::Usage, Some("try --algorithm ida".to_string())),
        };
        Failure { hint, ..Failure::new(exit, message) }
    }
}

/// A group that was not worked out.
pub fn no_group(error: &NoGroup) -> Failure {
    match error {
        NoGroup::TooManyPoints(_) => Failure::new(Exit::Invalid, error.to_string()),
        NoGroup::Unfinished(Unfinished::Stopped) => Failure::new(Exit::Limit, error.to_string()),
        NoGroup::Unfinished(Unfinished::TooLarge { max_bytes }) => {
            let allowed = memory::show(*max_bytes);
            Failure::new(Exit::Limit, format!("working out the group of the moves takes more than {allowed}"))
        }
    }
}

/// What is wrong with a method before any board is seen.
pub fn method_fault(algorithm: Algorithm, estimate: Option<Estimate>, weighted: bool) -> Option<Failure> {
    let name = algorithm.name();
    if weighted && algorithm != Algorithm::WeightedAStar {
        return Some(
            Failure::usage(format!("{name} takes no --weight")).hint("try --algorithm weighted-astar"),
        );
    }
    if estimate.is_some() && !algorithm.uses_heuristic() {
        return Some(Failure::usage(format!("{name} asks for no heuristic")).hint("leave out --heuristic"));
    }
    None
}
