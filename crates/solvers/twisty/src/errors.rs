//! What can be wrong with a question about a defined puzzle, and with the texts that it is read from.

use puzzle::definition::group::NoGroup;
use puzzle::group::Unfinished;
use puzzle::parse::definition::DefinitionError;
use search::StopReason;
use solver::{Error, ErrorKind};

use solver::input_text::format_bytes;

/// Why a question about a defined puzzle cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TwistyError {
    /// There is nothing to turn.
    #[error("no turn may be used, expected at least one")]
    NoTurns,
    /// There are more moves than a search takes. Beyond that they are not counted.
    #[error("the puzzle has more than {most} moves, powers of moves included; expected fewer")]
    TooManyMoves {
        /// The most that there may be.
        most: usize,
    },
    /// The puzzle has more places than a position has bytes.
    #[error("the puzzle has {n_places} places, expected at most {most}")]
    TooManyPlaces {
        /// How many it has.
        n_places: usize,
        /// The most that fit.
        most: usize,
    },
    /// The puzzle has more kinds of pieces than a byte has values.
    #[error("the pieces of orbit {orbit} in all their orientations are too many, expected at most 256")]
    TooManyKinds {
        /// The orbit.
        orbit: String,
    },
    /// Moves bring pieces only to some places.
    #[error(
        "the position cannot reach the goal: its pieces are in places where no move brings them from there"
    )]
    ForeignPieces,
    /// The group of the moves does not lead there.
    #[error("the position cannot reach the goal: no sequence of the moves leads there")]
    OutOfReach,
    /// A move that every solution should have is illegal where it would be made.
    #[error("the forced move {name} leads to or from a position that is illegal, expected none on the way")]
    ForcedIllegal {
        /// The move.
        name: String,
    },
    /// Positions are counted from one goal.
    #[error("positions are counted from one goal, found several")]
    SeveralGoals,
    /// Positions are counted in moves of one cost.
    #[error(
        "positions are counted in moves that cost 1 or are several of these, expected single turns among the moves"
    )]
    WeightedCount,
    /// A phase would undo what one before it has done.
    #[error(
        "phase {phase} has the move {mv}, which changes what phase {earlier} has done; expected moves that leave it"
    )]
    PhaseUndoes {
        /// The phase with the move.
        phase: String,
        /// The move.
        mv: String,
        /// The phase whose work it would undo.
        earlier: String,
    },
    /// What a phase sees of a sum after a move does not follow from what it saw before.
    #[error(
        "phase {phase} has the move {mv}, which takes places of a sum to places that count differently; expected moves that \
         make each sum of a view one of that view"
    )]
    PhaseMixes {
        /// The phase.
        phase: String,
        /// The move.
        mv: String,
    },
    /// A phase leads away from the solved position, and no later one may change what it looks at.
    #[error("no goal of phase {phase} looks like the solved puzzle, expected one of them to")]
    PhaseLeadsElsewhere {
        /// The phase.
        phase: String,
    },
    /// After a phase the next one cannot always go on.
    #[error(
        "phase {phase} tells {found} positions apart, expected {expected}: what it leads to {}", cannot_go_on(.next)
    )]
    PhaseIncomplete {
        /// The phase.
        phase: String,
        /// The next one; None if it is the last.
        next: Option<String>,
        /// How many things it sees.
        found: String,
        /// How many it would have to see.
        expected: String,
    },
    /// A phase looks at too much at once.
    #[error(
        "a view of phase {phase} has more than {most} looks, expected less in one view; divide it into several"
    )]
    PhaseTooLarge {
        /// The phase.
        phase: String,
        /// The most.
        most: usize,
    },
    /// Phases know nothing of rules.
    #[error("the puzzle has illegal positions, expected none for declared phases")]
    PhasesWithRules,
    /// Phases lead to one goal.
    #[error("declared phases lead to one goal, found several")]
    PhasesWithGoals,
    /// The work was stopped before it was known whether the question can be answered.
    #[error("stopped before there was an answer")]
    Stopped(StopReason),
}

fn cannot_go_on(next: &Option<String>) -> String {
    match next {
        Some(next) => format!("is not always within reach of phase {next}"),
        None => "is not always solved".to_string(),
    }
}

impl From<TwistyError> for Error {
    fn from(error: TwistyError) -> Error {
        let kind = match &error {
            TwistyError::Stopped(reason) => return Error::stopped(*reason),
            TwistyError::OutOfReach | TwistyError::ForeignPieces | TwistyError::ForcedIllegal { .. } => {
                ErrorKind::Unsolvable
            }
            TwistyError::TooManyMoves { .. }
            | TwistyError::TooManyPlaces { .. }
            | TwistyError::TooManyKinds { .. }
            | TwistyError::PhaseMixes { .. }
            | TwistyError::PhaseUndoes { .. }
            | TwistyError::PhaseLeadsElsewhere { .. }
            | TwistyError::PhaseIncomplete { .. }
            | TwistyError::PhaseTooLarge { .. } => ErrorKind::Invalid,
            TwistyError::NoTurns
            | TwistyError::SeveralGoals
            | TwistyError::WeightedCount
            | TwistyError::PhasesWithRules
            | TwistyError::PhasesWithGoals => ErrorKind::Usage,
        };
        let shown = Error::new(kind, error.to_string());
        match error {
            TwistyError::TooManyMoves { .. } => {
                shown.hint("choose some with --moves: R1 is R without its powers")
            }
            _ => shown,
        }
    }
}

/// A fault in a definition of a puzzle or in a position of it, in a text that may have a name.
pub fn definition_error(name: Option<&str>, error: &DefinitionError) -> Error {
    Error::invalid(error.fault.to_string()).at_in(name, error.place)
}

/// A group that was not worked out.
pub fn group_error(error: &NoGroup) -> Error {
    match error {
        NoGroup::TooManyPoints(_) => Error::invalid(error.to_string()),
        NoGroup::Unfinished(Unfinished::Stopped) => Error::new(ErrorKind::Limit, error.to_string()),
        NoGroup::Unfinished(Unfinished::TooLarge { max_bytes }) => {
            let allowed = format_bytes(*max_bytes);
            let message = format!("working out the group of the moves takes more than {allowed}");
            Error::new(ErrorKind::Limit, message)
        }
    }
}

/// Returns what was read from an option, whose faults are faults of usage.
///
/// # Errors
/// If it could not be read, with its place in the option.
pub fn usage_in<T>(option: &str, read: Result<T, DefinitionError>) -> Result<T, Error> {
    read.map_err(|error| Error { kind: ErrorKind::Usage, ..definition_error(Some(option), &error) })
}
